"""Entries of matrices with letters for indices: an entry is u^T M v with unit vectors u and v, and u^T v is one or zero.

Which index letters are equal is told apart beforehand: one case for each way to part the letters into equal ones, in each of which every
Kronecker delta of two of them is a number. All cases together are all values of the letters, so that nothing is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from sympy import Basic, Eq, Expr, Integer, KroneckerDelta, MatMul, MatrixSymbol, Ne, S, Symbol
from sympy.matrices.expressions.matexpr import MatrixElement

from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.language.symbols import Dot
from theoremtest.derivations.proof.matrices.scalarise import Scalarised
from theoremtest.derivations.proof.signs.signs import NOT_NEGATIVE, NOT_ZERO, Sign, sign

from .reasons import NotAverage

MOST_LETTERS = 6
"""Index letters and numbers that are told apart."""


def elements_of(*expressions: Basic) -> list[MatrixElement]:
    """The entries that occur, in a fixed order."""
    return sorted(set().union(*(expression.atoms(MatrixElement) for expression in expressions)), key=str)


def places_of(elements: list, draws) -> dict:
    """Index letter or number to the sizes of the ranges that it has to lie in. Raises NotAverage for an index that is neither."""
    found: dict = {}
    for element in elements:
        for index, size in zip(element.indices, element.parent.shape, strict=True):
            if not isinstance(index, (Symbol, Integer)) or index.is_integer is not True or index in draws:
                raise NotAverage(f"the index {index} of {element} is neither a letter nor a number")
            found.setdefault(index, set()).add(size)
    if len(found) > MOST_LETTERS:
        raise NotAverage(f"more than {MOST_LETTERS} indices")
    return found


def out_of_range(places: dict, domain: Domain, deadline) -> str | None:
    """An index that is not shown to lie in its range all over the domain, in words."""
    for index, sizes in places.items():
        for size in sizes:
            if sign(index, domain, deadline) not in NOT_NEGATIVE or sign(size - index, domain, deadline) is not Sign.POSITIVE:
                return f"the index {index} is not shown to lie between 0 and {size} - 1"
    return None


@dataclass
class Pattern:
    """One case: index to the index that stands for all that are equal to it, and the unit vectors by index and size."""

    chosen: dict
    units: dict = field(default_factory=dict)

    def put(self, expression: Basic) -> Basic:
        """An expression in this case, with entries as inner products with unit vectors."""
        table: dict = {}
        for delta in expression.atoms(KroneckerDelta):
            left, right = (self.chosen.get(side) for side in delta.args)
            if left is not None and right is not None:
                table[delta] = S.One if left == right else S.Zero
        for element in expression.atoms(MatrixElement):
            table[element] = self._product(element)
        return expression.xreplace(table).xreplace(self.chosen)

    def _product(self, element: MatrixElement) -> Expr:
        matrix, row, column = element.args
        rows, columns = matrix.shape
        left, right = self.unit(row, rows), self.unit(column, columns)
        if rows == 1 and columns == 1:
            return element
        if columns == 1:
            return Dot(left, matrix)
        return Dot(matrix.T, right) if rows == 1 else Dot(left, MatMul(matrix, right))

    def unit(self, index, size) -> MatrixSymbol:
        """The unit vector of an index among those of a size."""
        chosen = self.chosen[index]
        return self.units.setdefault((chosen, size), MatrixSymbol(f"e_{{{chosen}, {size}}}", size, 1))

    def conditions(self) -> list:
        """Inner products of the unit vectors, as equations."""
        return [Eq(Dot(u, v), S.One if i == j else S.Zero) for (i, size), u in self.units.items() for (j, other), v in self.units.items()
                if size == other and size != 1]

    def settled(self, expression: Expr, setting: Scalarised) -> Expr:
        """Inner products of unit vectors as numbers."""
        index_of = {unit: chosen for (chosen, _), unit in self.units.items()}
        table = {}
        for symbol in expression.free_symbols:
            word = setting.words.word_of(symbol)
            if word is not None and len(word) == 2 and all(letter.symbol in index_of for letter in word):
                table[symbol] = S.One if word[0].symbol == word[1].symbol else S.Zero
        return expression.xreplace(table)

    def restored(self, expression: Expr, setting: Scalarised) -> Expr:
        """Words between unit vectors as entries again, other words as inner products and traces."""
        index_of = {unit: chosen for (chosen, _), unit in self.units.items()}
        written = setting.restore(expression)
        table = {}
        for product in written.atoms(Dot):
            left, right = (list(side.args) if isinstance(side, MatMul) else [side] for side in product.args)
            chain = [*(factor.T for factor in reversed(left)), *right]
            ends = index_of.get(chain[0].T), index_of.get(chain[-1])
            if ends == (None, None):
                continue
            if ends[0] is None:
                chain, ends = [factor.T for factor in reversed(chain)], (ends[1], None)
            inner = chain[1:-1] if ends[1] is not None else chain[1:]
            body = inner[0] if len(inner) == 1 else MatMul(*inner)
            table[product] = MatrixElement(body, ends[0], Integer(0) if ends[1] is None else ends[1])
        return written.xreplace(table)

    def narrowed(self, domain: Domain) -> Domain:
        """The domain in this case. Raises DomainError where it has no point."""
        told = []
        for index, chosen in self.chosen.items():
            told += [Eq(index, chosen)] if index != chosen else [Ne(index, other) for other in self._representatives() if other != index]
        return domain.but(*(relation for relation in told if relation is not S.true))

    def _representatives(self) -> list:
        return list(dict.fromkeys(self.chosen.values()))


def patterns(places: dict, domain: Domain, deadline) -> Iterator[Pattern]:
    """Every way in which the indices may be equal, but for those that the domain is shown to exclude."""
    indices = sorted(places, key=lambda index: (not index.is_Integer, str(index)))
    for blocks in _parted(indices):
        if any(sum(index.is_Integer for index in block) > 1 for block in blocks):
            continue
        inside = [(block[0], index) for block in blocks for index in block[1:]]
        apart = [(one[0], other[0]) for number, one in enumerate(blocks) for other in blocks[:number]]
        if any(sign(i - j, domain, deadline) in NOT_ZERO for i, j in inside) or any(
                sign(i - j, domain, deadline) is Sign.ZERO for i, j in apart):
            continue
        yield Pattern({index: block[0] for block in blocks for index in block})


def _parted(items: list) -> Iterator[list]:
    """All set partitions, each block in the order of the items."""
    if not items:
        yield []
        return
    for blocks in _parted(items[:-1]):
        for number in range(len(blocks)):
            yield [*blocks[:number], [*blocks[number], items[-1]], *blocks[number + 1:]]
        yield [*blocks, [items[-1]]]
