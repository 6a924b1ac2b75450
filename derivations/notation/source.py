"""A text under rewriting that remembers where each of its characters stood, so that an error in what became of it names the place in
what was typed."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from .errors import NotationError
from .limits import LENGTH

_CLOSING = {"{": "}", "[": "]"}
_PIECE = re.compile(r"\\[A-Za-z@]+|\\(?s:.)|(?s:.)")


@dataclass(frozen=True)
class Source:
    """`text` as it reads now; `at[k]` is the column, from 1, of what was typed that its character k came from."""

    text: str
    at: tuple[int, ...]

    @classmethod
    def of(cls, text: str) -> Source:
        """What was typed, as it stands. Raises NotationError for a formula too long."""
        if len(text) > LENGTH:
            raise NotationError(f"the formula has {len(text)} characters; at most {LENGTH} are read")
        return cls(text, tuple(range(1, len(text) + 1)))

    def put(self, start: int, end: int, pieces: list[str | Source]) -> Source:
        """The characters from `start` to `end` replaced; new text stands at `start`. Raises NotationError if it is too long."""
        here = self.at[start] if start < len(self.at) else (self.at[-1] if self.at else 1)
        text = "".join(piece if isinstance(piece, str) else piece.text for piece in pieces)
        at = [column for piece in pieces for column in ((here,) * len(piece) if isinstance(piece, str) else piece.at)]
        if len(self.text) - (end - start) + len(text) > LENGTH:
            raise NotationError(f"with its macros written out the formula has more than {LENGTH} characters", here)
        return Source(self.text[:start] + text + self.text[end:], self.at[:start] + tuple(at) + self.at[end:])

    def part(self, start: int, end: int) -> Source:
        """A piece, without the spaces around it."""
        while start < end and self.text[start].isspace():
            start += 1
        while end > start and self.text[end - 1].isspace():
            end -= 1
        return Source(self.text[start:end], self.at[start:end])

    def column(self, column: int) -> int:
        """Where a column of this text stood in what was typed."""
        return self.at[min(column, len(self.at)) - 1] if column and self.at else column

    def replaced(self, pattern: re.Pattern, with_: Callable[[re.Match], str]) -> Source:
        """Every match of a pattern replaced."""
        found = self
        for match in reversed(list(pattern.finditer(self.text))):
            found = found.put(match.start(), match.end(), [with_(match)])
        return found


def closing(text: str, place: int) -> int:
    """Where the brace or square bracket that opens at a place closes; -1 where it never does. Braces inside are respected."""
    opener, depth, place = text[place], 0, place
    inner = 0
    for match in _PIECE.finditer(text, place):
        piece = match.group()
        if opener == "[" and piece in "{}":
            inner += 1 if piece == "{" else -1
        if inner == 0 and piece == opener:
            depth += 1
        elif inner == 0 and piece == _CLOSING[opener]:
            depth -= 1
            if depth == 0:
                return match.start()
    return -1


def argument(text: str, place: int) -> tuple[int, int, int] | None:
    """Where TeX's next argument stands behind a place: its first character, its end, and where reading goes on; None for none."""
    while place < len(text) and text[place].isspace():
        place += 1
    if place >= len(text) or text[place] in "}&":
        return None
    if text[place] == "{":
        end = closing(text, place)
        return None if end < 0 else (place + 1, end, end + 1)
    match = _PIECE.match(text, place)
    assert match is not None
    return place, match.end(), match.end()
