"""An exponential between a steeper one and that one's tangent: e^v (1 + u - v) <= e^u <= e^v where u <= v.

A formula that goes one way with e^u, up or down, lies between what it is at the two; no sign of its slope is asked for. Where the tangent
is negative, zero takes its place. What stands in all exponents alike is one letter, if one of its symbols is bounded by nothing else.
"""

from __future__ import annotations

from sympy import Expr, Rational, S, Symbol, cancel, diff, exp

from theoremtest.derivations.language import fresh

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
    lumped = _with_letter(expression, facts, rates, deadline) if rates and expression.count_ops() <= LONG else None
    if lumped is None:
        return ANY
    formula, within, letter = lumped
    slow, power, steep = min(rates.values()), fresh("y"), fresh("u")  # u for e^w: what holds for all u > 1 holds for this one
    within = within.known(steep - 1, POS)
    value = formula.xreplace({exp(rate * letter): power if rate == slow else steep**rate for rate in rates.values()})
    if not _goes_one_way(value, power, within, deadline) or not defined(expression, facts, deadline):
        return ANY
    found = direct(value.subs(power, steep), within, deadline)[0]
    for signs, end in ((NONPOS, steep * (1 - (1 - slow) * letter)), (POS, S.Zero)):
        if found != ANY:
            found |= direct(value.subs(power, end), within.known(letter - 1 / (1 - slow), signs), deadline)[0]
    return ANY if found & POS and found & NEG else found  # between the ends it may be zero as well


def _rates(expression: Expr) -> dict[Expr, Rational] | None:
    """Every exponent with its rate: whole numbers, 1 among them, but for one that is less than 1; None where they are not such."""
    parted = {node.args[0]: node.args[0].as_coeff_Mul() for node in expression.atoms(exp)}
    if not 2 <= len(parted) <= MOST_EXPONENTS or len({rest for _, rest in parted.values()}) > 1:
        return None
    numbers = sorted(number for number, _ in parted.values())
    if not all(number.is_Rational and number > 0 for number in numbers) or any((number / numbers[1]).q != 1 for number in numbers[1:]):
        return None
    return {exponent: number / numbers[1] for exponent, (number, _) in parted.items()}


def _with_letter(expression: Expr, facts: Facts, rates: dict, deadline) -> tuple[Expr, Facts, Symbol] | None:
    """The formula with one positive letter for the exponent of rate 1, the facts of it, and the letter."""
    letter, spoken = fresh("w"), set().union(*(relation.free_symbols for relation, _ in facts.relations))
    common = next(exponent for exponent, rate in rates.items() if rate == 1)
    for symbol in sorted(common.free_symbols - spoken, key=str) if not facts.alternatives else ():
        rest, bounds = common / symbol, facts.bound(symbol)
        free = (bounds.lower, bounds.lower_open, bounds.upper, bounds.integer) == (0, True, None, False)
        if not free or symbol in rest.free_symbols or direct(rest, facts, deadline)[0] != POS:
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
