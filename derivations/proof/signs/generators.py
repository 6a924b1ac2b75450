"""Expressions as fractions of polynomials over generators: one per symbol, root, exponential, logarithm and constant.

Building a fraction also proves that the expression is defined wherever the hypotheses hold: radicands are shown
nonnegative, denominators nonzero, arguments of logarithms positive. Where that fails, `NotShown` is raised.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx
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
    asinh,
    atan,
    atanh,
    cos,
    cosh,
    coth,
    csch,
    erf,
    exp,
    log,
    pi,
    sech,
    sign,
    sin,
    sinh,
    tan,
    tanh,
)

from rederive.derivations.language import Bounds
from rederive.derivations.proof.functions.primes import parts_of

from .hypotheses import FREE, Facts
from .seen_signs import Witnesses
from .signset import ANY, NEG, NONNEG, NONZERO, POS, ZERO, inside, negate

CAPACITY = 28
HIGHEST_POWER, HIGHEST_ROOT = 64, 24
TERMS = 3000
CONTEXT = fmpq_mpoly_ctx.get(tuple(f"g{i}" for i in range(CAPACITY)), Ordering.lex)
GENS = CONTEXT.gens()
ONE, NOUGHT = CONTEXT.constant(1), CONTEXT.constant(0)


class NotShown(Exception):
    """The expression is outside the engine's language, too large, or not shown to be defined on the whole domain."""


class Refine(Exception):
    """An exponential needs a finer unit than the one chosen; the fraction is built again with it."""

    def __init__(self, key, unit: int):
        super().__init__(key)
        self.key, self.unit = key, unit


@dataclass
class Generator:
    """One generator: what it stands for, its possible signs and bounds, and its relation if it is a root.

    kind: symbol, root (value**order = radicand), modulus (the root of a square), exp, log, constant or bounded.
    """

    kind: str
    signs: int
    bounds: Bounds = FREE
    order: int = 0
    radicand: fmpq_mpoly | None = None
    exponent: tuple | None = None
    """For an exponential, a logarithm or a modulus, its argument as (numerator, positive denominator)."""
    stands_for: object = None

    def form(self, generators):
        """The generator as a SymPy expression."""
        if self.kind == "root":
            return Pow(generators.expression(self.radicand), Rational(1, self.order))
        if self.kind == "modulus":
            return Abs(generators.expression(self.exponent[0]))
        if self.kind in ("exp", "log"):
            argument = generators.expression(self.exponent[0]) / generators.expression(self.exponent[1])
            return exp(argument) if self.kind == "exp" else log(argument)
        return self.stands_for


def key_of(poly) -> tuple:
    return tuple(poly.monoms()), tuple(poly.coeffs())


def rational(value) -> fmpq:
    return fmpq(int(value.p), int(value.q))


def unit_normal(poly) -> tuple[fmpq, fmpq_mpoly]:
    """`(c, p)` with poly = c*p and p of leading coefficient one."""
    lead = poly.leading_coefficient()
    return lead, poly / lead


def coefficients(poly, index: int) -> dict[int, fmpq_mpoly]:
    """The coefficients of a polynomial in one generator, by power."""
    groups: dict[int, dict] = {}
    for monomial, value in poly.to_dict().items():
        power = monomial[index]
        rest = monomial[:index] + (0,) + monomial[index + 1:]
        groups.setdefault(power, {})[rest] = value
    return {power: CONTEXT.from_dict(terms) for power, terms in groups.items()}


class Generators:
    """The generators of one question, made as they are met; a root or exponential comes after what it is made of."""

    def __init__(self, facts: Facts, deadline, units=None):
        from .positivity import Positivity

        self.facts = facts
        self.deadline = deadline
        self.units = dict(units or {})
        self.items: list[Generator] = []
        self.index: dict = {}
        self.trusting = False
        self._cache: dict = {}
        self.witnesses = Witnesses()
        self.signs = Positivity(self)

    # --- generators -------------------------------------------------------------------------------------------------

    def add(self, key, generator: Generator) -> int:
        if key in self.index:
            return self.index[key]
        if len(self.items) >= CAPACITY:
            raise NotShown(f"more than {CAPACITY} generators")
        self.items.append(generator)
        self.index[key] = index = len(self.items) - 1
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

    def variables(self, poly) -> list[int]:
        return [i for i, degree in enumerate(poly.degrees()[:len(self.items)]) if degree > 0]

    def reduce(self, poly):
        """The polynomial with every root below its order."""
        degrees = poly.degrees()
        for index in range(len(self.items) - 1, -1, -1):
            item = self.items[index]
            if item.radicand is None or degrees[index] < item.order:
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

    # --- fractions --------------------------------------------------------------------------------------------------

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
        rewritten = _rewritten(e)
        if rewritten is not None:
            if isinstance(e, acosh) and not inside(self.mask(*self.fraction(e.args[0] - 1)), NONNEG):
                raise NotShown(f"{e} is not shown to be defined")
            return self.fraction(rewritten)
        if isinstance(e, Abs):
            return self._modulus(*self.fraction(e.args[0]))
        if isinstance(e, sign):
            return self._sign(*self.fraction(e.args[0]))
        if isinstance(e, (Max, Min)):
            return self._extreme(e)
        if isinstance(e, (sin, cos, atan, erf)):
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

    # --- roots ------------------------------------------------------------------------------------------------------

    def root(self, top, bottom, q: int):
        """The q-th root of a fraction shown to be nonnegative."""
        if top.is_zero():
            return NOUGHT, ONE
        signs = self.mask(top)
        if not inside(signs, NONNEG):
            if not self.trusting:
                raise NotShown("a radicand is not shown to be nonnegative")
            self.signs.assume(top, NONNEG)
        up, down = self._root_of(top, q), self._root_of(bottom, q)
        # a positive denominator's root is positive, so the quotient needs no new proof
        return self.cancel(up, down)

    def _root_of(self, poly, q: int):
        """The q-th root of a nonnegative polynomial, as a product of roots of its factors where each is nonnegative."""
        content, factors = poly.factor()
        outside, joint = ONE, ONE
        for factor, power in factors:
            signs = self.signs.mask(factor)
            if inside(signs, NEG | ZERO) and not inside(signs, ZERO):
                factor, signs = -factor, negate(signs)
                content = -content if power % 2 else content
            if inside(signs, NONNEG):
                outside *= factor ** (power // q) * self._simple_root(factor, power % q, q, signs)
            elif power % 2 == 0:
                lead, normal = unit_normal(factor)
                content *= abs(lead) ** power
                modulus = GENS[self._modulus_generator(normal)]
                outside *= self.reduce(modulus ** (power // q)) * self._simple_root(modulus, power % q, q, NONNEG)
            else:
                joint *= factor ** power
        if not joint.is_one():
            joint = joint if content > 0 else -joint
            content = abs(content)
            if inside(self.signs.mask(joint), NONNEG):
                outside *= self._simple_root(joint, 1, q, self.signs.mask(joint))
            else:
                content = fmpq(-1)
        if content < 0:
            # the factors cannot be parted (one may be negative where another vanishes): keep the radicand whole
            return self._simple_root(poly, 1, q, self.signs.mask(poly))
        return self.reduce(outside * self._number_root(content, q))

    def _simple_root(self, poly, power: int, q: int, signs: int):
        """poly**(power/q) for a nonnegative polynomial, power < q, as a power of one generator."""
        if power == 0 or poly.is_one():
            return ONE
        g = math.gcd(power, q)
        power, q = power // g, q // g
        if q == 1:
            return poly ** power
        support = self.variables(poly)
        if len(poly) == 1 and len(support) == 1 and poly.leading_coefficient() == 1 and self.items[support[0]].kind == "exp":
            return self._split_exponential(support[0], power, q)
        if len(poly) == 1 and len(support) == 1 and poly.leading_coefficient() == 1 and self.items[support[0]].kind == "root":
            item = self.items[support[0]]
            index = self._root_generator(item.radicand, item.order * q, item.signs)
            return GENS[index] ** power
        return GENS[self._root_generator(poly, q, signs)] ** power

    def _root_generator(self, poly, q: int, signs: int) -> int:
        signs = (signs & NONNEG) or NONNEG
        return self.add(("root", q, key_of(poly)), Generator("root", signs, FREE, q, poly))

    def _number_root(self, value, q: int):
        """The q-th root of a positive rational, over roots of primes."""
        p, r = int(value.p), int(value.q)
        number, below = p * r ** (q - 1), r
        result = CONTEXT.constant(fmpq(1, below))
        for prime, power in parts_of(number):
            result *= fmpq(prime) ** (power // q)
            if power % q:
                result *= self._simple_root(CONTEXT.constant(prime), power % q, q, POS)
        return result

    def _modulus_generator(self, factor) -> int:
        _, normal = unit_normal(factor)
        signs = NONNEG if self.signs.mask(normal) & ZERO else POS
        return self.add(("modulus", key_of(normal)), Generator(
            "modulus", signs, FREE, 2, self.reduce(normal * normal), (normal, ONE)))

    def _modulus(self, top, bottom):
        signs = self.mask(top)
        if inside(signs, NONNEG):
            return top, bottom
        if inside(signs, NEG | ZERO):
            return -top, bottom
        content, factors = top.factor()
        result = CONTEXT.constant(abs(content))
        for factor, power in factors:
            signs = self.signs.mask(factor)
            if inside(signs, NONNEG) or power % 2 == 0:
                result *= factor ** power
            elif inside(signs, NEG | ZERO):
                result *= (-factor) ** power
            else:
                lead, _ = unit_normal(factor)
                result *= factor ** (power - 1) * abs(lead) * GENS[self._modulus_generator(factor)]
        return self.cancel(result, bottom)

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
        result = e.args[0]
        for other in e.args[1:]:
            spread = Abs(result - other)
            result = (result + other + (spread if isinstance(e, Max) else -spread)) / 2
        return self.fraction(result)

    # --- exponentials, logarithms, constants ------------------------------------------------------------------------

    def _exponential(self, exponent):
        top, bottom = self.fraction(exponent)
        up, down = ONE, ONE
        constant = bottom.is_constant()
        for monomial, value in top.to_dict().items():
            poly = CONTEXT.from_dict({monomial: fmpq(1)})
            if constant:
                value, below = value / bottom.leading_coefficient(), ONE
            else:
                below = bottom
            support = self.variables(poly)
            if below.is_one() and len(support) == 1 and sum(monomial) == 1 and self.items[support[0]].kind == "log":
                base = self.items[support[0]].exponent
                n, d = self.root(*base, int(value.q))
                power = int(value.p)
                if power < 0:
                    n, d = self.inverse(n, d)
                up, down = up * self._raised(n, abs(power)), down * self._raised(d, abs(power))
                continue
            index, per = self._exponential_unit(poly, below, value)
            if per > 0:
                up *= GENS[index] ** per
            else:
                down *= GENS[index] ** -per
        return self.cancel(up, down)

    def _exponential_unit(self, poly, below, value):
        """The generator exp(poly/(below*unit)) and the integer power of it that is exp(value*poly/below)."""
        key = ("exp", key_of(poly), key_of(below))
        unit = self.units.get(key, 1)
        scaled = value * unit
        if scaled.q != 1:
            raise Refine(key, unit * int(scaled.q))
        if key not in self.index:
            signs = self.signs.mask(poly)
            bounds = Bounds(lower=S.Zero, lower_open=True)
            if inside(signs, NONNEG):
                bounds = Bounds(lower=S.One, lower_open=not signs & ZERO)
            elif inside(signs, NEG | ZERO):
                bounds = Bounds(lower=S.Zero, lower_open=True, upper=S.One, upper_open=not signs & ZERO)
            index = self.add(key, Generator("exp", POS, bounds, exponent=(poly / unit, below)))
            # e^u >= 1 + u for every real u
            self.signs.assume(below * (GENS[index] - 1) - poly / unit, NONNEG)
            self._compare_exponentials(index)
        power = int(scaled.p)
        if abs(power) > 48:
            raise NotShown("an exponential's power is too high")
        return self.index[key], power

    def _compare_exponentials(self, index: int) -> None:
        new = self.items[index].exponent
        for other, item in enumerate(self.items[:index]):
            if item.kind == "exp":
                old = item.exponent
                signs = self.signs.mask(self.reduce(new[0] * old[1] - old[0] * new[1]), effort=2)
                if signs != ANY:
                    self.signs.assume(GENS[index] - GENS[other], signs)

    def _split_exponential(self, index: int, power: int, q: int):
        for key, at in self.index.items():
            if at == index:
                raise Refine(key, self.units.get(key, 1) * q)
        raise NotShown("a root of an exponential")

    def _logarithm(self, top, bottom):
        signs = self.mask(top)
        if signs != POS:
            if not self.trusting:
                raise NotShown("the argument of a logarithm is not shown to be positive")
            self.signs.assume(top, POS)
        total = (NOUGHT, ONE)
        for poly, direction in ((top, 1), (bottom, -1)):
            for part, power in self._positive_factors(poly):
                n, d = self._simple_logarithm(part)
                total = self._sum([total, (n * (direction * power), d)])
        return total

    def _positive_factors(self, poly):
        content, factors = poly.factor()
        parts, joint = [], ONE
        for factor, power in factors:
            signs = self.signs.mask(factor)
            if signs == NEG:
                factor, signs = -factor, POS
                content = -content if power % 2 else content
            if signs == POS:
                parts.append((factor, power))
            else:
                joint *= factor ** power
        if not joint.is_one():
            parts.append((joint if content > 0 else -joint, 1))
            content = abs(content)
        if content <= 0:
            raise NotShown("the argument of a logarithm is not shown to be positive")
        for number, direction in ((int(content.p), 1), (int(content.q), -1)):
            parts.extend((CONTEXT.constant(prime), direction * power) for prime, power in parts_of(number))
        return parts

    def _simple_logarithm(self, poly):
        if poly.is_one():
            return NOUGHT, ONE
        support = self.variables(poly)
        if len(poly) == 1 and len(support) == 1 and poly.leading_coefficient() == 1:
            item = self.items[support[0]]
            power = poly.degrees()[support[0]]
            if item.kind == "exp":
                return item.exponent[0] * power, item.exponent[1]
            if item.kind == "root" and item.signs == POS:
                n, d = self._logarithm(item.radicand, ONE)
                return n * fmpq(power, item.order), d
        key = ("log", key_of(poly))
        if key not in self.index:
            index = self.add(key, Generator("log", self.signs.mask(poly - 1), exponent=(poly, ONE)))
            # log x <= x - 1
            self.signs.assume(poly - 1 - GENS[index], NONNEG)
            for other, item in enumerate(self.items[:index]):
                if item.kind == "log":
                    self.signs.assume(GENS[index] - GENS[other], self.signs.mask(poly - item.exponent[0], effort=2))
        return GENS[self.index[key]], ONE

    def _bounded(self, e):
        arguments = [self.fraction(arg) for arg in e.args]  # shows that the argument is defined
        top, bottom = arguments[0]
        key = (type(e).__name__, key_of(top), key_of(bottom))
        if key not in self.index:
            if isinstance(e, (sin, cos)):
                index = self.add(key, Generator("bounded", ANY, Bounds(lower=-S.One, upper=S.One), stands_for=e))
                twin = ("cos" if isinstance(e, sin) else "sin", key[1], key[2])
                if twin in self.index:
                    self.signs.assume(GENS[index] ** 2 + GENS[self.index[twin]] ** 2 - 1, ZERO)
            else:
                # atan and erf have the sign of their argument
                limit = S.One if isinstance(e, erf) else Rational(11, 7)
                self.add(key, Generator("bounded", self.mask(top), Bounds(
                    lower=-limit, upper=limit, lower_open=True, upper_open=True), stands_for=e))
        return GENS[self.index[key]], ONE

    def _constant(self, e):
        from flint import arb

        value = {pi: arb.pi}.get(e)
        if value is None:
            raise NotShown(f"the constant {e} is not handled")
        middle = value()
        scale = 10 ** 6
        low = int((middle * scale).floor().unique_fmpz())
        bounds = Bounds(lower=Rational(low, scale), upper=Rational(low + 1, scale), lower_open=True, upper_open=True)
        return GENS[self.add(e, Generator("constant", POS, bounds, stands_for=e))], ONE


def bounds_signs(bounds: Bounds) -> int:
    """The signs that an interval leaves."""
    signs = ANY
    if bounds.lower is not None and bounds.lower >= 0:
        signs &= POS if bounds.lower > 0 or bounds.lower_open else NONNEG
    if bounds.upper is not None and bounds.upper <= 0:
        signs &= NEG if bounds.upper < 0 or bounds.upper_open else NEG | ZERO
    return signs & NONZERO if bounds.nonzero else signs


def _rewritten(e):
    """Hyperbolic functions and their inverses through exponentials and logarithms; each rewriting holds on the reals."""
    if not e.args:
        return None
    u = e.args[0]
    if isinstance(e, sinh):
        return (exp(u) - exp(-u)) / 2
    if isinstance(e, cosh):
        return (exp(u) + exp(-u)) / 2
    if isinstance(e, tanh):
        return (exp(2 * u) - 1) / (exp(2 * u) + 1)
    if isinstance(e, coth):
        return (exp(2 * u) + 1) / (exp(2 * u) - 1)
    if isinstance(e, sech):
        return 2 / (exp(u) + exp(-u))
    if isinstance(e, csch):
        return 2 / (exp(u) - exp(-u))
    if isinstance(e, tan):
        return sin(u) / cos(u)
    if isinstance(e, atanh):
        return (log(1 + u) - log(1 - u)) / 2
    if isinstance(e, asinh):
        return log(u + Pow(u * u + 1, S.Half))
    if isinstance(e, acosh):
        return log(u + Pow(u * u - 1, S.Half))
    return None
