"""Whole numbers: closed forms of sequences and sums by induction, sums split and turned round, ranges that are empty."""

from __future__ import annotations

from random import Random

from sympy import Function, KroneckerDelta, Rational, S, Sum, Symbol, expand

from theoremtest.derivations.language import Domain, Equal, Holds, Induction

from ...case import Case, F, T
from .parts import TINY, number, positive

n, m, k, j = (Symbol(name, integer=True) for name in "nmkj")
f, x = Function("f", real=True), Function("x", real=True)
HERE = Domain(over=[n])


def _polynomial(chance: Random, letter):
    return sum((number(chance) * letter**power for power in range(chance.randint(1, 3))), number(chance) * letter)


def closed_form(chance: Random) -> Case:
    """x' = c x + b from x_0 has a closed form; false from another start, with a slip, or with one push far out."""
    c, b, first = number(chance), number(chance), number(chance)
    value = first + n * b if c == 1 else c**n * first + b * (c**n - 1) / (c - 1)
    following, how = c * x(n) + b, chance.choice(("true", "true", "start", "slip", "push"))
    start = first
    if how == "start":
        start = first + chance.choice((number(chance), *TINY))
    elif how == "slip":
        value = value + chance.choice((number(chance), *TINY)) * n * (n - chance.randint(1, 5))
    elif how == "push":
        following = following + chance.choice((number(chance), *TINY)) * KroneckerDelta(n, chance.randint(0, 30))
    return (T if how == "true" else F)(lambda: Induction(Equal(x(n), value, on=HERE), n, 0, {x(n): (start, following)}, on=HERE),
                                       f"a linear recursion: {how}")


def bounded_sequence(chance: Random) -> Case:
    """c x + b with 0 <= c and 0 <= b stays above a start that is not negative; false of what must stay below a known member."""
    c, b, first = positive(chance) + 1, positive(chance), positive(chance)
    sequences = {x(n): (first, c * x(n) + b)}
    if chance.random() < 0.5:
        return T(lambda: Induction(Holds(x(n) >= first, on=HERE), n, 0, sequences, on=HERE), "it rises")
    value = first
    for _ in range(chance.randint(1, 6)):
        value = c * value + b
    return F(lambda: Induction(Holds(x(n) < value, on=HERE), n, 0, sequences, on=HERE), f"it comes to {value}")


def summed(chance: Random) -> Case:
    """A telescoping sum by induction from its first number; false with a slip, or from a number where the sum was empty for long."""
    form, low = _polynomial(chance, Symbol("g")), chance.randint(-3, 3)

    def at(place):
        return form.subs(Symbol("g"), place)

    value, how = expand(at(n + 1) - at(low)), chance.choice(("true", "true", "slip", "early"))
    if how == "slip":
        value = value + chance.choice((number(chance), *TINY, n * (n - 3)))
    start = low - 1 if how != "early" else low - 2
    if how == "early" and expand(at(low - 1) - at(low)) == 0:
        how = "true"  # the two ends agree there
    claim = Equal(Sum(expand(at(k + 1) - at(k)), (k, low, n)), value, on=HERE)
    return (T if how == "true" else F)(lambda: Induction(claim, n, start, on=HERE), f"telescopes: {how}")


def split(chance: Random) -> Case:
    """A sum of any sequence, split, turned round or moved; false with a term lost, counted twice, or a range that may be empty."""
    low, shift = chance.randint(-2, 2), chance.randint(1, 3)
    whole = Sum(f(k), (k, low, n))
    two, three = Domain(m >= low - 1, n >= m), Domain(over=[n])
    left, right, on = chance.choice((
        (whole, Sum(f(k), (k, low, m)) + Sum(f(k), (k, m + 1, n)), two),
        (whole, Sum(f(k + shift), (k, low - shift, n - shift)), three),
        (whole, Sum(f(n + low - k), (k, low, n)), three),
        (whole + f(n + 1), Sum(f(k), (k, low, n + 1)), Domain(n >= low - 1)),
        (Sum(f(k) * f(j), (k, low, n), (j, low, n)), whole**2, three),
        (Sum(2 * f(k) - k, (k, low, n)), 2 * whole - Sum(k, (k, low, n)), three),
    ))
    how = chance.choice(("true", "true", "lost", "twice", "number"))
    if how == "lost":
        right = right - f(n)
    elif how == "twice":
        right = right + f(low)
    elif how == "number":
        right = right + chance.choice((number(chance), *TINY))
    return (T if how == "true" else F)(lambda: Equal(left, right, on=on), f"a sum of f: {how}")


def delta(chance: Random) -> Case:
    """A delta picks one term where its place is in the range; false where the place may lie outside."""
    low = chance.randint(0, 2)
    weight = chance.choice((f(k), k**2 + 1, f(k) * k + f(k)))
    picked = weight.subs(k, m)
    inside = chance.random() < 0.5
    on = Domain(m >= low, n >= m) if inside else chance.choice((Domain(n >= low, over=[m]), Domain(m >= low, n >= m - 1)))
    return (T if inside else F)(lambda: Equal(Sum(weight * KroneckerDelta(k, m), (k, low, n)), picked, on=on),
                                "inside the range" if inside else "outside of it: nothing is picked")


def squares(chance: Random) -> Case:
    """A sum of squares of any sequence is not negative; false where a little more is claimed, which f = 0 denies."""
    total = Sum(positive(chance) * f(k)**2, (k, 0, n))
    slack = chance.choice((S.Zero, *TINY, Rational(1, 3)))
    if chance.random() < 0.5:
        return T(lambda: Holds(total >= -slack, on=HERE), "squares")
    relation = total > 0 if slack == 0 else total >= slack
    return F(lambda: Holds(relation, on=HERE), "f = 0")


MAKERS = (closed_form, bounded_sequence, summed, split, delta, squares)
