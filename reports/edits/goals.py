"""The goals that a comparison of two statements raises, decided: identities, equivalences, and conditions that came or went."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice

from sympy import Basic, Not, S, Symbol, nan, oo, zoo
from sympy.core.relational import Relational
from sympy.logic.boolalg import BooleanAtom, BooleanFunction
from sympy.matrices.expressions.matexpr import MatrixSymbol

from theoremtest.derivations.language import Counterexample, Domain, Equal, Evidence, Holds, Iff, Outcome, Statement, atoms_of
from theoremtest.derivations.language.errors import DomainError
from theoremtest.derivations.language.relations import spoken
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.points.relevant_domain import relevant
from theoremtest.reports.verify.cache import Cache

from .changes import DIFFERENT, NAMES, PROVED, SUPPORTED, UNDECIDED, Change
from .entrywise import at_one_place
from .pieces import cannot_be_listed, of_one_side, pieces_of, what_differs

Settled = tuple[str, Counterexample | None, str]
SIMPLE = 40
"""As many points, the simplest among them, are tried where random ones agree."""
MOST_PIECES = 60
"""Pieces of a domain at most on which formulas are compared."""
FIRST_PIECES = 12
"""As many are tried by numbers before a proof is looked for."""
WITHIN = 6
"""As many times the limit of one goal may all its pieces take."""
NOWHERE = "with its abbreviations written out it divides by zero everywhere"


class Place:
    """Where the formulas of two statements are compared: the new domain, with whatever either statement names besides."""

    def __init__(self, old: Statement, new: Statement):
        self.apart = old.on.where != new.on.where
        self._old, self._new = old.on, new.on
        named = [symbol for statement in (old, new) for symbol in sorted(_spoken(statement), key=str)]
        self.domain, self.before = _with(new.on, named), _with(old.on, named)

    def old(self, expression: Basic) -> Basic:
        """An expression of the old statement, its abbreviations written out where they changed."""
        return self._old.expand(expression) if self.apart else expression

    def new(self, expression: Basic) -> Basic:
        """An expression of the new statement, treated likewise."""
        return self._new.expand(expression) if self.apart else expression

    def alike(self, old: Basic, new: Basic) -> bool:
        """Whether an expression of the old statement is one of the new, letter by letter."""
        return self.old(old) == self.new(new)


def _spoken(statement: Statement) -> set[Basic]:
    found = set(statement.on.symbols) | set(statement.bound())
    for expression in statement.expressions():
        found |= atoms_of(expression)
    return found - set(statement.on.where)


def letters(statement: Statement) -> set[Basic]:
    """Every letter that a statement speaks of: in its domain, a size, in its formulas, or bound by it; no abbreviations."""
    return _spoken(statement) | (statement.on.declared - set(statement.on.where))


def _with(domain: Domain, named: Iterable[Basic]) -> Domain:
    missing = [symbol for symbol in named if symbol not in domain.declared]
    return domain.but(over=missing) if missing else domain


@dataclass
class _Left:
    """How many more pieces of a domain are looked at, and until when."""

    pieces: int
    deadline: Deadline


class Goals:
    """Decides the goals of one comparison in turn and lists what they show in `changes`.

    seed: what numerical points are drawn by. seconds: how long one goal may take. numbers_first: points before the exact engine.
    """

    def __init__(self, seed: str, cache: Cache, seconds: float, numbers_first: bool = False):
        self.seed, self.cache, self.seconds, self.numbers_first = seed, cache, seconds, numbers_first
        self.changes: list[Change] = []

    def formulas(self, name: str, old: Basic, new: Basic, place: Place) -> None:
        """Two formulas of one field: an identity or an equivalence over the new domain."""
        if place.alike(old, new):
            return
        if name.rpartition(" ")[2] in NAMES:
            self.changes.append(Change(name, PROVED, old, new, note="it is only called differently"))
            return
        one, other = place.old(old), place.new(new)
        if _shape(one) != _shape(other) or _says(one) is not _says(other):
            self.changes.append(Change(name, DIFFERENT, old, new, note="these are things of two sorts"))
        elif any(isinstance(value, (Symbol, MatrixSymbol)) and name in ("variable", "t") for value in (old, new)) \
                or any(value in (oo, -oo) for value in (one, other)):
            self.changes.append(Change(name, DIFFERENT, old, new))
        else:
            kind = Iff if _says(one) else Equal
            one, other = place.domain.expand(one), place.domain.expand(other)
            if any(value.has(nan, zoo) for value in (one, other)):
                both = all(value.has(nan, zoo) for value in (one, other))
                self.changes.append(Change(name, UNDECIDED if both else DIFFERENT, old, new, note=NOWHERE))
                return
            if kind is Iff:
                one, other = spoken(one), spoken(other)
            goal = kind(one, other, on=relevant(place.domain, (one, other)))
            status, example, note = self.settle(goal)
            self.changes.append(Change(name, status, old, new, example, note))

    def condition(self, name: str, old: Basic | None, new: Basic | None, relation: Basic, domain: Domain, meaning: str) -> None:
        """A condition that came or went changes nothing where the other domain implies it."""
        relation = domain.expand(relation)
        there = at_one_place(relation, domain)
        if there is not None and self._by("exact", there).outcome is Outcome.PROVED:
            status, example, note = PROVED, None, ""
        else:
            status, example, note = self.settle(Holds(spoken(relation), on=relevant(domain, (relation,))))
        if status == DIFFERENT:
            example = example and Counterexample(example.point, note=meaning)
        elif status in (PROVED, SUPPORTED):
            note = "the other conditions imply it"
        self.changes.append(Change(name, status, old, new, example, note))

    def settle(self, goal: Statement) -> Settled:
        """(status, counterexample, note). What numbers support is looked at once more: the terms that differ by themselves, at the simplest
        points, and on every piece of the domain by itself where a formula has a kink or the domain a border."""
        found = self._beyond_a_kink(goal) or self._settled(goal)
        return found if found[0] != SUPPORTED else self._looked_at_closely(goal, found)

    def _beyond_a_kink(self, goal: Statement) -> Settled | None:
        """Where one side alone has kinks, points on each piece come first: a proof is looked for long where few points tell."""
        rest = what_differs(goal)
        for part in islice(of_one_side(rest), FIRST_PIECES):
            with suppress(DomainError):
                numbers = self._by("points", replace(rest, on=rest.on.but(part)), SIMPLE)
                if numbers.outcome is Outcome.REFUTED:
                    return DIFFERENT, _of_the_rest(rest, goal, numbers.counterexample), "by numbers, at a simple point"
        return None

    def _looked_at_closely(self, goal: Statement, found: Settled) -> Settled:
        rest = what_differs(goal)
        if rest is not goal:
            status, example, note = self.settle(rest)
            if status != SUPPORTED:
                return status, _of_the_rest(rest, goal, example), note
        simple = self._by("points", goal, SIMPLE)
        if simple.outcome is Outcome.REFUTED:
            return DIFFERENT, simple.counterexample, "by numbers, at a simple point"
        if reason := cannot_be_listed(goal):
            return UNDECIDED, None, f"numbers agree, and {reason}"
        return self._by_pieces(goal, pieces_of(goal), found, _Left(MOST_PIECES, Deadline(WITHIN * self.seconds)))

    def _by_pieces(self, goal: Statement, splits: list[tuple[Basic, ...]], found: Settled, left: _Left) -> Settled:
        """The lowest of what is found on all pieces into which the splits take the domain apart. left: how much more is looked at."""
        if not splits:
            return found
        each = []
        for part in splits[0]:
            left.pieces -= 1
            if left.pieces < 0 or not left.deadline.left():
                return UNDECIDED, None, "numbers agree, and it is given by too many pieces"
            each.append(self._on_piece(goal, part, splits[1:], left))
            if each[-1][0] in (DIFFERENT, UNDECIDED):
                return each[-1]
        return (PROVED, None, "piece by piece") if all(status == PROVED for status, _, _ in each) else found

    def _on_piece(self, goal: Statement, part: Basic, splits: list[tuple[Basic, ...]], left: _Left) -> Settled:
        """The goal where a relation holds besides; proved where that is nowhere in its domain."""
        if part == S.false:
            return PROVED, None, ""
        with suppress(DomainError):
            there = replace(goal, on=goal.on.but(part))
            found = self._settled(there)
            if found[0] != UNDECIDED:
                return found if found[0] != SUPPORTED else self._by_pieces(there, splits, found, left)
        if self._by("exact", Holds(Not(part), on=relevant(goal.on, (part,)))).outcome is Outcome.PROVED:
            return PROVED, None, ""
        return UNDECIDED, None, f"numbers agree elsewhere, and nothing was settled where {part}"

    def _settled(self, goal: Statement) -> Settled:
        """The exact engine first, then 50-digit points; or points before and after."""
        if self.numbers_first:
            numbers = self._by("points", goal)
            if numbers.outcome is Outcome.REFUTED:
                return DIFFERENT, numbers.counterexample, "by numbers, at a random point"
        exact = self._by("exact", goal)
        if exact.outcome is Outcome.PROVED:
            return PROVED, None, ""
        if exact.outcome is Outcome.REFUTED:
            return DIFFERENT, exact.counterexample, ""
        numbers = self._by("points", goal)
        if numbers.outcome is Outcome.REFUTED:
            return DIFFERENT, numbers.counterexample, "by numbers, at a random point"
        if numbers.outcome is Outcome.AGREES:
            return SUPPORTED, None, f"numbers agree: {numbers.figure}"
        return UNDECIDED, None, "; ".join((*exact.tried, *numbers.tried))

    def _by(self, route: str, goal: Statement, count: int | None = None) -> Evidence:
        """count: as many points, the simplest among them."""
        from theoremtest.numerics.routes import dispatch as routes
        from theoremtest.reports.verify.cache import entry_key

        key = entry_key(goal, route, "" if route == "exact" else f"{self.seed} {count or ''}".strip())
        known = self.cache.get(key)
        if known is None:
            known = routes.run(route, goal, self.seed, self.seconds, count)
            self.cache.put(key, known)
        return known


def _of_the_rest(rest: Statement, goal: Statement, example: Counterexample | None) -> Counterexample | None:
    """What is said of a counterexample to the terms that differ: its values are theirs, and not the sides'."""
    if example is None or rest is goal:
        return example
    return Counterexample(example.point, note=f"the terms that differ: {example.left} and {example.right}")


def _says(value: Basic) -> bool:
    """Whether an expression is a relation or a condition, not a quantity."""
    return isinstance(value, (Relational, BooleanFunction, BooleanAtom))


def _shape(value: Basic) -> tuple:
    return tuple(getattr(value, "shape", ()) or ())
