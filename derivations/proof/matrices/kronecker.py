"""Kronecker products of matrix words, and vectorised words, in every dimension at once.

A term is one of four kinds, each with the shapes of its words, since a word does not know the size of an identity: a plain word,
u kron v kron ..., vec(u), the stacked columns of a word, or the row vec(u)^T. Products follow (A kron B)(C kron D) = AC kron BD and
(A kron B) vec(X) = vec(B X A^T), where the inner sizes fit; where they do not, the product is another matrix and nothing is said of
it. Traces and inner products of such terms are scalars: tr(A kron B) = tr A tr B, vec(X)^T vec(Y) = tr(X^T Y). A sum over neurons is
compared summand by summand: where the other side is a word with one contraction over the hidden layer, the unit
vectors e e^T, which add up to the identity, are put there.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product as pairs

from sympy import MatrixSymbol, S, ZeroMatrix
from sympy.matrices.expressions import Inverse, MatAdd, MatMul, MatPow, Transpose

from theoremtest.derivations.language.kronecker import Kron, OverNeurons, Vec
from theoremtest.derivations.language.wellformed import same_size

from .letters import Letter, NotWords, Word, accumulate, fitting, is_matrix, scaled
from .words import MOST_WORDS, Words

KRON, VEC, ROW, PLAIN = "kron", "vec", "row", "plain"


def speaks_of_products(expression) -> bool:
    """Whether an expression holds what this module reads, and plain words do not."""
    return hasattr(expression, "has") and expression.has(Kron, Vec, OverNeurons)


@dataclass(frozen=True)
class Factor:
    """A word with its shape."""

    word: Word
    rows: object
    columns: object

    def fits(self, other: Factor) -> bool:
        """Whether the product with another factor has inner sizes that are the same for every value of their symbols."""
        return same_size(self.columns, other.rows)


@dataclass(frozen=True)
class Term:
    """A plain word, a Kronecker product of words, vec(u), or the row vec(u)^T: the kind and its factors."""

    kind: str
    factors: tuple[Factor, ...]


class Tensors:
    """Reads matrix expressions over a vocabulary of words: {term: coefficient}."""

    def __init__(self, words: Words):
        self.words = words

    def gap(self, left, right) -> dict:
        """left - right as terms; it is zero where all their coefficients are. Raises NotWords for what it cannot read."""
        units = {node.unit for side in (left, right) for node in side.atoms(OverNeurons)}
        if len(units) > 1:
            raise NotWords("sums over neurons with different unit vectors")
        total: dict = {}
        for side, sign in ((left, S.One), (right, S.NegativeOne)):
            for term in side.args if isinstance(side, MatAdd) else (side,):
                _same_shape(term, side)
                accumulate(total, scaled(self._term(term, next(iter(units), None)), sign))
        return total

    def _term(self, term, unit) -> dict:
        """One term of a sum; beside a sum over neurons as what one neuron adds to it."""
        scale, body = _split(term)
        if isinstance(body, OverNeurons):
            return scaled(self.read(body.summand), self._constant(scale, unit))
        if unit is None:
            return self.read(term)
        if unit in term.atoms(MatrixSymbol):
            raise NotWords("the unit vector of a sum over neurons stands outside the sum too")
        return self._resolved(self.read(term), unit)

    def read(self, expression) -> dict:
        """An expression without sums over neurons as terms."""
        if isinstance(expression, Vec):
            return self._each(VEC, expression.arg)
        if isinstance(expression, Kron):
            return self._kronecker(expression)
        if isinstance(expression, MatAdd):
            total: dict = {}
            for term in expression.args:
                _same_shape(term, expression)
                accumulate(total, self.read(term))
            return total
        if isinstance(expression, MatMul):
            return self._product(expression)
        apart = _inverted(expression)
        if apart is not None:
            return self.read(apart)
        if isinstance(expression, Transpose) and speaks_of_products(expression):
            return {self._transposed(term): c for term, c in self.read(expression.arg).items()}
        if isinstance(expression, MatPow) and speaks_of_products(expression) and expression.exp.is_Integer and expression.exp > 0:
            base = product = self.read(expression.base)
            for _ in range(int(expression.exp) - 1):
                product = self._multiply(product, base)
            return product
        if isinstance(expression, OverNeurons):
            raise NotWords("a sum over neurons stands inside a product")
        if isinstance(expression, ZeroMatrix):
            return {}
        return self._each(PLAIN, expression)

    def _product(self, expression) -> dict:
        scale, product, before = S.One, None, None
        for factor in expression.args:
            if not is_matrix(factor):
                scale *= self.words.scalar(factor)
                continue
            if before is not None:
                fitting(before, factor)
            part = self.read(factor)
            product, before = part if product is None else self._multiply(product, part), factor
        if product is None:
            raise NotWords(f"{expression} holds no matrix")
        return scaled(product, scale)

    def _each(self, kind: str, expression) -> dict:
        return {Term(kind, (Factor(word, *expression.shape),)): c for word, c in self._plain(expression).items()}

    def _plain(self, expression) -> dict:
        if speaks_of_products(expression):
            raise NotWords(f"a Kronecker product inside another expression: {expression}")
        return self.words.matrix(expression)

    def _kronecker(self, node) -> dict:
        """The product of two matrices that may be Kronecker products themselves; its factors stand in one row, as it is associative."""
        left, right = node.args
        found: dict = {}
        for (one, c), (other, k) in pairs(self.read(left).items(), self.read(right).items()):
            if {one.kind, other.kind} & {VEC, ROW}:
                raise NotWords("a vectorised matrix inside a Kronecker product")
            if left.shape == (1, 1):  # a number times the other factor; 1 x 1 words are numbers already
                term = other
            elif right.shape == (1, 1):
                term = one
            else:
                term = _kron(*one.factors, *other.factors)
            accumulate(found, {term: c * k})
        return found

    def _multiply(self, left: dict, right: dict) -> dict:
        if len(left) * len(right) > MOST_WORDS:
            raise NotWords(f"a product of more than {MOST_WORDS} terms")
        total: dict = {}
        for (one, c), (other, k) in pairs(left.items(), right.items()):
            accumulate(total, scaled(self._pair(one, other), c * k))
        return total

    def _pair(self, one: Term, other: Term) -> dict:
        """The product of two terms whose outer sizes fit."""
        for identity, rest in ((one, other), (other, one)):
            if identity.kind == PLAIN and identity.factors[0].word == ():
                return {rest: S.One}
        if one.kind == KRON and other.kind == KRON:
            return self._mixed(one.factors, other.factors)
        if one.kind == KRON and other.kind == VEC:
            return self._on_vec(one.factors, *other.factors, VEC)
        if one.kind == ROW and other.kind == KRON:
            return self._on_vec(self._transposed(other).factors, *one.factors, ROW)
        if one.kind == ROW and other.kind == VEC:
            return {Term(PLAIN, (Factor((), S.One, S.One),)): self.inner(one, other)}
        if one.kind == PLAIN and other.kind == PLAIN:
            return {Term(PLAIN, (factor,)): c for factor, c in self._times(*one.factors, *other.factors).items()}
        raise NotWords(f"a product of {one.kind} and {other.kind} terms")

    def _mixed(self, one, other) -> dict:
        """(A kron B)(C kron D) = AC kron BD, factor by factor."""
        if len(one) != len(other) or not all(left.fits(right) for left, right in zip(one, other, strict=True)):
            raise NotWords("a product of Kronecker products whose factors do not fit one by one")
        found: dict = {(): S.One}
        for left, right in zip(one, other, strict=True):
            found = {(*before, factor): c * k for before, c in found.items() for factor, k in self._times(left, right).items()}
        total: dict = {}
        for factors, c in found.items():
            accumulate(total, {_kron(*factors): c})
        return total

    def _on_vec(self, factors: tuple, inner: Factor, kind: str) -> dict:
        """(A kron B) vec(X) = vec(B X A^T), as a column or as a row."""
        if len(factors) != 2:
            raise NotWords("a Kronecker product of more than two matrices times a vectorised one")
        left, right = factors
        back = Factor(self.words.transpose(left.word), left.columns, left.rows)
        if not (right.fits(inner) and inner.fits(back)):
            raise NotWords("a Kronecker product times a vectorised matrix whose sizes do not fit")
        product = self.words.multiply({right.word + inner.word: S.One}, {back.word: S.One})
        return {Term(kind, (Factor(word, right.rows, back.columns),)): c for word, c in product.items()}

    def inner(self, one: Term, other: Term):
        """The inner product of two columns: tr(X^T Y) for vec(X) and vec(Y) of matrices of one shape."""
        u, v = *one.factors, *other.factors
        if not (same_size(u.rows, v.rows) and same_size(u.columns, v.columns)):
            raise NotWords("an inner product of vectorised matrices of different shapes")
        product = self.words.multiply({self.words.transpose(u.word): S.One}, {v.word: S.One})
        return self.words.trace(product, u.columns)

    def dot(self, left, right):
        """The inner product of two columns that hold vectorised matrices."""
        total = S.Zero
        for (one, c), (other, k) in pairs(self.read(left).items(), self.read(right).items()):
            if {one.kind, other.kind} not in ({VEC}, {PLAIN}):
                raise NotWords(f"an inner product of {one.kind} and {other.kind} terms")
            total += c * k * self.inner(one, other)
        return total

    def trace(self, matrix):
        """tr(A kron B) = tr A tr B for square factors."""
        total = S.Zero
        for term, c in self.read(matrix).items():
            if term.kind not in (PLAIN, KRON) or not all(same_size(factor.rows, factor.columns) for factor in term.factors):
                raise NotWords("the trace of a Kronecker product of matrices that are not square")
            for factor in term.factors:
                c *= self.words.trace({factor.word: S.One}, factor.rows)
            total += c
        return total

    def _times(self, one: Factor, other: Factor) -> dict:
        return {Factor(word, one.rows, other.columns): c for word, c in
                self.words.multiply({one.word: S.One}, {other.word: S.One}).items()}

    def _transposed(self, term: Term) -> Term:
        if term.kind in (VEC, ROW):
            return Term(ROW if term.kind == VEC else VEC, term.factors)
        return Term(term.kind, tuple(Factor(self.words.transpose(factor.word), factor.columns, factor.rows)
                                     for factor in term.factors))

    def _constant(self, scale, unit):
        if scale.has(unit):
            raise NotWords(f"the factor {scale} of a sum over neurons depends on {unit}")
        return self.words.scalar(scale)

    # sums over neurons -------------------------------------------------------------------------------------------------

    def _resolved(self, terms: dict, unit) -> dict:
        """The terms with e e^T at their one contraction over the hidden layer."""
        total: dict = {}
        for term, coefficient in terms.items():
            places = [(i, k) for i, factor in enumerate(term.factors) for k in range(1, len(factor.word))
                      if same_size(factor.word[k].shape[0], unit.shape[0])]
            if len(places) != 1:
                raise NotWords(f"a term with {len(places)} contractions over the hidden layer beside a sum over neurons")
            (i, k), factors = places[0], term.factors
            word = factors[i].word
            found = self.words.normal({word[:k] + (Letter(unit), Letter(unit, True)) + word[k:]: S.One})
            for made, c in found.items():
                changed = Factor(made, factors[i].rows, factors[i].columns)
                accumulate(total, {Term(term.kind, (*factors[:i], changed, *factors[i + 1:])): coefficient * c})
        return total


def _kron(*factors: Factor) -> Term:
    """A Kronecker product of words; that of identities is an identity."""
    if all(factor.word == () and same_size(factor.rows, factor.columns) for factor in factors):
        size = S.One
        for factor in factors:
            size *= factor.rows
        return Term(PLAIN, (Factor((), size, size),))
    return Term(KRON, factors)


def _inverted(expression):
    """(A kron B)^-1 as A^-1 kron B^-1, for square A and B, which are invertible where their product is; None for anything else."""
    base = expression.arg if isinstance(expression, Inverse) else (
        expression.base if isinstance(expression, MatPow) and expression.exp == -1 else None)
    if not isinstance(base, Kron) or not all(same_size(*side.shape) for side in base.args):
        return None
    return Kron(*(Inverse(side) for side in base.args))


def _same_shape(term, expression) -> None:
    if not all(map(same_size, term.shape, expression.shape)):
        raise NotWords(f"{expression} adds matrices of different shapes")


def _split(term):
    """A term as (scalar factor, rest)."""
    if isinstance(term, MatMul):
        scalars = [factor for factor in term.args if not is_matrix(factor)]
        rest = [factor for factor in term.args if is_matrix(factor)]
        scale = S.One
        for factor in scalars:
            scale *= factor
        return scale, rest[0] if len(rest) == 1 else MatMul(*rest)
    return S.One, term
