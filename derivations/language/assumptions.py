"""What SymPy's assumptions say of a symbol: a sign is a bound like any other, other kinds of number are told apart from them.

A domain is the one place that says where a statement holds. SymPy cancels and compares by a symbol's assumptions before the domain is
asked, so that an even, a prime or an imaginary symbol would be one number there and another one here: no exact argument takes it.
"""

from __future__ import annotations

from sympy import S, Symbol

NOT_SAID = ("even", "odd", "prime", "composite", "irrational", "noninteger", "transcendental", "imaginary", "infinite", "zero")
"""Kinds of number of which bounds know nothing."""


def unspeakable(symbol: Symbol) -> str | None:
    """The assumption on a symbol that a domain cannot express, None where there is none."""
    if not symbol.is_commutative:
        return "noncommutative"
    return next((name for name in NOT_SAID if getattr(symbol, f"is_{name}") is True), None)


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
