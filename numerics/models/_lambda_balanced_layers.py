"""The rotation of the hidden neurons along a trajectory: integrated, where Q Q^T leaves it open."""

from __future__ import annotations

import numpy as np
from scipy.integrate import solve_ivp


def rotated(inputs: dict[str, np.ndarray], factor: np.ndarray, times: np.ndarray, rtol: float) -> tuple[np.ndarray, np.ndarray]:
    """Layers (n, T, N_h, N_i) and (n, T, N_o, N_h) from factors (n, T, N_i + N_o, N_h) of their Q Q^T at ``times`` (T,).

    The flow of the layers is integrated, and each factor is turned onto it by the orthogonal matrix that brings it closest, so
    that the integration's error is left in that matrix only.
    """
    W1, W2 = inputs["W1"], inputs["W2"]
    turned = np.empty_like(factor)
    for row, (first, second, Sigma, tau) in enumerate(zip(W1, W2, inputs["Sigma"], inputs["tau"])):
        path = _path(first, second, Sigma, times / tau, rtol)
        U, _, Vt = np.linalg.svd(np.swapaxes(factor[row], 1, 2) @ path)
        turned[row] = factor[row] @ (U @ Vt)
    N_i = W1.shape[2]
    return np.swapaxes(turned[:, :, :N_i], 2, 3), turned[:, :, N_i:]


def _path(first, second, Sigma, times, rtol):
    """[W_1^T; W_2] at times (T,), by integration of the flow of the layers, (T, N_i + N_o, N_h)."""
    N_i = first.shape[1]
    begin = np.concatenate([first.T, second])

    def velocity(_, state):
        state = state.reshape(begin.shape)
        inputs, outputs = state[:N_i], state[N_i:]
        misfit = Sigma - outputs @ inputs.T
        return np.concatenate([misfit.T @ outputs, misfit @ inputs]).ravel()

    if not times.size or times[-1] == 0:
        return np.broadcast_to(begin, (times.size, *begin.shape))
    size = np.abs(begin).max() + np.sqrt(np.abs(Sigma).max())
    done = solve_ivp(velocity, (0.0, times[-1]), begin.ravel(), method="DOP853", rtol=max(rtol, 3e-14), atol=rtol * size, t_eval=times)
    if not done.success:
        raise RuntimeError(f"the rotation's integration failed: {done.message}")
    return done.y.T.reshape((times.size, *begin.shape))
