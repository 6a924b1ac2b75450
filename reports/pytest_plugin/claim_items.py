"""One test item for each claim and route. What the ledger knows of a claim is not built again to collect it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import pytest

from theoremtest.derivations.errors import TheoremtestError
from theoremtest.numerics.routes.dispatch import ROUTES, chosen_routes
from theoremtest.reports.workspace import Workspace

from .edit_items import EDITS, FAILING, edits_of, plain_edit

FAST_LANE_TAKES = 40
"""In the fast lane every so many claims are decided; of the others it asks whether they read as the ledger has them, and decides those
that do not."""


class ClaimFailed(Exception):
    """A claim is not as expected; the text says how."""


def collected(parent, place: Workspace, ids: Iterable[str] = ()) -> Iterator[pytest.Item]:
    """The items of all claims, of the paper that an option names, or of some ids, in the register's order."""
    options = parent.config.option
    routes = ROUTES if options.theoremtest_routes is None else chosen_routes(options.theoremtest_routes)
    paper = options.theoremtest_paper
    known = {record["id"]: record for record in place.library_records}
    baseline = not place.personal and parent.path.name == "test_claims.py"
    if ids:
        for identity in ids:
            if identity in known and not _is_claim(place, identity):
                yield RemovedItem.from_parent(parent, name=f"{identity} edit", record=known[identity])
            else:
                claim, _ = place.find(identity)
                yield from claim_items(parent, [claim], routes, known, baseline)
        return
    registry, claims = place.claims_of(paper)
    yield from claim_items(parent, claims, routes, known, baseline, FAST_LANE_TAKES if baseline else 1)
    if place.own and not place.personal and "exact" in routes:
        for identity, record in known.items():
            if identity not in registry and paper in (None, record["paper"]):
                yield RemovedItem.from_parent(parent, name=f"{identity} edit", record=record)


def claim_items(parent, claims, routes, known: Mapping[str, Mapping] | None = None, baseline: bool = False,
                every: int = 1) -> Iterator[ClaimItem]:
    """One test item for each claim and each route that has something to say of it.

    known: the ledger's records by id; baseline: they are what edits are told against. every: in the fast lane every so many claims are
    decided, and of the others only edits are told.
    """
    fast_lane = "not slow" in parent.config.option.markexpr
    for number, claim in enumerate(claims):
        record = (known or {}).get(claim.id)
        if fast_lane and record is not None and number % every:
            yield EditedItem.from_parent(parent, name=f"{claim.id} edit", claim=claim, route="exact", record=record,
                                         baseline=baseline)
            continue
        for route in _routes(claim, record, routes):
            domain = str(claim.domain) if record is None else record["domain_text"]
            name = f"{claim.id} {route}" + (f" {domain}" if domain != "[]" else "")
            item = ClaimItem.from_parent(parent, name=name, claim=claim, route=route, record=record,
                                         baseline=baseline)
            if route != "exact":
                item.add_marker("slow")  # the fast lane decides; the other routes look again
            yield item


def _routes(claim, record: Mapping | None, routes) -> tuple[str, ...]:
    """The routes that have something to say of a claim: as the ledger has them, else as its statements show."""
    if record is None:
        from theoremtest.reports.verify.runner import checks_of, routes_for
        found = {route for check in checks_of(claim) for route in routes_for(check, routes)}
    else:
        erratum = record["erratum"] or {"corrected_evidence": ()}
        rows = [*record["evidence"], *erratum["corrected_evidence"], *(row for step in record["derivation"] for row in step["evidence"])]
        found = {row["kind"] for row in rows}
    return tuple(route for route in routes if route in found)


def _is_claim(place: Workspace, identity: str) -> bool:
    try:
        place.find(identity)
    except TheoremtestError:
        return False
    return True


class ClaimItem(pytest.Item):
    """One claim by one route: its printed statement, its correction and its derivation.

    The exact route also asks what became of the claim since the baseline; a claim that reads otherwise is looked at by
    every route that has something to say of it now.
    """

    def __init__(self, *, claim, route, record=None, baseline=False, **rest):
        super().__init__(**rest)
        self.claim, self.route, self.record, self.baseline = claim, route, record, baseline

    @property
    def claim_id(self) -> str:
        return self.claim.id

    @property
    def routes(self) -> tuple[str, ...]:
        """The routes by which a claim is looked at that reads as the ledger has it."""
        return (self.route,)

    def runtest(self):
        from theoremtest.reports.verify.by_route import judge
        from theoremtest.reports.verify.explain import explain

        from .plugin import workspace

        place = workspace(self.config)
        edits = edits_of(self.claim, self.record, place) if self.route == "exact" and self.baseline else []
        routes = self.routes if not edits else ROUTES
        parts, skips = [], []
        for route in routes:
            problems, findings, skipped = judge(self.claim, route, place.cache)
            skips.append(skipped)
            if problems:
                parts.append(explain(self.claim, findings, problems, (route,), place.way_to(self.claim_id)))
        self.user_properties += [(EDITS, edits)] if edits else []
        failing = [edit for edit in edits if edit["status"] in FAILING]
        if failing and not self.config.option.accept_claims:
            parts.append("\n".join([*map(plain_edit, failing), "  accept            theoremtest accept, or pytest --accept-claims"]))
        if parts:
            raise ClaimFailed("\n".join(parts))
        if len(skips) == 1 and skips[0]:
            pytest.skip(skips[0])

    def repr_failure(self, excinfo, style=None):
        if isinstance(excinfo.value, (ClaimFailed, TheoremtestError)):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self):
        return self.path, None, self.name


class EditedItem(ClaimItem):
    """What the fast lane asks of a claim: whether it reads as the ledger has it; one that does not is decided by every route."""

    @property
    def routes(self) -> tuple[str, ...]:
        return ()


class RemovedItem(pytest.Item):
    """A record of the ledger without a claim: somebody took the claim out. It stands where the exact route would."""

    route = "exact"

    def __init__(self, *, record, **rest):
        super().__init__(**rest)
        self.record = record

    @property
    def claim_id(self) -> str:
        return self.record["id"]

    def runtest(self):
        from theoremtest.reports.edits.changes import REMOVED, Edit
        from theoremtest.reports.edits.text import as_json

        edit = as_json(Edit(self.record["id"], "printed", REMOVED, old_latex=self.record["latex"], title=self.record["title"]))
        self.user_properties.append((EDITS, [edit]))
        if not self.config.option.accept_claims:
            raise ClaimFailed("\n".join([plain_edit(edit), "  accept            theoremtest accept, or pytest --accept-claims"]))

    def repr_failure(self, excinfo, style=None):
        return str(excinfo.value) if isinstance(excinfo.value, ClaimFailed) else super().repr_failure(excinfo, style)

    def reportinfo(self):
        return self.path, None, self.name
