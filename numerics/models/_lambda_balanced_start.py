"""What a trajectory of a lambda-balanced network needs to know of its start: the modes of the matrix Riccati equation, and the start seen
in them, in echelon form, so that no exponential that is formed later can grow.

With F = P Lambda P^T (Dominé et al. 2025, Lemma 4.2, Eqs. 8-9, reconstructed) and Y = P^T Q(0), the rows of Y are taken in the order of
falling eigenvalues, and an orthogonal matrix on the right, which Q Q^T does not see, makes each row end where it first brings in a
direction that the rows above it lack. The eigenvalue at which a column begins is its pivot; the column's other entries grow no faster.
A row's part that rounding cannot tell from zero counts as zero: a direction in which B is singular is then never excited.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from theoremtest.numerics.kernels.rounding import UNIT


@dataclass
class Start:
    """Arrays over n starts; N = N_i + N_o eigenvalues in falling order, h hidden neurons.

    half      (n,)          |lambda|/2
    sign      (n, N)        an eigenvalue is sign half + excess, without cancellation
    excess    (n, N)
    frame     (n, N, N)     P, its columns in that order, its rows input components, then output components
    state     (n, N, h)     Y = P^T Q(0), for early times
    echelon   (n, N, h)     Y times an orthogonal matrix
    basis     (n, h, h)     that matrix, transposed: its rows are directions of the hidden neurons, zero where the start has no more
    grown     (n, h)        1 where a column is scaled by its pivot, 0 where the pivot does not grow
    pivot     (n, h)        the pivot's excess (0 where it does not grow)
    Q         (n, N, h)     Q(0) = [W_1^T; W_2]
    F         (n, N, N)     the Riccati equation's matrix (Eq. 6)
    """

    half: np.ndarray
    sign: np.ndarray
    excess: np.ndarray
    frame: np.ndarray
    state: np.ndarray
    echelon: np.ndarray
    basis: np.ndarray
    grown: np.ndarray
    pivot: np.ndarray
    Q: np.ndarray
    F: np.ndarray

    @property
    def eigenvalues(self) -> np.ndarray:
        """(n, N), falling."""
        return self.sign * self.half[:, None] + self.excess


def start(W1, W2, Sigma, lam) -> Start:
    """From W1 (n, h, N_i), W2 (n, N_o, h), Sigma (n, N_o, N_i) and lambda (n,), all float64 arrays."""
    N_o, N_i = Sigma.shape[1:]
    n = min(N_i, N_o)
    U, s, Vt = np.linalg.svd(Sigma)
    V = np.swapaxes(Vt, 1, 2)
    half = np.abs(lam) / 2
    root = np.hypot(s, half[:, None])
    excess = s * np.divide(s, root + half[:, None], out=np.zeros_like(s), where=s > 0)
    first, second = _weights(s, root, lam)
    a, b = np.swapaxes(W1, 1, 2), W2
    inputs, outputs = np.swapaxes(V, 1, 2) @ a, np.swapaxes(U, 1, 2) @ b
    slack_in, slack_out = np.abs(np.swapaxes(V, 1, 2)) @ np.abs(a), np.abs(np.swapaxes(U, 1, 2)) @ np.abs(b)
    up = np.concatenate([first[:, None] * V[:, :, :n], second[:, None] * U[:, :, :n]], axis=1)
    down = np.concatenate([second[:, None] * V[:, :, :n], -first[:, None] * U[:, :, :n]], axis=1)
    rest = np.zeros((len(lam), N_i + N_o, abs(N_o - N_i)))
    rest[:, :N_i] = V[:, :, n:] if N_i > N_o else 0.0
    rest[:, N_i:] = U[:, :, n:] if N_o > N_i else 0.0
    side, slack_side = (inputs[:, n:], slack_in[:, n:]) if N_i > N_o else (outputs[:, n:], slack_out[:, n:])
    first, second = first[..., None], second[..., None]
    state = [first * inputs[:, :n] + second * outputs[:, :n], second * inputs[:, :n] - first * outputs[:, :n], side]
    slack = [first * slack_in[:, :n] + second * slack_out[:, :n], second * slack_in[:, :n] + first * slack_out[:, :n], slack_side]
    tilt = (np.sign(N_o - N_i) * np.where(lam < 0, -1.0, 1.0))[:, None] * np.ones(abs(N_o - N_i))
    sign = np.concatenate([np.ones_like(s), -np.ones_like(s), tilt], axis=1)
    excess = np.concatenate([excess, -excess, np.zeros_like(tilt)], axis=1)
    order = np.lexsort((-excess, -sign * half[:, None]), axis=1)
    frame = np.take_along_axis(np.concatenate([up, down, rest], axis=2), order[:, None], axis=2)
    state, slack = (np.take_along_axis(np.concatenate(parts, axis=1), order[..., None], axis=1) for parts in (state, slack))
    sign, excess = np.take_along_axis(sign, order, axis=1), np.take_along_axis(excess, order, axis=1)
    grows = sign * half[:, None] + excess > 0
    echelon, basis, grown, pivot = _echelon(state, 8 * (N_i + N_o) * UNIT * np.linalg.norm(slack, axis=2), grows, excess)
    return Start(half, sign, excess, frame, state, echelon, basis, grown, pivot, np.concatenate([a, b], axis=1), _riccati(Sigma, lam))


def _weights(s, root, lam):
    """(G - H G)/sqrt 2 and (G + H G)/sqrt 2 of Eqs. (8)-(9): the two layers' shares of the mode that grows; the smaller as a quotient."""
    large = np.sqrt(root + np.abs(lam)[:, None] / 2)
    share = np.sqrt(2 * root)
    none = share == 0
    share, large = np.where(none, 1.0, share), np.where(none, 1.0, large)
    big, small = large / share, s / large / share
    big, small = np.where(none, np.sqrt(0.5), big), np.where(none, np.sqrt(0.5), small)
    positive = (lam >= 0)[:, None]
    return np.where(positive, small, big), np.where(positive, big, small)


def _riccati(Sigma, lam):
    count, N_o, N_i = Sigma.shape
    F = np.zeros((count, N_i + N_o, N_i + N_o))
    F[:, :N_i, N_i:], F[:, N_i:, :N_i] = np.swapaxes(Sigma, 1, 2), Sigma
    F[:, range(N_i + N_o), range(N_i + N_o)] = np.outer(lam / 2, np.where(np.arange(N_i + N_o) < N_i, -1.0, 1.0))
    return F


def _echelon(state, slack, grows, excess):
    """The state in echelon form, the basis that brings it there, and per column whether its pivot grows, and the pivot's excess."""
    count, rows, h = state.shape
    basis, echelon = np.zeros((count, h, h)), np.zeros_like(state)
    grown, pivot, filled, everyone = np.zeros((count, h)), np.zeros((count, h)), np.zeros(count, dtype=int), np.arange(count)
    for row in range(rows):
        vector = state[:, row]
        left = vector
        for _ in range(2):  # once more, so that what is left is across to the last digit
            left = left - (basis.swapaxes(1, 2) @ (basis @ left[..., None]))[..., 0]
        echelon[:, row] = (basis @ vector[..., None])[..., 0]
        size = np.linalg.norm(left, axis=1)
        new = everyone[(size > slack[:, row]) & (filled < h)]
        column = filled[new]
        basis[new, column] = left[new] / size[new, None]
        echelon[new, row, column] = size[new]
        grown[new, column], pivot[new, column] = grows[new, row], np.where(grows, excess, 0.0)[new, row]
        filled[new] += 1
    return echelon, basis, grown, pivot
