"""Phase diagrams on the closed forms: points per minute, cost of a point over sizes, memory, and what hands out chunks costs.

Every figure is taken in a process of its own, after a small sweep that compiles and starts the workers. Times of the clock depend on what
else the machine does; seconds of the processor, which stand beside them, do much less.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from benchmarks.measured import judged

DIAGRAMS = {"kunin2024_kernel_distance": ("scale", "delta"), "xu2024_phase_diagram": ("c_gamma", "c_eta")}
"""Sweeps that are measured, and the axes that grow."""
SIZES, LARGE, GOAL = (10**4, 10**5, 10**6), (10**7, 10**8), 10**7
WORKERS = (1, 2)
CALLS = 3000
"""Empty calls that are handed out to see what one costs."""
MANY = 1000
"""Workers of which the last sentence speaks."""


def run(quick: bool = False) -> dict:
    """All figures as a dict that JSON can hold, the largest with two workers alone; ``quick`` leaves out 10^6 points and more."""
    load, cores = os.getloadavg()[0], os.cpu_count() or 1
    sizes = SIZES[:2] if quick else SIZES
    more = {1: (), 2: () if quick else LARGE}
    rows = [_apart("measure", name, size, workers) for name in DIAGRAMS for workers in WORKERS for size in (*sizes, *more[workers])]
    handed = {where: _apart("hand_out", where) for where in ("processes", "cluster")}
    best = {name: max((row for row in rows if row["diagram"] == name and row["workers"] == 2), key=lambda row: row["points_per_minute"])
            for name in DIAGRAMS}
    alone = [row for row in rows if row["workers"] == 1 and row["points"] > 0.9 * sizes[-1]]
    return {
        "what": "phase diagrams on the closed forms, into Zarr; memory is that of the largest process",
        "diagrams": rows, "seconds_for_an_empty_call": handed, "load_at_start": round(load, 1), "cores": cores,
        "note": "the machine was shared: others' work makes times by the clock longer" if load > 1 else "the machine was idle",
        "goals": judged([{"goal": f"points per minute with 2 workers, {name}", "at least": GOAL, "measured": row["points_per_minute"]}
                         for name, row in best.items()]),
        "at_1000_workers": [limits(row, handed["cluster"]["processor"]) for row in alone],
    }


def limits(row: dict, empty_call: float) -> str:
    """What would limit many workers, from a diagram's figures and the seconds that a scheduler needs to hand out one chunk."""
    chunk = row["chunk"] * row["processor_seconds_per_point"]
    needed = MANY * empty_call / row["processor_seconds_per_point"]
    disk = MANY / row["processor_seconds_per_point"] * row["bytes_per_point"]
    busy = chunk / empty_call
    first = "the scheduler" if busy < MANY else "the disk that they share"
    return (f"{row['diagram']}: a chunk of {row['chunk']:,} points takes a worker {chunk:.2g} s and the scheduler "
            f"{1e3 * empty_call:.2g} ms, which is enough for {busy:,.0f} workers; {MANY:,} need chunks of {needed:,.0f} points or more "
            f"and write {disk / 1e9:.2g} GB/s together: {first} limits them first.")


def _apart(what: str, *words: object) -> dict:
    done = subprocess.run([sys.executable, "-m", "benchmarks.sweeps", "--one", what, *map(str, words)], capture_output=True, text=True,
                          cwd=Path(__file__).resolve().parents[1])
    if done.returncode:
        raise RuntimeError(done.stderr.strip().splitlines()[-1])
    return json.loads(done.stdout)


def measure(name: str, size: str, workers: str) -> dict:
    """One diagram, computed once, in this process."""
    from theoremtest.numerics.sweeps.named import named
    from theoremtest.numerics.sweeps.sweep import sweep

    one = named()[name]
    rest = int(np.prod([values.size for axis, values in one.grid.items() if axis not in DIAGRAMS[name]]))
    side = round((int(size) / rest) ** 0.5)
    finer = {axis: _finer(values, side) if axis in DIAGRAMS[name] else values for axis, values in one.grid.items()}
    with tempfile.TemporaryDirectory() as folder:
        sweep(one.function, {axis: values[:2] for axis, values in finer.items()}, f"{folder}/first", fixed=one.fixed, points=1,
              workers=int(workers))
        before, began = time.process_time(), time.perf_counter()
        found = sweep(one.function, finer, f"{folder}/store", fixed=one.fixed, points=one.points, workers=int(workers))
        clock, processor = time.perf_counter() - began, time.process_time() - before
        points = int(np.prod(list(found.sizes.values())))
        stored = sum(path.stat().st_size for path in Path(folder, "store").rglob("*") if path.is_file())
    own = {"processor_seconds_per_point": processor / points} if workers == "1" else {}
    return {"diagram": name, "points": points, "workers": int(workers), "seconds": clock, "points_per_minute": 60 * points / clock, **own,
            "peak_megabytes": _peak(), "bytes_per_point": stored / points, "chunk": one.points}


def hand_out(where: str) -> dict:
    """Seconds of an empty call, by the clock and of this process, which holds the cluster's scheduler as well."""
    from theoremtest.numerics.parallel.cluster import local_cluster
    from theoremtest.numerics.parallel.workers import in_workers

    def timed(workers):
        list(in_workers(divmod, {k: (k, 7) for k in range(50)}, workers))
        began, before = time.perf_counter(), time.process_time()
        assert len(list(in_workers(divmod, {k: (k, 7) for k in range(CALLS)}, workers))) == CALLS
        return {"clock": (time.perf_counter() - began) / CALLS, "processor": (time.process_time() - before) / CALLS}

    if where == "processes":
        return timed(2)
    with local_cluster(2) as address:
        return timed(address)


def _finer(values: np.ndarray, count: int) -> np.ndarray:
    even = np.allclose(np.diff(values), values[1] - values[0])
    return (np.linspace if even else np.geomspace)(values[0], values[-1], count)


def _peak() -> float:
    """Megabytes of the largest process; joblib's are ended, so that they are counted."""
    from joblib.externals.loky import get_reusable_executor

    get_reusable_executor().shutdown(wait=True)
    return max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)) / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="leaves out 10^6 points and more")
    parser.add_argument("--one", nargs="+", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.one:
        print(json.dumps({"measure": measure, "hand_out": hand_out}[asked.one[0]](*asked.one[1:])))
    else:
        print(json.dumps(run(asked.quick), indent=1))


if __name__ == "__main__":
    main()
