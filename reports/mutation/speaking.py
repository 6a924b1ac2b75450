"""An identity without one of its conditions, decided where it says something: where no divisor is zero and no root or logarithm lacks a
value. A mean says nothing either where its draws have no law."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from sympy import And, Ge, Gt, Ne, Pow, log
from sympy.core.relational import Relational

from rederive.derivations.language import Equal, Expectation, Outcome, RederiveError
from rederive.derivations.language.laws import law_conditions
from rederive.derivations.proof.deadline import Deadline
from rederive.derivations.proof.matrices.emptiness import certainly_empty
from rederive.derivations.proof.matrices.letters import is_matrix

from .outcomes import EQUIVALENT, TRUE


def where_it_speaks(stated: Equal | Expectation, seed: str, seconds: float) -> tuple[str, str] | None:
    """What an identity is where both sides may have a value, by conditions in which nothing is drawn; None where that is not seen."""
    from rederive.numerics.routes import dispatch as routes

    draws = stated.draws if isinstance(stated, Expectation) else {}
    sides = [stated.on.expand(part) for part in ((stated.quantity, stated.value) if draws else (stated.left, stated.right))]
    if any(map(is_matrix, sides)):
        return None
    fixed = set(stated.on.scalars) - set(draws)
    told = [condition for side in sides for condition in _needed(side)]
    told = [one for one in told if isinstance(one, Relational) and one.free_symbols <= fixed] + list(law_conditions(draws))
    if not told:
        return None
    with suppress(RederiveError):  # conditions that contradict one another on their face
        there = stated.on.but(And(*sorted(told, key=str)))
        if certainly_empty(there, Deadline(seconds)):
            return EQUIVALENT, "no side has a value where the condition fails"
        found = routes.run("exact", replace(stated, on=there), seed, seconds)
        return (TRUE, f"{found.engine}, wherever both sides have a value") if found.outcome is Outcome.PROVED else None
    return EQUIVALENT, "no side has a value where the condition fails"


def _needed(side) -> list:
    """What must hold for a formula to have a value."""
    told = [Gt(node.args[0], 0) for node in side.atoms(log)]
    for power in side.atoms(Pow):
        if power.exp.is_Rational and not power.exp.is_Integer:
            told.append(Ge(power.base, 0))
        if power.exp.is_number and power.exp.is_negative:
            told.append(Ne(power.base, 0))
    return told
