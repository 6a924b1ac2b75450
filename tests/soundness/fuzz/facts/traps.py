"""What tempts to a wrong answer: branches of inverse functions, pieces, gaps, abbreviations, motions that leave a curve or follow it."""

from __future__ import annotations

from random import Random

from sympy import Abs, Eq, Heaviside, Or, Piecewise, Rational, S, acos, asin, atan, cos, diff, expand, floor, log, sin, sqrt, tan

from theoremtest.derivations.language import Conserved, Domain, Dot, Equal, Evolves, Flow, Holds, dimension, reals, vector

from ...case import Case, F, T
from .parts import LETTERS, TINY, X, Y, number, polynomial, positive, total_formula

k = reals("k")[0]
U = vector("u", dimension("d"))


def branches(chance: Random) -> Case:
    """An inverse function undoes a function on one branch only; a wider domain holds a point of another one."""
    shift = number(chance, 9)
    u = X - shift
    back, low, high = chance.choice(((atan(tan(u)), -1, 1), (asin(sin(u)), -1, 1), (acos(cos(u)), 0, 3), (sqrt(u**2), 0, 50),
                                     (Abs(u), 0, 50), (log(u**2) / 2, Rational(1, 2), 50)))
    outer = chance.choice((lambda value: value, lambda value: value + Y, lambda value: (1 + Y**2) * value, lambda value: value**3))
    true = chance.random() < 0.5
    if back.has(log):
        return (T if true else F)(lambda: Equal(outer(back), outer(log(Abs(u) if true else Abs(u) + TINY[0])), on=Domain(over=[X, Y])),
                                  "the logarithm of a square")
    on = Domain(low + shift <= X, high + shift >= X, over=[Y]) if true else Domain(low + shift - 4 <= X, high + shift >= X, over=[Y])
    return (T if true else F)(lambda: Equal(outer(back), outer(u), on=on), "one branch" if true else "two branches")


def pieces(chance: Random) -> Case:
    """Two pieces of one formula are the formula; false with a step far out, on the piece that is seldom met."""
    u = total_formula(chance, depth=1)
    edge = chance.choice((1, -1)) * chance.randint(5, 60)
    beyond = edge < X if edge > 0 else edge > X
    true = chance.random() < 0.5
    other = u if true else u + chance.choice((number(chance), *TINY))
    kind = chance.choice(("piecewise", "step", "floor"))
    if kind == "piecewise" or true:
        value = Piecewise((expand(other), beyond), (u, True))
    elif kind == "step":
        value = u + (other - u) * Heaviside(X - abs(edge))
    else:
        value = u + floor(X / abs(edge)) * TINY[0]
    return (T if true else F)(lambda: Equal(value, u, on=Domain(over=LETTERS)), f"{kind} at {edge}")


def along_a_curve(chance: Random) -> Case:
    """On a curve, a motion along it keeps what it keeps; a motion that leaves it changes what is constant there."""
    level = chance.choice((X**2 + Y**2, X**2 + 2 * Y**2, X * Y, X - Y**2))
    height = positive(chance)
    on = Domain(Eq(level, height), over=[X, Y])
    quantity = chance.choice((level, level**2, 3 * level + 1, level**2 - level * height / 3))
    across = {X: diff(level, X), Y: diff(level, Y)}
    true = chance.random() < 0.5
    rates = {X: across[Y], Y: -across[X]} if true else {X: across[Y] + chance.choice(TINY) * across[X], Y: -across[X]}
    if true or chance.random() < 0.5:
        return (T if true else F)(lambda: Conserved(quantity, along=Flow(rates), on=on), "on a level line")
    return F(lambda: Evolves(quantity, S.Zero, along=Flow(across), on=on), "across the level line")


def abbreviated(chance: Random) -> Case:
    """An abbreviation moves with what it stands for."""
    meaning = polynomial(chance, (X, Y), 2, 2)
    speed = {X: polynomial(chance, (X, Y), 2, 1), Y: number(chance)}
    rate = diff(meaning, X) * speed[X] + diff(meaning, Y) * speed[Y]
    true = chance.random() < 0.5
    told = 2 * k * rate if true else 2 * k * (rate + chance.choice((number(chance), *TINY)))
    on = Domain(over=[X, Y], where={k: meaning})
    return (T if true else F)(lambda: Evolves(k**2, told, along=Flow(speed), on=on), "an abbreviation")


def gaps(chance: Random) -> Case:
    """A domain in two parts: what holds on one of them fails on the other."""
    middle, width = number(chance, 9), positive(chance)
    on = Domain(Or(middle - width > X, middle + width < X))
    if chance.random() < 0.5:
        return T(lambda: Holds(expand((X - middle) ** 2) > width**2, on=on), "beyond the gap on both sides")
    square, cube = expand((X - middle) ** 2), expand((X - middle) ** 3)
    relation = chance.choice((middle < X, middle > X, square > width**2 * Rational(101, 100), cube > 0))
    return F(lambda: Holds(relation, on=on), "the other side")


def unit(chance: Random) -> Case:
    """The length of a vector is constant only where nothing makes it longer, wherever it starts."""
    p = number(chance)
    true = chance.random() < 0.5
    rates = {U: p * (1 - Dot(U, U)) * U if true else p * (Dot(U, U) + chance.choice((0, *TINY))) * U}
    on = Domain(Eq(Dot(U, U), 1))
    return (T if true else F)(lambda: Evolves(Dot(U, U), S.Zero, along=Flow(rates), on=on), "on the sphere")


MAKERS = (branches, pieces, along_a_curve, abbreviated, gaps, unit)
