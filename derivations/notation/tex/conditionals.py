r"""Conditions: those that are known are decided as TeX does, and what they leave out is passed over; of any other both branches are read,
and what they define differently is not known behind them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..errors import NotationError
from .meanings import Word
from .mouth import Kind, Token, listed

if TYPE_CHECKING:
    from .gullet import Gullet

PRIMITIVE = {rf"\if{word}" for word in (
    "", *listed("cat x num dim odd vmode hmode mmode inner void hbox vbox eof true false case defined csname fontchar"))}
OF_PACKAGES = {rf"\if{word}" for word in ("pdf", "xetex", "luatex", "tutex", "PDFTeX", "LuaTeX", "XeTeX", "pdfoutput")}


def begins(gullet: Gullet, token: Token) -> bool:
    r"""Whether a token begins a condition; \iff and \ifthenelse do not."""
    meaning = gullet.table.known.get(token.text) if token.kind is Kind.COMMAND else None
    word = meaning.text if isinstance(meaning, Word) else token.text
    return token.kind is Kind.COMMAND and (meaning is None or isinstance(meaning, Word)) and (
        word in PRIMITIVE or word in OF_PACKAGES or word.startswith(r"\if@"))


def _if(gullet: Gullet, token: Token) -> None:
    meaning = gullet.table.known.get(token.text)
    word = meaning.text if isinstance(meaning, Word) else token.text
    holds = {r"\iftrue": True, r"\iffalse": False}.get(word)
    if word == r"\ifdefined":
        name = gullet.raw()
        holds = True if name is not None and name.text in gullet.table.known else None
    elif word == r"\ifx":
        gullet.raw(), gullet.raw()
    gullet.conditions.append(holds is not None)
    if holds is None:
        gullet.refuse(token)
        gullet.table.branches_off()
    elif not holds:
        _pass_over(gullet, token, (r"\else", r"\fi"))


def _else(gullet: Gullet, token: Token) -> None:
    if not gullet.conditions:
        return
    if gullet.conditions[-1]:  # the branch that was read is the one that holds
        _pass_over(gullet, token, (r"\fi",))
    else:
        gullet.conditions[-1] = False
        gullet.table.other_branch()
        gullet.whole.add(len(gullet.conditions))


def _or(gullet: Gullet, token: Token) -> None:
    if gullet.conditions and not gullet.conditions[-1]:
        gullet.table.other_branch()


def _fi(gullet: Gullet, token: Token) -> None:
    if not gullet.conditions:
        return
    whole = len(gullet.conditions) in gullet.whole
    gullet.whole.discard(len(gullet.conditions))
    if not gullet.conditions.pop():
        gullet.table.joins(whole)


def _pass_over(gullet: Gullet, opening: Token, ends: tuple[str, ...]) -> None:
    depth, known = 0, len(gullet.passed)
    while (token := gullet.raw()) is not None:
        if token.kind is Kind.COMMENT:
            gullet.passed.append(token)
        elif begins(gullet, token):
            depth += 1
        elif depth == 0 and token.text in ends and token.kind is Kind.COMMAND:
            if token.text == r"\fi":
                gullet.conditions.pop()
            return
        elif token.text == r"\fi" and token.kind is Kind.COMMAND:
            depth -= 1
    del gullet.passed[known:]
    raise NotationError(f"{opening.text} is never ended by \\fi", opening.at)


def _either(gullet: Gullet, token: Token) -> None:
    r"""\ifthenelse{...}{one}{other} and its like: either may be what is read."""
    gullet.refuse(token)
    gullet.argument(token)
    one, other = gullet.argument(token), gullet.argument(token)
    at = token.at
    gullet.conditions.append(False)
    gullet.table.branches_off()
    gullet.push([*one, Token(Kind.COMMAND, r"\else", at), *other, Token(Kind.COMMAND, r"\fi", at)])


CONDITIONS: dict[str, Callable[[Gullet, Token], None]] = {
    **dict.fromkeys(PRIMITIVE | OF_PACKAGES, _if), r"\else": _else, r"\or": _or, r"\fi": _fi,
    **dict.fromkeys(listed(r"\ifthenelse \@ifundefined \@ifpackageloaded \@ifclassloaded \IfFileExists \ifbool \iftoggle \ifdef \ifundef"),
                    _either),
}
"""What a command of a condition does."""
