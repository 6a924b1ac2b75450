"""The letters of this room: a function of symmetric matrices that commute, written in a symbol for the eigenvalue of each.

A base is a symmetric matrix of which functions are taken; bases that commute with one another (all diagonal matrices of one size)
form a family. A slot is a letter that stands for one function of a family's bases.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from sympy import Dummy, Expr, Ge, Gt, MatrixSymbol, S

from theoremtest.derivations.proof.matrices.letters import Letter, Word

ANY, NOT_NEGATIVE, POSITIVE = "any", "not negative", "positive"
"""What is known of the eigenvalues of a base: nothing, that none is negative, that all are positive."""


@dataclass(eq=False)
class Base:
    """A symmetric matrix of shape (n, n): `family` a stand-in symbol that commuting bases share, `eigenvalue` its symbol in formulas."""

    name: object
    family: MatrixSymbol
    spectrum: str = ANY
    eigenvalue: Dummy = field(default_factory=lambda: Dummy("l", real=True))

    def conditions(self, eigenvalue: Expr | None = None) -> tuple:
        """What is known of an eigenvalue, as relations."""
        value = self.eigenvalue if eigenvalue is None else eigenvalue
        return {ANY: (), NOT_NEGATIVE: (Ge(value, 0),), POSITIVE: (Gt(value, 0),)}[self.spectrum]


@dataclass(frozen=True)
class Slot(Letter):
    """A function of a family's bases: `formula` in their eigenvalues and in parameters. It is symmetric."""

    formula: Expr = S.One

    @property
    def T(self) -> Slot:
        return self


def taken_apart(word: Word) -> tuple[Word, tuple]:
    """(the letters that are no slots, the slots before, between and after them)."""
    outer, gaps = [], [[]]
    for letter in word:
        if isinstance(letter, Slot):
            gaps[-1].append(letter)
        else:
            outer.append(letter)
            gaps.append([])
    return tuple(outer), tuple(map(tuple, gaps))
