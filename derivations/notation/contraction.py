"""Sums over an index of the entries of matrices: `\\sum_j w_{ij} x_j` is the entry of a product."""

from __future__ import annotations

from dataclasses import replace

import sympy as sp
from sympy.matrices.expressions.matexpr import MatrixSymbol

from theoremtest.derivations.language.diagonal import Diagonal
from theoremtest.derivations.language.symbols import Dot

from .entries import is_unit, of_vector, unit, units_of
from .errors import NotationError
from .shapes import is_matrix
from .words_of import Product, Word, as_matrix, collected, products_of, turned, value_of


def summed(value: sp.Basic, index: MatrixSymbol, ones: sp.Basic | None = None, but: MatrixSymbol | None = None) -> sp.Basic:
    """The sum of a formula over every place of an index; ones: the column of ones of its length, where the claim has one; but: the place
    that is left out."""
    shape = value.shape if is_matrix(value) else ()
    try:
        found = products_of(value, units_of(value))
        made = [_summed(product, index, ones) for product in found]
    except NotationError:
        if but is not None or (over_entries := _over_entries(value, index)) is None:
            raise
        return over_entries
    if but is not None:
        made += [without_lengths(replace(product.put(index, but), factor=-product.factor)) for product in found]
    return value_of(made, shape)


def _over_entries(value: sp.Basic, index: MatrixSymbol) -> sp.Basic | None:
    """The sum of a formula in the entries of vectors at an index, as the trace of a diagonal matrix; None where it holds more of it."""
    entries = sorted((dot for dot in value.atoms(Dot) if index in dot.args), key=str)
    vectors = [dot.right if dot.left == index else dot.left for dot in entries]
    if is_matrix(value) or not all(isinstance(one, MatrixSymbol) and not is_unit(one) for one in vectors):
        return None
    taken = {letter.name for letter in value.free_symbols}
    letters = [sp.Symbol(name, real=True) for name in (f"x_{{{place}}}" for place in range(len(taken) + len(vectors))) if name not in taken]
    formula = value.xreplace(dict(zip(entries, letters, strict=False)))
    if not entries or formula.atoms(MatrixSymbol):
        return None
    return sp.Trace(Diagonal(formula, *zip(letters, vectors, strict=False)))


def _summed(product: Product, index: MatrixSymbol, ones: sp.Basic | None) -> Product:
    for k, word in enumerate(product.words):
        if len(word) == 2 and index in (word[1], _letter(word[0])):
            other = word[1] if _letter(word[0]) == index else _letter(word[0])
            if is_unit(other) and other != index:  # a delta picks one place
                return product.without(k).put(index, other)
    product = _weighted(without_lengths(product), index)
    holding = [k for k, word in enumerate(product.words) if ends(word, index)]
    inside = [k for k, item in enumerate(product.chain or ()) if _letter(item) == index]
    times = sum(ends(product.words[k], index) for k in holding) + len(inside)
    if times == 0:
        return replace(product, factor=product.factor * index.shape[0])
    if times == 1 and ones is not None:
        return product.put(index, ones)
    if times != 2:
        product = product.put(index, waiting(index.shape[0], product))
        return replace(product, words=tuple(min(word, turned(word), key=str) for word in product.words))  # so that equal ones cancel
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


def _weighted(product: Product, index: MatrixSymbol) -> Product:
    """The product with an entry of a vector, which stands there beside two further factors of the index, as a diagonal matrix in one of
    them."""
    holding = [k for k, word in enumerate(product.words) if ends(word, index)]
    vectors = [k for k in holding if len(product.words[k]) == 2 and ends(product.words[k], index) == 1
               and all(isinstance(_letter(item), MatrixSymbol) for item in product.words[k])]
    times = sum(ends(product.words[k], index) for k in holding) + sum(_letter(item) == index for item in product.chain or ())
    for k in vectors:
        other = next((at for at in holding if at not in vectors), None)
        inside = next((at for at, item in enumerate(product.chain or ()) if _letter(item) == index), None)
        if times <= 2 or other is None is inside:
            break
        diagonal = of_vector(next(_letter(item) for item in product.words[k] if _letter(item) != index))
        words, chain = list(product.words), product.chain
        if other is not None:
            word = words[other] if words[other][-1] == index else turned(words[other])
            words[other] = (*word[:-1], diagonal, index)
        else:
            at = inside + (chain[inside] != index)
            chain = (*chain[:at], diagonal, *chain[at:])
        words[k] = ()
        product, times = replace(product, words=tuple(words), chain=chain), times - 1
    return replace(product, words=tuple(word for word in product.words if word))


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


_WAITING = "summed over "


def waiting(size: sp.Basic, product: Product) -> MatrixSymbol:
    """The index of a sum that no product of matrices is, such as that of squares; what is left of it when a formula is read is refused."""
    count = 1
    while any(_letter(item) == unit(f"{_WAITING}{count}", size) for word in (*product.words, product.chain or ()) for item in word):
        count += 1
    return unit(f"{_WAITING}{count}", size)


def settled(value: sp.Basic) -> sp.Basic:
    """The formula, in which sums that wait have cancelled. Raises NotationError where one is left, which no product of matrices is."""
    if not any(_WAITING in letter.name for letter in units_of(value)):
        return value
    made = value_of(collected(products_of(value, units_of(value))), value.shape if is_matrix(value) else ())
    if any(_WAITING in letter.name for letter in units_of(made)):
        raise NotationError("the index of a sum stands in a product more or less often than twice; twice is read, once in each of two "
                            "factors")
    return made


def _letter(item: sp.Basic) -> sp.Basic:
    return item.arg if isinstance(item, sp.Transpose) else item


def ends(word: Word, index: sp.Basic) -> int:
    """At how many ends of a word an index stands."""
    return (_letter(word[0]) == index) + (word[-1] == index)


def without_lengths(product: Product) -> Product:
    """The product without the lengths of unit vectors, which are 1."""
    return product.without(*(k for k, word in enumerate(product.words) if len(word) == 2 and is_unit(word[1])
                             and _letter(word[0]) == word[1]))
