"""Attacks on means over draws: laws that are none, ranges, existence, ties between draws, and limits that the domain forbids."""

import pytest
from sympy import Abs, Function, Heaviside, KroneckerDelta, Max, Ne, S, Symbol, Trace, cos, exp, pi, sign, sin, sqrt

from helpers.attacks import attack
from theoremtest.derivations.language import (
    Binomial,
    ConvergesInProbability,
    Covariance,
    Domain,
    Dot,
    Expectation,
    FairBits,
    Mass,
    Multinomial,
    Parity,
    Poisson,
    dimension,
    entry,
    matrix,
    reals,
    vector,
)

a, b, c, s, p, q, z = reals("a", "b", "c", "s", "p", "q", "z")
d, n, K, B = dimension("d"), dimension("n"), dimension("K"), dimension("B")
i, j, D, E, N, M, J, X, Y, U, V = (Symbol(name, integer=True) for name in ("i", "j", "D", "E", "N", "M", "J", "X", "Y", "U", "V"))
u, v, x, o = vector("u", d), vector("v", d), vector("x", d), vector("o", 1)
W, A = matrix("W", d, d), matrix("A", d, d)
P = Function("P", real=True)
ON = Domain(s > 0, over=[a, b, c, z, u, v, x, W, A, o])
SQUARE = Domain(s > 0, i >= 0, i < d, j >= 0, j < d, over=[W, A])
COUNTS = Domain(D >= 0, p >= 0, q >= 0, p + q <= 1, over=[N, M, z])
PAIR = {N: Multinomial(D, p), M: Multinomial(D, q)}
BITS = Domain(U >= 0, U < 2**B, V >= 0, V < 2**B, over=[X, Y, B])
TWICE = {X: FairBits(B), Y: FairBits(B)}
ONE_DRAW = Domain(U >= 0, U < 2**B, over=[X, B])
SHARE, SHARES = {N: Binomial(D, p)}, Domain(D >= 1, p > 0, p < 1, over=[N])
OPEN_MASS = {J: Mass(P(J), 1, K)}


def mean(quantity, value, draws=None, on=ON):
    return Expectation(S(quantity), draws or {a: s}, S(value), on=on)


def entries(quantity, value, on=SQUARE):
    return Expectation(quantity, {W: s}, S(value), on=on)


def plim(quantity, value, draws, along, on):
    return ConvergesInProbability(S(quantity), along, S(value), draws, on=on)


ATTACKS = [
    ("one draw twice in an exponential", lambda: mean(exp(a) * exp(a), exp(s)), False),
    ("one draw twice in an exponential 2", lambda: mean(exp(a) * exp(a), exp(2 * s)), True),
    ("exponential of a sum", lambda: mean(exp(a + b), exp(s), {a: s, b: s}), True),
    ("exponential of a sum 2", lambda: mean(exp(a + b), exp(2 * s), {a: s, b: s}), False),
    ("polynomial and exponential of different draws", lambda: mean(b**2 * exp(a), s * exp(s / 2), {a: s, b: s}), True),
    ("square beside an exponential", lambda: mean(a**2 * exp(a), s * exp(s / 2)), False),
    ("square beside an exponential 2", lambda: mean(a**2 * exp(a), (s + s**2) * exp(s / 2)), True),
    ("a square's exponential has no mean", lambda: mean(exp(a**2), 1 / sqrt(1 - 2 * s)), None),
    ("a square's exponential has no mean for some", lambda: mean(exp(a**2), 1 / sqrt(1 - 2 * s), on=ON.but(s < 1)), None),
    ("a square's exponential has one", lambda: mean(exp(a**2), 1 / sqrt(1 - 2 * s), on=ON.but(s < S(1) / 2)), True),
    ("shift beside a square", lambda: mean(exp(a - a**2), exp(s / (2 + 4 * s)) / sqrt(1 + 2 * s)), True),
    ("shift beside a square 2", lambda: mean(exp(a - a**2), exp(s / 2) / sqrt(1 + 2 * s)), False),
    ("wave and exponential", lambda: mean(exp(a) * cos(a), 1 * cos(s)), True),
    ("wave and exponential 2", lambda: mean(exp(a) * cos(a), exp(s / 2) * exp(-s / 2)), False),
    ("a wave of a square", lambda: mean(cos(a**2), 1), False, False),
    ("wave with a power", lambda: mean(a * cos(a + c), -s * exp(-s / 2) * sin(c)), True),
    ("independent rectifiers", lambda: mean(Max(0, a) * Max(0, b), s / (2 * pi), {a: s, b: s}), True),
    ("one rectifier twice", lambda: mean(Max(0, a) * Max(0, a), s / (2 * pi)), False),
    ("rectifier of a sum", lambda: mean(Max(0, a + b), sqrt(s / pi), {a: s, b: s}), True, False),
    ("rectifier of a shifted draw", lambda: mean(Max(0, a + 1), sqrt(s / (2 * pi)) + S(1) / 2), False, False),
    ("rectifier times a coefficient of unknown sign", lambda: mean(Max(0, c * a), Abs(c) * sqrt(s / (2 * pi))), True),
    ("rectifier times a coefficient taken as positive", lambda: mean(Max(0, c * a), c * sqrt(s / (2 * pi))), False),
    ("a step where the variance may vanish", lambda: mean(Heaviside(a), S(1) / 2, {a: z**2}), True, False),
    ("a squared step where the variance may vanish", lambda: mean(Heaviside(a) ** 2, S(1) / 2, {a: z**2}), False, False),
    ("squared sign", lambda: mean(sign(a) ** 2, 1), True),
    ("rectifier of a zero projection", lambda: mean(Max(0, Dot(u, x)) * Max(0, Dot(u, v)), 0, {u: s}), False, False),
    ("a root of a modulus", lambda: mean(sqrt(Abs(a)), s**(S(1) / 4)), False),
    ("a symmetric entry", lambda: entries(entry(W, i, j) * entry(W, j, i), s * KroneckerDelta(i, j)), True),
    ("a symmetric entry 2", lambda: entries(entry(W, i, j) * entry(W, j, i), s), False),
    ("an entry squared", lambda: entries(entry(W, i, j) ** 2, s), True),
    ("an entry that the domain keeps off the diagonal", lambda: entries(
        entry(W, i, j) * entry(W, j, i), 0, SQUARE.but(i < j)), True),
    ("an entry that the domain keeps off the diagonal 2", lambda: entries(entry(W, i, j) * entry(W, j, i), 0, SQUARE.but(Ne(i, j))), True),
    ("an entry of a fixed matrix", lambda: entries(entry(W * A * W.T, i, j), s * entry(A, i, j)), False),
    ("an entry of a fixed matrix 2", lambda: entries(entry(W * A * W.T, i, j), s * Trace(A) * KroneckerDelta(i, j)), True),
    ("an entry of W A W", lambda: entries(entry(W * A * W, i, j), s * entry(A, j, i)), True),
    ("an entry of W A W 2", lambda: entries(entry(W * A * W, i, j), s * entry(A, i, j)), False),
    ("a number for an index beyond the size", lambda: entries(entry(W, 0, 1) ** 2, s), None),
    ("a number for an index", lambda: entries(entry(W, 0, 0) ** 2, s), True),
    ("an index out of range", lambda: entries(entry(W, i, j) ** 2, s, Domain(s > 0, over=[W, A, i, j])), None),
    ("a vector's entries", lambda: Expectation(entry(u, i) * entry(u, j), {u: s}, s * KroneckerDelta(i, j),
                                               on=Domain(s >= 0, i >= 0, i < d, j >= 0, j < d, over=[u])), True),
    ("covariance of one and the same", lambda: Covariance(a, a, {a: s}, s, on=ON), True),
    ("covariance with a square", lambda: Covariance(a, a**2, {a: s}, s, on=ON), False),
    ("size one", lambda: mean(exp(Dot(o, o)), 1 / sqrt(1 - 2 * s), {o: s}, ON.but(s < S(1) / 4)), True),
    ("probabilities beyond one", lambda: mean(N, D * p, PAIR, Domain(D >= 0, p >= 1, q >= 1, over=[N, M])), None),
    ("counts of different trials", lambda: mean(N * M, -D, {N: Multinomial(D, p), M: Multinomial(E, q)}, COUNTS.but(over=[E])), None),
    ("binomial counts are independent", lambda: mean(N * M, D**2 * p * q, {N: Binomial(D, p), M: Binomial(D, q)}, COUNTS), True),
    ("multinomial counts are not", lambda: mean(N * M, D**2 * p * q, PAIR, COUNTS), False),
    ("multinomial counts are not 2", lambda: mean(N * M, D * (D - 1) * p * q, PAIR, COUNTS), True),
    ("two values of one count", lambda: mean(KroneckerDelta(N, 0) * KroneckerDelta(N, 1), 0, PAIR, COUNTS), True),
    ("a negative value of a count", lambda: mean(KroneckerDelta(N, -1), 0, PAIR, COUNTS), True),
    ("zero to a count", lambda: mean(z**N, (1 - p + p * z) ** D, PAIR, COUNTS), True),
    ("sign of a count", lambda: mean((-1) ** N, (1 - 2 * p) ** D, PAIR, COUNTS), True),
    ("sign of a count 2", lambda: mean((-1) ** N, 0, PAIR, COUNTS), False),
    ("a root to a count", lambda: mean(z ** (N / 2), (1 - p + p * sqrt(z)) ** D, PAIR, COUNTS.but(z > 0)), True),
    ("event beside a power", lambda: mean(N * KroneckerDelta(N, 0), 0, PAIR, COUNTS), True),
    ("event beside the other count", lambda: mean(M * KroneckerDelta(N, 0), D * q * (1 - p) ** D, PAIR, COUNTS), False),
    ("parities of different draws", lambda: mean(Parity(U, X) * Parity(U, Y), KroneckerDelta(U, 0), TWICE, BITS), True),
    ("parities of different draws 2", lambda: mean(Parity(U, X) * Parity(U, Y), 1, TWICE, BITS), False),
    ("a parity the other way round", lambda: mean(Parity(X, U), KroneckerDelta(U, 0), {X: FairBits(B)}, ONE_DRAW), True),
    ("a parity squared, of more than the bits", lambda: mean(Parity(2 * U, X + 1)**2, 1, {X: FairBits(B)}, ONE_DRAW), True),
    ("a parity cubed, of more than the bits", lambda: mean(Parity(2 * U, X + 1)**3, 1, {X: FairBits(B)}, ONE_DRAW), None),
    ("a parity squared, of what may be negative", lambda: mean(Parity(U, X - 1)**2, 1, {X: FairBits(B)}, ONE_DRAW), None),
    ("a number added to the bits", lambda: mean(Parity(U, X + 3), KroneckerDelta(U, 0), {X: FairBits(B)}, ONE_DRAW), True),
    ("a number added to the bits 2", lambda: mean(Parity(U, X + 3), 0, {X: FairBits(B)}, ONE_DRAW), False),
    ("a number added to all", lambda: mean(Parity(2, X + 1) * Parity(3, X + 1), 0, {X: FairBits(2)}, Domain(over=[X])), True),
    ("different numbers added", lambda: mean(Parity(1, X) * Parity(1, X + 1), 0, {X: FairBits(2)}, Domain(over=[X])), False),  # -1
    ("a bit that only the sum has", lambda: mean(Parity(2, X + 1), 1, {X: FairBits(1)}, Domain(over=[X])), False),  # 0
    ("a number taken from the bits", lambda: mean(Parity(U, X - 1), KroneckerDelta(U, 0), {X: FairBits(B)}, ONE_DRAW), None),
    ("a bit that is not drawn", lambda: mean(Parity(2, X), 0, {X: FairBits(1)}, Domain(over=[X])), False),
    ("a bit that is not drawn 2", lambda: mean(Parity(2, X) * Parity(7, X) * Parity(1, X), 1, {X: FairBits(1)}, Domain(over=[X])), True),
    ("a set that is too great", lambda: mean(Parity(U, X), 0, {X: FairBits(1)}, Domain(U >= 2, over=[X])), None),
    ("a mass that is negative", lambda: mean(J, 2, {J: Mass(J - S(5) / 3, 1, 3)}, Domain(over=[J])), None),
    ("a mass that is too great", lambda: mean(J, 2, {J: Mass(S(1), 1, 3)}, Domain(over=[J])), None),
    ("an outcome beyond the range", lambda: mean(KroneckerDelta(J, K + 1), P(K + 1), OPEN_MASS, Domain(over=[J, K])), False, False),
    ("a constant over open masses", lambda: mean(3, 3, OPEN_MASS, Domain(over=[J, K])), True),
    ("twice a count", lambda: mean(KroneckerDelta(2 * N, 2), c * exp(-c), {N: Poisson(c)}, Domain(c > 0, over=[N])), True),
    ("twice a count, an odd number", lambda: mean(KroneckerDelta(2 * N, 3), 0, {N: Poisson(c)}, Domain(c > 0, over=[N])), True),
    ("half a count", lambda: mean(KroneckerDelta(0, N / 2), exp(-c), {N: Poisson(c)}, Domain(c > 0, over=[N])), True),
    ("half a count 2", lambda: mean(KroneckerDelta(1, N / 2), c * exp(-c), {N: Poisson(c)}, Domain(c > 0, over=[N])), False),
    ("a Poisson tail", lambda: mean(KroneckerDelta(N, 2), c**2 * exp(-c), {N: Poisson(c)}, Domain(c > 0, over=[N])), False),
    ("no room to grow", lambda: plim(Dot(u, u) / d, s, {u: s}, d, Domain(s >= 0, d <= 9, over=[u])), None),
    ("a fixed vector that grows", lambda: plim(Dot(u, x) / d, 0, {u: s}, d, Domain(s >= 0, over=[u, x])), None),
    ("a value that grows", lambda: plim(Dot(u, u), d * s, {u: s}, d, Domain(s >= 0, over=[u])), None),
    ("a mean of one draw fewer, where there are two", lambda: plim(Dot(u, u) / (d - 1), s, {u: s}, d, Domain(s >= 0, over=[u])), True),
    ("a mean of one draw fewer 2", lambda: plim(Dot(u, u) / (d - 1), 2 * s, {u: s}, d, Domain(s > 0, over=[u])), False),
    ("a fraction of sizes", lambda: plim(n * Dot(u, u) / (d * (n + K)), n * s / (n + K), {u: s}, d, Domain(s > 0, over=[u, n, K])), True),
    ("a fraction of sizes, true where one is 1", lambda: plim(
        n**2 * Dot(u, u) / (d * (n + K)), n * s / (n + K), {u: s}, d, Domain(s > 0, over=[u, n, K])), False),
    ("a variance that vanishes", lambda: plim(a, 0, {a: s / d}, d, Domain(s >= 0, over=[a, d])), True),
    ("a variance that stays", lambda: plim(a, 0, {a: s + 1 / d}, d, Domain(s >= 0, over=[a, d])), False),
    ("rare and great", lambda: plim(N * D, 0, {N: Binomial(1, 1 / D)}, D, Domain(D >= 1, over=[N])), True, False),
    ("a share of one trial fewer", lambda: plim(N / (D - 1), p, SHARE, D, SHARES), True),
    ("a count", lambda: plim(N, p, SHARE, D, SHARES), False),
    ("a count's square", lambda: plim(N**2 / D, p, SHARE, D, SHARES), False),
    ("the inverse of a share", lambda: plim(D / N, 1 / p, SHARE, D, SHARES), True, False),  # N may be 0, ever more rarely
    ("the inverse of a share 2", lambda: plim(D / N, p, SHARE, D, SHARES), False),
    ("a count by itself", lambda: plim(N / N, 1, SHARE, D, SHARES), True, False),
    ("a count less its mean", lambda: plim(N - p * D, 0, SHARE, D, SHARES), False, False),  # its fluctuations grow
    ("a share of rare successes", lambda: plim(N / D, 0, {N: Binomial(D, p / D)}, D, SHARES), True),
    ("a count of rare successes", lambda: plim(N, p, {N: Binomial(D, p / D)}, D, SHARES), False, False),
    ("a ratio of shares", lambda: plim(N / M, p / q, PAIR, D, Domain(D >= 1, p > 0, q > 0, p + q <= 1, over=[N, M])), True, False),
    ("a ratio of shares 2", lambda: plim(N / M, q / p, PAIR, D, Domain(D >= 1, p > 0, q > 0, p + q <= 1, over=[N, M])), False),
    ("fourth power of a mean", lambda: plim((Dot(u, u) / d) ** 2, s**2, {u: s}, d, Domain(s >= 0, over=[u])), True),
    ("fourth power of a mean 2", lambda: plim((Dot(u, u) / d) ** 2, 3 * s**2, {u: s}, d, Domain(s > 0, over=[u])), False),
]




@pytest.mark.drawn(6)
@pytest.mark.parametrize("row", ATTACKS, ids=lambda row: row[0])
def test_no_wrong_answer(row):
    attack(*row[1:])
