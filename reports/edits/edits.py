"""What became of each claim's statements since the baseline: equivalent (proved or supported), different (with the point), new, removed.

The baseline is a list of ledger records. Nothing is decided of a statement that reads as it did.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from theoremtest.derivations.language import Claim, Statement, TheoremtestError
from theoremtest.derivations.language.tree import from_tree, tree_of
from theoremtest.reports.verify.cache import Cache

from .changes import NEW, REMOVED, SECONDS, UNDECIDED, Change, Edit, worst
from .comparison import compare
from .values import value_changes


def edits(claims: Iterable[Claim], baseline: Iterable[Mapping], paper: str | None = None, cache: Cache | None = None,
          seconds: float = SECONDS) -> Iterator[Edit]:
    """The edits between a ledger's records and the claims as they stand, in the claims' order, removed ones last."""
    records, standing = {record["id"]: record for record in baseline}, set()
    for claim in claims:
        standing.add(claim.id)
        if paper is None or claim.paper.key == paper:
            yield from of_claim(claim, records.get(claim.id), cache, seconds)
    for identity, record in records.items():
        if identity not in standing and (paper is None or record["paper"] == paper):
            yield Edit(identity, "printed", REMOVED, old_latex=record["latex"], title=record["title"])


def touched(claim: Claim, record: Mapping | None) -> bool:
    """Whether a claim says, as printed or as corrected, anything else than its record; nothing is decided."""
    if record is None:
        return True
    return any(old is None or new is None or not _same(old, new) for _, old, new in _roles(claim, record))


def of_claim(claim: Claim, record: Mapping | None, cache: Cache | None = None, seconds: float = SECONDS) -> list[Edit]:
    """The edits of one claim against its record in the baseline; none where both say the same."""
    if record is None:
        return [Edit(claim.id, "printed", NEW, new_latex=claim.latex, title=claim.title)]
    found = []
    for role, old, new in _roles(claim, record):
        named = {"id": claim.id, "role": role, "title": claim.title, "old_latex": old["latex"] if old else "",
                 "new_latex": new.latex() if new else ""}
        if old is None:
            found.append(Edit(**named, status=NEW))
        elif new is None:
            found.append(Edit(**named, status=REMOVED))
        elif not _same(old, new):
            changes = tuple(_against(old, new, claim.id, cache, seconds))
            found.append(Edit(**named, status=worst(change.status for change in changes), changes=changes))
    return found


def _roles(claim: Claim, record: Mapping) -> list[tuple[str, dict | None, Statement | None]]:
    """(role, what the record holds, the statement as it stands) for the printed and the corrected form."""
    pairs = [("printed", _held(record, ""), claim.statement)]
    before, now = record.get("erratum"), claim.erratum
    if before or now:
        pairs.append(("corrected", _held(before, "corrected_") if before else None, now.corrected if now else None))
    return pairs


def _held(record: Mapping, prefix: str) -> dict:
    return {"latex": record.get(prefix + "latex", ""), "domain": record.get(prefix + "domain", ""), "tree": record.get(prefix + "tree")}


def _same(old: Mapping, new: Statement) -> bool:
    if old["tree"] is None:  # a ledger of an earlier version: only its text can be compared
        return old["latex"] == new.latex() and old["domain"] == new.on.latex()
    return old["tree"] == tree_of(new)


def _against(old: Mapping, new: Statement, seed: str, cache: Cache | None, seconds: float) -> Iterator[Change]:
    if old["tree"] is None:
        yield Change("the whole", UNDECIDED, note="the baseline holds this statement as text only, which cannot be compared")
        return
    try:
        before = from_tree(old["tree"])
    except TheoremtestError as error:
        yield Change("the whole", UNDECIDED, note=f"the baseline's statement cannot be read: {error}")
        return
    changes = compare(before, new, seed, cache, seconds)
    yield from changes
    yield from value_changes(before, new, seconds)
