"""The solver of the scalar network beside integration of the same flow at equal accuracy; each figure a ratio of times measured side by
side in one run.

``python -m benchmarks.lazy_rich [--quick]`` prints the figures; ``python -m benchmarks`` keeps them.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
from functools import partial

import numpy as np
from scipy.integrate import solve_ivp

from benchmarks import accuracy_lazy
from benchmarks.lambda_balanced import fastest
from rederive.numerics.models.lazy_rich import solve

_BACKENDS = ("numba", "numpy", "torch")
_WIDTH = 20


def run(quick: bool = False) -> dict:
    """All figures as a dict that JSON can hold, for two problems of 20 modes at 200 times.

    ``lazy``: normal layers, Z = sqrt(p), normal targets, times to 5. ``rich``: layers of size 1e-3, Z = 1, S = 3, until all is learned.
    Both layers at all times; seconds are the least processor time over repeats that take turns. SciPy integrates all starts as one
    system, or one after the other on a sample. Errors are the largest of |weight - exact| over the largest weight, over a sample,
    against 80 digits.
    """
    count, sample, repeats = (50, 5, 2) if quick else (500, 10, 3)
    random = np.random.default_rng(count)
    layers, targets = random.normal(size=(2, count, _WIDTH)), random.normal(size=count)
    problems = {"lazy": (np.linspace(0.0, 5.0, 200), (*layers, targets, np.sqrt(_WIDTH))),
                "rich": (np.linspace(0.0, 6.0, 200), (*(1e-3 * layers), np.full(count, 3.0), 1.0))}
    rows = {name: _rows(*problem, sample, repeats) for name, problem in problems.items()}
    goals = [{"goal": f"times faster than DOP853 at rtol 3e-14, whose errors are nearest to its own: {name}, {how}", "at least": least,
              "measured": next(row["over_own"] for row in rows[name] if row["method"] == f"solve_ivp DOP853 rtol 3e-14, {how}")}
             for name in problems for how, least in (("start by start", 100), ("one system", 20))]
    for goal in goals:
        goal["met"] = goal["measured"] >= goal["at least"]
    return {"what": f"{count} starts, {_WIDTH} modes, 200 times, both layers; processor time", **rows, "goals": goals}


def _rows(times, given, sample, repeats):
    count = len(given[0])
    works = {f"solve, {backend}": (partial(_solved, times, given, backend), count) for backend in _BACKENDS
             if backend != "torch" or importlib.util.find_spec("torch")}
    for method, tolerance in (("RK45", 1e-6), ("DOP853", 1e-12), ("DOP853", 3e-14)):
        works[f"solve_ivp {method} rtol {tolerance:g}, one system"] = partial(_integrated, times, given, method, tolerance), count
    few = tuple(part[:sample] for part in given[:3]) + given[3:]
    works["solve_ivp DOP853 rtol 3e-14, start by start"] = partial(_loop, times, few), sample
    seconds = fastest({name: work for name, (work, _) in works.items()}, repeats)
    per = {name: seconds[name] / size for name, (_, size) in works.items()}
    exact = _exact(times, given, range(min(sample, 5)))
    return [{"method": name, "seconds_per_trajectory": value, "over_own": value / per["solve, numba"],
             "error": _error(works[name][0](), exact)} for name, value in per.items()]


def _solved(times, given, backend):
    found = solve(times, *given, backend=backend)
    return np.array([found.a, found.b])


def _integrated(times, given, method, tolerance):
    a0, b0, target, Z = given
    size = np.abs(a0).max()

    def velocity(_, state):
        a, b = state.reshape(2, -1, _WIDTH)
        pull = (target - (a * b).sum(axis=-1) / Z)[:, None] / Z
        return np.concatenate([(pull * b).ravel(), (pull * a).ravel()])

    path = solve_ivp(velocity, (0.0, times[-1]), np.concatenate([a0.ravel(), b0.ravel()]), method=method, rtol=tolerance,
                     atol=tolerance * 1e-3 * size, t_eval=times)
    return np.moveaxis(path.y.reshape(2, len(a0), _WIDTH, -1), -1, 2)


def _loop(times, given):
    a0, b0, target, Z = given
    alone = [_integrated(times, (a0[row:row + 1], b0[row:row + 1], target[row:row + 1], Z), "DOP853", 3e-14) for row in range(len(a0))]
    return np.concatenate(alone, axis=1)


def _exact(times, given, rows):
    found = {}
    a0, b0, target, Z = given
    for row in rows:
        for moment in (1, 20, 80, len(times) - 1):
            start = accuracy_lazy.Start(float(times[moment]), tuple(map(float, a0[row])), tuple(map(float, b0[row])), float(target[row]),
                                        float(Z))
            exact = accuracy_lazy.reference(start, digits=80)
            found[row, moment] = np.array([[float(value) for value in exact[name]] for name in ("a", "b")])
    return found


def _error(layers, exact):
    return max(float(np.abs(layers[:, row, moment] - pair).max() / np.abs(pair).max()) for (row, moment), pair in exact.items())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a smaller batch")
    print(json.dumps(run(parser.parse_args().quick), indent=1))
