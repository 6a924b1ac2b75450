"""Polynomials that are known not to be negative, as a search for signs combines them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flint import fmpq_mpoly

from theoremtest.derivations.kernel.terms import Term

if TYPE_CHECKING:
    from .signs import Signs


class Known:
    """A polynomial that is known not to be negative: a line, a fact that has to be written, or a square."""

    def __init__(self, poly: fmpq_mpoly, line: int | None = None, fact: Term | None = None, square: Term | None = None,
                 strict: bool = False, equation: Term | None = None, turned: bool = False, nonzero: Term | None = None) -> None:
        self.equation, self.turned, self.nonzero = equation, turned, nonzero
        self.poly, self.line, self.fact, self.squared, self.strict = poly, line, fact, square, strict

    def factor(self, signs: Signs) -> list | None:
        """As a factor of a `sign` line."""
        if self.squared is not None:
            return ["square", signs.draft.number(self.squared)]
        if self.nonzero is not None:
            return ["line", signs.draft.line("lemma", "square_pos", [signs.draft.number(self.nonzero)])]
        if self.equation is not None:
            place = signs.draft.place(self.equation)
            return None if place is None else ["line", signs.draft.line("difference", place, self.turned)]
        line = self.line if self.line is not None else signs.draft.place(self.fact) if self.fact is not None else None
        return None if line is None else ["line", line]


def letters_in(poly: fmpq_mpoly) -> set[int]:
    return {place for place, degree in enumerate(poly.degrees()) if int(degree) > 0}
