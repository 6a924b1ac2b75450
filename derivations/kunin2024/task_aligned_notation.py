"""Task-aligned square networks: the bases U and V, the letters for the diagonal matrices of layers and task, and the motion of one mode.

The data have any number of samples: X is n x d and Y is n x c with c = d, as in all square networks here.
"""

from sympy import DiagMatrix, Eq, Ge, Identity, MatPow, sqrt
from sympy.matrices.expressions.slice import MatrixSlice

from theoremtest.derivations.language import Chart, Domain, EveryEntry, GradientFlow, matrix, real, vector

from .conventions_notation import ENTRIES, LAYERS_IN_THE_BASIS, SHARED_BASIS, STRENGTH, STRICT, TASK_ALIGNED
from .notation import d, delta, eta_a, eta_w, n
from .square_notation import A, K, R, W, X, Y, chart, network, one, product, rates, skew

U, V = matrix("U", d, d), matrix("V", d, d)
Lam, S_, D = matrix(r"\Lambda", d, d), matrix("S", d, d), matrix("D", d, d)
L_A, L_W = matrix(r"\Lambda_{AA}", d, d), matrix(r"\Lambda_{WW}", d, d)
projected = V.T * network * U
"""Lambda = V^T beta U."""

orthogonal = [Eq(side, one) for Q in (U, V) for side in (Q.T * Q, Q * Q.T)]
free = matrix("N", n, n)
leading = MatrixSlice(Identity(n + d), (0, n, 1), (0, d, 1))
"""The n x d matrix with ones on its diagonal."""
turned = (Identity(n) + free - free.T) * MatPow(Identity(n) - free + free.T, -1) * leading
"""n x d, its columns orthonormal where there are as many samples as inputs."""
_basis = {U: R.T, V: K.T}

ENTRY = real("e")
_G, _T, _F, _Z = matrix("G", d, d), matrix("T", d, d), matrix("F", d, d), matrix("Z", n, d)


def _any_letters(data, of):
    """Points at which the letters are any symmetric matrices and do not commute, so that their order tells. data: X in the basis V, made
    of the symbol `of`."""
    strengths, product_of_layers, task = data.T * data, _T + _T.T, _F + _F.T
    read_in = MatPow(_G.T, -1) * product_of_layers
    values = {A: _G * R, W: read_in * K, X: data * K, Y: data * task * strengths * R, Lam: product_of_layers, L_A: eta_w * _G.T * _G,
              L_W: eta_a * read_in.T * read_in, D: strengths, S_: strengths * task * strengths}
    return Chart({**_basis, **values}, Domain(eta_a > 0, eta_w > 0, over=[_G, _T, _F, of, *skew]))


def in_a_basis(layers):
    """Isotropic layers with any orthogonal U, V."""
    made = chart(delta, values=_basis)
    same = Domain(*layers.conditions, over=[*layers.over, U, V], chart=made)
    same.sources = layers.sources
    return same & Domain(*orthogonal, source=TASK_ALIGNED)


def task_aligned(*further, data=_Z, of=_Z):
    """Assumptions B.4 and B.5, for layers that they leave diagonal in the task's bases.

    Diagonal matrices are letters that equal their transposes: what is claimed of these holds of diagonal ones all the more.
    """
    by_source = {
        TASK_ALIGNED: [*orthogonal, Eq(Lam.T, Lam), Eq(S_.T, S_), Eq(W.T * A, V * Lam * U.T), Eq(X.T * Y, V * S_ * U.T)],
        SHARED_BASIS: [Eq(D.T, D), Eq(X.T * X, V * D * V.T)],
        LAYERS_IN_THE_BASIS: [Eq(L_A.T, L_A), Eq(L_W.T, L_W), Eq(A.T * A, U * L_A * U.T / eta_w), Eq(W.T * W, V * L_W * V.T / eta_a)]}
    assumed = Domain(*further, over=[A, W, X, Y], chart=_any_letters(data, of))
    for source, conditions in by_source.items():
        assumed = Domain(*conditions, source=source) & assumed
    return rates & assumed


def on_the_diagonal():
    """Assumptions B.4 and B.5 as they are printed: the letters are diagonal matrices, Lambda and S of singular values. For refutations."""
    named = {Lam: r"\lambda", S_: "s", D: r"\sigma", L_A: r"\lambda_A", L_W: r"\lambda_W"}
    entries = {letter: vector(name, d) for letter, name in named.items()}
    first, second, third, fourth = (vector(name, d) for name in ("p", "q", "z", "y"))
    P_, Q_, Z_, in_X = DiagMatrix(first), DiagMatrix(second), DiagMatrix(third), turned * DiagMatrix(third) * K
    spread = Z_ * leading.T * leading * third
    values = {A: P_ * R, W: Q_ * K, X: in_X, Y: in_X * K.T * DiagMatrix(fourth) * R, entries[Lam]: Q_ * first,
              entries[L_A]: eta_w * P_ * first, entries[L_W]: eta_a * Q_ * second, entries[D]: spread,
              entries[S_]: DiagMatrix(spread) * fourth}
    positive = [EveryEntry(ENTRY > 0, (ENTRY, one)) for one in (first, second, third, fourth)]
    drawn = Domain(eta_a > 0, eta_w > 0, *positive, over=[free, *skew])
    by_source = {
        TASK_ALIGNED: [*orthogonal, Eq(W.T * A, V * Lam * U.T), Eq(X.T * Y, V * S_ * U.T)],
        STRICT: [EveryEntry(ENTRY > 0, (ENTRY, entries[Lam]))],
        SHARED_BASIS: [Eq(X.T * X, V * D * V.T)],
        ENTRIES: [EveryEntry(ENTRY >= 0, (ENTRY, entries[letter])) for letter in (S_, D)],
        LAYERS_IN_THE_BASIS: [Eq(A.T * A, U * L_A * U.T / eta_w), Eq(W.T * W, V * L_W * V.T / eta_a)]}
    letters = {letter: DiagMatrix(one) for letter, one in entries.items()}
    assumed = Domain(over=[A, W, X, Y], where=letters, chart=Chart({**_basis, **values}, drawn))
    for source, conditions in by_source.items():
        assumed = Domain(*conditions, source=source) & assumed
    return rates & assumed


aligned, diagonal = task_aligned(), on_the_diagonal()
any_layers = rates.but(over=[W, A, X, Y])
gradient = X.T * X * network - X.T * Y
velocity = -(eta_w * gradient * A.T * A + eta_a * W.T * W * gradient)

p, q, lam, s, strength = real("p"), real("q"), real(r"\lambda"), real("s"), real(r"D_{ii}")
mode = GradientFlow(strength / 2 * (p * q)**2 - s * p * q, {p: eta_a, q: eta_w}, name="gradient flow of one mode")
modes = rates & Domain(Ge(strength, 0), over=[p, q, s], source=STRENGTH) & Domain(where={lam: p * q, delta: eta_w * p**2 - eta_a * q**2})
"""One mode: p of A, q of W, target s >= 0 of X^T Y and strength D_ii of X^T X."""
root = sqrt(product * lam**2 + (delta / 2)**2)
M_mode = sqrt(product * 4 * lam**2 + delta**2)
