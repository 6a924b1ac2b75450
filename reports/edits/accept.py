"""Takes the claims as they stand over into the ledger, the baseline of later edits; refuses while anything is open.

Only what an edit touches is decided again: the claims that say something new, those that rest on them, and those whose
words changed. Every other record is carried over as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from theoremtest.derivations.language import Claim, Registry
from theoremtest.numerics.parallel.workers import Workers
from theoremtest.reports.verify import ledger, ledger_file
from theoremtest.reports.verify.certificates import carried
from theoremtest.reports.verify.runner import examine_all
from theoremtest.reports.workspace import Workspace

from .changes import UNDECIDED, Edit
from .edits import edits, touched


@dataclass(frozen=True)
class Outcome:
    """What an attempt came to. reasons: why it was refused, empty where the baseline is written; examined: ids decided anew."""

    edits: tuple[Edit, ...]
    examined: tuple[str, ...]
    reasons: tuple[str, ...]
    written: bool


def accept(place: Workspace, jobs: Workers = 1, seconds: float = 20.0,
           follow: Callable[[Iterable, int], Iterator] = lambda running, total: iter(running)) -> Outcome:
    """Write the claims as they stand to the workspace's ledger, unless a claim is not as expected or an edit is undecided.

    Raises TheoremtestError where the ledger is not the workspace's to write, or cannot be read.
    """
    place.must_be_own()
    claims, registry, cache, before = place.claims, place.registry, place.cache, place.records
    known = {record["id"]: record for record in before}
    outdated = stale(claims, registry, known)
    examined = {claim.id: _with_needs(ledger.record_of(claim, findings, registry), known.get(claim.id)) for claim, findings in follow(
        examine_all([registry[claim_id] for claim_id in outdated], cache=cache, jobs=jobs, seconds=seconds,
                    library=place.library), len(outdated))}
    found = tuple(edits(claims, before, cache=cache))
    reasons = [f"{claim_id}: {failure}" for claim_id, record in examined.items() for failure in record["failures"]]
    reasons += [f"{edit.id}: the edit of the {edit.role} statement is undecided" for edit in found if edit.status == UNDECIDED]
    if reasons:
        return Outcome(found, tuple(outdated), tuple(reasons), False)
    standing = [examined.get(claim.id) or {**known[claim.id], "used_by": ledger.used_by(claim, registry)} for claim in claims]
    records = carried(standing, before)
    ledger_file.validate(records)
    return Outcome(found, tuple(outdated), (), place.save(records))


def stale(claims: Iterable[Claim], registry: Registry, known: Mapping[str, Mapping]) -> list[str]:
    """Ids of the claims that have to be decided for a new baseline, in their order. registry: they and what they rest on."""
    claims = list(claims)
    changed = {claim.id for claim in claims if touched(claim, known.get(claim.id))}
    changed |= {claim_id for claim_id in known if claim_id not in registry}
    return [claim.id for claim in claims
            if claim.id in changed or changed & set(registry.rests_on(claim.id)) or _reworded(claim, known[claim.id])]


def _with_needs(record: dict, old: Mapping | None) -> dict:
    """The record with what the baseline says that its statement needs, which nobody asked again; nothing where the statement changed."""
    def says(entry: Mapping) -> tuple:
        return entry.get("tree"), entry["erratum"] and entry["erratum"].get("corrected_tree")

    kept = old is not None and not record["needs"] and record.get("tree") is not None and says(record) == says(old)
    return {**record, "needs": old["needs"]} if kept and old is not None else record


def _reworded(claim, record: Mapping) -> bool:
    """Whether anything else of the record is not the claim's: words, derivation, what it rests on; or it has a failure."""
    erratum = record["erratum"]
    held = (record["title"], record["note"], record["where"], record["origin"], record["latex"], record["uses"],
            [(step["latex"], step["domain"], step["reason"]) for step in record["derivation"]],
            (erratum["kind"], erratum["why"]) if erratum else None, record["reading"], record["leaves_out"],
            [{name: text for name, text in row.items() if name != "without"} for row in record["conditions"]])
    says = (claim.title, claim.note, claim.where, claim.origin, claim.latex, list(claim.uses),
            [(step.statement.latex(), step.statement.on.latex(), step.reason) for step in claim.derivation],
            (claim.erratum.kind, claim.erratum.why) if claim.erratum else None, claim.reading, claim.leaves_out,
            [entry.as_json() for entry in claim.sources])
    return held != says or bool(record["failures"]) or record.get("tree") is None
