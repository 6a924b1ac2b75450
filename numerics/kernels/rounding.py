"""Bounds of rounding errors, carried along with every value: the running error analysis of floating-point code.

A ``Bounded`` holds the value that a processor computes and by how much it may stray from the exact one, in units of rounding
u = 2^-53. Code that is written for NumPy arrays runs on it as it stands. Each operation hands on the errors of its operands
by its own derivative and adds its own rounding (Higham, Accuracy and Stability of Numerical Algorithms, Section 3.3):

    |fl(x + y) - (x' + y')| <= e_x + e_y + |x + y|,    |fl(x y) - x' y'| <= |x| e_y + |y| e_x + e_x e_y u + |x y|,  ...

What a processor or a library may do otherwise is stated as a constant, never measured: + - * / and sqrt round once (a fused
multiply-add rounds less); every other function is within ``ULPS`` units in the last place, 2 u of relative error each. NumPy
promises 4 for its vector instructions; the C libraries, SLEEF (which Torch uses), CUDA and ``scalar_math`` stay below. A bound
therefore holds on every processor, with vector instructions and without, and for every backend.

``pair_rounding`` has the rules for pairs of doubles, ``expression_rounding`` the bound of a kernel's expression.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from theoremtest.numerics.kernels.array_like import ArrayLike

UNIT = 2.0**-53
ULPS = 4
"""Units in the last place within which exp, log, hypot, the circular and hyperbolic functions and their like are computed."""
ERFC_ULPS = 6
"""The same for erfc, the worst of what CUDA documents for a function used here."""
TINY = 2.0**-1022 / UNIT  # what gradual underflow, or a decay cut off at the smallest normal double, may lose; in units


class Bounded(ArrayLike):
    """A float64 array ``value`` and, of the same shape, ``slack`` >= 0: |value - exact| <= slack * 2**-53."""

    __slots__ = ("value", "slack")

    def __init__(self, value: Any, slack: Any = 0.0):
        self.value = np.asarray(value, dtype=np.float64)
        slack = np.asarray(slack, dtype=np.float64)
        self.slack = np.broadcast_to(np.where(np.isnan(slack), np.inf, slack), self.value.shape)

    def __repr__(self) -> str:
        return f"Bounded({self.value!r}, {self.slack!r})"

    @classmethod
    def lifted(cls, value):
        """A NumPy array or number as an array of this kind."""
        return value if isinstance(value, Bounded) else cls(value)

    @classmethod
    def chosen(cls, condition, yes, no):
        """``yes`` where the condition holds, else ``no``."""
        yes, no, judged = cls.lifted(yes), cls.lifted(no), Judged.lifted(condition)
        slack = np.where(judged.holds, yes.slack, no.slack)
        # Another processor may choose the other one; the exact value is the same.
        slack = np.where(judged.sure, slack, np.maximum(yes.slack, no.slack))
        return cls(np.where(judged.holds, yes.value, no.value), slack)

    @property
    def shape(self) -> tuple[int, ...]:
        """As of an array."""
        return self.value.shape

    @property
    def ndim(self) -> int:
        """As of an array."""
        return self.value.ndim

    @property
    def size(self) -> int:
        """As of an array."""
        return self.value.size

    def numpy(self):
        """The numbers alone."""
        return self.value

    def erased(self):
        """0, with the derivative that the array has, if it has one."""
        return Bounded(np.zeros(self.shape))

    def reshape(self, *shape):
        """As of an array."""
        return Bounded(self.value.reshape(*shape), self.slack.reshape(*shape))

    def __getitem__(self, place):
        return Bounded(self.value[place], self.slack[place])

    def sum(self, axis=None):
        """The sum, formed in whatever order."""
        count = self.value.size if axis is None else self.value.shape[axis]
        return Bounded(self.value.sum(axis), self.slack.sum(axis) + max(count - 1, 0) * np.abs(self.value).sum(axis))

    def max(self, axis=None, initial=None):
        """The largest."""
        start = {} if initial is None else {"initial": initial}
        return Bounded(self.value.max(axis, **start), self.slack.max(axis, **start))


class Judged(ArrayLike):
    """Truth values ``holds``, as computed here, and where they are ``sure``: not a matter of rounding."""

    __slots__ = ("holds", "sure")

    def __init__(self, holds: Any, sure: Any = True):
        self.holds = np.asarray(holds, dtype=bool)
        self.sure = np.broadcast_to(sure, self.holds.shape)

    @classmethod
    def lifted(cls, value):
        """A NumPy array or number as an array of this kind."""
        return value if isinstance(value, Judged) else cls(value)

    @classmethod
    def chosen(cls, condition, yes, no):
        """``yes`` where the condition holds, else ``no``."""
        return Bounded.chosen(condition, yes, no)

    @property
    def shape(self) -> tuple[int, ...]:
        """As of an array."""
        return self.holds.shape

    def numpy(self):
        """The numbers alone."""
        return self.holds

    def __getitem__(self, place):
        return Judged(self.holds[place], self.sure[place])

    def all(self, axis=None, keepdims=False):
        """Whether all hold; surely so, or one surely fails."""
        settings = {"axis": axis, "keepdims": keepdims}
        fails = (self.sure & ~self.holds).any(**settings)
        return Judged(self.holds.all(**settings), fails | self.sure.all(**settings))


def _both(x, y):
    x, y = Judged.lifted(x), Judged.lifted(y)
    fails = (x.sure & ~x.holds) | (y.sure & ~y.holds)
    return Judged(x.holds & y.holds, fails | (x.sure & y.sure))


Judged.UFUNCS = {
    np.bitwise_and: _both, np.logical_and: _both, np.invert: lambda x: Judged(~x.holds, x.sure),
    np.bitwise_or: lambda x, y: ~_both(~Judged.lifted(x), ~Judged.lifted(y)),
    np.logical_or: lambda x, y: ~_both(~Judged.lifted(x), ~Judged.lifted(y)),
    np.multiply: lambda x, y: np.multiply(*(part.holds if isinstance(part, Judged) else part for part in (x, y))),
}
Judged.FUNCTIONS = {np.where: Bounded.chosen}


def _compared(compare):
    def rule(x, y):
        x, y, ex, ey = _parts(x, y)
        apart = np.abs(x - y) > (ex + ey) * UNIT
        return Judged(compare(x, y), apart | (ex + ey == 0) | np.isnan(x) | np.isnan(y))

    return rule


def _parts(*values):
    lifted = [Bounded.lifted(value) for value in values]
    return [part.value for part in lifted] + [part.slack for part in lifted]


def _add(x, y):
    x, y, ex, ey = _parts(x, y)
    return Bounded(x + y, ex + ey + np.where((x == 0) | (y == 0), 0.0, np.abs(x + y)))


def _multiply(x, y):
    x, y, ex, ey = _parts(x, y)
    # Powers of two multiply exactly.
    exact = (np.abs(np.frexp(x)[0]) == 0.5) | (np.abs(np.frexp(y)[0]) == 0.5) | (x == 0) | (y == 0)
    return Bounded(x * y, cross(x, y, ex, ey) + np.where(exact, 0.0, np.abs(x * y) + TINY))


def cross(x: Any, y: Any, ex: Any, ey: Any) -> Any:
    """What a product makes of the errors of its factors."""

    def part(size, error):
        return np.where(error == 0, 0.0, size * error)

    return part(np.abs(x), ey) + part(np.abs(y), ex) + part(ex * UNIT, ey)


def _divide(x, y):
    x, y, ex, ey = _parts(x, y)
    value = x / y
    least = np.abs(y) - ey * UNIT
    handed = (ex + np.where(ey == 0, 0.0, np.abs(value) * ey)) / np.where(least > 0, least, 0.0)
    return Bounded(value, handed + np.abs(value) + TINY)


def _matmul(x, y):
    x, y = Bounded.lifted(x), Bounded.lifted(y)
    return (x[..., :, :, None] * y[..., None, :, :]).sum(axis=-2)


def square_root(x: Any) -> Bounded:
    """The square root, rounded once."""
    x, ex = _parts(x)
    root, least = np.sqrt(x), np.sqrt(np.maximum(x - ex * UNIT, 0.0))
    handed = np.where(ex == 0, 0.0, np.where(root > 0, ex / np.where(root > 0, root + least, 1.0), np.sqrt(ex / UNIT)))
    return Bounded(root, handed + root)


def _hypot(x, y):
    x, y, ex, ey = _parts(x, y)
    length = np.hypot(x, y)
    lengthwise = ((np.abs(x) + ex * UNIT) * ex + (np.abs(y) + ey * UNIT) * ey) / np.where(length > 0, length, 1.0)
    handed = np.where(length > 0, np.minimum(lengthwise, ex + ey), ex + ey)
    return Bounded(length, handed + np.where((x == 0) | (y == 0), 0.0, 2 * ULPS * length + TINY))


def smooth(function: Callable, slope: Callable, ulps: int = ULPS) -> Callable:
    """The rule of a function with |derivative| ``slope``; to first order, enlarged by a hundredth for what is beyond."""

    def rule(*values):
        parts = _parts(*values)
        values, slacks = parts[:len(values)], parts[len(values):]
        result = function(*values)
        slopes = slope(*values) if len(values) > 1 else (slope(*values),)
        handed = sum(np.where(slack == 0, 0.0, 1.01 * np.abs(part) * slack) for part, slack in zip(slopes, slacks))
        return Bounded(result, handed + 2 * ulps * np.abs(result) + np.where(result == 0, 0.0, TINY))

    return rule


def _exact(function):
    def rule(*values):
        parts = _parts(*values)
        return Bounded(function(*parts[:len(values)]), sum(parts[len(values):]))

    return rule


def _larger(function):
    def rule(x, y):
        x, y, ex, ey = _parts(x, y)
        return Bounded(function(x, y), np.maximum(ex, ey))

    return rule


def _steps(function):
    """A piecewise constant function; its argument must be far from a jump."""
    return lambda *values: Bounded(function(*_parts(*values)[:len(values)]))


def _plain(function):
    """What sees the value alone."""
    return lambda *values: function(*(value.value if isinstance(value, Bounded) else value for value in values))


def _power(x, y):
    x, y, ex, ey = _parts(x, y)
    value = np.power(x, y)
    handed = np.where(ex == 0, 0.0, np.abs(value * y / x) * ex) + np.where(ey == 0, 0.0, np.abs(value * np.log(np.abs(x))) * ey)
    return Bounded(value, 1.01 * handed + 2 * ULPS * np.abs(value) + TINY)


SMOOTH = {
    np.exp: np.exp, np.expm1: np.exp, np.log: lambda x: 1 / x, np.log1p: lambda x: 1 / (1 + x), np.sin: np.cos, np.cos: np.sin,
    np.tan: lambda x: 1 / np.cos(x) ** 2, np.arcsin: lambda x: 1 / np.sqrt(1 - x * x), np.arccos: lambda x: 1 / np.sqrt(1 - x * x),
    np.arctan: lambda x: 1 / (1 + x * x), np.sinh: np.cosh, np.cosh: np.sinh, np.tanh: lambda x: 1 / np.cosh(x) ** 2,
    np.arcsinh: lambda x: 1 / np.hypot(1, x), np.arccosh: lambda x: 1 / np.sqrt(x * x - 1), np.arctanh: lambda x: 1 / (1 - x * x),
    np.arctan2: lambda y, x: (x / (x * x + y * y), y / (x * x + y * y)),
}

Bounded.UFUNCS = {
    np.add: _add,
    np.subtract: lambda x, y: _add(x, -Bounded.lifted(y)),
    np.multiply: _multiply,
    np.divide: _divide,
    np.matmul: _matmul,
    np.sqrt: square_root,
    np.hypot: _hypot,
    np.power: lambda x, y: _multiply(x, x) if isinstance(y, int) and y == 2 else _power(x, y),
    np.negative: _exact(np.negative),
    np.abs: _exact(np.abs),
    np.copysign: lambda x, y: Bounded(np.copysign(*_parts(x, y)[:2])),
    np.maximum: _larger(np.maximum),
    np.minimum: _larger(np.minimum),
    np.sign: _steps(np.sign),
    np.floor: _steps(np.floor),
    np.ceil: _steps(np.ceil),
    np.log2: _steps(np.log2),
    np.exp2: _steps(np.exp2),  # only powers of two are made by these
    np.frexp: _plain(np.frexp),
    np.isfinite: _plain(np.isfinite),
    **{compare: _compared(compare) for compare in (np.less, np.less_equal, np.greater, np.greater_equal, np.equal, np.not_equal)},
    **{function: smooth(function, slope) for function, slope in SMOOTH.items()},
}


def _each(function):
    """A rearrangement, done to values and slacks alike."""

    def rule(x, *arguments, **settings):
        x = Bounded.lifted(x)
        return Bounded(function(x.value, *arguments, **settings), function(x.slack, *arguments, **settings))

    return rule


def _concatenate(parts, axis=0):
    parts = [Bounded.lifted(part) for part in parts]
    return Bounded(np.concatenate([part.value for part in parts], axis), np.concatenate([part.slack for part in parts], axis))


Bounded.FUNCTIONS = {
    np.where: Bounded.chosen, np.zeros_like: lambda x: Bounded(np.zeros(x.shape)), np.broadcast_to: _each(np.broadcast_to),
    np.swapaxes: _each(np.swapaxes), np.concatenate: _concatenate,
}
