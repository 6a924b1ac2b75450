"""Questions about functions that are not worth asking: in floating point, points are soon found where all that is known holds and what
is asked does not. Each value comes with a bound of its error, so that what is false by rounding alone is not taken for false.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

import numpy as np
from scipy import special

from theoremtest.derivations.kernel.terms import Refused, Term, free

from .sampled import beside

if TYPE_CHECKING:
    from .draft import Draft

Value = tuple[np.ndarray, np.ndarray]
"""Values at the points, and what they are off by at most."""
TRIED, STEPS, FEWEST, MARGIN = 600, 8, 5, 1e3
"""Points; steps that take them onto equations; how many have to be left; how many times its error a number is below 0 that is negative."""
EPS, NEARLY = 2.3e-16, 1e-7
"""Of one operation; what a number is off by where equations hold up to rounding."""
_OF_ONE: dict[str, Callable] = {
    "exp": np.exp, "log": np.log, "sin": np.sin, "cos": np.cos, "tan": np.tan, "sinh": np.sinh, "cosh": np.cosh, "tanh": np.tanh,
    "Abs": np.abs, "sign": np.sign, "asin": np.arcsin, "acos": np.arccos, "atan": np.arctan, "asinh": np.arcsinh, "acosh": np.arccosh,
    "atanh": np.arctanh, "erf": special.erf, "erfc": special.erfc, "gamma": special.gamma, "factorial": lambda u: special.gamma(u + 1)}
_CONSTANTS = {"pi": np.pi, "E": np.e}
_EMPTY = {"Add": 0.0, "Mul": 1.0}


def is_false(draft: Draft, fact: Term) -> bool:
    """Whether a sign is not the one that is asked for at a point at which all that the draft supposes holds, as far as floats show."""
    letters = free(fact)
    if not letters or any(not _is_number(letter) for letter in letters):
        return False
    with suppress(Refused, OverflowError), np.errstate(all="ignore"):
        at = _points(draft, frozenset(letters))
        if at is None:
            return False
        value, error = _Evaluated(at).of(fact.args[0])
        return bool(np.any(np.isfinite(value) & np.isfinite(error) & (value < -MARGIN * error - 1e-280)))
    return False


def is_something(draft: Draft, node: Term) -> bool:
    """Whether a number is not 0 at a point at which all that the draft supposes holds, as far as floats show."""
    letters = free(node)
    with suppress(Refused, OverflowError), np.errstate(all="ignore"):
        at = _points(draft, frozenset(letters)) if letters and all(map(_is_number, letters)) else None
        if at is not None:
            value, error = _Evaluated(at).of(node)
            return bool(np.any(np.isfinite(value) & np.isfinite(error) & (abs(value) > MARGIN * error + NEARLY)))
    return False


def is_nothing(draft: Draft, node: Term) -> bool:
    """Whether a number is 0 at points at which all that the draft supposes holds, as far as floats show."""
    with suppress(Refused, OverflowError), np.errstate(all="ignore"):
        at = _points(draft, frozenset(free(node)))
        if at is not None:
            value, error = _Evaluated(at).of(node)
            return bool(np.all(abs(value) <= MARGIN * error + NEARLY))
    return False


def _is_number(letter: Term) -> bool:
    return letter.head in ("Symbol", "Dummy")


def _points(draft: Draft, letters: frozenset[Term]) -> dict[Term, np.ndarray] | None:
    """Points at which holds what is supposed of some letters, and of what stands beside them; None where too few are found."""
    said, near = beside([*draft.goal.hypotheses, *draft.goal.given, *draft.held], letters)
    key = (frozenset(near), tuple(said))
    if key not in _KEPT:
        if len(_KEPT) > 200:
            _KEPT.clear()
        _KEPT[key] = _found(near, said)
    return _KEPT[key]


_KEPT: dict[tuple, dict[Term, np.ndarray] | None] = {}


def _found(letters: set[Term], said: list[Term]) -> dict[Term, np.ndarray] | None:
    names = sorted(letters, key=repr)
    if any(not _is_number(letter) for letter in names) or any(known.head not in ("pos", "nonneg", "nonzero", "Equality") for known in said):
        return None
    table = _start(names, said)
    equations = [known for known in said if known.head == "Equality"]
    if equations:
        table = _onto(names, equations, table)
    at = dict(zip(names, table, strict=True))
    good, values = np.all(np.isfinite(table), axis=0), _Evaluated(at)
    for known in said:
        if known.head != "Equality":
            value, error = values.of(known.args[0])
            above = value >= 0 if known.head == "nonneg" else (value if known.head == "pos" else abs(value)) > MARGIN * error
            good &= np.isfinite(value) & above
    return {name: row[good] for name, row in at.items()} if np.count_nonzero(good) >= FEWEST else None


def _start(names: list[Term], said: list[Term]) -> np.ndarray:
    above = {known.args[0] for known in said if known.head in ("pos", "nonneg")}
    rows = []
    for place, name in enumerate(names):
        rng = np.random.default_rng(place)
        if "integer" in name.mark[1]:
            row = rng.integers(0, 9, TRIED) * rng.choice([1, -1], TRIED)
        else:
            row = np.exp(rng.normal(size=TRIED) * rng.choice([0.5, 1, 2], TRIED)) * rng.choice([1, -1], TRIED)
            row = np.where(rng.random(TRIED) < 0.5, rng.uniform(-1, 1, TRIED), row)
        rows.append(abs(row) if name in above or "positive" in name.mark[1] or "nonnegative" in name.mark[1] else row)
    return np.array(rows, dtype=float)


def _onto(names: list[Term], equations: list[Term], table: np.ndarray) -> np.ndarray:
    """Points near those given at which equations hold: Newton's steps, with slopes by differences; others are no numbers."""

    def gaps(table: np.ndarray) -> np.ndarray:
        values = _Evaluated(dict(zip(names, table, strict=True)))
        return np.array([values.of(known.args[0])[0] - values.of(known.args[1])[0] for known in equations])

    whole = np.array(["integer" in name.mark[1] for name in names])
    for _ in range(STEPS):
        here, slopes = gaps(table), []
        for place in range(len(names)):
            width = 1e-6 * (1 + abs(table[place])) * (not whole[place])
            moved = table.copy()
            moved[place] += width
            slopes.append((gaps(moved) - here) / np.where(width == 0, 1, width))
        rates = np.moveaxis(np.array(slopes), 2, 0)  # point, letter, equation
        usable = np.all(np.isfinite(rates), axis=(1, 2)) & np.all(np.isfinite(here), axis=0)
        table = np.where(usable, table, np.nan)
        steps = np.einsum("nek,ne->kn", np.linalg.pinv(np.where(usable[:, None, None], np.moveaxis(rates, 1, 2), 0)).transpose(0, 2, 1),
                          np.where(usable, here, 0).T)
        table = table - steps
    return np.where(np.all(abs(gaps(table)) < 1e-9, axis=0), table, np.nan)


class _Evaluated:
    """Values of terms at points, each worked out once. Raises Refused for what has none here."""

    def __init__(self, at: dict[Term, np.ndarray]) -> None:
        self.known: dict[Term, Value] = {name: (row, np.zeros_like(row)) for name, row in at.items()}
        self.count = len(next(iter(at.values())))

    def of(self, node: Term) -> Value:
        found = self.known.get(node)
        if found is None:
            found = self.known[node] = self._of(node)
        return found

    def _of(self, node: Term) -> Value:
        head = node.head
        if head in _EMPTY and not node.args or head == "number" or head == "constant" and node.mark in _CONSTANTS:
            value = _EMPTY[head] if head in _EMPTY else float(node.mark) if head == "number" else _CONSTANTS[node.mark]
            return np.full(self.count, value), np.full(self.count, EPS * abs(value))
        if head not in ("Add", "Mul", "Pow", "Max", "Min") and (head not in _OF_ONE or len(node.args) != 1):
            raise Refused(f"{head} is not worked out in floating point")
        values, errors = zip(*map(self.of, node.args), strict=True)
        if head == "Add":
            return sum(values), sum(errors) + EPS * sum(map(abs, values))
        if head in ("Max", "Min"):
            return (np.maximum if head == "Max" else np.minimum).reduce(values), np.maximum.reduce(errors)
        if head == "Mul":
            value, error = values[0], errors[0]
            for other, its in zip(values[1:], errors[1:], strict=True):
                value, error = value * other, abs(value) * its + abs(other) * error + its * error
            return value, error + len(values) * EPS * abs(value)
        if head == "Pow":
            (base, power), (base_error, power_error) = values, errors
            value = np.power(base, power)
            apart = np.where(base_error + power_error == 0, 0, abs(power) * base_error / abs(base) + abs(np.log(abs(base))) * power_error)
            return value, abs(value) * (np.where(np.isfinite(apart), apart, 1) + (4 + abs(power)) * EPS)
        function, (value,), (error,) = _OF_ONE[head], values, errors
        result = function(value)
        spread = np.maximum(abs(function(value + error) - result), abs(function(value - error) - result))
        return result, 2 * spread + 8 * EPS * abs(result)
