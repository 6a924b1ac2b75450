"""The papers that this library holds: one call imports all their claims into the register, another only one claim and what it
rests on, so that a single question need not wait for every formula of every paper to be built."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from rederive.derivations.language import REGISTRY, Claim, ClaimError, Paper, Registry, place_id

PAPERS = ("kunin2024", "xu2024")
"""Package names under `derivations`; a paper's package registers its claims when it is imported."""

_ONLY: set[str] | None = None
"""Sections that `import_sections` confines itself to; all when None."""
_DECORATED = re.compile(r'^@claim\(\s*\w+,\s*"([^"]+)"(?:,\s*"([^"]+)")?', re.MULTILINE)


def load() -> Registry:
    """The register with every paper's claims in it; a claim that is malformed is an error here."""
    for name in PAPERS:
        package = import_module(f"rederive.derivations.{name}")
        import_sections(package.__name__, package.SECTIONS)
    REGISTRY.close()
    return REGISTRY


def load_claim(claim_id: str) -> tuple[Claim, Registry]:
    """A claim and the register that holds it and all that it rests on; UnknownClaim names the nearest ids."""
    try:
        waiting, seen = [claim_id], set()
        while waiting:
            wanted = waiting.pop()
            if wanted in seen:
                continue
            seen.add(wanted)
            if wanted not in REGISTRY:
                _import_only(wanted)
            waiting += REGISTRY[wanted].uses
        return REGISTRY[claim_id], REGISTRY
    except (KeyError, ClaimError):
        registry = load()
        return registry[claim_id], registry


def import_sections(package: str, sections) -> None:
    """Import a paper's sections, which registers their claims. Called by the paper's package; sections not yet written are skipped."""
    wanted = [name for name in sections if _ONLY is None or name in _ONLY]
    for name in wanted:
        if find_spec(f"{package}.{name}") is not None:
            import_module(f"{package}.{name}")
    if _ONLY is None:
        REGISTRY.close(package.rpartition(".")[2])


def _import_only(claim_id: str) -> None:
    """Import the section that a claim is in; KeyError where the sources do not say which. What is imported stays imported."""
    global _ONLY
    paper = claim_id.partition("/")[0]
    section = _places(paper)[claim_id]
    known, _ONLY = _ONLY, {section}
    try:
        package = import_module(f"rederive.derivations.{paper}")
        import_sections(package.__name__, package.SECTIONS)
    finally:
        _ONLY = known
    if claim_id not in REGISTRY:
        raise KeyError(claim_id)


@lru_cache
def _places(paper: str) -> dict[str, str]:
    """Section by claim id, as the decorators in a paper's sources have them; empty for a paper that is not here."""
    if paper not in PAPERS:
        return {}
    key = Paper(key=paper, authors="", title="", year=0)
    found: dict[str, str] = {}
    for file in sorted((Path(__file__).parent / paper).glob("*.py")):
        for place, part in _DECORATED.findall(file.read_text("utf-8")):
            try:
                found.setdefault(place_id(key, place, part or None), file.stem)
            except ClaimError:
                continue
    return found
