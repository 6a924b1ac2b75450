"""The multilinear model's losses beside plain summation over all skills; each figure a ratio of times or of memory measured side by side
in one run.

``python -m benchmarks.multilinear [--quick]`` prints the figures; ``python -m benchmarks`` keeps them.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable

import numpy as np

from benchmarks import accuracy_multilinear
from benchmarks.measured import command, fastest, judged, peak
from theoremtest.numerics.models.multilinear import solve

ALPHA, START = 0.6, 1e-3
TIMES = np.geomspace(1.0, 1e6, 1000)
BLOCK = 2**16
"""How many skills plain summation takes at once, which is faster than all at once."""


def run(quick: bool = False) -> dict:
    """All figures as a dict that JSON can hold.

    Seconds are the least processor time over repeats that take turns, per time of the curve. Plain summation runs over 10^6 or 10^7
    skills at a few of the times; over 10^8 it takes ten times as long as over 10^7, which is not measured. ``solve, batch`` is a hundred
    values of alpha at ten times, a row each. Memory is that of one call as far as NumPy allocates it; Torch's is not seen. Errors are the
    largest relative ones over a few times, against 50 digits.
    """
    measured, repeats = (10**6, 2) if quick else (10**7, 3)
    few = TIMES[[0, 600, 999]]
    works: dict[str, tuple[Callable[[], np.ndarray], int, float]] = {
        f"solve, {skills:g} skills": (lambda skills=skills: solve(TIMES, ALPHA, start=START, skills=skills).loss, TIMES.size, skills)
        for skills in (float(measured), 1e8, np.inf)}
    alphas, ten = np.linspace(0.3, 0.9, 100), TIMES[::100, None]
    works["solve, batch, 1e+08 skills"] = lambda: solve(ten, alphas, start=START, skills=1e8).loss, TIMES.size, 1e8
    if importlib.util.find_spec("torch"):
        works["solve, torch, 1e+08 skills"] = lambda: solve(TIMES, ALPHA, start=START, skills=1e8, backend="torch").loss, TIMES.size, 1e8
    works[f"plain summation, {measured:g} skills"] = lambda: summed(few, measured), few.size, float(measured)
    seconds = fastest({name: work for name, (work, _, _) in works.items()}, repeats)
    own = f"solve, {float(measured):g} skills"
    per = {name: seconds[name] / count for name, (_, count, _) in works.items()}
    memory = {name: peak(work) for name, (work, _, _) in works.items() if "torch" not in name}
    rows = [{"method": name, "seconds_per_time": value, "over_own": value / per[own]}
            | ({"memory_over_own": memory[name] / memory[own]} if name in memory else {})
            | ({} if "batch" in name else {"error": _error(work(), count, skills)})
            for (name, value), (work, count, skills) in zip(per.items(), works.values(), strict=True)]
    return {"what": f"losses of skills with alpha = {ALPHA}, {TIMES.size} times from 1 to 1e6; processor time",
            "methods": rows, "peak_bytes, 1e8 skills": memory["solve, 1e+08 skills"], "goals": judged(_goals(rows, measured))}


def _goals(rows, measured):
    plain = next(row for row in rows if row["method"].startswith("plain"))
    many = next(row for row in rows if row["method"] == "solve, 1e+08 skills")
    return [{"goal": f"times faster than plain summation over {measured:g} skills", "at least": measured / 1e4,
              "measured": plain["over_own"]},
            {"goal": f"time for 10^8 skills over that for {measured:g}", "at most": 2.0, "measured": many["over_own"]}]


def summed(times: np.ndarray, skills: int) -> np.ndarray:
    """The losses term by term, (T,)."""
    totals = np.zeros(times.size)
    frequencies = [np.arange(low + 1.0, min(low + BLOCK, skills) + 1.0) ** -(ALPHA + 1) for low in range(0, skills, BLOCK)]
    weight = sum(part.sum() for part in frequencies)
    for part in frequencies:
        for place, time in enumerate(times):
            decayed = (1 / START - 1) * np.exp(-2 * part / weight * time)
            totals[place] += (part / weight * (decayed / (1 + decayed)) ** 2).sum() / 2
    return totals


def _error(losses, count, skills):
    places = [0, 600] if count == TIMES.size else [0, 1]
    exact = [accuracy_multilinear.in_time(TIMES[place], ALPHA, 1.0, START, 1.0, skills, skills) for place in (0, 600)]
    return max(abs(float((value - losses[place]) / value)) for place, value in zip(places, exact, strict=True))


if __name__ == "__main__":
    command(run, __doc__, "fewer skills for plain summation")
