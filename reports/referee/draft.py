r"""The comments that an unmarked manuscript would need: what its letters are by its own words and by their use, its abbreviations, its
flow, and `claim` above each display that says something of them. What was not read stands as a question; nothing is written that the text
does not say, so that a letter has a sign only where the text gives it one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from theoremtest.derivations.notation import NotationError
from theoremtest.derivations.notation.ground import Ground, Line, extended
from theoremtest.reports.tex.values import with_values

from .findings import Report
from .passages import Formula, passages
from .reading import Reading
from .referee import Referee
from .relation import Relation
from .standing import standing
from .state import State

_VERB = re.compile(r"(let|assume|along|start)\s+(.*)", re.DOTALL)
_LABEL = re.compile(r"\\label\s*\{[^{}]*\}")
_TITLE = re.compile(r"\\title\s*\{([^{}\"]+)\}")


@dataclass
class Drafted:
    """A manuscript with the comments put in, and how many displays are claims, definitions, and questions."""

    text: str
    claims: int = 0
    questions: int = 0


class _Keeper:
    """What keeps what each display is read over, and decides nothing of it."""

    def __init__(self) -> None:
        self.readings: dict[int, list[Reading]] = {}

    def judged(self, state: State, one: Relation, place: int, kind: str, reading: Reading, others: Sequence[Reading] = (),
               changed: Iterable[tuple[str, Reading]] = ()) -> str:
        """How a relation stands, as a `Judge` says it."""
        if reading.ranges is not None:
            raise NotationError("letters with an index that sums run over; declare them as the entries of a vector")
        reading.statement()  # what cannot be read is an error here
        state.read_of.add(id(one.of))
        said = {*state.known.signs, ("t",)}
        letters = tuple((key, of if of.startswith("\\") or key in said else "") for key, of in reading.letters)
        self.readings.setdefault(id(one.of), []).append(replace(reading, letters=letters))
        return standing(reading)


def drafted(path: Path, folder: Path) -> Drafted:
    """The main file of a manuscript with the comments that it would need."""
    document = passages(path, folder)
    keeper = _Keeper()
    referee = Referee(document, Report(path.name), folder, keeper.judged)
    referee.read()
    readings, why = keeper.readings, referee.state.why
    text = document.files.texts[0]
    found = Drafted(text)
    above: dict[int, list[str]] = {}
    ground, section, names = _Laid(), -1, 0
    for formula in document.formulas:
        if not formula.displayed or formula.file:
            continue
        if formula.section != section:
            ground, section = _Laid(), formula.section
        start = text.rfind("\n", 0, formula.at - 1) + 1
        if text[start:formula.at - 1].strip() not in ("", r"\[", "$$"):
            continue  # a comment stands on a line of its own
        if id(formula) in readings:
            names += 1
            new, ground, problem = _comments(readings[id(formula)], formula, ground)
            if not problem:
                named = "" if _LABEL.search(formula.source.text) else f" display-{names}"
                above[start] = [*(f"% theoremtest: {line}" for line in new), f"% theoremtest: claim{named}"]
                found.claims += 1
                continue
            why[id(formula)] = problem
        if id(formula) in why:
            found.questions += 1
            above[start] = [f"% question: what does this display say? it was not read: {' '.join(why[id(formula)].split())}"]
    if found.claims and document.paper is None:
        title = _TITLE.search(text)
        start = text.find(r"\begin{document}")
        above.setdefault(start if start >= 0 else 0, []).insert(
            0, f'% theoremtest: paper draft2026 "{" ".join(title[1].split()) if title else "Draft"}"')
    for start in sorted(above, reverse=True):
        text = text[:start] + "".join(f"{line}\n" for line in above[start]) + text[start:]
    found.text = text
    return found


@dataclass(frozen=True)
class _Laid:
    """What the comments above have laid down, and their lines."""

    ground: Ground = field(default_factory=Ground)
    lines: frozenset[str] = frozenset()


def _comments(readings: list[Reading], formula: Formula, before: _Laid) -> tuple[list[str], _Laid, str]:
    """The lines that a display needs beside what is laid down already, what is laid down then, and why it cannot be a claim."""
    wanted = list(dict.fromkeys(line for reading in readings for line in reading.lines()))
    problem = ""
    for first, start in (([], before), (["forget all"], _Laid())):
        ground, made = start.ground, [line for line in wanted if line not in start.lines]
        try:
            for line in made:
                ground = extended(ground, _line(line))
            with_values(formula.source, ground)
        except NotationError as error:
            problem = error.message
            continue
        kept = {line for line in start.lines if not line.startswith(("along", "start")) or not any(one.startswith("along") for one in made)}
        return (first if before.lines else []) + made, _Laid(ground, frozenset(kept | set(made))), ""
    return [], before, problem


def _line(line: str) -> Line:
    match = _VERB.fullmatch(line)
    return Line(match[1], match[2]) if match else Line("=", line)


__all__ = ["Drafted", "drafted"]
