"""Integrals, as steps of a proof: by a primitive, and over a normal density.

`area(I, v)` says that the integral I over one letter converges, at an infinite end as a limit, and is v. What is shown of the letter is
shown for any of its values between the ends, of which nothing else is known.

| step | shows | by |
|---|---|---|
| `primitive I F proof low high` | area(I, F(b) - F(a)) | F' is the integrand from end to end; at an infinite or open one F has a limit |
| `gaussian I p m s proof` | area(I, the mean of p(m + z)) | the integrand is p(x) times the density of m + z, for z normal of variance s |
| `joined I c` | area(I, the integrals up to c and from c) | these converge |
| `converges_between I proof` | integrable(I) | the integrand is continuous from end to end, both of which are numbers |
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from .facts import MINUS_OO, OO, equal, limit, nonneg, pos
from .laws import polynomial
from .limits import JUMPS
from .obligations import obligations
from .slopes import Slope
from .table import PI, TABLE, TWO
from .terms import MINUS, ONE, Refused, Term, add, call, free, mul, power, put, shape, sub, term

if TYPE_CHECKING:
    from .steps import Line

ENDLESS = OO, MINUS_OO


def integral(line: Line, place: int) -> tuple[Term, Term, Term, Term, Term]:
    """An integral, its integrand, letter and ends."""
    node = line.term(place)
    if node.head != "Integral" or len(node.args) != 2 or len(node.args[1].args) != 3 or shape(node.args[0]) is not None:
        raise Refused("an integral of a number over one letter")
    body, (letter, low, high) = node.args[0], node.args[1].args
    line.fresh(letter, real=True)
    if letter in free(low) | free(high) or low is OO or high is MINUS_OO:
        raise Refused("an integral from oo, or to -oo, or whose ends speak of its letter")
    for end in (low, high):
        if end not in ENDLESS:
            line.value(end)
    return node, body, letter, low, high


def within(line: Line, letter: Term, low: Term, high: Term, above: Callable[[Term], Term] = nonneg,
           below: Callable[[Term], Term] = nonneg) -> list[Term]:
    """That a letter is between the ends; nothing, where it is not known which of two is above, so that what is shown is shown for any
    value. An end is left out where pos is said of the distance from it."""
    held = [above(sub(letter, low))] if low not in ENDLESS else []
    held += [below(sub(high, letter))] if high not in ENDLESS else []
    return held if len(held) < 2 or line.known.knows(nonneg(sub(high, low))) else []


def _primitive(line: Line, place: int, of: int, lines: list, *ends: list) -> Term:
    """By the fundamental theorem: F is smooth from end to end, its slope the integrand; everywhere, where it is not known which end is
    above. At an infinite end a proof and a term say what F tends to; so they may at the lower end, which is then left out."""
    node, body, letter, low, high = integral(line, place)
    primitive, left = line.term(of), list(ends)
    values = [tends(line, primitive, letter, high, left.pop()) if high in ENDLESS else put(primitive, {letter: high})]
    inside = bool(left) and low not in ENDLESS
    if inside and high not in ENDLESS:
        line.need(pos(sub(high, low)))
    values.append(tends(line, primitive, letter, low, left.pop()) if left or low in ENDLESS else put(primitive, {letter: low}))
    slope = Slope({letter: ONE})
    change = slope.of(primitive)
    line.of_any(within(line, letter, low, high, pos if inside else nonneg), lines,
                [*obligations(primitive), *slope.smooth, *obligations(body), *obligations(change), equal(change, body)])
    for value in values:
        line.value(value)
    return term("area", (node, sub(*values)))


def tends(line: Line, node: Term, letter: Term, end: Term, proof: list) -> Term:
    """What a term tends to, by a proof of its own, as the letter goes to an end, to a number from above."""
    place, lines = proof
    value = line.term(place)
    if letter in free(value) or value in ENDLESS:
        raise Refused("a primitive tends to a number")
    towards = line.proof.towards(letter, end)
    inner = towards.known()
    towards.run(lines, inner, [])
    if not inner.knows(limit(node, value)):
        raise Refused("it is not known what the primitive tends to")
    return value


def gaussian(letter: Term, factor: Term, middle: Term, variance: Term) -> Term:
    """A factor times the density of a normal number."""
    gap = sub(letter, middle)
    exponent = mul(MINUS, power(gap, 2), power(mul(TWO, variance), -1))
    return mul(factor, power(mul(TWO, PI, variance), Fraction(-1, 2)), call("exp", exponent))


def _gaussian(line: Line, place: int, of: int, at: int, spread: int, lines: list) -> Term:
    """A polynomial of a normal number has a mean, which is the integral of it times the density."""
    node, body, letter, low, high = integral(line, place)
    factor, middle, variance = (line.term(number) for number in (of, at, spread))
    if (low, high) != (MINUS_OO, OO) or letter in free(middle) | free(variance):
        raise Refused("a mean is an integral from -oo to oo")
    line.need(pos(variance))
    polynomial(factor, frozenset((letter,)))
    line.of_any([], lines, [*obligations(body), equal(body, gaussian(letter, factor, middle, variance))])
    value = term("Mean", (put(factor, {letter: add(middle, letter)}), term("Tuple", (letter, variance))))
    line.value(middle)
    line.value(value)
    return term("area", (node, value))


def _joined(line: Line, place: int, at: int) -> Term:
    """Two primitives up to a number are one beyond it; wherever that lies, where both converge."""
    node, body, letter, low, high = integral(line, place)
    middle = line.term(at)
    line.value(middle)
    if letter in free(middle):
        raise Refused("an integral is cut at a number")
    pieces = [term("Integral", (body, term("Tuple", (letter, *ends)))) for ends in ((low, middle), (middle, high))]
    for piece in pieces:
        line.need(term("integrable", (piece,)))
    return term("area", (node, add(*pieces)))


def continuity(node: Term, letter: Term) -> list[Term]:
    """The facts under which a term that has a value is continuous in a letter. Raises Refused for a head of which that is not known."""
    if letter not in free(node):
        return []
    if node.head in ("Symbol", "Dummy"):
        return []
    if node.head not in ("Add", "Mul", "Pow") and (node.head not in TABLE or node.head in JUMPS):
        raise Refused(f"{node.head} is not known to be continuous")
    base = [pos(node.args[0])] if node.head == "Pow" and node.args[1].head != "number" and letter in free(node.args[1]) else []
    return [*base, *(fact for part in node.args for fact in continuity(part, letter))]


def _converges_between(line: Line, place: int, lines: list) -> Term:
    """What is continuous from one number to another has an integral; everywhere, where it is not known which of them is above."""
    node, body, letter, low, high = integral(line, place)
    if low in ENDLESS or high in ENDLESS:
        raise Refused("an integral without end")
    line.of_any(within(line, letter, low, high), lines, [*obligations(body), *continuity(body, letter)])
    return term("integrable", (node,))


STEPS: dict[str, Callable[..., Any]] = {
    "primitive": _primitive, "gaussian": _gaussian, "joined": _joined, "converges_between": _converges_between,
}
"""By name, for the table of steps."""
