"""Limits of formulas that hold an integral or an endless sum: the integral by its value, the sum between the two that it is known to lie
between."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from theoremtest.derivations.kernel.facts import equal, limit, nonneg, pos
from theoremtest.derivations.kernel.obligations import obligations
from theoremtest.derivations.kernel.ring import TooManyLetters
from theoremtest.derivations.kernel.table import over
from theoremtest.derivations.kernel.terms import MINUS, ZERO, Refused, Term, free, mul, parts, sub, term

from .areas import areas
from .draft import Draft
from .endless import converges, endless
from .identities import Equation
from .integrals import all_shown, factors
from .limits import near_the_end
from .signs import Signs
from .spread import replaced, spread

Shown = Callable[[Draft, Term], bool]


def summed(draft: Draft, fact: Term, shown: Shown) -> bool:
    """Whether a limit, or an order, is shown of a formula that holds a sum or an integral."""
    if fact.head not in ("limit", "order"):
        return False
    nodes = [part for part in parts(fact.args[0]) if part.head == "Integral" or endless(part)]
    if len(nodes) != 1:
        return False
    with suppress(Refused, TooManyLetters):
        if draft.moving in free(nodes[0].args[0]) and nodes[0].head == "Sum":
            return _by_spreading(draft, fact, nodes[0], shown)
        if converges(draft, nodes[0], shown):
            line = draft.areas.get(nodes[0])
            return (_between if line is None else _by_value)(draft, fact, nodes[0])
    return False


def _by_spreading(draft: Draft, fact: Term, node: Term, shown: Shown) -> bool:
    """By the integral that a sum becomes, and the value of that; of an order, by its sign."""
    formula = fact.args[0] if fact.head == "limit" else over(*fact.args)
    area = spread(draft, formula, node, shown, fact.args[1] if fact.head == "limit" else None)
    if area is None:
        return False
    if fact.head == "order":
        inside = draft.of_any([pos(area.args[1].args[0])])
        if not all_shown(inside, shown, *obligations(area.args[0]), pos(area.args[0])):
            return False
        draft.line("above", draft.number(area), True, inside.lines)
        draft.line("lemma", "order_by_limit", [draft.number(part) for part in (*fact.args, area)])
        return True
    same = equal(area, fact.args[1])
    if area is not fact.args[1]:
        areas(draft, area, shown)
        if not Equation(draft, same).show():
            return False
        draft.line("moved", draft.number(fact), draft.places[limit(formula, area)], [draft.places[same]])
    return True


def _by_value(draft: Draft, fact: Term, node: Term) -> bool:
    line = draft.areas[node]
    formula = fact.args[0]
    other = replaced(formula, node, draft.shown[line].args[1])
    if not near_the_end(draft, term(fact.head, (other, *fact.args[1:]))):
        return False
    same = draft.line("algebra", draft.number(equal(formula, other)), [["letter", line]])
    draft.line("moved", draft.number(fact), draft.places[term(fact.head, (other, *fact.args[1:]))], [same])
    return True


def _between(draft: Draft, fact: Term, node: Term) -> bool:
    """By the limits of two formulas that bound it; of an order, by that of the quotient."""
    formula = fact.args[0] if fact.head == "limit" else over(*fact.args)
    bounds = [(place, known.args[0]) for place, known in enumerate(draft.shown) if known.head == "nonneg" and known.args[0].head == "Add"]
    below = [(place, gap.args[1].args[-1]) for place, gap in bounds if gap.args[0] is node]
    above = [(place, gap.args[0]) for place, gap in bounds if gap.args[-1] is mul(MINUS, node)]
    for low_line, low in below:
        smaller = replaced(formula, node, low)
        value = fact.args[1] if fact.head == "limit" else _limit_of(draft, smaller)
        if value is None or not near_the_end(draft, limit(smaller, value)):
            continue
        for high_line, high in above:
            larger = replaced(formula, node, high)
            with suppress(Refused):
                if near_the_end(draft, limit(larger, value)):
                    factor = _factor(draft, formula, node, low, smaller, value)
                    for one, other, line in ((formula, smaller, low_line), (larger, formula, high_line)):
                        draft.line("sign", draft.number(nonneg(sub(one, other))), [], [["1", [["line", factor], ["line", line]]]], [])
                    draft.line("lemma", "limit_between", [draft.number(part) for part in (smaller, formula, larger, value)])
                    if fact.head == "order":
                        Signs(draft).show(pos(value))
                        draft.line("lemma", "order_by_limit", [draft.number(part) for part in (*fact.args, value)])
                    return True
    return False


def _limit_of(draft: Draft, formula: Term) -> Term | None:
    """What a formula tends to."""
    mark = draft.mark()
    near_the_end(draft, limit(formula, ZERO))
    found = next((known.args[1] for known in reversed(draft.shown) if known.head == "limit" and known.args[0] is formula), None)
    draft.back(mark)
    return found


def _factor(draft: Draft, formula: Term, node: Term, low: Term, smaller: Term, value: Term) -> int:
    """The line that shows that what stands before the sum is not negative: by itself, or as its product with a positive number tends to
    a positive one."""
    inner = factors(formula)
    if inner.count(node) != 1:
        raise Refused("a sum that is no factor")
    factor, signs = mul(*(part for part in inner if part is not node)), Signs(draft)
    line = signs.show(nonneg(factor))
    if line is not None:
        return line
    positive = [signs.show(pos(part)) for part in (value, low)]
    if None in positive:
        raise Refused("a factor whose sign is not known")
    near = draft.line("lemma", "limit_positive", [draft.number(smaller), draft.number(value)])
    return draft.line("sign", draft.number(pos(factor)), [positive[1]], [["1", [["line", near]]]], [])
