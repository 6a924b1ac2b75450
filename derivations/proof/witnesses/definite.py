"""Definite matrices, as lines of a proof: sums of A^T P A, where P is left out, a definite matrix of the domain, or a function with a
sign."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction

from theoremtest.derivations.kernel.algebra import SIZES
from theoremtest.derivations.kernel.facts import nonneg, pos, term
from theoremtest.derivations.kernel.ring import Quotient, TooManyLetters
from theoremtest.derivations.kernel.special import eigenvalue, entry
from theoremtest.derivations.kernel.terms import Refused, Term, parts, power, put, shape

from .draft import Draft
from .reader import Reader
from .signs import Signs


class Definite:
    """Shows that matrices are definite, or have an inverse because they are."""

    def __init__(self, draft: Draft, signs: Signs) -> None:
        self.draft, self.signs = draft, signs

    def show(self, fact: Term) -> int | None:
        """The line that shows it, written now; None where no proof is found."""
        place = self.draft.place(fact)
        if place is not None:
            return place
        if self.draft.known.knows(fact):
            return self.draft.line("known", self.draft.number(fact))
        if fact.head == "invertible":
            strict = self.show(term("pd", fact.args))
            return None if strict is None else self.draft.line("known", self.draft.number(fact))
        for size in SIZES[:2]:
            with suppress(TooManyLetters):
                try:
                    return self._sum(fact, Reader(size))
                except Refused:
                    return None
        return None

    def _sum(self, fact: Term, reader: Reader) -> int | None:
        (matrix,) = fact.args
        for node in parts(matrix):
            self._signs_of(node)
        summands = []
        sizes = shape(matrix)
        assert sizes is not None
        for word, value in reader.matrix(matrix).items():
            weight, front = self._weight(reader, value)
            if weight is None:
                return None
            if not word:
                inner, middle = term("Identity", sizes[:1]), None
                if front is not None:
                    inner = term("MatMul", (front, inner))
            else:
                half = len(word) // 2
                if len(word) % 2 == 0:
                    if reader.turned(word[half:]) != word[:half]:
                        return None
                    inner, middle = reader.word_term(word[half:]), None
                else:
                    if reader.turned(word[half + 1:]) != word[:half]:
                        return None
                    core = reader.word_term(word[half:half + 1])
                    middle = self._core(core, fact.head)
                    if middle is None:
                        return None
                    own = shape(core)
                    assert own is not None
                    inner = reader.word_term(word[half + 1:]) if half else term("Identity", own[:1])
                if front is not None:
                    inner = term("MatMul", (front, inner))
            summands.append([weight, self.draft.number(inner), middle])
        return self.draft.line("definite", self.draft.number(fact), summands, [])

    def _weight(self, reader: Reader, value: Quotient) -> tuple[str | None, Term | None]:
        """A scalar before a word as a positive number and the root of something that is not negative."""
        constant = value.constant()
        if constant is not None:
            return (f"{int(constant.p)}/{int(constant.q)}", None) if constant > 0 else (None, None)
        scalar = reader.written(value)
        if self.signs.show(nonneg(scalar)) is None:
            return None, None
        return "1", power(scalar, Fraction(1, 2))

    def _core(self, core: Term, head: str) -> int | None:
        """A line that shows that the middle of a word is definite."""
        for kind in ("pd", "psd"):
            fact = term(kind, (core,))
            if self.draft.place(fact) is not None:
                return self.draft.place(fact)
            if self.draft.known.knows(fact):
                return self.draft.line("known", self.draft.number(fact))
            if core.head in ("MatrixFunction", "Diagonal", "DiagMatrix"):
                with suppress(Refused):
                    if self.signs.show((pos if kind == "pd" else nonneg)(_at_mode(core))) is not None:
                        return self.draft.line("definite_function", self.draft.number(fact))
        return None

    def _signs_of(self, node: Term) -> None:
        """What is known of the eigenvalues and entries that a term speaks of."""
        facts = [*self.draft.goal.hypotheses, *self.draft.goal.given]
        for fact in facts:
            if node.head == "MatrixFunction" and fact.head in ("pd", "psd", "spectral"):
                matrix = node.args[2]
                if matrix in fact.args:
                    means = entry(matrix.args[0], 0) if matrix.head == "DiagMatrix" else eigenvalue(matrix, 0)
                    with suppress(Refused):
                        self.draft.line("mode", self.draft.place(fact), self.draft.number(means))
                continue
            of_entries = fact.head == "entries" and node.head == "MatrixSymbol" and any(pair.args[1] is node for pair in fact.args[1:])
            of_diagonal = fact.head in ("pd", "psd") and fact.args[0].head == "DiagMatrix" and fact.args[0].args[0] is node
            if of_entries or of_diagonal:
                with suppress(Refused):
                    self.draft.line("mode", self.draft.place(fact), self.draft.number(entry(node, 0)))


def _at_mode(node: Term) -> Term:
    if node.head == "MatrixFunction":
        formula, letter, matrix = node.args
        return put(formula, {letter: eigenvalue(matrix, 0)})
    formula, *pairs = node.args
    return put(formula, {pair.args[0]: entry(pair.args[1], 0) for pair in pairs}) if pairs else entry(formula, 0)


