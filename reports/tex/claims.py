"""The claims that a manuscript makes itself: displays under `% theoremtest: claim`, over what its comments lay down. A claim's module is
the file; nothing but LaTeX is read, and a display is read when its claim's formulas are first asked for."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from types import ModuleType

from theoremtest.derivations.errors import TheoremtestError
from theoremtest.derivations.language import Claim, Paper, Printed, Statement
from theoremtest.derivations.language.claim import CLAIMS_OF_A_MODULE
from theoremtest.derivations.language.sources import stated
from theoremtest.derivations.notation import NotationError
from theoremtest.derivations.notation.ground import Ground

from .document import Walk
from .files import repository_of
from .found import Marked, place
from .marked import walk
from .marks import Named, Own
from .values import with_values

_MADE: dict[Path, tuple[Walk, ModuleType]] = {}


def module_of(path: Path) -> ModuleType:
    """A manuscript as a module of claims, made once for as long as its files stay as they are.

    Raises TheoremtestError for a claim without a name, a paper or an equation, and for a line of comment that cannot be read.
    """
    path = path.resolve()
    found = walk(path, repository_of(path))
    kept = _MADE.get(path)
    if kept is None or kept[0] is not found:
        module = ModuleType(path.name)
        module.__file__ = str(path)
        setattr(module, CLAIMS_OF_A_MODULE, _claims(found, path.name))
        _MADE[path] = kept = found, module
    return kept[1]


def _claims(found: Walk, module: str) -> list[Claim]:
    for file, mark in found.marks:
        if mark.fatal:
            raise TheoremtestError(f"{found.files.paths[file].name}:{mark.line}: {mark.problem}")
    if found.paper is None:
        return []
    return [claim_of(found, file, mark, found.paper, module) for file, mark in found.marks if mark.own is not None]


def _paper(named: Named) -> Paper:
    years = re.findall(r"\d{4}", named.key)
    return Paper(key=named.key, authors=named.authors or "the authors", title=named.title, year=int(years[-1]))


def claim_of(found: Walk, file: int, mark: Marked, named: Named, module: str) -> Claim:
    """The claim that a display is, by its mark."""
    own, paper = mark.own or Own(), _paper(named)
    path, name = found.files.paths[file], mark.claim_id.partition("/")[2]
    uses = tuple(used if "/" in used else f"{paper.key}/{used}" for used in own.uses)
    text = found.files.texts[file]
    return Claim(id=mark.claim_id, paper=paper, where=name, title=own.title or f"The display {name}", uses=uses, note="", origin="printed",
                 build=partial(_printed, mark, mark.ground or Ground(), own.kind, path.name, text), module=module,
                 source=f"{path.name}:{mark.line}")


def _printed(mark: Marked, ground: Ground, kind: str, file: str, text: str) -> Printed:
    """What the display says. Raises TheoremtestError with its place in the file where it cannot be read."""
    try:
        statement = statement_of(mark, ground, kind)
    except NotationError as error:
        line, column = place(text, error.column)
        near = f"; nearest known: {', '.join(error.near)}" if error.near else ""
        at = f"{file}:{line}:{column}: " if error.column else f"{file}:{mark.line}: "
        error.text = text
        shown = "".join(f"\n  {row}" for row in error.excerpt()) if error.column else ""
        raise TheoremtestError(f"{at}{error.message}{near}{shown}") from None
    conditions = dict.fromkeys(item for _, part in statement.parts() for item in part.on.conditions)
    return Printed(statement, conditions=(stated(*conditions),) if conditions else ())


def statement_of(mark: Marked, ground: Ground, kind: str) -> Statement:
    """The statement that a display makes. Raises NotationError with the column where it cannot be read."""
    if mark.error is not None or mark.display is None:
        raise mark.error or NotationError("there is no display here")
    return with_values(mark.display, ground, kind)


__all__ = ["claim_of", "module_of", "statement_of"]
