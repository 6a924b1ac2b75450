"""NeqLIPS, `Neq/math/Problem`: inequalities of olympiads as theorems of Lean, of which the proofs are passed over.

Lean gives a division by 0 a value, and ours has none there, so that what is proved here says more than the theorem.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import sympy as sp

from .infix import Infix
from .problem import Problem, Unread, Unsaid, holds, letter, read

TITLE = "NeqLIPS"
THEOREM = re.compile(r"^(?:theorem|lemma)\s+(\S+)\s*(.*?):=\s*(?:by\b|sorry|$)", re.DOTALL | re.MULTILINE)
GIVEN = re.compile(r"\(([^():]+):([^()]*(?:\([^()]*(?:\([^()]*(?:\([^()]*\)[^()]*)*\)[^()]*)*\)[^()]*)*)\)|\{([^{}:]+):([^{}]*)\}")
HEADS = {"sqrt": sp.sqrt, "Real.sqrt": sp.sqrt, "log": sp.log, "exp": sp.exp, "Real.log": sp.log, "Real.exp": sp.exp, "abs": sp.Abs}
SORT = "ℝ"


def problems(path: Path) -> Iterator[Problem | Unread]:
    """The theorems of all files of a folder."""
    for file in sorted(path.glob("*.lean")):
        for name, text in THEOREM.findall(file.read_text("utf-8")):
            yield read(f"{file.stem} {name}", lambda text=text: _statement(text))


def _statement(text: str):
    facts, rest = [], text.strip()
    while match := GIVEN.match(rest):
        names, told = (match[1], match[2]) if match[1] else (match[3], match[4])
        told = told.strip()
        if told not in (SORT,):
            facts += sp.And.make_args(_formula(told))
        elif not all(letter(one) for one in names.split()):
            raise Unsaid("letters")
        rest = rest[match.end():].strip()
    if not rest.startswith(":"):
        raise Unsaid(f"not in the notation: {rest[:40]}")
    made = _formula(rest[1:])
    if not isinstance(made, sp.logic.boolalg.Boolean):
        raise Unsaid("no relation")
    return holds(made, facts)


def _formula(text: str) -> sp.Basic:
    return Infix(" ".join(text.split()), HEADS, {"π": sp.pi, "Real.pi": sp.pi}).whole()
