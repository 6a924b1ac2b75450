"""What Section 6 and Appendix D of Dominé et al. 2025 say of Figs. 11-14 and of LoRA's start, as numbers for claims.

The captions are lost; the sentences of the text that name the figures are left. Sizes and values of lambda are ours.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from theoremtest.numerics.experiments.domine2025_hierarchy import KIN, fine_tuned, new_tasks, responses, transfer_loss
from theoremtest.numerics.experiments.domine2025_sequences import VALUES, TaskSequence, continual, forgetting, learned_at, reversal
from theoremtest.numerics.experiments.domine2025_training import Runs, drawn_values, exact_values
from theoremtest.numerics.experiments.measured import Measured

# --- Fig. 11 ---------------------------------------------------------------------------------------------------------------------------


@cache
def _sequence() -> TaskSequence:
    return continual((-3.0, 0.0, 3.0), np.linspace(0.0, 12.0, 13))


SEQUENCE = "5-3-3 networks on four random tasks, lambda = -3, 0, 3, time 12 on each"


def figure_11_overwritten() -> Measured:
    """The least ratio of a task's loss after the next task was learned to that before its own training began, `r`; the greatest loss on
    a task right after it was learned, over the loss of no network at all, `l`; the greatest deviation from the exact solution, `e`."""
    found = _sequence()
    ends, nothing = found.simulation[:, :, -1], (found.Sigma**2).sum(axis=(-2, -1)) / 2
    after = np.array([ends[:, task + 1, task] / nothing[task] for task in range(3)])
    learned = np.array([ends[:, task, task] / nothing[task] for task in range(4)])
    return Measured(exact_values(r=after.min(), l=learned.max(), e=found.deviation), SEQUENCE)


def figure_11_forgetting() -> Measured:
    """The greatest relative difference of how much is forgotten of a task by learning the next from |Sigma_k - Sigma_i|^2/2, `e`."""
    found = _sequence()
    ends, expected = found.simulation[:, :, -1], forgetting(found.Sigma)
    apart = [np.abs((ends[:, i + 1, i] - ends[:, i, i]) / expected[i, i + 1] - 1).max() for i in range(3)]
    return Measured(exact_values(e=max(apart)), SEQUENCE)


# --- Fig. 12 ---------------------------------------------------------------------------------------------------------------------------

REVERSAL = (-5.0, -1.0, -0.1, -0.001, 0.0, 0.001, 0.1, 1.0, 5.0)
TIMES = np.concatenate([np.linspace(0.0, 6.0, 61), np.linspace(6.5, 60.0, 108)])


@cache
def _reversal(modes: int) -> Runs:
    return reversal(REVERSAL, TIMES, modes)


OF_REVERSAL = "3-3-3 networks with one mode reversed, nine lambdas from -5 to 5, time 60"


def figure_12_slowed() -> Measured:
    """lambda = 0: the loss at the end over that of the reversed mode at zero, exact, `l`, and trained, `l_t`; and how many times longer
    training takes to a hundredth of the loss than from a tenth of the task, `r`."""
    zero, plateau = REVERSAL.index(0.0), VALUES[0] ** 2 / 2
    run, aligned = _reversal(1), _reversal(0)
    times = [learned_at(TIMES, found.simulated.loss[zero]) for found in (run, aligned)]
    return Measured(exact_values(l=run.exact.loss[zero, -1] / plateau, l_t=run.simulated.loss[zero, -1] / plateau,
                                 r=min(float(times[0] / times[1]), 1e6)), OF_REVERSAL)


def figure_12_succeeds() -> Measured:
    """Non-zero lambda: the greatest loss at the end over that at the start, `l`, and the greatest deviation from the exact
    solution, `e`."""
    run, others = _reversal(1), np.array(REVERSAL) != 0
    loss = run.simulated.loss[others]
    return Measured(exact_values(l=(loss[:, -1] / loss[:, 0]).max(), e=np.abs(loss - run.exact.loss[others]).max()), OF_REVERSAL)


def figure_12_spectrum() -> Measured:
    """lambda = 0.001, 0.1, 1, 5: the least ratio of one time to a hundredth of the loss to the next, `r`; the greatest kernel distance on
    the way at 0.001, `S_1`, and at 5, `S_4`."""
    run = _reversal(1)
    times = learned_at(TIMES, run.simulated.loss[5:])
    moved = run.simulated.kernel_distance.max(axis=1)
    return Measured(exact_values(r=(times[:-1] / times[1:]).min(), S_1=moved[5], S_4=moved[-1]), OF_REVERSAL)


# --- Fig. 13 ---------------------------------------------------------------------------------------------------------------------------

TRANSFER = (-30.0, -10.0, -3.0, -1.0, 0.0, 1.0, 3.0, 10.0, 30.0)
OF_TRANSFER = "8-8-8 networks on the hierarchy, nine lambdas from -30 to 30, then a row for a new feature of one item"


@cache
def _responses() -> tuple[np.ndarray, np.ndarray]:
    return responses(TRANSFER)


def figure_13_agreement() -> Measured:
    """The greatest difference of a trained response from Eq. (187), `e`."""
    theory, found = _responses()
    return Measured(exact_values(e=np.abs(theory - found).max()), OF_TRANSFER)


def figure_13_loss() -> Measured:
    """The greatest step of the loss on untrained items to the next larger lambda, over that at lambda = -30: where an item should respond
    by its share of common labels, `s`, and where the animals should respond by 1 and the plants by 0, `s_b`."""
    _, found = _responses()
    losses = [transfer_loss(found, target) for target in (KIN, (np.arange(8) < 4).astype(float))]
    return Measured(exact_values(**{name: (np.diff(loss) / loss[0]).max() for name, loss in zip(("s", "s_b"), losses, strict=True)}),
                    OF_TRANSFER)


def figure_13_no_response() -> Measured:
    """Of the loss on untrained items where none should respond: its ratio at lambda = -30 to that at 0, `r`, and of that to 30, `r_0`."""
    _, found = _responses()
    below, zero, above = (transfer_loss(found, np.zeros(8))[TRANSFER.index(lam)] for lam in (-30.0, 0.0, 30.0))
    return Measured(exact_values(r=below / zero, r_0=zero / above), OF_TRANSFER)


def figure_13_hierarchy() -> Measured:
    """Responses at lambda = 30 (a, above), 0, and -30 (b, below): of the sibling `f`, the least of a cousin `b` and the
    greatest of a plant `p`; at -30 the greatest of a cousin."""
    _, found = _responses()
    values = {}
    for name, lam in (("a", 30.0), ("0", 0.0), ("b", -30.0)):
        response = found[TRANSFER.index(lam)]
        cousin = response[2:4].min() if lam >= 0 else np.abs(response[2:4]).max()
        values |= {f"f_{name}": response[1], f"b_{name}": cousin, f"p_{name}": np.abs(response[4:]).max()}
    return Measured(exact_values(**values), OF_TRANSFER)


# --- Fig. 14 ---------------------------------------------------------------------------------------------------------------------------

TUNED = (-10.0, -3.0, -1.0, -0.3, 0.0, 0.3, 1.0, 3.0, 10.0)
OF_TUNED = "8-8-8 networks trained on the hierarchy with lambda = 1, re-balanced to nine lambdas from -10 to 10, three new tasks, time 3"
MOMENTS = np.linspace(0.0, 3.0, 31)


@cache
def _tuned() -> dict[str, Runs]:
    return {name: fine_tuned((1.0,) * len(TUNED), TUNED, task, MOMENTS) for name, task in new_tasks().items()}


def figure_14_larger() -> Measured:
    """Over the three tasks and the times 1, 2 and 3: the greatest ratio of the loss at one |lambda| to that at the next smaller, `r`; the
    greatest difference between the losses at lambda and -lambda over the loss at the start, `a`."""
    ratios, apart = [], []
    for run in _tuned().values():
        loss = run.simulated.loss
        apart.append((np.abs(loss - loss[::-1]) / loss[:, :1]).max())
        upper = np.maximum(loss[4:, [10, 20, 30]], 1e-12)  # what is below is rounding
        ratios.append(np.where(upper[1:] > 1e-12, upper[1:] / upper[:-1], 0.0).max())
    return Measured(exact_values(r=max(ratios), a=max(apart)), OF_TUNED)


def figure_14_agreement() -> Measured:
    """The greatest deviation of the loss from the exact solution in fine-tuning, `e`."""
    return Measured(exact_values(e=max(run.deviation("loss") for run in _tuned().values())), OF_TUNED)


def figure_14_not_rebalanced() -> Measured:
    """The greatest difference over the three tasks between the losses of networks trained with lambda and of networks trained with 1
    and re-balanced to lambda, over the loss at the start, `e`."""
    apart = []
    for name, task in new_tasks().items():
        kept = fine_tuned(TUNED, (None,) * len(TUNED), task, MOMENTS).simulated.loss
        apart.append((np.abs(kept - _tuned()[name].simulated.loss) / kept[:, :1]).max())
    return Measured(exact_values(e=max(apart)), OF_TUNED)


# --- LoRA ------------------------------------------------------------------------------------------------------------------------------


def low_rank_starts(rank: int = 8, runs: int = 10, seed: int = 4) -> Measured:
    """How far the balance matrix of B = 0 and a Gaussian A is from its mean, in spectral norm over the mean's: with `rank` times 512
    inputs, `e`, and with as many inputs as the rank, `e_1`."""
    random, found = np.random.default_rng(seed), {"e": [], "e_1": []}
    for name, inputs in (("e", 512 * rank), ("e_1", rank)):
        for _ in range(runs):
            A = random.normal(size=(rank, inputs)) / np.sqrt(inputs)
            found[name].append(np.linalg.norm(A @ A.T - np.eye(rank), 2))
    return Measured(drawn_values(**{name: np.array(value) for name, value in found.items()}),
                    f"{runs} draws of A with {rank} rows and {512 * rank} or {rank} columns, seed {seed}")
