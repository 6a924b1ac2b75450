"""A mean or a variance over independent normal draws."""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Expr

from .errors import StatementError
from .latex import to_latex
from .statement import Statement

MOMENTS = ("mean", "variance")


@dataclass(frozen=True, eq=False)
class Expectation(Statement):
    """The mean (or the variance) of `quantity` over the draws is `value`.

    quantity: a polynomial in scalars and inner products of the drawn symbols and of any others, which are held fixed.
    draws: scalar, vector or matrix symbol to the variance of its entries, which are independent normal numbers of mean zero.
    """

    quantity: Expr
    draws: dict
    value: Expr
    moment: str = "mean"

    def __post_init__(self) -> None:
        if self.moment not in MOMENTS:
            raise StatementError(f"moment is one of {', '.join(MOMENTS)}; got {self.moment!r}")
        if not self.draws:
            raise StatementError("an expectation is over at least one drawn symbol")
        super().__post_init__()
        known = self.on.declared
        drawn = [str(symbol) for symbol in self.draws if symbol not in known]
        if drawn:
            raise StatementError(f"the domain declares the sizes and fixed symbols, the draws included; it lacks {', '.join(drawn)}")

    def expressions(self) -> tuple:
        return (self.quantity, self.value, *self.draws.values())

    def latex(self) -> str:
        name = r"\mathbb{E}" if self.moment == "mean" else r"\operatorname{Var}"
        drawn = ", ".join(rf"{to_latex(symbol)} \sim \mathcal{{N}}\left(0, {to_latex(variance)}\right)"
                          for symbol, variance in self.draws.items())
        return rf"{name}\left[{to_latex(self.quantity)}\right] = {to_latex(self.value)},\quad {drawn}"
