"""Where a polynomial is least, under signs and equations of others, in floating point: at such places, where it is 0, squares are, too."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import scipy  # whose parts are loaded when they are asked for
from flint import fmpq

from .effort import STARTS_OF_LEAST

BELOW = 64
"""The largest denominator of a number that is looked for."""


def least_places(target: dict, cones: list[dict], equations: list[dict]) -> Iterator[tuple[fmpq, ...]]:
    """Rational points near which a polynomial is nearly 0, where the cones are not negative and the equations hold; of one that is 0 along
    whole lines through the origin, one point each."""
    count = len(next(iter(target)))
    whole = _Float(target)
    at_least = [_Float(cone) for cone in cones if max(map(sum, cone)) > 0][: 2 * count + 4]
    zero = [_Float(equation) for equation in equations]
    lines = not equations and all(len(set(map(sum, poly))) == 1 for poly in (target, *cones))
    if lines:
        zero.append(_Float({tuple(2 * (i == j) for j in range(count)): fmpq(1) for i in range(count)} | {(0,) * count: fmpq(-1)}))
    limits = [{"type": kind, "fun": one.value, "jac": one.slope} for kind, some in (("ineq", at_least), ("eq", zero)) for one in some]
    chance, seen = np.random.default_rng(1), set()
    for _ in range(STARTS_OF_LEAST):
        start = abs(chance.normal(size=count)) if lines or chance.random() < 0.5 else chance.random(count)
        with np.errstate(all="ignore"):
            found = scipy.optimize.minimize(whole.value, start, jac=whole.slope, constraints=limits, method="SLSQP",
                                            options={"maxiter": 60, "ftol": 1e-14})
        if not np.all(np.isfinite(found.x)) or abs(found.fun) > 1e-6:
            continue
        scale = found.x[np.argmax(abs(found.x))] if lines else 1.0
        at = tuple(_rational(value / scale) for value in found.x)
        if None not in at and at not in seen:
            seen.add(at)
            yield at


def _rational(value: float) -> fmpq | None:
    for below in range(1, BELOW + 1):
        if abs(value * below - round(value * below)) < 2e-4 * below ** 0.5:
            return fmpq(round(value * below), below)
    return None


class _Float:
    """A polynomial in floating point, and its slope."""

    def __init__(self, poly: dict) -> None:
        self.powers = np.array(list(poly), dtype=float)
        self.weights = np.array([float(value) for value in poly.values()])

    def value(self, at: np.ndarray) -> float:
        return float(self.weights @ np.prod(at ** self.powers, axis=1))

    def slope(self, at: np.ndarray) -> np.ndarray:
        made = []
        for place in range(len(at)):
            lower = self.powers.copy()
            front = lower[:, place].copy()
            lower[:, place] = np.maximum(front - 1, 0)
            made.append(float((self.weights * front) @ np.prod(at ** lower, axis=1)))
        return np.array(made)
