"""The ledger as it stood at a revision of the repository, read through git."""

from __future__ import annotations

import subprocess
from pathlib import Path

from theoremtest.derivations.errors import TheoremtestError

from .consistency import fault
from .ledger_file import DamagedLedger, is_whole, parsed


def ledger_at(revision: str, path: Path) -> list[dict]:
    """The ledger's records at a revision.

    Raises TheoremtestError where there is no git or no repository, no such revision, or no ledger in it.
    """
    _git(path.parent, "this is no git repository", "rev-parse", "--git-dir")
    if revision.startswith("-"):
        raise TheoremtestError(f"{revision!r} is no revision; give a commit, a tag or a branch")
    _git(path.parent, f"unknown revision {revision!r}; give a commit, a tag or a branch", "rev-parse", "--verify", "--quiet",
         f"{revision}^{{commit}}")
    text = _git(path.parent, f"revision {revision} holds no {path.name} at this place", "show", f"{revision}:./{path.name}")
    records = parsed(text, f"of revision {revision}")
    for record in records:
        if fault(record) and not is_whole(record):
            raise DamagedLedger(f"the ledger of revision {revision} is damaged: {record['id']} is no whole record; give another revision")
    return records


def _git(folder: Path, complaint: str, *words: str) -> str:
    try:
        ran = subprocess.run(("git", *words), cwd=folder, capture_output=True, text=True, encoding="utf-8", check=False)
    except FileNotFoundError:
        raise TheoremtestError("git is not installed, so no earlier ledger can be read") from None
    if ran.returncode:
        raise TheoremtestError(f"{complaint} ({folder})" if "repository" in complaint else complaint)
    return ran.stdout
