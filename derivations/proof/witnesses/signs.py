"""Signs of numbers, as lines of a proof: a number is a product of factors, a factor a positive combination of products of what is known.

What is known of the letters comes from the domain, from what is supposed, and from lemmas about the functions that occur. A linear programme
finds the combination in floats; its basis is then solved exactly.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement

import numpy as np
from flint import fmpq, fmpq_mat, fmpq_mpoly
from scipy.optimize import linprog

from theoremtest.derivations.kernel.algebra import SIZES
from theoremtest.derivations.kernel.facts import nonneg, nonzero, pos
from theoremtest.derivations.kernel.ring import TooManyLetters
from theoremtest.derivations.kernel.terms import MINUS, Refused, Term, mul, number, sub, term

from .draft import Draft
from .reader import Reader

PRODUCTS = 400
"""Products of facts in one programme, at most."""
DEEP = 12
"""Questions inside questions, at most."""


class Signs:
    """Shows signs in one draft. Each answer is a line, or None."""

    def __init__(self, draft: Draft, deep: int = 0) -> None:
        self.draft = draft
        self.asked: dict[Term, int | None] = {}
        self.deep = deep

    def show(self, fact: Term) -> int | None:
        """The line that shows a sign of a number, written now; None where no proof is found."""
        if fact not in self.asked:
            self.asked[fact] = None  # asked again on the way, it helps nobody
            if self.deep > DEEP:
                return None
            self.deep += 1
            try:
                self.asked[fact] = self._show(fact)
            except (Refused, TooManyLetters):
                self.asked[fact] = None
            self.deep -= 1
        return self.asked[fact]

    def _show(self, fact: Term) -> int | None:
        place = self.draft.place(fact)
        if place is not None:
            return place
        if self.draft.known.knows(fact):
            return self.draft.line("known", self.draft.number(fact))
        for size in SIZES[:2]:
            try:
                return self._read(fact, Reader(size))
            except TooManyLetters:
                continue
        return None

    def _read(self, fact: Term, reader: Reader) -> int | None:
        head, (node,) = fact.head, fact.args
        value = reader.scalar(node)
        constant = value.constant()
        if constant is not None:
            if head == "nonzero" and constant != 0:
                return self.draft.line("factors", self.draft.number(fact), [], [])
            if constant > 0:
                return self.draft.line("sign", self.draft.number(fact), [], [[_text(constant), []]], [])
            return self.draft.line("sign", self.draft.number(fact), [], [], []) if head == "nonneg" and constant == 0 else None
        if head == "nonzero":
            for way in (node, mul(MINUS, node)):
                line = self._lemma(pos(way))
                if line is not None:
                    return self._from_positive(fact, line)
        else:
            line = self._lemma(fact)
            if line is not None:
                return line
        lead, factors = _factored(value.num)
        below_lead, below = _factored(value.den)
        if len(factors) + len(below) > 1 or any(exponent > 1 for _, exponent in factors + below):
            return self._product(fact, reader, lead / below_lead, factors, below)
        if head == "nonzero":
            for way in (node, mul(MINUS, node)):
                line = self.show(pos(way))
                if line is not None:
                    return self._from_positive(fact, line)
            return None
        if factors and not below:
            return self._combination(fact, reader, value.num)
        if below:
            return self._product(fact, reader, lead / below_lead, factors, below)
        return None

    def _from_positive(self, fact: Term, line: int) -> int:
        return self.draft.line("factors", self.draft.number(fact), [[line, 1]], [])

    # --- products ------------------------------------------------------------------------------------------------------

    def _product(self, fact: Term, reader: Reader, lead: fmpq, factors: list, below: list) -> int | None:
        """A product of factors whose signs are shown one by one."""
        head = fact.head
        if head == "nonzero":
            lines = []
            for factor, exponent in [*factors, *((factor, -exponent) for factor, exponent in below)]:
                line = self.show(nonzero(reader.polynomial(factor)))
                if line is None:
                    return None
                lines.append([line, exponent])
            return self.draft.line("factors", self.draft.number(fact), lines, [])
        sign, by, above = lead > 0, [], []
        for factor, exponent in below:
            way = self._signed(reader.polynomial(factor), "pos")
            if way is None:
                if exponent % 2:
                    return None
                line = self._square(reader.polynomial(factor), True)
                if line is None:
                    return None
                by += [line] * (exponent // 2)
                continue
            line, positive = way
            by += [line] * exponent
            if not positive and exponent % 2:
                sign = not sign
        for factor, exponent in factors:
            node = reader.polynomial(factor)
            if exponent % 2 == 0 and head == "nonneg":
                above += [["square", self.draft.number(node)]] * (exponent // 2)
                continue
            way = self._signed(node, head)
            if way is None and exponent % 2 == 0:
                line = self._square(node, head == "pos")
                if line is None:
                    return None
                above += [["line", line]] * (exponent // 2)
                continue
            if way is None:
                return None
            line, positive = way
            above += [["line", line]] * exponent
            if not positive and exponent % 2:
                sign = not sign
        if not sign:
            return None
        return self.draft.line("sign", self.draft.number(fact), by, [[_text(abs(lead)), above]], [])

    def _signed(self, node: Term, head: str) -> tuple[int, bool] | None:
        """A line that shows the sign of a number or of its opposite, and whether it is the number's own."""
        for way, positive in ((node, True), (mul(MINUS, node), False)):
            line = self.show(term(head, (way,)))
            if line is not None:
                return line, positive
        return None

    def _square(self, node: Term, strict: bool) -> int | None:
        if not strict:
            return self.draft.line("lemma", "square_nonneg", [self.draft.number(node)])
        if self.show(nonzero(node)) is None:
            return None
        return self.draft.line("lemma", "square_pos", [self.draft.number(node)])

    # --- lemmas --------------------------------------------------------------------------------------------------------

    def _lemma(self, fact: Term) -> int | None:
        """A lemma whose conclusion is the fact, for a number that is one function."""
        (node,) = fact.args
        draft, strict = self.draft, fact.head == "pos"
        for name, values, sides in _lemmas_about(node, strict):
            if all(self.show(side) is not None for side in sides):
                draft.line("lemma", name, [draft.number(value) for value in values])
                return draft.places[fact] if fact in draft.places else self._weakened(fact)
        return None

    def _weakened(self, fact: Term) -> int | None:
        """A line for what is known by a fact that says more, or says it otherwise."""
        line = self.draft.places.get(pos(fact.args[0]))
        if line is None or fact.head == "pos":
            return None
        if fact.head == "nonzero":
            return self._from_positive(fact, line)
        return self.draft.line("sign", self.draft.number(fact), [], [["1", [["line", line]]]], [])

    # --- combinations --------------------------------------------------------------------------------------------------

    def _combination(self, fact: Term, reader: Reader, poly: fmpq_mpoly) -> int | None:
        """A sum of products of what is known not to be negative."""
        facts = list(self._facts(fact, reader, poly))
        found = _programme(poly, facts, fact.head == "pos")
        if found is None:
            return None
        summands = []
        for weight, chosen in found:
            factors: list = []
            for place in chosen:
                factors.append(facts[place].factor(self))
            if any(factor is None for factor in factors):
                return None
            summands.append([_text(weight), factors])
        return self.draft.line("sign", self.draft.number(fact), [], summands, [])

    def _facts(self, fact: Term, reader: Reader, poly: fmpq_mpoly) -> Iterator[_Known]:
        """What is known of the letters of a polynomial, and of sums of them."""
        letters = [place for place, degree in enumerate(poly.degrees()) if int(degree)]
        present = set(letters)
        for place in letters:
            node = reader.terms.get(place)
            if node is None:
                continue
            for way, sign in ((node, 1), (mul(MINUS, node), -1)):
                line = self._letter_sign(way)
                if line is not None:
                    yield _Known(reader._gens[place] * sign, line=line, strict=self.draft.shown[line].head == "pos")
                    break
        for known in list(self.draft.shown) + self.draft.goal.hypotheses + self.draft.goal.given:
            if known.head in ("pos", "nonneg"):
                try:
                    value = reader.scalar(known.args[0])
                except Refused:
                    continue
                if not value.den.is_one() or value.constant() is not None:
                    continue
                if {place for place, degree in enumerate(value.num.degrees()) if int(degree)} <= present:
                    yield _Known(value.num, fact=known, strict=known.head == "pos")
        for place in letters:
            node = reader.terms.get(place)
            if node is not None:
                yield _Known(reader._gens[place] ** 2, square=node)

    def _letter_sign(self, node: Term) -> int | None:
        for head in ("pos", "nonneg"):
            fact = term(head, (node,))
            place = self.draft.place(fact)
            if place is not None:
                return place
            line = self._lemma(fact) if node.head != "Symbol" else None
            if line is not None:
                return line
        return None


class _Known:
    """A polynomial that is known not to be negative: a line, a fact that has to be written, or a square."""

    def __init__(self, poly: fmpq_mpoly, line: int | None = None, fact: Term | None = None, square: Term | None = None,
                 strict: bool = False) -> None:
        self.poly, self.line, self.fact, self.squared, self.strict = poly, line, fact, square, strict

    def factor(self, signs: Signs) -> list | None:
        """As a factor of a `sign` line."""
        if self.squared is not None:
            return ["square", signs.draft.number(self.squared)]
        line = self.line if self.line is not None else signs.draft.place(self.fact) if self.fact is not None else None
        return None if line is None else ["line", line]


def _lemmas_about(node: Term, strict: bool) -> Iterator[tuple[str, tuple[Term, ...], tuple[Term, ...]]]:
    """Lemmas whose conclusion is the sign of a number that is one function: name, terms, side conditions."""
    head, args = node.head, node.args
    if head == "exp":
        yield "exp_pos", args, ()
    elif head == "cosh":
        yield "cosh_pos", args, ()
    elif head == "sinh":
        yield "sinh_pos", args, (pos(args[0]),)
    elif head == "log":
        yield "log_pos", args, (pos(sub(args[0], number(1))),)
    elif head == "constant" and node.mark == "pi":
        yield "pi_pos", (), ()
    elif head == "Abs" and not strict:
        yield "abs_nonneg", args, ()
    elif head == "Pow" and args[1].head != "number":
        yield "power_pos", args, (pos(args[0]),)
    elif head == "Pow" and args[1].mark == Fraction(1, 2):
        yield "root_pos", args[:1], (pos(args[0]),)
        if not strict:
            yield "root_nonneg", args[:1], (nonneg(args[0]),)
    elif head == "Pow" and args[1].mark.numerator == 1 and args[1].mark.denominator > 1:
        yield "power_pos", args, (pos(args[0]),)
        if not strict:
            yield "power_nonneg", args, (nonneg(args[0]),)
    elif head == "Dot" and args[0] is args[1] and not strict:
        yield "dot_nonneg", args[:1], ()


def _factored(poly: fmpq_mpoly) -> tuple[fmpq, list]:
    lead, factors = poly.factor()
    return fmpq(lead), [(factor, int(exponent)) for factor, exponent in factors]


def _text(value: fmpq) -> str:
    return f"{int(value.p)}/{int(value.q)}"


def _programme(poly: fmpq_mpoly, facts: list[_Known], strict: bool) -> list | None:
    """Weights that are not negative, of products of facts, whose sum the polynomial is: [(weight, places)]."""
    degree = int(poly.total_degree())
    products: dict = {}
    one = poly.context().constant(1)
    products[()] = (one, True)
    for count in range(1, max(degree, 1) + 1):
        for chosen in combinations_with_replacement(range(len(facts)), count):
            if sum(int(facts[place].poly.total_degree()) for place in chosen) > degree:
                continue
            made = one
            for place in chosen:
                made = made * facts[place].poly
            products[chosen] = (made, all(facts[place].strict for place in chosen))
            if len(products) > PRODUCTS:
                break
        if len(products) > PRODUCTS:
            break
    names = list(products)
    monomials: dict = {}
    for value in (poly, *(products[name][0] for name in names)):
        for monomial in value.monoms():
            monomials.setdefault(monomial, len(monomials))
    table = np.zeros((len(monomials), len(names)))
    for column, name in enumerate(names):
        for monomial, value in products[name][0].to_dict().items():
            table[monomials[monomial], column] = float(int(value.p) / int(value.q))
    wanted = np.zeros(len(monomials))
    for monomial, value in poly.to_dict().items():
        wanted[monomials[monomial]] = float(int(value.p) / int(value.q))
    cost = np.array([-1.0 if products[name][1] else 0.01 for name in names]) if strict else np.ones(len(names))
    try:
        found = linprog(cost, A_eq=table, b_eq=wanted, bounds=[(0, None)] * len(names), method="highs-ds")
    except ValueError:
        return None
    if found.status == 3 and strict:  # unbounded: any solution with a strict part
        found = linprog(np.ones(len(names)), A_eq=table, b_eq=wanted, bounds=[(0, None)] * len(names), method="highs-ds")
    if found.status != 0:
        return None
    chosen = [column for column in range(len(names)) if found.x[column] > 1e-9]
    if strict and not any(products[names[column]][1] for column in chosen):
        return None
    weights = _solved([products[names[column]][0] for column in chosen], poly, monomials)
    if weights is None or any(weight < 0 for weight in weights):
        return None
    return [(weight, names[column]) for weight, column in zip(weights, chosen, strict=True) if weight != 0]


def _solved(columns: list[fmpq_mpoly], wanted: fmpq_mpoly, monomials: dict) -> list[fmpq] | None:
    """The exact weights of polynomials whose sum is another; None where there are none, or more than one."""
    rows = fmpq_mat(len(monomials), len(columns) + 1)
    for place, poly in enumerate([*columns, wanted]):
        for monomial, value in poly.to_dict().items():
            rows[monomials[monomial], place] = value
    reduced, rank = rows.rref()
    if rank != len(columns) or any(reduced[place, place] != 1 for place in range(rank)):
        return None
    return [reduced[place, len(columns)] for place in range(rank)]
