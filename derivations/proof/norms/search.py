"""How a polynomial is seen never to be negative: as a sum of facts and of products of facts, or, for a root, by squaring.

The weights of the sum come from an exact linear programme and are multiplied out again. Facts that cannot take part are left out first:
those that hold more of a matrix than the goal, and those with a term of one sign that nothing else cancels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, product

from flint import fmpq

from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.signs.handelman import COLUMNS, ROWS, weights_of

from .lemmas import Fact, number_one, scalar_squares
from .ring import Polynomial, Ring, TooLarge, minus, times_number

DEPTH = 2
"""Roots that are squared away one after the other."""
MOST_PRODUCTS = 4000
"""Products of facts that are looked at for one goal."""


@dataclass(frozen=True)
class Shown:
    """A goal seen not to be negative, whether it is seen positive, and the theorems that show it."""

    strict: bool
    names: tuple[str, ...]


class Search:
    """Facts over one ring, and what follows from them."""

    def __init__(self, ring: Ring, facts: Sequence[Fact], scalars: Sequence[Fact], deadline: Deadline):
        """scalars: facts about scalars and sizes alone, by which all others may be multiplied, twice too."""
        self.ring, self.deadline = ring, deadline
        self.scalars = _distinct([number_one(), *scalars])
        self.facts = _distinct([*self.scalars, *facts])
        self.letters = sorted({letter for degrees in ring.most for letter in degrees.table}, key=str)
        self._degrees = {id(fact): ring.range_of(fact.polynomial)[0].row(self.letters) for fact in (*self.scalars, *self.facts)}

    def shown(self, goal: Polynomial, strict: bool = False, depth: int = DEPTH) -> Shown | None:
        """Whether the goal is never negative (strict: always positive) where the facts hold; None where that is not seen."""
        if not goal:
            return None if strict else Shown(False, ())
        own = list(scalar_squares(self.ring, goal))
        for tier in (self._alone, self._with_scalars, self._with_scalar_pairs):
            found = self._combined(goal, [*own, *tier(goal)], strict)
            if found is not None:
                return found
        if depth:
            found = self._squared(goal, strict, depth)
            if found is not None:
                return found
        return self._combined(goal, [*own, *self._pairs(goal)], strict)

    # sums of facts -----------------------------------------------------------------------------------------------------

    def _alone(self, goal: Polynomial) -> list[Fact]:
        return self._within(goal, [(fact,) for fact in self.facts])

    def _with_scalars(self, goal: Polynomial) -> list[Fact]:
        return self._within(goal, [(one, fact) for one in self.scalars for fact in self.facts])

    def _with_scalar_pairs(self, goal: Polynomial) -> list[Fact]:
        if len(self.scalars) == 1:
            return []
        return self._within(goal, [(one, other, fact) for one, other in combinations_with_replacement(self.scalars, 2)
                                   for fact in self.facts])

    def _pairs(self, goal: Polynomial) -> list[Fact]:
        """Products of two facts, of which the degrees are looked at class by class."""
        most, least = self._range(goal)
        classes: dict[tuple, list[Fact]] = {}
        for fact in self.facts:
            classes.setdefault(self._degrees[id(fact)], []).append(fact)
        groups = []
        for one, other in combinations_with_replacement(list(classes), 2):
            if self._fits((one, other), most, least):
                pairs = combinations_with_replacement(classes[one], 2) if one == other else product(classes[one], classes[other])
                groups += [(*pair, scalar) for pair in pairs for scalar in self.scalars]
        return self._within(goal, groups)

    def _within(self, goal: Polynomial, groups: list[tuple]) -> list[Fact]:
        """The products of the groups that hold no more of any letter than the goal, nor less in all their terms."""
        most, least = self._range(goal)
        found = []
        for group in groups:
            self.deadline.check()
            if not self._fits([self._degrees[id(fact)] for fact in group], most, least):
                continue
            if len(found) >= MOST_PRODUCTS:
                break
            made = self._product(group)
            if made is not None:
                found.append(made)
        return found

    def _range(self, goal: Polynomial) -> tuple[tuple, tuple]:
        """The most and the least that a term of the goal holds of each letter, and of all together."""
        most, least = self.ring.range_of(goal)
        return most.row(self.letters), least.row(self.letters)

    @staticmethod
    def _fits(degrees, most: tuple, least: tuple) -> bool:
        return all(low <= sum(found) <= high for found, high, low in zip(zip(*degrees, strict=True), most, least, strict=True))

    def _product(self, group: tuple) -> Fact | None:
        self.deadline.check()
        total, parts = {(): fmpq(1)}, [fact for fact in group if fact is not self.scalars[0]]
        if len(parts) == 1:
            return parts[0]
        try:
            for fact in parts:
                total = self.ring.times(total, fact.polynomial)
        except TooLarge:
            return None
        return Fact(total, all(fact.strict for fact in parts), ", ".join(sorted({fact.name for fact in parts})))

    def _combined(self, goal: Polynomial, facts: list[Fact], strict: bool) -> Shown | None:
        """The goal as a sum of facts with nonnegative weights, by an exact linear programme."""
        facts = _useful(goal, _distinct(facts))
        monomials = {monomial for fact in facts for monomial in fact.polynomial}
        if len(facts) > COLUMNS or len(monomials | set(goal)) > ROWS or not set(goal) <= monomials:
            return None
        weights = weights_of(goal, [(fact.polynomial, fact.strict) for fact in facts], self.deadline)
        if weights is None:
            return None
        used = [facts[place] for place, weight in weights.items() if weight > 0]
        positive = any(fact.strict for fact in used)
        if strict and not positive:
            return None
        names = dict.fromkeys(name for fact in used for name in fact.name.split(", "))
        return Shown(positive, tuple(sorted(names)))

    # roots -------------------------------------------------------------------------------------------------------------

    def _squared(self, goal: Polynomial, strict: bool, depth: int) -> Shown | None:
        """For a root r and M >= 0 of one sign: P - r M >= 0 where P >= 0 and P^2 >= r^2 M^2; r M + P >= 0 where r^2 M^2 >= P^2."""
        for root in sorted(self.ring.squares, reverse=True):
            held = {monomial: value for monomial, value in goal.items() if root in monomial}
            signs = {value > 0 for value in held.values()}
            if len(signs) != 1 or not all(g in self.ring.nonnegative for monomial in held for g in monomial):
                continue
            rest = {monomial: value for monomial, value in goal.items() if monomial not in held}
            try:
                gap = minus(self.ring.times(rest, rest), self.ring.times(held, held))
            except TooLarge:
                continue
            greater = True in signs
            first = Shown(False, ()) if greater else self.shown(rest, False, 0)
            second = None if first is None else self.shown(times_number(gap, -1) if greater else gap, strict, depth - 1)
            if second is not None:
                return Shown(second.strict, tuple(sorted({*first.names, *second.names})))
        return None


def _distinct(facts: Sequence[Fact]) -> list[Fact]:
    """Facts without repetition and without those that say nothing; of two with one polynomial the strict one."""
    kept: dict[frozenset, Fact] = {}
    for fact in facts:
        key = frozenset(fact.polynomial.items())
        if key and not (key in kept and (kept[key].strict or not fact.strict)):
            kept[key] = fact
    return list(kept.values())


def _useful(goal: Polynomial, facts: list[Fact]) -> list[Fact]:
    """The facts that may take part: a term of one sign only, which the goal does not hold, keeps its facts out."""
    while True:
        signs: dict = {}
        for fact in facts:
            for monomial, value in fact.polynomial.items():
                signs[monomial] = signs.get(monomial, 0) | (1 if value > 0 else 2)
        idle = {monomial for monomial, found in signs.items() if found != 3 and (
            monomial not in goal or (goal[monomial] > 0) == (found == 2))}
        left = [fact for fact in facts if not idle & set(fact.polynomial)]
        if len(left) == len(facts):
            return facts
        facts = left
