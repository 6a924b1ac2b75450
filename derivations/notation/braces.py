r"""What stands above, below or around part of a formula: braces with their labels, boxes, stacked signs. The part is read in its place; a
label is handed back, to be held to what it stands beside."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from .errors import NotationError
from .limits import DEPTH
from .rows import RELATIONS, SIGNS, STACKS
from .source import Source
from .tex import Kind, Token, listed, spelled
from .tex.spans import Spans, depths, trimmed

LABELLED = {r"\underbrace": "_", r"\overbrace": "^"}
BOXES = {r"\boxed", r"\fbox"}
_BIG = set(listed(r"\sum \prod \int \max \min \sup \inf \lim \arg \argmin \operatorname \limsup \liminf"))
_DEFINES = re.compile(r"(?:\\(?:text|mathrm|textrm|mbox|rm|tiny|small|footnotesize))*def\.?|\\(?:triangle|Delta|vartriangle)|!|:")
"""What above an equals sign says that it defines, without its size, its braces and its spaces."""
_NUMBERED = re.compile(r"(?:\\(?:text|mathrm|textrm|mbox)\s*\{)?\s*\(\s*(?:[a-zA-Z]|[ivx]+|\d+)\s*\)\s*\}?")


@dataclass
class Labels:
    """What was found beside a formula: labels, each with the part that it is beside, and marks of reasons that are noted."""

    labels: list[tuple[Source, Source]] = field(default_factory=list)
    noted: list[Source] = field(default_factory=list)


def read_in_place(tokens: Sequence[Token], found: Labels, depth: int = 0) -> list[Token]:
    """The tokens with braces and boxes opened and stacks taken apart; what stands beside goes into `found`. Raises NotationError where the
    part would join with what stands around it, and for a mark that makes another letter or another sign of what is below it."""
    if depth > DEPTH:
        raise NotationError(f"braces and boxes nested more than {DEPTH} deep", tokens[0].at)
    spans = Spans(tokens)
    made: list[Token] = []
    place = 0
    while place < len(tokens):
        token = tokens[place]
        word = token.text if token.kind is Kind.COMMAND else ""
        if word in LABELLED or word in BOXES:
            place = _opened(spans, place, made, found, depth)
        elif word in STACKS:
            place = _stack(spans, place, made, found)
        elif word in (r"\dv", r"\pdv", r"\odv"):
            place = _derivative(spans, place, made, found, depth)
        else:
            made.append(token)
            place += 1
    return made


def _opened(spans: Spans, place: int, made: list[Token], found: Labels, depth: int) -> int:
    token = spans.tokens[place]
    first, last, after = spans.argument(place + 1, token)
    inner = read_in_place(spans.tokens[first:last], found, depth + 1)
    below = spans.past_blank(after)
    if token.text in LABELLED and below < len(spans.tokens) and spans.tokens[below].text in (r"\limits", r"\nolimits"):
        below = spans.past_blank(below + 1)
    if token.text in LABELLED and below < len(spans.tokens) and spans.tokens[below].text == LABELLED[token.text]:
        start, end, after = spans.argument(below + 1, spans.tokens[below])
        found.labels.append((Source.made(inner), Source.made(spans.tokens[start:end])))
    if _is_open(inner):
        _stands_alone(token, made, spans.tokens[after:])
    made += [Token(Kind.SPACE, " ", token.at), *inner, Token(Kind.SPACE, " ", token.at)]
    return after


def _is_open(inner: Sequence[Token]) -> bool:
    """Whether a part has a sign or a relation outside every bracket, so that a factor beside it would join one of its terms."""
    return any(token.text in SIGNS | RELATIONS and depth == 0 for token, depth in zip(inner, depths(inner), strict=True))


def _stands_alone(token: Token, before: Sequence[Token], behind: Sequence[Token]) -> None:
    """Raise NotationError where a sum stands in a box or above a brace beside a factor or behind a minus."""
    last = next((one.text for one in reversed(before) if one.text.strip()), "")
    following = trimmed(behind)[:1]
    next_ = following[0].text if following else ""
    free = RELATIONS | {"", ",", ";", ":", "&", r"\\", r"\quad", r"\qquad"}
    left = last in free | {"+", "(", "[", "{", r"\{"}
    right = next_ in free | {"+", "-", ")", "]", "}", r"\}", ".", r"\right", r"\pm", r"\mp", r"\text"}
    if not left or not right:
        raise NotationError(f"{token.text} is around a sum beside {last if not left else next_}, which reads two ways: with brackets "
                            "around the sum or without; write the brackets, or take the brace away", token.at)


def _stack(spans: Spans, place: int, made: list[Token], found: Labels) -> int:
    token = spans.tokens[place]
    first, last, after = spans.argument(place + 1, token)
    start, end, after = spans.argument(after, token)
    above, on = trimmed(spans.tokens[first:last]), trimmed(spans.tokens[start:end])
    shown = spelled(above)[0]
    if len(on) == 1 and on[0].text in RELATIONS and token.text != r"\underset":
        if on[0].text == "=" and _DEFINES.fullmatch(re.sub(r"\\(?:script)*(?:script|text|display)style(?![A-Za-z])|[{}\s]", "", shown)):
            made.append(on[0])
        elif _NUMBERED.fullmatch(shown):
            found.noted.append(Source.made(spans.tokens[place:after]))
            made.append(on[0])
        else:
            raise NotationError(f"{on[0].text} with {shown} above it is another relation than {on[0].text}; leave the mark out, or put a "
                                "reference in brackets there, such as (a)", token.at)
    elif token.text == r"\underset" and on and on[0].text in _BIG:
        below = [Token(Kind.CHARACTER, "_", token.at), Token(Kind.OPEN, "{", token.at), *above, Token(Kind.CLOSE, "}", token.at)]
        made += [*on, *below]
    else:  # with the mark it is another letter, which may be one of the claim's
        made += spans.tokens[place:after]
    return after


def _derivative(spans: Spans, place: int, made: list[Token], found: Labels, depth: int) -> int:
    r"""`\dv{x}{t}` is a fraction of differentials, `\dv{t}` a derivative of what follows."""
    token = spans.tokens[place]
    first, last, after = spans.argument(place + 1, token)
    at = spans.past_blank(after)
    d = (Token(Kind.COMMAND, r"\partial", token.at),) if token.text == r"\pdv" else (
        Token(Kind.COMMAND, r"\mathrm", token.at), Token(Kind.OPEN, "{", token.at), Token(Kind.CHARACTER, "d", token.at),
        Token(Kind.CLOSE, "}", token.at))
    above, below = [*d], read_in_place(spans.tokens[first:last], found, depth + 1)
    if at in spans.closing:
        above += below
        first, last, after = spans.argument(at, token)
        below = read_in_place(spans.tokens[first:last], found, depth + 1)
    opening, close = Token(Kind.OPEN, "{", token.at), Token(Kind.CLOSE, "}", token.at)
    made += [Token(Kind.COMMAND, r"\frac", token.at), opening, *above, close, opening, *d, *below, close]
    return after
