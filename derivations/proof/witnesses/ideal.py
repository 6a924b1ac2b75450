"""Whether a polynomial is a sum of multiples of others, by linear algebra over the rational numbers, degree by degree."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from math import comb

from flint import fmpq, fmpq_mat, fmpq_mpoly

from .effort import COFACTORS, HIGHER
from .gram import Poly, monomials, times
from .reader import Reader


class Letters:
    """Polynomials of a reader as dictionaries over some of its letters."""

    def __init__(self, reader: Reader, polys: list[fmpq_mpoly]) -> None:
        self.reader = reader
        self.places = [place for place in range(len(reader._gens)) if any(int(poly.degrees()[place]) > 0 for poly in polys)]

    def named(self, poly: fmpq_mpoly) -> Poly:
        """A polynomial as a dictionary."""
        return {tuple(int(monomial[place]) for place in self.places): fmpq(value) for monomial, value in poly.to_dict().items()}

    def back(self, poly: Poly) -> fmpq_mpoly:
        """A dictionary as a polynomial."""
        made, count = {}, len(self.reader._gens)
        for monomial, value in poly.items():
            whole = [0] * count
            for place, exponent in zip(self.places, monomial):
                whole[place] = exponent
            made[tuple(whole)] = value
        return self.reader.context.from_dict(made)

    def roots(self) -> Iterator[Poly]:
        """What the powers of roots are: the algebra takes these equations by itself."""
        for place, degree, below in self.reader._roots:
            made = self.reader._gens[place] ** degree * below.den - below.num
            if all(place in self.places for place, top in enumerate(made.degrees()) if int(top) > 0):
                yield self.named(made)


def multiples(target: Poly, equations: list[Poly]) -> list[Poly] | None:
    """What each equation is multiplied by so that the sum is the target; None where nothing of a low degree is found."""
    if not target or not equations:
        return None
    count, high = len(next(iter(target))), max(map(sum, target))
    for degree in range(high, high + HIGHER + 1):
        rooms = [degree - max(map(sum, equation)) for equation in equations]
        if sum(comb(count + room, count) for room in rooms if room >= 0) > COFACTORS:
            return None
        columns = [(place, m, times(equation, {m: fmpq(1)})) for place, (equation, room) in enumerate(zip(equations, rooms, strict=True))
                   for m in monomials(count, room)]
        if not columns:
            continue
        rows: dict = {}
        for m in [*target, *(m for *_, poly in columns for m in poly)]:
            rows.setdefault(m, len(rows))
        table = fmpq_mat(len(rows), len(columns) + 1)
        for column, poly in enumerate([*(poly for *_, poly in columns), target]):
            for m, value in poly.items():
                table[rows[m], column] = value
        reduced, rank = table.rref()
        leads = [next(j for j in range(len(columns) + 1) if reduced[i, j] != 0) for i in range(rank)]
        if len(columns) in leads:
            continue
        found: list[dict] = [defaultdict(fmpq) for _ in equations]
        for i, lead in enumerate(leads):
            place, m, _ = columns[lead]
            if reduced[i, len(columns)] != 0:
                found[place][m] = reduced[i, len(columns)]
        return [dict(poly) for poly in found]
    return None
