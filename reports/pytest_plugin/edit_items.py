"""The edit loop in a test run: what became of a claim since the baseline, shown at the end, and the acceptance.

An edit that is equivalent, or a new claim, passes and is shown. What says something else, what is gone and what cannot be
decided fails, until `--accept-claims` takes it over.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from theoremtest.derivations.errors import TheoremtestError
from theoremtest.reports.files import in_one_line
from theoremtest.reports.workspace import Workspace

EDITS = "theoremtest edit"
"""The property of a test report that holds edits as data."""
FAILING = ("different", "removed", "undecided")


def edits_of(claim, record: Mapping | None, place: Workspace) -> list[dict]:
    """What became of a claim since the baseline, as data; nothing where it reads the same or where there is no baseline."""
    from theoremtest.reports.edits.edits import of_claim, touched
    from theoremtest.reports.edits.text import as_json

    if not place.own or not place.records or not touched(claim, record):
        return []
    return [as_json(edit) for edit in of_claim(claim, record, place.cache)]


def plain_edit(edit: Mapping) -> str:
    """An edit in plain lines."""
    from theoremtest.reports.edits.text import plain

    return plain(edit)


def show(reporter) -> None:
    """The edits of a run, coloured, at its end; under several workers as in one process."""
    from theoremtest.reports.edits.text import summary, terminal

    found = [edit for reports in reporter.stats.values() for report in reports if getattr(report, "when", "") == "call"
             for name, edits in getattr(report, "user_properties", ()) if name == EDITS for edit in edits]
    if found:
        reporter.section("edits since the baseline")
        for line in terminal(sorted(found, key=lambda edit: edit["id"]), reporter.hasmarkup):
            reporter.line(line)
        reporter.line(summary(found))


def accept(place: Workspace, reporter) -> int:
    """Take the claims over as the baseline; the exit status, 1 where that is refused."""
    from theoremtest.reports.edits.accept import accept as take_over

    reporter.section("acceptance of the claims")
    try:
        done = take_over(place)
    except (TheoremtestError, OSError) as error:  # an edit that cannot be read, a disk that is full
        reporter.line(f"refused: {in_one_line(error) if isinstance(error, OSError) else error}")
        return pytest.ExitCode.TESTS_FAILED
    for text in done.told:
        reporter.line(f"its record is not carried over: {text}")
    for reason in done.reasons:
        reporter.line(f"refused: {reason}")
    if not done.reasons:
        reporter.line(f"{'the baseline is written' if done.written else 'the baseline is as it was'}; "
                      f"claims decided again: {len(done.examined)}")
    return pytest.ExitCode.TESTS_FAILED if done.reasons else pytest.ExitCode.OK
