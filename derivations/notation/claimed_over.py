"""What a claim is over: a text read over a ground, and the part of its letters and conditions that a statement speaks of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sympy import Basic

from theoremtest.derivations.language.domain import Domain, atoms_of
from theoremtest.derivations.language.flow import TIME
from theoremtest.derivations.language.statement import Limit, Statement

from .ground import Ground
from .open_functions import spoken
from .reading import read_statement
from .setting import within


def read_over(ground: Ground, text: str, like: Statement) -> Statement:
    """A text as a statement of the kind of another, with the names of a ground."""
    ground.names(text, like)
    with within(ground.setting):
        return read_statement(text, like)


def without(ground: Ground, letters: Sequence[Basic]) -> Domain:
    """The ground's domain without some letters, and without the conditions on them: what is claimed is then claimed of more.

    A condition on the time of a solution stays: it says at which times the solution is one.
    """
    states = set(ground.states) - {TIME}
    kept = [item for item in ground.conditions if not atoms_of(ground.domain.expand(item)) & states]
    tied = set().union(*map(atoms_of, kept))
    where = {key: value for key, value in ground.where.items() if not atoms_of(ground.domain.expand(value)) & states}
    return Domain(*kept, over=[letter for letter in ground.letters.values() if letter not in letters or letter in tied], where=where)


def on_what_it_speaks_of(statement: Statement) -> Statement:
    """A statement over the letters that it speaks of and the conditions that tie them; what is left out would only restrict it."""
    on = statement.on
    used = set().union(*(spoken(item) for item in statement.expressions() if isinstance(item, Basic)))
    used |= {statement.variable} if isinstance(statement, Limit) else set()  # which may cancel while the formula is read
    kept: list[Basic] = []
    grown = True
    while grown:
        before = (len(used), len(kept))
        for key, value in on.where.items():
            used |= spoken(value) if key in used else set()
        for item in on.conditions:
            said = spoken(item)
            if item not in kept and said & used:
                kept.append(item)
                used |= said
        grown = before != (len(used), len(kept))
    return replace(statement, on=Domain(*(item for item in on.conditions if item in kept), over=[one for one in on.over if one in used],
                                        where={key: value for key, value in on.where.items() if key in used}))


__all__ = ["on_what_it_speaks_of", "read_over", "without"]
