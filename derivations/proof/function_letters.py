"""A statement with letters for functions says that it holds for all of them: it is false where constant functions break it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from sympy import Add, Basic, Expr, S
from sympy.core.function import AppliedUndef

from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.language.open_functions import OpenValue
from theoremtest.derivations.language.statement import Equal, Holds, Statement
from theoremtest.derivations.language.verdict import Counterexample

from .deadline import Deadline
from .obligations import with_parts, written_out
from .refute import refute_equal, refute_relation
from .sum_goals import differ_somewhere, false_somewhere

CONSTANTS = (S.One, "one"), (S.NegativeOne, "minus one")
"""What functions are taken for everywhere, and how that is said."""
ASSUMED = ("zero", "positive", "negative", "real", "finite", "integer", "rational", "odd", "even", "prime", "composite", "imaginary")
"""What a function's values may be assumed to be; the rest follows."""


def instances(statement: Statement) -> Iterator[Statement]:
    """The statement, and what it says of constant functions where it holds for all of them."""
    yield statement
    letters = _letters(map(statement.on.expand, statement.expressions())) if isinstance(statement, (Equal, Holds)) else set()
    for value, _ in CONSTANTS if letters and not _tied(statement.on) else ():
        if all(_may_be(letter, value) for letter in letters):
            sides = [_with_constants(written_out(side, statement.on), value) for side in statement.expressions()]
            yield replace(statement, **dict(zip(("left", "right") if isinstance(statement, Equal) else ("relation",), sides, strict=True)))


def _tied(domain: Domain) -> bool:
    """Whether a domain speaks of functions, so that not all of them are meant."""
    return any(part.has(AppliedUndef) for part in (*domain.conditions, *domain.where.values()))


def _letters(sides: Iterable[Basic]) -> set[AppliedUndef]:
    """The values of functions in some formulas; none where one is a matrix, which no number stands for."""
    sides = list(sides)
    return set() if any(side.has(OpenValue) for side in sides) else {letter for side in sides for letter in side.atoms(AppliedUndef)}


def refute_at_constants(statement: Equal | Holds, deadline: Deadline) -> Counterexample | None:
    """A counterexample in which every function is one everywhere, or minus one in a relation; None where none is soon found, or where
    the domain speaks of the functions.
    """
    domain = statement.on
    sides = [domain.expand(part) for part in statement.expressions()]
    letters = _letters(sides)
    if not letters or _tied(domain):
        return None
    for value, told in CONSTANTS:
        if all(_may_be(letter, value) for letter in letters):
            found = _refuted([_with_constants(side, value) for side in sides], statement, deadline)
            if found is not None:
                names = sorted({str(letter.func) for letter in letters})
                return replace(found, note=", ".join(filter(None, (found.note, f"{', '.join(names)} {told} everywhere"))))
    return None


def _refuted(sides: list, statement: Equal | Holds, deadline: Deadline) -> Counterexample | None:
    domain = statement.on
    if isinstance(statement, Equal):
        return refute_equal(*sides, domain, deadline) if differ_somewhere(*sides, domain, deadline) else None
    return refute_relation(*sides, domain, deadline) if false_somewhere(*sides, domain, deadline) else None


def _with_constants(side: Basic, value: Expr) -> Basic:
    """The side with the value for every function, in a form that has a value only where the arguments have theirs."""
    def constant(node: Basic) -> Basic | None:
        if not isinstance(node, AppliedUndef):
            return None
        arguments = [with_parts(argument, constant) for argument in node.args]
        return Add(value, *(part for argument in arguments if not argument.is_Atom for part in (argument, -argument)), evaluate=False)

    return with_parts(side, constant)


def _may_be(letter: AppliedUndef, value: Expr) -> bool:
    """Whether nothing that is assumed of the function's values keeps them from being a number."""
    return not any(getattr(letter, f"is_{name}") is (not getattr(value, f"is_{name}")) for name in ASSUMED)
