"""Conditions held to what their sources print: the LaTeX of a convention or a meaning, read by the grammar, against the domain's own.

The domain is written in SymPy, the source in LaTeX, so that a slip in either shows, be the claim true on the other domain or not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sympy import And, Basic, default_sort_key
from sympy.core.relational import Relational

from theoremtest.derivations.language.latex import to_latex
from theoremtest.derivations.language.paper import Source
from theoremtest.derivations.language.sources import Marked
from theoremtest.derivations.language.statement import Statement

from .canonical import canonical
from .conditions import build_condition
from .errors import NotationError
from .names import Names, names_of
from .parser import parse


def misprinted(statement: Statement, marks: Iterable[Marked] = ()) -> list[str]:
    """What is wrong with the conditions of a statement whose sources print a formula, in sentences; empty where all read as printed.

    marks: what the claim says of its conditions beside what its domain carries.
    """
    marks = tuple(marks)
    return list(dict.fromkeys(fault for _, part in statement.parts() for fault in _faults(part, marks)))


def _faults(part: Statement, marks: tuple[Marked, ...]) -> Iterator[str]:
    sourced = [(condition, source) for condition, source in _carried(part, marks) if source.formulas]
    if not sourced:
        return
    names, stated = names_of(part), {_form(condition) for condition in part.on.conditions}
    for condition, source in sourced:
        printed = {formula: read for formula in source.formulas if (read := _read(formula, names)) is not None}
        having = {formula: read for formula, read in printed.items() if _form(condition) in read}
        shown = f"the condition {to_latex(condition)} is not what its source says in {source.place} ({source.says})"
        if not having:
            yield f"{shown}: {', '.join(printed or source.formulas)}"
        elif not any(read <= stated for read in having.values()):
            yield f"{shown}: {next(iter(having))}, which is more"


def laid_down(part: Statement, source: Source) -> Iterator[tuple[str, frozenset[Basic]]]:
    """The formulas of a source that speak of letters of a statement without parts alone: as printed, and the conditions that they join."""
    names = names_of(part)
    for formula in source.formulas:
        if (read := _read(formula, names)) is not None:
            yield formula, read


def quoted(statement: Statement, marks: Iterable[Marked] = ()) -> tuple[Source, ...]:
    """The conventions and meanings that a statement's conditions come from, and those of a claim's marks."""
    carried = [source for _, part in statement.parts() for source in part.on.sources.values()]
    return tuple(dict.fromkeys([*carried, *(mark.of for mark in marks if mark.of is not None)]))


def _carried(part: Statement, marks: tuple[Marked, ...]) -> Iterator[tuple[Basic, Source]]:
    """The conditions of a statement that have a source of many places, with it; a mark of the claim goes before the domain's."""
    marked = {_form(condition): mark.of for mark in marks for condition in mark.conditions}
    carried = {_form(condition): source for condition, source in part.on.sources.items()}
    for condition in part.on.conditions:
        source = {**carried, **marked}.get(_form(condition))
        if source is not None:
            yield condition, source


def _read(formula: str, names: Names) -> frozenset[Basic] | None:
    """The conditions that a formula joins; None where it speaks of letters that the statement has not."""
    try:
        read = build_condition(parse(formula, "condition", names).children[0])
    except NotationError:
        return None
    return frozenset(_form(one) for one in (read.args if isinstance(read, And) else (read,)))


def _form(condition: Basic) -> Basic:
    """One form for a relation, the same one read from the right, and however SymPy orders its terms."""
    if isinstance(condition, Relational):
        return min(canonical(condition), canonical(condition.reversed), key=default_sort_key)
    return canonical(condition)
