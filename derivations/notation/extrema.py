r"""Bounds by an extreme value, as what they say of every point: `a \leq \min_{y} f(y)` is `a \leq f(y)` for every y, and
`\max_{y \in [0, 1]} f(y) \leq b` is `f(y) \leq b` for every y of the interval. That some point does better is no such bound."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .errors import NotationError
from .names import Names
from .source import Source
from .tokens import tex_tokens

HEAD = re.compile(r"\s*\\(?:operatorname\*?\s*\{\s*)?(?P<which>min|max|sup|inf)(?![A-Za-z])\s*\}?\s*(?:\\limits\s*)?_\s*"
                   r"(?:\{(?P<below>(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}|(?P<letter>[A-Za-z]|\\[A-Za-z]+))")
_ATTAINED = {"min": True, "max": True, "sup": False, "inf": False}
UP, DOWN = {"<", r"\leq", r"\le", r"\leqslant"}, {">", r"\geq", r"\ge", r"\geqslant"}
USAGE = (r"a bound by an extreme value reads a \leq \min_{y} f(y) or \max_{y} f(y) \leq b, which holds for every y; where some y does "
         "better or the value itself is meant, give that point a letter, f(y_*), and say what is known of it")


def begins(side: Source) -> bool:
    """Whether a side is an extreme value over something."""
    return HEAD.match(side.text) is not None


def at_every_point(sides: Sequence[Source], signs: Sequence[str], names: Names) -> tuple[Source, Source, list[str]]:
    """A chain of bounds with one extreme value at its end, as the bounds at every point; what stands below the sign of that value, and the
    letters that it is over.

    Raises NotationError where it is no such chain, or where what runs below the sign stands elsewhere in it.
    """
    place = next(place for place, side in enumerate(sides) if begins(side))
    match = HEAD.match(sides[place].text)
    where = sides[place].column(match.start("which"))
    last = place == len(sides) - 1
    if not last and place or len({sign in UP for sign in signs}) != 1 or not set(signs) <= UP | DOWN:
        raise NotationError(USAGE, where)
    beside = signs[-1] if last else signs[0]
    least = match["which"] in ("min", "inf")
    above = (beside in UP) == last  # what the side is bounded by lies below it
    if least != above or not _ATTAINED[match["which"]] and beside in "<>":
        raise NotationError(USAGE, where)
    below = sides[place].part(match.start("below"), match.end("below")) if match["below"] is not None else \
        sides[place].part(match.start("letter"), match.end("letter"))
    made = [*sides[:place], sides[place].part(match.end(), len(sides[place].text)), *sides[place + 1:]]
    if not made[place].text.strip():
        raise NotationError(USAGE, where)
    over = bound_by(below, names)
    for bound in over:
        if any(bound in speaks_of(side, names) for at, side in enumerate(sides) if at != place):
            raise NotationError(f"{bound} stands below the sign, and outside of what the extreme value is of; use another letter", where)
    chained = made[0]
    for sign, side in zip(signs, made[1:], strict=True):
        chained = Source.joined([chained, side], f" {sign} ")
    return chained, below, over


def bound_by(below: Source, names: Names) -> list[str]:
    """The declared letters that stand below the sign first, before any relation. Raises NotationError where none does."""
    tokens, found, place = tex_tokens(below.text), [], 0
    while place < len(tokens):
        name = names.match(tokens, place)
        if name is None:
            break
        found.append(name[0].latex)
        place += name[1]
        if place >= len(tokens) or tokens[place].text != ",":
            break
        place += 1
    if not found or place < len(tokens) and tokens[place].text not in {*UP, *DOWN, r"\in", r"\neq"}:
        raise NotationError("below the sign stands first the declared letter that the extreme value is over, and behind it what that lies "
                            "in, y \\in [0, 1], A y = b", below.column(1))
    return found


def speaks_of(side: Source, names: Names) -> set[str]:
    """The names that a side holds."""
    tokens, found, place = tex_tokens(side.text), set(), 0
    while place < len(tokens):
        name = names.match(tokens, place)
        found |= {name[0].latex} if name is not None else set()
        place += name[1] if name is not None else 1
    return found


__all__ = ["USAGE", "at_every_point", "begins", "bound_by", "speaks_of"]
