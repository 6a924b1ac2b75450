"""A proof that a statement fails at a point: its goals are shown there, up to one of which something is shown that it excludes.

Numbers settle much at a point, but no limit, no mean, and no two roots that are equal. The proof is of the goals at the point: some letters
have their numbers put in, and one of its lines shows another limit, or what holds exactly where the goal's fact does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .facts import MINUS_OO, OO, equal, negation
from .goals import Goal, elsewhere
from .knowledge import Knowledge
from .numbers import Numbers
from .steps import Proof
from .terms import Refused, Term, free, parts, put


def kept(asked: Sequence[Goal]) -> frozenset[Term]:
    """Letters that nothing is put in for: one that goes to an end, states that move, and those in sizes, as two matrices of one name would
    become one."""
    found: set[Term] = set()
    for part in [part for goal in asked for fact in (*goal.hypotheses, *goal.given, goal.fact) for part in parts(fact)]:
        if part.head in ("near", "MatrixSymbol"):
            found.update(*map(free, part.args))
        elif part.head == "exists":
            found.update(pair.args[0] for pair in part.args[1:])
    return frozenset(found)


def at(goal: Goal, values: dict[Term, Term]) -> Goal:
    """A goal where letters have values."""
    if any(letter.head != "Symbol" for letter in values) or kept([goal]) & values.keys():
        raise Refused("a number is put in for a letter that stands still and is the size of no matrix")
    hypotheses, given = ([put(fact, values) for fact in facts] for facts in (goal.hypotheses, goal.given))
    return replace(goal, fact=put(goal.fact, values), hypotheses=hypotheses, given=given)


def excluded(asked: Sequence[Goal], proofs: Sequence[dict], values: dict[Term, Term], point: Numbers) -> bool:
    """Whether the last of the goals that have a proof fails at the point. values: of the letters that are put in. Raises Refused."""
    for place, (goal, proof) in enumerate(zip(asked, proofs, strict=False)):
        last = place == len(proofs) - 1
        if not _in_the_domain(goal, point):
            return False
        there = at(goal, values)
        known, found = Proof.read(proof, there.hypotheses, there.given, there.fact)
        known.admits_fact(there.fact)
        if last:
            if not goal.refutes:
                raise Refused("the statement may hold where this goal does not")
            return _excludes(found, there.fact, known, point)
        if not known.knows(there.fact):
            raise Refused(f"what comes before is not shown: {there.fact!r}")
    return False


def _in_the_domain(goal: Goal, point: Numbers) -> bool:
    """Whether all that a goal supposes holds at the point. What a letter that goes to an end is near it, goals before this one show."""
    moving = next((fact.args[0] for fact in goal.hypotheses if fact.head == "near"), None)
    if moving is not None and moving in point.values:
        point = point.with_value(elsewhere(moving), point.values[moving])
    return all(point.truth(fact) for fact in (*goal.hypotheses, *goal.unused, *goal.given) if moving is None or moving not in free(fact))


def _excludes(found: list[Term], fact: Term, known: Knowledge, point: Numbers) -> bool:
    """Whether what was found says that the fact does not hold: that the left side is, or tends to, something else; or the contrary."""
    others = [other.args[1] for other in found if other.head == fact.head in ("limit", "Equality") and other.args[0] is fact.args[0]]
    if not others:
        return known.knows(negation(fact))
    other, value = others[-1], fact.args[1]
    return other is not value if {OO, MINUS_OO} & {other, value} else not point.truth(equal(other, value))
