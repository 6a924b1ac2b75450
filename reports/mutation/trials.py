"""Slips and rewritings of claims tried one after another: which ones, in how many processes, and what is known from an earlier run.

A printed statement that is refuted is left aside, its correction stands in for it. An answer that lies in the cache's folder is not
worked out again, so a run that was broken off goes on where it stopped.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import NamedTuple

from theoremtest.derivations.language import Claim, Statement
from theoremtest.derivations.mutants import KINDS, Mutant, mutants, rewritings
from theoremtest.derivations.papers import Library
from theoremtest.derivations.proof.attest import offering
from theoremtest.derivations.proof.deadline import OutOfTime
from theoremtest.derivations.proof.reasons import CRASHED
from theoremtest.numerics.parallel.workers import Workers
from theoremtest.reports.verify.cache import Cache, NoCache, content, digest, engine_version
from theoremtest.reports.verify.runner import library_here
from theoremtest.reports.verify.sources import text_of
from theoremtest.reports.verify.workers import in_workers_with

from .judge import SECONDS, accept, judge
from .kept import Answer, Kept
from .outcomes import UNDECIDED

LIMIT = 20
"""Slips tried in each claim unless another number is asked for: all of them are some 250,000, about 150 a claim."""
ROUTES = ("exact", "points")
"""The routes that judge slips."""
COUNTED = ("refuted", "accepted")
"""What is as it should be is counted and not listed."""
KEY = 20
"""Hexadecimal digits by which one slip of a claim is told from the others: of a few thousand no two share them."""


@dataclass(frozen=True)
class Result:
    """What became of one slip or rewriting. by: what settled it; latex, domain: the statement that it made, where it is listed one by
    one; earlier: whether other code said so."""

    claim: str
    kind: str
    part: str
    place: str
    slip: str
    outcome: str
    by: str
    latex: str
    domain: str
    earlier: bool = False

    @property
    def rewriting(self) -> bool:
        """Whether it was a harmless rewriting, not a slip."""
        return self.kind not in KINDS


def listed(result: Result) -> dict:
    """A result as a record lists it."""
    return {name: value for name, value in asdict(result).items() if name not in ("outcome", "earlier") and value != ""}


class Slip(NamedTuple):
    """What tells one slip of a claim from its others in a record."""

    kind: str
    part: str
    place: str
    slip: str
    latex: str
    domain: str

    @classmethod
    def of(cls, row: Mapping[str, str]) -> Slip:
        """Of a row of a record."""
        return cls(*(row.get(name, "") for name in cls._fields))

    @classmethod
    def is_among(cls, mutant: Mutant, slips: Iterable[Slip]) -> bool:
        """Whether a mutant is one of the slips: its formulas are printed only where the rest is the same, as that takes long."""
        named = [slip for slip in slips if slip[:4] == (mutant.kind, mutant.part, mutant.place, mutant.slip)]
        return bool(named) and (mutant.statement.latex(), mutant.statement.on.latex()) in {slip[4:] for slip in named}


def target(claim: Claim) -> Statement:
    """The statement that slips are put into: the corrected one where the printed one is refuted."""
    return claim.erratum.corrected if claim.erratum else claim.statement


# --- one claim ------------------------------------------------------------------------------------------------------------


def of_claim(claim: Claim, seed: int = 0, limit: int | None = LIMIT, slips: bool = True, rewritten: bool = True,
             cache: Cache | None = None, retry: bool = False, keep_settled: bool = False, seconds: float = SECONDS,
             only: frozenset[Slip] | None = None) -> list[Result]:
    """Decide slips and rewritings of one claim; what a cache holds from before is not worked out again.

    retry: what was left open is worked out again; of all slips (no limit) none is given more time without it, as these are what takes
    longest. keep_settled: what other code has settled stays; what that code left open does not. only: the slips and rewritings that are
    tried, all others are left aside.
    """
    statement, found = target(claim), []
    kept = Kept(NoCache() if cache is None else cache, claim.id, _judging_code(), keep_settled, retry)
    hurried = () if limit is not None or retry else (1,)
    kept.begin()
    try:
        if slips:
            for mutant in _chosen(mutants(statement, f"{seed} {claim.id}", limit), only):
                found.append(_result(claim, mutant, kept, only is not None, judge, seconds, *hurried))
        if rewritten:
            for mutant in _chosen(_rewritings(statement, f"{seed} {claim.id}", limit), only):
                found.append(_result(claim, mutant, kept, only is not None, accept, seconds))
    finally:
        kept.end()
    return found


def _chosen(made: Iterable[Mutant], only: frozenset[Slip] | None) -> Iterator[Mutant]:
    return iter(made) if only is None else (mutant for mutant in made if Slip.is_among(mutant, only))


def _result(claim: Claim, mutant: Mutant, kept: Kept, shown: bool, decide: Callable[..., tuple[str, str]], *seconds: float) -> Result:
    """What becomes of one mutant, from an earlier run where it is known. shown: with its formulas, whatever becomes of it."""
    key = digest(decide.__name__, mutant.reading or mutant.statement.key(), content(mutant.original))[:KEY]
    known = kept.get(key)
    if known is None:
        kept.attempt(key)
        try:
            with offering((), search=False):  # what becomes of slips is counted, and no witness of it is kept
                known = Answer(*decide(mutant, claim.id, *seconds), kept.code)
        except Exception as error:  # a fault in one of some hundred thousand slips must be seen, not end the run
            known = Answer(UNDECIDED, f"{CRASHED}{type(error).__name__}: {error}", kept.code)
        kept.put(key, known)
    shown = shown or known.outcome not in COUNTED  # to print a formula takes longer than to refute it
    return Result(claim=claim.id, kind=mutant.kind, part=mutant.part, place=mutant.place, slip=mutant.slip, outcome=known.outcome,
                  by=known.by, latex=mutant.statement.latex() if shown else "", domain=mutant.statement.on.latex() if shown else "",
                  earlier=known.code != kept.code)


def _rewritings(statement: Statement, seed: str, limit: int | None) -> Iterator[Mutant]:
    """Rewritings of a statement, `limit` at most; what SymPy cannot rearrange in a second is passed over."""
    from theoremtest.numerics.routes.dispatch import alarm

    waiting = list(rewritings(statement))
    if limit is not None:
        random.Random(seed).shuffle(waiting)
        waiting = waiting[:2 * limit]
    seen = set()
    for _kind, _part, _place, make in waiting:
        try:
            with alarm(1.0):
                made = make()
        except OutOfTime:
            continue
        if made is not None and content(made.statement) not in seen:
            seen.add(content(made.statement))
            yield made
            if limit is not None and len(seen) == limit:
                return


@lru_cache
def _judging_code() -> str:
    """Digest of all code that makes and judges slips, and of the libraries under it."""
    judging = text_of("theoremtest.reports.mutation.judge", "theoremtest.reports.mutation.lost_values", "theoremtest.derivations.mutants")
    return digest(judging, *map(engine_version, ROUTES))[:KEY]


# --- all claims -----------------------------------------------------------------------------------------------------------


def run(claims: Iterable[Claim], *, seed: int = 0, limit: int | None = LIMIT, slips: bool = True, rewritten: bool = True,
        cache: Cache | None = None, jobs: Workers = 1, retry: bool = False, keep_settled: bool = False,
        seconds: float = SECONDS, library: Library | None = None,
        only: Mapping[str, frozenset[Slip]] | None = None) -> Iterator[tuple[Claim, list[Result]]]:
    """Each claim with the results of its slips and rewritings, as they are done.

    library: where worker processes find the claims by their ids; without it everything is done in this process. only: by claim, the slips
    that are tried; all of a claim that is not named.
    """
    claims, only = list(claims), only or {}
    cache = NoCache() if cache is None else cache
    options = {"seed": seed, "limit": limit, "slips": slips, "rewritten": rewritten, "retry": retry, "keep_settled": keep_settled,
               "seconds": seconds}
    if jobs == 1 or library is None or (len(claims) < 2 and not isinstance(jobs, str)):
        for claim in claims:
            yield claim, of_claim(claim, cache=cache, only=only.get(claim.id), **options)
        return
    by_id = {claim.id: claim for claim in claims}
    calls = {claim.id: (library, claim.id, options | {"only": only.get(claim.id)}) for claim in claims}
    for claim_id, results in in_workers_with(cache, _of_id, calls, jobs):
        yield by_id[claim_id], results


def _of_id(cache: Cache, library: Library, claim_id: str, options: dict) -> list[Result]:
    """In a worker: the claim is looked up by id, so no formula is pickled."""
    claim, _ = library_here(library).find(claim_id)
    return of_claim(claim, cache=cache, **options)
