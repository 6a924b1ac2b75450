"""That a flow does not leave a set: for each of its parts why it is not left, first for parts by themselves, each with those before it
known, then for all that are left together.

Multipliers come from a part's derivative as multiples of the part, of the domain's equations, and of squares times what is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import combinations
from typing import Any

from flint import fmpq, fmpq_mpoly

from theoremtest.derivations.kernel.algebra import SIZES
from theoremtest.derivations.kernel.facts import equal, nonneg, pos
from theoremtest.derivations.kernel.goals import Goal
from theoremtest.derivations.kernel.motions import derivatives, gap
from theoremtest.derivations.kernel.ring import TooManyLetters
from theoremtest.derivations.kernel.terms import MINUS, ZERO, Refused, Term, add, mul, number, rows_of, sub

from .effort import CONES, SQUARED_DEGREE, SQUARED_LETTERS
from .gram import Poly, sum_of_squares, times
from .ideal import Letters, multiples
from .reader import Reader

Prove = Callable[[Goal], "dict | None"]
DIGITS = 2, 4, 6
"""Digits of the largest coefficient of a multiplier."""
DERIVATIVES = 3
"""Derivatives along the flow that are looked at."""


def never_left(goal: Goal, prove: Prove) -> dict | None:
    """A proof that a flow does not leave a set; None where none is found."""
    return Search(goal, prove).proof()


class Search:
    def __init__(self, goal: Goal, prove: Prove) -> None:
        self.goal, self.prove = goal, prove
        self.parts = list(goal.fact.args[0].args)
        self.flow = dict(pair.args for pair in goal.fact.args[1:])
        self.terms = [goal.fact]
        self.held = list(goal.hypotheses)

    def proof(self) -> dict | None:
        groups = self.groups()
        if groups is None:
            return None
        rows, places = rows_of(self.terms)
        return {"terms": rows, "lines": [["stays", places[0], placed(groups, places)]]}

    def groups(self) -> list | None:
        """Why no part is left, in groups; None where that is not found."""
        left, groups = list(range(len(self.parts))), []
        while left:
            chosen = next(filter(None, map(self._together, self._groups(left))), None)
            if chosen is None:
                return None
            groups.append(chosen)
            for place, *_ in chosen:
                left.remove(place)
                self.held.append(self.parts[place])
        return groups

    @staticmethod
    def _groups(left: list[int]) -> Iterator[list[int]]:
        yield from ([place] for place in left)
        if len(left) > 1:
            yield left

    def _together(self, places: list[int]) -> list | None:
        """A rule for each of some parts, as one group."""
        group = [self.parts[place] for place in places]
        found = []
        for place in places:
            rule = next(self._rules(self.parts[place], group), None)
            if rule is None:
                return None
            found.append([place, *rule])
        return found

    def _rules(self, part: Term, group: list[Term]) -> Iterator[list]:
        """Why a part is not left, the simplest first."""
        with suppress(Refused, TooManyLetters):
            yield from self._multiple(part, 1, [])
        if part.head != "Equality":
            closed = [nonneg(*other.args) if other.head == "pos" else other for other in group]
            with suppress(Refused, TooManyLetters):
                yield from self._grow(part, group)
            with suppress(Refused, TooManyLetters):
                yield from self._edge(part, closed)
        with suppress(Refused, TooManyLetters):
            yield from self._high(part, group)

    def _see(self, facts: list[Term], shown: Term) -> dict | None:
        return self.prove(Goal(self.goal.name, shown, list(dict.fromkeys([*self.held, *facts]))))

    def _number(self, node: Term) -> int:
        self.terms.append(node)
        return len(self.terms) - 1

    def _derivatives(self, part: Term, count: int) -> list[Term]:
        """As short formulas: products of sums grow from one derivative to the next."""
        return derivatives(self.flow, gap(part), count)[0]

    # --- rules -----------------------------------------------------------------------------------------------------------

    def _multiple(self, part: Term, count: int, levels: list) -> Iterator[list]:
        """The derivative after so many is made of those before it."""
        found = self._derivatives(part, count)
        factors = self._cofactors(found[-1], found[:-1])
        if factors is not None:
            proof = self._see([], equal(found[-1], add(*(mul(one, other) for one, other in zip(factors, found, strict=False)))))
            if proof is not None:
                yield ["edge", levels, list(map(self._number, factors)), proof]

    def _cofactors(self, target: Term, of: list[Term]) -> list[Term] | None:
        """What some numbers are multiplied by so that the sum is another one, under the domain's equations."""
        reader = Reader(SIZES[0])
        wanted, given = reader.scalar(target), list(map(reader.scalar, of))
        if not wanted:
            return [ZERO] * len(of)
        if len(given) == 1 and given[0]:
            ratio = wanted * given[0].inverse()
            if int(ratio.den.total_degree()) < max(1, int(given[0].num.total_degree())):
                return [reader.written(ratio)]
        if any(int(value.den.total_degree()) for value in (wanted, *given)):
            return None
        known = [value.num for fact in self.held if fact.head == "Equality" and not getattr(fact.args[0], "shape", None)
                 for value in (reader.scalar(sub(*fact.args)),)]
        polys = [wanted.num / wanted.den.leading_coefficient(), *(value.num / value.den.leading_coefficient() for value in given), *known]
        letters = Letters(reader, polys)
        first, *equations = map(letters.named, polys)
        found = multiples(first, equations)
        return None if found is None else [reader.written(reader.scalar(reader.polynomial(letters.back(one)))) if one else ZERO
                                           for one in found[:len(of)]]

    def _edge(self, part: Term, closed: list[Term]) -> Iterator[list]:
        """The first derivative points inwards, strictly."""
        change = self._derivatives(part, 1)[1]
        proof = self._see([*closed, equal(gap(part), ZERO)], pos(change))
        if proof is not None:
            yield ["edge", [proof]]

    def _grow(self, part: Term, group: list[Term]) -> Iterator[list]:
        """The derivative is at least a multiple."""
        g, change = self._derivatives(part, 1)
        there = group if part.head == "pos" else [pos(mul(MINUS, g))]
        for factor in self._lower(g, change, group if part.head == "pos" else []):
            proof = self._see(there, nonneg(sub(change, mul(factor, g))))
            if proof is not None:
                yield ["grow", self._number(factor), proof]

    def _lower(self, g: Term, change: Term, group: list[Term]) -> Iterator[Term]:
        """Factors l for which change - l g may be a sum of squares times what is known; then a few numbers."""
        reader = Reader(SIZES[0])
        target, base = reader.scalar(change), reader.scalar(g)
        if not (int(target.den.total_degree()) or int(base.den.total_degree())):
            signs, equations = [], [base.num / base.den.leading_coefficient()]
            for fact in [*self.held, *group]:
                with suppress(Refused):
                    value = reader.scalar(gap(fact))
                    if not int(value.den.total_degree()) and value:
                        poly = value.num / value.den.leading_coefficient()
                        (equations if fact.head == "Equality" else signs).append(poly)
            wanted = target.num / target.den.leading_coefficient()
            yield from map(reader.polynomial, _lowest(reader, wanted, signs, equations))
        yield from map(number, (0, -1))

    def _high(self, part: Term, group: list[Term]) -> Iterator[list]:
        """Further derivatives, where the first ones are zero at the edge."""
        closed = [nonneg(*other.args) if other.head == "pos" else other for other in group]
        there, levels = [*closed, equal(gap(part), ZERO)], []
        for count in range(1, DERIVATIVES + 1):
            last = self._derivatives(part, count)[-1]
            turned = mul(MINUS, last) if part.head == "pos" and count % 2 == 0 else last
            if count > 1 and part.head != "Equality":
                strict = self._see(there, pos(turned))
                if strict is not None:
                    yield ["edge", [*levels, strict]]
                    return
            level = self._see(there, equal(last, ZERO) if part.head == "Equality" else nonneg(turned))
            if level is None:
                return
            levels.append(level)
            there.append(equal(last, ZERO))
            yield from self._multiple(part, count + 1, levels)


def placed(groups: list, places: list[int]) -> list:
    """Groups with the places of their multipliers in the tree."""
    return [[_placed(rule, places) for rule in group] for group in groups]


def _placed(rule: list, places: list[int]) -> list:
    """A rule with the places of its multipliers in the tree."""
    place, name, *needs = rule
    if name == "grow":
        needs[0] = places[needs[0]]
    elif len(needs) > 1:
        needs[1] = [places[need] for need in needs[1]]
    return [place, name, *needs]


def _lowest(reader: Reader, wanted: fmpq_mpoly, signs: list[fmpq_mpoly], equations: list[fmpq_mpoly]) -> Iterator[fmpq_mpoly]:
    """What the first equation is multiplied by where something is a sum of squares times what is not negative, and of multiples; in a few
    digits first, as proofs with long numbers are long."""
    letters = Letters(reader, [wanted, *equations, *signs])
    if not wanted or not 0 < len(letters.places) <= SQUARED_LETTERS or int(wanted.total_degree()) > SQUARED_DEGREE:
        return
    count = len(letters.places)
    cones: list[Poly] = [{(0,) * count: fmpq(1)}]
    high = max(int(wanted.total_degree()), int(equations[0].total_degree()))
    cones += _products([letters.named(poly) for poly in signs], high)
    ends = dict.fromkeys([(0,) * count, (high + high % 2, *[0] * (count - 1))], fmpq(0))  # degrees that multiples have, and it may not
    target = {**ends, **letters.named(wanted)}
    base, *others = map(letters.named, equations)
    cones, others = list(map(_scaled, cones[:CONES])), list(map(_scaled, others))
    found = sum_of_squares(target, cones, [_scaled(base), *others])
    if found is not None:
        largest = max(map(abs, base.values()))
        factor = {m: value / largest for m, value in found.multiples[0].items()}
        high = max(map(abs, factor.values()), default=fmpq(0))
        for digits in DIGITS:
            unit = fmpq(10) ** (len(str(int(high.p) // int(high.q))) - digits)
            rounded = {m: short for m, value in factor.items() if (short := _rounded(value, unit)) != 0}
            rest = dict(target)
            for m, value in times(base, rounded).items():
                rest[m] = rest.get(m, fmpq(0)) - value
            if sum_of_squares(rest, cones, others) is not None:
                yield letters.back(rounded)


def _scaled(poly: Poly) -> Poly:
    largest = max(map(abs, poly.values()))
    return {m: value / largest for m, value in poly.items()}


def _rounded(value: fmpq, unit: fmpq) -> fmpq:
    """The multiple of a unit that is nearest."""
    ratio = value / unit
    return unit * ((2 * int(ratio.p) + int(ratio.q)) // (2 * int(ratio.q)))


def _products(signs: list[Poly], high: int) -> list[Poly]:
    chosen = [*((poly,) for poly in signs), *combinations(signs, 2)]
    made: list[Any] = []
    for polys in chosen:
        product = polys[0]
        for other in polys[1:]:
            product = times(product, other)
        if max(map(sum, product)) <= high:
            made.append(product)
    return made
