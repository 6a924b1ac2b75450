"""A manuscript's displays, each judged: those under a mark against their claims, those that are claims of their own, and the others over
what the comments lay down. `judged` is all that the tool asks for."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path

from theoremtest.derivations.errors import TheoremtestError
from theoremtest.derivations.notation import NotationError, Setting
from theoremtest.derivations.notation.ground import Ground
from theoremtest.derivations.proof.deadline import OutOfTime, alarm
from theoremtest.reports.edits.attempt import attempt
from theoremtest.reports.referee.findings import Finding, Report
from theoremtest.reports.referee.passages import Passages
from theoremtest.reports.referee.referee import Referee
from theoremtest.reports.tex.document import Walk
from theoremtest.reports.tex.files import Files
from theoremtest.reports.tex.found import Marked, place
from theoremtest.reports.verify.cache import NoCache
from theoremtest.reports.workspace import Workspace

from .statements import decided, plain, point_as_json, read_over

MOST = 2_000_000
"""Bytes of a file at most."""
LATE = 4.0
"""On the clock a call may take so many times its seconds of work: a busy machine changes no answer."""
OUT_OF_TIME = "not judged: the call's seconds are used up"
UNMARKED = "no mark says what this is; it is read over the letters that the comments above its place declare"


def judged(workspace: Workspace, path: str | None, text: str | None, seconds: float, most: int) -> tuple[list[dict], int, list[str]]:
    """The displays of a file of the workspace, or of a text, as items; how many were left out; notes.

    Raises TheoremtestError for a file that is none, or that lies outside of the workspace.
    """
    found = Walk(Files(workspace.root / "document.tex", workspace.root, given=text) if text is not None
                 else Files(_inside(workspace.root, path or ""), workspace.root.resolve())).run()
    deadline, items = time.monotonic() + LATE * seconds, []
    for file, mark in found.marks:
        items.append((file, mark.at, _place(found, file, mark.line) | _marked(workspace, mark, seconds, deadline)))
    for shown in found.shown:
        if not shown.claim_id:
            line = place(found.files.texts[shown.file], shown.at)[0]
            items.append((shown.file, shown.at, _place(found, shown.file, line) | _unmarked(found, shown, seconds, deadline)))
    ordered = [item for _, _, item in sorted(items, key=lambda one: one[:2])]
    notes = [f"{len(ordered)} displays"]
    if not found.marks:
        report = _refereed(found, deadline)
        ordered = [*map(_finding, report.findings), *ordered]
        notes += [report.said(), *report.faults]
    return ordered[:most], max(0, len(ordered) - most), notes


def _refereed(found: Walk, deadline: float) -> Report:
    """What fails in a manuscript without marks, as `theoremtest referee` has it, as far as the time reaches."""
    files = found.files
    document, report = Passages(Files(files.paths[0], files.root, given=files.texts[0])).run(), Report(files.paths[0].name)
    with suppress(OutOfTime), alarm(max(deadline - time.monotonic(), 1.0), "the time is used up"):
        return Referee(document, report, files.root).run(until=deadline)
    return report


def _finding(one: Finding) -> dict:
    """A relation that a checked point refutes."""
    read = {"latex": one.formula, "words": one.reading, "domain_latex": "", "kind": one.kind}
    return {"file": Path(one.file).name, "line": one.line, "verdict": "refuted", "read": read, "point": point_as_json(one.counterexample),
            "unread": [], "notes": [one.message, *([f"it holds as {one.mended}"] if one.mended else [])]}


def _inside(root: Path, name: str) -> Path:
    """A .tex file of the workspace. Raises TheoremtestError for any other, and says no more of one that lies outside."""
    refused = TheoremtestError(f"referee: {name[:120]!r} is no .tex file in the workspace")
    if "\0" in name or Path(name).is_absolute():
        raise refused
    path = root / name
    try:
        real = path.resolve()
        if path.suffix != ".tex" or not real.is_relative_to(root.resolve()) or not real.is_file() or real.stat().st_size > MOST:
            raise refused
    except (OSError, RuntimeError):
        raise refused from None
    return real


def _place(found: Walk, file: int, line: int) -> dict:
    return {"file": found.files.paths[file].name, "line": line}


def _marked(workspace: Workspace, mark: Marked, seconds: float, deadline: float) -> dict:
    """A display under a mark: a claim of its own, or one held to a claim."""
    told = {"id": mark.claim_id, "verdict": "not read", "read": None}
    if mark.problem or mark.display is None:
        return {**told, "unread": [mark.problem or (mark.error.message if mark.error else "there is no display here")]}
    if mark.error is not None:
        return {**told, "unread": [mark.error.message]}
    left = deadline - time.monotonic()
    if left <= 0:
        return {**told, "verdict": "undecided", "notes": [OUT_OF_TIME]}
    try:
        if mark.own is not None:
            read = read_over(mark.display, mark.ground or Ground())
            return {**decided(read, min(left, seconds)).as_json(), "id": mark.claim_id, "read": read.as_json()}
        claim, _ = workspace.find(workspace.id_of(mark.claim_id))
        found = attempt(claim, mark.display, mark.part, NoCache(), min(left, seconds), Setting({}, mark.declared))
    except NotationError as error:
        return {**told, "unread": [error.message]}
    except TheoremtestError as error:
        return {**told, "unread": [str(error)]}
    read = plain({"latex": found.read_as, "domain": found.domain, "kind": claim.statement.label})
    return {"id": claim.id, "verdict": found.verdict, "read": read, "by": found.by, "scope": found.scope,
            "point": point_as_json(found.counterexample or found.differs), "equivalent_to": found.equivalent_to,
            "unread": list(found.set_aside), "notes": [note for note in (*found.notes, *found.tried) if note not in found.set_aside]}


def _unmarked(found: Walk, shown, seconds: float, deadline: float) -> dict:
    left = deadline - time.monotonic()
    if left <= 0:
        return {"verdict": "undecided", "read": None, "unread": [shown.formula], "notes": [OUT_OF_TIME]}
    try:
        read = read_over(shown.formula, shown.ground)
    except NotationError as error:
        return {"verdict": "not read", "read": None, "unread": [shown.formula, error.message], "notes": []}
    told = decided(read, min(left, seconds)).as_json()
    return {**told, "read": read.as_json(), "notes": [UNMARKED, *told["notes"]]}
