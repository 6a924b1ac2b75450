"""Polynomials in what is known not to be negative: letters are measured from their bounds, then ordered, and in each order measured from
one another (successive differences, Yang 2005). The summands of a `sign` line are the terms, where no coefficient is negative; else squares
times products of those letters: where letters meet, such a polynomial is 0 at a corner, which leaves few squares. """

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, islice, permutations, product
from typing import TYPE_CHECKING

from flint import Ordering, fmpq, fmpq_mat, fmpq_mpoly, fmpq_mpoly_ctx

from theoremtest.derivations.kernel.facts import equal, pos
from theoremtest.derivations.kernel.terms import MINUS, ONE, ZERO, Term, mul

from .draft import as_text
from .effort import MEASURED, MONOMIALS, ORDERED, ORDERED_DEGREE, ORDERED_TERMS, SQUARED_ORDERS
from .gram import Poly, Sum, sum_of_squares
from .known import Known
from .reader import Reader

if TYPE_CHECKING:
    from .signs import Signs


@dataclass
class _Measured:
    """A polynomial over numbers that are not negative, each of which is a polynomial of the reader."""

    bounds: list[Known]
    poly: fmpq_mpoly
    """Over one letter for each of them."""


def by_bounds(signs: Signs, fact: Term, reader: Reader, poly: fmpq_mpoly, facts: list[Known]) -> int | None:
    """The line that shows a sign, where no coefficient is negative once letters are measured from bounds of theirs."""
    for found in _measured(reader, poly, facts):
        if all(value > 0 for value in found.poly.coeffs()):
            summands = _summands(signs, fact, found.poly, [(known.factor(signs), known.strict, None) for known in found.bounds])
            if summands is not None:
                return signs.draft.line("sign", signs.draft.number(fact), [], summands, signs.rules)
    return None


def by_orders(signs: Signs, fact: Term, reader: Reader, poly: fmpq_mpoly, facts: list[Known]) -> int | None:
    """The line that shows a sign in the cases of all orders of what letters are measured by."""
    line = _by_orders(signs, fact, reader, poly, facts, {})
    joined = _joined(signs, reader, poly, facts) if line is None else None
    return line if joined is None else _by_orders(signs, fact, reader, *joined)


def _by_orders(signs: Signs, fact: Term, reader: Reader, poly: fmpq_mpoly, facts: list[Known], products: dict[int, Known]) -> int | None:
    """products: by what stands for it among the facts, what is known of several letters' product."""
    measured = list(_measured(reader, poly, facts, alike=True))
    for found in measured if any(_homogeneous(found.poly) for found in measured) else [_beside_one(signs, found) for found in measured]:
        count = len(found.bounds)
        if fact.head == "pos" and not all(known.strict for known in found.bounds):
            continue  # steps from one to the next may be 0: the last alone is positive
        if not 2 <= count <= ORDERED or not (products or _homogeneous(found.poly)):
            continue
        found.bounds = [products.get(id(known), known) for known in found.bounds]
        cells = _cells(signs, found.poly, count)
        if cells is not None:
            for known in found.bounds:
                if known.factor(signs) is None:
                    return None
            signs.draft.effort.widen(2 * count * count)
            return _Orders(fact, reader, found, cells).show(signs, [], list(range(count)), {})
    return None


def _joined(signs: Signs, reader: Reader, poly: fmpq_mpoly, facts: list[Known]) -> tuple[fmpq_mpoly, list[Known], dict[int, Known]] | None:
    """The polynomial with one letter for several that only occur multiplied with each other, the facts with what is known of such a letter,
    and their products; None where there are none."""
    columns: dict[tuple, list[int]] = {}
    for place, degree in enumerate(poly.degrees()):
        if int(degree):
            columns.setdefault(tuple(int(monomial[place]) for monomial in poly.monoms()), []).append(place)
    products: dict[int, Known] = {}
    for first, *rest in columns.values():
        made = reader.context.constant(1)
        for place in (first, *rest):
            made *= reader._gens[place]
        line = signs.show(pos(reader.polynomial(made))) if rest else None
        if line is not None:
            poly = poly.context().from_dict({tuple(0 if at in rest else value for at, value in enumerate(monomial)): weight
                                             for monomial, weight in poly.to_dict().items()})
            stands = Known(reader._gens[first], line=line, strict=True)
            facts = [stands, *(known for known in facts if not any(int(known.poly.degrees()[place]) for place in (first, *rest)))]
            products[id(stands)] = Known(made, line=line, strict=True)
    return (poly, facts, products) if products else None


def _beside_one(signs: Signs, found: _Measured) -> _Measured:
    """Measured by 1, too, where the polynomial is 0 once all letters are 1 and its terms have several degrees."""
    count = len(found.bounds)
    if count >= ORDERED - 1 or sum(found.poly.coeffs(), fmpq(0)) != 0:
        return found
    one = Known(found.bounds[0].poly**0, line=signs.show(pos(ONE)), strict=True)
    return _Measured([*found.bounds, one], _raised(found.poly, found.poly.context().gens()[count]))


@dataclass
class _Cell:
    """A polynomial over letters that are not negative, and the squares times products of them that it is a sum of."""

    poly: fmpq_mpoly
    found: Sum | None
    """Nothing where no coefficient is negative."""


def _cells(signs: Signs, poly: fmpq_mpoly, count: int) -> dict | None:
    """In each order the polynomial over its steps; None where one of them is not seen to be positive."""
    found: dict = {}
    size = 0
    for order in permutations(range(count)):
        cell = _in_order(poly, order)
        size += len(cell)
        if size > ORDERED_TERMS or cell.to_dict().get((int(poly.total_degree()), *(0,) * (len(poly.context().gens()) - 1)), 0) < 0:
            return None
        found[order] = cell
    known: dict = {}
    for order, cell in sorted(found.items(), key=lambda pair: len(pair[1])):
        name = str(cell)  # of symmetric polynomials all are the same
        if name not in known:
            squares = _squares(signs, cell, count) if any(value < 0 for value in cell.coeffs()) else None
            if squares is None and any(value < 0 for value in cell.coeffs()):
                return None
            known[name] = _Cell(cell, squares)
        found[order] = known[name]
    return found


def _cones(count: int) -> list[Poly]:
    """All products of some of the letters."""
    return [{tuple(int(place in chosen) for place in range(count)): fmpq(1)}
            for size in range(count + 1) for chosen in combinations(range(count), size)]


def _squares(signs: Signs, poly: fmpq_mpoly, count: int) -> Sum | None:
    """The polynomial as squares times products of its letters."""
    if int(poly.total_degree()) > SQUARED_ORDERS:
        return None
    signs.draft.effort.spend(programmes=2)
    return sum_of_squares({tuple(map(int, m[:count])): fmpq(value) for m, value in poly.to_dict().items()}, _cones(count), [])


def _measured(reader: Reader, poly: fmpq_mpoly, facts: list[Known], alike: bool = False) -> Iterator[_Measured]:
    """The polynomial over a bound for each of its letters, and over one more where they add up to a number. alike: over the letters' own
    signs only, or those that add up to one."""
    places = [place for place, degree in enumerate(poly.degrees()) if int(degree)]
    if not 1 <= len(places) <= 2 * ORDERED or int(poly.total_degree()) > ORDERED_DEGREE or len(poly) > MONOMIALS:
        return
    usable = [known for known in facts if known.squared is None and known.nonzero is None and not known.turned
              and known.equation is None and _affine(known.poly, places)]
    own = {place: [known for known in usable if int(known.poly.degrees()[place]) and known.poly.to_dict()[_unit(reader, place)] > 0]
           for place in places}
    for place in places:
        own[place].sort(key=lambda known: len(known.poly), reverse=not alike)
    if not all(own.values()):
        return
    for chosen in islice(product(*own.values()), MEASURED):
        if len(set(map(id, chosen))) == len(places):
            yield from _over(reader, poly, places, list(chosen), usable)


def _unit(reader: Reader, place: int) -> tuple[int, ...]:
    return tuple(int(at == place) for at in range(len(reader._gens)))


def _affine(poly: fmpq_mpoly, places: list[int]) -> bool:
    return int(poly.total_degree()) == 1 and all(place in places for place, degree in enumerate(poly.degrees()) if int(degree))


def _over(reader: Reader, poly: fmpq_mpoly, places: list[int], chosen: list[Known], usable: list[Known]) -> Iterator[_Measured]:
    size = len(places)
    rows = [known.poly.to_dict() for known in chosen]
    matrix = fmpq_mat(size, size, [row.get(_unit(reader, place), fmpq(0)) for row in rows for place in places])
    if matrix.det() == 0:
        return
    back = matrix.inv()
    none = (0,) * len(reader._gens)
    context = fmpq_mpoly_ctx.get([f"t{number}" for number in range(size + 1)], Ordering.degrevlex)
    gens = context.gens()
    rest = [row.get(none, fmpq(0)) for row in rows]
    letters = []
    for i in range(size):
        made = context.constant(0)
        for j in range(size):
            made += back[i, j] * (gens[j] - rest[j])
        letters.append(made)
    target = _composed(poly, places, letters, context)
    yield _Measured(chosen, target)
    for last in usable:  # a bound that adds up with the others to a number: all terms get one degree
        if last in chosen:
            continue
        inside = _composed(last.poly, places, letters, context)
        weights = dict(inside.to_dict())
        total = weights.pop((0,) * (size + 1), fmpq(0))
        if total > 0 and len(weights) == size and all(value < 0 for value in weights.values()):
            one = gens[size] / total
            for place in range(size):
                one -= gens[place] * weights[tuple(int(at == place) for at in range(size + 1))] / total
            yield _Measured([*chosen, last], _raised(target, one))


def _raised(poly: fmpq_mpoly, one: fmpq_mpoly) -> fmpq_mpoly:
    """Each term times a power of what is 1, so that all have one degree."""
    degree = int(poly.total_degree())
    parts: dict[int, dict] = {}
    for monomial, value in poly.to_dict().items():
        parts.setdefault(degree - sum(map(int, monomial)), {})[monomial] = value
    context = poly.context()
    made = context.constant(0)
    for missing, part in parts.items():
        made += context.from_dict(part) * one**missing
    return made


def _composed(poly: fmpq_mpoly, places: list[int], letters: list[fmpq_mpoly], context: fmpq_mpoly_ctx) -> fmpq_mpoly:
    made = context.constant(0)
    powers: list[list] = [[context.constant(1)] for _ in letters]
    for monomial, value in poly.to_dict().items():
        summand = context.constant(1) * value
        for known, letter, place in zip(powers, letters, places):
            while len(known) <= int(monomial[place]):
                known.append(known[-1] * letter)
            if int(monomial[place]):
                summand *= known[int(monomial[place])]
        made += summand
    return made


def _homogeneous(poly: fmpq_mpoly) -> bool:
    return len({sum(map(int, monomial)) for monomial in poly.monoms()}) == 1


def _in_order(poly: fmpq_mpoly, order: tuple[int, ...]) -> fmpq_mpoly:
    """The polynomial over the steps from each number down to the next, and the least of them, largest first."""
    context = poly.context()
    gens = context.gens()
    letters: list = [None] * len(order)
    total = context.constant(0)
    for step in reversed(range(len(order))):
        total = total + gens[step]
        letters[order[step]] = total
    return _composed(poly, list(range(len(order))), letters, context)


def _summands(signs: Signs, fact: Term, poly: fmpq_mpoly, steps: list[tuple]) -> list | None:
    """A polynomial whose coefficients are positive as summands of a line: each letter is a factor, whether it is positive, and a term."""
    summands, strict = [], fact.head == "nonneg"
    for monomial, value in poly.to_dict().items():
        factors: list = []
        certain = True
        for (factor, positive, node), exponent in zip(steps, map(int, monomial)):
            if exponent:
                if factor is None:
                    return None
                squares = exponent // 2 if node is not None else 0
                factors += [["square", node]] * squares + [factor] * (exponent - 2 * squares)
                certain = certain and positive and not squares
        strict = strict or certain
        summands.append([as_text(value), factors])
    return summands if strict else None


def _squared(signs: Signs, fact: Term, reader: Reader, found: Sum, factors: list, polys: list[fmpq_mpoly]) -> list | None:
    """Squares times products of letters as summands of a line; factors, polys: what each letter is."""
    cones = _cones(len(polys))
    summands, context = [], reader.context
    for place, weight, inner in found.squares:
        own = [factors[letter] for letter, exponent in enumerate(next(iter(cones[place]))) if exponent]
        if None in own:
            return None
        made = context.constant(0)
        for monomial, value in inner.items():
            summand = context.constant(value)
            for poly, exponent in zip(polys, monomial, strict=True):
                summand *= poly**exponent
            made += summand
        if not made.is_constant():
            own.append(["square", signs.draft.number(reader.polynomial(made))])
        summands.append([as_text(weight if not made.is_constant() else weight * made.leading_coefficient()**2), own])
    return summands if fact.head == "nonneg" else None


class _Orders:
    """Cases of which of two is larger, until all are in order."""

    def __init__(self, fact: Term, reader: Reader, found: _Measured, cells: dict) -> None:
        self.fact, self.reader, self.found, self.cells = fact, reader, found, cells

    def show(self, signs: Signs, order: list[int], left: list[int], steps: dict) -> int | None:
        """order: those that are in order, largest first; steps: by two neighbours, the factor that says so."""
        if not left:
            return self._cell(signs, order, steps)
        first, *others = left
        return self._insert(signs, order, first, 0, others, steps)

    def _insert(self, signs: Signs, order: list[int], new: int, place: int, left: list[int], steps: dict) -> int | None:
        if place == len(order):
            return self.show(signs, [*order, new], left, steps)
        other = order[place]
        node = self.reader.polynomial(self.found.bounds[new].poly - self.found.bounds[other].poly)
        draft = signs.draft
        cases = []
        for held, above in ((pos(mul(MINUS, node)), False), (equal(node, ZERO), True), (pos(node), True)):
            inner = draft.inside(held)
            again = signs.inside(inner)
            line = inner.place(held)
            if line is None:
                return None
            if held.head == "Equality":
                line = inner.line("difference", line, False)
            pair = (new, other) if above else (other, new)
            known = steps | {pair: line}
            done = self.show(again, [*order[:place], new, *order[place:]], left, known) if above else self._insert(
                again, order, new, place + 1, left, known)
            if done is None:
                return None
            cases.append(inner.lines)
        return draft.line("cases", draft.number(self.fact), draft.number(node), *cases)

    def _cell(self, signs: Signs, order: list[int], steps: dict) -> int | None:
        draft, bounds = signs.draft, self.found.bounds
        known: list[tuple] = []
        for larger, smaller in zip(order, order[1:]):
            line = steps[larger, smaller]
            node = draft.number(self.reader.polynomial(bounds[larger].poly - bounds[smaller].poly))
            known.append((["line", line], draft.shown[line].head == "pos", node))
        last = bounds[order[-1]]
        known.append((last.factor(signs), last.strict, draft.number(self.reader.polynomial(last.poly))))
        cell = self.cells[tuple(order)]
        if cell.found is None:
            summands = _summands(signs, self.fact, cell.poly, known)
        else:
            polys = [bounds[larger].poly - bounds[smaller].poly for larger, smaller in zip(order, order[1:])] + [last.poly]
            summands = _squared(signs, self.fact, self.reader, cell.found, [factor for factor, *_ in known], polys)
        return None if summands is None else draft.line("sign", draft.number(self.fact), [], summands, signs.rules)
