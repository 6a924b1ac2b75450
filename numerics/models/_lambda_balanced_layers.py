"""The rotation of the hidden neurons along a trajectory: integrated, where Q Q^T leaves it open; compiled where Numba is installed."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import scipy

from theoremtest.numerics.extras import installed
from theoremtest.numerics.kernels.compiled import compiled_copy
from theoremtest.numerics.models._lambda_balanced_start import Start, start

TOGETHER = 64
"""Trajectories that are integrated as one system, in steps that the hardest of them asks for."""
_ROWS = 256  # starts prepared at once


def rotated(inputs: dict[str, np.ndarray], factor: np.ndarray, times: np.ndarray, rtol: float) -> tuple[np.ndarray, np.ndarray]:
    """Layers (n, T, N_h, N_i) and (n, T, N_o, N_h) from factors (n, T, N_i + N_o, N_h) of their Q Q^T at ``times`` (T,), whoever made
    them.
    """
    return turned(inputs, None, times, rtol) if installed("numba") else matched(inputs, factor, times, rtol)


def turned(inputs: dict[str, np.ndarray], factor: np.ndarray | None, times: np.ndarray, rtol: float) -> tuple[np.ndarray, np.ndarray]:
    """As ``rotated``, by the linear equation that the rotation solves (see ``_lambda_balanced_rotation``).

    That equation is of factors as ``sweep`` makes them, to the last orthogonal matrix; None where ``factor`` was made otherwise.
    """
    (n, h, N_i), T, N_o = inputs["W1"].shape, times.size, inputs["W2"].shape[1]
    first, second = np.empty((n, T, h, N_i)), np.empty((n, T, N_o, h))
    for begin in range(0, n, _ROWS):
        here = slice(begin, begin + _ROWS)
        with np.errstate(under="ignore"):
            begun = start(*(inputs[name][here] for name in ("W1", "W2", "Sigma", "lam")))
            moments = times / inputs["tau"][here, None]
            made = np.empty((*moments.shape, N_i + N_o, h)) if factor is None else factor[here]
            if factor is None:
                sweep(begun, moments, made)
            _compiled("_lambda_balanced_rotation.py", "_lambda_balanced_numba.py").layers(
                begun.half, begun.sign, begun.excess, begun.frame, begun.state, begun.echelon, begun.basis, begun.grown, begun.pivot,
                begun.Q, moments, made, 100 * rtol, first[here], second[here])
    return first, second


def sweep(begun: Start, times: np.ndarray, target: np.ndarray) -> None:
    """Fills ``target`` (n, T, N, h) with factors of Q Q^T at ``times`` (n, T), by Numba."""
    _compiled("_lambda_balanced_numba.py").sweep(begun.half, begun.sign, begun.excess, begun.frame, begun.state, begun.echelon, begun.grown,
                                                 begun.pivot, begun.Q, times, target)


@cache
def _compiled(name, *helpers):
    here = Path(__file__).parent
    return compiled_copy(here / name, *(here / helper for helper in helpers), here / "_lambda_balanced_sweep.py",
                         here.parent / "kernels" / "scalar_math.py")


def matched(inputs: dict[str, np.ndarray], factor: np.ndarray, times: np.ndarray, rtol: float) -> tuple[np.ndarray, np.ndarray]:
    """As ``rotated``, by SciPy: the flow of the layers is integrated, and each factor is turned onto it by the orthogonal matrix that
    brings it closest, so that the integration's error is left in that matrix only.
    """
    Sigma, tau, N_i = inputs["Sigma"], inputs["tau"], inputs["W1"].shape[2]
    begin = np.concatenate([np.swapaxes(inputs["W1"], 1, 2), inputs["W2"]], axis=1)
    found = np.empty(factor.shape)
    size = np.abs(begin).max(axis=(1, 2), initial=0.0) + np.sqrt(np.abs(Sigma).max(axis=(1, 2), initial=0.0))
    alike = np.argsort(size**2 / tau, kind="stable")  # those that ask for steps of like length
    times, again = np.unique(times, return_inverse=True)
    for first in range(0, len(alike), TOGETHER):
        rows = alike[first:first + TOGETHER]
        moves = times.size and times[-1] > 0
        path = _paths(begin[rows], Sigma[rows], tau[rows], size[rows], times, rtol) if moves else begin[rows][:, None]
        path = path[:, again] if moves else path
        U, _, Vt = np.linalg.svd(np.swapaxes(factor[rows], 2, 3) @ path)
        found[rows] = factor[rows] @ (U @ Vt)
    return np.swapaxes(found[:, :, :N_i], 2, 3), found[:, :, N_i:]


def _paths(begin, Sigma, tau, size, times, rtol):
    """[W_1^T; W_2] at times (T,), by integration of the flow of the layers, (m, T, N_i + N_o, N_h).

    The solver holds the mean square of all systems' errors to 1, and so each one's to m: tolerances are a root of m closer.
    """
    N_i, rate, share = Sigma.shape[2], 1 / tau[:, None, None], rtol / np.sqrt(len(begin))

    def velocity(_, state):
        state = state.reshape(begin.shape)
        inputs, outputs = state[:, :N_i], state[:, N_i:]
        misfit = (Sigma - outputs @ np.swapaxes(inputs, 1, 2)) * rate
        return np.concatenate([np.swapaxes(misfit, 1, 2) @ outputs, misfit @ inputs], axis=1).ravel()

    allowed = np.broadcast_to((share * np.where(size > 0, size, 1.0))[:, None, None], begin.shape).ravel()
    done = scipy.integrate.solve_ivp(velocity, (0.0, times[-1]), begin.ravel(), method="DOP853", rtol=max(share, 3e-14), atol=allowed,
                                    t_eval=times)
    if not done.success:
        raise RuntimeError(f"the rotation's integration failed: {done.message}")
    return np.moveaxis(done.y.reshape((*begin.shape, times.size)), 3, 1)
