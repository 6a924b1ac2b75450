"""Matrices as elements of the space with the inner product <U, V> = tr(U^T V), and as products and sums of one another.

Which of them a question speaks of is read off twice: from what stands under its traces, inner products and norms, and from its words,
cut in two in every way. A column vector is a matrix of one column, the identity an element like any other, with <I, I> = d.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, permutations

from sympy import Integer, MatAdd, MatMul, S, Trace, Transpose, preorder_traversal

from theoremtest.derivations.language.symbols import Dot
from theoremtest.derivations.language.wellformed import same_size
from theoremtest.derivations.proof.matrices.letters import Letter, NotWords, difference, is_matrix
from theoremtest.derivations.proof.matrices.words import Words

from .reading import Reader, Unreadable
from .ring import Polynomial, TooLarge

LONGEST = 10
"""Letters of a word beyond which it is not cut."""
MOST = 40
"""Elements that are kept of one question."""


@dataclass(frozen=True)
class Element:
    """A sum of words of one shape, as pairs (word, coefficient) in a fixed order."""

    terms: tuple
    rows: object
    columns: object

    @property
    def words(self) -> dict:
        """The words with their coefficients."""
        return dict(self.terms)

    @property
    def word(self) -> tuple | None:
        """The word of an element that is one word with coefficient 1, else None."""
        return self.terms[0][0] if len(self.terms) == 1 and self.terms[0][1] == 1 else None


def element(words: dict, rows, columns) -> Element:
    """A sum of words, or its negative, as an element: of the two that whose first coefficient shows no minus sign."""
    terms = sorted(words.items(), key=lambda item: str(item[0]))
    if terms and terms[0][1].could_extract_minus_sign():
        terms = [(word, -c) for word, c in terms]
    return Element(tuple(terms), rows, columns)


class Space:
    """The elements of one question with their inner products, products and sums.

    elements: in the order they were met. pairs: those whose inner product the question speaks of. products: (U, V, UV).
    sums: (U + V, (U, V)).
    """

    def __init__(self, reader: Reader):
        self.reader, self.words = reader, reader.setting.words
        self.elements: dict[Element, None] = {}
        self.pairs: dict[tuple[Element, Element], None] = {}
        self.products: dict[tuple[Element, Element, Element], None] = {}
        self.sums: dict[tuple[Element, tuple], None] = {}
        self.chains: dict[tuple, None] = {}
        self._inner: dict = {}

    # inner products ----------------------------------------------------------------------------------------------------

    def inner(self, one: Element, other: Element) -> Polynomial:
        """<U, V> as a polynomial. Raises Unreadable, TooLarge, NotWords."""
        key = one, other
        if key not in self._inner:
            product = self.words.multiply(self.words.flipped(one.words), other.words)
            self._inner[key] = self.reader.polynomial(self.words.trace(product, one.columns))
        return self._inner[key]

    def gram(self, one: Element) -> Polynomial:
        """<U, U>; a trace of it is never negative, nor is the identity's."""
        return self.inner(one, one)

    def norm(self, one: Element) -> Polynomial:
        """The root of <U, U>."""
        return self.reader.ring.root(self.gram(one))

    def combination(self, parts) -> Polynomial:
        """<S, S> for the sum S of elements with polynomial coefficients, as pairs (coefficient, element)."""
        ring, total = self.reader.ring, {}
        for (a, one), (b, other) in ((p, q) for p in parts for q in parts):
            for monomial, value in ring.times(ring.times(a, b), self.inner(one, other)).items():
                new = total.get(monomial, 0) + value
                if new == 0:
                    total.pop(monomial, None)
                else:
                    total[monomial] = new
        return total

    # what a question speaks of -----------------------------------------------------------------------------------------

    def add(self, one: Element) -> Element | None:
        """Keep an element; None where there are too many already, or where its inner products cannot be read."""
        if one in self.elements:
            return one
        if len(self.elements) >= MOST or not one.terms:
            return None
        try:
            self.gram(one)
        except (Unreadable, TooLarge, NotWords):
            return None
        self.elements[one] = None
        self._cut(one)
        return one

    def pair(self, one: Element, other: Element) -> None:
        """Keep two elements of one shape whose inner product matters."""
        if same_size(one.rows, other.rows) and same_size(one.columns, other.columns):
            one, other = self.add(one), self.add(other)
            if one is not None and other is not None and one != other:
                self.pairs[one, other] = None

    def read(self, expression):
        """A matrix expression as an element, with the products and sums that it is made of; None where it is none."""
        try:
            made = element(self.words.matrix(expression), *expression.shape)
        except NotWords:
            return None
        if not made.terms or self.add(made) is None:
            return None
        if isinstance(expression, Transpose):
            expression = expression.doit()
        if isinstance(expression, MatMul):
            self._split(expression, made)
        elif isinstance(expression, MatAdd):
            parts = tuple(filter(None, map(self.read, expression.args)))
            if len(parts) == len(expression.args):
                self.sums[made, parts] = None
        return made

    def _split(self, expression, made: Element) -> None:
        factors = [factor for factor in expression.args if is_matrix(factor)]
        scale = MatMul(*(factor for factor in expression.args if not is_matrix(factor))) if len(factors) < len(expression.args) else S.One
        if scale != 1:
            self.read(_product(factors))
            return
        for k in range(1, len(factors)):
            left, right = self.read(_product(factors[:k])), self.read(_product(factors[k:]))
            if left is not None and right is not None:
                self.products[left, right, made] = None

    def gather(self, expression) -> None:
        """The elements under the traces, inner products and norms of an expression, whole expressions and not words."""
        for node in preorder_traversal(expression):
            if isinstance(node, Dot):
                left, right = self.read(node.left), self.read(node.right)
                if left is not None and right is not None:
                    self.pair(left, right)
            elif isinstance(node, Trace):
                self._under_trace(node.arg)

    def _under_trace(self, inside) -> None:
        for term in inside.args if isinstance(inside, MatAdd) else (inside,):
            factors = [factor for factor in term.args if is_matrix(factor)] if isinstance(term, MatMul) else [term]
            for k in range(1, len(factors)):
                left, right = self.read(_product(factors[:k]).T.doit()), self.read(_product(factors[k:]))
                if left is not None and right is not None:
                    self.pair(left, right)

    def gather_words(self, polynomial: Polynomial) -> None:
        """The two parts of every word of a polynomial, cut in every way, and the identity beside the whole word."""
        ring = self.reader.ring
        for key in dict.fromkeys(ring.keys[g] for monomial in polynomial for g in monomial):
            word = self.words.word_of(key)
            if word is None or len(word) > LONGEST:
                continue
            for one, other in _halves(word, self.words):
                self.pair(one, other)
            if not self.words.is_trace(key):
                continue
            self.add(element({word: S.One}, word[0].shape[0], word[-1].shape[1]))
            for k in range(len(word)):
                turn = word[k:] + word[:k]
                size = turn[0].shape[0]
                if self._sees_size(size, polynomial):
                    self.pair(element({(): S.One}, size, size), element({turn: S.One}, size, size))

    def complete(self, goal: Polynomial) -> None:
        """What the question does not spell out: products of elements whose norms the goal multiplies, sums and pairs among its elements."""
        norms = self._norms_in(goal)
        self._add_products(norms, goal)
        known = {one.terms: one for one in self.elements}
        for one, other in combinations(list(self.elements), 2):
            self.words.deadline.check()
            for third in filter(None, (known.get(terms) for terms in self._gaps(one, other))):
                if len(one.terms) + len(other.terms) + len(third.terms) > 3:
                    self.sums[third, (one, other)] = None
        for one, other in combinations([*norms, *map(self._flipped, norms)], 2):
            if norms.get(other, other) != norms.get(one, one):
                self.pair(one, other)

    def _add_products(self, norms: dict, goal: Polynomial) -> None:
        """U V for norms of U and V that the goal multiplies, where another of these, or an element, makes up a sum with it."""
        made = {}
        for one, other in permutations([*norms, *map(self._flipped, norms)], 2):
            if same_size(one.columns, other.rows) and self._together(norms, one, other, goal):
                whole = element(self.words.multiply(one.words, other.words), one.rows, other.columns)
                made[whole.terms] = (one, other, whole)
        known = {one.terms for one in self.elements} | set(made)
        for one, other, whole in made.values():
            if any(terms in known for norm in norms for terms in self._gaps(norm, whole)) and self.add(whole) is not None:
                self.products[one, other, whole] = None

    def _gaps(self, one: Element, other: Element) -> list[tuple]:
        """The terms of U - V and of U + V, of elements of one shape."""
        if not (same_size(one.rows, other.rows) and same_size(one.columns, other.columns)):
            return []
        opposite = {word: -c for word, c in other.terms}
        return [element(difference(one.words, words), one.rows, one.columns).terms for words in (other.words, opposite)]

    def _norms_in(self, goal: Polynomial) -> dict[Element, int]:
        """The elements whose norms, or squares, stand in the goal by themselves, with the number of that generator."""
        found = {}
        present = {g for monomial in goal for g in monomial}
        for one in list(self.elements):
            held = {g for monomial in self.norm(one) for g in monomial} & present
            if len(held) == 1:
                found[one] = held.pop()
        return found

    def _together(self, norms: dict, one: Element, other: Element, goal: Polynomial) -> bool:
        """Whether the goal multiplies the norms of two elements, or of their transposes."""
        pair = [norms.get(part, norms.get(self._flipped(part))) for part in (one, other)]
        return any(all(g in monomial for g in pair) and (pair[0] != pair[1] or monomial.count(pair[0]) > 1) for monomial in goal)

    def _flipped(self, one: Element) -> Element:
        return element(self.words.flipped(one.words), one.columns, one.rows)

    def _sees_size(self, size, polynomial: Polynomial) -> bool:
        """Whether a question speaks of a size, or the size is a number: only then is the identity's square any use."""
        ring = self.reader.ring
        return isinstance(size, Integer) or any(ring.keys[g] == size or ring.keys[g] == ("root", _root_key(ring, size))
                                                for monomial in polynomial for g in monomial)

    def _cut(self, one: Element) -> None:
        """A word as the product of its two parts, in every way; a sum of words over the letter that they all begin or end with."""
        if one.word is None:
            self._factor(one)
            return
        word = one.word
        if not 2 <= len(word) <= LONGEST:
            return
        for k in range(1, len(word)):
            middle = word[k].shape[0]
            self._product_of(element({word[:k]: S.One}, one.rows, middle), element({word[k:]: S.One}, middle, one.columns), one)

    def _factor(self, one: Element) -> None:
        words = [word for word, _ in one.terms]
        if not all(2 <= len(word) <= LONGEST for word in words):
            return
        if len({word[0] for word in words}) == 1:
            middle = words[0][0].shape[1]
            self._product_of(element({words[0][:1]: S.One}, one.rows, middle),
                             element({word[1:]: c for word, c in one.terms}, middle, one.columns), one)
        if len({word[-1] for word in words}) == 1:
            middle = words[0][-1].shape[0]
            self._product_of(element({word[:-1]: c for word, c in one.terms}, one.rows, middle),
                             element({words[0][-1:]: S.One}, middle, one.columns), one)

    def _product_of(self, left: Element, right: Element, whole: Element) -> None:
        left, right = self.add(left), self.add(right)
        if left is not None and right is not None:
            self.products[left, right, whole] = None


def _root_key(ring, size) -> frozenset | None:
    number = ring.numbers.get(size)
    return None if number is None else frozenset({((number,), 1)})


def _product(factors: list):
    return factors[0] if len(factors) == 1 else MatMul(*factors)


def _halves(word: tuple[Letter, ...], words: Words) -> Iterator[tuple[Element, Element]]:
    """(U, V) with tr(U^T V) the trace of a word, cut at two places of the circle that it is."""
    turned = {}
    for i, j in combinations(range(len(word)), 2):
        left, right = words.transpose(word[i:j]), word[j:] + word[:i]
        rows, columns = right[0].shape[0], right[-1].shape[1]
        key = frozenset((left, right)), frozenset((words.transpose(left), words.transpose(right)))
        if key not in turned and key[::-1] not in turned:
            turned[key] = None
            yield element({left: S.One}, rows, columns), element({right: S.One}, rows, columns)
