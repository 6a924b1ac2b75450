"""All that a flow conserves: polynomials of a degree by linear algebra, and how many there are by the rank of a Lie algebra.

The rates are polynomials in the states and in letters that stand still. What is conserved whatever values these have is conserved along the
field before each of their monomials; so it is along the fields' brackets. Where the fields and their brackets span, at one point, as many
dimensions as there are states less n, they do so near almost every point, and no more than n conserved quantities are independent there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from math import comb
from typing import Any

from flint import fmpq, fmpq_mat
from sympy import QQ, Expr, Symbol, diff, ring
from sympy.polys.polyerrors import CoercionFailed, GeneratorsError, PolynomialError
from sympy.polys.rings import PolyElement, PolyRing

from theoremtest.derivations.language.errors import StatementError
from theoremtest.derivations.language.flow import Flow, GradientFlow
from theoremtest.derivations.language.material import as_formula
from theoremtest.derivations.language.wellformed import shape_of

Field = tuple[PolyElement, ...]
MOST = 1500
"""Monomials of a conserved polynomial, at most."""
FIELDS = 60
"""Brackets that are formed, at most."""
PLACES = (3, -2, 5, 7, -4, 11, 2, -9, 13, 6, -5, 17, 8, -3, 19, 10)
"""Numbers for the states at a point of no special position."""


class NotPolynomial(StatementError):
    """A flow whose rates are no polynomials in its states and in what stands still."""


def for_every_loss(outputs: Iterable[Expr], parameters: Sequence[Symbol], rates: Sequence[Expr] = (), name: str = "") -> Flow:
    """Gradient flow of any loss of a network's outputs, on any data: the slope of the loss by each output is a letter of its own.

    outputs: formulas in the parameters, one for each number that the loss sees (of a linear network the entries of the product of its
    layers). The letters are called l_1, l_2, ... rates: learning rates by parameter, 1 where left out. What is conserved along this
    flow is conserved in any training.
    """
    parameters, outputs = tuple(parameters), tuple(map(as_formula, outputs))
    speeds = tuple(map(as_formula, tuple(rates) or (1,) * len(parameters)))
    taken = {str(letter) for formula in (*outputs, *speeds) for letter in formula.free_symbols}
    letter = "l"
    while any(f"{letter}_{place}" in taken for place in range(1, len(outputs) + 1)):
        letter += "l"
    slopes = [Symbol(f"{letter}_{place}", real=True) for place in range(1, len(outputs) + 1)]
    if len(speeds) != len(parameters):
        raise StatementError(f"there are {len(parameters)} parameters and {len(speeds)} learning rates; give one for each")
    motion = {parameter: -speed * sum(slope * diff(output, parameter) for slope, output in zip(slopes, outputs, strict=True))
              for parameter, speed in zip(parameters, speeds, strict=True)}
    return Flow(motion, name=name or "gradient flow of any loss")


def find_conserved(flow: Flow | GradientFlow, degree: int, constants: Sequence[Symbol] = ()) -> tuple[Expr, ...]:
    """Polynomials in a flow's states that it conserves, of which all others up to a degree are made.

    degree: of the polynomials. constants: letters that may stand in their coefficients, such as learning rates; what is found is then for
    almost all of their values. Every other letter of the rates may have any value, and what is found is conserved for each.
    Returns the polynomials, those of the least degree first; none is a polynomial in those before it. Raises NotPolynomial, a
    StatementError.
    """
    if isinstance(degree, bool) or not isinstance(degree, int) or degree < 1:
        raise StatementError(f"find_conserved takes a degree, a positive whole number; got {degree!r}")
    setting = Setting(flow, constants)
    found: list[PolyElement] = []
    setting.monomials(degree)  # which refuses one that is too high at once
    for top in range(1, degree + 1):
        for poly in setting.polynomials(top):
            if not setting.made_of(poly, found, top):
                found.append(poly)
    return tuple(setting.written(poly) for poly in found)


class Setting:
    """A flow as fields: one before each monomial of the letters that may have any value."""

    def __init__(self, flow: Flow | GradientFlow, constants: Sequence[Symbol] = (),
                 expand: Callable[[Expr], Expr] = lambda formula: formula) -> None:
        self.states, self.constants = list(flow.states), list(constants)
        for state in self.states:
            if shape_of(state):
                raise StatementError(f"{state} is a matrix; write a flow of its entries, of which conserved quantities are polynomials")
        if set(self.states) & set(self.constants):
            raise StatementError("a state of the flow is no constant")
        if isinstance(flow, GradientFlow):
            rates = [-expand(speed) * diff(expand(flow.loss), state) for state, speed in flow.learning_rates.items()]
        else:
            rates = [as_formula(expand(rate)) for rate in flow.rates.values()]
        letters = set().union(*(rate.free_symbols for rate in rates)) - {*self.states, *self.constants}
        try:
            base = QQ.frac_field(*self.constants) if self.constants else QQ
            self.ring: PolyRing = ring(self.states, base)[0]
            over: PolyRing = ring([*self.states, *sorted(letters, key=str)], base)[0]
            self.fields = self._parted([over.from_expr(rate.expand()) for rate in rates])
        except (CoercionFailed, GeneratorsError, PolynomialError, ValueError) as error:
            raise NotPolynomial(f"the rates of {flow.name} are no polynomials in {', '.join(map(str, [*self.states, *letters]))}; "
                                "what a flow conserves is found for those") from error

    def _parted(self, rates: list[PolyElement]) -> list[Field]:
        count = len(self.states)
        parts: dict[tuple, list[dict]] = {}
        for place, rate in enumerate(rates):
            for monomial, value in rate.terms():
                parts.setdefault(monomial[count:], [{} for _ in rates])[place][monomial[:count]] = value
        return [tuple(map(self.ring.from_dict, made)) for made in parts.values()]

    def read(self, formula: Expr) -> PolyElement:
        """A polynomial in the states. Raises NotPolynomial."""
        try:
            return self.ring.from_expr(formula.expand())
        except (CoercionFailed, GeneratorsError, PolynomialError, ValueError) as error:
            raise NotPolynomial(f"{formula} is no polynomial in {', '.join(map(str, self.states))}") from error

    @staticmethod
    def written(poly: PolyElement) -> Expr:
        """As a formula, without fractions, its first coefficient positive."""
        expression = poly.monic().as_expr().together()
        numerator = expression.as_numer_denom()[0].expand()
        content = numerator.as_coeff_Mul()[0]
        return numerator / abs(content)

    def change(self, poly: PolyElement, field: Field) -> PolyElement:
        """The derivative of a polynomial along a field."""
        total = self.ring.zero
        for generator, rate in zip(self.ring.gens, field, strict=True):
            total += poly.diff(generator) * rate
        return total

    def bracket(self, one: Field, other: Field) -> Field:
        """The Lie bracket of two fields."""
        return tuple(self.change(b, one) - self.change(a, other) for a, b in zip(one, other, strict=True))

    def monomials(self, degree: int) -> list[tuple[int, ...]]:
        """Exponents of the states, from degree 1 on."""
        found: list[tuple[int, ...]] = [()]
        if comb(len(self.states) + degree, degree) > MOST:
            raise StatementError(f"conserved polynomials of degree {degree} in {len(self.states)} states have more than {MOST} terms; "
                                 "ask for a lower degree")
        for _ in self.states:
            found = [(*front, e) for front in found for e in range(degree - sum(front) + 1)]
        return sorted((m for m in found if any(m)), key=lambda m: (sum(m), m), reverse=True)

    def polynomials(self, degree: int) -> list[PolyElement]:
        """A basis of the conserved polynomials of at most this degree, without a constant term."""
        names = self.monomials(degree)
        columns: list[dict] = []
        for m in names:
            column = {}
            for place, field in enumerate(self.fields):
                for made, value in self.change(self.ring.from_dict({m: self.ring.domain.one}), field).terms():
                    column[place, made] = value
            columns.append(column)
        return [self.ring.from_dict({names[c]: value for c, value in vector.items()}) for vector in self._null(columns)]

    def _null(self, columns: list[dict]) -> list[dict[int, Any]]:
        """What combinations of columns are zero, by elimination; each begins with 1."""
        domain, pivots, found = self.ring.domain, {}, []
        for place in reversed(range(len(columns))):
            column, made = dict(columns[place]), {place: domain.one}
            while column:
                row = min(column)
                if row not in pivots:
                    pivots[row] = column, made
                    break
                other, of = pivots[row]
                factor = column[row] / other[row]
                for target, source in ((column, other), (made, of)):
                    for key, value in source.items():
                        rest = target.get(key, domain.zero) - factor * value
                        if rest:
                            target[key] = rest
                        else:
                            target.pop(key, None)
            else:
                found.append(made)
        return found

    def made_of(self, poly: PolyElement, found: list[PolyElement], degree: int) -> bool:
        """Whether a polynomial is a sum of products of others of at most this degree."""
        products = self.products(found, degree)
        return len(self._null([dict(one.terms()) for one in products])) < len(self._null([dict(one.terms()) for one in [*products, poly]]))

    def products(self, found: list[PolyElement], degree: int) -> list[PolyElement]:
        """Products of at least one of some polynomials, of at most this degree."""
        made = [self.ring.one]
        for factor in found:
            top = _degree(factor)
            if top == 0:
                continue
            for one in list(made):
                power = one * factor
                while _degree(power) <= degree:
                    made.append(power)
                    power = power * factor
        return made[1:]

    def span(self, degree: int, found: list[PolyElement]) -> tuple[int, int]:
        """How many conserved polynomials of at most this degree are independent, and how many of the products of those that were found."""
        products = [dict(one.terms()) for one in self.products(found, degree)]
        return len(self.polynomials(degree)), len(products) - len(self._null(products))

    # --- near almost every point -----------------------------------------------------------------------------------------

    def rank(self, fields: Sequence[Field]) -> int:
        """How many dimensions some fields span at the point: at most as many as near almost every one."""
        rows = [[self._number(entry) for entry in field] for field in fields]
        return int(fmpq_mat(len(rows), len(self.states), [value for row in rows for value in row]).rank()) if rows else 0

    def slopes(self, polys: Iterable[PolyElement]) -> list[Field]:
        """The gradients of polynomials."""
        return [tuple(poly.diff(generator) for generator in self.ring.gens) for poly in polys]

    def _number(self, poly: PolyElement) -> fmpq:
        total = fmpq(0)
        for monomial, value in poly.terms():
            factor = self._constant(value)
            for place, exponent in enumerate(monomial):
                factor *= fmpq(PLACES[place % len(PLACES)] + 23 * (place // len(PLACES))) ** int(exponent)
            total += factor
        return total

    def _constant(self, value: Any) -> fmpq:
        if not self.constants:
            return fmpq(int(value.numerator), int(value.denominator))
        above, below = (part.evaluate([(generator, 2 + 3 * place) for place, generator in enumerate(part.ring.gens)])
                        for part in (value.numer, value.denom))
        return fmpq(int(above.numerator), int(above.denominator)) / fmpq(int(below.numerator), int(below.denominator))

    def spanned(self, wanted: int) -> int:
        """How many dimensions the fields and their brackets span, as far as is looked: up to so many, or until brackets add none."""
        basis: list[Field] = []
        for field in self.fields:
            self._add(basis, field)
        looked, formed = set(), 0
        while len(basis) < wanted:
            pairs = [pair for pair in combinations(range(len(basis)), 2) if pair not in looked]
            if not pairs:
                break
            for one, other in pairs:
                looked.add((one, other))
                formed += 1
                if formed > FIELDS or len(basis) >= wanted:
                    return len(basis)
                self._add(basis, self.bracket(basis[one], basis[other]))
        return len(basis)

    def _add(self, basis: list[Field], field: Field) -> None:
        if self.rank([*basis, field]) > len(basis):
            basis.append(field)


def _degree(poly: PolyElement) -> int:
    return max(map(sum, poly.monoms()), default=0)
