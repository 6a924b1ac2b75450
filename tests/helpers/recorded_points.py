"""Counterexamples as the record prints them, put back into the symbols of a statement: a point of its domain, whole."""

from __future__ import annotations

from collections.abc import Iterator

from sympy import Eq, ImmutableMatrix, Integer, Rational

from theoremtest.derivations.errors import DomainError
from theoremtest.derivations.language import to_latex
from theoremtest.derivations.proof.points.random_points import contains, points

FILLED = 6
"""Points of the domain from which what a printed point leaves out is taken, one after the other."""


def read(text: str):
    """A rational, or a matrix given by its rows."""
    if not text.startswith("["):
        return Rational(text)
    rows = text[1:-1].replace("], [", ";").strip("[]").split(";")
    return ImmutableMatrix([[Rational(entry.strip()) for entry in row.split(",")] for row in rows])


def placed(statement, named: dict) -> dict | None:
    """The first of `places`; None where there is none."""
    return next(places(statement, named), None)


def places(statement, named: dict) -> Iterator[dict]:
    """The point in a statement's own symbols; none where it speaks of others, of other shapes, or lies outside the domain.

    A printed point leaves out what does not matter to the failure, the draws of a mean among them: several values of the domain are put
    there, one after the other.
    """
    domain = statement.on
    symbols = {name: symbol for symbol in (*domain.declared, *domain.dimensions) for name in (str(symbol), to_latex(symbol))}
    point = {symbols[name]: read(text) for name, text in named.items() if name in symbols}
    needed = set(domain.symbols) | set(domain.dimensions)
    if named and not point:
        return
    point = {symbol: Integer(value) if symbol in domain.dimensions else value for symbol, value in point.items()}
    point.update(_sizes(point, domain))
    for symbol, value in point.items():
        shape = _shape(symbol, point)
        if not shape and hasattr(value, "shape"):  # another letter of that name
            return
        if shape and all(side.is_Integer for side in shape) and shape != value.shape:  # a column is written as a row
            if shape[0] * shape[1] != len(value):
                return
            point[symbol] = ImmutableMatrix(*map(int, shape), list(value))
    for there in _filled(point, domain) if needed - set(point) else [point]:
        if needed <= set(there) and contains(domain, there) is True:
            yield there


def _shape(symbol, point: dict) -> tuple:
    """Rows and columns at a point, () of a scalar; a size that the point does not give stays as it is."""
    return tuple(side.subs({size: point[size] for size in side.free_symbols if size in point}) for side in getattr(symbol, "shape", ()))


def _sizes(point: dict, domain) -> dict:
    """The sizes that a point leaves out and the number of some matrix's entries tells."""
    found: dict = {}
    for _ in domain.dimensions:
        for symbol, value in point.items():
            shape = _shape(symbol, {**point, **found})
            unknown = set().union(*(side.free_symbols for side in shape)) if shape else set()
            if len(unknown) == 1:
                size = unknown.pop()
                fitting = [number for number in range(1, len(value) + 1) if (shape[0] * shape[1]).subs(size, number) == len(value)]
                if fitting:
                    found[size] = Integer(fitting[0])
    return found


def _filled(point: dict, domain):
    """The point with ones for the scalars that it leaves out, then with what points of the domain give."""
    yield {**{symbol: Integer(1) for symbol in domain.symbols if not getattr(symbol, "shape", ())}, **point}
    fixed = [Eq(symbol, value) for symbol, value in point.items() if not getattr(symbol, "shape", ())]
    try:
        drawn = points(domain.but(*fixed), FILLED, "left out")
    except DomainError:
        return
    yield from ({**there, **point} for there in drawn)
