"""The kinds of statement that speak of formulas, fields and relations; those that speak of motion are in `motion`.

Each kind is data with its LaTeX and its label, and holds no method of proof.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from sympy import Basic, Expr, Symbol, oo, sympify
from sympy.matrices.expressions.matexpr import MatrixExpr, MatrixSymbol

from .base import Statement
from .domain import atoms_of
from .errors import StatementError
from .flow import System
from .latex import to_latex
from .material import UNLESS_EMPTY, told
from .motion import AtMostOneZero, Conserved, Evolves, Solves
from .networks import Network, check_network
from .relations import check_unsettled
from .wellformed import same_shape, same_size, shape_of

__all__ = ["All", "AtMostOneZero", "Conserved", "Equal", "Evolves", "Gradient", "Hessian", "Holds", "Iff", "Inverse", "Limit",
           "Minimises", "NotHessian", "Solves", "Statement", "every"]


@dataclass(frozen=True, eq=False)
class Equal(Statement):
    """Two scalars, or two matrices of one shape, agree everywhere on the domain."""

    label: ClassVar[str] = "identity"

    left: Expr
    right: Expr

    def __post_init__(self) -> None:
        super().__post_init__()
        self.check_formulas(self.left, self.right)
        if not same_shape(shape_of(self.left), shape_of(self.right)):
            raise StatementError(f"Equal compares like with like; got shapes {shape_of(self.left)} and {shape_of(self.right)}")

    def expressions(self) -> tuple:
        return (self.left, self.right)

    def latex(self) -> str:
        return f"{to_latex(self.left)} = {to_latex(self.right)}"


@dataclass(frozen=True, eq=False)
class Inverse(Statement):
    """`inverse` is the two-sided inverse of the square matrix `matrix`."""

    label: ClassVar[str] = "inverse"

    matrix: MatrixExpr
    inverse: MatrixExpr

    def __post_init__(self) -> None:
        super().__post_init__()
        for side in (self.matrix, self.inverse):
            shape = shape_of(side)
            if len(shape) != 2 or not same_size(*shape) or not same_shape(shape, shape_of(self.matrix)):
                raise StatementError("Inverse takes two square matrices of one size; "
                                     f"got {shape_of(self.matrix)} and {shape_of(self.inverse)}")

    def expressions(self) -> tuple:
        return (self.matrix, self.inverse)

    def latex(self) -> str:
        return rf"\left({to_latex(self.matrix)}\right)^{{-1}} = {to_latex(self.inverse)}"


@dataclass(frozen=True, eq=False)
class Gradient(Statement):
    """The gradient of a scalar in a vector or matrix symbol is `value`, a matrix of the symbol's shape."""

    label: ClassVar[str] = "gradient"

    potential: Expr
    variable: MatrixSymbol
    value: MatrixExpr

    def __post_init__(self) -> None:
        super().__post_init__()
        _check_potential(self, self.variable, self.potential)
        if not same_shape(shape_of(self.value), shape_of(self.variable)):
            raise StatementError(f"the gradient in {self.variable} has its shape {shape_of(self.variable)}; got {shape_of(self.value)}")

    def binders(self) -> set:
        return {self.variable}

    def expressions(self) -> tuple:
        return (self.potential, self.variable, self.value)

    def latex(self) -> str:
        return rf"\nabla_{{{to_latex(self.variable)}}} \left({to_latex(self.potential)}\right) = {to_latex(self.value)}"


@dataclass(frozen=True, eq=False)
class Hessian(Statement):
    """The matrix field is the Hessian of a scalar potential in the vector `variable`, in every dimension."""

    label: ClassVar[str] = "Hessian"

    potential: Expr
    variable: MatrixSymbol
    field: MatrixExpr

    def __post_init__(self) -> None:
        super().__post_init__()
        _check_field(self, self.variable, self.potential, self.field)

    def binders(self) -> set:
        return {self.variable}

    def expressions(self) -> tuple:
        return (self.potential, self.variable, self.field)

    def latex(self) -> str:
        return rf"\nabla^2 \left({to_latex(self.potential)}\right) = {to_latex(self.field)}"


@dataclass(frozen=True, eq=False)
class NotHessian(Statement):
    """For no value of the parameters is the matrix field the Hessian of any potential (dimension at least 2)."""

    label: ClassVar[str] = "no Hessian"

    field: MatrixExpr
    variable: MatrixSymbol

    def __post_init__(self) -> None:
        super().__post_init__()
        _check_field(self, self.variable, None, self.field)

    def binders(self) -> set:
        return {self.variable}

    def expressions(self) -> tuple:
        return (self.field, self.variable)

    def latex(self) -> str:
        return rf"{to_latex(self.field)} \neq \nabla^2 \Phi \text{{ for every }} \Phi"


@dataclass(frozen=True, eq=False)
class Limit(Statement):
    """`expression` tends to `value` as `variable` tends to `to` (a number, oo or -oo; a number is approached from above).

    rate: where given, `(expression - value)/rate` stays bounded (tends to a finite limit), so the error shrinks like it.
    training: where the expression is a quantity over time, the System of the network that has it, for a route that trains it to its end.
    """

    label: ClassVar[str] = "limit"

    expression: Expr
    variable: Symbol
    to: Expr
    value: Expr
    rate: Expr | None = None
    training: System | None = field(default=None, metadata=UNLESS_EMPTY)

    def __post_init__(self) -> None:
        super().__post_init__()
        self._check_training()
        x, to = self.variable, self.point
        check_variable(self, x)
        for name, number in (("value", self.value), ("point", to)):
            if x in atoms_of(self.on.expand(number)):
                raise StatementError(f"the {name} {number} of a limit in {x} speaks of {x} itself")
        if x.is_integer and to not in (oo, -oo):
            raise StatementError(f"{x} is a whole number and cannot approach {to}; only oo and -oo")
        self.check_formulas(self.expression, *(() if self.rate is None else (self.rate,)))
        for number in (self.to, *(() if self.rate is None else (self.rate,))):
            if shape_of(number):
                raise StatementError(f"the point and the rate of a limit are numbers; {number} has shape {shape_of(number)}")
        if not same_shape(shape_of(self.expression), shape_of(self.value)):
            raise StatementError(f"the limit of shape {shape_of(self.expression)} cannot have shape {shape_of(self.value)}")

    def _check_training(self) -> None:
        if self.training is None:
            return
        if not isinstance(self.training, System) or self.training.network is None or len(self.training.read) != 1:
            raise StatementError("`training` of a limit is a System with its network, and `read` gives the one quantity that tends to it; "
                                 f"got {told(self.training)}")
        if self.variable != self.training.t or self.point != oo:
            raise StatementError(f"training ends as {self.training.t} tends to oo; got {self.variable} tending to {self.to}")

    @property
    def point(self) -> Expr:
        """What the variable approaches, as SymPy has it."""
        return sympify(self.to, strict=True)

    def _check_expression(self, expression: Any) -> None:
        if expression is self.value and expression in (oo, -oo):
            return
        super()._check_expression(expression)

    def binders(self) -> set:
        return {self.variable}

    def expressions(self) -> tuple:
        point = () if self.to in (oo, -oo) else (self.to,)
        return (self.expression, self.value, *(() if self.rate is None else (self.rate,)), *point)

    def latex(self) -> str:
        arrow = rf"{to_latex(self.variable)} \to {to_latex(self.to)}"
        if not isinstance(self.to, type(oo)) and self.to not in (oo, -oo):
            arrow += "^{+}"
        text = rf"\lim_{{{arrow}}} \left({to_latex(self.expression)}\right) = {to_latex(self.value)}"
        return text + (rf" + O\left({to_latex(self.rate)}\right)" if self.rate is not None else "")


@dataclass(frozen=True, eq=False)
class Holds(Statement):
    """A relation (`<`, `<=`, `!=`, `And`, `Or` of such) is true everywhere on the domain."""

    label: ClassVar[str] = "inequality or condition"

    relation: Basic

    def __post_init__(self) -> None:
        super().__post_init__()
        self.check_relations(self.relation)
        check_unsettled(self.kind, self.relation)

    def expressions(self) -> tuple:
        return (self.relation,)

    def latex(self) -> str:
        return to_latex(self.relation)


@dataclass(frozen=True, eq=False)
class Iff(Statement):
    """Two relations are true at the same points of the domain."""

    label: ClassVar[str] = "equivalence"

    left: Basic
    right: Basic

    def __post_init__(self) -> None:
        super().__post_init__()
        self.check_relations(self.left, self.right)
        check_unsettled(self.kind, self.left, self.right)

    def expressions(self) -> tuple:
        return (self.left, self.right)

    def latex(self) -> str:
        return rf"{to_latex(self.left)} \iff {to_latex(self.right)}"


@dataclass(frozen=True, eq=False)
class Minimises(Statement):
    """The flow's limit, where it interpolates, minimises `objective` over X variable = y.

    The trajectory is variable' = -preconditioner X^T rho. The objective is `potential(variable) - slope . variable`; the
    claim includes that the potential is strictly convex and that `warp` times the inverse preconditioner is its Hessian,
    with slope its gradient at `initial`. All are functions of ||variable||, in every dimension. For a route that trains
    `network` itself: `learning_rates` by parameter, and `lift`, the parameters at `initial`.
    """

    label: ClassVar[str] = "minimisation"

    potential: Expr
    slope: MatrixExpr
    variable: MatrixSymbol
    initial: MatrixSymbol
    preconditioner: MatrixExpr
    warp: Expr
    network: str | Network | None = None
    learning_rates: dict = field(default_factory=dict)
    lift: dict = field(default_factory=dict)

    def __post_init__(self) -> None:
        super().__post_init__()
        _check_field(self, self.variable, self.potential, self.preconditioner)
        for name in ("slope", "initial"):
            shape = shape_of(getattr(self, name))
            if not same_shape(shape, shape_of(self.variable)):
                raise StatementError(f"the {name} has the shape {shape_of(self.variable)} of {self.variable}; got {shape}")
        check_network(self.network, self.learning_rates, lift=self.lift)

    def binders(self) -> set:
        return {self.variable}

    def expressions(self) -> tuple:
        return (self.potential, self.slope, self.variable, self.initial, self.preconditioner, self.warp)

    def latex(self) -> str:
        b = to_latex(self.variable)
        return (rf"{b}(\infty) = \arg\min_{{X {b} = y}} \; {to_latex(self.potential)} - "
                rf"\left({to_latex(self.slope)}\right)^{{\top}} {b}")


@dataclass(frozen=True, eq=False)
class All(Statement):
    """A conjunction: every named part holds on its own domain. `on` is what the parts share, for the reader."""

    label: ClassVar[str] = "conjunction"

    members: dict

    def __post_init__(self) -> None:
        if not isinstance(self.members, dict) or not self.members:
            raise StatementError("a conjunction needs at least one part")
        for name, part in self.members.items():
            if not isinstance(part, Statement):
                raise StatementError(f"part {name!r} of a conjunction is {told(part)}, not a statement")
        super().__post_init__()

    def expressions(self) -> tuple:
        return ()

    def parts(self) -> tuple:
        flat = []
        for name, part in self.members.items():
            for inner, statement in part.parts():
                flat.append((f"{name}: {inner}" if inner else name, statement))
        return tuple(flat)

    def latex(self) -> str:
        return r" \\ ".join(part.latex() for part in self.members.values())


def every(**members: Statement) -> All:
    """A conjunction of named statements; its domain is the first part's, for display."""
    first = next(iter(members.values()), None)
    if not isinstance(first, Statement):
        raise StatementError(f"a conjunction is of statements; got {told(first)}")
    return All({name.replace("_", " "): part for name, part in members.items()}, on=first.on)


def check_variable(statement: Statement, x: Any) -> None:
    """Raise StatementError unless x can go to a limit in this statement: a declared scalar that is no matrix size and no abbreviation."""
    if not isinstance(x, Symbol) or x not in statement.on.declared:
        raise StatementError(f"the variable {x} of {statement.kind} is not declared by the domain")
    if x in statement.on.dimensions:
        raise StatementError(f"the variable {x} of {statement.kind} is the size of a matrix, which would grow with it")


def _check_potential(statement: Statement, variable: Any, potential: Any) -> None:
    """Raise StatementError unless the variable is a vector or matrix symbol and the potential a scalar."""
    if not isinstance(variable, MatrixSymbol):
        raise StatementError(f"{statement.kind} is in a vector or matrix symbol; got {variable}")
    if shape_of(potential):
        raise StatementError(f"{statement.kind} takes a scalar potential; got the shape {shape_of(potential)}")


def _check_field(statement: Statement, variable: Any, potential: Any, *fields: Any) -> None:
    """Raise StatementError unless the variable is a column vector symbol, the potential a scalar and each field a square matrix over it."""
    if not isinstance(variable, MatrixSymbol) or variable.shape[1] != 1:
        raise StatementError(f"{statement.kind} is in a column vector symbol; got {variable}")
    if potential is not None:
        _check_potential(statement, variable, potential)
    size = variable.shape[0]
    for matrix in fields:
        if not same_shape(shape_of(matrix), (size, size)):
            raise StatementError(f"{statement.kind} in {variable} needs a matrix of shape {(size, size)}; got {shape_of(matrix)}")
