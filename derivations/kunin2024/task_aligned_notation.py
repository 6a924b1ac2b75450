"""Task-aligned square networks: the bases U and V, the diagonal matrices of the layers and of the task, and the motion of one mode."""

from sympy import DiagMatrix, Eq, Ge, Trace, sqrt

from rederive.derivations.language import Domain, GradientFlow, matrix, real, vector

from .conventions_notation import LAYERS_IN_THE_BASIS, SHARED_BASIS, STRENGTH, TASK_ALIGNED
from .notation import d, delta, eta_a, eta_w
from .square_notation import A, K, R, W, chart, diagonals, network, one, product, rates, turn

U, V = matrix("U", d, d), matrix("V", d, d)
Lam, S_, D = matrix(r"\Lambda", d, d), matrix("S", d, d), matrix("D", d, d)
L_A, L_W = matrix(r"\Lambda_{AA}", d, d), matrix(r"\Lambda_{WW}", d, d)
X, Y = matrix("X", d, d), matrix("Y", d, d)
fit = X * network - Y
training = GradientFlow(Trace(fit.T * fit) / 2, {W: eta_w, A: eta_a}, name="gradient flow of the loss", network="two-layer", data=(X, Y))
"""As many samples as inputs, since only then do the points of the charts have X^T X diagonal in a given basis."""

SAMPLES = "numbers of samples other than d: the data enter through X^T X and X^T Y alone"
projected = V.T * network * U
"""Lambda = V^T beta U."""

orthogonal = [Eq(side, one) for Q in (U, V) for side in (Q.T * Q, Q * Q.T)]
_z, entries, free = vector("z", d), vector("r", d), matrix("N", d, d)
_in_A, _in_W = diagonals(delta)
_basis = {U: R.T, V: K.T}
_task = {Lam: _in_W * _in_A, L_A: eta_w * _in_A * _in_A, L_W: eta_a * _in_W * _in_W, D: DiagMatrix(_z) * DiagMatrix(_z),
         S_: DiagMatrix(_z) * DiagMatrix(entries), X: turn(free) * DiagMatrix(_z) * K, Y: turn(free) * DiagMatrix(entries) * R}


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
