"""What is said of a formula that cannot be read: the column, the offender and what is allowed there."""

from __future__ import annotations

from theoremtest.derivations.language.errors import TheoremtestError

SHOWN = 60
"""Characters of the formula that a message shows around the column."""


class NotationError(TheoremtestError):
    """A formula that cannot be read. `column` counts characters of `text` from 1; 0 where no place can be named. applied: an unknown name
    has brackets behind it, as a function has."""

    def __init__(self, message: str, column: int = 0, near: tuple[str, ...] = (), applied: bool = False):
        self.applied = applied
        self.message, self.column, self.near, self.text = message, column, tuple(near), ""
        super().__init__(message)

    def moved(self, column: int) -> NotationError:
        """The same error at another column."""
        return NotationError(self.message, column, self.near, self.applied)

    def within(self, text: str) -> NotationError:
        """The same error, knowing the formula that it is about."""
        if not self.text:
            self.text = text
        return self

    def __str__(self) -> str:
        hint = f"; nearest known: {', '.join(self.near)}" if self.near else ""
        if not self.column:
            return self.message + hint
        line = f"column {self.column}: {self.message}{hint}"
        return line + ("".join(f"\n  {row}" for row in self.excerpt()) if self.text else "")

    def excerpt(self) -> list[str]:
        """The formula around the column, with a caret below it."""
        flat = "".join(" " if character.isspace() else character for character in self.text)
        start = max(0, min(self.column - 1 - SHOWN // 2, len(flat) - SHOWN))
        lead = "…" if start else ""
        piece = flat[start:start + SHOWN] + ("…" if start + SHOWN < len(flat) else "")
        return [lead + piece, " " * (len(lead) + self.column - 1 - start) + "^"]
