"""Sums without an end, as steps of a proof: what they converge to, and between what; and what integrals share with them.

`integrable(S)` says that the endless sum, or the integral, S converges; `area(S, v)` that it is v. What is shown of an index, or of a
letter, is shown for any of its values, of which nothing else is known, and at all points that are spoken of (`Line.of_any`).

| step | shows | by |
|---|---|---|
| `series S G proof end` | area(S, L - G(a)) | each summand is G(k + 1) - G(k), and G tends to L |
| `compared S F x c proof end` | S converges, between two numbers | F' is the summand at x, which falls from c on, and F tends to L |
| `dominated S T proof` | S converges | T does, and no summand, or value, of S is larger in size than that of T |
| `combined S pairs proof` | area(S, c T + ...) | the same of what is summed; each T converges |
| `positive S proof` | S > 0 | what is summed is |
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .facts import OO, equal, nonneg, pos, whole
from .integrals import ENDLESS, integral, tends, within
from .obligations import obligations
from .slopes import Slope
from .terms import MINUS, ONE, Refused, Term, add, free, mul, put, shape, sub, term

if TYPE_CHECKING:
    from .steps import Line


def _endless(line: Line, place: int) -> tuple[Term, Term, Term, Term]:
    """A sum without an end over one index, its summand, index and first place, a whole number."""
    node = line.term(place)
    if node.head != "Sum" or len(node.args) != 2 or len(node.args[1].args) != 3 or shape(node.args[0]) is not None:
        raise Refused("a sum of numbers over one index")
    body, (name, low, high) = node.args[0], node.args[1].args
    if high is not OO or name in free(low):
        raise Refused("a sum from a number to oo")
    line.value(low)
    line.need(whole(low))
    return node, body, name, low


def _series(line: Line, place: int, of: int, lines: list, end: list) -> Term:
    """The sum up to n is G(n + 1) - G(a), and G tends to L along the whole numbers."""
    node, body, name, low = _endless(line, place)
    made = line.term(of)
    line.fresh(name)
    line.of_any([whole(name), nonneg(sub(name, low))], lines,
                [*obligations(body), *obligations(made), equal(body, sub(put(made, {name: add(name, ONE)}), made))])
    value = sub(tends(line, made, name, OO, end), put(made, {name: low}))
    line.value(value)
    return term("area", (node, value))


def _compared(line: Line, place: int, of: int, at: int, first: int, lines: list, end: list) -> Term:
    """The integral test. F' = f is continuous and falls from c on, and F tends to a number L: f is never negative there, or F would fall
    without bound. So f(k) lies between the integrals of f from k to k + 1 and, for k - 1 >= c, from k - 1 to k. For c = a the sum from a on
    is at least L - F(a) and at most f(a) + L - F(a); for c = a - 1 at most L - F(a - 1)."""
    node, body, name, low = _endless(line, place)
    primitive, letter, start = (line.term(number) for number in (of, at, first))
    line.fresh(letter, real=True)
    if letter in free(node) or name in free(primitive):
        raise Refused("the letter of a primitive stands in the sum, or the index in the primitive")
    early = not line.known.knows(equal(start, low))
    if early:
        line.need(equal(start, sub(low, ONE)))
    line.value(start)
    falling, slope = put(body, {name: letter}), Slope({letter: ONE})
    change, turn = slope.of(primitive), slope.of(falling)
    line.of_any([nonneg(sub(letter, start))], lines,
                [*obligations(primitive), *obligations(falling), *slope.smooth, *obligations(change), *obligations(turn),
                 equal(change, falling), nonneg(mul(MINUS, turn))])
    to = tends(line, primitive, letter, OO, end)
    below, rest = (sub(to, put(primitive, {letter: number})) for number in (low, start))
    above = rest if early else add(put(body, {name: low}), rest)
    return term("both", (term("integrable", (node,)), nonneg(sub(node, below)), nonneg(sub(above, node))))


def _summed(line: Line, place: int) -> tuple[Term, Term, Term, tuple[Term, Term], list[Term]]:
    """An endless sum or an integral: what is summed, the letter, its ends, and what holds of any of its values inside."""
    if line.term(place).head == "Sum":
        node, body, name, low = _endless(line, place)
        line.fresh(name)
        return node, body, name, (low, OO), [whole(name), nonneg(sub(name, low))]
    node, body, letter, low, high = integral(line, place)
    return node, body, letter, (low, high), within(line, letter, low, high, inside=True)


def _dominated(line: Line, place: int, by: int, lines: list) -> Term:
    """|f| <= g wherever is summed, and the sum, or the integral, of g converges; under an integral f is continuous."""
    node, body, letter, ends, held = _summed(line, place)
    larger = _like(line, line.term(by), node)
    facts = [*obligations(body), nonneg(sub(larger, body)), nonneg(add(larger, body))]
    if node.head == "Integral":
        slope = Slope({letter: ONE})
        slope.of(body)
        facts[-2:-2] = slope.smooth
    line.of_any(held, lines, facts)
    return term("integrable", (node,))


def _like(line: Line, other: Term, node: Term) -> Term:
    """What is summed in another that converges, over the same letter from the same end to the same."""
    if other.head != node.head or other.args[1:] != node.args[1:]:
        raise Refused("two sums, or integrals, over different ranges")
    line.need(term("integrable", (other,)))
    return other.args[0]


def _combined(line: Line, place: int, pairs: list, lines: list) -> Term:
    """The sum, or the integral, of c f + ..., where that of each f converges and no c speaks of the letter."""
    node, body, letter, _, held = _summed(line, place)
    made = [(line.term(factor), line.term(other)) for factor, other in pairs]
    if any(letter in free(factor) for factor, _ in made) or not made:
        raise Refused("a factor speaks of what is summed over")
    line.of_any(held, lines, [*obligations(body), equal(body, add(*(mul(factor, _like(line, other, node)) for factor, other in made)))])
    value = add(*(mul(*pair) for pair in made))
    for factor, _ in made:
        line.value(factor)
    return term("area", (node, value))


def _positive(line: Line, place: int, lines: list) -> Term:
    """What converges is positive where all that is summed is, over a range that is not empty."""
    node, body, _, (low, high), held = _summed(line, place)
    line.need(term("integrable", (node,)))
    if node.head == "Integral" and not {low, high} & set(ENDLESS):
        line.need(pos(sub(high, low)))
    line.of_any(held, lines, [*obligations(body), pos(body)])
    return pos(node)


STEPS: dict[str, Callable[..., Any]] = {
    "series": _series, "compared": _compared, "dominated": _dominated, "combined": _combined, "positive": _positive,
}
"""By name, for the table of steps."""
