"""Blocks of symbolic sizes, orthonormal frames with their complements, singular value decompositions: what linear networks ask for.

Among them is the eigendecomposition of F = [-lambda/2 I, Sigma^T; Sigma, lambda/2 I] from the singular value decomposition of Sigma, for
nets that widen, narrow, or keep their width. `TRUE` is to be proved, `FALSE` to be refuted, `NEVER` must not be proved.
"""

from sympy import Abs, Determinant, Eq, Identity, Integer, Trace, ZeroMatrix, exp, sign, sqrt
from sympy import Inverse as inv

from theoremtest.derivations.language import (
    Blocks,
    Conserved,
    Diagonal,
    Domain,
    Dot,
    Equal,
    EveryEntry,
    Evolves,
    Flow,
    Inverse,
    PseudoInverse,
    dimension,
    matrix,
    real,
    vector,
)

n, m, h, Ni, No, q = (dimension(name) for name in ("n", "m", "N_h", "N_i", "N_o", "q"))
A, B, C, D = matrix("A", n, n), matrix("B", n, m), matrix("C", m, n), matrix("D", m, m)
E, F, G = matrix("E", n, n), matrix("F", m, m), matrix("G", n, m)
u, v = vector("u", n), vector("v", m)
lam, t, s, r = (real(name) for name in ("lambda", "t", "s", "r"))
sigma, rho = vector("sigma", n), vector("rho", n)
I, J = Identity(n), Identity(m)
det, tr, plus = Determinant, Trace, PseudoInverse
O = ZeroMatrix
blocks = Domain(over=[A, B, C, D, E, F, G, u, v])
whole, schur = Blocks([A, B], [C, D]), D - C * inv(A) * B


def over(*symbols, given=()):
    """A domain of these symbols, with conditions."""
    return Domain(*given, over=symbols)


# a linear network: Q = [W_1^T; W_2] -------------------------------------------------------------------------------------

W1, W2, Sigma = matrix("W_1", h, Ni), matrix("W_2", No, h), matrix(r"\Sigma", No, Ni)
Q = Blocks([W1.T], [W2])
net = Flow({W1: W2.T * (Sigma - W2 * W1), W2: (Sigma - W2 * W1) * W1.T})
balanced = over(W1, W2, Sigma, lam, given=[Eq(W2.T * W2, W1 * W1.T + lam * Identity(h))])
field = Blocks([-lam / 2 * Identity(Ni), Sigma.T], [Sigma, lam / 2 * Identity(No)])


# singular value decompositions ---------------------------------------------------------------------------------------------

def diag(formula):
    """A diagonal matrix of a formula in the singular value s."""
    return Diagonal(formula, (s, sigma))


U, V, R, T = matrix("U", No, n), matrix("V", Ni, n), matrix("R", n, n), matrix("T", n, n)
S_ = diag(s)
task = U * S_ * V.T
frames = [EveryEntry(s > 0, (s, sigma)), Eq(U.T * U, I), Eq(V.T * V, I)]
svd = over(U, V, sigma, lam, given=frames)
turned = over(U, V, R, sigma, lam, given=[*frames, Eq(R.T * R, I)])
root = sqrt(s**2 + lam**2 / 4)
S1, S2 = diag(sqrt(root - lam / 2)), diag(sqrt(root + lam / 2))
two = over(sigma, rho, T, given=[EveryEntry(s > 0, (s, sigma)), EveryEntry(r > 0, (r, rho))])
H, Hs = (lam / 2) / (root + s), sign(lam) * sqrt((root - s) / (root + s))
RHO = Diagonal(r, (r, rho))


def eigen(H, shape, turn=1):
    """(P, Lambda, F, domain) of the decomposition for a net of this shape; turn: a factor that spoils the last eigenvalue."""
    G = 1 / sqrt(1 + H**2)
    minus, more = diag((G - H * G) / sqrt(2)), diag((G + H * G) / sqrt(2))
    top, low = (matrix("V", n, n), matrix("U", No, n)) if shape == "widens" else (matrix("V", Ni, n), matrix("U", n, n))
    if shape == "square":
        top, low = matrix("V", n, n), matrix("U", n, n)
    given = [EveryEntry(s > 0, (s, sigma)), Eq(top.T * top, I), Eq(low.T * low, I)]
    task = low * S_ * top.T
    columns, symbols, values = [[top * minus, top * more], [low * more, -low * minus]], [top, low, sigma, lam], [diag(root), -diag(root)]
    if shape != "square":
        rest = matrix(r"U_\perp", No, q) if shape == "widens" else matrix(r"V_\perp", Ni, q)
        known = low if shape == "widens" else top
        given += [Eq(known.T * rest, O(n, q)), Eq(rest.T * rest, Identity(q)),
                  Eq(known * known.T + rest * rest.T, Identity(known.shape[0]))]
        columns[0].append(rest if shape == "narrows" else O(n, q))
        columns[1].append(rest if shape == "widens" else O(n, q))
        values.append((1 if shape == "widens" else -1) * turn * lam / 2 * Identity(q))
        symbols.append(rest)
    P = Blocks(*columns)
    sizes = [value.shape[0] for value in values]
    Lambda = Blocks(*[[value if i == j else O(sizes[i], sizes[j]) for j in range(len(values))] for i, value in enumerate(values)])
    F = Blocks([-lam / 2 * Identity(top.shape[0]), task.T], [task, lam / 2 * Identity(low.shape[0])])
    return P, Lambda, F, over(*symbols, given=given)


def decomposed(*told):
    P, Lambda, F, domain = eigen(*told)
    return Equal(P * Lambda * P.T, F, on=domain)


def orthonormal(*told):
    P, _, _, domain = eigen(*told)
    return Equal(P.T * P, Identity(P.shape[1]), on=domain)


framed = over(A, B, C, D, given=[Eq(A.T * A + C.T * C, I), Eq(A.T * B + C.T * D, O(n, m)), Eq(B.T * B + D.T * D, J)])
one = Blocks([I, O(n, m)], [O(m, n), J])


TRUE = {
    "product of blocks": Equal(whole * Blocks([E], [C]), Blocks([A * E + B * C], [C * E + D * C]), on=blocks),
    "transpose of blocks": Equal(whole.T, Blocks([A.T, C.T], [B.T, D.T]), on=blocks),
    "inverse by Schur's complement": Inverse(whole, Blocks([inv(A) + inv(A) * B * inv(schur) * C * inv(A), -inv(A) * B * inv(schur)],
                                                           [-inv(schur) * C * inv(A), inv(schur)]), on=blocks),
    "inverse of a triangle": Equal(inv(Blocks([A, B], [O(m, n), D])), Blocks([inv(A), -inv(A) * B * inv(D)], [O(m, n), inv(D)]), on=blocks),
    "elimination": Equal(whole, Blocks([I, O(n, m)], [C * inv(A), J]) * Blocks([A, O(n, m)], [O(m, n), schur])
                         * Blocks([I, inv(A) * B], [O(m, n), J]), on=blocks),
    "determinant of a triangle": Equal(det(Blocks([A, B], [O(m, n), D])), det(A) * det(D), on=blocks),
    "determinant by Schur's complement": Equal(det(whole), det(A) * det(schur), on=blocks),
    "trace of blocks": Equal(tr(whole), tr(A) + tr(D), on=blocks),
    "norm of a stacked vector": Equal(Dot(Blocks([u], [v]), Blocks([u], [v])), Dot(u, u) + Dot(v, v), on=blocks),
    "a square of blocks": Equal(Blocks([O(n, n), B], [C, O(m, m)])**2, Blocks([B * C, O(n, m)], [O(m, n), C * B]), on=blocks),
    "Q Q^T by blocks": Equal(Q * Q.T, Blocks([W1.T * W1, W1.T * W2.T], [W2 * W1, W2 * W2.T]), on=over(W1, W2)),
    "matrix Riccati equation": Evolves(Q * Q.T, field * Q * Q.T + Q * Q.T * field - (Q * Q.T)**2, along=net, on=balanced),
    "norms move alike": Conserved(tr(Q * Blocks([W1, -W2.T])), along=net, on=over(W1, W2, Sigma)),
    # frames and singular values
    "Gram matrix of a task": Equal(task.T * task, V * diag(s**2) * V.T, on=svd),
    "norm of a task": Equal(tr(task.T * task), tr(diag(s**2)), on=svd),
    "pseudo-inverse of a task": Equal(plus(task), V * diag(1 / s) * U.T, on=svd),
    "projection on a task's range": Equal(task * plus(task), U * U.T, on=svd),
    "ridge in the singular basis": Equal(inv(task.T * task + lam * Identity(Ni)) * task.T, V * diag(s / (s**2 + lam)) * U.T,
                                         on=svd.but(lam > 0)),
    "resolvent": Equal(inv(S_**2 + lam * I), diag(1 / (s**2 + lam)), on=over(sigma, lam, given=[lam > 0])),
    "inverse of singular values": Equal(inv(S_), diag(1 / s), on=over(sigma)),
    "balanced weights": Equal((U * S2 * R.T).T * (U * S2 * R.T) - (R * S1 * V.T) * (R * S1 * V.T).T, lam * I, on=turned),
    "product of balanced weights": Equal((U * S2 * R.T) * (R * S1 * V.T), task, on=turned),
    "diagonals commute": Equal(S_ * RHO, RHO * S_, on=two),
    "a root of a square": Equal(diag(sqrt(s**2)), S_, on=over(sigma, given=[EveryEntry(s > 0, (s, sigma))])),
    "a difference with a sign": Equal(Diagonal(Abs(s - r), (s, sigma), (r, rho)), S_ - RHO,
                                      on=over(sigma, rho, given=[EveryEntry(s > r, (s, sigma), (r, rho))])),
    "decay in the singular basis": Evolves(U * diag(exp(-s * t)) * V.T, -U * diag(s * exp(-s * t)) * V.T, along=Flow({t: Integer(1)}),
                                           on=svd.but(over=[t])),
    "a frame keeps lengths": Equal(Dot(U * u, U * u), Dot(u, u), on=over(U, u, given=[Eq(U.T * U, I)])),
    **{f"{what.__name__}, {shape}": what(H, shape) for what in (decomposed, orthonormal) for shape in ("widens", "narrows", "square")},
    "a square frame of blocks, in the other order": Equal(whole * whole.T, one, on=framed),
    "decomposed, as printed": Equal(*(lambda P, L, F, on: (P * L * P.T, F))(*eigen(Hs, "widens")), on=eigen(Hs, "widens")[3]),
}

FALSE = {
    "transpose of blocks, not moved": Equal(whole.T, Blocks([A.T, G], [G.T, D.T]), on=blocks),
    "inverse of a triangle, sign": Equal(inv(Blocks([A, B], [O(m, n), D])), Blocks([inv(A), inv(A) * B * inv(D)], [O(m, n), inv(D)]),
                                         on=blocks),
    "inverse block by block": Inverse(Blocks([A, E], [E, A]), Blocks([inv(A), inv(E)], [inv(E), inv(A)]), on=over(A, E)),
    "determinant of blocks": Equal(det(whole), det(A) * det(D) - det(B * C), on=blocks),
    "determinant by Schur's complement, sign": Equal(det(whole), det(A) * det(D + C * inv(A) * B), on=blocks),
    "trace of blocks": Equal(tr(whole), tr(A) - tr(D), on=blocks),
    "norm of a stacked vector": Equal(Dot(Blocks([u], [v]), Blocks([u], [v])), Dot(u, u) - Dot(v, v), on=blocks),
    "a square of blocks": Equal(Blocks([O(n, n), B], [C, O(m, m)])**2, Blocks([O(n, n), B], [C, O(m, m)]), on=blocks),
    "matrix Riccati equation, sign": Evolves(Q * Q.T, field * Q * Q.T + Q * Q.T * field + (Q * Q.T)**2, along=net, on=balanced),
    "matrix Riccati equation without balance": Evolves(Q * Q.T, field * Q * Q.T + Q * Q.T * field - (Q * Q.T)**2, along=net,
                                                       on=over(W1, W2, Sigma, lam)),
    "norms are kept": Conserved(tr(Q * Q.T), along=net, on=over(W1, W2, Sigma)),
    "Gram matrix of a task": Equal(task.T * task, V * S_ * V.T, on=svd),
    "pseudo-inverse of a task": Equal(plus(task), V * S_ * U.T, on=svd),
    "projection on everything": Equal(task * plus(task), Identity(No), on=svd),
    "ridge in the singular basis": Equal(inv(task.T * task + lam * Identity(Ni)) * task.T, V * diag(s / (s + lam)) * U.T,
                                         on=svd.but(lam > 0)),
    "balanced weights, sign": Equal((U * S2 * R.T).T * (U * S2 * R.T) - (R * S1 * V.T) * (R * S1 * V.T).T, -lam * I, on=turned),
    "product of weights that are not balanced": Equal((U * S2 * R.T) * (R * S2 * V.T), task, on=turned),
    "a diagonal commutes with any matrix": Equal(S_ * T, T * S_, on=two),
    "one diagonal is another": Equal(S_, RHO, on=two),
    "a root of a square without a sign": Equal(diag(sqrt(s**2)), S_, on=over(sigma)),
    "a difference with a sign, not said": Equal(Diagonal(Abs(s - r), (s, sigma), (r, rho)), S_ - RHO, on=two),
    "two places are one": Equal(S_ * T * RHO, RHO * T * S_, on=two),
    "trace of a product": Equal(tr(S_ * RHO), tr(S_) * tr(RHO), on=two),
    "trace of the singular values": Equal(tr(diag(s**2)), tr(S_)**2, on=over(sigma)),
    "stacked frames in the other order": Equal(Blocks([U], [V]) * Blocks([U], [V]).T, 2 * Identity(No + Ni), on=svd),
    "stacked frames in the other order, halved": Equal(Blocks([U / sqrt(2)], [V / sqrt(2)]) * Blocks([U / sqrt(2)], [V / sqrt(2)]).T,
                                                       Identity(No + Ni), on=svd),
    "a frame is complete": Equal(U * U.T, Identity(No), on=svd),
    "a multiple of the identity": Equal(S_, I, on=over(sigma, given=[EveryEntry(s > 0, (s, sigma))])),
    "decay, sign": Evolves(U * diag(exp(-s * t)) * V.T, U * diag(s * exp(-s * t)) * V.T, along=Flow({t: Integer(1)}), on=svd.but(over=[t])),
    "decomposed with the other sign": decomposed(-H, "widens"),
    "decomposed with the last eigenvalue doubled": decomposed(H, "widens", Integer(2)),
}

NEVER = {
    "an inverse of singular values that vanish": Equal(inv(S_) * S_ * T, O(n, n),
                                                       on=over(sigma, T, given=[EveryEntry(Eq(s, 0), (s, sigma))])),
    "a condition on one vector holds of another": Equal(Diagonal(sqrt(r**2), (r, rho)), RHO,
                                                        on=over(sigma, rho, given=[EveryEntry(s > 0, (s, sigma))])),
    "modes of two places are compared": Equal(Diagonal(Abs(s), (s, sigma)) * T * Diagonal(Abs(r), (r, rho)), S_ * T * RHO,
                                              on=over(sigma, rho, T, given=[EveryEntry(s * r > 0, (s, sigma), (r, rho))])),
    "a rate of entries that move": Evolves(S_, O(n, n), along=Flow({sigma: sigma}), on=over(sigma)),
    "blocks are their own transpose": Equal(whole * whole.T, whole * whole,
                                   on=blocks),
    "no entry is both": Equal(S_, O(n, n), on=over(sigma, given=[EveryEntry(s > 0, (s, sigma)), EveryEntry(s < 0, (s, sigma))])),
}
