"""Laws of limits: values, rates, cases of sign, cancellation, and that wrong values and wrong rates are not proved."""

import pytest
from sympy import Abs, E, Eq, Gt, Max, Ne, Piecewise, Rational, S, Symbol, atan, atanh, cosh, exp, log, oo, pi, sign, sin, sinh, sqrt, tanh

from theoremtest.derivations.language import Domain, real, reals
from theoremtest.derivations.proof.asymptotics.limits import compute_limit, limit_differs, prove_limit
from theoremtest.derivations.proof.deadline import Deadline, OutOfTime
from theoremtest.derivations.proof.zero.normal_form import is_zero

x, y, t, s, c, b = reals("x", "y", "t", "s", r"c_\phi", r"\|\beta\|")
delta, nu0, mu0, phi0, a0 = reals(r"\delta", r"\nu_0", r"\mu_0", r"\phi_0", "a_0")

kappa = sqrt(delta**2 + 4 * b**2)
R = sqrt(delta**2 + 4 * s**2) / 2
nu = (2 * R * nu0 * cosh(R * t) + (2 * s**2 - delta * nu0) * sinh(R * t)) / (
    2 * R * cosh(R * t) + (2 * nu0 + delta) * sinh(R * t))
late = c + s * t
mu = 2 * cosh(late)**2 / (2 * late + sinh(2 * late) + 2 / mu0 * cosh(c)**2 - (2 * c + sinh(2 * c)))
potential = (kappa - 2 * delta) * sqrt(kappa + delta) / 3

anywhere = Domain(over=[x, y, delta])
unbalanced = Domain(b > 0, over=[delta])
balanced = Domain(s > 0, t >= 0, mu0 > 0, over=[c])
kept_sign = Domain(s > 0, t >= 0, nu0 > -(delta + 2 * R) / 2, over=[delta])


def proof(expression, variable, to, value, domain, rate=None, seconds=20):
    return prove_limit(expression, variable, to, value, rate, domain, Deadline(seconds), is_zero)


def cases(expression, variable, to, domain):
    return compute_limit(expression, variable, to, domain, Deadline(20), is_zero)


def differs(expression, variable, to, value, domain):
    return limit_differs(expression, variable, to, value, domain, Deadline(20), is_zero)


@pytest.mark.parametrize("expression, to, value, rate", [
    # M's coefficients: upstream M is delta I, downstream |delta| times the projection on beta
    ((kappa + delta) / (2 * delta), oo, 1, 1 / delta**2),
    ((kappa - delta) / 2, oo, 0, 1 / delta),
    ((kappa - delta) / 2 * delta, oo, b**2, 1 / delta**2),
    ((kappa + delta) / 2, -oo, 0, 1 / delta),
    ((kappa - delta) / (2 * Abs(delta)), -oo, 1, 1 / delta**2),
    (kappa + delta - 2 * delta - 2 * b**2 / delta, oo, 0, 1 / delta**3),
    # the three leading orders cancel
    ((kappa - delta - 2 * b**2 / delta + 2 * b**4 / delta**3) * delta**5, oo, 4 * b**6, 1 / delta**2),
    # nested roots
    (sqrt(kappa + delta) * sqrt(-delta), -oo, sqrt(2) * b, 1 / delta**2),
    (potential + sqrt(2) * delta**Rational(3, 2) / 3, oo, 0, 1 / sqrt(delta)),
    (potential / sqrt(-delta), -oo, sqrt(2) * b * sqrt(-delta) / sqrt(-delta), None),
    (kappa, 0, 2 * b, delta**2),
])
def test_limits_in_the_balance(expression, to, value, rate):
    assert proof(expression, delta, to, value, unbalanced, rate).rung == "exact series"


@pytest.mark.parametrize("expression, value, rate, domain", [
    (tanh(late), 1, exp(-2 * s * t), balanced),
    (mu * s, s, t * exp(-2 * s * t), balanced),
    (nu, R - delta / 2, exp(-2 * R * t), kept_sign),
    (nu, R - delta / 2, exp(-2 * R * t), Domain(s > 0, t >= 0, delta > 0, nu0 > 0)),
    # exactly on the separating surface the growing exponential is absent
    (nu.subs(nu0, -delta / 2 - R), -R - delta / 2, None, Domain(s > 0, t >= 0, over=[delta])),
    (tanh(atanh(phi0) + s * t), 1, None, Domain(s > 0, t >= 0, phi0 > -1, phi0 < 1)),
    (t**5 * exp(-s * t), 0, exp(-s * t / 2), Domain(s > 0, t >= 0)),
    (log(cosh(s * t)) - s * t, -log(2), exp(-2 * s * t), Domain(s > 0)),
    ((exp(s * t) + exp(y * t)) / exp(s * t), 1, exp((y - s) * t), Domain(s > 0, y < s)),
    (sqrt(1 + exp(-t)) - 1, 0, exp(-t), Domain(t > 0)),
    (Max(t, exp(t)) / exp(t), 1, None, Domain(t > 0)),
])
def test_limits_at_late_times(expression, value, rate, domain):
    assert proof(expression, t, oo, value, domain, rate) is not None


@pytest.mark.parametrize("expression, to, value, rate", [
    ((x - sin(x)) / x**3, 0, Rational(1, 6), x**2),
    ((tanh(x) - x) / x**3, 0, Rational(-1, 3), x**2),
    ((1 + 1 / x)**x, oo, E, 1 / x),
    ((1 + y / x)**x, oo, exp(y), 1 / x),
    (sqrt(x**2 + x) - x, oo, Rational(1, 2), 1 / x),
    (sqrt(x**2 + x) + x, -oo, Rational(-1, 2), 1 / x),
    (exp(x) / x**100, oo, oo, None),
    (-x**3 + x**2, oo, -oo, None),
    (atan(x), oo, pi / 2, 1 / x),
    (atan(1 / x), 0, pi / 2, x),
    (x**x, 2, 4, None),
    (sign(x - 1), 1, 1, None),
    (Abs(x) / x, 0, 1, None),
    (exp(-1 / x) / x**50, 0, 0, x**7),
    (exp(x + exp(-x)) - exp(x), oo, 1, exp(-x)),
    (x**2, y, y**2, None),
])
def test_classical_limits(expression, to, value, rate):
    assert proof(expression, x, to, value, anywhere, rate) is not None


def test_open_signs_are_told_apart():
    found = proof(sqrt(delta**2 + 4 * x**2), delta, 0, 2 * Abs(x), anywhere)
    assert found.rung == "exact series, by cases of sign"
    steps = Piecewise((1, y > 0), (Rational(1, 2), Eq(y, 0)), (0, True))
    assert proof(1 / (1 + exp(-y * x)), x, oo, steps, anywhere) is not None


def test_rates_may_be_named_by_their_exponents():
    """The end of a where the growing exponential is present, the decaying one of either strength."""
    grow, decay, present, absent = reals(r"\lambda_+", r"\lambda_-", "P_+", "P_-")
    p = present * exp(grow * t) + absent * exp(decay * t)
    cross = 2 * present * absent * (exp((grow + decay) * t) - 1) / (grow + decay)
    square = 1 + present**2 * (exp(2 * grow * t) - 1) / grow + cross * 2 + absent**2 * (exp(2 * decay * t) - 1) / decay
    domain = Domain(grow > 0, decay < 0, present < 0, Ne(grow + decay, 0), over=[absent, t])
    assert proof(p / sqrt(square), t, oo, -sqrt(grow), domain).rung == "exact series, by cases of sign"
    assert proof(p / sqrt(square), t, oo, sqrt(grow), domain) is None


def test_every_case_must_hold():
    assert proof(sqrt(delta**2 + 4 * x**2), delta, 0, 2 * x, anywhere) is None
    assert proof(x * exp(-x * y), x, oo, 0, anywhere) is None
    assert proof(nu, t, oo, R - delta / 2, Domain(s > 0, t >= 0, over=[delta, nu0])) is None


@pytest.mark.parametrize("expression, variable, to, value, rate, domain", [
    (kappa + delta, delta, -oo, 0, 1 / delta**2, unbalanced),
    (mu, t, oo, 1, exp(-2 * s * t), balanced),
    (nu, t, oo, R - delta / 2, exp(-3 * R * t), kept_sign),
    (sqrt(kappa + delta), delta, oo, 0, None, unbalanced),
    (x * sin(1 / x), x, oo, 0, None, anywhere),
    (sin(x), x, oo, 0, None, anywhere),
    (sqrt(-x), x, oo, 0, None, anywhere),
    (1 / (y - y), x, oo, 0, None, anywhere),
    (x / y**2, x, 0, 0, None, anywhere),
], ids=str)
def test_wrong_values_wrong_rates_and_undefined_expressions_are_not_proved(expression, variable, to, value, rate, domain):
    assert proof(expression, variable, to, value, domain, rate) is None


def test_the_variable_must_be_able_to_get_there():
    assert proof(1 / x, x, oo, 0, Domain(x < 5)) is None
    assert proof(x, x, 0, 0, Domain(x > 1)) is None
    assert proof(sqrt(x), x, 0, 0, Domain(x > 0)) is not None


def test_the_leading_term_is_computed():
    found, = cases(kappa + delta, delta, -oo, unbalanced)
    assert found.limit == 0 and found.coefficient == 2 * b**2 and found.scale == -1 / delta
    found, = cases(exp(2 * x) * x - x**3, x, oo, anywhere)
    assert found.limit == oo and found.scale == x * exp(2 * x)
    assert {case.limit for case in cases(sqrt(delta**2 + 4 * x**2), delta, 0, anywhere)} == {2 * x, -2 * x, 0}


def test_a_wrong_value_is_told_by_the_limit_itself():
    assert differs(kappa, delta, 0, b, unbalanced) == 2 * b
    assert differs(kappa, delta, 0, 2 * b, unbalanced) is None
    assert differs(exp(x), x, oo, 1, anywhere) == oo
    assert differs(sin(x), x, oo, 1, anywhere) is None
    told = differs(sqrt(delta**2 + 4 * x**2), delta, 0, x, Domain(Ne(x, 0), over=[delta]))
    assert told.subs(x, -3) == 6 and told.subs(x, 3) == 6


def test_conditions_that_bind_the_variable_do_not_help():
    assert proof(y / x, x, oo, 0, Domain(Gt(x, y), y > 0)) is not None
    assert proof(sqrt(y - x), x, 0, sqrt(y), Domain(y > x, x > 0)) is None


def test_the_deadline_is_kept():
    with pytest.raises(OutOfTime):
        proof(nu, t, oo, S.Zero, kept_sign, seconds=0)


def test_symbols_that_may_be_complex_are_left_alone():
    unknown = Symbol("u")
    assert proof(sqrt(unknown**2 + x), x, 0, unknown, Domain(over=[x, unknown])) is None


def test_the_case_of_a_root_of_a_product_that_is_zero_is_told_by_the_factor():
    z = real("z")
    rate, root = sqrt(x**2 - y**2), sqrt(z**2 + x**2 - y**2)
    between = Domain(z > 0, x >= y, x + y > 0)
    share = (z + x - y + root + (root - z - x + y) * exp(-t * rate)) / (x + y - z + root + (z - x - y + root) * exp(-t * root))
    assert proof(share, t, oo, (z + root) / (x + y), between) is not None
    # without the factor that is zero with the rate, what does not decay at x = y stays
    assert proof(share + y * exp(-t * rate), t, oo, (z + root) / (x + y), between) is None


def test_a_quotient_below_a_quotient_bounds_a_letter():
    later, sooner, k = reals("later", "sooner", "k")
    below = Domain(x > 0, later > 0, sooner > later, k < later / sooner, k > 0)
    assert proof(x**(2 - k), x, 0, S.Zero, below) is not None
    assert proof(x**(1 - 2 * k), x, 0, S.Zero, below) is None
    above = Domain(x > 0, later > 0, sooner > later, k > later / sooner)
    assert proof(log(x) / k, x, 0, -oo, above) is not None


def test_a_whole_power_of_what_is_negative_is_bounded_by_its_modulus():
    D, k = Symbol("D", integer=True), real("k")
    many = Domain(D >= 1, k > 0, x > 0)
    assert proof((-1 - k / x)**D / x, x, oo, S.Zero, many) is not None
    assert proof((-k / x)**D, x, oo, S.Zero, many) is not None
    assert proof((-1 - k / x)**D, x, oo, S.One, many) is None
    assert proof((-1 - k / x)**D, x, oo, S.NegativeOne, many) is None
    assert proof((-1 - x)**D / x, x, oo, S.Zero, many) is None
