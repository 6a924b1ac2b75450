"""Integrals, as steps of a proof: by a primitive, and over a normal density.

`area(I, v)` says that the integral I over one letter converges, at an infinite end as a limit, and is v. What is shown of the letter is
shown for any of its values between the ends, of which nothing else is known.

| step | shows | by |
|---|---|---|
| `primitive I F proof low high` | area(I, F(b) - F(a)) | F' is the integrand from end to end; at an infinite one F has a limit |
| `gaussian I p m s proof` | area(I, the mean of p(m + z)) | the integrand is p(x) times the density of m + z, for z normal of variance s |
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from .facts import MINUS_OO, OO, equal, limit, nonneg, pos
from .laws import SAID, polynomial
from .obligations import obligations
from .slopes import Slope
from .table import PI, TWO
from .terms import MINUS, ONE, Refused, Term, add, call, free, mul, power, put, shape, sub, term

if TYPE_CHECKING:
    from .steps import Line

ENDLESS = OO, MINUS_OO


def _of(line: Line, place: int) -> tuple[Term, Term, Term, Term, Term]:
    """An integral, its integrand, letter and ends."""
    node = line.term(place)
    if node.head != "Integral" or len(node.args) != 2 or len(node.args[1].args) != 3 or shape(node.args[0]) is not None:
        raise Refused("an integral of a number over one letter")
    body, (letter, low, high) = node.args[0], node.args[1].args
    plain = letter.head in ("Symbol", "Dummy") and not SAID & set(letter.mark[1])
    known = (*line.proof.hypotheses, *line.proof.given, *line.shown)
    if not plain or letter in free(low) | free(high) or any(letter in free(fact) for fact in known):
        raise Refused("something is known of the letter of an integral")
    if any(fact.head == "near" for fact in line.proof.hypotheses):  # how near may depend on the letter
        raise Refused("an integral is worked out where no letter goes to an end")
    for end in (low, high):
        if end not in ENDLESS:
            line.value(end)
    return node, body, letter, low, high


def _between(line: Line, held: list[Term], lines: list, facts: list[Term]) -> None:
    """Raises Refused where the facts are not shown for any value of the letter between the ends."""
    both = term("both", held)
    inner = line.known.within(both)
    line.proof.run(lines, inner, [*line.shown, both])
    for fact in facts:
        if not inner.knows(fact):
            raise Refused(f"it is not known between the ends that {fact!r}")


def _primitive(line: Line, place: int, of: int, lines: list, *ends: list) -> Term:
    """By the fundamental theorem: F is smooth from end to end, its slope the integrand; everywhere, where it is not known which end is
    above. At an infinite end a proof and a term say what F tends to."""
    node, body, letter, low, high = _of(line, place)
    primitive = line.term(of)
    if low is OO or high is MINUS_OO:
        raise Refused("an integral from oo, or to -oo")
    held = [nonneg(sub(letter, low))] if low not in ENDLESS else []
    held += [nonneg(sub(high, letter))] if high not in ENDLESS else []
    if len(held) == 2 and not line.known.knows(nonneg(sub(high, low))):
        held = []  # from either end to the other, so that it is shown for any value
    slope = Slope({letter: ONE})
    change = slope.of(primitive)
    _between(line, held, lines, [*obligations(primitive), *slope.smooth, *obligations(body), *obligations(change), equal(change, body)])
    values, left = [], list(ends)
    for end in (high, low):
        values.append(put(primitive, {letter: end}) if end not in ENDLESS else _tends(line, primitive, letter, end, left.pop()))
    for value in values:
        line.value(value)
    return term("area", (node, sub(*values)))


def _tends(line: Line, primitive: Term, letter: Term, end: Term, proof: list) -> Term:
    """What the primitive tends to, by a proof of its own."""
    place, lines = proof
    value = line.term(place)
    if letter in free(value) or value in ENDLESS:
        raise Refused("a primitive tends to a number")
    towards = line.proof.towards(letter, end)
    inner = towards.known()
    towards.run(lines, inner, [])
    if not inner.knows(limit(primitive, value)):
        raise Refused("it is not known what the primitive tends to")
    return value


def gaussian(letter: Term, factor: Term, middle: Term, variance: Term) -> Term:
    """A factor times the density of a normal number."""
    gap = sub(letter, middle)
    exponent = mul(MINUS, power(gap, 2), power(mul(TWO, variance), -1))
    return mul(factor, power(mul(TWO, PI, variance), Fraction(-1, 2)), call("exp", exponent))


def _gaussian(line: Line, place: int, of: int, at: int, spread: int, lines: list) -> Term:
    """A polynomial of a normal number has a mean, which is the integral of it times the density."""
    node, body, letter, low, high = _of(line, place)
    factor, middle, variance = (line.term(number) for number in (of, at, spread))
    if (low, high) != (MINUS_OO, OO) or letter in free(middle) | free(variance):
        raise Refused("a mean is an integral from -oo to oo")
    line.need(pos(variance))
    polynomial(factor, frozenset((letter,)))
    _between(line, [], lines, [*obligations(body), equal(body, gaussian(letter, factor, middle, variance))])
    value = term("Mean", (put(factor, {letter: add(middle, letter)}), term("Tuple", (letter, variance))))
    line.value(middle)
    line.value(value)
    return term("area", (node, value))


STEPS: dict[str, Callable[..., Any]] = {"primitive": _primitive, "gaussian": _gaussian}
"""By name, for the table of steps."""
