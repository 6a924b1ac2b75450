"""An identity without one of its conditions, decided where it says something: where no divisor is zero and no root or logarithm lacks a
value. A mean says nothing either where its draws have no law."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from itertools import product

from sympy import And, Basic, Eq, Ge, Gt, Lt, Ne, Pow, S, log
from sympy.core.relational import Relational

from theoremtest.derivations.language import Domain, Equal, Expectation, Outcome, TheoremtestError
from theoremtest.derivations.language.laws import law_conditions
from theoremtest.derivations.language.matrix_function import MatrixFunction
from theoremtest.derivations.mutants import has_no_value_somewhere
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.matrices.emptiness import certainly_empty
from theoremtest.derivations.proof.matrices.letters import is_matrix
from theoremtest.derivations.proof.points.smallest import small_points
from theoremtest.derivations.proof.signs.signs import Sign, sign

from .lost_values import has_none
from .outcomes import EQUIVALENT, TRUE

NOWHERE = EQUIVALENT, "no side has a value where the condition fails"
MOST = 2
"""Bases that may be zero which are told apart."""
POINTS = 40
"""The simplest points at which a side is to have no value where it is said to have none."""
WHOLE = range(-3, 3)
"""The lower ones of the neighbouring whole numbers that an exponent may lie between."""


def where_it_speaks(stated: Equal | Expectation, seed: str, seconds: float) -> tuple[str, str] | None:
    """What an identity is where both sides may have a value, by conditions in which nothing is drawn; None where that is not seen."""
    draws = stated.draws if isinstance(stated, Expectation) else {}
    sides = [stated.on.expand(part) for part in ((stated.quantity, stated.value) if draws else (stated.left, stated.right))]
    if any(map(is_matrix, sides)):
        return _with_a_letter_told_from_zero(stated, sides, seed, seconds) if any(side.has(MatrixFunction) for side in sides) else None
    fixed = set(stated.on.scalars) - set(draws)
    told = [condition for side in sides for condition in _needed(side)]
    told = [one for one in told if isinstance(one, Relational) and one.free_symbols <= fixed] + list(law_conditions(draws))
    with suppress(TheoremtestError):  # conditions that contradict one another on their face
        there = stated.on.but(And(*sorted(told, key=str))) if told else stated.on
        bases = _bases_of_powers(sides, there, fixed, Deadline(seconds))
        if not told and not bases:
            return None
        found = [_in_a_case(stated, there, case, seed, seconds) for case in product(*((Gt(base, 0), Eq(base, 0)) for base in bases))]
        if None in found:
            return None
        return next((one for one in found if one != NOWHERE), NOWHERE)
    return NOWHERE


def _with_a_letter_told_from_zero(stated: Equal, sides: list, seed: str, seconds: float) -> tuple[str, str] | None:
    """What an identity of functions of matrices is that is proved where a scalar is not zero, and has no value where it is."""
    from theoremtest.numerics.routes import dispatch as routes

    for symbol in stated.on.scalars:
        with suppress(TheoremtestError):
            found = routes.run("exact", replace(stated, on=stated.on.but(Ne(symbol, 0))), seed, seconds)
            zero = list(small_points(stated.on.but(Eq(symbol, 0)), POINTS))
            if found.outcome is Outcome.PROVED and zero and all(has_none(sides, point) for point in zero):
                return TRUE, f"{found.engine}, wherever both sides have a value"
    return None


def _in_a_case(stated: Equal | Expectation, there: Domain, case: tuple, seed: str, seconds: float) -> tuple[str, str] | None:
    """What the identity is where it may have a value and some more holds."""
    from theoremtest.numerics.routes import dispatch as routes

    with suppress(TheoremtestError):
        here = replace(stated, on=there.but(*case) if case else there)
        if certainly_empty(here.on, Deadline(seconds)):
            return NOWHERE
        found = routes.run("exact", here, seed, seconds)
        if found.outcome is Outcome.PROVED:
            return TRUE, f"{found.engine}, wherever both sides have a value"
        return NOWHERE if case and has_no_value_somewhere(here, everywhere=True) else None
    return NOWHERE


def _bases_of_powers(sides: list, there: Domain, fixed: set, deadline: Deadline) -> list[Basic]:
    """Bases of powers with exponents that are no numbers which are not negative where both sides have a value, though they may be zero.

    A negative base has no value with an exponent between two whole numbers.
    """
    powers = {power for side in sides for power in side.atoms(Pow) if power.exp.free_symbols and power.base is not S.Exp1}
    found = []
    for base in sorted({power.base for power in powers if power.base.free_symbols}, key=str):
        if not base.free_symbols <= fixed or sign(base, there, deadline) is Sign.POSITIVE:
            continue
        exponents = [power.exp for power in powers if power.base == base]
        with suppress(TheoremtestError):  # a base that is negative nowhere needs no case of its own
            below = there.but(Lt(base, 0))
            if any(_between_whole_numbers(exponent, below, deadline) for exponent in exponents):
                found.append(base)
    return found if len(found) <= MOST else []


def _between_whole_numbers(exponent: Basic, domain: Domain, deadline: Deadline) -> bool:
    """Whether a number lies strictly between two neighbouring whole numbers, the same ones all over a domain."""
    return any(sign(exponent - low, domain, deadline) is Sign.POSITIVE and sign(low + 1 - exponent, domain, deadline) is Sign.POSITIVE
               for low in WHOLE)


def _needed(side) -> list:
    """What must hold for a formula to have a value."""
    told = [Gt(node.args[0], 0) for node in side.atoms(log)]
    for power in side.atoms(Pow):
        if power.exp.is_Rational and not power.exp.is_Integer:
            told.append(Ge(power.base, 0))
        if power.exp.is_number and power.exp.is_negative:
            told.append(Ne(power.base, 0))
    return told
