"""Integrals, as steps of a proof: by a primitive, and over a normal density.

`area(I, v)` says that the integral I over one letter converges, at an infinite end as a limit, and is v. What is shown of the letter is
shown for any of its values between the ends, of which nothing else is known.

| step | shows | by |
|---|---|---|
| `primitive I F proof low high` | area(I, F(b) - F(a)) | F' is the integrand from end to end; at an infinite one F has a limit |
| `gaussian I p m s proof` | area(I, the mean of p(m + z)) | the integrand is p(x) times the density of m + z, for z normal of variance s |
| `joined I c` | area(I, the integrals up to c and from c) | these converge |
| `gathered I weighed proof` | area(I, a sum of multiples of integrals) | these converge, and so are the integrands between the ends |
| `converges_between I proof` | integrable(I) | the integrand is continuous from end to end, both of which are numbers |
| `dominated I J proof` | integrable(I) | J converges, and its integrand is continuous and not smaller than the modulus of the other |
| `above I strictly proof` | I >= 0, I > 0 | I converges, and its integrand is so between the ends, the lower of which is below |
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from .facts import MINUS_OO, OO, equal, limit, nonneg, pos
from .laws import SAID, polynomial
from .limits import JUMPS
from .obligations import obligations
from .slopes import Slope
from .table import PI, TABLE, TWO
from .terms import MINUS, ONE, ZERO, Refused, Term, add, call, free, mul, power, put, shape, sub, term

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


def _range(line: Line, letter: Term, low: Term, high: Term, sign: Callable[[Term], Term] = nonneg) -> list[Term]:
    """What is known of the letter between the ends: nothing where it is not known which is above, so that all is shown for any value."""
    if low is OO or high is MINUS_OO:
        raise Refused("an integral from oo, or to -oo")
    if low not in ENDLESS and high not in ENDLESS and not line.known.knows(nonneg(sub(high, low))):
        return []
    return [*([] if low in ENDLESS else [sign(sub(letter, low))]), *([] if high in ENDLESS else [sign(sub(high, letter))])]


def _primitive(line: Line, place: int, of: int, lines: list, *ends: list) -> Term:
    """By the fundamental theorem: F is smooth from end to end, its slope the integrand; everywhere, where it is not known which end is
    above. At an infinite end a proof and a term say what F tends to."""
    node, body, letter, low, high = _of(line, place)
    primitive = line.term(of)
    held = _range(line, letter, low, high)
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


def _joined(line: Line, place: int, at: int) -> Term:
    """Two primitives up to a number are one beyond it; wherever that lies, where both converge."""
    node, body, letter, low, high = _of(line, place)
    middle = line.term(at)
    line.value(middle)
    if letter in free(middle):
        raise Refused("an integral is cut at a number")
    pieces = [term("Integral", (body, term("Tuple", (letter, *ends)))) for ends in ((low, middle), (middle, high))]
    for piece in pieces:
        line.need(term("integrable", (piece,)))
    return term("area", (node, add(*pieces)))


def _gathered(line: Line, place: int, weighed: list, lines: list) -> Term:
    """An integral is linear. What the integrands are at the ends themselves adds nothing."""
    node, body, letter, low, high = _of(line, place)
    values, parts_of = [], []
    for weight, of in weighed:
        factor, (piece, inner, other, *ends) = line.term(weight), _of(line, of)
        line.value(factor)
        line.need(term("integrable", (piece,)))
        if letter in free(factor) or tuple(ends) != (low, high) or letter in free(piece):
            raise Refused("multiples of integrals between the same ends")
        values.append(mul(factor, piece))
        parts_of.append(mul(factor, put(inner, {other: letter})))
    same = equal(body, add(*parts_of) if parts_of else ZERO)
    _between(line, _range(line, letter, low, high, pos), lines, [*obligations(body), same])
    return term("area", (node, add(*values) if values else ZERO))


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
    node, body, letter, low, high = _of(line, place)
    if low in ENDLESS or high in ENDLESS:
        raise Refused("an integral without end")
    _between(line, _range(line, letter, low, high), lines, [*obligations(body), *continuity(body, letter)])
    return term("integrable", (node,))


def _dominated(line: Line, place: int, of: int, lines: list) -> Term:
    """By comparison: what is continuous between the ends, and nowhere larger than what has an integral."""
    node, body, letter, low, high = _of(line, place)
    piece, larger, other, *ends = _of(line, of)
    if tuple(ends) != (low, high) or letter in free(piece):
        raise Refused("integrals between the same ends are compared")
    line.need(term("integrable", (piece,)))
    larger = put(larger, {other: letter})
    facts = [*obligations(body), *continuity(body, letter), *obligations(larger), nonneg(sub(larger, body)), nonneg(add(larger, body))]
    _between(line, _range(line, letter, low, high), lines, facts)
    return term("integrable", (node,))


def _above(line: Line, place: int, strictly: bool, lines: list) -> Term:
    """What is not negative between the ends has an integral that is not; what is positive there, one that is."""
    node, body, letter, low, high = _of(line, place)
    sign = pos if strictly else nonneg
    if low not in ENDLESS and high not in ENDLESS:
        line.need(sign(sub(high, low)))
    line.need(term("integrable", (node,)))
    _between(line, _range(line, letter, low, high, pos), lines, [*obligations(body), sign(body)])
    return sign(node)


STEPS: dict[str, Callable[..., Any]] = {
    "primitive": _primitive, "gaussian": _gaussian, "joined": _joined, "gathered": _gathered, "converges_between": _converges_between,
    "dominated": _dominated, "above": _above,
}
"""By name, for the table of steps."""
