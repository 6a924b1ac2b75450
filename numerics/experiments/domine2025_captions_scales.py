"""What Appendix A.4 of Dominé et al. 2025 says of Figs. 8-10, as numbers for claims: the exact solution over planes of scale and lambda.

The captions are lost; the sentences of the text that name the figures are left. Sizes, ranges and times are ours.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from theoremtest.numerics.experiments.domine2025_dynamics import ARCHITECTURES
from theoremtest.numerics.experiments.domine2025_scales import LAMBDAS, Plane, plane
from theoremtest.numerics.experiments.domine2025_training import drawn_values, exact_values
from theoremtest.numerics.experiments.measured import Measured
from theoremtest.numerics.models.lambda_balanced import balanced_initialisation, solve

OF = "means over ten draws, 21 scales from 1/4 to 10 and 21 lambdas from -10 to 10, exact solution"
EARLY, MIDWAY, END = 1, 2, 3
"""Places in the times 0, 1/20, 1/2, 100."""


@cache
def _plane(architecture: str) -> Plane:
    return plane(architecture)


def square_loss_by_scale() -> Measured:
    """Square, at the time 1/2: the least step of the mean log10 loss from one scale to the next, over all lambdas, `s`, and over those
    of size two and more, `s_2`."""
    steps = np.diff(_plane("square").loss[MIDWAY], axis=0)
    return Measured(exact_values(s=steps.min(), s_2=steps[:, np.abs(LAMBDAS) >= 2].min()), OF)


def square_loss_by_lambda() -> Measured:
    """Square, at the times 1/20 and 1/2: the greatest step of the mean log10 loss towards a larger |lambda|, `r`."""
    loss = _plane("square").loss[[EARLY, MIDWAY]]
    middle = len(LAMBDAS) // 2
    steps = np.diff(loss, axis=2)
    return Measured(exact_values(r=max(steps[:, :, middle:].max(), -steps[:, :, :middle].min())), OF)


def square_kernel() -> Measured:
    """Square, converged: how many scales have their greatest kernel distance away from lambda = 0, `n`; by how much the distance at
    lambda = 0 differs between scales, `e`, and is at least, `S_0`; and the kernel distance at |lambda| = 10 and the least scale, `S`."""
    kernel = _plane("square").kernel_distance[END]
    middle = len(LAMBDAS) // 2
    zero = 10 ** kernel[:, middle]
    return Measured(exact_values(n=(kernel.argmax(axis=1) != middle).sum(), e=np.ptp(zero), S_0=zero.min(),
                                 S=10 ** kernel[0, [0, -1]].max()), OF)


def _sides(architecture: str) -> Measured:
    """Sign +1 for the inverted funnel: its rich side has lambda > 0."""
    found, sign = _plane(architecture), 1 if architecture == "inverted funnel" else -1
    rich, lazy = (LAMBDAS * sign >= 2, LAMBDAS * sign <= -2)
    loss, kernel = found.loss[MIDWAY], 10 ** found.kernel_distance[END]
    most = LAMBDAS[kernel.argmax(axis=1)] * sign
    between = kernel.mean(axis=0).var() / kernel.var()
    return Measured(exact_values(L_l=loss[:, lazy].max(), L_r=loss[:, rich].min(), m=most.min(), v=between,
                                 S_r=kernel[:, rich].min(), S_l=kernel[:, LAMBDAS * sign == -10].max()), OF)


def inverted_funnel() -> Measured:
    """Inverted funnel: at the time 1/2 the greatest mean log10 loss with lambda <= -2, `L_l`, and the least with lambda >= 2, `L_r`;
    converged, the least lambda at which a scale has its greatest kernel distance, `m`; the share of the kernel distance's variance
    over the plane that lambda alone accounts for, `v`; the least with lambda >= 2, `S_r`, the greatest at lambda = -10, `S_l`."""
    return _sides("inverted funnel")


def funnel() -> Measured:
    """Funnel: the same with the signs of lambda exchanged."""
    return _sides("funnel")


def antisymmetry() -> Measured:
    """The greatest difference between funnel and inverted funnel with tasks and starts transposed and lambda turned, of loss and kernel
    distance at all times, `e`."""
    random = np.random.default_rng(2)
    N_i, N_h, N_o = ARCHITECTURES["funnel"]
    lams = np.linspace(-5.0, 5.0, 11)
    layers = [balanced_initialisation(N_i, N_h, N_o, lam, 0.5, 3) for lam in lams]
    W1, W2 = (np.array([pair[part] for pair in layers]) for part in (0, 1))
    Sigma, times = random.normal(size=(N_o, N_i)), np.linspace(0.0, 20.0, 41)
    one = solve(times, W1, W2, Sigma, lam=lams)
    other = solve(times, np.swapaxes(W2, -1, -2), np.swapaxes(W1, -1, -2), Sigma.T, lam=-lams)
    apart = max(np.abs(one.loss - other.loss).max(), np.abs(one.kernel_distance - other.kernel_distance).max())
    return Measured(exact_values(e=apart), "a 6-3-3 and a 3-3-6 network at eleven lambdas, exact solution")


@cache
def reached() -> Measured:
    """The share of random starts that reach the task by the time 400, of square networks at lambda = 0, `p_0`, and at lambda = 1, `p_1`,
    of funnels at lambda = 0, `p_f`; and of the square ones at lambda = 0 that reach it where the determinants of function and task
    have one sign, `p_+`, and where they have not, `p_-`."""
    found, signs = {}, None
    for name, architecture, lam in (("p_0", "square", 0.0), ("p_1", "square", 1.0), ("p_f", "funnel", 0.0)):
        shape, draws = ARCHITECTURES[architecture], 1000
        W1, W2 = balanced_initialisation(*shape, lam, 0.4, 5, batch=(draws,))
        Sigma = np.random.default_rng(6).normal(size=(draws, shape[2], shape[0]))
        U, s, Vt = np.linalg.svd(Sigma, full_matrices=False)
        Sigma = (U * (0.5 + s[:, None])) @ Vt  # no mode so small that it takes longer
        at_end = solve(400.0, W1, W2, Sigma, lam=np.full(draws, lam)).loss < 1e-6
        found[name] = at_end
        if name == "p_0":
            signs = np.linalg.det(W2 @ W1) * np.linalg.det(Sigma) > 0
    found |= {"p_+": found["p_0"][signs], "p_-": found["p_0"][~signs]}
    return Measured(drawn_values(**{name: value.astype(float) for name, value in found.items()}),
                    "1000 random starts each, 3-3-3 and 6-3-3, exact solution")
