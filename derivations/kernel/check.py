"""The check: does a proof show what a statement asks for? Nothing else says `proved`."""

from __future__ import annotations

from dataclasses import dataclass

from .goals import Goal, goals
from .points import speaks
from .ring import TooManyLetters
from .steps import Proof
from .terms import Record, Refused, Term, read

MALFORMED = (TypeError, LookupError, ValueError, AttributeError, ArithmeticError, RecursionError, AssertionError, MemoryError,
             TooManyLetters)
"""What reading data of a wrong form may end in."""


@dataclass(frozen=True)
class Taken:
    """What was shown of a statement. supposed: what an identity supposes of its own sides, and is not plain from its domain. speaks: a
    point is known at which the domain's conditions hold and all that is supposed."""

    supposed: tuple[Term, ...] = ()
    speaks: bool = False


def check(tree: list, proofs: list) -> Taken:
    """A statement as plain data, and a proof for each of its goals; a point may stand behind them at which the statement says something.

    Raises Refused where a proof does not show its goal, or nothing is said at the point.
    """
    statement = read(tree)
    if not isinstance(statement, Record):
        raise Refused("a statement is a record")
    try:
        asked = goals(statement)
    except MALFORMED as error:
        raise Refused(f"the statement cannot be read: {type(error).__name__}: {error}") from None
    point = proofs[-1]["point"] if len(proofs) == len(asked) + 1 and "point" in proofs[-1] else None
    if point is not None:
        speaks(tree, point)
        proofs = proofs[:-1]
    if len(proofs) != len(asked):
        raise Refused(f"the statement asks for {len(asked)} proofs; there are {len(proofs)}")
    supposed: dict[Term, None] = {}
    for goal, proof in zip(asked, proofs, strict=True):
        supposed.update(dict.fromkeys(shown(goal, proof)))
    return Taken(tuple(supposed), point is not None)


def shown(goal: Goal, proof: dict) -> list[Term]:
    """Check one proof; returns what its goal supposes. Raises Refused, also for a proof of a form that is none."""
    try:
        known, _ = Proof.read(proof, goal.hypotheses, goal.given, goal.fact)
        known.admits_fact(goal.fact)
        if not known.knows(goal.fact):
            raise Refused(f"the proof does not end in {goal.fact!r}")
        domain = Proof([], goal.hypotheses, []).known()
        return [need for need in goal.given if not domain.knows(need)]
    except MALFORMED as error:
        raise Refused(f"the proof cannot be read: {type(error).__name__}: {error}") from None
