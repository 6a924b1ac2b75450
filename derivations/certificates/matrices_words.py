"""Sums of words, to find how a statement follows from its domain's relations: hints for Coq, which checks them and trusts none.

A sum is a table: a word, with the words in brackets and the traces that multiply it, to a coefficient, a fraction of polynomials in the
scalars. Relations become rules from a greatest word to smaller ones, completed by their overlaps; each rule keeps the multiples of the
relations that it is the sum of. What rewriting a difference to zero took is the list of steps that Coq subtracts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

from sympy import QQ, symbols
from sympy.polys.fields import field

from .matrices_terms import Letters, NoCertificate, Node, plain, subtrees

MOST_TERMS, MOST_STEPS = 400, 400
"""How far rewriting goes: terms of a sum, steps."""


class Multiple(NamedTuple):
    """coefficient * before (relation) after, the relation's difference transposed or not."""

    coefficient: Any
    before: tuple
    relation: int
    transposed: bool
    after: tuple


@dataclass(frozen=True)
class Rule:
    """word = rest; word - rest is the sum of the multiples."""

    word: tuple
    rest: dict
    why: tuple


class Algebra:
    """Sums of words over the letters of one statement. A word is a tuple of (key, transposed)."""

    def __init__(self, letters: Letters, trees: list[Node], symmetric: frozenset = frozenset()) -> None:
        self.letters, self.symmetric = letters, symmetric
        found: dict = {}
        for tree in trees:
            self._atoms(plain(tree), found)
        self.atoms = list(found)
        made = field(symbols([f"x{i}" for i in range(max(len(self.atoms), 1))]), QQ)
        self.field, self.value = made[0], dict(zip(self.atoms, made[1:], strict=False))
        self.one, self.zero = self.field(1), self.field(0)

    def _atoms(self, tree: Node, found: dict) -> None:
        if tree.head in ("svar", "ssize") or (tree.head == "sfun" and (tree.args[0] != "inv" or self._has_words(tree))):
            found[tree] = None
        for part in tree.args:
            if isinstance(part, Node):
                self._atoms(part, found)

    @staticmethod
    def _has_words(tree: Node) -> bool:
        return any(part.head in ("sdot", "sent", "strace") for part in subtrees(tree))

    # words
    def rows(self, letter: tuple) -> int:
        """The place of a letter's rows among the sizes."""
        return self.letters.shape(letter[0])[1 if letter[1] else 0]

    def columns(self, letter: tuple) -> int:
        """The place of a letter's columns among the sizes."""
        return self.letters.shape(letter[0])[0 if letter[1] else 1]

    def flipped(self, word: tuple) -> tuple:
        """The word of the transpose."""
        return tuple((key, not turned and key not in self.symmetric) for key, turned in reversed(word))

    def order(self, word: tuple) -> tuple:
        """Longer words are greater."""
        return (len(word), tuple((self.letters.place(key), turned) for key, turned in word))

    def cut(self, word: tuple) -> tuple[tuple, tuple]:
        """The word without its stretches from size 1 to size 1, and these."""
        places = [i for i in range(len(word) + 1) if (self.rows(word[i]) if i < len(word) else self.columns(word[-1])) == 0] if word else []
        if len(places) < 2:
            return word, ()
        pulled = [self.least(word[i:j]) for i, j in pairwise(places)]
        return word[:places[0]] + word[places[-1]:], tuple(("e", part) for part in pulled)

    def least(self, word: tuple) -> tuple:
        """The word or its transpose, whichever is smaller."""
        return min(word, self.flipped(word), key=self.order)

    def traced(self, size: int, word: tuple) -> tuple:
        """(coefficient, scalar words) of the trace of a word."""
        if not word:
            return (size, ())
        turned = [word[i:] + word[:i] for i in range(len(word))]
        for one in turned:
            if self.rows(one[0]) == 0:
                rest, pulled = self.cut(one)
                return (None, pulled)
        both = turned + [one[i:] + one[:i] for one in (self.flipped(word),) for i in range(len(word))]
        return (None, (("t", min(both, key=self.order)),))

    # sums
    def term(self, total: dict, word: tuple, scalars: tuple, coefficient: Any) -> None:
        """Add a term to a sum."""
        word, pulled = self.cut(word)
        key = (word, tuple(sorted(scalars + pulled, key=lambda s: (s[0], self.order(s[1])))))
        value = total.get(key, self.zero) + coefficient
        if value:
            total[key] = value
        else:
            total.pop(key, None)
        if len(total) > MOST_TERMS:
            raise NoCertificate("too many terms")

    def plus(self, left: dict, right: dict, factor: Any = None) -> dict:
        """left + factor * right."""
        total = dict(left)
        for (word, scalars), value in right.items():
            self.term(total, word, scalars, value if factor is None else factor * value)
        return total

    def times(self, left: dict, right: dict) -> dict:
        """The product of two sums."""
        total: dict = {}
        for (u, s), a in left.items():
            for (v, r), b in right.items():
                self.term(total, u + v, s + r, a * b)
        return total

    def around(self, before: tuple, total: dict, after: tuple, factor: Any = None) -> dict:
        """factor * before * total * after."""
        made: dict = {}
        for (word, scalars), value in total.items():
            self.term(made, before + word + after, scalars, value if factor is None else value * factor)
        return made

    def transposed(self, total: dict) -> dict:
        """The transpose of a sum."""
        made: dict = {}
        for (word, scalars), value in total.items():
            self.term(made, self.flipped(word), scalars, value)
        return made

    def matrix(self, tree: Node) -> dict:
        """The sum of words that a matrix is."""
        head, args = tree
        match head:
            case "mlet":
                return {(((args[0], False),), ()): self.one}
            case "mabbr":
                return self.matrix(args[1])
            case "mtr":
                return self.transposed(self.matrix(args[0]))
            case "mmul":
                return self.times(self.matrix(args[0]), self.matrix(args[1]))
            case "madd":
                return self.plus(self.matrix(args[0]), self.matrix(args[1]))
            case "mrow" | "mcol":
                return self._side_by_side(head, *map(self.matrix, args))
            case "mopp":
                return self.plus({}, self.matrix(args[0]), -self.one)
            case "mscal":
                return self.times(self.scalar(args[0]), self.matrix(args[1]))
            case "mid":
                return {((), ()): self.one}
            case "mzero":
                return {}
        raise NoCertificate(f"no sum for {head}")

    def _side_by_side(self, head: str, one: dict, other: dict, first: dict, last: dict) -> dict:
        if head == "mcol":
            return self.plus(self.times(first, one), self.times(last, other))
        return self.plus(self.times(one, self.transposed(first)), self.times(other, self.transposed(last)))

    def scalar(self, tree: Node) -> dict:
        """The sum that a scalar is: words stand in brackets and traces only."""
        if tree in self.value:
            return {((), ()): self.value[tree]}
        head, args = tree
        match head:
            case "snum":
                return {((), ()): self.field(args[0])} if args[0] else {}
            case "sabbr":
                return self.scalar(args[1])
            case "sadd":
                return self.plus(self.scalar(args[0]), self.scalar(args[1]))
            case "smul":
                return self.times(self.scalar(args[0]), self.scalar(args[1]))
            case "sopp":
                return self.plus({}, self.scalar(args[0]), -self.one)
            case "sfun":
                return self._reciprocal(args[1]) if args[0] == "inv" and not self._has_words(args[1]) else {
                    ((), ()): self.value[plain(tree)]}
            case "sdot":
                return self.times(self.transposed(self.matrix(args[0])), self.matrix(args[1]))
            case "sent":
                return self.matrix(args[0])
            case "strace":
                return self._trace(args[0])
        raise NoCertificate(f"no sum for {head}")

    def _reciprocal(self, inner: Node) -> dict:
        below = self.scalar(inner)
        if set(below) != {((), ())}:
            raise NoCertificate("division by zero")
        return {((), ()): 1 / below[(), ()]}

    def _trace(self, inner: Node) -> dict:
        total: dict = {}
        size = self.rows_of(inner)
        for (word, scalars), value in self.matrix(inner).items():
            count, pulled = self.traced(size, word)
            if count is not None:
                value = value * self.value.get(Node("ssize", (count,)), self.one)
            self.term(total, (), scalars + pulled, value)
        return total

    def rows_of(self, tree: Node) -> int:
        """The place of a matrix's rows among the sizes."""
        head, args = tree
        match head:
            case "mlet":
                return self.letters.shape(args[0])[0]
            case "mtr":
                return self.columns_of(args[0])
            case "mid" | "mzero":
                return args[0]
            case "mscal" | "mabbr":
                return self.rows_of(args[1])
            case "mcol":
                return self.rows_of(args[2])
        return self.rows_of(args[0])

    def columns_of(self, tree: Node) -> int:
        """The place of a matrix's columns among the sizes."""
        head, args = tree
        match head:
            case "mlet":
                return self.letters.shape(args[0])[1]
            case "mtr":
                return self.rows_of(args[0])
            case "mid":
                return args[0]
            case "mzero" | "mscal" | "mabbr" | "mmul":
                return self.columns_of(args[1]) if head != "mzero" else args[1]
            case "mrow":
                return self.rows_of(args[2])
        return self.columns_of(args[0])


def directed(algebra: Algebra, difference: dict, why: tuple, key: tuple | None = None) -> list[Rule]:
    """A sum that is zero, and its transpose, as rules for a word of it, the greatest where none is named. why: the multiples that it is."""
    found: list[Rule] = []
    turned = tuple(Multiple(c, algebra.flipped(v), i, not b, algebra.flipped(u)) for c, u, i, b, v in why)
    for total, told in ((difference, why), (algebra.transposed(difference), turned)):
        greatest = max(total, key=lambda one: (algebra.order(one[0]), len(one[1])), default=((), ()))
        word, scalars = greatest if key is None else key if told is why else (algebra.flipped(key[0]), key[1])
        if scalars or not word or (word, ()) not in total:
            continue
        if any(rule.word == word for rule in found):  # its own transpose, so that the rest is that too
            gap = algebra.plus(total, difference, -algebra.one)
            if gap and algebra.plus(total, difference):
                found += directed(algebra, gap, (*told, *(Multiple(-c, *others) for c, *others in why)))
            continue
        lead = total[word, ()]
        rest = {one: -value / lead for one, value in total.items() if one != (word, ())}
        found.append(Rule(word, rest, tuple(Multiple(c / lead, *others) for c, *others in told)))
    return found


def of_relations(algebra: Algebra, differences: Sequence[dict], first: Sequence[int] = ()) -> Rewriting:
    """Each relation as a rule for its greatest word; first: those by which the others are brought down before."""
    def rules(number: int, by: Rewriting) -> list[Rule]:
        rest, steps = by.reduce(differences[number])
        if not all(isinstance(step, Multiple) for step in steps):
            rest, steps = differences[number], []
        return directed(algebra, rest, (Multiple(algebra.one, (), number, False, ()), *(Multiple(-c, *others) for c, *others in steps)))
    known = Rewriting(algebra, [rule for number in first for rule in rules(number, Rewriting(algebra))])
    return Rewriting(algebra, [*known.rules, *(rule for number in range(len(differences)) if number not in first
                                               for rule in rules(number, known))])


class Rewriting:
    """Rules, and what it takes to bring a sum down by them."""

    def __init__(self, algebra: Algebra, rules: Sequence[Rule] = ()) -> None:
        self.algebra, self.rules = algebra, list(rules)

    def reduce(self, total: dict) -> tuple[dict, list]:
        """What is left of a sum, and the steps: multiples around, or ('e' or 't', before, relation, transposed, after, rest)."""
        steps: list = []
        changed = True
        while changed:
            changed = False
            for key in sorted(total, key=lambda key: (len(key[0]), len(key[1])), reverse=True):
                made = self._step(key, total[key])
                if made is None:
                    continue
                more, taken = made
                value = total[key]
                total = self.algebra.plus(total, {key: value}, -self.algebra.one)
                total = self.algebra.plus(total, more)
                steps += taken
                changed = True
                if len(steps) > MOST_STEPS:
                    raise NoCertificate("too many steps")
                break
        return total, steps

    def _step(self, key: tuple, value: Any) -> tuple[dict, list] | None:
        word, scalars = key
        algebra = self.algebra
        for rule in self.rules:
            found = _inside(word, rule.word)
            if found is not None:
                before, after = word[:found], word[found + len(rule.word):]
                more = {}
                for (middle, extra), c in rule.rest.items():
                    algebra.term(more, before + middle + after, scalars + extra, c * value)
                if scalars:
                    return more, [("m", scalars, Multiple(c * value, before + u, i, b, v + after)) for c, u, i, b, v in rule.why]
                return more, [Multiple(c * value, before + u, i, b, v + after) for c, u, i, b, v in rule.why]
            for number, (kind, inner) in enumerate(scalars):
                made = self._inner_step(rule, kind, inner)
                if made is None:
                    continue
                before, after, sums = made
                others = scalars[:number] + scalars[number + 1:]
                more = {}
                for (count, extra), c in sums:
                    factor = algebra.value.get(Node("ssize", (count,)), algebra.one) if count is not None else algebra.one
                    algebra.term(more, word, others + extra, c * value * factor)
                return more, [(kind, (word, others), Multiple(c * value, before + u, i, b, v + after)) for c, u, i, b, v in rule.why]
        return None

    def _inner_step(self, rule: Rule, kind: str, inner: tuple) -> tuple | None:
        algebra = self.algebra
        turns = [inner] if kind == "e" else [inner[i:] + inner[:i] for i in range(len(inner))]
        for turn in turns:
            found = _inside(turn, rule.word)
            if found is None:
                continue
            before, after = turn[:found], turn[found + len(rule.word):]
            sums = []
            for (middle, extra), c in rule.rest.items():
                whole = before + middle + after
                if kind == "e":
                    rest, pulled = algebra.cut(whole)
                    sums.append(((None, extra + pulled), c))
                else:
                    count, pulled = algebra.traced(algebra.rows(rule.word[0]), whole)
                    sums.append(((count, extra + pulled), c))
            return before, after, sums
        return None


def _inside(word: tuple, part: tuple) -> int | None:
    return next((i for i in range(len(word) - len(part) + 1) if word[i:i + len(part)] == part), None)
