"""The kernel's algebra, remembering which term each letter was read from, so that what is multiplied out can be written down again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from theoremtest.derivations.kernel.algebra import Algebra, Word, Words
from theoremtest.derivations.kernel.ring import Key, Quotient
from theoremtest.derivations.kernel.special import Special, eigenvalue
from theoremtest.derivations.kernel.terms import ONE, Term, bound, free, parts, term

EIGENVALUE = term("Dummy", (), (" eigenvalue", (), 0))
"""The name of what a function of a matrix binds, where one is written."""


class Reader(Algebra):
    """An algebra that writes its elements as terms."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.matrices: list[Term] = []
        self.asked: list[Quotient] = []
        """Numbers that sums would have to know not to be negative."""

    def letter(self, key: Any) -> Quotient:
        """The letter with this key; one that is a scalar word, or a trace, gets its term."""
        found = super().letter(key)
        place = self._letters.get(key)
        if place is not None and place not in self.terms and isinstance(key, tuple) and key[0] in ("word", "trace"):
            self.terms[place] = self._inner_product(key[1]) if key[0] == "word" else term("Trace", (self.word_term(key[1]),))
        return found

    def read_as_letter(self, node: Term) -> None:
        """Do not multiply out a sum: it is a letter wherever it stands. What is found holds for the sum all the same."""
        self._known[node] = super().letter(("sum", node))
        self._remember(("sum", node), node)

    def special(self, key: Any, rows: Any, columns: Any, known: Special) -> int:
        """A letter that knows more than its name, and its term."""
        before = len(self._shapes)
        found = super().special(key, rows, columns, known)
        if len(self._shapes) > before:
            self.matrices[found] = self._written_special(known)
        return found

    def _written_special(self, known: Special) -> Term:
        if known.kind == "function":
            assert known.formula is not None and known.argument is not None
            formula = renamed(known.formula, {eigenvalue(known.argument, 0): EIGENVALUE})
            return term("MatrixFunction", (formula, EIGENVALUE, known.argument))
        if known.kind == "diagonal":
            assert known.formula is not None
            vectors = [part for part in parts(known.formula) if part.head == "Entry"]
            names = {vector: term("Dummy", (), (" written", (), place)) for place, vector in enumerate(vectors)}
            if known.formula in names:
                return term("DiagMatrix", known.formula.args)
            pairs = [term("Tuple", (name, vector.args[0])) for vector, name in names.items()]
            return term("Diagonal", (renamed(known.formula, names), *pairs))
        if known.kind == "inverse":
            return term("Inverse", (self.sum_of_words(dict(known.words), known.group),))
        sizes = [self.written_key(size) for size in known.group]
        if known.kind == "kron":
            return term("Kron", [self.word_term(word) if word else term("Identity", (sizes[2 * place],))
                                 for place, word in enumerate(known.words)])
        return term("Vec", (self.word_term(known.words[0]) if known.words[0] else term("Identity", (sizes[0],)),))

    def sum_of_words(self, words: Words, size: Any) -> Term:
        """A sum of words as a matrix; size: of the identity, where it is one of them."""
        found = []
        for word, value in words.items():
            inner = self.word_term(word) if word else term("Identity", (self.written_key(size),))
            found.append(inner if value.constant() == 1 else term("MatMul", (self.written(value), inner)))
        return found[0] if len(found) == 1 else term("MatAdd", found)

    def matrix_letter(self, key: Any, rows: Any, columns: Any) -> int:
        """The number of a matrix letter; a new one is of the matrix that is being read."""
        found = super().matrix_letter(key, rows, columns)
        if found == len(self.matrices):
            self.matrices.append(self._reading[-1] if self._reading else ONE)
        return found

    def not_negative(self, value: Quotient) -> bool:
        """Whether a number is known not to be negative; one that is not is remembered."""
        found = super().not_negative(value)
        if not found and value.constant() is None:
            self.asked.append(value)
        return found

    _reading: list[Term] = []

    def matrix(self, node: Term) -> Words:
        """A matrix as a sum of words; what is read is remembered for the letters that come up."""
        self._reading = [*self._reading, node]
        try:
            return super().matrix(node)
        finally:
            self._reading = self._reading[:-1]

    def word_term(self, word: Word) -> Term:
        """A word as a product of matrices."""
        letters = [term("Transpose", (self.matrices[letter],)) if turned else self.matrices[letter] for letter, turned in word]
        return letters[0] if len(letters) == 1 else term("MatMul", letters)

    def _inner_product(self, word: Word) -> Term:
        """A 1 x 1 word as an inner product of vectors."""
        half = len(word) // 2
        if len(word) % 2 == 0 and self.turned(word[:half]) == word[half:]:
            return term("Dot", (self.word_term(word[half:]),) * 2)
        return term("Dot", (self.word_term(self.turned(word[:1])), self.word_term(word[1:]))) if len(word) > 1 else \
            term("Trace", (self.word_term(word),))

    def written_key(self, key: Key | Term) -> Term:
        """A quotient's key, or a function space's, as a term."""
        return key if isinstance(key, Term) else self.written(key.of)


def renamed(node: Term, names: dict) -> Term:
    """A formula with names in place of whole terms."""
    return names[node] if node in names else term(node.head, [renamed(part, names) for part in node.args], node.mark)


def open_parts(node: Term) -> Iterator[Term]:
    """The parts of a term outside of what binds a letter."""
    seen: set[Term] = set()
    stack = [node]
    while stack:
        found = stack.pop()
        if found in seen:
            continue
        seen.add(found)
        yield found
        held = bound(found)
        stack.extend(part for part in found.args if not held & free(part) and part not in held)
