"""The losses of the multilinear model with 50 digits, in ball arithmetic and by a route of their own: the first skills one by one, all
others by the Taylor series of a skill's loss in its frequency, whose sums over skills are differences of Hurwitz zeta functions.

Time goes up with the number of skills one by one, those that have been learned; the power law's constant, in closed form by
polylogarithms, serves for the latest times. (mpmath's Hurwitz zeta function is not used: it loses digits for large arguments.)
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager

import flint
import mpmath
from flint import acb, arb
from mpmath import mpf

DIGITS = 50
_ORDERS = 80


@contextmanager
def _precise(digits: int = 110):
    before, flint.ctx.dps = flint.ctx.dps, digits
    try:
        yield
    finally:
        flint.ctx.dps = before


def _number(ball: arb) -> mpf:
    """The middle of a ball that is narrower than ``DIGITS`` digits."""
    if ball.rel_accuracy_bits() < 3.33 * DIGITS and not ball.is_zero():
        raise ArithmeticError(f"a reference value is known to {ball.rel_accuracy_bits()} bits only")
    mantissa, exponent = ball.mid().man_exp()
    return mpmath.ldexp(mpf(int(mantissa)), int(exponent))


def _powers(exponent: arb, first: int, last: float) -> arb:
    """The sum of k^-exponent from first to last."""
    if last < first or first == float("inf"):
        return arb(0)
    if last - first < 50:
        return sum((arb(k) ** -exponent for k in range(first, int(last) + 1)), arb(0))
    whole = acb(exponent).zeta(acb(first)).real
    return whole if last == float("inf") else whole - acb(exponent).zeta(acb(int(last) + 1)).real


def normal(alpha: float, skills: float) -> mpf:
    """A of P(k) = A k^-(alpha + 1)."""
    with _precise(), mpmath.workdps(2 * DIGITS):
        return _number(1 / _powers(arb(alpha) + 1, 1, skills))


def in_time(time: float, alpha: float, target: float, start: float, eta: float, skills: float, parameters: float) -> mpf:
    """The loss after this time, with endless data."""
    with _precise(), mpmath.workdps(2 * DIGITS):
        s, S = arb(alpha) + 1, arb(target)
        A, ratio = 1 / _powers(s, 1, skills), S / arb(start) - 1
        below = [1 + 1 / ratio] + [1 / ratio / arb(j).fac() for j in range(1, _ORDERS)]
        square = [sum((below[i] * below[j - i] for i in range(j + 1)), arb(0)) for j in range(_ORDERS)]
        coefficients = [1 / square[0]]
        for j in range(1, _ORDERS):
            coefficients.append(-sum((square[i] * coefficients[j - i] for i in range(1, j + 1)), arb(0)) / square[0])
        learning = _weighed(lambda u: (1 + u.exp() / ratio) ** -2, coefficients, 2 * arb(eta) * S * A * arb(time), s, parameters)
        return _number(S**2 / 2 * A * (learning + _powers(s, _next(parameters), skills)))


def in_samples(samples: float, alpha: float, target: float, skills: float, parameters: float) -> mpf:
    """The expected loss of a one-shot learner after this many samples."""
    with _precise(), mpmath.workdps(2 * DIGITS):
        s, D = arb(alpha) + 1, int(samples)
        A = 1 / _powers(s, 1, skills)
        coefficients, count = [arb(1)], arb(max(D, 1))
        for j in range(1, _ORDERS):
            coefficients.append(coefficients[-1] * (j - 1 - D) / j / count)
        learning = _weighed(lambda u: (1 - u / count) ** D, coefficients, A * D, s, parameters)
        return _number(arb(target) ** 2 / 2 * A * (learning + _powers(s, _next(parameters), skills)))


def lacking(alpha: float, target: float, skills: float, parameters: float) -> mpf:
    """The loss of the skills that a model lacks."""
    with _precise(), mpmath.workdps(2 * DIGITS):
        s = arb(alpha) + 1
        return _number(arb(target) ** 2 / 2 * _powers(s, _next(parameters), skills) / _powers(s, 1, skills))


def time_constant(alpha: float, target: float, start: float, eta: float) -> mpf:
    """The constant of the power law in time: with p = alpha/(alpha + 1) and c = S/R_k(0) - 1 the integral of u^(p - 1) (1 + e^u/c)^-2 is
    Gamma(p) (Li_{p-1}(-c) - Li_p(-c)), as (1 + e^u/c)^-1 is a Fermi function and its square that and its derivative."""
    A = normal(alpha, float("inf"))
    with mpmath.workdps(DIGITS + 15):
        s, S = mpf(alpha) + 1, mpf(target)
        p, c = mpf(alpha) / s, S / mpf(start) - 1
        integral = mpmath.gamma(p) * mpmath.re(mpmath.polylog(p - 1, -c) - mpmath.polylog(p, -c))
        return S**2 / 2 * A / s * (2 * mpf(eta) * S * A) ** -p * integral


def _next(parameters: float) -> float:
    return parameters if parameters == float("inf") else int(parameters) + 1


def _weighed(value: Callable[[arb], arb], coefficients: list[arb], size: arb, s: arb, parameters: float) -> arb:
    """The sum of k^-s value(size k^-s) up to the number of parameters."""
    alone = int(min(parameters, max(4, float((3 * size) ** (1 / s)) + 1)))
    total = arb(0)
    for k in range(1, alone + 1):
        q = arb(k) ** -s
        total += q * value(size * q)
    if alone < parameters:
        for j, weight in enumerate(coefficients):
            total += weight * size**j * _powers(s * (j + 1), alone + 1, parameters)
    return total
