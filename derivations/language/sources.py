"""Where each condition of a claim stands in the paper: at the claim's place, in a convention, in a letter's meaning, or nowhere.

A domain that many claims share carries conventions and meanings, which hold wherever its letters do. What is printed at one
place, and what was added there, is said by the claim: `stated(s > 0)`, `added(Ne(a, 0), because="...")`. A condition of
which nobody says anything is unclassified, and counted as such.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from sympy import And, Basic, Eq, default_sort_key
from sympy.core.relational import Relational
from sympy.logic.boolalg import BooleanFunction

from .domain import Domain
from .errors import ClaimError
from .latex import to_latex
from .paper import Convention, Meaning, Paper, Source
from .statement import All, Statement

PRINTED, CONVENTION, MEANING, ADDED, OURS, UNCLASSIFIED = "printed", "convention", "meaning", "added", "ours", "unclassified"
SOURCES = {
    PRINTED: "printed at this place",
    CONVENTION: "a convention of the paper",
    MEANING: "what the letter means",
    ADDED: "added here, not printed",
    OURS: "of a statement that is ours",
    UNCLASSIFIED: "not yet said where it is printed",
}
"""Where a condition may come from, and what a report says of it."""


@dataclass(frozen=True)
class Marked:
    """What a claim says of some of its conditions; made by `stated`, `added` and `by`."""

    source: str
    conditions: tuple[Basic, ...]
    why: str = ""
    of: Source | None = None
    leaving: tuple[Basic, ...] = ()


def stated(*conditions: Any) -> Marked:
    """These conditions are printed at the claim's place."""
    return Marked(PRINTED, _relations(conditions))


def added(*conditions: Any, because: str, leaving: Iterable = ()) -> Marked:
    """These conditions are not in the paper; because: why they were added.

    The statement is decided without each of them. leaving: what is still known when it is dropped, for instance `Ge(W, 0)`
    when `W > 0` is and W is a squared norm. A letter that an abbreviation ties, `where={eta_w: 1/eta_a}`, is named by the
    equation `Eq(eta_w, 1/eta_a)`; without it the letter is free.
    """
    if not because.strip():
        raise ClaimError("an added condition says why it was added")
    return Marked(ADDED, _relations(conditions), because, leaving=_relations(leaving, some=False))


def by(source: Source, *conditions: Any) -> Marked:
    """These conditions are a convention of the paper, or what a letter means, where no domain says so already."""
    if not isinstance(source, (Convention, Meaning)):
        raise ClaimError(f"`by` takes a Convention or a Meaning; got {source!r}")
    return Marked(source.kind, _relations(conditions), of=source)


@dataclass(frozen=True)
class Sourced:
    """One condition of a claim with its source, one of SOURCES; `why` is the reason of an added one or the paper's words."""

    condition: Basic
    source: str
    name: str = ""
    place: str = ""
    why: str = ""
    leaving: tuple[Basic, ...] = ()

    def as_json(self) -> dict:
        """What the ledger keeps: LaTeX, source, and what else is told."""
        told = {"name": self.name, "place": self.place, "why": self.why}
        return {"latex": to_latex(self.condition), "source": self.source, **{name: text for name, text in told.items() if text}}


def sources_of(statement: Statement, marks: Iterable[Marked] = (), paper: Paper | None = None, ours: bool = False) -> tuple[Sourced, ...]:
    """Every condition of a statement's domains with its source, in their order.

    A mark of the claim goes before what a domain carries. ours: nothing of the statement is printed, so what is not marked is
    ours too. Raises ClaimError for a mark on a condition that is none, for two on one, and for a convention that the paper lacks.
    """
    said = _said(marks)
    found: dict[Basic, Sourced] = {}
    known: dict[Basic, Basic] = {}
    for _, part in statement.parts():
        for condition in (*part.on.conditions, *_ties(part.on)):
            form = _form(condition)
            known.setdefault(form, condition)
            carried = {_form(key): source for key, source in part.on.sources.items()}
            if form in found and found[form].source != UNCLASSIFIED:
                continue
            if form in said:
                found[form] = replace(said[form], condition=condition)
            elif form in carried:
                found[form] = _from(condition, carried[form])
            elif not _is_tie(condition, part.on):
                found[form] = Sourced(condition, OURS if ours else UNCLASSIFIED)
    for form, mark in said.items():
        if form not in known:
            raise ClaimError(f"{mark.condition} is marked {mark.source} and is no condition of the statement; it has "
                             f"{', '.join(map(str, known.values())) or 'none'}")
    for entry in found.values():
        if entry.source == CONVENTION and paper is not None and entry.name not in {one.name for one in paper.conventions}:
            raise ClaimError(f"the convention {entry.name!r} is not among those of {paper.key}")
    return tuple(found.values())


def without(statement: Statement, condition: Basic, leaving: Iterable[Basic] = ()) -> Statement | None:
    """The statement on the domain that lacks a condition, of a conjunction the parts that have it; None where none has it.

    leaving: what is known in its place. A tied letter, named by its equation, becomes free. Raises StatementError or
    DomainError where nothing meaningful is left.
    """
    if isinstance(statement, All):
        parts = {name: part for name, member in statement.members.items() if (part := without(member, condition, leaving)) is not None}
        return All(members=parts, on=next(iter(parts.values())).on) if parts else None
    domain = domain_without(statement.on, condition, leaving)
    return None if domain is None else replace(statement, on=domain)


def domain_without(domain: Domain, condition: Basic, leaving: Iterable[Basic] = ()) -> Domain | None:
    """A domain that lacks a condition, its symbols still declared; None where it has no such condition."""
    form = _form(condition)
    kept = [one for one in domain.conditions if _form(one) != form]
    where = {key: value for key, value in domain.where.items() if _form(_tie(key, value)) != form}
    if len(kept) == len(domain.conditions) and len(where) == len(domain.where):
        return None
    freed = [key for key in domain.where if key not in where]
    return Domain(*kept, *leaving, over=(*domain.symbols, *freed), where=where, chart=domain.chart)


def _said(marks: Iterable[Marked]) -> dict[Basic, Sourced]:
    said: dict[Basic, Sourced] = {}
    for mark in marks:
        if not isinstance(mark, Marked):
            raise ClaimError(f"a claim's conditions are marked by `stated`, `added` or `by`; got {mark!r}")
        for condition in mark.conditions:
            if _form(condition) in said:
                raise ClaimError(f"{condition} is marked twice")
            made = Sourced(condition, mark.source, why=mark.why, leaving=mark.leaving) if mark.of is None else _from(condition, mark.of)
            said[_form(condition)] = made
    return said


def _from(condition: Basic, source: Source) -> Sourced:
    if isinstance(source, Convention):
        return Sourced(condition, CONVENTION, source.name, source.place, source.says)
    return Sourced(condition, MEANING, "", source.place, source.says)


def _ties(domain: Domain) -> tuple[Basic, ...]:
    """The abbreviations as equations: most only name a formula, and only a marked one counts as a condition."""
    return tuple(_tie(key, value) for key, value in domain.where.items())


def _tie(key: Basic, value: Basic) -> Basic:
    return Eq(key, value, evaluate=False)


def _is_tie(condition: Basic, domain: Domain) -> bool:
    return condition not in domain.conditions


def _form(condition: Basic) -> Basic:
    """One form for a relation and the same one read from the right."""
    if isinstance(condition, Relational):
        return min(condition, condition.reversed, key=default_sort_key)
    return condition


def _relations(conditions: Iterable[Any], some: bool = True) -> tuple[Basic, ...]:
    kept: list[Basic] = []
    for condition in conditions:
        if isinstance(condition, And):
            kept.extend(condition.args)
        elif isinstance(condition, (Relational, BooleanFunction)):
            kept.append(condition)
        else:
            raise ClaimError(f"a condition is a relation such as `s > 0`; got {condition!r}")
    if some and not kept:
        raise ClaimError("name the conditions that are meant")
    return tuple(kept)
