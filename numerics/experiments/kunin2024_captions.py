"""What the captions of Kunin et al. 2024 say of their curves, measured on trained networks; each function is named by a claim.

Nothing here is random but `sign_changes`: gradient flow of one neuron from the constants of Appendix D.2, with delta = 4, 0, -4 for
much above, at, and much below zero, over the paper's time span.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from theoremtest.numerics.experiments.kunin2024_piecewise import evolutions
from theoremtest.numerics.experiments.kunin2024_single_neuron import BETA_0, BETA_STAR, Comparison, compare, low_rank, start
from theoremtest.numerics.experiments.kunin2024_teacher_student import sweep
from theoremtest.numerics.experiments.measured import Measured, over_starts
from theoremtest.numerics.training import gradient_flow
from theoremtest.numerics.training.networks import single_neuron
from theoremtest.numerics.training.threads import one_thread

DELTAS = np.array([4.0, 0.0, -4.0])
TIMES = np.linspace(0.0, 20.0, 401)
OF = "three networks, delta = 4, 0, -4, times 0 to 20, the constants of Appendix D.2"


@cache
def _runs() -> Comparison:
    return compare(TIMES, *start(np.broadcast_to(BETA_0, (len(DELTAS), 2)), DELTAS))


def _exact(**values: float) -> dict[str, tuple[float, float]]:
    return {name: (float(value), 0.0) for name, value in values.items()}


@cache
def figure_1(starts: int = 3, updates: int = 200) -> Measured:
    """Fig. 1 (b) at tau = 0.1 and 2, delta = -1 and 1: the least kernel distance at the small scale, `r`, and the greatest at the large
    one, `l`; the test loss of the downstream small start less that of the upstream one, `d`, and that of the better large start less it,
    `b`."""
    grids = [sweep([0.1, 2.0], [-1.0, 1.0], seeds=1, first_seed=seed, updates=updates, tests=500) for seed in range(starts)]
    upstream = [grid.test_loss[0, 1] for grid in grids]
    return Measured({"r": over_starts([grid.kernel_distance[0].min() for grid in grids]),
                     "l": over_starts([grid.kernel_distance[1].max() for grid in grids]),
                     "d": over_starts([grid.test_loss[0, 0] - best for grid, best in zip(grids, upstream, strict=True)]),
                     "b": over_starts([grid.test_loss[1].min() - best for grid, best in zip(grids, upstream, strict=True)])},
                    f"{starts} teachers, students of width 20 in dimension 20, 80 points, {updates} updates of length 0.01/tau^2")


@cache
def figure_1_rapid(starts: int = 12, early: int = 20, updates: int = 400) -> Measured:
    """Fig. 1 (b) at tau = 0.1: the share of the kernel distance after all updates that the first ones reach, `u` at delta = 1 and `d` at
    -1; by how much the distance at delta = -1/3 is above those at 0, `b`, and at 1, `a_1`."""
    first, last = ([sweep([0.1], [-1.0, -1 / 3, 0.0, 1.0], seeds=1, first_seed=seed, updates=count, tests=2).kernel_distance[0]
                    for seed in range(starts)] for count in (early, updates))
    return Measured({"u": over_starts([one[3] / end[3] for one, end in zip(first, last, strict=True)]),
                     "d": over_starts([one[0] / end[0] for one, end in zip(first, last, strict=True)]),
                     "b": over_starts([end[1] - end[2] for end in last]), "a_1": over_starts([end[1] - end[3] for end in last])},
                    f"{starts} teachers, students of width 20 in dimension 20, 80 points, {early} and {updates} updates of 0.01/tau^2")


def figure_3_agreement() -> Measured:
    """Fig. 3: the greatest difference of mu, phi and S between theory and simulation, `e`."""
    return Measured(_exact(e=_runs().deviation("mu", "phi", "kernel_distance")), OF)


def figure_3_upstream() -> Measured:
    """Fig. 3, delta = 4: least mu, final phi and greatest S."""
    mu, phi, S = (_runs().simulation[name][0] for name in ("mu", "phi", "kernel_distance"))
    return Measured({**_exact(**{r"\mu_{min}": mu.min(), r"\phi_{end}": phi[-1], "S_{max}": S.max()})}, "one network, delta = 4")


def figure_3_balanced() -> Measured:
    """Fig. 3, delta = 0: least mu, final phi, and the greatest S."""
    mu, phi, S = (_runs().simulation[name][1] for name in ("mu", "phi", "kernel_distance"))
    return Measured(_exact(**{r"\mu_{min}": mu.min(), r"\phi_{end}": phi[-1], "S_{max}": S.max()}), "one network, delta = 0")


def figure_3_downstream() -> Measured:
    """Fig. 3, delta = -4: least mu and when, final mu and phi, S at the least mu and at the end."""
    mu, phi, S = (_runs().simulation[name][2] for name in ("mu", "phi", "kernel_distance"))
    least = int(np.argmin(mu))
    return Measured(_exact(**{r"\mu_{min}": mu[least], "t_{min}": TIMES[least], r"\mu_{end}": mu[-1], r"\phi_{end}": phi[-1],
                              "S_{min}": S[least], "S_{end}": S[-1]}), "one network, delta = -4")


def figure_4_whitened() -> Measured:
    """Fig. 4 (a): how far each path strays from the segment from beta_0 to beta_*, which gradient flow on beta follows, `u`, `b`, `d`
    for upstream, balanced and downstream; and the cosine of beta and beta_0 where the downstream path is shortest, `c`."""
    beta = _runs().simulation["beta"]
    along = (BETA_STAR - BETA_0) / np.linalg.norm(BETA_STAR - BETA_0)
    beside = (beta - BETA_0) - ((beta - BETA_0) @ along)[..., None] * along
    stray = np.linalg.norm(beside, axis=-1).max(axis=1)
    down = beta[2]
    least = down[np.argmin(np.linalg.norm(down, axis=-1))]
    return Measured(_exact(u=stray[0], b=stray[1], d=stray[2], c=least @ BETA_0 / np.linalg.norm(least) / np.linalg.norm(BETA_0)), OF)


def figure_4_low_rank() -> Measured:
    """Fig. 4 (b): the greatest distance of a trained network's end from the predicted one, `e`."""
    _, ends, predicted = low_rank((2.0, 0.0, -0.2), np.linspace(0.0, 60.0, 61))
    return Measured(_exact(e=np.abs(ends - predicted).max()), "three networks, delta = 2, 0, -0.2, low-rank data of Appendix D.2")


@one_thread()
def sign_changes(runs: int = 60, seed: int = 5) -> Measured:
    """Appendix A.4.3: how often a changes sign in training on data that are not whitened: the most often over all runs, `m`."""
    rng = np.random.Generator(np.random.PCG64(seed))
    inputs, targets = rng.normal(size=(runs, 4, 3)), rng.normal(size=(runs, 4))
    first = {"a": rng.normal(size=runs) / 4, "w": rng.normal(size=(runs, 3))}
    run = gradient_flow.flow(single_neuron(), first, inputs, targets, np.linspace(0.0, 3.0, 121), rtol=1e-6, atol=1e-8, device="cpu",
                             replay=True)
    signs = np.sign(run.parameters["a"])
    changes = (signs[:, 1:] != signs[:, :-1]).sum(axis=1)
    return Measured(_exact(m=changes.max(), n=(changes > 0).sum()), f"{runs} networks with 3 inputs on 4 random samples, seed {seed}")


def figure_5() -> Measured:
    """Fig. 5: (neuron, sample) pairs whose activation changes, downstream `d`, balanced `b`, upstream `u`; and the greatest turn of a
    downstream neuron in degrees, `r`."""
    down, balanced, up = evolutions((-1.0, 0.0, 1.0), end=3.0, levels=())
    before, after = (moment.W / np.linalg.norm(moment.W, axis=1, keepdims=True) for moment in (down.moments[0], down.moments[-1]))
    turn = np.degrees(np.arccos(np.clip((before * after).sum(axis=1), -1.0, 1.0)))
    return Measured(_exact(d=down.switches, b=balanced.switches, u=up.switches, r=turn.max()), "twenty neurons, delta = -1, 0, 1, one seed")
