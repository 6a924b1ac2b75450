"""Statements that a paper on linear networks or ridge regression would ask for: inverses, pseudo-inverses, determinants, in every size.

`TRUE` has what must be proved, `FALSE` what must be refuted, `NEVER` what must not be proved whatever else is said of it.
"""

from sympy import Determinant, Eq, Gt, Identity, Integer, Ne, Piecewise, Rational, S, Trace, ZeroMatrix, log, sqrt
from sympy import Inverse as inv

from theoremtest.derivations.language import (
    Conserved,
    Domain,
    Dot,
    Equal,
    Evolves,
    Flow,
    Gradient,
    GradientFlow,
    Holds,
    Inverse,
    PositiveDefinite,
    PositiveSemidefinite,
    PseudoInverse,
    dimension,
    matrix,
    real,
    vector,
)

n, m, k = dimension("n"), dimension("m"), dimension("k")
A, B, C = matrix("A", n, m), matrix("B", m, n), matrix("C", m, m)
M, X, Y, K = (matrix(name, n, n) for name in "MXYK")
U, V = matrix("U", n, m), matrix("V", m, n)
u, v, b, w = vector("u", n), vector("v", n), vector("b", n), vector("w", m)
I, J = Identity(n), Identity(m)
lam, c, s, t = real("lambda"), real("c"), real("s"), real("t")
plus, det, tr = PseudoInverse, Determinant, Trace
spd, psd = PositiveDefinite, PositiveSemidefinite


def over(*symbols, given=()):
    """A domain of these symbols, with conditions."""
    return Domain(*given, over=symbols)


one, two, ab = over(X), over(X, Y), over(A, B)
along = Flow({X: Y})
ridge = GradientFlow(loss=Dot(A * w - b, A * w - b) / 2 + lam * Dot(w, w) / 2, learning_rates={w: Integer(1)})

TRUE = {
    # definite matrices
    "the pseudo-inverse of a definite matrix": Equal(plus(K), inv(K), on=over(K, given=[spd(K)])),
    "a definite matrix and a number": Equal((K + lam * I) * plus(K + lam * I), I, on=over(K, given=[psd(K), lam > 0])),
    "a definite matrix and another": Equal((X + Y) * plus(X + Y), I, on=over(X, Y, given=[spd(X), psd(Y)])),
    "a definite matrix and a sandwich": Equal((K + A * C * A.T) * plus(K + A * C * A.T), I, on=over(K, A, C, given=[spd(K), psd(C)])),
    "a product of definite matrices": Equal(X * Y * plus(X * Y), I, on=over(X, Y, given=[spd(X), spd(Y)])),
    "log det of definite matrices": Equal(log(det(X * Y)), log(det(X)) + log(det(Y)), on=over(X, Y, given=[spd(X), spd(Y)])),
    # inverses as letters
    "push-through": Equal(inv(I + A * B) * A, A * inv(J + B * A), on=ab),
    "ridge, primal and dual": Equal(inv(A.T * A + lam * J) * A.T, A.T * inv(A * A.T + lam * I), on=over(A, given=[lam > 0])),
    "the ridge solution is stationary": Equal(A.T * (A * inv(A.T * A + lam * J) * A.T * b - b) + lam * inv(A.T * A + lam * J) * A.T * b,
                                              ZeroMatrix(m, 1), on=over(A, b, given=[lam > 0])),
    "Woodbury": Equal(inv(M + U * C * V), inv(M) - inv(M) * U * inv(inv(C) + V * inv(M) * U) * V * inv(M), on=over(M, U, C, V)),
    "Woodbury, as an inverse": Inverse(I + U * C * V, I - U * inv(inv(C) + V * U) * V, on=over(U, C, V)),
    "Sherman-Morrison": Equal(inv(M + u * v.T), inv(M) - inv(M) * u * v.T * inv(M) / (1 + Dot(v, inv(M) * u)), on=over(M, u, v)),
    "a rank-one step from the identity": Inverse(I + u * u.T, I - u * u.T / (1 + Dot(u, u)), on=over(u)),
    "difference of inverses": Equal(inv(X) - inv(Y), inv(X) * (Y - X) * inv(Y), on=two),
    "parallel sum": Equal(inv(inv(X) + inv(Y)), X * inv(X + Y) * Y, on=two),
    "inverse of a product": Equal(inv(X * Y), inv(Y) * inv(X), on=two),
    "inverse of a transpose": Equal(inv(X.T), inv(X).T, on=one),
    "an inverse's symmetry": Equal(inv(A.T * A + J).T, inv(A.T * A + J), on=over(A)),
    "inverse of a multiple": Equal(inv(c * X), inv(X) / c, on=over(X, c)),
    "I + A A^T": Equal(inv(I + A * A.T), I - A * inv(J + A.T * A) * A.T, on=over(A)),
    "I - A A^T": Equal(inv(I - A * A.T), I + A * inv(J - A.T * A) * A.T, on=over(A)),
    "an inverse squared": Equal(inv(X)**2, inv(X**2), on=one),
    "a solution by its equation": Equal(inv(X) * u, v, on=over(X, u, v, given=[Eq(X * v, u)])),
    "Cayley's transform is orthogonal": Equal(inv(I - K).T * (I + K).T * (I + K) * inv(I - K), I, on=over(K, given=[Eq(K.T, -K)])),
    # derivatives
    "derivative of an inverse": Evolves(inv(X), -inv(X) * Y * inv(X), along=along, on=two),
    "derivative of the ridge matrix": Evolves(inv(X.T * X + I), -inv(X.T * X + I) * (Y.T * X + X.T * Y) * inv(X.T * X + I), along=along,
                                              on=two),
    "gradient of tr(X^-1 Y)": Gradient(tr(inv(X) * Y), X, -inv(X).T * Y.T * inv(X).T, on=two),
    "gradient of u^T X^-1 v": Gradient(Dot(u, inv(X) * v), X, -inv(X).T * u * v.T * inv(X).T, on=over(X, u, v)),
    "gradient of log det": Gradient(log(det(X)), X, inv(X).T, on=one),
    "gradient of det": Gradient(det(X), X, det(X) * inv(X).T, on=one),
    "gradient of log det(I + A A^T)": Gradient(log(det(I + A * A.T)), A, 2 * inv(I + A * A.T) * A, on=over(A)),
    "Jacobi": Evolves(log(det(X)), tr(inv(X) * Y), along=along, on=over(X, Y, given=[det(X) > 0])),
    "Liouville": Evolves(det(X), tr(K) * det(X), along=Flow({X: K * X}), on=over(X, K, given=[Ne(det(X), 0)])),
    "volume is kept": Conserved(det(X), along=Flow({X: K * X}), on=over(X, K, given=[Ne(det(X), 0), Eq(tr(K), 0)])),
    "ridge flow": Evolves(w, -A.T * (A * w - b) - lam * w, along=ridge, on=over(A, w, b, lam)),
    # pseudo-inverses
    "first equation": Equal(A * plus(A) * A, A, on=over(A)),
    "projection": Equal((A * plus(A))**2, A * plus(A), on=over(A)),
    "projection is symmetric": Equal((plus(A) * A).T, plus(A) * A, on=over(A)),
    "normal equations": Equal(A.T * A * plus(A) * b, A.T * b, on=over(A, b)),
    "least norm": Equal(Dot(plus(A) * b, w - plus(A) * A * w), 0, on=over(A, b, w)),
    "through the Gram matrix": Equal(plus(A.T * A) * A.T, plus(A), on=over(A)),
    "Gram matrix": Equal(plus(A.T * A), plus(A) * plus(A).T, on=over(A)),
    "full column rank": Equal(plus(A), inv(A.T * A) * A.T, on=over(A)),
    "full row rank": Equal(plus(A), A.T * inv(A * A.T), on=over(A)),
    "of an invertible matrix": Equal(plus(X), inv(X), on=one),
    "twice": Equal(plus(plus(A)), A, on=over(A)),
    "of a transpose": Equal(plus(A.T), plus(A).T, on=over(A)),
    "of a frame": Equal(plus(A), A.T, on=over(A, given=[Eq(A.T * A, J)])),
    "of a column": Equal(plus(u), u.T / Dot(u, u), on=over(u)),
    # determinants
    "product": Equal(det(X * Y), det(X) * det(Y), on=two),
    "transpose": Equal(det(X.T), det(X), on=one),
    "multiple": Equal(det(c * X), c**n * det(X), on=over(X, given=[c > 0])),
    "inverse": Equal(det(inv(X)), 1 / det(X), on=one),
    "similar matrices": Equal(det(Y * X * inv(Y)), det(X), on=two),
    "Sylvester": Equal(det(I + A * B), det(J + B * A), on=ab),
    "Sylvester with a factor": Equal(lam**m * det(lam * I + A * B), lam**n * det(lam * J + B * A), on=over(A, B, given=[lam > 0])),
    "determinant lemma": Equal(det(M + u * v.T), det(M) * (1 + Dot(v, inv(M) * u)), on=over(M, u, v)),
    "determinant lemma, by blocks": Equal(det(M + U * C * V), det(M) * det(C) * det(inv(C) + V * inv(M) * U), on=over(M, U, C, V)),
    "orthogonal": Equal(det(X)**2, 1, on=over(X, given=[Eq(X.T * X, I)])),
    "positive": Holds(Gt(det(J + A.T * A), 0), on=over(A)),
}

FALSE = {
    "a semidefinite matrix": Equal(K * plus(K), I, on=over(K, given=[psd(K)])),
    "a semidefinite matrix and a number, zero too": Equal((K + lam * I) * plus(K + lam * I), I, on=over(K, given=[psd(K), lam >= 0])),
    "two semidefinite matrices": Equal((X + Y) * plus(X + Y), I, on=over(X, Y, given=[psd(X), psd(Y)])),
    "a difference of definite matrices": Equal((X - Y) * plus(X - Y), I, on=over(X, Y, given=[spd(X), psd(Y)])),
    "a definite matrix and any multiple": Holds(Gt(det(X + lam * Y), 0), on=over(X, Y, lam, given=[spd(X), psd(Y)])),
    "a sandwich that is turned nowhere": Holds(Gt(det(K + A * C * B), 0), on=over(K, A, B, C, given=[spd(K), psd(C)])),
    "push-through, wrong side": Equal(inv(I + X * Y) * X, Y * inv(I + Y * X), on=two),
    "ridge, sign": Equal(inv(A.T * A + lam * J) * A.T, A.T * inv(A * A.T - lam * I), on=over(A, given=[lam > 0])),
    "Woodbury without C^-1": Equal(inv(M + U * C * V), inv(M) - inv(M) * U * inv(C + V * inv(M) * U) * V * inv(M), on=over(M, U, C, V)),
    "Sherman-Morrison, sign": Equal(inv(M + u * v.T), inv(M) + inv(M) * u * v.T * inv(M) / (1 + Dot(v, inv(M) * u)), on=over(M, u, v)),
    "Sherman-Morrison, denominator": Equal(inv(M + u * v.T), inv(M) - inv(M) * u * v.T * inv(M) / (1 - Dot(v, inv(M) * u)),
                                           on=over(M, u, v)),
    "inverse of a sum": Equal(inv(X + Y), inv(X) + inv(Y), on=two),
    "inverse of a product, order": Equal(inv(X * Y), inv(X) * inv(Y), on=two),
    "difference of inverses, sign": Equal(inv(X) - inv(Y), inv(X) * (X - Y) * inv(Y), on=two),
    "an inverse is its transpose": Equal(inv(X), inv(X).T, on=one),
    "I + A A^T, sign": Equal(inv(I + A * A.T), I + A * inv(J + A.T * A) * A.T, on=over(A)),
    "derivative of an inverse, sign": Evolves(inv(X), inv(X) * Y * inv(X), along=along, on=two),
    "derivative of an inverse, order": Evolves(inv(X), -inv(X)**2 * Y, along=along, on=two),
    "gradient of tr X^-1, no transpose": Gradient(tr(inv(X)), X, -inv(X)**2, on=one),
    "gradient of log det, no transpose": Gradient(log(det(X)), X, inv(X), on=one),
    "Jacobi, transpose": Evolves(log(det(X)), tr(inv(X).T * Y), along=along, on=two),
    "Liouville, no trace": Evolves(det(X), n * det(X), along=Flow({X: K * X}), on=over(X, K, given=[Ne(det(X), 0)])),
    "pseudo-inverse of a product": Equal(plus(X * Y), plus(Y) * plus(X), on=two),
    "pseudo-inverse of a sum": Equal(plus(X + Y), plus(X) + plus(Y), on=two),
    "pseudo-inverse of a multiple": Equal(plus(c * A), c * plus(A), on=over(A, given=[c > 0])),
    "projection onto everything": Equal(A * plus(A), I, on=over(A)),
    "the two projections": Equal(X * plus(X), plus(X) * X, on=one),
    "through the wrong Gram matrix": Equal(plus(X * X.T) * X, plus(X), on=one),
    "determinant of a sum": Equal(det(X + Y), det(X) + det(Y), on=two),
    "determinant of a multiple": Equal(det(c * X), c * det(X), on=over(X, given=[c > 0])),
    "determinant of the Gram matrices": Equal(det(A.T * A), det(A * A.T), on=over(A)),
    "Sylvester without the powers": Equal(det(lam * I + A * B), det(lam * J + B * A), on=over(A, B, given=[lam > 0])),
    "determinant lemma, sign": Equal(det(M + u * v.T), det(M) * (1 - Dot(v, inv(M) * u)), on=over(M, u, v)),
    "orthogonal matrices turn": Equal(det(X), 1, on=over(X, given=[Eq(X.T * X, I)])),
    "determinants are positive": Holds(Gt(det(X), 0), on=one),
    "positive, without the transpose": Holds(Gt(det(J + B * A), 0), on=ab),
    "frames are complete": Equal(A * A.T, I, on=over(A, given=[Eq(A.T * A, J)])),
}

_wide, _flat = matrix("W", 1, 2), matrix("S", 2, 2)
NEVER = {
    "an inverse that never exists": Equal(plus(_wide), inv(_wide.T * _wide) * _wide.T, on=over(_wide)),
    "anything by an inverse that never exists": Equal(inv(_wide.T * _wide) * _flat, _flat, on=over(_wide, _flat)),
    "an inverse on a singular domain": Equal(inv(X) * u, v, on=over(X, u, v, given=[Eq(det(X), 0)])),
    "a determinant held at zero": Conserved(det(X), along=Flow({X: Y}), on=over(X, Y, given=[Eq(det(X), 0)])),
    "an inverse in one branch": Equal(Piecewise((tr(inv(X) * (X * Y)), s > 0), (0, True)), Piecewise((tr(Y), s > 0), (tr(Y), True)),
                                      on=over(X, Y, s)),
    "what follows in the branch alone": Equal(Piecewise((tr(inv(X) * X * Y * K), s > 0), (tr(Y), True)), S.Zero,
                                              on=over(X, Y, K, s, given=[Eq(X * Y, ZeroMatrix(n, n))])),
    "the derivative of a pseudo-inverse": Evolves(plus(A), -plus(A) * matrix("R", n, m) * plus(A), along=Flow({A: matrix("R", n, m)}),
                                                  on=over(A, matrix("R", n, m))),
    "a derivative by a relation of the domain": Evolves(inv(X), Y.T, along=along, on=over(X, Y, given=[Eq(X.T * X, I)])),
    "a gradient in what is tied": Gradient(tr(inv(X)), X, -inv(X)**2, on=over(X, given=[Eq(X.T, X)])),
    "a determinant's gradient where it may vanish": Gradient(det(X)**2, X, ZeroMatrix(n, n), on=one),
    "log of a square's determinant": Equal(log(det(X * X)), 2 * log(det(X)) + s, on=over(X, s, given=[det(X) > 0])),
    "a root of a determinant": Equal(sqrt(det(X.T * X)), det(X), on=one),
    "a number's inverse": Equal(inv(c * I), I * c, on=over(X, c)),
    "half of an inverse": Equal(inv(2 * X), Rational(2) * inv(X), on=one),
}
