"""An exponential between a steeper one and that one's tangent: e^v (1 + u - v) <= e^u <= e^v where u <= v.

A formula that goes one way with e^u, up or down, lies between what it is at the two; no sign of its slope is asked for. Where the tangent
is negative, zero takes its place. What stands in all exponents alike is one letter, if one of its symbols is bounded by nothing else.
"""

from __future__ import annotations

from sympy import Expr, Rational, S, Symbol, cancel, diff, exp

from rederive.derivations.language import fresh

from .definedness import defined
from .direct import direct
from .hypotheses import Facts
from .signset import ANY, NEG, NONNEG, NONPOS, POS, inside

MOST_EXPONENTS = 4
"""Exponentials beyond which nothing is tried."""
LONG = 800
"""Operations beyond which nothing is tried."""


def by_chords(expression: Expr, facts: Facts, deadline) -> int:
    """The signs that a formula has at both ends of its slowest exponential; ANY where it is not seen to go one way between them."""
    rates = _rates(expression)
    if rates is None or expression.count_ops() > LONG or not defined(expression, facts, deadline):
        return ANY
    common, every, slow = rates
    lumped = _with_letter(expression, facts, common, every, deadline)
    if lumped is None:
        return ANY
    formula, facts, letter = lumped
    power, steep = fresh("y"), fresh("u")  # u for e^w: what holds for all u > 1 holds for this one
    facts = facts.known(steep - 1, POS)
    value = formula.xreplace({exp(rate * letter): power if rate == slow else steep**rate for rate in every.values()})
    if not _goes_one_way(value, power, facts, deadline):
        return ANY
    found = direct(value.subs(power, steep), facts, deadline)[0]
    for signs, end in ((NONPOS, steep * (1 - (1 - slow) * letter)), (POS, S.Zero)):
        if found != ANY:
            found |= direct(value.subs(power, end), facts.known(letter - 1 / (1 - slow), signs), deadline)[0]
    return ANY if found & POS and found & NEG else found  # between the ends it may be zero as well


def _rates(expression: Expr) -> tuple[Expr, dict[Expr, Rational], Rational] | None:
    """(v, rates, k): every exponent with its rate, v having 1, by which all are whole multiples of v but one, k v with k < 1; None else."""
    parted = {node.args[0]: node.args[0].as_coeff_Mul() for node in expression.atoms(exp)}
    if not 2 <= len(parted) <= MOST_EXPONENTS or len({rest for _, rest in parted.values()}) > 1:
        return None
    numbers = sorted(number for number, _ in parted.values())
    if not all(number.is_Rational and number > 0 for number in numbers) or any((number / numbers[1]).q != 1 for number in numbers[1:]):
        return None
    rates = {exponent: number / numbers[1] for exponent, (number, _) in parted.items()}
    return next(exponent for exponent, rate in rates.items() if rate == 1), rates, numbers[0] / numbers[1]


def _with_letter(expression: Expr, facts: Facts, common: Expr, rates: dict, deadline) -> tuple[Expr, Facts, Symbol] | None:
    """The formula with one positive letter for what stands in all exponents, and the facts of it."""
    letter, spoken = fresh("w"), set().union(*(relation.free_symbols for relation, _ in facts.relations))
    for symbol in sorted(common.free_symbols - spoken, key=str):
        rest, bounds = common / symbol, facts.bound(symbol)
        if symbol in rest.free_symbols or facts.alternatives or direct(rest, facts, deadline)[0] != POS or (
                bounds.lower, bounds.lower_open, bounds.upper, bounds.integer) != (0, True, None, False):
            continue
        formula = expression.xreplace({exp(exponent): exp(rate * letter) for exponent, rate in rates.items()})
        return formula.subs(symbol, letter / rest), facts.known(letter, POS), letter
    return None


def _goes_one_way(value: Expr, power: Symbol, facts: Facts, deadline) -> bool:
    """Whether a formula is a x + b, or a (x^2 + 2 c x) + b with c not negative, in a positive letter x: it rises or falls all the way."""
    if not value.is_polynomial(power):
        return False
    slope = diff(value, power)
    square, start = diff(slope, power), slope.subs(power, 0)
    if power in square.free_symbols or start == 0:
        return power not in square.free_symbols
    return square == 0 or inside(direct(cancel(start / square), facts, deadline)[0], NONNEG)
