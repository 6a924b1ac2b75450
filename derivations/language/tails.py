"""Bounds of probabilities over draws, with their constants: Markov's inequality, and what it makes of any function of the draws."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sympy import Abs, And, Basic, Expr, Ge, Gt, Le, Lt

from .errors import StatementError
from .expectation import _Drawing
from .latex import to_latex
from .material import told
from .relations import check_unsettled
from .wellformed import shape_of


@dataclass(frozen=True, eq=False)
class TailBound(_Drawing):
    """The probability of `event` over the draws is at most `at_most`.

    event: comparisons of numbers, several joined by `And`. draws: as for an `Expectation`; a law `Moments(mean, variance)` stands for every
    law that has these. through: g with g >= 0 everywhere and g >= 1 in the event, whose mean is at most `at_most`: that is how it is shown.
    Where it is left out it is Chebyshev's for one comparison |u| >= t, u^2/t^2, and Markov's for any other u >= t, u/t.
    """

    label: ClassVar[str] = "bound of a probability"

    event: Basic
    at_most: Expr
    draws: dict
    through: Expr | None = None

    def __post_init__(self) -> None:
        self.check_relations(self.event)
        check_unsettled(self.kind, self.event)
        for part in self.comparisons():
            if not isinstance(part, (Gt, Ge, Lt, Le)) or shape_of(part.lhs):
                raise StatementError(f"an event is made of comparisons of numbers, several joined by And; got {told(part)}")
        if self.through is None:
            object.__setattr__(self, "through", self._usual())
        super().__post_init__()
        for part in (self.at_most, self.through):
            if shape_of(part):
                raise StatementError(f"a probability is at most a number; {told(part)} is a matrix")

    def comparisons(self) -> tuple[Basic, ...]:
        """The comparisons that make the event together."""
        return self.event.args if isinstance(self.event, And) else (self.event,)

    def _usual(self) -> Expr:
        if isinstance(self.event, And):
            raise StatementError("of several comparisons, say through which function: through=g, at least 1 where all of them hold")
        size, least = self.event.args if isinstance(self.event, (Ge, Gt)) else self.event.args[::-1]
        return size.args[0] ** 2 / least**2 if isinstance(size, Abs) else size / least

    def drawn_over(self) -> tuple:
        sides = (side for part in self.comparisons() for side in part.args)
        return (*sides, self.through)

    def stated(self) -> tuple:
        return (self.at_most,)

    def latex(self) -> str:
        return rf"\mathbb{{P}}\left({to_latex(self.event)}\right) \leq {to_latex(self.at_most)},\quad {self._laws_latex()}"
