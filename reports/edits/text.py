"""An edit written out: as plain data for the report and for a test run's workers, and as coloured lines for a terminal."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping

from rich.console import Console
from rich.text import Text

from theoremtest.reports.formulas import unicode_words

from . import termdiff
from .changes import Edit

COLOURS = {"equivalent (proved)": "green", "equivalent (supported)": "yellow", "different": "red", "undecided": "magenta",
           "new": "cyan", "removed": "red"}


def as_json(edit: Edit) -> dict:
    """The edit as data: `old` and `new` of a change are pieces `[changed or same, LaTeX]`."""
    changes = []
    for change in edit.changes:
        old, new = termdiff.rows(change.old, change.new)
        changes.append({"place": change.place, "status": change.status, "note": change.note,
                        "old": [[piece.status, piece.latex] for piece in old], "new": [[piece.status, piece.latex] for piece in new],
                        "example": change.example.as_json() if change.example else None})
    return {"id": edit.id, "role": edit.role, "title": edit.title, "status": edit.status, "old": edit.old_latex, "new": edit.new_latex,
            "changes": changes}


def lines(edit: Mapping) -> list[Text]:
    """An edit for a terminal: what it is, then each place that changed with the old formula above the new one."""
    role = "" if edit["role"] == "printed" else f" ({edit['role']})"
    found = [Text.assemble((edit["id"], "bold"), f"{role}  {unicode_words(edit['title'])}: ", (edit["status"], COLOURS[edit["status"]]))]
    if edit["status"] == "new":
        found.append(Text.assemble("    + ", (edit["new"], "green")))
    if edit["status"] == "removed":
        found.append(Text.assemble("    - ", (edit["old"], "red")))
    for change in edit["changes"]:
        found.append(Text.assemble(f"  {change['place']}: ", (change["status"], COLOURS[change["status"]]),
                                   f" ({change['note']})" if change["note"] else ""))
        for sign, side in (("-", "old"), ("+", "new")):
            if change[side]:
                row = tuple(termdiff.Piece(*piece) for piece in change[side])
                found.append(Text(f"    {sign} ") + termdiff.coloured(row, side))
        if change["example"]:
            found.append(Text(f"    {_example(change['example'])}"))
    return found


def _example(example: Mapping) -> str:
    at = ", ".join(f"{name} = {value}" for name, value in example["point"].items()) or "anywhere"
    sides = f": it was {example['left']} and is {example['right']}" if example["left"] or example["right"] else ""
    return f"at {at}{sides}" + (f" ({example['note']})" if example["note"] else "")


def plain(edit: Mapping) -> str:
    """The same without colour; what changed is set in brackets, [-gone-] and {+come+}."""
    found = [line.plain for line in lines({**edit, "changes": []})]
    for change in edit["changes"]:
        marked = {**change, "old": _marked(change["old"], "[-", "-]"), "new": _marked(change["new"], "{+", "+}")}
        found += [line.plain for line in lines({**edit, "status": "different", "changes": [marked]})[1:]]
    return "\n".join(found)


def _marked(pieces, before: str, after: str) -> list:
    return [["same", f"{before}{latex}{after}" if status == termdiff.CHANGED else latex] for status, latex in pieces]


def terminal(edits: Iterable[Mapping], colour: bool) -> list[str]:
    """Lines for a terminal that takes text: escape sequences inside where it shows colours."""
    written = io.StringIO()
    console = Console(file=written, force_terminal=colour, no_color=not colour, highlight=False, soft_wrap=True, width=10_000)
    for edit in edits:
        if colour:
            for line in lines(edit):
                console.print(line)
        else:
            console.print(Text(plain(edit)))
    return written.getvalue().splitlines()


def summary(edits: Iterable[Mapping]) -> str:
    """How many edits there are of each sort, in one line."""
    statuses = [edit["status"] for edit in edits]
    counts = [f"{statuses.count(status)} {status}" for status in COLOURS if status in statuses]
    return ", ".join(counts) or "every statement is as in the baseline"
