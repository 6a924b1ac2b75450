"""The claims of one's own as test items: those of a file `claims_*.py`, or of a module of one's own package, beside one's own ledger."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from theoremtest.derivations.errors import TheoremtestError
from theoremtest.numerics.routes.dispatch import ROUTES
from theoremtest.reports.workspace import Workspace

from .claim_items import RemovedItem, claim_items
from .plugin import workspace

TOLD = pytest.StashKey()
"""Whether the claims whose whole file is gone have their items already."""


class OwnClaims(pytest.File):
    """The claims that a file of one's own holds, each by every route that has something to say of it, and those that it no longer holds."""

    def collect(self):
        return list(items_of_a_file(self))


def items_of_a_file(parent: pytest.File) -> Iterator[pytest.Item]:
    """The items of a file's claims, and of the records that are no claims any more."""
    place = workspace(parent.config)
    try:
        known = {record["id"]: record for record in place.records} if place.personal else {}
        claims = _claims_of(parent.path, place)
        yield from claim_items(parent, place, claims, ROUTES, known, baseline=place.personal)
        yield from _removed(parent, claims, place, known)
    except TheoremtestError as error:
        raise parent.CollectError(str(error)) from None


def _removed(parent: pytest.File, claims, place: Workspace, known: Mapping[str, Mapping]) -> Iterator[pytest.Item]:
    """Items for records of a file's that are no claims any more; the first file also answers for files that are gone."""
    try:
        standing = {claim.id for claim in place.own_claims}
    except TheoremtestError:  # the broken file says so itself
        return
    modules = {claim.module for claim in place.own_claims}
    first = not parent.config.stash.get(TOLD, False)
    parent.config.stash[TOLD] = True
    here = {claim.module for claim in claims} or {place.module_of(parent.path) or _module_name(parent.path)}
    for identity, record in known.items():
        if identity not in standing and (record["module"] in here or (first and record["module"] not in modules)):
            yield RemovedItem.from_parent(parent, name=f"{identity} edit", record=record)


def _module_name(path: Path) -> str:
    return path.stem if path.suffix == ".py" else path.name


def _claims_of(path, place: Workspace):
    """The claims of a file, what they rest on being there; where another file is broken, the file is read alone."""
    module = place.module_of(path)
    try:
        place.own_claims  # noqa: B018  claims of several files may rest on one another
    except TheoremtestError:
        if module is not None:
            raise
    if module is None:
        claims = place.library.add_file(path)
    else:
        claims = tuple(claim for claim in place.own_claims if claim.module == module)
    place.library.around(claims)
    return claims
