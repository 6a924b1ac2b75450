"""Verdicts kept by content, so that a second run looks up what it would only find again.

The key of an entry is a digest of the statement, its domain, the route, the seed and the version of the engine that decided
(its source and the libraries it stands on). What the claim rests on is no part of it: no route reads another claim, so an edit
below changes how well the claim is founded and not whether its own statement holds. One file per entry, written beside and
renamed, so that any number of processes may share a cache. What was not settled is not kept: a limit of time that ran out
on a busy machine is tried again.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache, lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from theoremtest.derivations.language import Counterexample, Evidence, Observed, Outcome, Statement
from theoremtest.reports.files import write

from .digests import digest
from .sources import text_behind, text_of

KEPT = (Outcome.PROVED, Outcome.AGREES, Outcome.REFUTED, Outcome.NOT_APPLICABLE)
_ENTRIES = {
    "exact": ("theoremtest.derivations.proof.decide", "theoremtest.derivations.proof.valueless",
              "theoremtest.derivations.proof.extent"),
    "points": ("theoremtest.numerics.routes.points", "theoremtest.numerics.routes.monte_carlo", "theoremtest.numerics.routes.growth",
               "theoremtest.numerics.routes.labels"),
    "integration": ("theoremtest.numerics.routes.integration",),
    "flow": ("theoremtest.numerics.routes.flow",),
}
"""The modules that a route starts from; its version is the digest of all that they import."""
_LIBRARIES = {"exact": ("sympy", "python-flint"), "points": ("sympy", "mpmath", "gmpy2"),
              "integration": ("sympy", "mpmath", "gmpy2", "scipy", "numpy", "python-flint"), "flow": ("torch", "numpy")}


class Cache:
    """Evidence by key in a folder; see the module. A key may begin with a folder's name: `mutants/...`."""

    def __init__(self, folder: Path):
        self.folder = Path(folder)
        self._broken = False
        self._noted: dict[str, str] | None = None

    def get(self, key: str) -> Evidence | None:
        """The evidence kept under a key; None where there is none or the file is damaged."""
        try:
            return evidence_from(json.loads(self._path(key).read_text("utf-8")))
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return None

    def put(self, key: str, evidence: Evidence) -> None:
        """Keep settled evidence; nothing else."""
        if evidence.outcome in KEPT:
            self.put_evidence(key, evidence)

    def put_evidence(self, key: str, evidence: Evidence) -> None:
        """Keep evidence whatever its outcome."""
        self.put_text(key, json.dumps({**evidence.as_json(), "seconds": evidence.seconds, "proofs": list(evidence.proofs)}))

    def get_text(self, key: str) -> str | None:
        """The text kept under a key; None where there is none."""
        try:
            return self._path(key).read_text("utf-8")
        except (OSError, UnicodeDecodeError):
            return None

    def put_text(self, key: str, text: str) -> None:
        """Keep a text. A folder that cannot be written is a warning, once, and nothing is kept."""
        if self._noted is not None:
            self._noted[key] = text
        if self._broken:
            return
        try:
            write(self._path(key), text)
        except OSError as error:
            self._broken = True
            warnings.warn(f"the cache {self.folder} cannot be written ({error.strerror}); answers are not kept", stacklevel=2)

    @contextmanager
    def noting(self) -> Iterator[dict[str, str]]:
        """Key to text of what is kept in this block, for another machine's cache."""
        self._noted = {}
        try:
            yield self._noted
        finally:
            self._noted = None

    def take(self, found: Mapping[str, str]) -> None:
        """Keep what another machine's cache has noted; what is here already stays."""
        for key, text in found.items():
            if self.get_text(key) is None:
                self.put_text(key, text)

    def _path(self, key: str) -> Path:
        folder, _, name = key.rpartition("/")
        return self.folder / folder / name[:2] / f"{name[2:]}.json"


class NoCache(Cache):
    """Keeps nothing on disk; within one process an answer is still not worked out twice."""

    def __init__(self):
        self._noted = None
        self._known: dict[str, Evidence] = {}
        self._texts: dict[str, str] = {}

    def get(self, key):
        return self._known.get(key)

    def put(self, key, evidence):
        self._known[key] = evidence

    put_evidence = put

    def get_text(self, key):
        return self._texts.get(key)

    def put_text(self, key, text):
        self._texts[key] = text


def evidence_from(record: dict) -> Evidence:
    """Evidence as `Evidence.as_json` wrote it."""
    found = record.get("counterexample")
    example = None if found is None else Counterexample(
        tuple(found["point"].items()), found["left"], found["right"], found["note"])
    return Evidence(record["kind"], record["engine"], Outcome(record["outcome"]), record["scope"], record["figure"],
                    example, tuple(record.get("tried", ())), record.get("seconds", 0.0), tuple(record.get("assumes", ())),
                    tuple(record.get("proofs", ())), record.get("extent", ""))


@cache
def content(statement: Statement) -> str:
    """Digest of a statement and its domain, worked out once: statements are told apart by identity and never change."""
    return digest(statement.key())


def entry_key(statement: Statement, route: str, seed: str) -> str:
    """The key of one check."""
    more = (text_behind(statement.experiment),) if isinstance(statement, Observed) and route == "flow" else ()
    return digest(content(statement), route, seed, engine_version(route), *more)


@lru_cache
def engine_version(route: str) -> str:
    """Digest of the modules that a route imports and the versions of the libraries under it."""
    return digest(text_of(*_ENTRIES[route]), tuple((name, _version(name)) for name in _LIBRARIES[route]))


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "missing"
