"""What a ledger's record says beside what was found now, route by route: it may say less, as one of an earlier run does, and never more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from theoremtest.derivations.language import Claim, Evidence, Outcome
from theoremtest.derivations.proof.attest import KERNEL

from .ledger import findings_in
from .runner import Finding, ended_by_itself

SAYS_SOMETHING = (Outcome.PROVED, Outcome.AGREES, Outcome.REFUTED)


def overstated(record: Mapping, claim: Claim, findings: Iterable[Finding], route: str) -> list[str]:
    """What the record says that a route showed, and the route does not show; in sentences.

    What the route left open for want of time, or cannot do here, is no answer, and nothing is held against it.
    """
    held, found = _by_check(findings_in(record, claim), route), _by_check(findings, route)
    lines = []
    for place, said in held.items():
        now = found.get(place)
        if said.outcome not in SAYS_SOMETHING or (now is not None and (
                now.outcome in (said.outcome, Outcome.UNAVAILABLE) or not ended_by_itself(now))):
            continue
        shown = "has nothing to say of it" if now is None else f"says {now.outcome.value}"
        lines.append(f"the ledger says {said.outcome.value} of the {' '.join(filter(None, place))} statement by the {route} route, "
                     f"which {shown}")
    return lines


def is_of_another_run(record: Mapping, claim: Claim, findings: Iterable[Finding], route: str) -> bool:
    """Whether the record holds other evidence of a route than was found, in whatever words."""
    held, found = _by_check(findings_in(record, claim), route), _by_check(findings, route)
    return set(held) != set(found) or any(
        not _is_the_same(held[place], now) and now.outcome is not Outcome.UNAVAILABLE and ended_by_itself(now)
        for place, now in found.items())


def _is_the_same(said: Evidence, now: Evidence) -> bool:
    """Whether a run found what is said; where the kernel took a point that was kept, that is all that it found."""
    if now.engine == KERNEL and now.outcome is said.outcome is Outcome.REFUTED and said.counterexample is not None:
        return now.counterexample is not None and set(said.counterexample.point) <= set(now.counterexample.point)
    return said == now


def _by_check(findings: Iterable[Finding], route: str) -> dict:
    return dict(_of_route(findings, route))


def _of_route(findings: Iterable[Finding], route: str) -> Iterator[tuple]:
    for finding in findings:
        for item in finding.evidence:
            if item.kind == route and item.outcome is not Outcome.NOT_APPLICABLE:
                yield (finding.check.role, finding.check.part), item
