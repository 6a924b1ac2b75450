"""Sums without an end, as steps of a proof: what they converge to, and between what; and what integrals share with them.

`integrable(S)` says that the endless sum, or the integral, S converges; `area(S, v)` that it is v. What is shown of an index, or of a
letter, is shown for any of its values, of which nothing else is known, and at all points that are spoken of (`Line.of_any`).

| step | shows | by |
|---|---|---|
| `series S G proof end` | area(S, L - G(a)) | each summand is G(k + 1) - G(k), and G tends to L |
| `compared S F x c proof end` | S converges, between two numbers | F' is the summand at x, which falls from c on, and F tends to L |
| `dominated S T proof` | S converges | T does, and no summand, or value, of S is larger in size than that of T |
| `gathered S pairs proof` | area(S, c T + ...) | the same of what is summed; each T converges |
| `above S strictly proof` | S >= 0, S > 0 | what is summed is so; S converges |
| `spread S I ...` | c S tends to an integral from 0 to oo | its summands c f(k) are w h(k w) more and more, as the width w tends to 0 |
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .facts import OO, equal, limit, nonneg, nonzero, pos, whole
from .integrals import ENDLESS, continuity, integral, tends, within
from .limits import end_of_goal, stands_still
from .obligations import obligations
from .slopes import Slope
from .terms import MINUS, ONE, ZERO, Refused, Term, add, free, mul, parts, power, put, shape, sub, term

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
                [*obligations(primitive, falling, change, turn), *slope.smooth, equal(change, falling), nonneg(mul(MINUS, turn))])
    to = tends(line, primitive, letter, OO, end)
    below, rest = (sub(to, put(primitive, {letter: number})) for number in (low, start))
    above = rest if early else add(put(body, {name: low}), rest)
    return term("both", (term("integrable", (node,)), nonneg(sub(node, below)), nonneg(sub(above, node))))


def _summed(line: Line, place: int) -> tuple[Term, Term, Term, list[Term]]:
    """An endless sum or an integral: what is summed, the letter, and what holds of any of its values between the ends, which are left
    out of an integral: what is summed there adds nothing."""
    if line.term(place).head == "Sum":
        node, body, name, low = _endless(line, place)
        line.fresh(name)
        return node, body, name, [whole(name), nonneg(sub(name, low))]
    node, body, letter, low, high = integral(line, place)
    return node, body, letter, within(line, letter, low, high, pos, pos)


def _like(line: Line, place: int, node: Term) -> tuple[Term, Term]:
    """Another sum, or integral, that converges, over the same range; and what is summed in it, written with the same letter."""
    other, letter = line.term(place), node.args[1].args[0]
    inner = _summed(line, place)[2]
    if other.head != node.head or other.args[1].args[1:] != node.args[1].args[1:] or letter in free(other):
        raise Refused("two sums, or integrals, over different ranges")
    line.need(term("integrable", (other,)))
    return other, put(other.args[0], {inner: letter})


def _dominated(line: Line, place: int, by: int, lines: list) -> Term:
    """|f| <= g wherever is summed, and the sum, or the integral, of g converges; under an integral f is continuous."""
    node, body, letter, held = _summed(line, place)
    _, larger = _like(line, by, node)
    smooth = continuity(body, letter) if node.head == "Integral" else []
    line.of_any(held, lines, [*obligations(body), *smooth, *obligations(larger), nonneg(sub(larger, body)), nonneg(add(larger, body))])
    return term("integrable", (node,))


def _gathered(line: Line, place: int, weighed: list, lines: list) -> Term:
    """The sum, or the integral, of c f + ..., where that of each f converges and no c speaks of the letter."""
    node, body, letter, held = _summed(line, place)
    values, inside = [], []
    for weight, of in weighed:
        factor, (other, inner) = line.term(weight), _like(line, of, node)
        line.value(factor)
        if letter in free(factor):
            raise Refused("a factor speaks of what is summed over")
        values.append(mul(factor, other))
        inside.append(mul(factor, inner))
    line.of_any(held, lines, [*obligations(body), equal(body, add(*inside) if inside else ZERO)])
    return term("area", (node, add(*values) if values else ZERO))


def _above(line: Line, place: int, strictly: bool, lines: list) -> Term:
    """What converges is not negative where nothing that is summed is; positive where all is, over a range that is not empty."""
    node, body, _, held = _summed(line, place)
    sign, (_, low, high) = pos if strictly else nonneg, node.args[1].args
    line.need(term("integrable", (node,)))
    if not {low, high} & set(ENDLESS):
        line.need(sign(sub(high, low)))
    line.of_any(held, lines, [*obligations(body), sign(body)])
    return sign(node)


def _spread(line: Line, place: int, over: int, numbers: list, path: int, bound: list, point: list, smooth: list) -> Term:
    """By dominated convergence. S is the sum of f(k) from 1 on, I the integral of h(u) from 0 to oo, q(k) = c f(k)/w, and w > 0 tends to
    0. With s = w ceil(u/w), which tends to u from above, c S is the integral over u of q(s/w). For every u > 0 that tends to h(u): shown
    for any path s of which this is known. And |q(k)| is at most M and at most C (k w)^-p, wherever the letter that moves is and whatever k
    is, where p > 1 and M, C, p stand still: so |q(s/w)| is at most the smaller of M and C u^-p, which has an integral. h is smooth, so
    that its integral is one in the sense of Riemann."""
    node, body, name, low = _endless(line, place)
    area, density, letter, start, _ = integral(line, over)
    scale, width, most, factor, exponent = (line.term(number) for number in numbers)
    s, (moving, _) = line.term(path), end_of_goal(line)
    if low is not ONE or start is not ZERO or area.args[1].args[2] is not OO:
        raise Refused("a sum from 1 on, and an integral from 0 to oo")
    line.fresh(name)
    said = (*line.proof.hypotheses, *line.proof.given, *line.shown, node, area, *(line.term(number) for number in numbers))
    known = any(part.head == "function" and part.mark == s.mark for fact in said for part in parts(fact))
    if known or s.head != "function" or s.args != (moving,):
        raise Refused("a path that nothing is known of")
    if {name, letter} & free(term("Tuple", (scale, width, most, factor, exponent))) or letter in free(node) or moving in free(density):
        raise Refused("what stands still speaks of what is summed over, or the integral of what moves")
    for still in (most, factor, exponent):
        stands_still(line, still)
    for fact in (limit(width, ZERO), pos(sub(exponent, ONE))):
        line.need(fact)
    quotient = mul(scale, body, power(width, -1))
    less = mul(factor, power(mul(name, width), mul(MINUS, exponent)))
    line.of_any([whole(name), nonneg(sub(name, ONE))], bound, [
        *obligations(quotient), *obligations(less), pos(width), nonzero(scale),
        *(nonneg(way(larger, quotient)) for larger in (most, less) for way in (sub, add))])
    slope = Slope({letter: ONE})
    slope.of(density)
    line.of_any([pos(letter)], smooth, [*obligations(density), *slope.smooth])
    line.along_path([pos(letter), pos(s), nonneg(sub(s, letter)), limit(s, letter)], point,
                    limit(put(quotient, {name: mul(s, power(width, -1))}), density))
    return term("both", (*(term("integrable", (part,)) for part in (node, area)), limit(mul(scale, node), area)))


STEPS: dict[str, Callable[..., Any]] = {
    "series": _series, "compared": _compared, "dominated": _dominated, "gathered": _gathered, "above": _above, "spread": _spread,
}
"""By name, for the table of steps."""
