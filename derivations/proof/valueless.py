"""A point at which a statement has certainly no value: among those that a dropped condition used to keep out, and in its own domain.

An identity is proved wherever both sides have a value; whether a printed formula covers the points that a condition excludes
is another question, and this is where it is answered. What is not proved is not supported either where a point has no value.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from sympy import Basic, Not, S, sympify
from sympy.matrices.expressions.matexpr import MatrixElement

from theoremtest.derivations.language.domain import Domain, atoms_of
from theoremtest.derivations.language.errors import TheoremtestError
from theoremtest.derivations.language.expectation import Expectation
from theoremtest.derivations.language.latex import to_latex
from theoremtest.derivations.language.scales import Scales
from theoremtest.derivations.language.statement import Limit, Statement
from theoremtest.derivations.language.verdict import Counterexample, Evidence, Outcome

from .balls import enclose as balls
from .deadline import Deadline, OutOfTime
from .ladder import evaluated
from .obligations import spoken_of
from .points.explicit import NotExplicit, explicit
from .points.smallest import small_points
from .points.witness import has_value
from .refute import point_items

POINTS = 40
ENGINE = "no value at a point"
NOT_POINTWISE = Limit, Scales, Expectation
"""Kinds that say nothing of single values of what varies in them."""


def without_value(statement: Statement, dropped: Iterable[Basic], deadline: Deadline, within: Domain | None = None) -> Evidence | None:
    """The refutation of a statement that is no conjunction by a point of its domain that one of the dropped conditions excludes
    and where it has no value; None where none is found. Raises nothing.

    Of a kind that says nothing of single values, such a point is one at which it asks for an entry that a matrix does not have, or one
    of its parameters at which a formula has no value whatever its variable is. within: where the conditions fail, if that is known.
    """
    try:
        return _found(statement, [(condition, within or statement.on.but(Not(condition))) for condition in dropped], deadline)
    except _OPEN:
        return None


def gap_within(statement: Statement, domain: Domain, deadline: Deadline) -> str:
    """A point of its own domain, among the simplest, at which a statement certainly has no value, in words; empty where none is found.

    domain: that of what a point must give. Raises nothing.
    """
    try:
        found = _found(statement, [(S.true, domain)], deadline)
    except _OPEN:
        return ""
    return "" if found is None or found.counterexample is None else str(found.counterexample)


_OPEN = (TheoremtestError, OutOfTime, balls.NotEvaluable, NotImplementedError, ValueError, TypeError, KeyError)
"""What leaves the question open; a formula may speak of what no point gives."""


def _found(statement: Statement, places: list[tuple[Basic, Domain]], deadline: Deadline) -> Evidence | None:
    if isinstance(statement, NOT_POINTWISE):
        return _entry_outside(statement, places, deadline) or _never_a_value(statement, places, deadline)
    formulas = _named_formulas(statement)
    for _, place in places:
        for point in small_points(place, POINTS, deadline=deadline):
            for name, formula in formulas:
                if has_value([formula], point) is False:
                    return _refuted(statement, point, name)
    return None


def _named_formulas(statement: Statement) -> list[tuple[str, Basic]]:
    """What must have a value, written out: the statement's sides, and the abbreviations that it speaks of, which may cancel in them."""
    sides = [evaluated(statement.on.expand(sympify(side, strict=True))) for side in statement.expressions()]
    names = ("the left side", "the right side") if len(sides) == 2 else [f"formula {i} of {len(sides)}" for i in range(1, len(sides) + 1)]
    return [*zip(names, sides, strict=True),
            *((to_latex(key), statement.on.expand(statement.on.where[key])) for key in spoken_of(statement))]


def _entry_outside(statement: Statement, outsides: Iterable[tuple[Basic, Domain]], deadline: Deadline) -> Evidence | None:
    entries = entries_of(statement)
    for _, outside in outsides if entries else ():
        for point in small_points(outside, POINTS, deadline=deadline):
            entry = lacking_entry(entries, point)
            if entry is not None:
                return _refuted(statement, point, to_latex(entry))
    return None


def entries_of(statement: Statement) -> list[MatrixElement]:
    """The entries of matrices that a statement speaks of, abbreviations written out."""
    written = [statement.on.expand(sympify(side, strict=True)) for side in statement.expressions()]
    return sorted(set().union(*(formula.atoms(MatrixElement) for formula in written)), key=str)


def lacking_entry(entries: Iterable[MatrixElement], point: dict) -> MatrixElement | None:
    """An entry that its matrix certainly does not have at a point, where row, column and sizes are numbers."""
    for entry in entries:
        numbers = [sympify(part, strict=True).subs(point) for part in (*entry.indices, *entry.parent.shape)]
        row, column, rows, columns = numbers
        if all(number.is_Integer for number in numbers) and not (0 <= row < rows and 0 <= column < columns):
            return entry
    return None


def _never_a_value(statement: Statement, outsides: Iterable[tuple[Basic, Domain]], deadline: Deadline) -> Evidence | None:
    """Of a limit or an order: a division by zero, say, that is there for every value of the variable."""
    variable = getattr(statement, "variable", None)
    if variable is None:
        return None
    formulas = _named_formulas(statement)
    for condition, outside in outsides:
        if variable in atoms_of(statement.on.expand(condition)):
            continue
        for point in small_points(outside, POINTS, deadline=deadline):
            there = {symbol: value for symbol, value in point.items() if symbol != variable}
            for name, formula in formulas:
                with suppress(NotExplicit):
                    if explicit(formula, there).has(S.NaN, S.ComplexInfinity):
                        return _refuted(statement, point, name, variable)
    return None


def _refuted(statement: Statement, point: dict, name: str, variable: Basic | None = None) -> Evidence:
    """variable: what the point need not tell."""
    told = tuple((symbol, value) for symbol, value in point_items(statement.on, point) if variable is None or symbol != to_latex(variable))
    example = Counterexample(told, note=f"{name} has no value there")
    return Evidence("exact", ENGINE, Outcome.REFUTED, scope="the condition that is missing keeps this point out", counterexample=example)
