"""The ledger as it stood at a revision of the repository, read through git."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from rederive.derivations.language import RederiveError

from . import ledger


def ledger_at(revision: str, path: Path | None = None) -> list[dict]:
    """The ledger's records at a revision.

    Raises RederiveError where there is no git or no repository, no such revision, or no ledger in it.
    """
    path = Path(ledger.LEDGER if path is None else path)
    _git(path.parent, "this is no git repository", "rev-parse", "--git-dir")
    if revision.startswith("-"):
        raise RederiveError(f"{revision!r} is no revision; give a commit, a tag or a branch")
    _git(path.parent, f"unknown revision {revision!r}; give a commit, a tag or a branch", "rev-parse", "--verify", "--quiet",
         f"{revision}^{{commit}}")
    text = _git(path.parent, f"revision {revision} holds no {path.name} at this place", "show", f"{revision}:./{path.name}")
    try:
        return json.loads(text)
    except ValueError as error:
        raise RederiveError(f"the ledger of revision {revision} cannot be read: {error}") from None


def _git(folder: Path, complaint: str, *words: str) -> str:
    try:
        ran = subprocess.run(("git", *words), cwd=folder, capture_output=True, text=True, encoding="utf-8", check=False)
    except FileNotFoundError:
        raise RederiveError("git is not installed, so no earlier ledger can be read") from None
    if ran.returncode:
        raise RederiveError(f"{complaint} ({folder})" if "repository" in complaint else complaint)
    return ran.stdout
