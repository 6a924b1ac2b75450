"""Expressions as fractions of polynomials over generators: one per symbol, root, exponential, logarithm and constant.

Building a fraction also proves that the expression is defined wherever the hypotheses hold: radicands are shown
nonnegative, denominators nonzero, arguments of logarithms positive. Where that fails, `NotShown` is raised.
"""

from __future__ import annotations

from flint import arb, fmpq_mpoly
from sympy import (
    Abs,
    Add,
    E,
    Max,
    Min,
    Mul,
    NumberSymbol,
    Pow,
    Rational,
    S,
    Symbol,
    acosh,
    exp,
    gamma,
    log,
    pi,
    sign,
)

from theoremtest.derivations.language import Bounds
from theoremtest.derivations.proof.functions.table import written_out

from .bounded import FUNCTIONS, Bounded
from .exponentials import Exponentials
from .generator import Generator, NotShown, bounds_signs
from .hypotheses import Facts
from .polynomial_signs import PolynomialSigns
from .polynomials import CAPACITY, CONTEXT, GENS, NOUGHT, ONE, TERMS, coefficients, key_of, rational
from .rooted import Rooted
from .seen_signs import Witnesses
from .signset import NEG, NONNEG, NONZERO, POS, ZERO, inside

HIGHEST_POWER, HIGHEST_ROOT = 64, 24
"""Exponents beyond which a power is given up."""


class Generators(Rooted, Exponentials, Bounded):
    """The generators of one question, made as they are met; a root or exponential comes after what it is made of."""

    def __init__(self, facts: Facts, deadline, units=None, tangents: bool = False):
        self.facts = facts
        self.deadline = deadline
        self.units = dict(units or {})
        self.items: list[Generator] = []
        self._roots: list[int] = []
        """Where the roots are among them."""
        self.index: dict = {}
        self.trusting = False
        self.tangents = tangents
        self._cache: dict = {}
        self.witnesses = Witnesses()
        self.signs = PolynomialSigns(self)

    def add(self, key, generator: Generator) -> int:
        """The index of a generator, made where its key is new. Raises NotShown beyond the capacity."""
        if key in self.index:
            return self.index[key]
        if len(self.items) >= CAPACITY:
            raise NotShown(f"more than {CAPACITY} generators")
        self.items.append(generator)
        self.index[key] = index = len(self.items) - 1
        if generator.radicand is not None:
            self._roots.append(index)
        self._witness(index, generator)
        return index

    def _witness(self, index: int, item: Generator) -> None:
        if item.kind in ("symbol", "constant"):
            self.witnesses.draw(index, item.bounds)
        elif item.kind in ("root", "modulus"):
            self.witnesses.define(index, lambda value: value.root(item.order) if value > 0 else value if value == 0 else None,
                                  item.radicand)
        elif item.kind in ("exp", "log"):
            self.witnesses.define(index, lambda n, d: (n / d).exp() if item.kind == "exp" else (n / d).log(), *item.exponent)
        elif item.kind == "bounded":
            rule = getattr(arb, type(item.stands_for).__name__)
            self.witnesses.define(index, lambda n, d: rule(n / d), *item.argument)

    def variables(self, poly) -> list[int]:
        """The generators that a polynomial holds."""
        return [i for i, degree in enumerate(poly.degrees()[:len(self.items)]) if degree > 0]

    def reduce(self, poly):
        """The polynomial with every root below its order."""
        if not self._roots:
            return poly
        degrees = poly.degrees()
        for index in reversed(self._roots):
            item = self.items[index]
            if degrees[index] < item.order:
                continue
            self.deadline.check()
            total = NOUGHT
            for power, coefficient in coefficients(poly, index).items():
                total += coefficient * item.radicand ** (power // item.order) * GENS[index] ** (power % item.order)
            poly = total
            degrees = poly.degrees()
            if len(poly) > TERMS:
                raise NotShown("an intermediate polynomial has too many terms")
        return poly

    def expression(self, poly):
        """A polynomial written out in SymPy again."""
        values = {i: self.items[i].form(self) for i in self.variables(poly)}
        return Add(*(Rational(int(value.p), int(value.q)) * Mul(*(values[i] ** power for i, power in enumerate(monomial) if power))
                     for monomial, value in poly.to_dict().items()))

    def fraction(self, expression) -> tuple[fmpq_mpoly, fmpq_mpoly]:
        """`(numerator, denominator)`, the denominator positive wherever the hypotheses hold."""
        if expression in self._cache:
            return self._cache[expression]
        self.deadline.check()
        result = self._fraction(expression)
        if max(len(result[0]), len(result[1])) > TERMS:
            raise NotShown("an intermediate polynomial has too many terms")
        self._cache[expression] = result
        return result

    def _fraction(self, e):
        if e.is_Rational:
            return CONTEXT.constant(rational(e)), ONE
        if isinstance(e, Symbol):
            return GENS[self._symbol(e)], ONE
        if isinstance(e, Add):
            return self._sum([self.fraction(arg) for arg in e.args])
        if isinstance(e, Mul):
            top, bottom = ONE, ONE
            for arg in e.args:
                n, d = self.fraction(arg)
                top, bottom = top * n, bottom * d
            return self.cancel(top, bottom)
        if isinstance(e, exp):
            return self._exponential(e.args[0])
        if isinstance(e, Pow):
            return self._power(e.base, e.exp)
        if isinstance(e, log) and len(e.args) == 1:
            return self._logarithm(*self.fraction(e.args[0]))
        if isinstance(e, gamma):
            return self._gamma(e)
        rewritten = written_out(e)
        if rewritten is not None:
            if isinstance(e, acosh) and not inside(self.mask(*self.fraction(e.args[0] - 1)), NONNEG):
                raise NotShown(f"{e} is not shown to be defined")
            for argument in e.args:
                self.fraction(argument)  # SymPy shortens the form over its argument: cosh(log x) has none at x = -1, (x + 1/x)/2 has
            return self.fraction(rewritten)
        if isinstance(e, Abs):
            return self._modulus(*self.fraction(e.args[0]))
        if isinstance(e, sign):
            return self._sign(*self.fraction(e.args[0]))
        if isinstance(e, (Max, Min)):
            return self._extreme(e)
        if isinstance(e, FUNCTIONS):
            return self._bounded(e)
        if e is E:
            return self._exponential(S.One)
        if isinstance(e, NumberSymbol):
            return self._constant(e)
        raise NotShown(f"{type(e).__name__} is not handled: {e}")

    def _symbol(self, symbol) -> int:
        if symbol in self.index:
            return self.index[symbol]
        if symbol.is_extended_real is not True:
            raise NotShown(f"{symbol} is not real")
        bounds = self.facts.bound(symbol)
        return self.add(symbol, Generator("symbol", bounds_signs(bounds), bounds, stands_for=symbol))

    def _sum(self, parts):
        top, bottom = NOUGHT, ONE
        for n, d in parts:
            if key_of(d) == key_of(bottom):
                top = top + n
                continue
            common = bottom.gcd(d)
            left, right = bottom / common, d / common
            if not common.is_constant() and self.signs.mask(right) != POS:
                left, right = bottom, d
            top, bottom = top * right + n * left, bottom * right
        return self.cancel(top, bottom)

    def cancel(self, top, bottom):
        """The reduced fraction; the denominator stays positive."""
        top, bottom = self.reduce(top), self.reduce(bottom)
        if top.is_zero():
            return NOUGHT, ONE
        common = top.gcd(bottom)
        if not common.is_constant():
            top, bottom = top / common, bottom / common
            bottom_signs = self.signs.mask(bottom)
            if bottom_signs == NEG:
                top, bottom = -top, -bottom
            elif bottom_signs != POS:
                top, bottom = top * common, bottom * common
        return top, bottom

    def mask(self, top, bottom=ONE) -> int:
        """The signs of a fraction whose denominator is positive: those of its numerator."""
        return self.signs.mask(top)

    def inverse(self, top, bottom):
        """The inverse fraction, where the value is shown not to vanish."""
        signs = self.mask(top)
        if not inside(signs, NONZERO):
            if not self.trusting:
                raise NotShown("a denominator is not shown to be nonzero")
            self.signs.assume(top, NONZERO)
            signs = self.mask(top)
        if signs == NEG:
            return -bottom, -top
        if signs == POS:
            return bottom, top
        return self.reduce(bottom * top), self.reduce(top * top)

    def _power(self, base, exponent):
        if base is E:
            return self._exponential(exponent)
        if not exponent.is_Rational:
            return self._exponential(exponent * log(base))
        top, bottom = self.fraction(base)
        if exponent.q > HIGHEST_ROOT or abs(exponent.p) > HIGHEST_POWER:
            raise NotShown(f"the power {exponent} is too high")
        if exponent.q != 1:
            top, bottom = self.root(top, bottom, int(exponent.q))
        if exponent.p < 0:
            top, bottom = self.inverse(top, bottom)
        n = abs(int(exponent.p))
        return self.cancel(self._raised(top, n), self._raised(bottom, n))

    def _raised(self, poly, n: int):
        result = ONE
        for _ in range(n):
            result = self.reduce(result * poly)
        return result

    def _sign(self, top, bottom):
        signs = self.mask(top)
        for value, known in ((1, POS), (-1, NEG), (0, ZERO)):
            if signs == known:
                return CONTEXT.constant(value), ONE
        if inside(signs, NONZERO):
            # sgn(u) = u/|u|
            return self.cancel(*self._over(top, self._modulus(top, ONE)[0]))
        raise NotShown("the sign of an expression that may vanish is not known")

    def _over(self, top, below):
        if self.signs.mask(below) != POS:
            raise NotShown("a denominator is not shown to be positive")
        return top, below

    def _extreme(self, e):
        for argument in e.args:
            self.fraction(argument)  # a largest part that SymPy sees may be all that is left below
        result = e.args[0]
        for other in e.args[1:]:
            spread = Abs(result - other)
            result = (result + other + (spread if isinstance(e, Max) else -spread)) / 2
        return self.fraction(result)

    def _constant(self, e):
        value = {pi: arb.pi}.get(e)
        if value is None:
            raise NotShown(f"the constant {e} is not handled")
        middle = value()
        scale = 10 ** 6
        low = int((middle * scale).floor().unique_fmpz())
        bounds = Bounds(lower=Rational(low, scale), upper=Rational(low + 1, scale), lower_open=True, upper_open=True)
        return GENS[self.add(e, Generator("constant", POS, bounds, stands_for=e))], ONE
