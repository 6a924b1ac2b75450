"""Sums of exponentials by tangents, sums of logarithms by their exponential, and two positive sides by their logarithms.

An exponential lies above each of its tangents: where all terms c_i exp(u_i) but one, c_0 exp(u_0), have coefficients that are not negative,
the sum is at least exp(u_0) (sum_i c_i (1 + u_i - u_0) + c_0). Powers of positive bases are exponentials of logarithms. Young's inequality,
the weighted means and Bernoulli's inequality for real exponents are the cases in which that bracket vanishes.
"""

from __future__ import annotations

from math import lcm

from sympy import Add, Expr, Mul, Pow, S, Symbol, cancel, exp, expand, expand_mul, log

from theoremtest.derivations.language import fresh
from theoremtest.derivations.proof.expansion import TERMS, most_terms

from .definedness import defined
from .direct import direct
from .hypotheses import Empty, Facts
from .monotonicity import by_monotonicity
from .signset import ANY, NEG, NONNEG, POS, ZERO, inside, negate, times

MOST_TERMS = 12
"""Different exponents beyond which no tangents are tried."""


def by_convexity(expression: Expr, facts: Facts, deadline) -> int:
    """The signs that tangents, exponentials or logarithms of the sides leave; ANY where the expression is not shown to be defined."""
    if not (expression.has(exp, log) or any(not node.exp.is_Rational for node in expression.atoms(Pow))):
        return ANY
    if most_terms(expression) > TERMS or not defined(expression, facts, deadline):
        return ANY
    for rule in (_by_tangents, _exponentiated, _by_sides):
        for turn in (1, -1):
            found = rule(expand_mul(turn * expression), facts, deadline)
            if found != ANY:
                return found if turn == 1 else negate(found)
    return ANY


# --- tangents -------------------------------------------------------------------------------------------------------


def _by_tangents(expression: Expr, facts: Facts, deadline) -> int:
    found = _over_bases(expression, facts, deadline)
    if found is None:
        return ANY
    expression, facts, bases = found
    groups: dict = {}
    for term in Add.make_args(expand_mul(expression)):
        coefficient, exponent = _parted(term, bases)
        groups[exponent] = groups.get(exponent, S.Zero) + coefficient
    if not 2 <= len(groups) <= MOST_TERMS:
        return ANY
    signs = {exponent: direct(coefficient, facts, deadline)[0] for exponent, coefficient in groups.items()}
    odd = [exponent for exponent in groups if not inside(signs[exponent], NONNEG)]
    if len(odd) != 1:
        return ANY
    at = odd[0]
    bracket = expand(groups.pop(at) + Add(*(coefficient * (1 + exponent - at) for exponent, coefficient in groups.items())))
    if bracket == 0:
        return NONNEG
    found = direct(bracket, facts, deadline)[0]
    return POS if found == POS else NONNEG if inside(found, NONNEG) else ANY


def _over_bases(expression: Expr, facts: Facts, deadline) -> tuple | None:
    """The expression with each base of a symbolic power as a positive symbol, with the facts, and those symbols; None where that fails."""
    bases = []
    for base in sorted({node.base for node in expression.atoms(Pow) if not node.exp.is_Rational and node.base is not S.Exp1}, key=str):
        if direct(base, facts, deadline)[0] != POS:
            return None
        if isinstance(base, Symbol):
            bases.append(base)
            continue
        symbol = next((symbol for symbol in sorted(base.free_symbols, key=str)
                       if not symbol.is_integer and (slope := base.diff(symbol)).is_Rational and slope != 0), None)
        if symbol is None:
            return None
        letter = fresh("y")
        value = (letter - base.subs(symbol, 0)) / base.diff(symbol)
        try:
            facts = facts.substituted(symbol, value).known(letter, POS)
        except Empty:
            return None
        expression = expression.xreplace({base: letter}).subs(symbol, value)
        bases.append(letter)
    return expression, facts, frozenset(bases)


def _parted(term: Expr, bases: frozenset) -> tuple[Expr, Expr]:
    """A term as (coefficient, u), the term being coefficient * exp(u)."""
    coefficient, exponent = S.One, S.Zero
    for factor in Mul.make_args(term):
        if isinstance(factor, exp):
            exponent += factor.args[0]
            continue
        base, power = factor.as_base_exp()
        if base is S.Exp1:
            exponent += power
        elif base in bases:
            exponent += power * log(base)
        else:
            coefficient *= factor
    return coefficient, expand(exponent)


# --- logarithms -----------------------------------------------------------------------------------------------------


def _exponentiated(expression: Expr, facts: Facts, deadline) -> int:
    """A sum with logarithms in it has the sign of its exponential less one."""
    above, below, rest, denominators = [], [], [], [1]
    for term in Add.make_args(expression):
        number, factor = term.as_coeff_Mul()
        if isinstance(factor, log) and number.is_Rational:
            (above if number > 0 else below).append((factor.args[0], abs(number)))
            denominators.append(int(number.q))
        else:
            rest.append(term)
    if not above:
        return ANY
    scale = lcm(*denominators)
    product = Mul(*(argument ** (scale * number) for argument, number in above))
    other = Mul(*(argument ** (scale * number) for argument, number in below), exp(-scale * Add(*rest)))
    return _sharp(product - other, facts, deadline)


def _by_sides(expression: Expr, facts: Facts, deadline) -> int:
    """A - B of positive sides has the sign of log A - log B."""
    if len(Add.make_args(expression)) != 2 or not (expression.has(exp) or any(not node.exp.is_Rational for node in expression.atoms(Pow))):
        return ANY
    first, second = Add.make_args(expression)
    if direct(first, facts, deadline)[0] == NEG:
        first, second = second, first
    if direct(first, facts, deadline)[0] != POS or direct(second, facts, deadline)[0] != NEG:
        return ANY
    found = _sharp(log(first) - log(-second), facts, deadline)
    return found if found in (POS, NEG, ZERO) else found & _by_one_exponent(first, -second, facts, deadline)


def _by_one_exponent(first: Expr, second: Expr, facts: Facts, deadline) -> int:
    """The sign of log A - log B where that is one exponent times a sum of logarithms: x^-a and (x + 1)^-a are compared as x and x + 1."""
    powers: dict[Expr, Expr] = {}
    for side, turn in ((first, 1), (second, -1)):
        for factor in Mul.make_args(side):
            base, power = (factor.base, factor.exp) if isinstance(factor, Pow) and factor.base is not S.Exp1 else (factor, S.One)
            if direct(base, facts, deadline)[0] != POS:  # two negative factors are no sum of logarithms
                return ANY
            powers[base] = powers.get(base, S.Zero) + turn * power
    powers = {base: power for base, each in powers.items() if (power := expand(each)) != 0}
    exponent = next(iter(powers.values()), S.Zero)
    shares = {base: cancel(power / exponent) for base, power in powers.items()} if exponent else {}
    if not shares or not all(share.is_Rational for share in shares.values()):
        return ANY
    compared = _exponentiated(Add(*(share * log(base) for base, share in shares.items())), facts, deadline)
    return times(direct(exponent, facts, deadline)[0], compared)


def _sharp(expression: Expr, facts: Facts, deadline) -> int:
    signs, seen = direct(expression, facts, deadline)
    if signs not in (POS, NEG, ZERO, seen):
        signs &= by_monotonicity(expression, facts, deadline)
    return signs
