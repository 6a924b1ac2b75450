"""Limits of matrices: a matrix multiplied out to words, and the limits of the numbers before them and of the formulas of functions in them.

Words that differ in one function alone are taken together, so that what grows in one may be taken away by another. Each limit is shown for
any eigenvalue, or any entry of a vector; that the whole tends to the same with limits in place of its parts is continuity.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from theoremtest.derivations.kernel.algebra import Word
from theoremtest.derivations.kernel.facts import equal, limit
from theoremtest.derivations.kernel.ring import Quotient
from theoremtest.derivations.kernel.special import Special, eigenvalue, entry
from theoremtest.derivations.kernel.steps import RULES
from theoremtest.derivations.kernel.terms import ONE, Refused, Term, free, mul, parts, shape, term

from .definite import Definite
from .draft import Draft
from .growing import Large
from .identities import Equation
from .reader import Reader
from .series import Series

Places = dict[tuple[int, Any], Special]
"""Functions in a word: how many other letters stand before each, and of what it is one."""


def tends(series: Series, node: Term, value: Term | None) -> bool:
    """Whether it is shown that a matrix tends to a value, or to any."""
    draft = series.draft
    line, found = limit_of(series, node)
    if value is None:
        draft.line("converges", line)
        return True
    series.admit(value)
    if not _equal(series, value, found):
        return False
    draft.line("moved", draft.number(limit(node, value)), line, [draft.places[equal(value, found)]])
    return True


def limit_of(series: Series, node: Term) -> tuple[int, Term]:
    """The line that shows what a matrix tends to, and that."""
    draft = series.draft
    modes(draft, node)
    for part in parts(node):
        if part.head in ("Inverse", "MatPow") and series.moving in free(part):
            _invertible(series, part.args[0])
    series.admit(node)
    reader = Reader(series.size)
    for name, *needs in series.given:
        RULES[name](draft.looking(), reader, *needs)
    summands = _Summands(series, reader, node)
    for bare, members in _grouped(reader, reader.matrix(node)).items():
        summands.add(bare, members)
    total = term("MatAdd", summands.terms) if summands.terms else term("ZeroMatrix", shape(node) or ())
    line = draft.line("continuous", draft.number(total), summands.lines)
    found = draft.shown[line].args[1]
    same = draft.line("algebra", draft.number(equal(node, total)), list(series.given))
    return draft.line("moved", draft.number(limit(node, found)), line, [same]), found


def _invertible(series: Series, matrix: Term) -> int | None:
    """Show that a matrix has an inverse near the end because what it tends to has one; the line of the limit."""
    if series.moving not in free(matrix) or matrix.head in ("MatrixFunction", "Diagonal", "DiagMatrix"):
        return None
    line, there = limit_of(series, matrix)
    Definite(series.draft, series.signs).show(term("invertible", (there,)))
    series.draft.line("lemma", "limit_invertible", [series.draft.number(matrix), series.draft.number(there)])
    return line


def _equal(series: Series, value: Term, found: Term) -> bool:
    """Whether two matrices that stand still are shown to be equal."""
    fact = equal(value, found)
    if fact in series.draft.places:
        return True
    with suppress(Refused):
        series.draft.line("algebra", series.draft.number(fact), list(series.still_rules))
        return True
    return Equation(series.draft, fact).show()


def modes(draft: Draft, node: Term) -> None:
    """What the domain says of every eigenvalue, or entry, of the one that is meant."""
    means = {}
    for part in parts(node):
        if part.head == "MatrixFunction":
            means[eigenvalue(part.args[2], 0)] = None
            if part.args[2].head == "DiagMatrix":
                means[entry(part.args[2].args[0], 0)] = None
        elif part.head == "DiagMatrix":
            means[entry(part.args[0], 0)] = None
        elif part.head == "Diagonal":
            means.update(dict.fromkeys(entry(pair.args[1], 0) for pair in part.args[1:]))
    for fact in draft.goal.hypotheses:
        if fact.head in ("pd", "psd", "spectral", "entries"):
            for node in means:
                with suppress(Refused):
                    draft.line("mode", draft.place(fact), draft.number(node))


def _grouped(reader: Reader, words: dict[Word, Quotient]) -> dict[Word, list[tuple[Places, Quotient]]]:
    """Words by what is left of them without functions."""
    groups: dict[Word, list[tuple[Places, Quotient]]] = {}
    for word, value in words.items():
        bare: list = []
        held: Places = {}
        for letter in word:
            known = reader.known_special(letter[0])
            if known is not None and known.formula is not None and not any(place == len(bare) for place, _ in held):
                held[len(bare), known.group] = known
            else:
                bare.append(letter)
        groups.setdefault(tuple(bare), []).append((held, value))
    return groups


class _Summands:
    """The summands of a matrix whose parts have limits, and the lines that show these."""

    def __init__(self, series: Series, reader: Reader, node: Term) -> None:
        self.series, self.reader, self.node = series, reader, node
        self.terms: list[Term] = []
        self.lines: list[int] = []

    def add(self, bare: Word, members: list[tuple[Places, Quotient]]) -> None:
        """The words of one group: together where they have one function, else one by one."""
        if len({place for held, _ in members for place in held}) > 1:
            for held, value in members:
                self._several(bare, held, self.reader.written(value))
            return
        place = next((place for held, _ in members for place in held), None)
        known = None if place is None else next(held[place] for held, _ in members if held)
        formula = [mul(self.reader.written(value), held[place].formula if held and place is not None else ONE) for held, value in members]
        made = formula[0] if len(formula) == 1 else term("Add", formula)
        if known is None or place is None:
            self._word(bare, {}, made)
        else:
            self._word(bare, {place[0]: self._function(known, made)})

    def _several(self, bare: Word, held: Places, factor: Term) -> None:
        """A word of several functions: what stands before it goes to the first that tends to a number with it."""
        for first in [*held, None]:
            try:
                found = {place[0]: self._function(known, mul(factor, known.formula or ONE) if place == first else known.formula or ONE)
                         for place, known in held.items()}
            except (Large, Refused):
                if first is None:
                    raise
                continue
            self._word(bare, found, ONE if first is not None else factor)
            return

    def _word(self, bare: Word, functions: dict[int, Term], factor: Term = ONE) -> None:
        """A number that tends to one, times matrices that stand still, or tend to ones."""
        factors = [] if factor is ONE else [factor]
        if factor is not ONE and self.series.moving in free(factor):
            self.lines.append(self._tending(factor)[1])
        for place in range(len(bare) + 1):
            if place in functions:
                factors.append(functions[place])
            if place < len(bare):
                matrix = self.reader.word_term(bare[place:place + 1])
                if self.series.moving in free(matrix):
                    self._inverse(matrix.args[0] if matrix.head == "Transpose" else matrix)
                factors.append(matrix)
        if not bare and not functions:
            factors.append(term("Identity", (shape(self.node) or ())[:1]))
        self.terms.append(factors[0] if len(factors) == 1 else term("MatMul", factors))

    def _inverse(self, node: Term) -> None:
        """The inverse of what tends to a matrix that has one."""
        line = _invertible(self.series, node.args[0]) if node.head == "Inverse" else None
        if line is None:
            raise Refused("a matrix that moves is no letter here")
        self.lines.append(self.series.draft.line("continuous", self.series.draft.number(node), [line]))

    def _tending(self, node: Term) -> tuple[Term, int, int]:
        """A term that is equal to another near the end and is seen to tend to a number; the other's limit, and the equation."""
        series = self.series
        series.admit(node)
        inner, written, _, line = series.tending(series.scalar(node))
        same = series.agrees(node, inner)
        return inner, series.moved(limit(node, written), line, same), line

    def _function(self, known: Special, formula: Term) -> Term:
        """A function of a matrix that stands still, or a diagonal matrix, and its limit."""
        series, draft = self.series, self.series.draft
        node = self._matrix(known, formula)
        if series.moving not in free(node):
            series.admit(node)
            return node
        inner, _, line = self._tending(formula)
        moved = self._matrix(known, inner)
        for part in (node, moved):
            series.admit(part)
        first = draft.line("continuous", draft.number(moved), [line])
        same = draft.line("algebra", draft.number(equal(node, moved)), list(series.rules))
        self.lines.append(series.moved(limit(node, draft.shown[first].args[1]), first, same))
        return node

    def _matrix(self, known: Special, formula: Term) -> Term:
        found = self.reader._written_special(Special(known.kind, formula, known.argument, (), known.group))
        if not found.args:
            raise Refused("a function without an argument")
        return found
