"""Means and variances over independent normal draws: moments, sizes, variances that are drawn, draws that a domain ties."""

from sympy import Abs, Eq, Rational, S, Trace, exp, sqrt

from theoremtest.derivations.language import Domain, Dot, Expectation, matrix, vector

from ..case import F, M, T
from ..words import A, B, I, W, a, b, d, h, k, n, q, s, u, u3, v, w, x, y

ONE = {w: S.One}
PAIR = {w: S.One, q: S.One}
ON = Domain(over=[w, q, a, b, k, s])
VEC = Domain(over=[w, u, v, A, B, a, s])
Z = matrix("Z", h, d)
MATS = Domain(over=[Z, u, A])


def mean(quantity, value, draws=None, on=ON):
    """E quantity = value."""
    return Expectation(S(quantity), draws or ONE, S(value), on=on)


def variance(quantity, value, draws=None, on=ON):
    """Var quantity = value."""
    return Expectation(S(quantity), draws or ONE, S(value), moment="variance", on=on)


CASES = [
    T(lambda: mean(w, 0), "mean zero"),
    F(lambda: mean(w, 1), "mean zero"),
    T(lambda: mean(w**2, 1), "the variance"),
    F(lambda: mean(w**2, 0), "the variance"),
    T(lambda: mean(w**4, 3), "the fourth moment"),
    F(lambda: mean(w**4, 1), "the fourth moment is 3"),
    T(lambda: mean(w**6, 15), "1 * 3 * 5"),
    F(lambda: mean(w**6, 9), "15"),
    T(lambda: mean(w**3, 0), "odd"),
    T(lambda: mean(w**8, 105), "1 * 3 * 5 * 7"),
    T(lambda: mean((w + q) ** 2, 2, PAIR), "independent"),
    F(lambda: mean((w + q) ** 2, 4, PAIR), "independent: 2"),
    T(lambda: mean(w**2 * q**2, 1, PAIR), "independent"),
    F(lambda: mean(w**2 * q**2, 3, PAIR), "that would be one and the same draw"),
    T(lambda: mean((a * w + b) ** 2, a**2 + b**2), "mean and spread"),
    F(lambda: mean((a * w + b) ** 2, a**2 + b), "b squared"),
    T(lambda: mean(w**2, s**2, {w: s**2}), "the variance"),
    F(lambda: mean(w**2, s, {w: s**2}), "s squared"),
    T(lambda: mean(w**4, 3 * s**4, {w: s**2}), "three squares of the variance"),
    F(lambda: mean(w**4, 3 * s**2, {w: s**2}), "s^4"),
    T(lambda: variance(w, 1), "the variance"),
    T(lambda: variance(w**2, 2), "3 - 1"),
    F(lambda: variance(w**2, 3), "3 - 1"),
    T(lambda: variance(a * w + b, a**2), "a shift does not spread"),
    F(lambda: variance(a * w + b, a), "a squared"),
    T(lambda: variance(w * q, 1, PAIR), "E w^2 q^2"),
    F(lambda: variance(w + q, 1, PAIR), "2"),
    T(lambda: variance(w + q, 2, PAIR), "independent"),
    F(lambda: variance(w - q, 0, PAIR), "2"),
    T(lambda: mean(Dot(u, u), d, {u: S.One}, VEC), "d entries"),
    F(lambda: mean(Dot(u, u), 1, {u: S.One}, VEC), "d = 2"),
    T(lambda: mean(Dot(u3, u3), 3, {u3: S.One}, Domain(over=[u3])), "three entries"),
    T(lambda: mean(Dot(u, u) ** 2, d**2 + 2 * d, {u: S.One}, VEC), "Wick"),
    F(lambda: mean(Dot(u, u) ** 2, d**2, {u: S.One}, VEC), "2d is missing"),
    T(lambda: mean(Dot(u, v) ** 2, Dot(v, v), {u: S.One}, VEC), "v is fixed"),
    F(lambda: mean(Dot(u, v) ** 2, Dot(v, v) ** 2, {u: S.One}, VEC), "|v|^2"),
    T(lambda: mean(Dot(u, v) ** 2, d, {u: S.One, v: S.One}, VEC), "both drawn"),
    F(lambda: mean(Dot(u, v) ** 2, d**2, {u: S.One, v: S.One}, VEC), "d"),
    T(lambda: mean(Dot(u, v) ** 4, 3 * Dot(v, v) ** 2, {u: S.One}, VEC), "a normal number of variance |v|^2"),
    F(lambda: mean(Dot(u, v) ** 4, Dot(v, v) ** 2, {u: S.One}, VEC), "three times"),
    T(lambda: mean(Dot(u, A * u), Trace(A), {u: S.One}, VEC), "the diagonal"),
    F(lambda: mean(Dot(u, A * u), d, {u: S.One}, VEC), "A = 0"),
    T(lambda: mean(Dot(u, A * u) * Dot(u, B * u), Trace(A) * Trace(B) + Trace(A * B) + Trace(A * B.T), {u: S.One}, VEC), "Wick"),
    F(lambda: mean(Dot(u, A * u) * Dot(u, B * u), Trace(A) * Trace(B) + 2 * Trace(A * B), {u: S.One}, VEC), "A is not symmetric"),
    T(lambda: mean(Trace(Z.T * Z), h * d, {Z: S.One}, MATS), "h d entries"),
    F(lambda: mean(Trace(Z.T * Z), h + d, {Z: S.One}, MATS), "h d"),
    T(lambda: mean(Dot(Z * u, Z * u), h * Dot(u, u), {Z: S.One}, MATS), "h rows"),
    F(lambda: mean(Dot(Z * u, Z * u), d * Dot(u, u), {Z: S.One}, MATS), "h rows"),
    M(lambda: mean(w**2, q**2, {w: q**2, q: S.One}), "a variance that is drawn, and a value that is"),
    M(lambda: mean(w**2, 1, {w: q**2, q: S.One}), "a variance that is drawn"),
    M(lambda: mean(w**4, 3, {w: q**2, q: S.One}), "a variance that is drawn: it would be 9"),
    M(lambda: mean(w**2, w**2), "a value that is drawn"),
    M(lambda: mean(w, w), "a value that is drawn"),
    M(lambda: mean(w**2, 1, {w: w}), "a variance in terms of the draw"),
    M(lambda: mean(w * q, 0, PAIR, Domain(Eq(w, q))), "the domain ties the draws: it would be 1"),
    M(lambda: mean(w**2, 1, ONE, Domain(w > 0)), "the domain cuts the draws"),
    M(lambda: mean(w, 0, ONE, Domain(w > 1)), "the domain cuts the draws"),
    M(lambda: mean(w * a, 0, ONE, Domain(Eq(w, a))), "the domain ties the draw to a"),
    M(lambda: mean(Dot(u, v), 0, {u: S.One, v: S.One}, Domain(Eq(u, v))), "the domain ties the draws"),
    M(lambda: mean(w**2, -1, {w: -S.One}), "a negative variance"),
    F(lambda: mean(w**4, a, {w: a}, Domain(a > 0, over=[w])), "3 a^2"),
    T(lambda: mean(w**2, a, {w: a}, Domain(a > 0, over=[w])), "a variance"),
    T(lambda: mean(k, 1, ONE, Domain(over=[w], where={k: w**2})), "an abbreviation of the square of the draw"),
    F(lambda: mean(k, 0, ONE, Domain(over=[w], where={k: w**2})), "an abbreviation of the square of the draw"),
    M(lambda: mean(n * w, n, {n: S.One, w: S.One}, Domain(over=[n, w])), "a whole number is not normal"),
    T(lambda: mean(exp(w), exp(Rational(1, 2))), "the log-normal mean"),
    F(lambda: mean(exp(w), 1), "exp(1/2)"),
    F(lambda: mean(Abs(w), 0), "positive"),
    F(lambda: mean(sqrt(w**2), 1), "sqrt(2/pi)"),
    F(lambda: mean(x * w**2, y, ONE, Domain(over=[w, x, y])), "x, not y"),
    F(lambda: mean(Dot(u, v), 1, {u: S.One}, VEC), "mean zero"),
    F(lambda: Expectation(Dot(vector("g", 2), vector("g", 2)) ** 2, {vector("g", 2): S.One}, S(6), on=Domain(over=[vector("g", 2)])),
      "4 + 4"),
    T(lambda: Expectation(Dot(vector("g", 2), vector("g", 2)) ** 2, {vector("g", 2): S.One}, S(8), on=Domain(over=[vector("g", 2)])),
      "4 + 4"),
    F(lambda: mean(Trace(W * W.T), h, {W: S.One}, Domain(over=[W])), "h d"),
    F(lambda: mean(Dot(u, I(d) * u) - d, 1, {u: S.One}, VEC), "0"),
]
