"""Equations that multiplying out does not settle: number by number, or as two roots of one square."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING

from theoremtest.derivations.kernel.algebra import SIZES
from theoremtest.derivations.kernel.facts import equal, nonneg
from theoremtest.derivations.kernel.obligations import obligations
from theoremtest.derivations.kernel.ring import Quotient, TooManyLetters, coefficient
from theoremtest.derivations.kernel.terms import MINUS, ONE, ZERO, Refused, Term, mul, power, shape

from .effort import ROOTS, WORDS_APART
from .reader import Reader

if TYPE_CHECKING:
    from .identities import Equation


def number_by_number(equation: Equation) -> bool:
    """What stands before each word, at an eigenvalue where functions do, is zero; which is an equation of its own. The second time words
    stay as they are: V V^T = I takes V V^T, and not V f(S) V^T, out of what is compared with it."""
    rules = list(equation.rules)
    if _one_by_one(equation):
        return True
    bare = [rule for rule in rules if rule[0] != "word"]
    if len(bare) < len(rules):
        equation.rules = bare
        if equation.agrees() or _one_by_one(equation):
            return True
    equation.rules = rules
    return False


def _one_by_one(equation: Equation) -> bool:
    for _ in range(WORDS_APART):
        left = _left(equation)
        if left is None:
            return False
        nothing = equal(left, ZERO)
        if equation.draft.place(nothing) is None and (nothing in equation._said or not type(equation)(equation.draft, nothing).show()):
            equation._said.add(nothing)
            return False
        equation.rules.append(["nothing", equation.draft.place(nothing)])
        if equation.agrees():
            return True
    return False


def _left(equation: Equation) -> Term | None:
    """The first number that is not seen to be zero, written out."""
    with suppress(Refused, TooManyLetters):
        reader = equation.reader(SIZES[1])
        open_ones: list[Quotient] = []
        seen = reader.is_zero

        def is_zero(value: Quotient) -> bool:
            if not seen(value):
                open_ones.append(value)
            return not open_ones

        reader.is_zero = is_zero  # type: ignore[method-assign]  # the reader says what it asks
        reader.agree(*equation.fact.args)
        return reader.polynomial(open_ones[0].num) if open_ones else None
    return None


def by_squares(equation: Equation) -> bool:
    """Two numbers of one sign and one square: what holds a root, and what does not."""
    halves = [equation.fact.args] if shape(equation.fact.args[0]) is None else []
    for left, right in [*halves, *(equation.read(lambda reader: _halves(equation, reader)) or [])]:
        if right is ZERO or left is ZERO or not equation.nodes([left, right], "Pow"):
            continue
        way = equation.signs._signed(left, "nonneg")
        if way is None or equation.signs.show(nonneg(right if way[1] else mul(MINUS, right))) is None:
            continue
        with suppress(Refused):
            sides = [side if way[1] else mul(MINUS, side) for side in (left, right)]
            root = power(mul(left, left), Fraction(1, 2))
            for need in (*obligations(left), *obligations(right), nonneg(mul(left, left))):
                if need.head in ("pos", "nonneg", "nonzero"):
                    equation.signs.show(need)
            one, other = (equation.draft.line("root", equation.draft.number(equal(root, side)), equation.ordered()) for side in sides)
            weights = [[other, equation.draft.number(ONE if way[1] else MINUS)], [one, equation.draft.number(MINUS if way[1] else ONE)]]
            line = equation.draft.line("algebra", equation.draft.number(equal(left, right)), [], weights)
            equation.draft.line("algebra", equation.draft.number(equation.fact), [*equation.ordered(), ["nothing", line]])
            return True
    return False


def _halves(equation: Equation, reader: Reader) -> list[tuple[Term, Term]]:
    """The sides' difference, times what it is over, as a part with odd powers of a root and one with even ones; for each root."""
    gap = reader.reduced(reader.scalar(equation.fact.args[0]) - reader.scalar(equation.fact.args[1])).num
    found = []
    for place, degree, _ in reader._roots:
        top = int(gap.degrees()[place])
        if degree == 2 and top > 0:
            parts_of: list = [None, None]
            for exponent in range(top + 1):
                part = coefficient(gap, place, exponent) * reader._gens[place] ** exponent
                parts_of[exponent % 2] = part if parts_of[exponent % 2] is None else parts_of[exponent % 2] + part
            even, odd = (reader.polynomial(part) for part in parts_of)
            found.append((odd, mul(MINUS, even)))
    return found[:ROOTS]
