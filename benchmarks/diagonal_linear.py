"""The solver of diagonal linear networks beside integration of the same flow at equal accuracy; each figure a ratio of times measured
side by side in one run.

``python -m benchmarks.diagonal_linear [--quick]`` prints the figures; ``python -m benchmarks`` keeps them.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
from functools import partial

import numpy as np
from scipy.integrate import solve_ivp

from benchmarks import accuracy_diagonal
from benchmarks.lambda_balanced import fastest
from rederive.numerics.models.diagonal_linear import solve

_BACKENDS = ("numba", "numpy", "torch")


def run(quick: bool = False) -> dict:
    """All figures as a dict that JSON can hold, for two problems.

    ``normal``: starts and targets drawn alike, 200 times from 0 to 10. ``stages``: modes of variance k^-1.6, S = 5, small starts, until
    the last one has been learned (Nam 2024, Fig. 3.4). Both weights of all modes at all times; seconds are the least processor time over
    repeats that take turns. SciPy integrates all modes as one system, or one after the other on a sample. Errors are the largest of
    |weight - exact|/max(|a|, |b|) over a sample, against 60 digits.
    """
    count, stages, sample, repeats = (1000, 50, 5, 2) if quick else (10_000, 200, 20, 3)
    random = np.random.default_rng(count)
    normal = np.linspace(0.0, 10.0, 200), (*random.normal(size=(3, count)), random.exponential(size=count))
    variance = np.arange(1.0, stages + 1) ** -1.6
    staged = np.linspace(0.0, 2.0 / variance[-1], 200), (*(1e-3 * random.normal(size=(2, stages))), np.full(stages, 5.0), variance)
    problems = {"normal": normal, "stages": staged}
    rows = {name: _rows(*problem, sample, repeats) for name, problem in problems.items()}
    goals = [{"goal": f"times faster than DOP853 at rtol 3e-14, whose errors are nearest to its own: {name}, {how}", "at least": least,
              "measured": next(row["over_own"] for row in rows[name] if row["method"] == f"solve_ivp DOP853 rtol 3e-14, {how}")}
             for name, how, least in (("normal", "mode by mode", 300), ("normal", "one system", 3), ("stages", "mode by mode", 300),
                                      ("stages", "one system", 30))]
    for goal in goals:
        goal["met"] = goal["measured"] >= goal["at least"]
    return {"what": f"{count} and {stages} modes, 200 times, both weights; processor time", **rows, "goals": goals}


def _rows(times, modes, sample, repeats):
    count = len(modes[0])
    works = {f"solve, {backend}": (partial(_solved, times, modes, backend), count) for backend in _BACKENDS
             if backend != "torch" or importlib.util.find_spec("torch")}
    for method, tolerance in (("RK45", 1e-6), ("DOP853", 1e-12), ("DOP853", 3e-14)):
        works[f"solve_ivp {method} rtol {tolerance:g}, one system"] = partial(_integrated, times, modes, method, tolerance), count
    spread = np.linspace(0, count - 1, sample).astype(int)
    works["solve_ivp DOP853 rtol 3e-14, mode by mode"] = partial(_loop, times, tuple(part[spread] for part in modes)), sample
    seconds = fastest({name: work for name, (work, _) in works.items()}, repeats)
    per = {name: seconds[name] / size for name, (_, size) in works.items()}
    exact = {"all": _exact(times, modes, range(5)), "sample": _exact(times, tuple(part[spread] for part in modes), range(5))}
    return [{"method": name, "seconds_per_trajectory": value, "over_own": value / per["solve, numba"],
             "error": _error(works[name][0](), exact["sample" if name.endswith("mode by mode") else "all"])} for name, value in per.items()]


def _solved(times, modes, backend):
    found = solve(times, *modes, backend=backend)
    return np.array([found.a, found.b])


def _integrated(times, modes, method, tolerance):
    a0, b0, target, variance = modes

    def velocity(_, state):
        a, b = state.reshape(2, -1)
        pull = variance * (target - a * b)
        return np.concatenate([pull * b, pull * a])

    path = solve_ivp(velocity, (0.0, times[-1]), np.concatenate([a0, b0]), method=method, rtol=tolerance, atol=tolerance * 1e-3,
                     t_eval=times)
    return path.y.reshape(2, len(a0), -1)


def _loop(times, modes):
    alone = [_integrated(times, tuple(part[row:row + 1] for part in modes), "DOP853", 3e-14) for row in range(len(modes[0]))]
    return np.concatenate(alone, axis=1)


def _exact(times, modes, rows):
    found = {}
    for row in rows:
        for moment in (1, 20, 80, len(times) - 1):
            start = accuracy_diagonal.Start(float(times[moment]), *(float(part[row]) for part in modes))
            exact = accuracy_diagonal.reference(start, digits=60)
            found[row, moment] = float(exact["a"]), float(exact["b"])
    return found


def _error(weights, exact):
    return max(float(np.abs(weights[:, row, moment] - pair).max() / np.abs(pair).max()) for (row, moment), pair in exact.items())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a smaller batch")
    print(json.dumps(run(parser.parse_args().quick), indent=1))
