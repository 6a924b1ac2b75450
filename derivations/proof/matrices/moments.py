"""Means of polynomials in independent normal draws, in every dimension at once (Isserlis' theorem for words).

A monomial is a product of traces of words. A drawn letter is paired with each of its other occurrences in turn; a pair joins two
traces or splits one, times the variance. A trace that has run empty is the dimension that it closes. What was found for a product
of traces is kept, whatever the order and the rotation in which it comes back.
"""

from __future__ import annotations

from sympy import Add, Expr, Mul, S

from rederive.derivations.proof.deadline import Deadline
from rederive.derivations.proof.expansion import expanded, expanded_or_kept

from .scalarise import Scalarised
from .words import transpose

TERMS = 4000
"""The most terms that a quantity may be multiplied out into, which no time limit can stop."""


class NotPolynomial(Exception):
    """The quantity is not a polynomial in the draws, or one with more terms than can be added up."""


def mean(quantity: Expr, draws: dict, setting: Scalarised, deadline: Deadline) -> Expr:
    """The exact mean over the draws (symbol to variance), over the scalar words of the setting. Raises OutOfTime past the deadline."""
    variances = {symbol: setting.scalar(variance) for symbol, variance in draws.items()}
    written = expanded(setting.scalar(quantity), TERMS)
    if written is None:
        raise NotPolynomial(f"more than {TERMS} terms when multiplied out")
    return _Mean(variances, setting, deadline).of(written)


class _Mean:
    """Means over one set of draws, with what was found of products of traces."""

    def __init__(self, variances: dict, setting: Scalarised, deadline: Deadline):
        self.variances, self.setting, self.deadline = variances, setting, deadline
        self._known: dict = {}

    def of(self, written: Expr) -> Expr:
        """The mean of a sum of monomials."""
        return expanded_or_kept(Add(*(self._monomial(term) for term in Add.make_args(written))))

    def _monomial(self, term: Expr) -> Expr:
        self.deadline.check()
        fixed, traces, powers = S.One, [], {}
        for factor in Mul.make_args(term):
            base, power = factor.as_base_exp()
            word = self.setting.words.word_of(base) if base.is_Symbol else None
            if word is not None and self._drawn(word):
                _whole(factor, power)
                traces += [word] * int(power)
            elif base in self.variances:
                _whole(factor, power)
                powers[base] = int(power)
            elif any(symbol in self.variances or self._drawn(self.setting.words.word_of(symbol) or ()) for symbol in factor.free_symbols):
                raise NotPolynomial(f"{factor} is no power of a draw")
            else:
                fixed *= factor
        for symbol, power in powers.items():
            fixed *= _scalar_moment(power, self.variances[symbol])
        return fixed * self._traces(tuple(traces)) if fixed != 0 else S.Zero

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
        return self.variances[letter.symbol] * total


def _whole(factor, power) -> None:
    if not (power.is_Integer and power > 0):
        raise NotPolynomial(f"{factor} is no positive whole power")


def _scalar_moment(power: int, variance) -> Expr:
    if power % 2:
        return S.Zero
    count = S.One
    for odd in range(1, power, 2):
        count *= odd
    return count * variance**(power // 2)


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
