"""Chapter 1's words: features, parameters and functions in a space of any dimension, the integral operator and its eigenfunctions.

A function is a vector over the space H of Section 1.2, <f|g> its inner product, and the features are the columns of Phi; which
distribution q makes the inner product is left open, so that what holds here holds for the true distribution and for the empirical one.
An `e_k` is one eigenfunction; `E` has all p of them as columns, and rho their eigenvalues as entries.
"""

from sympy import Eq, Identity, sqrt

from theoremtest.derivations.language import (
    TIME,
    Chart,
    Diagonal,
    Domain,
    Dot,
    EveryEntry,
    Flow,
    GradientFlow,
    Meaning,
    Space,
    dimension,
    kernel_operator,
    matrix,
    orthonormal,
    reals,
    vector,
)

H, p = Space(r"\mathcal{H}"), dimension("p")
t = TIME
eta, s, rho_k, rho_l = reals(r"\eta", "s", r"\rho_k", r"\rho_l")
f, goal, learned, e, e_l = (vector(name, H) for name in ("f", "f^*", r"\hat{f}", "e_k", "e_l"))
Phi, E, O = matrix(r"\Phi", H, p), matrix("E", H, p), matrix("O", p, p)
w, rho = vector("w", p), vector(r"\rho", p)
one_p = Identity(p)

T = kernel_operator(Phi)
"""The integral operator, a sum over features of |Phi_k><Phi_k|."""

model = Phi * w
"""f, a linear combination of the features."""

loss = Dot(model - goal, model - goal) / 2
"""The mean square error of Eq. (1.11)."""

training = GradientFlow(loss, {w: eta}, name="gradient flow of Eq. (1.12) under the loss of Eq. (1.11)")
anything = Domain(over=[Phi, w, f, goal, eta])
"""Any features, dependent ones included, any target in H, any learning rate."""

learning = Flow({f: -eta * T * (f - goal)}, name="the motion of f by Eq. (1.17)")
EIGEN = Meaning("e_k is an eigenfunction of T, of length one", "Eq. (1.15)")
_along, _across = vector("a", p), matrix("B", H, p)
_project = _across - e * (e.T * _across)
features_of_a_mode = Chart({Phi: e * _along.T + _project - (_project * _along) * _along.T / Dot(_along, _along),
                            rho_k: Dot(_along, _along)},
                           Domain(Dot(_along, _along) > 0, over=[_along, _across]))
"""Features with the eigenfunction e: along it by a, and across it by what a is orthogonal to; the eigenvalue is |a|^2."""
one_mode = anything & Domain(Eq(T * e, rho_k * e), Eq(Dot(e, e), 1), source=EIGEN, chart=features_of_a_mode)
"""One eigenfunction and its eigenvalue."""

MERCER = Meaning("T is the sum of rho_k |e_k><e_k| over p orthonormal eigenfunctions", "Eq. (1.15)")
NOT_NEGATIVE = Meaning("eigenvalues are not negative", "Eq. (1.15)")
frame = Domain(orthonormal(E), over=[E], source=MERCER)
nonnegative, positive = EveryEntry(s >= 0, (s, rho)), EveryEntry(s > 0, (s, rho))
values = Diagonal(s, (s, rho))
roots, inverse_roots = Diagonal(sqrt(s), (s, rho)), Diagonal(1 / sqrt(s), (s, rho))
"""diag(sqrt(rho_k)) and its inverse."""

_root, _turn = vector("r", p), matrix("Q", p, p)
_square_roots = Diagonal(s, (s, _root))
_by_roots = Chart({rho: _square_roots * _root, Phi: E * _square_roots * _turn.T}, Domain(orthonormal(_turn), over=[_root]))
"""Eigenvalues as squares, and the features by their roots, turned."""
expansion = frame & Domain(Eq(T, E * values * E.T), over=[Phi], source=MERCER, chart=_by_roots)
"""The operator of p features by its eigenfunctions."""
DEPENDENT = "Features that depend on one another have an eigenvalue zero, as Eq. (1.15) allows, and the text divides by its root."
