"""Finite sums rewritten without a change of value: written out, split into terms, factors taken out, deltas sifted, ranges aligned.

Every rule keeps the value wherever the expression that it is given has one.
"""

from __future__ import annotations

from sympy import Add, Expr, Ge, Integer, KroneckerDelta, Le, Mul, Pow, S, Symbol

from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.language.errors import DomainError
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.signs.signs import NOT_NEGATIVE, NOT_ZERO, Sign, sign

from .definedness import total
from .finite import FiniteSum, summed, sums_in

WRITTEN = 200
"""The most terms of a sum with numbers for bounds that are written out."""
MOST = 24
"""The most terms that are taken out of sums to bring them to one range."""
MOST_FACTORS = 8
"""The highest power of a sum of terms that is multiplied out."""


def within(domain: Domain, index: Symbol, low: Expr, high: Expr) -> Domain | None:
    """The domain with an index between its bounds; None where that is plainly no point."""
    try:
        return domain.but(Ge(index, low), Le(index, high), over=[index])
    except DomainError:
        return None


def is_at_least(expression: Expr, least: int, domain: Domain, deadline: Deadline) -> bool:
    """Whether a whole number is shown to be at least `least` all over the domain."""
    gap = (expression - least).expand()
    if gap.is_Rational:
        return bool(gap >= 0)
    if sign(gap, domain, deadline) in NOT_NEGATIVE:
        return True
    return gap.is_integer is True and sign(gap + 1, domain, deadline) is Sign.POSITIVE


def simplified(expression: Expr, domain: Domain, deadline: Deadline) -> Expr:
    """All sums split into their terms, short ones written out, from the inside outwards."""
    deadline.check()
    if not sums_in(expression):
        return expression
    if isinstance(expression, FiniteSum):
        return _sum(expression, domain, deadline)
    return expression.func(*(simplified(argument, domain, deadline) for argument in expression.args))


def _sum(node: FiniteSum, domain: Domain, deadline: Deadline) -> Expr:
    body, index = node.opened()
    length = node.length
    if length.is_Integer and length <= WRITTEN:
        terms = [body.xreplace({index: (node.low + Integer(i)).expand()}) for i in range(max(0, int(length)))]
        return simplified(Add(*terms), domain, deadline)
    inside = within(domain, index, node.low, node.high)
    if inside is None or is_at_least(-length, 0, domain, deadline):
        return S.Zero
    body = expanded(aligned(simplified(body, inside, deadline), inside, deadline))
    filled = is_at_least(length, 1, domain, deadline)
    return Add(*(_term(term, index, node, domain, inside, filled, deadline) for term in Add.make_args(body)))


def _term(term: Expr, index: Symbol, node: FiniteSum, domain: Domain, inside: Domain, filled: bool, deadline: Deadline) -> Expr:
    """One term's sum, with the factors before it that do not speak of the index, where they have a value of their own."""
    outside, kept = [], []
    for factor in Mul.make_args(term):
        for piece in _pieces(factor, index, inside, deadline):
            free = index not in piece.free_symbols
            (outside if free and (filled or total(piece, domain, deadline)) else kept).append(piece)
    delta = next((piece for piece in kept if isinstance(piece, KroneckerDelta)), None)
    if delta is not None:
        rest = list(kept)
        rest.remove(delta)
        sifted = _sifted(delta, Mul(*rest), index, node, domain, deadline)
        if sifted is not None:
            return Mul(*outside, sifted)
    body = Mul(*kept)
    if body == 1 and is_at_least(node.length, 0, domain, deadline):
        return Mul(*outside, node.length)
    return Mul(*outside, summed(body, index, node.low, node.high))


def _pieces(factor: Expr, index: Symbol, inside: Domain, deadline: Deadline) -> list[Expr]:
    """b^(m + k) = b^m b^k, where b is not zero or both exponents are at least 0."""
    if not isinstance(factor, Pow) or index in factor.base.free_symbols or index not in factor.exp.free_symbols:
        return [factor]
    bound, free = factor.exp.expand().as_independent(index, as_Add=True)[::-1]
    if free == 0 or bound == 0:
        return [factor]
    whole = bound.is_integer and free.is_integer
    base = factor.base
    if base.is_positive or (whole and (base.is_nonzero or sign(base, inside, deadline) in NOT_ZERO)) or (
            whole and is_at_least(free, 0, inside, deadline) and is_at_least(bound, 0, inside, deadline)):
        return [Pow(base, free), Pow(base, bound)]
    return [factor]


def _beyond(place: Expr, index: Symbol, node: FiniteSum, domain: Domain, deadline: Deadline) -> bool:
    """Whether a place is outside of a sum's range, whole or not."""
    return index not in place.free_symbols and any(
        sign(gap, domain, deadline) is Sign.POSITIVE for gap in (node.low - place, place - node.high))


def _sifted(delta: KroneckerDelta, rest: Expr, index: Symbol, node: FiniteSum, domain: Domain, deadline: Deadline) -> Expr | None:
    """Of a sum over a Kronecker delta one term is left, or none, or it is open which: then both as cases."""
    one, other = delta.args[:2]
    gap = (one - other).expand()
    slope = gap.coeff(index, 1)
    if slope not in (1, -1):
        beyond = slope.is_Rational and slope != 0 and _beyond((index - gap / slope).expand(), index, node, domain, deadline)
        return S.Zero if beyond else None
    place = (index - gap / slope).expand()
    if index in place.free_symbols or place.is_integer is not True:
        return None
    value = rest.xreplace({index: place})
    if is_at_least(place - node.low, 0, domain, deadline) and is_at_least(node.high - place, 0, domain, deadline):
        return value
    if is_at_least(node.low - place, 1, domain, deadline) or is_at_least(place - node.high, 1, domain, deadline):
        return S.Zero
    return None


def expanded(expression: Expr) -> Expr:
    """Products and whole powers of sums of terms multiplied out at the top; a finite sum is one letter."""
    if expression.is_Add:
        return Add(*map(expanded, expression.args))
    factors: tuple = ()
    if expression.is_Mul:
        factors = expression.args
    elif isinstance(expression, Pow) and expression.exp.is_Integer and 1 < expression.exp <= MOST_FACTORS:
        factors = (expression.base,) * int(expression.exp)
    if not factors:
        return expression
    product = S.One
    for factor in map(expanded, factors):
        product = Add(*(one * other for one in Add.make_args(product) for other in Add.make_args(factor)))
    return product


def aligned(expression: Expr, domain: Domain, deadline: Deadline) -> Expr:
    """Sums over the same terms whose ranges differ by a few terms, as the sum over what they share and the terms beside it.

    The shared range lies inside each of them, so that no term is asked for that was not there.
    """
    groups: dict = {}
    for node in sums_in(expression):
        key = (node.body, node.index, _without_constant(node.low), _without_constant(node.high))
        groups.setdefault(key, []).append(node)
    table: dict = {}
    for nodes in groups.values():
        if len(nodes) < 2:
            continue
        low = max((node.low for node in nodes), key=_constant)
        high = min((node.high for node in nodes), key=_constant)
        beside = sum(int(_constant(node.high) - _constant(high) + _constant(low) - _constant(node.low)) for node in nodes)
        if beside > MOST or not is_at_least(high - low + 1, 0, domain, deadline):
            continue
        for node in nodes:
            table[node] = _peeled(node, low, high)
    return _replaced(expression, table) if table else expression


def _peeled(node: FiniteSum, low: Expr, high: Expr) -> Expr:
    body, index = node.opened()
    before = [(node.low + i).expand() for i in range(int((low - node.low).expand()))]
    after = [(high + 1 + i).expand() for i in range(int((node.high - high).expand()))]
    return Add(summed(body, index, low, high), *(body.xreplace({index: place}) for place in (*before, *after)))


def _replaced(expression: Expr, table: dict) -> Expr:
    """Outermost sums replaced; what stands inside a sum is left alone."""
    if isinstance(expression, FiniteSum):
        return table.get(expression, expression)
    if not sums_in(expression):
        return expression
    return expression.func(*(_replaced(argument, table) for argument in expression.args))


def _constant(expression: Expr) -> Integer:
    return expression.expand().as_coeff_Add()[0]


def _without_constant(expression: Expr) -> Expr:
    return expression.expand().as_coeff_Add()[1]


def linear_parts(expression: Expr) -> tuple[list[tuple[Expr, FiniteSum]], Expr]:
    """An expanded expression as sums with the factors before them, and the rest: what has no sum, or products of sums."""
    parts, rest = [], []
    for term in Add.make_args(expression):
        inside = [factor for factor in Mul.make_args(term) if sums_in(factor)]
        if len(inside) == 1 and isinstance(inside[0], FiniteSum):
            parts.append((Mul(*(factor for factor in Mul.make_args(term) if factor is not inside[0])), inside[0]))
        else:
            rest.append(term)
    return parts, Add(*rest)


def emptied(expression: Expr, node: FiniteSum) -> Expr:
    """The expression where one of its sums has no term."""
    return _replaced(expression, {node: S.Zero})
