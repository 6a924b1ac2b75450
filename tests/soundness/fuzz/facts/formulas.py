"""Identities: known ones in two chosen formulas inside a one-to-one function, on open domains and on curves; sums over whole numbers."""

from __future__ import annotations

from random import Random

from sympy import Abs, Dummy, Eq, Max, Min, Rational, Sum, Symbol, cos, cosh, exp, expand, log, sin, sinh, sqrt, tanh

from theoremtest.derivations.language import Domain, Equal, Iff, every

from ...case import Case, F, T
from .parts import LETTERS, X, Y, increasing, number, polynomial, positive, slip, total_formula

N = Symbol("N", integer=True, positive=True)
PLACES = (Domain(over=LETTERS), Domain(*(letter > 0 for letter in LETTERS)), Domain(*(letter >= 1 for letter in LETTERS)))


def _pair(chance: Random) -> tuple:
    """Two forms of one number, whatever the two formulas in them are."""
    u, v = total_formula(chance, depth=1), total_formula(chance, depth=1)
    p, q = 1 + u**2, 2 + v**2
    return chance.choice((
        ((u + v) ** 2, u**2 + 2 * u * v + v**2), ((u - v) * (u + v), u**2 - v**2), (u**3 - v**3, (u - v) * (u**2 + u * v + v**2)),
        (sin(u) ** 2, 1 - cos(u) ** 2), (cosh(u) ** 2 - sinh(u) ** 2, p / p), (exp(u) * exp(v), exp(u + v)),
        (log(p * q), log(p) + log(q)), (sqrt(p**2 * q**2), p * q), (sqrt(u**2), Abs(u)), (Abs(u) * Abs(v), Abs(u * v)),
        (Max(u, v) + Min(u, v), u + v), (Max(u, v), (u + v + Abs(u - v)) / 2), (tanh(u), (exp(2 * u) - 1) / (exp(2 * u) + 1)),
        (sin(u + v), sin(u) * cos(v) + cos(u) * sin(v)), (1 / (1 + 1 / p), p / (1 + p)), (1 / p + 1 / q, (p + q) / (p * q)),
        (sqrt(p) / sqrt(q), sqrt(p / q)), (exp(log(p) / 2), sqrt(p)), (sqrt(p + q + 2 * sqrt(p * q)), sqrt(p) + sqrt(q)),
        (1 / (sqrt(p + 1) + sqrt(p)), sqrt(p + 1) - sqrt(p)), (log(exp(u) * p), u + log(p)), (cos(2 * u), 2 * cos(u) ** 2 - 1),
    ))


def identity(chance: Random) -> Case:
    """A known identity inside a one-to-one function; false with a slip on one side."""
    left, right = _pair(chance)
    wrong = chance.random() < 0.5
    if wrong:
        right += slip(chance)
    if chance.random() < 0.5:
        state = chance.getstate()
        left = increasing(chance, left)
        chance.setstate(state)
        right = increasing(chance, right)
    if chance.random() < 0.5:
        left, right = right, left
    on = chance.choice(PLACES)
    return (F if wrong else T)(lambda: Equal(left, right, on=on), "a slip on one side" if wrong else "a known identity")


def on_a_curve(chance: Random) -> Case:
    """Two formulas whose difference is a multiple of what vanishes on a curve; false with a number added."""
    zero = chance.choice((X**2 + Y**2 - 1, X * Y - positive(chance), X - Y**2, X**2 - Y**2 - 3, 2 * X - 3 * Y + 1))
    formula = polynomial(chance, (X, Y))
    other = expand(formula + polynomial(chance, (X, Y), 2) * zero)
    wrong = chance.random() < 0.5
    if wrong:
        other += chance.choice((number(chance), Rational(1, 10**9)))
    return (F if wrong else T)(lambda: Equal(formula, other, on=Domain(Eq(zero, 0), over=[X, Y])), "modulo the equation of the curve")


def telescope(chance: Random) -> Case:
    """A sum of differences is the difference of the ends."""
    k = Symbol("k", integer=True)
    term = Dummy("g")
    form = chance.choice((term**2, term**3, number(chance) * term, 1 / term, 2**term, term**2 / 2 + number(chance) * term, 3**term * term))
    summand = expand(form.subs(term, k + 1) - form.subs(term, k)) if chance.random() < 0.5 else form.subs(term, k + 1) - form.subs(term, k)
    value = form.subs(term, N + 1) - form.subs(term, 1)
    wrong = chance.random() < 0.5
    if wrong:
        value += chance.choice((number(chance), N / 7, form.subs(term, N + 1) + form.subs(term, N) if form.subs(term, 1) > 0 else 1))
    return (F if wrong else T)(lambda: Equal(Sum(summand, (k, 1, N)), value, on=Domain(over=[N])), "a telescoping sum")


def equivalence(chance: Random) -> Case:
    """An order and the order of the values of an increasing function; false where equality counts on one side only, or for an even one."""
    how = chance.choice(("true", "true", "border", "even"))
    state = chance.getstate()
    one = increasing(chance, X)
    chance.setstate(state)
    other = increasing(chance, Y)
    on = Domain(over=[X, Y])
    if how == "true":
        return T(lambda: Iff(X > Y, one > other, on=on), "it increases")
    if how == "border":
        return F(lambda: Iff(X > Y, one >= other, on=on), "x = y")
    even = chance.choice((lambda value: value**2, Abs, cosh, lambda value: 1 - cos(value)))
    return F(lambda: Iff(X > Y, even(X) > even(Y), on=on), "x = 0, y = -1")


def both(chance: Random) -> Case:
    """Two statements at once: true where both are."""
    first, second = chance.choice((identity, equivalence, on_a_curve))(chance), identity(chance)
    together = every
    return Case(first.truth and second.truth, lambda: together(one=first.make(), other=second.make()), f"{first.why}; {second.why}")


MAKERS = (identity, on_a_curve, telescope, equivalence, identity, both)
