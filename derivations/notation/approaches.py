r"""Where a variable goes and what tends to what: `f \to v \quad (x \to a)`, `\text{as } x \to a`, and chains whose sides are limits."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from .displays import Piece
from .errors import NotationError
from .source import Source

_TENDS = re.compile(r"(?P<opened>\(?)(?P<variable>[^()]+?)\\(?:to|rightarrow|longrightarrow)(?![A-Za-z])(?P<to>[^()]+?)"
                    r"(?P<closed>\)?)", re.DOTALL)
_GOING = re.compile(r"(?P<formula>.*?[^\s\\])(?:\s|\\[ ,;:!]|\\q?quad(?![A-Za-z]))*"
                    r"(?P<going>\([^()]*\\(?:to|rightarrow|longrightarrow)(?![A-Za-z])[^()]*\))[\s.]*", re.DOTALL)


def goes(piece: Piece) -> tuple[str, str] | None:
    r"""The variable and where it goes, of a piece that says nothing else: `(x \to a)`, or `x \to a` behind a word; None for any other."""
    match = _TENDS.fullmatch(piece.source.text.strip().rstrip(".").strip())
    if match is None or not (piece.given or match["opened"]) or bool(match["opened"]) != bool(match["closed"]):
        return None
    return match["variable"].strip(), match["to"].strip()


def behind(piece: Piece) -> list[Piece]:
    r"""A piece, and by itself what stands behind its formula in brackets and says where a variable goes, `f \to 1\ (t \to \infty)`."""
    match = _GOING.fullmatch(piece.source.text)
    if match is None or piece.kind != "equation":
        return [piece]
    cut = match.start("going")
    return [replace(piece, source=piece.source.part(start, end)) for start, end in ((0, match.end("formula")), (cut, match.end("going")))]


def of_limits(sides: Sequence[Source], place: int) -> Sequence[Source]:
    """A link of a chain with the limit on its left; of one between two limits, the first and what both are."""
    left, right = sides[place:place + 2]
    are = [side.text.lstrip().startswith(r"\lim") for side in sides]
    if not are[place + 1]:
        return left, right
    if not are[place]:
        return right, left
    if all(are):
        raise NotationError("both sides are limits; say what they are in the chain", right.column(1))
    return left, next(side for side, is_limit in zip(sides[::-1], are[::-1], strict=True) if not is_limit)


__all__ = ["behind", "goes", "of_limits"]
