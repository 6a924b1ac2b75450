"""What SymPy's assumptions and one-symbol conditions say of a symbol: a sign is a bound like any other, other kinds of number are not.

A domain is the one place that says where a statement holds. SymPy cancels and compares by a symbol's assumptions before the domain is
asked, so that an even, a prime or an imaginary symbol would be one number there and another one here: no exact argument takes it.
"""

from __future__ import annotations

from typing import Any

from sympy import Basic, Eq, Ge, Gt, Le, Lt, Ne, S, Symbol
from sympy.core.relational import Relational

SIGNS = "positive", "nonnegative", "negative", "nonpositive", "nonzero"
"""What a letter may be assumed to be, the stronger ones first."""
NOT_SAID = ("even", "odd", "prime", "composite", "irrational", "noninteger", "transcendental", "imaginary", "infinite", "zero")
"""Kinds of number of which bounds know nothing."""


def unspeakable(symbol: Symbol) -> str | None:
    """The assumption on a symbol that a domain cannot express, None where there is none."""
    if not symbol.is_commutative:
        return "noncommutative"
    return next((name for name in NOT_SAID if getattr(symbol, f"is_{name}") is True), None)


def unlike(symbol: Any, value: Any) -> str | None:
    """What a symbol is assumed to be and a value is not seen to be, None where there is nothing: SymPy has written k for |k| by then."""
    return next((kind for kind in (*SIGNS, "integer") if isinstance(symbol, Symbol) and getattr(symbol, f"is_{kind}")
                 and not getattr(value, f"is_{kind}")), None)


def assumed(symbol: Symbol) -> list[dict]:
    """The bounds that a symbol brings along, as changes of those that the domain's conditions give."""
    found: list[dict] = []
    if symbol.is_nonnegative:
        found.append({"lower": S.Zero, "lower_open": bool(symbol.is_positive)})
    if symbol.is_nonpositive:
        found.append({"upper": S.Zero, "upper_open": bool(symbol.is_negative)})
    if symbol.is_integer and symbol.is_positive:
        found.append({"lower": S.One, "lower_open": False})
    if symbol.is_integer and symbol.is_negative:
        found.append({"upper": S.NegativeOne, "upper_open": False})
    if symbol.is_nonzero and not (symbol.is_positive or symbol.is_negative):
        found.append({"nonzero": True})
    return found


def one_symbol(condition: Basic) -> list[tuple[Symbol, dict]]:
    """A condition of the form `symbol relation number`, as a change of that symbol's bounds; else nothing."""
    if not isinstance(condition, Relational):
        return []
    left, right = condition.lhs, condition.rhs
    if isinstance(right, Symbol) and left.is_Rational:
        condition = condition.reversed
        left, right = right, left
    if not (isinstance(left, Symbol) and right.is_Rational):
        return []
    if isinstance(condition, Gt):
        return [(left, {"lower": right, "lower_open": True})]
    if isinstance(condition, Ge):
        return [(left, {"lower": right, "lower_open": False})]
    if isinstance(condition, Lt):
        return [(left, {"upper": right, "upper_open": True})]
    if isinstance(condition, Le):
        return [(left, {"upper": right, "upper_open": False})]
    if isinstance(condition, Eq):
        return [(left, {"lower": right, "lower_open": False}), (left, {"upper": right, "upper_open": False})]
    if isinstance(condition, Ne) and right == 0:
        return [(left, {"nonzero": True})]
    return []


def narrow(entry: dict, change: dict) -> None:
    """Take a change over into a symbol's bounds, where it is the tighter one."""
    if "nonzero" in change:
        entry["nonzero"] = True
    for side, tighter in (("lower", lambda new, old: new > old), ("upper", lambda new, old: new < old)):
        if side in change:
            old = entry.get(side)
            if old is None or tighter(change[side], old):
                entry[side], entry[side + "_open"] = change[side], change[side + "_open"]
            elif change[side] == old:
                entry[side + "_open"] = entry.get(side + "_open", False) or change[side + "_open"]
