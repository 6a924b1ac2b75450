r"""The verdicts of a manuscript's labels, as the file `paper.theoremtest.tex` that `\usepackage[status]{theoremtest}` puts in the margin.

A verdict is the ledger's, of the claim as it stands; of a display that is held to a claim it is that of the claim only where the display
says what the claim says. The file names every file that counted with the sum of its bytes, by which TeX tells what was edited since.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from theoremtest.derivations.errors import TheoremtestError
from theoremtest.derivations.notation import NotationError, Setting
from theoremtest.reports.edits.attempt import attempt
from theoremtest.reports.files import write
from theoremtest.reports.pytest_plugin.tex_items import problem_of
from theoremtest.reports.tex.document import Walk
from theoremtest.reports.tex.files import repository_of
from theoremtest.reports.tex.found import Marked, labels_of
from theoremtest.reports.tex.marked import walk
from theoremtest.reports.verify.ledger_file import NOT_DECIDED
from theoremtest.reports.workspace import Workspace

PACKAGE = "theoremtest.sty"
ENDING = ".theoremtest.tex"
NOT_READ, ELSE, REFUTED, UNDECIDED = "not read", "not as claimed", "refuted", "undecided"
_PROVIDES = r"\ProvidesPackage{theoremtest}"


@dataclass(frozen=True)
class Verdict:
    """What the margin says beside one label, and of which claim; `why` it is no verdict of the ledger, empty where it is one."""

    label: str
    word: str
    claim_id: str
    why: str = ""


@dataclass(frozen=True)
class Margin:
    """The verdicts of a manuscript in its order, what is marked and has no label, by line, and the text of the file."""

    verdicts: tuple[Verdict, ...]
    unlabelled: tuple[str, ...]
    text: str


def margin(main: Path, place: Workspace) -> Margin:
    """The verdicts of all labels of a document. Raises TheoremtestError where it cannot be read or holds no marked display."""
    if main.suffix != ".tex" or not main.is_file():
        raise TheoremtestError(f"{main}: there is no such .tex file")
    found = walk(main, repository_of(main, Path.cwd()))
    said: dict[str, Verdict] = {}
    unlabelled = []
    for file, mark in found.marks:
        labels = labels_of(mark.display.tokens) if mark.display is not None else []
        if not labels:
            unlabelled.append(f"{found.files.paths[file].name}:{mark.line}  {mark.claim_id}")
            continue
        word, why = _verdict(mark, place)
        for label in labels:
            before = said.get(label)
            said[label] = Verdict(label, word, mark.claim_id, why) if before is None else _both(before, word, mark.claim_id, why)
    if not found.marks:
        raise TheoremtestError(f"{main} holds no marked display: a comment `% theoremtest: <id>` or `% theoremtest: claim` makes one")
    return Margin(tuple(said.values()), tuple(unlabelled), _text(main, found, tuple(said.values()), place))


def write_margin(main: Path, made: Margin) -> list[Path]:
    """Write the verdicts and the package beside the document; the files that changed. Raises TheoremtestError where another package has
    the name."""
    package = main.with_name(PACKAGE)
    if package.exists() and _PROVIDES not in package.read_text("utf-8", errors="replace"):
        raise TheoremtestError(f"{package} is another package than this one; rename it, as LaTeX could not find both")
    texts = {main.with_name(main.stem + ENDING): made.text,
             package: resources.files("theoremtest.reports.tex").joinpath(PACKAGE).read_text("utf-8")}
    return [path for path, text in texts.items() if write(path, text)]


def _verdict(mark: Marked, place: Workspace) -> tuple[str, str]:
    """The word of a marked display, and why it is none of the ledger's."""
    if mark.problem:
        return NOT_READ, mark.problem
    try:
        if mark.own is not None:
            record = place.record(mark.claim_id)
            return (record["verdict"], "") if record else (NOT_DECIDED, "`theoremtest verify` decides it")
        if mark.error is not None or mark.display is None:
            raise mark.error or NotationError("there is no display here")
        claim, _ = place.find(mark.claim_id)
        tried = attempt(claim, mark.display, mark.part, place.cache, setting=Setting({}, mark.declared))
    except TheoremtestError as error:  # also what cannot be read
        return NOT_READ, str(error).partition("\n")[0]
    if problem := problem_of(tried, claim):
        return {"fails": REFUTED, "undecided": UNDECIDED}.get(tried.verdict, ELSE), problem
    record = place.record(claim.id)
    if record is None:
        return NOT_DECIDED, f"the ledger has no verdict of {claim.id} as it stands"
    return (record["erratum"]["corrected_verdict"] if record["erratum"] else record["verdict"]), ""


def _both(before: Verdict, word: str, claim_id: str, why: str) -> Verdict:
    """What a label says that stands for two marked equations."""
    words = dict.fromkeys((*before.word.split(", "), word))
    return Verdict(before.label, ", ".join(words), f"{before.claim_id}, {claim_id}", before.why or why)


def _text(main: Path, found: Walk, verdicts: tuple[Verdict, ...], place: Workspace) -> str:
    lines = [f"% Written by `theoremtest margin {main.name}` and read by \\usepackage[status]{{theoremtest}}."]
    for path in dict.fromkeys((*found.files.paths, *(file.resolve() for file in place.files))):
        if path.is_file():
            name = Path(os.path.relpath(path, main.resolve().parent)).as_posix()
            lines.append(f"\\theoremtestsource{{{name}}}{{{hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest().upper()}}}")
    lines += [f"\\theoremtestverdict{{{one.label}}}{{{one.word}}}{{{one.claim_id}}}" for one in verdicts]
    return "\n".join(lines) + "\n"


__all__ = ["Margin", "Verdict", "margin", "write_margin"]
