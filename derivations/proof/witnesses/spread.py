"""Endless sums that become an integral, as what their summands are written in goes to an end: T^a sum k^-p g(T k^e), as T grows.

The summands are taken apart: powers of the index, numbers, and one factor g between 0 and 1, an exponential below a fraction bar or a power
of a number below one. What the kernel asks to be bounded is bounded by what g is when T k^e is large.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from theoremtest.derivations.kernel.algebra import SIZES
from theoremtest.derivations.kernel.facts import OO, equal, limit, nonneg, nonzero, pos, whole
from theoremtest.derivations.kernel.obligations import obligations
from theoremtest.derivations.kernel.slopes import Slope
from theoremtest.derivations.kernel.terms import MINUS, ONE, ZERO, Term, add, call, free, mul, number, parts, power, put, sub, term

from .draft import Draft
from .endless import fresh, positive, powers_below_one
from .identities import Equation
from .integrals import all_shown, factors
from .limits import near_the_end
from .reader import Reader
from .signs import Signs

Shown = Callable[[Draft, Term], bool]


@dataclass
class Shape:
    """c f(k) = numbers k^-p g(T k^e) times a power of T; most: what numbers v^m g(v) is at most, for m = -p/e."""

    exponent: Term
    falls: Term
    numbers: Term
    bounded: Term
    times: int
    most: Term
    density: Term
    rate: Term
    power: bool
    """Whether g is (1 - rate k^e)^T, and not a function of the exponential of rate T k^e."""


def spread(draft: Draft, formula: Term, node: Term, shown: Shown, value: Term | None = None) -> Term | None:
    """Write that a formula tends to an integral; returns that. value: what it is said to be."""
    body, (name, low, _) = node.args[0], node.args[1].args
    moving = draft.moving
    if low is not ONE or moving not in free(body) or factors(formula).count(node) != 1:
        return None
    scale = mul(*(part for part in factors(formula) if part is not node))
    if value is not None and value.head == "Integral" and len(value.args) == 2 and value.args[1].args[1:] == (ZERO, OO):
        letter = value.args[1].args[0]
    else:
        letter, value = fresh(formula, *draft.goal.hypotheses, *draft.shown), None
    shape = _shape(scale, body, name, moving, letter)
    if shape is None:
        return None
    density = shape.density if value is None else value.args[0]
    area = term("Integral", (density, term("Tuple", (letter, ZERO, OO))))
    width = power(moving, power(shape.exponent, -1))
    exponent = mul(MINUS, shape.falls)
    for fact in (limit(width, ZERO), pos(sub(exponent, ONE))):
        if not draft.known.knows(fact) and not near_the_end(draft, fact):
            return None
    _admitted(draft, scale, width)
    bound = _bounded(draft, shape, scale, body, name, width, exponent, shown)
    smooth = draft.of_any([pos(letter)])
    slope = Slope({letter: ONE})
    slope.of(density)
    path = term("function", (moving,), (f"{letter.mark[0]} path", ("real",)))
    point = draft.along_path([pos(letter), pos(path), nonneg(sub(path, letter)), limit(path, letter)])
    there = put(mul(scale, body, power(width, -1)), {name: mul(path, power(width, -1))})
    if bound is None or not all_shown(smooth, shown, *obligations(density), *slope.smooth):
        return None
    Signs(point).show(nonzero(shape.exponent))
    for part in (path, width, mul(path, power(width, -1))):
        Signs(point).show(pos(part))
    _admitted(point, there, put(body, {name: mul(path, power(width, -1))}), put(density, {letter: path}), density)
    rules, more = _along(point, shape, scale, body, name, width, path)
    (_by_power if shape.power else _by_continuity)(point, shape, there, density, letter, path, rules, more)
    numbers = [draft.number(part) for part in (scale, width, shape.most, shape.numbers, exponent)]
    line = draft.line("spread", draft.number(node), draft.number(area), numbers, draft.number(path), bound.lines, point.lines, smooth.lines)
    draft.say([draft.shown[line]])
    same = draft.line("algebra", draft.number(equal(formula, mul(scale, node))), [])
    draft.line("moved", draft.number(limit(formula, area)), draft.places[limit(mul(scale, node), area)], [same])
    return area


def _admitted(draft: Draft, *formulas: Term) -> None:
    """Show, by signs, what formulas need to have values."""
    signs = Signs(draft)
    for need in [need for formula in formulas for need in obligations(formula)]:
        for part in need.args if need.head == "any" else (need,):
            if not draft.known.knows(need) and part.head in ("pos", "nonneg", "nonzero"):
                signs.show(part)


def _written(node: Term) -> Term:
    reader = Reader(SIZES[1])
    return reader.written(reader.reduced(reader.scalar(node)))


def _ratio(node: Term, other: Term) -> Term:
    return _written(mul(node, power(other, -1)))


def _clean(node: Term) -> Term:
    """A term without factors of one and powers of one."""
    inner = [_clean(part) for part in node.args]
    if node.head == "Pow" and inner[0] is ONE:
        return ONE
    if node.head == "Mul":
        kept = [part for part in inner if part is not ONE]
        return mul(*kept) if kept else ONE
    return term(node.head, inner, node.mark)


def _shape(scale: Term, body: Term, name: Term, moving: Term, letter: Term) -> Shape | None:
    apart = factors(body)
    powers = [part for part in apart if part.head == "Pow" and part.args[0] is name and name not in free(part.args[1])]
    bounded = [part for part in apart if name in free(part) and part not in powers]
    if len(powers) != 1 or len(bounded) != 1:
        return None
    falls = powers[0].args[1]
    once = _clean(put(mul(scale, *(part for part in apart if name not in free(part))), {moving: ONE}))
    for part in parts(bounded[0]):
        below_one = part.head == "Pow" and part.args[1] is moving and part.args[0].head == "Add"
        if not below_one and not (part.head == "exp" and name in free(part)):
            continue
        argument = sub(ONE, part.args[0]) if below_one else part.args[0]
        exponent = next((inner.args[1] for inner in parts(part) if inner.head == "Pow" and inner.args[0] is name), None)
        if exponent is None:
            continue
        ratio = _ratio(falls, exponent)
        if ratio.head != "number" or ratio.mark.denominator != 1 or ratio.mark < 1:
            continue
        times, large = int(ratio.mark), power(name, exponent) if below_one else mul(moving, power(name, exponent))
        rate = _ratio(argument, large)
        if {name, moving} & free(rate):
            continue
        if below_one:
            most = mul(once, power(mul(number(2), power(rate, -1)), times))
            instead = call("exp", mul(MINUS, rate, power(letter, exponent)))
        else:
            beside = next((factors(inner) for inner in parts(bounded[0]) if inner.head == "Mul" and part in inner.args), [part])
            before = [inner for inner in beside if inner is not part]
            most = mul(once, power(mul(*before, rate) if before else rate, -times))
            instead = call("exp", mul(rate, power(letter, exponent)))
        density = mul(*([] if once is ONE else [once]), power(letter, falls), put(replaced(bounded[0], part, instead), {name: letter}))
        return Shape(exponent, falls, once, bounded[0], times, most, density, rate, below_one)
    return None


def replaced(node: Term, old: Term, new: Term) -> Term:
    """A term with another in the place of one of its parts."""
    return new if node is old else term(node.head, [replaced(part, old, new) for part in node.args], node.mark) if node.args else node


def _bounded(draft: Draft, shape: Shape, scale: Term, body: Term, name: Term, width: Term, exponent: Term, shown: Shown) -> Draft | None:
    """The proof of the two bounds, for any index."""
    way = draft.of_any([whole(name), nonneg(sub(name, ONE))])
    positive(way, name)
    moving = draft.moving
    positive(way, moving)
    quotient = mul(scale, body, power(width, -1))
    small = power(mul(name, width), mul(MINUS, exponent))
    less, large = mul(shape.numbers, small), mul(moving, power(name, shape.exponent))
    powers = powers_below_one(way, body, shown)
    if not all_shown(way, shown, *obligations(quotient), *obligations(less), pos(width), nonzero(scale), pos(small), nonneg(shape.bounded),
                     nonneg(sub(ONE, shape.bounded))):
        return None
    first = equal(quotient, mul(shape.numbers, small, shape.bounded))
    second = equal(quotient, mul(shape.numbers, power(large, shape.times), shape.bounded))
    for fact, larger in ((first, less), (second, shape.most)):
        if not Equation(way, fact).show():
            return None
        for wanted in (sub, add):
            made = nonneg(wanted(larger, fact.args[1]))
            if larger is shape.most and wanted is sub and shape.bounded in powers:
                _large(way, shape, large, powers[shape.bounded], made)
            elif not all_shown(way, shown, made):
                return None
            way.line("sign", way.number(nonneg(wanted(larger, quotient))), [], [["1", [["line", _place(way, made)]]]],
                     [["nothing", way.places[fact]]])
    return way


def _large(way: Draft, shape: Shape, large: Term, line: int, fact: Term) -> None:
    """C (2/r)^m - C (T k^e)^m g >= 0, by g (1 + r T k^e/2)^2 <= 1."""
    signs, rate = Signs(way), shape.rate
    front = mul(shape.numbers, power(rate, -shape.times))
    c, g, r, t = (["line", signs.show(pos(part))] for part in (front, shape.bounded, rate, large))
    sums = [["1", [c, ["line", line]]], ["1", [c]], ["1", [c, g]], ["1/4", [c, g, r, r, t, t]]] if shape.times == 1 else \
        [["4", [c, ["line", line]]], ["4", [c, g]], ["4", [c, g, r, t]]]
    way.line("sign", way.number(fact), [], sums, [])


def _along(point: Draft, shape: Shape, scale: Term, body: Term, name: Term, width: Term, path: Term) -> tuple[list, list]:
    """Rules for the powers of s/w, and what takes the quotient to one without a power of T."""
    moving, times, number, line = point.moving, shape.times, point.number, point.line
    place, log, back = mul(path, power(width, -1)), call("log", width), power(shape.exponent, -1)
    inner = line("lemma", "power_as_exp", [number(moving), number(back)])
    raised = point.shown[inner].args[1]
    line("lemma", "exp_pos", [number(raised.args[0])])
    of_width = [line("congruent", number(equal(log, call("log", raised))), [inner]),
                line("lemma", "log_exp", [number(raised.args[0])])]
    apart = line("log", number(equal(call("log", place), sub(call("log", path), log))), [])
    is_exp = line("lemma", "exp_log", [number(moving)])
    rules = []
    for exponent, over in dict.fromkeys(((shape.exponent, 1), (shape.falls, times))):
        two = [line("lemma", "power_as_exp", [number(base), number(exponent)]) for base in (place, path)]
        of_place, of_path = (point.shown[found].args[1] for found in two)
        joined = line("exp", number(equal(mul(of_place, power(point.shown[is_exp].args[0], over)), of_path)),
                      [["letter", found] for found in (*of_width[::-1], of_width[0], apart)])
        fact = equal(power(place, exponent), mul(power(path, exponent), power(moving, -over)))
        rules.append(["letter", line("algebra", number(fact), [*(["letter", found] for found in (is_exp, *two)), ["product", joined]])])
    powers = [part for part in factors(scale) if moving in free(part)]
    front = line("powers", number(equal(mul(*powers, power(width, -1)), power(moving, times))), [])
    rest = [part for part in factors(scale) if moving not in free(part)]
    return rules, [[front, number(mul(*rest, put(body, {name: place})))]]


def _by_continuity(point: Draft, shape: Shape, there: Term, density: Term, letter: Term, path: Term, rules: list, more: list) -> None:
    """The quotient is the integrand along the path."""
    along = put(density, {letter: path})
    same = point.line("algebra", point.number(equal(there, along)), rules, more)
    line = point.line("continuous", point.number(along), [point.place(limit(path, letter))])
    point.line("moved", point.number(limit(there, density)), line, [same])


def _by_power(point: Draft, shape: Shape, there: Term, density: Term, letter: Term, path: Term, rules: list, more: list) -> None:
    """T log(1 - r/T) = (log(1 + y h) - y h)/y + h for y = 1/T and h = -r, and the first summand tends to 0 by Taylor's theorem."""
    moving, number, line = point.moving, point.number, point.line
    node = next(part for part in parts(there) if part.head == "Pow" and part.args[1] is moving and path in parts(part.args[0]))
    line("tends")
    small = line("lemma", "limit_of_inverse_large", [number(moving)])
    h, to = mul(MINUS, shape.rate, power(path, shape.exponent)), point.place(limit(path, letter))
    other = add(ONE, mul(power(moving, -1), h))
    near = line("continuous", number(other), [to, small])
    above = line("lemma", "limit_positive", [number(part) for part in point.shown[near].args])
    taylor = line("taylor", "log", small, line("continuous", number(h), [to]), 1)
    rest = point.shown[taylor].args[0]
    line("sign", number(pos(node.args[0])), [], [["1", [["line", above]]]], rules)
    base = line("algebra", number(equal(node.args[0], other)), rules)
    logs = line("congruent", number(equal(call("log", node.args[0]), call("log", other))), [base])
    is_exp = line("lemma", "power_as_exp", [number(part) for part in node.args])
    wave = call("exp", add(rest, h))
    same = line("exp", number(equal(point.shown[is_exp].args[1], wave)), [["letter", logs]])
    raised = line("algebra", number(equal(node, wave)), [], [[is_exp, number(ONE)], [same, number(ONE)]])
    along = mul(shape.numbers, power(path, shape.falls), wave)
    whole_line = line("algebra", number(equal(there, along)), [["letter", raised], *rules], more)
    found = line("continuous", number(along), [to, taylor])
    value = line("algebra", number(equal(density, point.shown[found].args[1])), [])
    line("moved", number(limit(there, density)), found, [whole_line, value])


def _place(draft: Draft, fact: Term) -> int:
    place = draft.place(fact)
    return draft.line("known", draft.number(fact)) if place is None else place
