"""Diagonal matrices as letters that are known entry by entry: they commute, and what is said of them is said of scalars, mode by mode.

Neighbouring diagonal letters are one letter, by the product of their formulas. Words that are alike but for their diagonal letters are
taken together: at each place between the other letters the index runs over the modes by itself, so the sum vanishes where the coefficient,
as a function of one mode for each such place, is zero.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from sympy import Add, Dummy, Expr, Mul, Pow, S, Symbol, exp

from theoremtest.derivations.language.diagonal import Diagonal, EveryEntry

from .letters import Letter, NotWords, Terms, Word, accumulate, scaled, spelling, tidy

if TYPE_CHECKING:
    from .scalarise import Scalarised

SMOOTH = (Add, Mul, exp)
"""What a formula may be made of, besides whole powers, to be differentiated by a parameter wherever it has a value."""


@lru_cache(maxsize=1 << 12)
def entry_of(vector) -> Symbol:
    """The one symbol by which this room writes an entry of a vector."""
    return Dummy(vector.name, real=True)


def is_diagonal(letter: Letter) -> bool:
    """Whether a letter is a diagonal matrix by a formula."""
    return isinstance(letter.symbol, Diagonal)


def read(node: Diagonal) -> Terms:
    """A diagonal matrix as words: a multiple of the identity where its formula holds no entry."""
    formula = node.formula.subs({symbol: entry_of(vector) for symbol, vector in node.pairs}, simultaneous=True)
    return _of(formula, tuple(vector for _, vector in node.pairs))


def of_entries(vector) -> Terms:
    """The diagonal matrix of a column vector's entries as words. Raises NotWords for what is no column."""
    if vector.shape[1] != 1:
        raise NotWords(f"a diagonal matrix of {vector}, which is no column")
    return _of(entry_of(vector), (vector,))


def _of(formula: Expr, vectors: tuple) -> Terms:
    formula = tidy(formula)
    if formula == 0:
        return {}
    used = tuple(vector for vector in sorted(set(vectors), key=str) if entry_of(vector) in formula.free_symbols)
    if not used:
        return {(): formula}
    return {(Letter(Diagonal(formula, *((entry_of(vector), vector) for vector in used))),): S.One}


def _vectors(node: Diagonal) -> tuple:
    return tuple(vector for _, vector in node.pairs)


def merged(word: Word) -> Terms | None:
    """A word with its first two neighbouring diagonal letters as one; None where there are none."""
    for place, (one, other) in enumerate(zip(word, word[1:], strict=False)):
        if is_diagonal(one) and is_diagonal(other):
            both = _of(one.symbol.formula * other.symbol.formula, _vectors(one.symbol) + _vectors(other.symbol))
            return {word[:place] + middle + word[place + 2:]: c for middle, c in both.items()}
    return None


def gathered(terms: Terms) -> Terms:
    """A sum of diagonal letters and a multiple of the identity as one diagonal letter; any other sum as it is."""
    if len(terms) < 2 or any(len(word) > 1 or (word and not is_diagonal(word[0])) for word in terms):
        return terms
    formula = Add(*(c * (word[0].symbol.formula if word else 1) for word, c in terms.items()))
    return _of(formula, tuple(vector for word in terms if word for vector in _vectors(word[0].symbol)))


def inverse_of(letter: Letter) -> Terms:
    """The inverse of a diagonal letter that has one."""
    return _of(1 / letter.symbol.formula, _vectors(letter.symbol))


def rate_of(letter: Letter, rates: dict) -> Terms | None:
    """The rate of a diagonal letter whose formula holds parameters that move. Raises NotWords for what is not differentiated."""
    node = letter.symbol
    if set(_vectors(node)) & set(rates):
        raise NotWords(f"a diagonal matrix along a flow of its entries: {node}")
    moving = node.formula.free_symbols & set(rates)
    if not moving:
        return None
    _ensure_smooth(node.formula, moving)
    total: Terms = {}
    for symbol in sorted(moving, key=str):
        accumulate(total, scaled(_of(node.formula.diff(symbol), _vectors(node)), rates[symbol]))
    return total


def _ensure_smooth(formula: Expr, moving: set) -> None:
    for node in (formula, *formula.atoms(Expr)):
        if node.args and node.free_symbols & moving and not (isinstance(node, SMOOTH) or (isinstance(node, Pow) and node.exp.is_Integer)):
            raise NotWords(f"{node} in a diagonal matrix is not differentiated")


# what vanishes ---------------------------------------------------------------------------------------------------------


class Modes:
    """Copies of the entries of a domain's vectors, one for each place of a word, with what the domain says of every entry."""

    def __init__(self, setting: Scalarised):
        self.setting = setting
        self._copies: dict = {}

    def copy(self, vector, place: int) -> Symbol:
        """The entry of a vector at the mode of a place."""
        return self._copies.setdefault((vector, place), Dummy(f"{vector.name}_{place}", real=True))

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        """All copies made so far."""
        return tuple(self._copies.values())

    def conditions(self) -> list:
        """The domain's conditions on every entry, at each place."""
        source, found = self.setting.source, []
        for condition in source.conditions:
            if isinstance(condition, EveryEntry):
                for place in sorted({place for _, place in self._copies}):
                    if any((vector, place) in self._copies for _, vector in condition.pairs):
                        values = {symbol: self.copy(vector, place) for symbol, vector in condition.pairs}
                        found.append(source.expand(condition.relation.subs(values, simultaneous=True)))
        return found

    def formula_at(self, node: Diagonal, place: int) -> Expr:
        """A diagonal letter's formula at the mode of a place."""
        return self.setting.words.scalar(self.setting.source.expand(node.formula)).subs(
            {symbol: self.copy(vector, place) for symbol, vector in node.pairs}, simultaneous=True)

    def coefficients(self, terms: Terms) -> list[Expr]:
        """What must vanish for a sum of words to vanish: one scalar for all words that are alike but for their diagonal letters."""
        if not has_diagonals(terms):
            return list(terms.values())
        return list(self._groups(terms).values())

    def _groups(self, terms: Terms) -> dict[Word, Expr]:
        groups: dict[Word, Expr] = {}
        for word, coefficient in terms.items():
            rest, factor = self._split(word)
            groups[rest] = groups.get(rest, S.Zero) + coefficient * factor
        return groups

    def _split(self, word: Word) -> tuple[Word, Expr]:
        """A word without its diagonal letters, and the product of those as a function of the modes."""
        rest, factor = [], S.One
        for letter in word:
            if is_diagonal(letter):
                factor *= self.formula_at(letter.symbol, len(rest))
            else:
                rest.append(letter)
        return tuple(rest), factor

    def scalar_parts(self, expression: Expr) -> list[Expr]:
        """What must vanish for a scalar to vanish that is linear in traces of words with diagonal letters."""
        words = self.setting.words
        traces = [symbol for symbol in sorted(expression.free_symbols, key=str)
                  if words.word_of(symbol) is not None and any(map(is_diagonal, words.word_of(symbol)))]
        if not traces or not all(map(words.is_trace, traces)):
            return [expression]
        slopes = {symbol: expression.diff(symbol) for symbol in traces}
        rest = expression.subs(dict.fromkeys(traces, S.Zero), simultaneous=True)
        if any(slope.free_symbols & set(traces) for slope in slopes.values()) or (expression - rest - Add(
                *(slope * symbol for symbol, slope in slopes.items()))).expand() != 0:
            return [expression]
        groups: dict[Word, Expr] = {}
        for symbol, slope in slopes.items():
            word = words.word_of(symbol)
            turns = [self._split(word[k:] + word[:k]) for k in range(len(word)) if is_diagonal(word[k])]
            kept, factor = min(turns, key=lambda turn: spelling(turn[0]))
            groups[kept] = groups.get(kept, S.Zero) + slope * factor
        if () in groups:
            groups[()] += rest / words.word_of(traces[0])[0].shape[0] if self._one_size(traces) else S.Zero
            rest = S.Zero if self._one_size(traces) else rest
        return [*groups.values(), rest]

    def _one_size(self, traces: list) -> bool:
        words = self.setting.words
        return len({words.word_of(symbol)[0].shape[0] for symbol in traces if len(words.word_of(symbol)) == 1}) == 1

    def with_constants(self, terms: Terms, vanishes) -> list[Expr]:
        """As `coefficients`, where what is constant over the modes is a number, whose words the rules may take further.

        vanishes: whether a scalar is zero.
        """
        total: Terms = {}
        left: list[Expr] = []
        for rest, factor in self._groups(terms).items():
            value = factor.subs(dict.fromkeys(self.symbols, S.One), simultaneous=True)
            if factor.free_symbols & set(self.symbols) and (value.has(S.NaN, S.ComplexInfinity) or not vanishes(factor - value)):
                left.append(factor)
            else:
                accumulate(total, self.setting.words.normal({rest: value}))
        return [*left, *total.values()]


def has_diagonals(terms: Terms) -> bool:
    """Whether a sum of words holds diagonal letters."""
    return any(is_diagonal(letter) for word in terms for letter in word)
