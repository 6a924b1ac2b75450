r"""Sums over the places of declared indices, `\sum_{j=1}^{n}`, `\sum_j` and `\sum_{i,j}`, and integrals over a domain
whose points are one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lark import Token
from sympy import OneMatrix

from .entries import is_ones, is_unit
from .errors import NotationError
from .groups import continues, group, made, starts_with_d
from .names import Meaning
from .tokens import Tex

if TYPE_CHECKING:
    from .lexer import Lexer

ENDS = {"+", "-", "=", "<", ">", ",", r"\leq", r"\geq", r"\le", r"\ge"}
"""What a sum's summand ends before."""
OPENING, CLOSING = {"{", "(", "[", r"\{", r"\langle"}, {"}", ")", "]", r"\}", r"\rangle"}


def over_places(lexer: Lexer, inner: list[Tex], tokens: list[Tex], after: int, owner: Tex) -> tuple[list[Meaning], int] | None:
    """The indices that a sum runs over and the place behind its bounds; None where what stands below is no declared index.

    Raises NotationError where the bounds are not the first and the last place of the index.
    """
    indices, at = [], 0
    while at < len(inner):
        found = lexer.names.match(inner, at)
        if found is None or not is_unit(found[0].value):
            return None
        indices.append(_with_ones(lexer, found[0]))
        at += found[1]
        if at < len(inner) and inner[at].text in (r"\neq", r"\ne"):
            other = lexer.names.match(inner, at + 1)
            if other is None or not is_unit(other[0].value) or at + 1 + other[1] != len(inner):
                return None
            if other[0].value.shape != found[0].value.shape or other[0].value == found[0].value:
                raise NotationError("these two indices do not run over the same places, or are one", inner[at].column)
            indices[-1] = replace(indices[-1], but=other[0].value)
            if not _stands_free(lexer.whole, [token.text for token in inner[at + 1:]]):
                indices.insert(len(indices) - 1, _with_ones(lexer, other[0]))
            break
        if at < len(inner) and inner[at].text == "=":
            if [token.text for token in inner[at + 1:]] != ["1"]:
                raise NotationError(f"the index {found[0].latex} begins at 1", inner[at].column)
            break
        if at < len(inner) and inner[at].text != ",":
            return None
        at += 1
    if not indices:
        return None
    if continues(tokens, after, ("^",)):
        upper, after = group(tokens, after + 1)
        found = lexer.names.match(upper, 0)
        for index in indices:
            last = index.value.shape[0]
            told = found[0].value if found is not None and found[1] == len(upper) else None
            if told != last and [token.text for token in upper] != [str(last)]:
                raise NotationError(f"the index {index.latex} runs to {last}, and this sum to "
                                    f"{''.join(token.text for token in upper)}", owner.column)
    return indices, after


def _stands_free(tokens: list[Tex], index: list[str]) -> bool:
    """Whether an index stands somewhere in a formula outside of the sums that name it below: then such a sum takes it as given."""
    words, covered = [token.text for token in tokens], 0
    for place in range(len(words)):
        if words[place] == r"\sum" and words[place + 1:place + 2] == ["_"]:
            inner, after = group(tokens, place + 2)
            if _speaks([token.text for token in inner], index):
                depth = 0
                while after < len(words) and depth >= 0 and (depth or words[after] not in ENDS):
                    depth += (words[after] in OPENING) - (words[after] in CLOSING)
                    after += 1
                covered = max(covered, after)
        if place >= covered and words[place:place + len(index)] == index:
            return True
    return False


def _speaks(words: list[str], index: list[str]) -> bool:
    return any(words[place:place + len(index)] == index for place in range(len(words)))


def _with_ones(lexer: Lexer, index: Meaning) -> Meaning:
    length = index.value.shape[0]
    known = (meaning.value for meaning in lexer.names.by_tokens.values())
    return replace(index, ones=next((value for value in known if is_ones(value) and value.shape[0] == length), OneMatrix(length, 1)))


def over_a_domain(lexer: Lexer, tokens: list[Tex], at: int, out: list[Token], owner: Tex) -> int | None:
    r"""An integral `\int_{\mathcal{X}} f(x) dx` over the points of a declared index x, as the sum over them; None where no
    such d follows."""
    depth, pending, place = 0, 0, at
    while place < len(tokens):
        text = tokens[place].text
        depth += {"{": 1, "(": 1, "[": 1, "}": -1, ")": -1, "]": -1}.get(text, 0)
        if depth < 0:
            return None
        size = starts_with_d(tokens[place:place + 2]) if depth == 0 and text != r"\partial" else 0
        found = lexer.names.match(tokens, place + size) if size and place + size < len(tokens) else None
        if depth == 0 and text == r"\int":
            pending += 1
        elif found is not None and is_unit(found[0].value):
            if not pending:
                index = Token("NAME", _with_ones(lexer, found[0]), column=owner.column)
                opening = [made(kind, owner) for kind in ("LPAR", "SUM", "LBRACE")]
                out += [*opening, index, made("RBRACE", owner), made("LPAR", owner), *lexer.run(tokens[at:place]), made("RPAR", owner),
                        made("RPAR", owner)]
                return place + size + found[1]
            pending -= 1
        place += 1
    return None
