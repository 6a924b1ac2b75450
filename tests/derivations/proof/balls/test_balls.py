"""Enclosures hold the true value, fail closed, and separate two sides only where they certainly differ."""

import sys
from fractions import Fraction

import mpmath
import pytest
import sympy
from flint import arb, fmpq
from hypothesis import example, given, settings
from hypothesis import strategies as st
from sympy import (
    Abs,
    Derivative,
    Determinant,
    Eq,
    Float,
    Function,
    I,
    Identity,
    ImmutableMatrix,
    Integer,
    KroneckerProduct,
    Max,
    Min,
    Ne,
    Or,
    Piecewise,
    Rational,
    Sum,
    Symbol,
    Trace,
    acosh,
    asin,
    atan,
    atanh,
    cosh,
    coth,
    exp,
    log,
    oo,
    pi,
    sign,
    sqrt,
    tanh,
)
from sympy.matrices.expressions.slice import MatrixSlice

from theoremtest.derivations.language import Dot, GrowthIntegral, Norm, dimension, matrix, reals, vector
from theoremtest.derivations.proof.balls import rules as ball_rules
from theoremtest.derivations.proof.balls.enclose import (
    Imprecise,
    NotEvaluable,
    Undefined,
    contrast,
    enclosure,
    exact_value,
    matrix_enclosure,
    separated,
    truth,
)
from theoremtest.derivations.proof.balls.text import decimal_text

x, y = reals("x", "y")
d = dimension("d")
u, v = vector("u", d), vector("v", d)
R = Rational
ARGUMENTS = {
    "acosh": "5/3", "acoth": "5/3", "asech": "3/7", "atanh": "-3/7", "asin": "-3/7", "acos": "3/7", "log": "5/3", "gamma": "5/3",
    "LambertW": "-2/7", "factorial": "7",
}
TWO_ARGUMENTS = {"besseli": ("2", "-7/5"), "besselj": ("3", "7/5"), "binomial": ("9", "4")}
ONE_ARGUMENT = sorted(set(ball_rules.FUNCTIONS) - set(TWO_ARGUMENTS) - {
    "KroneckerDelta", "atan2", "Heaviside", "Max", "Min", "Parity", "GrowthIntegral", "lowergamma"})


@pytest.mark.parametrize("name", ONE_ARGUMENT)
@pytest.mark.parametrize("bits", [64, 256])
def test_every_function_is_enclosed(name, bits):
    """SymPy evaluates each function itself (through mpmath), an independent source of its value."""
    encloses(name, {x: R(ARGUMENTS.get(name, "-7/5"))}, bits)


@pytest.mark.parametrize("name", TWO_ARGUMENTS)
def test_a_function_of_two_numbers_is_enclosed(name):
    encloses(name, dict(zip((x, y), map(R, TWO_ARGUMENTS[name]), strict=True)), 128)


def encloses(name, point, bits):
    function = getattr(sympy, name)
    ball = enclosure(function(*point), point, bits)
    with mpmath.workdps(110):
        value = Fraction(R(function(*point.values()).evalf(100)))
    slack = Fraction(1, 10**95)
    middle, radius = _fraction(ball.mid()), _fraction(ball.rad())
    assert abs(middle - value) <= radius + slack
    assert radius <= Fraction(1, 2 ** (bits - 12))


@pytest.mark.parametrize("rate, time", [("-7/5", "2"), ("3/7", "-5/3"), ("0", "5/3"), ("1/1000000", "2"), ("2", "0")])
def test_a_growth_integral_is_enclosed(rate, time):
    """By quadrature of what it is the integral of."""
    ball = enclosure(GrowthIntegral(x, y), {x: R(rate), y: R(time)}, 256)
    with mpmath.workdps(60):
        value = mpmath.quad(lambda s: mpmath.exp(mpmath.mpf(R(rate).p) / R(rate).q * s), [0, mpmath.mpf(R(time).p) / R(time).q])
        assert abs(mpmath.mpf(str(ball.mid().str(55, radius=False))) - value) < mpmath.mpf(10) ** -45


def _fraction(number):
    mantissa, exponent = number.man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


@pytest.mark.parametrize("expression, at", [
    (1 / x, 0), (log(x), 0), (log(x), -1), (sqrt(x), -1), (x ** R(1, 3), -8), (acosh(x), R(1, 2)), (atanh(x), 1), (asin(x), 2),
    (coth(x), 0), (x ** x, -R(1, 2)), (1 / (x - sqrt(x**2)), 1), (oo * x, 1), (Piecewise((1, x > 0)), -1),
])
def test_no_real_value_is_undefined(expression, at):
    with pytest.raises(Undefined):
        enclosure(expression, {x: R(at)}, 64)


def test_a_ball_too_wide_is_imprecise_never_a_value():
    """sqrt(x) sqrt(y) - sqrt(x y) is zero at (2, 3), which no precision shows."""
    nothing = sqrt(x) * sqrt(y) - sqrt(x * y)
    point = {x: R(2), y: R(3)}
    for expression in (1 / nothing, log(nothing), sign(nothing), sqrt(nothing), acosh(1 + nothing),
                       Piecewise((1, nothing > 0), (2, True))):
        for bits in (64, 4096):
            with pytest.raises(Imprecise):
                enclosure(expression, point, bits)


def test_values_that_overflow_are_not_enclosed():
    tower = exp(exp(exp(exp(exp(x)))))
    with pytest.raises(Imprecise):
        enclosure(tower - tower / 2, {x: R(5)}, 64)
    assert separated(tower, tower + 1, {x: R(5)}) is None


@pytest.mark.parametrize("value", ["nan", "inf", "-inf"])
def test_what_is_not_finite_has_no_sign_and_no_order(value):
    with pytest.raises(Imprecise):
        ball_rules.sign_of(arb(value))
    assert ball_rules.compare(arb(value), fmpq(1)) is None


def test_integer_powers_of_a_ball_with_zero_stay_finite():
    nothing = sqrt(x) * sqrt(y) - sqrt(x * y)
    for n in (2, 3, 7, 100):
        assert enclosure(nothing**n, {x: R(2), y: R(3)}, 64).contains(0)


def test_root_of_a_square_that_may_vanish_is_enclosed():
    nothing = sqrt(x) * sqrt(y) - sqrt(x * y)
    ball = enclosure(sqrt(Abs(nothing)) + nothing**2, {x: R(2), y: R(3)}, 64)
    assert ball.is_finite() and ball.contains(0) and ball < 1


@pytest.mark.parametrize("expression, at, value", [
    (sqrt(1 - x), 1, 0), (sqrt(x), R(9, 4), R(3, 2)), (x ** R(-2, 3), 8, R(1, 4)), (exp(x) + cosh(x), 0, 2), (tanh(x), 0, 0),
    (Max(x, 1 - x), R(1, 3), R(2, 3)), (Min(x, 1 - x, -x), R(1, 3), R(-1, 3)), (Abs(x) + sign(x), -2, 1), (x**y, 0, 1),
    (Piecewise((1 / x, x > 0), (7, True)), 0, 7),
])
def test_rational_values_stay_exact(expression, at, value):
    assert exact_value(expression, {x: R(at), y: R(0)}) == value


@pytest.mark.parametrize("expression, culprit", [
    (I * x, "I"), (Function("g", real=True)(x), "g(x)"), (Float("0.1") + x, "0.1"), (x + y, "y"),
    (Derivative(Function("g")(x), x), "Derivative"),
])
def test_what_cannot_be_read_is_named(expression, culprit):
    with pytest.raises(NotEvaluable, match=culprit.replace("(", r"\(").replace(")", r"\)")) as error:
        enclosure(expression, {x: R(1)}, 64)
    assert not isinstance(error.value, (Undefined, Imprecise))


def test_derivatives_of_explicit_functions_are_taken():
    assert exact_value(Derivative(x**3 / (1 + x), x), {x: R(1)}) == R(5, 4)


def test_points_hold_exact_rationals_only():
    with pytest.raises(NotEvaluable, match="exact rationals; x is 0.5"):
        enclosure(x, {x: 0.5}, 64)


@pytest.mark.parametrize("condition, at, holds", [
    (x < 3, 3, False), (x <= 3, 3, True), (sqrt(x) >= 3, 9, True), (sqrt(x) > 3, 9, False), (Ne(x**2, 2), R(7, 5), True),
    (Eq(x, 3) | (x > 5), 3, True), ((x > 1) & (x < 3), 3, False), (~((x > 1) & (x < 3)), 3, True), (exp(x) > R(27, 10), 1, True),
    (Or(x > 0, log(x) > 0), 1, True),
])
def test_truth_at_a_point(condition, at, holds):
    assert truth(condition, {x: R(at)}) is holds


def test_a_tie_between_irrationals_is_left_open():
    assert truth(sqrt(x) * sqrt(y) >= sqrt(x * y), {x: R(2), y: R(3)}) is None


def test_one_true_alternative_outweighs_an_undefined_one():
    assert truth(Or(log(x) > 0, x < 0), {x: R(-1)}) is True
    with pytest.raises(Undefined):
        truth(Or(log(x) > 0, x > 0), {x: R(-1)})


def test_saturated_sides_are_told_apart_and_the_gap_is_shown():
    sides = separated(tanh(x), Integer(1), {x: R(300)})
    assert sides.right == "1"
    assert sides.note == "left minus right is -5.30079310601e-261 ± 1e-272"


def test_equal_sides_are_never_separated():
    point = {x: R(7, 3)}
    assert separated(atan(x) + atan(1 / x), pi / 2, point) is None
    assert separated(acosh(cosh(x)), x, point) is None
    assert separated(sqrt(5 + 2 * sqrt(6)), sqrt(2) + sqrt(3), {}) is None


def test_undefined_sides_are_not_separated_but_reported_by_contrast():
    assert separated(1 / x, x, {x: R(0)}) is None
    with pytest.raises(Undefined, match="division by zero"):
        contrast(1 / x, x, {x: R(0)})


# --- matrices ------------------------------------------------------------------------------------------------------

A, B = matrix("A", d, d), matrix("B", d, d)
i, j, k = (Symbol(name, integer=True) for name in "ijk")
AT = {A: ImmutableMatrix([[2, R(1, 3)], [-1, 4]]), B: ImmutableMatrix([[0, 1], [R(5, 7), -2]]), d: Integer(2),
      u: ImmutableMatrix([1, R(-2, 3)]), v: ImmutableMatrix([R(1, 2), 5]), x: R(3, 5)}


@pytest.mark.parametrize("build", [
    lambda A, B, u, v, eye: A * B - x * B.T * A,
    lambda A, B, u, v, eye: A.inv() * B + eye,
    lambda A, B, u, v, eye: A**3 + x * u * v.T,
    lambda A, B, u, v, eye: A**-2 - B,
    lambda A, B, u, v, eye: (A + x * u * u.T).inv(),
], ids=["products", "inverse", "cube", "inverse-square", "rank-one-update"])
def test_matrices_agree_with_explicit_ones(build):
    explicit = build(AT[A], AT[B], AT[u], AT[v], sympy.eye(2)).subs(x, AT[x])
    enclosed = matrix_enclosure(build(A, B, u, v, Identity(d)), AT, 128)
    for i in range(2):
        for j in range(2):
            entry = R(explicit[i, j])
            with ball_rules.precision(128):
                assert (enclosed[i, j] - arb(fmpq(int(entry.p), int(entry.q)))).contains(0)
                assert enclosed[i, j].rad() < 1e-30


@pytest.mark.parametrize("expression, explicit", [
    (Dot(u, v), lambda A, B, u, v: (u.T * v)[0]),
    (Dot(A * u, v), lambda A, B, u, v: (v.T * A * u)[0]),
    (Norm(u) ** 2, lambda A, B, u, v: u.dot(u)),
    (Trace(A * B), lambda A, B, u, v: (A * B).trace()),
    (Trace(KroneckerProduct(A, B)), lambda A, B, u, v: A.trace() * B.trace()),
    (Determinant(A), lambda A, B, u, v: A.det()),
    (A[0, 1] * d, lambda A, B, u, v: 2 * A[0, 1]),
    (Sum(u[k, 0], (k, 0, d - 1)), lambda A, B, u, v: sum(u)),
    (Sum(k * i + j, (j, 0, i), (i, 1, k), (k, 1, d)), lambda A, B, u, v: 23),
])
def test_scalars_of_matrices_are_exact(expression, explicit):
    assert exact_value(expression, AT) == explicit(AT[A], AT[B], AT[u], AT[v])


@pytest.mark.parametrize("rows, columns, shape", [(d, 1, (2, 1)), (1, d, (1, 2)), (d, d + 1, (2, 3)), (d + 1, d, (3, 2))])
def test_a_corner_is_cut_from_a_matrix(rows, columns, shape):
    corner = matrix_enclosure(MatrixSlice(Identity(d + 1), (0, rows, 1), (0, columns, 1)), {d: Integer(2)}, 64)
    assert (corner.nrows(), corner.ncols()) == shape and all(corner[i, j] == int(i == j) for i in range(shape[0]) for j in range(shape[1]))


@pytest.mark.parametrize("rows", [(1, d, 1), (0, d, 2), (0, 2 * d, 1)])
def test_other_parts_of_a_matrix_are_not_read(rows):
    with pytest.raises(NotEvaluable):
        matrix_enclosure(MatrixSlice(Identity(d + 1), rows, (0, 1, 1)), {d: Integer(2)}, 64)


def test_a_singular_matrix_has_no_inverse():
    with pytest.raises(Undefined, match="singular"):
        matrix_enclosure(A.inv(), {A: ImmutableMatrix([[1, 2], [2, 4]]), d: Integer(2)}, 64)


def test_one_differing_entry_separates_matrices():
    sides = separated(A * B, B * A, AT)
    assert sides.note.startswith("entry (1, 1)")


# --- text ----------------------------------------------------------------------------------------------------------


@settings(max_examples=150, deadline=None, derandomize=True, database=None)
@example(5, 1, 0, -3)
@given(st.integers(-10**30, 10**30), st.integers(1, 10**20), st.integers(-60, 60), st.integers(-20, 200))
def test_text_never_claims_too_much(p, q, scale, spread):
    """The printed interval holds the whole ball, whatever its size and radius."""
    with ball_rules.precision(160):
        ball = arb(arb(fmpq(p, q)).mid(), arb(2) ** -spread) * arb(2) ** scale
    text = decimal_text(ball)
    middle, _, radius = text.partition(" ± ")
    low, high = (Fraction(middle) + sign * Fraction(radius or 0) for sign in (-1, 1))
    assert low <= _fraction(ball.mid()) - _fraction(ball.rad())
    assert high >= _fraction(ball.mid()) + _fraction(ball.rad())


@pytest.mark.parametrize("value, text", [
    (fmpq(1, 2), "1/2"), (fmpq(-3), "-3"), (fmpq(10**40 + 1, 3), "3.33333333333e39 ± 1e28"), (arb(2), "2"),
    (arb(0), "0"), (arb(0, 1), "0 ± 1e1"), (arb(1, 3), "0 ± 1e1"),
])
def test_text_of(value, text):
    assert decimal_text(value) == text


@pytest.mark.parametrize("interrupted", [False, True])
def test_what_an_integrand_raises_is_what_the_integral_raises(interrupted, monkeypatch):
    """The quadrature lets no exception pass: a division by zero, or a signal that time is over, would come out as a fault of its own."""
    integral = sympy.Integral(sympy.exp(y) / x, (y, 0, 1))
    with pytest.raises(Undefined):
        enclosure(integral, {x: sympy.S.Zero}, 128)
    assert enclosure(integral, {x: sympy.S.One}, 128).overlaps(arb(1).exp() - 1)
    if interrupted:
        monkeypatch.setattr("theoremtest.derivations.proof.balls.endless._complex", lambda *given: lambda get, z, analytic: sys.exit(7))
        with pytest.raises(SystemExit):
            enclosure(sympy.Integral(sympy.exp(y) * x, (y, 0, 1)), {x: sympy.S.One}, 128)
