"""The points route: for each kind of statement, a true one agrees and a slip is refuted."""

import pytest
from sympy import (
    Abs,
    And,
    Eq,
    Function,
    Ge,
    Gt,
    Identity,
    KroneckerDelta,
    Lt,
    Ne,
    Rational,
    S,
    Symbol,
    Trace,
    cosh,
    exp,
    log,
    oo,
    sinh,
    sqrt,
    tanh,
)

from theoremtest.derivations.language import (
    TIME,
    Conserved,
    Domain,
    DomainError,
    Dot,
    Equal,
    Evolves,
    Flow,
    Gradient,
    GradientFlow,
    Hessian,
    Holds,
    Iff,
    Inverse,
    Limit,
    Minimises,
    Norm,
    NotHessian,
    Outcome,
    Parity,
    Solves,
    System,
    dimension,
    eq,
    matrix,
    real,
    vector,
)
from theoremtest.numerics.routes import points
from theoremtest.numerics.routes.relation_trials import truth
from theoremtest.numerics.values.rules import NotToldApart

x, y, r = real("x"), real("y"), real("r")
d, n = dimension("d"), dimension("n")
k, m = Symbol("k", integer=True), Symbol("m", integer=True)
f, h = Function("f", real=True), Function("h", nonnegative=True)
u, b0 = vector("u", d), vector("b_0", d)
plane, positive = Domain(over=[x, y]), Domain(x > 0, over=[y])
in_space = Domain(Dot(u, u) > 0, over=[u, x])
spin = Flow({x: -y, y: x})
X, target, w = matrix("X", n, d), vector("y", n), vector("w", d)
residual = X * w - target
descent = GradientFlow(Dot(residual, residual) / 2, {w: x})
data = Domain(x > 0, over=[w, X, target])
p = Norm(u) ** 3 / 3
bend = Norm(u) * Identity(d) + u * u.T / Norm(u)
unbend = (Identity(d) - u * u.T / (2 * Dot(u, u))) / Norm(u)

CASES = {
    "Equal, scalars": (Equal((x + y) ** 2, x**2 + 2 * x * y + y**2, on=plane), Equal((x + y) ** 2, x**2 + y**2, on=plane)),
    "Equal, a sign that the domain decides": (Equal(sqrt(x**2), x, on=positive), Equal(sqrt(x**2), x, on=plane)),
    "Equal, matrices": (Equal((u * u.T) * u, Dot(u, u) * u, on=in_space), Equal(u * u.T, Dot(u, u) * Identity(d), on=in_space)),
    "Equal, both sides zero": (Equal(cosh(x) ** 2 - sinh(x) ** 2 - 1, S.Zero, on=plane), Equal(cosh(x) - sinh(x) - 1, S.Zero, on=plane)),
    "Evolves": (Evolves(x * y, x**2 - y**2, along=spin, on=plane), Evolves(x * y, y**2 - x**2, along=spin, on=plane)),
    "Evolves, from a loss": (Evolves(w, -x * X.T * residual, along=descent, on=data), Evolves(w, -X.T * residual, along=descent, on=data)),
    "Evolves, a named quantity": (
        Evolves(x**2 + y**2, 2 * r * x / x - 2 * r, along=spin, symbol=r, on=Domain(Ne(x, 0), over=[y])),
        Evolves(x**2, r, along=spin, symbol=r, on=plane),
    ),
    "Equal, at a logarithm": (Equal(exp(x * y), r, on=Domain(x > 0, Eq(y, log(r) / x), r > 0)),
                              Equal(exp(2 * x * y), r, on=Domain(x > 0, Eq(y, log(r) / x), r > 0))),
    "Equal, where two numbers are one": (Equal(KroneckerDelta(m, k), KroneckerDelta(k, m), on=Domain(m >= 1, k >= 1)),
                                         Equal(KroneckerDelta(m, k), 0, on=Domain(m >= 1, k >= 1))),
    "Equal, where a number is a given one": (
        Equal(KroneckerDelta(m, k), KroneckerDelta(k, m), on=Domain(Eq(k, 700), Ne(m, 2))),
        Equal(KroneckerDelta(k, m), 0, on=Domain(Eq(k, 700), Ne(m, 2)))),
    "Equal, where a bit is set": (Equal(Parity(S(512), m)**2, 1, on=Domain(m >= 0, m < 1024)),
                                  Equal(Parity(S(1 << 40), m), 1, on=Domain(m >= 0))),
    "Iff, at a root": (Iff(Eq(x**2, 8), Eq(x, 2 * sqrt(2)), on=positive), Iff(Eq(x**2, 8), Eq(x, -2 * sqrt(2)), on=positive)),
    "Iff, at an irrational number": (Iff(Eq(x**2 / 8, 1), Eq(x, 2 * sqrt(2)), on=positive),
                                     Iff(eq(x**2 / 8, -1), Eq(x, 2 * sqrt(2)), on=positive)),
    "Conserved": (Conserved(x**2 + y**2, along=spin, on=plane), Conserved(x**2 - y**2, along=spin, on=plane)),
    "Solves": (
        Solves(System({r: 1 - r**2}, {r: S.Zero}), {r: tanh(TIME)}, on=Domain(TIME >= 0)),
        Solves(System({r: 1 - r**2}, {r: S.Zero}), {r: tanh(2 * TIME)}, on=Domain(TIME >= 0)),
    ),
    "Solves, only the start is wrong": (
        Solves(System({r: -r}, {r: x}), {r: x * exp(-TIME)}, on=Domain(TIME >= 0, over=[x])),
        Solves(System({r: -r}, {r: x}), {r: 2 * x * exp(-TIME)}, on=Domain(TIME >= 0, over=[x])),
    ),
    "Inverse": (
        Inverse(Identity(d) + u * u.T, Identity(d) - u * u.T / (1 + Dot(u, u)), on=in_space),
        Inverse(Identity(d) + u * u.T, Identity(d) - u * u.T, on=in_space),
    ),
    "Gradient": (Gradient(p, u, Norm(u) * u, on=in_space), Gradient(p, u, u, on=in_space)),
    "Hessian": (Hessian(p, u, bend, on=in_space), Hessian(p, u, Norm(u) * Identity(d), on=in_space)),
    "NotHessian": (NotHessian(Identity(d) + u * u.T, u, on=in_space), NotHessian(bend, u, on=in_space)),
    "Limit": (Limit(x / (x + 1), x, oo, S.One, on=positive), Limit(x / (x + 1), x, oo, S(2), on=positive)),
    "Limit, from above": (Limit(sinh(x) / x, x, S.Zero, S.One, on=positive), Limit(cosh(x) / x, x, S.Zero, S.One, on=positive)),
    "Limit, exponentials that cancel": (
        Limit((1 + sinh(x) - cosh(x)) / (2 + sinh(x) - cosh(x)), x, oo, S.Half, on=positive),
        Limit((1 + sinh(x) - cosh(x)) / (2 + sinh(x) - cosh(x)), x, oo, S.One, on=positive)),
    "Limit, infinite": (Limit(log(x), x, oo, oo, on=positive), Limit(-x, x, oo, oo, on=positive)),
    "Limit, rate": (
        Limit(x / (x + 1), x, oo, S.One, rate=1 / x, on=positive),
        Limit(x / (x + 1), x, oo, S.One, rate=1 / x**2, on=positive),
    ),
    "Limit, at the rate of an exponential": (
        Limit(exp(-x * y) * (x + 1) / x**2, x, oo, S.Zero, rate=exp(-x * y) / x, on=Domain(x > 0, y > 0)),
        Limit(exp(-x * y) * (x + 1) / x**2, x, oo, S.Zero, rate=exp(-x * y) / x**2, on=Domain(x > 0, y > 0)),
    ),
    "Limit, a rate of which nothing is left far out": (
        Limit(tanh(x * y), x, oo, S.One, rate=exp(-2 * x * y), on=Domain(x > 0, y > 0)),
        Limit(tanh(x * y), x, oo, S.One, rate=exp(-2 * x * y * Rational(11, 10)), on=Domain(x > 0, y > 0)),
    ),
    "Limit, a rate that lacks a slow factor": (
        Limit(1 + x * exp(-x), x, oo, S.One, rate=x * exp(-x), on=positive),
        Limit(1 + log(x) * exp(-x), x, oo, S.One, rate=exp(-x), on=positive),
    ),
    "Limit, a rate that settles slowly": (
        Limit(1 + (3 - 2 / sqrt(x)) * exp(-x), x, oo, S.One, rate=exp(-x), on=positive),
        Limit(1 + (3 + sqrt(x)) * exp(-x), x, oo, S.One, rate=exp(-x), on=positive),
    ),
    "Limit, a rate near a point": (
        Limit(exp(-y / x), x, S.Zero, S.Zero, rate=exp(-y / x), on=Domain(x > 0, y > 0)),
        Limit(1 + exp(-y / x), x, S.Zero, S.One, rate=exp(-2 * y / x), on=Domain(x > 0, y > 0)),
    ),
    "Limit, nothing is left at all": (
        Limit(x / x, x, oo, S.One, rate=exp(-x**2), on=positive),
        Limit(1 + exp(-x), x, oo, S.One, rate=exp(-x**2), on=positive),
    ),
    "Limit, three terms cancel": (
        Limit(x**3 * (sqrt(x**2 + y**2) - x - y**2 / (2 * x)), x, oo, -y**4 / 8, rate=1 / x**2, on=positive),
        Limit(x**3 * (sqrt(x**2 + y**2) - x - y**2 / (2 * x)), x, oo, y**4 / 8, rate=1 / x**2, on=positive),
    ),
    "Limit, lost in rounding on the way": (
        Limit((y**2 + x * sinh(x)) / (y**4 + x * sinh(x)) - 1 + exp(-x), x, oo, S.Zero, on=Domain(x > 0, y > 1)),
        Limit((y**2 + x * sinh(x)) / (y**4 + 2 * x * sinh(x)) - 1 + exp(-x), x, oo, S.Zero, on=Domain(x > 0, y > 1)),
    ),
    "Holds": (Holds(Gt(x + 1 / x, 1), on=positive), Holds(Gt(x + 1 / x, 3), on=positive)),
    "Holds, a conjunction": (Holds(And(Gt(x, 0), Ge(x**2 + y**2, 2 * x * y)), on=positive), Holds(And(Gt(x, 0), Gt(y, 0)), on=positive)),
    "Holds, false only beside the boundary": (
        Holds(Gt(x, Rational(1, 2000)), on=Domain(x > Rational(1, 2000))),
        Holds(Gt(x, Rational(1, 500)), on=positive),
    ),
    "Holds, false only on the boundary": (Holds(Ge(x, 0), on=Domain(x >= 0)), Holds(Gt(x, 0), on=Domain(x >= 0))),
    "Holds, sides that meet on a curve": (
        Holds(Ne(x**2 + y**2, x * y), on=Domain(x > 0, y > 0)), Holds(Ne(exp(x) - 1, x * y), on=Domain(x > 0, y > 0))),
    "Holds, sides that meet outside": (
        Holds(Ne(x, y), on=Domain(x > 0, y > 2 * x)), Holds(And(Gt(y, 0), Ne(x**2, y)), on=Domain(x > 0, y > 0)),
    ),
    "Holds, sides that the domain keeps apart": (
        Holds(Ne(x**2, y**2), on=Domain(x > 0, y > 0, Ne(x, y))), Holds(Ne(x**2, 2 * y**2), on=Domain(x > 0, y > 0, Ne(x, y)))),
    "Holds, sides that meet at a pole": (
        Holds(Ne(x / (x - y), 0), on=Domain(x > 0, y > 0, Ne(x, y))), Holds(Ne(x - 1, 0), on=Domain(x > 0)),
    ),
    "Holds, a function that the statement leaves open": (
        Holds(Gt(f(x)**2 + y, 0), on=Domain(x > 0, y > 0)), Holds(Gt(f(x) + f(x + 1) + f(x + 2), 0), on=positive),
    ),
    "Holds, a function that is not negative": (Holds(Gt(h(x) + y, 0), on=Domain(x > 0, y > 0)), Holds(Gt(h(x) - y, 0), on=positive)),
    "Iff": (Iff(Gt(x * y, 0), Gt(y, 0), on=positive), Iff(Gt(x * y, 0), Gt(y, 0), on=plane)),
    "Minimises": (
        Minimises(p, Norm(b0) * b0, u, b0, Norm(u) * unbend, Norm(u), on=Domain(Dot(u, u) > 0, Dot(b0, b0) > 0, over=[u, b0])),
        Minimises(p, b0, u, b0, Norm(u) * unbend, Norm(u), on=Domain(Dot(u, u) > 0, Dot(b0, b0) > 0, over=[u, b0])),
    ),
    "Minimises, not convex": (
        Minimises(p, Norm(b0) * b0, u, b0, unbend, S.One, on=Domain(Dot(u, u) > 0, Dot(b0, b0) > 0, over=[u, b0])),
        Minimises(-p, -Norm(b0) * b0, u, b0, -unbend, S.One, on=Domain(Dot(u, u) > 0, Dot(b0, b0) > 0, over=[u, b0])),
    ),
}


@pytest.mark.drawn(4)
@pytest.mark.parametrize("statement", [pair[0] for pair in CASES.values()], ids=CASES)
def test_what_holds_agrees(statement):
    evidence = points.check(statement, "test", count=4)
    assert evidence.outcome is Outcome.AGREES, evidence
    if not isinstance(statement, (Holds, Iff, Limit, NotHessian)):
        assert evidence.figure == "50 digits"


@pytest.mark.drawn(4)
@pytest.mark.parametrize("statement", [pair[1] for pair in CASES.values()], ids=CASES)
def test_a_slip_is_refuted_with_its_point(statement):
    evidence = points.check(statement, "test", count=8)
    assert evidence.outcome is Outcome.REFUTED, evidence
    assert evidence.counterexample.point and evidence.counterexample.left


def test_a_slip_in_the_thirtieth_digit_is_seen():
    nearly = x * (1 + S(10) ** -30)
    assert points.check(Equal(x, nearly, on=positive), "test", count=2).outcome is Outcome.REFUTED


def test_cancellation_is_no_disagreement():
    lost = exp(-x - 200) * (exp(x + 200) - cosh(x + 200)) * 2 - 1
    assert points.check(Equal(lost, -exp(-2 * x - 400), on=Domain(x > 0, x < 1)), "test", count=2).outcome is Outcome.AGREES


def test_what_lies_below_the_rounding_is_no_disagreement():
    """(y + e^{-x}) - y against e^{-x} at x = 5000, where every precision tried takes the left side for 0."""
    swallowed = Equal((y + exp(-x)) / (y + 1) - y / (y + 1), exp(-x) / (y + 1), on=Domain(x > 5000, x < 5001, y > 1, y < 2))
    evidence = points.check(swallowed, "test", count=2)
    assert evidence.outcome is Outcome.UNDECIDED and "rounding" in evidence.tried[0]
    seen = Equal(exp(-x), 2 * exp(-x), on=Domain(x > 1000, x < 1001))
    assert points.check(seen, "test", count=2).outcome is Outcome.REFUTED


def test_an_undefined_side_is_undecided_and_says_where():
    evidence = points.check(Equal(log(x) - log(x / 2), log(S(2)), on=Domain(over=[x])), "test")
    assert evidence.outcome is Outcome.UNDECIDED and "no value at" in evidence.tried[0]


def test_the_same_seed_gives_the_same_evidence_and_another_seed_other_points():
    wrong = Equal((x + y) ** 2, x**2 + y**2, on=plane)
    first, again, other = (points.check(wrong, seed) for seed in ("a", "a", "b"))
    assert first == again and first.counterexample.point != other.counterexample.point


def test_several_dimensions_are_tried_and_told():
    assert points.check(CASES["Inverse"][0], "test").scope == "8 points, d = 1, 2, 3"
    assert "d = 2, 3" in points.check(CASES["NotHessian"][0], "test").scope


def test_an_empty_domain_is_an_error():
    with pytest.raises(DomainError):
        points.check(Equal(x, y, on=Domain(Gt(x, y), Lt(x, y))), "test")


def test_the_absolute_value_is_tried_on_both_sides():
    assert points.check(Equal(Abs(x), x, on=plane), "test").outcome is Outcome.REFUTED


@pytest.mark.drawn(5)
@pytest.mark.slow
@pytest.mark.parametrize("relation, outcome", [
    (tanh(x) < 1, Outcome.AGREES),  # they share 174 digits
    (tanh(x) >= 1, Outcome.REFUTED),
    (tanh(100 * x) < 1, Outcome.UNDECIDED),  # and here 17,000
    (And(tanh(x) < 1, x > 0), Outcome.AGREES),
    (Gt((x + 1) ** 2, x**2 + 2 * x + 1, evaluate=False), Outcome.REFUTED),
    (Gt(Abs(x), x), Outcome.REFUTED),
    (Ne(sqrt(x + 2 * sqrt(x) + 1), sqrt(x) + 1), Outcome.REFUTED),
    (Ne((exp(x) ** 2 - 1) / (exp(x) - 1), exp(x) + 1), Outcome.REFUTED),  # equal as fractions of exponentials
    (Ne(cosh(x) ** 2, sinh(x) ** 2 + 1), Outcome.UNDECIDED),  # equal by more than fractions
], ids=str)
def test_sides_that_share_many_digits_are_told_apart_or_nothing_is_said(relation, outcome):
    assert points.check(Holds(relation, on=Domain(x > 200, x < 210)), "apart").outcome is outcome


def test_a_trace_that_is_not_positive_is_refuted():
    a, b = matrix("A", n, n), matrix("B", n, n)
    assert points.check(Holds(Trace(a * b - b * a) > 0, on=Domain(over=[a, b])), "apart").outcome is Outcome.REFUTED


def test_simplest_points_are_tried_where_more_are_asked_for():
    """The quotient tends to 1 but where both letters are equal, which chance does not draw."""
    ratio = Limit((x - y) * r / ((x - y) * r + 1), r, oo, 1, on=Domain(x > 0, y > 0, over=[r]))
    assert points.check(ratio, "simple").outcome is Outcome.AGREES
    assert points.check(ratio, "simple", points.COUNT + 12).outcome is Outcome.REFUTED


def test_exponentials_of_long_fractions_are_left_open():
    """Their sides agree, but as a fraction of e^(1/65537) they are of degree 2 10^9: no polynomial arithmetic is done with that."""
    for power in (x, x * sqrt(10)):
        closed = Gt((exp(power) + 1) ** 2, exp(2 * power) + 2 * exp(power) + 1)
        assert truth(closed, {x: Rational(31, 65)}, careful=True) is False
        with pytest.raises(NotToldApart):
            truth(closed, {x: Rational(10**9 + 7, 65537)}, careful=True)
