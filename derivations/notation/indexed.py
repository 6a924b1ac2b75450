"""Indices below a bracket and below a delta: the entry `\\left[M\\right]_{i, j}` and the Kronecker delta `\\delta_{i j}`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lark import Token

from .entries import is_unit
from .errors import NotationError
from .groups import group
from .tokens import Tex

if TYPE_CHECKING:
    from .lexer import Lexer


def entry_index(lexer: Lexer, tokens: list[Tex], place: int, out: list[Token]) -> int:
    """The row and the column below a bracket; of a column one index."""
    inner, end = group(tokens, place + 1)
    out.append(Token("ENTRY", "_", column=tokens[place].column))
    index = lexer.names.match(inner, 0)
    if index is not None and index[1] == len(inner) and is_unit(index[0].value):
        out += [Token("LBRACE", "", column=tokens[place].column), *lexer.run(inner), Token("RBRACE", "", column=tokens[place].column)]
        return end
    _pair(lexer, inner, tokens[place], out, "the entry of a matrix has a row and a column, _{i, j}", ("LBRACE", "RBRACE"))
    return end


def kronecker_delta(lexer: Lexer, tokens: list[Tex], place: int, out: list[Token]) -> int:
    """A delta with two indices; the comma behind a name or a number may be left out."""
    token = tokens[place]
    usage = r"\delta is a name that is not declared, or has two indices, \delta_{i, j}"
    if place + 2 >= len(tokens) or tokens[place + 1].text != "_":
        raise NotationError(usage, token.column)
    inner, end = group(tokens, place + 2)
    out.append(Token("EXTREME", "delta", column=token.column))
    _pair(lexer, inner, token, out, usage, ("LPAR", "RPAR"))
    return end


def _pair(lexer: Lexer, inner: list[Tex], owner: Tex, out: list[Token], usage: str, brackets: tuple[str, str]) -> None:
    commas = [place for place, token in enumerate(inner) if token.text == ","]
    if len(commas) == 1:
        left, right = inner[:commas[0]], inner[commas[0] + 1:]
    else:
        first = lexer.names.match(inner, 0) if not commas else None
        size = first[1] if first is not None else int(not commas and bool(inner) and inner[0].text.isdigit())
        if not size:
            raise NotationError(usage, owner.column)
        left, right = inner[:size], inner[size:]
    if not left or not right:
        raise NotationError(usage, owner.column)
    out.append(Token(brackets[0], "", column=owner.column))
    out += lexer.run(left)
    out.append(Token("COMMA", ",", column=owner.column))
    out += lexer.run(right)
    out.append(Token(brackets[1], "", column=owner.column))
