"""What a reader of a foreign set hands over: problems in the words of the language, and entries that it cannot say with the reason.

A formula is never run: each reader takes a syntax tree apart, Python's or one of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import sympy as sp
from sympy.core.relational import Relational
from sympy.logic.boolalg import Boolean

from theoremtest.derivations.errors import TheoremtestError
from theoremtest.derivations.language import Domain, Equal, Holds
from theoremtest.derivations.language.base import Statement

READING = 10.0
"""Seconds after which the reading of one entry is given up."""
TURNED = {sp.Eq: sp.Ne, sp.Ne: sp.Eq, sp.Lt: sp.Ge, sp.Ge: sp.Lt, sp.Gt: sp.Le, sp.Le: sp.Gt}


class Unsaid(ValueError):
    """An entry that the reader has no words for."""


@dataclass(frozen=True)
class Problem:
    """A statement, and whether its set says that it is true; `smt` is the set's own text where it is one of SMT-LIB."""

    name: str
    statement: Statement
    truth: bool | None
    smt: str = ""


@dataclass(frozen=True)
class Unread:
    """An entry of a set that is no problem here."""

    name: str
    why: str


def read(name: str, build: Callable[[], Statement | tuple[Statement, bool | None]], truth: bool | None = True,
         smt: str = "") -> Problem | Unread:
    """The problem that `build` makes, or why there is none; it may say the truth itself."""
    from theoremtest.numerics.routes.dispatch import alarm

    try:
        with alarm(READING):
            made = build()
    except (Unsaid, TheoremtestError) as error:
        return Unread(name, str(error).splitlines()[0])
    except (ArithmeticError, TypeError, ValueError, AttributeError, RecursionError, SyntaxError) as error:
        return Unread(name, f"{type(error).__name__}: {str(error)[:80]}")
    except Exception as error:  # out of time: the alarm's own kind
        return Unread(name, f"not read within {READING:g} s ({type(error).__name__})")
    if isinstance(made, tuple):
        made, truth = made
    return Problem(name, made, truth, smt)


def letter(name: str, whole: bool = False) -> sp.Symbol:
    """A real or a whole letter."""
    return sp.Symbol(name, integer=True) if whole else sp.Symbol(name, real=True)


def negated(relation: Boolean) -> Boolean:
    """The contrary, where sides keep their form."""
    if isinstance(relation, Relational):
        return TURNED[type(relation)](relation.lhs, relation.rhs, evaluate=False)
    return sp.Not(relation)


def holds(relation: Boolean, conditions: Iterable[Boolean], further: Iterable[sp.Expr] = ()) -> Holds:
    """A relation wherever conditions hold and the `further` formulas have a value."""
    conditions = [*conditions, *defined(*further)]
    over = sorted(set().union(*(one.free_symbols for one in (relation, *conditions))), key=str)
    return Holds(relation, on=Domain(*conditions, over=over))


def contradictory(facts: Iterable[Boolean], further: Iterable[sp.Expr] = ()) -> Holds:
    """Facts that cannot stand together: where all but one hold, the last that leaves the others a domain fails.
    Raises Unsaid where they are settled as they are read."""
    kept = [one for one in facts if one != sp.true]
    if not kept or sp.false in kept:
        raise Unsaid("settled by how it is written")
    why: Exception = Unsaid("no domain")
    for number in reversed(range(len(kept))):
        try:
            return holds(negated(kept[number]), kept[:number] + kept[number + 1:], further)
        except TheoremtestError as error:
            why = error
    raise Unsaid(f"a domain without a point: {str(why).splitlines()[0]}")


def defined(*formulas: sp.Basic, smooth: bool = False) -> list[Boolean]:
    """What gives denominators, roots, logarithms and inverse functions a value, in order; or also a slope."""
    found: dict[Boolean, None] = {}
    for formula in formulas:
        for part in sp.preorder_traversal(formula):
            for one in _asked(part, smooth):
                found[one] = None
    return [one for one in found if one != sp.true]


def _asked(part: sp.Basic, smooth: bool) -> Iterator[Boolean]:
    inside = part.args[0] if part.args else part
    if isinstance(part, sp.Pow) and part.base != sp.E and part.base.free_symbols:
        exponent = part.exp
        if exponent.is_integer:
            yield from [sp.Ne(inside, 0)] if exponent.is_negative else []
        else:
            yield inside > 0 if smooth or exponent.is_negative or exponent.free_symbols else inside >= 0
    elif isinstance(part, sp.log):
        yield inside > 0
    elif isinstance(part, (sp.asin, sp.acos)):
        yield inside**2 < 1 if smooth else inside**2 <= 1
    elif isinstance(part, sp.atanh):
        yield inside**2 < 1
    elif isinstance(part, sp.acoth):
        yield inside**2 > 1
    elif isinstance(part, (sp.asec, sp.acsc)):
        yield inside**2 > 1 if smooth else inside**2 >= 1
    elif isinstance(part, sp.acosh):
        yield inside > 1 if smooth else inside >= 1
    elif isinstance(part, sp.asech):
        yield from (inside > 0, inside < 1 if smooth else inside <= 1)
    elif isinstance(part, (sp.tan, sp.sec)):
        yield sp.Ne(sp.cos(inside), 0)
    elif isinstance(part, (sp.cot, sp.csc)):
        yield sp.Ne(sp.sin(inside), 0)
    elif isinstance(part, (sp.coth, sp.csch, sp.acot)) or smooth and isinstance(part, sp.Abs):
        yield sp.Ne(inside, 0)


def slope(antiderivative: sp.Expr, along: sp.Symbol, integrand: sp.Expr, conditions: Iterable[Boolean] = ()) -> Equal:
    """That an antiderivative's slope is the integrand, where it has one and both have a value."""
    letters = sorted(antiderivative.free_symbols | integrand.free_symbols | {along}, key=str)
    asked = [*conditions, *defined(antiderivative, smooth=True)]
    return Equal(sp.Derivative(antiderivative, along), integrand, on=Domain(*asked, over=letters))
