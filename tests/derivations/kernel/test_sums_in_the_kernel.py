"""Finite sums in the kernel's algebra: what is multiplied out has the value of what was written; near misses; what ranges have to know."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from sympy import Function, KroneckerDelta, Ne, Sum, Symbol, log

from helpers.kernel_proofs import has_proof
from theoremtest.derivations.kernel.algebra import Algebra
from theoremtest.derivations.kernel.check import shown
from theoremtest.derivations.kernel.facts import equal, nonneg, pos, whole
from theoremtest.derivations.kernel.goals import Goal
from theoremtest.derivations.kernel.ring import TooManyLetters
from theoremtest.derivations.kernel.terms import ONE, ZERO, Refused, add, call, mul, number, power, read, rows_of, sub, term
from theoremtest.derivations.language import Domain, Equal, Holds, reals
from theoremtest.derivations.language.tree import to_tree
from theoremtest.derivations.proof.witnesses.reader import Reader

i, j, k, n, m, q = (Symbol(name, integer=True) for name in "ijknmq")
c, x = reals("c", "x")
f, g = Function("f", real=True), Function("g", real=True)


def of(formula):
    return read(to_tree(formula))


I, J, K, N, M, C = map(of, (i, j, k, n, m, c))
KNOWN = [sub(N, ONE), M, sub(K, ONE), sub(N, K)]
"""What is at least 0 wherever the sums below are worked out."""
RANGES = [(ONE, N), (ZERO, M), (K, N), (ONE, sub(K, ONE)), (add(K, ONE), N), (number(2), number(3)), (number(3), number(1))]


def total(body, name, low, high):
    return term("Sum", (body, term("Tuple", (name, low, high))))


def bodies():
    delta = some.sampled_from([call("KroneckerDelta", *pair) for pair in ((I, J), (I, K), (K, J), (add(I, ONE), J), (I, number(2)))])
    leaves = some.one_of(some.sampled_from([I, J, C, ONE, number(Fraction(1, 2)), power(add(I, mul(number(2), J), number(7)), -1)]), delta)

    def larger(inner):
        return some.one_of(
            some.builds(add, inner, inner), some.builds(mul, inner, inner), some.builds(power, inner, some.just(2)),
            some.builds(lambda body, name, ends: total(body, name, *ends), inner, some.sampled_from([I, J]), some.sampled_from(RANGES)),
            some.builds(lambda body: total(body, J, ONE, I), inner))
    return some.recursive(leaves, larger, max_leaves=8)


def value(node, at):
    """What a formula of whole numbers is at a point, summand by summand."""
    if node.head == "number":
        return node.mark
    if node.head in ("Symbol", "Dummy"):
        return at[node]
    if node.head == "Sum":
        body, *limits = node.args
        if not limits:
            return value(body, at)
        name, low, high = limits[-1].args
        rest = term("Sum", (body, *limits[:-1]))
        places = range(int(value(low, at)), int(value(high, at)) + 1)
        return sum((value(rest, {**at, name: Fraction(place)}) for place in places), Fraction(0))
    parts = [value(part, at) for part in node.args]
    if node.head == "KroneckerDelta":
        return Fraction(parts[0] == parts[1])
    if node.head == "Pow":
        return parts[0] ** int(parts[1])
    found = Fraction(node.head == "Mul")
    for part in parts:
        found = found * part if node.head == "Mul" else found + part
    return found


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@given(bodies(), some.sampled_from(RANGES), some.sampled_from(RANGES))
def test_a_sum_multiplied_out_has_the_value_that_it_had(body, one, other):
    node = total(total(body, I, *one), J, *other)
    reader = Reader(96)
    for known in KNOWN:
        reader.put_sign(known)
    try:
        found = reader.written(reader.scalar(node))
    except (Refused, TooManyLetters):  # of more letters than this ring has, nothing is said
        return
    for size, more, place in product((1, 3), (0, 2), (1, 2, 3)):
        if place <= size:
            at = {N: Fraction(size), M: Fraction(more), K: Fraction(place), C: Fraction(3, 7), I: Fraction(5), J: Fraction(6)}
            assert value(node, at) == value(found, at)


def same(left, right, *known):
    algebra = Algebra(96)
    for node in known:
        algebra.put_sign(of(node))
    return algebra.is_zero(algebra.scalar(of(left)) - algebra.scalar(of(right)))


@pytest.mark.parametrize(("left", "right", "wrong"), [
    (Sum(c * f(i) + g(i), (i, 1, n)), c * Sum(f(j), (j, 1, n)) + Sum(g(k), (k, 1, n)), c * Sum(f(j) + g(j), (j, 1, n))),
    (Sum(f(i), (i, 1, n)) ** 2, Sum(Sum(f(i) * f(j), (i, 1, n)), (j, 1, n)), Sum(f(i) ** 2, (i, 1, n))),
    (Sum(f(i + 1), (i, 0, n - 1)), Sum(f(i), (i, 1, n)), Sum(f(i), (i, 0, n))),
    (Sum(Sum(f(i, j), (j, 1, i)), (i, 1, n)), Sum(Sum(f(j, i), (i, 1, j)), (j, 1, n)), Sum(Sum(f(i, j), (j, 1, n)), (i, 1, n))),
    (Sum(Sum(f(i, j), (j, 1, n)), (i, 1, m)), Sum(Sum(f(i, j), (i, 1, m)), (j, 1, n)), Sum(Sum(f(i, j), (i, 1, n)), (j, 1, m))),
    (Sum(f(i), (i, 2, 4)), f(2) + f(3) + f(4), f(2) + f(4)),
    (c * Sum(1 / (c + f(i)), (i, 1, n)), Sum(c / (f(j) + c), (j, 1, n)), Sum(1 / (f(j) + c), (j, 1, n))),
])
def test_sums_agree_summand_by_summand(left, right, wrong):
    assert same(left, right)
    assert not same(left, wrong)


@pytest.mark.parametrize(("left", "right", "needs"), [
    (Sum(c, (i, 1, n)), c * n, [n]),
    (Sum(KroneckerDelta(i, k) * f(i), (i, 1, n)), f(k), [k - 1, n - k]),
])
def test_what_a_range_has_to_know_is_asked_for(left, right, needs):
    assert same(left, right, *needs)
    for left_out in range(len(needs)):
        assert not same(left, right, *needs[:left_out], *needs[left_out + 1:])


def test_a_delta_picks_no_place_that_may_be_a_fraction():
    assert not same(Sum(KroneckerDelta(i, x) * f(i), (i, 1, n)), f(x), x - 1, n - x)


@pytest.mark.drawn(4)
@pytest.mark.parametrize(("true", "false"), [
    (Equal(Sum(c, (i, 1, n)), c * n, on=Domain(n >= 1, over=[c])), Equal(Sum(c, (i, 1, n)), c * n, on=Domain(n >= -2, over=[c]))),
    (Equal(Sum(f(i), (i, 1, n)), Sum(f(i), (i, 1, k - 1)) + f(k) + Sum(f(i), (i, k + 1, n)), on=Domain(k >= 1, k <= n)),
     Equal(Sum(f(i), (i, 1, n)), Sum(f(i), (i, 1, k - 1)) + f(k) + Sum(f(i), (i, k + 1, n)), on=Domain(k >= 1, over=[n]))),
    (Equal(Sum((-1) ** q * KroneckerDelta(i, k), (i, 1, n)) ** 2, 1 + 0 * q, on=Domain(k >= 1, k <= n, over=[q])),
     Equal(Sum((-1) ** q * KroneckerDelta(i, k), (i, 1, n)) ** 2, 1 + 0 * q, on=Domain(k >= 0, k <= n, over=[q]))),
])
def test_a_true_statement_of_sums_is_shown_and_its_neighbour_is_not(true, false):
    assert has_proof(true)
    assert not has_proof(false)


@pytest.mark.slow
def test_a_summand_has_a_value_at_every_index_of_its_range():
    positive, anywhere = Domain(n >= 1), Domain(over=[n])
    relation = Ne(2 + Sum(log(i), (i, 1, n)) - Sum(log(j), (j, 1, n)), 0)
    assert has_proof(Holds(relation, on=positive))
    assert not has_proof(Holds(Ne(2 + Sum(log(i), (i, 0, n)) - Sum(log(j), (j, 0, n)), 0), on=positive))
    assert not has_proof(Holds(Ne(2 + Sum(log(n - i), (i, 1, n)) - Sum(log(n - j), (j, 1, n)), 0), on=anywhere))


@pytest.mark.drawn(6)
@pytest.mark.slow
def test_a_sum_of_squares_is_not_negative_and_a_sum_of_anything_may_be():
    on = Domain(n >= 1, k >= 1, k <= n, over=[c])
    assert has_proof(Holds(Sum(f(i) ** 2 * g(i) ** 2, (i, 1, n)) + c**2 >= 0, on=on))
    assert has_proof(Holds(Sum(f(i) ** 2, (i, 1, k - 1)) + Sum(f(i) ** 2, (i, k + 1, n)) >= 0, on=on))
    assert not has_proof(Holds(Sum(f(i) ** 2 * g(i), (i, 1, n)) + c**2 >= 0, on=on))
    assert not has_proof(Holds(Sum(i - 1, (i, 0, n)) >= 0, on=on))


def proof(terms, *lines):
    rows, places = rows_of(terms)
    return {"terms": rows, "lines": [[places[part[0]] if isinstance(part, tuple) else part for part in line] for line in lines]}


def test_what_is_known_of_a_number_is_not_known_of_every_index_of_that_name():
    every = term("every", (pos(I), term("Tuple", (I, ZERO, N))))
    goal = Goal("", every, [pos(I), whole(N), whole(I)])
    with pytest.raises(Refused, match="known of the index"):
        shown(goal, proof([every], ["every", (0,), []]))


def test_a_sum_is_not_cut_outside_of_its_range():
    node = total(call("cos", I), I, ONE, N)
    pieces = equal(node, add(total(call("cos", I), I, ONE, K), total(call("cos", I), I, add(K, ONE), N)))
    known = [whole(K), whole(N), nonneg(K), nonneg(sub(N, K))]
    lines = proof([node, K, nonneg(sub(add(K, ONE), ONE))], ["known", (2,)], ["parted", (0,), (1,)])
    shown(Goal("", pieces, known), lines)
    with pytest.raises(Refused, match="not known"):
        shown(Goal("", pieces, known[:-1]), lines)
