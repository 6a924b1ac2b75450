"""Means of functions with a corner or a jump at zero: rectifiers, moduli, signs and steps of linear forms in normal draws.

Such a function of a multiple of a normal number g is a times |g|^m where g is positive, and b times |g|^m where it is negative. One form
needs the half moments of a normal number, two forms the moments of a pair of normal numbers over a quadrant (Cho and Saul's arc-cosine
kernels of degree zero and one).
"""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Abs, Expr, Heaviside, Max, Min, Rational, S, Symbol, acos, gamma, pi, sign, sqrt

from .reasons import NotAverage

HALVES = (Max, Min, Abs, sign, Heaviside)
_DEGREES = {Max: 1, Min: 1, Abs: 1, sign: 0, Heaviside: 0}


@dataclass
class _Homogeneous:
    """above * |g|^degree where g > 0, below * |g|^degree where g < 0."""

    above: Expr = S.One
    below: Expr = S.One
    degree: Expr = S.Zero

    def times(self, above: Expr, below: Expr, degree: Expr) -> None:
        """Multiply with another such function of the same form."""
        self.above, self.below, self.degree = self.above * above, self.below * below, self.degree + degree


def halves_mean(averages, halves: list, polynomial: list) -> Expr:
    """The mean of a product of powers: of functions in HALVES, and of scalar draws and words (pairs of base and power)."""
    forms: dict[Symbol, _Homogeneous] = {}
    for node, power in halves:
        form, above, below = _sides(averages, node)
        degree = _DEGREES[type(node)]
        if not (power.is_Integer and power > 0) and not (isinstance(node, Abs) and power.is_Rational and power > 0):
            raise NotAverage(f"the power {power} of {node}")
        forms.setdefault(form, _Homogeneous()).times(above**power, below**power, degree * power)
    for base, power in polynomial:
        if averages.setting.words.word_of(base) is not None and _several(averages, base):
            raise NotAverage(f"{base} beside a function with a corner")
        forms.setdefault(base, _Homogeneous()).times(S.One, S.NegativeOne**power, S(power))
    if len(forms) == 1:
        ((form, function),) = forms.items()
        return _one(averages, form, function)
    if len(forms) == 2:
        return _two(averages, *forms.items())
    raise NotAverage("more than two linear forms beside a function with a corner")


def _several(averages, form: Symbol) -> bool:
    return sum(letter.symbol in averages.variances for letter in averages.setting.words.word_of(form)) != 1


def _sides(averages, node: Expr) -> tuple[Symbol, Expr, Expr]:
    """The linear form whose multiples a function takes, and its value at 1 and at -1 in place of that form."""
    from .normal import linear_form

    arguments = node.args if isinstance(node, (Max, Min)) else node.args[:1]
    found, coefficients = None, []
    for argument in arguments:
        constant, linear, squares = linear_form(averages, argument)
        if constant != 0 or squares or len(linear) > 1:
            raise NotAverage(f"{argument} in {node.func.__name__} is no multiple of one linear form")
        for form, coefficient in linear.items():
            if found not in (None, form):
                raise NotAverage(f"two linear forms in one {node.func.__name__}")
            found = form
            coefficients.append(coefficient)
        if not linear:
            coefficients.append(S.Zero)
    rest = node.args[1:] if isinstance(node, Heaviside) else ()
    return found, node.func(*coefficients, *rest), node.func(*(-c for c in coefficients), *rest)


def _spread(averages, one: Symbol, other: Symbol) -> Expr:
    from .normal import covariance

    return covariance(averages, averages.variances, averages.moments, one, other)


def _one(averages, form: Symbol, function: _Homogeneous) -> Expr:
    variance, degree = _spread(averages, form, form), function.degree
    if degree == 0 and not averages.is_positive(variance):
        raise NotAverage(f"the variance {variance} is not shown to be positive, and a function jumps at zero")
    half = 2 ** (degree / 2 - 1) * gamma((degree + 1) / 2) / sqrt(pi)
    return half * variance ** (degree / 2) * (function.above + function.below)


def _two(averages, first: tuple, second: tuple) -> Expr:
    """Four quadrants; in the two where the signs differ one form is turned round."""
    (one, f), (other, g) = first, second
    a, b, c = _spread(averages, one, one), _spread(averages, other, other), _spread(averages, one, other)
    if not (averages.is_positive(a) and averages.is_positive(b)):
        raise NotAverage("a variance of two linear forms is not shown to be positive")
    angle = acos(c / (sqrt(a) * sqrt(b)))
    same, apart = _quadrant(f.degree, g.degree, a, b, c, angle), _quadrant(f.degree, g.degree, a, b, -c, pi - angle)
    return (f.above * g.above + f.below * g.below) * same + (f.above * g.below + f.below * g.above) * apart


def _quadrant(m: Expr, n: Expr, a: Expr, b: Expr, c: Expr, angle: Expr) -> Expr:
    """The mean of |g|^m |h|^n where both are positive, for variances a and b, covariance c, and the angle with that cosine."""
    if (m, n) == (0, 0):
        return (pi - angle) / (2 * pi)
    if (m, n) == (1, 1):
        return (sqrt(a * b - c**2) + c * (pi - angle)) / (2 * pi)
    if (m, n) == (1, 0):
        return (sqrt(a) + c / sqrt(b)) * Rational(1, 2) / sqrt(2 * pi)
    if (m, n) == (0, 1):
        return _quadrant(n, m, b, a, c, angle)
    raise NotAverage(f"powers {m} and {n} of two linear forms with a corner")
