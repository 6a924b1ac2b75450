"""Conditions that follow from two others by leaving a symbol out: `u^2 <= b^2 w` and `w < a^2` give `u^2 < b^2 a^2`.

What roots are above is told with them, that a parabola which opens downwards has roots where it is positive, and that a symbol with a
positive square is not zero.

The sign analysis looks at conditions as they are told; a symbol that stands in two of them, to the first power and on different sides,
hides what they say together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from sympy import Add, Basic, Expr, MatrixSymbol, Mul, Pow, S, Symbol, expand, sqrt

from .hypotheses import Facts
from .signset import NEG, NONNEG, NONPOS, NONZERO, POS

MOST = 8
"""Conditions that are found at most."""
MEMBERS = 12
"""Terms that a condition may have to be looked at."""


def closer(facts: Facts, asked: Iterable[Basic] = ()) -> Facts | None:
    """The facts with what follows from two of their conditions by leaving one symbol out; None where nothing new does.

    asked: formulas whose roots are looked at besides those of the conditions.
    """
    squares = [expression.base for expression, signs in facts.relations if signs == POS and isinstance(expression, Pow)
               and expression.exp == 2 and expression.base.is_Symbol]
    told = [_as_nonnegative(expression, signs) for expression, signs in facts.relations if signs in (POS, NONNEG, NEG, NONPOS)]
    told = [(expression, strict) for expression, strict in told if len(expression.args) <= MEMBERS and not expression.atoms(MatrixSymbol)]
    for symbol, bounds in facts.bounds:
        if bounds.lower is not None:
            told.append((symbol - bounds.lower, bounds.lower_open))
        if bounds.upper is not None:
            told.append((bounds.upper - symbol, bounds.upper_open))
    known = {expression for expression, _ in told}
    found: dict[Expr, bool] = {}
    for symbol in sorted(set().union(*(expression.free_symbols for expression, _ in told)), key=str) if told else ():
        sides = [(_line(expression, symbol, facts), strict) for expression, strict in told]
        above = [(line, strict) for line, strict in sides if line is not None and line[2] > 0]
        below = [(line, strict) for line, strict in sides if line is not None and line[2] < 0]
        for ((slope, rest, _, kept), strict), ((other, others, _, others_kept), other_strict) in product(above, below):
            new = expand(slope * others - other * rest)
            if new.free_symbols and new not in known:
                found[new] = found.get(new, False) or strict and others_kept or other_strict and kept
    for expression, strict in told:
        found.update({new: strict and curved for new, curved in _discriminants(expression, facts)})
    for expression in (*(expression for expression, _ in told), *asked):
        found.update(_above_squares(expression, facts))
    for new, strict in list(found.items())[:MOST]:
        facts = facts.known(new, POS if strict else NONNEG)
    for symbol in squares:
        facts = facts.known(symbol, NONZERO)
    return facts if found or squares else None


def _discriminants(expression: Expr, facts: Facts) -> Iterator[tuple[Expr, bool]]:
    """b^2 - 4 a c of each symbol in which what is not negative is a parabola a y^2 + b y + c that opens downwards; whether a is never zero.

    It is (2 a y + b)^2 - 4 a (a y^2 + b y + c), so that it is positive where the parabola is and a is not zero.
    """
    for symbol in sorted(expression.free_symbols, key=str):
        if not expression.is_polynomial(symbol):
            continue
        a, b = expression.coeff(symbol, 2), expression.coeff(symbol, 1)
        c = expand(expression - a * symbol**2 - b * symbol)
        sign, never_zero = _sign(a, facts) if a and symbol not in c.free_symbols else (0, False)
        if sign >= 0:
            continue
        discriminant = expand(b**2 - 4 * a * c)
        if discriminant.free_symbols:
            yield discriminant, never_zero


def _above_squares(expression: Basic, facts: Facts) -> dict[Expr, bool]:
    """What roots in an expression are larger than: `sqrt(u^2 + v) - u` and `sqrt(u^2 + v) + u` are positive where v is."""
    found: dict[Expr, bool] = {}
    for root in sorted((node for node in expression.atoms(Pow) if node.exp == S.Half), key=str):
        terms = Add.make_args(expand(root.base))
        for square in terms:
            number, rest = square.as_coeff_Mul()
            if not (isinstance(rest, Pow) and rest.exp == 2 and rest.base.is_Symbol and number > 0 and sqrt(number).is_Rational):
                continue
            signs = [_sign(term, facts) for term in terms if term is not square]
            if signs and all(sign > 0 for sign, _ in signs):
                for turn in (1, -1):
                    found[root + turn * sqrt(number) * rest.base] = any(never_zero for _, never_zero in signs)
    return found


def _as_nonnegative(expression: Expr, signs: int) -> tuple[Expr, bool]:
    """What is not negative, and whether it is positive."""
    turned = expand(-expression if signs in (NEG, NONPOS) else expression)
    return turned, signs in (POS, NEG)


def _line(expression: Expr, symbol: Symbol, facts: Facts) -> tuple | None:
    """(slope, rest, the slope's sign, whether it is never zero) of an expression to the first power in a symbol; else None."""
    if not expression.is_polynomial(symbol):
        return None
    slope = expression.coeff(symbol, 1)
    rest = expand(expression - slope * symbol)
    if slope == 0 or symbol in rest.free_symbols or symbol in slope.free_symbols:
        return None
    sign, never_zero = _sign(slope, facts)
    return (slope, rest, sign, never_zero) if sign else None


def _sign(factor: Expr, facts: Facts) -> tuple[int, bool]:
    """The sign of a product of symbols and numbers and whether it is never zero; 0 where the bounds do not tell."""
    sign, never_zero = 1, True
    for part in Mul.make_args(factor):
        if part.is_Rational:
            sign *= 1 if part > 0 else -1
            continue
        if (part, POS) in facts.relations:
            continue
        base, power = (part.base, part.exp) if isinstance(part, Pow) else (part, 1)
        if not isinstance(base, Symbol) or not (power == 1 or power.is_Integer and power > 0):
            return 0, False
        bounds = facts.bound(base)
        never_zero = never_zero and (bounds.nonzero or bounds.sign in (1, -1))
        if power % 2:
            told = bounds.sign or bounds.weak_sign
            if not told:
                return 0, False
            sign *= told
    return sign, never_zero
