"""A proof is about something: a point of the domain is certain, and the sides have a value at one."""

import pytest
from sympy import And, Eq, Identity, Symbol, log, sqrt

from theoremtest.derivations.language import Domain, Equal, Holds, Outcome, dimension, ge, matrix, ne, reals
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.decide import decide
from theoremtest.derivations.proof.points.witness import has_point
from theoremtest.derivations.proof.reasons import NO_POINT

x, y = reals("x", "y")
n, d = Symbol("n", integer=True), dimension("d")
A = matrix("A", d, d)

WITH_POINTS = [Domain(over=[x]), Domain(x > 0, y > x), Domain(Eq(x**2, 2)), Domain(Eq(x**2, 2), x > 0), Domain(Eq(x**3, 2)),
               Domain(over=[n]), Domain(n > 5, n < 7), Domain(1 / x > -5), Domain(Eq(A.T * A, Identity(d))), Domain(Eq(A.T, -A))]
WITHOUT_POINTS = [Domain(x + y > 3, x < 1, y < 1), Domain(x**2 + x < -1), Domain(Eq(x**2 + x, -1)), Domain(Eq(n**2, 2)),
                  Domain(Eq(A.T * A, -Identity(d))), Domain(sqrt(x - 3) > 0, x < 1)]


@pytest.mark.parametrize("domain", WITH_POINTS, ids=str)
def test_a_point_is_found(domain):
    assert has_point(domain, Deadline(10))


@pytest.mark.slow
@pytest.mark.parametrize("domain", WITHOUT_POINTS, ids=str)
def test_no_point_is_made_up(domain):
    assert not has_point(domain, Deadline(10))


@pytest.mark.drawn(5)
@pytest.mark.slow
@pytest.mark.parametrize("domain", WITHOUT_POINTS, ids=str)
def test_what_is_said_of_an_empty_domain_is_neither_proved_nor_refuted(domain):
    symbol = domain.scalars[0] if domain.scalars else d
    for other in (symbol, symbol + 1):
        found = decide(Equal(symbol, other, on=domain))
        assert found.outcome is Outcome.UNDECIDED
        assert any(reason.startswith(NO_POINT) for reason in found.tried)


@pytest.mark.parametrize("left, right", [
    (log(-1 - x**2), log(-1 - x**2)),
    (sqrt(-1 - x**2) + x, x + sqrt(-1 - x**2)),
])
def test_sides_that_have_a_value_nowhere_prove_nothing(left, right):
    found = decide(Equal(left, right, on=Domain(over=[x])))
    assert found.outcome is Outcome.UNDECIDED and "a side has no value" in found.tried[0]


def test_sides_that_have_a_value_somewhere_are_proved_there():
    found = decide(Equal(log(x) + 1, 1 + log(x), on=Domain(over=[x])))
    assert found.outcome is Outcome.PROVED and "wherever both sides are defined" in found.scope


@pytest.mark.drawn(6)
@pytest.mark.parametrize("statement", [
    Equal(x**4, 4, on=Domain(Eq(x**2, 2))),
    Holds(x > 1, on=Domain(Eq(x**2, 2), x > 0)),
    Holds(n > 0, on=Domain(Eq(n**2, n + 3))),
    Equal(x, 1, on=Domain(1 / x > -5)),
    Holds(And(ge(d, 1), ne(d, 0)), on=Domain(over=[d])),
], ids=lambda statement: statement.latex())
def test_a_domain_without_rational_points_is_no_crash(statement):
    assert not any("crashed" in reason for reason in decide(statement).tried)
