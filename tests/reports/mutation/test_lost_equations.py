"""A condition that is dropped is dropped from how points are drawn too: a chart that keeps to it shows nothing of where it fails."""

import pytest
from sympy import Eq, Identity, Trace

from theoremtest.derivations.language import Chart, Domain, Dot, Equal, dimension, matrix, vector
from theoremtest.derivations.mutants import Mutant
from theoremtest.reports.mutation.judge import judge

n, p = dimension("n"), dimension("p")
X, Q, W, V = matrix("X", n, p), matrix("Q", n, n), matrix("W", p, n), matrix("V", p, p)
u, v, e, f = vector("u", n), vector("v", n), vector("e", n), vector("f", n)
in_the_span = Domain(Eq(W * X * X.T, W), Eq(X.T * X, Identity(p)), chart=Chart({W: V * X.T}, Domain(Eq(X.T * X, Identity(p)), over=[V])))
turned = Domain(Eq(Dot(u, u), 1), Eq(Dot(u, v), 1), chart=Chart(
    {u: Q * e, v: Q * f}, Domain(Eq(Q.T * Q, Identity(n)), Eq(Dot(e, e), 1), Eq(Dot(e, f), 1))))


def without(place, statement):
    """What becomes of a statement without one of its conditions."""
    on, lost = statement.on, statement.on.conditions[place]
    kept = [condition for condition in on.conditions if condition != lost]
    loose = Equal(statement.left, statement.right, on=Domain(*kept, over=on.symbols, chart=on.chart))
    return judge(Mutant("condition", "", "domain", "without it", statement, loose, lost), "test")[0]


@pytest.mark.slow
@pytest.mark.parametrize(("place", "statement", "found"), [
    (0, Equal(W * X * X.T, W, on=in_the_span), "refuted"),
    (0, Equal(Trace(X.T * X), p, on=in_the_span), "true"),
    (0, Equal(Dot(u, u + v), 2, on=turned), "refuted"),
    (1, Equal(Dot(u, u + v), 2, on=turned), "refuted"),
], ids=["where twice the matrix holds too", "not needed", "where a parameter has one more equation", "and the other"])
def test_a_lost_equation_is_noticed_where_it_is_needed(place, statement, found):
    assert without(place, statement) == found
