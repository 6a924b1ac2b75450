"""Laws of the sign engine: what it proves over a whole domain, and what it must not claim."""

import random

import pytest
from sympy import Abs, Eq, Ge, Gt, Le, Max, Ne, Or, Piecewise, Rational, atanh, cosh, diff, exp, log, pi, sin, sinh, sqrt, tanh

from theoremtest.derivations.language import Domain, DomainError, Dot, Norm, dimension, real, reals, vector
from theoremtest.derivations.proof.balls.enclose import enclosure, truth
from theoremtest.derivations.proof.deadline import Deadline, OutOfTime
from theoremtest.derivations.proof.signs.signs import Sign, sign

pytestmark = pytest.mark.drawn(6)

x, y, z, t, s, k = reals("x", "y", "z", "t", "s", "k")
delta, omega, W, nu0 = reals(r"\delta", r"\omega", "W", r"\nu_0")
w, b = (vector(name, dimension("d")) for name in ("w", r"\beta_*"))

POSITIVE, NEGATIVE, ZERO, NONNEGATIVE, NONPOSITIVE, NONZERO = Sign
R = sqrt(delta**2 + 4 * s**2) / 2
kappa = sqrt(delta**2 + 4 * x**2)
denominator = 2 * R * cosh(R * t) + (2 * nu0 + delta) * sinh(R * t)
potential = (kappa - 2 * delta) * sqrt(kappa + delta) / 3
anywhere = Domain(over=[x, y, delta])
cone = Domain(s > 0, W > 0, omega**2 <= W * s**2)


def decided(expression, domain, seconds=10):
    return sign(expression, domain, Deadline(seconds))


LAWS = [
    # roots against what they exceed, for every sign of delta
    (kappa + delta, Domain(Ne(x, 0), over=[delta]), POSITIVE),
    (kappa + delta, anywhere, NONNEGATIVE),
    (sqrt(delta**2 + 4 * x) - delta, Domain(x > 0, over=[delta]), POSITIVE),
    (sqrt(kappa + delta) / kappa, Domain(Ne(x, 0), over=[delta]), POSITIVE),
    (diff(potential, x, 2), Domain(Ne(x, 0), over=[delta]), POSITIVE),
    (diff(potential, x), Domain(x < 0, over=[delta]), NEGATIVE),
    (sqrt(2) + sqrt(3) - sqrt(5 + 2 * sqrt(6)), anywhere, ZERO),
    (sqrt((1 - x) * (1 + x)) - 1, Domain(x >= -1, x <= 1), NONPOSITIVE),
    # conditions on several symbols
    (W * s**2 - omega**2, cone, NONNEGATIVE),
    (1 - omega / (sqrt(W) * s), cone, NONNEGATIVE),
    (s * sqrt(W) - Abs(omega), cone, NONNEGATIVE),
    (x**2 - y**2, Domain(x > y, y > 0), POSITIVE),
    (x * y - 1, Domain(x > 1, y > 1), POSITIVE),
    (x**2 + y**2 - 2 * k * x * y, Domain(k > -1, k < 1, over=[x, y]), NONNEGATIVE),
    (x * y, Domain(Or(x > y, x < -y), y > 0, x > 0), POSITIVE),
    (x - y**2, Domain(Eq(x, y**2 + z), z > 0), POSITIVE),
    (z, Domain(x + z > y, y > x), POSITIVE),
    # a square of what the hypothesis keeps from zero, hidden by reducing the root
    (y**2 * (delta**2 + 4 * s**2) + 2 * x * y * sqrt(delta**2 + 4 * s**2) + x**2,
     Domain(x + y * sqrt(delta**2 + 4 * s**2) > 0, s > 0, over=[delta]), POSITIVE),
    # inner products in every dimension
    (Norm(w) * Norm(b) - Dot(w, b), Domain(over=[w, b]), NONNEGATIVE),
    (Dot(w - b, w - b), Domain(over=[w, b]), NONNEGATIVE),
    # polynomials
    (x**2 + x * y + y**2, Domain(Ne(y, 0), over=[x]), POSITIVE),
    (x**4 - 4 * x**3 + 6 * x**2 - 4 * x + 2, anywhere, POSITIVE),
    (1 - x**2, Domain(x > -1, x < 1), POSITIVE),
    (1 - x**2, Domain(x >= -1, x <= 1), NONNEGATIVE),
    (2 - x**2, Domain(x >= -1, x <= 1), POSITIVE),
    # exponentials and their kin
    (sinh(t) - t, Domain(t > 0), POSITIVE),
    (sinh(t) - t, Domain(t >= 0), NONNEGATIVE),
    (t - tanh(t), Domain(t < 0), NEGATIVE),
    (cosh(x) - 1, anywhere, NONNEGATIVE),
    (cosh(x) - sinh(x), anywhere, POSITIVE),
    (exp(x) - 1 - x, Domain(Ne(x, 0)), POSITIVE),
    (x - log(1 + x), Domain(x > -1), NONNEGATIVE),
    (x * log(x) - x + 1, Domain(x > 0), NONNEGATIVE),
    (-atanh(2 * R / (delta + 2 * nu0)), Domain(s > 0, delta + 2 * nu0 + 2 * R < 0), POSITIVE),
    (atanh(x) - x, Domain(x >= 0, x < 1), NONNEGATIVE),
    (denominator, Domain(s > 0, t >= 0, nu0 > -(delta + 2 * R) / 2, over=[delta]), POSITIVE),
    (denominator, Domain(s > 0, t >= 0, nu0 >= 0, delta >= 0), POSITIVE),
    # absolute values, maxima, constants
    (Abs(x * y) - x * y, anywhere, NONNEGATIVE),
    (Max(x, y) - x, anywhere, NONNEGATIVE),
    (pi - Rational(22, 7), anywhere, NEGATIVE),
    (sin(x) - 2, anywhere, NEGATIVE),
    (1 / x, Domain(Ne(x, 0)), NONZERO),
    (Piecewise((x, x >= 0), (-x, True)), anywhere, NONNEGATIVE),
]


@pytest.mark.parametrize("expression, domain, expected", LAWS, ids=lambda value: str(value)[:60])
def test_a_sign_that_holds_everywhere_is_proved(expression, domain, expected):
    assert decided(expression, domain) is expected


@pytest.mark.parametrize("expression, domain", [
    (x**2 - 1, anywhere),
    (x**2 * y, anywhere),
    (kappa - 2 * delta, anywhere),
    (x * y - 1, Domain(x > 1, y > Rational(9, 10))),
    (sin(x) - x, anywhere),
    (sinh(t) - t - t**3 / 6 - Rational(1, 100), Domain(t > 0)),
    (denominator, Domain(s > 0, t >= 0, over=[delta, nu0])),
    (W * s**2 - 2 * omega**2, cone),
    (Piecewise((x, x > 0), (-x, x < 0)), anywhere),
], ids=str)
def test_a_sign_that_changes_is_not_claimed(expression, domain):
    assert decided(expression, domain) is None


@pytest.mark.parametrize("expression, domain", [
    (1 / x**2, anywhere), (sqrt(x) + 1, anywhere), (log(x)**2 + 1, Domain(x >= 0)),
    (1 / (x**2 - y**2)**2, Domain(x > 0, y > 0)), (atanh(x)**2 + 1, Domain(x >= 0)),
], ids=str)
def test_no_sign_is_claimed_where_the_expression_is_not_defined_everywhere(expression, domain):
    assert decided(expression, domain) is None


def test_the_boundary_decides_between_strict_and_weak():
    assert decided(kappa - Abs(delta), Domain(x >= 0, over=[delta])) is NONNEGATIVE
    assert decided(kappa - Abs(delta), Domain(x > 0, over=[delta])) is POSITIVE


def test_abbreviations_are_written_out():
    domain = Domain(Ne(x, 0), over=[delta], where={k: kappa})
    assert decided(k - delta, domain) is POSITIVE


def test_integer_sizes_are_at_least_one():
    d = dimension("d")
    assert decided(d**2 - d, Domain(over=[w])) is NONNEGATIVE


def test_a_contradictory_domain_proves_nothing():
    assert decided(x, Domain(x > y, y > x)) is None


def test_the_deadline_is_kept():
    with pytest.raises(OutOfTime):
        decided(diff(potential, x, 2), Domain(over=[x, delta]), seconds=0)


def test_real_symbols_only():
    from sympy import Symbol

    unknown = Symbol("u")
    assert sign(unknown**2, Domain(over=[unknown]), Deadline(5)) is None
    assert decided(real("u")**2, Domain(over=[real("u")])) is NONNEGATIVE


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_no_proved_sign_is_contradicted_at_a_point(seed):
    """Random questions, most of them undecided: whatever is proved must hold at every sampled point of the domain."""
    chance = random.Random(seed)
    monomials = (1, x, y, z, x * y, x**2, y**2, z**2, x * z, x**2 * y)

    def polynomial(terms):
        return sum((chance.choice((-2, -1, 1, 2)) * chance.choice(monomials) for _ in range(chance.randint(1, terms))), x - x)

    proved = 0
    for _ in range(40):
        expression = polynomial(3) + chance.choice((0, 1, -1)) * sqrt(polynomial(2)**2 + polynomial(2)**2)
        conditions = [chance.choice((x > 0, x >= -1, x <= 2, Ne(x, 0))), chance.choice((y > 0, y < 1, z >= 0)),
                      chance.choice((Gt, Ge, Le))(polynomial(3), 0)]
        try:
            domain = Domain(*conditions, over=[x, y, z])
            found = decided(expression, domain, seconds=2)
        except (OutOfTime, DomainError):
            continue
        if found is None:
            continue
        proved += 1
        for _ in range(120):
            point = {symbol: Rational(chance.randint(-4, 4), chance.choice((1, 1, 2))) for symbol in (x, y, z)}
            if all(truth(condition, point) for condition in domain.conditions):
                value = enclosure(expression, point, 128)
                seen = POSITIVE if value > 0 else NEGATIVE if value < 0 else ZERO
                assert seen.value & found.value, (expression, domain, found, point)
    assert proved >= 5


def test_what_is_said_of_a_size_is_used():
    m = dimension("m")
    v = vector("v", m)
    assert decided(m - 1, Domain(over=[v])) is NONNEGATIVE
    assert decided(m - 1, Domain(m >= 2, over=[v])) is POSITIVE
    assert decided(m - 3, Domain(m >= 2, m <= 3, over=[v])) is NONPOSITIVE


def test_products_of_sums_with_roots_of_letters_are_factored():
    """sqrt(x)^2 is x, which would hide the factors."""
    p, q = x + k * sqrt(y), x * z + k * sqrt(y)
    kept = Domain(y > 0, x < 0, k < 0, z > 0)
    assert decided(p * q, kept) is POSITIVE
    assert decided(p * q, Domain(y > 0, x < 0, z > 0, over=[k])) is None


def test_a_letter_is_bounded_by_a_multiple_of_it():
    ratio = Domain(x > 0, y > x, z > x / y)
    assert decided(1 / z, ratio) is POSITIVE
    assert decided(1 / (z - 1), ratio) is None
    assert decided(2 - z, Domain(x > 0, y > x, z < x / y)) is POSITIVE
    assert decided(1 - 2 * z, Domain(x > 0, y > x, z < x / y)) is None


@pytest.mark.parametrize("expression, domain, expected", [
    (27 * (x + 2 * y)**3 - 320 * x**2 * y, Domain(x > 0, y > 0), POSITIVE),
    (27 * (x + 2 * y)**3 - 400 * x**2 * y, Domain(x > 0, y > 0), None),
    (x**3 - 3 * x * y**2 + 3 * y**3, Domain(y > 0, x > 0), POSITIVE),
    (x**3 - 3 * x * y**2 + 3 * y**3, Domain(y > 0, over=[x]), None),
    (x**4 - 3 * x**2 * y**2 + 3 * y**4, Domain(y > 0, over=[x]), POSITIVE),
    (x**3 - 2 * y**3, Domain(y > 0, x < 0), NEGATIVE),
    (x**4 - 3 * x**2 * y**2 + 3 * y**4, Domain(y >= 0, x >= 0), NONNEGATIVE),
])
def test_a_homogeneous_polynomial_in_two_quantities_has_the_sign_of_one_in_their_ratio(expression, domain, expected):
    found = decided(expression, domain)
    assert found is expected or (expected is NONNEGATIVE and found is None)


@pytest.mark.slow
def test_a_change_along_the_distance_of_two_letters_settles_what_both_bound():
    """(u^2 - 1)/(u^2 + 1) rises with u, and the smaller letter is at most the other."""
    def share(u):
        return (u**2 - 1) / (u**2 + 1)
    ordered = Domain(y > 0, x >= y)
    assert decided(sqrt(x + 1) * (x + 2) - sqrt(x + 1) * (y + 1), ordered) is POSITIVE
    assert decided(((x + sqrt(x**2 + 1))**2 - 1) / ((x + sqrt(x + 1))**2 + 1) - share(1 + y), ordered, 30) is POSITIVE
    assert decided(sqrt(x + 1) - (1 + y / 2), ordered) is None  # x = y
    assert decided(sqrt(x + 1) - sqrt(y + 2), ordered) is None
