"""What is found in a manuscript: equations that a comment marks, and all equations of its displays, each with its place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from theoremtest.derivations.notation import Declaration, NotationError, Source
from theoremtest.derivations.notation.ground import Ground
from theoremtest.derivations.notation.tex import Token, spelled
from theoremtest.derivations.notation.tex.spans import Spans

from .marks import Own

DEFINITION = "definition"
"""What a row is held to that says what its left side is."""


@dataclass(frozen=True)
class Marked:
    """One equation held to a claim: `line` is that of the comment, from 1; `display` what is read there, its places counted from the
    beginning of the file; `error`: where TeX itself stops in it; `problem`: what is wrong with the mark. own: of a claim that the
    manuscript makes itself, with what is laid down at its place; fatal: what is wrong is wrong with such a claim, or with its ground."""

    claim_id: str
    part: str
    line: int
    display: Source | None = None
    declared: tuple[Declaration, ...] = ()
    problem: str = ""
    error: NotationError | None = None
    notes: tuple[str, ...] = ()
    at: int = 0
    own: Own | None = None
    ground: Ground | None = None
    fatal: bool = False


@dataclass(frozen=True)
class Shown:
    """One equation of a display, marked or not: where it begins, its LaTeX, the claim it is held to, and what is laid down at its place."""

    file: int
    at: int
    formula: str
    claim_id: str
    ground: Ground = field(default_factory=Ground, compare=False)


def place(text: str, at: int) -> tuple[int, int]:
    """Line and column, from 1, of a place in a file."""
    at = max(at - 1, 0)
    return text.count("\n", 0, at) + 1, at - (text.rfind("\n", 0, at) + 1) + 1


def labels_of(tokens: Sequence[Token]) -> list[str]:
    """What the labels among tokens are."""
    spans = Spans(tokens)
    return [spelled(tokens[slice(*spans.argument(place + 1, token)[:2])])[0].strip() for place, token in enumerate(tokens)
            if token.text == r"\label"]


def _name(left: str) -> str:
    """The name that a declaration is known by."""
    return "".join(left.split())


__all__ = ["DEFINITION", "Marked", "Shown", "labels_of", "place"]
