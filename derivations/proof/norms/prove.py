"""Inequalities between traces, inner products and norms of matrices of any size, shown by the theorems of `lemmas`."""

from __future__ import annotations

from itertools import product as cases

from flint import fmpq
from sympy import And, Eq, Ge, Gt, Le, Lt

from theoremtest.derivations.proof.deadline import Deadline, OutOfTime
from theoremtest.derivations.proof.matrices.letters import NotWords, is_matrix
from theoremtest.derivations.proof.matrices.scalarise import Scalarised

from . import lemmas
from .elements import Space
from .lemmas import Fact
from .reading import Reader, Unreadable, choices_in, is_single_term
from .ring import Polynomial, Ring, TooLarge, minus, times_number
from .search import Search, Shown
from .spectra import Spectra

MOST_CASES = 16
"""Combinations of signs of moduli beyond which none is looked at."""


def prove_matrix_inequality(relation, setting: Scalarised, deadline: Deadline) -> str | None:
    """The rung that shows a relation `<=`, `<`, `>=`, `>`, or a conjunction of such, on the whole domain; None where none does.

    relation: as it is stated, over matrices, abbreviations written out. Both sides are shown to have a value everywhere.
    """
    parts = relation.args if isinstance(relation, And) else (relation,)
    names: list[str] = []
    try:
        for part in parts:
            found = _part(part, setting, deadline)
            if found is None:
                return None
            names += found.names
    except (NotWords, Unreadable, TooLarge, OutOfTime):
        return None
    theorems = ", ".join(dict.fromkeys(name for name in names if name != "signs"))
    return "inequalities of matrices" + (f": {theorems}" if theorems else "")


def prove_equal_numbers(left, right, setting: Scalarised, deadline: Deadline) -> str | None:
    """The rung that shows two scalars equal that speak of spectral norms, eigenvalues or ranks; None where none does."""
    try:
        found = [_part(Ge(one, other, evaluate=False), setting, deadline) for one, other in ((left, right), (right, left))]
    except (NotWords, Unreadable, TooLarge, OutOfTime):
        return None
    if None in found:
        return None
    theorems = ", ".join(dict.fromkeys(name for shown in found for name in shown.names if name != "signs"))
    return "norms, eigenvalues and ranks in one form" + (f": {theorems}" if theorems else "")


def _part(relation, setting: Scalarised, deadline: Deadline) -> Shown | None:
    if not isinstance(relation, (Ge, Gt, Le, Lt)) or is_matrix(relation.lhs):
        return None
    greater, smaller = (relation.lhs, relation.rhs) if isinstance(relation, (Ge, Gt)) else (relation.rhs, relation.lhs)
    strict = isinstance(relation, (Gt, Lt))
    sides = setting.words.scalar(greater), setting.words.scalar(smaller)
    nodes = choices_in(sides)
    combinations = list(cases(*(range(count) for _, count in nodes)))
    if len(combinations) > MOST_CASES:
        return None
    names: list[str] = []
    positive = True
    for chosen in combinations:
        question = Question(setting, dict(zip((node for node, _ in nodes), chosen, strict=True)), deadline)
        found = question.shown(relation, sides, strict)
        if found is None:
            return None
        names += found.names
        positive &= found.strict
    return Shown(positive, tuple(dict.fromkeys(names)))


class Question:
    """One inequality under one choice of the signs of its moduli."""

    def __init__(self, setting: Scalarised, choices: dict, deadline: Deadline):
        self.setting, self.deadline, self.ring = setting, deadline, Ring()
        self.reader = Reader(setting, self.ring, choices)
        self.space = Space(self.reader)
        self.spectra = Spectra(self.space)
        self.reader.special = self.spectra.read

    def shown(self, relation, sides: tuple, strict: bool) -> Shown | None:
        """The two sides, greater and smaller; None where the inequality is not seen to hold."""
        read = [self.reader.quotient(side) for side in sides]
        gap = self.reader._sum(read[0], type(read[1])(times_number(read[1].top, -1), read[1].below))
        bases, denominators = list(self.reader.bases), list(self.reader.denominators)
        hypotheses = [Fact(found, False, "signs") for found in self.reader.hypotheses]
        self.space.gather(relation)
        self.space.complete(gap.top)
        found = self._within(gap.top, bases, denominators, hypotheses, strict)
        if found is None:
            for polynomial in (gap.top, *bases):
                self.space.gather_words(polynomial)
            found = self._within(gap.top, bases, denominators, hypotheses, strict)
        return found

    def _within(self, goal: Polynomial, bases: list, denominators: list, hypotheses: list[Fact], strict: bool) -> Shown | None:
        """By the theorems on the elements that are known by now."""
        self._conditions()  # what they speak of is among the elements when the theorems are put down
        made = self._facts(goal)
        conditions = self._conditions()
        scalar = [fact for fact in conditions if self.ring.is_scalar(fact.polynomial)]
        facts = [*hypotheses, *conditions, *made, *self._positive_roots(conditions)]
        scalars = [*scalar, *(fact for fact in lemmas.generators(self.ring) if self.ring.is_scalar(fact.polynomial))]
        search = Search(self.ring, facts, scalars, self.deadline)
        if not all(self._has_root(base, search) for base in bases):
            return None
        if not all(search.shown(found, strict=True, depth=1) for found in denominators):
            return None
        return search.shown(goal, strict)

    def _facts(self, goal: Polynomial) -> list[Fact]:
        rooted = bool(self.ring.squares)
        found = [*lemmas.squares(self.space, goal), *lemmas.completed_squares(self.space, goal),
                 *lemmas.products(self.space, rooted), *lemmas.cauchy_schwarz(self.space, rooted), *lemmas.triangles(self.space, rooted)]
        return [*found, *self.spectra.facts(), *lemmas.generators(self.ring)]

    def _positive_roots(self, conditions: list[Fact]) -> list[Fact]:
        """Roots of what the conditions keep positive."""
        strict = {frozenset(fact.polynomial.items()) for fact in conditions if fact.strict}
        return [Fact({(root,): fmpq(1)}, True, "signs") for root, base in self.ring.squares.items() if frozenset(base.items()) in strict]

    def _has_root(self, base: Polynomial, search: Search) -> bool:
        """Whether a root's base is not negative, without what the roots themselves say."""
        if is_single_term(base, self.ring) or any(self.space.gram(one) == base for one in self.space.elements):
            return True
        plain = [fact for fact in search.facts if not any(g in self.ring.squares for monomial in fact.polynomial for g in monomial)]
        if any(g in self.ring.squares for monomial in base for g in monomial):
            return False
        return Search(self.ring, plain, [fact for fact in search.scalars if fact in plain], self.deadline).shown(base, depth=0) is not None

    def _conditions(self) -> list[Fact]:
        """The domain's conditions as facts; what cannot be read is not used."""
        found = []
        for condition in self.setting.conditions:
            if not isinstance(condition, (Ge, Gt, Le, Lt, Eq)) or is_matrix(condition.lhs):
                continue
            try:
                reader = Reader(self.setting, self.ring, special=self.spectra.read)
                gap = minus(reader.polynomial(condition.lhs), reader.polynomial(condition.rhs))
            except (Unreadable, TooLarge, NotWords):
                continue
            if isinstance(condition, (Le, Lt)):
                gap = times_number(gap, -1)
            found.append(Fact(gap, isinstance(condition, (Gt, Lt)), "signs"))
            if isinstance(condition, Eq):
                found.append(Fact(times_number(gap, -1), False, "signs"))
        for size in self.setting.source.dimensions:
            if size in self.ring.numbers:
                found.append(Fact({(self.ring.numbers[size],): fmpq(1), (): fmpq(-1)}, False, "signs"))
                found.append(Fact({(self.ring.numbers[size],): fmpq(1)}, True, "signs"))
                found += self._root_of_size(self.ring.numbers[size])
        return found

    def _root_of_size(self, size: int) -> list[Fact]:
        """1 <= sqrt(d) <= d, as sizes are whole numbers from 1 on."""
        root = self.ring.numbers.get(("root", frozenset({((size,), fmpq(1))})))
        if root is None:
            return []
        return [Fact({(root,): fmpq(1), (): fmpq(-1)}, False, "signs"), Fact({(size,): fmpq(1), (root,): fmpq(-1)}, False, "signs")]


__all__ = ["prove_matrix_inequality"]
