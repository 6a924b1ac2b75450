"""All benchmarks in one command: `python -m benchmarks [--quick]` writes reports/benchmarks.json and reports/benchmarks.md.

Each part is measured side by side in this one run; a part that fails is named in the file and loses no other figure.
"""

from __future__ import annotations

import argparse
import datetime
import importlib.metadata
import json
import os
import platform
import statistics
import time
from collections.abc import Callable
from pathlib import Path

from rich.console import Console

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("sympy", "mpmath", "numpy", "scipy", "python-flint", "numba", "torch", "diffrax", "torchdiffeq")


def trajectories(quick: bool) -> dict:
    """The trajectory solver beside SciPy and batched integrators."""
    from benchmarks.trajectories import run

    return run(quick)


def integrator(quick: bool) -> dict:
    """The high-precision integrator beside mpmath.odefun."""
    from benchmarks.integrator import run

    return run(1 if quick else 5)


def engine(quick: bool) -> dict:
    """The exact engine over all scalar identities among the claims, beside SymPy's `simplify` and `Expr.equals`.

    A SymPy call is stopped after `limit_seconds`. `expected` counts what the engine decided; SymPy's answer is right where it agrees
    with a proof or a certified counterexample.
    """
    from sympy import simplify

    from derivations.language import Equal, Outcome
    from derivations.papers import load
    from derivations.proof.decide import decide
    from derivations.proof.words import speaks_of_matrices
    from numerics.routes import _alarm

    limit = 5.0
    identities = [part for claim in load() for statement in (claim.statement, *([claim.erratum.corrected] if claim.erratum else []))
                  for _, part in statement.parts()
                  if isinstance(part, Equal) and not speaks_of_matrices(part.on.expand(part.left - part.right))]
    if quick:
        identities = identities[::6]
    tools: dict[str, Callable] = {"simplify": lambda gap: simplify(gap) == 0, "Expr.equals": lambda gap: gap.equals(0)}
    counts = {name: {"right": 0, "wrong": 0, "not at all": 0, "seconds": []} for name in ("rederive", *tools)}
    for part in identities:
        began = time.perf_counter()
        truth = decide(part).outcome
        counts["rederive"]["seconds"].append(time.perf_counter() - began)
        decided = truth in (Outcome.PROVED, Outcome.REFUTED)
        counts["rederive"]["right" if decided else "not at all"] += 1
        gap = part.on.expand(part.left - part.right)
        for name, tool in tools.items():
            began = time.perf_counter()
            try:
                with _alarm(limit):
                    answer = tool(gap)
            except Exception:  # out of time, or the tool's own failure: not decided
                answer = None
            counts[name]["seconds"].append(time.perf_counter() - began)
            # a nonzero remainder of simplify decides nothing
            if answer is None or (name == "simplify" and not answer) or not decided:
                counts[name]["not at all"] += 1
            else:
                counts[name]["right" if answer == (truth is Outcome.PROVED) else "wrong"] += 1
    for entry in counts.values():
        seconds = entry.pop("seconds")
        entry["median_seconds"], entry["worst_seconds"] = statistics.median(seconds), max(seconds)
    return {"identities": len(identities), "limit_seconds": limit, "tools": counts}


PARTS = {"trajectories": trajectories, "integrator": integrator, "exact engine": engine}


def machine() -> dict:
    """Where and with what the figures were taken."""
    versions = {}
    for name in PACKAGES:
        try:
            versions[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            versions[name] = "not installed"
    model = next((line.split(":", 1)[1].strip() for line in _cpuinfo() if line.startswith("model name")), platform.processor())
    return {"processor": model, "cores": os.cpu_count(), "system": platform.system(), "python": platform.python_version(),
            "load_at_start": round(os.getloadavg()[0], 2), "versions": versions,
            "date": datetime.date.today().isoformat()}


def _cpuinfo() -> list[str]:
    path = Path("/proc/cpuinfo")
    return path.read_text().splitlines() if path.exists() else []


def markdown(record: dict) -> str:
    """The record as nested lists, figures rounded for reading."""
    lines = ["# Benchmarks", "", "Written by `python -m benchmarks`; ratios are taken side by side in one run. Where a goal is missed the "
             "entry says by how much.", ""]
    for title, part in record.items():
        lines += [f"## {title}", "", *_items(part, 0), ""]
    return "\n".join(lines)


def _items(value, depth: int) -> list[str]:
    pad = "  " * depth
    lines = []
    pairs = value.items() if isinstance(value, dict) else ((None, item) for item in value)
    for key, item in pairs:
        label = "" if key is None else f"{key}: "
        if isinstance(item, dict) and all(not isinstance(v, dict | list) for v in item.values()):
            lines.append(f"{pad}- {label}" + ", ".join(f"{k} {_figure(v)}" for k, v in item.items()))
        elif isinstance(item, dict | list) and item and any(isinstance(v, dict | list) for v in (item.values() if isinstance(item, dict) else item)):
            lines += [f"{pad}- {label.rstrip(': ')}", *_items(item, depth + 1)]
        elif isinstance(item, list):
            lines.append(f"{pad}- {label}" + ", ".join(_figure(v) for v in item))
        else:
            lines.append(f"{pad}- {label}{_figure(item)}")
    return lines


def _figure(value) -> str:
    return f"{value:.3g}" if isinstance(value, float) else str(value)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="smaller batches and samples")
    parser.add_argument("--only", choices=list(PARTS), help="one part; the other parts' figures are kept")
    options = parser.parse_args()
    console = Console(stderr=True)
    target = ROOT / "reports" / "benchmarks.json"
    record = json.loads(target.read_text()) if options.only and target.exists() else {}
    record["machine"] = machine()
    for name, part in PARTS.items():
        if options.only in (None, name):
            console.print(f"measuring: {name}")
            try:
                record[name] = part(options.quick)
            except Exception as error:  # one part's failure must not lose the others' figures
                record[name] = {"failed": f"{type(error).__name__}: {error}"}
    target.write_text(json.dumps(record, indent=1) + "\n")
    target.with_suffix(".md").write_text(markdown(record) + "\n")
    console.print(f"written: {target.name}, {target.with_suffix('.md').name}")


if __name__ == "__main__":
    main()
