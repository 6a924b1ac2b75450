"""The edit loop in a test run: an item for each statement that is not as in the baseline, what became of it, and the acceptance.

An edit that is equivalent, or a new claim, passes and is told at the end. What says something else, what is gone and what
cannot be decided fails, until `--accept-claims` takes it over.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from .plugin import ClaimFailed, ClaimItem, _cache

TOLD = "rederive edit"
FAILING = ("different", "removed", "undecided")


def baseline(root: Path) -> list[dict] | None:
    """The ledger of the checkout at `root`; None where there is none, so that nothing is compared."""
    from rederive.reports.verify import ledger

    path = ledger_path(root)
    return ledger.read(path) if path.is_file() else None


def ledger_path(root: Path) -> Path:
    return Path(root) / "reports" / "ledger.json"


def edit_items(parent, registry, paper: str | None):
    """An item for each claim that says something else than its record, and for each record without a claim."""
    from rederive.reports.edits.edits import touched

    records = baseline(parent.config.rootpath)
    if records is None:
        return
    known = {record["id"]: record for record in records}
    for claim in registry:
        if (paper is None or claim.paper.key == paper) and touched(claim, known.get(claim.id)):
            yield EditItem.from_parent(parent, name=f"{claim.id} edit", claim=claim, route="edit", registry=registry, record=known.get(claim.id))
    for claim_id, record in known.items():
        if claim_id not in registry and (paper is None or record["paper"] == paper):
            yield EditItem.from_parent(parent, name=f"{claim_id} edit", claim=None, route="edit", registry=registry, record=record)


class EditItem(ClaimItem):
    """What became of one claim's statements since the baseline."""

    def __init__(self, *, record, **rest):
        super().__init__(**rest)
        self.record = record

    def runtest(self):
        from rederive.reports.edits.edits import REMOVED, Edit, of_claim
        from rederive.reports.edits.text import as_json, plain

        if self.claim is None:
            found = [Edit(self.record["id"], "printed", REMOVED, old_latex=self.record["latex"], title=self.record["title"])]
        else:
            found = of_claim(self.claim, self.record, _cache(self.config))
        told = [as_json(edit) for edit in found]
        self.user_properties.append((TOLD, told))
        failing = [edit for edit in told if edit["status"] in FAILING]
        if failing and not self.config.option.accept_claims:
            raise ClaimFailed("\n".join([*map(plain, failing), "  accept            rederive accept, or pytest --accept-claims"]))


def tell(reporter) -> None:
    """The edits of a run, coloured, at its end; under several workers as in one process."""
    from rederive.reports.edits.text import summary, terminal

    found = [edit for reports in reporter.stats.values() for report in reports if getattr(report, "when", "") == "call"
             for name, told in getattr(report, "user_properties", ()) if name == TOLD for edit in told]
    if found:
        reporter.section("edits since the baseline")
        for line in terminal(sorted(found, key=lambda edit: edit["id"]), reporter.hasmarkup):
            reporter.line(line)
        reporter.line(summary(found))


def accept(config, reporter) -> int:
    """Take the claims over as the baseline; the exit status, 1 where that is refused."""
    from rederive.derivations.papers import load
    from rederive.reports.verify.accept import accept as take_over

    done = take_over(load(), ledger_path(config.rootpath), _cache(config))
    reporter.section("acceptance of the claims")
    for reason in done.reasons:
        reporter.line(f"refused: {reason}")
    if not done.reasons:
        reporter.line(f"{'the baseline is written' if done.written else 'the baseline is as it was'}; claims decided again: {len(done.examined)}")
    return pytest.ExitCode.TESTS_FAILED if done.reasons else pytest.ExitCode.OK
