"""What is expected of one claim by one route, for a test run that looks at each route by itself.

A route may not refute what is claimed, nor a correction, nor a step; the printed half of an erratum must be refuted. What
the exact engine leaves undecided passes only where the numerical routes support it, which are then asked at once.
"""

from __future__ import annotations

from theoremtest.derivations.language import Claim, Outcome
from theoremtest.derivations.proof.reasons import APART
from theoremtest.numerics.routes.dispatch import ROUTES

from .cache import Cache
from .expected import faults, problems, waits_for
from .runner import Check, Finding, checks_of, decide, routes_for

SUPPORT = tuple(route for route in ROUTES if route != "exact")


def judge(claim: Claim, route: str, cache: Cache) -> tuple[list[str], tuple[Finding, ...], str]:
    """(problems, findings, why skipped): problems are sentences, empty when all is as expected."""
    checks = [check for check in checks_of(claim) if route in routes_for(check, (route,))]
    findings = tuple(Finding(check, (decide(check, route, claim.id, cache),)) for check in checks)
    if route == "exact":
        findings = tuple(_supported(finding, claim, cache) for finding in findings)
        return problems(claim, findings), findings, waits_for(findings)
    found = []
    for finding in findings:
        evidence = finding.evidence[0]
        found += faults(finding)
        against = evidence.outcome is Outcome.REFUTED or any(reason.startswith(APART) for reason in evidence.tried)
        if against and not _meant_to_fail(claim, finding.check):
            exact = decide(finding.check, "exact", claim.id, cache)
            says = "routes disagree: the exact engine proves it, and " if exact.outcome is Outcome.PROVED else ""
            how = "refutes" if evidence.outcome is Outcome.REFUTED else "has numbers that speak against"
            found.append(f"{says}the {route} route {how} the {finding.check.name} statement")
    skipped = "; ".join(dict.fromkeys(
        f"{item.outcome.value}: {item.tried[0] if item.tried else 'no reason given'}"
        for finding in findings for item in finding.evidence
        if item.outcome in (Outcome.UNAVAILABLE, Outcome.UNDECIDED)))
    return found, findings, skipped


def _meant_to_fail(claim: Claim, check: Check) -> bool:
    return (claim.erratum is not None and check.role == "printed") or check.role.startswith("without")


def _supported(finding: Finding, claim: Claim, cache: Cache) -> Finding:
    """The finding with the numerical routes' evidence beside it where the exact engine left it undecided."""
    if finding.evidence[0].outcome is not Outcome.UNDECIDED:
        return finding
    more = tuple(decide(finding.check, route, claim.id, cache) for route in routes_for(finding.check, SUPPORT))
    return Finding(finding.check, finding.evidence + more)
