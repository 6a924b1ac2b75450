"""An erratum on one line: what is printed, what it should read, and of a longer statement only the parts that differ."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from theoremtest.reports.render.model import ClaimView, Formula
from theoremtest.reports.render.prose import Run


@dataclass(frozen=True)
class Change:
    """A formula and what it becomes, changed terms marked; empty where one form has nothing of the kind."""

    old: str
    new: str
    name: tuple[Run, ...] = ()
    """The part of the statement, where it has several."""


@dataclass(frozen=True)
class Changes:
    """What an erratum changes: formulas, and conditions that come or go."""

    formulas: tuple[Change, ...]
    gained: tuple[str, ...]
    lost: tuple[str, ...]
    kept: str = ""
    """The statement, where its conditions alone change."""


def changes(claim: ClaimView) -> Changes:
    """What the erratum of a claim changes. The claim has one."""
    assert claim.erratum is not None
    old, new = claim.formula, claim.erratum.formula
    conditions = [_conditions(formula) for formula in (old, new)]
    gained = tuple(item for item in conditions[1] if item not in conditions[0])
    lost = tuple(item for item in conditions[0] if item not in conditions[1])
    found = tuple(_differing(_named(old), _named(new)))
    return Changes(found, gained, lost, "" if found else old.latex or (old.parts[0].latex if len(old.parts) == 1 else ""))


Named = list[tuple[tuple[Run, ...], str, str]]
"""Name, LaTeX and marked LaTeX of each part."""


def _named(formula: Formula) -> Named:
    rows = [(part.name, part.latex, part.marked or part.latex) for part in formula.parts]
    return rows or [((), formula.latex, formula.marked or formula.latex)]


def _differing(old: Named, new: Named) -> Iterable[Change]:
    """Parts that are not in both: those of one name together, the rest side by side in their order."""
    texts = {latex for _, latex, _ in old} & {latex for _, latex, _ in new}
    left = [row for row in old if row[1] not in texts]
    right = [row for row in new if row[1] not in texts]
    for row in list(left):
        other = next((one for one in right if one[0] == row[0]), None)
        if other is not None:
            left.remove(row)
            right.remove(other)
            yield Change(row[2], other[2], row[0])
    for place in range(max(len(left), len(right))):
        one, other = (side[place] if place < len(side) else ((), "", "") for side in (left, right))
        yield Change(one[2], other[2], one[0] or other[0])


def _conditions(formula: Formula) -> tuple[str, ...]:
    """All conditions and abbreviations of a statement, each once."""
    domains = [formula.domain, *(part.domain for part in formula.parts)]
    return tuple(dict.fromkeys(item for domain in domains for item in (*domain.conditions, *domain.where)))
