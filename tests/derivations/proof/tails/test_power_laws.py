"""Power laws of sums as the theory of scaling writes them: exponents and constants proved for real exponents, slips refuted.

Skills with frequencies A k^-(alpha+1) give the losses in time, data and parameters; their exponents and constants are those of the
literature. Each false statement is an error that one could make: an exponent, a constant, a boundary where the sum diverges.
"""

import pytest
from sympy import E, Integral, Rational, S, Sum, exp, gamma, log, oo, pi, sqrt, symbols

from theoremtest.derivations.language import Domain, Equal, Holds, Limit, Outcome
from theoremtest.derivations.language.scales import Scales
from theoremtest.derivations.proof.decide import decide

pytestmark = pytest.mark.drawn(6)

k, n, N, D = symbols("k n N D", integer=True)
a, b, c, s, t, T, A, eta, alpha, r = symbols("a b c s t T A eta alpha r", real=True)
SKILLS = Domain(alpha > 0, A > 0, eta > 0, s > 0, T > 0)
RATES = Domain(a > 1, b > 0, t > 0)
TAIL = Domain(a > 0, N >= 1)
NONE = Domain(over=[t])
LEARNT = Sum(A * k ** (-alpha - 1) * exp(-2 * eta * s * A * k ** (-alpha - 1) * T), (k, 1, oo))
SIGMOID = Sum(A * k ** (-alpha - 1) / (1 + c * exp(2 * eta * s * A * k ** (-alpha - 1) * T)) ** 2, (k, 1, oo))
UNSEEN = Sum(A * k ** (-alpha - 1) * (1 - A * k ** (-alpha - 1)) ** D, (k, 1, oo))
FEWER = Sum(A * k ** (-alpha - 1) * (1 - A * k ** (-alpha - 1)) ** (D - 1), (k, 1, oo))
NEXT = Sum(A * k ** (-alpha - 1) * (1 - A * (k + 1) ** (-alpha - 1)) ** D, (k, 1, oo))
LEFT = Sum(k ** (-a - 1), (k, N + 1, oo))
DECAY = Sum(k ** (-a) * exp(-t * k ** (-b)), (k, 1, oo))
SEEN = Domain(alpha > 0, A > 0, A <= 1, D >= 1)
PART, ENDS = Integral(A * t ** (-alpha - 1), (t, b, T)), Domain(alpha > 0, b > 0, over=[A, T])
GAUGE = t ** ((a - 1) / b)

TRUE = {
    "time, linear dynamics": Scales(LEARNT, T, -alpha / (alpha + 1), on=SKILLS),
    "time, sigmoidal dynamics": Scales(s**2 / 2 * SIGMOID, T, -alpha / (alpha + 1), on=SKILLS.but(c > 0)),
    "data": Scales(s**2 / 2 * UNSEEN, D, -alpha / (alpha + 1), on=SEEN.but(s > 0)),
    "parameters": Scales(s**2 * A / 2 * Sum(k ** (-alpha - 1), (k, N + 1, oo)), N, -alpha, on=SKILLS.but(N >= 1)),
    "time with its constant": Limit(T ** (alpha / (alpha + 1)) * LEARNT, T, oo,
                                    A * gamma(alpha / (alpha + 1)) / (alpha + 1) * (2 * eta * s * A) ** (-alpha / (alpha + 1)), on=SKILLS),
    "data with its constant": Limit(D ** (alpha / (alpha + 1)) * UNSEEN, D, oo,
                                    A ** (1 / (alpha + 1)) * gamma(alpha / (alpha + 1)) / (alpha + 1), on=SEEN),
    "data, one of them set aside": Limit(D ** (alpha / (alpha + 1)) * FEWER, D, oo,
                                         A ** (1 / (alpha + 1)) * gamma(alpha / (alpha + 1)) / (alpha + 1), on=SEEN),
    "data, counted from none": Limit((D + 1) ** (alpha / (alpha + 1)) * UNSEEN, D, oo,
                                     A ** (1 / (alpha + 1)) * gamma(alpha / (alpha + 1)) / (alpha + 1), on=SEEN),
    "parameters, an index that is moved": Scales(Sum((k - 1) ** (-a - 1), (k, N + 1, oo)), N, -a, on=TAIL),
    "parameters, an index that is moved, with the constant": Limit(N**a * Sum((k + 3) ** (-a - 1), (k, N + 1, oo)), N, oo, 1 / a, on=TAIL),
    "time, the next skill's share": Scales(Sum(A * (k + 1) ** (-alpha - 1) * exp(-2 * eta * s * A * k ** (-alpha - 1) * T), (k, 1, oo)), T,
                                           -alpha / (alpha + 1), on=SKILLS),
    "data, the next skill's rate": Limit(D ** (alpha / (alpha + 1)) * NEXT, D, oo,
                                         A ** (1 / (alpha + 1)) * gamma(alpha / (alpha + 1)) / (alpha + 1), on=SEEN),
    "parameters with their constant": Limit(N**a * LEFT, N, oo, 1 / a, on=TAIL),
    "a general decay": Limit(GAUGE * DECAY, t, oo, gamma((a - 1) / b) / b, on=RATES),
    "of numbers": Limit(t * Sum(k**-3 * exp(-t / k**2), (k, 1, oo)), t, oo, Rational(1, 2), on=Domain(t > 0)),
    "a root of numbers": Limit(sqrt(t) * Sum(k**-2 * exp(-t / k**2), (k, 1, oo)), t, oo, sqrt(pi) / 2, on=Domain(t > 0)),
    "what is learnt grows": Limit(T ** ((a - 1) / b) * Sum(k ** (-a) * (1 - exp(-T * k ** (-b))), (k, 1, oo)), T, oo,
                                  gamma(1 - (1 - a) / b) / (1 - a), on=Domain(a < 1, b > 0, a + b > 1, T > 0)),
    "a partial sum": Limit(N ** (-a - 1) * Sum(k**a, (k, 1, N)), N, oo, 1 / (a + 1), on=Domain(a > -1, N >= 1)),
    "between N and 2N": Limit(Sum(1 / k, (k, N, 2 * N)), N, oo, log(2), on=Domain(N >= 1)),
    "a rational shape": Limit(t * Sum(k / (t + k**2) ** 2, (k, 1, oo)), t, oo, Rational(1, 2), on=Domain(t > 0)),
    "two terms, the slower wins": Scales(LEARNT + T ** (-2 * alpha), T, -alpha / (alpha + 1), on=SKILLS.but(alpha > 1)),
    "it vanishes": Limit(DECAY, t, oo, 0, on=RATES),
    "what is learnt saturates": Limit(Sum((1 - exp(-t / k)) / k**2, (k, 1, oo)), t, oo, pi**2 / 6, on=Domain(t > 0)),
    "a shifted start": Limit(N**a * Sum(k ** (-a - 1), (k, N + D, oo)), N, oo, 1 / a, on=TAIL.but(D >= 1)),
    "a resolvent": Limit(t * Sum(1 / (k**2 + t**2), (k, 1, oo)), t, oo, pi / 2, on=Domain(t > 0)),
    "two passes over the data": Scales(Sum(k ** (-a - 1) * (1 - k ** (-a - 1)) ** (2 * N), (k, 1, oo)), N, -a / (a + 1), on=TAIL),
    "it grows beyond bounds": Limit(t**a * DECAY, t, oo, oo, on=RATES.but(b >= 1)),
    "an integral whose end goes beyond its start": Limit(PART, T, oo, A * b ** (-alpha) / alpha, on=ENDS),
    "a tail from above": Holds(N ** (-a) / a >= LEFT, on=TAIL),
    "a tail from below": Holds((N + 1) ** (-a) / a <= LEFT, on=TAIL),
    "a tail with its first term": Holds(Sum(k ** (-a - 1), (k, N, oo)) <= N ** (-a) / a + N ** (-a - 1), on=TAIL),
    "harmonic from above": Holds(Sum(1 / k, (k, 1, n)) <= 1 + log(n), on=Domain(n >= 1)),
    "harmonic from below": Holds(Sum(1 / k, (k, 1, n)) >= log(n + 1), on=Domain(n >= 1)),
    "squares of the frequencies": Equal(Sum(k**-2, (k, 1, oo)), pi**2 / 6, on=NONE),
    "discounts": Equal(Sum(r**k, (k, 0, oo)), 1 / (1 - r), on=Domain(r > -1, r < 1)),
    "discounted times": Equal(Sum(k * r**k, (k, 1, oo)), r / (1 - r) ** 2, on=Domain(r > 0, r < 1)),
    "telescoping": Equal(Sum(1 / (k * (k + 1)), (k, 1, oo)), 1, on=NONE),
    "Boltzmann weights": Equal(Sum(exp(-c * k), (k, 0, oo)), 1 / (1 - exp(-c)), on=Domain(c > 0)),
    "linear in its terms": Equal(Sum(2 * k ** (-a) + c * k ** (-b), (k, 1, oo)),
                                 c * Sum(k ** (-b), (k, 1, oo)) + 2 * Sum(k ** (-a), (k, 1, oo)), on=Domain(a > 1, b > 1, over=[c])),
}
FALSE = {
    "squares of neighbours": Limit(Sum(k * exp(-((k + 1)**2 - k**2) / t - k / t), (k, 1, oo)) / t**2, t, oo, 1, on=Domain(t > 0)),
    "data, the next skill's rate, another constant": Limit(D ** (alpha / (alpha + 1)) * NEXT, D, oo,
                                                           2 * A ** (1 / (alpha + 1)) * gamma(alpha / (alpha + 1)) / (alpha + 1), on=SEEN),
    "data, one of them set aside, another exponent": Limit((D + 1) ** (1 / (alpha + 1)) * FEWER, D, oo,
                                                           A ** (1 / (alpha + 1)) * gamma(alpha / (alpha + 1)) / (alpha + 1), on=SEEN),
    "parameters, an index that is moved, another exponent": Scales(Sum((k - 1) ** (-a - 1), (k, N + 1, oo)), N, -a - 1, on=TAIL),
    "time, the exponent of the parameters": Scales(LEARNT, T, -alpha, on=SKILLS),
    "time, the exponent upside down": Scales(LEARNT, T, -(alpha + 1) / alpha, on=SKILLS),
    "time, one in the wrong place": Scales(s**2 / 2 * SIGMOID, T, -alpha / (alpha + 2), on=SKILLS.but(c > 0)),
    "data, like the parameters": Scales(UNSEEN, D, -alpha, on=SEEN),
    "parameters, the exponent of the frequencies": Scales(LEFT, N, -a - 1, on=TAIL),
    "time, the constant without its Gamma": Limit(T ** (alpha / (alpha + 1)) * LEARNT, T, oo,
                                                  A / (alpha + 1) * (2 * eta * s * A) ** (-alpha / (alpha + 1)), on=SKILLS),
    "data, a constant of the wrong power": Limit(D ** (alpha / (alpha + 1)) * UNSEEN, D, oo,
                                                 A * gamma(alpha / (alpha + 1)) / (alpha + 1), on=SEEN),
    "parameters, the constant of the next exponent": Limit(N**a * LEFT, N, oo, 1 / (a + 1), on=TAIL),
    "a general decay, the wrong argument": Limit(GAUGE * DECAY, t, oo, gamma(a / b) / b, on=RATES),
    "a general decay, not divided": Limit(GAUGE * DECAY, t, oo, gamma((a - 1) / b), on=RATES),
    "a general decay, the wrong gauge": Limit(t ** (a / b) * DECAY, t, oo, gamma((a - 1) / b) / b, on=RATES),
    "it does not vanish": Limit(DECAY, t, oo, 1, on=RATES),
    "the boundary, where the sum diverges": Scales(Sum(1 / k, (k, N, oo)), N, 0, on=Domain(N >= 1)),
    "what saturates does not vanish": Limit(Sum((1 - exp(-t / k)) / k**2, (k, 1, oo)), t, oo, 0, on=Domain(t > 0)),
    "a resolvent, twice": Limit(t * Sum(1 / (k**2 + t**2), (k, 1, oo)), t, oo, pi, on=Domain(t > 0)),
    "below the boundary": Limit(Sum(exp(-t / k) / k, (k, 1, oo)), t, oo, 0, on=Domain(t > 0)),
    "exponents down to the boundary": Scales(DECAY, t, -(a - 1) / b, on=Domain(a > 0, b > 0, t > 0)),
    "a partial sum, one power less": Limit(N ** (-a) * Sum(k**a, (k, 1, N)), N, oo, 1 / (a + 1), on=Domain(a > 0, N >= 1)),
    "between N and 2N, the wrong base": Limit(Sum(1 / k, (k, N, 2 * N)), N, oo, 1, on=Domain(N >= 1)),
    "two terms, the faster one": Scales(LEARNT + T ** (-2 * alpha), T, -2 * alpha, on=SKILLS.but(alpha > 1)),
    "an integral, the start's power": Limit(PART, T, oo, A * b ** (-alpha - 1) / alpha, on=ENDS),
    "a tail, its bound at the wrong end": Holds((N + 1) ** (-a) / a >= LEFT, on=TAIL),
    "a tail, its first term forgotten": Holds(Sum(k ** (-a - 1), (k, N, oo)) <= N ** (-a) / a, on=TAIL),
    "harmonic without its one": Holds(Sum(1 / k, (k, 1, n)) <= log(n), on=Domain(n >= 1)),
    "squares, a rough constant": Equal(Sum(k**-2, (k, 1, oo)), S(8) / 5, on=NONE),
    "cubes, a rough constant": Equal(Sum(k**-3, (k, 1, oo)), S(6) / 5, on=NONE),
    "discounts from one on": Equal(Sum(r**k, (k, 1, oo)), 1 / (1 - r), on=Domain(r > -1, r < 1)),
    "squares, without their first": Equal(Sum(k**-2, (k, 2, oo)), pi**2 / 6, on=NONE),
}
NEVER = {
    "a sum that diverges, by analytic continuation": Equal(Sum(2**k, (k, 0, oo)), -1, on=NONE),
    "a sum that diverges": Equal(Sum(1 / k, (k, 1, oo)), 2, on=NONE),
    "whole numbers, Ramanujan's way": Equal(Sum(k, (k, 1, oo)), -Rational(1, 12), on=NONE),
    "the geometric sum too far out": Equal(Sum(r**k, (k, 0, oo)), 1 / (1 - r), on=Domain(r > -2, r < 1)),
    "Grandi": Equal(Sum((-1) ** k, (k, 0, oo)), Rational(1, 2), on=NONE),
    "frequencies above one": Limit(D ** (alpha / (alpha + 1)) * UNSEEN, D, oo,
                                   A ** (1 / (alpha + 1)) * gamma(alpha / (alpha + 1)) / (alpha + 1), on=Domain(alpha > 0, A > 0, D >= 1)),
    "terms that vanish, sums that diverge": Limit(Sum(-1 / (k + t), (k, 1, oo)), t, oo, 0, on=Domain(t > 0)),
    "frequencies that grow": Scales(Sum(k ** (-a - 1) * (1 - k ** (a + 1)) ** N, (k, 1, oo)), N, -a / (a + 1), on=TAIL),
    "more than all": Scales(Sum(k ** (-a - 1) * (1 - 2 * k ** (-a - 1)) ** N, (k, 1, oo)), N, -a / (a + 1), on=TAIL),
    "alternating": Limit(GAUGE * Sum((-1) ** k * k ** (-a) * exp(-t * k ** (-b)), (k, 1, oo)), t, oo, gamma((a - 1) / b) / b, on=RATES),
    "rates of either sign": Limit(GAUGE * Sum(k ** (-a) * exp(-c * t * k ** (-b)), (k, 1, oo)), t, oo,
                                  gamma((a - 1) / b) / b * c ** ((1 - a) / b), on=RATES.but(over=[c])),
    "a finite sum": Limit(GAUGE * Sum(k ** (-a) * exp(-t * k ** (-b)), (k, 1, N)), t, oo, gamma((a - 1) / b) / b, on=RATES.but(N >= 1)),
    "a square for a bound": Limit(N**a * Sum(k ** (-a - 1), (k, N**2, oo)), N, oo, 1 / a, on=TAIL),
    "powers below their boundary": Scales(Sum(k**a, (k, 1, N)), N, a + 1, on=Domain(a > -2, N >= 1)),
    "what saturates does not grow": Scales(Sum(k ** (-a) * (1 - exp(-t * k ** (-b))), (k, 1, oo)), t, (1 - a) / b,
                                           on=Domain(a > 0, b > 0, t > 0)),
    "exponents that cancel": Scales(DECAY - Sum(k ** (-a) * exp(-2 * t * k ** (-b)), (k, 1, oo)), t, -a / b, on=RATES),
    "a sum that starts at zero": Limit(GAUGE * Sum(k ** (-a) * exp(-t * k ** (-b)), (k, 0, oo)), t, oo, gamma((a - 1) / b) / b, on=RATES),
    "a falling exponent inside": Limit(GAUGE * DECAY, t, oo, gamma((a - 1) / b) / b, on=Domain(a > 1, t > 0, b < 0)),
    "exponents of either sign": Limit(GAUGE * DECAY, t, oo, gamma((a - 1) / b) / b, on=Domain(a > 1, t > 0, over=[b])),
    "an integral that starts at either sign": Limit(PART, T, oo, A * b ** (-alpha) / alpha, on=Domain(alpha > 0, over=[A, T, b])),
    "a constant that may vanish": Scales(A * LEFT, N, -a, on=TAIL.but(over=[A])),
    "terms that cancel": Scales(Sum(k**-3 * (exp(-t / k**2) - 2 * exp(-4 * t / k**2)), (k, 1, oo)), t, -1, on=Domain(t > 0)),
    "no growth where terms turn": Limit(E * Sum(exp(-t * k), (k, 1, oo)), t, 0, 1, on=Domain(t > 0)),
}


def _known(table):
    return [pytest.param(statement, id=name) for name, statement in table.items()]


@pytest.mark.drawn(9)
@pytest.mark.parametrize("statement", _known(TRUE))
def test_true_statements_are_proved(statement):
    found = decide(statement)
    assert found.outcome is Outcome.PROVED, found


@pytest.mark.drawn(24)
@pytest.mark.parametrize("statement", _known(FALSE))
def test_false_statements_are_refuted(statement):
    found = decide(statement)
    assert found.outcome is Outcome.REFUTED, found


@pytest.mark.drawn(9)
@pytest.mark.parametrize("statement", _known(NEVER))
def test_what_has_no_value_or_no_proof_is_never_proved(statement):
    assert decide(statement).outcome is not Outcome.PROVED
