"""Symbols named by the LaTeX that a paper uses, and the vector scalars (inner products, norms) built on them.

Every scalar symbol is real and carries no sign: signs belong to the domain, which is the one place that says where a
statement holds. Vectors and matrices are SymPy matrix symbols, so shapes are checked when an expression is built.
"""

from __future__ import annotations

from sympy import Dummy, Expr, Function, MatrixSymbol, S, Symbol, sqrt, sympify
from sympy.core.function import UndefinedFunction
from sympy.matrices.expressions.matexpr import MatrixExpr

from .errors import StatementError
from .material import as_formula, name_of, told


def real(name: str) -> Symbol:
    """A real scalar printed exactly as `name`."""
    return Symbol(name_of(name), real=True)


def reals(*names: str) -> tuple[Symbol, ...]:
    """Several real scalars at once."""
    return tuple(real(name) for name in names)


def dimension(name: str) -> Symbol:
    """A positive integer that stands for a size, for instance the input dimension `d`."""
    return Symbol(name_of(name), integer=True, positive=True)


def vector(name: str, size: Expr | int) -> MatrixSymbol:
    """A column vector of `size` entries, shape (size, 1)."""
    return matrix(name, size, 1)


def matrix(name: str, rows: Expr | int, columns: Expr | int) -> MatrixSymbol:
    """A matrix of shape (rows, columns)."""
    try:
        return MatrixSymbol(name_of(name), sympify(rows, strict=True), sympify(columns, strict=True))
    except (ValueError, TypeError, AttributeError) as error:  # SymPy's words say what it objects to, and not where
        raise StatementError(f"{told(name)} of {told(rows)} rows and {told(columns)} columns is no matrix: {error}") from None


def function(name: str) -> UndefinedFunction:
    """A real function of declared arguments, printed as `name`, for instance `g_\\delta(x)`."""
    return Function(name, real=True)


def fresh(name: str) -> Dummy:
    """A real symbol that equals no other: a step size, a direction, a case parameter."""
    return Dummy(name, real=True)


class Dot(Expr):
    """The inner product of two column vectors of the same size, a real scalar printed as `u^\\top v`."""

    is_commutative = True
    is_real = True

    def __new__(cls, left: MatrixExpr, right: MatrixExpr) -> Expr:
        left, right = as_formula(left), as_formula(right)
        for side in (left, right):
            if not (isinstance(side, MatrixExpr) or getattr(side, "is_Matrix", False)):
                raise StatementError(f"Dot takes column vectors; {side} is a scalar")
            if side.shape[1] != 1:
                raise StatementError(f"Dot takes column vectors of shape (n, 1); {side} has shape {side.shape}")
        if left.shape != right.shape:
            raise StatementError(f"Dot takes vectors of one size; got {left.shape} for {left} and {right.shape} for {right}")
        if getattr(left, "is_ZeroMatrix", False) or getattr(right, "is_ZeroMatrix", False):
            return S.Zero
        return Expr.__new__(cls, left, right)

    @property
    def left(self) -> MatrixExpr:
        """The vector that is printed with the transpose."""
        return self.args[0]

    @property
    def right(self) -> MatrixExpr:
        """The vector that is printed second."""
        return self.args[1]

    def _eval_is_nonnegative(self) -> bool | None:
        return True if self.left == self.right else None

    def _eval_derivative(self, variable: Expr) -> Expr:
        raise NotImplementedError("differentiate inner products with the proof engine's word calculus")


def Norm(v: MatrixExpr) -> Expr:
    """The Euclidean norm of a column vector, printed as `\\|v\\|`."""
    return sqrt(Dot(v, v))
