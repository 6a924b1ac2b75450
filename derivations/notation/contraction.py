"""Sums over an index of the entries of matrices: `\\sum_j w_{ij} x_j` is the entry of a product."""

from __future__ import annotations

from dataclasses import replace

import sympy as sp
from sympy.matrices.expressions.matexpr import MatrixSymbol

from theoremtest.derivations.language.symbols import Dot

from .entries import is_unit, units_of
from .errors import NotationError
from .shapes import is_matrix
from .words_of import Product, Word, as_matrix, products_of, turned, value_of


def summed(value: sp.Basic, index: MatrixSymbol, ones: sp.Basic | None = None) -> sp.Basic:
    """The sum of a formula over every place of an index; ones: the column of ones of its length, where the claim has one."""
    shape = value.shape if is_matrix(value) else ()
    return value_of([_summed(product, index, ones) for product in products_of(value, units_of(value))], shape)


def _summed(product: Product, index: MatrixSymbol, ones: sp.Basic | None) -> Product:
    for k, word in enumerate(product.words):
        if len(word) == 2 and index in (word[1], _letter(word[0])):
            other = word[1] if _letter(word[0]) == index else _letter(word[0])
            if is_unit(other) and other != index:  # a delta picks one place
                return product.without(k).put(index, other)
    product = without_lengths(product)
    holding = [k for k, word in enumerate(product.words) if ends(word, index)]
    inside = [k for k, item in enumerate(product.chain or ()) if _letter(item) == index]
    times = sum(ends(product.words[k], index) for k in holding) + len(inside)
    if times == 0:
        return replace(product, factor=product.factor * index.shape[0])
    if times == 1 and ones is not None:
        return product.put(index, ones)
    if times != 2:
        raise NotationError(f"the index of a sum stands {times} times in a product; twice is read, once in each of two factors")
    if len(holding) == 2:
        first, second = (product.words[k] for k in holding)
        first = first if first[-1] == index else turned(first)
        second = second if _letter(second[0]) == index and second[-1] != index else turned(second)
        rest, row, column = product.without(*holding), turned(first[:-1]), second[1:]
        if any(map(units_of, (*row, *column))):
            return replace(rest, words=(*rest.words, first[:-1] + column))
        row, column = sorted((row, column), key=len)
        return replace(rest, factor=rest.factor * Dot(as_matrix(row), as_matrix(column)))
    if len(holding) == 1 and not inside:
        word = product.words[holding[0]]
        trace = sp.Trace(word[1] if len(word) == 3 else sp.MatMul(*word[1:-1]))
        return replace(product.without(*holding), factor=product.factor * trace)
    return _into_the_chain(product, index, holding, inside)


def _into_the_chain(product: Product, index: MatrixSymbol, holding: list[int], inside: list[int]) -> Product:
    chain = product.chain or ()
    if not holding:
        first, second = inside
        if second != first + 1 or chain[first] != index:
            raise NotationError("the index of a sum stands in a matrix where it cannot be summed over")
        return replace(product, chain=chain[:first] + chain[second + 1:])
    word, at = product.words[holding[0]], inside[0]
    word = (word if word[-1] == index else turned(word))[:-1]
    put = turned(word) if chain[at] == index else word
    return replace(product.without(*holding), chain=chain[:at] + put + chain[at + 1:])


def _letter(item: sp.Basic) -> sp.Basic:
    return item.arg if isinstance(item, sp.Transpose) else item


def ends(word: Word, index: sp.Basic) -> int:
    """At how many ends of a word an index stands."""
    return (_letter(word[0]) == index) + (word[-1] == index)


def without_lengths(product: Product) -> Product:
    """The product without the lengths of unit vectors, which are 1."""
    return product.without(*(k for k, word in enumerate(product.words) if len(word) == 2 and is_unit(word[1])
                             and _letter(word[0]) == word[1]))
