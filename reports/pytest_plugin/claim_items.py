"""One test item for each claim and route. What is collected and what is asked depends on claims and options alone; the ledger is a record
that each item is held against, and no item passes on its word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import pytest

from theoremtest.derivations.errors import TheoremtestError
from theoremtest.numerics.routes.dispatch import ROUTES, chosen_routes
from theoremtest.reports.workspace import Workspace

from .closing import OTHER_RUN, VERDICT, told_verdict
from .edit_items import EDITS, FAILING, edits_of, plain_edit
from .located import CLAIM, GONE, locate, place_of

FAST_LANE_TAKES = 40
"""In the fast lane every so many claims are decided; of the others it asks whether they read as the ledger has them and what the cache
knows of them, and decides those that do not."""
MENDED = "  mended by         theoremtest accept, or pytest --accept-claims"


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
                yield from claim_items(parent, place, [claim], routes, known, baseline)
        return
    registry, claims = place.claims_of(paper)
    yield from claim_items(parent, place, claims, routes, known, baseline, FAST_LANE_TAKES if baseline else 1)
    if place.own and not place.personal and "exact" in routes:
        for identity, record in known.items():
            if identity not in registry and paper in (None, record["paper"]):
                yield RemovedItem.from_parent(parent, name=f"{identity} edit", record=record)


def claim_items(parent, place: Workspace, claims, routes, known: Mapping[str, Mapping] | None = None, baseline: bool = False,
                every: int = 1) -> Iterator[ClaimItem]:
    """One test item for each claim and each route that has something to say of it.

    known: the ledger's records by id; baseline: they are what edits are told against. every: in the fast lane every so many claims are
    decided, and of the others only edits are told.
    """
    from theoremtest.reports.verify.asked import asked_of

    fast_lane = "not slow" in parent.config.option.markexpr
    claims = list(claims)
    decided = [claim for number, claim in enumerate(claims) if not (fast_lane and number % every)]
    asked_for = {claim.id: asked for claim, asked in asked_of(decided, place.cache)}  # of the others it would build them for nothing
    for claim in claims:
        rest = {"claim": claim, "record": (known or {}).get(claim.id), "baseline": baseline}
        asked = asked_for.get(claim.id)
        if asked is None:
            yield EditedItem.from_parent(parent, name=f"{claim.id} edit", route="exact", **rest)
            continue
        for route in (route for route in routes if route in asked.routes):
            item = ClaimItem.from_parent(parent, name=f"{claim.id} {route}" + (f" {asked.domain}" if asked.domain != "[]" else ""),
                                         route=route, **rest)
            if route != "exact":
                item.add_marker("slow")  # the fast lane decides; the other routes look again
            yield item


def _is_claim(place: Workspace, identity: str) -> bool:
    try:
        place.find(identity)
    except TheoremtestError:
        return False
    return True


class ClaimItem(pytest.Item):
    """One claim by one route: its printed statement, its correction and its derivation.

    The exact route also asks what became of the claim since the baseline; a claim that reads otherwise, or whose record does not agree with
    itself, is looked at by every route that has something to say of it now.
    """

    def __init__(self, *, claim, route, record=None, baseline=False, **rest):
        super().__init__(**rest)
        self.claim, self.route, self.record, self.baseline = claim, route, record, baseline

    @property
    def claim_id(self) -> str:
        return self.claim.id

    def told_of(self) -> EditedItem:
        """The item that stands for this one where the claim is not decided."""
        return EditedItem.from_parent(self.parent, name=f"{self.claim_id} edit", route="exact", claim=self.claim, record=self.record,
                                      baseline=self.baseline)

    def routes(self, place: Workspace) -> tuple[str, ...]:
        """The routes by which a claim is looked at that reads as the ledger has it."""
        return (self.route,)

    def runtest(self):
        from theoremtest.reports.verify.by_route import judge
        from theoremtest.reports.verify.consistency import fault
        from theoremtest.reports.verify.explain import explain

        from .plugin import workspace

        locate(self, CLAIM, *place_of(self.claim, self.path))
        place, accepting = workspace(self.config), self.config.option.accept_claims
        recorded = self.record if self.baseline else None
        broken = fault(recorded) if recorded is not None else ""
        edits = edits_of(self.claim, self.record, place) if self.route == "exact" and self.baseline and not broken else []
        routes = ROUTES if edits or (broken and self.route == "exact") else self.routes(place)
        parts, skips, anew = [], [], ""
        for route in routes:
            problems, findings, skipped = judge(self.claim, route, place.cache)
            skips.append(skipped)
            if route == "exact":
                told = told_verdict(self.claim, findings)
                self.user_properties.append((VERDICT, told))
                anew = f"; decided anew: {told['verdict']}"
                if told["supported"] and self.config.option.strict_proved:
                    problems = [*problems, f"numbers alone support the {told['supported']} statement, which --strict-proved refuses"]
            if problems:
                parts.append(explain(self.claim, findings, problems, (route,), place.way_to(self.claim_id)))
            if recorded is not None and not broken and not edits:
                parts += self._against(recorded, findings, route, accepting)
        if broken and not accepting:
            parts.append(f"{self.claim_id}  its record in the ledger is not to be repeated: {broken}{anew}\n{MENDED}")
        self.user_properties += [(EDITS, edits)] if edits else []
        failing = [edit for edit in edits if edit["status"] in FAILING]
        if failing and not accepting:
            parts.append("\n".join([*map(plain_edit, failing), "  accept            theoremtest accept, or pytest --accept-claims"]))
        if parts:
            raise ClaimFailed("\n".join(parts))
        if len(skips) == 1 and skips[0]:
            pytest.skip(skips[0])

    def _against(self, recorded: Mapping, findings, route: str, accepting: bool) -> list[str]:
        """What the ledger says that was not found; where it merely is of another run, that is noted for the closing lines."""
        from theoremtest.reports.verify.against_ledger import is_of_another_run, overstated

        if is_of_another_run(recorded, self.claim, findings, route):
            self.user_properties.append((OTHER_RUN, self.claim_id))
        wrong = overstated(recorded, self.claim, findings, route)
        return ["\n".join([self.claim_id, *(f"  {line}" for line in wrong), MENDED])] if wrong and not accepting else []

    def repr_failure(self, excinfo, style=None):
        if isinstance(excinfo.value, (ClaimFailed, TheoremtestError)):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self):
        return self.path, None, self.name


class EditedItem(ClaimItem):
    """What is asked of a claim that a run does not decide: whether it reads as the ledger has it, and what the cache knows of it.

    One that reads otherwise is decided by every route; one of which only the ledger speaks is skipped, as that is nobody's decision.
    """

    def routes(self, place: Workspace) -> tuple[str, ...]:
        from theoremtest.reports.verify.runner import remembered

        if self.record is None:
            return ROUTES
        if remembered(self.claim, ("exact",), place.cache) is None:
            pytest.skip("not decided in this run; it reads as the ledger has it")
        return ("exact",)


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

        locate(self, GONE, self.path)
        edit = as_json(Edit(self.record["id"], "printed", REMOVED, old_latex=self.record["latex"], title=self.record["title"]))
        self.user_properties.append((EDITS, [edit]))
        if not self.config.option.accept_claims:
            raise ClaimFailed("\n".join([plain_edit(edit), "  accept            theoremtest accept, or pytest --accept-claims"]))

    def repr_failure(self, excinfo, style=None):
        return str(excinfo.value) if isinstance(excinfo.value, ClaimFailed) else super().repr_failure(excinfo, style)

    def reportinfo(self):
        return self.path, None, self.name
