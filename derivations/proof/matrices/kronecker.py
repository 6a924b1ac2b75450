"""Kronecker products of matrix words, and vectorised words, in every dimension at once.

A term is one of three kinds, each with the shapes of its words, since a word does not know the size of an identity: a plain word,
u kron v, or vec(u), the stacked columns of a word. Products follow (A kron B)(C kron D) = AC kron BD and (A kron B) vec(X) =
vec(B X A^T), where the inner sizes fit; where they do not, the product is another matrix and nothing is said of it. A sum over
neurons is compared summand by summand: where the other side is a word with one contraction over the hidden layer, the unit
vectors e e^T, which add up to the identity, are put there.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product as pairs

from sympy import MatrixSymbol, S, ZeroMatrix
from sympy.matrices.expressions import MatAdd, MatMul, MatPow, Transpose

from rederive.derivations.language.kronecker import Kron, OverNeurons, Vec
from rederive.derivations.language.wellformed import same_size

from .letters import Letter, NotWords, Word, accumulate, fitting, is_matrix, scaled
from .words import MOST_WORDS, Words

KRON, VEC, PLAIN = "kron", "vec", "plain"


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
    """A plain word, u kron v, or vec(u): the kind and its factors."""

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
        if len(node.args) != 2:
            raise NotWords("a Kronecker product of more than two matrices")
        left, right = node.args
        found: dict = {}
        for (u, cu), (v, cv) in pairs(self._plain(left).items(), self._plain(right).items()):
            if left.shape == (1, 1):  # a number times the other factor; 1 x 1 words are numbers already
                term = Term(PLAIN, (Factor(v, *right.shape),))
            elif right.shape == (1, 1):
                term = Term(PLAIN, (Factor(u, *left.shape),))
            else:
                term = _kron(Factor(u, *left.shape), Factor(v, *right.shape))
            accumulate(found, {term: cu * cv})
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
            return self._on_vec(*one.factors, *other.factors)
        if one.kind == PLAIN and other.kind == PLAIN:
            return {Term(PLAIN, (factor,)): c for factor, c in self._times(*one.factors, *other.factors).items()}
        raise NotWords(f"a product of {one.kind} and {other.kind} terms")

    def _mixed(self, one, other) -> dict:
        """(A kron B)(C kron D) = AC kron BD."""
        if not all(left.fits(right) for left, right in zip(one, other, strict=True)):
            raise NotWords("a product of Kronecker products whose factors do not fit one by one")
        return {_kron(u, v): cu * cv for (u, cu), (v, cv) in pairs(self._times(one[0], other[0]).items(),
                                                                  self._times(one[1], other[1]).items())}

    def _on_vec(self, left: Factor, right: Factor, inner: Factor) -> dict:
        """(A kron B) vec(X) = vec(B X A^T)."""
        back = Factor(self.words.transpose(left.word), left.columns, left.rows)
        if not (right.fits(inner) and inner.fits(back)):
            raise NotWords("a Kronecker product times a vectorised matrix whose sizes do not fit")
        product = self.words.multiply({right.word + inner.word: S.One}, {back.word: S.One})
        return {Term(VEC, (Factor(word, right.rows, back.columns),)): c for word, c in product.items()}

    def _times(self, one: Factor, other: Factor) -> dict:
        return {Factor(word, one.rows, other.columns): c for word, c in
                self.words.multiply({one.word: S.One}, {other.word: S.One}).items()}

    def _transposed(self, term: Term) -> Term:
        if term.kind == VEC:
            raise NotWords("the transpose of a vectorised matrix")
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


def _kron(left: Factor, right: Factor) -> Term:
    """u kron v; that of two identities is an identity."""
    if left.word == right.word == () and same_size(left.rows, left.columns) and same_size(right.rows, right.columns):
        return Term(PLAIN, (Factor((), left.rows * right.rows, left.columns * right.columns),))
    return Term(KRON, (left, right))


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
