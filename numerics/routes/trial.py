"""One statement tried at one point: what a trial shows, how many digits two sides share, and how numbers and points are written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import singledispatch

import mpmath
from sympy import MatrixSymbol

from theoremtest.derivations.language import Statement
from theoremtest.numerics.values.evaluate import NotDefined
from theoremtest.numerics.values.matrices import MOST, largest, settle

DIGITS = 50
BLURRED = 4
"""Of the digits to which a point is known, this part is taken to be left in what is worked out there."""
REQUIRED = 40
"""Agreement below this many digits is a disagreement: values are settled to 60 digits before they are compared."""


class Trial:
    """What one point showed: the digits that both sides share, or whether the statement is true there.

    at: the point that was looked at, where it is another one than that which was given. proof: what proves that the statement fails there
    where the point is not rational.
    """

    def __init__(self, digits: int, fails: bool, left: str = "", right: str = "", note: str = "", at: dict | None = None,
                 proof: Callable[[], bool] | None = None):
        self.digits, self.fails, self.left, self.right, self.note, self.at, self.proof = digits, fails, left, right, note, at, proof
        self.figure = f"{digits} digits"


_blur: ContextVar[mpmath.mpf] = ContextVar("blur", default=mpmath.mpf(0))


@contextmanager
def known_to(digits: int) -> Iterator[None]:
    """Trials at a point that is known to so many digits: what is smaller than a small part of them is taken for 0."""
    token = _blur.set(mpmath.mpf(10) ** (-digits // BLURRED))
    try:
        yield
    finally:
        _blur.reset(token)


def blur() -> mpmath.mpf:
    """What is no larger than this is taken for 0 at the point that is tried."""
    return _blur.get()


def agreed_digits(left: list, right: list, scale=0) -> int:
    """Whole digits that two lists of numbers share, relative to the largest of them (or to `scale`); 50 at most."""
    with mpmath.workdps(2 * DIGITS):
        scale = max(largest(left), largest(right), scale)
        apart = largest([a - b for a, b in zip(left, right, strict=True)])
        if apart <= blur():
            return DIGITS
        return max(0, min(DIGITS, int(mpmath.floor(-mpmath.log10(apart / scale)))))


def compared(statement, point, sides, start=80) -> Trial:
    """A trial of `sides(statement, point, working digits) -> (left entries, right entries)`.

    Raises NotDefined where the sides differ and both are so small that terms which cancel may have swallowed one of them.
    """
    lengths = []

    def both(working):
        with mpmath.workdps(working):
            left, right = sides(statement, point, working)
            lengths[:] = [len(left)]
            return mpmath.matrix([*left, *right])

    numbers = settle(both, DIGITS + 10, start=start)
    left, right = numbers[: lengths[0]], numbers[lengths[0]:]
    digits = agreed_digits(left, right)
    if digits >= REQUIRED:
        return Trial(digits, False)
    if largest(numbers) < mpmath.mpf(10) ** (-MOST // 2):
        raise NotDefined(f"the sides are about {mpmath.nstr(largest(numbers), 3)}, where what is left of terms that cancel is rounding")
    worst = max(range(len(left)), key=lambda i: abs(left[i] - right[i]))
    note = f"entry {worst + 1} of {len(left)}" if len(left) > 1 else ""
    return Trial(digits, True, decimal(left[worst]), decimal(right[worst]), note)


@singledispatch
def trial(statement: Statement, point) -> Trial:
    """Try one statement at one point; kinds without a rule are not applicable."""
    raise TypeError(f"the points route has no rule for {type(statement).__name__}")


def decimal(number) -> str:
    """A number with 20 digits."""
    return mpmath.nstr(mpmath.mpf(number), 20)


def _entry(item) -> str:
    if hasattr(item, "shape") and not isinstance(item, MatrixSymbol):
        return _rows([[str(item[i, j]) for j in range(item.shape[1])] for i in range(item.shape[0])])
    if isinstance(item, mpmath.matrix):
        return _rows([[mpmath.nstr(item[i, j], 15) for j in range(item.cols)] for i in range(item.rows)])
    return mpmath.nstr(item, 15) if isinstance(item, mpmath.mpf) else str(item)


def _rows(rows: list[list[str]]) -> str:
    return "[" + ", ".join(row[0] if len(row) == 1 else "[" + ", ".join(row) + "]" for row in rows) + "]"


def named(point) -> tuple[tuple[str, str], ...]:
    """A point as evidence keeps it: names and values as text."""
    return tuple((str(symbol), _entry(item)) for symbol, item in point.items())


def text(point) -> str:
    """A point in one line."""
    return ", ".join(f"{name} = {item}" for name, item in named(point))
