r"""A relation whose right side is `\begin{cases} ... \end{cases}`, held to a conjunction: each case is the relation with its value, and
belongs to the part whose domain has the case's condition, or whose limit goes where the case says."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from sympy import Ge, Gt, Le, Lt, expand

from theoremtest.derivations.language.spoken import Spoken
from theoremtest.derivations.language.statement import All, Limit, Statement

from .conditions import build_condition
from .displays import sides_and_signs
from .errors import NotationError
from .names import names_of
from .parser import parse
from .reading import read_statement
from .setting import with_declared
from .signs import approached, read_link
from .source import Source

_CASES = re.compile(r"\\begin\{cases\}(?P<body>.*)\\end\{cases\}[\s.,]*$", re.DOTALL)
_LEAD = re.compile(r"^(?:\s|:|\\[,;:! ]|\\(?:text|mbox|textrm)\{\s*(?:if|for|when)\s*\})+")
_REMARK = re.compile(r",(?:\s|\\[,;:! ])*\\(?:text|mbox|textrm)\{(?P<words>[^{}]*)\}")
_AFTER = re.compile(r"[\s.,;:]*$")
_FIRST = re.compile(r"[<>=]|\\(?:leq?|geq?|neq?|to|in)(?![A-Za-z])")


@dataclass(frozen=True)
class _Row:
    """A case: its value, and its condition with where that begins."""

    value: Source
    condition: str
    column: int


def is_by_cases(source: Source) -> bool:
    """Whether a formula is a relation with cases on its right."""
    found = _CASES.search(source.text)
    return found is not None and "&" in found["body"] and found.start() > 0


def by_cases(source: Source, like: All, spoken: Mapping[str, Spoken]) -> list[tuple[str, Statement]]:
    """What the cases say, each with its part, and the parts that say what a value is about equal to; empty where the formula is no such
    relation.

    Raises NotationError for a case whose condition no part has, or more than one.
    """
    if not is_by_cases(source):
        return []
    found = _CASES.search(source.text)
    assert found is not None
    lead = source.part(0, found.start())
    made: list[tuple[str, Statement]] = []
    for row in _rows(source, found):
        sides, signs = sides_and_signs(row.value)
        if signs and set(signs) != {r"\approx"}:
            raise NotationError(f"{signs[0]} inside a case", row.value.column(1))
        made.append(_part_of(row, lead, sides[0], like, spoken))
        made += [read_link(one, other, sign, like, spoken) for one, other, sign in zip(sides, sides[1:], signs, strict=False)]
    return made


def _rows(source: Source, found: re.Match) -> list[_Row]:
    """The cases in their order; a condition may stand before its value, with a colon behind it."""
    rows, start = [], found.start("body")
    for row in re.split(r"\\\\(?:\[[^\]]*\])?", found["body"]):
        first, sign, second = row.partition("&")
        ends = (start, start + len(first), start + len(first) + 1, start + len(row))
        if sign:
            turned = first.rstrip().endswith(":") and _FIRST.search(first) is not None
            value = source.part(*ends[2:]) if turned else source.part(*ends[:2])
            value = value.part(0, len(value.text.rstrip(" .,;")))
            words = _AFTER.sub("", _REMARK.sub("", _LEAD.sub("", first if turned else second)))
            rows.append(_Row(value, words, source.column((start if turned else ends[2]) + 1)))
        start += len(row) + 2
    return rows


def remarks(source: Source) -> list[str]:
    """The words behind the conditions of cases, which restrict nothing."""
    found = _CASES.search(source.text)
    return [match["words"].strip() for match in _REMARK.finditer(found["body"])] if found else []


def _part_of(row: _Row, lead: Source, value: Source, like: All, spoken: Mapping[str, Spoken]) -> tuple[str, Statement]:
    fitting, errors = [], []
    for name, part in like.members.items():
        try:
            if not _under(row, part):
                continue
            fitting.append((name, _said(lead, value, name, part, spoken)))
        except NotationError as error:
            errors.append(error)
    if not fitting and errors:
        raise errors[0]
    if len(fitting) != 1:
        raise NotationError(f"the condition {' '.join(row.condition.split())!r} of a case is that of {len(fitting)} of the parts "
                            f"{', '.join(like.members)}", row.column)
    return fitting[0]


def _said(lead: Source, value: Source, name: str, part: Statement, spoken: Mapping[str, Spoken]) -> Statement:
    """The relation with one case's value, in the place of a part."""
    sides, signs = sides_and_signs(lead)
    if name in spoken and signs == [spoken[name].sign] and signs != ["="]:
        return read_link(sides[0], value, signs[0], part, {"": spoken[name]})[1]
    text = Source(lead.text + " " + value.text, lead.at + (value.at[:1] or lead.at[-1:]) + value.at)
    try:
        return read_statement(text.text, part)
    except NotationError as error:
        raise NotationError(error.message, text.column(error.column), error.near) from None


def _under(row: _Row, part: Statement) -> bool:
    """Whether a case's condition is one of a part's domain, or says where its limit goes."""
    text = Source.of(row.condition)
    if isinstance(part, Limit) and r"\to" in row.condition:
        try:
            return approached(text, part)
        except NotationError:
            return False
    try:
        read = build_condition(parse(row.condition, "condition", with_declared(names_of(part), part, row.condition)).children[0])
    except NotationError:
        return False
    return read in part.on.conditions or _bound(read) is not None and _bound(read) in map(_bound, part.on.conditions)


def _bound(condition: object) -> tuple | None:
    """An inequality as what is not negative and whether it may be zero; of whole numbers n > 0 is n >= 1."""
    if not isinstance(condition, (Gt, Ge, Lt, Le)):
        return None
    gap = condition.lhs - condition.rhs if isinstance(condition, (Gt, Ge)) else condition.rhs - condition.lhs
    strict = isinstance(condition, (Gt, Lt))
    if strict and gap.free_symbols and all(letter.is_integer for letter in gap.free_symbols) and expand(gap).is_polynomial():
        return expand(gap) - 1, False
    return expand(gap), strict
