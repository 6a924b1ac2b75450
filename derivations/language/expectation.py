"""A mean or a variance over independent normal draws."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sympy import Expr, Symbol, sympify
from sympy.matrices.expressions.matexpr import MatrixSymbol

from .base import Statement
from .domain import atoms_of
from .errors import StatementError
from .latex import to_latex
from .wellformed import shape_of

MOMENTS = ("mean", "variance")


@dataclass(frozen=True, eq=False)
class Expectation(Statement):
    """The mean (or the variance) of `quantity` over the draws is `value`.

    quantity: a polynomial in scalars and inner products of the drawn symbols and of any others, which are held fixed.
    draws: scalar, vector or matrix symbol to the variance of its entries, which are independent normal numbers of mean zero. No
    condition of the domain speaks of a draw, and no variance does: either would make it another distribution.
    """

    label: ClassVar[str] = "expectation"

    quantity: Expr
    draws: dict
    value: Expr
    moment: str = "mean"

    def __post_init__(self) -> None:
        if self.moment not in MOMENTS:
            raise StatementError(f"moment is one of {', '.join(MOMENTS)}; got {self.moment!r}")
        if not isinstance(self.draws, dict) or not self.draws:
            raise StatementError("an expectation is over at least one drawn symbol")
        super().__post_init__()
        known = self.on.declared
        drawn = [str(symbol) for symbol in self.draws if symbol not in known]
        if drawn:
            raise StatementError(f"the domain declares the sizes and fixed symbols, the draws included; it lacks {', '.join(drawn)}")
        self.check_formulas(self.quantity, self.value, *self.draws.values())
        for formula in (self.quantity, self.value, *self.draws.values()):
            if shape_of(formula):
                raise StatementError(f"a moment of normal draws is of scalars; {formula} has shape {shape_of(formula)}")
        self._check_draws()

    def _check_draws(self) -> None:
        """Free and independent normal numbers: nothing but the quantity speaks of them."""
        for symbol in self.draws:
            if not isinstance(symbol, (Symbol, MatrixSymbol)) or symbol in self.on.dimensions:
                raise StatementError(f"a draw is a scalar or matrix symbol and no size; got {symbol!r}")
            if isinstance(symbol, Symbol) and (symbol.is_integer or symbol.is_extended_real is not True
                                               or None not in (symbol.is_nonnegative, symbol.is_nonpositive, symbol.is_zero)):
                raise StatementError(f"the draw {symbol} is a normal number; it cannot be assumed whole or of one sign")
        for symbol, variance in self.draws.items():
            if sympify(variance, strict=True).is_negative:
                raise StatementError(f"the variance of {symbol} is {variance}; a variance is not negative")
        drawn, expand = set(self.draws), self.on.expand
        for what, formulas in (("the value", (self.value,)), ("a variance", self.draws.values()),
                               ("a condition of the domain", self.on.conditions)):
            for formula in formulas:
                tied = drawn & atoms_of(expand(formula))
                if tied:
                    raise StatementError(f"{what}, {formula}, speaks of the drawn {', '.join(sorted(map(str, tied)))}; "
                                         "draws are free and independent, and their variances fixed")

    def binders(self) -> set:
        return set(self.draws)

    def expressions(self) -> tuple:
        return (self.quantity, self.value, *self.draws.values())

    def latex(self) -> str:
        name = r"\mathbb{E}" if self.moment == "mean" else r"\operatorname{Var}"
        drawn = ", ".join(rf"{to_latex(symbol)} \sim \mathcal{{N}}\left(0, {to_latex(variance)}\right)"
                          for symbol, variance in self.draws.items())
        return rf"{name}\left[{to_latex(self.quantity)}\right] = {to_latex(self.value)},\quad {drawn}"
