r"""Formulas with \pm: as two formulas, the upper signs and the lower ones, where signs go together; behind an arrow that leads to them, as
one or the other. What could be read in both ways is refused."""

from __future__ import annotations

from .displays import ARROWS, both_signs, pieces, sides_and_signs
from .errors import NotationError
from .membership import apart, signs_listed
from .source import Source
from .tex import Token

SIGNS = (r"\pm", r"\mp")


def signed(source: Source) -> list[Source]:
    r"""The formulas that a display with \pm stands for; `x^2 = a^2 \implies x = \pm a` is one, with a choice behind the arrow. Raises
    NotationError for signs that may go together or not."""
    source = Source.made(signs_listed(source.tokens))
    if not _holds(source.tokens):
        return [source]
    led = next((found for arrow in ARROWS if (found := apart(source, arrow))), None)
    if led is not None and not _holds(led[0].tokens):
        _refuse_unpaired(led[1])
        one, other = both_signs(led[1])
        return [Source.joined([led[0], Source.joined([one, other], r" \vee ")], r" \implies ")]
    for piece in pieces(source) if led is None else ():
        _refuse_unpaired(piece.source)
        sides, signs = sides_and_signs(piece.source)
        for one, other in (sides, sides[::-1]) if signs == ["="] else ():
            if _holds(other.tokens) and len(inked := [token for token in one.tokens if not token.blank]) == 1:
                name = inked[0].text
                raise NotationError(f"this reads two ways, as one of the signs or as both; write {name} = a \\vee {name} = -a for the "
                                    "one, and give each sign a display of its own for the other", source.column(1))
    return both_signs(source)


def _holds(tokens: list[Token]) -> bool:
    return any(token.text in SIGNS for token in tokens)


def _refuse_unpaired(source: Source) -> None:
    r"""\pm x \pm y beside a side without a sign: nothing says whether the signs go together."""
    sides, _ = sides_and_signs(source)
    held = [[token.text for token in side.tokens if token.text in SIGNS] for side in sides]
    several = [signs for signs in held if signs]
    if len(several) == 1 and several[0].count(r"\pm") == len(several[0]) > 1:
        raise NotationError("this reads two ways, with the upper signs together and the lower ones, or with each sign by itself; write "
                            "out the formulas that are meant", source.column(1))
