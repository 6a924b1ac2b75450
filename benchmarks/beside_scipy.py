"""A solver beside SciPy's integration of the same flow, at loose, tight and equal accuracy: all starts as one system, or one after the
other; time, memory and error of each, as ratios to the solver's own where they can be.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from benchmarks.measured import fastest, peak

BACKENDS = ("numba", "numpy", "torch")
NEAREST = "solve_ivp DOP853 rtol 3e-14"
"""The integrator whose errors are nearest to a solver's own."""
ONE_SYSTEM = f"{NEAREST}, one system"
_MOMENTS = (1, 20, 80, -1)


def rows(times: np.ndarray, given: tuple, solved: Callable, integrated: Callable, exact: Callable, picked: Sequence[int], repeats: int,
         alone: str) -> list[dict]:
    """The figures of each method, for all starts, and for the ``picked`` ones one after the other (``alone`` names that).

    times       (T,)
    given       the flow's arguments: arrays with one entry per start, or numbers that all starts share
    solved      (times, given, backend) -> two arrays of weights, (starts, T, ...)
    integrated  (times, given, method, tolerance) -> the same by SciPy
    exact       (time, given of one start) -> weights, (2, ...), for the first and the picked starts at four times

    Errors are the largest of |weight - exact| over the largest weight. Times and memory are over
    those of the solver on Numba; memory is that of one call as far as NumPy allocates it, so that Torch's is not seen, and the solver's
    own is given over the arrays that it returns.
    """
    count, few = len(given[0]), _of(given, np.asarray(picked))
    works: dict[str, tuple[Callable[[], np.ndarray], int]] = {
        f"solve, {backend}": (partial(solved, times, given, backend), count) for backend in BACKENDS
        if backend != "torch" or importlib.util.find_spec("torch")}
    for method, tolerance in (("RK45", 1e-6), ("DOP853", 1e-12), ("DOP853", 3e-14)):
        works[f"solve_ivp {method} rtol {tolerance:g}, one system"] = partial(integrated, times, given, method, tolerance), count
    single = f"{NEAREST}, {alone}"
    works[single] = partial(_one_by_one, times, few, integrated), len(picked)
    seconds = fastest({name: work for name, (work, _) in works.items()}, repeats)
    per = {name: seconds[name] / size for name, (_, size) in works.items()}
    own, made = peak(works["solve, numba"][0]), sum(part.nbytes for part in works["solve, numba"][0]())
    known = {name: _known(times, taken, exact) for name, taken in (("all", _of(given, slice(5))), (single, few))}
    return [{"method": name, "seconds_per_trajectory": value, "over_own": value / per["solve, numba"],
             "error": _error(works[name][0](), known.get(name, known["all"]))}
            | ({} if name in ("solve, torch", single) else {"memory_over_own": peak(works[name][0]) / own})
            | ({"memory_over_result": own / made} if name == "solve, numba" else {}) for name, value in per.items()]


def memory_goal(found: dict[str, list[dict]]) -> dict:
    """The most memory that the solver takes, over what it returns, in any of the problems."""
    return {"goal": "peak memory over the result's own size", "at most": 1.2,
            "measured": max(figure(problem, "solve, numba", "memory_over_result") for problem in found.values())}


def figure(found: list[dict], method: str, name: str = "over_own") -> float:
    """A method's figure of this name."""
    return next(row[name] for row in found if row["method"] == method)


def _of(given, starts):
    return tuple(part[starts] if np.ndim(part) else part for part in given)


def _one_by_one(times, given, integrated):
    alone: list[Any] = [integrated(times, _of(given, slice(row, row + 1)), "DOP853", 3e-14) for row in range(len(given[0]))]
    return np.concatenate(alone, axis=1)


def _known(times, given, exact):
    return {(row, moment): exact(float(times[moment]), _of(given, row)) for row in range(len(given[0])) for moment in _MOMENTS}


def _error(weights, known):
    return max(float(np.abs(np.array([part[row, moment] for part in weights]) - pair).max() / np.abs(pair).max())
               for (row, moment), pair in known.items())
