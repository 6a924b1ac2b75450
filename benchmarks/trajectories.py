"""The single-neuron solver against what a user would do today, against the machine, and its backends against each other; each
figure a ratio of times measured side by side in one run.
"""

from __future__ import annotations

import importlib.util
import time
import tracemalloc
from collections.abc import Callable
from functools import partial

import mpmath
import numpy as np
from scipy.integrate import solve_ivp

from benchmarks import accuracy
from benchmarks.measured import judged
from theoremtest.derivations.toolbox import single_neuron_form as form
from theoremtest.numerics.kernels.sweep import regular_grid
from theoremtest.numerics.models import single_neuron
from theoremtest.numerics.models._single_neuron_start import start
from theoremtest.numerics.models.single_neuron import solve

TIMES = np.linspace(0.0, 10.0, 200)
BETA_STAR = np.array([1.0, 0.5])
COUNTS = (1, 1_000, 100_000)
_BACKENDS = ("numba", "numpy", "torch")


def run(quick: bool = False) -> dict:
    """All figures as a dict that JSON can hold; ``quick`` uses smaller batches and samples.

    Times are the fastest of several repeats, in seconds. Baselines that loop run on a sample of the batch and are scaled
    to it, which the entry says (``measured_on``). Errors are the largest of |state - exact|/|exact| over a sample, against 50 digits.
    """
    counts = COUNTS[:2] if quick else COUNTS
    largest = counts[-1]
    rows = [row for count in counts for row in _methods(count, quick)]
    kernel = _against_exponentials(quick)
    backends = _backends(largest, quick)
    memory = {backend: _peak_memory(backend, largest) for backend in ("numba", "numpy")}
    return {
        "what": "exact single-neuron trajectories: a, w and beta, d = 2, 200 times from 0 to 10, normal starts, beta_* = (1, 1/2)",
        "counts": list(counts),
        "methods": rows,
        "kernel": kernel,
        "backends": backends,
        "peak_memory_over_result": memory,
        "unavailable": _unavailable(),
        "goals": _goals(rows, kernel, memory, _memory_bandwidth(largest), largest),
    }


def _goals(rows, kernel, memory, filling, count):
    seconds = {row["method"]: row["seconds_per_trajectory"] for row in rows if row["count"] == count}
    own = seconds["solve, numba, 1 thread"]
    goals = [{"goal": f"times faster than the RK45 loop, per trajectory of {count}", "at least": 2000,
              "measured": seconds["solve_ivp RK45 rtol 1e-6"] / own},
             {"goal": "kernel time over that of the bare exponentials", "at most": 3, "measured": kernel["ratio"]},
             {"goal": "peak memory over the result's own size", "at most": 1.2, "measured": max(memory.values())},
             {"goal": "time over that of filling as much memory, fresh from the system", "at most": 1.5, "measured": own / filling}]
    if "diffrax Dopri8 rtol 1e-12" in seconds:
        goals.insert(1, {"goal": f"times faster than diffrax's batched Dopri8 at rtol 1e-12, per trajectory of {count}",
                         "at least": 200, "measured": seconds["diffrax Dopri8 rtol 1e-12"] / own})
    return judged(goals)


def _batch(count: int) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(count)
    return random.normal(size=count), random.normal(size=(count, 2))


def _fastest(work: Callable[[], object], repeats: int) -> float:
    work()
    times = []
    for _ in range(repeats):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return min(times)


def _state(a0, w0, backend, threads=1):
    """All that a rival makes, and beta: the trajectories with every array written."""
    path = solve(TIMES, a0, w0, BETA_STAR, backend=backend, threads=threads)
    _ = path.w, path.beta
    return path


def _methods(count, quick):
    a0, w0 = _batch(count)
    repeats = 2 if quick else 5
    rows = []

    def row(method, seconds, measured_on, state):
        rows.append({"count": count, "method": method, "seconds_per_trajectory": seconds / measured_on,
                     "measured_on": measured_on, "error": _error(a0, w0, state)})

    for backend in _BACKENDS:
        if backend == "torch" and importlib.util.find_spec("torch") is None:
            continue
        seconds = _fastest(partial(_state, a0, w0, backend), repeats if backend == "numba" else 2)
        sample = solve(TIMES, a0[:16], w0[:16], BETA_STAR, backend=backend)
        row(f"solve, {backend}, 1 thread", seconds, count, np.concatenate([sample.a[..., None], sample.w], axis=-1))
    sample = min(count, 4 if quick else 24)
    for name, method, tolerance in (("solve_ivp RK45 rtol 1e-6", "RK45", 1e-6), ("solve_ivp DOP853 rtol 1e-12", "DOP853", 1e-12)):
        states = _loop(a0[:sample], w0[:sample], method, tolerance)
        row(name, _fastest(partial(_loop, a0[:sample], w0[:sample], method, tolerance), repeats), sample, states)
    for module, name, integrate in (
        ("diffrax", "diffrax Dopri8 rtol 1e-12", _diffrax),
        ("torchdiffeq", "torchdiffeq dopri8 rtol 1e-12", _torchdiffeq),
    ):
        if importlib.util.find_spec(module):
            size = min(count, 200 if quick else 10_000)
            prepared = integrate(a0[:size], w0[:size])
            row(name, _fastest(prepared, 1 if quick else 2), size, prepared()[:16])
    return rows


def _loop(a0, w0, method, tolerance):
    def velocity(t, state):
        a, w = state[0], state[1:]
        drive = BETA_STAR - a * w
        return np.concatenate([[w @ drive], a * drive])

    return np.array([solve_ivp(velocity, (0.0, TIMES[-1]), np.concatenate([[a], w]), method=method, rtol=tolerance,
                               atol=tolerance * 1e-3, t_eval=TIMES).y.T for a, w in zip(a0, w0)])


def _diffrax(a0, w0):
    import diffrax
    import jax
    import jax.numpy as jnp

    jax.config.update("jax_enable_x64", True)
    target = jnp.asarray(BETA_STAR)

    def velocity(t, state, arguments):
        a, w = state[0], state[1:]
        drive = target - a * w
        return jnp.concatenate([(w @ drive)[None], a * drive])

    def one(state):
        return diffrax.diffeqsolve(diffrax.ODETerm(velocity), diffrax.Dopri8(), 0.0, TIMES[-1], None, state,
                                   saveat=diffrax.SaveAt(ts=jnp.asarray(TIMES)), max_steps=100_000,
                                   stepsize_controller=diffrax.PIDController(rtol=1e-12, atol=1e-15)).ys

    batched, states = jax.jit(jax.vmap(one)), jnp.concatenate([jnp.asarray(a0)[:, None], jnp.asarray(w0)], axis=-1)
    return lambda: np.asarray(batched(states))


def _torchdiffeq(a0, w0):
    import torch
    import torchdiffeq

    target, moments = torch.tensor(BETA_STAR), torch.tensor(TIMES)
    states = torch.tensor(np.concatenate([a0[:, None], w0], axis=-1))

    def velocity(t, state):
        a, w = state[:, :1], state[:, 1:]
        drive = target - a * w
        return torch.cat([(w * drive).sum(dim=-1, keepdim=True), a * drive], dim=-1)

    def work():
        with torch.no_grad():
            return torchdiffeq.odeint(velocity, states, moments, method="dopri8", rtol=1e-12, atol=1e-15).transpose(0, 1).numpy()

    return work


def _error(a0, w0, states):
    worst = 0.0
    for row in range(min(len(states), 4)):
        for column in (1, 20, 199):
            point = accuracy.Point(float(TIMES[column]), float(a0[row]), tuple(map(float, w0[row])), tuple(BETA_STAR))
            with mpmath.workdps(50):
                exact = np.array([float(value) for value in _exact_state(point)])
            worst = max(worst, float(np.linalg.norm(states[row, column] - exact) / np.linalg.norm(exact)))
    return worst


def _exact_state(point):
    exact = accuracy.reference(point)
    w0, beta = [mpmath.mpf(x) for x in point.w0], [mpmath.mpf(x) for x in point.beta_star]
    s2 = sum(x * x for x in beta)
    share = sum(x * y for x, y in zip(w0, beta)) / s2
    rest = [x - share * y for x, y in zip(w0, beta)]
    length = mpmath.sqrt(sum(x * x for x in rest))
    return [exact["a"]] + [exact["along"] * y / mpmath.sqrt(s2) + exact["across_length"] * z / length for y, z in zip(beta, rest)]


def _against_exponentials(quick):
    """The compiled loop, per point, over two calls of NumPy's vectorised exp, all in the cache: on an even grid (as timed
    elsewhere here) and on times as they come."""
    rows = 128  # the results, too, stay in the cache
    a0, w0 = _batch(rows)
    one = np.ones(rows)
    constants = start(a0, w0, np.broadcast_to(BETA_STAR, w0.shape), one, one).constants
    compiled = single_neuron._compiled("numba", tuple(single_neuron._STATE.items()))
    arguments = [constants[name] for name in compiled.arguments[:-1]]
    out = tuple(np.empty((rows, TIMES.size)) for _ in single_neuron._STATE)
    points = np.random.default_rng(0).uniform(-10, 0, 16384)
    result = np.empty_like(points)
    grid = regular_grid(TIMES)
    kernel, uneven, exponential = [], [], []
    for _ in range(30 if quick else 300):  # in turns, so that both see the same machine
        kernel.append(_fastest(lambda: compiled.module.sweep_grid(*arguments, TIMES, *grid, *out), 1) / (rows * TIMES.size))
        uneven.append(_fastest(lambda: compiled.module.sweep(*arguments, TIMES, *out), 1) / (rows * TIMES.size))
        exponential.append(_fastest(lambda: [np.exp(points, out=result) for _ in range(12)], 1) / (12 * points.size))
    return {"seconds_per_point": min(kernel), "exponentials_needed": 2, "seconds_per_exponential": min(exponential),
            "ratio": min(kernel) / (2 * min(exponential)), "median_ratio": float(np.median(np.divide(kernel, exponential)) / 2),
            "ratio_uneven_times": min(uneven) / (2 * min(exponential)),
            "form": f"{form.__name__}: a, along, across"}


def _backends(count, quick):
    a0, w0 = _batch(count)
    entries = []
    for backend in _BACKENDS:
        if backend == "torch" and importlib.util.find_spec("torch") is None:
            continue
        for threads in (1, 2):
            run = partial(_state, a0, w0, backend, threads)
            seconds = _fastest(run, 1 if quick else 3 if backend == "numba" else 1)
            entries.append({"backend": backend, "threads": threads, "seconds_per_trajectory": seconds / count})
    best = min(entry["seconds_per_trajectory"] for entry in entries if entry["threads"] == 1)
    for entry in entries:
        entry["over_fastest_single_thread"] = entry["seconds_per_trajectory"] / best
    return entries


def _peak_memory(backend, count):
    """Peak of traced allocations while solving, over the size of the arrays that are held in the end."""
    a0, w0 = _batch(count)
    _state(a0[:8], w0[:8], backend)
    tracemalloc.start()
    try:
        path = _state(a0, w0, backend)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    return peak / sum(values.nbytes for values in (path.a, path.along, path.across, path.w, path.beta))


def _memory_bandwidth(count: int) -> float:
    """Seconds in which the same arrays as a trajectory's are only filled, fresh from the system, per trajectory."""
    numbers = TIMES.size * (3 + 2 * BETA_STAR.size)
    return _fastest(lambda: np.empty((count, numbers)).fill(1.0), 3) / count


def _unavailable():
    return {name: "not installed here" for name in ("diffrax", "torchdiffeq", "torch") if importlib.util.find_spec(name) is None}


if __name__ == "__main__":
    import json
    import sys

    print(json.dumps(run(quick="--quick" in sys.argv), indent=1))
