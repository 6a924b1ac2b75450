"""Sums compared summand by summand: one is a multiple of another over the same range, or nothing, where that is so at every index."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from theoremtest.derivations.kernel.facts import equal, nonneg
from theoremtest.derivations.kernel.obligations import obligations
from theoremtest.derivations.kernel.ring import Quotient, TooManyLetters
from theoremtest.derivations.kernel.terms import ONE, ZERO, Refused, Term, add, free, mul, put, sub, term

from .reader import Reader
from .sums import at_any_index

if TYPE_CHECKING:
    from .identities import Equation


def by_summands(equation: Equation) -> bool:
    """Whether an equation is shown by what its sums are of one another."""
    nodes = [node for node in equation.nodes([*equation.fact.args], "Sum") if len(node.args) == 2 and len(node.args[1].args) == 3]
    ranges: dict[tuple, list[Term]] = {}
    for node in nodes:
        with suppress(Refused):
            key = equation.read(lambda reader, node=node: tuple(reader.scalar(end).key() for end in node.args[1].args[1:]))
            ranges.setdefault(key, []).append(node)
    found = [rule for several in ranges.values() for rule in _of_one_range(equation, several)]
    equation.rules += found
    return bool(found) and equation.agrees()


def _of_one_range(equation: Equation, nodes: list[Term]) -> list[list]:
    """Rules that take a sum to a multiple of an earlier one, or to nothing."""
    limit = nodes[0].args[1]
    name, low, high = limit.args
    bodies = []
    for body, own in (node.args for node in nodes):
        with suppress(Refused):
            bodies.append(_inside(put(body, {own.args[0]: name}), name))
    if not bodies or equation.signs.show(nonneg(sub(add(high, ONE), low))) is None:
        return []
    case = at_any_index(equation.draft, [limit])
    inner = type(equation)(case, equal(bodies[0], bodies[-1]))
    inner.prepare(list(bodies))
    gaps = inner.read(lambda reader: list(_gaps(bodies, name, reader))) or []
    rules = []
    for gap in gaps:
        with suppress(Refused, TooManyLetters):
            case.line("algebra", case.number(_is_nothing(gap)), inner.ordered())
            rules.append(_rule(equation, case.lines, gap, limit))
    return rules


def _inside(body: Term, name: Term) -> Term:
    """A summand without the factors that stand before its sum."""
    return mul(*(part for part in body.args if name in free(part))) if body.head == "Mul" and name in free(body) else body


def _is_nothing(gap: Term) -> Term:
    return equal(gap, sub(ZERO, ZERO))


def _gaps(bodies: list[Term], name: Term, reader: Reader):
    """Summands that are zero: less a multiple of another, that does not depend on the index."""
    kinds: list[tuple[Term, Quotient]] = []
    for body in bodies:
        value = reader.reduced(reader.scalar(body))
        if reader.is_zero(value):
            yield body
            continue
        for other, its in kinds:
            ratio = reader.reduced(value * its.inverse())
            if not any(int(degree) and name in free(reader.terms.get(place, ONE)) for poly in (ratio.num, ratio.den)
                       for place, degree in enumerate(poly.degrees())):
                with suppress(Refused):
                    yield sub(body, mul(reader.written(ratio), other)) if ratio.den.is_constant() else \
                        sub(other, mul(reader.written(ratio.inverse()), body))
                    break
        else:
            kinds.append((body, value))


def _rule(equation: Equation, lines: list, gap: Term, limit: Term) -> list:
    """The line that says that a sum of nothing is nothing, as a rule for what it is made of."""
    draft, node = equation.draft, term("Sum", (gap, limit))
    for need in obligations(node):
        if need.head == "every" and not draft.known.knows(need):
            draft.line("every", draft.number(need), lines)
    draft.line("every", draft.number(term("every", (_is_nothing(gap), limit))), lines)
    line = draft.line("telescoped", draft.number(node), draft.number(ZERO))
    letter = equation.read(lambda reader: _letter_of(node, reader))
    if letter is None:
        raise Refused("a sum that is nothing already, or that is made of no sum with a number before it")
    return ["modulo", line, draft.number(letter), 1]


def _letter_of(node: Term, reader: Reader) -> Term | None:
    """A sum that stands in another, multiplied out, with a number before it."""
    poly = reader.scalar(node).num
    heads = [place for place in reader.sums if int(poly.degrees()[place]) == 1
             and [sum(monomial) for monomial in poly.monoms() if monomial[place]] == [1]]
    return reader.terms[heads[0]] if heads else None
