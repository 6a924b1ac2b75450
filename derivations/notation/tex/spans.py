"""Which tokens belong together in a list of them: groups, arguments, brackets."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import NotationError
from .mouth import Kind, Token

_OPENS = {"(", "[", r"\{", r"\lbrace", r"\langle"}
_CLOSES = {")", "]", r"\}", r"\rbrace", r"\rangle"}


class Spans:
    """Where the groups of a list of tokens close. Raises NotationError for braces that do not match."""

    def __init__(self, tokens: Sequence[Token]):
        self.tokens = tokens
        self.closing: dict[int, int] = {}
        opened: list[int] = []
        for place, token in enumerate(tokens):
            if token.kind is Kind.OPEN:
                opened.append(place)
            elif token.kind is Kind.CLOSE:
                if not opened:
                    raise NotationError("this brace closes nothing", token.at)
                self.closing[opened.pop()] = place
        if opened:
            raise NotationError("this brace is never closed", tokens[opened[-1]].at)

    def past_blank(self, place: int) -> int:
        """The next place where no space stands."""
        while place < len(self.tokens) and self.tokens[place].kind in (Kind.SPACE, Kind.COMMENT, Kind.PARAGRAPH):
            place += 1
        return place

    def argument(self, place: int, owner: Token) -> tuple[int, int, int]:
        """TeX's next argument: its first token, its end, and where reading goes on. Raises NotationError where there is none."""
        place = self.past_blank(place)
        if place >= len(self.tokens) or self.tokens[place].kind is Kind.CLOSE or self.tokens[place].text in ("&", r"\\", "_", "^"):
            raise NotationError(f"{owner.text} lacks an argument", owner.at)
        if self.tokens[place].kind is Kind.OPEN:
            end = self.closing[place]
            return place + 1, end, end + 1
        return place, place + 1, place + 1

    def optional(self, place: int) -> int:
        """Behind the square brackets that stand at a place; the place itself where none do."""
        at = self.past_blank(place)
        if at >= len(self.tokens) or self.tokens[at].text != "[":
            return place
        while at < len(self.tokens) and self.tokens[at].text != "]":
            at = self.closing.get(at, at) + 1
        if at >= len(self.tokens):
            raise NotationError("this bracket is never closed", self.tokens[self.past_blank(place)].at)
        return at + 1


def depths(tokens: Sequence[Token]) -> list[int]:
    """How many brackets, groups and environments each token stands in; those that bound one stand outside."""
    found, depth, kets = [], 0, _kets(tokens)
    for place, token in enumerate(tokens):
        closes = token.kind in (Kind.CLOSE, Kind.END) or token.text in _CLOSES
        depth -= closes and place not in kets
        found.append(depth)
        depth += token.kind in (Kind.OPEN, Kind.BEGIN) or token.text in _OPENS
    return found


def _kets(tokens: Sequence[Token]) -> set[int]:
    r"""Where a bracket \rangle closes a ket, `|f\rangle \langle f|g\rangle`, that \langle did not open; none where a bra stands open, as
    it does behind its ket in `|f\rangle \langle f|`."""
    opened, found = 0, []
    for place, token in enumerate(tokens):
        if token.text == r"\langle":
            opened += 1
        elif token.text == r"\rangle":
            if opened:
                opened -= 1
            else:
                found.append(place)
    return set(found) if not opened else set()


def trimmed(tokens: Sequence[Token]) -> list[Token]:
    """The tokens without the spaces around them."""
    start, end = 0, len(tokens)
    while start < end and tokens[start].kind in (Kind.SPACE, Kind.COMMENT, Kind.PARAGRAPH):
        start += 1
    while end > start and tokens[end - 1].kind in (Kind.SPACE, Kind.COMMENT, Kind.PARAGRAPH):
        end -= 1
    return list(tokens[start:end])
