"""TeX tokens in groups: where a brace closes, what an argument is, how a name is spelled with its scripts."""

from __future__ import annotations

from collections.abc import Sequence

from lark import Token

from .errors import NotationError
from .tokens import Tex
from .vocabulary import FONTS

_D = (("d",), (r"\partial",), (r"\mathrm", "d"))
"""How the d of a derivative is spelled."""


def continues(tokens: Sequence[Tex], place: int, words: Sequence[str]) -> bool:
    """Whether one of these words stands at a place."""
    return place < len(tokens) and tokens[place].text in words


def made(kind: str, token: Tex) -> Token:
    """A token of the grammar where a token of TeX stands."""
    return Token(kind, token.text, column=token.column)


def matching(tokens: Sequence[Tex], place: int) -> int:
    """Where the brace that opens at a place closes. Raises NotationError where it never does."""
    depth = 0
    for at in range(place, len(tokens)):
        depth += {"{": 1, "}": -1}.get(tokens[at].text, 0)
        if depth == 0:
            return at
    raise NotationError("this brace is never closed", tokens[place].column)


def past_bracket(tokens: Sequence[Tex], place: int) -> int:
    """Behind the round bracket that opens at a place; the place itself where none does, or where it is never closed."""
    depth = 0
    for at in range(place, len(tokens)):
        depth += {"(": 1, ")": -1}.get(tokens[at].text, 0)
        if depth == 0:
            return at + 1 if at > place else place
    return place


def group(tokens: Sequence[Tex], place: int) -> tuple[list[Tex], int]:
    """The tokens of a group (or the one token) at a place, and the place behind it."""
    if place >= len(tokens):
        raise NotationError("an argument is missing at the end", tokens[-1].column)
    if tokens[place].text == "{":
        end = matching(tokens, place)
        if end == place + 1:
            raise NotationError("this group is empty", tokens[place].column)
        return list(tokens[place + 1:end]), end + 1
    if tokens[place].text in FONTS and place + 1 < len(tokens):
        return list(tokens[place:place + 2]), place + 2
    return [tokens[place]], place + 1


def starts_with_d(tokens: Sequence[Tex]) -> int:
    """How many tokens spell the d of a derivative at the beginning; 0 where none do."""
    words = tuple(token.text for token in tokens[:2])
    return next((len(form) for form in _D if words[:len(form)] == form), 0)


def spell(tokens: Sequence[Tex], place: int) -> str:
    """An unknown name as it was written: its accent, its letter and its subscript."""
    return spelled_to(tokens, place)[0]


def spelled_to(tokens: Sequence[Tex], place: int) -> tuple[str, int]:
    """An unknown name as it was written, and the place behind it."""
    text = tokens[place].text
    place += 1
    if text in FONTS and place < len(tokens):
        inner, place = group(tokens, place)
        text += "{" + "".join(item.text for item in inner) + "}"
    while place < len(tokens) and tokens[place].text in ("_", "'"):
        text += tokens[place].text
        if tokens[place].text == "_" and place + 1 < len(tokens):
            inner, end = group(tokens, place + 1)
            body = " ".join(item.text for item in inner) if any(i.text[0] == "\\" for i in inner) else "".join(i.text for i in inner)
            text += body if len(inner) == 1 else "{" + body + "}"
            place = end
        else:
            place += 1
    return text, place
