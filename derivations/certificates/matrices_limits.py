"""Limits of matrices as parts of claims: the theorem, its proof, and what may refute it."""

from __future__ import annotations

from functools import partial

from theoremtest.derivations.language import Limit

from .matrices import MatrixPart, theorem
from .matrices_limits_script import proof_of
from .matrices_limits_stated import approaching
from .matrices_points import Said


def limit(statement: Limit) -> MatrixPart:
    """The theorem of a limit of matrices; its proof is written when it is asked for."""
    told = approaching(statement)
    made = told.made
    made.letters.scalars.remove(told.variable)
    trees = [tree for tree in (told.expression, told.value) if tree is not None]
    said = " /\\\n  ".join(f"({one})" for one in told.parts())
    saying = Said(told.expression, told.expression, "limit", limit=told)

    return theorem(made, trees, said, partial(proof_of, told), saying=saying)
