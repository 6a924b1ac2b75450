"""Means over normal draws: polynomials, times exponentials of linear forms and of squared norms, times sines and cosines.

A weight exp(q |W|^2) makes another normal law of smaller or greater variance; a weight exp(L), L linear, moves the mean. Both rules
hold for every polynomial beside the weight, and for complex L, since a mean of a polynomial times exp(L) is an entire function of the
coefficients of L. Sines and cosines are sums of such weights.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from sympy import Add, Expr, I, Mul, S, Symbol, cos, exp, expand, sin, sqrt

from theoremtest.derivations.proof.matrices.moments import Moments, scalar_moment

from .halves import HALVES, halves_mean
from .reasons import NotAverage

MOST_WEIGHTS = 64
"""How many exponentials a product of sines and cosines may come to."""


@dataclass(frozen=True)
class _Weight:
    """coefficient * exp(exponent + i phase), linear in the draws up to squared norms in the exponent; the coefficient may be complex."""

    coefficient: Expr = S.One
    exponent: Expr = S.Zero
    phase: Expr = S.Zero


def normal_mean(averages, drawn: set, factors: list) -> Expr:
    """The mean of a product of factors in normal draws."""
    polynomial, weights, halves = [], [_Weight()], []
    for factor in factors:
        if isinstance(factor, exp):
            weights = [replace(weight, exponent=weight.exponent + factor.args[0]) for weight in weights]
            continue
        base, power = factor.as_base_exp()
        if isinstance(base, (sin, cos)):
            for _ in range(_whole(factor, power)):
                weights = _turned(weights, base)
        elif isinstance(base, HALVES):
            halves.append((base, power))
        elif base.is_Symbol:
            polynomial.append((base, _whole(factor, power)))
        else:
            raise NotAverage(f"{factor} is no power of a draw")
    if halves:
        if weights != [_Weight()]:
            raise NotAverage("an exponential or a wave beside a function with a corner")
        return halves_mean(averages, halves, polynomial)
    return _real(Add(*(_Weighted(averages, weight).mean(polynomial) for weight in weights)))


def _whole(factor, power) -> int:
    if not (power.is_Integer and power > 0):
        raise NotAverage(f"{factor} is no positive whole power")
    return int(power)


def _turned(weights: list, wave: Expr) -> list:
    """The weights times a sine or a cosine."""
    if 2 * len(weights) > MOST_WEIGHTS:
        raise NotAverage(f"more than {MOST_WEIGHTS} exponentials")
    angle = wave.args[0]
    sides = ((S.Half, angle), (S.Half, -angle)) if isinstance(wave, cos) else ((-I / 2, angle), (I / 2, -angle))
    return [replace(weight, coefficient=weight.coefficient * factor, phase=weight.phase + turn)
            for weight in weights for factor, turn in sides]


def _real(total: Expr) -> Expr:
    """The sum of the weights' means, which is real."""
    written = expand(total)
    return written if not written.has(I) else Add(*(term for term in Add.make_args(written) if not term.has(I)))


def linear_form(averages, expression: Expr) -> tuple[Expr, dict, dict]:
    """An expression as constant + linear forms + squared norms: (constant, {form: coefficient}, {drawn symbol: coefficient}).

    A form is a scalar draw, or the symbol of a scalar word with one drawn letter. Raises NotAverage for anything else.
    """
    constant, linear, squares = S.Zero, {}, {}
    for term in Add.make_args(expand(expression)):
        fixed, forms = S.One, []
        for factor in Mul.make_args(term):
            if averages.drawn_in(factor):
                base, power = factor.as_base_exp()
                if not (base.is_Symbol and power.is_Integer and power > 0):
                    raise NotAverage(f"{factor} is no power of a draw")
                forms += [base] * int(power)
            else:
                fixed *= factor
        if not forms:
            constant += fixed
        elif len(forms) == 1 and _degree(averages, forms[0]) == 1:
            linear[forms[0]] = linear.get(forms[0], S.Zero) + fixed
        else:
            symbol = _squared(averages, forms)
            squares[symbol] = squares.get(symbol, S.Zero) + fixed
    return constant, linear, squares


def _degree(averages, form: Symbol) -> int:
    word = averages.setting.words.word_of(form)
    return 1 if word is None else sum(letter.symbol in averages.variances for letter in word)


def _squared(averages, forms: list) -> Symbol:
    """The draw whose squared norm a product of forms is."""
    if len(forms) == 2 and forms[0] == forms[1]:
        single = averages.setting.words.word_of(forms[0]) or ()
        if forms[0] in averages.variances or (len(single) == 1 and single[0].shape == (1, 1)):
            return single[0].symbol if single else forms[0]
    word = averages.setting.words.word_of(forms[0]) if len(forms) == 1 else None
    if word is not None and len(word) == 2 and word[0].symbol == word[1].symbol and word[0].transposed != word[1].transposed:
        return word[0].symbol
    raise NotAverage(f"{Mul(*forms)} is neither a linear form nor a squared norm of a draw")


class _Weighted:
    """Means with one weight."""

    def __init__(self, averages, weight: _Weight):
        self.averages, self.weight = averages, weight
        constant, linear, squares = linear_form(averages, weight.exponent)
        angle, turning, turned_squares = linear_form(averages, weight.phase)
        if turned_squares:
            raise NotAverage("a wave of a square")
        self.variances, self.factor = dict(averages.variances), weight.coefficient * exp(constant)
        for symbol, coefficient in squares.items():
            self._narrow(symbol, coefficient)
        self.angle = angle
        self.real, self.imaginary = linear, turning
        self.plain = Moments(self.variances, averages.setting, averages.deadline)

    def _narrow(self, symbol, coefficient) -> None:
        """The law with the weight exp(coefficient |symbol|^2), for which 1 - 2 coefficient variance has to be positive."""
        left = 1 - 2 * coefficient * self.variances[symbol]
        if not self.averages.is_positive(left):
            raise NotAverage(f"{left} is not shown to be positive, without which the mean of the exponential is infinite")
        rows, columns = getattr(symbol, "shape", ()) or (S.One, S.One)
        self.factor *= 1 / sqrt(left) if rows * columns == 1 else left ** (-rows * columns / 2)
        self.variances[symbol] = self.variances[symbol] / left

    def covariance(self, one: Symbol, other: Symbol) -> Expr:
        """The mean of a product of two linear forms."""
        return covariance(self.averages, self.variances, self.plain, one, other)

    def _between(self, left: dict, right: dict) -> Expr:
        return Add(*(a * b * self.covariance(one, other) for one, a in left.items() for other, b in right.items()))

    def mean(self, polynomial: list) -> Expr:
        """The mean of the weight times powers of scalar draws and of scalar words."""
        shift = {form: self.real.get(form, S.Zero) + I * self.imaginary.get(form, S.Zero) for form in {**self.real, **self.imaginary}}
        words, found = self.averages.setting.words, S.One
        tilts = tuple((amount, words.word_of(form)) for form, amount in shift.items() if form not in self.variances)
        moments, traces = Moments(self.variances, self.averages.setting, self.averages.deadline, tilts), []
        powers: dict = {}
        for base, power in polynomial:
            if base in self.variances:
                powers[base] = powers.get(base, 0) + power
            else:
                traces += [words.word_of(base)] * power
        for symbol, power in powers.items():
            found *= scalar_moment(power, self.variances[symbol], shift.get(symbol, S.Zero) * self.variances[symbol])
        found *= moments.of_traces(traces) if traces else S.One
        size = exp((self._between(self.real, self.real) - self._between(self.imaginary, self.imaginary)) / 2)
        turn = expand(self.angle + self._between(self.real, self.imaginary))
        return self.factor * size * found * (cos(turn) + I * sin(turn))


def covariance(averages, variances: dict, moments: Moments, one: Symbol, other: Symbol) -> Expr:
    """The mean of a product of two linear forms in normal draws of these variances."""
    if one in variances or other in variances:
        return variances[one] if one == other else S.Zero
    word_of = averages.setting.words.word_of
    return moments.of_traces([word_of(one), word_of(other)])
