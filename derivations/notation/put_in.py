r"""Declared names that stand for what no expression is: a limit, a mean, a sum over an index, the root of a matrix. Their text is put in
where the formula names them, as `\mathcal{R}(\infty) = \lim_{t \to \infty} \mathcal{R}(t)` and `\mathbf{E} = \sum_{n}` have it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from .setting import Declaration
from .source import Source
from .tex import Kind, Token
from .vocabulary import FONTS

_OPENS = re.compile(r"\s*(?:\\lim|\\sum|\\mathbb\{E\}|\\operatorname\{(?:plim|Var|Cov)\}|\\frac\{d\}\{dt\})(?![A-Za-z])"
                    r"|\s*\\operatorname\{[A-Za-z]+\}\s*$")
_ROOT = re.compile(r"\s*\\sqrt(?![A-Za-z])")
_SPACE = Token(Kind.SPACE, " ", 1)


def stands_for_text(item: Declaration) -> bool:
    """Whether a declared name is put in as text."""
    return _OPENS.match(item.right) is not None or (_ROOT.match(item.right) is not None and _ROOT.match(item.left) is not None)


_COUNTED = re.compile(r"\\sum\s*(?:\\limits)?\s*_\s*\{\s*(?P<index>[A-Za-z])\s*=\s*(?P<low>\d)\s*\}\s*\^\s*\{?(?P<high>\d)(?!\d)\}?")

_STOPS = re.compile(r"[+\-=<>,;&]|\\\\|\\(?:leq?|geq?|neq?|to|approx|propto|pm|mp|q?quad|text)(?![A-Za-z])")


def counted_out(source: Source) -> Source:
    r"""A sum such as \sum_{q=1}^{3} f^{(q)}(x), whose index is a mark on a name, as the sum of its terms: up to the next plus or minus."""
    found = _COUNTED.search(source.text)
    if found is None:
        return source
    depth, end = 0, found.end()
    while end < len(source.text) and depth >= 0 and not (depth == 0 and _STOPS.match(source.text, end)):
        depth += {"{": 1, "(": 1, "[": 1, "}": -1, ")": -1, "]": -1}.get(source.text[end], 0)
        end += depth >= 0
    mark, body = f"^{{({found['index']})}}", source.text[found.end():end]
    rest = body.replace(mark, "")
    if mark not in body or re.search(rf"(?<![A-Za-z\\\\]){found['index']}(?![A-Za-z])", rest):
        return source
    terms = [body.replace(mark, f"^{{({number})}}").strip() for number in range(int(found["low"]), int(found["high"]) + 1)]
    return source.put(found.start(), end, [rf"\left({' + '.join(terms)}\right) "])


def put_in(source: Source, declared: Sequence[Declaration]) -> Source:
    """The formula with such names written out; the longest goes first, and one that another holds is put in again."""
    wanted = sorted(filter(stands_for_text, declared), key=lambda item: -len(item.left))
    for item in (*wanted, *wanted):
        source = _replaced(source, [token.text for token in Source.of(item.left).tokens if not token.blank], Source.of(item.right).tokens)
    return source


def _replaced(source: Source, name: list[str], right: Sequence[Token]) -> Source:
    """A text with every place where a name stands, with no script behind it, replaced by other tokens."""
    inked = [(place, token.text) for place, token in enumerate(source.tokens) if not token.blank]
    words = [text for _, text in inked]
    made: list[Token] = []
    done = at = 0
    while at < len(inked):
        behind = at + len(name)
        if words[at:behind] == name and words[behind:behind + 1] not in (["_"], ["^"], ["'"]) and not (at and words[at - 1] in FONTS):
            made += source.tokens[done:inked[at][0]]
            made += [_SPACE, *(replace(token, at=source.tokens[inked[at][0]].at) for token in right), _SPACE]
            done, at = inked[behind - 1][0] + 1, behind
        else:
            at += 1
    return Source.made([*made, *source.tokens[done:]]) if done else source
