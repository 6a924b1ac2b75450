"""Finite sums as the proofs see them: one index each, named so that equal sums look equal, and empty where the upper bound lies below.

Convention: a sum from a to b is over the whole numbers k with a <= k <= b. Where b < a there is none, and the sum is zero. SymPy's own
(Karr's) convention is another one below b = a - 1, so no sum is ever handed to SymPy to be worked out. What cannot be read so, because
a bound is infinite or not known to be a whole number, is refused.
"""

from __future__ import annotations

from sympy import Basic, Derivative, Dummy, Expr, Integer, Sum, Symbol

_POOL: list[Dummy] = []
_LEVEL: dict[Dummy, int] = {}


class NotFinite(Exception):
    """A sum that is not known to run over finitely many whole numbers."""


class FiniteSum(Expr):
    """The sum of `body` over the whole numbers from `low` to `high`; its index is bound and named by the sum's nesting."""

    is_commutative = True
    is_extended_real = True

    @property
    def body(self) -> Expr:
        return self.args[0]

    @property
    def index(self) -> Dummy:
        return self.args[1]

    @property
    def low(self) -> Expr:
        return self.args[2]

    @property
    def high(self) -> Expr:
        return self.args[3]

    @property
    def free_symbols(self) -> set:
        return (self.body.free_symbols - {self.index}) | self.low.free_symbols | self.high.free_symbols

    def opened(self) -> tuple[Expr, Dummy]:
        """The body over an index that occurs nowhere else."""
        index = Dummy("k", integer=True)
        return self.body.xreplace({self.index: index}), index

    def _xreplace(self, rule) -> tuple[Expr, bool]:
        """What is put in meets the body under an index that occurs nowhere else: no symbol is caught, and the sum is named anew."""
        if self in rule:
            return rule[self], True
        (low, below), (high, above) = self.low._xreplace(rule), self.high._xreplace(rule)
        inner = {old: new for old, new in rule.items() if self.index not in old.free_symbols}
        if not self.body._xreplace(inner)[1]:
            return (FiniteSum(self.body, self.index, low.expand(), high.expand()), True) if below or above else (self, False)
        body, index = self.opened()
        return summed(body.xreplace(inner), index, low, high), True

    def _eval_subs(self, old: Basic, new: Basic) -> Expr:
        """As for `_xreplace`; of the sum's own index nothing outside speaks."""
        low, high = self.low.subs(old, new), self.high.subs(old, new)
        if self.index in old.free_symbols:
            return FiniteSum(self.body, self.index, low.expand(), high.expand())
        body, index = self.opened()
        return summed(body.subs(old, new), index, low, high)

    @property
    def length(self) -> Expr:
        """The number of terms where it is not negative."""
        return (self.high - self.low + 1).expand()


def summed(body: Expr, index: Symbol, low: Expr, high: Expr) -> Expr:
    """The sum over an index that is free in the body, its index renamed so that equal sums are equal expressions."""
    if body == 0:
        return body
    taken = {node.index for node in sums_in(body, nested=True)} | (body.free_symbols - {index})
    level = 1 + max((_LEVEL[symbol] for symbol in taken if symbol in _LEVEL), default=-1)
    while len(_POOL) <= level:
        _POOL.append(Dummy(f"k_{len(_POOL)}", integer=True))
        _LEVEL[_POOL[-1]] = len(_POOL) - 1
    return FiniteSum(body.xreplace({index: _POOL[level]}), _POOL[level], low.expand(), high.expand())


def sums_in(expression: Basic, nested: bool = False) -> list[FiniteSum]:
    """The sums of an expression, each once: the outermost ones, or with `nested` all."""
    found: dict = {}
    stack = [expression]
    while stack:
        node = stack.pop()
        if isinstance(node, FiniteSum):
            found[node] = None
            if not nested:
                continue
        stack.extend(node.args)
    return list(found)


def has_sums(expression) -> bool:
    """Whether a SymPy sum occurs."""
    return isinstance(expression, Basic) and expression.has(Sum)


def read(expression: Expr) -> Expr:
    """The expression with every SymPy sum as finite sums of one index each. Raises NotFinite for one that is none."""
    if isinstance(expression, Derivative) and has_sums(expression):
        raise NotFinite(f"no rule for the derivative {expression}")
    if isinstance(expression, Sum):
        return _read_sum(expression.function, list(expression.limits))
    if not expression.args or not has_sums(expression):
        return expression
    return expression.func(*(read(argument) for argument in expression.args))


def differentiated(expression: Basic) -> Basic:
    """Derivatives that can be carried out, carried out, without working out any sum."""
    if not expression.args or not expression.has(Derivative):
        return expression
    if isinstance(expression, Sum):
        return Sum(differentiated(expression.function), *expression.limits)
    if not isinstance(expression, Derivative):
        return expression.func(*(differentiated(argument) for argument in expression.args))
    taken = differentiated(expression.expr)
    for variable, count in expression.variable_count:
        if not getattr(count, "is_Integer", False):
            return expression
        for _ in range(int(count)):
            taken = taken.diff(variable)
    return taken


def _read_sum(function: Expr, limits: list) -> Expr:
    """The outermost index first, so that inner bounds that speak of it speak of a whole number."""
    if not limits:
        if getattr(function, "is_Matrix", False):
            raise NotFinite("a sum of matrices over an index")
        return read(function)
    index, *ends = limits[-1]
    low, high = _bounds(index, ends)
    fresh = Dummy("k", integer=True)
    if any(variable == index for variable, *_ in limits[:-1]):
        raise NotFinite(f"the index {index} stands twice in one sum")
    inner = [(variable, *(end.xreplace({index: fresh}) for end in inner_ends)) for variable, *inner_ends in limits[:-1]]
    body = _read_sum(function.xreplace({index: fresh}), inner)
    return summed(body, fresh, low, high)


def _bounds(index: Symbol, ends: list) -> tuple[Expr, Expr]:
    if len(ends) != 2:
        raise NotFinite(f"the sum over {index} has no bounds")
    for end in ends:
        if end.has(Sum) or end.is_integer is not True or end.is_finite is False or not _affine(end):
            raise NotFinite(f"the bound {end} of the sum over {index} is not known to be a whole number, affine in whole numbers")
    return ends[0], ends[1]


def _affine(end: Expr) -> bool:
    """Whether a bound is a whole number plus multiples of whole-number symbols."""
    expanded = end.expand()
    constant = expanded
    for symbol in expanded.free_symbols:
        slope = expanded.coeff(symbol, 1)
        if not slope.is_Integer or not symbol.is_integer:
            return False
        constant -= slope * symbol
    return isinstance(constant.expand(), Integer)

