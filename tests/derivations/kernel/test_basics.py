"""What the kernel is made of, in small: terms and substitution, obligations, the algebra, knowledge, goals."""

import pytest
from sympy import Derivative, Eq, Identity, Trace, log, sqrt

from theoremtest.derivations.kernel.algebra import Algebra
from theoremtest.derivations.kernel.facts import equal, nonneg, nonzero, pos
from theoremtest.derivations.kernel.goals import goals
from theoremtest.derivations.kernel.knowledge import Knowledge
from theoremtest.derivations.kernel.obligations import obligations
from theoremtest.derivations.kernel.slopes import Slope
from theoremtest.derivations.kernel.terms import ONE, ZERO, Refused, add, call, mul, number, power, put, read, term
from theoremtest.derivations.language import Domain, Equal, Holds, Iff, Kron, dimension, matrix, reals
from theoremtest.derivations.language.tree import to_tree

x, y, l = (read(to_tree(letter)) for letter in reals("x", "y", "l"))
X, Y, _ = reals("x", "y", "l")
d, h = dimension("d"), dimension("h")
A, B, L, M = matrix("A", d, d), matrix("B", d, d), matrix("L", d, h), matrix("M", h, d)


def of(formula):
    return read(to_tree(formula))


def test_equal_terms_are_one_object():
    assert add(x, mul(x, y)) is add(x, mul(x, y)) and add(x, y) is not add(y, x)


def test_letters_are_put_in_all_at_once():
    assert put(add(x, mul(x, y)), {x: y, y: x}) is add(y, mul(y, x))


def test_a_bound_letter_catches_none_that_is_put_in():
    f = term("MatrixFunction", (mul(l, x), l, of(A)))
    assert put(f, {l: y}) is f
    with pytest.raises(Refused):
        put(f, {x: l})


@pytest.mark.parametrize("node, needs", [
    (call("log", x), [pos(x)]), (power(x, -1), [nonzero(x)]), (power(power(x, -1), -2), [nonzero(x), nonzero(power(x,
    -1))]),
    (call("exp", call("log", x)), [pos(x)]), (mul(ZERO, call("log", x)), [pos(x)]), (power(x, 0), [])])
def test_what_gives_a_formula_its_value_is_read_off_as_it_is_written(node, needs):
    assert obligations(node) == needs


def test_a_root_and_its_reciprocal():
    root = of(sqrt(X))
    assert obligations(root) == [nonneg(x)] and obligations(of(1 / sqrt(X))) == [pos(x)]


def test_a_head_without_a_rule_is_refused():
    with pytest.raises(Refused):
        obligations(term("Unheard", (x,)))


@pytest.mark.parametrize("left, right, same", [
    ((X + Y) ** 2, X**2 + 2 * X * Y + Y**2, True), (1 / (1 + 1 / X), X / (1 + X), True), (sqrt(X) ** 2, X, True),
    (log(X + Y - Y), log(X), True),
    ((X + Y) ** 2, X**2 + Y**2, False), (sqrt(X + Y), sqrt(X) + sqrt(Y), False), (Trace(A * B), Trace(B * A), True),
    (Trace(A * B), Trace(A * B.T), False),
    (Trace(Kron(A, B)), Trace(A) * Trace(B), True), (Trace(Kron(L, M)), Trace(L * M), False), (Trace(Identity(d)), d, True),
    (Trace(L * M), Trace(M * L), True)])
def test_the_algebra_multiplies_out(left, right, same):
    algebra = Algebra()
    assert algebra.is_zero(algebra.scalar(of(left)) - algebra.scalar(of(right))) is same


@pytest.mark.parametrize("left, right, same", [
    (A * (B + A), A * B + A * A, True), (A * B, B * A, False), ((A * B).T, B.T * A.T, True), (A * A.I, Identity(d), True),
    ((A * B).I, B.I * A.I, True),
    ((A * B).I, A.I * B.I, False)])
def test_words_do_not_commute(left, right, same):
    algebra = Algebra()
    gap = dict(algebra.matrix(of(left)))
    algebra.accumulate(gap, algebra.scaled(algebra.matrix(of(right)), algebra.constant(-1)))
    assert algebra.vanish(gap) is same


def test_sizes_that_do_not_fit_are_refused():
    for node in (term("MatMul", (of(L), of(L))), term("MatAdd", (of(L), of(M)))):
        with pytest.raises(Refused):
            Algebra().matrix(node)


def test_a_fact_is_known_however_it_is_written():
    known = Knowledge()
    known.learn(pos(add(x, y)))
    assert known.knows(pos(add(mul(number(3), y), mul(number(3), x)))) and known.knows(nonneg(add(y, x))) and known.knows(nonzero(add(x,
    y)))
    assert not known.knows(pos(x)) and not known.knows(pos(add(x, y, ONE)))


def test_what_is_known_in_a_case_stays_in_it():
    known = Knowledge()
    inner = known.within(pos(x))
    assert inner.knows(pos(x)) and not known.knows(pos(x))


def test_identities_of_two_sizes_are_not_equal():
    known = Knowledge()
    assert known.knows(equal(of(Identity(d)), of(Identity(d)))) and not known.knows(equal(of(Identity(d)), of(Identity(h))))


def test_a_slope_says_where_it_is_one():
    slope = Slope({x: ONE})
    slope.of(call("Abs", x))
    assert list(slope.smooth) == [nonzero(x)]


def test_an_identity_supposes_values_and_any_other_statement_shows_them():
    on = Domain(over=[X])
    assert goals(of(Equal(log(X), log(X) + 1, on=on)))[0].given == [pos(x)]
    assert goals(of(Holds(log(X) < X, on=on)))[0].given == []
    assert [goal.name for goal in goals(of(Iff(log(X) > 0, X > 1, on=on)))] == ["values", "from left to right", "from right to left"]
    assert [goal.name for goal in goals(of(Holds(Derivative(log(X), X) > 0, on=on)))] == ["derivatives", "0"]
    assert goals(of(Holds(Eq(X, Y), on=Domain(Eq(log(X), Y)))))[0].hypotheses[0] == pos(x)
