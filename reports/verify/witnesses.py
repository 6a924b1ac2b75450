"""Witnesses beside the ledger: for each part of a claim the proofs, or the point, that the kernel took, one line of JSON a claim.

Nothing is believed of the file: `theoremtest recheck` takes every witness through the kernel again, with the statement from the claim.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from theoremtest.reports.files import id_order, write
from theoremtest.reports.repository import LEDGER, root_of

FIELD = "witnesses"
"""What a record that was just made carries them as; the ledger does not hold them."""
ROLES = "printed", "corrected", "step", "under"
"""Of the checks that a claim asks for, those whose witnesses are kept."""
ASKED = "THEOREMTEST_WITNESSES"
FIRST = "first"
"""The mode in which a search is made only for what kept witnesses and rules leave open: another has searched already."""
_OF_THE_LIBRARY = Path(__file__).resolve().parents[1] / "witnesses.jsonl"
"""Where witnesses of this library's claims are looked for before one is searched for; of other claims it is beside their ledger."""
Held = dict[str, dict[str, list]]
"""Role to part to a proof for each of its goals, or the point at which it fails."""


def path_beside(ledger: Path) -> Path:
    """The file of witnesses that belongs to a ledger."""
    return ledger.with_name(ledger.stem.replace("ledger", "witnesses") + ".jsonl")


def held(findings: Iterable[Any]) -> Held:
    """The witnesses of a claim's findings."""
    found: Held = {}
    for finding in findings:
        if finding.check.role.split()[0] in ROLES:
            for item in finding.evidence:
                if item.proofs:
                    found.setdefault(finding.check.role, {})[finding.check.part] = [json.loads(text) for text in item.proofs]
    return found


def without(record: Mapping) -> dict:
    """A record as the ledger holds it."""
    return {name: value for name, value in record.items() if name != FIELD}


def read(path: Path) -> dict[str, Held]:
    """By claim; empty where there is no file, and without lines that cannot be read, which are then not found.

    A file is read once as long as nobody writes it; what is returned is for reading alone.
    """
    try:
        state = path.stat()
        return _read(path, state.st_ino, state.st_mtime_ns)
    except (OSError, UnicodeDecodeError):
        return {}


@lru_cache(maxsize=4)
def _read(path: Path, *state: int) -> dict[str, Held]:
    found = {}
    for line in path.read_text("utf-8").splitlines():
        try:
            name, witnesses = json.loads(line)
            if all(isinstance(parts, dict) for parts in witnesses.values()):
                found[str(name)] = witnesses
        except (ValueError, TypeError, AttributeError, RecursionError):
            continue
    return found


def save(records: Sequence[Mapping], path: Path) -> bool:
    """Write what the records carry; a record that carries none keeps what the file has of its claim. True if the file changed."""
    before = read(path) if any(FIELD not in record for record in records) else {}
    found = {record["id"]: record.get(FIELD, before.get(record["id"])) for record in records}
    lines = [json.dumps([name, found[name]], ensure_ascii=False, separators=(",", ":")) + "\n"
             for name in sorted(found, key=id_order) if found[name]]
    return write(path, "".join(lines)) if lines or path.is_file() else False


def mode() -> str:
    """What THEOREMTEST_WITNESSES says: `kept` looks at kept ones alone, `first` at kept ones first; empty where all are searched for."""
    said = os.environ.get(ASKED, "")
    return said if said in ("kept", FIRST) else ""


@contextmanager
def all_searched_for() -> Iterator[None]:
    """A run whose record is taken over, whatever was asked for: processes that it starts hear of it as well."""
    said = os.environ.pop(ASKED, None)
    try:
        yield
    finally:
        if said is not None:
            os.environ[ASKED] = said


@contextmanager
def kept_first() -> Iterator[None]:
    """A run that looks at kept proofs before it searches, unless it was asked for something else; processes that it starts do as well."""
    unsaid = ASKED not in os.environ
    if unsaid:
        os.environ[ASKED] = FIRST
    try:
        yield
    finally:
        if unsaid:
            os.environ.pop(ASKED, None)


def is_searched_for(claim_id: str) -> bool:
    """Whether a witness of a claim is searched for where none is kept, before rules are asked: everywhere but in a run that says otherwise,
    of claims that the library's file knows."""
    return not mode() or claim_id not in read(_OF_THE_LIBRARY)


def kept(claim_id: str, check: Any) -> tuple[str, ...]:
    """The proofs that are kept of a claim's check, as text; none where there is no line of it."""
    library = read(_OF_THE_LIBRARY)
    held = library[claim_id] if claim_id in library else read(path_beside(_root(Path.cwd()) / LEDGER)).get(claim_id, {})
    proofs = held.get(check.role, {}).get(check.part)
    return tuple(json.dumps(proof, separators=(",", ":")) for proof in proofs) if isinstance(proofs, list) else ()


def is_a_point(text: str) -> bool:
    """Whether a kept witness is a point at which the statement fails, and no proof."""
    return "fails" in json.loads(text)


_root = lru_cache(maxsize=4)(root_of)
