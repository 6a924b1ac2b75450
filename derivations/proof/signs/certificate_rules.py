"""The rule that looks for a certificate: a polynomial as a nonnegative combination of products of hypotheses and generators."""

from __future__ import annotations

from itertools import combinations_with_replacement, islice

from .handelman import COLUMNS, ROWS, certificate
from .polynomials import CAPACITY, CONTEXT, GENS, ONE, rational
from .signset import ANY, NEG, NONNEG, POS, inside, negate, power, times
from .term_rules import EFFORT

MOST = 7
"""Hypotheses that a certificate may use."""
SHORT = 2
"""Terms of a goal up to which multiples of it are tried."""


class CertificateRules:
    """The rule of `PolynomialSigns` that comes last, because it is dear."""

    def _certified(self, poly, support, effort) -> int:
        """A certificate over products of the hypotheses and of generators of known sign."""
        if effort < EFFORT - 2 or len(poly) > 60:
            return ANY
        result, seen = ANY, self.generators.witnesses.seen(poly)
        for direction, strict, weak in ((1, POS, NONNEG), (-1, NEG, negate(NONNEG))):
            if not inside(seen, weak):
                continue
            goal = poly if direction == 1 else -poly
            found = self._certificate(goal, support) or (self._of_a_multiple(goal, support) if effort == EFFORT else None)
            if found == "strict":
                return strict
            if found == "weak":
                result &= weak
        return result

    def _of_a_multiple(self, goal, support):
        """The same for a short goal times a positive generator that a hypothesis ties it to: k v > u > 0 and v > 0 make k positive."""
        if len(goal) > SHORT:
            return None
        tied = set().union(*(self.generators.variables(h) for h, _, foreign in self._relevant(set(support)) if foreign)) - set(support)
        for index in sorted(tied):
            if self.mask(GENS[index], effort=EFFORT - 2) == POS and (found := self._certificate(goal * GENS[index], [*support, index])):
                return found
        return None

    def _certificate(self, goal, support):
        generators = self.generators
        hypotheses = self._relevant(set(support))
        if not hypotheses:
            return None
        variables = sorted(set(support).union(*(generators.variables(h) for h, _, _ in hypotheses)))
        monomials = _Monomials(generators.items, variables)
        degree = max(goal.total_degree(), min(h.total_degree() for h, _, _ in hypotheses))
        products = (column for base, strict in _bases(hypotheses, degree)
                    for column in self._multiples(base, strict, monomials, degree - base.total_degree()))
        columns, terms = [], goal.to_dict()
        rows = set(terms)
        for column, strict in islice(products, COLUMNS):
            columns.append((column.to_dict(), strict))
            rows.update(columns[-1][0])
            if len(rows) > ROWS:
                return None
        return certificate(terms, columns, generators.deadline)

    def _multiples(self, base, strict, monomials, room):
        """`(product, strict)` of a hypothesis with monomials that are known to be nonnegative."""
        for size in range(room + 1):
            self.generators.deadline.check()
            for monomial, positive in monomials.of(size):
                yield self.generators.reduce(base * monomial), strict and positive

    def _relevant(self, support: set):
        """Hypotheses `(polynomial, strict, _)`, oriented to be nonnegative, that share a generator with the goal."""
        chosen = self._ends(support)
        for poly, signs in self.known.values():
            variables = set(self.generators.variables(poly))
            if not variables & support or len(poly) > 30:
                continue
            if inside(signs, NONNEG):
                chosen.append((poly, signs == POS, len(variables - support)))
            if inside(signs, negate(NONNEG)):
                chosen.append((-poly, signs == NEG, len(variables - support)))
        chosen.sort(key=lambda entry: (entry[2], entry[0].total_degree(), len(entry[0])))
        others = set().union(*(self.generators.variables(poly) for poly, _, _ in chosen)) - support
        return (chosen + self._ends(others))[:MOST]

    def _ends(self, indices: set) -> list:
        """The bounds of generators, those apart that say their signs."""
        found = []
        for index in sorted(indices):
            bounds = self.generators.items[index].bounds
            if bounds.lower is not None and bounds.lower != 0:
                found.append((GENS[index] - rational(bounds.lower), bounds.lower_open, 0))
            if bounds.upper is not None and bounds.upper != 0:
                found.append((rational(bounds.upper) - GENS[index], bounds.upper_open, 0))
        return found


class _Monomials:
    """Monomials in some generators, each turned to be nonnegative, and whether it is positive; by degree, worked out once."""

    def __init__(self, items, variables):
        self._items, self._variables = items, variables
        self._found: dict[int, list] = {}

    def of(self, size: int) -> list:
        if size not in self._found:
            self._found[size] = list(self._worked_out(size))
        return self._found[size]

    def _worked_out(self, size: int):
        for chosen in islice(combinations_with_replacement(self._variables, size), 200):
            exponents, signs = [0] * CAPACITY, POS
            for index in set(chosen):
                exponents[index] = chosen.count(index)
                signs = times(signs, power(self._items[index].signs, exponents[index]))
            if inside(signs, NONNEG):
                yield CONTEXT.from_dict({tuple(exponents): 1}), signs == POS
            elif inside(signs, negate(NONNEG)):
                yield CONTEXT.from_dict({tuple(exponents): -1}), signs == NEG


def _bases(hypotheses, degree: int):
    """One, the hypotheses, and their products in pairs, within the degree."""
    yield ONE, True
    for poly, strict, _ in hypotheses:
        if poly.total_degree() <= degree:
            yield poly, strict
    for (left, strict_left, _), (right, strict_right, _) in combinations_with_replacement(hypotheses, 2):
        if left.total_degree() + right.total_degree() <= degree:
            yield left * right, strict_left and strict_right
