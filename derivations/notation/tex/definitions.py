r"""Definitions carried out: \newcommand and its like, \def, \let, operators, paired delimiters, environments, switches."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from ..errors import NotationError
from .commands import put_together
from .meanings import Alias, Macro, Unknown, Word
from .mouth import Kind, Token, listed, spelled

if TYPE_CHECKING:
    from .gullet import Gullet

Does = Callable[["Gullet", Token], None]


def _target(gullet: Gullet, owner: Token) -> Token:
    """The command that is defined, in braces or without."""
    token = gullet.past_blank()
    if token is not None and token.kind is Kind.OPEN:
        inner = [piece for piece in gullet.group(token) if not piece.blank]
        token = inner[0] if inner else None
    if token is not None and token.text == r"\csname":
        token = put_together(gullet, token)
    if token is None:
        raise NotationError(f"{owner.text} defines nothing", owner.at)
    return token


def _assign(gullet: Gullet, name: str, meaning: Macro | Alias | Word | Unknown | None, everywhere: bool = False) -> None:
    gullet.table.assign(name, meaning, everywhere or gullet.everywhere)
    gullet.everywhere = False


def _plain(gullet: Gullet, owner: Token, everywhere: bool = False) -> tuple[tuple[tuple[Token, ...], ...], tuple[Token, ...] | None]:
    """How many arguments, in square brackets, and the default of the first."""
    count = gullet.optional()
    number = spelled(count)[0].strip() if count is not None else "0"
    if not number.isdigit() or int(number) > 9:
        raise NotationError(f"{owner.text} takes a number of arguments up to 9; got {number}", owner.at)
    default = gullet.optional() if count is not None else None
    return ((),) * (int(number) + 1), None if default is None else tuple(default)


def _new(gullet: Gullet, owner: Token) -> None:
    gullet.optional_star()
    target = _target(gullet, owner)
    limits, default = _plain(gullet, owner)
    body = tuple(gullet.argument(owner))
    if owner.text == r"\providecommand" and (target.text in gullet.table.known or _of_latex(target.text)):
        return
    _assign(gullet, target.text, Macro(body, limits, default))


@lru_cache(maxsize=1)
def _latex():
    from pylatexenc.latex2text import get_default_latex_context_db
    return get_default_latex_context_db()


def _of_latex(name: str) -> bool:
    """Whether LaTeX and its usual packages have a command of this name."""
    spec = _latex().get_macro_spec(name[1:])
    return spec is not None and bool(spec.macroname)


def _def(gullet: Gullet, owner: Token) -> None:
    target = _target(gullet, owner)
    limits: list[list[Token]] = [[]]
    while (token := gullet.raw()) is not None and token.kind is not Kind.OPEN:
        if token.text == "#":
            number = gullet.raw()
            if number is None or number.text != str(len(limits)):
                raise NotationError(f"{owner.text}{target.text} numbers its arguments #1, #2, ...", owner.at)
            limits.append([])
        elif token.kind is not Kind.COMMENT and not (token.kind is Kind.SPACE and not limits[-1]):
            limits[-1].append(token)
    if token is None:
        raise NotationError(f"{owner.text}{target.text} has no body", owner.at)
    body = tuple(gullet.group(token))
    if owner.text in (r"\edef", r"\xdef"):
        meaning: Macro | Unknown = _expanded(gullet, body, limits)
    else:
        meaning = Macro(body, tuple(map(tuple, limits)))
    _assign(gullet, target.text, meaning, owner.text in (r"\gdef", r"\xdef"))


def _expanded(gullet: Gullet, body: tuple[Token, ...], limits: list[list[Token]]) -> Macro:
    r"""The macro of \edef: its body with the macros of now."""
    if len(limits) > 1:
        return Macro(body, tuple(map(tuple, limits)))
    inner = type(gullet)(body, gullet.table.known)
    return Macro(tuple(Token(token.kind, token.text, token.at, token.file, True, token.name) for token in inner))


def _let(gullet: Gullet, owner: Token) -> None:
    target = _target(gullet, owner)
    token = gullet.past_blank()
    if token is not None and token.text == "=" and token.kind is Kind.CHARACTER:
        token = gullet.past_blank()
    if token is None:
        raise NotationError(f"{owner.text}{target.text} lacks a meaning", owner.at)
    known = gullet.table.known.get(token.text) if token.kind is Kind.COMMAND and not token.frozen else None
    own = gullet.does(token.text) or token.text in (r"\begin", r"\end")
    _assign(gullet, target.text, known or (Word(token.text) if own else Alias(token)))


_LAYOUT = {r"\,", r"\;", r"\:", r"\!", r"\ ", "~", r"\mathrm", r"\mathsf", r"\rm", r"\sf", r"\text", r"\operatorname", "{", "}"}


def _operator(gullet: Gullet, owner: Token) -> None:
    gullet.optional_star()
    target, body = _target(gullet, owner), gullet.argument(owner)
    words = [token for token in body if not token.blank and token.text not in _LAYOUT]
    if words and all(token.kind is Kind.CHARACTER and token.text.isalpha() for token in words):
        body = [Token(Kind.COMMAND, r"\operatorname", owner.at), Token(Kind.OPEN, "{", owner.at), *words, Token(Kind.CLOSE, "}", owner.at)]
    _assign(gullet, target.text, Macro(tuple(body)))


def _paired(gullet: Gullet, owner: Token) -> None:
    target, left, right = _target(gullet, owner), gullet.argument(owner), gullet.argument(owner)
    at = owner.at
    body = (Token(Kind.COMMAND, r"\left", at), *left, Token(Kind.CHARACTER, "#", at), Token(Kind.CHARACTER, "1", at),
            Token(Kind.COMMAND, r"\right", at), *right)
    _assign(gullet, target.text, Macro(body, ((), ()), starred=True))


def _document_command(gullet: Gullet, owner: Token) -> None:
    target, spec, body = _target(gullet, owner), gullet.argument(owner), tuple(gullet.argument(owner))
    kinds = spelled(spec)[0].split()
    letters = "".join(kinds)
    if set(letters) <= {"m"}:
        _assign(gullet, target.text, Macro(body, ((),) * (len(letters) + 1)))
    elif letters[:2] == "O{" and set(letters[letters.find("}") + 1:]) <= {"m"}:
        start = next(place for place, token in enumerate(spec) if token.kind is Kind.OPEN)
        end = next(place for place, token in enumerate(spec) if token.kind is Kind.CLOSE)
        _assign(gullet, target.text, Macro(body, ((),) * (letters[letters.find("}") + 1:].count("m") + 2), tuple(spec[start + 1:end])))
    else:
        _assign(gullet, target.text, Unknown(f"{target.text} takes arguments of kinds ({' '.join(kinds)}) that are not read"))


def _environment(gullet: Gullet, owner: Token) -> None:
    gullet.optional_star()
    name = spelled(gullet.argument(owner))[0].strip()
    limits, default = _plain(gullet, owner)
    begin, end = tuple(gullet.argument(owner)), tuple(gullet.argument(owner))
    _assign(gullet, rf"\begin {name}", Macro(begin, limits, default))
    _assign(gullet, rf"\end {name}", Macro(end))


def _switch(gullet: Gullet, owner: Token) -> None:
    target = _target(gullet, owner)
    name = target.text.removeprefix(r"\if")
    gullet.table.assign(target.text, Word(r"\iffalse"))
    for value in ("true", "false"):
        body = (Token(Kind.COMMAND, r"\let", 0), Token(Kind.COMMAND, target.text, 0), Token(Kind.COMMAND, rf"\if{value}", 0))
        gullet.table.assign(f"\\{name}{value}", Macro(body))


def _verbatim(gullet: Gullet, owner: Token) -> None:
    gullet.verbatim.add(spelled(gullet.argument(owner))[0].strip())


def _unread(gullet: Gullet, owner: Token) -> None:
    """A definition of a sort that is not read: the command is unknown from here on."""
    target = _target(gullet, owner)
    _assign(gullet, target.text, Unknown(f"{target.text} is defined by {owner.text}, which is not read"))


DEFINITIONS: dict[str, Does] = {
    **dict.fromkeys((r"\newcommand", r"\renewcommand", r"\providecommand", r"\DeclareRobustCommand"), _new),
    **dict.fromkeys((r"\def", r"\gdef", r"\edef", r"\xdef"), _def), r"\let": _let,
    r"\DeclareMathOperator": _operator, r"\DeclarePairedDelimiter": _paired,
    **{rf"\{verb}DocumentCommand": _document_command for verb in ("New", "Renew", "Provide", "Declare")},
    **dict.fromkeys((r"\newenvironment", r"\renewenvironment"), _environment), r"\newif": _switch,
    **dict.fromkeys((r"\lstnewenvironment", r"\DefineVerbatimEnvironment", r"\excludecomment"), _verbatim),
    **dict.fromkeys(listed(r"\futurelet \DeclarePairedDelimiterX \DeclarePairedDelimiterXPP \DeclareMathSymbol "
                           r"\NewExpandableDocumentCommand \chardef \mathchardef \newrobustcmd \renewrobustcmd"), _unread),
}
"""What a command of definition does."""
