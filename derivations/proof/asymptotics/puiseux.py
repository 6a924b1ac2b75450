"""Exact expansions in a small positive parameter e: sums of coefficient * exp(c1/e^p1 + ...) * e^p * log(1/e)^q with a known remainder.

Exponents are rational or expressions in the other symbols, as coefficients are. A remainder is the monomial that bounds what is
left out, up to a constant factor as e -> 0 with the other symbols fixed. Whether a coefficient vanishes, and its sign, are
asked of the outside; an open sign is reported, never guessed.
"""

from __future__ import annotations

from functools import cmp_to_key

from sympy import (
    Abs,
    Add,
    E,
    Max,
    Min,
    Mul,
    Piecewise,
    Pow,
    Rational,
    S,
    binomial,
    exp,
    log,
    sign,
)

from theoremtest.derivations.proof.functions.table import written_out
from theoremtest.derivations.proof.signs.signset import NEG, NONZERO, POS, ZERO, inside

from .questions import MoreTerms, OpenSign, Unsupported
from .series import UNIT, Monomial, Series, growth_of
from .special import SPECIAL, Special


class Expansions(Special):
    """Expansion of expressions in one variable towards one point, with `length` terms kept in every infinite series.

    coefficients answers what is asked of expressions in the other symbols: `signs`, `vanishes`, `meaningful`, `follows`.
    """

    def __init__(self, variable, start: Series, length: int, coefficients, deadline):
        self.variable, self.start, self.length = variable, start, length
        self.signs, self.vanishes = coefficients.signs, coefficients.vanishes
        self.meaningful, self.follows = coefficients.meaningful, coefficients.follows
        self.deadline = deadline
        self._known: dict = {}
        self._orders: dict = {}

    # --- order ------------------------------------------------------------------------------------------------------

    def sign_of(self, coefficient) -> int:
        """-1, 0 or 1; raises OpenSign where it is not known."""
        if coefficient.is_Rational:
            return _sign(coefficient)
        if self.vanishes(coefficient):
            return 0
        signs = self.signs(coefficient)
        for known, value in ((POS, 1), (NEG, -1), (ZERO, 0)):
            if signs == known:
                return value
        raise OpenSign(coefficient)

    def compare(self, a: Monomial, b: Monomial) -> int:
        """1 where a outgrows b as e -> 0, -1 where b outgrows a, 0 where they are equal."""
        if a == b:
            return 0
        key = (a, b)
        if key not in self._orders:
            table = dict(a.growth)
            for p, c in b.growth:
                table[p] = table.get(p, S.Zero) - c
            steps = (*self._by_size(growth_of(table)), b.power - a.power, a.logs - b.logs)
            self._orders[key] = next((side for side in map(self.sign_of, steps) if side), 0)
        return self._orders[key]

    def _by_size(self, growth: tuple) -> list:
        """The coefficients of a growth, of the fastest part first; those of parts that grow alike are added."""
        if all(p.is_Rational for (p, _), _ in growth):
            return [c for _, c in growth]

        def order(one, other) -> int:
            return self.sign_of(other[0][0] - one[0][0]) or _sign(other[0][1] - one[0][1])

        found: list = []
        for place, c in sorted(growth, key=cmp_to_key(order)):
            if found and order(found[-1], (place, c)) == 0:
                found[-1] = place, found[-1][1] + c
            else:
                found.append((place, c))
        return [c for _, c in found]

    def larger(self, *monomials) -> Monomial | None:
        """The fastest growing of the monomials that are not None."""
        best = None
        for monomial in monomials:
            if monomial is not None and (best is None or self.compare(monomial, best) > 0):
                best = monomial
        return best

    def bound(self, series: Series) -> Monomial | None:
        """A monomial that bounds the whole series; None for the exact zero."""
        return self.larger(series.rest, *(monomial for monomial, _ in series.terms))

    def tidy(self, terms, rest) -> Series:
        """Terms of equal growth collected, in falling order, what the remainder covers left out."""
        self.deadline.check()
        groups: list = []
        for monomial, coefficient in terms:
            if rest is not None and self.compare(monomial, rest) <= 0:
                continue
            for group in groups:
                if self.compare(monomial, group[0]) == 0:
                    group[1].append(coefficient)
                    break
            else:
                groups.append((monomial, [coefficient]))
        summed = [(monomial, Add(*parts)) for monomial, parts in groups]
        kept = [(monomial, coefficient) for monomial, coefficient in summed if coefficient != 0]
        kept.sort(key=cmp_to_key(lambda left, right: -self.compare(left[0], right[0])))
        return Series(tuple(kept), rest)

    def leading(self, series: Series):
        """`(monomial, coefficient, the series below)` of the first term that is shown not to vanish; None for zero."""
        terms = list(series.terms)
        while terms:
            monomial, coefficient = terms[0]
            if not coefficient.is_Rational:
                if self.vanishes(coefficient):
                    terms.pop(0)
                    continue
                if not inside(self.signs(coefficient), NONZERO):
                    raise OpenSign(coefficient)
            return monomial, coefficient, Series(tuple(terms[1:]), series.rest)
        if series.rest is not None:
            raise MoreTerms
        return None

    # --- arithmetic -------------------------------------------------------------------------------------------------

    def constant(self, value) -> Series:
        return Series(((UNIT, value),) if value != 0 else ())

    def add(self, *parts: Series) -> Series:
        return self.tidy([term for part in parts for term in part.terms], self.larger(*(part.rest for part in parts)))

    def multiply(self, a: Series, b: Series) -> Series:
        terms = [(m * n, c * d) for m, c in a.terms for n, d in b.terms]
        rests = []
        for left, right in ((a, b), (b, a)):
            if left.rest is not None:
                size = self.bound(right)
                if size is not None:
                    rests.append(left.rest * size)
        return self.tidy(terms, self.larger(*rests))

    def scale(self, series: Series, monomial: Monomial, factor) -> Series:
        return Series(tuple((m * monomial, c * factor) for m, c in series.terms),
                      None if series.rest is None else series.rest * monomial)

    def compose(self, coefficients, small: Series) -> Series:
        """The power series with the coefficients 0, 1, ... of an infinitesimal series, cut after `length` powers."""
        total, power = self.constant(coefficients(0)), self.constant(S.One)
        size = self.bound(small)
        if size is None:
            return total
        if self.compare(size, UNIT) >= 0:
            # the size is only a bound: the terms that are too large may cancel
            small = self.lowered(small)
            size = self.bound(small)
            if size is None:
                return total
        for k in range(1, self.length + 1):
            power = self.multiply(power, small)
            total = self.add(total, self.multiply(self.constant(coefficients(k)), power))
        return self.add(total, Series((), size ** (self.length + 1)))

    def lowered(self, series: Series) -> Series:
        """An infinitesimal series without the vanishing terms that hide it."""
        terms = list(series.terms)
        while terms and self.compare(terms[0][0], UNIT) >= 0:
            if not self.vanishes(terms[0][1]):
                raise OpenSign(terms[0][1])
            terms.pop(0)
        if series.rest is not None and self.compare(series.rest, UNIT) >= 0:
            raise MoreTerms
        return Series(tuple(terms), series.rest)

    def power(self, series: Series, exponent) -> Series:
        """series**exponent for an exponent free of the variable; the base is positive unless the exponent is an integer."""
        if exponent.is_Integer and 0 <= exponent <= 12:
            result = self.constant(S.One)
            for _ in range(int(exponent)):
                result = self.multiply(result, series)
            return result
        lead = self.leading(series)
        if lead is None:
            if exponent.is_Rational and exponent > 0:
                return Series()
            raise Unsupported("zero to a power that is not positive")
        monomial, coefficient, below = lead
        if not exponent.is_Integer and self.sign_of(coefficient) < 0:
            raise Unsupported("a root of a negative quantity")
        inverse = self.scale(below, monomial ** -1, 1 / coefficient)
        shape = self.compose(lambda k: binomial(exponent, k) if exponent.is_Rational else _binomial(exponent, k), inverse)
        return self.scale(shape, monomial ** exponent, self.root_of(coefficient, exponent))

    def root_of(self, coefficient, exponent):
        """coefficient**exponent with the modulus of a square written out where its sign is known."""
        value = coefficient ** exponent
        for node in value.atoms(Abs):
            inner = node.args[0]
            signs = self.signs(inner)
            if inside(signs, POS | ZERO):
                value = value.subs(node, inner)
            elif inside(signs, NEG | ZERO):
                value = value.subs(node, -inner)
        return value

    def parts_of(self, series: Series):
        """`(infinite terms, constant, infinitesimal series)`; the remainder is infinitesimal."""
        if series.rest is not None and self.compare(series.rest, UNIT) >= 0:
            raise MoreTerms
        infinite, constant, small = [], S.Zero, []
        for monomial, coefficient in series.terms:
            order = self.compare(monomial, UNIT)
            if order > 0:
                if not self.vanishes(coefficient):
                    infinite.append((monomial, coefficient))
            elif order == 0:
                constant += coefficient
            else:
                small.append((monomial, coefficient))
        return infinite, constant, Series(tuple(small), series.rest)

    # --- expressions ------------------------------------------------------------------------------------------------

    def expand(self, e) -> Series:
        """The expansion of an expression."""
        if e not in self._known:
            self.deadline.check()
            self._known[e] = self._expanded(e)
        return self._known[e]

    def _expanded(self, e) -> Series:
        if self.variable not in e.free_symbols and not e.has(Piecewise):
            if e.has(S.Infinity, S.NegativeInfinity, S.ComplexInfinity, S.NaN, S.ImaginaryUnit):
                raise Unsupported("a constant that is not a real number")
            if not (e.is_Rational or e.is_Symbol or e.is_NumberSymbol or self.meaningful(e)):
                raise Unsupported(f"{e} is not shown to be defined")
            return self.constant(e)
        if e == self.variable:
            return self.start
        if isinstance(e, Add):
            return self.add(*(self.expand(part) for part in e.args))
        if isinstance(e, Mul):
            result = self.constant(S.One)
            for part in e.args:
                result = self.multiply(result, self.expand(part))
            return result
        if isinstance(e, exp) or (isinstance(e, Pow) and e.base == E):
            return self.exponential(self.expand(e.exp if isinstance(e, Pow) else e.args[0]))
        if isinstance(e, Pow):
            if self.variable in e.exp.free_symbols:
                if self.variable not in e.base.free_symbols and e.exp.is_integer:
                    return self._whole_power(e)
                return self.exponential(self.multiply(self.expand(e.exp), self.logarithm(self.expand(e.base))))
            if not (e.exp.is_Rational or self.meaningful(e.exp)):
                raise Unsupported(f"{e.exp} is not shown to be defined")
            base = self.expand(e.base)
            if e.exp.is_integer and not e.exp.is_Rational and self._direction(base) < 0:  # if it is odd is not known, but how large it is
                return Series((), self.bound(self.power(self.expand(-e.base), e.exp)))
            return self.power(base, e.exp)
        if isinstance(e, log) and len(e.args) == 1:
            return self.logarithm(self.expand(e.args[0]))
        if isinstance(e, Abs):
            inner = self.expand(e.args[0])
            return self.scale(inner, UNIT, Rational(self._direction(inner)) or S.One)
        if isinstance(e, sign):
            return self.constant(Rational(self._direction(self.expand(e.args[0]))))
        if isinstance(e, (Max, Min)):
            best, wanted = e.args[0], 1 if isinstance(e, Max) else -1
            for other in e.args[1:]:
                if self._direction(self.expand(other - best)) == wanted:
                    best = other
            return self.expand(best)
        if isinstance(e, Piecewise):
            return self._chosen(e)
        rewritten = written_out(e)
        if rewritten is not None:
            return self.expand(rewritten)
        if isinstance(e, SPECIAL):
            return self.analytic(e.func, self.expand(e.args[0]))
        raise Unsupported(f"{type(e).__name__} is not expanded")

    def _whole_power(self, e: Pow) -> Series:
        """A number, which may be negative, to a whole power that grows: no more is said of it than how large it is."""
        self.expand(e.base)  # refuses what is not shown to be a number
        size = self.sign_of(e.base)
        exponent = self.expand(e.exp)
        if size > 0:
            return self.exponential(self.multiply(exponent, self.constant(log(e.base))))
        if self._direction(exponent) <= 0 or self.compare(exponent.terms[0][0], UNIT) <= 0:
            raise Unsupported("a number to a whole power that does not grow")
        if size == 0:
            return Series()
        return Series((), self.bound(self.exponential(self.multiply(exponent, self.constant(log(-e.base))))))

    def _direction(self, series: Series) -> int:
        """The sign of a series as the parameter goes to zero."""
        lead = self.leading(series)
        return 0 if lead is None else self.sign_of(lead[1])

    def _chosen(self, e: Piecewise) -> Series:
        for value, condition in e.args:
            if self.variable in condition.free_symbols:
                raise Unsupported("a case distinction on the limit's variable")
            if self.follows(condition):
                return self.expand(value)
            if not self.follows(~condition):
                if not hasattr(condition, "lhs"):
                    raise Unsupported("a case distinction that is not settled")
                raise OpenSign(condition.lhs - condition.rhs)
        raise Unsupported("no case applies")


def _sign(value: Rational) -> int:
    return (value.p > 0) - (value.p < 0)


def _binomial(exponent, k: int):
    result = S.One
    for j in range(k):
        result *= (exponent - j) / Rational(j + 1)
    return result
