"""An exponent: how a quantity grows with one variable that goes to infinity."""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Expr, Symbol

from .errors import StatementError
from .latex import to_latex
from .statement import Statement


@dataclass(frozen=True, eq=False)
class Scales(Statement):
    """`expression` is of the order `variable**exponent` as the variable goes to infinity.

    The quotient of the two stays between positive constants. Powers of the variable inside the expression may have exponents that
    are linear in the domain's scalars; `exponent` is linear in them, with `Max` and `Min`.
    """

    expression: Expr
    variable: Symbol
    exponent: Expr

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.variable not in self.on.declared:
            raise StatementError(f"the variable {self.variable} is not declared by the domain")
        if self.variable in self.exponent.free_symbols:
            raise StatementError(f"the exponent {self.exponent} speaks of the variable {self.variable} itself")

    def expressions(self) -> tuple:
        return (self.expression, self.exponent)

    def latex(self) -> str:
        return rf"{to_latex(self.expression)} = \Theta\left({to_latex(self.variable)}^{{{to_latex(self.exponent)}}}\right)"
