"""The sum and the largest of the moduli of a column's entries, the trace and the largest eigenvalue of a diagonal matrix: beside one
another, its length and inner products, by what is definite and by Cauchy and Schwarz."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from itertools import combinations, product

from theoremtest.derivations.kernel.facts import equal, nonneg
from theoremtest.derivations.kernel.matrix_lemmas import largest, minus, times, trace
from theoremtest.derivations.kernel.ring import TooManyLetters
from theoremtest.derivations.kernel.special import entry
from theoremtest.derivations.kernel.table import root, square
from theoremtest.derivations.kernel.terms import MINUS, ONE, Refused, Term, add, call, mul, number, parts, put, shape, sub, term

from .definite import Definite
from .draft import Draft
from .reader import renamed


def said_of_columns(definite: Definite, fact: Term) -> None:
    """Write lines on each such diagonal matrix that a fact speaks of."""
    diagonals = {part.args[0] for part in parts(fact) if part.head in ("Trace", "LargestEigenvalue")}
    known = [Column(definite, node) for node in sorted(diagonals, key=repr) if node.head == "Diagonal" and _is_of_moduli(node)]
    dots = {part.args for part in parts(fact) if part.head == "Dot"}
    for column in known:
        measured = (column.beside_its_length,) if (column.column, column.column) in dots else ()
        for way in (column.by_itself, *measured, lambda column=column: column.at_most_the_sum(known)):
            with suppress(Refused, TooManyLetters):
                way()
    for one, other in product(known, known):
        if not dots.isdisjoint({(one.column, other.column), (other.column, one.column)}):
            with suppress(Refused, TooManyLetters):
                one.times(other)


def _is_of_moduli(node: Term) -> bool:
    return node.args[0].head == "Abs" and _weights(node) is not None


def _weights(node: Term) -> dict[Term, Term] | None:
    """A linear formula inside a modulus: how often it takes the entry of each of its columns."""
    letters = {pair.args[0]: pair.args[1] for pair in node.args[1:]}
    found: dict[Term, Term] = {}
    inner = node.args[0].args[0]
    for summand in inner.args if inner.head == "Add" else (inner,):
        factors = list(summand.args) if summand.head == "Mul" else [summand]
        mine = [factor for factor in factors if factor in letters]
        rest = [factor for factor in factors if factor not in letters]
        if len(mine) != 1 or letters[mine[0]] in found or any(part in letters for factor in rest for part in parts(factor)):
            return None
        found[letters[mine[0]]] = mul(*rest) if rest else ONE
    return found


class Column:
    """What is known of one column by the diagonal matrix of its entries' moduli."""

    def __init__(self, definite: Definite, moduli: Term) -> None:
        self.definite, self.draft, self.moduli = definite, definite.draft, moduli
        self.weights = _weights(moduli) or {}
        summands = [vector if weight is ONE else term("MatMul", (weight, vector)) for vector, weight in self.weights.items()]
        self.column = summands[0] if len(summands) == 1 else term("MatAdd", summands)
        self.sum, self.largest, self.length = trace(moduli), largest(moduli), root(term("Dot", (self.column, self.column)))
        self.size = (shape(moduli) or (ONE,))[0]
        modulus = _at_any(moduli)
        (self.inner,) = modulus.args
        self.draft.line("lemma", "abs_nonneg", [self.draft.number(self.inner)])
        as_root = equal(modulus, root(square(self.inner)))
        self.draft.line("lemma", "square_nonneg", [self.draft.number(self.inner)])
        self.draft.line("lemma", "root_nonneg", [self.draft.number(square(self.inner))])
        self.rule = ["letter", self.draft.line("modulus", self.draft.number(as_root), [])]
        self.draft.line("definite_function", self.draft.number(term("psd", (moduli,))))

    def _says(self, value: Term, *lines: int, rules: list | None = None) -> int:
        """That a number is not negative, as a sum of what lines say not to be."""
        return self.draft.line("sign", self.draft.number(nonneg(value)), [], [["1", [["line", line]]] for line in lines], rules or [])

    def _below_largest(self) -> Term:
        """How far the moduli are below the largest one, once that is known to be definite."""
        self.draft.line("known", self.draft.number(equal(term("Transpose", (self.moduli,)), self.moduli)))
        line = self.definite._lemma("eigenvalue_above", self.moduli)
        return self.draft.shown[line].args[0]

    def by_itself(self) -> None:
        """0 <= largest <= sum <= n times the largest."""
        lemma = self.definite._lemma
        lemma("trace_nonneg", self.moduli)
        same = self.draft.line("difference", lemma("norm_of_definite", self.moduli), True)
        self._says(self.largest, lemma("norm_nonneg", self.moduli), same)
        lemma("trace_above", self.moduli)
        lemma("eigenvalue_at_most", self.moduli, self.sum)
        self._says(sub(mul(self.size, self.largest), self.sum), lemma("trace_nonneg", self._below_largest()))

    def beside_its_length(self) -> None:
        """largest <= length <= sum <= root n length, and length <= root n largest, each by its square."""
        lemma, moduli, draft = self.definite._lemma, self.moduli, self.draft
        one, rules = term("Identity", (self.size,)), [self.rule]
        draft.line("lemma", "dot_nonneg", [draft.number(self.column)])
        self.definite.show(term("psd", (one,)))
        self._by_squares(mul(root(self.size), self.length), self.sum, lemma("cauchy", one, moduli, one), rules)
        above = lemma("trace_above", moduli)
        rest = draft.shown[above].args[0]
        self._by_squares(self.sum, self.length, lemma("trace_of_product", moduli, rest), rules)
        product = term("MatMul", (moduli, moduli))
        draft.line("definite", draft.number(term("psd", (product,))), [["1", draft.number(moduli), None]], [])
        gap = minus(times(square(self.length), moduli), product)
        over = lemma("trace_above", product)
        draft.line("definite", draft.number(term("psd", (gap,))), [["1", draft.number(one), over]], rules)
        norm = lemma("norm_at_most", moduli, self.length)
        same = draft.line("difference", lemma("norm_of_definite", moduli), False)
        self._says(sub(self.length, self.largest), norm, same)
        rest = self._below_largest()
        beside = term("MatAdd", (times(self.largest, moduli), moduli))
        draft.line("definite", draft.number(term("psd", (beside,))), [
            [weight, draft.number(one), draft.place(term("psd", (node,)))] for weight, node in (("1", rest), ("2", moduli))], [])
        self._by_squares(mul(root(self.size), self.largest), self.length, lemma("trace_of_product", rest, beside), rules)

    def _by_squares(self, larger: Term, smaller: Term, line: int, rules: list) -> None:
        """That one number is at most another that is not negative, as a line says of their squares."""
        self.definite.signs.show(nonneg(larger))
        self._says(sub(square(larger), square(smaller)), line, rules=rules)
        self.draft.line("lemma", "square_not_smaller", [self.draft.number(larger), self.draft.number(mul(MINUS, smaller))])

    def _made_of(self, known: list[Column]) -> list[tuple[Term, Column]]:
        """Other columns and their weights, of which this one is the sum."""
        own = {column.column: column for column in known if column is not self}
        if len(self.weights) > 1 and self.weights.keys() <= own.keys():
            return [(weight, own[vector]) for vector, weight in self.weights.items()]
        others = [column for column in own.values() if all(weight.head == "number" for weight in column.weights.values())]
        for chosen in (chosen for count in (2, 3) for chosen in combinations(others, count)):
            for signs in product((ONE, MINUS), repeat=len(chosen)):
                total: dict[Term, Fraction] = {}
                for sign, column in zip(signs, chosen, strict=True):
                    for vector, weight in column.weights.items():
                        total[vector] = total.get(vector, Fraction(0)) + sign.mark * weight.mark
                if {vector: number(value) for vector, value in total.items() if value} == self.weights:
                    return list(zip(signs, chosen, strict=True))
        return []

    def at_most_the_sum(self, known: list[Column]) -> None:
        """The moduli of a sum are at most the sums of the moduli of what it is made of."""
        draft, made = self.draft, self._made_of(known)
        if not made:
            return
        sizes = [call("Abs", weight) if weight.head != "number" else number(abs(weight.mark)) for weight, _ in made]

        def together(of: Callable[[Column], Term]) -> Term:
            return add(*(mul(size, of(column)) for size, (_, column) in zip(sizes, made, strict=True)))
        bound = together(lambda column: call("Abs", column.inner))
        for sign in (ONE, MINUS):
            summands = []
            for weight, column in made:
                at = _above_both(draft, column.inner)
                if weight.head == "number":
                    summands.append([f"{abs(weight.mark)}", [["line", at[(weight.mark > 0) != (sign is ONE)]]]])
                else:
                    beside = _above_both(draft, weight)[::-1 if sign is ONE else 1]
                    summands += [["1/2", [["line", line] for line in pair]] for pair in zip(at, beside, strict=True)]
            draft.line("sign", draft.number(nonneg(sub(bound, self.inner) if sign is ONE else add(bound, self.inner))), [], summands, [])
        draft.line("lemma", "within", [draft.number(node) for node in (self.inner, bound)])
        gap, one = _diagonal(sub(bound, call("Abs", self.inner))), term("Identity", (self.size,))
        line = draft.line("definite_function", draft.number(term("psd", (gap,))))
        self._says(sub(together(lambda column: column.sum), self.sum), self.definite._lemma("trace_nonneg", gap))
        largest_of_all, forms = together(lambda column: column.largest), [["1", draft.number(one), line]]
        for size, (_, column) in zip(sizes, made, strict=True):
            self.definite.signs.show(nonneg(size))
            forms.append(["1", draft.number(one), self.definite._lemma("multiple", size, column._below_largest())])
        draft.line("definite", draft.number(term("psd", (minus(times(largest_of_all, self.moduli), self.moduli),))), forms, [])
        self.definite._lemma("eigenvalue_at_most", self.moduli, largest_of_all)

    def times(self, other: Column) -> None:
        """|u . v| <= |u|_1 |v|_oo, as entry by entry."""
        draft = self.draft
        below = self.definite._lemma("trace_of_product", self.moduli, other._below_largest())
        above = [_above_both(draft, column.inner) for column in (self, other)]
        for sign in (ONE, MINUS):
            value = sub(mul(*(call("Abs", column.inner) for column in (self, other))), mul(sign, self.inner, other.inner))
            pairs = zip(above[0], above[1][::-1] if sign is ONE else above[1], strict=True)
            draft.line("sign", draft.number(nonneg(value)), [], [["1/2", [["line", line] for line in pair]] for pair in pairs], [])
            gap = _diagonal(value)
            draft.line("definite_function", draft.number(term("psd", (gap,))))
            beside = self.definite._lemma("trace_nonneg", gap)
            self._says(sub(mul(self.sum, other.largest), mul(sign, term("Dot", (self.column, other.column)))), below, beside)


def _above_both(draft: Draft, node: Term) -> list[int]:
    """Lines that say that a modulus is at least the number, and its opposite."""
    return [draft.line("lemma", name, [draft.number(node)]) for name in ("abs_above", "abs_above_opposite")]


def _diagonal(formula: Term) -> Term:
    """The diagonal matrix of a formula in the entries of columns."""
    entries = sorted({part for part in parts(formula) if part.head == "Entry"}, key=repr)
    names = {node: term("Dummy", (), (" written", (), place)) for place, node in enumerate(entries)}
    return term("Diagonal", (renamed(formula, names), *(term("Tuple", (name, node.args[0])) for node, name in names.items())))


def _at_any(node: Term) -> Term:
    """The formula of a diagonal matrix at the entries that stand for any."""
    return put(node.args[0], {pair.args[0]: entry(pair.args[1], 0) for pair in node.args[1:]})
