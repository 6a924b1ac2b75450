r"""What a number lies in, as the bounds that this is: `x \in [a, b)` is `a \leq x < b`, `x \in \{-1, 1\}` is `x = -1 \vee x = 1`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from .displays import merged
from .errors import NotationError
from .source import Source
from .tex import Kind, Token
from .tex.spans import depths
from .vocabulary import BRACKET_SIZES

_POSITIVE = re.compile(r"\\mathbb\s*\{?\s*R\s*\}?\s*_\s*\{?\s*(?:(?P<positive>>\s*0|\+\+)|(?P<not_negative>\\geq?\s*0|\+))\s*\}?")
_ORTHANT = re.compile(r"(?P<space>\\mathbb\s*\{?\s*R\s*\}?\s*\^\s*(?:\{(?:[^{}]|\{[^{}]*\})+\}|[A-Za-z0-9]))\s*"
                      r"_\s*\{?\s*(?:(?P<positive>>\s*0|\+\+)|\\geq?\s*0|\+)\s*\}?\s*[.,]?\s*")
USAGE = r"what a number lies in reads [a, b], (a, b), [a, \infty) or \{a, b\}"


def apart(source: Source, sign: str) -> tuple[Source, Source] | None:
    r"""What stands before and behind the one sign, such as \in, of a formula outside every bracket; None where there is none, or two."""
    tokens = merged(source)
    places = [place for place, (token, depth) in enumerate(zip(tokens, depths(tokens), strict=True)) if depth == 0 and token.text == sign]
    if len(places) != 1:
        return None
    return Source.made(tokens[:places[0]]), Source.made(tokens[places[0] + 1:])


def as_bounds(source: Source, lies: Callable[[str, str], bool | None]) -> Source:
    r"""A formula `x \in I` as bounds on x; any other formula as it is. lies: whether a letter was declared to lie in a space, as what lies
    in `\mathbb{R}^{n}_{\geq 0}` must be. Raises NotationError for a set that is no interval and no list.
    """
    source = Source.made(signs_listed(source.tokens))
    found = apart(source, r"\in")
    if found is None:
        return source
    element, where = found
    if (orthant := _ORTHANT.fullmatch(where.text)) is not None:
        if not lies(element.text, orthant["space"]):
            raise NotationError(f"{element.text.strip()} was not declared to lie in {orthant['space']}", source.column(1))
        return Source.joined([element, _at("0", where)], " > " if orthant["positive"] else r" \geq ")
    if not element.text or not where.text:
        raise NotationError(USAGE, source.column(1))
    if (match := _POSITIVE.fullmatch(where.text.strip().rstrip("."))) is not None:
        return Source.joined([element, _at("0", where)], " > " if match["positive"] else r" \geq ")
    tokens = [token for token in where.tokens if not token.blank and token.text not in BRACKET_SIZES]
    while tokens and tokens[-1].text in (".", ","):
        tokens.pop()
    if len(tokens) < 3 or tokens[0].text not in ("[", "(", r"\{", r"\lbrace"):
        raise NotationError(USAGE, where.column(1))
    inner = _listed(tokens[1:-1])
    if tokens[0].text in (r"\{", r"\lbrace"):
        if tokens[-1].text not in (r"\}", r"\rbrace"):
            raise NotationError(USAGE, where.column(1))
        return Source.joined([Source.joined([element, one], " = ") for one in inner], r" \vee ")
    if len(inner) != 2 or tokens[-1].text not in ("]", ")"):
        raise NotationError(USAGE, where.column(1))
    lower, upper = (None if re.fullmatch(r"[-+]?\s*\\infty", one.text) else one for one in inner)
    above = r" \leq " if tokens[0].text == "[" else " < "
    below = r" \leq " if tokens[-1].text == "]" else " < "
    if lower is None and upper is None:
        raise NotationError(r"every number lies between -\infty and \infty; leave it out", where.column(1))
    if upper is None:
        return Source.joined([element, lower], above.replace("leq", "geq").replace("<", ">"))
    bounded = Source.joined([element, upper], below)
    return bounded if lower is None else Source.joined([lower, bounded], above)


def as_interval(text: str) -> bool:
    """Whether a set is typed as an interval or a list."""
    opens = re.match(r"\s*(?:\\left\s*|\\[bB]igg?l?\s*)?(?:[\[(]|\\\{|\\lbrace)", text)
    return opens is not None or _POSITIVE.fullmatch(text.strip()) is not None


def signs_listed(tokens: list[Token]) -> list[Token]:
    r"""The tokens with `\{\pm c\}` as `\{c, -c\}`."""
    made: list[Token] = []
    for place, token in enumerate(tokens):
        before = next((one.text for one in reversed(made) if not one.blank), "")
        if token.text == r"\pm" and before in (r"\{", r"\lbrace", ","):
            close = next((at for at in range(place, len(tokens)) if tokens[at].text in (r"\}", r"\rbrace", ",")), None)
            if close is not None and _within_braces(tokens, place):
                made += [*tokens[place + 1:close], *(replace(token, text=text, kind=Kind.CHARACTER) for text in ",-")]
                continue
        made.append(token)
    return made


def _within_braces(tokens: list[Token], place: int) -> bool:
    """Whether the bracket around a place is a set's."""
    depth = 0
    for token in reversed(tokens[:place]):
        depth += (token.text in (r"\}", r"\rbrace", ")", "]")) - (token.text in (r"\{", r"\lbrace", "(", "["))
        if depth < 0:
            return token.text in (r"\{", r"\lbrace")
    return False


def _at(text: str, source: Source) -> Source:
    return Source(text, (source.column(1),) * len(text))


def _listed(tokens: list[Token]) -> list[Source]:
    """What stands between commas outside every bracket."""
    found: list[list[Token]] = [[]]
    for token, depth in zip(tokens, depths(tokens), strict=True):
        if depth == 0 and token.text in (",", ";") and token.kind is not Kind.COMMENT:
            found.append([])
        else:
            found[-1].append(token)
    if any(not one for one in found):
        raise NotationError(USAGE, tokens[0].at if tokens else 1)
    return [Source.made(one) for one in found]


__all__ = ["apart", "as_bounds", "as_interval"]
