r"""Macros written out: those of a manuscript's preamble (`\newcommand`, `\def`, `\DeclareMathOperator`, paired delimiters) and those that
LaTeX's usual packages bring, each replaced by its body with its arguments put in. Nothing but text is rewritten."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from .errors import NotationError
from .source import Source, argument, closing

CALLS = 4_000
"""Macros that are written out in one formula before it is refused: a macro that names itself never ends."""


@dataclass(frozen=True)
class Macro:
    """`body` holds #1, #2, ... for the arguments; `default` is that of an optional first one."""

    body: str
    arguments: int = 0
    default: str | None = None


def _same(*names: str, body: str, arguments: int = 0) -> dict[str, Macro]:
    return {name: Macro(body, arguments) for name in names}


COMMON: dict[str, Macro] = {
    **_same(r"\boxed", r"\fbox", r"\ensuremath", r"\mathop", r"\mathord", r"\mathbin", r"\mathrel", r"\mathopen", r"\mathclose", r"\smash",
            body="#1", arguments=1),
    **_same(r"\phantom", r"\hphantom", r"\vphantom", r"\color", r"\label", r"\hspace", r"\vspace", body="", arguments=1),
    **_same(r"\mathstrut", r"\strut", r"\xspace", r"\displaylimits", r"\scriptstyle", r"\allowbreak", r"\nobreak", body=""),
    **_same(r"\textcolor", r"\overset", r"\stackrel", body="#2", arguments=2),
    **_same(r"\coloneqq", r"\defeq", r"\eqdef", r"\triangleq", r"\eqqcolon", body="="),
    **_same(r"\bm", r"\pmb", r"\boldmath", body=r"\boldsymbol{#1}", arguments=1),
    **_same(r"\norm", body=r"\left\|#1\right\|", arguments=1), **_same(r"\abs", body=r"\left|#1\right|", arguments=1),
    **_same(r"\mleft", body=r"\left"), **_same(r"\mright", body=r"\right"), **_same(r"\rightarrow", r"\longrightarrow", body=r"\to "),
    **{rf"\{name}": Macro(rf"\operatorname{{{name}}}") for name in ("tr", "Tr", "rank", "sign", "diag", "Var", "Cov", "vect")},
    r"\sgn": Macro(r"\operatorname{sgn}"), r"\E": Macro(r"\mathbb{E}"), r"\R": Macro(r"\mathbb{R}"), r"\argmin": Macro(r"\arg\min"),
}
"""What stands for something else in the usual packages; a manuscript's own macro of the name goes before."""

_CALL = re.compile(r"\\[A-Za-z@]+")
_BRACED = re.compile(r"\\(underbrace|overbrace|underset)(?![A-Za-z])")
_DERIVATIVE = re.compile(r"\\(dv|pdv|odv)(?![A-Za-z])")
_NEW = re.compile(r"\\(?:(?:re)?newcommand|providecommand|DeclareRobustCommand)\*?\s*\{?\s*(\\[A-Za-z@]+|\\.)\s*\}?\s*")
_DEF = re.compile(r"\\(?:[gex]?def)\s*(\\[A-Za-z@]+)((?:#[1-9])*)\s*(?=\{)")
_LET = re.compile(r"\\let\s*(\\[A-Za-z@]+)\s*=?\s*(\\[A-Za-z@]+|[^\\\s])")
_OPERATOR = re.compile(r"\\DeclareMathOperator\*?\s*\{?\s*(\\[A-Za-z@]+)\s*\}?\s*(?=\{)")
_PAIRED = re.compile(r"\\DeclarePairedDelimiter\s*\{?\s*(\\[A-Za-z@]+)\s*\}?\s*(?=\{)")
_DOCUMENT = re.compile(r"\\(?:New|Renew|Provide|Declare)DocumentCommand\s*\{?\s*(\\[A-Za-z@]+)\s*\}?\s*\{([m\s]*)\}\s*(?=\{)")


def macros_of(text: str) -> dict[str, Macro]:
    """The macros that a preamble, or any text of TeX, defines; the last definition of a name counts."""
    found: list[tuple[int, str, Macro]] = []
    for match in _NEW.finditer(text):
        made = _new_command(text, match.end())
        if made is not None:
            found.append((match.start(), match.group(1), made))
    for pattern in (_DEF, _OPERATOR, _PAIRED, _DOCUMENT):
        for match in pattern.finditer(text):
            end = closing(text, match.end())
            if end < 0:
                continue
            body, count = text[match.end() + 1:end], 0
            if pattern is _DEF:
                count = match.group(2).count("#")
            elif pattern is _DOCUMENT:
                count = match.group(2).count("m")
            elif pattern is _OPERATOR:
                body = rf"\operatorname{{{_words(body)}}}"
            else:
                second = argument(text, end + 1)
                if second is None:
                    continue
                body, count = rf"\left{body} #1 \right{text[second[0]:second[1]]}", 1
            found.append((match.start(), match.group(1), Macro(body, count)))
    by_name = {name: macro for _, name, macro in sorted(found, key=lambda item: item[0])}
    for match in _LET.finditer(text):
        by_name[match.group(1)] = by_name.get(match.group(2), Macro(match.group(2)))
    return by_name


def _words(body: str) -> str:
    """An operator's name without the spacing and the font inside it."""
    return re.sub(r"\\[,;:! ]|\\(?:mathrm|mathsf|rm|sf|text)(?![A-Za-z])|[{}\s]", "", body)


def _new_command(text: str, place: int) -> Macro | None:
    count, default = 0, None
    if text[place:place + 1] == "[":
        end = closing(text, place)
        if end < 0 or not text[place + 1:end].strip().isdigit():
            return None
        count, place = int(text[place + 1:end]), _past_spaces(text, end + 1)
        if text[place:place + 1] == "[":
            end = closing(text, place)
            if end < 0:
                return None
            default, place = text[place + 1:end], _past_spaces(text, end + 1)
    body = argument(text, place)
    return None if body is None else Macro(text[body[0]:body[1]], count, default)


def _past_spaces(text: str, place: int) -> int:
    while place < len(text) and text[place].isspace():
        place += 1
    return place


def written_out(source: Source, macros: Mapping[str, Macro]) -> Source:
    """The text with every macro replaced by what it stands for. Raises NotationError where an argument is missing or no end is seen."""
    place, calls = 0, 0
    while (match := _CALL.search(source.text, place)) is not None:
        if match.start() and _escaped(source.text, match.start()):
            place = match.end()
            continue
        name = match.group()
        macro = macros.get(name)
        if macro is None and (_BRACED.match(name) or _DERIVATIVE.match(name)):
            source, place = _special(source, match.start(), name), match.start()
        elif macro is None and name not in COMMON:
            place = match.end()
            continue
        else:
            source, place = _call(source, match, macro or COMMON[name]), match.start()
        calls += 1
        if calls > CALLS:
            raise NotationError(f"{name} is a macro without an end", source.column(match.start() + 1))
    return source


def _escaped(text: str, place: int) -> bool:
    """Whether the backslash at a place is the second of a line break."""
    before = 0
    while place - before > 0 and text[place - before - 1] == "\\":
        before += 1
    return before % 2 == 1


def _call(source: Source, match: re.Match, macro: Macro) -> Source:
    text, place = source.text, match.end()
    star = place < len(text) and text[place] == "*" and macro.arguments == 1 and macro.body.startswith(r"\left")
    place += star  # \norm*{x} of a paired delimiter
    given: list[Source | str] = []
    if macro.default is not None:
        at = _past_spaces(text, place)
        if text[at:at + 1] == "[" and (end := closing(text, at)) > 0:
            given.append(source.part(at + 1, end))
            place = end + 1
        else:
            given.append(macro.default)
    while len(given) < macro.arguments:
        found = argument(text, place)
        if found is None:
            raise NotationError(f"{match.group()} takes {macro.arguments} argument{'s' * (macro.arguments > 1)}",
                                source.column(match.start() + 1))
        given.append(source.part(found[0], found[1]))
        place = found[2]
    pieces: list[Source | str] = []
    for piece in re.split(r"(#[1-9])", macro.body):
        number = int(piece[1]) if re.fullmatch(r"#[1-9]", piece) else 0
        if number > len(given):
            raise NotationError(f"{match.group()} speaks of an argument {piece} that it does not take", source.column(match.start() + 1))
        pieces.append(given[number - 1] if number else piece)
    follows = text[place:place + 1]
    if macro.body and macro.body[-1].isalpha() and follows.isalpha():
        pieces.append(" ")  # the space that ends a command's name must not be lost
    return source.put(match.start(), place, pieces)


def _special(source: Source, start: int, name: str) -> Source:
    r"""`\underbrace{x}_{words}` is x, `\underset{below}{op}` is op with it below; `\dv{x}{t}` is a fraction of differentials."""
    text = source.text
    first = argument(text, start + len(name))
    if first is None:
        raise NotationError(f"{name} lacks its argument", source.column(start + 1))
    if name in (r"\underbrace", r"\overbrace"):
        place = _past_spaces(text, first[2])
        if text[place:place + 1] == ("_" if name == r"\underbrace" else "^"):
            below = argument(text, place + 1)
            place = below[2] if below else place + 1
        else:
            place = first[2]
        return source.put(start, place, [" ", source.part(first[0], first[1]), " "])
    second = argument(text, first[2])
    if name == r"\underset":
        if second is None:
            raise NotationError(r"\underset takes two arguments", source.column(start + 1))
        return source.put(start, second[2], [source.part(second[0], second[1]), "_{", source.part(first[0], first[1]), "}"])
    d = r"\partial " if name == r"\pdv" else r"\mathrm{d}"
    if second is None or text[_past_spaces(text, first[2]):][:1] != "{":
        return source.put(start, first[2], [rf"\frac{{{d}}}{{{d} ", source.part(first[0], first[1]), "}"])
    return source.put(start, second[2], [rf"\frac{{{d} ", source.part(first[0], first[1]), rf"}}{{{d} ", source.part(second[0], second[1]),
                                         "}"])
