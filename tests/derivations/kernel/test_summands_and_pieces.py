"""Facts of every index at one of them, sums with equal summands, functions of pieces, solutions up to an end; and near misses of each."""

import pytest
from sympy import Function, Piecewise, S, Symbol, exp

from helpers.kernel_proofs import taken
from theoremtest.derivations.kernel.check import shown
from theoremtest.derivations.kernel.facts import equal, nonneg, nonzero, pos, whole
from theoremtest.derivations.kernel.goals import Goal, goals
from theoremtest.derivations.kernel.terms import ONE, Refused, add, mul, read, rows_of, sub, term
from theoremtest.derivations.language import TIME, Domain, Solves, System, reals
from theoremtest.derivations.language.tree import to_tree

i, k, n = (Symbol(name, integer=True) for name in "ikn")
c, x, y = reals("c", "x", "y")
f, g = Function("f", real=True), Function("g", real=True)


def of(formula):
    return read(to_tree(formula))


I, K, N, X = map(of, (i, k, n, x))
F, G, FK = map(of, (f(i), g(i), f(k)))
RANGE = term("Tuple", (I, ONE, N))
EVERY = term("every", (pos(F), RANGE))


def proof(node, *lines):
    """Lines in which `one` is the place of the term, and `list` a list with this place."""
    rows, (place,) = rows_of([node])
    said = {"one": place, "list": [place]}
    return {"terms": rows, "lines": [[said.get(part, part) for part in line] for line in lines]}


def takes(goal, made):
    try:
        shown(goal, made)
    except Refused:
        return False
    return True


INSIDE = [whole(K), nonneg(sub(K, ONE)), nonneg(sub(N, K))]


@pytest.mark.parametrize("left_out", [None, 0, 1, 2])
def test_what_holds_at_every_index_holds_at_a_whole_number_of_the_range(left_out):
    known = [fact for place, fact in enumerate(INSIDE) if place != left_out]
    goal = Goal("", pos(FK), [EVERY, *known])
    assert takes(goal, proof(K, ["hyp", 0], ["index", 0, "list"])) is (left_out in (None, 0))  # k is a whole number by its making


def test_a_number_that_may_be_no_whole_one_is_no_index():
    goal = Goal("", pos(of(f(x))), [EVERY, nonneg(sub(X, ONE)), nonneg(sub(N, X))])
    assert not takes(goal, proof(X, ["hyp", 0], ["index", 0, "list"]))


def total(body, *limits):
    return term("Sum", (body, *limits))


@pytest.mark.parametrize("fact, holds", [
    (equal(total(F, RANGE), total(G, RANGE)), True),
    (equal(total(F, RANGE), total(G, term("Tuple", (I, ONE, add(N, ONE))))), False),
    (equal(total(F, RANGE), total(mul(G, G), RANGE)), False),
    (equal(total(F, RANGE), G), False)])
def test_sums_with_equal_summands_over_one_range_are_equal(fact, holds):
    goal = Goal("", fact, [term("every", (equal(F, G), RANGE)), whole(N)])
    assert takes(goal, proof(fact, ["summands", "one"])) is holds


PIECES = of(Piecewise((x + 1, x < 0), (c, x < 2), (y, True)))
LESS, MIDDLE, MORE = pos(mul(of(S(-1)), X)), pos(sub(of(S(2)), X)), nonneg(sub(X, of(S(2))))


@pytest.mark.parametrize("which, value, known, holds", [
    (0, x + 1, [LESS], True), (0, x + 1, [], False), (0, x + 1, [nonneg(X)], False),
    (1, c, [nonneg(X), MIDDLE], True), (1, c, [MIDDLE], False), (1, c, [nonneg(X)], False), (1, y, [nonneg(X), MIDDLE], False),
    (2, y, [nonneg(X), MORE], True), (2, y, [MORE], False), (2, y, [nonzero(X), MORE], False), (3, y, [nonneg(X), MORE], False)])
def test_the_first_piece_whose_condition_holds_counts(which, value, known, holds):
    goal = Goal("", equal(PIECES, of(value)), known)
    assert takes(goal, proof(PIECES, ["piece", "one", which])) is holds


GROWS = System({x: x**2}, {x: c})


@pytest.mark.slow
@pytest.mark.parametrize("system, solution, conditions, holds", [
    (GROWS, c / (1 - c * TIME), (TIME >= 0, c > 0, c * TIME < 1), False),  # an end of a form that is not read as one
    (GROWS, 1 / (1 / c - TIME), (TIME >= 0, c > 0, 1 / c > TIME), True),
    (GROWS, 1 / (1 / c - TIME), (TIME >= 0, c > 0, 1 / c < TIME), False),
    (GROWS, 1 / (1 / c - TIME), (TIME >= 0, c > 0), False),
    (System({x: -x}, {x: c}), c * exp(-TIME), (TIME >= 0, c > 0, x > 0), True),
    (System({x: S(-1)}, {x: c}), c - TIME, (TIME >= 0, c > 0, x > 0), False),
    (System({x: S(-1)}, {x: c}), c - TIME, (TIME >= 0, c > 0, c > TIME, x > 0), True)])
def test_a_solution_is_one_up_to_an_end_and_stays_in_the_domain(system, solution, conditions, holds):
    assert taken(Solves(system, {x: solution}, on=Domain(*conditions))) is holds


def test_times_that_begin_after_the_start_ask_for_nothing():
    statement = Solves(GROWS, {x: 1 / (1 / c - TIME)}, on=Domain(TIME >= 1, c > 0, 1 / c > TIME))
    with pytest.raises(Refused, match="bounded by more"):
        goals(read(to_tree(statement)))
