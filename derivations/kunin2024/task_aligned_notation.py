"""Task-aligned square networks: the bases U and V, the diagonal matrices of the layers and of the task, and the motion of one mode.

The data have any number of samples: X is n x d and Y is n x c with c = d, as in all square networks here.
"""

from sympy import DiagMatrix, Eq, Ge, Identity, MatPow, sqrt
from sympy.matrices.expressions.slice import MatrixSlice

from rederive.derivations.language import Domain, GradientFlow, matrix, real, vector

from .conventions_notation import LAYERS_IN_THE_BASIS, SHARED_BASIS, STRENGTH, TASK_ALIGNED
from .notation import d, delta, eta_a, eta_w, n
from .square_notation import A, K, R, W, X, Y, chart, diagonals, network, one, product, rates

U, V = matrix("U", d, d), matrix("V", d, d)
Lam, S_, D = matrix(r"\Lambda", d, d), matrix("S", d, d), matrix("D", d, d)
L_A, L_W = matrix(r"\Lambda_{AA}", d, d), matrix(r"\Lambda_{WW}", d, d)
projected = V.T * network * U
"""Lambda = V^T beta U."""

orthogonal = [Eq(side, one) for Q in (U, V) for side in (Q.T * Q, Q * Q.T)]
_z, entries, free = vector("z", d), vector("r", d), matrix("N", n, n)
leading = MatrixSlice(Identity(n + d), (0, n, 1), (0, d, 1))
"""The n x d matrix with ones on its diagonal: modes beyond the number of samples have no data."""
turned = (Identity(n) + free - free.T) * MatPow(Identity(n) - free + free.T, -1) * leading
"""n x d, its columns orthonormal or zero."""
_seen = leading.T * leading
_in_A, _in_W = diagonals(delta)
_basis = {U: R.T, V: K.T}
_task = {Lam: _in_W * _in_A, L_A: eta_w * _in_A * _in_A, L_W: eta_a * _in_W * _in_W,
         D: DiagMatrix(_z) * _seen * DiagMatrix(_z), S_: DiagMatrix(_z) * _seen * DiagMatrix(entries),
         X: turned * DiagMatrix(_z) * K, Y: turned * DiagMatrix(entries) * R}


def in_a_basis(layers):
    """Isotropic layers with any orthogonal U, V."""
    made = chart(delta, values=_basis)
    same = Domain(*layers.conditions, over=[*layers.over, U, V], chart=made)
    same.sources = layers.sources
    return same & Domain(*orthogonal, source=TASK_ALIGNED)


def task_aligned(*further, over=()):
    """Assumptions B.4 and B.5, for layers that they leave diagonal in the task's bases."""
    by_source = {
        TASK_ALIGNED: [*orthogonal, Eq(Lam.T, Lam), Eq(S_.T, S_), Eq(W.T * A, V * Lam * U.T), Eq(X.T * Y, V * S_ * U.T)],
        SHARED_BASIS: [Eq(D.T, D), Eq(X.T * X, V * D * V.T)],
        LAYERS_IN_THE_BASIS: [Eq(L_A.T, L_A), Eq(L_W.T, L_W), Eq(A.T * A, U * L_A * U.T / eta_w), Eq(W.T * W, V * L_W * V.T / eta_a)]}
    made = chart(delta, values={**_basis, **_task}, over=[_z, entries, free, delta])
    assumed = Domain(*further, over=[*over, A, W, X, Y], chart=made)
    for source, conditions in by_source.items():
        assumed = Domain(*conditions, source=source) & assumed
    return rates & assumed


aligned = task_aligned()
any_layers = rates.but(over=[W, A, X, Y])
gradient = X.T * X * network - X.T * Y
velocity = -(eta_w * gradient * A.T * A + eta_a * W.T * W * gradient)

p, q, lam, s, strength = real("p"), real("q"), real(r"\lambda"), real("s"), real(r"D_{ii}")
mode = GradientFlow(strength / 2 * (p * q)**2 - s * p * q, {p: eta_a, q: eta_w}, name="gradient flow of one mode")
modes = rates & Domain(Ge(strength, 0), over=[p, q, s], source=STRENGTH) & Domain(where={lam: p * q, delta: eta_w * p**2 - eta_a * q**2})
"""One mode: p of A, q of W, target s >= 0 of X^T Y and strength D_ii of X^T X."""
root = sqrt(product * lam**2 + (delta / 2)**2)
M_mode = sqrt(product * 4 * lam**2 + delta**2)
