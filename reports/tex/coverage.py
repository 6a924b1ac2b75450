r"""Which displays of a manuscript are not under test: each equation of a displayed environment, `\[...\]` or `$$...$$` that no mark holds
to a claim, by file and line, also in the files that it takes in."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from theoremtest.derivations.errors import TheoremtestError

from .files import repository_of
from .found import place
from .marked import walk


@dataclass(frozen=True)
class Displayed:
    """One equation of a manuscript: where it begins, its LaTeX, and the claim that it is held to; empty where it is held to none."""

    path: Path
    line: int
    formula: str
    claim_id: str = ""


def equations(path: Path) -> list[Displayed]:
    """The displayed equations of a .tex file and of those that it takes in, file by file.

    Raises TheoremtestError where the file cannot be read or is no .tex file.
    """
    if path.suffix != ".tex" or not path.is_file():
        raise TheoremtestError(f"{path}: there is no such .tex file")
    found = walk(path, repository_of(path, Path.cwd()))
    paths, texts = found.files.paths, found.files.texts
    return [Displayed(paths[one.file], place(texts[one.file], one.at)[0], " ".join(one.formula.split()), one.claim_id)
            for one in sorted(found.shown, key=lambda one: (one.file, one.at))]
