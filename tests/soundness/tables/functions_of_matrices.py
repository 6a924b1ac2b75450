"""Functions of symmetric matrices: eigenvalues of open sign, holes at zero, letters that do not commute, bound symbols, lost inverses."""

from sympy import DiagMatrix, Eq, Identity, Rational, S, Symbol, Trace, cos, exp, log, oo, sin, sqrt
from sympy import Inverse as Inv

from theoremtest.derivations.language import (
    EIGENVALUE,
    Conserved,
    Domain,
    Dot,
    Equal,
    Evolves,
    Flow,
    GrowthIntegral,
    Holds,
    Limit,
    MatrixFunction,
    PositiveDefinite,
    PositiveSemidefinite,
    Solves,
    System,
    dimension,
    matrix,
    matrix_exp,
    matrix_growth,
    matrix_root,
    real,
    vector,
)

from ..case import F, M, T

n, m = dimension("n"), dimension("m")
t, c, x = real("t"), real("c"), EIGENVALUE
A, B, G, H, X = (matrix(name, n, n) for name in "ABGHX")
Q, v = matrix("Q", n, m), vector("v", n)
one = Identity(n)
SYMMETRIC = Domain(Eq(G, G.T), over=[t, c, A, B, Q, v])
BOTH = Domain(Eq(G, G.T), Eq(H, H.T), over=[t])
POSITIVE = Domain(PositiveDefinite(G), t >= 0)
WEAK = Domain(PositiveSemidefinite(G), t >= 0)
AFTER = Domain(Eq(G, G.T), t >= 0, over=[A, B, Q])


def of(formula, argument=G):
    """A function of a matrix by its formula in the eigenvalue."""
    return MatrixFunction(formula, x, argument)


def flow(rate, start, value, on=AFTER):
    """X' = rate from start, solved by a value."""
    return Solves(System({X: rate}, {X: start}), {X: value}, on=on)


CASES = [
    F(lambda: Equal(matrix_root(G**2), G, on=SYMMETRIC), "eigenvalues may be negative"),
    T(lambda: Equal(matrix_root(G**2), G, on=WEAK), "none is negative"),
    F(lambda: Equal(of(sqrt(x**2 + c**2)), of(x + c), on=SYMMETRIC), "a root of a sum"),
    F(lambda: Equal(of(exp(x * t)), one + t * G, on=SYMMETRIC), "first order"),
    T(lambda: Equal(of(sin(x))**2 + of(cos(x))**2, one, on=SYMMETRIC), "angle by angle"),
    F(lambda: Equal(matrix_exp(G, 1) * matrix_exp(H, 1), matrix_exp(H, 1) * matrix_exp(G, 1), on=BOTH), "no common axes"),
    F(lambda: Equal(matrix_exp(G + H, 1), matrix_exp(G, 1) * matrix_exp(H, 1), on=BOTH), "no common axes"),
    F(lambda: Equal(Trace(matrix_exp(G, 1) * matrix_exp(H, 1)), Trace(matrix_exp(G + H, 1)), on=BOTH), "Golden-Thompson is an inequality"),
    T(lambda: Equal(Trace(matrix_exp(G, 1) * matrix_exp(H, 1)), Trace(matrix_exp(H, 1) * matrix_exp(G, 1)), on=BOTH), "turned round"),
    F(lambda: Equal(Trace(A * of(x) * A * of(x**2)), Trace(A * of(x**3) * A), on=SYMMETRIC), "a letter in between"),
    T(lambda: Equal(Trace(A * of(x) * A * of(x**2)), Trace(A * of(x**2) * A * of(x)), on=SYMMETRIC), "turned round"),
    F(lambda: Equal(A * of(x) * B * of(x**2), A * of(x**2) * B * of(x), on=SYMMETRIC), "two places"),
    F(lambda: Equal(Trace(of(x))**2, Trace(of(x**2)), on=SYMMETRIC), "a square of a trace"),
    F(lambda: Equal(Trace(of(exp(x))), exp(Trace(G)), on=SYMMETRIC), "a trace inside"),
    F(lambda: Equal(Dot(v, G * of(x) * v)**2, Dot(v, v) * Dot(v, of(x**4) * v), on=SYMMETRIC), "Cauchy-Schwarz is strict"),
    F(lambda: Equal(matrix_growth(G, t), of((exp(x * t) - 1) / x) + of(S.One) - one + G, on=SYMMETRIC), "a term too many"),
    F(lambda: Equal(of(GrowthIntegral(x, t)), of(GrowthIntegral(t, x)), on=SYMMETRIC), "rate and time change places"),
    F(lambda: Equal(matrix_growth(G, t) * matrix_growth(G, t), matrix_growth(G, 2 * t), on=SYMMETRIC), "no group law"),
    F(lambda: Equal(matrix_exp(DiagMatrix(v), 1) * G, G * matrix_exp(DiagMatrix(v), 1), on=SYMMETRIC), "only diagonal ones commute"),
    F(lambda: Equal(matrix_exp(Q * Q.T, 1), Q * matrix_exp(Q.T * Q, 1) * Q.T, on=SYMMETRIC), "push-through without its factor"),
    F(lambda: Equal(of(c + x), c * one, on=SYMMETRIC), "the eigenvalue is no parameter"),
    M(lambda: Equal(MatrixFunction(t + c, t, G), c * one + G, on=SYMMETRIC), "the bound symbol stands free elsewhere"),
    M(lambda: MatrixFunction(exp(Symbol("p", positive=True)), Symbol("p", positive=True), G), "an eigenvalue of one sign"),
    M(lambda: matrix_exp(Q, t), "not square"),
    T(lambda: Equal(MatrixFunction(exp(real("y")), real("y"), G), of(exp(x)), on=SYMMETRIC), "the name of the eigenvalue"),
    # existence
    T(lambda: flow(0 * G, one, G * of(1 / x), on=POSITIVE), "invertible"),
    F(lambda: flow(0 * G, one, G * of(1 / x), on=WEAK), "an eigenvalue may be zero"),
    F(lambda: flow(0 * G, one, G * of(1 / x)), "an eigenvalue may be zero"),
    F(lambda: flow(0 * G, one, of(log(x)) - of(log(x) + 1) + 2 * one, on=WEAK), "no logarithm of zero"),
    F(lambda: flow(-X * X, one, Inv(one - t * one), on=AFTER), "a pole, and the wrong sign"),
    F(lambda: flow(X * X, one, Inv((1 - t) * one), on=AFTER), "a pole at t = 1"),
    T(lambda: flow(-X * X, one, Inv((1 + t) * one), on=AFTER), "no pole"),
    F(lambda: flow(-G * X * X, one, Inv(one + t * G), on=AFTER), "singular where an eigenvalue is -1/t"),
    T(lambda: flow(-X * G * X, one, Inv(one + t * G), on=WEAK), "never singular"),
    F(lambda: flow(-X * A.T * A * X, one, Inv(one - t * A.T * A), on=AFTER), "the wrong sign"),
    F(lambda: flow(X * A.T * A * X, one, Inv(one - t * A.T * A), on=AFTER), "singular on the way"),
    T(lambda: flow(-X * A.T * A * X, one, Inv(one + t * A.T * A), on=AFTER), "a sandwich"),
    T(lambda: flow(-X * A.T * of(x**2) * A * X, one, Inv(one + t * A.T * G * G * A), on=AFTER), "a square inside"),
    F(lambda: flow(-X * A.T * G * A * X, one, Inv(one + t * A.T * G * A), on=AFTER), "no sign inside"),
    F(lambda: flow(matrix_root(G) / 2, 0 * G, of(sqrt(x * t)), on=WEAK), "another rate"),
    F(lambda: flow(A * X, one, matrix_exp(A, t)), "not symmetric"),
    F(lambda: flow((G + t * A.T * A) * X, one, matrix_exp(G + t * A.T * A / 2, t)), "axes that move"),
    # definite matrices
    F(lambda: Holds(PositiveSemidefinite(G * H), on=Domain(PositiveDefinite(G), PositiveDefinite(H))), "not symmetric"),
    F(lambda: Holds(PositiveSemidefinite(G * H + H * G), on=Domain(PositiveDefinite(G), PositiveDefinite(H))), "no product of squares"),
    F(lambda: Holds(PositiveDefinite(of(x**2)), on=SYMMETRIC), "an eigenvalue may be zero"),
    T(lambda: Holds(PositiveSemidefinite(of(x**2)), on=SYMMETRIC), "a square"),
    F(lambda: Holds(PositiveDefinite(A.T * of(exp(x)) * A), on=SYMMETRIC), "a null space"),
    T(lambda: Holds(PositiveDefinite(A.T * of(exp(x)) * A + one), on=SYMMETRIC), "a sandwich and one"),
    F(lambda: Holds(PositiveSemidefinite(A.T * of(sin(x)) * A), on=SYMMETRIC), "a sign that changes"),
    F(lambda: Holds(PositiveDefinite(matrix_growth(G, t)), on=AFTER), "nothing has grown at the start"),
    T(lambda: Holds(PositiveSemidefinite(matrix_growth(G, t)), on=AFTER), "growth is not negative"),
    F(lambda: Holds(PositiveSemidefinite(matrix_growth(G, t)), on=SYMMETRIC), "backwards in time"),
    F(lambda: Holds(PositiveSemidefinite(A * Q * Q.T + Q * Q.T * A.T), on=SYMMETRIC), "no sandwich"),
    # limits
    F(lambda: Limit(of(x, t * G + H) / t, t, oo, 0 * G, on=BOTH), "eigenvalues that grow with the matrix"),
    F(lambda: Limit(of(x / (1 + x**2), G + H / t), t, oo, 0 * G, on=BOTH), "eigenvalues that settle"),
    F(lambda: Limit(of(exp(-x * t)), t, oo, 0 * G, on=WEAK), "an eigenvalue may be zero"),
    T(lambda: Limit(of(exp(-x * t)), t, oo, 0 * G, on=POSITIVE), "all decay"),
    F(lambda: Limit(t * Inv(one + t * A.T * A), t, oo, of(S.Zero), on=AFTER), "an inverse that moves"),
    F(lambda: Limit(matrix_growth(G, t) * t, t, oo, Inv(G), on=POSITIVE), "it grows"),
    F(lambda: Limit(of(1 / x) * of(x) * of(exp(-x * t)), t, oo, 0 * G, on=WEAK), "an eigenvalue may be zero, and has no inverse"),
    # motion
    F(lambda: Evolves(matrix_exp(X, 1), matrix_exp(X, 1), Flow({X: one}), on=Domain(over=[X])), "not symmetric"),
    F(lambda: Evolves(matrix_exp(G, t), t * G * matrix_exp(G, t), Flow({t: 1}), on=SYMMETRIC), "time for the rate"),
    F(lambda: Conserved(matrix_exp(G, t) * X, Flow({X: G * X, t: 1}), on=Domain(Eq(G, G.T), over=[X, t])), "the wrong sign"),
    F(lambda: Evolves(Trace(matrix_exp(Q * Q.T, 1)), 2 * Trace(Q * Q.T), Flow({Q: Q}), on=Domain(over=[Q])), "the exponential is gone"),
    F(lambda: Conserved(matrix_exp(Q * Q.T, 1), Flow({Q: Q * Rational(1, 2)}), on=Domain(over=[Q])), "what it is of grows"),
]
