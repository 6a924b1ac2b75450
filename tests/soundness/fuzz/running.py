"""A run of the fuzzer: statements decided one after another, results appended to a file as they come, taken up again from it."""

from __future__ import annotations

import json
import time
from collections import Counter
from pathlib import Path

from ..case import answer
from . import statement

SECONDS = 2.0
"""The limit of a decision: what is decided at all takes a fraction of it as a rule."""
CHUNK = 50
SHOWN_EVERY = 60.0


def outcome_of(seed: int, number: int, seconds: float = SECONDS) -> dict:
    """What became of one statement: its maker, kind, truth, outcome, seconds, and the fault, if any."""
    name, case = statement(seed, number)
    found = answer(case, seconds)
    told = {"number": number, "maker": name, "kind": found.kind, "truth": case.truth, "outcome": found.outcome,
            "seconds": round(found.seconds, 2), "fault": found.fault}
    return {**told, "statement": repr(case.make()), "why": case.why} if found.fault else told


def chunk(seed: int, numbers, seconds: float) -> list[dict]:
    """Some statements, one after another."""
    return [outcome_of(seed, number, seconds) for number in numbers]


def run(statements: int, seed: int, jobs: int, file: Path | None, seconds: float) -> list[dict]:
    """Decide the statements that the file does not hold yet; returns all results."""
    from theoremtest.numerics.parallel.workers import in_workers

    found = read(file) if file and file.exists() else []
    done = {result["number"] for result in found}
    waiting = [number for number in range(statements) if number not in done]
    began, shown = time.monotonic(), 0.0
    chunks = {waiting[k]: (seed, waiting[k:k + CHUNK], seconds) for k in range(0, len(waiting), CHUNK)}
    for _, results in in_workers(chunk, chunks, jobs):
        found += results
        if file:
            with file.open("a", encoding="utf-8") as out:
                out.writelines(json.dumps(result) + "\n" for result in results)
        for result in results:
            if result["fault"]:
                told = (result.get(name) for name in ("number", "maker", "truth", "fault", "statement", "why"))
                print(*told, sep="\n    ", flush=True)
        if time.monotonic() - shown > SHOWN_EVERY:
            shown = time.monotonic()
            print(f"{len(found)} of {statements}, {shown - began:.0f} s, {faults(found)} faults", flush=True)
    return found


def read(file: Path) -> list[dict]:
    """The results of a run so far. A last line that was cut off is taken out of the file: its statement is decided again."""
    text = file.read_text("utf-8")
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        file.write_text(whole, "utf-8")
    return [json.loads(line) for line in whole.splitlines()]


def faults(found: list[dict]) -> int:
    """How many of the results are wrong."""
    return sum(bool(result["fault"]) for result in found)


def summary(found: list[dict], by: str = "maker") -> str:
    """How often each maker, or kind, came to which outcome."""
    truths = {True: "true", False: "false", None: ""}
    counts = Counter((result[by], truths[result["truth"]], result["outcome"]) for result in found)
    lines = [f"{name:32}{truth:8}{outcome:12}{number}" for (name, truth, outcome), number in sorted(counts.items())]
    return "\n".join([*lines, f"{faults(found)} faults in {len(found)} statements"])
