"""From SymPy expressions over one domain to elements of a field: what each kind of node becomes.

Every symbol with a sign becomes a positive generator, every independent exponential and logarithm a transcendental one, every square
root that is not yet in the field a new level. Functions are written out by the one table of functions; one that has no other form is a
letter, equal only to itself; one that is not in the table has no place here.
"""

from __future__ import annotations

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
    asin,
    atan,
    cos,
    exp,
    log,
    sign,
    sin,
)
from sympy.core.function import AppliedUndef
from sympy.core.relational import Eq, Ge, Gt, Le, Lt, Ne

from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.proof.balls.enclose import NotEvaluable, enclosure
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.functions.table import entry_of, written_out

from .circular import Circular
from .elements import Element
from .exponentials import Exponentials
from .kept_denominators import Quotients
from .open_signs import OpenSigns
from .questions import NotInTower, NoValue
from .radicals import Radicals
from .ranges import Range
from .root_tower import Field


class Tower(OpenSigns, Radicals, Exponentials, Circular):
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
        self._log_arguments: dict[int, Element] = {}
        self._positive: list[frozenset] = []  # letters of logarithms whose arguments' product is what a logarithm is taken of
        self._exp_exponents: dict[int, Element] = {}
        self._circles: dict = {}  # angle's monomial -> (cosine, sine) of its share
        self._arguments_of_angles: dict[int, tuple[Element, Element]] = {}  # letter of asin or atan -> (cosine, sine)
        self._roots_by_name: dict[int, Expr] = {}  # a sine's root -> itself by the domain symbols
        self._fine: dict[Symbol, int] = {}  # symbol -> q where it enters as c**q
        self._asked: set = set()  # conditions of the domain that are being read for a sign

    def vanishes(self, expression) -> bool:
        """Whether the normal form's numerator is zero; no denominator is inverted on the way."""
        self._prescan(expression)
        return self.quotients.is_zero(self._value(expression))

    def _value(self, node) -> Element:
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

    def _convert(self, node) -> Element:
        found = self._memo.get(node)
        if found is None:
            self.deadline.check()
            found = self._memo[node] = self._build(node)
        return found

    def _build(self, node) -> Element:
        field = self.field
        if node.is_Rational:
            return field.constant(int(node.p), int(node.q))
        if node is S.Exp1:
            return self._exp(field.constant(1))
        if isinstance(node, Symbol):
            return self._symbol(node)
        if isinstance(node, Add):
            total = field.zero
            for term in node.args:
                total = total + self._convert(term)
            return total
        if isinstance(node, Mul):
            product = field.constant(1)
            for factor in node.args:
                product = product * self._convert(factor)
            return product
        if isinstance(node, (Pow, exp)):
            return self._power(node)
        if isinstance(node, log):
            return self._log(self._convert(node.args[0]))
        if isinstance(node, (sin, cos)):
            return self._circular(node)
        if isinstance(node, (asin, atan)):
            return self._arcus(node)
        if isinstance(node, Abs):
            x = self._convert(node.args[0])
            return x if self._definite(x) >= 0 else -x
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
                larger = self._definite(best - other) >= 0
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

    def _opaque(self, node) -> Element:
        """A function value or constant that stands for an unknown number: a generator of its own, equal only to itself."""
        key = ("opaque", node)
        if key not in self._symbols:
            index = self.field.generator()
            value = self.field.gen(index)
            side = _constant_sign(node)
            if side:
                self.field.positivity[index] = Range()
            self._symbols[key] = value if side >= 0 else -value
        return self._symbols[key]

    def _symbol(self, symbol: Symbol) -> Element:
        if symbol in self._symbols:
            return self._symbols[symbol]
        field = self.field
        bounds = self.domain.bounds.get(symbol)
        if bounds is not None and bounds.sign == 0:
            self._symbols[symbol] = field.zero
            return field.zero
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
                field.positivity[index] = Range()
                value = (rational(low) + rational(high) * g) / (field.constant(1) + g)
            elif low is not None:
                field.positivity[index] = Range(strict=bounds.lower_open or (low == 0 and bounds.nonzero))
                q = self._fine.get(symbol, 1)
                self._forms[index] = (symbol - low) ** Rational(1, q)
                value = rational(low) + g ** q
            elif high is not None:
                field.positivity[index] = Range(strict=bounds.upper_open or (high == 0 and bounds.nonzero))
                self._forms[index] = high - symbol
                value = rational(high) - g
        elif symbol.is_positive:
            field.positivity[index] = Range()
        self._symbols[symbol] = value
        return value

    def _power(self, node) -> Element:
        if isinstance(node, exp):
            return self._exp(self._convert(node.args[0]))
        base, power = node.args
        if base is S.Exp1:
            return self._exp(self._convert(power))
        if power.is_Integer:
            return self._convert(base) ** int(power)
        if power.is_Rational:
            return self._nth_root(base, int(power.q)) ** int(power.p)
        x, exponent = self._convert(base), self._convert(power)
        if not x:
            return self._power_of_zero(exponent)
        self._demand_positive(x)
        return self._exp(exponent * self._log(x))

    def _power_of_zero(self, exponent: Element) -> Element:
        known = self.field.weak_sign(exponent)
        if known is None or not known[1]:
            raise self._unsigned(exponent, weak=True)
        if known[0] < 0:
            raise NoValue("zero to a negative power")
        return self.field.zero if known[0] else self.field.constant(1)

    def _demand_positive(self, x: Element) -> None:
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

    def _piecewise(self, node) -> Element:
        for value, condition in node.args:
            if condition == True:  # noqa: E712  SymPy's true
                return self._convert(value)
            if not isinstance(condition, (Gt, Ge, Lt, Le, Eq, Ne)):
                raise NotInTower(f"case condition {condition}")
            gap = self._convert(condition.lhs) - self._convert(condition.rhs)
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


def _constant_sign(node) -> int:
    """The certain sign of a number that the tower knows by name only; 0 where it is none, or not told within 256 bits."""
    if node.free_symbols or node.has(AppliedUndef):
        return 0
    try:
        ball = enclosure(node, {}, 256)
    except NotEvaluable:
        return 0
    return 1 if ball > 0 else -1 if ball < 0 else 0
