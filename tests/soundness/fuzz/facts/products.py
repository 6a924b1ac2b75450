"""Products of two sizes: Kronecker and vec, normal matrices, limits of matrices, determinants."""

from __future__ import annotations

from random import Random

from sympy import Determinant, Identity, S, Trace, exp, oo

from theoremtest.derivations.language import Domain, Dot, Equal, Expectation, Kron, Limit, RankBound, Vec, dimension, matrix, reals, vector

from ...case import Case, F, T
from .parts import TINY, number, positive

d, h = dimension("d"), dimension("h")
A, B = matrix("A", d, d), matrix("B", d, d)
C, E = matrix("C", h, h), matrix("E", h, h)
W, V = matrix("W", h, d), matrix("V", h, d)
u, v, g = vector("u", d), vector("v", d), vector("g", h)
t = reals("t")[0]
ON = Domain(over=[A, B, C, E, W, V, u, v, g])


def kronecker(chance: Random) -> Case:
    """The mixed product, the transpose, the trace and vec; false with two factors exchanged or a number in front."""
    p = number(chance)
    left, right, wrong = chance.choice((
        (Kron(A, C) * Kron(B, E), Kron(A * B, C * E), Kron(B * A, C * E)), (Kron(A, C).T, Kron(A.T, C.T), Kron(A.T, C)),
        (Vec(C * W * A), Kron(A.T, C) * Vec(W), Kron(A, C) * Vec(W)), (Trace(Kron(A, C)), Trace(A) * Trace(C), Trace(A) + Trace(C)),
        (Kron(A + p * B, C), Kron(A, C) + p * Kron(B, C), Kron(A, C) + p * Kron(B, C.T)),
        (Vec(W * A * B), Kron((A * B).T, Identity(h)) * Vec(W), Kron((B * A).T, Identity(h)) * Vec(W)),
    ))
    how = chance.choice(("true", "true", "exchanged", "scaled"))
    if how == "exchanged":
        right = wrong
    elif how == "scaled":
        right = (1 + chance.choice((positive(chance), *TINY))) * right
    return (T if how == "true" else F)(lambda: Equal(left, right, on=ON), f"Kronecker products: {how}")


def mean_of_matrices(chance: Random) -> Case:
    """Moments of a matrix of independent normal entries; false with another factor or size."""
    s = positive(chance)
    quantity, mean = chance.choice((
        (Trace(W.T * W), s * h * d), (Dot(W * u, W * v), s * h * Dot(u, v)), (Trace(W * A * W.T), s * h * Trace(A)),
        (Trace(W.T * C * W * A), s * Trace(C) * Trace(A)), (Dot(g, W * u) ** 2, s * Dot(g, g) * Dot(u, u)),
        (Dot(g, W * u), S.Zero), (Dot(W * u, W * u) ** 2, s**2 * h * (h + 2) * Dot(u, u) ** 2), (Trace(W * V.T), S.Zero),
    ))
    wrong = chance.random() < 0.5
    told = mean + chance.choice((number(chance), *TINY)) * chance.choice((S.One, h, d, Dot(u, u))) if wrong else mean
    return (F if wrong else T)(lambda: Expectation(quantity, {W: s}, told, on=ON), "normal matrices")


def limit_of_matrices(chance: Random) -> Case:
    """A matrix with others that die out; false with a matrix added, or one that does not die out."""
    dying = chance.choice((1 / t, exp(-t), 1 / (1 + t**2), t / (1 + t**2)))
    staying = chance.choice((S.One, t / (1 + t), 1 - exp(-t)))
    expression = staying * A * B + dying * number(chance) * B.T
    how = chance.choice(("true", "true", "added", "exchanged"))
    value = {"true": A * B, "added": A * B + chance.choice((number(chance), *TINY)) * A, "exchanged": B * A}[how]
    return (T if how == "true" else F)(lambda: Limit(expression, t, oo, value, on=ON.but(t > 0)), f"entry by entry: {how}")


def determinant(chance: Random) -> Case:
    """The determinant of a product, a transpose, and of a rank-one change of the identity; false for sums or with a slip."""
    p = positive(chance)
    left, right, wrong = chance.choice((
        (Determinant(A * B), Determinant(A) * Determinant(B), Determinant(A) + Determinant(B)),
        (Determinant(A.T * B), Determinant(B) * Determinant(A), Determinant(B)),
        (Determinant(Identity(d) + p * u * u.T), 1 + p * Dot(u, u), 1 + Dot(u, u) ** 2),
        (Determinant(Identity(d) + u * v.T), 1 + Dot(u, v), 1 + Dot(u, u)),
    ))
    how = chance.choice(("true", "true", "wrong", "added"))
    if how == "wrong":
        right = wrong
    elif how == "added":
        right = right + chance.choice((number(chance), *TINY))
    return (T if how == "true" else F)(lambda: Equal(left, right, on=ON), f"determinants: {how}")


def rank_of_sums(chance: Random) -> Case:
    """Ranks of products and sums add up at most; false with one less in general position."""
    width, other = chance.randint(1, 2), chance.randint(1, 2)
    letters = [matrix(name, *shape) for name, shape in (("L", (h, width)), ("M", (width, d)), ("R", (h, other)), ("Q", (other, d)))]
    left, middle, right, last = letters
    less = chance.random() < 0.5
    total, bound = left * middle + right * last, S(width + other - less)
    return (F if less else T)(lambda: RankBound(total, bound, on=Domain(over=letters)), "two narrow products")


def drawn_and_fixed(chance: Random) -> Case:
    """A draw with a symbol for its variance, beside what is fixed; false with a power of the variance off."""
    s, w, a = reals("s", "w", "a")
    power = chance.choice((2, 4, 6))
    double = {2: 1, 4: 3, 6: 15}[power]
    mean = a * double * s**power + a**2
    wrong = chance.random() < 0.5
    told = a * double * s ** (power + chance.choice((1, -1, power))) + a**2 if wrong else mean
    quantity, on = a * w**power + a**2 + w**3, Domain(s > 0, over=[w, a])
    return (F if wrong else T)(lambda: Expectation(quantity, {w: s**2}, told, on=on), "even moments")


MAKERS = (kronecker, mean_of_matrices, limit_of_matrices, determinant, rank_of_sums, drawn_and_fixed)
