"""The sign of a function from its value at an end of an interval and the sign of its derivative in between."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from sympy import Abs, Expr, Max, Min, Pow, S, Symbol, diff, erf, exp, log
from sympy import sign as signum
from sympy.functions.elementary.hyperbolic import HyperbolicFunction, InverseHyperbolicFunction
from sympy.functions.elementary.trigonometric import InverseTrigonometricFunction, TrigonometricFunction

from .definedness import defined, with_slack
from .direct import direct, generators_for
from .generator import NotShown
from .hypotheses import Empty, Facts
from .resolvents import closer
from .signset import ANY, NEG, NONNEG, NONPOS, NONZERO, POS, ZERO, bit, inside, plus, power, times

DERIVATIVES = 4
"""How many derivatives a monotonicity argument may take."""
FEW = 2
"""Symbols up to which roots alone are reason enough to look at derivatives."""
SHORT = 60
"""Operations up to which they are."""
_TRANSCENDENTAL = (exp, log, HyperbolicFunction, InverseHyperbolicFunction, TrigonometricFunction, InverseTrigonometricFunction, erf)
_TURNED = {POS: NEG, NEG: POS, ZERO: ZERO, NONNEG: NONPOS, NONPOS: NONNEG}


def by_monotonicity(expression: Expr, facts: Facts, deadline, depth: int = DERIVATIVES) -> int:
    """The signs of F(t) that its value at a finite end of t's interval and the sign of its derivative leave."""
    if depth == 0 or not (expression.has(*_TRANSCENDENTAL) or _has_roots(expression)):
        return ANY
    result = ANY
    for function, outer, exponent in _shapes(expression, facts, deadline, depth):
        for symbol in sorted(function.free_symbols, key=str):
            bounds = facts.bound(symbol)
            if symbol.is_integer or not (_has_roots(function, symbol) or any(
                    symbol in node.free_symbols for node in function.atoms(*_TRANSCENDENTAL))):
                continue
            for end, outward in ((bounds.lower, 1), (bounds.upper, -1)):
                if end is not None:
                    found = _from_end(function, symbol, end, outward, facts, deadline, depth)
                    result &= times(outer, power(found, exponent))
                if result in (0, POS, NEG, ZERO):
                    return result
    return result


def by_slack(expression: Expr, facts: Facts, deadline) -> int:
    """The signs that are left where the expression changes one way with the distance between two symbols: x - y where x >= y."""
    result = ANY
    if not facts.relations or not _has_roots(expression):
        return result
    with suppress(Empty):
        facts = closer(facts, [expression]) or facts  # x > 0 from x >= y and y > 0
    known = {symbol for symbol, _ in facts.bounds}
    for rewritten, narrower in with_slack(expression, facts):
        for symbol, bounds in narrower.bounds:
            if symbol not in known and symbol in rewritten.free_symbols and S.Zero in (bounds.lower, bounds.upper):
                result &= _from_end(rewritten, symbol, S.Zero, 1 if bounds.lower == 0 else -1, narrower, deadline, 1)
            if result in (0, POS, NEG, ZERO):
                return result
    return result


def _has_roots(expression: Expr, symbol: Symbol | None = None) -> bool:
    return len(expression.free_symbols) <= FEW and expression.count_ops() <= SHORT and any(
        node.exp.is_Rational and node.exp.q != 1 and (node.base.free_symbols if symbol is None else symbol in node.base.free_symbols)
        for node in expression.atoms(Pow))


def _shapes(expression: Expr, facts: Facts, deadline, depth: int) -> Iterator[tuple[Expr, int, int]]:
    """(F, outer, n) with the sign of the expression that of F^n times `outer`: the numerator's open factor; at first also itself."""
    def build(generators):
        top = generators.fraction(expression)[0]
        content, factors = top.factor()
        outer, left = bit(content), []
        for factor, exponent in factors:
            signs = generators.signs.mask(factor, effort=2)
            if signs in (POS, NEG):
                outer = times(outer, power(signs, exponent))
            else:
                left.append((factor, exponent))
        if len(left) != 1:
            return generators.expression(top), POS, 1
        return generators.expression(left[0][0]), outer, left[0][1]

    try:
        yield generators_for(facts, deadline, build)
    except (NotShown, Empty):
        return
    if depth == DERIVATIVES:
        yield expression, POS, 1


def _from_end(function, symbol, end, outward, facts: Facts, deadline, depth) -> int:
    """Signs of `function` for symbol beyond `end`, by the fundamental theorem along symbol, the others held fixed."""
    if function.has(Abs, signum, Max, Min):
        return ANY
    table = dict(facts.bounds)
    bounds = table[symbol]
    side, far = ("lower", "upper") if outward > 0 else ("upper", "lower")
    if bounds.nonzero and end != 0:
        return ANY
    is_open = getattr(bounds, side + "_open") or (bounds.nonzero and end == 0)
    free = tuple(entry for entry in facts.relations if symbol not in entry[0].free_symbols)
    others = Facts(tuple((key, old) for key, old in facts.bounds if key != symbol), free)
    inner, outer = _along(symbol, end, facts, others, deadline)
    table[symbol] = replace(bounds, **{side + "_open": False}, nonzero=False)
    closed = Facts(tuple(table.items()), free + outer)
    table[symbol] = replace(bounds, **{side + "_open": True, far + "_open": True}, nonzero=False)
    interior = Facts(tuple(table.items()), free + inner)
    if not defined(function, closed, deadline):
        return ANY
    for node in function.atoms(Pow):
        if symbol in node.base.free_symbols and not node.exp.is_Integer and direct(node.base, interior, deadline)[0] != POS:
            return ANY
    at_end = _value_signs(function.subs(symbol, end), others, deadline, depth)
    if at_end == ANY:
        return ANY
    slope = _value_signs(diff(function, symbol), interior, deadline, depth - 1)
    if slope in (ANY, NONZERO):
        return ANY
    slope = slope if outward > 0 else _TURNED.get(slope, slope)
    beyond = plus(at_end, slope)
    return beyond if is_open else beyond | at_end


def _along(symbol, end, facts: Facts, others: Facts, deadline) -> tuple[tuple, tuple]:
    """Conditions on the symbol that stay true on the way from the end: on the open way, and with the end itself.

    A condition linear in the symbol that holds at a point and, at least weakly, at the end holds between them.
    """
    inner, outer = [], []
    for relation, signs in facts.relations:
        if symbol not in relation.free_symbols or signs not in (POS, NEG, NONNEG, NONPOS):
            continue
        if symbol in diff(relation, symbol).free_symbols or relation.has(Abs, signum, Max, Min):
            continue
        there = direct(relation.subs(symbol, end), others, deadline)[0]
        if inside(there, signs | ZERO):
            inner.append((relation, signs))
            outer.append((relation, signs if inside(there, signs) else signs | ZERO))
    return tuple(inner), tuple(outer)


def _value_signs(expression, facts, deadline, depth) -> int:
    signs, seen = direct(expression, facts, deadline)
    if signs in (ANY, NONZERO, NONNEG, NONPOS) and signs != seen and not inside(NONZERO, seen) and depth > 0:
        signs &= by_monotonicity(expression, facts, deadline, depth)
    return signs
