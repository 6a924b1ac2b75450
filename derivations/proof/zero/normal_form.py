"""Is an expression identically zero on a domain? A normal form over a tower of generators decides.

Every symbol with a sign becomes a positive generator, every independent exponential and logarithm a transcendental one,
every square root that is not yet in the field a new level (`field.Field`). Hyperbolic functions and their inverses are
written out in exponentials, logarithms and roots first. A zero normal form is a proof over the whole domain, wherever both
sides are defined. A nonzero one proves nothing here: refuting is for balls. Where a root's sign depends on the sign of a
symbol that the domain leaves open, the domain is split into its three cases.
"""

from __future__ import annotations

from math import lcm

from sympy import (
    Abs,
    Add,
    Derivative,
    Expr,
    Function,
    Max,
    Min,
    Mul,
    Piecewise,
    Pow,
    Rational,
    S,
    Symbol,
    acosh,
    acoth,
    asinh,
    atanh,
    cosh,
    coth,
    csch,
    exp,
    log,
    nan,
    oo,
    pi,
    sech,
    sign,
    sinh,
    sympify,
    tanh,
    zoo,
)

from rederive.derivations.language.domain import Domain
from rederive.derivations.language.errors import DomainError
from rederive.derivations.proof.deadline import Deadline

from .kept_denominators import Quotients
from .root_tower import Field, Fraction, Positivity


class NotInTower(Exception):
    """The expression holds something that the tower has no generator for."""


class Unsigned(Exception):
    """A case distinction needs a sign that the domain leaves open; `symbols` are candidates to split on."""

    def __init__(self, symbols):
        super().__init__("the sign of a root or a case is open")
        self.symbols = symbols


class Tower:
    """Turns SymPy expressions over one domain into field elements."""

    def __init__(self, domain: Domain, deadline: Deadline, size: int = 32):
        self.domain = domain
        self.field = Field(size, deadline)
        self.quotients = Quotients(self.field)
        self.deadline = deadline
        self._memo: dict = {}
        self._symbols: dict = {}
        self._owners: dict[int, Symbol] = {}  # generator -> the domain symbol behind it
        self._exponentials: dict = {}  # exponent monomial -> (generator, its share of the monomial)
        self._logs: dict = {}  # irreducible ground polynomial (text) -> generator
        self._log_arguments: dict[int, dict] = {}
        self._exp_exponents: dict[int, dict] = {}
        self._fine: dict[Symbol, int] = {}  # symbol -> q where it enters as c**q
        self._exp_denominators: dict = {}

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
        if isinstance(node, (cosh, sinh, tanh, coth, sech, csch)):
            return self._hyperbolic(node)
        if isinstance(node, (asinh, acosh, atanh, acoth)):
            x = node.args[0]
            written = {asinh: lambda: log(x + (x**2 + 1) ** S.Half), acosh: lambda: log(x + (x**2 - 1) ** S.Half),
                       atanh: lambda: (log(1 + x) - log(1 - x)) / 2, acoth: lambda: (log(x + 1) - log(x - 1)) / 2}
            return self._convert(written[type(node)]())
        if isinstance(node, Abs):
            x = self._convert(node.args[0])
            return x if self._definite(x) >= 0 else field.neg(x)
        if isinstance(node, sign):
            x = self._convert(node.args[0])
            known = field.weak_sign(x)
            if known is None or not known[1]:
                raise Unsigned(self._symbols_of(x))
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
        rewritten = node.rewrite(exp) if (type(node).__module__ or "").startswith("sympy.codegen") else None
        if rewritten is not None and rewritten != node:
            return self._convert(rewritten)
        expand = getattr(node, "_eval_expand_func", None)
        if isinstance(node, Function) and expand is not None:
            wider = node.expand(func=True)
            if wider != node:
                return self._convert(wider)
        if isinstance(node, Expr) and node not in (nan, zoo, oo, -oo):
            return self._opaque(node)
        raise NotInTower(f"{type(node).__name__} has no generator")

    def _opaque(self, node) -> dict:
        """An unknown function value or constant: a generator of its own, equal only to itself."""
        key = ("opaque", node)
        if key not in self._symbols:
            index = self.field.generator()
            if node == pi or (node.is_number and node.is_positive):
                self.field.positivity[index] = Positivity()
            self._symbols[key] = self.field.gen(index)
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
        if bounds is not None:
            low, high = bounds.lower, bounds.upper
            rational = lambda r: field.constant(int(r.p), int(r.q))  # noqa: E731
            if low is not None and high is not None and bounds.lower_open and bounds.upper_open:
                # low < x < high: x = (low + high g)/(1 + g) with g > 0
                field.positivity[index] = Positivity()
                value = field.div(field.add(rational(low), field.mul(rational(high), g)), field.add(field.constant(1), g))
            elif low is not None:
                field.positivity[index] = Positivity(strict=bounds.lower_open or (low == 0 and bounds.nonzero))
                q = self._fine.get(symbol, 1)
                value = field.add(rational(low), field.power(g, q))
            elif high is not None:
                field.positivity[index] = Positivity(strict=bounds.upper_open or (high == 0 and bounds.nonzero))
                value = field.sub(rational(high), g)
        elif symbol.is_positive:
            field.positivity[index] = Positivity()
        self._symbols[symbol] = value
        return value

    # signs -----------------------------------------------------------------------------------------------------------

    def _symbols_of(self, x: dict) -> list[Symbol]:
        """Domain symbols of open sign in an element, roots' radicands included."""
        seen: dict = {}
        todo, masks = [x], set()
        while todo:
            item = todo.pop()
            for mask, fraction in item.items():
                for poly in (fraction.num, fraction.den):
                    for index, degree in enumerate(poly.degrees()):
                        if degree and index in self._owners and index not in self.field.positivity:
                            seen[self._owners[index]] = None
                for bit in range(mask.bit_length()):
                    if mask >> bit & 1 and bit not in masks:
                        masks.add(bit)
                        todo.append(self.field.radicands[bit])
        return sorted(seen, key=str)

    def _definite(self, x: dict) -> int:
        """The weak sign of an element, or Unsigned."""
        known = self.field.weak_sign(x)
        if known is None:
            known = self._sign_by_conditions(x)
        if known is None:
            raise Unsigned(self._symbols_of(x))
        return known[0]

    def _sign_by_conditions(self, x: dict):
        """A side condition of the domain that is this very element up to a signed factor."""
        from sympy.core.relational import Ge, Gt, Le, Lt

        for condition in self.domain.joint:
            if isinstance(condition, (Gt, Ge, Lt, Le)):
                try:
                    gap = self.field.sub(self._convert(condition.lhs), self._convert(condition.rhs))
                except (NotInTower, Unsigned, ZeroDivisionError):
                    continue
                if isinstance(condition, (Lt, Le)):
                    gap = self.field.neg(gap)
                if not gap:
                    continue
                ratio = self.field.weak_sign(self.field.div(x, gap))
                if ratio is not None:
                    return ratio[0], ratio[1] and isinstance(condition, (Gt, Lt))
        return None

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
        return self._exp(field.mul(self._convert(power), self._log(self._convert(base))))

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
            grain = 2 * q  # half-shares come up in cosh(x/2) beside cosh(x)
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
            raise ZeroDivisionError("log of an expression that is identically zero")
        if set(x) == {0}:
            return field.sub(self._log_poly(x[0].num), self._log_poly(x[0].den))
        if len(x) == 1:  # ground times roots: log(c r) = log(c^2 r^2)/2
            return field.mul(field.constant(1, 2), self._log(field.mul(x, x)))
        conjugate, norm = field.conjugate(x)
        known = field.weak_sign(norm)
        if known is not None and known[0] < 0:  # x > 0 has a negative conjugate: asinh's argument is such
            conjugate, norm = (field.mul(field.constant(-1), side) for side in (conjugate, norm))
        here, there = self._primitive(x), self._primitive(conjugate)
        if _freeze(there[1]) < _freeze(here[1]):
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
                    raise Unsigned(self._symbols_of({0: Fraction(factor, one, reduced=True)}))
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
            raise NotInTower("log of a negative expression")
        magnitude = abs(lead)
        for integer, outer in ((int(magnitude.p), 1), (int(magnitude.q), -1)):
            for prime, exponent in _factor_integer(integer):
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

    def _hyperbolic(self, node) -> dict:
        field = self.field
        up = self._exp(self._convert(node.args[0]))
        down = field.inverse(up)
        plus, minus = field.add(up, down), field.sub(up, down)
        half = field.constant(1, 2)
        if isinstance(node, cosh):
            return field.mul(half, plus)
        if isinstance(node, sinh):
            return field.mul(half, minus)
        if isinstance(node, tanh):
            return field.div(minus, plus)
        if isinstance(node, coth):
            return field.div(plus, minus)
        return field.mul(field.constant(2), field.inverse(plus if isinstance(node, sech) else minus))

    def _piecewise(self, node) -> dict:
        from sympy.core.relational import Eq, Ge, Gt, Le, Lt, Ne

        for value, condition in node.args:
            if condition == True:  # noqa: E712  SymPy's true
                return self._convert(value)
            if not isinstance(condition, (Gt, Ge, Lt, Le, Eq, Ne)):
                raise NotInTower(f"case condition {condition}")
            gap = self.field.sub(self._convert(condition.lhs), self._convert(condition.rhs))
            known = self.field.weak_sign(gap)
            if known is None:
                raise Unsigned(self._symbols_of(gap))
            gap_sign, strict = known
            decided = {Gt: gap_sign > 0 if strict else None, Lt: gap_sign < 0 if strict else None,
                       Ge: True if gap_sign >= 0 else (False if strict else None),
                       Le: True if gap_sign <= 0 else (False if strict else None),
                       Eq: (gap_sign == 0) if strict else None, Ne: (gap_sign != 0) if strict else None}
            for kind, answer in decided.items():
                if type(condition) is kind or isinstance(condition, kind):
                    if answer is None:
                        raise Unsigned(self._symbols_of(gap))
                    if answer:
                        return self._convert(value)
                    break
        raise NotInTower("no case of the distinction applies")


class Refine(Exception):
    """An exponential's share is too coarse; start again with a finer one."""

    def __init__(self, key, q):
        super().__init__(f"finer share needed: 1/{q}")
        self.key, self.q = key, q


def _freeze(x: dict):
    return tuple((mask, str(value.num), str(value.den)) for mask, value in sorted(x.items()))


def _factor_integer(value: int):
    from sympy import factorint

    return sorted(factorint(value).items())


def substitute_equalities(expression, domain: Domain):
    """Use the domain's equations that give one symbol as an expression in the others."""
    from sympy.core.relational import Eq

    for symbol, value in domain.fixed.items():
        expression = expression.subs(symbol, value)
    for condition in domain.joint:
        if isinstance(condition, Eq) and isinstance(condition.lhs, Expr) and not getattr(condition.lhs, "is_Matrix", False):
            for side, other in ((condition.lhs, condition.rhs), (condition.rhs, condition.lhs)):
                if side.is_Atom and not side.is_number and not other.has(side):
                    expression = expression.subs(side, other)
                    break
    return expression


def is_zero(expression, domain: Domain, deadline: Deadline | None = None, depth: int = 4) -> bool | None:
    """True where the expression is proved identically zero over the domain; None where it is not; never False."""
    deadline = deadline or Deadline(None)
    expression = domain.expand(sympify(expression, strict=True))
    if expression == 0:
        return True
    if expression.has(nan, zoo, oo):
        return None
    expression = substitute_equalities(expression, domain)
    for size in (24, 64):
        try:
            tower = Tower(domain, deadline, size)
            return True if tower.vanishes(expression) else None
        except Unsigned as open_sign:
            return _by_cases(expression, domain, deadline, depth, open_sign.symbols)
        except OverflowError:
            continue
        except Refine as refine:
            return _refined(expression, domain, deadline, depth, refine)
        except (NotInTower, ZeroDivisionError):
            return None
    return None


def _refined(expression, domain, deadline, depth, refine):
    """Rescale: introduce the finer exponential first so that it becomes the generator."""
    for size in (24, 64):
        tower = Tower(domain, deadline, size)
        grain = {refine.key: refine.q}
        for _ in range(8):
            try:
                original = tower._unit

                def unit(key, den_poly, coefficient, grain=grain, tower=tower, original=original):
                    if key in grain and key not in tower._exponentials:
                        from flint import fmpq

                        original(key, den_poly, fmpq(1, grain[key]))
                    return original(key, den_poly, coefficient)

                tower._unit = unit
                return True if tower.vanishes(expression) else None
            except Refine as again:
                grain[again.key] = lcm(grain.get(again.key, 1), again.q)
                tower = Tower(domain, deadline, size)
            except Unsigned as open_sign:
                return _by_cases(expression, domain, deadline, depth, open_sign.symbols)
            except OverflowError:
                break
            except (NotInTower, ZeroDivisionError):
                return None
    return None


def split(domain: Domain, symbol: Symbol):
    """The domain cut by the sign of one symbol: [(domain, replacements)], impossible cases left out."""
    cases = []
    for condition in (symbol > 0, symbol < 0):
        try:
            cases.append((domain.but(condition), {}))
        except DomainError:
            continue
    bounds = domain.bounds.get(symbol)
    if bounds is None or bounds.holds(Rational(0)):
        try:
            cases.append((domain.at({symbol: S.Zero}), {symbol: S.Zero}))
        except DomainError:
            pass
    return cases


def _by_cases(expression, domain, deadline, depth, symbols):
    if depth == 0 or not symbols:
        return None
    for symbol in symbols:
        answers = []
        for case, replacement in split(domain, symbol):
            answers.append(is_zero(expression.subs(replacement) if replacement else expression, case, deadline, depth - 1))
            if answers[-1] is not True:
                break
        else:
            return True
    return None
