r"""A manuscript without marks, read in order: what its formulas define, which rates it gives, and of every further relation whether it
stands against what was said before it, or against its own other side.

First comes what is refused (`refusals`). What is read enters as what a name stands for, as the rate of what moves, or as a relation that is
held to these. A relation that fails at every point drawn, and holds at every one after a change of one token, is reported with a checked
point; any other that fails ties its letters, as it may rest on what was not read.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from pathlib import Path

from .findings import Report
from .judge import Judge, judged, shown
from .paragraphs import read_paragraph
from .passages import Formula, Passages, by_paragraph, faults, passages
from .repairs import Doubted, repair
from .state import State


class Referee:
    """One way through a document. judge: what says how a relation stands."""

    def __init__(self, document: Passages, report: Report, folder: Path = Path(), judge: Judge = judged):
        self.state, self.judge = State(document, report, folder), judge

    def run(self, until: float = math.inf) -> Report:
        """Read the whole document, and what fails in it by itself once more. until: the monotonic clock's time at which no further
        paragraph is begun."""
        repair(self.state, self.read(until), self._paragraph)
        return self.report()

    def read(self, until: float = math.inf) -> list[Doubted]:
        """Read the whole document; what fails in it by itself."""
        state, doubts = self.state, []
        for formula in state.document.formulas:
            state.noted.note(formula)
        paragraphs = list(by_paragraph(state.document.formulas))
        for place, paragraph in enumerate(paragraphs):
            if time.monotonic() > until:
                state.report.faults.append(f"{state.report.path}: the time is used up; what stands from here on was not read")
                paragraphs = paragraphs[:place]
                break
            before, known = state.from_here(), len(state.suspects)
            self._paragraph(state, paragraph)
            if len(state.suspects) > known:
                doubts.append((place, before, state.suspects[known:]))
        return [Doubted(suspects, before, [one for one in paragraphs[place:] if one[0].section == paragraphs[place][0].section])
                for place, before, suspects in doubts]

    def _paragraph(self, state: State, paragraph: Sequence[Formula]) -> None:
        read_paragraph(state, self.judge, paragraph)

    def report(self) -> Report:
        """What was read and found so far."""
        state, report = self.state, self.state.report
        displays = [formula for formula in state.document.formulas if formula.displayed]
        report.displays = len(displays) + len(state.document.unread)
        report.read = sum(id(formula) in state.read_of for formula in displays)
        report.held = sum(id(formula) in state.held_of for formula in displays)
        report.findings.sort(key=lambda one: (one.file, one.line, one.column))
        return report


def refereed(path: Path, folder: Path) -> Report:
    """What was read of a document, and what fails in it. folder: what its files are named from."""
    document = passages(path, folder)
    here = Path.cwd()
    report = Report(shown(path.resolve(), folder, here))
    report.faults = [f"{shown(place, folder, here)}:{line}:{column}: {why}" for place, line, column, why in faults(document)]
    return Referee(document, report, folder).run()


__all__ = ["Referee", "refereed"]
