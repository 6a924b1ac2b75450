r"""A document as a referee reads it: words, formulas in a line of text and displayed ones, in TeX's own order, with macros written out,
divided into sections, paragraphs and sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from theoremtest.derivations.notation import NotationError, Source
from theoremtest.derivations.notation.rows import Laid as Rows
from theoremtest.derivations.notation.tex import Kind, Token
from theoremtest.reports.tex.document import Walk
from theoremtest.reports.tex.files import Files
from theoremtest.reports.tex.found import place

_ENDED = re.compile(r"\.\s*(?:\\(?:end|label|tag)\*?\s*\{[^{}]*\}\s*|\\[,;:! ]\s*)*$")
"""A display that ends its sentence."""
_SPOKEN = 4_000
"""Characters of words that are kept of one sentence."""
_FORMULA = "\x00"
"""Stands among the words of a sentence for a formula."""


@dataclass
class Formula:
    """A formula of the text. words: those of its sentence before it; behind: those that follow; a formula is \x00 in both."""

    source: Source
    displayed: bool
    file: int
    section: int
    paragraph: int
    words: str = ""
    behind: str = ""
    row: int = 0
    """Where it begins in its file as a further row of a display; 0 for any other."""

    @property
    def at(self) -> int:
        """Where it begins in its file, from 1."""
        return self.row or (self.source.at[0] if self.source.at else 1)


@dataclass
class _Sentence:
    words: str = ""
    formulas: list[tuple[Formula, int]] = field(default_factory=list)


class Passages(Walk):
    """One way through a document that keeps words and formulas, marked or not."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.formulas: list[Formula] = []
        self.unread: list[tuple[int, int, str]] = []
        """File, place and reason of what TeX itself stops in."""
        self._sentence, self._section_number, self._paragraph, self._fresh = _Sentence(), 0, 0, True

    def run(self) -> Passages:
        """Go through the whole document."""
        super().run()
        self._end_sentence()
        return self

    # words -------------------------------------------------------------------------------------------------------------

    def _between(self, token: Token) -> None:
        super()._between(token)
        if token.kind is Kind.PARAGRAPH or token.text == r"\par":
            self._say(" ")
            self._fresh = True
        elif token.text == r"\item":
            self._end_sentence()
        elif token.kind is Kind.COMMAND:
            self._say(" ")
        else:
            self._say(" " if token.blank or token.kind is not Kind.CHARACTER else token.text)

    def _section(self) -> None:
        super()._section()
        self._end_sentence()
        self._section_number += 1
        self._new_paragraph()

    def _new_paragraph(self) -> None:
        self._paragraph += 1
        self._fresh = False

    def _say(self, text: str) -> None:
        if self._fresh and text.strip():  # a paragraph that goes on in small letters belongs to the one above
            if not text.islower() and text not in ",.;:)":
                self._end_sentence()
                self._new_paragraph()
            self._fresh = False
        said = self._sentence.words
        if text == " " and len(said) > 1 and said[-1] in ".?!" and said[-2] != ".":
            self._end_sentence()
            return
        if len(said) < _SPOKEN and not (text == " " and said[-1:] == " "):
            self._sentence.words += text

    def _end_sentence(self) -> None:
        sentence, self._sentence = self._sentence, _Sentence()
        for formula, at in sentence.formulas:
            formula.words, formula.behind = sentence.words[:at].strip(), sentence.words[at + 1:].strip()

    def _keep(self, source: Source, displayed: bool, file: int, row: int = 0) -> None:
        if not source.text:
            return
        if self._fresh and not displayed:
            self._end_sentence()
            self._new_paragraph()
        found = Formula(source, displayed, file, self._section_number, self._paragraph, row=row)
        self.formulas.append(found)
        self._sentence.formulas.append((found, len(self._sentence.words)))
        self._sentence.words += _FORMULA
        if displayed and _ENDED.search(source.text):
            self._end_sentence()

    # formulas ----------------------------------------------------------------------------------------------------------

    def _inline(self, opening: Token) -> Token | None:
        self._no_more_silence()
        ends = ("$", "$$") if opening.text == "$" else (r"\)",)
        tokens: list[Token] = []
        while True:
            try:
                token = self.gullet.next()
            except NotationError:
                continue
            if token is None or token.kind in (Kind.PARAGRAPH, Kind.END) and token.name in ("", "document") or self._is_display(token):
                return token
            if token.kind is Kind.COMMENT:
                self._comment(token)
            elif token.text in ends:
                self._made_of(opening, tokens, False)
                return replace(token, text="$") if token.text == "$$" else None
            else:
                tokens.append(token)

    def _rows(self, opening, tokens, above, inside) -> None:
        super()._rows(opening, tokens, above, inside)
        kept = [token if token.file == opening.file else replace(token, at=opening.at, file=opening.file) for token in tokens]
        try:
            laid = Rows(kept if opening.kind is Kind.BEGIN else kept[1:-1])
        except NotationError as error:
            self.unread.append((opening.file, opening.at, error.message))
            return
        row = 0
        while row < len(laid.rows):
            end = row + 1
            while end < len(laid.rows) and laid.rows[end].carries_on:
                end += 1
            inked = [at for one in laid.rows[row:end] for at in range(one.start, one.end) if laid.ink(at)]
            if inked:
                try:
                    self._keep(Source.made(laid.chosen(row, end)), True, opening.file, laid.tokens[inked[0]].at if row else 0)
                except NotationError as error:
                    self.unread.append((opening.file, opening.at, error.message))
            row = end

    def _made_of(self, opening: Token, tokens: list[Token], displayed: bool) -> None:
        kept = [token if token.file == opening.file else replace(token, at=opening.at, file=opening.file) for token in tokens]
        try:
            self._keep(Source.made(kept), displayed, opening.file)
        except NotationError as error:
            self.unread.append((opening.file, opening.at, error.message))


def passages(path: Path, root: Path) -> Passages:
    """The formulas of a document, with the words around each; no file outside of the root is read."""
    return Passages(Files(path.resolve(), root.resolve())).run()


def faults(found: Passages) -> list[tuple[Path, int, int, str]]:
    """What TeX itself stops in, by file, line and column, one line each."""
    seen = [(file, at, " ".join(why.split())) for file, at, why in found.unread]
    whole = [(found.files.paths[0], 1, 1, " ".join(found.trouble.split()))] if found.trouble else []
    return whole + [(*position(found, file, at), why) for file, at, why in seen]


def position(found: Passages, file: int, at: int) -> tuple[Path, int, int]:
    """File, line and column, from 1, of a place."""
    line, column = place(found.files.texts[file], at)
    return found.files.paths[file], line, column


def by_paragraph(formulas: list[Formula]) -> Iterator[list[Formula]]:
    """The formulas of each paragraph."""
    start = 0
    for end in range(1, len(formulas) + 1):
        if end == len(formulas) or formulas[end].paragraph != formulas[start].paragraph:
            yield formulas[start:end]
            start = end


__all__ = ["Formula", "Passages", "by_paragraph", "faults", "passages", "position"]
