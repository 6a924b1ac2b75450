"""The integration route: what trajectories show of solutions, conserved quantities, rates, zeros and minimisers."""

import pytest
from sympy import DiagMatrix, Eq, Identity, Inverse, S, exp, sqrt, tanh

from theoremtest.derivations.language import (
    EIGENVALUE,
    TIME,
    AtMostOneZero,
    Conserved,
    Domain,
    Dot,
    Equal,
    Evolves,
    Flow,
    GradientFlow,
    GrowthIntegral,
    MatrixFunction,
    Minimises,
    Norm,
    Outcome,
    Solves,
    System,
    dimension,
    matrix,
    real,
    vector,
)
from theoremtest.numerics.routes import integration

x, y, r = real("x"), real("y"), real("r")
d, n = dimension("d"), dimension("n")
plane = Domain(over=[x, y])
spin, fall = Flow({x: -y, y: x}), Flow({x: -x})
X, target, w = matrix("X", n, d), vector("y", n), vector("w", d)
residual = X * w - target
descent = GradientFlow(Dot(residual, residual) / 2, {w: S.One})
data = Domain(over=[w, X, target])
u, b0 = vector("u", d), vector("b_0", d)
p, unbend = Norm(u) ** 3 / 3, (Identity(d) - u * u.T / (2 * Dot(u, u))) / Norm(u)
cone = Domain(Dot(u, u) > 0, Dot(b0, b0) > 0, over=[u, b0])
logistic = System({r: x * r * (1 - r)}, {r: S.Half})
t = real("t")
passing, square = Flow({t: S.One}, name="time passes"), matrix("F", d, d)
growth, circle = Flow({square: square}), Domain(Eq(x**2 + y**2, 1), over=[x, y])
of_time = Domain(Eq(square.T, square), over=[square, t])


def of(formula, argument):
    """A function of the eigenvalue, of a matrix."""
    return MatrixFunction(formula, EIGENVALUE, argument)


CASES = {
    "Solves": (
        Solves(logistic, {r: 1 / (1 + exp(-x * TIME))}, on=Domain(TIME >= 0, over=[x])),
        Solves(logistic, {r: (1 + tanh(x * TIME)) / 2}, on=Domain(TIME >= 0, over=[x])),
    ),
    "Conserved": (Conserved(x**2 + y**2, along=spin, on=plane), Conserved(x + y, along=spin, on=plane)),
    "Conserved, a quantity that is zero": (Conserved(w - w, along=descent, on=data), Conserved(Dot(w, w), along=descent, on=data)),
    "Evolves": (
        Evolves(x**2, -2 * r, along=fall, symbol=r, on=Domain(over=[x])),
        Evolves(x**2, -r, along=fall, symbol=r, on=Domain(over=[x])),
    ),
    "Evolves, vectors": (Evolves(w, -X.T * residual, along=descent, on=data), Evolves(w, X.T * residual, along=descent, on=data)),
    "Evolves, a function of a diagonal matrix": (
        Evolves(of(GrowthIntegral(2 * EIGENVALUE, t), DiagMatrix(u)) * u, of(exp(2 * EIGENVALUE * t), DiagMatrix(u)) * u, along=passing,
                on=Domain(over=[u, t])),
        Evolves(of(GrowthIntegral(2 * EIGENVALUE, t), DiagMatrix(u)) * u, of(exp(EIGENVALUE * t), DiagMatrix(u)) * u, along=passing,
                on=Domain(over=[u, t])),
    ),
    "Evolves, a function of a symmetric matrix": (
        Evolves(of(exp(EIGENVALUE * t), square), square * of(exp(EIGENVALUE * t), square), along=passing, on=of_time),
        Evolves(of(exp(EIGENVALUE * t), square), of(exp(EIGENVALUE * t), square), along=passing, on=of_time),
    ),
    "Evolves, an inverse": (
        Evolves(Inverse(square) ** 2, -2 * Inverse(square) ** 2, along=growth, on=Domain(over=[square])),
        Evolves(Inverse(square) ** 2, -Inverse(square) ** 2, along=growth, on=Domain(over=[square])),
    ),
    "Evolves, on a set that the motion keeps": (Evolves(x * y, 1 - 2 * y**2, along=spin, on=circle),
                                                Evolves(x * y, 1 - y**2, along=spin, on=circle)),
    "AtMostOneZero": (AtMostOneZero(x - 1, along=fall, on=Domain(x > 0)), AtMostOneZero(x, along=spin, on=plane)),
    "Minimises": (
        Minimises(p, Norm(b0) * b0, u, b0, Norm(u) * unbend, Norm(u), on=cone),
        Minimises(p, 2 * Norm(b0) * b0, u, b0, Norm(u) * unbend, Norm(u), on=cone),
    ),
}


@pytest.mark.parametrize("statement", [pair[0] for pair in CASES.values()], ids=CASES)
def test_what_holds_agrees(statement):
    evidence = integration.check(statement, "test", count=2)
    assert evidence.outcome is Outcome.AGREES, evidence
    if not isinstance(statement, (AtMostOneZero, Minimises)):
        assert evidence.figure == ("45 digits" if isinstance(statement, Solves) else "30 digits")
        rounded = isinstance(statement, Evolves) and statement.on is of_time  # the eigenvalues are
        assert ("rigorous" in evidence.scope) is not rounded


@pytest.mark.parametrize("statement", [pair[1] for pair in CASES.values()], ids=CASES)
def test_a_slip_is_refuted_with_its_start(statement):
    evidence = integration.check(statement, "test", count=2)
    assert evidence.outcome is Outcome.REFUTED, evidence
    assert evidence.counterexample.point


def test_a_wrong_start_is_refuted():
    shifted = Solves(System({r: -r}, {r: x}), {r: (x + 1) * exp(-TIME)}, on=Domain(TIME >= 0, over=[x]))
    assert integration.check(shifted, "test").outcome is Outcome.REFUTED


def test_a_trajectory_that_leaves_the_domain_shows_nothing():
    inside = Domain(x > 0, x < S(1) / 1000)
    evidence = integration.check(Evolves(x, S.One, along=Flow({x: S.One}), on=inside), "test")
    assert evidence.outcome is Outcome.UNDECIDED and "leaves the domain" in evidence.tried[0]


def test_an_identity_is_not_its_business():
    assert integration.check(Equal(sqrt(x**2) ** 2, x**2, on=plane), "test").outcome is Outcome.NOT_APPLICABLE
