"""The whole verification: with nothing cached, with everything cached, and after an edit to one claim; its memory, and where its time goes.

It runs on a copy of the checkout, so that the edit and its ledger leave nothing behind. Python keeps what it compiles, as it does where
nobody tells it not to: the cold run compiles every module, the others find them.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("theoremtest", "derivations", "numerics", "reports")
EDITED = "derivations/kunin2024/a2_3_upstream_eq26_28.py"
PRINTED, SLIP = (
    "Evolves(nu, s**2 - delta * nu - nu**2, along=reduced_unit_flow",
    "Evolves(nu, s**2 + delta * nu - nu**2, along=reduced_unit_flow",
)
"""Eq. (26) of Kunin et al., and the same with one sign turned."""
GOALS = {"cold_seconds": 300.0, "nothing_changed_seconds": 5.0, "one_edit_seconds": 5.0, "largest_process_mib": 2048.0}
"""For all claims of four papers, on two cores."""
SLOWEST = 12


def run(jobs: int = 2) -> dict:
    """Seconds of `theoremtest verify`, the memory of its largest process, and the seconds of the cold run by route and by claim."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        for folder_name in FOLDERS:
            shutil.copytree(ROOT / folder_name, place / folder_name, ignore=shutil.ignore_patterns("__pycache__", "build"))
        shutil.copy(ROOT / "pyproject.toml", place)
        claims = len(json.loads((ROOT / "reports" / "ledger.json").read_text(encoding="utf-8")))
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        cold, _ = _verify(place, jobs)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = spent_in(place / ".theoremtest-cache")
        cached, _ = _verify(place, jobs)
        source = place / EDITED
        text = source.read_text(encoding="utf-8")
        if text.count(PRINTED) != 1:
            raise RuntimeError(f"{EDITED} no longer holds the line that this benchmark edits")
        source.write_text(text.replace(PRINTED, SLIP), encoding="utf-8")
        edited, noticed = _verify(place, jobs)
        if not noticed:
            raise RuntimeError("the edit was not noticed")
    figures = {"cold_seconds": cold, "nothing_changed_seconds": cached, "one_edit_seconds": edited,
               "largest_process_mib": after.ru_maxrss / 1024}
    return {"claims": claims, "jobs": jobs, **figures, "cold_processor_seconds": _processor(after) - _processor(before), **spent,
            "goals": GOALS, "missed": [f"{name} by {figures[name] - goal:.1f}" for name, goal in GOALS.items()
                                       if figures[name] > goal] or "none"}


def spent_in(cache: Path) -> dict:
    """Seconds of the answers that a run has kept, by route and for the claims that took longest; not all answers are kept."""
    from theoremtest.derivations.papers import Library
    from theoremtest.numerics.routes.dispatch import ROUTES
    from theoremtest.reports.verify.cache import Cache
    from theoremtest.reports.verify.runner import remembered

    registry, kept, counted = Library().registry(), Cache(cache), 0
    by_route: Counter = Counter()
    by_claim: Counter = Counter()
    for claim in registry:
        found = remembered(claim, ROUTES, kept, what_it_needs=True)
        counted += found is not None
        for finding in found or ():
            for evidence in finding.evidence:
                route = "needs" if finding.check.role.startswith("needs") else evidence.kind
                by_route[route] += evidence.seconds
                by_claim[claim.id] += evidence.seconds
    return {"claims_with_all_answers_kept": counted, "seconds_by_route": dict(by_route.most_common()),
            "seconds_of_the_slowest_claims": dict(by_claim.most_common(SLOWEST))}


def _processor(usage) -> float:
    return usage.ru_utime + usage.ru_stime


def _verify(place: Path, jobs: int) -> tuple[float, bool]:
    """Seconds of one run, and whether it said that something is not as expected."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"} | {"PYTHONPATH": str(place)}
    began = time.perf_counter()
    ran = subprocess.run([sys.executable, "-m", "theoremtest.reports.cli.program", "verify", "--jobs", str(jobs)], cwd=place,
                         env=environment,
                         capture_output=True, text=True, check=False)
    if ran.returncode not in (0, 1):
        raise RuntimeError(f"verification failed: {ran.stderr[-500:]}")
    return time.perf_counter() - began, ran.returncode == 1
