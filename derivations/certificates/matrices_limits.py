"""Limits of matrices as parts of claims: the theorem, where its proofs are looked for, and what may refute it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from theoremtest.derivations.language import Limit

from .matrices import MatrixPart, theorem
from .matrices_lemmas import BEFORE
from .matrices_limits_script import proofs
from .matrices_limits_stated import approaching
from .matrices_points import Said


def limit(statement: Limit) -> MatrixPart:
    """The theorem of a limit of matrices; its proofs are looked for when they are asked for."""
    told = approaching(statement)
    made = told.made
    made.letters.scalars.remove(told.variable)
    trees = [tree for tree in (told.expression, told.value) if tree is not None]
    said = " /\\\n  ".join(f"({one})" for one in told.parts())
    saying = Said(told.expression, told.expression, "limit", limit=told)

    def search() -> Iterator[str]:
        for lemmas, lines in proofs(told):
            yield f"{lemmas}{BEFORE}{theorem(made, trees, said, lines).proof}"
    return replace(theorem(made, trees, said, [], saying=saying), search=search)
