"""What an integration gives back: a trajectory that knows how many of its digits can be trusted and why, the errors
of a run that ended early, which keep the trajectory so far, and the count of the digits to which two sets of
values agree.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import mpmath


class IntegrationError(ArithmeticError):
    """The integration ended early. `partial` is the trajectory up to the times passed so far; `reached` the last
    time.
    """

    def __init__(self, message: str, reached: float | None = None, partial: Trajectory | None = None) -> None:
        super().__init__(message)
        self.reached, self.partial = reached, partial


class BlowUp(IntegrationError):
    """The solution cannot be continued: it becomes infinite, or its rate does, or an Abs or sign in it meets zero."""


class LimitReached(IntegrationError):
    """The limit on steps or seconds was reached."""


class Stopped(IntegrationError):
    """The progress callback returned False."""


class Interrupted(KeyboardInterrupt):
    """The user interrupted; `partial` is the trajectory up to the times passed so far."""

    def __init__(self, partial: Trajectory | None) -> None:
        super().__init__()
        self.partial = partial


@dataclass(frozen=True)
class Trajectory:
    """Values of the variables at the times asked for, and how far they can be trusted.

    `values[x][i]` is variable x at `times[i]` (mpf; times are exact Fractions, in the unit of the rates).
    `digits_agreed` is the number of decimal digits the values are known to, relative to each variable's largest size
    at those times, worst case over times and variables, never more than `digits`; None where it is unknown. If
    `rigorous`, it follows from `bounds[x][i]`, guaranteed upper bounds on the absolute error; if not, `how` says what
    it was estimated from.
    """

    times: tuple[Fraction, ...]
    values: dict[Any, tuple[mpmath.mpf, ...]]
    span: tuple[Fraction, Fraction]
    digits: int
    digits_agreed: float | None
    rigorous: bool
    how: str
    engine: str
    bounds: dict[Any, tuple[mpmath.mpf, ...]] | None = None
    steps: int = 0
    order: int | None = None
    seconds: float = 0.0

    def outcome(self) -> str:
        """One sentence: digits, span, and whether the bound is rigorous."""
        known = "an unknown number of" if self.digits_agreed is None else f"{self.digits_agreed:.1f}"
        kind = "guaranteed" if self.rigorous else "estimated"
        return f"{known} digits ({kind}) from t = {float(self.span[0]):g} to {float(self.span[1]):g}: {self.how}"


class DigitsAgreed(float):
    """A number of decimal digits, with the worst case behind it: `symbol`, `time`, `got` (trajectory), `wanted`
    (closed form).
    """

    symbol: Any
    time: Fraction
    got: mpmath.mpf
    wanted: mpmath.mpf


def _sizes(values: Mapping[Any, Sequence[Any]]) -> dict[Any, Any]:
    """What the error of a variable is measured against: its largest size, or the system's where it is always zero."""
    sizes = {x: max(map(abs, column)) for x, column in values.items()}
    whole = max(sizes.values()) or mpmath.mpf(1)
    return {x: size or whole for x, size in sizes.items()}


def agreement(
    got: Mapping[Any, Sequence[Any]], wanted: Mapping[Any, Sequence[Any]], times: Sequence[Fraction], most: int
) -> DigitsAgreed:
    worst: tuple = (mpmath.inf,)
    with mpmath.workdps(2 * most + 40):
        sizes = _sizes(wanted)
        for x, column in wanted.items():
            for time, one, other in zip(times, got[x], column, strict=True):
                apart = abs(one - other) / sizes[x]
                digits = -mpmath.log10(apart) if apart else mpmath.inf
                if digits < worst[0] or len(worst) == 1:
                    worst = (digits, x, time, one, other)
    result = DigitsAgreed(min(float(worst[0]), float(most)))
    result.symbol, result.time, result.got, result.wanted = worst[1:]
    return result


def digits_of_bounds(values: Mapping[Any, Sequence[Any]], bounds: Mapping[Any, Sequence[Any]]) -> float:
    sizes = _sizes(values)
    worst = max((bound / sizes[x] for x, column in bounds.items() for bound in column), default=mpmath.mpf(0))
    return float(-mpmath.log10(worst)) if worst else math.inf
