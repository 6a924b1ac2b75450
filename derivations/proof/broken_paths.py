"""Where a solution breaks off: a formula that loses its value between the start and a time, or a rate that divides by zero on the way.

A pole is found by the sign of what is divided by, at the start and at the time. That sign is cheap, so that many points are looked at by it
alone, and each that it points to is then looked at in full.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from flint import arb, fmpq
from sympy import (
    Derivative,
    Expr,
    Mul,
    Rational,
    S,
    Subs,
    Symbol,
    cos,
    cosh,
    cot,
    coth,
    csc,
    csch,
    fraction,
    preorder_traversal,
    sec,
    sin,
    sinh,
    tan,
    together,
)
from sympy.concrete.expr_with_limits import ExprWithLimits

from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.language.errors import DomainError
from theoremtest.derivations.language.statement import Solves
from theoremtest.derivations.language.verdict import Counterexample

from .balls import rules
from .balls.enclose import Imprecise, NotEvaluable, Undefined, enclosure, environment, exact_value
from .balls.program import Program, program
from .deadline import Deadline
from .functions.table import hidden_jumps
from .obligations import spoken_in
from .points.random_points import points
from .points.smallest import small_points
from .refute import point_items

PLACES, BITS, CUTS = 40, 256, 60
"""Simple points that are looked at in full; the precision of that, and steps towards a pole."""
MANY, DRAWN, ROUGHLY = 300, 60, 64
"""Simple points, and random ones, at which the signs of what is divided by are looked at, and the precision of that."""
EARLY = (S.Zero, Rational(1, 999), Rational(1, 97))
"""Parts of a time at which a formula is looked at for a value of which it can be bereft."""
LATE = (S.One, Rational(6, 7), Rational(10, 11), Rational(12, 13))
"""Parts of a time at which a formula that has no value at a stretch has none; a single missing value would be another matter."""
LONGEST = 1500
"""Operations up to which a formula is brought over one denominator, which no time limit can stop."""


def passed_by(statement: Solves, solution: dict) -> dict[str, Expr]:
    """What must have a value at every time besides the solution, named: the rates with the solution put in, and the abbreviations in them.

    A rate w^3 v^2 may have a value where v has a pole once all is put in; the equation that is to hold there has none. A rate of pieces may
    do without an abbreviation where it has a pole.
    """
    domain, rates = statement.on, statement.system.rates
    found = {f"the rate of {state}": domain.expand(rate) for state, rate in rates.items()}
    whole = [rate for rate in rates.values() if _unbroken(domain.expand(rate))]
    found |= {str(symbol): domain.expand(symbol) for symbol in spoken_in(whole, domain)}
    return {name: value.subs(solution, simultaneous=True) for name, value in found.items()}


def loss_of_value(solution: dict, passed: dict, t: Symbol, domain: Domain, deadline: Deadline) -> Counterexample | None:
    """A point of the domain by whose time a formula has lost its value; None where none is found. passed: as `passed_by` tells."""
    turns = _Turns(solution, passed, t)
    for number, point in enumerate(_candidates(domain, deadline)):
        deadline.check()
        if number >= PLACES and not turns.at(point):
            continue
        told = lost_by(solution, passed, t, point, deadline)
        if told:
            return Counterexample(point_items(domain, point), told, "a value at every time from the start on")
    return None


def _candidates(domain: Domain, deadline: Deadline) -> Iterator[dict]:
    try:
        yield from small_points(domain, MANY, deadline=deadline)
        yield from points(domain, DRAWN, f"{domain} existence", deadline)
    except DomainError:
        return


class _Turns:
    """What formulas divide by, read once: whether any of it has another sign at a point's time than at the start."""

    def __init__(self, solution: dict, passed: dict, t: Symbol) -> None:
        self.t, self.code = t, None
        wholes = [_over_one(value) for value in solution.values() if value.count_ops() <= LONGEST]
        parts = [quotient for value in passed.values() for quotient in _quotients(value)]
        with suppress(NotEvaluable):
            self.code = Program(*dict.fromkeys(base for _, bottom in (*wholes, *parts) for base in _divisors(bottom, t)))

    def at(self, point: dict) -> bool:
        """Whether a sign is seen to turn; False where none is told."""
        if self.code is None or point.get(self.t, S.Zero) == 0:
            return False
        signs = zip(self._signs({**point, self.t: S.Zero}), self._signs(point), strict=True)
        return any(before and after is not None and before != after for before, after in signs)

    def _signs(self, point: dict) -> list[int | None]:
        """1, -1 or 0 where that is certain."""
        run, found = self.code.run(environment(point)), []
        with rules.precision(ROUGHLY):
            for root in self.code.roots:
                try:
                    found.append(rules.sign_of(run.get(root)))
                except (NotEvaluable, Imprecise):
                    found.append(None)
        return found


def lost_by(solution: dict, passed: dict, t: Symbol, point: dict, deadline: Deadline) -> str | None:
    """How a formula certainly loses its value, or has a pole, between the start and a point's time: text that names the state, or None."""
    parameters, moment = {symbol: number for symbol, number in point.items() if symbol != t}, point.get(t, S.Zero)
    if moment == 0:
        return None
    for state, value in solution.items():
        told = _lost(_at(value, parameters), t, moment, deadline)
        if told:
            return f"{state} has {told}"
    for name, value in passed.items():
        told = _pole_within(_at(value, parameters), t, moment, deadline)
        if told:
            return f"{name} has {told}"
    return None


def _at(formula: Expr, parameters: dict) -> Expr:
    """A formula at values of its parameters; in one pass where it binds no letter and all values are numbers."""
    if formula.has(ExprWithLimits, Derivative, Subs) or not all(number.is_Rational for number in parameters.values()):
        return formula.subs(parameters)
    return formula.xreplace(parameters)


def _lost(formula: Expr, t: Symbol, moment: Rational, deadline: Deadline) -> str | None:
    """How a formula in time alone loses its value between the start and a moment: text, or None."""
    if t not in formula.free_symbols or formula.has(S.NaN, S.ComplexInfinity):
        return None
    if not any(_has_value(formula, t, moment * part) for part in EARLY):
        return None  # without a value from the start on: that says nothing of what becomes of one
    if all(_undefined(formula, t, moment * part) for part in LATE):
        return f"no real value at {t} = {moment}, nor at {', '.join(str(part) for part in LATE[1:])} of it"
    if formula.count_ops() > LONGEST:
        return None
    return _pole_of(_over_one(formula), t, moment, deadline)


def _pole_within(formula: Expr, t: Symbol, moment: Rational, deadline: Deadline) -> str | None:
    """A pole of a quotient that stands in a formula as it is written, which then has no value there: text, or None."""
    if t not in formula.free_symbols or formula.has(S.NaN, S.ComplexInfinity) or not _unbroken(formula):
        return None
    return next((told for quotient in _quotients(formula) if (told := _pole_of(quotient, t, moment, deadline))), None)


def _pole_of(quotient: tuple[Expr, Expr], t: Symbol, moment: Rational, deadline: Deadline) -> str | None:
    top, bottom = quotient
    for base in _divisors(bottom, t):
        if _unbroken(base) and _unbroken(top):
            told = _pole(top, base, t, moment, deadline)
            if told:
                return told
    return None


def _over_one(formula: Expr) -> tuple[Expr, Expr]:
    """A formula as one numerator over one denominator."""
    return fraction(together(_over_sines(formula)))


def _quotients(formula: Expr) -> Iterator[tuple[Expr, Expr]]:
    """Numerator and denominator of every quotient that stands in a formula; a product is looked at as a whole, as sin(t)/t has a limit."""
    waiting = [formula]
    while waiting:
        node = waiting.pop()
        if node.is_Mul or node.is_Pow:
            top, bottom = fraction(node)
            if bottom.free_symbols:
                yield top, bottom
        for factor in Mul.make_args(node):
            waiting += factor.args if factor.is_Pow or factor is node else [factor]


def _divisors(bottom: Expr, t: Symbol) -> list[Expr]:
    """What a denominator's factors are powers of, with positive exponents, where time stands in it and not in the exponent."""
    powers = [factor.as_base_exp() for factor in Mul.make_args(bottom)]
    return [base for base, exponent in powers if t in base.free_symbols and t not in exponent.free_symbols and exponent.is_positive]


def _over_sines(formula):
    """Circular and hyperbolic quotients written as such, so that their poles show."""
    for quotient, above, below in ((tan, sin, cos), (cot, cos, sin), (coth, cosh, sinh)):
        formula = formula.replace(quotient, lambda u, above=above, below=below: above(u) / below(u))
    return formula.replace(sec, lambda u: 1 / cos(u)).replace(csc, lambda u: 1 / sin(u)).replace(csch, lambda u: 1 / sinh(u))


def _has_value(formula, t, moment) -> bool:
    try:
        return enclosure(formula, {t: moment}, BITS) is not None
    except NotEvaluable:
        return False


def _undefined(formula, t, moment) -> bool:
    try:
        enclosure(formula, {t: moment}, BITS)
    except Undefined:
        return True
    except NotEvaluable:
        return False
    return False


def _unbroken(expression) -> bool:
    """Whether a function that has finite values on an interval is continuous there: no steps, no cases."""
    return all(node.is_Add or node.is_Mul or not node.args or hidden_jumps(node) == () for node in preorder_traversal(expression))


def _pole(top, base, t: Symbol, moment: Rational, deadline: Deadline) -> str | None:
    """A zero of the denominator's factor between the start and the moment at which the numerator is certainly not zero."""
    if exact_value(base, {t: moment}) == 0:
        return f"a pole at {t} = {moment}" if _certain_sign(top, t, moment, moment) else None
    low, high = S.Zero, moment
    before = _certain_sign(base, t, low, low)
    if not before or _certain_sign(base, t, high, high) != -before:
        return None
    for _ in range(CUTS):
        deadline.check()
        middle = (low + high) / 2
        found = _certain_sign(base, t, middle, middle)
        if not found:
            break
        low, high = (middle, high) if found == before else (low, middle)
    if _certain_sign(top, t, low, high) and _finite(base, t, low, high):
        return f"a pole between {t} = {low.limit_denominator(10**6)} and {t} = {moment}"
    return None


def _certain_sign(expression, t: Symbol, low: Rational, high: Rational) -> int:
    """1 or -1 where an expression in time certainly has this sign on the interval, else 0."""
    value = _over(expression, t, low, high)
    return 0 if value is None else 1 if value > 0 else -1 if value < 0 else 0


def _finite(expression, t: Symbol, low: Rational, high: Rational) -> bool:
    return _over(expression, t, low, high) is not None


def _over(expression, t: Symbol, low: Rational, high: Rational) -> arb | None:
    """A finite ball that holds all values on the interval, None where there is none."""
    ends = [arb(fmpq(int(end.p), int(end.q))) for end in (low, high)]
    code = program(expression)
    try:
        with rules.precision(BITS):
            value = rules.ball(code.run({t: ends[0].union(ends[1])}).get(code.roots[0]))
    except (NotEvaluable, Imprecise):
        return None
    return value if value.is_finite() else None
