"""Why a script ends before it is written."""

from __future__ import annotations

from .terms import Term, text


class NoScript(Exception):
    """No script is known; `word` says in one word why."""

    def __init__(self, word: str, detail: str = ""):
        super().__init__(f"{word}: {detail}" if detail else word)
        self.word = word


class Case(Exception):
    """The sample points show both signs of a term: the script has to split; strict: zero is a case of its own."""

    def __init__(self, term: Term, strict: bool = True):
        super().__init__(text(term))
        self.term, self.strict = term, strict


class Finer(Exception):
    """An exponential has to be a power of a finer one."""
