"""Definite integrals of the field: Gaussian moments, decays, their derivatives and bounds; slips refuted, traps never proved."""

import pytest
from sympy import (
    Abs,
    Derivative,
    Ge,
    Integral,
    Le,
    Rational,
    S,
    Symbol,
    asin,
    atan,
    cos,
    erf,
    exp,
    gamma,
    log,
    oo,
    pi,
    sign,
    sin,
    sqrt,
    symbols,
    tan,
    tanh,
)

from theoremtest.derivations.language import Domain, Equal, Holds, Limit, Outcome
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.decide import decide
from theoremtest.derivations.proof.tails.plain import Plain

pytestmark = pytest.mark.drawn(6)

x, y, u = symbols("x y u", real=True)
a, b, c, d, p, q, s, t, mu, sigma = symbols("a b c d p q s t mu sigma", real=True)
D = Symbol("D", integer=True)
NONE = Domain(over=[t])
C = Domain(c > 0)
LINE, AXIS = (x, -oo, oo), (x, 0, oo)


def normal(f):
    """The integral of f over a normal density."""
    return Integral(f * exp(-((x - mu) ** 2) / (2 * sigma**2)) / (sigma * sqrt(2 * pi)), LINE)


TRUE = {
    "Gauss": Equal(Integral(exp(-c * x**2), LINE), sqrt(pi / c), on=C),
    "Gauss with a slope": Equal(Integral(exp(-c * x**2 + b * x), LINE), sqrt(pi / c) * exp(b**2 / (4 * c)), on=C.but(over=[b])),
    "a normal density": Equal(normal(1), 1, on=Domain(sigma > 0, over=[mu])),
    "second moment": Equal(Integral(x**2 * exp(-c * x**2), LINE), sqrt(pi / c) / (2 * c), on=C),
    "odd moment": Equal(Integral(x**3 * exp(-c * x**2), LINE), 0, on=C),
    "fourth moment": Equal(Integral(x**4 * exp(-(x**2) / 2), LINE), 3 * sqrt(2 * pi), on=NONE),
    "Gamma": Equal(Integral(x ** (s - 1) * exp(-c * x**b), AXIS), gamma(s / b) / (b * c ** (s / b)), on=Domain(c > 0, b > 0, s > 0)),
    "Gamma by its pole": Equal(Integral(x ** (s - 1) * (1 - exp(-x)), AXIS), -gamma(s + 1) / s, on=Domain(s > -1, s < 0)),
    "Beta": Equal(Integral(x ** (p - 1) * (1 - x) ** (q - 1), (x, 0, 1)), gamma(p) * gamma(q) / gamma(p + q), on=Domain(p > 0, q > 0)),
    "Beta over the axis": Equal(Integral(x ** (p - 1) / (1 + x) ** (p + q), AXIS), gamma(p) * gamma(q) / gamma(p + q),
                                on=Domain(p > 0, q > 0)),
    "a decay": Equal(Integral(exp(-c * x), (x, 0, t)), (1 - exp(-c * t)) / c, on=C.but(over=[t])),
    "the whole decay": Equal(Integral(x * exp(-c * x), AXIS), 1 / c**2, on=C),
    "Frullani's terms": Equal(Integral(exp(-a * x) - exp(-b * x), AXIS), 1 / a - 1 / b, on=Domain(a > 0, b > 0)),
    "a power tail": Equal(Integral(x ** (-a), (x, 1, oo)), 1 / (a - 1), on=Domain(a > 1)),
    "a tail from t on": Equal(Integral(x ** (-a - 1), (x, t, oo)), t ** (-a) / a, on=Domain(a > 0, t > 0)),
    "a power from zero": Equal(Integral(x ** (-a), (x, 0, 1)), 1 / (1 - a), on=Domain(a < 1)),
    "a logarithm": Equal(Integral(1 / x, (x, s, t)), log(t / s), on=Domain(s > 0, t > s)),
    "the logarithm at zero": Equal(Integral(log(x), (x, 0, 1)), -1, on=NONE),
    "Cauchy": Equal(Integral(1 / (1 + x**2), LINE), pi, on=NONE),
    "an arc": Equal(Integral(1 / sqrt(1 - x**2), (x, -1, 1)), pi, on=NONE),
    "the learning of a mode": Equal(Integral(tanh(x), (x, 0, t)), log((exp(t) + exp(-t)) / 2), on=NONE),
    "the error function": Equal(Integral(exp(-(x**2)), (x, 0, t)), sqrt(pi) / 2 * erf(t), on=NONE),
    "Fermi and Dirac": Equal(Integral(1 / (exp(x) + 1), AXIS), log(2), on=NONE),
    "partial fractions": Equal(Integral(1 / (x**2 - 1), (x, 2, oo)), log(3) / 2, on=NONE),
    "a mode that grows like a sigmoid": Equal(Integral(s / (1 + (s / a - 1) * exp(-2 * s * x)), (x, 0, t)),
                                              log(1 + a * (exp(2 * s * t) - 1) / s) / 2, on=Domain(s > 0, a > 0, a < s, t > 0)),
    "turned round": Equal(Integral(exp(x), (x, t, 0)), -Integral(exp(u), (u, 0, t)), on=Domain(t > 0)),
    "linear": Equal(Integral(a * exp(-(x**4)) + b / (1 + x**6), AXIS),
                    a * Integral(exp(-(y**4)), (y, 0, oo)) + b * Integral(1 / (1 + u**6), (u, 0, oo)), on=Domain(over=[a, b])),
    "rescaled": Equal(Integral(exp(-c * x) / (1 + x), AXIS), Integral(exp(-c * y) / (1 + y), (y, 0, oo)), on=C),
    "twice": Equal(Integral(Integral(x * y, (x, 0, y)), (y, 0, t)), t**4 / 8, on=Domain(t > 0)),
    "the rate of a bound": Equal(Derivative(Integral(sin(x**2), (x, 0, t)), t), sin(t**2), on=NONE),
    "Leibniz": Equal(Derivative(Integral(exp(-t * x**2), (x, 0, t)), t),
                     exp(-(t**3)) - Integral(x**2 * exp(-t * x**2), (x, 0, t)), on=Domain(t > 0)),
    "under the integral": Equal(Derivative(Integral(exp(-x * t), AXIS), t), -Integral(x * exp(-x * t), AXIS), on=Domain(t > 0)),
    "bounded by its length": Holds(Integral(exp(-(x**2)), (x, 0, t)) <= t, on=Domain(t > 0)),
    "bounded by its whole": Holds(Integral(exp(-(x**2)), (x, 0, t)) <= sqrt(pi) / 2, on=Domain(t > 0)),
    "a whole power through zero": Equal(Integral(c * (D + 1) * (1 - c * x)**D, (x, 0, t)), 1 - (1 - c * t)**(D + 1),
                                        on=Domain(D >= 0, over=[c, t])),
    "one integrand below another": Holds(Ge(Integral(exp(-(x**4)), (x, 0, 1)), Integral(exp(-(x**2)), (x, 0, 1)), evaluate=False), on=NONE),
    "in the end": Limit(Integral(exp(-c * x), (x, 0, t)), t, oo, 1 / c, on=C.but(t > 0)),
    "Laplace at infinity": Limit(t * Integral(exp(-t * x), AXIS), t, oo, 1, on=Domain(t > 0)),
}
FALSE = {
    "Gauss without its root": Equal(Integral(exp(-(x**2)), LINE), pi, on=NONE),
    "Gauss, half of it": Equal(Integral(exp(-(x**2)), AXIS), sqrt(pi), on=NONE),
    "Gauss with a lost half": Equal(Integral(exp(-c * x**2 / 2), LINE), sqrt(pi / c), on=C),
    "a density without its width": Equal(normal(1), 1 / sigma, on=Domain(sigma > 0, over=[mu])),
    "second moment without its half": Equal(Integral(x**2 * exp(-c * x**2), LINE), sqrt(pi / c) / c, on=C),
    "fourth moment of the wrong count": Equal(Integral(x**4 * exp(-(x**2) / 2), LINE), 4 * sqrt(2 * pi), on=NONE),
    "Gamma of the wrong argument": Equal(Integral(x ** (s - 1) * exp(-c * x), AXIS), gamma(s + 1) / c**s, on=Domain(c > 0, s > 0)),
    "Beta upside down": Equal(Integral(x ** (p - 1) * (1 - x) ** (q - 1), (x, 0, 1)), gamma(p + q) / gamma(p) / gamma(q),
                              on=Domain(p > 0, q > 0)),
    "a decay not divided": Equal(Integral(exp(-c * x), (x, 0, t)), 1 - exp(-c * t), on=Domain(c > 0, t > 0)),
    "a decay of the wrong sign": Equal(Integral(exp(-c * x), (x, 0, t)), (exp(-c * t) - 1) / c, on=Domain(c > 0, t > 0)),
    "a power tail, one more": Equal(Integral(x ** (-a), (x, 1, oo)), 1 / (a + 1), on=Domain(a > 1)),
    "a tail, the next power": Equal(Integral(x ** (-a - 1), (x, t, oo)), t ** (-a - 1) / a, on=Domain(a > 0, t > 0)),
    "a logarithm turned": Equal(Integral(1 / x, (x, s, t)), log(s / t), on=Domain(s > 0, t > s)),
    "Cauchy, half of it": Equal(Integral(1 / (1 + x**2), LINE), pi / 2, on=NONE),
    "a mode too fast": Equal(Integral(tanh(x), (x, 0, t)), log(exp(t) + exp(-t)), on=NONE),
    "Fermi and Dirac, the wrong logarithm": Equal(Integral(1 / (exp(x) + 1), AXIS), log(3), on=NONE),
    "a quartic, a rough constant": Equal(Integral(exp(-(x**4)), (x, 0, 1)), Rational(21, 25), on=NONE),
    "Leibniz without the inner rate": Equal(Derivative(Integral(exp(-t * x**2), (x, 0, t)), t), exp(-(t**3)), on=Domain(t > 0)),
    "a rate of the wrong bound": Equal(Derivative(Integral(exp(-x), (x, t, 1)), t), exp(-t), on=NONE),
    "a whole power, one less": Equal(Integral((1 - c * x)**D, (x, 0, t)), (1 - (1 - c * t)**(D + 1)) / (c * D),
                                     on=Domain(D >= 1, c > 0, over=[t])),
    "bounded by half its length": Holds(Integral(exp(-(x**2)), (x, 0, t)) <= t / 2, on=Domain(t > 0)),
    "at least one": Holds(Integral(exp(-c * x), AXIS) >= 1, on=C),
    "integrands the wrong way": Holds(Le(Integral(exp(-(x**4)), (x, 0, 1)), Integral(exp(-(x**2)), (x, 0, 1)), evaluate=False), on=NONE),
    "in the end, not divided": Limit(Integral(exp(-c * x), (x, 0, t)), t, oo, 1, on=C.but(t > 0)),
}
NEVER = {
    "a whole power of either sign": Equal(Integral(c * (D + 1) * (1 - c * x)**D, (x, 0, t)), 1 - (1 - c * t)**(D + 1),
                                          on=Domain(over=[c, t, D])),
    "any power through zero": Equal(Integral(c * (s + 1) * (1 - c * x)**s, (x, 0, t)), 1 - (1 - c * t)**(s + 1),
                                    on=Domain(s >= 0, over=[c, t])),
    "through a pole": Equal(Integral(1 / x**2, (x, -1, 1)), -2, on=NONE),
    "the principal value": Equal(Integral(1 / x, (x, -1, 1)), 0, on=NONE),
    "a pole of the tangent": Equal(Integral(tan(x), (x, 0, 2)), -log(-cos(2)), on=NONE),
    "a decay of either sign": Equal(Integral(exp(-c * x), AXIS), 1 / c, on=Domain(over=[c])),
    "a tail at its boundary": Equal(Integral(x ** (-a), (x, 1, oo)), 1 / (a - 1), on=Domain(a > 0)),
    "a power at its boundary": Equal(Integral(x ** (-a), (x, 0, 1)), 1 / (1 - a), on=Domain(a > 0)),
    "a logarithm over zero": Equal(Integral(1 / x, (x, s, t)), log(t / s), on=Domain(s < 0, t > 0)),
    "Newton over a jump": Equal(Integral(sign(x), (x, -1, 2)), 3, on=NONE),
    "a jump of the primitive": Equal(Integral(1 / (2 + cos(x)), (x, 0, 2 * pi)), 0, on=NONE),
    "an arc tangent that jumps": Equal(Integral(1 / (1 + x**2), (x, -1, 1)), atan(1 / S(1)) - atan(1 / S(-1)) - pi, on=NONE),
    "a root of a square": Equal(Integral(sqrt(x**2), (x, -1, 1)), 0, on=NONE),
    "a root of what is negative": Equal(Integral(sqrt(x), (x, -1, 1)), Rational(2, 3), on=NONE),
    "Gamma left of its strip": Equal(Integral(x ** (s - 1) * (1 - exp(-x)), AXIS), -gamma(s + 1) / s, on=Domain(s > -1, s < 1)),
    "a width that may vanish": Equal(normal(1), 1, on=Domain(sigma >= 0, over=[mu])),
    "a width of either sign": Equal(normal(1), 1, on=Domain(over=[mu, sigma])),
    "a derivative at a single point": Equal(Derivative(Integral(exp(-x * t), AXIS), t), 0, on=Domain(t >= 1, t <= 1)),
    "a derivative that jumps": Equal(Derivative(Integral(sign(x), (x, -1, t)), t), 1, on=NONE),
    "Dirichlet's discontinuous factor": Equal(Integral(sin(t * x) / x, AXIS), pi / 2, on=NONE),
    "an integral that is nothing": Equal(Integral(exp(x), AXIS) - Integral(exp(y), (y, 0, oo)), 0, on=NONE),
    "nothing times infinity": Equal(0 * t + 2 * Integral(exp(x), AXIS) / Integral(exp(y), (y, 0, oo)), 2, on=NONE),
    "a logarithm of a logarithm": Equal(Integral(1 / (x * log(x)), (x, 2, oo)), 5, on=NONE),
    "an arc sine too far": Equal(Integral(1 / sqrt(1 - x**2), (x, 0, t)), asin(t), on=Domain(t >= 0)),
    "a modulus": Equal(Integral(Abs(x), (x, -1, 1)), 0, on=NONE),
    "strict where the range is empty": Holds(Integral(exp(-(x**2)), (x, 0, t)) < t, on=Domain(t >= 0)),
    "a range turned round": Holds(Integral(exp(-(x**2)), (x, 0, t)) <= t, on=NONE),
}


def _known(table):
    return [pytest.param(statement, id=name) for name, statement in table.items()]


@pytest.mark.drawn(21)
@pytest.mark.slow
@pytest.mark.parametrize("statement", _known(TRUE))
def test_true_statements_are_proved(statement):
    found = decide(statement)
    assert found.outcome is Outcome.PROVED, found


@pytest.mark.drawn(21)
@pytest.mark.slow
@pytest.mark.parametrize("statement", _known(FALSE))
def test_false_statements_are_refuted(statement):
    found = decide(statement)
    assert found.outcome is Outcome.REFUTED, found


@pytest.mark.parametrize("statement", _known(NEVER))
def test_what_has_no_value_or_no_proof_is_never_proved(statement):
    assert decide(statement).outcome is not Outcome.PROVED


def test_a_bound_variable_stands_for_itself_only():
    assert decide(Equal(Integral(x, (x, 0, t)), Integral(Symbol("w", real=True), (Symbol("w", real=True), 0, t)), on=NONE)
                  ).outcome is Outcome.PROVED


def test_integrals_of_multiples_share_a_letter():
    """A factor that stands before or under the sign, in a sum or not, makes no other integral; another range does."""
    plain = Plain(C, Deadline(10))
    one = Integral(exp(-(x**4)) / (c + exp(x)), (x, 0, 1))
    whole = plain.lettered(one)
    assert plain.lettered(Integral(exp(-(y**4)) / (c**2 + c * exp(y)), (y, 0, 1))) == whole / c
    assert plain.lettered(Integral(x * exp(-(x**4)) / (c + exp(x)), (x, 0, 1))).is_Symbol
    assert plain.lettered(Integral(exp(-(x**4)) / (c + exp(x)), (x, 0, 2))).is_Symbol and len(plain.letters) == 3
