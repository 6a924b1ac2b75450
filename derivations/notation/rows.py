r"""The rows of a display and what in them is layout: which `&` only aligns, which row carries on the one above, which begins an equation of
its own. A display is laid out here and nowhere else, whether a mark stands above it or inside."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from .errors import NotationError
from .layout import ARGUMENTS, ENDS_A_PROOF, NO_INK, PAIRED, REFERENCES, SPACES, WIDE, environment, past_no_ink, past_opening
from .tex import Kind, Token, listed, spelled
from .tex.spans import Spans, depths

ORDERS = set(listed(r"< > \le \leq \leqslant \ge \geq \geqslant \neq \ne \succ \succeq \prec \preceq \succcurlyeq \preccurlyeq"))
"""Relation signs of bounds."""
READ = ORDERS | set(listed(r"= \to \propto \iff \approx"))
"""Relation signs that a formula may be read with."""
RELATIONS = READ | set(listed(
    r"\equiv \sim \simeq \cong \asymp \doteq \ll \gg \lesssim \gtrsim \subset \subseteq \supset \supseteq \not "
    r"\rightarrow \longrightarrow \mapsto \coloneqq \eqqcolon \triangleq \defeq \eqdef \lt \gt \leftrightarrow \Leftrightarrow"))
"""All that stands between two sides."""
STACKS = {r"\overset", r"\stackrel", r"\underset"}
"""What puts its first argument above or below its second one."""
SIGNS = {"+", "-", r"\pm", r"\mp"}
"""What joins two terms, and may also begin the first one."""
OPERATORS = SIGNS | {"*", "/", r"\cdot", r"\times", r"\otimes", r"\oplus", r"\odot", r"\circ", r"\wedge", r"\vee", r"\ast", r"\div"}
_WORDS = {r"\text", r"\textrm", r"\mbox", r"\textnormal", r"\textit", r"\forall"}
NOTHING = SPACES | WIDE | set(NO_INK) | {r"\hspace", r"\limits", r"\nolimits", r"\left", r"\right"}
"""Commands that are no argument of others."""
_LENGTH = re.compile(r"\s*-?[\d.]*\s*(?:pt|em|ex|mm|cm|in|mu|\\[A-Za-z@]+)\s*")
KEPT, LAYOUT, AROUND, ROW, CELL, SPACE, NOTED = "kept", "layout", "around", "row", "cell", "space", "noted"
"""What a token is to its display: part of what is read; layout; an environment around it; the end of a row; an alignment; a wide space; a
reference that is noted."""


@dataclass(frozen=True)
class Row:
    """The tokens from `start` to `end` of a display. carries_on: it goes on with the row above; own: it begins an equation."""

    start: int
    end: int
    carries_on: bool
    own: bool


class Laid:
    """A display's tokens, each with its role and its row. Raises NotationError where a row reads two ways."""

    def __init__(self, tokens: Sequence[Token]):
        self.tokens = list(tokens)
        self.spans = Spans(self.tokens)
        self.roles = [KEPT] * len(self.tokens)
        self._inner: set[int] = set()
        """Where a display inside of a group of displays is opened."""
        self._joined: set[int] = set()
        """The ends of rows of one formula on several lines."""
        self._paired: dict[int, bool] = {}
        self._assign()
        self.depths = depths(self.tokens)
        self.around = [place for place, role in enumerate(self.roles) if role is AROUND]
        self.rows = self._rows()

    def _set(self, start: int, end: int, role: str) -> int:
        """The first of these tokens in a role, what belongs to it as layout; where the next one stands."""
        self.roles[start:end] = [role] + [role if role in (AROUND, NOTED) else LAYOUT] * (end - start - 1)
        return end

    def _assign(self) -> None:
        place, depth = 0, 0
        around: list[str] = []
        opened: list[Token] = []
        while place < len(self.tokens):
            token = self.tokens[place]
            name = environment(token)
            if token.kind is Kind.BEGIN:
                opened.append(token)
            elif token.kind is Kind.END and (not opened or opened.pop().name != token.name):
                raise NotationError(f"{token.text} closes nothing", token.at)
            if name:
                inner = name == "dmath" and "dgroup" in around  # each is a row of the group
                if token.kind is Kind.BEGIN:
                    around.append(name)
                    after = past_opening(self.spans, place)
                    self._inner.update(range(place, after) if inner else ())
                    place = self._set(place, after, LAYOUT if inner else AROUND)
                else:
                    around.pop()
                    place = self._set(place, place + 1, ROW if inner else AROUND)
                continue
            self._refuse_hungry(place)
            if token.text in ENDS_A_PROOF and all(one.blank or one.kind is Kind.END or one.text in (".", *ENDS_A_PROOF)
                                                  for one in self.tokens[place + 1:]):
                place = self._set(place, place + 1, LAYOUT)
                continue
            after = past_no_ink(self.spans, place)
            if after > place:
                place = self._set(place, after, LAYOUT)
                if token.text in (r"\textcolor", r"\smash") and (at := self.spans.past_blank(place)) in self.spans.closing:
                    self.roles[at] = self.roles[self.spans.closing[at]] = LAYOUT
                continue
            if token.text == r"\hspace" and token.kind is Kind.COMMAND:
                place = self._space(place, token)
                continue
            if token.text in REFERENCES:
                place = self._set(place, self.spans.argument(place + 1, token)[2], NOTED)
                continue
            if self.roles[place] is KEPT:
                depth += (token.kind in (Kind.OPEN, Kind.BEGIN)) - (token.kind in (Kind.CLOSE, Kind.END))
            if depth == 0 and token.text == r"\\":
                if around and around[-1] in ("multline", "multlined", "dmath"):
                    self._joined.add(place)
                place = self._set(place, self._end_of_row(place), ROW)
                continue
            if depth == 0 and token.text == "&":
                self.roles[place] = CELL
                self._paired[place] = bool(around) and around[-1] in PAIRED
            elif token.text in WIDE and token.kind is Kind.COMMAND:
                self.roles[place] = SPACE
            place += 1
        if opened:
            raise NotationError(f"{opened[-1].text} is never closed", opened[-1].at)

    def _refuse_hungry(self, place: int) -> None:
        """Raise NotationError where a command takes layout as its argument, as TeX has it, and what is meant stands behind that."""
        token = self.tokens[place]
        count = ARGUMENTS.get(token.text, 0) if token.kind in (Kind.COMMAND, Kind.CHARACTER) else 0
        after = place + 1
        if token.text == r"\sqrt":
            after = self.spans.optional(after)
        for _ in range(count):
            at = self.spans.past_blank(after)
            if at < len(self.tokens) and self.tokens[at].kind is Kind.COMMAND and (self.tokens[at].text in NOTHING):
                raise NotationError(f"{token.text} takes {self.tokens[at].text} behind it as its argument; put the argument in braces",
                                    token.at)
            after = self.spans.argument(at, token)[2]

    def _space(self, place: int, token: Token) -> int:
        at = self.spans.past_blank(place + 1)
        at += at < len(self.tokens) and self.tokens[at].text == "*"
        first, last, after = self.spans.argument(at, token)
        length = spelled(self.tokens[first:last])[0]
        if not _LENGTH.fullmatch(length):
            raise NotationError(f"{token.text} takes a length, such as 1em; got {length}", token.at)
        back = length.lstrip().startswith("-")
        self._set(place, after, LAYOUT)
        if not back:
            self.roles[place] = SPACE
        return after

    def _end_of_row(self, place: int) -> int:
        at = place + 1
        at += at < len(self.tokens) and self.tokens[at].text == "*"
        end = self.spans.past_blank(at)
        if end < len(self.tokens) and self.tokens[end].text == "[":
            close = next((k for k in range(end, min(end + 20, len(self.tokens))) if self.tokens[k].text == "]"), None)
            if close is not None and _LENGTH.fullmatch(spelled(self.tokens[end + 1:close])[0]):
                return close + 1
        return at

    # rows --------------------------------------------------------------------------------------------------------------

    def _rows(self) -> list[Row]:
        found: list[Row] = []
        start = 0
        for end in [place for place, role in enumerate(self.roles) if role is ROW] + [len(self.tokens)]:
            before = found[-1] if found else None
            found.append(Row(start, end, *self._is(start, end, before, before is not None and before.end in self._joined)))
            start = end + 1
        return found

    def _is(self, start: int, end: int, before: Row | None, joined: bool) -> tuple[bool, bool]:
        """Whether a row carries on the one above, and whether it begins an equation of its own."""
        inked = [place for place in range(start, end) if self.ink(place)]
        if not inked:
            return True, False
        first, sign = inked[0], self.sign(inked[0])
        if sign == ":" and len(inked) > 1 and self.tokens[inked[1]].text == "=":
            sign = "="
        relates = any(self.sign(place) in RELATIONS and self.depths[place] == self.depths[first] for place in inked)
        if before is None:
            return False, True
        if joined or sign in RELATIONS:
            return True, False
        if sign in OPERATORS:
            if sign not in SIGNS or not relates:
                return True, False
            cells = [place for place in range(start, end) if self.roles[place] is CELL]
            if cells and cells[0] < first or self._after_empty_group(start, first):
                return True, False
            if not cells:
                raise NotationError(f"this row begins with {sign} and has a relation of its own, so that it reads two ways: it "
                                    "carries on the row above, or is an equation; for the first put {} before the sign, for the "
                                    "second mark it by itself or align it by &", self.tokens[first].at)
            return False, True
        above = [place for place in range(before.start, before.end) if self.ink(place)]
        if above and self.tokens[above[-1]].text in OPERATORS | (RELATIONS - {r"\not"}):
            return True, False
        return False, relates and self.tokens[first].text not in _WORDS

    def sign(self, place: int) -> str:
        """The token at a place, or what something is stacked on there."""
        token = self.tokens[place]
        if token.text not in STACKS or token.kind is not Kind.COMMAND:
            return token.text
        first, last, _ = self.spans.argument(self.spans.argument(place + 1, token)[2], token)
        inked = [piece.text for piece in self.tokens[first:last] if not piece.blank]
        return inked[0] if len(inked) == 1 else ""

    def ink(self, place: int) -> bool:
        """Whether a token is part of what is printed of a formula."""
        token = self.tokens[place]
        if self.roles[place] is not KEPT or token.blank or token.kind is Kind.PARAGRAPH or (
                token.kind in (Kind.COMMAND, Kind.CHARACTER) and token.text in SPACES):
            return False
        return not self._empty_group(place)

    def _empty_group(self, place: int) -> bool:
        """Whether a brace stands in a group without anything, such as {} before a sign."""
        if self.tokens[place].kind is Kind.OPEN:
            return self.spans.past_blank(place + 1) == self.spans.closing[place]
        return self.tokens[place].kind is Kind.CLOSE and place > 0 and self._opens_nothing(place)

    def _opens_nothing(self, place: int) -> bool:
        at = place - 1
        while at > 0 and self.tokens[at].blank:
            at -= 1
        return self.tokens[at].kind is Kind.OPEN

    def _after_empty_group(self, start: int, first: int) -> bool:
        return any(self.tokens[place].kind is Kind.OPEN for place in range(start, first) if self.roles[place] is KEPT)

    # what is made of it ------------------------------------------------------------------------------------------------

    def chosen(self, first: int, last: int) -> list[Token]:
        """The display with the rows from `first` up to `last` alone."""
        start, end = self.rows[first].start, self.rows[last - 1].end if last else 0
        before, behind = ([self.tokens[place] for place in self.around if side(place)] for side in (
            lambda place: place < start, lambda place: place >= end))
        rows = [replace(token, kind=Kind.COMMAND, text=r"\\") if role is ROW and token.kind is Kind.END else token
                for place, (token, role) in enumerate(zip(self.tokens[start:end], self.roles[start:end], strict=True), start)
                if place not in self._inner]
        return [*before, *rows, *behind]

    def beginning(self, row: int) -> int:
        """The row in which what a row carries on begins."""
        while row and self.rows[row].carries_on:
            row -= 1
        return row

    def ending(self, row: int) -> int:
        """Behind the last row that belongs to the equation of a row: the next one that begins an equation of its own."""
        row += 1
        while row < len(self.rows) and not self.rows[row].own:
            row += 1
        return row

    def flat(self) -> list[Token]:
        r"""What is read: layout and alignment dropped, rows that carry on joined, a `\\` between others, \quad between columns."""
        made: list[Token] = []
        for number, row in enumerate(self.rows):
            if number and made and not row.carries_on:
                made.append(Token(Kind.COMMAND, r"\\", self.tokens[row.start - 1].at))
            cells = 0
            first = next((place for place in range(row.start, row.end) if self.ink(place)), row.end) if row.carries_on else row.start
            for place in range(row.start, row.end):
                token, role = self.tokens[place], self.roles[place]
                if role is KEPT and place < first and self._empty_group(place):
                    continue  # {} before the sign of a row that carries on
                if role is KEPT:
                    made.append(token)
                    continue
                cells += role is CELL
                wide = role is SPACE or (role is CELL and cells % 2 == 0 and self._paired[place] and self._apart(place, row))
                made.append(Token(Kind.COMMAND, r"\quad", token.at) if wide else Token(Kind.SPACE, " ", token.at))
        return made

    def spaces(self) -> list[int]:
        """Where wide spaces stand."""
        return [place for place, role in enumerate(self.roles) if role is SPACE]

    def noted(self) -> list[list[Token]]:
        """What prints the number of something else, each with its argument."""
        starts = [place for place, role in enumerate(self.roles) if role is NOTED and self.tokens[place].text in REFERENCES]
        return [self.tokens[start:self.spans.argument(start + 1, self.tokens[start])[2]] for start in starts]

    def _apart(self, place: int, row: Row) -> bool:
        """Whether an & divides two formulas, and none that is written with an & on both sides of its sign."""
        before = next((self.tokens[k].text for k in range(place - 1, row.start - 1, -1) if self.ink(k)), "")
        behind = next((self.tokens[k].text for k in range(place + 1, row.end) if self.ink(k)), "")
        return bool(before and behind) and not {before, behind} & (RELATIONS | OPERATORS)
