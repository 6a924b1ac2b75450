"""From findings to the ledger's record of a claim, and what is expected of each record.

A record says what was printed, what was found, and by what evidence. A recorder may lower a verdict, never raise it: a
statement about an empty domain and one whose routes disagree are lowered here. No time stamp, no timing, no machine.
"""

from __future__ import annotations

from rederive.derivations.language import Claim, Outcome, Registry, Solves, Statement, Verdict, verdict_from
from rederive.numerics.routes.dispatch import CRASHED, NO_POINT
from rederive.reports.edits.edits import tree_of
from rederive.reports.files import id_order

from .runner import Finding

SETTLED = (Verdict.PROVED, Verdict.SUPPORTED)


def verdict_of(finding: Finding) -> Verdict:
    """The verdict on one check: what its evidence allows, lowered where the domain holds no point.

    Where one route proves what another refutes no verdict is formed: one of them is broken, and nobody knows which.
    """
    if disagree(finding):
        return Verdict.UNDECIDED
    verdict = verdict_from(finding.evidence)
    if any(reason.startswith(NO_POINT) for item in finding.evidence for reason in item.tried):
        verdict = verdict.lowered_to(Verdict.UNDECIDED)
    return verdict


def disagree(finding: Finding) -> bool:
    """Whether one route proves what another refutes."""
    outcomes = {item.outcome for item in finding.evidence}
    return Outcome.PROVED in outcomes and Outcome.REFUTED in outcomes


def record_of(claim: Claim, findings: tuple[Finding, ...], registry: Registry) -> dict:
    """The ledger's record of a claim, ready for JSON; the schema beside this file describes it."""
    printed = _of(findings, "printed")
    record = {
        "id": claim.id,
        "paper": claim.paper.key,
        "where": claim.where,
        "title": claim.title,
        "note": claim.note,
        "origin": claim.origin,
        "module": claim.module,
        "function": claim.function,
        "kind": claim.statement.kind,
        "latex": claim.latex,
        "domain": claim.domain.latex(),
        "domain_text": str(claim.domain),
        "uses": list(claim.uses),
        "used_by": used_by(claim, registry),
        "verdict": _verdict(printed).value,
        "certified": _certified(printed),
        "scope": _scope(printed),
        "parts": _parts(printed),
        "evidence": _evidence(printed),
        "derivation": _derivation(claim, findings),
        "erratum": None,
        "tree": tree_of(claim.statement),
    }
    if isinstance(claim.statement, Solves):
        record["problem"] = claim.statement.problem_latex()
    if claim.erratum:
        corrected = _of(findings, "corrected")
        statement = claim.erratum.corrected
        record["erratum"] = {
            "kind": claim.erratum.kind,
            "why": claim.erratum.why,
            "counterexample": _counterexample(printed),
            "corrected_kind": statement.kind,
            "corrected_latex": statement.latex(),
            "corrected_domain": statement.on.latex(),
            "corrected_verdict": _verdict(corrected).value,
            "corrected_certified": _certified(corrected),
            "corrected_scope": _scope(corrected),
            "corrected_parts": _parts(corrected),
            "corrected_evidence": _evidence(corrected),
            "corrected_tree": tree_of(statement),
        }
        if isinstance(statement, Solves):
            record["erratum"]["corrected_problem"] = statement.problem_latex()
    record["failures"] = failures(claim, findings)
    return record


def used_by(claim: Claim, registry: Registry) -> list[str]:
    """The ids of the claims that rest on a claim directly, in the ledger's order."""
    return sorted(registry.used_by(claim.id), key=id_order)


def failures(claim: Claim, findings: tuple[Finding, ...]) -> list[str]:
    """Why a claim is not as it should be, in sentences; empty when all that is expected of it holds.

    A printed statement without an erratum is proved or supported; one with an erratum is refuted and its correction proved
    or supported; every step of the derivation is proved or supported; no routes disagree; no engine failed.
    """
    found = []
    for finding in findings:
        name = finding.check.name
        if disagree(finding):
            sides = "; ".join(f"{item.kind} says {item.outcome.value}" for item in finding.evidence
                              if item.outcome in (Outcome.PROVED, Outcome.REFUTED))
            found.append(f"routes disagree on the {name} statement: {sides}")
        for item in finding.evidence:
            for reason in item.tried:
                if reason.startswith(CRASHED):
                    found.append(f"the {item.kind} route failed on the {name} statement: {reason.removeprefix(CRASHED)}")
                elif reason.startswith(NO_POINT):
                    found.append(f"the {name} statement may say nothing: {reason.removeprefix(NO_POINT)}")
    printed = _verdict(_of(findings, "printed"))
    if claim.erratum is None and printed not in SETTLED:
        found.append(f"the printed statement is {printed.value}")
    if claim.erratum is not None:
        if printed is not Verdict.REFUTED:
            found.append(f"the printed statement has an erratum but is {printed.value}, not refuted")
        corrected = _verdict(_of(findings, "corrected"))
        if corrected not in SETTLED:
            found.append(f"the corrected statement is {corrected.value}")
    for number in range(1, len(claim.derivation) + 1):
        verdict = _verdict(_of(findings, f"step {number}"))
        if verdict not in SETTLED:
            found.append(f"step {number} of the derivation is {verdict.value}")
    return list(dict.fromkeys(found))


def _of(findings, role: str) -> list[Finding]:
    return [finding for finding in findings if finding.check.role == role]


def _verdict(findings: list[Finding]) -> Verdict:
    return Verdict.lowest(verdict_of(finding) for finding in findings)


def _certified(findings: list[Finding]) -> bool:
    """Whether the verdict is the exact engine's: a proof of every part, or a rigorous counterexample to one."""
    exact = [item.outcome for finding in findings for item in finding.evidence if item.kind == "exact"]
    verdict = _verdict(findings)
    if verdict is Verdict.REFUTED:
        return Outcome.REFUTED in exact
    return verdict is Verdict.PROVED and all(outcome is Outcome.PROVED for outcome in exact)


def _scope(findings: list[Finding]) -> str:
    """What the verdict covers, in the words of the evidence that it rests on."""
    verdict, words = _verdict(findings), []
    wanted = {Verdict.PROVED: Outcome.PROVED, Verdict.SUPPORTED: Outcome.AGREES, Verdict.REFUTED: Outcome.REFUTED}.get(verdict)
    for finding in findings:
        for item in finding.evidence:
            if item.outcome is wanted and item.scope:
                words.append(item.scope)
    return "; ".join(dict.fromkeys(words))


def _parts(findings: list[Finding]) -> list[dict]:
    """The conjuncts of a statement that has several."""
    if len(findings) == 1 and not findings[0].check.part:
        return []
    return [{"name": finding.check.part, **_as_text(finding.check.statement), "verdict": verdict_of(finding).value}
            for finding in findings]


def _as_text(statement: Statement) -> dict:
    texts = {"kind": statement.kind, "latex": statement.latex(), "domain": statement.on.latex()}
    if isinstance(statement, Solves):
        texts["problem"] = statement.problem_latex()
    return texts


def _evidence(findings: list[Finding]) -> list[dict]:
    return [{**({"part": finding.check.part} if finding.check.part else {}), **item.as_json()}
            for finding in findings for item in finding.evidence if item.outcome is not Outcome.NOT_APPLICABLE]


def _derivation(claim: Claim, findings) -> list[dict]:
    steps = []
    for number, step in enumerate(claim.derivation, start=1):
        found = _of(findings, f"step {number}")
        steps.append({**_as_text(step.statement), "reason": step.reason, "verdict": _verdict(found).value,
                      "evidence": _evidence(found)})
    return steps


def _counterexample(findings: list[Finding]) -> dict | None:
    """The exact engine's counterexample where it has one, else a numerical one."""
    found = [item for finding in findings for item in finding.evidence if item.counterexample is not None]
    found.sort(key=lambda item: item.kind != "exact")
    return found[0].counterexample.as_json() if found else None
