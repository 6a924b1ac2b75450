"""A proof of whatever a goal asks for, by the form of its fact."""

from __future__ import annotations

from theoremtest.derivations.kernel.facts import spoken
from theoremtest.derivations.kernel.goals import Goal
from theoremtest.derivations.kernel.obligations import obligations
from theoremtest.derivations.kernel.ring import TooManyLetters
from theoremtest.derivations.kernel.terms import Refused, Term

from .draft import Draft
from .identities import Equation
from .signs import Signs


def prove(goal: Goal) -> dict | None:
    """A proof of a goal as plain data; None where none is found."""
    draft = Draft(goal)
    try:
        return draft.data() if shown(draft, goal.fact) else None
    except (Refused, TooManyLetters):
        return None


def shown(draft: Draft, fact: Term) -> bool:
    """Whether a fact is shown by the end of the draft, its formulas' values included."""
    for node in spoken(fact):
        valued(draft, node)
    if draft.ends(fact):
        return True
    if fact.head == "both":
        return all(shown(draft, part) for part in fact.args) and draft.ends(fact)
    if fact.head == "Equality":
        return Equation(draft, fact).show() and draft.ends(fact)
    if fact.head in ("pos", "nonneg", "nonzero"):
        return Signs(draft).show(fact) is not None and draft.ends(fact)
    if fact.head == "any":
        return any(shown(draft, part) for part in fact.args) and draft.ends(fact)
    return False


def valued(draft: Draft, node: Term) -> None:
    """Show, as far as that is found, that a term has a value."""
    for need in obligations(node):
        if not draft.known.knows(need) and need.head in ("pos", "nonneg", "nonzero"):
            Signs(draft).show(need)
