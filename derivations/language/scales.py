"""An exponent: how a quantity grows with one variable that goes to infinity."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sympy import Expr, Symbol

from .base import Statement
from .domain import atoms_of
from .errors import StatementError
from .latex import to_latex
from .statement import check_variable


@dataclass(frozen=True, eq=False)
class Scales(Statement):
    """`expression` is of the order `variable**exponent` as the variable goes to infinity.

    The quotient of the two stays between positive constants. Powers of the variable inside the expression may have exponents that
    are linear in the domain's scalars; `exponent` is linear in them, with `Max` and `Min`.
    """

    label: ClassVar[str] = "scaling law"

    expression: Expr
    variable: Symbol
    exponent: Expr

    def __post_init__(self) -> None:
        super().__post_init__()
        check_variable(self, self.variable)
        self.check_formulas(self.expression, self.exponent)
        if self.variable in atoms_of(self.on.expand(self.exponent)):
            raise StatementError(f"the exponent {self.exponent} speaks of the variable {self.variable} itself")

    def binders(self) -> set:
        return {self.variable}

    def expressions(self) -> tuple:
        return (self.expression, self.exponent)

    def latex(self) -> str:
        return rf"{to_latex(self.expression)} = \Theta\left({to_latex(self.variable)}^{{{to_latex(self.exponent)}}}\right)"
