"""Verdicts kept by content, so that a second run looks up what it would only find again.

The key of an entry is a digest of the statement, its domain, the claims it rests on, the route, the seed and the
version of the engine that decided (its source and the libraries it stands on). One file per entry, written beside and
renamed, so that any number of processes may share a cache. What was not settled is not kept: a limit of time that ran out
on a busy machine is tried again.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import tempfile
from functools import cache, lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from rederive.derivations.language import Counterexample, Evidence, Outcome, Statement

from .sources import text_of

ROOT = Path(__file__).resolve().parents[2]
KEPT = (Outcome.PROVED, Outcome.AGREES, Outcome.REFUTED, Outcome.NOT_APPLICABLE)
_ENTRIES = {
    "exact": ("rederive.derivations.proof.decide",),
    "points": ("rederive.numerics.routes.points", "rederive.numerics.routes.monte_carlo", "rederive.numerics.routes.growth",
               "rederive.numerics.routes.labels"),
    "integration": ("rederive.numerics.routes.integration",),
    "flow": ("rederive.numerics.routes.flow",),
}
"""The modules that a route starts from; its version is the digest of all that they import."""
_LIBRARIES = {"exact": ("sympy", "python-flint"), "points": ("sympy", "mpmath"),
              "integration": ("sympy", "mpmath", "scipy", "numpy", "python-flint"), "flow": ("torch", "numpy")}


def checkout() -> Path | None:
    """The root of the source checkout that this code runs from, None for an installed copy."""
    return ROOT if (ROOT / "pyproject.toml").is_file() and (ROOT / "derivations" / "language").is_dir() else None


def default_folder() -> Path:
    """`.rederive-cache` in the checkout, else the user's cache folder."""
    if checkout():
        return ROOT / ".rederive-cache"
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "rederive"


class Cache:
    """Evidence by key in a folder; see the module."""

    def __init__(self, folder: Path):
        self.folder = Path(folder)

    def get(self, key: str) -> Evidence | None:
        """The evidence kept under a key; None where there is none or the file is damaged."""
        try:
            return evidence_from(json.loads(self._path(key).read_text("utf-8")))
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return None

    def put(self, key: str, evidence: Evidence) -> None:
        """Keep settled evidence; nothing else."""
        if evidence.outcome not in KEPT:
            return
        write(self._path(key), json.dumps({**evidence.as_json(), "seconds": evidence.seconds}))

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / f"{key[2:]}.json"


class NoCache(Cache):
    """Keeps nothing on disk; within one process an answer is still not worked out twice."""

    def __init__(self):
        self._known: dict[str, Evidence] = {}

    def get(self, key):
        return self._known.get(key)

    def put(self, key, evidence):
        self._known[key] = evidence


def write(path: Path, text: str) -> bool:
    """Write a file in one step, and only if that changes it; True when it was written."""
    path = Path(path)
    try:
        if path.read_text("utf-8") == text:
            return False
    except (OSError, UnicodeDecodeError):
        pass
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".writing-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return True


def evidence_from(record: dict) -> Evidence:
    """Evidence as `Evidence.as_json` wrote it."""
    found = record.get("counterexample")
    example = None if found is None else Counterexample(
        tuple(found["point"].items()), found["left"], found["right"], found["note"])
    return Evidence(record["kind"], record["engine"], Outcome(record["outcome"]), record["scope"], record["figure"],
                    example, tuple(record.get("tried", ())), record.get("seconds", 0.0))


def digest(*parts) -> str:
    """A digest of nested tuples of text; symbols without identity (dummies) count by order of appearance."""
    text = repr(parts)
    order: dict[str, str] = {}
    text = re.sub(r"dummy_index=\d+", lambda m: order.setdefault(m.group(), f"dummy_index={len(order)}"), text)
    return hashlib.sha256(text.encode()).hexdigest()


@cache
def content(statement: Statement) -> str:
    """Digest of a statement and its domain, worked out once: statements are told apart by identity and never change."""
    return digest(statement.key())


def entry_key(statement, route: str, seed: str, rests: str) -> str:
    """The key of one check; `rests` is the digest of what the claim uses."""
    return digest(content(statement), route, seed, rests, engine_version(route))


@lru_cache
def engine_version(route: str) -> str:
    """Digest of the modules that a route imports and the versions of the libraries under it."""
    return digest(text_of(*_ENTRIES[route]), tuple((name, _version(name)) for name in _LIBRARIES[route]))


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "missing"
