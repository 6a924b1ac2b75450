"""The teacher-student experiment of Kunin et al. 2024, Fig. 1 and Appendix D.1: a wide ReLU student learns a narrow ReLU teacher.

Students start symmetrised, so that they are zero, and are scaled to any scale tau and conserved quantity delta; training is
full-batch gradient descent on the mean squared error, gradients by autograd, all students of a seed at once.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from theoremtest.numerics.experiments.kunin2024_piecewise import alpha
from theoremtest.numerics.training import gradient_flow
from theoremtest.numerics.training.networks import two_layer
from theoremtest.numerics.training.threads import one_thread

STUDENT = two_layer("relu")


@dataclass(frozen=True)
class Task:
    """A teacher f(x) = sum_i b_i relu(v_i . x) with its training data: v (k, d), b (k,), X (n, d), y (n,)."""

    v: np.ndarray
    b: np.ndarray
    X: np.ndarray
    y: np.ndarray


@dataclass(frozen=True)
class Paths:
    """Part (a): a (settings, times, h), W (settings, times, h, 2), their task, final losses, and how far delta strayed."""

    settings: tuple[tuple[float, float], ...]
    task: Task
    a: np.ndarray
    W: np.ndarray
    losses: np.ndarray
    delta_drift: float


@dataclass(frozen=True)
class Sweep:
    """Part (b): test loss and kernel distance (tau, delta), means over seeds; the drift of delta and the size of f at the start."""

    taus: np.ndarray
    deltas: np.ndarray
    test_loss: np.ndarray
    kernel_distance: np.ndarray
    train_loss: np.ndarray
    delta_drift: float
    first_output: float


def task(generator, d, n, k=3) -> Task:
    """Directions, signs and inputs as Appendix D.1 draws them, without noise."""
    v, b = _sphere(generator, k, d), generator.choice([-1.0, 1.0], k)
    X = _sphere(generator, n, d)
    return Task(v, b, X, teach(v, b, X))


def teach(v, b, X) -> np.ndarray:
    """The teacher's outputs at X."""
    return np.maximum(X @ v.T, 0) @ b


def students(generator, d, h, taus, deltas) -> dict[str, np.ndarray]:
    """One symmetrised base start, scaled for each (tau, delta): w_i by tau/alpha, a_i by tau alpha; a (runs, h), W (runs, h, d)."""
    directions, signs = _sphere(generator, h // 2, d), generator.choice([-1.0, 1.0], h // 2)
    scale = alpha(taus, deltas)
    return {"a": (scale * taus)[:, None] * np.concatenate([signs, -signs]),
            "W": (taus / scale)[:, None, None] * np.concatenate([directions, directions])}


@one_thread()
def paths(settings=((0.1, 0.0), (2.0, 0.0), (0.1, 1.0), (0.1, -1.0)), *, seed=11, h=50, n=20, end=100.0, step=4e-3) -> Paths:
    """Part (a): one teacher in the plane, students that share their base start. The paper: end=100, step=1e-4."""
    generator = np.random.Generator(np.random.PCG64(seed))
    made = task(generator, 2, n)
    taus, deltas = (np.array(column) for column in zip(*settings, strict=True))
    start = students(generator, 2, h, taus, deltas)
    updates = np.unique(np.rint(np.geomspace(1, end / step, 160)).astype(int))
    run = gradient_flow.descend(STUDENT, start, made.X, made.y, np.concatenate([[0], updates]) * step, step=step, loss="mean", device="cpu",
                                replay=True)
    a, W = run.parameters["a"], run.parameters["W"]
    drift = np.abs(a**2 - (W**2).sum(-1) - deltas[:, None, None]).max()
    return Paths(tuple(settings), made, a, W, run.losses[:, -1], float(drift))


@one_thread()
def sweep(taus, deltas, *, seeds=2, first_seed=0, d=20, h=20, n=80, updates=4000, step=1e-2, tests=2000, device="cpu") -> Sweep:
    """Part (b) over the grid taus x deltas. The paper: d=100, h=50, n=1000, updates=100000, step=5e-3, 16 seeds, 10000 tests."""
    taus, deltas = np.asarray(taus, dtype=float), np.asarray(deltas, dtype=float)
    tau, delta = (part.ravel() for part in np.meshgrid(taus, deltas, indexing="ij"))
    totals, drift, first = np.zeros((3, tau.size)), 0.0, 0.0
    for seed in range(first_seed, first_seed + seeds):
        generator = np.random.Generator(np.random.PCG64(seed))
        made = task(generator, d, n)
        start = students(generator, d, h, tau, delta)
        rate = 1 / tau**2
        run = gradient_flow.descend(STUDENT, start, made.X, made.y, [0.0, updates * step], {"a": rate, "W": rate}, step=step, loss="mean",
                                    device=device)
        end = run.final()
        held_out = _sphere(generator, tests, d)
        wanted = teach(made.v, made.b, held_out)
        for row in range(tau.size):
            guess = np.maximum(held_out @ end["W"][row].T, 0) @ end["a"][row]
            totals[0, row] += np.mean((guess - wanted) ** 2) / seeds
        kernels = [gradient_flow.ntk(STUDENT, values, made.X, device=device) for values in (start, end)]
        totals[1] += gradient_flow.kernel_distance(*kernels) / seeds
        totals[2] += run.losses[:, -1] / seeds
        drift = max(drift, float(np.abs(end["a"] ** 2 - (end["W"] ** 2).sum(-1) - delta[:, None]).max()))
        zero = np.maximum(made.X @ start["W"].transpose(0, 2, 1), 0) @ start["a"][..., None]
        first = max(first, float(np.abs(zero).max()))
    return Sweep(taus, deltas, *(total.reshape(taus.size, deltas.size) for total in totals), drift, first)


def _sphere(generator, count, d) -> np.ndarray:
    points = generator.standard_normal((count, d))
    return points / np.linalg.norm(points, axis=1, keepdims=True)
