"""The whole verification: with nothing cached, with everything cached, and after an edit to one claim.

It runs on a copy of the checkout, so that the edit and its ledger leave nothing behind.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("rederive", "derivations", "numerics", "reports")
EDITED = "derivations/kunin2024/a2_3_upstream_eq26_28.py"
PRINTED, SLIP = (
    "Evolves(nu, s**2 - delta * nu - nu**2, along=reduced_unit_flow",
    "Evolves(nu, s**2 + delta * nu - nu**2, along=reduced_unit_flow",
)
"""Eq. (26) of Kunin et al., and the same with one sign turned."""
COLD_GOAL, EDIT_GOAL = 180.0, 5.0


def run(jobs: int = 2) -> dict:
    """Seconds of `rederive verify` on two cores; the goals are for the first paper's Section 3 and Appendix A."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        for folder_name in FOLDERS:
            shutil.copytree(ROOT / folder_name, place / folder_name, ignore=shutil.ignore_patterns("__pycache__", "build"))
        shutil.copy(ROOT / "pyproject.toml", place)
        claims = len(json.loads((ROOT / "reports" / "ledger.json").read_text(encoding="utf-8")))
        cold, _ = _verify(place, jobs)
        cached, _ = _verify(place, jobs)
        source = place / EDITED
        text = source.read_text(encoding="utf-8")
        if text.count(PRINTED) != 1:
            raise RuntimeError(f"{EDITED} no longer holds the line that this benchmark edits")
        source.write_text(text.replace(PRINTED, SLIP), encoding="utf-8")
        edited, noticed = _verify(place, jobs)
        if not noticed:
            raise RuntimeError("the edit was not noticed")
    return {"claims": claims, "jobs": jobs, "cold_seconds": cold, "nothing_changed_seconds": cached, "one_edit_seconds": edited,
            "goals": {"cold_seconds": COLD_GOAL, "one_edit_seconds": EDIT_GOAL},
            "missed": [f"{name} by {seconds - goal:.1f} s" for name, seconds, goal in (
                ("cold", cold, COLD_GOAL), ("one edit", edited, EDIT_GOAL)) if seconds > goal] or "none"}


def _verify(place: Path, jobs: int) -> tuple[float, bool]:
    """Seconds of one run, and whether it said that something is not as expected."""
    environment = os.environ | {"PYTHONPATH": str(place)}
    began = time.perf_counter()
    ran = subprocess.run([sys.executable, "-m", "rederive.reports.cli.program", "verify", "--jobs", str(jobs)], cwd=place, env=environment,
                         capture_output=True, text=True, check=False)
    if ran.returncode not in (0, 1):
        raise RuntimeError(f"verification failed: {ran.stderr[-500:]}")
    return time.perf_counter() - began, ran.returncode == 1
