"""Means over counts: binomial, multinomial and Poisson draws, by falling factorials beside generating functions.

With p_k the probabilities of some outcomes of D trials, and r the sum of the r_k,

    E prod (n_k)_{r_k} z_k^{n_k} = (D)_r prod (p_k z_k)^{r_k} (1 - sum p_k + sum p_k z_k)^{D - r}:

differentiate the generating function. Powers of a count are sums of falling factorials (Stirling numbers of the second kind), and the
event n_k = j is the coefficient of z_k^j.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from sympy import Add, E, Expr, KroneckerDelta, Pow, S, exp, expand, factorial, ff

from theoremtest.derivations.language.laws import Multinomial, Poisson

from .reasons import NotAverage

HIGHEST = 12
"""The highest power of a count that is taken apart."""


@dataclass
class _Count:
    """What stands of one count in a term: n^power * weight^n, and the value that an event sets it to."""

    power: int = 0
    weight: Expr = S.One
    fixed: list = field(default_factory=list)


def count_mean(averages, drawn: set, factors: list) -> Expr:
    """The mean of a product of powers of counts, of exponentials of counts, and of events that a count has a given value."""
    total, counts = S.One, {symbol: _Count() for symbol in sorted(drawn, key=str)}
    for factor in factors:
        total *= _read(averages, counts, factor)
    found = S.One
    together = {symbol: count for symbol, count in counts.items() if isinstance(averages.laws[symbol], Multinomial)}
    for symbol, count in counts.items():
        if symbol not in together:
            found *= _poisson(averages.laws[symbol].rate, count) if isinstance(averages.laws[symbol], Poisson) else _binomial(
                averages.laws[symbol].trials, [(averages.laws[symbol].probability, count)])
    if together:
        trials = averages.laws[next(iter(together))].trials
        found *= _binomial(trials, [(averages.laws[symbol].probability, count) for symbol, count in together.items()])
    return total * found


def _read(averages, counts: dict, factor: Expr) -> Expr:
    """Put a factor with its count; returns what is fixed in it."""
    if isinstance(factor, KroneckerDelta):
        return _event(averages, counts, factor)
    if isinstance(factor, exp):
        return _exponential(averages, counts, E, factor.args[0])
    base, power = factor.as_base_exp()
    if base in counts:
        if not (power.is_Integer and 0 < power <= HIGHEST):
            raise NotAverage(f"the power {power} of the count {base}")
        counts[base].power += int(power)
        if counts[base].power > HIGHEST:
            raise NotAverage(f"a power of {base} beyond {HIGHEST}")
        return S.One
    if isinstance(base, KroneckerDelta) and power.is_Integer and power > 0:
        return _event(averages, counts, base)
    if isinstance(factor, Pow) and not averages.drawn_in(base):
        return _exponential(averages, counts, base, power)
    raise NotAverage(f"{factor} is no power, exponential or event of a count")


def _exponential(averages, counts: dict, base: Expr, exponent: Expr) -> Expr:
    fixed = S.One
    for term in Add.make_args(expand(exponent)):
        symbols = averages.drawn_in(term)
        if not symbols:
            fixed *= base**term
            continue
        (symbol,) = symbols if len(symbols) == 1 else (None,)
        slope = None if symbol is None else term / symbol
        if slope is None or averages.drawn_in(slope):
            raise NotAverage(f"{term} is not linear in one count")
        if base is not E and not slope.is_Integer and not averages.is_positive(base):
            raise NotAverage(f"{base} is not shown to be positive and has the exponent {term}")
        if base is not E and slope.is_Integer and slope < 0 and not averages.is_positive(base):
            raise NotAverage(f"{base} is not shown to differ from zero and has the exponent {term}")
        counts[symbol].weight *= base**slope
    return fixed


def _event(averages, counts: dict, delta: KroneckerDelta) -> Expr:
    """Put the event that a count, or a multiple of one, has a given number as its value; returns 0 for one that never happens."""
    for side, value in (delta.args, delta.args[::-1]):
        share, count = side.as_coeff_Mul()
        if count in counts and share.is_Rational and value.is_Integer:
            if not (value / share).is_Integer:
                return S.Zero
            counts[count].fixed.append(value / share)
            return S.One
    raise NotAverage(f"{delta} is not the event that a count has a given number as its value")


def _parts(count: _Count) -> list:
    """A count's factors as a sum: pairs (coefficient, order of the falling factorial)."""
    return [(stirling, order) for order in range(count.power + 1) if (stirling := _stirling(count.power, order))]


def _binomial(trials: Expr, outcomes: list) -> Expr:
    """The mean over counts of outcomes of the same trials; outcomes: pairs of a probability and what stands of the count."""
    found, staying, used, free = S.One, S.One, S.Zero, []
    for probability, count in outcomes:
        staying -= probability
        if not count.fixed:
            free.append((probability, count))
            continue
        value = count.fixed[0]
        if value < 0 or any(other != value for other in count.fixed):
            return S.Zero
        found *= _power(probability, value) * value**count.power * _power(count.weight, value) / factorial(value)
        used += value
    total = S.Zero
    for coefficient, orders in _products([_parts(count) for _, count in free]):
        rest, order = staying, used
        for (probability, count), each in zip(free, orders, strict=True):
            rest += probability * count.weight
            coefficient *= _power(probability * count.weight, S(each))
            order += each
        rest = expand(rest)
        last = S.One if rest == 1 else rest ** (trials - order)
        total += coefficient * ff(trials, order) * last
    return found * total


def _poisson(rate: Expr, count: _Count) -> Expr:
    if count.fixed:
        value = count.fixed[0]
        if value < 0 or any(other != value for other in count.fixed):
            return S.Zero
        return _power(rate * count.weight, value) * value**count.power * exp(-rate) / factorial(value)
    moving = rate * count.weight
    return Add(*(coefficient * _power(moving, S(order)) for coefficient, order in _parts(count))) * exp(expand(moving - rate))


def _power(base: Expr, exponent: Expr) -> Expr:
    return S.One if exponent == 0 else base**exponent


def _products(choices: list):
    """All ways to take one part of each count: the product of coefficients, and the orders."""
    if not choices:
        yield S.One, ()
        return
    for coefficient, order in choices[0]:
        for others, orders in _products(choices[1:]):
            yield coefficient * others, (order, *orders)


@cache
def _stirling(power: int, order: int) -> int:
    """The number of ways to part `power` things into `order` heaps."""
    if power == order:
        return 1
    if order == 0 or order > power:
        return 0
    return order * _stirling(power - 1, order) + _stirling(power - 1, order - 1)
