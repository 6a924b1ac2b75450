"""The claims of one's own as test items: those of a file `claims_*.py`, or of a module of one's own package, beside one's own ledger."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

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
        place = workspace(self.config)
        try:
            known = {record["id"]: record for record in place.records} if place.personal else {}
            claims = _claims_of(self.path, place)
            return [*claim_items(self, place, claims, ROUTES, known, baseline=place.personal), *self._removed(claims, place, known)]
        except TheoremtestError as error:
            raise self.CollectError(str(error)) from None

    def _removed(self, claims, place: Workspace, known: Mapping[str, Mapping]) -> Iterator[pytest.Item]:
        """Items for records of this file's that are no claims any more; the first file also answers for files that are gone."""
        try:
            standing = {claim.id for claim in place.own_claims}
        except TheoremtestError:  # the broken file says so itself
            return
        modules = {claim.module for claim in place.own_claims}
        first = not self.config.stash.get(TOLD, False)
        self.config.stash[TOLD] = True
        here = {claim.module for claim in claims} or {place.module_of(self.path) or self.path.stem}
        for identity, record in known.items():
            if identity not in standing and (record["module"] in here or (first and record["module"] not in modules)):
                yield RemovedItem.from_parent(self, name=f"{identity} edit", record=record)


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
