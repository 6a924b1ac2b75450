r"""What commands of TeX do that neither define nor decide: files, words that stand as they are, names put together."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..errors import NotationError
from .mouth import Kind, Mouth, Token, spelled

if TYPE_CHECKING:
    from .gullet import Gullet

Does = Callable[["Gullet", Token], None]

def _nothing(gullet: Gullet, token: Token) -> None:
    """A command that changes nothing that is read here."""


def _everywhere(gullet: Gullet, token: Token) -> None:
    gullet.everywhere = True


def _letters(are: bool) -> Callable[[Gullet, Token], None]:
    def change(gullet: Gullet, token: Token) -> None:
        if gullet.mouth is not None:
            gullet.mouth.letters = are
    return change


def _verb(gullet: Gullet, token: Token) -> None:
    gullet.refuse(token)
    mouth = gullet.readers[-1]
    if not isinstance(mouth, Mouth):
        return
    if mouth.text[mouth.place:mouth.place + 1] == "*":
        mouth.place += 1
    if token.text != r"\verb":
        gullet.optional()
        mouth.place = mouth.text.find("{", mouth.place) + 1 if token.text == r"\mintinline" else mouth.place
    sign = mouth.text[mouth.place:mouth.place + 1]
    mouth.place += 1
    line = mouth.text.find("\n", mouth.place)
    end = mouth.text.find("}" if sign == "{" else sign, mouth.place) if sign else -1
    if end < 0 or 0 <= line < end:
        raise NotationError(f"{token.text} is not closed on its line", token.at)
    mouth.skipped.append((mouth.place, end))
    mouth.place = end + 1


def _named(gullet: Gullet, token: Token) -> None:
    r"""\csname...\endcsname is the command of that name."""
    gullet.push([put_together(gullet, token)])


def put_together(gullet: Gullet, token: Token) -> Token:
    r"""The command whose name stands before \endcsname; a space behind \csname itself is none of it."""
    name = ""
    while (piece := gullet.raw()) is not None and piece.text != r"\endcsname":
        name += piece.text if name or not piece.blank else ""
    return Token(Kind.COMMAND, "\\" + name, token.at, token.file)


def _put_off(gullet: Gullet, token: Token) -> None:
    gullet.later += gullet.argument(token)


def _at_once(gullet: Gullet, token: Token) -> None:
    gullet.push(gullet.argument(token))


def _file(gullet: Gullet, token: Token) -> None:
    gullet.refuse(token)
    options = spelled(gullet.optional() or ())[0]
    first = gullet.past_blank()
    if first is None:
        return
    if first.kind is Kind.OPEN:
        name = gullet.group(first)
    else:  # \input name, up to a space
        name, piece = [first], gullet.raw()
        while piece is not None and piece.kind is Kind.CHARACTER:
            name.append(piece)
            piece = gullet.raw()
        if piece is not None:
            gullet.push([piece])
    if gullet.taken_in is not None:
        gullet.taken_in(gullet, token.text, spelled(name)[0].strip(), options, token)


def _past(count: int) -> Does:
    r"""A command whose arguments are passed over, as \@setfontsize\normalsize{10}{11} only names the command that it stands in."""
    def pass_over(gullet: Gullet, token: Token) -> None:
        for _ in range(count):
            gullet.argument(token)
    return pass_over


def _for_each(gullet: Gullet, token: Token) -> None:
    r"""\@for\x:=a,b\do{...\x...} and \@tfor\x:=ab\do{...}: the body once for each, which stands where \x does."""
    variable, listed = gullet.past_blank(), []
    while (piece := gullet.raw()) is not None and piece.text != r"\do":
        macro = gullet.table.known.get(piece.text) if piece.kind is Kind.COMMAND else None
        listed += getattr(macro, "body", (piece,))
    if variable is None or piece is None or [one.text for one in listed if not one.blank][:2] != [":", "="]:
        raise NotationError(rf"{token.text} reads {token.text}\x:=a,b\do{{...}}", token.at)
    body = gullet.argument(token)
    items: list[list[Token]] = [[]]
    for one in [one for one in listed if not one.blank][2:]:
        items += [[]] if one.text == "," or token.text == r"\@tfor" else []
        items[-1] += [one] if one.text != "," else []
    gullet.push([one for item in items if item for piece in body for one in (item if piece.text == variable.text else [piece])])


def _section(gullet: Gullet, token: Token) -> None:
    r"""\@startsection{section}{1}...: what a class makes of \section is a section."""
    name, *_ = [spelled(gullet.argument(token))[0].strip() for _ in range(6)]
    gullet.push([Token(Kind.COMMAND, "\\" + name, token.at, token.file, frozen=True)])


def _end_of_file(gullet: Gullet, token: Token) -> None:
    gullet.leave_file()


COMMANDS: dict[str, Does] = {
    **dict.fromkeys((r"\relax", r"\protect", r"\expandafter", r"\noexpand", r"\long", r"\outer", r"\protected"), _nothing),
    r"\global": _everywhere, r"\makeatletter": _letters(True), r"\makeatother": _letters(False), r"\csname": _named,
    **dict.fromkeys((r"\verb", r"\lstinline", r"\mintinline"), _verb),
    r"\AtBeginDocument": _put_off, **dict.fromkeys((r"\AtEndOfPackage", r"\AtEndPreamble", r"\AtEndOfClass"), _at_once),
    **dict.fromkeys((r"\input", r"\include", r"\subfile", r"\usepackage", r"\RequirePackage", r"\documentclass"), _file),
    r"\endinput": _end_of_file, r"\@for": _for_each, r"\@tfor": _for_each, r"\@setfontsize": _past(3), r"\@setsize": _past(4),
    r"\@startsection": _section,
}
"""What a command does."""
