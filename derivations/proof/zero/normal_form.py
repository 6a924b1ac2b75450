"""Is an expression identically zero on a domain? A normal form over a tower of generators decides.

Every symbol with a sign becomes a positive generator, every independent exponential and logarithm a transcendental one,
every square root that is not yet in the field a new level (`field.Field`). Hyperbolic functions and their inverses are
written out in exponentials, logarithms and roots first. A zero normal form is a proof over the whole domain, wherever both
sides are defined. A nonzero one proves nothing here: refuting is for balls. Where a root's sign depends on the sign of a
symbol that the domain leaves open, the domain is split into its three cases.
"""

from __future__ import annotations

from contextlib import suppress
from enum import Enum
from math import lcm

from sympy import (
    Abs,
    Add,
    Derivative,
    Expr,
    Max,
    Min,
    Mul,
    NumberSymbol,
    Piecewise,
    Pow,
    Rational,
    S,
    Subs,
    Sum,
    Symbol,
    exp,
    log,
    nan,
    oo,
    sign,
    sympify,
    zoo,
)
from sympy.core.function import AppliedUndef
from sympy.core.relational import Eq, Ge, Gt, Le, Lt, Ne

from rederive.derivations.language.domain import Domain
from rederive.derivations.language.errors import DomainError
from rederive.derivations.proof.balls.enclose import NotEvaluable, enclosure
from rederive.derivations.proof.deadline import Deadline
from rederive.derivations.proof.functions.primes import parts_of
from rederive.derivations.proof.functions.table import entry_of, written_out

from .kept_denominators import Quotients
from .root_tower import Field, Fraction, Positivity, TooLarge


class NotInTower(Exception):
    """The expression holds something that the tower has no generator for."""


class NoValue(Exception):
    """The expression has no real value anywhere on the domain: nothing is claimed there."""


class Unsigned(Exception):
    """A case distinction needs a sign that the domain leaves open.

    symbols: domain symbols on whose sign it may hang. quantity: a polynomial in domain symbols of open sign, or None.
    """

    def __init__(self, symbols, quantity=None):
        super().__init__("the sign of a root or a case is open")
        self.symbols, self.quantity = symbols, quantity


class Tower:
    """Turns SymPy expressions over one domain into field elements."""

    def __init__(self, domain: Domain, deadline: Deadline, size: int = 32, grains=None):
        self.domain = domain
        self.grains = grains or {}
        self.field = Field(size, deadline)
        self.quotients = Quotients(self.field)
        self.deadline = deadline
        self._memo: dict = {}
        self._symbols: dict = {}
        self._owners: dict[int, Symbol] = {}  # generator -> the domain symbol behind it
        self._forms: dict[int, Expr] = {}  # generator -> itself by the domain symbol, where that is linear in it
        self._exponentials: dict = {}  # exponent monomial -> (generator, its share of the monomial)
        self._logs: dict = {}  # irreducible ground polynomial (text) -> generator
        self._log_arguments: dict[int, dict] = {}
        self._exp_exponents: dict[int, dict] = {}
        self._fine: dict[Symbol, int] = {}  # symbol -> q where it enters as c**q

    # entry -----------------------------------------------------------------------------------------------------------

    def element(self, expression) -> dict:
        """The normal form of a scalar expression."""
        self._prescan(expression)
        return self._convert(expression)

    def vanishes(self, expression) -> bool:
        """Whether the normal form's numerator is zero; no denominator is inverted on the way."""
        self._prescan(expression)
        return self.quotients.is_zero(self._value(expression))

    def _value(self, node) -> dict:
        """The expression over named denominators; sums, products and powers keep them unexpanded."""
        key = ("value", node)
        found = self._memo.get(key)
        if found is not None:
            return found
        self.deadline.check()
        quotients = self.quotients
        if isinstance(node, Add):
            found = {}
            for term in node.args:
                found = quotients.add(found, self._value(term))
        elif isinstance(node, Mul):
            found = quotients.of(self.field.constant(1))
            for factor in node.args:
                found = quotients.mul(found, self._value(factor))
        elif isinstance(node, Pow) and node.exp.is_Integer:
            found = quotients.power(self._value(node.base), int(node.exp))
        elif isinstance(node, Pow) and node.exp.is_Rational and node.exp.q == 2 and not isinstance(node.base, Symbol):
            found = quotients.power(self._value_sqrt(node.base), int(node.exp.p))
        else:
            found = quotients.of(self._convert(node))
        self._memo[key] = found
        return found

    def _value_sqrt(self, base) -> dict:
        value = self._value(base)
        if set(value) <= {()}:
            return self.quotients.of(self._convert(base**S.Half))
        numerator, denominator = self.quotients.parts(value)  # sqrt(n/d) = sqrt(n d)/|d|
        root = self.quotients.of(self._sqrt(self.field.mul(numerator, denominator)))
        quotient = self.quotients.div(root, self.quotients.of(denominator))
        return quotient if self._definite(denominator) >= 0 else self.quotients.neg(quotient)

    def _prescan(self, expression) -> None:
        """Fix roots of positive symbols beforehand, so that they need no level of their own."""
        for node in expression.atoms(Pow):
            base, power = node.as_base_exp()
            if power.is_Rational and power.q > 1:
                for factor in Mul.make_args(base):
                    core, inner = factor.as_base_exp()
                    if isinstance(core, Symbol) and core not in self._symbols and inner.is_Rational:
                        bounds = self.domain.bounds.get(core)
                        if bounds is not None and bounds.weak_sign == 1 and bounds.upper is None and bounds.lower == 0:
                            self._fine[core] = lcm(self._fine.get(core, 1), (power * inner).q)

    # conversion ------------------------------------------------------------------------------------------------------

    def _convert(self, node) -> dict:
        found = self._memo.get(node)
        if found is None:
            self.deadline.check()
            found = self._memo[node] = self._build(node)
        return found

    def _build(self, node) -> dict:
        field = self.field
        if node.is_Rational:
            return field.constant(int(node.p), int(node.q))
        if node is S.Exp1:
            return self._exp(field.constant(1))
        if isinstance(node, Symbol):
            return self._symbol(node)
        if isinstance(node, Add):
            total: dict = {}
            for term in node.args:
                total = field.add(total, self._convert(term))
            return total
        if isinstance(node, Mul):
            product = field.constant(1)
            for factor in node.args:
                product = field.mul(product, self._convert(factor))
            return product
        if isinstance(node, Pow) or isinstance(node, exp):
            return self._power(node)
        if isinstance(node, log):
            return self._log(self._convert(node.args[0]))
        if isinstance(node, Abs):
            x = self._convert(node.args[0])
            return x if self._definite(x) >= 0 else field.neg(x)
        if isinstance(node, sign):
            x = self._convert(node.args[0])
            known = field.weak_sign(x)
            if known is None or not known[1]:
                known = self._sign_by_conditions(x) or known
            if known is None or not known[1]:
                raise self._unsigned(x, weak=True)
            return field.constant(known[0])
        if isinstance(node, (Max, Min)):
            best = self._convert(node.args[0])
            for argument in node.args[1:]:
                other = self._convert(argument)
                larger = self._definite(field.sub(best, other)) >= 0
                best = best if larger == isinstance(node, Max) else other
            return best
        if isinstance(node, Piecewise):
            return self._piecewise(node)
        if isinstance(node, Derivative):
            done = node.doit()
            if not done.atoms(Derivative) & {node}:
                return self._convert(done)
            return self._opaque(node)
        form = written_out(node)
        if form is not None:
            return self._convert(form)
        entry = entry_of(node)
        if (entry is not None and entry.letter) or isinstance(node, (AppliedUndef, Subs, Sum, NumberSymbol)):
            return self._opaque(node)
        raise NotInTower(f"{type(node).__name__} has no generator")

    def _opaque(self, node) -> dict:
        """A function value or constant that stands for an unknown number: a generator of its own, equal only to itself."""
        key = ("opaque", node)
        if key not in self._symbols:
            index = self.field.generator()
            value = self.field.gen(index)
            side = _constant_sign(node)
            if side:
                self.field.positivity[index] = Positivity()
            self._symbols[key] = value if side >= 0 else self.field.neg(value)
        return self._symbols[key]

    def _symbol(self, symbol: Symbol) -> dict:
        if symbol in self._symbols:
            return self._symbols[symbol]
        field = self.field
        bounds = self.domain.bounds.get(symbol)
        if bounds is not None and bounds.sign == 0:
            self._symbols[symbol] = {}
            return {}
        index = field.generator()
        self._owners[index] = symbol
        g = field.gen(index)
        value = g
        self._forms[index] = symbol
        if bounds is not None:
            low, high = bounds.lower, bounds.upper
            rational = lambda r: field.constant(int(r.p), int(r.q))  # noqa: E731
            if low is not None and high is not None and bounds.lower_open and bounds.upper_open:
                # low < x < high: x = (low + high g)/(1 + g) with g > 0
                del self._forms[index]
                field.positivity[index] = Positivity()
                value = field.div(field.add(rational(low), field.mul(rational(high), g)), field.add(field.constant(1), g))
            elif low is not None:
                field.positivity[index] = Positivity(strict=bounds.lower_open or (low == 0 and bounds.nonzero))
                q = self._fine.get(symbol, 1)
                self._forms[index] = (symbol - low) ** Rational(1, q)
                value = field.add(rational(low), field.power(g, q))
            elif high is not None:
                field.positivity[index] = Positivity(strict=bounds.upper_open or (high == 0 and bounds.nonzero))
                self._forms[index] = high - symbol
                value = field.sub(rational(high), g)
        elif symbol.is_positive:
            field.positivity[index] = Positivity()
        self._symbols[symbol] = value
        return value

    # signs -----------------------------------------------------------------------------------------------------------

    def _symbols_of(self, x: dict, weak: bool = False) -> list[Symbol]:
        """Domain symbols of open sign in an element, roots' radicands included; with `weak` also those that may only be zero."""
        seen: dict = {}
        todo, masks = [x], set()
        while todo:
            item = todo.pop()
            for mask, fraction in item.items():
                for poly in (fraction.num, fraction.den):
                    for index, degree in enumerate(poly.degrees()):
                        known = self.field.positivity.get(index)
                        if degree and index in self._owners and (known is None or weak and not known.strict):
                            seen[self._owners[index]] = None
                for bit in range(mask.bit_length()):
                    if mask >> bit & 1 and bit not in masks:
                        masks.add(bit)
                        todo.append(self.field.radicands[bit])
        return sorted(seen, key=str)

    def _unsigned(self, x: dict, weak: bool = False) -> Unsigned:
        """What to raise where an element's sign is wanted and open."""
        return Unsigned(self._symbols_of(x, weak), self._open_factor(x))

    def _open_factor(self, x: dict) -> Expr | None:
        """The first factor of open sign in a ground element, by the domain's symbols; None where it is a symbol or has another form."""
        if set(x) != {0}:
            return None
        for poly in (x[0].num, x[0].den):
            for factor, exponent in poly.factor()[1]:
                if exponent % 2 == 0 or self.field.weak_sign({0: Fraction(factor, self.field.ctx.constant(1), reduced=True)}) is not None:
                    continue
                if not all(index in self._forms for index, degree in enumerate(factor.degrees()) if degree):
                    continue
                terms = [Rational(int(value.p), int(value.q)) * Mul(*(self._forms[i] ** int(e) for i, e in enumerate(exponents) if e))
                         for exponents, value in factor.terms()]
                quantity = Add(*terms)
                if not isinstance(quantity, Symbol):
                    return quantity
        return None

    def _definite(self, x: dict) -> int:
        """The weak sign of an element, or Unsigned."""
        known = self.field.weak_sign(x)
        if known is None:
            known = self._sign_by_conditions(x)
        if known is None:
            raise self._unsigned(x)
        return known[0]

    def _sign_by_conditions(self, x: dict):
        """A side condition of the domain that is this very element up to a signed factor."""
        for condition in self.domain.joint:
            if isinstance(condition, (Gt, Ge, Lt, Le, Eq)):
                try:
                    gap = self.field.sub(self._convert(condition.lhs), self._convert(condition.rhs))
                except (NotInTower, TooLarge, Unsigned, NoValue, ZeroDivisionError):
                    continue
                if isinstance(condition, (Lt, Le)):
                    gap = self.field.neg(gap)
                if not gap:
                    continue
                quotient = self.field.div(x, gap)
                ratio, bounded = self.field.weak_sign(quotient), self._without_poles(quotient)
                if isinstance(condition, Eq) and bounded:
                    return 0, True
                if ratio is not None and not isinstance(condition, Eq):
                    return ratio[0], ratio[1] and bounded and isinstance(condition, (Gt, Lt))
        return None

    def _without_poles(self, x: dict) -> bool:
        """Whether every denominator in an element is shown to vanish nowhere on the domain."""
        one = self.field.ctx.constant(1)
        signs = [self.field.weak_sign({0: Fraction(fraction.den, one, reduced=True)}) for fraction in x.values()]
        return all(known is not None and known[1] for known in signs)

    # powers ----------------------------------------------------------------------------------------------------------

    def _power(self, node) -> dict:
        field = self.field
        if isinstance(node, exp):
            return self._exp(self._convert(node.args[0]))
        base, power = node.args
        if base is S.Exp1:
            return self._exp(self._convert(power))
        if power.is_Integer:
            return field.power(self._convert(base), int(power))
        if power.is_Rational:
            return field.power(self._nth_root(base, int(power.q)), int(power.p))
        x, exponent = self._convert(base), self._convert(power)
        if not x:
            return self._power_of_zero(exponent)
        self._demand_positive(x)
        return self._exp(field.mul(exponent, self._log(x)))

    def _power_of_zero(self, exponent: dict) -> dict:
        known = self.field.weak_sign(exponent)
        if known is None or not known[1]:
            raise self._unsigned(exponent, weak=True)
        if known[0] < 0:
            raise NoValue("zero to a negative power")
        return {} if known[0] else self.field.constant(1)

    def _demand_positive(self, x: dict) -> None:
        """Returns where an element is proved positive all over the domain; otherwise tells its cases apart.

        A power with an exponent that is not a whole number is an exponential of a logarithm, which is positive; at a base of zero
        it is not. Where the base is negative, such a power has no value unless its exponent happens to be whole.
        """
        known = self.field.weak_sign(x)
        if known is None or not known[1]:
            known = self._sign_by_conditions(x) or known
        if known is None or not known[1]:
            raise self._unsigned(x, weak=True)
        if known[0] < 0:
            raise NotInTower("a power of a negative base")

    def _nth_root(self, base, q: int) -> dict:
        """The positive q-th root of a base that is nonnegative on the domain."""
        field = self.field
        if isinstance(base, Symbol) and self._fine.get(base, 1) % q == 0:
            self._symbol(base)
            index = next(i for i, owner in self._owners.items() if owner == base)
            return field.power(field.gen(index), self._fine[base] // q)
        if isinstance(base, Mul):
            # split off symbols whose roots are generators; the rest stays together, its sign being the product's
            fine = [f for f in base.args
                    if isinstance(f.as_base_exp()[0], Symbol) and self._fine.get(f.as_base_exp()[0], 1) % q == 0
                    and f.as_base_exp()[1].is_Integer]
            if fine and len(fine) < len(base.args) or len(fine) > 1:
                root = field.constant(1)
                for factor in fine:
                    core, inner = factor.as_base_exp()
                    root = field.mul(root, field.power(self._nth_root(core, q), int(inner)))
                rest = Mul(*[f for f in base.args if f not in fine])
                return field.mul(root, self._nth_root(rest, q)) if rest != 1 else root
        x = self._convert(base)
        while q % 2 == 0:
            x = self._sqrt(x)
            q //= 2
        if q == 1:
            return x
        if x == field.constant(1) or not x:
            return x
        known = field.weak_sign(x)
        if known is not None and known == (-1, True):
            raise NoValue("an odd root of a negative number")
        self._demand_positive(x)
        return self._exp(field.mul(field.constant(1, q), self._log(x)))

    def _sqrt(self, x: dict) -> dict:
        field = self.field
        if not x:
            return {}
        key = ("sqrt", _freeze(x))
        if key in self._memo:
            return self._memo[key]
        inside = field.sqrt_inside(x)
        if inside is not None:
            result = inside if self._definite(inside) >= 0 else field.neg(inside)
        elif set(x) == {0}:
            result = self._ground_root(x[0])
        else:
            result = field.adjoin(x)
        self._memo[key] = result
        return result

    def _ground_root(self, x: Fraction) -> dict:
        """sqrt of a ground fraction: pull the square part out, keep a square-free polynomial below the root."""
        field = self.field
        lead, factors = (x.num * x.den).factor()
        outside, inside = x.den.context().constant(1), x.den.context().constant(1)
        for factor, exponent in factors:
            outside = outside * factor ** (exponent // 2)
            if exponent % 2:
                inside = inside * factor
        inside = inside * lead
        one = field.ctx.constant(1)
        front = {0: Fraction(outside, x.den)}
        if self._definite(front) < 0:
            front = field.neg(front)
        radicand = {0: Fraction(inside, one, reduced=True)}
        if field.weak_sign(radicand) is None or len(factors) == 0:
            known = field.sqrt_inside(radicand)
            root = field.adjoin(radicand) if known is None else (known if self._definite(known) >= 0 else field.neg(known))
            return field.mul(front, root)
        # factors of known sign each get their own root: sqrt(xy) = sqrt(x) sqrt(y)
        root, rest = field.constant(1), field.ctx.constant(lead)
        for factor, exponent in factors:
            if exponent % 2:
                known_sign = field.weak_sign({0: Fraction(factor, one, reduced=True)})
                if known_sign is None:
                    rest = rest * factor
                    continue
                if known_sign[0] < 0:
                    factor, rest = -factor, -rest
                root = field.mul(root, self._root_of({0: Fraction(factor, one, reduced=True)}))
        if not rest.is_one():
            root = field.mul(root, self._root_of({0: Fraction(rest, one, reduced=True)}))
        return field.mul(front, root)

    def _root_of(self, radicand: dict) -> dict:
        field = self.field
        key = ("root", _freeze(radicand))
        if key not in self._memo:
            known = field.sqrt_inside(radicand)
            if known is None:
                self._memo[key] = field.adjoin(radicand)
            else:
                self._memo[key] = known if self._definite(known) >= 0 else field.neg(known)
        return self._memo[key]

    # exponentials and logarithms --------------------------------------------------------------------------------------

    def _terms(self, x: dict):
        """x as a sum of rational multiples of independent monomials: [(key, coefficient)]."""
        for mask, fraction in x.items():
            den = str(fraction.den)
            for exponents, coefficient in fraction.num.terms():
                yield (mask, tuple(exponents), den), coefficient, fraction.den

    def _exp(self, x: dict) -> dict:
        field = self.field
        result = field.constant(1)
        for (mask, exponents, den), coefficient, den_poly in self._terms(x):
            if mask == 0 and den_poly.is_one() and sum(exponents) == 1 and exponents.index(1) in self._log_arguments:
                argument = self._log_arguments[exponents.index(1)]  # exp(c log f) = f**c
                root = argument
                q = int(coefficient.q)
                if q > 1:
                    root = self._root_any(argument, q)
                result = field.mul(result, field.power(root, int(coefficient.p)))
                continue
            result = field.mul(result, self._unit((mask, exponents, den), den_poly, coefficient))
        return result

    def _root_any(self, x: dict, q: int) -> dict:
        while q % 2 == 0:
            x, q = self._sqrt(x), q // 2
        if q == 1:
            return x
        key = ("radical", _freeze(x), q)
        if key not in self._symbols:
            index = self.field.generator()
            self.field.positivity[index] = Positivity()
            self._symbols[key] = self.field.gen(index)
        return self._symbols[key]

    def _unit(self, key, den_poly, coefficient) -> dict:
        """exp(coefficient * monomial) as a power of one generator per monomial; finer shares refine the generator."""
        field = self.field
        q = int(coefficient.q)
        if key not in self._exponentials:
            index = field.generator()
            field.positivity[index] = Positivity()
            mask, exponents, _ = key
            monomial = field.ctx.from_dict({exponents: 1})
            share = {mask: Fraction(monomial, den_poly)}
            grain = 2 * lcm(q, self.grains.get(key, 1))  # half-shares come up in cosh(x/2) beside cosh(x)
            known = field.weak_sign(share)
            self._exponentials[key] = (index, grain, known)
            part = field.mul(field.constant(1, grain), share)
            if known is not None and known[1] and known[0] > 0:
                field.positivity[index] = Positivity(above_one=True)
            elif known is not None and known[1] and known[0] < 0:
                field.positivity[index] = Positivity(above_one=True)
                part = field.neg(part)
            self._exp_exponents[index] = part
        index, grain, known = self._exponentials[key]
        power = coefficient * grain
        if int(power.q) != 1:
            raise Refine(key, int(coefficient.q))
        exponent = int(power.p)
        if known is not None and known[1] and known[0] < 0:
            exponent = -exponent  # the generator is exp(-monomial) > 1
        return field.power(field.gen(index), exponent)

    def _log(self, x: dict) -> dict:
        field = self.field
        if not x:
            raise NoValue("the logarithm of zero")
        if set(x) == {0}:
            top, bottom = x[0].num, x[0].den
            below = field.weak_sign({0: Fraction(bottom, field.ctx.constant(1), reduced=True)})
            if below is not None and below[0] < 0:
                top, bottom = -top, -bottom
            return field.sub(self._log_poly(top), self._log_poly(bottom))
        if len(x) == 1:  # ground times roots: log(c r) = log(c^2 r^2)/2
            return field.mul(field.constant(1, 2), self._log(field.mul(x, x)))
        conjugate, norm = field.conjugate(x)
        known = field.weak_sign(norm)
        if known is not None and known[0] < 0:  # x > 0 has a negative conjugate: asinh's argument is such
            conjugate, norm = (field.mul(field.constant(-1), side) for side in (conjugate, norm))
        here, there = self._primitive(x), self._primitive(conjugate)
        if known is not None and _freeze(there[1]) < _freeze(here[1]):
            return field.sub(self._log(norm), self._log(conjugate))
        content, core = here
        return field.add(self._log({0: content}) if content is not None else {}, self._log_generator(core))

    def _primitive(self, x: dict):
        """x = content * core with the content a ground fraction of definite sign: the first coefficient."""
        first = x[min(x)]
        known = self.field.weak_sign({0: first})
        if known is None or known[0] == 0:
            return None, x
        if known[0] < 0:
            first = -first
        inverse = {0: first.inverse()}
        return first, self.field.mul(inverse, x)

    def _log_generator(self, x: dict) -> dict:
        key = _freeze(x)
        if key not in self._logs:
            index = self.field.generator()
            self._logs[key] = index
            self._log_arguments[index] = x
        return self.field.gen(self._logs[key])

    def _log_poly(self, poly) -> dict:
        field = self.field
        lead, factors = poly.factor()
        total: dict = {}
        negatives = 0
        one = field.ctx.constant(1)
        pending = []
        for factor, exponent in factors:
            known = field.weak_sign({0: Fraction(factor, one, reduced=True)})
            if known is None:
                if exponent % 2 == 0:
                    raise self._unsigned({0: Fraction(factor, one, reduced=True)})
                pending.append((factor, exponent))
                continue
            if known[0] < 0:
                factor, negatives = -factor, negatives + exponent
            total = field.add(total, field.mul(field.constant(exponent), self._log_factor(factor)))
        sign = -1 if (lead < 0) != (negatives % 2 == 1) else 1
        if pending:
            rest = field.ctx.constant(sign)
            for factor, exponent in pending:
                rest = rest * factor**exponent
            total = field.add(total, self._log_generator({0: Fraction(rest, one, reduced=True)}))
        elif sign < 0:
            raise NoValue("the logarithm of a number that is not positive")
        magnitude = abs(lead)
        for integer, outer in ((int(magnitude.p), 1), (int(magnitude.q), -1)):
            for prime, exponent in parts_of(integer):
                part = self._log_generator(field.constant(prime))
                total = field.add(total, field.mul(field.constant(outer * exponent), part))
        return total

    def _log_factor(self, factor) -> dict:
        field = self.field
        if factor.total_degree() == 1 and len(list(factor.terms())) == 1 and factor.leading_coefficient() == 1:
            index = list(factor.degrees()).index(1)
            if index in self._exp_exponents:
                return self._exp_exponents[index]
        return self._log_generator({0: Fraction(factor, field.ctx.constant(1), reduced=True)})

    def _piecewise(self, node) -> dict:
        for value, condition in node.args:
            if condition == True:  # noqa: E712  SymPy's true
                return self._convert(value)
            if not isinstance(condition, (Gt, Ge, Lt, Le, Eq, Ne)):
                raise NotInTower(f"case condition {condition}")
            gap = self.field.sub(self._convert(condition.lhs), self._convert(condition.rhs))
            known = self.field.weak_sign(gap)
            if known is None or not known[1]:
                known = self._sign_by_conditions(gap) or known
            if known is None:
                raise self._unsigned(gap)
            gap_sign, strict = known
            decided = {Gt: gap_sign > 0 if strict else None, Lt: gap_sign < 0 if strict else None,
                       Ge: True if gap_sign >= 0 else (False if strict else None),
                       Le: True if gap_sign <= 0 else (False if strict else None),
                       Eq: (gap_sign == 0) if strict else None, Ne: (gap_sign != 0) if strict else None}
            for kind, answer in decided.items():
                if type(condition) is kind or isinstance(condition, kind):
                    if answer is None:
                        raise self._unsigned(gap, weak=True)
                    if answer:
                        return self._convert(value)
                    break
        raise NotInTower("no case of the distinction applies")


class Refine(Exception):
    """An exponential's share is too coarse; start again with a finer one."""

    def __init__(self, key, q):
        super().__init__(f"finer share needed: 1/{q}")
        self.key, self.q = key, q


def _constant_sign(node) -> int:
    """The certain sign of a number that the tower knows by name only; 0 where it is none, or not told within 256 bits."""
    if node.free_symbols or node.has(AppliedUndef):
        return 0
    try:
        ball = enclosure(node, {}, 256)
    except NotEvaluable:
        return 0
    return 1 if ball > 0 else -1 if ball < 0 else 0


def _freeze(x: dict):
    return tuple((mask, str(value.num), str(value.den)) for mask, value in sorted(x.items()))


def with_values(expression: Expr, values: dict) -> Expr | None:
    """The expression with symbols replaced; None where SymPy refuses to build what comes out, as a maximum of no real numbers."""
    try:
        return expression.subs(values) if values else expression
    except (TypeError, ValueError):
        return None


def _put(expression, symbol, value):
    made = with_values(expression, {symbol: value})
    return expression if made is None else made


def substitute_equalities(expression, domain: Domain):
    """Use the domain's equations that give one symbol as an expression in the others."""
    for symbol, value in domain.fixed.items():
        expression = _put(expression, symbol, value)
    for condition in domain.joint:
        if isinstance(condition, Eq) and isinstance(condition.lhs, Expr) and not getattr(condition.lhs, "is_Matrix", False):
            for side, other in ((condition.lhs, condition.rhs), (condition.rhs, condition.lhs)):
                if side.is_Atom and not side.is_number and not other.has(side):
                    expression = _put(expression, side, other)
                    break
    return expression


class _Outcome(Enum):
    """How the question whether an expression vanishes ended on one domain, where it ended at all."""

    ZERO = "zero wherever it has a value"
    NO_VALUE = "without a value anywhere"


def is_zero(expression, domain: Domain, deadline: Deadline | None = None, depth: int = 4) -> bool | None:
    """True where the expression is proved identically zero over the domain; None where it is not; never False."""
    return True if _outcome(expression, domain, deadline or Deadline(None), depth) is _Outcome.ZERO else None


def _outcome(expression, domain: Domain, deadline: Deadline, depth: int) -> _Outcome | None:
    expression = domain.expand(sympify(expression, strict=True))
    if expression == 0:
        return _Outcome.ZERO
    if expression.has(nan, zoo, oo):
        return None
    expression = substitute_equalities(expression, domain)
    for size in (24, 64):
        grains: dict = {}
        for _ in range(8):
            try:
                return _Outcome.ZERO if Tower(domain, deadline, size, grains).vanishes(expression) else None
            except Refine as finer:  # introduce the finer exponential at once, so that it becomes the generator
                grains[finer.key] = lcm(grains.get(finer.key, 1), finer.q)
            except Unsigned as open_sign:
                return _by_cases(expression, domain, deadline, depth, open_sign)
            except OverflowError:
                break
            except (NoValue, ZeroDivisionError):
                return _Outcome.NO_VALUE
            except (NotInTower, TooLarge):
                return None
    return None


def cases_of(domain: Domain, quantity: Expr):
    """The domain cut by the sign of a symbol or polynomial: [(domain, replacements)], impossible cases left out."""
    cases = []
    for condition in (Gt(quantity, 0), Lt(quantity, 0)):
        try:
            cases.append((domain.but(condition), {}))
        except DomainError:
            continue
    symbol, value = _root_of_linear(quantity)
    bounds = domain.bounds.get(quantity) if symbol == quantity else None
    if bounds is None or bounds.holds(Rational(0)):
        with suppress(DomainError):
            cases.append((domain.but(Eq(quantity, 0)), {}) if symbol is None else (domain.at({symbol: value}), {symbol: value}))
    return cases


def _root_of_linear(quantity) -> tuple:
    """A symbol that enters with a rational coefficient and nowhere else, and its value where the quantity is zero."""
    for symbol in sorted(quantity.free_symbols, key=str):
        slope = quantity.diff(symbol)
        if slope.is_Rational and slope != 0 and not (symbol.is_integer and quantity != symbol):
            return symbol, quantity.subs(symbol, 0) / -slope
    return None, None


def _by_cases(expression, domain, deadline, depth, open_sign: Unsigned) -> _Outcome | None:
    quantities = [*open_sign.symbols] if open_sign.quantity is None else [open_sign.quantity, *open_sign.symbols]
    for quantity in quantities if depth else ():
        outcomes = []
        for case, replacement in cases_of(domain, quantity):
            outcomes.append(_in_case(expression, case, replacement, deadline, depth - 1))
            if outcomes[-1] is None:
                break
        else:
            return _Outcome.ZERO if _Outcome.ZERO in outcomes else _Outcome.NO_VALUE
    return None


def _in_case(expression, case: Domain, replacement: dict, deadline, depth) -> _Outcome | None:
    put = with_values(expression, replacement)
    if put is None:
        return None
    if put.has(nan, zoo) and not expression.has(Piecewise):  # a case that is not taken may be without a value
        return _Outcome.NO_VALUE
    return _outcome(put, case, deadline, depth)
