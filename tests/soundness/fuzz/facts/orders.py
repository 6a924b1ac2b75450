"""Inequalities with a known worst point, limits and exponents of sums of known orders, and case distinctions."""

from __future__ import annotations

from random import Random

from sympy import Rational, S, Symbol, cos, exp, expand, log, oo, sin, sqrt, tanh

from theoremtest.derivations.language import Classifies, Domain, Holds, Limit, Scales, ge, gt

from ...case import Case, F, T
from .parts import LETTERS, TINY, X, Y, number, polynomial, positive, total_formula

n = Symbol("n", integer=True)


def squares(chance: Random) -> Case:
    """A sum of squares is not negative; false where it must exceed its value at a point, or a little more than it has there."""
    letters = LETTERS[: chance.randint(1, 3)]
    parts = [polynomial(chance, letters, 2, 1) for _ in range(chance.randint(1, 2))]
    total = expand(sum((positive(chance) * part**2 for part in parts), S.Zero))
    on = Domain(over=letters)
    if chance.random() < 0.5:
        relation = chance.choice((ge(total, 0), gt(total + TINY[2], 0), gt(total, -TINY[1])))
        return T(lambda: Holds(relation, on=on), "a sum of squares")
    point = {letter: number(chance) for letter in letters}
    there = total.subs(point)
    relation = chance.choice((ge(total, there + chance.choice(TINY)), gt(total, there)))
    return F(lambda: Holds(relation, on=on), f"no more than that at {point}")


def touching(chance: Random) -> Case:
    """A function above its tangent, touching at one known point: weakly true, strictly false."""
    shift = number(chance, 9)
    u = X - shift
    above, below, where = chance.choice((
        (exp(u), 1 + u, ()), (u**2 + 1, 2 * u, "one"), (sqrt(1 + u**2), S.One, ()), (u**4 + 3, 4 * u, "one"), (S.One, cos(u), ()),
        (u**2 / 2, 1 - cos(u), ()), (u, log(1 + u), "positive"), (u, sin(u), "from"), (u, tanh(u), "from"),
    ))
    on = Domain(u > -1) if where == "positive" else Domain(u >= 0) if where == "from" else Domain(over=[X])
    if chance.random() < 0.5:
        return T(lambda: Holds(above >= below, on=on), "a tangent")
    worst = chance.choice((S.Zero, chance.choice(TINY)))
    return F(lambda: Holds(above > below + worst, on=on), "they touch")


def between_roots(chance: Random) -> Case:
    """A product of linear factors has a known sign beyond its largest root, and the other one just below it."""
    roots = sorted({number(chance, 6) for _ in range(chance.randint(2, 3))})
    if len(roots) == 1:
        roots.append(roots[0] + 1)
    product = S.One
    for root in roots:
        product *= X - root
    product = expand(product) if chance.random() < 0.7 else product
    gap = min(high - low for low, high in zip(roots, roots[1:], strict=False)) * chance.choice((Rational(1, 2), Rational(1, 1000)))
    beyond, below = roots[-1], roots[-1] - gap
    if chance.random() < 0.5:
        return T(lambda: Holds(product >= 0, on=Domain(beyond <= X)), "beyond the largest root")
    return F(lambda: Holds(product >= 0, on=Domain(below <= X)), "just below the largest root")


def whole(chance: Random) -> Case:
    """What is true of whole numbers, and false of one of them or of numbers between."""
    low = chance.randint(-6, 6)
    gap = (n - low) * (n - low - 1)
    if chance.random() < 0.5:
        return T(lambda: Holds(expand(gap) >= 0, on=Domain(over=[n])), "neighbours")
    wider = expand(gap if (real := chance.random() < 0.5) else (n - low) * (n - low - 2))
    if real:
        return F(lambda: Holds(wider.subs(n, X) >= 0, on=Domain(over=[X])), "half-way between neighbours")
    return F(lambda: Holds(wider >= 0, on=Domain(over=[n])), "the number in the middle")


def limit(chance: Random) -> Case:
    """A number and something that vanishes, over a common denominator or not; false with another number."""
    value, size = number(chance), number(chance)
    vanishing = chance.choice((size / X, size / X**2, size * exp(-X), log(X) / X, sin(X) / X, size * X * exp(-X), 1 / sqrt(X),
                               size / log(X), X**3 * exp(-X / 9)))
    denominator = chance.choice((S.One, 1 + X**2, X + 3, 1 + exp(-X)))
    formula = expand((value + vanishing) * denominator) / denominator
    told = value if (true := chance.random() < 0.5) else value + chance.choice((*TINY, number(chance)))
    start = chance.choice((1, 2, 10))
    if chance.random() < 0.3:
        at = number(chance)
        formula, to, on = formula.subs(X, 1 / (X - at)), at, Domain(at < X, at + Rational(1, start + 1) > X)
    else:
        to, on = oo, Domain(start < X)
    return (T if true else F)(lambda: Limit(formula, X, to, told, on=on), "a number and what vanishes")


def exponent(chance: Random) -> Case:
    """The largest of several powers with positive factors, divided by another such sum; false a little beside it."""
    powers = [sorted({Rational(chance.randint(-6, 12), chance.choice((1, 2, 3))) for _ in range(3)}) for _ in range(2)]
    above, below = (sum((positive(chance) * X**power for power in row), S.Zero) for row in powers)
    order = powers[0][-1] - powers[1][-1]
    true = chance.random() < 0.5
    told = order if true else order + chance.choice((Rational(1, 7), -1, Rational(-1, 100)))
    return (T if true else F)(lambda: Scales(above / below, X, told, on=Domain(X > 0)), "the largest powers")


def cases(chance: Random) -> Case:
    """A line cut at two numbers, every part with its range; false where an end is lost, counted twice, or the range too small."""
    low = number(chance, 9)
    high = low + positive(chance)
    u = chance.choice((X, X + Y, 2 * X, X - Y))
    given = {"low": u < low, "middle": (low <= u) & (u < high), "high": u >= high}
    meaning = {"low": u < high, "middle": u >= low, "high": u > low}
    how = chance.choice(("true", "true", "lost", "twice", "small"))
    if how == "lost":
        given["middle"] = (low < u) & (u < high)
    elif how == "twice":
        given["middle"] = (low <= u) & (u <= high)
    elif how == "small":
        meaning["middle"] = u > low
    return (T if how == "true" else F)(lambda: Classifies(given, meaning, on=Domain(over=[X, Y])), f"ends: {how}")


def bounded(chance: Random) -> Case:
    """A formula between the bounds of its outermost function; false with a bound that it passes."""
    u = total_formula(chance, depth=1)
    span = positive(chance)
    outer, most = chance.choice(((tanh, 1), (sin, 1), (cos, 1), (lambda value: value**2 / (1 + value**2), 1)))
    slack = chance.choice((0, TINY[0]))
    if chance.random() < 0.5:
        return T(lambda: Holds(span * outer(u) <= span * most + slack, on=Domain(over=LETTERS)), "the range")
    return F(lambda: Holds(span * outer(X + Y) <= span * Rational(99, 100), on=Domain(over=LETTERS)), "near the end of the range")


MAKERS = (squares, touching, between_roots, whole, limit, exponent, cases, bounded)
