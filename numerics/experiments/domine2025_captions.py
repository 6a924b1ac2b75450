"""What Sections 1, 4 and 5 of Dominé et al. 2025 say of Figs. 1-5, as numbers for claims.

The captions are lost; the sentences of the text that name the figures are left. Sizes and values of lambda are ours.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from theoremtest.numerics.experiments.domine2025_dynamics import ARCHITECTURES
from theoremtest.numerics.experiments.domine2025_hierarchy import END, large_gaussian, learned, limits, task_representations
from theoremtest.numerics.experiments.domine2025_robustness import input_noise, parameter_noise
from theoremtest.numerics.experiments.domine2025_scales import tasks
from theoremtest.numerics.experiments.domine2025_training import Runs, compared, drawn_values, exact_values
from theoremtest.numerics.experiments.measured import Measured
from theoremtest.numerics.models.lambda_balanced import balanced_initialisation, balanced_layers

HIERARCHY = "one 8-8-8 network on the semantic hierarchy for each lambda"


def cosine(first: np.ndarray, second: np.ndarray) -> float:
    """Of two matrices as vectors."""
    return float((first * second).sum() / np.linalg.norm(first) / np.linalg.norm(second))


def distance(found: np.ndarray, expected: np.ndarray) -> float:
    """The norm of the difference over that of what is expected."""
    return float(np.linalg.norm(found - expected) / np.linalg.norm(expected))


def structure(matrix: np.ndarray, similarities: np.ndarray) -> float:
    """The cosine of what is left of both matrices when their nearest multiples of the identity are taken away."""
    return cosine(*(part - np.trace(part) / len(part) * np.eye(len(part)) for part in (matrix, similarities)))


# --- Figs. 1 to 3 ----------------------------------------------------------------------------------------------------------------------


@cache
def one_task(shape: tuple[int, int, int] = (4, 3, 3), size: float = 5.0, end: float = 40.0, seed: int = 4) -> Runs:
    """Networks with lambda = -size, 0, size that start from one function and learn one random regression task."""
    lams = np.array([-size, 0.0, size])
    layers = [balanced_initialisation(*shape, lam, 0.4, seed) for lam in lams]
    Sigma = np.random.default_rng(seed).normal(size=(shape[2], shape[0]))
    W1, W2 = (np.array([pair[part] for pair in layers]) for part in (0, 1))
    times = np.concatenate([np.linspace(0.0, 4.0, 81), np.geomspace(4.2, end, 10)])
    return compared(W1, W2, np.broadcast_to(Sigma, (3, *Sigma.shape)), times, lams)


def figure_1_trajectories() -> Measured:
    """Fig. 1B: the longest over the shortest time to a tenth of the loss, `r`; the least relative distance between two W_1^T W_1 at
    the end, `d`."""
    run = one_task().simulated
    below = run.loss < run.loss[:, :1] / 10
    times = one_task().exact.times[np.argmax(below, axis=1)]
    ends = run.input_representation[:, -1]
    return Measured(exact_values(r=times.max() / times.min(), d=min(distance(ends[i], ends[j]) for i, j in ((2, 0), (1, 0), (2, 1)))),
                    "three 4-3-3 networks from one function on one task, lambda = -5, 0, 5")


def figure_2_agreement() -> Measured:
    """Fig. 2: the greatest difference between theory and simulation of loss, function, representations and kernel distance, `e`."""
    names = ("loss", "function", "input_representation", "output_representation", "kernel_distance")
    return Measured(exact_values(e=one_task().deviation(*names)), "three 4-3-3 networks, lambda = -5, 0, 5, times 0 to 40")


@cache
def _aligned() -> tuple[Runs, np.ndarray]:
    random = np.random.default_rng(0)
    U, V, R = (np.linalg.qr(random.normal(size=(3, 3)))[0] for _ in range(3))
    lams, goal = np.array([-10.0, 0.0, 10.0]), np.array([3.0, 2.0, 1.0])
    pairs = [balanced_layers(0.001 * U @ V.T, lam, rotation=R) for lam in lams]
    W1, W2 = (np.array([pair[part] for pair in pairs]) for part in (0, 1))
    Sigma = np.broadcast_to((U * goal) @ V.T, (3, 3, 3))
    run = compared(W1, W2, Sigma, np.concatenate([np.linspace(0.0, 1.0, 101), np.linspace(1.05, 8.0, 140)]), lams, rtol=1e-9)
    return run, np.einsum("oj,ltoi,ij->ltj", U, run.simulated.function, V) / goal


def figure_3_sigmoids() -> Measured:
    """Fig. 3B, lambda = 0: the greatest distance of a mode, as a share of its goal, from the logistic curve, `e`; how long the first
    mode has been above 9/10 when the last one passes 1/10, `g`."""
    run, modes = _aligned()
    time, goal = run.exact.times[:, None], np.array([3.0, 2.0, 1.0])
    logistic = 1 / (1 + (goal / 0.001 - 1) * np.exp(-2 * goal * time))
    first, last = (float(run.exact.times[np.argmax(modes[1, :, mode] > share)]) for mode, share in ((0, 0.9), (2, 0.1)))
    return Measured(exact_values(e=np.abs(modes[1] - logistic).max(), g=last - first), "a task-aligned 3-3-3 network, lambda = 0")


def figure_3_exponentials() -> Measured:
    """Fig. 3A and C, lambda = -10 and 10: the greatest distance of a mode from 1 - exp(-|lambda| t), `e`, and the longest over the
    shortest time of a mode to one half, `r`."""
    run, modes = _aligned()
    lazy = modes[[0, 2]]
    halves = run.exact.times[np.argmax(lazy > 0.5, axis=1)]
    apart = np.abs(lazy - (1 - np.exp(-10 * run.exact.times))[:, None]).max()
    return Measured(exact_values(e=apart, r=halves.max() / halves.min()), "two task-aligned 3-3-3 networks, lambda = -10 and 10")


# --- Fig. 4 ----------------------------------------------------------------------------------------------------------------------------


@cache
def _hierarchy() -> tuple[tuple[float, ...], Runs]:
    lams = (-100.0, -30.0, -10.0, 0.0, 10.0, 30.0, 100.0)
    return lams, learned(lams, times=np.array([0.0, END / 2]))


def figure_4_rich() -> Measured:
    """lambda = 0, three scales: the greatest relative distance of W_1^T W_1 from V S V^T, `e_i`, and of W_2 W_2^T from U S U^T, `e_o`."""
    first, second = task_representations()
    runs = [learned((0.0,), scale).simulated for scale in (0.03, 0.3, 1.0)]
    return Measured(exact_values(e_i=max(distance(run.input_representation[0, -1], first) for run in runs),
                                 e_o=max(distance(run.output_representation[0, -1], second) for run in runs)),
                    "three 8-8-8 networks on the hierarchy, entries of size 0.03, 0.3 and 1, determinants of the task's sign")


def figure_4_identity() -> Measured:
    """lambda = 100 and -100: relative distance of W_2 W_2^T and of W_1^T W_1 from 100 I, `e_o`, `e_i`; the other's size over it, `s`;
    and the kernel distance, `S`."""
    _, run = _hierarchy()
    first, second = run.simulated.input_representation[:, -1], run.simulated.output_representation[:, -1]
    small = max(np.linalg.norm(first[-1]) / np.linalg.norm(second[-1]), np.linalg.norm(second[0]) / np.linalg.norm(first[0]))
    return Measured(exact_values(e_o=distance(second[-1], 100 * np.eye(8)), e_i=distance(first[0], 100 * np.eye(8)), s=small,
                                 S=run.simulated.kernel_distance[[0, -1], -1].max()), HIERARCHY)


def figure_4_downscaled() -> Measured:
    """The exponent of lambda in the size of W_1^T W_1, `p`, and of |lambda| in that of W_2 W_2^T, `q`; and the least agreement in
    structure of the downscaled one with the task's similarities at lambda = 100 and -100, `c`."""
    lams, run = _hierarchy()
    first, second = run.simulated.input_representation[:, -1], run.simulated.output_representation[:, -1]
    p = np.polyfit(np.log(lams[-3:]), np.log(np.linalg.norm(first[-3:], axis=(1, 2))), 1)[0]
    q = np.polyfit(np.log(np.abs(lams[:3])), np.log(np.linalg.norm(second[:3], axis=(1, 2))), 1)[0]
    inputs, outputs = task_representations()
    return Measured(exact_values(p=p, q=q, c=min(structure(first[-1], inputs), structure(second[0], outputs))), HIERARCHY)


def figure_4_symmetry() -> Measured:
    """The greatest relative difference between |W_1|^2 at lambda and |W_2|^2 at -lambda, `e`, and between both kernel distances, `S`."""
    _, run = _hierarchy()
    first, second = (np.trace(part[:, -1], axis1=1, axis2=2) for part in (run.simulated.input_representation,
                                                                          run.simulated.output_representation))
    moved = run.simulated.kernel_distance[:, -1]
    return Measured(exact_values(e=np.abs(first / second[::-1] - 1).max(), S=np.abs(moved - moved[::-1]).max()), HIERARCHY)


def figure_4_theory() -> Measured:
    """Fig. 4B and C: the greatest difference of trained representations from those of Theorem C.3, `e`."""
    lams, run = _hierarchy()
    apart = [np.abs(found[-1] - expected).max() for place, lam in enumerate(lams) if lam != 0 for found, expected in zip(
        (run.simulated.input_representation[place], run.simulated.output_representation[place]), limits(lam), strict=True)]
    return Measured(exact_values(e=max(apart)), HIERARCHY)


@cache
def figure_4_large_gaussian() -> Measured:
    """Fig. 4D: kernel distance, `S`, and with 128 hidden neurons, `S_w`; the agreement in structure of W_1^T W_1 and W_2 W_2^T with the
    task's similarities, `c_i`, `c_o`."""
    runs = large_gaussian(60, deviation=5.0, end=0.5)
    wide = large_gaussian(8, deviation=5.0, hidden=128, end=0.05)
    inputs, outputs = task_representations()
    found = {"c_i": [structure(part, inputs) for part in runs.input_representation[:, -1]],
             "c_o": [structure(part, outputs) for part in runs.output_representation[:, -1]]}
    return Measured(drawn_values(S=runs.kernel_distance[:, -1], S_w=wide.kernel_distance[:, -1],
                                 **{name: np.array(values) for name, values in found.items()}),
                    "60 8-8-8 networks, 8 of 8-128-8, Gaussian weights of standard deviation 5, on the hierarchy, seed 7")


@cache
def wide_gaussian() -> Measured:
    """Relative distance of both representations from the mean of their diagonals times the identity for 32 and 512 hidden neurons,
    `e_{32}`, `e_{512}` (the greater of the two), and the kernel distance for 512, `S`."""
    found = {}
    for hidden in (32, 512):
        run = large_gaussian(8, deviation=3.0, hidden=hidden, end=0.05 if hidden == 512 else 0.5)
        parts = [part[:, -1] for part in (run.input_representation, run.output_representation)]
        found[f"e_{{{hidden}}}"] = np.array([max(distance(part, np.trace(part) / 8 * np.eye(8)) for part in pair)
                                             for pair in zip(*parts, strict=True)])
        found["S"] = run.kernel_distance[:, -1]
    return Measured(drawn_values(**found), "8 networks of each width, Gaussian weights of standard deviation 3, on the hierarchy, seed 7")


@cache
def figure_4_input_noise() -> Measured:
    """Fig. 4E above: expected rise of the loss under noise on the inputs at lambda = -6, 0, 6, `L_-`, `L_0`, `L_+`."""
    found = input_noise(np.array([-6.0, 0.0, 6.0]), draws=200_000, seed=2)
    return Measured(_three(found.means, found.errors), "200,000 draws of noise on each of three trained 4-4-4 networks, seed 2")


@cache
def figure_4_parameter_noise() -> Measured:
    """Fig. 4E below: the same under noise on the weights."""
    found = parameter_noise(np.array([-6.0, 0.0, 6.0]), seed=2)
    return Measured(_three(found.means, found.errors), "20,000 draws of noise on each of three trained 4-4-4 networks, seed 2")


def _three(means, errors):
    return {name: (float(mean), float(error)) for name, mean, error in zip(("L_-", "L_0", "L_+"), means, errors, strict=True)}


# --- Fig. 5 ----------------------------------------------------------------------------------------------------------------------------


@cache
def _moved(architecture: str) -> np.ndarray:
    """Kernel distance (lambda, draw, T) at lambda = -10, 0, 10 and the times 1/4 and 40."""
    lams, draws = np.array([-10.0, 0.0, 10.0]), 4
    functions, Sigma = tasks(architecture, draws, seed=1)
    lams = np.broadcast_to(lams[:, None], (3, draws))
    W1, W2 = balanced_layers(0.5 * functions, lams)
    run = compared(W1, W2, np.broadcast_to(Sigma, (3, *Sigma.shape)), np.array([0.0, 0.25, 40.0]), lams, rtol=1e-8)
    return run.simulated.kernel_distance[..., 1:]


def _side(architecture: str, lazy: int, late: int) -> Measured:
    moved = _moved(architecture)
    N_i, N_h, N_o = ARCHITECTURES[architecture]
    return Measured(exact_values(S_l=moved[lazy].max(), S_e=moved[late, :, 0].max(), S_d=moved[late, :, 1].min(),
                                 d=(moved[late, :, 1] / moved[late, :, 0]).min(), S_0=moved[1, :, 1].min()),
                    f"four tasks, {N_i}-{N_h}-{N_o} networks trained at lambda = -10, 0, 10 to the times 1/4 and 40")


def figure_5_funnel() -> Measured:
    """Kernel distance where it is lazy (lambda = 10), at most `S_l`; at lambda = -10 early, at most `S_e`, and late, at least `S_d`,
    the least ratio of both `d`; at lambda = 0 late, at least `S_0`."""
    return _side("funnel", lazy=2, late=0)


def figure_5_inverted_funnel() -> Measured:
    """The same, with the signs of lambda exchanged."""
    return _side("inverted funnel", lazy=0, late=2)


def figure_5_square() -> Measured:
    """Kernel distance at lambda = -10 and 10, at most `S_l`, and at lambda = 0, at least `S_0`."""
    moved = _moved("square")
    return Measured(exact_values(S_l=moved[[0, 2]].max(), S_0=moved[1, :, 1].min()),
                    "four tasks, 3-3-3 networks trained at lambda = -10, 0, 10 to the times 1/4 and 40")


def span_at_the_start() -> Measured:
    """Funnel, lambda = -8: the share of the task outside the span of W_1(0)'s rows, at least `o`; how far the function is off the task
    at time 1/2 over that share, between `f` and `g`; with lambda = 8 it is off by at most `f_l` of the task's norm."""
    lams, draws = np.array([-8.0, 8.0]), 6
    functions, Sigma = tasks("funnel", draws, seed=1)
    lams = np.broadcast_to(lams[:, None], (2, draws))
    W1, W2 = balanced_layers(0.5 * functions, lams)
    run = compared(W1, W2, np.broadcast_to(Sigma, (2, *Sigma.shape)), np.array([0.0, 0.5]), lams)
    rows = np.linalg.svd(W1, full_matrices=False)[2]
    outside = np.linalg.norm(Sigma - Sigma @ np.swapaxes(rows, -1, -2) @ rows, axis=(-2, -1)) / np.linalg.norm(Sigma, axis=(-2, -1))
    off = np.linalg.norm(run.simulated.function[:, :, 1] - Sigma, axis=(-2, -1)) / np.linalg.norm(Sigma, axis=(-2, -1))
    return Measured(exact_values(o=outside[0].min(), f=(off[0] / outside[0]).min(), g=(off[0] / outside[0]).max(), f_l=off[1].max()),
                    "six tasks, 6-3-3 networks trained at lambda = -8 and 8 to the time 1/2")
