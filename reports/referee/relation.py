r"""One relation of a formula, the forms that its sides have, and what the words around it make of it."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass

from theoremtest.derivations.language.verdict import Counterexample
from theoremtest.derivations.notation import NotationError, Source

from .letters import Key, named
from .passages import Formula
from .prose import local, under

RATE = re.compile(r"\\dot\s*(?:\{(?P<braced>(?:[^{}]|\{[^{}]*\})+)\}|(?P<bare>\\[A-Za-z]+|[A-Za-z]))"
                  r"(?P<scripts>(?:_(?:\{[^{}]*\}|[A-Za-z0-9]|\\[A-Za-z]+))?)\s*")
PARTIAL = re.compile(r"\\frac\s*\{\s*\\partial\s*(?P<of>[^{}]+?)\s*\}\s*\{\s*\\partial\s*(?:[^{}]|\{[^{}]*\})+\}")
DOTS = re.compile(r"\\dot(?![A-Za-z])")
_D = r"(?:d|\\mathrm\s*\{?\s*d\s*\}?|\\text\s*\{d\})"
BY_TIME = re.compile(rf"\\[dt]?frac\s*\{{\s*{_D}\s*(?P<inner>[^{{}}]*(?:\{{[^{{}}]*\}}[^{{}}]*)*)\}}\s*\{{\s*{_D}\s*t\s*\}}"
                     r"(?P<behind>.*)", re.DOTALL)
AT_INFINITY = re.compile(r"(?P<name>[^()=]+)\(\s*(?:t\s*=\s*)?\+?\s*\\infty\s*\)")
APPLIED = re.compile(r"(?P<name>[^()=]+)\((?P<of>[^()=,;]+)\)")
STARTED = re.compile(r"(?P<name>.+?)\s*\(\s*0\s*\)\s*", re.DOTALL)
EQUAL, ORDER = {"="}, {"<", ">", r"\leq", r"\geq", r"\le", r"\ge", r"\leqslant", r"\geqslant"}


@dataclass
class Relation:
    """One relation of a formula: its sides as typed, the signs between them; `given`: a word before it says that it is a condition or a
    definition."""

    of: Formula
    sides: list[Source]
    signs: list[str]
    role: str = ""


@dataclass(frozen=True)
class Suspect:
    """A relation that fails at a point though nothing before it speaks against it: how it was read, and its two sides, each time with
    another change of one token."""

    one: Relation
    place: int
    kind: str
    said: str
    example: Counterexample
    others: tuple[tuple[str, str], ...]


def left_name(formula: Formula) -> Key | None:
    """The name that a formula is, or begins with before a sign of equality."""
    with suppress(NotationError):
        return named(formula.source.text.partition("=")[0].rstrip(": ").strip())
    return None


def in_passing(one: Relation) -> bool:
    """Whether an equation in a line of text may hold in its sentence alone: a condition, a number or a letter for a letter."""
    return local(one.of) or bool(under(one.of, behind=False)) or is_number(one.sides[1]) or named(one.sides[1].text) is not None


def supposed(one: Relation) -> bool:
    """Whether an equation is a condition in so many words."""
    return re.search(r"(?i)\b(?:if|unless|provided|assum\w+|suppos\w+)\b[^\x00.]*$", one.of.words[-120:]) is not None


def is_number(side: Source) -> bool:
    """Whether a side is a number, or infinity, and nothing else."""
    return re.fullmatch(r"[\s\d./\\frac{}+-]*(?:\\infty)?[\s.,]*", side.text) is not None


def kind_of(message: str) -> str:
    """The kind of an error: its words without what it is about."""
    return re.split(r"[:;]| '", message)[0][:70]


__all__ = ["APPLIED", "AT_INFINITY", "BY_TIME", "DOTS", "EQUAL", "ORDER", "PARTIAL", "RATE", "STARTED", "Relation", "Suspect",
           "in_passing", "is_number", "kind_of", "left_name", "supposed"]
