"""What the formulas of each section say of its letters, wherever they stand in it; noted before anything is read in order."""

from __future__ import annotations

from dataclasses import dataclass, field

from theoremtest.derivations.notation import NotationError
from theoremtest.derivations.notation.displays import display, pieces, sides_and_signs

from .indices import Ranges
from .letters import Key, at_times, latex_of, names_in
from .passages import Formula
from .prose import vectors_in
from .refusals import functions_in
from .relation import DOTS


@dataclass
class Noted:
    """The names that each section has as functions of something, with the index of an iterate, and as vectors or matrices."""

    functions: dict[int, set[Key]] = field(default_factory=dict)
    iterated: dict[int, set[Key]] = field(default_factory=dict)
    vectors: dict[int, set[Key]] = field(default_factory=dict)
    spoken: dict[int, list[tuple[str, str]]] = field(default_factory=dict)
    """The two sides of each equation of a section, a rate as what it is the rate of, which has the same size."""
    ranges: Ranges = field(default_factory=Ranges)

    def note(self, formula: Formula) -> None:
        """Take down what a formula says of the letters of its section."""
        try:
            functions, iterated = functions_in(formula.source.text)
            self.functions.setdefault(formula.section, set()).update(functions)
            self.iterated.setdefault(formula.section, set()).update(iterated)
            self.vectors.setdefault(formula.section, set()).update(vectors_in(formula.source.text))
            self.ranges.note(formula.source.text)
            for piece in pieces(display(formula.source).formula):
                sides, signs = sides_and_signs(piece.source)
                texts = [DOTS.sub(" ", at_times(side).text) for side in sides]
                self.spoken.setdefault(formula.section, []).extend(
                    pair for *pair, sign in zip(texts, texts[1:], signs, strict=False) if sign == "=" and all(pair))
        except NotationError:
            return

    def letters(self, section: int) -> list[str]:
        """The letters of a section's equations, that of a norm for the norm."""
        names = [name for pair in self.spoken.get(section, []) for text in pair for name in names_in(text)]
        return list(dict.fromkeys(latex_of(name.inner) for name in names if name.inner not in (("e",), ("d",), ("t",))))


__all__ = ["Noted"]
