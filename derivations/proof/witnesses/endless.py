"""Sums without an end: between integrals of what they sum, or as multiples of one another. Guesses, which the kernel checks."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from itertools import count

from theoremtest.derivations.kernel.algebra import SIZES
from theoremtest.derivations.kernel.facts import OO, equal, nonneg, pos, whole
from theoremtest.derivations.kernel.integrals import continuity
from theoremtest.derivations.kernel.obligations import obligations
from theoremtest.derivations.kernel.ring import Quotient, TooManyLetters, coefficient
from theoremtest.derivations.kernel.slopes import Slope
from theoremtest.derivations.kernel.table import HALF
from theoremtest.derivations.kernel.terms import MINUS, ONE, ZERO, Refused, Term, add, call, free, mul, number, parts, power, put, sub, term

from .areas import areas
from .binomials import powers_apart
from .draft import Draft
from .integrals import all_shown, between, factors, primitive_of, tending
from .reader import Reader
from .shifts import stepping
from .signs import Signs
from .sums import sign_by_all

Shown = Callable[[Draft, Term], bool]


def endless(node: Term) -> bool:
    """Whether a term is a sum over one index that has no end."""
    return node.head == "Sum" and len(node.args) == 2 and len(node.args[1].args) == 3 and node.args[1].args[2] is OO


def converging(draft: Draft, fact: Term, shown: Shown) -> None:
    """Write that the endless sums, and the integrals without a value, of which a fact speaks converge, and what is known of them."""
    nodes = [part for part in parts(fact) if endless(part) or part.head == "Integral" and len(part.args) == 2]
    for node in sorted(nodes, key=repr):
        if not draft.known.knows(term("integrable", (node,))):
            converges(draft, node, shown, fact.head == "Equality")


def converges(draft: Draft, node: Term, shown: Shown, apart: bool = False) -> bool:
    """Whether it is shown that a sum, or an integral, converges. apart: first as a multiple of what is summed without factors."""
    if node in draft.split:
        return draft.known.knows(term("integrable", (node,)))
    draft.split.add(node)
    ways = (stepwise, multiple, compared, valued, smaller) if apart else (stepwise, compared, valued, multiple, smaller)
    if any(part.head == "factorial" for part in parts(node)):
        ways = (exponential, *ways)
    for way in ways:
        if draft.known.knows(term("integrable", (node,))):
            return True
        with suppress(Refused, TooManyLetters):
            way(draft, node, shown)
    return draft.known.knows(term("integrable", (node,)))


def valued(draft: Draft, node: Term, shown: Shown) -> None:
    """An integral by its value."""
    if node.head == "Integral":
        areas(draft, equal(node, ZERO), shown)


def _inside(draft: Draft, node: Term) -> tuple[Draft, Term]:
    """A draft for any values of the letter that is summed over, and the letter."""
    letter, low, high = node.args[1].args
    if node.head == "Sum":
        held = [whole(letter), nonneg(sub(letter, low))]
    else:
        held = between(draft, letter, low, high, pos, pos)
    inside = draft.of_any(held)
    positive(inside, letter)
    return inside, letter


def multiple(draft: Draft, node: Term, shown: Shown) -> None:
    """A sum as that of its summands without the factors that they share."""
    limits = node.args[1]
    still = [part for part in factors(node.args[0]) if limits.args[0] not in free(part)]
    moving = [part for part in factors(node.args[0]) if limits.args[0] in free(part)]
    core = term(node.head, (mul(*moving), limits))
    if not still or not moving or not converges(draft, core, shown):
        return
    factor = mul(*still)
    if not all_shown(draft, shown, *obligations(factor)):
        return
    inside, _ = _inside(draft, node)
    if all_shown(inside, shown, *obligations(node.args[0]), equal(node.args[0], mul(factor, core.args[0]))):
        line = draft.line("gathered", draft.number(node), [[draft.number(factor), draft.number(core)]], inside.lines)
        draft.areas[node] = draft.line("known", draft.number(equal(*draft.shown[line].args)))


def exponential(draft: Draft, node: Term, shown: Shown) -> None:
    """A sum of p(k) c q^k/k! from 0 on, p a polynomial: as one of binomials of k, each of which sums up to c q^m/m! e^q."""
    body, (name, low, _) = node.args[0], node.args[1].args
    below = power(call("factorial", name), -1)
    if low is not ZERO or below not in factors(body):
        return
    several = [part for part in factors(body) if part is not below]
    counts = [part for part in several if part is name or name in free(part) and part.head in ("Add", "Pow") and _is_polynomial(part, name)]
    apart = powers_apart([part for part in several if part not in counts], name)
    if apart is None:
        return
    front, base, _ = apart
    reader, inner = Reader(SIZES[1]), mul(ONE, *counts)
    degree = int(reader.scalar(inner).num.degrees()[reader.place(name)]) if counts else 0
    values = [reader.scalar(put(inner, {name: number(place)})) for place in range(degree + 1)]
    weighed, lines = [], []
    for place in range(degree + 1):
        if values[0].num:
            draft.line("lemma", "factorial_pos", [draft.number(number(place))])
            line = draft.line("lemma", "exp_series", [draft.number(base), draft.number(number(place))])
            lines.append(draft.line("known", draft.number(equal(*draft.shown[line].args))))
            weighed.append([draft.number(mul(front, reader.written(values[0]))), draft.number(draft.shown[line].args[0])])
        values = [after - before for before, after in zip(values, values[1:], strict=False)]
    inside, letter = _inside(draft, node)
    cores = [(draft.terms[weight], *draft.terms[of].args) for weight, of in weighed]
    total = add(*(mul(weight, put(core, {limit.args[0]: letter})) for weight, core, limit in cores))
    if all_shown(inside, shown, *obligations(body), equal(body, total)):
        line = draft.line("gathered", draft.number(node), weighed, inside.lines)
        value = add(*(mul(draft.terms[weight], draft.shown[one].args[1]) for (weight, _), one in zip(weighed, lines, strict=True)))
        known = draft.line("known", draft.number(equal(*draft.shown[line].args)))
        draft.areas[node] = draft.line("algebra", draft.number(equal(node, value)), [["letter", one] for one in (*lines, known)])


def _is_polynomial(node: Term, name: Term) -> bool:
    """Whether a term is a polynomial in a letter, by its sums, products and powers."""
    if name not in free(node) or node is name:
        return True
    if node.head == "Pow":
        return node.args[1].head == "number" and node.args[1].mark.denominator == 1 and node.args[1].mark > 0 \
            and _is_polynomial(node.args[0], name)
    return node.head in ("Add", "Mul") and all(_is_polynomial(part, name) for part in node.args)


def stepwise(draft: Draft, node: Term, shown: Shown) -> None:
    """A sum by what its summands are the differences of, which tends to a number."""
    body, (name, low, _) = node.args[0], node.args[1].args
    made = (_of_powers(body, name) or stepping(body, name)) if node.head == "Sum" else None
    if made is None or not all_shown(draft, shown, *obligations(put(made, {name: low}))):
        return
    end = tending(draft, made, name, OO)
    inside = draft.of_any([whole(name), nonneg(sub(name, low))])
    difference = equal(body, sub(put(made, {name: add(name, ONE)}), made))
    if end is not None and all_shown(inside, shown, *obligations(body), *obligations(made), difference):
        line = draft.line("series", draft.number(node), draft.number(made), inside.lines, end)
        draft.areas[node] = draft.line("known", draft.number(equal(*draft.shown[line].args)))


def _of_powers(body: Term, name: Term) -> Term | None:
    """(u + v k) r^k, for r other than 1, is the difference of (p + q k) r^k."""
    powers = {part for part in parts(body) if part.head == "Pow" and part.args[1] is name and name not in free(part.args[0])}
    if len(powers) != 1:
        return None
    (geometric,) = powers
    reader = Reader(SIZES[1])
    rest, place = reader.scalar(body) * reader.scalar(geometric).inverse(), reader.place(name)
    if int(rest.num.degrees()[place]) > 1:
        return None
    ratio, u, v = geometric.args[0], *(reader.written(Quotient(coefficient(rest.num, place, degree), rest.den)) for degree in (0, 1))
    below = power(sub(ratio, ONE), -1)
    q = mul(v, below)
    made = mul(add(mul(sub(u, mul(ratio, q)), below), mul(q, name)), geometric)
    return None if name in free(u) | free(v) | free(ratio) else made


def smaller(draft: Draft, node: Term, shown: Shown) -> None:
    """A sum of less than another: one of the factors of each summand is left out."""
    inner = factors(node.args[0])
    if any(node.args[1].args[0] not in free(part) for part in inner):  # it is a multiple of another, which was looked at
        return
    for place in range(len(inner) if len(inner) > 1 else 0):
        larger = term(node.head, (mul(*inner[:place], *inner[place + 1:]), node.args[1]))
        with suppress(Refused, TooManyLetters):
            if not converges(draft, larger, shown):
                continue
            inside, letter = _inside(draft, node)
            powers_below_one(inside, node.args[0], shown)
            smooth = continuity(node.args[0], letter) if node.head == "Integral" else ()
            bounds = [*obligations(larger.args[0]), *(nonneg(way(larger.args[0], node.args[0])) for way in (sub, add))]
            if all_shown(inside, shown, *obligations(node.args[0]), *smooth, *bounds):
                draft.line("dominated", draft.number(node), draft.number(larger), inside.lines)
                return


def powers_below_one(draft: Draft, body: Term, shown: Shown) -> dict[Term, int]:
    """Of p^d, for 0 < p <= 1 and d >= 0, write p^d (1 + d (1 - p)/2)^2 <= 1, from (1/p)^(d/2) >= 1 + d (1/p - 1)/2; returns the lines."""
    found: dict[Term, int] = {}
    for node in [part for part in parts(body) if part.head == "Pow" and part.args[0].head == "Add" and part.args[1].head != "number"]:
        base, exponent = node.args
        with suppress(Refused, TooManyLetters):
            if not all_shown(draft, shown, pos(base), nonneg(sub(ONE, base)), nonneg(exponent)):
                continue
            found[node] = _power_below_one(draft, node, mul(HALF, exponent), add(ONE, mul(HALF, exponent, sub(ONE, base))))
    return found


def _power_below_one(draft: Draft, node: Term, half: Term, other: Term) -> int:
    """With q = (1/p)^(d/2) and s = 1 + d (1 - p)/2, 1 - p^d s^2 is p^d (q^2 - s^2) = p^d ((q - s)^2 + 2 s (q - s))."""
    base, exponent = node.args
    number, line, log = draft.number, draft.line, call("log", base)
    inverse = call("exp", mul(MINUS, half, log))

    def product(*lines: int) -> list:
        return [["line", place] for place in lines]

    is_exp, above = (line("lemma", name, [number(base), number(exponent)]) for name in ("power_as_exp", "power_pos"))
    tangent, under = line("lemma", "exp_tangent", [number(inverse.args[0])]), line("lemma", "log_tangent", [number(base)])
    d, less, one = (line("known", number(fact)) for fact in (nonneg(exponent), nonneg(sub(ONE, base)), pos(ONE)))
    gap = line("sign", number(nonneg(sub(inverse, other))), [], [["1", product(tangent)], ["1/2", product(d, under)]], [])
    at_least = line("sign", number(nonneg(other)), [], [["1", product(one)], ["1/2", product(d, less)]], [])
    squared = line("exp", number(equal(mul(draft.shown[is_exp].args[1], power(inverse, 2)), ONE)), [])
    found = line("sign", number(nonneg(sub(ONE, mul(node, power(other, 2))))), [],
                 [["1", product(above, gap, gap)], ["2", product(above, at_least, gap)]], [["letter", is_exp], ["product", squared]])
    up_to_one = nonneg(sub(ONE, node))  # s^2 - 1 = d (1 - p) + (d (1 - p)/2)^2
    line("sign", number(up_to_one), [],
         [["1", product(found)], ["1", product(above, d, less)], ["1/4", product(above, d, less, d, less)]], [])
    draft.held += [pos(node), draft.shown[found], up_to_one]
    return found


def fresh(*formulas: Term) -> Term:
    """A real letter that no formula speaks of."""
    taken = {part.mark[0] for formula in formulas for part in parts(formula) if part.head in ("Symbol", "Dummy")}
    return term("Symbol", (), (next(name for name in map("x{}".format, count()) if name not in taken), ("real",)))


def compared(draft: Draft, node: Term, shown: Shown) -> bool:
    """A sum between integrals, from its first place on, and from the place before where what is summed falls from there on."""
    body, (name, low, high) = node.args[0], node.args[1].args
    if node.head != "Sum" or high is not OO:
        return False
    letter = fresh(node, *draft.goal.hypotheses, *draft.shown)
    falling = put(body, {name: letter})
    primitive = primitive_of(falling, letter)
    if primitive is None or not all_shown(draft, shown, *obligations(low)):
        return False
    found = False
    for start in (low, sub(low, ONE)):
        with suppress(Refused, TooManyLetters):
            end = tending(draft, primitive, letter, OO)
            at_ends = [*obligations(put(primitive, {letter: start})), *obligations(put(falling, {letter: low}))]
            if end is None or not all_shown(draft, shown, *at_ends):
                continue
            inside = draft.of_any([nonneg(sub(letter, start))])
            positive(inside, letter)
            slope = Slope({letter: ONE})
            change, turn = slope.of(primitive), slope.of(falling)
            if not all_shown(inside, shown, *obligations(primitive), *obligations(falling), *slope.smooth, *obligations(change),
                                            *obligations(turn), equal(change, falling), nonneg(mul(MINUS, turn))):
                continue
            line = draft.line("compared", *(draft.number(part) for part in (node, primitive, letter, start)), inside.lines, end)
            draft.say([draft.shown[line]])
            found = True
    return found


def positive(draft: Draft, letter: Term) -> None:
    """Write that a letter is positive, by all that is known of any."""
    with suppress(Refused):
        sign_by_all(Signs(draft), pos(letter))
