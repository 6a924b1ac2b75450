"""A run over all claims of this library of which some may stand as the last run left them: only what an edit touched is built."""

from __future__ import annotations

from collections.abc import Sequence

from theoremtest.derivations.errors import TheoremtestError
from theoremtest.numerics.parallel.workers import Workers
from theoremtest.reports.verify.by_module import fits_together, note_modules, standing_modules, tell_uses
from theoremtest.reports.workspace import Workspace

from .shared import begin_flow, examined


def examined_all(place: Workspace, routes: Sequence[str], jobs: Workers, seconds: float) -> list[tuple]:
    """As `examined`, for all claims of this library with what they need; of modules that stand as they were no claim is built (None)."""
    found = _examined_what_changed(place, routes, jobs, seconds)
    if found is None:
        found = examined(place, place.registry, place.claims, tuple(routes), jobs, seconds, what_it_needs=True)
        note_modules(place.library, place.claims, place.cache)
    return found


def _examined_what_changed(place: Workspace, routes: Sequence[str], jobs: Workers, seconds: float) -> list[tuple] | None:
    """None where all claims are to be built: nothing is kept, or the claims do not fit together, which the register then tells."""
    stands = standing_modules(place.library, routes, place.cache)
    if stands is None:
        return None
    begin_flow(routes, jobs)
    try:
        claims = place.library.claims_of_modules(stands.changed, {record["id"]: record["module"] for record in stands.records})
    except TheoremtestError:
        return None
    if not fits_together([*stands.records, *({"id": claim.id, "uses": claim.uses} for claim in claims)]):
        return None
    registry = place.library.around(claims)
    results = examined(place, registry, claims, tuple(routes), jobs, seconds, what_it_needs=True)
    note_modules(place.library, claims, place.cache, stands.changed)
    results = [*results, *((None, record, None) for record in stands.records)]
    tell_uses([record for _, record, _ in results])
    return results
