"""What changes by a summand from one whole number to the next, where that is made of one function at neighbouring places: fractions of a
rational summand, logarithms of the factors of its argument. A guess, which the kernel checks."""

from __future__ import annotations

from contextlib import suppress

from sympy import Add, Expr, Integer, Poly, PolynomialError, Symbol, apart, factor_list, log, together

from theoremtest.derivations.kernel.terms import Refused, Term, parts, read, rows_of
from theoremtest.derivations.language.errors import StatementError
from theoremtest.derivations.language.tree import from_tree, to_tree

from .effort import INTEGRANDS, NEIGHBOURS


def stepping(body: Term, name: Term) -> Term | None:
    """A term G with G(k + 1) - G(k) = f(k), for the summand f and its index k; None where none is found."""
    if sum(1 for _ in parts(body)) <= INTEGRANDS:
        with suppress(Refused, StatementError, PolynomialError, TypeError, ValueError, AttributeError, NotImplementedError):
            formula, index = (from_tree(rows_of([part])[0]) for part in (body, name))
            made = _of_shares(_shares(formula, index), index)
            return None if made is None else read(to_tree(made))
    return None


def _shares(formula: Expr, index: Symbol) -> list[tuple[Expr, Expr]]:
    """Functions of the index, and what stands before them, whose sum a formula is."""
    found = []
    for summand in Add.make_args(apart(together(formula), index) if formula.is_rational_function(index) else formula.expand()):
        front, moving = summand.as_independent(index, as_Add=False)
        if moving.func is not log:
            found.append((moving, front))
            continue
        for side, way in zip(together(moving.args[0]).as_numer_denom(), (1, -1), strict=True):
            number, factors = factor_list(side)
            found += [(log(factor), way * front * times) for factor, times in [(number, 1), *factors] if factor != 1]
    return found


def _of_shares(shares: list[tuple[Expr, Expr]], index: Symbol) -> Expr | None:
    """Of c_0 g(k) + c_1 g(k + 1) + ... with c_0 + c_1 + ... = 0, what has it as differences: less (c_0 + ... + c_j) g(k + j), any j."""
    total: Expr = Integer(0)
    inside: Expr = Integer(1)
    while shares:
        first = shares[0][0]
        group: dict[int, Expr] = {}
        others = []
        for function, front in shares:
            steps = range(-NEIGHBOURS, NEIGHBOURS + 1)
            place = next((step for step in steps if _same(function, first.subs(index, index + step), index)), None)
            if place is None:
                others.append((function, front))
            else:
                group[place] = group.get(place, 0) + front
        weight: Expr = Integer(0)
        for place in range(min(group), max(group) + 1):
            weight = (weight - group.get(place, 0)).expand()
            if first.func is log and weight.is_Integer:
                inside *= first.args[0].subs(index, index + place) ** weight
            else:
                total += weight * first.subs(index, index + place)
        if weight != 0:
            return None
        shares = others
    return total + log(inside) if inside != 1 else total or None


def _same(one: Expr, other: Expr, index: Symbol) -> bool:
    if one.func is log and other.func is log:
        one, other = one.args[0], other.args[0]
    if one == other:
        return True
    up, down = (one / other).as_numer_denom()
    return up.is_polynomial(index) and down.is_polynomial(index) and Poly(up - down, index).is_zero
