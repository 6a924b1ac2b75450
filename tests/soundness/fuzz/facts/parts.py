"""What the made statements are put together from: numbers, polynomials, formulas with a value everywhere, slips."""

from __future__ import annotations

from random import Random

from sympy import Abs, Expr, Max, Rational, atan, cos, exp, log, sin, sinh, sqrt, tanh

from theoremtest.derivations.language import reals

X, Y, Z = reals("x", "y", "z")
LETTERS = (X, Y, Z)
TINY = (Rational(1, 10**6), Rational(1, 10**20), Rational(1, 10**40))


def number(chance: Random, most: int = 4) -> Expr:
    """A rational number that is not 0."""
    return Rational(chance.choice((1, -1)) * chance.randint(1, most), chance.choice((1, 1, 1, 2, 3)))


def positive(chance: Random, most: int = 4) -> Expr:
    """A rational number above 0."""
    return abs(number(chance, most))


def polynomial(chance: Random, letters=LETTERS, terms: int = 3, degree: int = 2) -> Expr:
    """A polynomial that is not constant."""
    total = number(chance) * chance.choice(letters)
    for _ in range(terms - 1):
        monomial = number(chance)
        for _ in range(chance.randint(0, degree)):
            monomial *= chance.choice(letters)
        total += monomial
    return total if total.free_symbols else total + chance.choice(letters)


def total_formula(chance: Random, letters=LETTERS, depth: int = 2) -> Expr:
    """A formula with a real value everywhere."""
    if depth == 0:
        return chance.choice((chance.choice(letters), polynomial(chance, letters, 2)))
    u, v = (total_formula(chance, letters, depth - 1) for _ in range(2))
    return chance.choice((
        lambda: u + v, lambda: u * v, lambda: u - 2 * v, lambda: exp(u), lambda: sin(u), lambda: cos(u), lambda: tanh(u),
        lambda: atan(u), lambda: Abs(u), lambda: sqrt(1 + u**2), lambda: log(1 + v**2), lambda: u / (1 + v**2), lambda: Max(u, v),
    ))()


def increasing(chance: Random, value: Expr) -> Expr:
    """A strictly increasing function of a value, defined for all of them."""
    return chance.choice((
        lambda: exp(value), lambda: atan(value), lambda: value**3, lambda: sinh(value), lambda: positive(chance) * value + number(chance),
        lambda: value + tanh(value), lambda: value / (1 + Abs(value)), lambda: value**5 + value,
    ))()


def slip(chance: Random, letters=LETTERS) -> Expr:
    """A formula that is not 0 at some point of every half-space x > 0, y > 0, ...: a small number, or one that is 0 nearly everywhere."""
    letter = chance.choice(letters)
    return chance.choice((
        lambda: number(chance), lambda: number(chance) * letter, lambda: chance.choice(TINY), lambda: chance.choice(TINY) * letter,
        lambda: number(chance) * (1 + letter**2), lambda: Max(0, letter - chance.randint(3, 40)),
        lambda: number(chance) * (letter - chance.randint(1, 9)) ** 2, lambda: letter**3 / chance.randint(1, 50),
    ))()
