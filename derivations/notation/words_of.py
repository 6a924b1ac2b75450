"""Formulas multiplied out around the unit vectors of indices: sums of numbers times words, a word being a row, matrices and a column."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

import sympy as sp
from sympy import Dummy

from theoremtest.derivations.language.symbols import Dot

from .errors import NotationError
from .shapes import is_matrix

Word = tuple[sp.Basic, ...]


@dataclass(frozen=True)
class Product:
    """A number, words that are numbers, and a word that is a matrix; empty where the whole is a number."""

    factor: sp.Basic
    words: tuple[Word, ...] = ()
    chain: Word | None = None

    def without(self, *places: int) -> Product:
        """The product with some of its words dropped."""
        return replace(self, words=tuple(word for k, word in enumerate(self.words) if k not in places))

    def put(self, old: sp.Basic, new: sp.Basic) -> Product:
        """The product with one letter for another."""
        def swapped(word: Word) -> Word:
            return tuple(new if item == old else sp.Transpose(new) if item == sp.Transpose(old) else item for item in word)

        return replace(self, words=tuple(map(swapped, self.words)), chain=None if self.chain is None else swapped(self.chain))


def turned(word: Word) -> Word:
    """The word of the transpose."""
    return tuple(item.arg if isinstance(item, sp.Transpose) else sp.Transpose(item) for item in reversed(word))


def products_of(value: sp.Basic, units: Collection) -> list[Product]:
    """A formula multiplied out, as far as it holds unit vectors. Raises NotationError where one stands under a root or in a divisor."""
    if not is_matrix(value):
        return _of_a_scalar(value, units)
    found = []
    for factor, chain in chains_of(value):
        found += [replace(product, chain=chain) for product in _of_a_scalar(factor, units)]
    return found


def chains_of(value: sp.Basic) -> list[tuple[sp.Basic, Word]]:
    """A matrix as a sum of numbers times words."""
    if isinstance(value, sp.MatAdd):
        return [item for part in value.args for item in chains_of(part)]
    if isinstance(value, sp.MatMul):
        found: list[tuple[sp.Basic, Word]] = [(sp.S.One, ())]
        for part in value.args:
            more = chains_of(part) if is_matrix(part) else [(part, ())]
            found = [(a * b, left + right) for a, left in found for b, right in more]
        return found
    if isinstance(value, sp.Transpose) and isinstance(value.arg, (sp.MatAdd, sp.MatMul, sp.Transpose)):
        return [(factor, turned(word)) for factor, word in chains_of(value.arg)]
    if isinstance(value, sp.ZeroMatrix):
        return []
    return [(sp.S.One, () if isinstance(value, sp.Identity) else (value,))]


def _of_a_scalar(value: sp.Basic, units: Collection) -> list[Product]:
    letters: dict[Dummy, Word] = {}

    def spelled(dot: Dot) -> sp.Basic:
        terms = []
        for a, left in chains_of(dot.left):
            for b, right in chains_of(dot.right):
                word = (*turned(left), *right)
                letter = next((known for known, other in letters.items() if other in (word, turned(word))), None)
                if letter is None:
                    letter = Dummy("word")
                    letters[letter] = word
                terms.append(a * b * letter)
        return sp.Add(*terms)

    dots = sorted((dot for dot in value.atoms(Dot) if dot.free_symbols & set(units)), key=str)
    opened = sp.expand(value.xreplace({dot: spelled(dot) for dot in dots}))
    if opened.free_symbols & set(units):
        raise NotationError("an index stands where it cannot be summed over, such as under a root or in a divisor")
    return [_product(term, letters) for term in sp.Add.make_args(opened) if term != 0]


def _product(term: sp.Basic, letters: dict[Dummy, Word]) -> Product:
    factor, words = sp.S.One, []
    powers = dict(term.as_powers_dict())
    for letter, word in letters.items():  # in the order in which they were met, so that the same text is always the same formula
        power = powers.get(letter, sp.S.Zero)
        if power.is_Integer and power >= 0:
            words += [word] * int(power)
            powers.pop(letter, None)
    for base, power in powers.items():
        if base.free_symbols & set(letters) or getattr(power, "free_symbols", set()) & set(letters):
            raise NotationError("an index stands where it cannot be summed over, such as under a root or in a divisor")
        else:
            factor *= base**power
    return Product(factor, tuple(words))


def collected(products: Iterable[Product]) -> list[Product]:
    """The products with those of the same words added up; what cancels is gone."""
    found: dict[tuple, Product] = {}
    for product in products:
        key = tuple(sorted(min(str(word), str(turned(word))) for word in product.words)), product.chain
        known = found.get(key)
        found[key] = product if known is None else replace(known, factor=known.factor + product.factor)
    return [product for product in found.values() if product.factor != 0]


def value_of(products: Collection[Product], shape: tuple = ()) -> sp.Basic:
    """The formula that a sum of products is; `shape` is that of the whole, empty for a number."""
    terms = [_value(product, shape) for product in products]
    if not shape:
        return sp.Add(*terms)
    return sp.ZeroMatrix(*shape) if not terms else terms[0] if len(terms) == 1 else sp.MatAdd(*terms)


def _value(product: Product, shape: tuple) -> sp.Basic:
    factor = sp.Mul(product.factor, *map(_number, product.words))
    if not shape:
        return factor
    matrices = list(product.chain or ()) or [sp.Identity(shape[0])]
    if factor == 1 and len(matrices) == 1:
        return matrices[0]
    return sp.MatMul(*([] if factor == 1 else [factor]), *matrices)


def _number(word: Word) -> sp.Basic:
    """A word that is a number: a row times a column."""
    row, rest = word[0], word[1:]
    left = row.arg if isinstance(row, sp.Transpose) else sp.Transpose(row)
    if not rest:
        raise NotationError("an index is left over")
    return Dot(left, as_matrix(rest))


def as_matrix(word: Word) -> sp.Basic:
    """The product that a word of at least one letter is."""
    return word[0] if len(word) == 1 else sp.MatMul(*word)
