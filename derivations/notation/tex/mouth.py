r"""A text as TeX's tokens, each with its place. What a character is comes from pylatexenc; added here are the `@` of packages, blank lines,
and the spaces that TeX skips at the beginning of a line."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from pylatexenc.latexwalker import LatexWalker, LatexWalkerEndOfStream
from pylatexenc.macrospec import LatexContextDb


class Kind(Enum):
    """What sort of token: `BEGIN` and `END` are environments, which the gullet makes of `\\begin` and its group."""

    COMMAND, CHARACTER, OPEN, CLOSE, SPACE, PARAGRAPH, COMMENT, BEGIN, END = range(9)


@dataclass(frozen=True, slots=True)
class Token:
    """One token: `text` as TeX spells it (of a comment, what stands behind its %), `at` the place in its file, from 1; `frozen`: it is
    no macro any more; `name`: of an environment."""

    kind: Kind
    text: str
    at: int
    file: int = 0
    frozen: bool = False
    name: str = ""

    @property
    def blank(self) -> bool:
        """Whether nothing of it is printed, wherever it stands."""
        return self.kind in (Kind.SPACE, Kind.COMMENT)

    @property
    def is_word(self) -> bool:
        """Whether it is a command of letters, which a letter behind it would lengthen."""
        return self.kind is Kind.COMMAND and self.text[-1].isalpha()


_KINDS = {"macro": Kind.COMMAND, "char": Kind.CHARACTER, "brace_open": Kind.OPEN, "brace_close": Kind.CLOSE, "comment": Kind.COMMENT,
          "mathmode_inline": Kind.CHARACTER, "mathmode_display": Kind.CHARACTER}


class Mouth:
    """Reads a text token by token. `letters`: whether @ is a letter, as in a package."""

    def __init__(self, text: str, file: int = 0, letters: bool = False):
        self.text, self.file, self.letters, self.place = text, file, letters, 0
        self._walker = LatexWalker(text, latex_context=LatexContextDb(), tolerant_parsing=True)
        self._state = self._walker.make_parsing_state()
        self._fresh = True
        self.skipped: list[tuple[int, int]] = []
        """What was passed over word for word, from where to where."""

    def next(self) -> Token | None:
        """The token at the place, which moves behind it; None at the end."""
        start, text = self.place, self.text
        while self.place < len(text) and text[self.place].isspace():
            self.place += 1
        if self.place > start:
            spaces, fresh = text[start:self.place], self._fresh
            self._fresh = False
            if spaces.count("\n") > (0 if fresh and start else 1):
                return self._made(Kind.PARAGRAPH, spaces, start)
            if not fresh:
                return self._made(Kind.SPACE, spaces, start)
        self._fresh = False
        start = self.place
        if start >= len(text):
            return None
        try:
            found = self._walker.get_token(start, environments=False, parsing_state=self._state)
        except LatexWalkerEndOfStream:  # a lone backslash at the end
            self.place = len(text)
            return self._made(Kind.COMMAND, text[start:], start)
        kind = _KINDS[found.tok]
        if kind is Kind.COMMENT:
            end = text.find("\n", start)
            self.place, self._fresh = (len(text) if end < 0 else end + 1), True
            return self._made(kind, text[start + 1:len(text) if end < 0 else end], start)
        word = found.arg if kind is not Kind.COMMAND else "\\" + found.arg
        if word in (r"\(", r"\)", r"\[", r"\]"):
            kind = Kind.COMMAND
        self.place = start + len(word)
        if kind is Kind.COMMAND and self.letters and (word[1].isalpha() or word[1] == "@"):
            while self.place < len(text) and (text[self.place].isalpha() or text[self.place] == "@"):
                self.place += 1
            word = text[start:self.place]
        if kind is Kind.COMMAND and word[1].isspace():
            word = "\\ "
        return self._made(kind, word, start)

    def _made(self, kind: Kind, text: str, start: int) -> Token:
        return Token(kind, text, start + 1, self.file)

    def past(self, text: str) -> bool:
        """Go on behind the next place where a text stands word for word, as `\\verb` and verbatim environments do; False where none is."""
        found = self.text.find(text, self.place)
        if found >= 0:
            self.skipped.append((self.place, found))
        self.place = len(self.text) if found < 0 else found + len(text)
        return found >= 0

    def skips(self, at: int) -> bool:
        """Whether a place, from 1, was passed over word for word."""
        before = bisect_left(self.skipped, (at,)) - 1
        return before >= 0 and at <= self.skipped[before][1]

    def __iter__(self) -> Iterator[Token]:
        while (token := self.next()) is not None:
            yield token


def listed(text: str) -> list[str]:
    """The words of a text: many commands in little space."""
    return text.split()


def spelled(tokens: Iterable[Token]) -> tuple[str, tuple[int, ...]]:
    """Tokens as a text again, and where each of its characters came from; comments are left out."""
    pieces: list[str] = []
    at: list[int] = []
    before: Token | None = None
    for token in tokens:
        if token.kind is Kind.COMMENT:
            continue
        text = " " + token.text if before is not None and before.is_word and token.text[:1].isalpha() else token.text
        pieces.append(text)
        at += [token.at] * len(text)
        before = token
    return "".join(pieces), tuple(at)
