"""The numerical routes of expectations, exponents and labels tell true statements from false ones, the same on every run."""

import pytest
from sympy import Le, Max, S, sqrt

from theoremtest.derivations.language import Classifies, Domain, Dot, Expectation, Outcome, Scales, dimension, matrix, real, vector
from theoremtest.derivations.language.tree import from_tree, to_tree
from theoremtest.numerics.routes import dispatch as routes

a, b, k, s = real("a"), real("b"), real("k"), real("s")
d, n = dimension("d"), dimension("n")
u, x, W = vector("u", d), vector("x", n), matrix("W", d, n)

TRUE = [
    Expectation(Dot(u, W * x)**2, {u: s, W: S(2)}, 2 * d * s * Dot(x, x), on=Domain(s > 0, over=[u, W, x])),
    Expectation(Dot(u, u), {u: s}, 2 * d * s**2, "variance", on=Domain(s > 0, over=[u])),
    Scales(sqrt(k**a + s * k**b), k, Max(a, b) / 2, on=Domain(k > 0, s > 0, over=[a, b])),
    Classifies({"more": a > b, "less": Le(a, b)}, {"more": Max(a, b) > b, "less": Le(Max(a, b), b)}, on=Domain(over=[a, b])),
]
FALSE = [
    Expectation(Dot(u, W * x)**2, {u: s, W: S(2)}, 2 * d * s * Dot(x, x) * S(11) / 10, on=Domain(s > 0, over=[u, W, x])),
    Expectation(Dot(u, u), {u: s}, d * s**2, "variance", on=Domain(s > 0, over=[u])),
    Scales(sqrt(k**a + s * k**b), k, Max(a, b), on=Domain(k > 0, s > 0, over=[a, b])),
    Classifies({"more": a > b, "less": a < b}, {"more": a > b, "less": a < -1}, on=Domain(over=[a, b])),
]


@pytest.mark.parametrize("statement", TRUE, ids=lambda statement: statement.kind)
def test_a_true_statement_agrees(statement):
    evidence = routes.run("points", statement, "test/1")
    assert evidence.outcome is Outcome.AGREES and evidence.figure
    assert evidence.as_json() == routes.run("points", statement, "test/1").as_json()


@pytest.mark.parametrize("statement", FALSE, ids=lambda statement: statement.kind)
def test_a_false_statement_is_refuted(statement):
    evidence = routes.run("points", statement, "test/1")
    assert evidence.outcome is Outcome.REFUTED and evidence.counterexample.point


@pytest.mark.parametrize("statement", TRUE, ids=lambda statement: statement.kind)
def test_it_is_written_and_read_as_data(statement):
    assert from_tree(to_tree(statement)).key() == statement.key()
    assert statement.latex() and "{" not in statement.kind
