"""The semantic hierarchy of Dominé et al. 2025 (Appendix E.2.2) and networks trained on it: representations (Fig. 4), a new feature
(Fig. 13), fine-tuning (Fig. 14).

Eight items in a binary tree, one-hot inputs scaled to be white, the labels of Eq. (188) as restored: Sigma = Y/sqrt(8).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from theoremtest.numerics.experiments.domine2025_training import Layers, Runs, compared, trained
from theoremtest.numerics.models.lambda_balanced import balanced_initialisation, rebalanced, solve
from theoremtest.numerics.training.gradient_flow import deep_linear, flow
from theoremtest.numerics.training.threads import one_thread

LABELS = np.array([[1, 1, 1, 1, 1, 1, 1, 1], [1, 1, 1, 1, -1, -1, -1, -1], [1, 1, -1, -1, 0, 0, 0, 0], [0, 0, 0, 0, 1, 1, -1, -1],
                   [1, -1, 0, 0, 0, 0, 0, 0], [0, 0, 1, -1, 0, 0, 0, 0], [0, 0, 0, 0, 1, -1, 0, 0], [0, 0, 0, 0, 0, 0, 1, -1]], dtype=float)
SIGMA = LABELS / np.sqrt(8)
ITEM = 0
"""The item that gets the new feature: its sibling is 1, the other animals are 2 and 3, the plants 4 to 7."""
KIN = np.array([1.0, 0.5, 0.25, 0.25, 0.0, 0.0, 0.0, 0.0])
"""Each item's share of the labels that it has in common with ``ITEM``, Y^T Y over its entry at ``ITEM``."""
END = 40.0
"""The slowest mode's rate is one: by then the rest is rounding."""
SEED = 2
"""Its function has a determinant of Sigma's sign: at lambda = 0 the flow keeps that sign, and from the other one it ends at a saddle."""


def task_representations() -> tuple[np.ndarray, np.ndarray]:
    """V S V^T of the inputs and U S U^T of the targets (Appendix E.6)."""
    U, s, Vt = np.linalg.svd(SIGMA)
    return (Vt.T * s) @ Vt, (U * s) @ U.T


def limits(lam: float) -> tuple[np.ndarray, np.ndarray]:
    """W_1^T W_1 and W_2 W_2^T at convergence, V S_1^2 V^T and U S_2^2 U^T (Theorem C.3, reconstructed)."""
    U, s, Vt = np.linalg.svd(SIGMA)
    root = np.hypot(s, lam / 2)
    large = root + abs(lam) / 2
    first, second = (s**2 / large, large) if lam >= 0 else (large, s**2 / large)
    return (Vt.T * first) @ Vt, (U * second) @ U.T


def learned(lams: Sequence[float], scale: float = 0.1, seed: int = SEED, times: Sequence[float] = (0.0, END)) -> Runs:
    """Networks 8-8-8 learning the hierarchy from one random function with entries of size ``scale`` in the layers, for each lambda."""
    W1, W2 = starts(lams, scale, seed)
    return compared(W1, W2, np.broadcast_to(SIGMA, (len(lams), 8, 8)), np.asarray(times), np.asarray(lams, dtype=float))


def starts(lams: Sequence[float], scale: float, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Layers of 8-8-8 networks that share one function, for each lambda."""
    layers = [balanced_initialisation(8, 8, 8, lam, scale, seed) for lam in lams]
    return np.array([first for first, _ in layers]), np.array([second for _, second in layers])


def large_gaussian(runs: int, deviation: float = 3.0, hidden: int = 8, seed: int = 7, end: float = 3.0) -> Layers:
    """Networks with independent Gaussian weights of this standard deviation, not balanced, trained on the hierarchy."""
    random = np.random.default_rng(seed)
    W1, W2 = (random.normal(scale=deviation, size=(runs, *shape)) for shape in ((hidden, 8), (8, hidden)))
    return trained(W1, W2, np.broadcast_to(SIGMA, (runs, 8, 8)), np.array([0.0, end]), rtol=1e-9, atol=1e-11)


# --- a new feature ---------------------------------------------------------------------------------------------------------------------


def responses(lams: Sequence[float], small: float = 1e-10, seed: int = 3) -> tuple[np.ndarray, np.ndarray]:
    """Each item's response (lambda, item) to a feature trained on ``ITEM`` alone: by Eq. (187) from the exact first layer, and trained.

    Trained: the network on the hierarchy, then with its first layer frozen a new row from entries of size ``small``, by autograd.
    """
    W1, W2 = starts(lams, 0.1, SEED)
    hidden = trained(W1, W2, np.broadcast_to(SIGMA, (len(lams), 8, 8)), np.array([0.0, END])).W1[:, -1]
    gram = solve(END, W1, W2, SIGMA, lam=np.asarray(lams, dtype=float)).input_representation
    theory = gram[:, ITEM, :] / gram[:, ITEM, ITEM, None]
    row = np.tile(np.random.default_rng(seed).normal(scale=small, size=8), (len(lams), 1))
    # The new row alone learns; its time is stretched by its own rate, the squared size of the item's hidden activity.
    rates = 1 / (hidden[:, :, ITEM] ** 2).sum(axis=-1)
    with one_thread():
        run = flow(deep_linear(1), {"W1": hidden, "a": row}, np.eye(8)[[ITEM]], np.ones(1), np.array([0.0, 45.0]),
                   rates={"W1": 0.0, "a": rates}, rtol=1e-12, atol=1e-14, device="cpu", replay=True)
    return theory, (run.final()["a"][:, None, :] @ hidden)[:, 0]


def transfer_loss(response: np.ndarray, target: np.ndarray = KIN) -> np.ndarray:
    """Mean squared error (..., ) on the seven items that were not trained, for responses (..., item)."""
    untrained = np.arange(8) != ITEM
    return ((response - target)[..., untrained] ** 2).mean(axis=-1) / 2


# --- fine-tuning -----------------------------------------------------------------------------------------------------------------------


def new_tasks() -> dict[str, np.ndarray]:
    """Three tasks to fine-tune on (Appendix D.4): a feature that one item has is given to another, one right singular vector is
    reversed, all singular values are doubled.
    """
    added = LABELS.copy()
    added[4, 2] = 1.0  # what tells item 0 from its sibling, given to item 2
    U, s, Vt = np.linalg.svd(SIGMA)
    reversed_rows = Vt.copy()
    reversed_rows[0] *= -1
    return {"feature added": added / np.sqrt(8), "reversal": (U * s) @ reversed_rows, "scaled": 2 * SIGMA}


def fine_tuned(before: Sequence[float], after: Sequence[float | None], task: np.ndarray, times: np.ndarray, scale: float = 0.1) -> Runs:
    """Networks trained with lambda ``before`` on the hierarchy, re-balanced to ``after`` (None: not) and trained on ``task``.

    Both parts are trained for the simulation and solved for the theory, which starts from the exact end of the first part.
    """
    first = learned(before, scale)
    kept = np.array([old if new is None else float(new) for old, new in zip(before, after, strict=True)])
    ends = []
    for W1, W2 in ((first.simulated.W1[:, -1], first.simulated.W2[:, -1]), (first.exact.W1[:, -1], first.exact.W2[:, -1])):
        pairs = [(a, b) if new is None else rebalanced(a, b, new) for a, b, new in zip(W1, W2, after, strict=True)]
        ends.append((np.array([a for a, _ in pairs]), np.array([b for _, b in pairs])))
    tasks = np.broadcast_to(task, (len(before), 8, 8))
    return Runs(solve(times, *ends[1], tasks, lam=kept), trained(*ends[0], tasks, times))
