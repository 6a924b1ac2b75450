r"""A relation whose right side is `\begin{cases} ... \end{cases}`, held to a conjunction: each case is the relation with its value, and
belongs to the part whose domain has the case's condition."""

from __future__ import annotations

import re

from rederive.derivations.language.statement import All

from .conditions import build_condition
from .errors import NotationError
from .names import names_of
from .parser import parse
from .reading import read_statement
from .setting import with_declared
from .source import Source

_CASES = re.compile(r"\\begin\{cases\}(?P<body>.*)\\end\{cases\}[\s.,]*$", re.DOTALL)
_LEAD = re.compile(r"^(?:\s|:|\\[,;:! ]|\\(?:text|mbox|textrm)\{\s*(?:if|for|when)\s*\})+")
_REMARK = re.compile(r",(?:\s|\\[,;:! ])*\\(?:text|mbox|textrm)\{(?P<words>[^{}]*)\}")
_AFTER = re.compile(r"[\s.,;:]*$")


def by_cases(source: Source, like: All) -> list[tuple[Source, list[str]]]:
    """The relations that the cases make, each with its part; empty where the formula is no such relation.

    Raises NotationError for a case whose condition no part has, or more than one.
    """
    found = _CASES.search(source.text)
    if found is None or "&" not in found["body"] or found.start() == 0:
        return []
    made = []
    start, whole = found.start("body"), source
    rows = re.split(r"\\\\(?:\[[^\]]*\])?", found["body"])
    for row in rows:
        value, sign, condition = row.partition("&")
        if sign:
            first = whole.part(start, start + len(value))
            text = Source(whole.text[:found.start()] + first.text, whole.at[:found.start()] + first.at)
            words = _AFTER.sub("", _REMARK.sub("", _LEAD.sub("", condition)))
            made.append((text, [_part_of(words, text, like, whole.column(start + len(value) + 2))]))
        start += len(row) + 2
    return made


def remarks(source: Source) -> list[str]:
    """The words behind the conditions of cases, which restrict nothing."""
    found = _CASES.search(source.text)
    return [match["words"].strip() for match in _REMARK.finditer(found["body"])] if found else []


def _part_of(condition: str, text: Source, like: All, column: int) -> str:
    fitting = []
    for name, part in like.members.items():
        try:
            read = build_condition(parse(condition, "condition", with_declared(names_of(part), part, condition)).children[0])
            read_statement(text.text, part)
        except NotationError:
            continue
        if read in part.on.conditions:
            fitting.append(name)
    if len(fitting) != 1:
        raise NotationError(f"the condition {' '.join(condition.split())!r} of a case is that of {len(fitting)} of the parts "
                            f"{', '.join(like.members)}", column)
    return fitting[0]
