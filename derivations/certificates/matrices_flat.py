"""The normal form of a coded term, worked out as the prelude's `Words.v` does: what numbers an equation of words comes down to.

Coq works it out anew, so that a slip here is a script that fails. Numbers are terms over named variables: `x0`, `x1` the scalars, `n1`
the sizes, `w0` the words in brackets and `h0` the traces.
"""

from __future__ import annotations

import re
from typing import Any

from .reasons import NoScript
from .terms import Term, app, num, var

Letter = tuple[int, bool]
Word = tuple[Letter, ...]
Sum = list[tuple[Word, Term]]
ONE, ZERO = num(1), num(0)
HEADS = {"Finv": "inv", "Fsqrt": "sqrt", "Fexp": "exp", "Fln": "ln", "Fabs": "Rabs", "Fsign": "sign"}


def parsed(text: str) -> Any:
    """A coded term as nested lists; a list of Coq as a tuple."""
    return _read(re.findall(r"\[::|[\];()]|[^\s()\[\];]+", text), 0)[0]


def arguments(text: str) -> list:
    """Several coded terms, one after the other."""
    return parsed(f"({text})")


def _read(tokens: list[str], at: int) -> tuple[Any, int]:
    if tokens[at] not in ("(", "[::"):
        return tokens[at], at + 1
    closing = ")" if tokens[at] == "(" else "]"
    items, at = [], at + 1
    while tokens[at] != closing:
        if tokens[at] == ";":
            at += 1
            continue
        item, at = _read(tokens, at)
        items.append(item)
    if closing == "]":
        return tuple(items), at + 1
    return (items[0] if items and isinstance(items[0], tuple) else items), at + 1


def times(a: Term, b: Term) -> Term:
    """A product as the normal form keeps it."""
    if a == ONE:
        return b
    if b == ONE:
        return a
    return ZERO if ZERO in (a, b) else app("mul", a, b)


def plus(a: Term, b: Term) -> Term:
    """A sum as the normal form keeps it."""
    return b if a == ZERO else a if b == ZERO else app("add", a, b)


class Flat:
    """The normal forms of one statement's terms. table: rows, columns, symmetry of each letter; relations: pairs of parsed terms;
    fixed: sizes that are numbers.
    """

    def __init__(self, table: list[tuple[int, int, bool]], relations: list[tuple], fixed: dict[int, int]) -> None:
        self.table, self.relations, self.fixed = table, relations, fixed
        self.words: dict[Word, str] = {}
        self.traces: dict[tuple[int, Word], str] = {}
        self.places: set[int] = set()
        """Sizes of which numbers speak."""

    # letters and words
    def _rows(self, letter: Letter) -> int:
        return self.table[letter[0]][1 if letter[1] else 0]

    def _columns(self, letter: Letter) -> int:
        return self.table[letter[0]][0 if letter[1] else 1]

    def _turned(self, word: Word) -> Word:
        return tuple((key, not turned and not self.table[key][2]) for key, turned in reversed(word))

    @staticmethod
    def _first(one: Word, other: Word) -> bool:
        """Whether the first of two words comes before the other."""
        if len(one) != len(other):
            return len(one) < len(other)
        for (j, a), (k, b) in zip(one, other):
            if j != k:
                return j < k
            if a != b:
                return b
        return True

    def _bracket(self, word: Word) -> Term:
        return var(self.words.setdefault(word, f"w{len(self.words)}"))

    def _cut(self, size: int, word: Word) -> tuple[Word, Term]:
        if not word:
            return (), ONE
        rest, found = self._cut(self._columns(word[0]), word[1:])
        whole = (word[0], *rest)
        if size == 0:
            for place, letter in enumerate(whole, 1):
                if self._columns(letter) == 0:
                    stretch = whole[:place]
                    other = self._turned(stretch)
                    return whole[place:], times(self._bracket(stretch if self._first(stretch, other) else other), found)
        return whole, found

    # sums of words
    def collected(self, terms: Sum) -> Sum:
        """Like terms together."""
        found: Sum = []
        for word, value in reversed(terms):
            for place, (known, before) in enumerate(found):
                if known == word:
                    found[place] = (known, plus(value, before))
                    break
            else:
                found.append((word, value))
        return found

    def matrix(self, code: Any) -> Sum:
        """The sum of words of a coded matrix."""
        head = code[0]
        if head == "MLet":
            return [(((int(code[1]), False),), ONE)]
        if head == "MTr":
            return [(self._turned(word), value) for word, value in self.matrix(code[1])]
        if head == "MMul":
            size, found = self.shape(code[1])[0], []
            right = self.matrix(code[2])
            for word, value in self.matrix(code[1]):
                for other, factor in right:
                    rest, pulled = self._cut(size, word + other)
                    found.append((rest, times(times(value, factor), pulled)))
            return found
        if head == "MAdd":
            return self.matrix(code[1]) + self.matrix(code[2])
        if head == "MOpp":
            return [(word, times(num(-1), value)) for word, value in self.matrix(code[1])]
        if head == "MScal":
            factor = self.number(code[1])
            return [(word, times(factor, value)) for word, value in self.matrix(code[2])]
        if head in ("MId", "MZero"):
            return [((), ONE)] if head == "MId" else []
        return self.matrix(_derivative(code[3], code[1][2], code[2][2]))

    def number(self, code: Any) -> Term:
        """A coded scalar as a number of words."""
        head = code[0]
        if head == "SZ":
            value = code[1]
            return num(int(value[0] if isinstance(value, list) else value))
        if head == "SV":
            return var(f"x{code[1]}")
        if head == "SN":
            return self._size(int(code[1]))
        if head in ("SAdd", "SMul"):
            return (plus if head == "SAdd" else times)(self.number(code[1]), self.number(code[2]))
        if head == "SOpp":
            return app("opp", self.number(code[1]))
        if head == "SF":
            return app(HEADS[code[1]], self.number(code[2]))
        if head == "Ds":
            return self.number(_derivative(code[3], code[1][2], code[2][2]))
        terms, total = self.collected(self.matrix(code[1])), ZERO
        size = self.shape(code[1])[0]
        for word, value in reversed(terms):
            if head == "SEnt":
                total = plus(times(value, self._bracket(word)) if word else value, total)
            else:
                total = plus(times(value, self._trace(size, word)), total)
        return total

    def _size(self, place: int) -> Term:
        if place in self.fixed:
            return app("INR", str(self.fixed[place]))
        self.places.add(place)
        return var(f"n{place}")

    def _trace(self, size: int, word: Word) -> Term:
        around = self._around(size, word)
        for start, turned in around:
            if start == 0:
                rest, pulled = self._cut(0, turned)
                return times(pulled, self._of_trace(0, rest))
        best = (size, word)
        for one in (*around, *self._around(size, self._turned(word))):
            best = one if self._first(one[1], best[1]) else best
        return self._of_trace(*best)

    def _of_trace(self, size: int, word: Word) -> Term:
        return var(self.traces.setdefault((size, word), f"h{len(self.traces)}")) if word else self._size(size)

    def _around(self, size: int, word: Word) -> list[tuple[int, Word]]:
        found = [(size, word)]
        for _ in word:
            size, word = self._columns(word[0]), (*word[1:], word[0])
            found.append((size, word))
        return found

    def shape(self, code: Any) -> tuple[int, int]:
        """Rows and columns of a coded matrix, as places of sizes."""
        head = code[0]
        if head == "MLet":
            return self.table[int(code[1])][:2]
        if head == "MTr":
            return self.shape(code[1])[::-1]
        if head == "MMul":
            return self.shape(code[1])[0], self.shape(code[2])[1]
        if head in ("MAdd", "MOpp"):
            return self.shape(code[1])
        if head == "MScal":
            return self.shape(code[2])
        if head == "Dm":
            return self.shape(code[3])
        return (int(code[1]), int(code[1])) if head == "MId" else (int(code[1]), int(code[2]))

    def conditions(self, code: Any) -> list[Term]:
        """What a coded term needs to have a derivative, in the order in which the prelude's `condm` and `conds` list it."""
        if not isinstance(code, list):
            return []
        found = []
        if code[0] == "SF":
            inner = self.number(code[2])
            apart = app("ne", inner, ZERO) if code[1] in ("Finv", "Fabs") else app("lt", ZERO, inner)
            found = [app("True") if code[1] == "Fexp" else apart]
        return found + [item for part in code[1:] for item in self.conditions(part)]

    # what is left of an equation
    def left(self, whole: Any, steps: list) -> list[Term]:
        """The numbers that have to be zero for a coded term to be, after multiples of relations were taken off."""
        for step in steps:
            whole = ["MAdd", whole, ["MOpp", self._taken(step)]]
        return [value for _, value in self.collected(self.matrix(whole))]

    def _taken(self, step: list) -> list:
        shift = 1 if step[0] == "Around" else 0
        before, number, turned, after = step[1 + shift:5 + shift]
        one, other = self.relations[int(number)]
        gap = ["MAdd", one, ["MOpp", other]]
        inner = ["MMul", ["MMul", before, ["MTr", gap] if turned == "true" else gap], after]
        if shift:
            return ["MScal", step[1], inner]
        return ["MScal", ["SEnt" if step[0] == "Entry" else "STr", inner], step[5]]


def _derivative(code: Any, matrices: tuple, scalars: tuple) -> Any:
    """The derivative of a coded term by that of its letters and scalars, as the prelude's `Dm` and `Ds` write it."""
    def rate(inner: Any) -> Any:
        return _derivative(inner, matrices, scalars)
    head = code[0]
    if head in ("MLet", "SV"):
        known, place = (matrices, ["MZero", "0", "0"]) if head == "MLet" else (scalars, ["SZ", "0"]), int(code[1])
        return known[0][place] if place < len(known[0]) else known[1]
    if head in ("MMul", "SMul", "MScal"):
        add = "SAdd" if head == "SMul" else "MAdd"
        return [add, [head, rate(code[1]), code[2]], [head, code[1], rate(code[2])]]
    if head in ("MAdd", "SAdd", "MTr", "MOpp", "SOpp", "SEnt", "STr"):
        return [head, *map(rate, code[1:])]
    if head in ("MId", "MZero"):
        return ["MZero", code[1], code[-1]]
    if head != "SF":
        return ["SZ", "0"]
    return ["SMul", rate(code[2]), _slope(code[1], code[2])]


def _slope(function: str, inner: Any) -> Any:
    match function:
        case "Finv":
            return ["SOpp", ["SF", "Finv", ["SMul", inner, inner]]]
        case "Fsqrt":
            return ["SF", "Finv", ["SMul", ["SZ", "2"], ["SF", "Fsqrt", inner]]]
        case "Fexp":
            return ["SF", "Fexp", inner]
        case "Fln":
            return ["SF", "Finv", inner]
        case "Fabs":
            return ["SF", "Fsign", inner]
    raise NoScript("derivative")
