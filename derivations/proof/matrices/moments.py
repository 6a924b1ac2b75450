"""Means of polynomials in independent normal draws, in every dimension at once (Isserlis' theorem for words).

A monomial is a product of traces of words. A drawn letter is paired with each of its other occurrences in turn; a pair joins two
traces or splits one, times the variance. A trace that has run empty is the dimension that it closes.
"""

from __future__ import annotations

from sympy import Add, Expr, Mul, S, expand

from .scalarise import Scalarised
from .words import transpose


class NotPolynomial(Exception):
    """The quantity is not a polynomial in the draws."""


def mean(quantity: Expr, draws: dict, setting: Scalarised) -> Expr:
    """The exact mean over the draws (symbol to variance), over the scalar words of the setting."""
    variances = {symbol: setting.scalar(variance) for symbol, variance in draws.items()}
    written = expand(setting.scalar(quantity))
    return _mean(written, variances, setting)


def _mean(written: Expr, variances: dict, setting: Scalarised) -> Expr:
    total = S.Zero
    for term in Add.make_args(written):
        fixed, traces, scalars = S.One, [], {}
        for factor in Mul.make_args(term):
            base, power = factor.as_base_exp()
            word = setting.words.word_of(base) if base.is_Symbol else None
            if word is not None and any(letter.symbol in variances for letter in word):
                _whole(factor, power)
                traces += [word] * int(power)
            elif base in variances:
                _whole(factor, power)
                scalars[base] = int(power)
            else:
                if _speaks_of(factor, variances, setting):
                    raise NotPolynomial(f"{factor} is no power of a draw")
                fixed *= factor
        for symbol, power in scalars.items():
            fixed *= _scalar_moment(power, variances[symbol])
        if fixed != 0:
            total += fixed * _traces(tuple(traces), variances, setting)
    return expand(total)


def _whole(factor, power) -> None:
    if not (power.is_Integer and power > 0):
        raise NotPolynomial(f"{factor} is no positive whole power")


def _speaks_of(factor, variances, setting) -> bool:
    for symbol in factor.free_symbols:
        word = setting.words.word_of(symbol)
        if symbol in variances or (word is not None and any(letter.symbol in variances for letter in word)):
            return True
    return False


def _scalar_moment(power: int, variance) -> Expr:
    if power % 2:
        return S.Zero
    count = S.One
    for odd in range(1, power, 2):
        count *= odd
    return count * variance**(power // 2)


def _traces(traces: tuple, variances: dict, setting: Scalarised) -> Expr:
    """The mean of a product of traces; a word without draws is a number by then."""
    for index, word in enumerate(traces):
        place = next((k for k, letter in enumerate(word) if letter.symbol in variances), None)
        if place is not None:
            break
    else:
        value = S.One
        for word in traces:
            value *= _number(word, setting)
        return value
    letter, rest = word[place], word[place + 1:] + word[:place]
    others = traces[:index] + traces[index + 1:]
    variance, total = variances[letter.symbol], S.Zero
    for k, partner in enumerate(rest):  # within one trace
        if partner.symbol != letter.symbol:
            continue
        between, after = rest[:k], rest[k + 1:]
        if partner.transposed != letter.transposed:
            made = (_closed(between, letter.shape[1]), _closed(after, letter.shape[0]))
        else:
            made = (_closed(transpose(between) + after, letter.shape[0]),)
        total += _traces(others + made, variances, setting)
    for j, other in enumerate(others):
        for k, partner in enumerate(other):
            if partner.symbol != letter.symbol:
                continue
            around = other[k + 1:] + other[:k]
            joined = rest + around if partner.transposed != letter.transposed else rest + transpose(around)
            made = (_closed(joined, letter.shape[1]),)
            total += _traces(others[:j] + others[j + 1:] + made, variances, setting)
    return variance * total


def _closed(word: tuple, size):
    """A cyclic word; an empty one remembers its dimension."""
    return word if word else (_Size(size),)


class _Size:
    """The one letter of an empty trace: tr(1) is the dimension."""

    symbol = None

    def __init__(self, size):
        self.size = size


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
    raise NotPolynomial("a trace of fixed matrices has no name here")
