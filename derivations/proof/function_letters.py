"""An equation with letters for functions says that it holds for all of them: it is false where functions that are one break it."""

from __future__ import annotations

from dataclasses import replace

from sympy import S
from sympy.core.function import AppliedUndef

from rederive.derivations.language.statement import Equal
from rederive.derivations.language.verdict import Counterexample

from .deadline import Deadline
from .refute import refute_equal
from .sum_goals import differ_somewhere

ASSUMED = ("zero", "positive", "negative", "real", "finite", "integer", "rational", "odd", "even", "prime", "composite", "imaginary")
"""What a function's values may be assumed to be; the rest follows."""


def refute_at_ones(statement: Equal, deadline: Deadline) -> Counterexample | None:
    """A counterexample in which every function is one everywhere; None where none is soon found, or the domain speaks of the functions."""
    domain = statement.on
    sides = domain.expand(statement.left), domain.expand(statement.right)
    letters = {letter for side in sides for letter in side.atoms(AppliedUndef)}
    spoken = (*domain.conditions, *domain.where.values())
    if not letters or any(part.has(AppliedUndef) for part in spoken) or not all(map(_may_be_one, letters)):
        return None
    left, right = (side.replace(lambda node: isinstance(node, AppliedUndef), lambda node: S.One) for side in sides)
    if not differ_somewhere(left, right, domain, deadline):
        return None
    found = refute_equal(left, right, domain, deadline)
    if found is None:
        return None
    names = sorted({str(letter.func) for letter in letters})
    return replace(found, note=", ".join(filter(None, (found.note, f"{', '.join(names)} one everywhere"))))


def _may_be_one(letter: AppliedUndef) -> bool:
    """Whether nothing that is assumed of the function's values keeps them from being one."""
    return not any(getattr(letter, f"is_{name}") is (not getattr(S.One, f"is_{name}")) for name in ASSUMED)
