"""Matrix and scalar equations of a domain: they hold on it, not beside it, and a derivative looks beside it."""

from sympy import Determinant, Eq, Identity, Inverse, S, Trace, ZeroMatrix, exp, log, sqrt

from theoremtest.derivations.language import Conserved, Domain, Dot, Equal, Evolves, Flow, Gradient, GradientFlow, Holds, matrix, vector

from ..case import F, T
from ..words import A, B, Q, W, X, a, b, c, d, h, k, q, u, v, w, x, y

K, P = matrix("K", d, d), matrix("P", d, d)
W1, W2 = matrix("W_1", h, d), matrix("W_2", c, h)
SYM = matrix("S", d, d)
o = vector("o", h)
ORTHOGONAL = Domain(Eq(Q.T * Q, Identity(d)))
ISOMETRY = Domain(Eq(X.T * X, Identity(d)))
BALANCED = Domain(Eq(W1 * W1.T, W2.T * W2))
SYMMETRIC = Domain(Eq(SYM.T, SYM))
SKEW = Domain(Eq(K.T, -K))
IDEMPOTENT = Domain(Eq(P * P, P))
ON_CIRCLE = Domain(Eq(x**2 + y**2, 1))
CASES = [
    F(lambda: Conserved(Trace(X.T * X), along=Flow({X: X}), on=ISOMETRY), "its rate is 2 tr X^T X = 2d"),
    F(lambda: Evolves(Trace(X.T * X), S.Zero, along=Flow({X: X}), on=ISOMETRY), "its rate is 2d"),
    T(lambda: Evolves(Trace(X.T * X), 2 * d, along=Flow({X: X}), on=ISOMETRY), "2 tr X^T X, where X^T X = I"),
    F(lambda: Conserved(X.T * X, along=Flow({X: X}), on=ISOMETRY), "its rate is 2 I"),
    F(lambda: Conserved(Q.T * Q, along=Flow({Q: Q}), on=ORTHOGONAL), "its rate is 2 I"),
    T(lambda: Conserved(Q.T * Q, along=Flow({Q: Q * K}), on=ORTHOGONAL & SKEW), "K^T + K = 0"),
    F(lambda: Conserved(Q.T * Q, along=Flow({Q: Q * A}), on=ORTHOGONAL & Domain(over=[A])), "A^T + A is not 0"),
    F(lambda: Conserved(x**2 + y**2, along=Flow({x: x, y: y}), on=ON_CIRCLE), "its rate is 2"),
    T(lambda: Evolves(x**2 + y**2, S(2), along=Flow({x: x, y: y}), on=ON_CIRCLE), "2 (x^2 + y^2) on the circle"),
    T(lambda: Conserved(x**2 + y**2, along=Flow({x: y, y: -x}), on=ON_CIRCLE), "a rotation"),
    F(lambda: Conserved(x - y**2, along=Flow({x: S.One, y: S.Zero}), on=Domain(Eq(x, y**2))), "x moves alone"),
    F(lambda: Conserved(x, along=Flow({x: S.One}), on=Domain(Eq(x, 3))), "the rate is 1, though x = 3 there"),
    F(lambda: Conserved(x * y, along=Flow({x: S.One, y: S.One}), on=Domain(Eq(x, 2), y > 0)), "the rate is x + y"),
    F(lambda: Evolves(x**2, S.Zero, along=Flow({x: x}), on=Domain(Eq(x, 1))), "the rate is 2"),
    T(lambda: Evolves(x**2, S(2), along=Flow({x: x}), on=Domain(Eq(x, 1))), "2 x^2 at x = 1"),
    F(lambda: Conserved(Dot(u, u), along=Flow({u: u}), on=Domain(Eq(Dot(u, u), 1))), "the rate is 2"),
    T(lambda: Evolves(Dot(u, u), S(2), along=Flow({u: u}), on=Domain(Eq(Dot(u, u), 1))), "2 |u|^2 = 2"),
    F(lambda: Evolves(W1, ZeroMatrix(h, d), along=Flow({W1: W2.T * W2 * W1}), on=BALANCED), "W_1 = W_2 = 1 in size 1"),
    F(lambda: Evolves(W1 * W1.T, ZeroMatrix(h, h), along=Flow({W1: W1, W2: ZeroMatrix(c, h)}), on=BALANCED), "the rate is 2 W_1 W_1^T"),
    F(lambda: Conserved(W1 * W1.T - W2.T * W2, along=Flow({W1: W1, W2: 2 * W2}), on=BALANCED), "2 W_1 W_1^T - 4 W_2^T W_2"),
    T(lambda: Conserved(W1 * W1.T - W2.T * W2, along=Flow({W1: -W1, W2: -W2}), on=BALANCED),
      "both halves shrink alike where they are equal"),
    F(lambda: Gradient(Dot(u, u) - 1, u, ZeroMatrix(d, 1), on=Domain(Eq(Dot(u, u), 1))), "2u"),
    F(lambda: Gradient(Dot(u, v) ** 2, u, ZeroMatrix(d, 1), on=Domain(Eq(Dot(u, v), 1))), "2 (u.v) v"),
    F(lambda: Gradient(Dot(u, v), u, ZeroMatrix(d, 1), on=Domain(Eq(u, v))), "v"),
    T(lambda: Equal(Q * Q.T, Identity(d), on=ORTHOGONAL), "a square isometry"),
    T(lambda: Equal(Trace(Q.T * A * Q), Trace(A), on=ORTHOGONAL & Domain(over=[A])), "the cyclic trace"),
    F(lambda: Equal(Q * Q, Identity(d), on=ORTHOGONAL), "a rotation by a right angle"),
    F(lambda: Equal(Q, Q.T, on=ORTHOGONAL), "a rotation by a right angle"),
    F(lambda: Equal(Trace(Q), d, on=ORTHOGONAL), "Q = -I"),
    T(lambda: Equal(Dot(u, K * u), S.Zero, on=SKEW & Domain(over=[u])), "the number equals its own negative"),
    F(lambda: Equal(K, ZeroMatrix(d, d), on=SKEW), "d = 2"),
    F(lambda: Equal(K * K, ZeroMatrix(d, d), on=SKEW), "d = 2: -I"),
    T(lambda: Equal(Trace(K), S.Zero, on=SKEW), "a zero diagonal"),
    F(lambda: Equal(Trace(K * K), S.Zero, on=SKEW), "d = 2: -2"),
    T(lambda: Equal(Trace(K * SYM), S.Zero, on=SKEW & SYMMETRIC), "a skew against a symmetric matrix"),
    T(lambda: Equal(P**3, P, on=IDEMPOTENT), "P P P = P P = P"),
    F(lambda: Equal(P, Identity(d), on=IDEMPOTENT), "P = 0"),
    F(lambda: Equal(P.T, P, on=IDEMPOTENT), "an oblique projection"),
    T(lambda: Equal((Identity(d) - P) ** 2, Identity(d) - P, on=IDEMPOTENT), "the complement projects too"),
    F(lambda: Equal((Identity(d) + P) ** 2, Identity(d) + P, on=IDEMPOTENT), "P = I: 4 against 2"),
    T(lambda: Equal((A * B) ** 2, -(A**2) * B**2, on=Domain(Eq(A * B, -B * A))), "B A = -A B in the middle"),
    F(lambda: Equal((A * B) ** 2, A**2 * B**2, on=Domain(Eq(A * B, -B * A))), "Pauli matrices: the sign is turned"),
    F(lambda: Equal(A * B, ZeroMatrix(d, d), on=Domain(Eq(A * B, -B * A))), "real anticommuting matrices in size 2"),
    T(lambda: Equal(A**2 * B, B * A**2, on=Domain(Eq(A * B, B * A))), "they commute"),
    F(lambda: Equal(A * SYM, SYM * A, on=Domain(Eq(A * B, B * A), over=[SYM])), "A and S are free of one another"),
    F(lambda: Equal(SYM * A, A * SYM, on=SYMMETRIC & Domain(over=[A])), "d = 2"),
    T(lambda: Equal((SYM * A).T, A.T * SYM, on=SYMMETRIC & Domain(over=[A])), "S^T = S"),
    F(lambda: Equal(SYM, ZeroMatrix(d, d), on=Domain(Eq(SYM**2, SYM))), "S = I"),
    F(lambda: Equal(A, B, on=Domain(Eq(A**2, B**2))), "B = -A"),
    F(lambda: Equal(A, B, on=Domain(Eq(A.T * A, B.T * B))), "B = -A"),
    F(lambda: Equal(A, ZeroMatrix(d, d), on=Domain(Eq(A**2, ZeroMatrix(d, d)))), "a nilpotent matrix in size 2"),
    T(lambda: Equal(A, ZeroMatrix(d, d), on=Domain(Eq(A.T * A, ZeroMatrix(d, d)))), "its columns have length 0"),
    T(lambda: Equal(Dot(u, v), (Dot(u, u) + Dot(v, v)) / 2, on=Domain(Eq(u, v))), "u = v"),
    F(lambda: Equal(Dot(u, v), Dot(u, u), on=Domain(Eq(Dot(u, u), Dot(v, v)))), "v = -u"),
    F(lambda: Equal(x, sqrt(1 - y**2), on=ON_CIRCLE), "the other half"),
    T(lambda: Equal(x, sqrt(1 - y**2), on=ON_CIRCLE.but(x > 0)), "the right half"),
    T(lambda: Equal(x**4 - y**4, x**2 - y**2, on=ON_CIRCLE), "times x^2 + y^2"),
    F(lambda: Holds(x + y <= 1, on=ON_CIRCLE), "x = 4/5, y = 3/5"),
    T(lambda: Holds(x <= 1, on=ON_CIRCLE), "x^2 <= 1"),
    T(lambda: Equal(log(x * y), S.Zero, on=Domain(Eq(x * y, 1), x > 0)), "log 1"),
    F(lambda: Equal(exp(a) * exp(b), S.One, on=Domain(Eq(a, b))), "a = b = 1"),
    T(lambda: Equal(exp(a) * exp(b), S.One, on=Domain(Eq(a, -b))), "exp 0"),
    F(lambda: Equal(k * w, k * q, on=Domain(Eq(k * w, q))), "k = 2, w = 1, q = 2"),
    T(lambda: Evolves(x - y, S.Zero, along=Flow({x: a, y: b}), on=Domain(Eq(a, b), over=[x, y])), "equal rates"),
    F(lambda: Conserved(x, along=GradientFlow(x**2 / 2, {x: S.One}), on=Domain(Eq(x, 1))), "the rate is -1"),
    T(lambda: Evolves(x, -S.One, along=GradientFlow(x**2 / 2, {x: S.One}), on=Domain(Eq(x, 1))), "minus the slope at 1"),
    F(lambda: Conserved(x, along=GradientFlow((x - 1) ** 2 * y, {x: S.One, y: S.One}), on=Domain(x > 0, y > 0)), "-2 (x - 1) y"),
    F(lambda: Equal(Inverse(A), A.T, on=Domain(Eq(A.T, A))), "A = 2 I"),
    F(lambda: Equal(Determinant(Q), 1, on=ORTHOGONAL), "a reflection"),
    F(lambda: Equal(Dot(o, o), S.Zero, on=Domain(Eq(X.T * o, ZeroMatrix(d, 1)), over=[W])), "X = 0"),
]
