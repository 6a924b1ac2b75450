"""Claims decided with their records made: of many, by whoever decides them, as a claim that is built once more only to write its record
would take a tenth of the time of a whole run."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from theoremtest.derivations.language import Claim, Registry
from theoremtest.derivations.papers import Library
from theoremtest.numerics.parallel.workers import Workers
from theoremtest.numerics.routes import dispatch as routes
from theoremtest.numerics.routes.names import EXPERIMENT

from .ahead import stop
from .cache import Cache
from .ledger import used_by
from .records import made_record
from .runner import LOOKED_UP, Found, examine, examine_all, is_new, library_here, named, with_statements
from .workers import in_workers_with


def recorded_all(claims: Iterable[Claim], registry: Registry, wanted: Sequence[str], cache: Cache, jobs: Workers, seconds: float,
                 library: Library, what_it_needs: bool = False,
                 last: Iterable[Mapping] = ()) -> Iterator[tuple[Claim, dict, tuple[Found, ...]]]:
    """(claim, record, findings) as they are done, in any order; see `examine_all`.

    The findings of many claims name their checks only, as a worker sends no formula; those of a claim that is not as expected have their
    statements, for the explanation. last: records of an earlier run, which tell what is best decided by one process, and nothing else.
    """
    claims, wanted = list(claims), tuple(wanted)
    if jobs == 1 or len(claims) <= LOOKED_UP:
        for claim, findings in examine_all(claims, wanted, cache, jobs, seconds, library, what_it_needs):
            yield claim, made_record(claim, findings, registry, wanted, cache, what_it_needs), findings
        return
    stop()  # so many claims train in the workers
    by_id = {claim.id: claim for claim in claims}
    calls = {ids: (library, ids, wanted, seconds, what_it_needs) for ids in bundles(by_id, last)}
    for _, answers in in_workers_with(cache, _recorded, calls, jobs):
        for claim_id, record, found in answers:
            claim = by_id[claim_id]
            record["used_by"] = used_by(claim, registry)
            yield claim, record, with_statements(claim, found, what_it_needs) if record["failures"] else found


def bundles(ids: Iterable[str], last: Iterable[Mapping]) -> list[tuple[str, ...]]:
    """The ids in groups of which each is for one process: first, as they take long, claims of one module of experiments, which share runs
    of training; every other claim alone. Which experiment a claim asks is read from its last record."""
    asked = {record["id"]: row["engine"].removeprefix(EXPERIMENT).partition(":")[0]
             for record in last for row in record["evidence"] if row["engine"].startswith(EXPERIMENT)}
    shared, alone = defaultdict(list), []
    for claim_id in ids:
        if claim_id in asked:
            shared[asked[claim_id]].append(claim_id)
        else:
            alone.append((claim_id,))
    return [*map(tuple, shared.values()), *alone]


def _recorded(cache: Cache, library: Library, ids: tuple[str, ...], wanted: tuple[str, ...], seconds: float,
              what_it_needs: bool) -> list[tuple[str, dict, tuple[Found, ...]]]:
    """In a worker, whose register holds what a claim rests on and not all that rests on it: `used_by` is left to who asks."""
    answers = []
    for claim_id in ids:
        claim, registry = library_here(library).find(claim_id)
        if is_new(claim, wanted, cache):  # a process that grows by so much later than at its first claim is taken for one to be renewed
            routes.prepare_all(wanted)
        findings = examine(claim, wanted, cache, seconds, what_it_needs)
        answers.append((claim_id, made_record(claim, findings, registry, wanted, cache, what_it_needs), named(findings)))
    return answers
