"""Open functions: a function of vectors of which nothing is known but what the domain says, such as that it is convex.

    f = OpenFunction("f", n)
    Holds(le(f(x - f.gradient(x) / L), f(x) - Dot(f.gradient(x), f.gradient(x)) / (2 * L)), on=Domain(Smooth(f, L), L > 0, over=[x]))

Each condition says first that the function is continuously differentiable on the whole space.
"""

from __future__ import annotations

from typing import Any, ClassVar

from sympy import Expr, Function, MatrixSymbol
from sympy.core.function import AppliedUndef
from sympy.logic.boolalg import BooleanFunction
from sympy.matrices.expressions.matexpr import MatrixExpr
from sympy.printing.latex import LatexPrinter

from .errors import StatementError
from .material import as_formula, name_of, told
from .wellformed import same_size, shape_of

ANYWHERE = " anywhere"
"""The vector that stands for every one in a condition on a function."""


class OpenFunction:
    """A real function of column vectors of `size` entries: `f(x)` is its value at x, `f.gradient(x)` its gradient there."""

    def __init__(self, name: str, size: Expr | int) -> None:
        self.name, self.anywhere = name_of(name), MatrixSymbol(ANYWHERE, as_formula(size), 1)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OpenFunction) and (self.name, self.anywhere) == (other.name, other.anywhere)

    def __hash__(self) -> int:
        return hash((self.name, self.anywhere))

    def __call__(self, point: MatrixExpr) -> Expr:
        point = as_formula(point)
        if len(shape_of(point)) != 2 or not same_size(point.shape[1], 1) or not same_size(point.shape[0], self.anywhere.shape[0]):
            raise StatementError(f"{self.name} takes a column vector of {self.anywhere.shape[0]} entries; "
                                 f"got {told(point)} of shape {shape_of(point) or 'scalar'}")
        return Function(self.name, real=True)(point)

    def gradient(self, point: MatrixExpr) -> MatrixExpr:
        """The gradient at a point, a column vector."""
        return GradientAt(self(point))


class GradientAt(MatrixExpr):
    """The gradient of an open function, written as its value at the point, printed as `\\nabla f(x)`."""

    def __new__(cls, value: AppliedUndef) -> GradientAt:
        if not isinstance(value, AppliedUndef) or len(value.args) != 1 or len(shape_of(value.args[0])) != 2:
            raise StatementError(f"GradientAt takes an open function of a vector at a point; got {told(value)}")
        return MatrixExpr.__new__(cls, value)

    @property
    def shape(self) -> tuple[Expr, Expr]:
        """That of the point."""
        return self.args[0].args[0].shape

    def _latex(self, printer: LatexPrinter) -> str:
        return rf"\nabla {printer._print(self.args[0])}"


class OpenValue(MatrixExpr):
    """The value of an open function into vectors or matrices, `OpenValue(Function("u")(k), d, 1)`, printed as `u(k)`.

    Nothing is known of it but its size, and that it is one and the same wherever its arguments are."""

    def __new__(cls, value: AppliedUndef, rows: Expr | int, columns: Expr | int) -> OpenValue:
        if not isinstance(value, AppliedUndef):
            raise StatementError(f"OpenValue takes an open function at its arguments; got {told(value)}")
        return MatrixExpr.__new__(cls, value, as_formula(rows), as_formula(columns))

    @property
    def shape(self) -> tuple[Expr, Expr]:
        """That of every value of the function."""
        return self.args[1], self.args[2]

    def _latex(self, printer: LatexPrinter) -> str:
        return printer._print(self.args[0])


class AboutFunction(BooleanFunction):
    """What a domain says of an open function as a whole, with the numbers that it takes."""

    numbers: ClassVar[int] = 0
    words: ClassVar[str] = ""

    def __new__(cls, function: Any, *numbers: Any) -> AboutFunction:
        value = function(function.anywhere) if isinstance(function, OpenFunction) else function
        if not isinstance(value, AppliedUndef) or getattr(value.args[0], "name", "") != ANYWHERE:
            raise StatementError(f"{cls.__name__} is said of an OpenFunction; got {told(function)}")
        numbers = tuple(map(as_formula, numbers))
        if len(numbers) != cls.numbers or any(map(shape_of, numbers)):
            raise StatementError(f"{cls.__name__} takes an OpenFunction and {cls.numbers} numbers; got {told(numbers)}")
        return super().__new__(cls, value, *numbers, evaluate=False)

    def _latex(self, printer: LatexPrinter) -> str:
        values = ", ".join(map(printer._print, self.args[1:]))
        return rf"{self.args[0].func.__name__}\text{{ {self.words}}}" + (f" ({values})" if values else "")


class Differentiable(AboutFunction):
    """f is continuously differentiable."""

    words = "continuously differentiable"


class Convex(AboutFunction):
    """f is differentiable and convex."""

    words = "convex"


class Smooth(AboutFunction):
    """The gradient of f is Lipschitz with the constant L: `Smooth(f, L)`."""

    numbers, words = 1, "smooth"


class StronglyConvex(AboutFunction):
    """f - mu |x|^2 / 2 is convex: `StronglyConvex(f, mu)`."""

    numbers, words = 1, "strongly convex"


class PL(AboutFunction):
    """The inequality of Polyak and Lojasiewicz, |grad f|^2 >= 2 mu (f - least), and f >= least: `PL(f, mu, least)`."""

    numbers, words = 2, "Polyak-Lojasiewicz"


class Lipschitz(AboutFunction):
    """|f(x) - f(y)| <= G |x - y|, with f differentiable: `Lipschitz(f, G)`."""

    numbers, words = 1, "Lipschitz"
