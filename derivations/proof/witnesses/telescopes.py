"""Sums in closed form: what an equation says a sum is, with the last index moved, is a function whose differences are the summands."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING

from theoremtest.derivations.kernel.algebra import SIZES
from theoremtest.derivations.kernel.facts import OO, equal, nonneg
from theoremtest.derivations.kernel.ring import Quotient, TooManyLetters, coefficient
from theoremtest.derivations.kernel.terms import MINUS, ONE, Refused, Term, add, free, parts, put, sub, term

from . import circular
from .draft import Draft
from .higher import said_of_higher
from .reader import Reader, renamed
from .shifts import stepping
from .summands import sums_of
from .sums import at_any_index, lead_of

if TYPE_CHECKING:
    from .identities import Equation


def telescopes(equation: Equation) -> bool:
    """Whether an equation is shown by sums that telescope to what it says that they are."""
    draft = equation.draft
    for one, other in (equation.fact.args, equation.fact.args[::-1]):
        for node in dict.fromkeys(part for part in parts(one) if part.head == "Sum"):
            if len(node.args) != 2 or len(node.args[1].args) != 3:
                continue
            rest = _solved(one, other, node)
            name, _, high = node.args[1].args
            for letter in sorted(free(high), key=repr) if rest is not None else ():
                back = sub(add(name, letter), add(high, ONE))  # high + 1 is the index
                with suppress(Refused, TooManyLetters):
                    line = _line(equation, node, put(rest, {letter: back}))
                    if line is not None:
                        said_of_higher(equation, [draft.shown[line].args[1]])
                        circular.of_numbers(equation, [draft.shown[line].args[1]])
                        draft.line("algebra", draft.number(equation.fact), equation.ordered(),
                                   [[line, draft.number(ONE if one is equation.fact.args[0] else MINUS)]])
                        return True
    return False


def in_closed_form(equation: Equation) -> bool:
    """Whether an equation is shown by sums of powers of their index, each a polynomial in its ends."""
    draft, before = equation.draft, len(equation.rules)
    for node in [node for nodes in (equation.read(lambda reader: sums_of(equation, reader)) or {}).values() for node in nodes]:
        with suppress(Refused, TooManyLetters):
            made = _polynomial(node)
            line = None if made is None else _line(equation, node, made)
            if line is not None:
                equation.rules.append(["modulo", line, draft.number(node), 1])
    return len(equation.rules) > before and equation.agrees()


def sign_in_closed_form(equation: Equation, shown: Callable[[Draft, Term], bool]) -> bool:
    """Whether a sign is shown with what finite sums are in their places, where their summands are plainly differences."""
    draft, fact, values, rules = equation.draft, equation.fact, {}, []
    for node in [part for part in parts(fact) if part.head == "Sum" and len(part.args) == 2 and len(part.args[1].args) == 3]:
        name, _, high = node.args[1].args
        asked = term("closed", (node,))
        if high is OO or asked in draft.split:
            continue
        draft.split.add(asked)
        with suppress(Refused, TooManyLetters):
            made = stepping(node.args[0], name)
            line = None if made is None else _line(equation, node, made)
            if line is not None:
                values[node] = draft.shown[line].args[1]
                reader = equation.reader(SIZES[0])
                rules.append(["modulo", line, draft.number(node), 1, *lead_of(draft, equation.signs, reader, line, reader._place_of(node))])
    instead = renamed(fact, values)
    if not rules or not shown(draft, instead):
        return False
    place = draft.place(instead)
    place = draft.line("known", draft.number(instead)) if place is None else place
    draft.line("sign", draft.number(fact), [], [["1", [["line", place]]]], rules)
    return True


def _polynomial(node: Term) -> Term | None:
    """The polynomial in the index of a sum whose differences are its summands."""
    reader, (body, limit) = Reader(SIZES[0]), node.args
    name = limit.args[0]
    value, letter = reader.scalar(body), reader.scalar(name)
    place, total = reader.place(name), reader.zero
    if not value.den.is_one() or any(name in free(held) for held in reader.terms.values() if held is not name):
        return None
    while value:
        degree = int(value.num.degrees()[place])
        lead = Quotient(coefficient(value.num, place, degree), reader.context.constant(1))
        top = lead * letter ** (degree + 1) * reader.constant(Fraction(1, degree + 1))
        total = total + top
        value = value - lead * ((letter + reader.one) ** (degree + 1) - letter ** (degree + 1)) * reader.constant(Fraction(1, degree + 1))
    return reader.written(total)


def _solved(one: Term, other: Term, node: Term) -> Term | None:
    """What a sum is that is a summand of one side."""
    if one is node:
        return other
    if one.head == "Add" and one.args.count(node) == 1 and not any(part is not node and node in set(parts(part)) for part in one.args):
        return sub(other, add(*(part for part in one.args if part is not node)))
    return None


def _line(equation: Equation, node: Term, made: Term) -> int | None:
    """The line that says that a sum telescopes."""
    draft, (body, limit) = equation.draft, node.args
    name, low, high = limit.args
    if equation.signs.show(nonneg(sub(add(high, ONE), low))) is None:
        return None
    step = equal(body, sub(put(made, {name: add(name, ONE)}), made))
    case = at_any_index(draft, [limit])
    inner = type(equation)(case, step)
    for side in step.args:
        inner.admit(side)
    if not inner.show():
        return None
    draft.line("every", draft.number(term("every", (step, limit))), case.lines)
    for end in (add(high, ONE), low):
        equation.admit(put(made, {name: end}))
    return draft.line("telescoped", draft.number(node), draft.number(made))

