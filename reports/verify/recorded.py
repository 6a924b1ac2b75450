"""Claims decided with their records made: of many, by whoever decides them, as a claim that is built once more only to write its record
would take a tenth of the time of a whole run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rederive.derivations.language import Claim, Registry
from rederive.derivations.papers import Library
from rederive.numerics.parallel.workers import Workers

from .ahead import stop
from .cache import Cache
from .ledger import used_by
from .records import made_record
from .runner import LOOKED_UP, Found, examine, examine_all, library_here, named, with_statements
from .workers import in_workers_with


def recorded_all(claims: Iterable[Claim], registry: Registry, wanted: Sequence[str], cache: Cache, jobs: Workers, seconds: float,
                 library: Library, what_it_needs: bool = False) -> Iterator[tuple[Claim, dict, tuple[Found, ...]]]:
    """(claim, record, findings) as they are done, in any order; see `examine_all`.

    The findings of many claims name their checks only, as a worker sends no formula; those of a claim that is not as expected have their
    statements, for the explanation.
    """
    claims, wanted = list(claims), tuple(wanted)
    if jobs == 1 or len(claims) <= LOOKED_UP:
        for claim, findings in examine_all(claims, wanted, cache, jobs, seconds, library, what_it_needs):
            yield claim, made_record(claim, findings, registry, wanted, cache, what_it_needs), findings
        return
    stop()  # so many claims train in the workers
    by_id = {claim.id: claim for claim in claims}
    calls = {claim.id: (library, claim.id, wanted, seconds, what_it_needs) for claim in claims}
    for claim_id, (record, found) in in_workers_with(cache, _recorded, calls, jobs):
        claim = by_id[claim_id]
        record["used_by"] = used_by(claim, registry)
        yield claim, record, with_statements(claim, found, what_it_needs) if record["failures"] else found


def _recorded(cache: Cache, library: Library, claim_id: str, wanted: tuple[str, ...], seconds: float,
              what_it_needs: bool) -> tuple[dict, tuple[Found, ...]]:
    """In a worker, whose register holds what a claim rests on and not all that rests on it: `used_by` is left to who asks."""
    claim, registry = library_here(library).find(claim_id)
    findings = examine(claim, wanted, cache, seconds, what_it_needs)
    return made_record(claim, findings, registry, wanted, cache, what_it_needs), named(findings)
