r"""A mean, variance or covariance at the beginning of an equation, with the brackets that a reader sees where none are
typed, or round ones: `\mathbb{E} \|x\|^2 = d` is `\mathbb{E}[\|x\|^2] = d`.
Of a sum that stands in none nobody can tell where the mean ends."""

from __future__ import annotations

import re

from .displays import merged
from .errors import NotationError
from .rows import READ
from .source import Source
from .tex import Kind, Token
from .tex.spans import depths
from .vocabulary import BRACKET_SIZES, MOMENT

_HEAD = re.compile(r"\s*" + MOMENT + r"(?:\s*_\s*(?:\{(?:[^{}]|\{[^{}]*\})*\}|[A-Za-z]))?")


def in_brackets(source: Source) -> Source:
    """An equation whose left side is a moment, with square brackets around what it is of; any other formula as it is.

    Raises NotationError where the moment is of a sum that stands in no brackets.
    """
    match = _HEAD.match(source.text)
    if match is None:
        return source
    head, rest = source.part(0, match.end()), source.part(match.end(), len(source.text))
    tokens = merged(rest)
    depth = depths(tokens)
    end = next((place for place, token in enumerate(tokens) if depth[place] == 0 and token.text in READ), len(tokens))
    inked = [place for place in range(end) if not tokens[place].blank and tokens[place].text not in BRACKET_SIZES]
    if not inked or tokens[inked[0]].text in ("[", r"\{"):
        return source
    first, last = inked[0], inked[-1]
    if tokens[first].text == "(" and next(place for place in inked[1:] if depth[place] == 0) == last and tokens[last].text == ")":
        made = [_bracket(tokens[first], "["), *tokens[first + 1:last], _bracket(tokens[last], "]"), *tokens[last + 1:]]
        return Source.joined([head, Source.made([token for token in (*tokens[:first], *made) if token.text not in BRACKET_SIZES])], "")
    if sums := [tokens[place].at for place in inked[1:] if depth[place] == 0 and tokens[place].text in ("+", "-")]:
        raise NotationError("where this mean ends reads two ways; put what it is of in brackets, \\mathbb{E}[...]", sums[0])
    made = [_bracket(tokens[first], "["), *tokens[first:last + 1], _bracket(tokens[last], "]"), *tokens[last + 1:]]
    return Source.joined([head, Source.made(made)], "")


def _bracket(token: Token, text: str) -> Token:
    """A bracket in the place of a token."""
    return Token(Kind.CHARACTER, text, token.at)


__all__ = ["in_brackets"]
