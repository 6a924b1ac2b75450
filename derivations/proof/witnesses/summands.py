"""Sums compared summand by summand: one is a multiple of another over the same range, or nothing, where that is so at every index."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from theoremtest.derivations.kernel.facts import equal, nonzero
from theoremtest.derivations.kernel.obligations import obligations
from theoremtest.derivations.kernel.ring import Quotient, TooManyLetters
from theoremtest.derivations.kernel.terms import ONE, ZERO, Refused, Term, free, mul, put, term

from .reader import Reader
from .sums import at_any_index

if TYPE_CHECKING:
    from .identities import Equation


def by_summands(equation: Equation) -> bool:
    """Whether an equation is shown by what the sums that it multiplies out to are of one another."""
    ranges = equation.read(lambda reader: sums_of(equation, reader)) or {}
    found = [rule for nodes in ranges.values() for rule in _of_one_range(equation, nodes)]
    equation.rules += found
    return bool(found) and equation.agrees()


def sums_of(equation: Equation, reader: Reader) -> dict[tuple, list[Term]]:
    """The sums over one index, by the last of the numbers from 0 on that it runs over."""
    gap = reader.scalar(equation.fact.args[0]) - reader.scalar(equation.fact.args[1])
    found: dict[tuple, list[Term]] = {}
    for place, (ranges, _) in reader.sums.items():
        if len(ranges) == 1 and any(int(poly.degrees()[place]) for poly in (gap.num, gap.den)):
            found.setdefault(reader.scalar(ranges[0][1]).key(), []).append(reader.terms[place])
    return found


def _of_one_range(equation: Equation, nodes: list[Term]) -> list[list]:
    """Rules that take a sum to a multiple of an earlier one, or to nothing."""
    limit = nodes[0].args[1]
    bodies = [put(body, {own.args[0]: limit.args[0]}) for body, own in (node.args for node in nodes)]
    inner = _at_any_index(equation, limit, bodies)
    rules = []
    for body, other, below in inner.read(lambda reader: list(_multiples(bodies, limit.args[0], reader))) or ():
        with suppress(Refused, TooManyLetters):
            rules.append(_rule(equation, bodies, body, other, limit, below))
    return rules


def _at_any_index(equation: Equation, limit: Term, bodies: list[Term]) -> Equation:
    """What summands are made of, at any index."""
    inner = type(equation)(at_any_index(equation.draft, [limit]), equal(bodies[0], bodies[-1]))
    inner.prepare(list(bodies))
    return inner


def _multiples(bodies: list[Term], name: Term, reader: Reader) -> Iterator[tuple[Term, Term, Term]]:
    """Summands with what they are: zero, or a multiple of an earlier one by what does not depend on the index; what that is divided by."""
    kinds: list[tuple[Term, Quotient]] = []
    for body in bodies:
        value = reader.reduced(reader.scalar(body))
        if reader.is_zero(value):
            yield body, ZERO, ONE
            continue
        for other, its in kinds:
            ratio = reader.reduced(value * its.inverse())
            if not any(int(degree) and name in free(reader.terms.get(place, ONE)) for poly in (ratio.num, ratio.den)
                       for place, degree in enumerate(poly.degrees())):
                yield body, mul(reader.written(ratio), other), reader.polynomial(ratio.den)
                break
        else:
            kinds.append((body, value))


def _rule(equation: Equation, bodies: list[Term], body: Term, other: Term, limit: Term, below: Term) -> list:
    """The line that says that two sums are equal, as a rule for the first. below: what is divided by before the second."""
    draft, (left, right) = equation.draft, (term("Sum", (side, limit)) for side in (body, other))
    said = term("every", (equal(body, other), limit))
    needs = dict.fromkeys([*obligations(left), *obligations(right), said])
    for need in needs:
        if need.head in ("pos", "nonneg", "nonzero"):
            equation.signs.show(need)
    for need in needs:
        if need.head == "every" and not draft.known.knows(need):  # each in a case of its own, whose lines stand behind those before it
            inner = _at_any_index(equation, limit, bodies)
            inner.admit(body)
            inner.admit(other)
            if need is said:
                inner.draft.line("algebra", inner.draft.number(equal(body, other)), inner.ordered())
            draft.line("every", draft.number(need), inner.draft.lines)
    rule = ["modulo", draft.line("summands", draft.number(equal(left, right))), draft.number(left), 1]
    lead = None if below.head == "number" else equation.signs.show(nonzero(below))
    return rule if lead is None else [*rule, lead]
