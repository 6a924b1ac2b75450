"""Sums of squares as lines of a proof: a polynomial, times something positive, is a sum of squares times products of known facts, and of
multiples of known equations. The kernel's `sign` line multiplies it out. """

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations
from typing import TYPE_CHECKING

from flint import fmpq, fmpq_mpoly

from theoremtest.derivations.kernel.facts import nonzero, pos
from theoremtest.derivations.kernel.ring import TooManyLetters, coefficient
from theoremtest.derivations.kernel.terms import Refused, Term, term

from .draft import as_text, signs_of
from .effort import CONES, MULTIPLIERS, SQUARED_DEGREE, SQUARED_LETTERS
from .gram import Poly, Sum, sum_of_squares, times
from .ideal import Letters
from .known import letters_in
from .reader import Reader

if TYPE_CHECKING:
    from .known import Known
    from .signs import Signs


def by_squares(signs: Signs, fact: Term, reader: Reader, poly: fmpq_mpoly, facts: list[Known]) -> int | None:
    """The line that shows the sign of a polynomial as a sum of squares, written now; None where none is found."""
    looked = _Look(reader, poly, facts)
    if not 0 < len(looked.places) <= SQUARED_LETTERS or not 1 < int(poly.total_degree()) <= SQUARED_DEGREE:
        return None
    question = looked.question()
    if question in signs.draft.effort.in_vain:
        return None
    signs.draft.effort.in_vain.add(question)
    for power in range(MULTIPLIERS + 1):
        by = looked.multiplier()
        target = looked.target
        for _ in range(power):
            target = times(target, looked.named(by))
        if max(map(sum, target)) > SQUARED_DEGREE:
            return None
        for cones in looked.cones(max(map(sum, target))):
            signs.draft.effort.spend(programmes=2)
            found = sum_of_squares(target, [looked.product(cone) for cone in cones], looked.equations)
            if found is not None:
                signs.draft.effort.in_vain.discard(question)
                return _written(signs, fact, looked, cones, found, by, power)
    return None


def times_equation(signs: Signs, reader: Reader, place: int, multiple: fmpq_mpoly) -> list:
    """The difference e of the sides of an equation times q, as summands: e q = e ((q + 1)/2)^2 - e ((q - 1)/2)^2."""
    draft, one = signs.draft, reader.context.constant(1)
    return [["1/4", [["line", draft.line("difference", place, turned)], ["square", draft.number(reader.polynomial(half))]]]
            for turned in (False, True) for half in [multiple + (-one if turned else one)] if half]


def by_degrees(signs: Signs, fact: Term, reader: Reader, poly: fmpq_mpoly, facts: list[Known]) -> int | None:
    """With all terms of one degree, where an equation says that two homogeneous polynomials are the same, or that one is a number."""
    degrees = terms_by_degree(poly)
    for known in facts if len(degrees) > 1 else ():
        of_equation = {} if known.equation is None or known.turned else terms_by_degree(known.poly)
        if len(of_equation) != 2:
            continue
        (low, below), (high, above) = sorted(of_equation.items())
        if len({degree % (high - low) for degree in degrees}) > 1:
            continue
        way = signs._signed(reader.polynomial(-below), "pos") if low else None
        if low and way is None:
            continue
        below, above = (-below, above) if way is not None and way[1] else (below, -above) if low else (below**0, -above / below)
        steps = {degree: (max(degrees) - degree) // (high - low) for degree in degrees}
        most = max(steps.values())
        alike = sum((part * above ** steps[degree] * below ** (most - steps[degree]) for degree, part in degrees.items()), poly * 0)
        line, place = signs.show(term(fact.head, (reader.polynomial(alike),))), signs.draft.place(known.equation)
        if line is not None and place is not None:
            rest = times_equation(signs, reader, place, divmod(poly * below**most - alike, known.poly)[0])
            by = [] if way is None else [way[0]] * most
            return signs.draft.line("sign", signs.draft.number(fact), by, [["1", [["line", line]]], *rest], signs.rules)
    return None


def terms_by_degree(poly: fmpq_mpoly) -> dict[int, fmpq_mpoly]:
    """The terms of each degree."""
    found: dict[int, dict] = {}
    for monomial, value in poly.to_dict().items():
        found.setdefault(sum(map(int, monomial)), {})[monomial] = value
    return {degree: poly.context().from_dict(part) for degree, part in found.items()}


def by_discriminant(signs: Signs, fact: Term, reader: Reader, poly: fmpq_mpoly) -> int | None:
    """4 a (a x^2 + b x + c) = (2 a x + b)^2 + (4 a c - b^2), where a and what is added are positive."""
    draft = signs.draft
    for place in () if signs.completing else sorted(letters_in(poly)):
        if int(poly.degrees()[place]) != 2 or any(place == root for root, _, _ in reader._roots):
            continue
        rest, middle, front = (coefficient(poly, place, degree) for degree in range(3))
        below = 4 * front * rest - middle * middle
        if not middle or not below:
            continue
        signs.completing = True
        try:
            line, other = (signs.plainly(term(head, (reader.polynomial(part),))) for head, part in (("pos", front), (fact.head, below)))
        finally:
            signs.completing = False
        if line is not None and other is not None:
            inner = reader.polynomial(2 * front * reader._gens[place] + middle)
            summands = [["1/4", [["square", draft.number(inner)]]], ["1/4", [["line", other]]]]
            return draft.line("sign", draft.number(fact), [line], summands, signs.rules)
    return None


class _Look(Letters):
    """A polynomial and what is known of its letters, as dictionaries over the letters that occur."""

    def __init__(self, reader: Reader, poly: fmpq_mpoly, facts: list[Known]) -> None:
        self.of_equations = [known for known in facts if known.equation is not None and not known.turned]
        super().__init__(reader, [poly, *(known.poly for known in self.of_equations)])
        self.single, self.general = [], []
        seen = {_name(-poly)}  # where it is negative it is not shown to be otherwise
        for known in facts:
            name = _name(known.poly)
            if known.equation is None and known.squared is None and name not in seen:
                seen.add(name)
                (self.single if len(known.poly) == 1 and int(known.poly.total_degree()) == 1 else self.general).append(known)
        self.target = self.named(poly)
        self.equations = [self.named(known.poly) for known in self.of_equations] + list(self.roots())

    def question(self) -> tuple:
        """What is asked, without the order in which it is."""
        terms = [self.reader.terms.get(place) for place in self.places]
        polys = (self.target, *map(self.named, (known.poly for known in (*self.single, *self.general))), *self.equations)
        return (*terms, *(frozenset((m, str(value)) for m, value in poly.items()) for poly in polys))

    def multiplier(self) -> fmpq_mpoly:
        """The sum of the letters' squares, or of letters that are not negative; and 1, where the terms have several degrees."""
        signed = {}
        for known in self.single:
            (monomial, value), = known.poly.to_dict().items()
            signed[list(monomial).index(1)] = known.poly / abs(value)
        total = self.reader.context.constant(int(len({sum(m) for m in self.target}) > 1))
        gens = self.reader._gens
        linear = all(place in signed for place in self.places)
        for place in self.places:
            total += signed[place] if linear else gens[place] ** 2
        return total

    def product(self, cone: tuple[Known, ...]) -> Poly:
        made = {(0,) * len(self.places): fmpq(1)}
        for known in cone:
            made = times(made, self.named(known.poly))
        return made

    def cones(self, degree: int) -> Iterator[list[tuple[Known, ...]]]:
        """Products of facts by which squares are multiplied: first few, then more."""
        plain = [chosen for count in range(len(self.single) + 1) for chosen in combinations(self.single, count)]
        yield self._fitting([*plain, *((known,) for known in self.general)], degree)
        if self.general:
            known = [*self.general, *self.single]
            yield self._fitting([chosen for count in range(4) for chosen in combinations(known, count)], degree)

    @staticmethod
    def _fitting(cones: list[tuple[Known, ...]], degree: int) -> list[tuple[Known, ...]]:
        return [cone for cone in cones if sum(int(known.poly.total_degree()) for known in cone) <= degree][:CONES]


def _name(poly: fmpq_mpoly) -> frozenset:
    lead = abs(poly.leading_coefficient()) if poly else 1
    return frozenset((m, str(value / lead)) for m, value in poly.to_dict().items())


def _written(signs: Signs, fact: Term, looked: _Look, cones: list, found: Sum, by: fmpq_mpoly, power: int) -> int | None:
    draft, reader = signs.draft, looked.reader
    above: list = []
    if power:
        node = reader.polynomial(by)
        line = signs.show(pos(node))
        if line is None:
            return _by_a_letter(signs, fact, looked)
        above = [line] * power
    strict = fact.head == "nonneg"
    summands: list = []
    for place, weight, inner in found.squares:
        factors = [known.factor(signs) for known in cones[place]]
        if None in factors:
            return None
        root = looked.back(inner)
        if root.is_constant():
            weight *= root.leading_coefficient() ** 2
            strict = strict or all(known.strict for known in cones[place])
        elif strict or not all(known.strict for known in cones[place]) or signs.plainly(nonzero(reader.polynomial(root))) is None:
            factors.append(["square", draft.number(reader.polynomial(root))])
        else:
            strict = True
            factors.append(["line", draft.line("lemma", "square_pos", [draft.number(reader.polynomial(root))])])
        summands.append([as_text(weight), factors])
    if not strict:
        return None
    for known, multiple in zip(looked.of_equations, found.multiples):
        if multiple:
            place = draft.place(known.equation)
            if place is None:
                return None
            summands += times_equation(signs, reader, place, looked.back(multiple))
    return draft.line("sign", draft.number(fact), above, summands, signs.rules)


def _by_a_letter(signs: Signs, fact: Term, looked: _Look) -> int | None:
    """In the cases of a letter's sign, where a sum of squares that is multiplied by may be zero."""
    if signs.again is None:
        return None
    draft = signs.draft
    for place in looked.places:
        letter = looked.reader.terms[place]
        if letter in draft.split or draft.known.knows(pos(letter)):
            continue
        cases = []
        for held in signs_of(letter):
            inner = draft.inside(held)
            inner.split.add(letter)
            with suppress(Refused, TooManyLetters):
                again = signs.again(inner, *fact.args)
                if again.show(fact) is not None or inner.known.knows(fact) or again.contradiction():
                    cases.append(inner.lines)
                    continue
            return None
        return draft.line("cases", draft.number(fact), draft.number(letter), *cases)
    return None
