"""Takes the claims as they stand over into the ledger, the baseline of later edits; refuses while anything is open.

Only what an edit touches is decided again: the claims that say something new, those that rest on them, those whose words changed, and those
whose record does not agree with itself or with the cache. Every other record is carried over as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from theoremtest.derivations.language import Claim, Registry
from theoremtest.derivations.language import Outcome as Found
from theoremtest.numerics.parallel.workers import Workers
from theoremtest.numerics.routes.names import ROUTES
from theoremtest.reports.verify import ledger, ledger_file
from theoremtest.reports.verify.cache import Cache
from theoremtest.reports.verify.certificates import carried
from theoremtest.reports.verify.consistency import fault, gone_with, said_otherwise, sealed
from theoremtest.reports.verify.runner import examine_all, remembered
from theoremtest.reports.verify.witnesses import all_searched_for
from theoremtest.reports.workspace import Workspace

from .changes import UNDECIDED, Edit
from .edits import edits, touched


@dataclass(frozen=True)
class Outcome:
    """What an attempt came to. reasons: why it was refused, empty where the baseline is written; examined: ids decided anew; told: which
    records of the baseline were not to be repeated, and why."""

    edits: tuple[Edit, ...]
    examined: tuple[str, ...]
    reasons: tuple[str, ...]
    written: bool
    told: tuple[str, ...] = ()


@all_searched_for()
def accept(place: Workspace, jobs: Workers = 1, seconds: float = 20.0,
           follow: Callable[[Iterable, int], Iterator] = lambda running, total: iter(running)) -> Outcome:
    """Write the claims as they stand to the workspace's ledger, unless a claim is not as expected or an edit is undecided.

    Raises TheoremtestError where the ledger is not the workspace's to write, or cannot be read.
    """
    place.must_be_own()
    claims, registry, cache, before = place.claims, place.registry, place.cache, place.records
    broken = {record["id"]: found for record in before if (found := fault(record))}
    known = {record["id"]: record for record in before if record["id"] not in broken}
    outdated = stale(claims, registry, known, cache, broken, on_no_word=place.personal)
    examined = {claim.id: _with_needs(ledger.record_of(claim, findings, registry), known.get(claim.id)) for claim, findings in follow(
        examine_all([registry[claim_id] for claim_id in outdated], cache=cache, jobs=jobs, seconds=seconds,
                    library=place.library), len(outdated))}
    found = tuple(edits(claims, [record for record in before if record["id"] not in broken or ledger_file.is_whole(record)], cache=cache))
    reasons = [f"{claim_id}: {failure}" for claim_id, record in examined.items() for failure in record["failures"]]
    reasons += [f"{edit.id}: the edit of the {edit.role} statement is undecided" for edit in found
                if edit.status == UNDECIDED and edit.id not in broken]
    reasons += [f"{edit.id}: the {edit.role} statement at {edit.lost.example}: {edit.lost.note}; keep the point out, or say so in an "
                "`incomplete` erratum" for edit in found if edit.lost and _is_to_hold(edit, registry)]
    told = [f"{record['id']}: {broken[record['id']]}{gone_with(record)}" for record in before if record["id"] in broken]
    if reasons:
        return Outcome(found, tuple(outdated), tuple(reasons), False, tuple(told))
    standing = [examined.get(claim.id) or {**known[claim.id], "used_by": ledger.used_by(claim, registry)} for claim in claims]
    records = [sealed(record) for record in carried(standing, known.values())]
    ledger_file.validate(records)
    return Outcome(found, tuple(outdated), (), place.save(records), tuple(told))


def _is_to_hold(edit: Edit, registry: Registry) -> bool:
    """Whether an edit is of what a claim says to hold: of the correction where what is printed has an erratum."""
    return edit.role == ("corrected" if registry[edit.id].erratum else "printed")


def stale(claims: Iterable[Claim], registry: Registry, known: Mapping[str, Mapping], cache: Cache | None = None,
          broken: Iterable[str] = (), on_no_word: bool = False) -> list[str]:
    """Ids of the claims that have to be decided for a new baseline, in their order. registry: they and what they rest on.

    known: records that agree with themselves; broken: ids of the others. A record is carried over only where it is what its own evidence
    makes of the claim as it is now, nothing in it is not as expected, and the cache, where it has the answers, has the same verdicts.
    on_no_word: only where the cache has them. The library's own ledger, of which a whole run is made anyway, is spared that.
    """
    claims = list(claims)
    changed = {claim.id for claim in claims if claim.id not in broken and touched(claim, known.get(claim.id))}
    changed |= {claim_id for claim_id in known if claim_id not in registry}
    return [claim.id for claim in claims
            if claim.id in changed or claim.id not in known or changed & set(registry.rests_on(claim.id))
            or not _stands(known[claim.id], claim, registry, cache, on_no_word)]


def _stands(record: Mapping, claim: Claim, registry: Registry, cache: Cache | None, on_no_word: bool) -> bool:
    if record["failures"] or record.get("tree") is None or not ledger.follows(record, claim, registry):
        return False
    found = None if cache is None else remembered(claim, ROUTES, cache)
    if found is None:
        return not on_no_word
    if any(item.outcome is Found.UNAVAILABLE for finding in found for item in finding.evidence):
        return True
    return not said_otherwise([record], [ledger.record_of(claim, found, registry)])


def _with_needs(record: dict, old: Mapping | None) -> dict:
    """The record with what the baseline says that its statement needs, which nobody asked again; nothing where the statement changed."""
    def says(entry: Mapping) -> tuple:
        return entry.get("tree"), entry["erratum"] and entry["erratum"].get("corrected_tree")

    kept = old is not None and not record["needs"] and record.get("tree") is not None and says(record) == says(old)
    return {**record, "needs": old["needs"]} if kept and old is not None else record
