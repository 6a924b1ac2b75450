"""Words of matrices, inverses, roots, ranks and moments of normal draws."""

from __future__ import annotations

from math import prod
from random import Random

from sympy import Eq, Identity, ImmutableMatrix, Min, S, Trace, ZeroMatrix

from theoremtest.derivations.language import (
    Domain,
    Dot,
    Equal,
    Expectation,
    Inverse,
    RankBound,
    SquareRoot,
    dimension,
    matrix,
    reals,
    vector,
)

from ...case import Case
from ...independent import differ
from .slipped import case_of, some_points, true_or_slipped

d, h = dimension("d"), dimension("h")
A, B, Q = matrix("A", d, d), matrix("B", d, d), matrix("Q", d, d)
X = matrix("X", h, d)
u, v = vector("u", d), vector("v", d)
a, b, s, w, q, r = reals("a", "b", "s", "w", "q", "r")
ONE = Identity(d)
FREE = Domain(over=[A, B, X, u, v, a, b])


def _word(chance, letters, length):
    made = chance.choice(letters)
    for _ in range(length - 1):
        made = made * chance.choice(letters)
    return made


def _points(chance):
    sizes = {d: S(1 + chance.randrange(3)), h: S(1 + chance.randrange(3))}
    return some_points((A, B, X, u, v, a, b), chance, sizes=sizes)


def words(chance: Random) -> Case | None:
    """Sums of words, multiplied out, transposed and shifted under the trace."""
    letters = (A, B, A.T, B.T, X.T * X)
    one, other, third = (_word(chance, letters, 1 + chance.randrange(2)) for _ in range(3))
    shape = chance.randrange(5)
    pairs = (((one + other) * third, one * third + other * third), ((one * other).T, other.T * one.T),
             (Trace(one * other * third), Trace(third * one * other)),
             (Dot(one * u, v), Dot(u, one.T * v)), (a * one * (other + b * third), a * one * other + (a * b) * one * third))
    left, right = pairs[shape]
    return true_or_slipped(Equal(left, right, on=FREE), chance, lambda made, point: differ(made.left, made.right, point), _points(chance))


def inverse(chance: Random) -> Case | None:
    """A rank-one change of the identity, and products of isometries."""
    c = S(1 + chance.randrange(4))
    if chance.randrange(2):
        statement = Inverse(ONE + c * u * u.T, ONE - c * u * u.T / (1 + c * Dot(u, u)), on=FREE)
        points = _points(chance)
    else:
        statement = Inverse(c * A * B, B.T * A.T / c, on=Domain(Eq(A.T * A, ONE), Eq(B.T * B, ONE)))
        turns = [ImmutableMatrix([[x, -y], [y, x]]) / z for x, y, z in ((3, 4, 5), (5, 12, 13), (0, 1, 1), (8, 15, 17))]
        points = [{d: S(2), A: chance.choice(turns), B: chance.choice(turns)} for _ in range(8)]

    def off(made, point):
        return differ(made.matrix * made.inverse, Identity(int(point[d])), point)

    return true_or_slipped(statement, chance, off, points)


def root(chance: Random) -> Case | None:
    """A multiple of the identity and a rank-one part, and its square; with the other sign it is no root."""
    c, e = S(1 + chance.randrange(3)), S(1 + chance.randrange(3))
    of = c**2 * ONE + (2 * c * e + e**2 * Dot(u, u)) * u * u.T
    made = c * ONE + e * u * u.T
    if chance.randrange(4) == 0:
        return case_of(SquareRoot(-made, of, on=Domain(over=[u])), False, "the root is not negative")
    statement = SquareRoot(made, of, on=Domain(over=[u, v]))
    return true_or_slipped(statement, chance, lambda told, point: differ(told.root * told.root, told.of, point), _points(chance))


def rank(chance: Random) -> Case:
    """Sums of outer products and products through a narrow middle; a bound one too low fails where the letters are general."""
    terms = 1 + chance.randrange(3)
    letters = [(vector(f"u_{k}", d), vector(f"v_{k}", h)) for k in range(terms)]
    outer = sum((one * other.T for one, other in letters[1:]), letters[0][0] * letters[0][1].T)
    on = Domain(over=[letter for pair in letters for letter in pair])
    shape = chance.randrange(4)
    if shape == 0:
        return case_of(RankBound(outer, S(terms), on=on), True, "one for each term")
    if shape == 1:
        return case_of(RankBound(outer, S(terms - 1), on=on), False, "general vectors of a large size")
    if shape == 2:
        return case_of(RankBound(X.T * X * A, Min(h, d), on=FREE), True, "through h or d")
    return case_of(RankBound(X.T * X + chance.choice((ONE, A, ZeroMatrix(d, d))), d - 1, on=FREE), False, "h = d = 1: X = 1, A = 0")


def _moment(power: int):
    return 0 if power % 2 else prod(range(1, power, 2))


def expectation(chance: Random) -> Case:
    """A polynomial in independent draws, its mean by the moments 1, 3, 15, ... of each."""
    scales = {w: s**2, q: S.One, r: S(2)}
    quantity, value = S.Zero, S.Zero
    for _ in range(1 + chance.randrange(3)):
        weight, powers = chance.choice((S.One, S(2), a, -b, a * b)), [chance.randrange(5) for _ in range(3)]
        quantity = quantity + weight * w ** powers[0] * q ** powers[1] * r ** powers[2]
        value = value + weight * s ** powers[0] * 2 ** S(powers[2] // 2) * prod(map(_moment, powers))
    false = chance.randrange(2)
    slip = chance.choice((S.One, a, s**2, -S(3), b**2)) if false else S.Zero
    on = Domain(s > 0, over=[w, q, r, a, b])
    return case_of(Expectation(quantity, scales, value + slip, on=on), not false, "off by a term" if false else "moment by moment")


MAKERS = (words, inverse, root, rank, expectation)
