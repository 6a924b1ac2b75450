"""That from every start goes out exactly one motion for all times: smooth rates, a set that is not left, and why no motion runs away. Or
that it is not so: a number that grows as a power of itself, or a second motion from where a root stands still."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import product

from flint import fmpq

from theoremtest.derivations.kernel.diffusions import degree
from theoremtest.derivations.kernel.existence import smooth_everywhere
from theoremtest.derivations.kernel.facts import equal, nonneg, pos
from theoremtest.derivations.kernel.goals import Goal
from theoremtest.derivations.kernel.motions import derivatives, gap
from theoremtest.derivations.kernel.numbers import NoValue, Numbers, Unsettled
from theoremtest.derivations.kernel.obligations import obligations
from theoremtest.derivations.kernel.ring import TooManyLetters
from theoremtest.derivations.kernel.slopes import Slope
from theoremtest.derivations.kernel.steps import Proof
from theoremtest.derivations.kernel.terms import (
    MINUS,
    ONE,
    ZERO,
    Refused,
    Term,
    add,
    free,
    mul,
    number,
    parts,
    power,
    put,
    rows_of,
    shape,
    sub,
    term,
)

from .motions import Search, placed
from .reader import Reader

Prove = Callable[[Goal], "dict | None"]
RATES = 0, 2, 10, 100
"""Rates of growth of 1 + |x|^2 that are tried, beside one of the letters that stand still."""
STARTS = 0, 1, -1, 2, -2, 3, Fraction(1, 2)
SAMPLES = [Fraction(value) for value in (-20, -3, -1, 0, Fraction(1, 8), 1, 3, 20)]
POWERS, LEAST = (2, 3, Fraction(3, 2)), (1, Fraction(1, 4))
"""Exponents and factors in W' >= k W^p."""
ATTEMPTS = 5
"""Proofs of this that are looked for, where no point speaks against it."""
CLOCK = term("Dummy", (), (" clock", ("real",), 0))
"""The time of two ways from one start."""


class _Writing:
    """A proof of one line, with its terms."""

    def __init__(self, fact: Term) -> None:
        self.terms = [fact]

    def number(self, node: Term) -> int:
        self.terms.append(node)
        return len(self.terms) - 1


def goes_on(goal: Goal, prove: Prove) -> dict | None:
    """A proof that from every start in a set goes out exactly one motion; None where none is found."""
    search = Search(goal, prove)
    smooth = smooth_everywhere(search.flow)
    needs = [search._see([], term("both", smooth))] if smooth else []
    if None in needs:
        return None
    search.held += smooth
    groups = search.groups()
    if groups is None:
        return None
    bound = _bounded(search, prove)
    if bound is None:
        return None
    rows, places = rows_of(search.terms)
    more = [[places[bound[0]], places[bound[1]], *bound[2:]]] if bound else []
    return {"terms": rows, "lines": [["exists", places[0], needs, placed(groups, places), *more]]}


def _bounded(search: Search, prove: Prove) -> list | None:
    """Why no motion runs away: nothing to be said where the rates grow no faster than the states; else V, c and two proofs."""
    states = frozenset(search.flow)
    with suppress(Refused):
        if all(degree(rate, states) <= 1 for rate in search.flow.values()):
            return []
    size = add(*(power(state, 2) if shape(state) is None else term("Dot", (state, state)) for state in search.flow))
    for most, factor in _bounds(search, size, states):
        change = derivatives(search.flow, most, 1)[0][1]
        above = search._see([], nonneg(sub(most, size)))
        slow = above and search._see([], nonneg(sub(mul(factor, add(ONE, most)), change)))
        if above and slow:
            return [search._number(most), search._number(factor), above, slow]
    return None


def _bounds(search: Search, size: Term, states: frozenset[Term]) -> Iterator[tuple[Term, Term]]:
    """What may bound the square of the states' size, and how fast it may grow."""
    reader = Reader(8)
    for part in search.parts:
        with suppress(Refused, TooManyLetters):
            found = reader.written(reader.scalar(add(gap(part) if part.head != "Equality" else mul(MINUS, gap(part)), size)))
            if not free(found) & states:
                yield found, ZERO
    still = sorted(frozenset().union(*map(free, search.flow.values())) - states, key=repr)
    if search.parts:
        yield from ((number(limit * len(states)), ZERO) for limit in (1, 4, 100))
    yield from ((size, number(rate)) for rate in RATES)
    if still and all(shape(letter) is None for letter in still):
        yield size, add(number(2), *(power(letter, 2) for letter in still))


def goes_wrong(goal: Goal, prove: Prove) -> dict | None:
    """A proof that from a start not exactly one motion goes out for all times, where the letters that stand still have their numbers."""
    fact = goal.fact.args[0]
    flow, region = dict(pair.args for pair in fact.args[1:]), list(fact.args[0].args)
    if any(shape(state) is not None for state in flow) or frozenset().union(*map(free, (*flow.values(), *region))) - flow.keys():
        return None
    for way in (_second, _runs_away):
        with suppress(Refused, TooManyLetters, ZeroDivisionError):
            found = way(replace(goal, fact=fact), flow, region, prove)
            if found is not None:
                return found
    return None


def _value(node: Term) -> fmpq | None:
    """A term's value, where it is a rational number."""
    with suppress(Refused, NoValue, Unsettled):
        found = Numbers({}).scalar(node)
        return found if isinstance(found, fmpq) else None
    return None


def _may_hold(states: list[Term], facts: list[Term], fast: Term) -> bool:
    """Whether no simple point speaks against a sign where others hold."""
    for values in product(SAMPLES, repeat=len(states)):
        point = Numbers({state: fmpq(value.numerator, value.denominator) for state, value in zip(states, values, strict=True)})
        with suppress(Refused, NoValue, Unsettled):
            if all(map(point.truth, facts)) and not point.truth(fast):
                return False
    return True


def _runs_away(goal: Goal, flow: dict[Term, Term], region: list[Term], prove: Prove) -> dict | None:
    states = list(flow)
    sizes = [*states, *(mul(MINUS, state) for state in states), *([add(*states)] if len(states) > 1 else [])]
    left = ATTEMPTS
    for size, least, exponent in product(sizes, STARTS, POWERS):
        grown = sub(size, number(least)) if least else size
        place = next(_starts(states, [*region, pos(grown)], goal), None)
        if place is None:
            continue
        found, needs = derivatives(flow, grown, 1)
        for factor in LEAST:
            fast = nonneg(sub(found[1], mul(number(factor), power(grown, exponent))))
            if not _may_hold(states, [*region, pos(grown)], fast):
                continue
            left -= 1
            if left < 0:
                return None
            proof = prove(Goal(goal.name, term("both", (*needs, fast)), [*goal.hypotheses, *region, pos(grown)]))
            if proof is None:
                continue
            made = _Writing(goal.fact)
            start = [made.number(place[state]) for state in states]
            grows = made.number(grown)
            rows, places = rows_of(made.terms)
            line = ["runs_away", places[0], [places[one] for one in start], places[grows], str(factor), str(exponent), proof]
            return {"terms": rows, "lines": [line]}
    return None


def _starts(states: list[Term], facts: list[Term], goal: Goal) -> Iterator[dict[Term, Term]]:
    """Starts at which facts plainly hold."""
    known = Proof([], goal.hypotheses, []).known()
    for values in product((*STARTS, 4, 10), repeat=len(states)):
        start = {state: number(value) for state, value in zip(states, values, strict=True)}
        with suppress(Refused, TooManyLetters):
            if all(known.knows(put(fact, start)) for fact in facts):
                yield start


def _second(goal: Goal, flow: dict[Term, Term], region: list[Term], prove: Prove) -> dict | None:
    """Two ways from a start: one that rests, and one on which a state moves as a power of the time."""
    states = list(flow)
    powers = [part.args[1] for rate in flow.values() for part in parts(rate) if part.head == "Pow"]
    exponents = {exponent.mark for exponent in powers if exponent.head == "number"}
    for q in sorted({many * exponent for exponent in exponents for many in (1, 2, 3) if 0 < many * exponent < 1}):
        for start in _starts(states, region, goal):
            for moving, way in product(states, (1, -1)):
                found = _branch(goal, flow, start, moving, Fraction(way), 1 / (1 - Fraction(q)), prove)
                if found is not None:
                    return found
    return None


def _branch(goal: Goal, flow: dict[Term, Term], start: dict[Term, Term], moving: Term, way: Fraction, r: Fraction,
            prove: Prove) -> dict | None:
    """x = s + A t^r, where the rate is c |x - s|^(1 - 1/r), so that A^(1/r) = c/r."""
    speed = _value(put(flow[moving], {**start, moving: add(start[moving], number(way))}))
    if speed is None or speed * int(way) <= 0:
        return None
    ratio = Fraction(int(speed.p), int(speed.q)) * way / r
    if r.denominator != 1:
        return None
    rests = dict(start)
    moves = {**start, moving: add(start[moving], mul(number(way * ratio ** int(r)), power(CLOCK, number(r))))}
    proofs = [_way(goal, flow, path, prove) for path in (rests, moves)]
    if None in proofs:
        return None
    made = _Writing(goal.fact)
    begin = [made.number(start[state]) for state in flow]
    clock, moment = made.number(CLOCK), made.number(ONE)
    ways = [[made.number(path[state]) for state in flow] for path in (rests, moves)]
    rows, places = rows_of(made.terms)
    line = ["branches", places[0], [places[one] for one in begin], places[clock], places[moment],
            [[[places[one] for one in path], proof] for path, proof in zip(ways, proofs, strict=True)]]
    return {"terms": rows, "lines": [line]}


def _way(goal: Goal, flow: dict[Term, Term], path: dict[Term, Term], prove: Prove) -> dict | None:
    """A proof that formulas in the time are a motion."""
    slope = Slope({CLOCK: ONE})
    changes = [slope.of(path[state]) for state in flow]
    rates = [put(rate, path) for rate in flow.values()]
    needs = [need for node in (*(path[state] for state in flow), *changes, *rates) for need in obligations(node)]
    slopes = [equal(change, rate) for change, rate in zip(changes, rates, strict=True)]
    return prove(Goal(goal.name, term("both", (*needs, *slope.smooth, *slopes)), [*goal.hypotheses, nonneg(CLOCK)]))
