"""Existence and uniqueness: from every start in a set goes out exactly one motion for all times t >= 0, and it stays in the set.

`exists(both(f, ...), (x, v), ...)` says so of a flow x' = v and the set in which all of the f hold; no hypothesis speaks of a state.

`exists`: the rates have values everywhere, and are continuously differentiable in all states together. Then exactly one motion goes out
from each start, as far as it goes, and it ends at a time only if it leaves every ball before (Picard, Lindelöf). It stays in the set
(`motions`). It does not run away in a finite time, either as |v| <= C (1 + |x|), so that |x| is at most a multiple of 1 + |x(0)|, for any
while (Grönwall); or by a function V that is continuously differentiable, with V >= |x|^2 and V' <= c (1 + V) in the set: then
|x|^2 <= V <= (1 + V(0)) e^(c t).

`runs_away`: from a start in the set with W > 0, W a polynomial, no motion goes on for all times in the set, where W' >= k W^p, k > 0,
p > 1, at all points of the set with W > 0: W, which is continuous, would not fall, so stay positive, and 1/W^(p - 1) would fall at the rate
k (p - 1) at least, below 0.

`branches`: two formulas in a time are motions from one start in the set, for all times from 0 on, and are not the same at one of them.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from .diffusions import degree
from .facts import equal, negation, nonneg, nonzero, pos
from .laws import polynomial
from .motions import Group, derivatives, kept
from .obligations import obligations
from .slopes import Slope
from .table import TABLE
from .terms import ONE, ZERO, Refused, Term, add, free, mul, number, parts, power, put, shape, sub, term

if TYPE_CHECKING:
    from .steps import Line

PLAIN = ("number", "constant", "Symbol", "Dummy", "MatrixSymbol", "Add", "Mul", "Pow", "MatAdd", "MatMul", "Transpose", "Dot", "Trace",
         "Identity")
"""Heads whose slopes are continuous wherever these are ones; of the table's, those with a row that says where."""


def smooth_everywhere(flow: dict[Term, Term]) -> list[Term]:
    """What gives rates values and makes them continuously differentiable in all states together. Raises Refused where that is not known."""
    ways = {state: _way(state) for state in flow}
    slope, needs = Slope(ways), []
    for rate in flow.values():
        for part in parts(rate):
            row = TABLE.get(part.head)
            if part.head not in PLAIN and (row is None or row.smooth is None or row.slopes is None):
                raise Refused(f"whether the slope of {part.head} is continuous")
        needs += [*obligations(rate), *obligations(slope.of(rate))]
    return list(dict.fromkeys([*needs, *slope.smooth]))


def _way(state: Term) -> Term:
    """A letter for a direction, which no statement can name."""
    return term(state.head, state.args, (" way", state.mark) if state.args else ((" way", state.mark[0]), ("real",)))


def _read(line: Line, place: int) -> tuple[Term, dict[Term, Term], list[Term]]:
    """The fact, the flow and the parts of the set. Raises Refused where something is known of a state."""
    fact = line.term(place)
    if fact.head != "exists":
        raise Refused("that there is exactly one motion")
    flow = dict(pair.args for pair in fact.args[1:])
    if any(free(known) & flow.keys() for known in (*line.proof.hypotheses, *line.proof.given)):
        raise Refused("states that a hypothesis speaks of")
    return fact, flow, list(fact.args[0].args)


def _exists(line: Line, place: int, needs: list, groups: list, bound: list | None = None) -> Term:
    """needs: a proof that the rates are smooth everywhere, none where nothing has to be shown. groups: as of `stays`. bound: V, c and
    proofs; none where the rates grow no faster than the states."""
    fact, flow, region = _read(line, place)
    held = list(line.proof.hypotheses)
    smooth = smooth_everywhere(flow)
    if smooth:
        (proof,) = needs
        Group(line, flow, held, []).see([], term("both", smooth), proof)
    held = kept(line, flow, region, [*held, *smooth], groups)
    if bound is None:
        if any(degree(rate, frozenset(flow)) > 1 for rate in flow.values()):
            raise Refused("rates that grow faster than the states")
        return fact
    most, factor, above, slow = line.term(bound[0]), line.term(bound[1]), *bound[2:]
    inside = Group(line, flow, held, [])
    most, change = inside.smooth(most, 1)
    if free(factor) & flow.keys() or shape(factor) is not None or shape(most) is not None:
        raise Refused("a number bounds the states, and grows at a rate that stands still")
    inside.see([], nonneg(sub(most, add(*map(_square, flow)))), above)
    inside.see([], nonneg(sub(mul(factor, add(ONE, most)), change)), slow)
    return fact


def _square(state: Term) -> Term:
    sizes = shape(state)
    if sizes is not None and sizes[1] is not ONE:
        raise Refused("the square of a matrix that is no column")
    return power(state, 2) if sizes is None else term("Dot", (state, state))


def _start(line: Line, flow: dict[Term, Term], region: list[Term], places: list[int]) -> dict[Term, Term]:
    """The values of the states at a start in the set."""
    start = dict(zip(flow, map(line.term, places), strict=True))
    for state, value in start.items():
        line.value(value)
        if shape(state) is not None or shape(value) is not None or free(value) & flow.keys():
            raise Refused("a start gives a number to each state")
    for part in region:
        line.need(put(part, start))
    return start


def _runs_away(line: Line, place: int, start: list[int], grown: int, least: str, exponent: str, proof: dict) -> Term:
    fact, flow, region = _read(line, place)
    values, size, rate, power_of = _start(line, flow, region, start), line.term(grown), Fraction(least), Fraction(exponent)
    if rate <= 0 or power_of <= 1 or shape(size) is not None:
        raise Refused("a number that grows as a power beyond the first of itself")
    polynomial(size, frozenset(flow))  # 1/(1 - x) grows like this as x = t comes to 1, and x goes on
    found, needs = derivatives(flow, size, 1)
    fast = nonneg(sub(found[1], mul(number(rate), power(size, power_of))))
    Group(line, flow, list(line.proof.hypotheses), region).see([*region, pos(size)], term("both", (*needs, fast)), proof)
    line.need(pos(put(size, values)))
    return negation(fact)


def _branches(line: Line, place: int, start: list[int], time: int, apart: int, ways: list) -> Term:
    fact, flow, region = _read(line, place)
    values, clock, moment = _start(line, flow, region, start), line.term(time), line.term(apart)
    if clock.head != "Dummy" or clock in free(fact) or any(clock in free(known) for known in line.proof.hypotheses) or len(ways) != 2:
        raise Refused("two ways, in a time of their own")
    line.need(nonneg(moment))
    found = []
    for places, proof in ways:
        path = dict(zip(flow, map(line.term, places), strict=True))
        slope = Slope({clock: ONE})
        changes = {state: slope.of(value) for state, value in path.items()}
        rates = {state: put(rate, path) for state, rate in flow.items()}
        needs = [need for node in (*path.values(), *changes.values(), *rates.values()) for need in obligations(node)]
        if any(free(value) & flow.keys() or shape(value) is not None for value in path.values()):
            raise Refused("a way gives each state as a number in the time")
        slopes = [equal(changes[state], rates[state]) for state in flow]
        Group(line, flow, list(line.proof.hypotheses), []).see([nonneg(clock)], term("both", (*needs, *slope.smooth, *slopes)), proof)
        for state, value in values.items():
            line.need(equal(put(path[state], {clock: ZERO}), value))
        found.append({state: put(value, {clock: moment}) for state, value in path.items()})
    if not any(line.known.knows(nonzero(sub(found[0][state], found[1][state]))) for state in flow):
        raise Refused("two ways that are not seen to differ")
    return negation(fact)


STEPS: dict[str, Callable[..., Term]] = {"exists": _exists, "runs_away": _runs_away, "branches": _branches}
