"""Vectors and matrices in every size: gradients, Hessians, products, traces, inverses, ranks, and means over normal draws."""

from __future__ import annotations

from random import Random

from sympy import Identity, S, Trace, ZeroMatrix, exp, factorial2, log
from sympy.matrices.expressions import Inverse as inverse_of

from theoremtest.derivations.language import Domain, Dot, Equal, Expectation, Gradient, Hessian, RankBound, dimension, matrix, vector
from theoremtest.derivations.language import Inverse as TwoSided

from ...case import Case, F, T
from .parts import LETTERS, TINY, X, number, positive

d, h = dimension("d"), dimension("h")
U, V = vector("u", d), vector("v", d)
A, B, C, W = matrix("A", d, d), matrix("B", d, d), matrix("C", d, d), matrix("W", h, d)
ONE = Identity(d)


def _potential(chance: Random) -> tuple:
    """A scalar with its gradient in u."""
    q, r = number(chance), number(chance)
    value, slope = chance.choice((
        (q * Dot(U, V), q * V), (q * Dot(U, U), 2 * q * U), (q * Dot(U, A * U), q * (A + A.T) * U), (q * Dot(V, A * U), q * A.T * V),
        (q * Dot(U, U) + r * Dot(U, V), 2 * q * U + r * V), (q * Dot(W * U, W * U), 2 * q * W.T * W * U),
    ))
    outer, derivative = chance.choice((
        (lambda s: s, lambda s: S.One), (lambda s: s, lambda s: S.One), (lambda s: s**2, lambda s: 2 * s), (exp, exp),
        (lambda s: s**3 - s, lambda s: 3 * s**2 - 1), (lambda s: log(1 + s**2), lambda s: 2 * s / (1 + s**2)),
    ))
    return outer(value), derivative(value) * slope


def gradient(chance: Random) -> Case:
    """The chain rule for a quadratic form; false with a vector added or the field of another form."""
    (one, first), (other, second) = _potential(chance), _potential(chance)
    value, slope = (one + other, first + second) if chance.random() < 0.6 else (one, first)
    wrong = chance.random() < 0.5
    if wrong:
        slope = slope + chance.choice((number(chance), *TINY)) * chance.choice((V, U, A * U, A.T * V))
    return (F if wrong else T)(lambda: Gradient(value, U, slope, on=Domain(over=[U, V, A, W])), "the chain rule")


def hessian(chance: Random) -> Case:
    """The second derivative of quadratic forms and powers of linear ones; false with a matrix added or a transpose lost."""
    p, q, r = (number(chance) for _ in range(3))
    value = p * Dot(U, U) + q * Dot(U, A * U) + r * Dot(U, V) ** 2
    field = 2 * p * ONE + q * (A + A.T) + 2 * r * V * V.T
    how = chance.choice(("true", "true", "added", "transpose"))
    if how == "added":
        field = field + chance.choice((number(chance), *TINY)) * chance.choice((ONE, A, V * V.T))
    elif how == "transpose":
        field = 2 * p * ONE + 2 * q * A + 2 * r * V * V.T
    return (T if how == "true" else F)(lambda: Hessian(value, U, field, on=Domain(over=[U, V, A])), f"a quadratic form: {how}")


def _word(chance: Random, length: int) -> list:
    return [chance.choice((A, B, C, A.T, B.T)) for _ in range(length)]


def _product(word):
    total = ONE
    for letter in word:
        total = total * letter
    return total


def _same_trace(one: list, other: list) -> bool:
    """Whether the words have one trace in every size: one is the other turned round in its circle, or its transpose is."""
    turned = [other[place:] + other[:place] for place in range(len(other))]
    return one in turned or [letter.T for letter in reversed(one)] in turned


def trace(chance: Random) -> Case:
    """A trace does not see where its circle begins, nor a transpose; it does see the order."""
    word = _word(chance, chance.randint(2, 5))
    place = chance.randrange(len(word))
    other = word[place:] + word[:place]
    if chance.random() < 0.5:
        other = [letter.T for letter in reversed(other)]
    if chance.random() < 0.5:
        shuffled = list(other)
        chance.shuffle(shuffled)
        if chance.random() < 0.5:
            shuffled[0] = shuffled[0].T
        other = shuffled
    true = _same_trace(word, other)
    return (T if true else F)(lambda: Equal(Trace(_product(word)), Trace(_product(other)), on=Domain(over=[A, B, C])),
                              "a circle of letters" if true else "another circle of letters")


def product(chance: Random) -> Case:
    """Brackets multiplied out in order; false where two factors change places, or with a matrix added."""
    p, q = number(chance), number(chance)
    left, right = (A + p * B) * (C - q * A.T), A * C - q * A * A.T + p * B * C - p * q * B * A.T
    how = chance.choice(("true", "true", "swap", "added"))
    if how == "swap":
        right = A * C - q * A * A.T + p * C * B - p * q * B * A.T
    elif how == "added":
        right = right + chance.choice((number(chance), *TINY)) * chance.choice((ONE, A, B * C))
    if chance.random() < 0.4:
        left, right = left.T, right.T
    return (T if how == "true" else F)(lambda: Equal(left, right, on=Domain(over=[A, B, C])), f"brackets: {how}")


def inverse(chance: Random) -> Case:
    """The inverse of a product in the other order, and the inverse that is pushed through; false in the same order, or a slip."""
    p = positive(chance)
    wrong = chance.random() < 0.5
    if chance.random() < 0.5:
        value = inverse_of(B) * inverse_of(A) if not wrong else inverse_of(A) * inverse_of(B)
        return (F if wrong else T)(lambda: Equal(inverse_of(A * B), value, on=Domain(over=[A, B])), "the inverse of a product")
    inner = inverse_of(Identity(h) + p * W * W.T)
    value = ONE - (p if not wrong else p + chance.choice((1, *TINY))) * W.T * inner * W
    return (F if wrong else T)(lambda: TwoSided(ONE + p * W.T * W, value, on=Domain(over=[W])), "pushed through")


def rank(chance: Random) -> Case:
    """A product has at most the rank of its narrowest factor; false with one less."""
    width = chance.randint(1, 3)
    left, right = matrix("L", d, width), matrix("R", width, d)
    less = chance.random() < 0.5
    total = chance.choice((left * right, left * right * A, A * left * right))
    return (F if less else T)(lambda: RankBound(total, S(width - less), on=Domain(over=[left, right, A])), "the narrowest factor")


def moment(chance: Random) -> Case:
    """Moments of independent normal numbers: products of double factorials; false with a number added."""
    drawn = LETTERS[: chance.randint(1, 3)]
    variances = {letter: positive(chance) for letter in drawn}
    quantity, mean = S.Zero, S.Zero
    for _ in range(chance.randint(1, 3)):
        factor, expected = number(chance), S.One
        monomial = S.One
        for letter in drawn:
            power = chance.randint(0, 4)
            monomial *= letter**power
            expected *= 0 if power % 2 else variances[letter] ** (power // 2) * factorial2(power - 1)
        quantity, mean = quantity + factor * monomial, mean + factor * expected
    wrong = chance.random() < 0.5
    told = mean + chance.choice((number(chance), *TINY)) if wrong else mean
    return (F if wrong else T)(lambda: Expectation(quantity, variances, told, on=Domain(over=drawn)), "double factorials")


def mean_of_vectors(chance: Random) -> Case:
    """Means of quadratic and quartic forms in a normal vector; false with another factor."""
    s = positive(chance)
    quantity, mean = chance.choice((
        (Dot(U, V) ** 2, s * Dot(V, V)), (Dot(U, U), s * d), (Dot(U, A * U), s * Trace(A)), (Dot(U, V) * Dot(U, A * V), s * Dot(V, A * V)),
        (Dot(U, U) ** 2, s**2 * d * (d + 2)), (Dot(U, U) * Dot(U, V) ** 2, s**2 * (d + 2) * Dot(V, V)), (Dot(U, V), S.Zero),
        (Dot(U, V) ** 4, 3 * s**2 * Dot(V, V) ** 2),
    ))
    wrong = chance.random() < 0.5
    told = mean + chance.choice((number(chance), *TINY)) * chance.choice((S.One, Dot(V, V), d)) if wrong else mean
    return (F if wrong else T)(lambda: Expectation(quantity, {U: s}, told, on=Domain(over=[U, V, A])), "normal vectors")


def nothing(chance: Random) -> Case:
    """A vector identity against a zero; false where the vectors do not cancel."""
    p = number(chance)
    wrong = chance.random() < 0.5
    left = (A + p * B) * U - A * U - (p + (chance.choice(TINY) if wrong else 0)) * B * U
    return (F if wrong else T)(lambda: Equal(left, ZeroMatrix(d, 1), on=Domain(over=[A, B, U, X])), "linear")


MAKERS = (gradient, hessian, trace, product, inverse, rank, moment, mean_of_vectors, nothing)
