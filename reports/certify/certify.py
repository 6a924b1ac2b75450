"""Certificates of claims: every decided part given to Coq's kernel, kept by the digest of what its theorem states.

A script that fails lowers nothing. A theorem of a part that the exact engine refutes, or a refutation of one that it proves, is an error of
one of the two, and is told as such.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from theoremtest.derivations.language import Claim
from theoremtest.derivations.language.tree import tree_of
from theoremtest.derivations.papers import Library
from theoremtest.derivations.proof.valueless import ENGINE as VALUELESS
from theoremtest.numerics.parallel.workers import Workers
from theoremtest.reports.verify.cache import Cache, NoCache
from theoremtest.reports.verify.certificates import exact_rows
from theoremtest.reports.verify.runner import FEW, examine, library_here
from theoremtest.reports.verify.workers import folder_here, in_workers_with

from .certificate import Certified, recorded_in
from .session import ALL, UNDEFINED, Coq, Session, Told, coq_here


def stands(claim: Claim, record: Mapping) -> bool:
    """Whether a record is of the claim's statements as they are now, the corrected one included."""
    if record.get("tree") is None or record["tree"] != tree_of(claim.statement):
        return False
    corrected = (record["erratum"] or {}).get("corrected_tree")
    return claim.erratum is None or (corrected is not None and corrected == tree_of(claim.erratum.corrected))


def outcomes(claim: Claim, record: Mapping | None, cache: Cache) -> Told:
    """What the exact engine says of each part: from the record where it is of these statements, else decided now."""
    if record is not None and stands(claim, record):
        return {place: _told(row) for place, row in exact_rows(record).items()}
    found = {}
    for finding in examine(claim, ("exact",), cache):
        for item in finding.evidence:
            found[finding.check.role, finding.check.part] = _told(item.as_json())
    return found


def _told(row: Mapping) -> str:
    """A point at which a formula has no value refutes what is printed; a theorem supposes that there is one, and is no part of that."""
    return UNDEFINED if row.get("engine") == VALUELESS and row["outcome"] == "refuted" else row["outcome"]


CHUNK = 80
"""Claims of one session at most: at its end Coq walks through its whole library to say what the theorems rest on, once for all of them."""
SHARES = 4
"""Sessions of each worker process at least, so that none waits long for another."""
ON_CLUSTER = 24
"""Claims of one session on a cluster, whose workers come and go."""


def certify_all(claims: list[Claim], records: Mapping[str, Mapping], cache: Cache, folder: Path, library: Library,
                jobs: Workers, asks: str = ALL) -> Iterator[Certified]:
    """Certify many claims, in worker processes or on a cluster where there are several; in any order. Raises NoCoq where Coq does not run.

    asks: of which theorems, as in a session.
    """
    if jobs == 1 or (len(claims) < FEW and not isinstance(jobs, str)):
        coq = coq_here(folder)
        session = Session(coq, cache, asks)
        try:
            for number, claim in enumerate(claims, 1):
                record = records.get(claim.id)
                found = session.certify(claim, outcomes(claim, record, cache), recorded_in(record))
                if number % CHUNK == 0 or number == len(claims):  # what is taken so far is kept
                    session.finish()
                yield found
        finally:
            if coq is not None:
                coq.close()
        return
    size = ON_CLUSTER if isinstance(jobs, str) else min(CHUNK, -(-len(claims) // (SHARES * jobs)))
    chunks = [[claim.id for claim in claims[start:start + size]] for start in range(0, len(claims), size)]
    calls = {chunk[0]: (library, chunk, [records.get(claim_id) for claim_id in chunk], folder, asks) for chunk in chunks}
    for _, found in in_workers_with(cache, _certify_chunk, calls, jobs):
        yield from found


_RUNNING: dict[str, Coq | None] = {}
"""The running Coq of a worker process, kept from one chunk to the next."""


def _certify_chunk(cache: Cache, library: Library, claim_ids: list[str], records: list, folder: Path, asks: str) -> list[Certified]:
    """In a worker: claims are looked up by id, so no formula is pickled."""
    if str(folder) not in _RUNNING:
        _RUNNING[str(folder)] = coq_here(folder_here(folder) if isinstance(cache, NoCache) else cache.folder)
    session, found = Session(_RUNNING[str(folder)], cache, asks), []
    for claim_id, record in zip(claim_ids, records):
        claim, _ = library_here(library).find(claim_id)
        found.append(session.certify(claim, outcomes(claim, record, cache), recorded_in(record)))
    session.finish()
    return found
