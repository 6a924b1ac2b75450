"""Why a script ends before it is written."""

from __future__ import annotations


class NoScript(Exception):
    """No script is known; `word` says in one word why."""

    def __init__(self, word: str, detail: str = ""):
        super().__init__(f"{word}: {detail}" if detail else word)
        self.word = word
