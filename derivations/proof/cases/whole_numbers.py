"""Linear conditions with whole unknowns: a cell's point is moved to whole values by cutting off what lies between two of them."""

from __future__ import annotations

from sympy import And, Dummy, Ge, Le, Or, S, Symbol, ceiling, floor

from theoremtest.derivations.proof.deadline import Deadline

from .polyhedra import somewhere

CUTS = 12
"""How many cuts may follow one another."""


class NotSettled(Exception):
    """The cuts did not come to an end: whether there is a point with whole values is left open."""


def somewhere_whole(condition, deadline: Deadline, cuts: int = CUTS) -> dict | None:
    """A point where the condition holds, whole where its symbols are; None where there is none. Raises NotLinear, NotSettled."""
    assumed = {symbol: Dummy(symbol.name, integer=True) for symbol in _whole(condition) if symbol.is_nonnegative}
    if assumed:  # SymPy knows that such a symbol is not negative, and would take the condition that says so for nothing
        told = And(condition.xreplace(assumed), *(Ge(plain, S.One if symbol.is_positive else S.Zero) for symbol, plain in assumed.items()))
        point = somewhere_whole(told, deadline, cuts)
        plain_values = {symbol: point.get(plain, S.One) for symbol, plain in assumed.items()} if point is not None else {}
        return None if point is None else {**{s: v for s, v in point.items() if s not in assumed.values()}, **plain_values}
    point = somewhere(condition, deadline)
    if point is None:
        return None
    broken = next((symbol for symbol in _whole(condition) if not point.get(symbol, S.Zero).is_Integer), None)
    if broken is None:
        return point
    if not cuts:
        raise NotSettled(f"no whole value found for {broken}")
    return somewhere_whole(And(condition, Or(Le(broken, floor(point[broken])), Ge(broken, ceiling(point[broken])))), deadline, cuts - 1)


def _whole(condition) -> list[Symbol]:
    return sorted((symbol for symbol in condition.free_symbols if symbol.is_integer), key=str)
