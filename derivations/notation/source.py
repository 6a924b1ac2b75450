"""A text under rewriting that remembers where each of its characters stood, so that an error in what became of it names the place in
what was typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from .errors import NotationError
from .limits import LENGTH
from .tex import Mouth, Token, spelled


@dataclass(frozen=True)
class Source:
    """`text` as it reads now; `at[k]` is the column, from 1, of what was typed that its character k came from."""

    text: str
    at: tuple[int, ...]

    @classmethod
    def of(cls, text: str) -> Source:
        """What was typed, as it stands. Raises NotationError for a formula too long."""
        if not isinstance(text, str):
            raise NotationError(f"a formula is text; got {type(text).__name__}")
        return cls(text, tuple(range(1, _bounded(len(text)) + 1)))

    @classmethod
    def made(cls, tokens: Iterable[Token]) -> Source:
        """What tokens spell, with their places; spaces around it are dropped."""
        text, at = spelled(tokens)
        _bounded(len(text), at[:1])
        return cls(text, at).part(0, len(text))

    @classmethod
    def joined(cls, sources: Sequence[Source], between: str) -> Source:
        """Pieces with a text between them, which stands where the piece before it ends."""
        text, at = "", ()
        for place, source in enumerate(sources):
            if place:
                text, at = text + between, (*at, *([at[-1] if at else 1] * len(between)))
            text, at = text + source.text, (*at, *source.at)
        return cls(text, at)

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        """TeX's tokens, each with its place in what was typed."""
        return tuple(Token(token.kind, token.text, self.at[token.at - 1]) for token in Mouth(self.text))

    def put(self, start: int, end: int, pieces: list[str | Source]) -> Source:
        """The characters from `start` to `end` replaced; new text stands at `start`. Raises NotationError if it is too long."""
        here = self.at[start] if start < len(self.at) else (self.at[-1] if self.at else 1)
        text = "".join(piece if isinstance(piece, str) else piece.text for piece in pieces)
        at = [column for piece in pieces for column in ((here,) * len(piece) if isinstance(piece, str) else piece.at)]
        _bounded(len(self.text) - (end - start) + len(text), (here,))
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
        pieces: list[str] = []
        at: list[int] = []
        place = 0
        for match in pattern.finditer(self.text):
            made = with_(match)
            pieces += [self.text[place:match.start()], made]
            at += self.at[place:match.start()]
            at += (self.at[min(match.start(), len(self.at) - 1)],) * len(made)
            place = match.end()
        text = "".join([*pieces, self.text[place:]])
        _bounded(len(text), self.at[:1])
        return Source(text, (*at, *self.at[place:]))


def _bounded(length: int, at: tuple[int, ...] = ()) -> int:
    if length > LENGTH:
        raise NotationError(f"with its macros written out the formula has more than {LENGTH} characters" if at else
                            f"the formula has {length} characters; at most {LENGTH} are read", at[0] if at else 0)
    return length
