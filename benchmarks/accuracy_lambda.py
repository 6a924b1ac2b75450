"""How many units of rounding the lambda-balanced solver loses, beside enclosures of the exact solution by ball arithmetic.

The reference shares no step with the solver: Q Q^T = e^{Ft} Q(0) (I + Q(0)^T int e^{2Fs} Q(0))^{-1} Q(0)^T e^{Ft} as it stands, with the
exponential of one block matrix and as many digits as its exponentials waste; no eigenvectors. Where |F| t is beyond any number
of digits, ``diagonal`` evaluates the form of Dominé et al. 2025, Theorem B.5 (Eq. 77, reconstructed), for a diagonal Sigma and an
invertible B.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import flint
import numpy as np

from theoremtest.numerics.models.lambda_balanced import balanced_initialisation

BLOCKS = ("input_representation", "function", "output_representation")
INPUTS = ("W1", "W2", "Sigma", "lam", "t")
DIGITS = 60
_NUDGE = 2.0**-80


@dataclass(frozen=True)
class Start:
    """Layers, task, lambda and one time; numbers that doubles hold exactly. ``nudge`` is added to (input, place), relative to its size."""

    W1: np.ndarray
    W2: np.ndarray
    Sigma: np.ndarray
    lam: float
    t: float
    nudge: tuple[str, int] | None = None


def reference(point: Start) -> list[flint.arb_mat]:
    """The three blocks of ``BLOCKS``, each with ``DIGITS`` digits at least."""
    size = np.linalg.norm(point.Sigma, 2) + abs(point.lam) / 2
    before, flint.ctx.prec = flint.ctx.prec, int(4 * DIGITS + 8 * size * point.t + 200)
    try:
        W1, W2, Sigma, (lam,), (t,) = (_balls(point, name) for name in INPUTS)
        (h, N_i), N_o = (W1.nrows(), W1.ncols()), W2.nrows()
        N = N_i + N_o
        F, Q = flint.arb_mat(N, N), flint.arb_mat(N, h)
        for i in range(N):
            F[i, i] = lam / 2 if i >= N_i else -lam / 2
            for j in range(h):
                Q[i, j] = W1[j, i] if i < N_i else W2[i - N_i, j]
        for i, j in np.ndindex(N_o, N_i):
            F[N_i + i, j] = F[j, N_i + i] = Sigma[i, j]
        big = flint.arb_mat(2 * N, 2 * N)
        for i, j in np.ndindex(N, N):
            big[i, j], big[N + i, N + j] = -F[i, j] * t, F[i, j] * t
        for i in range(N):
            big[i, N + i] = t
        grown = big.exp()
        move, mixed = (flint.arb_mat([[grown[i, N + j] for j in range(N)] for i in range(first, first + N)]) for first in (N, 0))
        A = _one(h) + Q.transpose() * (move * mixed) * Q
        X = move * Q
        return _blocks(X * A.solve(X.transpose()), N_i)
    finally:
        flint.ctx.prec = before


def diagonal(point: Start) -> list[flint.arb_mat]:
    """As ``reference``, for N_i = N_h = N_o, a diagonal Sigma with positive entries and an invertible B, at any time."""
    before, flint.ctx.prec = flint.ctx.prec, 800
    try:
        W1, W2, Sigma, (lam,), (t,) = (_balls(point, name) for name in INPUTS)
        n = W1.nrows()
        s = [Sigma[i, i] for i in range(n)]
        root = [(one**2 + lam**2 / 4).sqrt() for one in s]
        first, second = ([((one + sign * lam / 2) / one).sqrt() for one in root] for sign in (-1, 1))  # G - H G and G + H G
        small, large = flint.arb_mat(n, n), flint.arb_mat(n, n)
        fade = flint.arb_mat(n, n)
        gone, unit = flint.arb_mat(n, n), _one(n)
        for i in range(n):
            small[i, i], large[i, i], fade[i, i] = first[i], second[i], (-root[i] * t).exp()
            gone[i, i] = (1 - (-2 * root[i] * t).exp()) / root[i]
        B, C = W2.transpose() * large + W1 * small, W2.transpose() * small - W1 * large
        back = B.inv()
        K = fade * back * C * fade
        A = gone + fade * back * (4 * unit + C * gone * C.transpose()) * back.transpose() * fade
        Z1, Z2 = small - large * K.transpose(), large + small * K.transpose()
        middle = A.inv()
        return [Z1 * middle * Z1.transpose(), Z2 * middle * Z1.transpose(), Z2 * middle * Z2.transpose()]
    finally:
        flint.ctx.prec = before


def _balls(point, name):
    values = np.asarray(getattr(point, name))
    size = np.abs(values).max()
    flat = [flint.arb(float(value)) for value in values.ravel()]
    if point.nudge and point.nudge[0] == name:
        flat[point.nudge[1]] += flint.arb(float(size)) * flint.arb(_NUDGE)
    if values.ndim == 0:
        return flat
    return flint.arb_mat(*values.shape, flat)


def _one(size):
    return flint.arb_mat([[int(i == j) for j in range(size)] for i in range(size)])


def _blocks(X, N_i):
    N = X.nrows()
    spans = (range(N_i), range(N_i)), (range(N_i, N), range(N_i)), (range(N_i, N), range(N_i, N))
    return [flint.arb_mat([[X[i, j] for j in columns] for i in rows]) for rows, columns in spans]


def largest(matrix: flint.arb_mat) -> float:
    """The largest entry in magnitude."""
    return max(abs(float(entry.mid())) for entry in matrix.entries())


def condition(point: Start, exact: list[flint.arb_mat], solution=reference) -> list[float]:
    """Per block: its largest entry, plus the largest change of an entry per relative change of an input, summed over the inputs.

    A change is relative to the largest entry of the input's own matrix (W1, W2, Sigma), as a backward stable algorithm may change it.
    """
    total = [largest(block) for block in exact]
    for name in INPUTS:
        for place in range(np.size(getattr(point, name))):
            moved = solution(replace(point, nudge=(name, place)))
            before, flint.ctx.prec = flint.ctx.prec, 4 * DIGITS + 400
            total = [one + largest(after - block) / _NUDGE for one, after, block in zip(total, moved, exact)]
            flint.ctx.prec = before
    return total


def strays(block: np.ndarray, exact: flint.arb_mat) -> float:
    """The largest distance of an entry from the exact one, rounding of the comparison included."""
    before, flint.ctx.prec = flint.ctx.prec, 4 * DIGITS
    try:
        return max(float(abs(flint.arb(float(value)) - entry).upper()) for value, entry in zip(block.ravel(), exact.entries(), strict=True))
    finally:
        flint.ctx.prec = before


def draw(count: int, seed: int = 20240922) -> Iterator[Start]:
    """Starts of every shape, small and large, lambda of either sign up to 1e8 and zero, tasks of low rank, |F| t up to 200."""
    random = np.random.default_rng(seed)
    shapes = [(1, 1, 1), (2, 2, 2), (3, 2, 2), (2, 2, 3), (3, 1, 2), (3, 3, 3), (2, 3, 2)]
    for index in range(count):
        N_i, h, N_o = shapes[index % len(shapes)]
        lam = 0.0 if index % 4 == 0 else random.choice([-1.0, 1.0]) * 10.0 ** random.uniform(-6, 8)
        if (lam > 0 and h > N_o) or (lam < 0 and h > N_i):
            lam = 0.0
        scale = 10.0 ** random.uniform(-4, 1)
        W1, W2 = balanced_initialisation(N_i, h, N_o, lam, scale, random)
        Sigma = random.normal(size=(N_o, N_i)) * 10.0 ** random.uniform(-2, 2)
        if index % 5 == 0 and min(N_i, N_o) > 1:
            Sigma = np.round(Sigma[:, :1] * 8) * np.round(Sigma[:1] * 8) / 64
        W2 = _reachable(W1, W2, Sigma, lam)
        size = np.linalg.norm(Sigma, 2) + abs(lam) / 2 or 1.0
        t = 10.0 ** random.uniform(-6, np.log10(200)) if index % 3 else random.uniform(0.1, 50)
        yield Start(W1, W2, Sigma, lam, t / size)


def draw_extremes(count: int, seed: int = 20240923) -> Iterator[Start]:
    """Starts for ``diagonal``: lambda up to 1e8 of either sign, equal singular values among them, times from 1e-9 to 1e10."""
    random = np.random.default_rng(seed)
    for index in range(count):
        n = 2 + index % 2
        lam = (0.0, 1e8, -1e8, 1e-8, 3.0, -40.0, 1e4)[index % 7]
        W1, W2 = balanced_initialisation(n, n, n, lam, 10.0 ** random.uniform(-3, 0.5), random)
        Sigma = np.diag(np.full(n, 1.5) if index % 5 == 0 else random.uniform(0.2, 3, n))
        yield Start(W1, _reachable(W1, W2, Sigma, lam), Sigma, lam, 10.0 ** random.uniform(-9, 10))


def _reachable(W1, W2, Sigma, lam):
    """W2, an output's sign turned where lambda = 0 would keep a square network from the task: det(W_2 W_1) then keeps its sign, and B is
    singular where Sigma has the other one, which the rounding of the layers hides from the reference.
    """
    square = W1.shape[0] == W1.shape[1] == W2.shape[0]
    turned = lam == 0 and square and np.linalg.det(W2 @ W1) * np.linalg.det(Sigma) < 0
    return np.concatenate([-W2[:1], W2[1:]]) if turned else W2
