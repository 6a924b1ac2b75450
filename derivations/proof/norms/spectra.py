"""Spectral norms, extreme eigenvalues and ranks as generators, brought to one form, and the theorems about them.

Equal numbers get one generator: a matrix and its transpose, a rational multiple, a Gram matrix and its factor. An eigenvalue is read of a
matrix only where its words show it symmetric, as of any other it has no value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations

from flint import fmpq
from sympy import Expr, S

from theoremtest.derivations.language.kronecker import Kron
from theoremtest.derivations.language.spectra import LargestEigenvalue, Rank, SmallestEigenvalue, SpectralNorm
from theoremtest.derivations.language.wellformed import same_size
from theoremtest.derivations.proof.matrices.letters import difference, scaled

from .elements import Element, Space, element
from .lemmas import Fact
from .reading import Unreadable
from .ring import Degrees, Polynomial, constant, minus, plus, times_number

NORM, LARGEST, SMALLEST, RANK = "spectral norm", "largest eigenvalue", "smallest eigenvalue", "rank"
KINDS = {SpectralNorm: NORM, LargestEigenvalue: LARGEST, SmallestEigenvalue: SMALLEST, Rank: RANK}


@dataclass(frozen=True)
class Number:
    """A number that belongs to a matrix: its kind, and the terms of the matrix in their one form."""

    kind: str
    terms: tuple


class Spectra:
    """Reads the numbers of matrices into the ring of a space, and yields what is known of them."""

    def __init__(self, space: Space):
        self.space, self.words, self.ring = space, space.words, space.reader.ring
        self.of: dict[Number, Element] = {}

    # reading -----------------------------------------------------------------------------------------------------------

    def read(self, node: Expr) -> Polynomial:
        """A spectral norm, an eigenvalue or a rank of a matrix expression. Raises Unreadable, NotWords."""
        kind = KINDS.get(type(node))
        if kind is None:
            raise Unreadable(f"{type(node).__name__} is no number of a matrix that is known: {node}")
        of = self.words_source(node.arg)
        if kind == RANK and isinstance(of, Kron):
            return self.ring.times(self.read(Rank(of.args[0])), self.read(Rank(of.args[1])))
        if kind == NORM and isinstance(of, Kron):
            return self.ring.times(self.read(SpectralNorm(of.args[0])), self.read(SpectralNorm(of.args[1])))
        self.space.read(of)
        return self.number(kind, self.words.matrix(of), *of.shape)

    def words_source(self, expression):
        """A matrix expression with the domain's abbreviations written out."""
        return self.space.reader.setting.source.expand(expression)

    def number(self, kind: str, terms: dict, rows, columns) -> Polynomial:
        """The number of a sum of words, over the generator of its one form."""
        if not terms:
            return {}
        if kind == NORM:
            return self._norm(terms, rows, columns)
        return self._rank(terms, rows, columns) if kind == RANK else self._eigenvalue(kind, terms, rows)

    def _norm(self, terms: dict, rows, columns) -> Polynomial:
        made, factor = self._without_factor(terms, rows, columns)
        scale = None if made.word == () else self._frame(made)
        if made.word == () or scale is not None:
            _has_entries(rows, columns)
        if made.word == ():
            return constant(factor)
        if scale is not None:
            return times_number(self.ring.root(constant(scale)), factor)
        if same_size(rows, 1) or same_size(columns, 1):
            column = made if same_size(columns, 1) else self._flipped(made)
            return times_number(self.space.norm(column), factor)
        half = self._half(made)
        if half is not None:
            return times_number(self.ring.power(self._norm(half.words, half.rows, half.columns), 2), factor)
        return times_number(self._generator(NORM, made, nonnegative=True), factor)

    def _rank(self, terms: dict, rows, columns) -> Polynomial:
        made, _ = self._without_factor(terms, rows, columns)
        if made.word == ():
            return self.space.reader.polynomial(rows)
        for one, size in ((made, made.columns), (self._flipped(made), made.rows)):
            if self._frame(one) is not None:
                return self.space.reader.polynomial(size)
        half = self._half(made) or self._of_the_same_gram(made)
        if half is not None:
            return self._rank(half.words, half.rows, half.columns)
        return self._generator(RANK, made, nonnegative=True)

    def _of_the_same_gram(self, made: Element) -> Element | None:
        """V where the domain makes U^T U, or U U^T, a multiple of V V^T: U has the rank of V."""
        word = made.word
        for one, size in ((word, made.columns), (self.words.transpose(word), made.rows)) if word else ():
            terms = self.words.normal({self.words.transpose(one) + one: S.One})
            if len(terms) == 1 and self.words.transpose(one) + one not in terms:
                (found, factor), = terms.items()
                if factor.is_Rational and factor > 0 and found and self.words.is_gram(found):
                    k = len(found) // 2
                    return element({found[:k]: S.One}, size, found[k - 1].shape[1])
        return None

    def _eigenvalue(self, kind: str, terms: dict, size) -> Polynomial:
        _has_entries(size)
        if difference(terms, self.words.flipped(terms)):
            raise Unreadable("an eigenvalue of a matrix that is not seen to be symmetric")
        shift = terms.get((), S.Zero)
        if shift != 0:
            rest = {word: c for word, c in terms.items() if word}
            moved = self._eigenvalue(kind, rest, size) if rest else {}
            return plus(self.space.reader.polynomial(shift), moved)
        first = min(terms, key=str)
        if not all(c.is_Rational for c in terms.values()):
            raise Unreadable("an eigenvalue of a matrix with coefficients that are no numbers")
        factor = abs(terms[first])
        terms = scaled(terms, 1 / factor)
        if terms[first] < 0:
            other = SMALLEST if kind == LARGEST else LARGEST
            return times_number(self._eigenvalue(other, scaled(terms, S.NegativeOne), size), -_rational(factor))
        made = element(terms, size, size)
        half = self._half(made)
        if half is not None and kind == LARGEST:
            return times_number(self.ring.power(self._norm(half.words, half.rows, half.columns), 2), _rational(factor))
        return times_number(self._generator(kind, made, nonnegative=half is not None), _rational(factor))

    def _without_factor(self, terms: dict, rows, columns) -> tuple[Element, fmpq]:
        """A sum of words with rational coefficients over a common positive factor, turned to the first of it and its transpose."""
        if not all(c.is_Rational for c in terms.values()):
            if len(terms) > 1:
                raise Unreadable("a number of a matrix with coefficients that are no numbers")
            raise Unreadable("a number of a multiple of a matrix by what may vanish")
        first = min(terms, key=str)
        factor = abs(terms[first])
        made = element(scaled(terms, 1 / factor), rows, columns)
        other = self._flipped(made)
        return min(made, other, key=lambda item: str(item.terms)), _rational(factor)

    def _frame(self, made: Element) -> fmpq | None:
        """c > 0 where the domain has A^T A = c I: the columns are orthogonal and of one length."""
        found = self.words.multiply(self.words.flipped(made.words), made.words)
        scale = found.get(()) if set(found) == {()} else None
        return _rational(scale) if scale is not None and scale.is_Rational and scale > 0 else None

    def _half(self, made: Element) -> Element | None:
        """M where an element is the word M M^T, else None."""
        word = made.word
        if not word or not self.words.is_gram(word):
            return None
        k = len(word) // 2
        return element({word[:k]: S.One}, made.rows, word[k - 1].shape[1])

    def _flipped(self, one: Element) -> Element:
        return element(self.words.flipped(one.words), one.columns, one.rows)

    def _generator(self, kind: str, made: Element, nonnegative: bool) -> Polynomial:
        number = Number(kind, made.terms)
        self.of[number] = made
        self.space.add(made)
        words = [Degrees(Counter(letter.symbol for letter in word) if kind != RANK else {}) for word, _ in made.terms]
        return self.ring.generator(number, Degrees.over(words, max), Degrees.over(words, min), nonnegative)

    # theorems ----------------------------------------------------------------------------------------------------------

    def facts(self) -> Iterator[Fact]:
        """What is known of the numbers that the question speaks of."""
        kinds = {number.kind for number in self.of}
        if NORM in kinds:
            yield from self._norms_of_products()
        if RANK in kinds:
            yield from self._ranks_of_products()
        for whole, parts in self.space.sums:
            yield from self._of_sum(whole, parts, kinds)
        for number, made in list(self.of.items()):
            value = self.ring.generator(number)
            if number.kind == NORM:
                yield from self._of_norm(value, made)
            elif number.kind == RANK:
                yield from self._of_rank(value, made)
            else:
                yield from self._of_eigenvalue(number.kind, value, made)

    def _known(self, kind: str, one: Element) -> Polynomial | None:
        """The number of an element; None where it has none that can be read."""
        try:
            return self.number(kind, one.words, one.rows, one.columns)
        except Unreadable:
            return None

    def _of_norm(self, value: Polynomial, made: Element) -> Iterator[Fact]:
        """||A||_2 <= ||A||_F <= sqrt(min(m, n)) ||A||_2: the Frobenius norm is the root of the sum of the squared singular values."""
        name, ring = "spectral and Frobenius norm", self.ring
        gram, squared = self.space.gram(made), ring.times(value, value)
        yield Fact(minus(gram, squared), False, name)
        yield Fact(minus(self.space.norm(made), value), False, name)
        for side in (made.rows, made.columns):
            size = self.space.reader.polynomial(side)
            yield Fact(minus(ring.times(size, squared), gram), False, name)
            yield Fact(minus(ring.times(ring.root(size), value), self.space.norm(made)), False, name)

    def _norms_of_products(self) -> Iterator[Fact]:
        """||U V||_F <= ||U||_2 ||V||_F, ||U V||_2 <= ||U||_2 ||V||_2, and the same from the right."""
        ring, name = self.ring, "the spectral norm of a product"
        for left, right, whole in list(self.space.products):
            for one, other in ((left, right), (right, left)):
                value = self._asked(NORM, one)
                if value is None:
                    continue
                gram = ring.times(ring.times(value, value), self.space.gram(other))
                yield Fact(minus(gram, self.space.gram(whole)), False, name)
                yield Fact(minus(ring.times(value, self.space.norm(other)), self.space.norm(whole)), False, name)
            found = [self._asked(NORM, one) for one in (left, right, whole)]
            if None not in found:
                yield Fact(minus(ring.times(found[0], found[1]), found[2]), False, name)

    def _asked(self, kind: str, one: Element) -> Polynomial | None:
        """The number of an element, without a new generator."""
        before = len(self.ring.keys)
        value = self._known(kind, one)
        if value is None or any(g >= before and isinstance(self.ring.keys[g], Number) for monomial in value for g in monomial):
            self._forget(before)
            return None
        return value

    def _forget(self, before: int) -> None:
        for key in self.ring.keys[before:]:
            self.of.pop(key, None)

    def _of_eigenvalue(self, kind: str, value: Polynomial, made: Element) -> Iterator[Fact]:
        """Smallest eigenvalue * ||V||^2 <= tr(V^T A V) <= largest * ||V||^2; the mean lies between; none is beyond +-||A||."""
        sign, ring, name = 1 if kind == LARGEST else -1, self.ring, "Rayleigh quotient"
        for one in list(self.space.elements):
            if same_size(one.rows, made.columns):
                image = element(self.words.multiply(made.words, one.words), made.rows, one.columns)
                form = self._form(one, made)
                if form is not None and image.terms:
                    yield Fact(times_number(minus(ring.times(value, self.space.gram(one)), form), sign), False, name)
        size = self.space.reader.polynomial(made.rows)
        trace = self.space.reader.polynomial(self.words.trace(made.words, made.rows))
        yield Fact(times_number(minus(ring.times(size, value), trace), sign), False, "the mean eigenvalue")
        if self._half(made) is not None:
            yield Fact(minus(trace, value), False, "eigenvalues of a Gram matrix")
            yield Fact(value, False, "eigenvalues of a Gram matrix")
        yield Fact(minus(self.space.norm(made), value), False, "eigenvalues and norm")
        yield Fact(plus(self.space.norm(made), value), False, "eigenvalues and norm")
        bound = self._asked(NORM, made)
        if bound is not None:
            yield Fact(minus(bound, value), False, "eigenvalues and norm")
            yield Fact(plus(bound, value), False, "eigenvalues and norm")
        other = self._asked(SMALLEST if kind == LARGEST else LARGEST, made)
        if other is not None:
            yield Fact(times_number(minus(value, other), sign), False, "order of eigenvalues")

    def _form(self, one: Element, made: Element) -> Polynomial | None:
        """tr(V^T A V)."""
        try:
            inner = self.words.multiply(self.words.multiply(self.words.flipped(one.words), made.words), one.words)
            return self.space.reader.polynomial(self.words.trace(inner, one.columns))
        except Unreadable:
            return None

    def _of_rank(self, value: Polynomial, made: Element) -> Iterator[Fact]:
        """rank A <= m, n; ||A||_F^2 <= rank A ||A||_2^2; tr(A)^2 <= rank A ||A||_F^2 (both by the singular values that are not zero)."""
        ring, gram = self.ring, self.space.gram(made)
        bound = self._asked(NORM, made)
        if bound is not None:
            yield Fact(minus(ring.times(value, ring.times(bound, bound)), gram), False, "norms and rank")
        if same_size(made.rows, made.columns):
            trace = self.space.reader.polynomial(self.words.trace(made.words, made.rows))
            yield Fact(minus(ring.times(value, gram), ring.times(trace, trace)), False, "norms and rank")
        for side in (made.rows, made.columns):
            yield Fact(minus(self.space.reader.polynomial(side), value), False, "rank and sizes")

    def _ranks_of_products(self) -> Iterator[Fact]:
        """rank(U V) <= rank U, rank V; rank(U V) >= rank U + rank V - k (Sylvester); rank UV + rank VW <= rank V + rank UVW."""
        triples = list(self.space.products)
        for left, right, whole in triples:
            one, other, both = (self._known(RANK, part) for part in (left, right, whole))
            if None in (one, other, both):
                continue
            yield Fact(minus(one, both), False, "rank of a product")
            yield Fact(minus(other, both), False, "rank of a product")
            middle = self.space.reader.polynomial(left.columns)
            yield Fact(minus(plus(both, middle), plus(one, other)), False, "Sylvester's inequality")
        for (left, right, whole), (front, _, part) in permutations(triples, 2):
            if part == right:
                joined = element(self.words.multiply(left.words, front.words), left.rows, front.columns)
                found = [self._known(RANK, item) for item in (front, whole, joined, part)]
                if None not in found:
                    yield Fact(minus(plus(*found[:2]), plus(*found[2:])), False, "Frobenius' inequality of ranks")

    def _of_sum(self, whole: Element, parts: tuple, kinds: set) -> Iterator[Fact]:
        """||U + V||_2 <= ||U||_2 + ||V||_2; rank(U + V) <= rank U + rank V; each with a part on the left too; Weyl."""
        for kind, name in ((NORM, "triangle inequality"), (RANK, "rank of a sum")):
            if kind not in kinds:
                continue
            found = [self._asked(kind, part) for part in (whole, *parts)]
            if None in found:
                continue
            for k, one in enumerate(found):
                yield Fact(minus(plus(*found[:k], *found[k + 1:]), one), False, name)
        if kinds & {LARGEST, SMALLEST}:
            yield from self._weyl(whole, parts)

    def _weyl(self, whole: Element, parts: tuple) -> Iterator[Fact]:
        """For a matrix that is the sum of others, all symmetric; what is known up to sign only is compared first."""
        total: dict = {}
        for part in parts:
            total = difference(total, scaled(part.words, S.NegativeOne))
        if difference(total, whole.words):
            return
        largest = [self._known(LARGEST, part) for part in (whole, *parts)]
        smallest = [self._known(SMALLEST, part) for part in (whole, *parts)]
        if None in largest or None in smallest:
            return
        yield Fact(minus(plus(*largest[1:]), largest[0]), False, "Weyl's inequality")
        yield Fact(minus(smallest[0], plus(*smallest[1:])), False, "Weyl's inequality")
        for k in range(1, len(largest)):
            rest = smallest[1:k] + smallest[k + 1:]
            yield Fact(minus(largest[0], plus(largest[k], *rest)), False, "Weyl's inequality")
            rest = largest[1:k] + largest[k + 1:]
            yield Fact(minus(plus(smallest[k], *rest), smallest[0]), False, "Weyl's inequality")


def _has_entries(*sizes) -> None:
    """Make sure that a matrix of these sizes is none without rows or columns. Raises Unreadable: of such a one the norm is 0, and no
    eigenvalue is there."""
    if not all(getattr(size, "is_positive", False) for size in sizes):
        raise Unreadable("a number of a matrix whose sizes may be 0")


def _rational(value) -> fmpq:
    return fmpq(int(value.p), int(value.q))
