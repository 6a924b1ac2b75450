r"""A relation whose right side is `\begin{cases} ... \end{cases}`, held to a conjunction: each case is the relation with its value, and
belongs to the part whose domain has the case's condition, or whose limit goes where the case says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sympy import Ge, Gt, Le, Lt, expand

from theoremtest.derivations.language.spoken import Spoken
from theoremtest.derivations.language.statement import All, Limit, Statement

from .conditions import build_condition
from .displays import grid, merged, sides_and_signs
from .errors import NotationError
from .layout import SPACES
from .names import names_of
from .parser import parse
from .reading import read_statement
from .respelled import words_at
from .rows import READ
from .setting import with_declared
from .signs import approached, read_link
from .source import Source
from .tex import Token
from .tex.spans import Spans, depths

_GIVEN = {"if", "for", "when"}


@dataclass(frozen=True)
class _Row:
    """A case: its value, its condition, and the words behind that, which restrict nothing."""

    value: Source
    condition: Source
    remark: str = ""


def is_by_cases(source: Source) -> bool:
    """Whether a formula is a relation with cases on its right."""
    found = grid(source, ("cases",))
    return found is not None and bool(found[0].text) and any(len(row) > 1 for row in found[1])


def by_cases(source: Source, like: All, spoken: Mapping[str, Spoken]) -> list[tuple[str, Statement]]:
    """What the cases say, each with its part, and the parts that say what a value is about equal to; empty where the formula is no such
    relation.

    Raises NotationError for a case whose condition no part has, or more than one.
    """
    if not is_by_cases(source):
        return []
    lead, rows = _rows(source)
    made: list[tuple[str, Statement]] = []
    for row in rows:
        sides, signs = sides_and_signs(row.value)
        if signs and set(signs) != {r"\approx"}:
            raise NotationError(f"{signs[0]} inside a case", row.value.column(1))
        made.append(_part_of(row, lead, sides[0], like, spoken))
        made += [read_link(one, other, sign, like, spoken) for one, other, sign in zip(sides, sides[1:], signs, strict=False)]
    return made


def _rows(source: Source) -> tuple[Source, list[_Row]]:
    """What stands before the cases, and the cases in their order; a condition may stand before its value, with a colon behind it."""
    found = grid(source, ("cases",))
    assert found is not None
    lead, cells = found
    rows = []
    for row in cells:
        if len(row) == 1 and not row[0].text:
            continue
        if len(row) != 2:
            raise NotationError("a case has a value and its condition, with & between them", row[-1].column(1) or source.column(1))
        first, second = row
        if "".join(first.text.split()).endswith("::"):
            raise NotationError("a second colon stands behind this condition", first.column(1))
        turned = first.text.endswith(":") and any(token.text in READ | {r"\in"} for token in first.tokens)
        value = second if turned else first
        value = value.part(0, len(value.text.rstrip(" .,;")))
        rows.append(_Row(value, *_condition(first if turned else second)))
    return lead, rows


def _condition(cell: Source) -> tuple[Source, str]:
    """The condition of a case without the words around it, and the words behind it."""
    tokens = merged(cell)
    spans, start, colon = Spans(tokens), 0, False
    while start < len(tokens):
        words, after = words_at(tokens, start, spans)
        if after == start and not (tokens[start].blank or tokens[start].text in SPACES or (tokens[start].text == ":" and not colon)):
            break
        colon = colon or tokens[start].text == ":"
        if words and words not in _GIVEN:
            break
        start = max(after, start + 1)
    end, remark = _remark(tokens, spans)
    return _ended(tokens[start:max(end, start)]), remark


def _remark(tokens: list[Token], spans: Spans) -> tuple[int, str]:
    """Where a comma with words behind it begins that ends a condition, and the words; the end of all where none does."""
    for place, (token, depth) in enumerate(zip(tokens, depths(tokens), strict=True)):
        if token.text != "," or depth:
            continue
        at = place + 1
        while at < len(tokens) and (tokens[at].blank or tokens[at].text in SPACES):
            at += 1
        words, after = words_at(tokens, at, spans)
        if after > at and all(one.blank or one.text in (".", ",", ";") for one in tokens[after:]):
            return place, words
    return len(tokens), ""


def _ended(tokens: list[Token]) -> Source:
    source = Source.made(tokens)
    return source.part(0, len(source.text.rstrip(" .,;:\n")))


def remarks(source: Source) -> list[str]:
    """The words behind the conditions of cases, which restrict nothing."""
    return [row.remark for row in _rows(source)[1] if row.remark] if is_by_cases(source) else []


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
        raise NotationError(f"the condition {' '.join(row.condition.text.split())!r} of a case is that of {len(fitting)} of the parts "
                            f"{', '.join(like.members)}", row.condition.column(1))
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
        raise error.moved(text.column(error.column)) from None


def _under(row: _Row, part: Statement) -> bool:
    """Whether a case's condition is one of a part's domain, or says where its limit goes."""
    if isinstance(part, Limit) and r"\to" in row.condition.text:
        try:
            return approached(row.condition, part)
        except NotationError:
            return False
    try:
        text = row.condition.text
        read = build_condition(parse(text, "condition", with_declared(names_of(part), part, text)).children[0])
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
