"""What is expected of a claim, once for the ledger and for the test run.

A printed statement without an erratum is proved or supported; one with an erratum is refuted and its correction proved or
supported; every step of the derivation is proved or supported; no routes disagree; no engine failed; every domain has a
point, and every statement says something. Where routes disagree no verdict is formed: one of them is broken, and nobody knows which.

A condition that was added to what is printed must be needed: a claim that is proved without it fails until it goes, and one
that is refuted without it has to say so in an `incomplete` erratum. A condition whose source prints a formula says what that
formula says, and no point that refutes a part goes against it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from theoremtest.derivations.language import Claim, Evidence, Observed, Outcome, Verdict, tautology, verdict_from
from theoremtest.derivations.notation.printed_conditions import misprinted
from theoremtest.derivations.proof.reasons import APART, CRASHED, NO_POINT, NO_VALUE

from .inside import outside
from .runner import Finding, drops_of

NO_SUPPORT = (APART, NO_VALUE)
"""How the reason of one route opens that leaves the others' agreement no support."""
SETTLED = (Verdict.PROVED, Verdict.PROVED_IN_PART, Verdict.SUPPORTED)


def verdict_of(finding: Finding) -> Verdict:
    """The verdict on one check: what its evidence allows, lowered where it says nothing, where the domain holds no point and where routes
    disagree.
    """
    return Verdict.UNDECIDED if says_nothing(finding) else verdict_by(finding.evidence)


def verdict_by(evidence: Sequence[Evidence]) -> Verdict:
    """The verdict that the routes' evidence on one statement allows."""
    if disagree(evidence):
        return Verdict.UNDECIDED
    verdict = verdict_from(evidence)
    if _opens(evidence, NO_POINT) or verdict is Verdict.SUPPORTED and _opens(evidence, *NO_SUPPORT):
        verdict = verdict.lowered_to(Verdict.UNDECIDED)
    return verdict


def _opens(evidence: Iterable[Evidence], *words: str) -> bool:
    """Whether a reason of some route opens with any of these words."""
    return any(reason.startswith(words) for item in evidence for reason in item.tried)


def verdict_on(findings: Iterable[Finding]) -> Verdict:
    """The lowest verdict of several checks: what can be said of all of them together."""
    return Verdict.lowest(verdict_of(finding) for finding in findings)


def claimed(claim: Claim, findings: Iterable[Finding]) -> Verdict:
    """The verdict on what is printed: that of the checks, in part where the statement leaves out some of the words."""
    verdict = verdict_on(findings)
    return Verdict.PROVED_IN_PART if verdict is Verdict.PROVED and claim.leaves_out else verdict


def disagree(evidence: Sequence[Evidence]) -> bool:
    """Whether one route proves what another refutes, or what its numbers speak against."""
    outcomes = {item.outcome for item in evidence}
    return Outcome.PROVED in outcomes and (Outcome.REFUTED in outcomes or _opens(evidence, APART))


def says_nothing(finding: Finding) -> str:
    """How a statement that a claim makes says nothing, in words; what is asked of one without its conditions is nobody's claim."""
    return "" if finding.check.role.startswith(("without", "needs")) else tautology(finding.check.statement)


def of_role(findings: Iterable[Finding], role: str) -> list[Finding]:
    """The checks of the printed statement, of the correction, or of a step."""
    return [finding for finding in findings if finding.check.role == role]


def problems(claim: Claim, findings: Iterable[Finding]) -> list[str]:
    """Why a claim is not as it should be, in sentences; empty when all that is expected of these checks holds."""
    findings = [finding for finding in findings if not finding.check.role.startswith("needs")]  # told, and no failure whatever they show
    found = [*conditions_misprinted(claim), *outside(claim, findings), *(fault for finding in findings for fault in faults(finding))]
    for role in dict.fromkeys(finding.check.role for finding in findings):
        verdict = verdict_on(of_role(findings, role))
        if role.startswith("without"):
            found += _unneeded(claim, int(role.split()[1]), verdict)
        elif verdict is Verdict.UNDECIDED and waits_for(of_role(findings, role)):
            continue  # no failure, and no pass: a test run skips it, a ledger keeps what it has
        elif role == "printed" and claim.erratum is not None:
            if verdict is not Verdict.REFUTED:
                found.append(f"the printed statement has an erratum but is {verdict.value}, not refuted")
        elif verdict not in SETTLED:
            name = f"{role} of the derivation" if role.startswith("step") else f"the {role} statement"
            found.append(f"{name} is {verdict.value}")
    return list(dict.fromkeys(found))


def waits_for(findings: Iterable[Finding]) -> str:
    """What is missing here, where all that is undecided is for an experiment to say that cannot be run; else empty."""
    waiting = [finding for finding in findings if verdict_of(finding) is Verdict.UNDECIDED]
    found = [item for finding in waiting for item in finding.evidence
             if item.outcome is Outcome.UNAVAILABLE and isinstance(finding.check.statement, Observed)]
    return found[0].tried[0] if found and len(found) == len(waiting) else ""


def conditions_misprinted(claim: Claim) -> list[str]:
    """Conditions of the statement, its correction or its derivation that say something else than what their sources print."""
    stated = [claim.statement, *([claim.erratum.corrected] if claim.erratum else []), *(step.statement for step in claim.derivation)]
    marks = (*claim.conditions, *claim.printed.conditions)
    return list(dict.fromkeys(fault for statement in stated for fault in misprinted(statement, marks)))


def _unneeded(claim: Claim, number: int, verdict: Verdict) -> list[str]:
    """What is wrong with an added condition, given the verdict on the statement without it; undecided is told, and no failure."""
    condition = drops_of(claim)[number - 1][0].condition
    if verdict is Verdict.PROVED:
        return [f"the statement holds without the added condition {condition}, which must go"]
    if verdict is Verdict.REFUTED and (claim.erratum is None or claim.erratum.kind != "incomplete"):
        return [f"the printed statement fails without the added condition {condition}: state it without, with an `incomplete` erratum"]
    return []


def faults(finding: Finding) -> list[str]:
    """What is wrong with one check whatever its verdict: a statement that says nothing, routes that disagree, an engine that failed, a
    domain without a point.
    """
    name, found = finding.check.name, []
    if nothing := says_nothing(finding):
        found.append(f"the {name} statement {nothing}")
    if disagree(finding.evidence):
        sides = "; ".join(f"{item.kind} says {item.outcome.value}" for item in finding.evidence
                          if item.outcome in (Outcome.PROVED, Outcome.REFUTED) or _opens([item], APART))
        found.append(f"routes disagree on the {name} statement: {sides}")
    for item in finding.evidence:
        for reason in item.tried:
            if reason.startswith(CRASHED):
                found.append(f"the {item.kind} route failed on the {name} statement: {reason.removeprefix(CRASHED)}")
            elif reason.startswith(NO_POINT):
                found.append(f"the {name} statement may say nothing: {reason.removeprefix(NO_POINT)}")
    return found
