"""The solver of diagonal linear networks beside integration of the same flow at equal accuracy; each figure a ratio of times or of memory
measured side by side in one run.

``python -m benchmarks.diagonal_linear [--quick]`` prints the figures; ``python -m benchmarks`` keeps them.
"""

from __future__ import annotations

import numpy as np
from scipy.integrate import solve_ivp

from benchmarks import accuracy_diagonal
from benchmarks.beside_scipy import NEAREST, ONE_SYSTEM, figure, memory_goal, rows
from benchmarks.measured import command, judged
from theoremtest.numerics.models.diagonal_linear import solve


def run(quick: bool = False) -> dict:
    """All figures as a dict that JSON can hold, for two problems.

    ``normal``: starts and targets drawn alike, 200 times from 0 to 10. ``stages``: modes of variance k^-1.6, S = 5, small starts, until
    the last one has been learned (Nam 2024, Fig. 3.4). Both weights of all modes at all times; seconds are the least processor time over
    repeats that take turns. SciPy integrates all modes as one system, or one after the other on a sample; errors are against 60 digits.
    """
    count, stages, sample, repeats = (1000, 50, 5, 2) if quick else (10_000, 200, 20, 3)
    random = np.random.default_rng(count)
    normal = np.linspace(0.0, 10.0, 200), (*random.normal(size=(3, count)), random.exponential(size=count))
    variance = np.arange(1.0, stages + 1) ** -1.6
    staged = np.linspace(0.0, 2.0 / variance[-1], 200), (*(1e-3 * random.normal(size=(2, stages))), np.full(stages, 5.0), variance)
    found = {name: rows(*problem, _solved, _integrated, _exact, np.linspace(0, len(problem[1][0]) - 1, sample).astype(int), repeats,
                        "mode by mode") for name, problem in {"normal": normal, "stages": staged}.items()}
    alone = f"{NEAREST}, mode by mode"
    goals = [{"goal": f"times faster than DOP853 at rtol 3e-14, whose errors are nearest to its own: {name}, {method.split(', ')[1]}",
              "at least": least, "measured": figure(found[name], method)}
             for name, method, least in (("normal", alone, 300), ("normal", ONE_SYSTEM, 3), ("stages", alone, 300),
                                         ("stages", ONE_SYSTEM, 30))]
    return {"what": f"{count} and {stages} modes, 200 times, both weights; processor time, NumPy's memory", **found,
            "goals": judged([*goals, memory_goal(found)])}


def _solved(times, modes, backend):
    found = solve(times, *modes, backend=backend)
    return found.a, found.b


def _integrated(times, modes, method, tolerance):
    a0, b0, target, variance = modes

    def velocity(_, state):
        a, b = state.reshape(2, -1)
        pull = variance * (target - a * b)
        return np.concatenate([pull * b, pull * a])

    path = solve_ivp(velocity, (0.0, times[-1]), np.concatenate([a0, b0]), method=method, rtol=tolerance, atol=tolerance * 1e-3,
                     t_eval=times)
    return path.y.reshape(2, len(a0), -1)


def _exact(time, mode):
    exact = accuracy_diagonal.reference(accuracy_diagonal.Start(time, *map(float, mode)), digits=60)
    return np.array([float(exact["a"]), float(exact["b"])])


if __name__ == "__main__":
    command(run, __doc__)
