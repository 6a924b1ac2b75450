"""What an erratum says beside what is printed: the conditions that are missing, and the printed statement where they hold."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, replace

from sympy import Basic

from .base import Statement, _content
from .domain import atoms_of
from .statement import All


def says_alike(one: Statement, other: Statement) -> bool:
    """Whether two statements, neither with parts, say the same of their points, wherever these lie."""
    def said(statement: Statement) -> list:
        return [statement.kind, *(_content(getattr(statement, item.name)) for item in fields(statement) if item.name != "on")]

    return said(one) == said(other)


def conditions_added(printed: Statement, corrected: Statement, parts: Iterable[str]) -> tuple[Basic, ...] | None:
    """The conditions that a correction adds to these parts of what is printed; None where it changes more than the domain of one."""
    stated, mended = dict(printed.parts()), dict(corrected.parts())
    found: dict[Basic, None] = {}
    for name in parts:
        new = mended.get(name) or (next(iter(mended.values())) if len(mended) == 1 else None)
        if new is None or not says_alike(stated[name], new) or new.on == stated[name].on:
            return None
        found |= dict.fromkeys(one for one in new.on.conditions if one not in stated[name].on.conditions)
    return tuple(found)


def under(statement: Statement, conditions: Iterable[Basic]) -> Statement:
    """A statement on the part of its domain where further conditions hold; of a conjunction, on that part of each."""
    conditions = tuple(conditions)
    if isinstance(statement, All):
        members = {name: under(part, [one for one in conditions if atoms_of(one) <= part.on.declared])
                   for name, part in statement.members.items()}
        return All(members=members, on=next(iter(members.values())).on)
    return replace(statement, on=statement.on.but(*conditions)) if conditions else statement
