"""Statements over draws that the theory of random networks, of scaling laws and of parities asks for: true ones, false ones, open ones.

Each row is (name, statement as a function of nothing). OPEN holds true statements that the engine leaves undecided, with what is lacking.
"""

from sympy import Abs, Function, Heaviside, Identity, KroneckerDelta, Max, S, Symbol, Trace, acos, cos, exp, pi, sign, sin, sqrt, tanh

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
    Norm,
    Parity,
    Poisson,
    dimension,
    entry,
    matrix,
    reals,
    vector,
)

a, b, c, s, t, p, q, z, y_1 = reals("a", "b", "c", "s", "t", "p", "q", "z", "y_1")
n, m, d, h, K, B = (dimension(name) for name in ("n", "m", "d", "h", "K", "n_b"))
i, j, k, l, D, N, M, X, J, U, V, R = (Symbol(name, integer=True) for name in (
    "i", "j", "k", "l", "D", "N", "M", "X", "J", "U", "V", "R"))
W, A, C, G, H = matrix("W", n, m), matrix("A", m, m), matrix("C", m, n), matrix("G", n, n), matrix("H", n, n)
u, v, x, y = vector("u", d), vector("v", d), vector("x", d), vector("y", d)
F, f = matrix("F", d, d), vector("f", m)
W_1, W_2 = matrix("W_1", h, n), matrix("W_2", m, h)
balance = W_2.T * W_2 - W_1 * W_1.T
P = Function("P", real=True)
relu = lambda value: Max(0, value)  # noqa: E731  the field's name for it
delta = KroneckerDelta

SCALARS = Domain(s > 0, over=[a, b, c, t])
VECTORS = Domain(s > 0, Dot(x, x) > 0, Dot(y, y) > 0, over=[u, v, F, t])
MATRICES = Domain(s > 0, over=[W, A, C, f, G])
IN_RANGE = [bound for index in (i, j, k, l) for bound in (index >= 0, index <= h - 1)]
BALANCE = Domain(p >= 0, q >= 0, *IN_RANGE, over=[W_1, W_2])
BOTH = {W_1: p, W_2: q}
COUNTS = Domain(D >= 0, p >= 0, q >= 0, p + q <= 1, z > 0, y_1 > 0, over=[N, M])
PAIR = {N: Multinomial(D, p), M: Multinomial(D, q)}
BITS = Domain(U >= 0, U < 2**B, V >= 0, V < 2**B, over=[X, B])
FAIR = {X: FairBits(B)}
SKILLS = Domain(k >= 1, k <= K, l >= 1, l <= K, U >= 0, U < 2**B, over=[X, J, B, K])
SKILL = {X: FairBits(B), J: Mass(P(J), 1, K)}


def mean(quantity, value, draws, on):
    """E quantity = value."""
    return Expectation(S(quantity), draws, S(value), on=on)


def var(quantity, value, draws, on):
    """Var quantity = value."""
    return Expectation(S(quantity), draws, S(value), "variance", on=on)


def cov(first, second, value, draws, on):
    """Cov(first, second) = value."""
    return Covariance(S(first), S(second), draws, S(value), on=on)


def plim(quantity, value, draws, along, on):
    """quantity tends to value in probability."""
    return ConvergesInProbability(S(quantity), along, S(value), draws, on=on)


def one(quantity, value):
    """A mean over one normal number a of variance s."""
    return mean(quantity, value, {a: s}, SCALARS)


def wide(quantity, value, on=VECTORS):
    """A mean over one normal vector u of variance s."""
    return mean(quantity, value, {u: s}, on)


def drawn(quantity, value):
    """A mean over one normal matrix W of variance s."""
    return mean(quantity, value, {W: s}, MATRICES)


def skill(index):
    """The skill function of a multitask parity: the parity of its bits where it is asked for, else 0."""
    return delta(J, index) * Parity(U, X)


kernel = (sqrt(Dot(x, x) * Dot(y, y) - Dot(x, y) ** 2) + Dot(x, y) * (pi - acos(Dot(x, y) / (Norm(x) * Norm(y))))) / (2 * pi)

TRUE = [
    ("log-normal mean", lambda: one(exp(a), exp(s / 2))),
    ("moment generating function", lambda: one(exp(t * a + b), exp(b + t**2 * s / 2))),
    ("log-normal variance", lambda: var(exp(a), (exp(s) - 1) * exp(s), {a: s}, SCALARS)),
    ("Stein beside an exponential", lambda: one(a * exp(t * a), t * s * exp(t**2 * s / 2))),
    ("exponential of a square", lambda: one(exp(-t**2 * a**2), 1 / sqrt(1 + 2 * t**2 * s))),
    ("rectifier", lambda: one(relu(a), sqrt(s / (2 * pi)))),
    ("square of a rectifier", lambda: one(relu(a) ** 2, s / 2)),
    ("fourth power of a rectifier", lambda: one(relu(a) ** 4, 3 * s**2 / 2)),
    ("variance of a rectifier", lambda: var(relu(a), s * (pi - 1) / (2 * pi), {a: s}, SCALARS)),
    ("leaky rectifier", lambda: one(Max(a, a / 4) ** 2, s * (1 + S(1) / 16) / 2)),
    ("modulus", lambda: one(Abs(a), sqrt(2 * s / pi))),
    ("cube of a modulus", lambda: one(Abs(a) ** 3, 2 * sqrt(2 / pi) * s * sqrt(s))),
    ("sign is fair", lambda: one(sign(a), 0)),
    ("rectifier and its mirror never meet", lambda: one(relu(a) * relu(-a), 0)),
    ("He initialisation keeps the square", lambda: wide(relu(Dot(u, x)) ** 2, s * Dot(x, x) / 2)),
    ("arc-cosine kernel of degree one", lambda: wide(relu(Dot(u, x)) * relu(Dot(u, y)), s * kernel)),
    ("arc-cosine kernel of degree zero", lambda: wide(
        Heaviside(Dot(u, x)) * Heaviside(Dot(u, y)), (pi - acos(Dot(x, y) / (Norm(x) * Norm(y)))) / (2 * pi))),
    ("rectifier and step of two inputs", lambda: wide(
        relu(Dot(u, x)) * Heaviside(Dot(u, y)), sqrt(s) * (Norm(x) + Dot(x, y) / Norm(y)) / (2 * sqrt(2 * pi)))),
    ("output and rectifier of two inputs", lambda: wide(relu(Dot(u, x)) * Dot(u, y), s * Dot(x, y) / 2)),
    ("derivative and input", lambda: wide(Dot(u, x) * Heaviside(Dot(u, x)), sqrt(s) * Norm(x) / sqrt(2 * pi))),
    ("random Fourier features", lambda: wide(
        cos(Dot(u, x)) * cos(Dot(u, y)) + sin(Dot(u, x)) * sin(Dot(u, y)), exp(-s * Dot(x - y, x - y) / 2))),
    ("characteristic function", lambda: wide(cos(Dot(u, x)), exp(-s * Dot(x, x) / 2))),
    ("exponential of a projection", lambda: wide(exp(Dot(u, x)), exp(s * Dot(x, x) / 2))),
    ("Gaussian integral in d dimensions", lambda: wide(exp(-t**2 * Dot(u, u)), (1 + 2 * t**2 * s) ** (-d / 2))),
    ("variance of a quadratic form", lambda: var(
        Dot(u, F * u), s**2 * (Trace(F * F) + Trace(F * F.T)), {u: s}, VECTORS)),
    ("E W A W^T", lambda: drawn(W * A * W.T, s * Trace(A) * Identity(n))),
    ("E W^T G W", lambda: drawn(W.T * G * W, s * Trace(G) * Identity(m))),
    ("E W C W", lambda: drawn(W * C * W, s * C.T)),
    ("E W W^T W W^T", lambda: drawn(W * W.T * W * W.T, s**2 * m * (m + n + 1) * Identity(n))),
    ("E W W^T G W W^T", lambda: drawn(W * W.T * G * W * W.T, s**2 * (m**2 * G + m * G.T + m * Trace(G) * Identity(n)))),
    ("E tr(W W^T)^2", lambda: drawn(Trace(W * W.T) ** 2, s**2 * n * m * (n * m + 2))),
    ("E W f f^T W^T", lambda: drawn(W * f * f.T * W.T, s * Dot(f, f) * Identity(n))),
    ("exponential of a trace", lambda: drawn(exp(Trace(C * W)), exp(s * Trace(C * C.T) / 2))),
    ("balance in the mean", lambda: mean(balance, (m * q - n * p) * Identity(h), BOTH, BALANCE)),
    ("balance, entry by entry", lambda: mean(entry(balance, i, j), (m * q - n * p) * delta(i, j), BOTH, BALANCE)),
    ("balance, variance of an entry", lambda: var(entry(balance, i, j), (m * q**2 + n * p**2) * (1 + delta(i, j)), BOTH, BALANCE)),
    ("balance, covariance of two entries", lambda: cov(
        entry(balance, i, j), entry(balance, k, l),
        (m * q**2 + n * p**2) * (delta(i, k) * delta(j, l) + delta(i, l) * delta(j, k)), BOTH, BALANCE)),
    ("entries of one matrix", lambda: mean(entry(W_1, i, 0) * entry(W_1, j, 0), p * delta(i, j), BOTH, BALANCE)),
    ("parameter noise", lambda: mean(
        Trace((W_2 * W_1).T * W_2 * W_1), p * q * n * h * m, BOTH, Domain(p >= 0, q >= 0, over=[W_1, W_2]))),
    ("mean of a count", lambda: mean(N, D * p, PAIR, COUNTS)),
    ("variance of a count", lambda: var(N, D * p * (1 - p), PAIR, COUNTS)),
    ("covariance of two counts", lambda: cov(N, M, -D * p * q, PAIR, COUNTS)),
    ("a skill is not seen", lambda: mean(delta(N, 0), (1 - p) ** D, PAIR, COUNTS)),
    ("two skills are not seen", lambda: mean(delta(N, 0) * delta(M, 0), (1 - p - q) ** D, PAIR, COUNTS)),
    ("multinomial generating function", lambda: mean(z**N * y_1**M, (1 - p - q + z * p + y_1 * q) ** D, PAIR, COUNTS)),
    ("exponential of a count", lambda: mean(exp(-t * N), (1 - p + p * exp(-t)) ** D, {N: Binomial(D, p)},
                                            Domain(D >= 0, p >= 0, p <= 1, over=[N, t]))),
    ("second moment of a Poisson number", lambda: mean(N**2, c + c**2, {N: Poisson(c)}, Domain(c >= 0, over=[N]))),
    ("no event of a Poisson law", lambda: mean(delta(N, 0), exp(-c), {N: Poisson(c)}, Domain(c >= 0, over=[N]))),
    ("parities are orthonormal", lambda: mean(Parity(U, X) * Parity(V, X), delta(U, V), FAIR, BITS)),
    ("a parity is fair", lambda: mean(Parity(U, X), delta(U, 0), FAIR, BITS)),
    ("a parity of the number after it", lambda: mean((Parity(1, X + 1) + Parity(2, X)) ** 2, 2, {X: FairBits(2)}, Domain(over=[X]))),
    ("a count of less than none", lambda: mean(c * delta(N + 1, 0), 0, PAIR, COUNTS.but(over=[c]))),
    ("a parity squared", lambda: mean(Parity(U, X) ** 2, 1, FAIR, BITS)),
    ("variance of a parity", lambda: var(Parity(U, X), 1, FAIR, BITS.but(U >= 1))),
    ("skills are orthogonal", lambda: mean(skill(k) * skill(l), P(k) * delta(k, l), SKILL, SKILLS)),
    ("norm of a skill", lambda: mean(skill(k) ** 2, P(k), SKILL, SKILLS)),
    ("uniform outcome", lambda: mean(J, (K + 1) / 2, {J: Mass(1 / K, 1, K)}, Domain(over=[J, K]))),
    ("uniform outcome squared", lambda: mean(J**2, (K + 1) * (2 * K + 1) / 6, {J: Mass(1 / K, 1, K)}, Domain(over=[J, K]))),
    ("norm of a wide vector", lambda: plim(Dot(u, u) / d, s, {u: s}, d, Domain(s >= 0, over=[u]))),
    ("two wide vectors are orthogonal", lambda: plim(Dot(u, v) / d, 0, {u: s, v: S.One}, d, Domain(s >= 0, over=[u, v]))),
    ("frequency of an outcome", lambda: plim(N / D, p, {N: Binomial(D, p)}, D, Domain(p >= 0, p <= 1, D >= 1, over=[N]))),
    ("trace of a Gram matrix", lambda: plim(
        Trace(W * W.T) / (n * m), s, {W: s}, m, Domain(s >= 0, over=[W]))),
]

FALSE = [
    ("log-normal median", lambda: one(exp(a), 1)),
    ("log-normal with s for s/2", lambda: one(exp(a), exp(s))),
    ("log-normal variance without -1", lambda: var(exp(a), exp(2 * s), {a: s}, SCALARS)),
    ("exponential of a square, other sign", lambda: one(exp(-t**2 * a**2), 1 / sqrt(1 - 2 * t**2 * s))),
    ("mean of a rectifier is not half a deviation", lambda: one(relu(a), sqrt(s) / 2)),
    ("square of a rectifier keeps all", lambda: one(relu(a) ** 2, s)),
    ("variance of a rectifier without its mean", lambda: var(relu(a), s / 2, {a: s}, SCALARS)),
    ("leaky rectifier with the slope unsquared", lambda: one(Max(a, a / 4) ** 2, s * (1 + S(1) / 4) / 2)),
    ("modulus is the deviation", lambda: one(Abs(a), sqrt(s))),
    ("sign is one", lambda: one(sign(a), 1)),
    ("steps are independent", lambda: wide(Heaviside(Dot(u, x)) * Heaviside(Dot(u, y)), S(1) / 4)),
    ("rectifier and step of two inputs, the first alone", lambda: wide(
        relu(Dot(u, x)) * Heaviside(Dot(u, y)), sqrt(s) * Norm(x) / (2 * sqrt(2 * pi)))),
    ("arc-cosine kernel without its sine", lambda: wide(
        relu(Dot(u, x)) * relu(Dot(u, y)), s * Dot(x, y) * (pi - acos(Dot(x, y) / (Norm(x) * Norm(y)))) / (2 * pi))),
    ("kernel of |x + y|", lambda: wide(
        cos(Dot(u, x)) * cos(Dot(u, y)) + sin(Dot(u, x)) * sin(Dot(u, y)), exp(-s * Dot(x + y, x + y) / 2))),
    ("Gaussian integral with d for d/2", lambda: wide(exp(-t**2 * Dot(u, u)), (1 + 2 * t**2 * s) ** (-d))),
    ("variance of a quadratic form, as if symmetric", lambda: var(Dot(u, F * u), 2 * s**2 * Trace(F * F), {u: s}, VECTORS)),
    ("E W A W^T with a size for the trace", lambda: drawn(W * A * W.T, s * m * Identity(n))),
    ("E W C W not transposed", lambda: mean(G * H * G, s * H, {G: s}, Domain(s > 0, over=[G, H]))),
    ("E W^2 vanishes", lambda: mean(G * G, S.Zero * Identity(n), {G: s}, MATRICES)),
    ("E W W^T W W^T without crossing", lambda: drawn(W * W.T * W * W.T, s**2 * m * (m + n) * Identity(n))),
    ("E W W^T G W W^T without the transpose", lambda: drawn(
        W * W.T * G * W * W.T,
        s**2 * (m**2 + m) * G + s**2 * m * Trace(G) * Identity(n))),
    ("exponential of a trace without its half", lambda: drawn(exp(Trace(C * W)), exp(s * Trace(C * C.T)))),
    ("balance with the sizes exchanged", lambda: mean(balance, (n * q - m * p) * Identity(h), BOTH, BALANCE)),
    ("balance off the diagonal", lambda: mean(entry(balance, i, j), m * q - n * p, BOTH, BALANCE)),
    ("balance, one variance for all entries", lambda: var(entry(balance, i, j), m * q**2 + n * p**2, BOTH, BALANCE)),
    ("balance, variance with a minus", lambda: var(entry(balance, i, j), (m * q**2 - n * p**2) * (1 + delta(i, j)), BOTH, BALANCE)),
    ("balance, covariance without the transpose", lambda: cov(
        entry(balance, i, j), entry(balance, k, l), (m * q**2 + n * p**2) * delta(i, k) * delta(j, l), BOTH, BALANCE)),
    ("fourth moment of an entry is 1", lambda: mean(entry(W_1, i, 0) ** 4, p**2, BOTH, BALANCE)),
    ("parameter noise with a size lost", lambda: mean(
        Trace((W_2 * W_1).T * W_2 * W_1), p * q * n * m, BOTH, Domain(p >= 0, q >= 0, over=[W_1, W_2]))),
    ("variance of a count as of Poisson", lambda: var(N, D * p, PAIR, COUNTS)),
    ("counts are independent", lambda: cov(N, M, 0, PAIR, COUNTS)),
    ("covariance with a plus", lambda: cov(N, M, D * p * q, PAIR, COUNTS)),
    ("not seen, exponential at once", lambda: mean(delta(N, 0), exp(-D * p), PAIR, COUNTS)),
    ("two skills not seen, as if independent", lambda: mean(delta(N, 0) * delta(M, 0), (1 - p) ** D * (1 - q) ** D, PAIR, COUNTS)),
    ("generating function with independent counts", lambda: mean(
        z**N * y_1**M, (1 - p + z * p) ** D * (1 - q + y_1 * q) ** D, PAIR, COUNTS)),
    ("second moment is the mean squared", lambda: mean(N**2, c**2, {N: Poisson(c)}, Domain(c >= 0, over=[N]))),
    ("parities orthogonal for equal sets too", lambda: mean(Parity(U, X) * Parity(V, X), 0, FAIR, BITS)),
    ("a parity vanishes for the empty set too", lambda: mean(Parity(U, X), 0, FAIR, BITS)),
    ("parities never orthogonal", lambda: mean(Parity(U, X) * Parity(V, X), 1, FAIR, BITS)),
    ("variance of a parity of no bits", lambda: var(Parity(U, X), 1, FAIR, BITS)),
    ("uniform outcome from zero", lambda: mean(J, K / 2, {J: Mass(1 / K, 1, K)}, Domain(over=[J, K]))),
    ("norm of a wide vector is one", lambda: plim(Dot(u, u) / d, 1, {u: s}, d, Domain(s >= 0, over=[u]))),
    ("a sum over sqrt(d) concentrates", lambda: plim(Dot(u, v) / sqrt(d), 0, {u: s, v: S.One}, d, Domain(s > 0, over=[u, v]))),
    ("frequency of the other outcome", lambda: plim(N / D, 1 - p, {N: Binomial(D, p)}, D, Domain(p > 0, p < 1, D >= 1, over=[N]))),
    ("a parity of the number after it, as if the same", lambda: mean(Parity(1, X + 1) * Parity(1, X), 1, {X: FairBits(2)},
                                                                     Domain(over=[X]))),
    ("a normal number concentrates", lambda: plim(a + 1 / d, 0, {a: s}, d, Domain(s > 0, over=[a, d]))),
]

OPEN = [
    ("an odd function that is no polynomial", lambda: one(tanh(a), 0)),
    ("a quotient", lambda: one(a / (1 + a**2), 0)),
    ("reciprocal of a count", lambda: mean(1 / (1 + N), (1 - (1 - p) ** (D + 1)) / ((D + 1) * p), {N: Binomial(D, p)},
                                           Domain(D >= 0, p > 0, p <= 1, over=[N]))),
    ("four parities", lambda: mean(Parity(1, X) * Parity(2, X) * Parity(U, X) * Parity(V, X) * Parity(R, X), 0, FAIR,
                                   BITS.but(U >= 4, V >= 4, R >= 8, R < 2**B))),
    ("convergence without a second moment's help", lambda: plim(d**2 * delta(N, d), 0, {N: Binomial(d, S(1) / 2)}, d, Domain(over=[N, d]))),
]
"""True statements that are left undecided, none of them refuted."""
REFUSED = [
    ("a law that is none", lambda: mean(J, K, {J: Mass(2 / K, 1, K)}, Domain(over=[J, K]))),
    ("a set of more bits than are drawn", lambda: mean(Parity(U, X), delta(U, 0), FAIR, Domain(U >= 0, over=[X, B]))),
    ("an index out of range", lambda: mean(
        entry(balance, i, j), (m * q - n * p) * delta(i, j), BOTH, Domain(p >= 0, q >= 0, over=[W_1, W_2, i, j]))),
    ("an exponential without a mean", lambda: one(exp(a**2), 1 / sqrt(1 - 2 * s))),
    ("a binomial count that does not concentrate fast enough for Chebyshev", lambda: plim(
        N * D, 0, {N: Binomial(1, p)}, D, Domain(p >= 0, p <= 1, over=[N, D]))),
]
"""Statements that say nothing, or that are false in a way no point shows: never proved, never refuted."""
