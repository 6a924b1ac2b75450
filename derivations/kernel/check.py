"""The check: does a proof show what a statement asks for? Nothing else says `proved`."""

from __future__ import annotations

from dataclasses import dataclass

from .facts import spoken
from .goals import Goal, goals
from .ring import TooManyLetters
from .steps import Proof
from .terms import Record, Refused, Term, read, read_terms

MALFORMED = (TypeError, LookupError, ValueError, AttributeError, ArithmeticError, RecursionError, AssertionError, MemoryError,
             TooManyLetters)
"""What reading data of a wrong form may end in."""


@dataclass(frozen=True)
class Taken:
    """What was shown of a statement. supposed: what an identity supposes of its own sides, and is not plain from its domain."""

    supposed: tuple[Term, ...] = ()


def check(tree: list, proofs: list) -> Taken:
    """A statement as plain data, and a proof for each of its goals. Raises Refused where one does not show its goal."""
    statement = read(tree)
    if not isinstance(statement, Record):
        raise Refused("a statement is a record")
    try:
        asked = goals(statement)
    except MALFORMED as error:
        raise Refused(f"the statement cannot be read: {type(error).__name__}: {error}") from None
    if len(proofs) != len(asked):
        raise Refused(f"the statement asks for {len(asked)} proofs; there are {len(proofs)}")
    supposed: dict[Term, None] = {}
    for goal, proof in zip(asked, proofs, strict=True):
        supposed.update(dict.fromkeys(shown(goal, proof)))
    return Taken(tuple(supposed))


def shown(goal: Goal, proof: dict) -> list[Term]:
    """Check one proof; returns what its goal supposes. Raises Refused, also for a proof of a form that is none."""
    try:
        return _shown(goal, proof)
    except MALFORMED as error:
        raise Refused(f"the proof cannot be read: {type(error).__name__}: {error}") from None


def _shown(goal: Goal, proof: dict) -> list[Term]:
    read_proof = Proof(read_terms(proof["terms"]), goal.hypotheses, goal.given)
    known = read_proof.known()
    read_proof.run(proof["lines"], known, [])
    for node in spoken(goal.fact):
        known.admits(node)
    if not known.knows(goal.fact):
        raise Refused(f"the proof does not end in {goal.fact!r}")
    domain = Proof([], goal.hypotheses, []).known()
    return [need for need in goal.given if not domain.knows(need)]
