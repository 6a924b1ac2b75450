"""The single linear neuron of Kunin et al. 2024, Figs. 2-4, 7 and 8: exact trajectories beside gradient flow of the network itself.

The exact solution comes from `numerics.models.single_neuron`; the simulation trains the network in Torch and reads every
quantity off the trained parameters, the kernel distance off autograd's tangent kernels.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from theoremtest.numerics.models.single_neuron import NeuronTrajectories, interpolating_solution, solve
from theoremtest.numerics.training import gradient_flow
from theoremtest.numerics.training.networks import single_neuron
from theoremtest.numerics.training.threads import one_thread

BETA_STAR, BETA_0 = np.array([0.0, 1.0]), np.array([-1.0, 0.0])
"""Appendix D.2, full-rank data."""
LOW_RANK_ROW, LOW_RANK_TARGET = np.array([[0.5, 1.0]]), np.array([1.1])
"""Appendix D.2, low-rank data: X^T X = [[1/4, 1/2], [1/2, 1]] and X beta_* = 1.1 for beta_* = (0.44, 0.88)."""
LOW_RANK_BETA_0 = np.array([0.4, 0.05])


@dataclass(frozen=True)
class Comparison:
    """Theory and simulation on the same times: each quantity as arrays (runs, times), w as (runs, times, d)."""

    times: np.ndarray
    delta: np.ndarray
    theory: dict[str, np.ndarray]
    simulation: dict[str, np.ndarray]

    def deviation(self, *names: str) -> float:
        """The greatest absolute difference of these quantities over all runs and times."""
        return max(float(np.abs(self.theory[name] - self.simulation[name]).max()) for name in names)


def start(beta_0, delta) -> tuple[np.ndarray, np.ndarray]:
    """a_0 > 0 and w_0 with a_0 w_0 = beta_0 and a_0^2 - |w_0|^2 = delta, at unit learning rates; (...) and (..., d)."""
    beta_0, delta = np.asarray(beta_0, dtype=float), np.asarray(delta, dtype=float)
    length = np.linalg.norm(beta_0, axis=-1)
    kappa = np.hypot(delta, 2 * length)
    square = np.where(delta > 0, (kappa + delta) / 2, 2 * length**2 / (kappa - delta))
    a_0 = np.sqrt(square)
    return a_0, beta_0 / a_0[..., None]


@one_thread()
def compare(times, a_0, w_0, beta_star=BETA_STAR) -> Comparison:
    """Trajectories from starts a_0 (runs,), w_0 (runs, d) under whitened inputs and unit learning rates."""
    exact = solve(times, a_0, w_0, beta_star)
    run = gradient_flow.flow(single_neuron(), {"a": a_0, "w": w_0}, np.eye(len(beta_star)), beta_star, times, device="cpu", replay=True)
    return Comparison(times, exact.delta, _of_theory(exact), _of_training(run, beta_star))


def _of_theory(exact: NeuronTrajectories) -> dict:
    return {name: getattr(exact, name) for name in ("a", "w", "beta", "mu", "phi", "nu", "kernel_distance")}


def _of_training(run, beta_star) -> dict:
    a, w = run.parameters["a"], run.parameters["w"]
    length, along = np.linalg.norm(w, axis=-1), w @ beta_star
    kernels = gradient_flow.ntk(run.network, {"a": a, "w": w}, np.eye(w.shape[-1]), device="cpu")
    with np.errstate(divide="ignore"):
        ratio = along / a
    return {"a": a, "w": w, "beta": a[..., None] * w, "mu": a * length, "phi": along / (length * np.linalg.norm(beta_star)),
            "nu": ratio, "kernel_distance": gradient_flow.kernel_distance(kernels[:, :1], kernels)}


@one_thread()
def low_rank(deltas, times) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The low-rank experiment of Fig. 4: beta of the trained networks (runs, times, 2), their ends, and the predicted ends (runs, 2)."""
    a_0, w_0 = start(np.broadcast_to(LOW_RANK_BETA_0, (len(deltas), 2)), deltas)
    run = gradient_flow.flow(single_neuron(), {"a": a_0, "w": w_0}, LOW_RANK_ROW, LOW_RANK_TARGET, times, device="cpu", replay=True)
    beta = run.parameters["a"][..., None] * run.parameters["w"]
    predicted = interpolating_solution(LOW_RANK_ROW, LOW_RANK_TARGET, LOW_RANK_BETA_0, np.asarray(deltas, dtype=float))
    return beta, beta[:, -1], predicted
