"""Kronecker products of matrix words, and vectorised words, in every dimension at once.

A pair (u, v) stands for u kron v, and `vec` of a word for its stacked columns. Products follow (A kron B)(C kron D) =
AC kron BD and (A kron B) vec(X) = vec(B X A^T). A sum over neurons is compared summand by summand: where the other side is
a word with one contraction over the hidden layer, the unit vectors e e^T, which add up to the identity, are put there.
"""

from __future__ import annotations

from sympy import Identity, MatrixSymbol, S, ZeroMatrix
from sympy.matrices.expressions import MatAdd, MatMul, Transpose

from rederive.derivations.language.kronecker import Kron, OverNeurons, Vec

from .words import Letter, NotWords, Words, _accumulate, is_matrix

KRON, VEC, PLAIN = "kron", "vec", "plain"


def speaks_of_products(expression) -> bool:
    """Whether an expression holds what this module reads, and plain words do not."""
    return hasattr(expression, "has") and expression.has(Kron, Vec, OverNeurons)


class Tensors:
    """Reads matrix expressions over a vocabulary of words: {(kind, words): coefficient}."""

    def __init__(self, words: Words):
        self.words = words

    def gap(self, expression) -> dict:
        """The expression as independent terms; it is zero where all their coefficients are."""
        terms = expression.args if isinstance(expression, MatAdd) else (expression,)
        units = {node.unit for node in expression.atoms(OverNeurons)}
        if len(units) > 1:
            raise NotWords("sums over neurons with different unit vectors")
        total: dict = {}
        for term in terms:
            scale, body = _split(term)
            if not isinstance(body, OverNeurons) and any(unit in term.atoms(MatrixSymbol) for unit in units):
                raise NotWords("the unit vector of a sum over neurons stands outside the sum too")
            if isinstance(body, OverNeurons):
                found = self._scaled(self.read(body.summand), self._constant(scale, body.unit))
            elif units:
                found = self._resolved(self.read(term), next(iter(units)))
            else:
                found = self.read(term)
            _accumulate(total, found)
        return total

    def read(self, expression) -> dict:
        """An expression without sums over neurons as terms."""
        if isinstance(expression, Vec):
            return {(VEC, word): c for word, c in self._plain(expression.arg).items()}
        if isinstance(expression, Kron):
            return self._product_of(expression)
        if isinstance(expression, MatAdd):
            total: dict = {}
            for term in expression.args:
                _accumulate(total, self.read(term))
            return total
        if isinstance(expression, MatMul):
            scale, product = S.One, None
            for factor in expression.args:
                if is_matrix(factor):
                    part = self.read(factor)
                    product = part if product is None else self._multiply(product, part)
                else:
                    scale *= self.words.scalar(factor)
            return self._scaled(product, scale)
        if isinstance(expression, Transpose) and speaks_of_products(expression):
            return {self._transposed(key): c for key, c in self.read(expression.arg).items()}
        if isinstance(expression, Identity) and expression.shape[0].is_Mul:
            return {(KRON, (), ()): S.One}
        if isinstance(expression, OverNeurons):
            raise NotWords("a sum over neurons stands inside a product")
        if isinstance(expression, ZeroMatrix):
            return {}
        return {(PLAIN, word): c for word, c in self._plain(expression).items()}

    def _plain(self, expression) -> dict:
        if speaks_of_products(expression):
            raise NotWords(f"a Kronecker product inside another expression: {expression}")
        return self.words.matrix(expression)

    def _product_of(self, node) -> dict:
        if len(node.args) != 2:
            raise NotWords("a Kronecker product of more than two matrices")
        left, right = node.args
        found: dict = {}
        for u, cu in self._plain(left).items():
            for v, cv in self._plain(right).items():
                if left.shape == (1, 1) or right.shape == (1, 1):  # a number times the other factor
                    one, other = (u, v) if left.shape == (1, 1) else (v, u)
                    _accumulate(found, {(PLAIN, other): cu * cv * self.words.as_scalar({one: S.One})})
                else:
                    _accumulate(found, {(KRON, u, v): cu * cv})
        return found

    def _multiply(self, left: dict, right: dict) -> dict:
        total: dict = {}
        for one, c in left.items():
            for other, k in right.items():
                _accumulate(total, self._scaled(self._pair(one, other), c * k))
        return total

    def _pair(self, one, other) -> dict:
        multiply = self.words._multiply
        if one[0] == KRON and other[0] == KRON:
            return {(KRON, u, v): cu * cv for u, cu in multiply({one[1]: S.One}, {other[1]: S.One}).items()
                    for v, cv in multiply({one[2]: S.One}, {other[2]: S.One}).items()}
        if one[0] == KRON and other[0] == VEC:
            inner = multiply(multiply({one[2]: S.One}, {other[1]: S.One}), {self.words.transpose(one[1]): S.One})
            return {(VEC, word): c for word, c in inner.items()}
        if one[0] == PLAIN and other[0] == PLAIN:
            return {(PLAIN, word): c for word, c in multiply({one[1]: S.One}, {other[1]: S.One}).items()}
        raise NotWords(f"a product of {one[0]} and {other[0]} terms")

    def _transposed(self, key):
        if key[0] == VEC:
            raise NotWords("the transpose of a vectorised matrix")
        return (key[0], *(self.words.transpose(word) for word in key[1:]))

    def _scaled(self, terms: dict, scale) -> dict:
        return {key: c * scale for key, c in terms.items() if c * scale != 0}

    def _constant(self, scale, unit):
        if scale.has(unit):
            raise NotWords(f"the factor {scale} of a sum over neurons depends on {unit}")
        return self.words.scalar(scale)

    # sums over neurons -------------------------------------------------------------------------------------------------

    def _resolved(self, terms: dict, unit) -> dict:
        """The terms with e e^T at their one contraction over the hidden layer."""
        total: dict = {}
        for key, coefficient in terms.items():
            kind, *factors = key
            places = [(i, k) for i, word in enumerate(factors) for k in range(1, len(word))
                      if word[k].shape[0] == unit.shape[0]]
            if len(places) != 1:
                raise NotWords(f"a term with {len(places)} contractions over the hidden layer beside a sum over neurons")
            i, k = places[0]
            found = {(): S.One}
            for part in (factors[i][:k], (Letter(unit), Letter(unit, True)), factors[i][k:]):
                found = self.words._multiply(found, {part: S.One})
            for word, c in found.items():
                _accumulate(total, {(kind, *factors[:i], word, *factors[i + 1:]): coefficient * c})
        return total


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
