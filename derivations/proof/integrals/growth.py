"""Powers that bound a function towards 0 and towards infinity, exponents with letters included: what convergence is shown by."""

from __future__ import annotations

from sympy import Expr, Mul, Pow, S, Symbol, exp, log, oo

from theoremtest.derivations.proof.asymptotics.limits import compute_limit
from theoremtest.derivations.proof.zero.normal_form import is_zero

from .powers import simple
from .questions import NoValue, Questions

SMALL = "exponentially small"


def orders(expression: Expr, variable: Symbol, to, ask: Questions) -> list:
    """Exponents e such that the expression is O(x**e) as x goes to `to` (0 from above, or oo), one for each case of the signs.

    SMALL stands for smaller than every power. Raises NoValue where it is not found.
    """
    if variable not in expression.free_symbols:
        return [S.Zero]
    cases = compute_limit(expression, variable, to, ask.domain, ask.deadline, is_zero)
    if cases:
        return list(dict.fromkeys(_of_scale(case, variable, to) for case in cases))
    if isinstance(expression, Mul):
        found = [orders(factor, variable, to, ask) for factor in expression.args]
        if any(len(each) != 1 for each in found):
            raise NoValue(f"the order of {expression} is told by cases")
        return [_added([each[0] for each in found])]
    if expression.is_Add:  # the largest term bounds the sum
        return list(dict.fromkeys(found for term in expression.args for found in orders(term, variable, to, ask)))
    if _is_slow(expression, variable, to, ask):
        return [S.Zero]
    if isinstance(expression, Pow) and variable not in expression.exp.free_symbols:
        return [_of_power(expression, variable, to, ask)]
    raise NoValue(f"the order of {expression} as {variable} tends to {to}")


def _is_slow(expression: Expr, variable: Symbol, to, ask: Questions) -> bool:
    """Whether an expression is a logarithm, or a whole power of one, that grows slower than every power: as good as of order 0.

    Every question put to an order here is a strict inequality, which leaves room for a small power more.
    """
    base, exponent = expression.as_base_exp() if isinstance(expression, Pow) else (expression, S.One)
    if not isinstance(base, log) or not exponent.is_Integer or exponent < 0:
        return False
    cases = compute_limit(base.args[0], variable, to, ask.domain, ask.deadline, is_zero)
    if not cases or any(case.coefficient == 0 for case in cases):
        return False
    return all(_of_scale(case, variable, to) is not SMALL for case in cases)


def _of_scale(case, variable: Symbol, to):
    if case.coefficient == 0:
        return SMALL
    growth, power = S.Zero, S.Zero
    for factor in Mul.make_args(case.scale):
        base, exponent = factor.as_base_exp()
        if isinstance(factor, exp):
            growth += factor.args[0]
        elif base in (variable, 1 / variable):
            power += exponent if base == variable else -exponent
        elif factor != 1:
            raise NoValue(f"the scale {case.scale}")
    if growth == 0:
        return power
    if case.limit == 0:
        return SMALL
    raise NoValue("an exponential that grows")


def _of_power(expression: Pow, variable: Symbol, to, ask: Questions):
    """base**e: of the order of the base, to the power e, where the base is shown to be of just that order."""
    base, exponent = expression.args
    if base == variable:
        return exponent
    cases = compute_limit(base, variable, to, ask.domain, ask.deadline, is_zero)
    if not cases or len(cases) != 1 or cases[0].coefficient == 0:
        raise NoValue(f"the order of {base}")
    found = _of_scale(cases[0], variable, to)
    if found is SMALL:
        raise NoValue(f"the order of {expression}")
    return found * exponent


def _added(found: list):
    return SMALL if SMALL in found else sum(found, S.Zero)


def integrable_at_infinity(expression: Expr, variable: Symbol, ask: Questions, shift: Expr = S.Zero) -> bool:
    """Whether x**shift times the expression is shown to be absolutely integrable towards infinity."""
    return all(found is SMALL or ask.positive(simple(-(found + shift + 1))) for found in orders(expression, variable, oo, ask))


def integrable_at_zero(expression: Expr, variable: Symbol, ask: Questions, shift: Expr = S.Zero) -> bool:
    """Whether x**shift times the expression is shown to be absolutely integrable towards 0 from above."""
    return all(found is SMALL or ask.positive(simple(found + shift + 1)) for found in orders(expression, variable, S.Zero, ask))


def vanishes(expression: Expr, variable: Symbol, to, ask: Questions) -> bool:
    """Whether an expression is shown to tend to 0 by its order; False where that is not found."""
    try:
        found = orders(expression, variable, to, ask)
    except NoValue:
        return False
    return all(order is SMALL or ask.positive(simple(-order if to == oo else order)) for order in found)
