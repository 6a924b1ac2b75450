"""Which modules of the papers stand as an earlier run left them, so that after an edit only the others are imported.

A module stands where its text and that of all it imports is as it was, and every claim in it has a record that is kept (`records`). The
register checks what recorded claims rest on as it does for built ones; where anything does not fit, all claims are built, so that it can
say what is wrong and where.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, cast

from theoremtest.derivations.language import Claim, Registry, TheoremtestError
from theoremtest.derivations.papers import Library, module_names

from .cache import Cache, digest
from .ledger import used_by
from .records import kept_text, module_version
from .unchanged import is_of_this_library


@dataclass(frozen=True)
class Standing:
    """records: of the claims in modules that stand; changed: the names of the other modules, in the papers' order."""

    records: list[dict]
    changed: tuple[str, ...]


def note_modules(library: Library, claims: Iterable[Claim], cache: Cache, modules: Iterable[str] | None = None) -> None:
    """Keep which claims each module holds. modules: those whose claims are given; all of the library's where none are named."""
    if not is_of_this_library(library):
        return
    held: dict[str, list[str]] = {name: [] for name in (_modules(library) if modules is None else modules)}
    for claim in claims:
        if claim.module not in held:  # written outside the papers' folders: no list of modules would bring it back
            return
        held[claim.module].append(claim.id)
    for module, ids in held.items():
        key = _key(module)
        if cache.get_text(key) is None:
            cache.put_text(key, json.dumps(ids))


def standing_modules(library: Library, routes: Sequence[str], cache: Cache) -> Standing | None:
    """What stands of a run over all claims that says what they need; None where nothing does, or the library is not this one's alone."""
    if not is_of_this_library(library):
        return None
    records, changed = [], []
    for module in _modules(library):
        found = _records(module, routes, cache)
        if found is None:
            changed.append(module)
        else:
            records += found
    return Standing(records, tuple(changed)) if records else None


class Recorded(NamedTuple):
    """What a register asks of a claim, as a record has it."""

    id: str
    uses: tuple[str, ...]
    source: str


def fits_together(records: Iterable[Mapping]) -> bool:
    """Whether no id is there twice, what claims rest on is known, and none rests on itself."""
    try:
        _registered(records).close()
    except TheoremtestError:
        return False
    return True


def tell_uses(records: Sequence[dict]) -> None:
    """Write into every record the ids of those that rest on it directly, in the ledger's order."""
    registry = _registered(records)
    for record in records:
        record["used_by"] = used_by(registry[record["id"]], registry)


def _registered(records: Iterable[Mapping]) -> Registry:
    """The register of recorded claims, which is the one that knows how claims rest on one another."""
    return Registry(cast(Claim, Recorded(record["id"], tuple(record["uses"]), record.get("module", ""))) for record in records)


def _modules(library: Library) -> list[str]:
    return [module for package in library.papers.values() for module in (package, *module_names(package))]


def _records(module: str, routes: Sequence[str], cache: Cache) -> list[dict] | None:
    """The records of a module that stands; None for one that does not."""
    try:
        ids = json.loads(cache.get_text(_key(module)) or "")
        texts = [kept_text(identity, module, routes, cache, what_it_needs=True) for identity in ids]
        return None if None in texts else [json.loads(text) for text in texts if text]
    except (ValueError, TypeError):
        return None


def _key(module: str) -> str:
    return digest("claims of", module, module_version(module))
