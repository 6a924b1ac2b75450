"""What grows along one letter: so at a place, and no smaller from there on, up or down, as its slope has one sign."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from theoremtest.derivations.kernel.algebra import SIZES
from theoremtest.derivations.kernel.facts import equal, nonneg, pos
from theoremtest.derivations.kernel.obligations import obligations
from theoremtest.derivations.kernel.ring import TooManyLetters, coefficient
from theoremtest.derivations.kernel.slopes import Slope
from theoremtest.derivations.kernel.table import over
from theoremtest.derivations.kernel.terms import MINUS, ONE, ZERO, Refused, Term, add, call, free, mul, parts, power, put, sub, term

from .effort import GROWTHS, RUNNING, STARTS
from .floating import is_false
from .known import letters_in

if TYPE_CHECKING:
    from .signs import Signs

GROWING = {"exp", "sinh", "cosh"}
KINKED, LINEAR = {"Abs", "sign", "Max", "Min", "Heaviside"}, {"Add", "Mul", "number", "constant", "Symbol"}
"""Heads of what grows or falls all along a line; of what has no slope somewhere; of sums of multiples."""


def times_of(signs: Signs, node: Term) -> list[Term]:
    """Letters that are not negative and that exponents are multiples of, over which a formula may run from 0 on."""
    factors = [factor for part in parts(node) if part.head in GROWING and part.args[0].head == "Mul" for factor in part.args[0].args]
    return [letter for letter in sorted(set(factors), key=repr) if letter.head == "Symbol" and True in _ways(signs, letter, ZERO)]


def by_growth(signs: Signs, fact: Term, letters: list[Term] | None = None, starts: list[Term] | None = None) -> int | None:
    """What is so at a place and grows from there on, up or down, along one letter. letters, starts: those that are tried, if not all."""
    (node,) = fact.args
    heads = {part.head for part in parts(node)}
    if signs.again is None or signs.growing >= GROWTHS or heads <= LINEAR or heads & KINKED:
        return None
    if letters is None:
        letters = sorted((letter for letter in free(node) if letter.head == "Symbol" and "integer" not in letter.mark[1]), key=repr)
    for letter in letters:
        for first in _starts(signs, letter, node) if starts is None else starts:
            with suppress(Refused, TooManyLetters):
                line = _grown(signs, fact, letter, first)
                if line is not None:
                    return line
    return None


def by_clear_growth(signs: Signs, fact: Term) -> int | None:
    """As `by_growth`, before all else is tried: along letters whose slope holds no function, and from where another letter is, where the
    number is 0 there."""
    (node,) = fact.args
    if all(part.head == "Pow" and part.args[1].head == "number" for part in _functions(node)):  # of roots other things are tried first
        return None
    letters = sorted((letter for letter in free(node) if letter.head == "Symbol"), key=repr)
    for letter in letters:
        with suppress(Refused, TooManyLetters):
            starts = [other for other in letters if other is not letter and _is_nothing(signs, put(node, {letter: other}))]
            if starts or not _functions(Slope({letter: ONE}).of(node)):
                line = signs._tried(lambda letter=letter, starts=starts: by_growth(signs, fact, [letter], starts or None))
                if line is not None:
                    return line
    return None


def _functions(node: Term) -> set[Term]:
    return {part for part in parts(node) if part.head not in LINEAR and not (part.head == "Pow" and part.args[1].head == "number"
                                                                                and part.args[1].mark.denominator == 1)}


def _starts(signs: Signs, letter: Term, node: Term) -> list[Term]:
    """Where a letter may begin: at one of its bounds, where another letter is, at 0 or at 1; where it is known on which side of that it
    is, where there is no other letter, or where the number is 0 as it is read; then where the slope is 0. Of many letters, at 0 alone."""
    if len(free(node)) > RUNNING:
        return [ZERO] if True in _ways(signs, letter, ZERO) else []
    found = [other for other in sorted(free(node), key=repr) if other.head == "Symbol" and other is not letter]
    for known in signs.draft.goal.hypotheses:
        if known.head in ("pos", "nonneg") and letter in free(known) and known.args[0].head == "Add":
            rest = [part for part in known.args[0].args if part not in (letter, mul(MINUS, letter))]
            if len(rest) + 1 == len(known.args[0].args) and not any(letter in free(part) for part in rest):
                found.append(add(*(mul(MINUS, part) if letter in known.args[0].args else part for part in rest)))
    starts = dict.fromkeys([*found, ZERO, ONE])
    known = [first for first in starts if _ways(signs, letter, first) or free(node) == {letter} and not free(first)
             or first in found and _is_nothing(signs, put(node, {letter: first}))]
    more = [] if signs.growing else _rests(signs, letter, node)
    return [*known[:STARTS], *(first for first in more if first not in known)]


def _rests(signs: Signs, letter: Term, node: Term) -> list[Term]:
    """Where the slope along a letter is 0, as far as one function after the other can be undone."""
    found: dict[Term, None] = {}
    with suppress(Refused, TooManyLetters):
        reader = signs._reader(SIZES[0])
        for factor, _ in reader.reduced(reader.scalar(Slope({letter: ONE}).of(node))).num.factor()[1]:
            moving = [place for place in letters_in(factor) if letter in free(reader.terms[place])]
            degree = int(factor.degrees()[moving[0]]) if len(moving) == 1 else 0
            if degree and all(monomial[moving[0]] in (0, degree) for monomial in factor.monoms()):
                top, rest = (reader.polynomial(coefficient(factor, moving[0], times)) for times in (degree, 0))
                place = _undone(power(reader.terms[moving[0]], degree), over(mul(MINUS, rest), top), letter)
                if place is not None and place not in (ZERO, letter):
                    found[reader.written(reader.scalar(place))] = None
    return list(found)


def _undone(node: Term, value: Term, letter: Term) -> Term | None:
    """What a letter is where a term that holds it has a value; None where that is not undone function by function."""
    if node is letter:
        return value
    inner = [part for part in node.args if letter in free(part)]
    if len(inner) != 1 or node.head not in ("exp", "log", "Pow", "Add", "Mul") or node.head == "Pow" and node.args[0] is not inner[0]:
        return None
    rest = [part for part in node.args if part is not inner[0]]
    undo = {"exp": lambda: call("log", value), "log": lambda: call("exp", value), "Pow": lambda: power(value, power(*rest, -1)),
            "Add": lambda: sub(value, add(*rest)), "Mul": lambda: over(value, mul(*rest))}
    return _undone(inner[0], undo[node.head](), letter)


def _is_nothing(signs: Signs, node: Term) -> bool:
    reader = signs._reader(SIZES[0])
    with suppress(Refused, TooManyLetters):
        return not reader.reduced(reader.scalar(node))
    return False


def _ways(signs: Signs, letter: Term, first: Term) -> list[bool]:
    """Whether it is known that a letter is above, or below, a number."""
    gap = sub(letter, first)
    return [up for up in (True, False) if signs.draft.known.knows(nonneg(gap if up else mul(MINUS, gap)))]


def _grown(signs: Signs, fact: Term, letter: Term, first: Term) -> int | None:
    gap, ways = sub(letter, first), _ways(signs, letter, first)
    start = signs.show(term(fact.head, (put(fact.args[0], {letter: first}),)))
    if start is None:
        return None
    if ways:
        return _grown_one_way(signs, fact, letter, first, ways[0])
    if signs.growing:
        return None
    cases = []
    for held, way in ((pos(mul(MINUS, gap)), False), (equal(gap, ZERO), True), (pos(gap), True)):
        case = signs.draft.inside(held)
        if held.head == "Equality":
            case.line("difference", len(case.shown) - 1, False)
        if _grown_one_way(signs.inside(case), fact, letter, first, way) is None:
            return None
        cases.append(case.lines)
    return signs.draft.line("cases", signs.draft.number(fact), signs.draft.number(gap), *cases)


def _grown_one_way(signs: Signs, fact: Term, letter: Term, first: Term, up: bool) -> int | None:
    (node,) = fact.args
    slope, inner = Slope({letter: ONE}), signs.draft.along(letter, first, up)
    change = slope.of(node)
    assert signs.again is not None
    grows = nonneg(change if up else mul(MINUS, change))
    if is_false(inner, grows):
        return None
    found = signs.again(inner, node, change)
    found.deep, found.begun, found.growing = signs.deep, signs.deep, signs.growing + 1
    needs = (*obligations(node), *slope.smooth, *obligations(change), grows)
    if not all(inner.known.knows(need) or found.show(need) is not None for need in needs):
        return None
    line = signs.draft.line("grows", signs.draft.number(node), signs.draft.number(letter), signs.draft.number(first), inner.lines)
    start = signs.show(term(fact.head, (put(node, {letter: first}),)))
    if start is None:
        return None
    summands = [["1", [["line", line]]], ["1", [["line", start]]]]
    return signs.draft.line("sign", signs.draft.number(fact), [], summands, signs.rules)
