"""Sums of roots against what has none: each root is bounded by a quotient that meets it where the sum is 0, sqrt(P) <= (P + t^2)/(2 t) and
sqrt(P) >= 2 P t/(P + t^2) for t > 0. What is left over is (sqrt(P) - t)^2 times what is not negative. Where the sum is 0, and what t is, is
found in floating point, among formulas of one degree. """

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import product

import numpy as np
from flint import fmpq_mpoly

from theoremtest.derivations.kernel.algebra import SIZES
from theoremtest.derivations.kernel.facts import nonneg
from theoremtest.derivations.kernel.obligations import obligations
from theoremtest.derivations.kernel.ring import Quotient, coefficient
from theoremtest.derivations.kernel.terms import Refused, Term, add, free, mul, number, parts, power, sub, term

from .effort import ROOTS_BOUNDED
from .floating import _Evaluated
from .gram import monomials
from .reader import Reader
from .signs import Signs

HALF = Fraction(1, 2)
NEAR, NOTHING = 1e-7, 2e-3
"""What stands for 0, where a formula may have no value; below which a sum of such roots is taken for 0."""
Weights = dict[tuple[int, ...], Quotient]


def holds_roots(fact: Term) -> bool:
    """Whether a formula holds square roots of letters."""
    return any(part.head == "Pow" and part.args[1].head == "number" and part.args[1].mark.denominator == 2 and free(part)
               for part in parts(fact))


def by_bounds_of_roots(signs: Signs, fact: Term) -> int | None:
    """The line that shows the sign of a sum of roots, written now; None where that is not found."""
    if fact.head not in ("pos", "nonneg") or fact.args[0].head != "Add" or not holds_roots(fact):
        return None
    reader = signs._reader(SIZES[0])
    rest, weights = _by_roots(reader, fact.args[0])
    letters = sorted((node for node in free(fact) if node in reader.terms.values()), key=repr)
    if not 0 < len(weights) <= ROOTS_BOUNDED or not 2 <= len(letters) <= 4 or any(letter.head != "Symbol" for letter in letters):
        return None
    bounds = _Bounds(signs, reader, letters, rest, weights)
    found = [reader.written(rest)]
    over: list[tuple[Term, Term]] = []
    for roots, weight in weights.items():
        way = signs._signed(reader.written(weight), "nonneg")
        meeting = bounds.meeting(roots, reader.written(weight))
        if way is None or meeting is None:
            return None
        root = mul(*(reader.terms[place] for place in roots))
        below, of = bounds.below(roots), reader.written(weight)
        both = add(below, power(meeting, 2))
        if way[1]:  # from below
            found.append(mul(number(2), of, below, meeting, power(both, -1)))
            over.append((mul(of, root, power(both, -1)), sub(root, meeting)))
        else:
            found.append(mul(of, both, power(mul(number(2), meeting), -1)))
            over.append((mul(number(Fraction(-1, 2)), of, power(meeting, -1)), sub(root, meeting)))
    simpler = term(fact.head, (add(*found),))
    if not _valued(signs, [simpler, *(nonneg(weight) for weight, _ in over)]):
        return None
    lines = [signs.show(nonneg(weight)) for weight, _ in over]
    line = signs.show(simpler) if None not in lines else None
    if line is None:
        return None
    summands = [["1", [["line", line]]], *(["1", [["line", place], ["square", signs.draft.number(gap)]]]
                                           for place, (_, gap) in zip(lines, over, strict=True))]
    return signs.draft.line("sign", signs.draft.number(fact), [], summands, signs.rules)


def _valued(signs: Signs, facts: Iterable[Term]) -> bool:
    return all(signs.draft.known.knows(need) or signs.show(need) is not None
               for fact in facts for node in fact.args for need in obligations(node) if need.head in ("pos", "nonneg", "nonzero"))


def _by_roots(reader: Reader, node: Term) -> tuple[Quotient, Weights]:
    """What holds no root, and what stands before each product of roots. Raises Refused where roots stand otherwise."""
    one = reader.context.constant(1)
    rest, weights = Quotient(one * 0, one), {}
    for summand in node.args:
        value = reader.reduced(reader.scalar(summand))
        for place, degree, below in reversed(reader._roots):
            if degree == 2 and int(value.den.degrees()[place]) == 1:
                front = coefficient(value.den, place, 1)
                if coefficient(value.den, place, 0):
                    raise Refused("a root in a sum below")
                value = reader.reduced(Quotient(value.num * reader._gens[place], front) * below.inverse())
        squares = {place for place, degree, _ in reader._roots if degree == 2}
        if any(int(value.den.degrees()[place]) for place in squares):
            raise Refused("roots below")
        apart: dict[tuple[int, ...], dict] = {}
        for monomial, weight in value.num.to_dict().items():
            roots = tuple(place for place in sorted(squares) if monomial[place])
            apart.setdefault(roots, {})[tuple(0 if place in roots else exponent for place, exponent in enumerate(monomial))] = weight
        for roots, part in apart.items():
            more = Quotient(reader.context.from_dict(part), one) * Quotient(value.den, one).inverse()
            if roots:
                weights[roots] = weights[roots] + more if roots in weights else more
            else:
                rest = rest + more
    return rest, {roots: weight for roots, weight in weights.items() if weight.num}


class _Bounds:
    """What meets roots where a sum is 0."""

    def __init__(self, signs: Signs, reader: Reader, letters: list[Term], rest: Quotient, weights: Weights) -> None:
        self.signs, self.reader, self.letters = signs, reader, letters
        rooted = (mul(reader.written(weight), power(self.below(roots), HALF)) for roots, weight in weights.items())
        self.zeros = list(_zeros(signs, letters, add(reader.written(rest), *rooted)))

    def below(self, roots: tuple[int, ...]) -> Term:
        """What a product of roots is the root of."""
        value = Quotient(self.reader.context.constant(1), self.reader.context.constant(1))
        for place, _, inner in self.reader._roots:
            if place in roots:
                value = value * inner
        return self.reader.written(self.reader.reduced(value))

    def meeting(self, roots: tuple[int, ...], weight: Term) -> Term | None:
        """A polynomial of its degree that meets a product of roots at the zeros where its weight is not 0, and has its slope."""
        below = self.reader.reduced(self.reader.scalar(self.below(roots)))
        degrees = {sum(map(int, monomial)) for monomial in below.num.monoms()}
        if not below.den.is_constant() or len(degrees) != 1 or (degree := degrees.pop()) % 2 or degree > 8:
            return None
        basis = [m for m in monomials(len(self.letters), degree // 2) if sum(m) == degree // 2]
        poly = below.num / below.den.leading_coefficient()
        places = [next(place for place, node in self.reader.terms.items() if node is letter) for letter in self.letters]
        rows, wanted = [], []
        with np.errstate(all="ignore"):
            of = _Evaluated(dict(zip(self.letters, np.array(self.zeros).T, strict=True))).of(weight)[0] if self.zeros else ()
        for zero, value in zip(self.zeros, of, strict=True):
            if not abs(value) > NOTHING:
                continue
            at = dict(zip(places, zero, strict=True))
            value = _at(poly, at)
            if value <= NOTHING:
                continue
            root = value ** 0.5
            rows.append([1e4 * float(np.prod([z ** e for z, e in zip(zero, m, strict=True)])) for m in basis])
            wanted.append(1e4 * root)
            if min(zero) > NEAR:
                for k, place in enumerate(places):
                    rows.append([_slope(m, zero, k) for m in basis])
                    wanted.append(_at(poly.derivative(place), at) / (2 * root))
        if not rows:
            return None
        solved = np.linalg.lstsq(np.array(rows), np.array(wanted), rcond=1e-9)[0]
        weights = [Fraction(value).limit_denominator(60) for value in solved]
        if not any(weights):
            return None
        return add(*(mul(number(weight), *(power(letter, e) for letter, e in zip(self.letters, m, strict=True) if e))
                     for weight, m in zip(weights, basis, strict=True) if weight))


def _slope(monomial: tuple[int, ...], at: tuple[float, ...], along: int) -> float:
    if not monomial[along]:
        return 0.0
    return monomial[along] * float(np.prod([z ** (e - (k == along)) for k, (z, e) in enumerate(zip(at, monomial, strict=True))]))


def _at(poly: fmpq_mpoly, at: dict[int, float]) -> float:
    total = 0.0
    for monomial, value in poly.to_dict().items():
        total += float(value) * float(np.prod([at[place] ** int(e) for place, e in enumerate(monomial) if e]))
    return total


def _zeros(signs: Signs, letters: list[Term], node: Term) -> Iterator[tuple[float, ...]]:
    """Small points at which a formula is nearly 0, and what is supposed holds, or the one at which it is least."""
    few = (NEAR, 1.0, 2.0, 3.0, 4.0) if len(letters) < 4 else (NEAR, 1.0, 2.0, 3.0)
    table = np.array([at for at in product(few, repeat=len(letters)) if max(at) > NEAR and _first(at)]).T
    with np.errstate(all="ignore"):
        values = _Evaluated(dict(zip(letters, table, strict=True)))
        good = np.ones(table.shape[1], dtype=bool)
        for known in [*signs.draft.goal.hypotheses, *signs.draft.held]:
            if known.head in ("pos", "nonneg") and free(known) <= set(letters):
                with suppress(Refused):
                    good &= values.of(known.args[0])[0] >= 0
        value = values.of(node)[0]
    good &= np.isfinite(value)
    if not np.any(good):
        return
    zero = good & (abs(value) < np.where(table.min(axis=0) > NEAR, 1e-9, NOTHING))
    for column in np.flatnonzero(zero) if np.any(zero) else [np.flatnonzero(good)[np.argmin(value[good])]]:
        yield tuple(float(z) for z in table[:, column])


def _first(at: tuple[float, ...]) -> bool:
    """Whether a point is no multiple of another one that is looked at."""
    return not (min(z for z in at if z > 0.5) > 1 and all(z < 0.5 or z % min(y for y in at if y > 0.5) == 0 for z in at))
