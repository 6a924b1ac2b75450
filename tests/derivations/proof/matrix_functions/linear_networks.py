"""What the theory of linear networks says with functions of symmetric matrices: true statements and false ones, each by a name.

The matrix Riccati equation of deep linear networks (Fukumizu; Braun et al.; Domine et al.), linear and Lyapunov flows, the gradient
flow of a quadratic loss, logistic modes (Saxe et al.), and the identities of exponentials, roots and resolvents they rest on.
"""

from sympy import (
    Abs,
    Determinant,
    DiagMatrix,
    Eq,
    Identity,
    Rational,
    Trace,
    cosh,
    exp,
    log,
    oo,
    sinh,
    sqrt,
    tanh,
)
from sympy import Inverse as Inv

from theoremtest.derivations.language import (
    EIGENVALUE,
    Chart,
    Conserved,
    Diagonal,
    Domain,
    Equal,
    EveryEntry,
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
    reals,
    vector,
)

n, m, k = dimension("n"), dimension("m"), dimension("k")
t, s, tau, lam, c = reals("t", "s", r"\tau", r"\lambda", "c")
F, G, X, A, B, P, L = (matrix(name, n, n) for name in "FGXABPL")
Q, W, S = matrix("Q", n, m), matrix("W", n, m), matrix("S", n, m)
S_k = matrix("S_k", k, k)
V, sv, r = matrix("V", n, k), vector("s", k), vector("r", k)
x = EIGENVALUE
I_n, I_m, I_k = Identity(n), Identity(m), Identity(k)
D_s, D_r = DiagMatrix(sv), DiagMatrix(r)

SYMMETRIC = Domain(Eq(F, F.T), over=[t, s, c, Q, A, B])
TWO = Domain(Eq(F, F.T), Eq(G, G.T), over=[t, A, B, Q])
POSITIVE = Domain(PositiveDefinite(F), over=[t, s])
SEMIDEFINITE = Domain(PositiveSemidefinite(F), t >= 0)
_turn = B - B.T
ORTHOGONAL = Domain(Eq(P.T * P, I_n), Eq(P * P.T, I_n), Eq(L, L.T), t >= 0, tau > 0, over=[Q],
                    chart=Chart({P: (I_n - _turn) * Inv(I_n + _turn), L: A + A.T}, of=Domain(over=[A, B])))
FRAME = Domain(Eq(V.T * V, I_k), PositiveDefinite(D_s), over=[t])
MODES = Domain(PositiveDefinite(D_s), PositiveDefinite(D_r), t >= 0, over=[lam])
LATER = Domain(Eq(F, F.T), t >= 0, tau > 0, over=[Q])
LINEAR = Domain(Eq(F, F.T), t >= 0, over=[A, B, Q, S])
CLOCK = Flow({W: F * W, t: 1})
MOVING = Domain(Eq(F, F.T), over=[W, Q, t])

E, E2, E_minus = matrix_exp(F, t), matrix_exp(F, 2 * t), matrix_exp(F, -t)
GROWN = matrix_growth(F, t / tau, 2)
FAST = matrix_exp(F, t / tau)

def of(formula, argument=F):
    """A function of a matrix by its formula in the eigenvalue."""
    return MatrixFunction(formula, x, argument)

def riccati(solution, rate=None, start=None, on=LATER):
    """The matrix Riccati equation tau X' = F X + X F - X^2 from Q Q^T, with what is said to solve it."""
    rate = (F * X + X * F - X * X) / tau if rate is None else rate
    return Solves(System({X: rate}, {X: Q * Q.T if start is None else start}), {X: solution}, on=on)

def grown(fast=FAST, inner=GROWN, sign=1):
    """e^{Ft} Q [I + Q^T (e^{2Ft} - 1)/(2F) Q]^-1 Q^T e^{Ft}."""
    return fast * Q * Inv(I_m + sign * Q.T * inner * Q) * Q.T * fast

def matrix_flow(state, rate, start, solution, on=LINEAR):
    """An initial value problem of one matrix."""
    return Solves(System({state: rate}, {state: start}), {state: solution}, on=on)

_conjugate = P * L * P.T
_level = sqrt(x**2 + lam**2 / 4)
_slant = lam / 2 / (_level + x)
_H, _G = of(_slant, D_s), of(1 / sqrt(1 + _slant**2), D_s)
_low, _high = of(sqrt(_level - lam / 2), D_s), of(sqrt(_level + lam / 2), D_s)

TRUE = {
    # exponentials, growth, roots
    "group law": Equal(E * matrix_exp(F, s), matrix_exp(F, t + s), on=SYMMETRIC),
    "inverse of the exponential": Equal(Inv(E), E_minus, on=SYMMETRIC),
    "exponential commutes": Equal(E * F, F * E, on=SYMMETRIC),
    "growth times its matrix": Equal(2 * F * matrix_growth(F, t, 2), E2 - I_n, on=SYMMETRIC),
    "growth of twice the rate": Equal(matrix_growth(F, t, 2), matrix_growth(F, t) * (E + I_n) / 2, on=SYMMETRIC),
    "growth backwards": Equal(matrix_growth(F, t, -1), E_minus * matrix_growth(F, t), on=SYMMETRIC),
    "growth of a sum of times": Equal(of(exp(x * s)) * matrix_growth(F, t) + matrix_growth(F, s), matrix_growth(F, t) * of(exp(x * s))
                                      + matrix_growth(F, s), on=SYMMETRIC),
    "hyperbolic tangent": Equal(of(tanh(x * t)) * (E + E_minus), E - E_minus, on=SYMMETRIC),
    "cosh and sinh": Equal(of(cosh(x))**2 - of(sinh(x))**2, I_n, on=SYMMETRIC),
    "root squared": Equal(matrix_root(F)**2, F, on=POSITIVE),
    "root of the square": Equal(matrix_root(F * F), F, on=POSITIVE),
    "modulus": Equal(matrix_root(F * F), of(Abs(x)), on=SYMMETRIC),
    "shifted root": Equal(of(sqrt(x**2 + c**2))**2, F * F + c**2 * I_n, on=SYMMETRIC),
    "logarithm": Equal(of(log(x), matrix_exp(F, t)), t * F, on=SYMMETRIC),
    "resolvent": Equal(of(1 / (1 + x**2)) * (I_n + F * F), I_n, on=SYMMETRIC),
    "trace": Equal(Trace(Q.T * E * F * Q), Trace(Q * Q.T * F * E), on=SYMMETRIC),
    "conjugation": Equal(matrix_exp(_conjugate, t), P * matrix_exp(L, t) * P.T, on=ORTHOGONAL),
    "trace of a conjugate": Equal(Trace(matrix_exp(_conjugate, t)), Trace(matrix_exp(L, t)), on=ORTHOGONAL),
    "frame": Equal(matrix_exp(V * D_s * V.T, t), V * matrix_exp(D_s, t) * V.T + I_n - V * V.T, on=FRAME),
    "root of a frame": Equal(matrix_root(V * D_s * V.T), V * matrix_root(D_s) * V.T, on=FRAME),
    "push-through": Equal(matrix_exp(Q * Q.T, t) * Q, Q * matrix_exp(Q.T * Q, t), on=SYMMETRIC),
    "resolvent pushed through": Equal(of(1 / (1 + x), Q * Q.T) * Q, Q * Inv(I_m + Q.T * Q), on=SYMMETRIC),
    "growth from outside": Equal(matrix_exp(Q * Q.T, t) - I_n, Q * matrix_growth(Q.T * Q, t) * Q.T, on=SYMMETRIC),
    "traces of both Gram matrices": Equal(Trace(matrix_exp(Q * Q.T, t)) - n, Trace(matrix_exp(Q.T * Q, t)) - m, on=SYMMETRIC),
    "determinant of the exponential": Equal(Determinant(matrix_exp(F, t)), exp(t * Trace(F)), on=SYMMETRIC),
    "logarithm of the determinant": Equal(log(Determinant(matrix_exp(F, t))), t * Trace(F), on=SYMMETRIC),
    # the eigendecomposition of Domine et al., Section 2, mode by mode
    "G and H": Equal(_G**2 * (I_k - _H**2), D_s * Inv(of(_level, D_s)), on=MODES),
    "2 H G^2": Equal(2 * _H * _G**2, lam / 2 * Inv(of(_level, D_s)), on=MODES),
    "normalised": Equal(_G**2 * (I_k + _H**2), I_k, on=MODES),
    "without cancellation": Equal(_G - _H * _G, _low * Inv(of(sqrt(_level), D_s)), on=MODES),
    "product of the layers": Equal(_low * _high, D_s, on=MODES),
    "balance of the layers": Equal(_high**2 - _low**2, lam * I_k, on=MODES),
    # initial value problems
    "Riccati": riccati(grown()),
    "Riccati by eigenvalues": riccati(grown(P * matrix_exp(L, t / tau) * P.T, P * matrix_growth(L, t / tau, 2) * P.T),
                                      (_conjugate * X + X * _conjugate - X * X) / tau, on=ORTHOGONAL),
    "Riccati without F": riccati(Q * Inv(I_m + t / tau * Q.T * Q) * Q.T, -X * X / tau),
    "linear flow": matrix_flow(X, F * X, A, E * A),
    "Sylvester flow": matrix_flow(X, F * X + X * G, A, E * A * matrix_exp(G, t), on=TWO.but(t >= 0)),
    "Lyapunov flow": matrix_flow(X, F * X + X * F + I_n, A, E * A * E + matrix_growth(F, t, 2)),
    "quadratic loss": matrix_flow(W, S - F * W, Q, E_minus * Q + matrix_growth(F, t, -1) * S),
    "logistic modes": matrix_flow(matrix("Y", k, k), 2 * D_s * matrix("Y", k, k) - 2 * matrix("Y", k, k)**2, D_r,
                                  D_r * matrix_exp(D_s, 2 * t) * Inv(I_k + 2 * D_r * matrix_growth(D_s, t, 2)), on=MODES),
    "cooling": matrix_flow(X, -X, F, exp(-t) * F),
    # rates and conservation laws
    "rate of the exponential": Evolves(E * Q, F * E * Q, Flow({t: 1}), on=MOVING),
    "rate of the growth": Evolves(matrix_growth(F, t, 2), E2, Flow({t: 1}), on=MOVING),
    "back to the start": Conserved(E_minus * W, CLOCK, on=MOVING),
    "weighted square": Conserved(Trace(W.T * matrix_exp(F, -2 * t) * W), CLOCK, on=MOVING),
}

FALSE = {
    "determinant by the largest": Equal(Determinant(matrix_exp(F, t)), exp(2 * t * Trace(F)), on=SYMMETRIC),
    "sum of exponents": Equal(matrix_exp(F + G, t), matrix_exp(F, t) * matrix_exp(G, t), on=TWO),
    "different matrices commute": Equal(matrix_exp(F, t) * G, G * matrix_exp(F, t), on=TWO),
    "growth without its two": Equal(F * matrix_growth(F, t, 2), E2 - I_n, on=SYMMETRIC),
    "growth of half the rate": Equal(matrix_growth(F, t, 2), matrix_growth(F, t) * E, on=SYMMETRIC),
    "growth forwards": Equal(matrix_growth(F, t, -1), E * matrix_growth(F, t), on=SYMMETRIC),
    "root of the square with signs": Equal(matrix_root(F * F), F, on=SYMMETRIC),
    "modulus is the matrix": Equal(of(Abs(x)), F, on=SYMMETRIC),
    "shifted root split": Equal(of(sqrt(x**2 + c**2)), of(Abs(x)) + c * I_n, on=SYMMETRIC),
    "trace of the exponential": Equal(Trace(matrix_exp(F, t)), exp(t * Trace(F)), on=SYMMETRIC),
    "trace of a product": Equal(Trace(E * A), Trace(E) * Trace(A), on=SYMMETRIC),
    "functions change places": Equal(A * E * B * F, A * F * B * E, on=SYMMETRIC),
    "traces change places": Equal(Trace(E * A * F * B), Trace(F * A * E * B), on=SYMMETRIC),
    "conjugation on one side": Equal(matrix_exp(_conjugate, t), P * matrix_exp(L, t), on=ORTHOGONAL),
    "conjugation the other way": Equal(matrix_exp(_conjugate, t), P.T * matrix_exp(L, t) * P, on=ORTHOGONAL),
    "frame without its complement": Equal(matrix_exp(V * D_s * V.T, t), V * matrix_exp(D_s, t) * V.T, on=FRAME),
    "push-through on the wrong side": Equal(matrix_exp(Q * Q.T, t) * Q, Q * matrix_exp(Q.T * Q, -t), on=SYMMETRIC),
    "traces of different sizes": Equal(Trace(matrix_exp(Q * Q.T, t)), Trace(matrix_exp(Q.T * Q, t)), on=SYMMETRIC),
    "2 H G^2 by lambda": Equal(2 * _H * _G**2, lam * Inv(of(_level, D_s)), on=MODES),
    "imbalance of the layers": Equal(_high**2 - _low**2, 2 * lam * I_k, on=MODES),
    "layers in the wrong order": Equal(_low**2 - _high**2, lam * I_k, on=MODES),
    "Riccati, sign of the bracket": riccati(grown(sign=-1)),
    "Riccati, F for 2F": riccati(grown(inner=matrix_growth(F, t / tau))),
    "Riccati without the inverse": riccati(FAST * Q * (I_m + Q.T * GROWN * Q) * Q.T * FAST),
    "Riccati with a factor": riccati(grown(inner=2 * GROWN)),
    "Riccati, one exponential missing": riccati(FAST * Q * Inv(I_m + Q.T * GROWN * Q) * Q.T),
    "Riccati in another time": riccati(grown(E, matrix_growth(F, t, 2))),
    "Riccati with the square's sign": riccati(grown(), (F * X + X * F + X * X) / tau),
    "Riccati with the sign of F": riccati(grown(), (-F * X - X * F - X * X) / tau),
    "Riccati from twice the start": riccati(grown(), start=2 * Q * Q.T),
    "Riccati at all times": riccati(grown(), on=Domain(Eq(F, F.T), tau > 0, over=[Q, t])),
    "linear flow, twice as fast": matrix_flow(X, F * X, A, E2 * A),
    "linear flow on the other side": matrix_flow(X, F * X, A, A * E),
    "Sylvester flow with one matrix": matrix_flow(X, F * X + X * G, A, E * A * E, on=TWO.but(t >= 0)),
    "Lyapunov flow without its two": matrix_flow(X, F * X + X * F + I_n, A, E * A * E + matrix_growth(F, t)),
    "quadratic loss, growing": matrix_flow(W, S - F * W, Q, E_minus * Q + matrix_growth(F, t) * S),
    "quadratic loss at rest": matrix_flow(W, S - F * W, Q, E_minus * (Q - S) + S),
    "logistic modes, half the rate": matrix_flow(matrix("Y", k, k), D_s * matrix("Y", k, k) - 2 * matrix("Y", k, k)**2, D_r,
                                                 D_r * matrix_exp(D_s, 2 * t) * Inv(I_k + 2 * D_r * matrix_growth(D_s, t, 2)), on=MODES),
    "rate with the other sign": Evolves(E * Q, -F * E * Q, Flow({t: 1}), on=MOVING),
    "rate of the growth, once": Evolves(matrix_growth(F, t, 2), E, Flow({t: 1}), on=MOVING),
    "forwards is not conserved": Conserved(E * W, CLOCK, on=MOVING),
    "weighted once": Conserved(Trace(W.T * E_minus * W), CLOCK, on=MOVING),
}

START = Domain(Eq(F, F.T), t > 0, over=[Q])
DECAYING = Domain(PositiveDefinite(F), t > 0, over=[Q, S])

TRUE |= {
    "decay": Limit(E_minus * Q, t, oo, 0 * Q, on=DECAYING),
    "decay of a trace": Limit(Trace(E_minus * Q * Q.T), t, oo, 0, on=DECAYING),
    "saturation": Limit(of(tanh(x * t)), t, oo, I_n, on=DECAYING),
    "growth backwards forever": Limit(matrix_growth(F, t, -1), t, oo, Inv(F), on=DECAYING),
    "growth against its exponential": Limit(E_minus * E_minus * matrix_growth(F, t, 2), t, oo, Inv(2 * F), on=DECAYING),
    "quadratic loss in the end": Limit(E_minus * Q + matrix_growth(F, t, -1) * S, t, oo, Inv(F) * S, on=DECAYING),
    "a root that is smooth nowhere, of any sign": Limit(
        t * of(sqrt(sqrt(x**2 + t**2) - t)) * of(sqrt(sqrt(x**2 + t**2) - t)), t, oo, F * F / 2, on=START),
    "a root that has a value far out only": Limit(of(sqrt(t - x**2)) / sqrt(t), t, oo, I_n, on=START),
    "growth at a rate that may be zero": Limit(E_minus * of(GrowthIntegral(-Abs(lam), t)) * Q, t, oo, 0 * Q, on=DECAYING.but(over=[lam])),
    "growth at first": Limit(matrix_growth(F, t, 2) / t, t, 0, I_n, on=START),
    "exponential at first": Limit((matrix_exp(F, t) - I_n) / t, t, 0, F, on=START),
}
FALSE |= {
    "decay of a null space": Limit(E_minus, t, oo, 0 * F, on=Domain(PositiveSemidefinite(F), t > 0)),
    "growth at a rate that may be zero, by its quotient": Limit(
        of(GrowthIntegral(-Abs(lam), t)) * Abs(lam), t, oo, I_n, on=DECAYING.but(over=[lam])),
    "decay without a sign": Limit(E_minus, t, oo, 0 * F, on=START),
    "saturation at a half": Limit(of(tanh(x * t)), t, oo, I_n / 2, on=DECAYING),
    "growth backwards to F": Limit(matrix_growth(F, t, -1), t, oo, F, on=DECAYING),
    "growth at first, twice": Limit(matrix_growth(F, t, 2) / t, t, 0, 2 * I_n, on=START),
    "exponential at first, flat": Limit((matrix_exp(F, t) - I_n) / t, t, 0, 0 * F, on=START),
    "trace that stays": Limit(Trace(E_minus), t, oo, 1, on=DECAYING),
}

_bracket = I_m + Q.T * GROWN * Q
TRUE |= {
    "bracket of the Riccati solution": Holds(PositiveDefinite(_bracket), on=LATER),
    "bracket is at least one": Holds(PositiveSemidefinite(_bracket - I_m), on=LATER),
    "exponentials are positive": Holds(PositiveDefinite(FAST), on=LATER),
    "roots are not negative": Holds(PositiveSemidefinite(matrix_root(F)), on=SEMIDEFINITE),
    "resolvent is positive": Holds(PositiveDefinite(of(1 / (1 + x**2))), on=SYMMETRIC),
    "Gram matrix": Holds(PositiveSemidefinite(Q.T * Q), on=LATER),
}
FALSE |= {
    "bracket with the other sign": Holds(PositiveDefinite(I_m - Q.T * GROWN * Q), on=LATER),
    "symmetric is not positive": Holds(PositiveSemidefinite(F), on=SYMMETRIC),
    "Gram matrix of full rank": Holds(PositiveDefinite(Q.T * Q), on=LATER),
    "roots are positive": Holds(PositiveDefinite(matrix_root(F)), on=SEMIDEFINITE),
    "not symmetric, not definite": Holds(PositiveSemidefinite(A), on=LINEAR),
}

# diagonal matrices by a formula, and conditions on every entry
y, z, g = reals("y", "z", "g")
h = vector("h", n)
D_y, D_z = Diagonal(y, (y, sv)), Diagonal(z, (z, r))
EACH = Domain(EveryEntry(y > 0, (y, sv)), EveryEntry(z > y, (y, sv), (z, r)), over=[t])
FREE = Domain(over=[sv, r, t])
TRUE |= {
    "an exponential of a diagonal matrix": Equal(matrix_exp(D_y, t), Diagonal(exp(y * t), (y, sv)), on=FREE),
    "in a frame": Equal(matrix_exp(P * Diagonal(y, (y, h)) * P.T, t), P * Diagonal(exp(y * t), (y, h)) * P.T, on=ORTHOGONAL.but(over=[h])),
    "both words for a diagonal matrix": Equal(D_s, D_y, on=FREE),
    "a product of two": Equal(D_s * D_r, Diagonal(y * z, (y, sv), (z, r)), on=FREE),
    "a root by a condition on every entry": Equal(of(sqrt(x), D_y * D_y), D_y, on=EACH),
    "a root by definiteness": Equal(of(sqrt(x), D_y * D_y), D_y, on=Domain(PositiveSemidefinite(D_y), over=[sv])),
    "definite by two conditions": Holds(PositiveDefinite(D_y * D_z), on=EACH),
    "a difference of definite ones": Holds(PositiveDefinite(D_z - D_y), on=EACH),
    "an inverse of a diagonal matrix": Equal(Inv(D_y), of(1 / x, D_y), on=EACH),
    "a rate of a diagonal matrix": Evolves(Diagonal(exp(-y * t), (y, sv)), -D_y * matrix_exp(D_y, -t), Flow({t: 1}), on=FREE),
    "a trace in a frame": Equal(Trace(matrix_exp(P * Diagonal(y, (y, h)) * P.T, t)), Trace(Diagonal(exp(y * t), (y, h))),
                                on=ORTHOGONAL.but(over=[h])),
}
FALSE |= {
    "an exponential twice as fast": Equal(matrix_exp(D_y, t), Diagonal(exp(2 * y * t), (y, sv)), on=FREE),
    "a root without a condition": Equal(of(sqrt(x), D_y * D_y), D_y, on=FREE),
    "a root by a condition on another": Equal(of(sqrt(x), D_z * D_z), D_z, on=Domain(EveryEntry(y > 0, (y, sv)), over=[sv, r])),
    "definite by one condition": Holds(PositiveDefinite(D_y * D_z), on=Domain(EveryEntry(y > 0, (y, sv)), over=[sv, r])),
    "a difference of definite ones, turned": Holds(PositiveDefinite(D_y - D_z), on=EACH),
    "modes mixed": Equal(D_y * S_k * D_z, D_z * S_k * D_y, on=EACH.but(over=[S_k])),
    "a letter that is bound": Equal(Diagonal(y * g, (y, sv)), g * of(g * x, D_s), on=Domain(over=[sv, g])),
    "a rate with the other sign": Evolves(Diagonal(exp(-y * t), (y, sv)), D_y * matrix_exp(D_y, -t), Flow({t: 1}), on=FREE),
}

# Never proved: false at points that no exact search reaches, true beyond what is shown, or without a value somewhere.
NOT_PROVED = {
    "inverse of what may be singular": matrix_flow(X, 0 * F, F * F, F * of(1 / x) * F * F, on=SEMIDEFINITE),
    "root of time at the start": matrix_flow(X, of(sqrt(x) / (2 * sqrt(t))), 0 * F, of(sqrt(x) * sqrt(t)), on=SEMIDEFINITE),
    "inverse without a sign": matrix_flow(X, 0 * F, A, A * F * of(1 / x)),
    "inverse of a general matrix": matrix_flow(X, 0 * F, I_n, Inv(I_n + A * F) * A * F + Inv(I_n + A * F)),
    "logarithm at the border": matrix_flow(X, 0 * F, F, F + of(log(x)) - of(log(x) + 1) + I_n, on=SEMIDEFINITE),
    "not symmetric": matrix_flow(X, A * X, B, matrix_exp(A, t) * B),
    "symmetric in one case only": Equal(matrix_exp(A, t) * A, A * matrix_exp(A, t), on=Domain(Eq(A, A.T) | (c > 0), over=[t])),
    "moving matrix": Evolves(matrix_exp(F, 1), F * matrix_exp(F, 1), Flow({F: F}), on=Domain(Eq(F, F.T))),
    "moving Gram matrix": Evolves(matrix_exp(Q * Q.T, 1), 2 * Q * Q.T * matrix_exp(Q * Q.T, 1), Flow({Q: F * Q}), on=MOVING),
    "growing axes": matrix_flow(X, (F + Rational(1, 2) * G) * X, I_n, matrix_exp(F + t * G, 1), on=TWO.but(t >= 0)),
    "time in the argument": matrix_flow(X, t * F * X, A, matrix_exp(t * F, t) * A),
    "definite where it has a value": Holds(PositiveSemidefinite(of(x) * of(1 / x)), on=SEMIDEFINITE),
    "a modulus through zero": matrix_flow(X, of(x), 0 * F, of(Abs(x * t)), on=Domain(PositiveSemidefinite(F), over=[t])),
}
