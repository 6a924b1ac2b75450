"""Gradients, Hessians, fields that are none, minimisers: every dependence on the vector counts, points of norm 0 too."""

from sympy import Abs, Determinant, Eq, Identity, Ne, Rational, S, Trace, ZeroMatrix, cosh, exp, log, sqrt, tanh

from theoremtest.derivations.language import Domain, Dot, Gradient, Hessian, Holds, Minimises, Norm, NotHessian, vector

from ..case import F, M, T
from ..words import A, B, X, a, b, d, h, k, u, u1, u3, v, v1, v3, x
from ..words import S as SYM

SQUARE = Dot(v, v)
ALL = Domain(over=[v, u, k, a])
AWAY = Domain(SQUARE > 0, over=[u, k, a])
UNIT = vector("e", d)
NOTHING = ZeroMatrix(d, 1)
ONE = Identity(d)
GROWING = Domain(k > 0, over=[v, u])


def minimises(potential, slope, preconditioner, warp, on=None):
    """The flow v' = -preconditioner X^T rho from u, where the potential's gradient is `slope`."""
    return Minimises(potential, slope, v, u, preconditioner, warp, on=on or Domain(over=[v, u]))


CASES = [
    T(lambda: Gradient(SQUARE, v, 2 * v, on=ALL), "the gradient of a square"),
    F(lambda: Gradient(SQUARE, v, v, on=ALL), "twice that"),
    T(lambda: Gradient(SQUARE**2, v, 4 * SQUARE * v, on=ALL), "the chain rule"),
    F(lambda: Gradient(SQUARE**2, v, 2 * SQUARE * v, on=ALL), "four"),
    T(lambda: Gradient(Norm(v), v, v / Norm(v), on=AWAY), "away from 0"),
    F(lambda: Gradient(Norm(v), v, v, on=AWAY), "|v| = 2"),
    F(lambda: Gradient(Norm(v) ** 3, v, 3 * SQUARE * v, on=ALL), "3 |v| v"),
    T(lambda: Gradient(Norm(v) ** 3, v, 3 * Norm(v) * v, on=ALL), "the chain rule"),
    F(lambda: Gradient(Dot(u, v), v, NOTHING, on=ALL), "u"),
    T(lambda: Gradient(Dot(u, v), v, u, on=ALL), "linear"),
    F(lambda: Gradient(Dot(u, v), v, v, on=ALL), "u"),
    F(lambda: Gradient(Dot(u, v) + SQUARE, v, 2 * v, on=ALL), "u is missing"),
    T(lambda: Gradient(Dot(u, v) + SQUARE, v, 2 * v + u, on=ALL), "term by term"),
    F(lambda: Gradient(Dot(u, v) ** 2, v, 2 * Dot(u, v) * v, on=ALL), "2 (u.v) u"),
    T(lambda: Gradient(Dot(u, v) ** 2, v, 2 * Dot(u, v) * u, on=ALL), "the chain rule"),
    F(lambda: Gradient(Dot(u, v) * SQUARE, v, 2 * Dot(u, v) * v, on=ALL), "|v|^2 u is missing"),
    F(lambda: Gradient(exp(Dot(u, v)), v, NOTHING, on=ALL), "exp(u.v) u"),
    F(lambda: Gradient(Dot(v, A * v), v, NOTHING, on=ALL.but(over=[A])), "(A + A^T) v"),
    F(lambda: Gradient(Dot(v, A * v), v, 2 * A * v, on=ALL.but(over=[A])), "A is not symmetric"),
    T(lambda: Gradient(Dot(v, A * v), v, A * v + A.T * v, on=ALL.but(over=[A])), "the product rule"),
    F(lambda: Gradient(Dot(u, u), v, 2 * v, on=ALL), "u is not v"),
    T(lambda: Gradient(Dot(u, u), v, NOTHING, on=ALL), "u is not v"),
    F(lambda: Gradient(Dot(X * v, X * v), v, NOTHING, on=ALL.but(over=[X])), "2 X^T X v"),
    T(lambda: Gradient(Dot(X * v, X * v), v, 2 * X.T * X * v, on=ALL.but(over=[X])), "least squares"),
    F(lambda: Gradient(Trace(v * u.T), v, NOTHING, on=ALL), "u"),
    F(lambda: Gradient(Determinant(v * u.T + ONE), v, NOTHING, on=ALL), "det(I + v u^T) = 1 + u.v"),
    F(lambda: Gradient(Determinant(A), A, ZeroMatrix(d, d), on=Domain(over=[A])), "size 1: 1"),
    F(lambda: Gradient(Trace(A.T * B), A, ZeroMatrix(d, d), on=Domain(over=[A, B])), "B"),
    F(lambda: Gradient(Trace(A * SYM.T), SYM, ZeroMatrix(d, d), on=Domain(Eq(SYM.T, SYM), over=[A])), "A, or its symmetric part"),
    F(lambda: Gradient(log(SQUARE), v, v / SQUARE, on=AWAY), "twice that"),
    T(lambda: Gradient(log(SQUARE), v, 2 * v / SQUARE, on=AWAY), "the chain rule"),
    T(lambda: Gradient(sqrt(1 + SQUARE), v, v / sqrt(1 + SQUARE), on=ALL), "the chain rule"),
    F(lambda: Gradient(sqrt(1 + SQUARE), v, v, on=ALL), "v = 2"),
    T(lambda: Gradient(exp(-SQUARE / 2), v, -exp(-SQUARE / 2) * v, on=ALL), "the chain rule"),
    F(lambda: Gradient(exp(-SQUARE / 2), v, exp(-SQUARE / 2) * v, on=ALL), "the sign"),
    F(lambda: Gradient(Abs(SQUARE - 1), v, 2 * v, on=ALL), "inside the unit ball -2v"),
    F(lambda: Gradient(Dot(u1, v1), v1, ZeroMatrix(1, 1), on=Domain(over=[u1, v1])), "u"),
    T(lambda: Gradient(Dot(u3, v3), v3, u3, on=Domain(over=[u3, v3])), "linear"),
    T(lambda: Hessian(SQUARE / 2, v, ONE, on=ALL), "the identity"),
    F(lambda: Hessian(SQUARE, v, ONE, on=ALL), "twice that"),
    T(lambda: Hessian(SQUARE**2, v, 4 * SQUARE * ONE + 8 * v * v.T, on=ALL), "the product rule"),
    F(lambda: Hessian(SQUARE**2, v, 12 * SQUARE * ONE, on=ALL), "d = 2, along and across"),
    T(lambda: Hessian(Dot(v1, v1) ** 2, v1, 12 * Dot(v1, v1) * Identity(1), on=Domain(over=[v1])), "size 1: (x^4)''"),
    F(lambda: Hessian(Dot(v3, v3) ** 2, v3, 12 * Dot(v3, v3) * Identity(3), on=Domain(over=[v3])), "along and across"),
    T(lambda: Hessian(Norm(v), v, ONE / Norm(v) - v * v.T / Norm(v) ** 3, on=AWAY), "away from 0"),
    F(lambda: Hessian(Norm(v), v, ONE / Norm(v), on=AWAY), "d = 2"),
    T(lambda: Hessian(Dot(u, v), v, ZeroMatrix(d, d), on=ALL), "linear"),
    F(lambda: Hessian(Dot(u, v) ** 2, v, ZeroMatrix(d, d), on=ALL), "2 u u^T"),
    F(lambda: Hessian(Dot(u, v) * SQUARE, v, 2 * Dot(u, v) * ONE, on=ALL), "u v^T and its transpose are missing"),
    T(lambda: Hessian(Dot(u, v) ** 2, v, 2 * u * u.T, on=ALL), "a square of a linear form"),
    F(lambda: Hessian(exp(Dot(u, v)), v, ZeroMatrix(d, d), on=ALL), "exp(u.v) u u^T"),
    F(lambda: Hessian(Dot(v, A * v) / 2, v, A, on=ALL.but(over=[A])), "the symmetric part of A"),
    T(lambda: Hessian(Dot(v, A * v) / 2, v, (A + A.T) / 2, on=ALL.but(over=[A])), "the symmetric part"),
    F(lambda: NotHessian(ONE, v, on=ALL), "the Hessian of |v|^2/2"),
    F(lambda: NotHessian(k * ONE, v, on=ALL), "the Hessian of k |v|^2/2"),
    T(lambda: NotHessian(SQUARE * ONE, v, on=Domain(over=[v])), "mixed partials differ"),
    F(lambda: NotHessian(4 * SQUARE * ONE + 8 * v * v.T, v, on=ALL), "the Hessian of |v|^4"),
    F(lambda: NotHessian(Dot(u, v) * u * u.T, v, on=ALL), "the Hessian of (u.v)^3/6"),
    F(lambda: NotHessian(k * SQUARE * ONE, v, on=Domain(over=[v, k])), "k = 0"),
    T(lambda: NotHessian(k * SQUARE * ONE, v, on=GROWING), "k > 0: mixed partials differ"),
    F(lambda: NotHessian(Dot(v1, v1) * Identity(1), v1, on=Domain(over=[v1])), "in size 1 everything is a second derivative"),
    T(lambda: NotHessian(v * v.T, v, on=Domain(over=[v])), "d >= 2: d/dj (v_i v_i) = 0 against d/di (v_i v_j) = v_j"),
    F(lambda: NotHessian(exp(Dot(u, v)) * u * u.T, v, on=ALL), "the Hessian of exp(u.v)"),
    T(lambda: minimises(SQUARE / 2, u, ONE, S.One), "gradient descent on a square"),
    F(lambda: minimises(SQUARE / 2, 2 * u, ONE, S.One), "the slope is u"),
    F(lambda: minimises(SQUARE, u, ONE, S.One), "its Hessian is 2 I"),
    F(lambda: minimises(-SQUARE / 2, -u, ONE, -S.One), "it is concave"),
    F(lambda: minimises(SQUARE / 2 + Dot(UNIT, v) ** 2, u, ONE, S.One, Domain(over=[v, u, UNIT])), "its Hessian is I + 2 e e^T"),
    F(lambda: minimises(SQUARE / 2 + Dot(UNIT, v), u, ONE, S.One, Domain(over=[v, u, UNIT])), "the slope is u + e"),
    F(lambda: minimises(S.Zero * SQUARE, NOTHING, ONE, S.Zero), "not strictly convex"),
    T(lambda: minimises(k * SQUARE / 2, k * u, ONE / k, S.One, GROWING), "scaled"),
    F(lambda: minimises(k * SQUARE / 2, u, ONE / k, S.One, GROWING), "the slope is k u"),
    F(lambda: minimises(SQUARE**2, 4 * Dot(u, u) * u, ONE, 4 * SQUARE), "8 v v^T is missing"),
    M(lambda: Gradient(SQUARE, v, 2 * u1, on=Domain(over=[v, u1])), "a gradient of another size"),
    M(lambda: Hessian(SQUARE, v, 2 * Identity(h), on=Domain(over=[v, X])), "a Hessian of another size"),
    F(lambda: Holds(Ne(Norm(v), 0), on=Domain(over=[v])), "v = 0"),
    T(lambda: Gradient(tanh(x) * SQUARE, v, 2 * tanh(x) * v, on=Domain(over=[v, x])), "x does not depend on v"),
    F(lambda: Gradient(cosh(b) * SQUARE ** Rational(3, 2), v, 3 * cosh(b) * v, on=Domain(over=[v, b])), "|v| is missing"),
]
