"""Steps of a proof by what changes from place to place: sums by their differences, numbers by their slopes along a letter."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .algebra import SIZES, Algebra
from .facts import equal, nonneg, whole
from .obligations import obligations
from .ring import TooManyLetters
from .slopes import Slope
from .terms import MINUS, ONE, Refused, Term, add, free, mul, put, shape, speaks_of_modes, sub, term

if TYPE_CHECKING:
    from .steps import Line


def holds_before(fact: Term, letter: Term, up: bool) -> bool:
    """Whether a sign holds at smaller (larger) values of a letter too, as it changes with the letter at a constant rate."""
    if fact.head not in ("pos", "nonneg") or shape(fact.args[0]) is not None:
        return False
    if any(letter in free(need) for need in obligations(fact.args[0])):  # it may have no value on the way
        return False
    try:
        slope = Slope({letter: ONE})
        rate = Algebra(SIZES[0]).scalar(slope.of(fact.args[0])).constant()
    except (Refused, TooManyLetters):
        return False
    return rate is not None and not slope.smooth and (rate < 0 if up else rate > 0)


def _summed(line: Line, place: int) -> Term:
    """A sum of what is not negative at any index is not negative; the empty one is 0."""
    fact = line.term(place)
    if fact.head != "nonneg" or fact.args[0].head != "Sum":
        raise Refused("that a sum is not negative")
    body, *limits = fact.args[0].args
    line.need(term("every", (nonneg(body), *limits)))
    return fact


def ranges(fact: Term) -> list[tuple[Term, ...]]:
    """Index and ends of each range of which a fact holds throughout. Raises Refused where indices are not told apart, or ends speak of
    them."""
    found = [limit.args for limit in fact.args[1:]] if fact.head == "every" else []
    names = {name for name, _, _ in found}
    if not found or len(names) < len(found):
        raise Refused("a fact of every index")
    if any(names & (free(low) | free(high)) for _, low, high in found):
        raise Refused("the ends of a range speak of an index")
    return found


def _index(line: Line, number: int, places: list) -> Term:
    """What holds at every index of a range, at whole numbers in it."""
    fact = line.fact(number)
    found = ranges(fact)
    where = dict(zip((name for name, _, _ in found), map(line.term, places), strict=True))
    for name, low, high in found:
        node = where[name]
        if speaks_of_modes(node):
            raise Refused("an index is no eigenvalue and no entry")
        line.value(node)
        for need in (whole(node), nonneg(sub(node, low)), nonneg(sub(high, node))):
            line.need(need)
    return put(fact.args[0], where)


def _summands(line: Line, place: int) -> Term:
    """Two sums over the same ranges are equal where their summands are at every index."""
    fact = line.claimed(place, "Sum")
    (body, *limits), right = fact.args[0].args, fact.args[1]
    if right.head != "Sum" or list(right.args[1:]) != limits:
        raise Refused("two sums over the same ranges")
    line.need(term("every", (equal(body, right.args[0]), *limits)))
    return fact


def _over_one_index(node: Term) -> tuple[Term, Term, Term, Term]:
    """Summand, index and ends of a sum. Raises Refused for anything else."""
    if node.head != "Sum" or len(node.args) != 2 or len(node.args[1].args) != 3:
        raise Refused("a sum over one index is parted, or telescopes")
    name, low, high = node.args[1].args
    return node.args[0], name, low, high


def _parted(line: Line, place: int, at: int) -> Term:
    """A sum is that up to c and that from c + 1 on, where neither range runs backwards by more than one."""
    node, middle = line.term(place), line.term(at)
    body, name, low, high = _over_one_index(node)
    after = add(middle, ONE)
    for need in (whole(middle), nonneg(sub(after, low)), nonneg(sub(high, middle))):
        line.need(need)
    return equal(node, add(*(term("Sum", (body, term("Tuple", (name, *ends)))) for ends in ((low, middle), (after, high)))))


def _telescoped(line: Line, place: int, of: int) -> Term:
    """A sum is G(high + 1) - G(low), where each of its summands is G(k + 1) - G(k), and its range is not shorter than empty."""
    node, made = line.term(place), line.term(of)
    body, name, low, high = _over_one_index(node)
    after = add(high, ONE)
    line.need(nonneg(sub(after, low)))
    line.need(term("every", (equal(body, sub(put(made, {name: add(name, ONE)}), made)), node.args[1])))
    return equal(node, sub(put(made, {name: after}), put(made, {name: low})))


def _grows(line: Line, place: int, of: int, start: int, lines: list) -> Term:
    """F(t) >= F(a), where F has a slope and it is not negative at any value from a up to t; or not positive from a down to t. That is shown
    of any such value. A letter of whole numbers does not pass through the others."""
    node, letter, first = line.term(place), line.term(of), line.term(start)
    if letter.head != "Symbol" or "integer" in letter.mark[1] or shape(node) is not None or letter in free(first):
        raise Refused("a number that grows with a letter")
    line.value(first)
    up = line.known.knows(nonneg(sub(letter, first)))
    if not up:
        line.need(nonneg(sub(first, letter)))
    way = line.proof.along(letter, first, up, line.shown)
    inner = way.known()
    way.run(lines, inner, [])
    slope = Slope({letter: ONE})
    change = slope.of(node)
    for fact in (*obligations(node), *slope.smooth, *obligations(change), nonneg(change if up else mul(MINUS, change))):
        if not inner.knows(fact):
            raise Refused(f"it is not known on the way that {fact!r}")
    return nonneg(sub(node, put(node, {letter: first})))


STEPS: dict[str, Callable[..., Term]] = {"summed": _summed, "index": _index, "summands": _summands, "parted": _parted,
                                         "telescoped": _telescoped, "grows": _grows}
