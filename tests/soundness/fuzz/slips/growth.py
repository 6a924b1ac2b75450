"""Limits and exponents: what is left in the end, and what is not."""

from __future__ import annotations

from random import Random

from sympy import Max, Rational, S, exp, log, oo, tanh

from theoremtest.derivations.language import Domain, Limit, Scales, reals

from ...case import Case
from .expressions import FREE, X, rewritten
from .slipped import case_of

t, a, b = reals("t", "a", "b")
ON = Domain(t > 0, *(symbol > 0 for symbol in X), over=[a, b, *FREE])


def limit(chance: Random) -> Case:
    """A value and terms that die out; or another value."""
    value = chance.choice((S.Zero, S.One, a, a * b, -a, S(2)))
    shrinking = (1 / t, a / (1 + t), exp(-t), log(1 + t) / t, b / (t**2 + a**2 + 1), 1 - tanh(t), (t + a) / (t**2 + 1), t * exp(-2 * t))
    growing = (t / (1 + t), (2 * t**2 + a) / (2 * t**2 + 1), tanh(t), 1 - exp(-t), (t**2 + b * t) ** S.Half / t)
    expression = value * chance.choice(growing) if chance.randrange(2) else value
    for _ in range(1 + chance.randrange(3)):
        expression = expression + chance.choice((S.One, S(2), a, -b)) * chance.choice(shrinking)
    false = chance.randrange(2)
    slip = chance.choice((S.One, a, b**2, -Rational(1, 3))) if false else S.Zero
    if chance.randrange(2):
        expression = rewritten(expression, chance, 1)
    on = ON.but(b > 0) if expression.has(t**2 + b * t) else ON
    return case_of(Limit(expression, t, oo, value + slip, on=on), not false, f"off by {slip}" if false else "the other terms die out")


def exponent(chance: Random) -> Case:
    """A sum of powers with positive coefficients, of the order of the greatest."""
    exponents = [chance.choice((S.Zero, S.One, S(2), -S.One, a, b, a + b, a - 1, 2 * a, S.Half)) for _ in range(1 + chance.randrange(3))]
    expression = sum((S(1 + chance.randrange(3)) * t**power for power in exponents), S.Zero)
    if chance.randrange(3) == 0:
        shift = chance.choice((S.One, -S(2), a, -b))
        expression, exponents = expression * t**shift, [power + shift for power in exponents]
    if chance.randrange(4) == 0:
        expression, exponents = 1 / expression, [-Max(*exponents)]
    order = Max(*exponents)
    false = chance.randrange(2)
    slip = chance.choice((S.One, -S.Half, a**0)) if false else S.Zero
    statement = Scales(expression, t, order + slip, on=Domain(t > 0, over=[a, b]))
    return case_of(statement, not false, f"off by {slip}" if false else "the greatest power")


MAKERS = (limit, exponent)
