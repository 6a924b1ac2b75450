"""A claim of one's own, decided or as the ledger has it, as a finding."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from theoremtest.derivations.language import Claim, Counterexample, Statement, Verdict
from theoremtest.reports.assistant.places import Place
from theoremtest.reports.verify.consistency import fault
from theoremtest.reports.verify.expected import claimed, of_role, problems
from theoremtest.reports.verify.implied import counterexample_of
from theoremtest.reports.verify.ledger import needs_rows
from theoremtest.reports.verify.runner import examine, examine_needs

from .findings import ERROR, NOTE, PASSES, RECORDED, REFUTED, UNDECIDED, WARNING, Found, fails, found, needs_shown
from .spots import EXACTLY, Asked, Spot

ACCEPT = {"title": "Accept the claims as they stand", "accept": True}


def raw_record(place: Place, identity: str, statement: Statement | None = None) -> Mapping | None:
    """What one's own ledger says of a claim, where that agrees with itself and is of this statement; no file of claims is read."""
    if not place.workspace.personal:
        return None
    record = next((one for one in place.workspace.records if one.get("id") == identity), None)
    if record is None or fault(record):
        return None
    if statement is not None and (record["latex"], record["domain"]) != (statement.latex(), statement.on.latex()):
        return None
    return record


def examined(claim: Claim, spot: Spot, how: Asked, read: Sequence[str], record: Mapping | None) -> Found:
    """A claim decided. read: how it was understood; record: what the ledger says of it as it stands, if anything."""
    cache = how.place.workspace.cache
    findings = examine(claim, how.routes, cache, how.seconds)
    verdict, wrong = claimed(claim, of_role(findings, "printed")), problems(claim, findings)
    example = min((item for finding in of_role(findings, "corrected" if claim.erratum else "printed") for item in finding.evidence
                   if item.counterexample is not None), key=lambda item: item.kind != "exact", default=None)
    settled = verdict in (Verdict.PROVED, Verdict.PROVED_IN_PART, Verdict.REFUTED)
    rows = record["needs"] if record is not None else needs_rows(claim, findings)
    if how.needs and not rows and settled:
        rows = needs_rows(claim, findings + examine_needs(claim, cache, how.seconds / 2, again=True))
    by = ", ".join(dict.fromkeys(item.engine for finding in of_role(findings, "printed") for item in finding.evidence
                                 if item.outcome.value in ("proved", "refuted")))
    hover = [f"**{spot.id}** {claim.title}", f"{verdict.value}" + (f", by {by}" if by else ""), *read,
             *([fails(example.counterexample)] if example else []), *needs_shown(rows)]
    fixes = [] if record is not None or not how.place.workspace.personal else [ACCEPT]
    if not wrong:
        return found(PASSES, verdict.value, hover=hover, fixes=fixes)
    if example is not None and verdict is not Verdict.UNDECIDED:
        return found(REFUTED, verdict.value, f"{spot.id} is refuted: {fails(example.counterexample)}", ERROR, hover=[*hover, *wrong],
                     fixes=fixes)
    to_come = not settled and how.routes == EXACTLY
    return found(UNDECIDED, verdict.value, f"{spot.id}: {wrong[0]}", NOTE if to_come else WARNING, hover=[*hover, *wrong], fixes=fixes,
                 to_come=to_come)


def recorded(record: Mapping, spot: Spot, to_come: bool) -> Found:
    """What the ledger says of a claim that is not decided here."""
    example = counterexample_of(record["evidence"])
    point = Counterexample.from_json(example) if example else None
    hover = [f"**{record['id']}** {record['title']}", f"{record['verdict']}, as the ledger has it",
             *([fails(point)] if point else []), *needs_shown(record["needs"])]
    erratum = record.get("erratum")
    fixes = [{"title": f"Show the corrected form of {record['id']}", "show": f"{record['id']}, corrected: {erratum['corrected_latex']}"}
             ] if erratum else []
    if record["verdict"] == "refuted" and not erratum:
        return found(REFUTED, "refuted", f"{record['id']} is refuted, as the ledger has it: {fails(point)}", ERROR, hover=hover,
                     fixes=fixes, to_come=to_come)
    if record["failures"] or record["verdict"] in ("undecided", "refuted") and not erratum:
        why = record["failures"][0] if record["failures"] else record["verdict"]
        return found(UNDECIDED, record["verdict"], f"{record['id']}, as the ledger has it: {why}", WARNING, hover=hover, to_come=to_come)
    return found(RECORDED, record["verdict"], hover=hover, fixes=fixes, to_come=to_come)


__all__ = ["ACCEPT", "examined", "raw_record", "recorded"]
