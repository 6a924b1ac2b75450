"""`python -m tests.soundness.random_kinds --statements 100000 --seed 0 --jobs 2`: random statements of known truth against the engine.

Statement number k of a seed is the same everywhere. Results are appended to a file as they come; started again with the same
file, a run goes on where it stopped.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from pathlib import Path

from rederive.derivations.language import RederiveError
from rederive.derivations.proof.decide import decide

from .builders import build
from .case import fault_of
from .source import Seeded

SECONDS = 3.0
CHUNK = 50


def outcome_of(seed: int, number: int, seconds: float = SECONDS, kind: str | None = None) -> dict:
    """What became of one statement: its kind, truth, outcome, seconds, and the fault, if any."""
    made = build(Seeded(f"{seed} {number}"), kind)
    if made is None:
        return {"number": number, "outcome": "not made", "fault": ""}
    began = time.monotonic()
    try:
        evidence = decide(made.statement, seconds)
    except Exception as error:
        return {"number": number, "kind": made.statement.kind, "outcome": "raised", "fault": f"raised {type(error).__name__}: {error}"}
    passed = time.monotonic() - began
    fault = fault_of(made.truth, evidence, passed, seconds)
    found = {"number": number, "kind": made.statement.kind, "truth": made.truth, "outcome": evidence.outcome.value,
             "seconds": round(passed, 2), "fault": fault}
    return {**found, "statement": repr(made.statement), "why": made.why} if fault else found


def chunk(seed: int, numbers, seconds: float) -> list[dict]:
    """Some statements, one after another."""
    found = []
    for number in numbers:
        try:
            found.append(outcome_of(seed, number, seconds))
        except RederiveError as refusal:
            found.append({"number": number, "outcome": "refused", "fault": "", "why": str(refusal)[:200]})
    return found


def run(statements: int, seed: int, jobs: int, file: Path | None, seconds: float) -> list[dict]:
    """Decide the statements that the file does not hold yet; returns all results."""
    from joblib import Parallel, delayed

    found = [json.loads(line) for line in file.read_text("utf-8").splitlines()] if file and file.exists() else []
    done = {result["number"] for result in found}
    waiting = [number for number in range(statements) if number not in done]
    began, shown = time.monotonic(), 0
    chunks = [waiting[k:k + CHUNK] for k in range(0, len(waiting), CHUNK)]
    for results in Parallel(n_jobs=jobs, return_as="generator_unordered")(delayed(chunk)(seed, numbers, seconds) for numbers in chunks):
        found += results
        if file:
            with file.open("a", encoding="utf-8") as out:
                out.writelines(json.dumps(result) + "\n" for result in results)
        for result in results:
            if result["fault"]:
                told = (result.get(name) for name in ("number", "truth", "fault", "statement", "why"))
                print(*told, sep="\n    ", flush=True)
        if time.monotonic() - shown > 20:
            shown = time.monotonic()
            print(f"{len(found)} of {statements}, {shown - began:.0f} s, {_faults(found)} faults", flush=True)
    return found


def _faults(found: list[dict]) -> int:
    return sum(bool(result["fault"]) for result in found)


def summary(found: list[dict]) -> str:
    """How often each kind came to which outcome."""
    truths = {True: "true", False: "false", None: ""}
    counts = Counter((result.get("kind", "-"), truths[result.get("truth")], result["outcome"]) for result in found)
    lines = [f"{kind:16}{truth:8}{outcome:12}{number}" for (kind, truth, outcome), number in sorted(counts.items())]
    return "\n".join([*lines, f"{_faults(found)} faults in {len(found)} statements"])


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.soundness.random_kinds", description=__doc__)
    parser.add_argument("--statements", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--file", type=Path, help="where results are kept, so that a run can go on")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="time limit of a decision")
    chosen = parser.parse_args()
    found = run(chosen.statements, chosen.seed, chosen.jobs, chosen.file, chosen.seconds)
    print(summary(found))
    return any(result["fault"] for result in found)


if __name__ == "__main__":
    sys.exit(main())
