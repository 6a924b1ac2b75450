"""The single-neuron solver against what a user would do today, against the machine, and its backends against each other; each
figure a ratio of times measured side by side in one run.
"""

from __future__ import annotations

import importlib.util
import time
import tracemalloc
from functools import partial

import mpmath
import numpy as np
from scipy.integrate import solve_ivp

from benchmarks import accuracy
from benchmarks.measured import fastest, judged
from theoremtest.derivations.toolbox import single_neuron_form as form
from theoremtest.numerics.kernels.sweep import regular_grid
from theoremtest.numerics.models import single_neuron
from theoremtest.numerics.models._single_neuron_start import start
from theoremtest.numerics.models._single_neuron_trajectories import STATE
from theoremtest.numerics.models.single_neuron import solve

TIMES = np.linspace(0.0, 10.0, 200)
BETA_STAR = np.array([1.0, 0.5])
COUNTS = (1, 1_000, 100_000)
_BACKENDS = ("numba", "numpy", "torch")
_FILLING = "filling a, w and beta with a number"


def run(quick: bool = False) -> dict:
    """All figures as a dict that JSON can hold; ``quick`` uses smaller batches and samples.

    Times are the least processor time, in seconds, over repeats that take turns; those of the backends, which have threads, are by the
    clock. Baselines that loop run on a sample of the batch and are scaled
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
        "goals": _goals(rows, kernel, memory, largest),
    }


def _goals(rows, kernel, memory, count):
    seconds = {row["method"]: row["seconds_per_trajectory"] for row in rows if row["count"] == count}
    own = seconds["solve, numba, 1 thread"]
    goals = [{"goal": f"times faster than the RK45 loop, per trajectory of {count}", "at least": 2000,
              "measured": seconds["solve_ivp RK45 rtol 1e-6"] / own},
             {"goal": "kernel time over that of the bare exponentials", "at most": 3, "measured": kernel["ratio"]},
             {"goal": "peak memory over the result's own size", "at most": 1.2, "measured": max(memory.values())},
             {"goal": "time over that of filling as much memory, fresh from the system", "at most": 1.5,
              "measured": own / seconds[_FILLING]}]
    if "diffrax Dopri8 rtol 1e-12" in seconds:
        goals.insert(1, {"goal": f"times faster than diffrax's batched Dopri8 at rtol 1e-12, per trajectory of {count}",
                         "at least": 200, "measured": seconds["diffrax Dopri8 rtol 1e-12"] / own})
    return judged(goals)


def _batch(count: int) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(count)
    return random.normal(size=count), random.normal(size=(count, 2))


def _state(a0, w0, backend, threads=1, first="w"):
    """All that a rival makes, and beta: the trajectories with every array of the state written."""
    path = solve(TIMES, a0, w0, BETA_STAR, backend=backend, threads=threads)
    for name in (first, "w", "beta", "a"):
        getattr(path, name)
    return path


def _filled(count):
    """Arrays of the state's sizes, fresh from the system, each filled with a number."""
    for numbers in (TIMES.size, *(TIMES.size * BETA_STAR.size,) * 2):
        np.empty((count, numbers)).fill(1.0)


def _methods(count, quick):
    a0, w0 = _batch(count)
    repeats, works = 2 if quick else 5, {}
    for backend in _BACKENDS:
        if backend == "torch" and importlib.util.find_spec("torch") is None:
            continue
        works[f"solve, {backend}, 1 thread"] = partial(_state, a0, w0, backend), count
    works["solve, numba, 1 thread, a asked for first"] = partial(_state, a0, w0, "numba", first="a"), count
    works[_FILLING] = partial(_filled, count), count
    sample = min(count, 4 if quick else 24)
    for name, method, tolerance in (("solve_ivp RK45 rtol 1e-6", "RK45", 1e-6), ("solve_ivp DOP853 rtol 1e-12", "DOP853", 1e-12)):
        works[name] = partial(_loop, a0[:sample], w0[:sample], method, tolerance), sample
    for module, name, integrate in (
        ("diffrax", "diffrax Dopri8 rtol 1e-12", _diffrax),
        ("torchdiffeq", "torchdiffeq dopri8 rtol 1e-12", _torchdiffeq),
    ):
        if importlib.util.find_spec(module):
            size = min(count, 200 if quick else 10_000)
            works[name] = integrate(a0[:size], w0[:size]), size
    seconds = fastest({name: work for name, (work, _) in works.items()}, repeats)
    rows = []
    for name, (work, size) in works.items():
        found = {"count": count, "method": name, "seconds_per_trajectory": seconds[name] / size, "measured_on": size}
        rows.append(found | ({} if name == _FILLING else {"error": _error(a0, w0, _states(work()))}))
    return rows


def _states(found):
    """The first trajectories' a and w side by side, of whatever kind of result."""
    return np.concatenate([found.a[:16, :, None], found.w[:16]], axis=-1) if hasattr(found, "w") else found[:16]


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


def _clocked(work, repeats=1):
    """Seconds by the clock, the least of several."""
    times = []
    for _ in range(repeats):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return min(times)


def _against_exponentials(quick):
    """The compiled loop, per point, over two calls of NumPy's vectorised exp, all in the cache: on an even grid (as timed
    elsewhere here) and on times as they come."""
    rows = 128  # the results, too, stay in the cache
    a0, w0 = _batch(rows)
    one = np.ones(rows)
    constants = start(a0, w0, np.broadcast_to(BETA_STAR, w0.shape), one, one).constants
    compiled = single_neuron._compiled("numba", tuple(STATE.items()))
    arguments = [constants[name] for name in compiled.arguments[:-1]]
    out = tuple(np.empty((rows, TIMES.size)) for _ in STATE)
    points = np.random.default_rng(0).uniform(-10, 0, 16384)
    result = np.empty_like(points)
    grid = regular_grid(TIMES)
    kernel, uneven, exponential = [], [], []
    for _ in range(30 if quick else 300):  # in turns, so that both see the same machine
        kernel.append(_clocked(lambda: compiled.module.sweep_grid(*arguments, TIMES, *grid, *out)) / (rows * TIMES.size))
        uneven.append(_clocked(lambda: compiled.module.sweep(*arguments, TIMES, *out)) / (rows * TIMES.size))
        exponential.append(_clocked(lambda: [np.exp(points, out=result) for _ in range(12)]) / (12 * points.size))
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
            run()
            seconds = _clocked(run, 3 if backend == "numba" and not quick else 1)
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
    held = [path.a, path.w, path.beta] + ([path.along, path.across] if "_points" in vars(path) else [])
    return peak / sum(values.nbytes for values in held)


def _unavailable():
    return {name: "not installed here" for name in ("diffrax", "torchdiffeq", "torch") if importlib.util.find_spec(name) is None}


if __name__ == "__main__":
    import json
    import sys

    print(json.dumps(run(quick="--quick" in sys.argv), indent=1))
