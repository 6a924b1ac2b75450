"""The solver of the scalar network beside integration of the same flow at equal accuracy; each figure a ratio of times or of memory
measured side by side in one run.

``python -m benchmarks.lazy_rich [--quick]`` prints the figures; ``python -m benchmarks`` keeps them.
"""

from __future__ import annotations

import numpy as np
from scipy.integrate import solve_ivp

from benchmarks import accuracy_lazy
from benchmarks.beside_scipy import NEAREST, ONE_SYSTEM, figure, memory_goal, rows
from benchmarks.measured import command, judged
from theoremtest.numerics.models.lazy_rich import solve

_WIDTH = 20


def run(quick: bool = False) -> dict:
    """All figures as a dict that JSON can hold, for two problems of 20 modes at 200 times.

    ``lazy``: normal layers, Z = sqrt(p), normal targets, times to 5. ``rich``: layers of size 1e-3, Z = 1, S = 3, until all is learned.
    Both layers at all times; seconds are the least processor time over repeats that take turns. SciPy integrates all starts as one
    system, or one after the other on a sample; errors are against 80 digits.
    """
    count, sample, repeats = (50, 5, 2) if quick else (500, 10, 3)
    random = np.random.default_rng(count)
    layers, targets = random.normal(size=(2, count, _WIDTH)), random.normal(size=count)
    problems = {"lazy": (np.linspace(0.0, 5.0, 200), (*layers, targets, np.sqrt(_WIDTH))),
                "rich": (np.linspace(0.0, 6.0, 200), (*(1e-3 * layers), np.full(count, 3.0), 1.0))}
    found = {name: rows(*problem, _solved, _integrated, _exact, range(sample), repeats, "start by start")
             for name, problem in problems.items()}
    goals = [{"goal": f"times faster than DOP853 at rtol 3e-14, whose errors are nearest to its own: {name}, {method.split(', ')[1]}",
              "at least": least, "measured": figure(found[name], method)}
             for name in problems for method, least in ((f"{NEAREST}, start by start", 100), (ONE_SYSTEM, 20))]
    return {"what": f"{count} starts, {_WIDTH} modes, 200 times, both layers; processor time, NumPy's memory", **found,
            "goals": judged([*goals, memory_goal(found)])}


def _solved(times, given, backend):
    found = solve(times, *given, backend=backend)
    return found.a, found.b


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


def _exact(time, start):
    a0, b0, target, Z = start
    point = accuracy_lazy.Start(time, tuple(map(float, a0)), tuple(map(float, b0)), float(target), float(Z))
    exact = accuracy_lazy.reference(point, digits=80)
    return np.array([[float(value) for value in exact[name]] for name in ("a", "b")])


if __name__ == "__main__":
    command(run, __doc__)
