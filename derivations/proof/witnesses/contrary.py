"""A search for what a goal excludes: another limit, or what holds exactly where its fact does not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from theoremtest.derivations.kernel.contrary import at, kept
from theoremtest.derivations.kernel.facts import MINUS_OO, OO, equal, limit, negation
from theoremtest.derivations.kernel.goals import Goal
from theoremtest.derivations.kernel.ring import TooManyLetters
from theoremtest.derivations.kernel.terms import Refused, Term, parts, shape, term

from .chance import moved_to_mean, of_moments, written_out
from .draft import Draft
from .effort import Exhausted
from .proving import prove, shown

BROKEN = Refused, TooManyLetters, Exhausted
"""What a search may end in."""


def contrary(goals: list[Goal], values: dict[Term, Term]) -> Iterator[tuple[list[dict], list[Term]]]:
    """Proofs of goals at a point, as far as one of which a contrary is found; with the letters that have their values put in."""
    still = kept(goals)
    letters = [letter for letter, value in values.items() if letter.head == "Symbol" and shape(value) is None and letter not in still]
    for chosen in (letters, []) if letters else ([],):
        before: list[dict] = []
        for goal in goals:  # a goal behind which there is none needs no proof
            there = at(goal, {letter: values[letter] for letter in chosen})
            found = against(there) if goal.refutes else None
            if found is not None:
                yield [*before, found], chosen
            proof = None if goal is goals[-1] else prove(there)
            if proof is None:
                break
            before.append(proof)


def against(goal: Goal) -> dict | None:
    """A proof of what a goal excludes."""
    if goal.fact.head != "limit":
        with suppress(Refused):
            return prove(replace(goal, fact=negation(goal.fact))) or _of_means(goal)
        return None
    node, value = goal.fact.args
    for fact in (term("converges", (node,)), *(limit(node, end) for end in (OO, MINUS_OO) if end is not value)):
        draft = Draft(replace(goal, fact=fact))
        with suppress(*BROKEN):
            if shown(draft, fact) and (fact.head == "limit" or _named(draft, node)):
                return draft.data()
    return None


def _of_means(goal: Goal) -> dict | None:
    """What a mean is."""
    if goal.fact.head != "Equality" or all(part.head != "Mean" for part in parts(goal.fact)):
        return None
    found = written_out(goal.fact.args[0])
    if found is None:
        return None
    draft = Draft(goal)
    draft.line("algebra", draft.number(equal(goal.fact.args[0], found)), [])
    return draft.data()


def _named(draft: Draft, node: Term) -> bool:
    """Whether the limit of what converges is known; it is said last."""
    without = of_moments(limit(node, node))
    inner = node if without is None else without.args[0]
    found = next((fact for fact in reversed(draft.shown) if fact.head == "limit" and fact.args[0] is inner), None)
    if found is None:
        return False
    fact = limit(node, found.args[1])
    if fact is not found:
        return moved_to_mean(draft, fact, found)
    draft.line("known", draft.number(fact))
    return True
