"""Means, variances and covariances over draws by Monte Carlo: their points route, judged by its standard error.

At each random point of the domain the draws are made in blocks from a seeded generator and the quantity is worked out in float64
from its own inner products. The mean over blocks of a block's mean (or unbiased variance, or covariance) has a standard error, and
the stated value must lie within LIMIT of them: a true statement fails once in some millions of points. A standard error is itself an
estimate, and worth nothing where a few draws make up the spread (the mean of an exponential of a wide normal number is such), or where
all draws gave one number, since a rare event may be unseen; there nothing is refuted. Where the draws cancel the spread is that of the
rounding, which is no chance: the first block is worked out once more in float32, point and draws rounded too, and what differs tells how
much rounding is worth.

Where there are few outcomes in all, nothing is drawn: each is worked out and counts by its probability, and only rounding is left.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from theoremtest.derivations.language import Counterexample, Covariance, Evidence, Expectation, Outcome, atoms_of
from theoremtest.derivations.language.laws import Law, law_conditions
from theoremtest.numerics.kernels.rounding import UNIT
from theoremtest.numerics.routes.outcomes import surely_another
from theoremtest.numerics.routes.points import draw
from theoremtest.numerics.routes.refutation import told_apart
from theoremtest.numerics.routes.sampling import Sampler, one_thread
from theoremtest.numerics.routes.sizes import supported
from theoremtest.numerics.routes.ties import tied_points
from theoremtest.numerics.routes.trial import named, text
from theoremtest.numerics.values.evaluate import EvaluationError

ENGINE, ALL_OUTCOMES = "Monte Carlo", "all outcomes, float64"
COUNT, BLOCKS, BLOCK = 4, 64, 1024
STARTS = 16
"""Points that are moved to where deltas and parities are not zero, if they can be."""
OUTCOMES = 1 << 14
"""Outcomes up to which all are worked out."""
LIMIT = 5.5
"""Standard errors by which a true value may be off."""
HEAVIEST = 0.05
"""The share of the spread that one draw may make up, beyond which the standard error is not trusted."""
ROUNDING = 100 * 2.0 ** -29
"""What rounding in float64 may come to, in units of the difference that float32 makes: its unit roundoff is 2^29 times as large, and the
factor is for operations that float32 happens to do exactly."""


@dataclass
class _Estimate:
    """A moment's entries with their standard errors, what rounding may add, and the greatest share that one draw has in the spread."""

    found: np.ndarray
    error: np.ndarray
    rounding: np.ndarray
    heaviest: float


@dataclass
class _Judged:
    """What one point shows: evidence other than agreement, if any; standard errors off; the error's share of the value; whether the
    outcomes were drawn, or all worked out; and what proves that the moment is another one."""

    other: Evidence | None = None
    off: float = 0.0
    share: float = 0.0
    drawn: bool = True
    proof: Callable[[], bool] | None = None


def applies(statement) -> bool:
    return isinstance(statement, (Expectation, Covariance))


def check(statement, seed: str, count: int = COUNT) -> Evidence:
    """The stated moment against the average over draws at `count` random points.

    Where it is too far off, a standard error is no proof: it is refuted where balls over all outcomes show another number, or the exact
    engine has a counterexample, and left in doubt elsewhere.
    """
    worst, precision = 0.0, 0.0
    counted = any(isinstance(law, Law) for law in statement.draws.values())
    domain = statement.on.but(*law_conditions(statement.draws)) if counted else statement.on
    starts, tried, drawn = draw(domain, max(count, STARTS) if counted else count, seed), [], False
    points = [*starts[:count], *tied_points(statement, domain, starts, frozenset(statement.draws), len(starts))]
    for number, point in enumerate(points):
        try:
            told = judged(statement, point, f"{seed} {number}")
        except EvaluationError as error:
            tried.append(f"no value at {text(point)}: {error}")
            continue
        if told.other is not None and told.other.outcome is Outcome.REFUTED:
            return told_apart(statement, None, told.other, told.proof)
        if told.other is not None:  # elsewhere there may be a standard error to go by
            tried += told.other.tried
            continue
        worst, precision, drawn = max(worst, told.off), max(precision, told.share), drawn or told.drawn
    if tried:
        return Evidence("points", ENGINE, Outcome.UNDECIDED, tried=tuple(tried[:3]))
    if not drawn:
        return supported(Evidence("points", ALL_OUTCOMES, Outcome.AGREES, f"{len(points)} points", "to rounding"), domain, points)
    figure = f"within {worst:.1f} standard errors" + (f", the largest {100 * precision:.1g}% of the value" if precision else "")
    return supported(Evidence("points", ENGINE, Outcome.AGREES, f"{len(points)} points of {BLOCKS * BLOCK} draws", figure), domain, points)


def judged(statement, point: dict, seed: str) -> _Judged:
    """What one point shows, over all outcomes where they are few."""
    sampler = Sampler(statement, point, seed)
    if 0 < sampler.outcomes() <= OUTCOMES:
        return _counted(statement, point, sampler)
    drawn = any(atoms_of(statement.on.expand(part)) & set(statement.draws) for part in statement.drawn_over())
    with np.errstate(all="ignore"), one_thread():
        stated, estimate = sampler.stated(statement.value), _estimate(statement, sampler)
    if not (np.isfinite(estimate.found).all() and np.isfinite(estimate.error).all()):
        return _Judged(Evidence("points", ENGINE, Outcome.UNDECIDED, tried=(
            f"of {BLOCKS * BLOCK} draws one gives no number in float64: nothing to go by",)))
    gaps = np.abs(estimate.found - stated)
    still = estimate.error <= 1e-12 * np.abs(estimate.found)  # all draws gave one number, to rounding: a rare event may be unseen
    error = np.where(still, np.maximum(1.0, np.abs(estimate.found)) * (1 / (BLOCKS * BLOCK) if drawn else 1e-10), estimate.error)
    error = np.maximum(error, estimate.rounding)
    off = gaps / error
    place = int(np.argmax(off))
    if off[place] <= LIMIT:
        return _Judged(None, float(off[place]), float(error[place] / abs(stated[place])) if stated[place] else 0.0)
    if estimate.heaviest > HEAVIEST or (still[place] and drawn):
        return _Judged(Evidence("points", ENGINE, Outcome.UNDECIDED, tried=(
            f"one draw makes up {100 * estimate.heaviest:.0f}% of the spread of {BLOCKS * BLOCK} draws: no standard error to go by",)))
    return _Judged(Evidence("points", ENGINE, Outcome.REFUTED, "numerical", f"{off[place]:.1f} standard errors", Counterexample(
        tuple(item for item in named(point) if item[0] not in {str(symbol) for symbol in statement.draws}),
        f"{stated[place]:.6g}", f"{estimate.found[place]:.6g} ± {error[place]:.1g}", f"{BLOCKS * BLOCK} draws")))


def _counted(statement, point: dict, sampler: Sampler) -> _Judged:
    """As `judged`, over all outcomes."""
    with np.errstate(all="ignore"), one_thread():
        stated, (known, weights) = sampler.stated(statement.value), sampler.all_outcomes()
        found, sizes = _moment(statement, sampler, known, weights)
        coarse, _ = _moment(statement, sampler, {symbol: np.float32(item) for symbol, item in known.items()}, weights)
    if not np.isfinite(found).all():
        return _Judged(Evidence("points", ALL_OUTCOMES, Outcome.UNDECIDED, tried=("an outcome gives no number in float64",)))
    apart = np.abs(coarse - found)
    allowed = np.maximum(ROUNDING * np.where(np.isfinite(apart), apart, sizes), len(weights) * UNIT * sizes) + UNIT * np.abs(stated)
    off = np.abs(found - stated) / np.where(allowed > 0, allowed, UNIT)
    place = int(np.argmax(off))
    if off[place] <= LIMIT:
        return _Judged(None, float(off[place]), drawn=False)
    return _Judged(Evidence("points", ALL_OUTCOMES, Outcome.REFUTED, "numerical", "over all outcomes", Counterexample(
        tuple(item for item in named(point) if item[0] not in {str(symbol) for symbol in statement.draws}),
        f"{stated[place]:.6g}", f"{found[place]:.6g}", f"{len(weights)} outcomes")), proof=partial(surely_another, statement, sampler))


def _moment(statement, sampler: Sampler, known: dict, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The moment's entries over outcomes with these probabilities, and the sizes of what is added up for each."""
    parts = [np.broadcast_to(numbers, (len(weights), numbers.shape[1])) for numbers in
             (sampler.over(part, known) for part in statement.drawn_over())]
    numbers = parts[0]
    if not (isinstance(statement, Expectation) and statement.moment == "mean"):
        numbers = (parts[0] - weights @ parts[0]) * (parts[-1] - weights @ parts[-1])
    return weights @ numbers, weights @ np.abs(numbers)


def _estimate(statement, sampler: Sampler) -> _Estimate:
    """The moment's estimate and its standard error."""
    results, total, most = [], 0.0, 0.0
    for number in range(BLOCKS):
        known = sampler.block(BLOCK)
        numbers = _numbers(statement, sampler, known)
        if number == 0:
            rounding = _rounding(statement, sampler, known, numbers)
        results.append(numbers.mean(axis=0))
        spread = (numbers - numbers.mean(axis=0)) ** 2
        total, most = total + spread.sum(axis=0), np.maximum(most, spread.max(axis=0))
    heaviest = float(np.max(np.divide(most, total, out=np.zeros_like(total), where=total > 0)))
    return _Estimate(np.mean(results, axis=0), np.std(results, axis=0, ddof=1) / np.sqrt(BLOCKS), rounding, heaviest)


def _numbers(statement, sampler: Sampler, known: dict) -> np.ndarray:
    """What each draw of a block adds to the moment, shape (draws, entries): their mean is the block's mean, variance or covariance."""
    parts = [np.broadcast_to(numbers, (BLOCK, numbers.shape[1])) for numbers in
             (sampler.over(part, known) for part in statement.drawn_over())]
    if isinstance(statement, Expectation) and statement.moment == "mean":
        return parts[0]
    first, second = parts[0], parts[-1]
    return (first - first.mean(axis=0)) * (second - second.mean(axis=0)) * (BLOCK / (BLOCK - 1))


def _rounding(statement, sampler: Sampler, known: dict, numbers: np.ndarray) -> np.ndarray:
    """What rounding may add to the moment's entries, from the same block in float32; where that overflows, from the numbers' size."""
    with np.errstate(all="ignore"):
        coarse = _numbers(statement, sampler, {symbol: np.float32(item) for symbol, item in known.items()})
        apart = np.abs(coarse - numbers)
    return ROUNDING * np.where(np.isfinite(apart), apart, np.abs(numbers)).mean(axis=0)
