"""Means of polynomials in independent normal draws, in every dimension at once (Isserlis' theorem for words).

A monomial is a product of traces of words. A drawn letter is paired with each of its other occurrences in turn; a pair joins two
traces or splits one, times the variance. A trace that has run empty is the dimension that it closes. What was found for a product
of traces is kept, whatever the order and the rotation in which it comes back.
"""

from __future__ import annotations

from math import comb

from sympy import Expr, Mul, S, factorial2

from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.expansion import expanded_or_kept

from .scalarise import Scalarised
from .words import transpose


class Moments:
    """Means of products of traces over one set of draws, with what was found kept.

    variances: drawn symbol to the variance of its entries. tilts: pairs (coefficient, word), for means weighted with the exponential of the
    sum of coefficient times trace, and divided by the mean of that weight: a letter is then paired with the letters of these words too.
    """

    def __init__(self, variances: dict, setting: Scalarised, deadline: Deadline, tilts: tuple = ()):
        self.variances, self.setting, self.deadline, self.tilts = variances, setting, deadline, tilts
        self._known: dict = {}

    def of_traces(self, words: list) -> Expr:
        """The mean of a product of traces of words; a word that is 1 x 1 counts as its trace."""
        return self._traces(tuple(words))

    def _drawn(self, word: tuple) -> bool:
        return any(letter.symbol in self.variances for letter in word)

    def _traces(self, traces: tuple) -> Expr:
        traces = tuple(sorted(map(_turned, traces), key=_spelling))
        if traces not in self._known:
            self.deadline.check()
            self._known[traces] = expanded_or_kept(self._worked_out(traces))
        return self._known[traces]

    def _worked_out(self, traces: tuple) -> Expr:
        """The mean of a product of traces; a word without draws is a number by then."""
        index = next((k for k, word in enumerate(traces) if self._drawn(word)), None)
        if index is None:
            return Mul(*(_number(word, self.setting) for word in traces))
        word = traces[index]
        place = next(k for k, letter in enumerate(word) if letter.symbol in self.variances)
        letter, rest = word[place], word[place + 1:] + word[:place]
        others = traces[:index] + traces[index + 1:]
        total = S.Zero
        for k, partner in enumerate(rest):  # within one trace
            if partner.symbol != letter.symbol:
                continue
            between, after = rest[:k], rest[k + 1:]
            if partner.transposed != letter.transposed:
                made = (_closed(between, letter.shape[1]), _closed(after, letter.shape[0]))
            else:
                made = (_closed(transpose(between) + after, letter.shape[0]),)
            total += self._traces(others + made)
        for j, other in enumerate(others):
            for k, partner in enumerate(other):
                if partner.symbol != letter.symbol:
                    continue
                around = other[k + 1:] + other[:k]
                joined = rest + around if partner.transposed != letter.transposed else rest + transpose(around)
                total += self._traces(others[:j] + others[j + 1:] + (_closed(joined, letter.shape[1]),))
        for coefficient, other in self.tilts:
            for k, partner in enumerate(other):
                if partner.symbol != letter.symbol:
                    continue
                around = other[k + 1:] + other[:k]
                joined = rest + around if partner.transposed != letter.transposed else rest + transpose(around)
                total += coefficient * self._traces(others + (_closed(joined, letter.shape[1]),))
        return self.variances[letter.symbol] * total


def scalar_moment(power: int, variance, mean=S.Zero) -> Expr:
    """The mean of a power of a normal number."""
    total = S.Zero
    for even in range(0, power + 1, 2):
        total += comb(power, even) * int(factorial2(even - 1)) * variance ** (even // 2) * mean ** (power - even)
    return total


def _closed(word: tuple, size):
    """A cyclic word; an empty one remembers its dimension."""
    return word if word else (_Size(size),)


class _Size:
    """The one letter of an empty trace: tr(1) is the dimension."""

    symbol = None

    def __init__(self, size):
        self.size = size

    def __eq__(self, other) -> bool:
        return isinstance(other, _Size) and self.size == other.size

    def __hash__(self) -> int:
        return hash(("size", self.size))

    def key(self):
        """What the letter is sorted by, as for any letter."""
        return (str(self.size), False)


def _spelling(word: tuple) -> tuple:
    return tuple(letter.key() for letter in word)


def _turned(word: tuple) -> tuple:
    """The first spelling of a cyclic word among its rotations and their transposes, all of which have one trace."""
    if isinstance(word[0], _Size):
        return word
    turns = [word[k:] + word[:k] for k in range(len(word))]
    return min((form for turn in turns for form in (turn, transpose(turn))), key=_spelling)


def _number(word: tuple, setting: Scalarised) -> Expr:
    if len(word) == 1 and isinstance(word[0], _Size):
        return word[0].size
    word = tuple(letter for letter in word if not isinstance(letter, _Size))
    for start, letter in enumerate(word):  # a cyclic word through a vector is an inner product
        if letter.shape[0] == 1:
            turned = word[start:] + word[:start]
            rest, scalar = setting.words._reduce(turned)
            return scalar * (setting.words.as_scalar(rest) if isinstance(rest, dict) else
                             setting.words.scalar_word(rest) if rest else S.One)
    return setting.words.trace({word: S.One}, word[0].shape[0])
