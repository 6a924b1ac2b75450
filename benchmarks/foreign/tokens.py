"""A text as tokens, and a place among them: what every reader by descent begins with."""

from __future__ import annotations

import re

from .problem import Unsaid


def tokens_of(text: str, token: re.Pattern[str]) -> list[str]:
    """The tokens of a text, without the spaces before them. Raises Unsaid where it goes on with none."""
    found, place, text = [], 0, text.strip()
    while place < len(text):
        match = token.match(text, place)
        if match is None:
            raise Unsaid(f"not in the notation: {text[place:place + 20]}")
        found.append(match[0].lstrip())
        place = match.end()
    return found


class Cursor:
    """Tokens, taken from the left."""

    def __init__(self, tokens: list[str]) -> None:
        self.tokens, self.place = tokens, 0

    @property
    def next(self) -> str:
        """The token to come; nothing at the end."""
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def take(self, *wanted: str) -> str:
        """The token to come, which is one of these. Raises Unsaid."""
        found = self.next
        if not found or wanted and found not in wanted:
            raise Unsaid(f"{found or 'the end'} stands where {' or '.join(wanted) or 'a formula'} is due")
        self.place += 1
        return found
