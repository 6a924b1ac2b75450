r"""Which displays of a manuscript are not under test: each equation of a displayed environment, `\[...\]` or `$$...$$` that no mark holds
to a claim, by file and line, also in the files that it takes in."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from theoremtest.derivations.errors import TheoremtestError

from .tex_setting import taken_in, tex_text
from .tex_source import displayed, marked


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
    found = []
    for file in taken_in(path):
        text = tex_text(file)
        held = [mark for mark in marked(text) if not mark.problem]
        for start, formula in displayed(text):
            at = next((mark.claim_id for mark in held if start <= mark.start < start + len(formula)), "")
            inner = len(formula) - len(formula.lstrip())
            found.append(Displayed(file, text.count("\n", 0, start + inner) + 1, " ".join(formula.split()), at))
    return found
