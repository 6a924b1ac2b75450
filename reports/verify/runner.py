"""Runs the checks of claims: every part of the printed statement, of its correction and of its derivation, by each route."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from rederive.derivations.language import Claim, Evidence, Registry, Statement
from rederive.derivations.papers import Library
from rederive.numerics.routes import dispatch as routes

from .cache import Cache, NoCache, content, digest, entry_key

SECONDS = 20.0
FEW = 5
"""Fewer claims than this are decided here: a worker takes longer to start."""
STEP_ROUTES = ("exact", "points")
"""A derivation's links are checked by these; trajectories are left to the statement itself."""


@dataclass(frozen=True)
class Check:
    """One statement to be decided. role: `printed`, `corrected` or `step 3`; part: its name in a conjunction."""

    role: str
    part: str
    statement: Statement

    @property
    def name(self) -> str:
        return f"{self.role}: {self.part}" if self.part else self.role


@dataclass(frozen=True)
class Finding:
    """A check and what each route showed of it."""

    check: Check
    evidence: tuple[Evidence, ...]


def checks_of(claim: Claim) -> tuple[Check, ...]:
    """Everything that a claim asks to be decided, in the report's order."""
    found = [Check("printed", part, statement) for part, statement in claim.statement.parts()]
    if claim.erratum:
        found += [Check("corrected", part, statement) for part, statement in claim.erratum.corrected.parts()]
    for number, step in enumerate(claim.derivation, start=1):
        found += [Check(f"step {number}", part, statement) for part, statement in step.statement.parts()]
    return tuple(found)


def routes_for(check: Check, wanted) -> tuple[str, ...]:
    """The routes that have something to say about a check, of those wanted."""
    allowed = STEP_ROUTES if check.role.startswith("step") else routes.ROUTES
    return tuple(route for route in routes.ROUTES
                 if route in wanted and route in allowed and routes.applies(route, check.statement))


def examine(claim: Claim, registry: Registry, wanted=routes.ROUTES, cache: Cache | None = None,
            seconds: float = SECONDS) -> tuple[Finding, ...]:
    """Decide all of a claim by the wanted routes; answers that the cache holds are not worked out again."""
    cache = NoCache() if cache is None else cache
    rests = rests_digest(claim, registry)
    return tuple(
        Finding(check, tuple(decide(check, route, claim.id, rests, cache, seconds) for route in routes_for(check, wanted)))
        for check in checks_of(claim))


def remembered(claim: Claim, registry: Registry, wanted, cache: Cache) -> tuple[Finding, ...] | None:
    """All of a claim from the cache alone; None where any answer is missing."""
    rests, findings = rests_digest(claim, registry), []
    for check in checks_of(claim):
        evidence = [cache.get(_key(check, route, claim.id, rests)) if routes.available(route)
                    else routes.run(route, check.statement, claim.id) for route in routes_for(check, wanted)]
        if None in evidence:
            return None
        findings.append(Finding(check, tuple(evidence)))
    return tuple(findings)


def decide(check: Check, route: str, claim_id: str, rests: str, cache: Cache, seconds: float = SECONDS) -> Evidence:
    """One check by one route, from the cache where it is there."""
    key = _key(check, route, claim_id, rests)
    known = cache.get(key)
    if known is not None:
        return known
    evidence = routes.run(route, check.statement, _seed(check, claim_id), seconds)
    cache.put(key, evidence)
    return evidence


def _seed(check: Check, claim_id: str) -> str:
    return f"{claim_id} {check.role}"


def _key(check: Check, route: str, claim_id: str, rests: str) -> str:
    seed = "" if route == "exact" else _seed(check, claim_id)  # the exact engine draws nothing that shows
    return entry_key(check.statement, route, seed, rests)


def rests_digest(claim: Claim, registry: Registry) -> str:
    """Digest of the statements that a claim rests on, so that an edit below it is noticed here."""
    below = sorted(registry.rests_on(claim.id))
    return digest(tuple((used, *(_asserted(registry[used]))) for used in below))


def _asserted(claim: Claim) -> tuple:
    return content(claim.statement), content(claim.erratum.corrected) if claim.erratum else None


def examine_all(claims, registry: Registry, wanted=routes.ROUTES, cache: Cache | None = None, jobs: int = 1,
                seconds: float = SECONDS, library: Library | None = None) -> Iterator[tuple[Claim, tuple[Finding, ...]]]:
    """Decide many claims, in worker processes when jobs is not 1; yields them as they are done, in any order.

    library: where a worker finds the claims by their ids; without it everything is done in this process.
    Each answer is in the cache before its claim is yielded, so a run that is broken off is taken up where it stopped.
    """
    claims = list(claims)
    cache = NoCache() if cache is None else cache
    if library is None:
        jobs = 1
    if jobs > 1:
        waiting = []
        for claim in claims:
            known = remembered(claim, registry, wanted, cache)
            if known is None:
                waiting.append(claim)
            else:
                yield claim, known
        claims = waiting
    if jobs == 1 or len(claims) < FEW:
        for claim in claims:
            yield claim, examine(claim, registry, wanted, cache, seconds)
        return
    from joblib import Parallel, delayed

    by_id = {claim.id: claim for claim in claims}
    answers = Parallel(n_jobs=jobs, return_as="generator_unordered", batch_size=1)(
        delayed(_examine_id)(library, claim.id, tuple(wanted), cache, seconds) for claim in claims)
    for claim_id, evidence in answers:
        claim = by_id[claim_id]
        yield claim, tuple(Finding(check, found) for check, found in zip(checks_of(claim), evidence, strict=True))


def _examine_id(library: Library, claim_id: str, wanted: tuple[str, ...], cache: Cache, seconds: float):
    """In a worker: claims are looked up by id, so no formula is pickled."""
    claim, registry = library_here(library).find(claim_id)
    findings = examine(claim, registry, wanted, cache, seconds)
    return claim_id, tuple(finding.evidence for finding in findings)


def library_here(library: Library) -> Library:
    """In a worker: this process's own copy of a library that was sent to it, kept from one claim to the next."""
    return _kept(tuple(library.papers.items()), tuple(library.files))


@lru_cache(maxsize=1)
def _kept(papers: tuple, files: tuple) -> Library:
    return Library(dict(papers), files)
