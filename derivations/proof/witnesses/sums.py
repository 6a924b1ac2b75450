"""Finite sums: what is known of the ranges that they run over."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress

from theoremtest.derivations.kernel.algebra import SIZES
from theoremtest.derivations.kernel.facts import nonneg, nonzero, spoken, whole
from theoremtest.derivations.kernel.ring import coefficient
from theoremtest.derivations.kernel.table import is_whole
from theoremtest.derivations.kernel.terms import ONE, ZERO, Refused, Term, add, parts, sub, term

from .draft import Draft
from .effort import CUTS
from .freed import factors_apart
from .reader import Reader
from .signs import Signs


def speaks_of_sums(*formulas: Term) -> bool:
    """Whether a sum is in one of the formulas."""
    return any(part.head == "Sum" for formula in formulas for part in parts(formula))


def at_any_index(draft: Draft, limits: Iterable[Term], value: Callable[[Draft, Term], None] = lambda *_: None) -> Draft:
    """A draft of what holds at any index of ranges; what is known of every index is known there. value: shows that a term has one."""
    ranges = [limit.args for limit in limits]
    case = draft.among([fact for name, low, high in ranges for fact in (whole(name), nonneg(sub(name, low)), nonneg(sub(high, name)))])
    for fact in dict.fromkeys([*draft.goal.hypotheses, *draft.goal.given]):
        if fact.head == "every" and len(fact.args) == 1 + len(ranges):
            if fact.args[1:] == tuple(limits):
                for node in spoken(fact.args[0]):
                    value(case, node)
            for shifted in (False, True):  # sums are read with their indices counted from 0
                with suppress(Refused):
                    line = case.line("index", case.place(fact), [case.number(add(name, limit.args[1]) if shifted else name)
                                                                 for (name, _, _), limit in zip(ranges, fact.args[1:], strict=True)])
                    case.held.append(case.shown[line])
    factors_apart(case)
    return case


def known_of_ranges(draft: Draft) -> Iterator[int]:
    """Lines that say of a number that it is not negative; a whole number that is positive is 1 or more."""
    for fact in [*draft.goal.hypotheses, *draft.held]:
        if fact.head in ("pos", "nonneg"):
            with suppress(Refused):
                place = draft.place(fact)
                if place is not None:
                    yield place
                if fact.head == "pos" and is_whole(fact.args[0]):
                    yield draft.line("lemma", "whole_from_one", [draft.number(fact.args[0])])


def sign_by_all(signs: Signs, fact: Term) -> int | None:
    """A sign, by all that is known of any letter where what is known of its own does not do."""
    line = signs.show(fact)
    if line is None:
        reader = signs._reader(SIZES[0])
        value = reader.scalar(fact.args[0])
        known = list(signs._facts(None, reader, reader.context.constant(0)))
        line = signs._by_programme(fact, reader, value.num, known) if value.den.is_one() else None
    return line


def asked_of_ranges(draft: Draft, signs: Signs, reader: Reader) -> Iterator[int]:
    """Lines that show what sums asked of their ranges while they were read."""
    done: set = set()
    for value in reader.asked:
        with suppress(Refused):
            node = reader.written(value)
            if value.key() not in done and not any(part.head == "Dummy" for part in parts(node)):
                line = sign_by_all(signs, nonneg(node))
                if line is not None:
                    yield line
        done.add(value.key())


def parted(draft: Draft, signs: Signs, reader: Reader, fact: Term, admit: Callable[[Term], None]) -> list[list]:
    """Sums cut where others begin or end: rules that take each sum to its pieces, the last pieces first. admit: shows that a term has a
    value."""
    found: list[list] = []
    sums = [part for part in parts(fact) if part.head == "Sum" and len(part.args) == 2 and len(part.args[1].args) == 3]
    cuts = dict.fromkeys(cut for _, low, high in (node.args[1].args for node in sums) for cut in (sub(low, ONE), high))
    done: set[Term] = set()
    while sums and len(found) < CUTS:
        body, limit = sums.pop(0).args
        _, low, high = limit.args
        with suppress(Refused):
            value = reader.scalar(term("Sum", (body, limit)))
            length = reader.scalar(sub(high, low)).key()
            for place in [place for place, held in reader.sums.items() if int(value.num.degrees()[place]) and len(held[0]) == 1]:
                node = reader.terms[place]
                if node in done or reader.scalar(node.args[1].args[2]).key() != length:
                    continue
                done.add(node)
                for cut in cuts:
                    line = _cut(draft, signs, reader, node, (cut, low, high), admit)
                    if line is not None:
                        found.insert(0, ["modulo", line, draft.number(node), 1, *lead_of(draft, signs, reader, line, place)])
                        name, middle = limit.args[0], cut
                        sums += [term("Sum", (body, term("Tuple", (name, *ends)))) for ends in ((low, middle), (add(middle, ONE), high))]
                        break
    return found


def lead_of(draft: Draft, signs: Signs, reader: Reader, line: int, place: int) -> list[int]:
    """The line that shows what stands before a sum not to be zero, where that is no number: the last summands have denominators."""
    left, right = draft.shown[line].args
    front = coefficient((reader.scalar(left) - reader.scalar(right)).num, place, 1)
    shown = None if front.is_constant() else signs.show(nonzero(reader.polynomial(front)))
    return [] if shown is None else [shown]


def _cut(draft: Draft, signs: Signs, reader: Reader, node: Term, places: tuple[Term, Term, Term], admit: Callable) -> int | None:
    """The line that cuts a sum, counted from 0, after a place inside of its range."""
    cut, low, high = places
    ends = [reader.scalar(gap).constant() for gap in (add(sub(cut, low), ONE), sub(high, cut))]
    if any(end is not None and end <= 0 for end in ends):
        return None
    place = reader.written(reader.scalar(sub(cut, low)))
    for need in (nonneg(sub(add(place, ONE), ZERO)), nonneg(sub(node.args[1].args[2], place))):
        if not draft.known.knows(need) and sign_by_all(signs, need) is None:
            return None
    body, limit = node.args
    with suppress(Refused):
        for ends in (limit.args[1:], (ZERO, place), (add(place, ONE), limit.args[2])):
            admit(term("Sum", (body, term("Tuple", (limit.args[0], *ends)))))
        return draft.line("parted", draft.number(node), draft.number(place))
    return None
