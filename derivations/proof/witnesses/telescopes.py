"""Sums in closed form: what an equation says a sum is, with the last index moved, is a function whose differences are the summands."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from theoremtest.derivations.kernel.facts import equal, nonneg
from theoremtest.derivations.kernel.ring import TooManyLetters
from theoremtest.derivations.kernel.terms import MINUS, ONE, Refused, Term, add, free, parts, put, sub, term

from .sums import at_any_index

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
                        draft.line("algebra", draft.number(equation.fact), equation.ordered(),
                                   [[line, draft.number(ONE if one is equation.fact.args[0] else MINUS)]])
                        return True
    return False


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

