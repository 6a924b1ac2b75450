"""Whether anything that a whole run depends on has changed since the last one: if not, its ledger is its answer, and no claim is built.

A run is noted only where all of it is settled and as expected, and under the same sources as each record's own: the modules of all
papers with all that they import, the routes, the experiments, and the code that makes records.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from theoremtest.derivations.errors import TheoremtestError
from theoremtest.derivations.papers import PACKAGE, Library

from . import ledger_file
from .cache import Cache, digest
from .records import is_settled, makers_version, routes_version
from .runner import Found
from .sources import text_of_folder


def is_of_this_library(library: Library) -> bool:
    """Whether all claims are in packages of this library, whose sources can be told apart by their text."""
    return not library.files and all(package.startswith(f"{PACKAGE}.") for package in library.papers.values())


def run_key(library: Library, routes: Iterable[str]) -> str | None:
    """The key of a run over all claims of a library; None where a paper or a file is not this library's."""
    if not is_of_this_library(library):
        return None
    packages = sorted(library.papers.values())
    texts = {module: text for package in packages for module, text in text_of_folder(package)}
    return digest("run", tuple(sorted(texts.items())), routes_version(tuple(routes)), makers_version())


def standing(ledger: Path, library: Library, routes: Iterable[str], cache: Cache) -> list[dict] | None:
    """The records of the ledger where a run over all claims would only write them again; None where something may have changed."""
    key = run_key(library, routes)
    written = None if key is None else cache.get_text(key)
    if written is None or written != _digest(ledger):
        return None
    try:
        return ledger_file.read(ledger)
    except TheoremtestError:
        return None


def note(ledger: Path, library: Library, routes: Iterable[str], cache: Cache, records: Iterable[dict],
         findings: Iterable[tuple[Found, ...] | None]) -> None:
    """Keep that this ledger, which holds these records, is what a run has found, if another would find the same.

    findings: of each claim; None where its record was kept, and so settled.
    """
    if any(record["failures"] for record in records) or not all(found is None or is_settled(found) for found in findings):
        return
    key, written = run_key(library, routes), _digest(ledger)
    if key is not None and written is not None:
        cache.put_text(key, written)


def _digest(ledger: Path) -> str | None:
    try:
        return sha256(ledger.read_bytes()).hexdigest()
    except OSError:
        return None
