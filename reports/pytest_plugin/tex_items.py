"""A manuscript under test: marked equations of .tex files, and claims of `claims_*.py` files, as test items.

Nothing of the library is imported before a file is seen to ask for it, so that other projects' test runs do not notice.
"""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import pytest

from theoremtest.reports.files import CLAIMS_FILES, claims_files, holds_claims, speaks_of_theoremtest

from .located import EQUATION, UNREAD, locate
from .plugin import workspace


def collect(file_path: Path, parent):
    """The collector of a manuscript or of a file of claims; None for any other file."""
    if file_path.suffix == ".tex" and _speaks(file_path):
        return Manuscript.from_parent(parent, path=file_path)
    if file_path.suffix == ".py" and (not file_path.match(CLAIMS_FILES) or speaks_of_theoremtest(file_path)):
        from .own_items import OwnClaims
        return OwnClaims.from_parent(parent, path=file_path)
    return None


def _speaks(path: Path) -> bool:
    """Whether a .tex file names this library; its encoding does not matter."""
    try:
        data = path.read_bytes().lower()
    except OSError:
        return False
    return b"theoremtest" in data or (data[:2] in (b"\xff\xfe", b"\xfe\xff") and b"theoremtest" in data.replace(b"\0", b""))


class Manuscript(pytest.File):
    """The claims of a .tex file, where it says whose they are, and its marked equations."""

    def collect(self):
        from theoremtest.reports.tex.marked import marks_of

        if holds_claims(self.path):
            from .own_items import items_of_a_file
            yield from items_of_a_file(self)
        seen: dict[str, int] = {}
        for found in marks_of(self.path, self.config.rootpath):
            if found.own is not None and not found.problem:  # an item of the document that says whose claims they are
                continue
            name = found.claim_id + (f" [{found.part}]" if found.part else "")
            seen[name] = seen.get(name, 0) + 1
            yield TexItem.from_parent(self, name=name + (f" ({seen[name]})" if seen[name] > 1 else ""), marked=found)


ASIDE = "theoremtest set aside"
"""The property of a test report that holds what its display says beside what was read."""


def show_set_aside(reporter) -> None:
    """What displays hold beside what was read, at the end of the run."""
    found = [line for reports in reporter.stats.values() for report in reports if getattr(report, "when", "") == "call"
             for name, lines in getattr(report, "user_properties", ()) if name == ASIDE for line in lines]
    if found:
        reporter.section("beside what was read")
        for line in found:
            reporter.line(line)


class NotAsClaimed(Exception):
    """A manuscript's equation is not what its claim says; the text says how."""


class TexItem(pytest.Item):
    """One equation of a manuscript, held to one claim."""

    def __init__(self, *, marked, **rest):
        super().__init__(**rest)
        self.marked = marked

    @property
    def claim_id(self) -> str:
        return self.marked.claim_id

    def runtest(self):
        from theoremtest.derivations.language import TheoremtestError
        from theoremtest.derivations.notation import NotationError, Setting
        from theoremtest.reports.edits.attempt import attempt

        place = workspace(self.config)
        locate(self, UNREAD if self.marked.problem else EQUATION, self.path, self.marked.line)
        if self.marked.problem:
            raise NotAsClaimed(self._message(self.marked.problem))
        try:
            if self.marked.error is not None:
                raise self.marked.error
            self._load_claims_beside()
            claim, _ = place.find(self.marked.claim_id)
            found = attempt(claim, self.marked.display, self.marked.part, place.cache, setting=Setting({}, self.marked.declared))
        except NotationError as error:
            raise NotAsClaimed(self._message(*self._unread(error))) from None
        except TheoremtestError as error:
            raise NotAsClaimed(self._message(str(error))) from None
        self._set_aside((*self.marked.notes, *found.set_aside))
        problem = problem_of(found, claim)
        if problem:
            again = f"{os.path.relpath(self.path, self.config.invocation_params.dir)}::{self.name}"
            raise NotAsClaimed(self._message(problem, *_details(found, claim), f"reproduce       pytest {shlex.quote(again)}"))

    def _set_aside(self, notes: tuple[str, ...]) -> None:
        """What is shown at the end of the run, as it is no part of what was read."""
        if notes:
            self.user_properties.append((ASIDE, [f"{self.path.name}:{self.marked.line}  {self.name}: {note}" for note in notes]))

    def _unread(self, error) -> list[str]:
        """What is said of a display that is not read: its place in the file, and what stands there."""
        from theoremtest.reports.tex.files import tex_text
        from theoremtest.reports.tex.found import place

        text = tex_text(self.path)
        line, column = place(text, error.column) if error.column else (self.marked.line, 0)
        locate(self, UNREAD, self.path, line, column)
        near = f"; nearest known: {', '.join(error.near)}" if error.near else ""
        if not error.column:
            return [f"{error.message}{near}"]
        error.text = text
        return [f"{self.path.name}:{line}:{column}: {error.message}{near}", *error.excerpt()]

    def _message(self, problem: str, *details: str) -> str:
        lines = [f"{self.path.name}:{self.marked.line}  held to {self.name}", f"  {problem}", *(f"    {line}" for line in details)]
        return "\n".join(lines)

    def _load_claims_beside(self) -> None:
        """Files of claims beside the manuscript and above it, up to the root of the run, where its id is of no known paper."""
        library = workspace(self.config).library
        if self.marked.claim_id.partition("/")[0] in library.papers:
            return
        root = self.config.rootpath
        for folder in (self.path.parent, *self.path.parent.parents):
            for file in claims_files(folder):
                library.add_file(file)
            if folder == root or root not in folder.parents:
                break

    def repr_failure(self, excinfo, style=None):
        return str(excinfo.value) if isinstance(excinfo.value, NotAsClaimed) else super().repr_failure(excinfo, style)

    def reportinfo(self):
        return self.path, self.marked.line - 1, f"{self.path.name}:{self.marked.line} {self.name}"


def problem_of(found, claim) -> str:
    """What is wrong with an equation held to a claim; empty where it holds and says what the claim says."""
    if found.verdict == "fails":
        fate = "is garbled in the stored text" if claim.erratum and claim.erratum.kind == "garbled" else "has an erratum"
        known = f" (this is the printed statement, which {fate})" if claim.erratum and found.equivalent_to == "printed" else ""
        return f"the equation is refuted{known}"
    if found.verdict == "undecided":
        return "no exact argument settled whether the equation holds"
    wanted = "corrected" if claim.erratum else "printed"
    if found.equivalent_to == "neither":
        return f"the equation holds, but it is not what {claim.id} says"
    if found.equivalent_to != wanted:
        return f"the equation holds, but it was not settled whether it is what {claim.id} says"
    return ""


def _details(found, claim) -> list[str]:
    from theoremtest.reports.verify.explain import counterexample_lines

    asserted = claim.erratum.corrected if claim.erratum else claim.statement
    lines = [f"read as         {found.read_as}", f"the claim       {asserted.latex()}", f"domain          {found.domain}",
             f"verdict         {found.verdict}" + (f" by {found.by}" if found.by else "")]
    lines += [f"tried           {reason}" for reason in found.tried]
    if found.counterexample is not None:
        lines += [line[6:] for line in counterexample_lines(found.counterexample)]
    lines.append(f"equivalent to   {found.equivalent_to}" + (f" ({found.how})" if found.how else ""))
    if found.differs is not None:
        lines.append(f"differs at      {found.differs}")
    lines += [f"note            {note}" for note in found.notes]
    return lines
