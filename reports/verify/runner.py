"""Runs the checks of claims: every part of the printed statement, of its correction and of its derivation, by each route."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from sympy import Basic

from theoremtest.derivations.language import Claim, Evidence, Observed, Outcome, Sourced, Statement, TheoremtestError, under, without
from theoremtest.derivations.papers import Library
from theoremtest.derivations.proof.attest import offering, with_point
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.extent import OPEN, extent, generic
from theoremtest.derivations.proof.reasons import CRASHED, HURRIED, MEASURED, OUT_OF_TIME
from theoremtest.derivations.proof.valueless import without_value
from theoremtest.numerics.parallel.workers import Workers
from theoremtest.numerics.routes import dispatch as routes
from theoremtest.reports.verify.workers import in_workers_with

from . import needs, witnesses
from .ahead import Ahead, Call, ahead, stop
from .cache import KEPT, Cache, NoCache, engine_version, entry_key
from .known_failures import failures, left_open

SECONDS = 20.0
FEW = 5
"""Fewer claims than this are decided here: a worker takes longer to start."""
LOOKED_UP = 200
"""As many claims at most are looked up in the cache before a worker is started; of more, the workers do it."""
STEP_ROUTES = ("exact", "points")
"""A derivation's links are checked by these; trajectories are left to the statement itself."""


@dataclass(frozen=True)
class Named:
    """A check by its name. role: `printed`, `corrected`, `under`, `step 3`, `without 2` or `needs 4`; part: its name in a conjunction."""

    role: str
    part: str

    @property
    def name(self) -> str:
        return f"{self.role}: {self.part}" if self.part else self.role


@dataclass(frozen=True)
class Check(Named):
    """One statement to be decided."""

    statement: Statement
    dropped: tuple[Basic, ...] = ()
    """Conditions that the statement lacks: where it is proved, it is also asked for a value at the points they excluded."""
    graded: bool = False
    """Whether a refutation is asked how far it reaches, as that of a printed statement with an erratum is."""


@dataclass(frozen=True)
class Found:
    """What each route showed of a check that is known by its name alone, as a worker tells it."""

    check: Named
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True)
class Finding(Found):
    """A check and what each route showed of it."""

    check: Check


def checks_of(claim: Claim, what_it_needs: bool = False) -> tuple[Check, ...]:
    """Everything that a claim asks to be decided, in the report's order; what_it_needs: its statement without each condition, too."""
    found = list(_printed(claim))
    if claim.erratum:
        found += [Check("corrected", part, statement) for part, statement in claim.erratum.corrected.parts()]
        narrower = under(claim.statement, claim.erratum.under).parts() if claim.erratum.under else ()
        found += [Check("under", part, statement) for part, statement in narrower]
    for number, step in enumerate(claim.derivation, start=1):
        found += [Check(f"step {number}", part, statement) for part, statement in step.statement.parts()]
    for number, (entry, left, _) in enumerate(drops_of(claim), start=1):
        found += [Check(f"without {number}", part, statement, (entry.condition,)) for part, statement in left.parts()] if left else []
    if what_it_needs:
        for number, drop in enumerate(needs.drops_needed(claim), start=1):
            found += [Check(f"needs {number}", part, statement, (drop.condition,)) for part, statement in drop.parts]
    return tuple(found)


def _printed(claim: Claim) -> Iterator[Check]:
    for part, statement in claim.statement.parts():
        yield Check("printed", part, statement, missing(claim, part, statement), claim.erratum is not None)


def drops_of(claim: Claim) -> list[tuple[Sourced, Statement | None, str]]:
    """(condition, the statement without it, why there is none) for every condition that was added to what is printed."""
    found: list[tuple[Sourced, Statement | None, str]] = []
    for entry in claim.sources:
        if entry.source == "added":
            try:
                found.append((entry, without(claim.statement, entry.condition, entry.leaving), ""))
            except TheoremtestError as error:
                found.append((entry, None, f"nothing that means something is left without it: {error}"))
    return found


def missing(claim: Claim, part: str, statement: Statement) -> tuple[Basic, ...]:
    """The conditions that the correction of an incomplete statement has and the printed part lacks, where values are asked for."""
    if claim.erratum is None or not claim.erratum.no_value:
        return ()
    corrected = dict(claim.erratum.corrected.parts())
    whole = corrected.get(part) or next(iter(corrected.values()))
    return tuple(condition for condition in whole.on.conditions if condition not in statement.on.conditions)


def routes_for(check: Check, wanted) -> tuple[str, ...]:
    """The routes that have something to say about a check, of those wanted."""
    allowed = STEP_ROUTES if check.role.startswith(("step", "without", "under")) else routes.ROUTES
    return tuple(route for route in routes.ROUTES
                 if route in wanted and route in allowed and routes.applies(route, check.statement))


def examine(claim: Claim, wanted=routes.ROUTES, cache: Cache | None = None,
            seconds: float = SECONDS, what_it_needs: bool = False, beside: Ahead | None = None) -> tuple[Finding, ...]:
    """Decide all of a claim by the wanted routes; answers that the cache holds are not worked out again.

    what_it_needs: decide as well which of its conditions it needs, where that is asked of a claim in its place. beside: see `decide`.
    """
    cache = NoCache() if cache is None else cache
    found = tuple(
        Finding(check, tuple(decide(check, route, claim.id, cache, seconds, beside) for route in routes_for(check, wanted)))
        for check in checks_of(claim))
    return found + examine_needs(claim, cache) if what_it_needs and needs.asked(claim) else found


def examine_needs(claim: Claim, cache: Cache, seconds: float = needs.SECONDS, again: bool = False) -> tuple[Finding, ...]:
    """Decide which of its conditions a claim needs, whatever its place; again: look once more at what was left undecided.

    What a time limit left open is kept in the cache as well: it is no answer, and every run would wait for it again. A run that takes
    what is kept first (`witnesses.FIRST`) leaves open what the ledger has open of this statement, and
    searches for a proof where rules give none: it writes no ledger, and an answer of theirs bears their name.
    """
    quickly = witnesses.mode() == witnesses.FIRST and not again
    known_open = left_open(claim) if quickly else {}

    def answer(drop, part, statement, left: float) -> Evidence:
        if drop.name in known_open:
            return Evidence("exact", "not looked for", Outcome.UNDECIDED, tried=(known_open[drop.name],))
        key = _needs_key(claim, drop, statement)
        known = cache.get(key)
        if known is not None and not (again and known.outcome is Outcome.UNDECIDED):
            return known
        asked = statement, drop.condition, claim.id, left, again or drop.weaker is None, drop.example(part)
        with offering((), search=not quickly):
            evidence = needs.decide_without(*asked)
        if quickly and evidence.outcome is Outcome.UNDECIDED:
            evidence = needs.decide_without(*asked)
        cache.put_evidence(key, evidence)
        return evidence

    return tuple(_needs_findings(claim, answer, seconds) or ())


def _needs_findings(claim: Claim, answer: needs.Answer, seconds: float = needs.SECONDS) -> list[Finding] | None:
    drops = needs.recalled(needs.drops_needed(claim), failures(claim))
    found = needs.decided(drops, answer, seconds)
    return None if found is None else [
        Finding(Check(f"needs {number}", part, statement, (drops[number - 1].condition,)), (evidence,))
        for number, part, statement, evidence in found]


def _needs_key(claim: Claim, drop: needs.Drop, statement: Statement) -> str:
    return entry_key(statement, "exact", f"needs {claim.id} {drop.condition!r} {engine_version('points')}")


def remembered(claim: Claim, wanted, cache: Cache, what_it_needs: bool = False) -> tuple[Finding, ...] | None:
    """All of a claim from the cache alone; None where any answer is missing."""
    findings = []
    for check in checks_of(claim):
        evidence = [cache.get(_key(check, route, claim.id)) if routes.available(route)
                    else routes.run(route, check.statement, claim.id) for route in routes_for(check, wanted)]
        if None in evidence:
            return None
        findings.append(Finding(check, tuple(evidence)))
    if what_it_needs and needs.asked(claim):
        known = _needs_findings(claim, lambda drop, part, statement, left: cache.get(_needs_key(claim, drop, statement)))
        if known is None:
            return None
        findings += known
    return tuple(findings)


def is_new(claim: Claim, wanted, cache: Cache) -> bool:
    """Whether the first answer on a claim is not in the cache, so that it is one to be decided."""
    check = next(_printed(claim))
    return any(cache.get(_key(check, route, claim.id)) is None for route in routes_for(check, wanted)[:1])


def decide(check: Check, route: str, claim_id: str, cache: Cache, seconds: float = SECONDS, beside: Ahead | None = None) -> Evidence:
    """One check by one route, from the cache where it is there; beside: the process that may have decided it."""
    key = _key(check, route, claim_id)
    known = cache.get(key)
    if known is not None:
        return known
    searched, first = witnesses.is_searched_for(claim_id), witnesses.mode() == witnesses.FIRST
    kept = witnesses.kept(claim_id, check) if route == "exact" else ()
    if first and any(map(witnesses.is_a_point, kept)):  # rules find one as soon, and say what the sides come to there
        kept = ()
    with offering(kept, searched):
        evidence = (beside.known(key) if beside else None) or routes.run(route, check.statement, _seed(check, claim_id), seconds)
    if route == "exact" and first and not searched and evidence.outcome is Outcome.UNDECIDED:
        searched = True
        with offering(kept):
            evidence = routes.run(route, check.statement, _seed(check, claim_id), seconds)
    if check.dropped and route == "exact" and evidence.outcome is not Outcome.REFUTED:
        valueless = without_value(check.statement, check.dropped, Deadline(seconds))
        evidence = evidence if valueless is None else with_point(check.statement, valueless, Deadline(seconds))
    if check.graded and evidence.outcome is Outcome.REFUTED and (route == "exact" or isinstance(check.statement, Observed)):
        evidence = replace(evidence, extent=extent(check.statement, evidence.counterexample, Deadline(seconds)))
        looked = (searched or first) and evidence.extent == OPEN
        shown = generic(check.statement, evidence.counterexample, Deadline(seconds)) if looked else None
        told = None if shown is None else with_point(check.statement, replace(evidence, counterexample=shown), Deadline(seconds))
        evidence = told if told is not None and (told.proofs or not evidence.proofs) else evidence
    if (searched or first) and ended_by_itself(evidence, seconds):
        cache.put_evidence(key, evidence)
    return evidence


def ended_by_itself(evidence: Evidence, seconds: float = SECONDS) -> bool:
    """Whether another run would find the same, so that the answer may be kept: it is settled, or it was left open for want of no time.

    The exact engine says where a limit of time ended a part of its search. The other routes know no clock: what they leave open well
    within the limit (no value at a point, draws that scatter too far) they leave open again.
    """
    if evidence.outcome in KEPT or evidence.tried == (MEASURED,):
        return True
    if evidence.outcome is not Outcome.UNDECIDED or any(reason.startswith(OUT_OF_TIME) or CRASHED in reason or HURRIED in reason
                                                        for reason in evidence.tried):
        return False
    return evidence.kind == "exact" or evidence.seconds < seconds / 2


def _seed(check: Check, claim_id: str) -> str:
    return f"{claim_id} {check.role}"


def _key(check: Check, route: str, claim_id: str) -> str:
    seed = repr(check.dropped or "") if route == "exact" else _seed(check, claim_id)  # the exact engine draws nothing that shows
    seed += " graded" if check.graded else ""
    seed += " first" if route == "exact" and witnesses.mode() == witnesses.FIRST else ""
    return entry_key(check.statement, route, seed)


def examine_all(claims, wanted=routes.ROUTES, cache: Cache | None = None, jobs: Workers = 1,
                seconds: float = SECONDS, library: Library | None = None,
                what_it_needs: bool = False) -> Iterator[tuple[Claim, tuple[Finding, ...]]]:
    """Decide many claims, in worker processes or on a cluster when jobs is not 1; yields them as they are done, in any order.

    library: where a worker finds the claims by their ids; without it everything is done in this process.
    Each answer is in the cache before its claim is yielded, so a run that is broken off is taken up where it stopped.
    """
    claims = list(claims)
    cache = NoCache() if cache is None else cache
    if library is None:
        jobs = 1
    if jobs != 1 and len(claims) <= LOOKED_UP:
        waiting = []
        for claim in claims:
            known = remembered(claim, wanted, cache, what_it_needs)
            if known is None:
                waiting.append(claim)
            else:
                yield claim, known
        claims = waiting
    if jobs == 1 or (len(claims) < FEW and not isinstance(jobs, str)):
        with ahead(() if jobs == 1 else _flow_calls(claims, wanted, cache, seconds)) as beside:
            for claim in claims:
                yield claim, examine(claim, wanted, cache, seconds, what_it_needs, beside)
        return
    stop()  # so many claims train in the workers
    by_id = {claim.id: claim for claim in claims}
    calls = {claim.id: (library, claim.id, tuple(wanted), seconds, what_it_needs) for claim in claims}
    for claim_id, found in in_workers_with(cache, _examine_id, calls, jobs):
        yield by_id[claim_id], with_statements(by_id[claim_id], found, what_it_needs)


def named(findings: tuple[Finding, ...]) -> tuple[Found, ...]:
    """Findings as they are sent, without their statements."""
    return tuple(Found(Named(finding.check.role, finding.check.part), finding.evidence) for finding in findings)


def with_statements(claim: Claim, found: tuple[Found, ...], what_it_needs: bool) -> tuple[Finding, ...]:
    """The findings that were sent of a claim, with its statements."""
    checks = {(check.role, check.part): check for check in checks_of(claim, what_it_needs)}
    return tuple(Finding(checks[item.check.role, item.check.part], item.evidence) for item in found)


def _flow_calls(claims: list[Claim], wanted: tuple[str, ...], cache: Cache, seconds: float) -> list[Call]:
    """What the gradient-flow route has to decide of these claims, by the keys in the cache, where this needs Torch."""
    found = []
    for claim in claims if "flow" in wanted and routes.available("flow") else ():
        for check in checks_of(claim):
            key = _key(check, "flow", claim.id)
            if "flow" in routes_for(check, wanted) and cache.get(key) is None:
                found.append(Call(key, check.statement, _seed(check, claim.id), seconds))
    return found


def _examine_id(cache: Cache, library: Library, claim_id: str, wanted: tuple[str, ...], seconds: float,
                what_it_needs: bool) -> tuple[Found, ...]:
    """In a worker: claims are looked up by id, so no formula is pickled."""
    claim, _ = library_here(library).find(claim_id)
    return named(examine(claim, wanted, cache, seconds, what_it_needs))


def library_here(library: Library) -> Library:
    """In a worker: this process's own copy of a library that was sent to it, kept from one claim to the next."""
    return _kept(tuple(library.papers.items()), tuple(library.files), tuple(library.readers.items()))


@lru_cache(maxsize=1)
def _kept(papers: tuple, files: tuple, readers: tuple) -> Library:
    return Library(dict(papers), files, dict(readers))
