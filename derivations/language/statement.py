"""The kinds of statement. Each knows its domain and its LaTeX, and holds no method of proof.

A statement is data: the exact engine and the numerical routes dispatch on its class. Every symbol that a statement
speaks of is declared by its domain (time, states and integration variables are bound by the statement itself); an
undeclared one is an error when the statement is made.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields

from sympy import Basic, Expr, S, Symbol, oo
from sympy.matrices.expressions.matexpr import MatrixExpr, MatrixSymbol

from .domain import Domain, atoms_of
from .errors import StatementError
from .flow import Flow, GradientFlow, System
from .latex import to_latex


@dataclass(frozen=True, eq=False, kw_only=True)
class Statement:
    """Base of all statements. `on` is the domain over which it is claimed."""

    on: Domain

    def __post_init__(self):
        if not isinstance(self.on, Domain):
            raise StatementError(f"{self.kind}: `on` takes a Domain; got {self.on!r}")
        unknown = set()
        for expression in self.expressions():
            unknown |= atoms_of(expression) - self.on.declared - self.bound()
        if unknown:
            names = ", ".join(sorted(str(symbol) for symbol in unknown))
            declared = ", ".join(sorted(str(symbol) for symbol in self.on.declared))
            raise StatementError(f"{self.kind} speaks of undeclared {names}; its domain declares {declared}")

    @property
    def kind(self) -> str:
        return type(self).__name__

    def expressions(self) -> tuple:
        """All expressions whose symbols must be declared."""
        raise NotImplementedError

    def bound(self) -> set:
        """Symbols that the statement binds itself."""
        return set()

    def latex(self) -> str:
        raise NotImplementedError

    def parts(self) -> tuple[tuple[str, Statement], ...]:
        """The named conjuncts; a simple statement is its own only part."""
        return (("", self),)

    def key(self) -> tuple:
        """Content, for caching: class, all expressions, domain."""
        content = []
        for item in fields(self):
            content.append((item.name, _content(getattr(self, item.name))))
        return (self.kind, tuple(content))


def _content(value):
    from sympy import srepr

    if isinstance(value, Statement):
        return value.key()
    if isinstance(value, Domain):
        return ("domain", tuple(srepr(c) for c in value.conditions), tuple(sorted(srepr(s) for s in value.symbols)),
                tuple((srepr(k), srepr(v)) for k, v in value.where.items()),
                *(() if value.chart is None else (_content(value.chart.values), _content(value.chart.of))))
    if isinstance(value, Basic):
        return srepr(value)
    if isinstance(value, dict):
        return tuple((_content(k), _content(v)) for k, v in value.items())
    if isinstance(value, (tuple, list)):
        return tuple(_content(item) for item in value)
    if isinstance(value, (Flow, GradientFlow, System)):
        return (type(value).__name__, *(_content(getattr(value, item.name)) for item in fields(value)))
    return repr(value)


def _shape(expression) -> tuple:
    return tuple(getattr(expression, "shape", ()) or ())


@dataclass(frozen=True, eq=False)
class Equal(Statement):
    """Two scalars, or two matrices of one shape, agree everywhere on the domain."""

    left: Expr
    right: Expr

    def __post_init__(self):
        super().__post_init__()
        if _shape(self.left) != _shape(self.right):
            raise StatementError(f"Equal compares like with like; got shapes {_shape(self.left)} and {_shape(self.right)}")

    def expressions(self):
        return (self.left, self.right)

    def latex(self):
        return f"{to_latex(self.left)} = {to_latex(self.right)}"


def _dotted(quantity) -> str:
    text = to_latex(quantity)
    return rf"\dot{{{text}}}" if isinstance(quantity, (Symbol, MatrixSymbol)) else rf"\frac{{d}}{{dt}}\left({text}\right)"


@dataclass(frozen=True, eq=False)
class Evolves(Statement):
    """Along a flow, the time derivative of `quantity` is `rate`. `symbol` is the quantity's name where it has one."""

    quantity: Expr
    rate: Expr
    along: Flow | GradientFlow
    symbol: Basic | None = None

    def __post_init__(self):
        super().__post_init__()
        if _shape(self.quantity) != _shape(self.rate):
            raise StatementError(f"the rate of a quantity of shape {_shape(self.quantity)} cannot have shape {_shape(self.rate)}")

    def expressions(self):
        return (self.quantity, self.rate, *self.along.expressions())

    def bound(self):
        return set(self.along.states) | ({self.symbol} if self.symbol is not None else set())

    def latex(self):
        return f"{_dotted(self.symbol if self.symbol is not None else self.quantity)} = {to_latex(self.rate)}"


@dataclass(frozen=True, eq=False)
class Conserved(Statement):
    """A quantity does not change along a flow."""

    quantity: Expr
    along: Flow | GradientFlow

    def expressions(self):
        return (self.quantity, *self.along.expressions())

    def bound(self):
        return set(self.along.states)

    @property
    def rate(self):
        return S.Zero

    def latex(self):
        return f"{_dotted(self.quantity)} = 0"


@dataclass(frozen=True, eq=False)
class Solves(Statement):
    """The functions `solution[x]` of time solve the initial value problem `system`."""

    system: System
    solution: dict

    def __post_init__(self):
        super().__post_init__()
        if set(self.solution) != set(self.system.states):
            raise StatementError(
                f"the solution gives {', '.join(map(str, self.solution))}; the system has {', '.join(map(str, self.system.states))}")

    def expressions(self):
        return (*self.solution.values(), *self.system.expressions())

    def bound(self):
        return set(self.system.states)

    def latex(self):
        t = to_latex(self.system.t)
        lines = [f"{to_latex(state)}({t}) = {to_latex(value)}" for state, value in self.solution.items()]
        return r",\quad ".join(lines)

    def problem_latex(self) -> str:
        """The initial value problem itself."""
        lines = [f"{_dotted(state)} = {to_latex(rate)}, \\quad {to_latex(state)}(0) = {to_latex(self.system.initial[state])}"
                 for state, rate in self.system.rates.items()]
        return r",\quad ".join(lines)


@dataclass(frozen=True, eq=False)
class Inverse(Statement):
    """`inverse` is the two-sided inverse of the square matrix `matrix`."""

    matrix: MatrixExpr
    inverse: MatrixExpr

    def expressions(self):
        return (self.matrix, self.inverse)

    def latex(self):
        return rf"\left({to_latex(self.matrix)}\right)^{{-1}} = {to_latex(self.inverse)}"


@dataclass(frozen=True, eq=False)
class Gradient(Statement):
    """The gradient of a function of ||variable||, with respect to the vector `variable`, is `value`."""

    potential: Expr
    variable: MatrixSymbol
    value: MatrixExpr

    def expressions(self):
        return (self.potential, self.variable, self.value)

    def latex(self):
        return rf"\nabla_{{{to_latex(self.variable)}}} \left({to_latex(self.potential)}\right) = {to_latex(self.value)}"


@dataclass(frozen=True, eq=False)
class Hessian(Statement):
    """The matrix field is the Hessian of `potential`, a function of ||variable||, in every dimension."""

    potential: Expr
    variable: MatrixSymbol
    field: MatrixExpr

    def expressions(self):
        return (self.potential, self.variable, self.field)

    def latex(self):
        return rf"\nabla^2 \left({to_latex(self.potential)}\right) = {to_latex(self.field)}"


@dataclass(frozen=True, eq=False)
class NotHessian(Statement):
    """For no value of the parameters is the matrix field the Hessian of any potential (dimension at least 2)."""

    field: MatrixExpr
    variable: MatrixSymbol

    def expressions(self):
        return (self.field, self.variable)

    def latex(self):
        return rf"{to_latex(self.field)} \neq \nabla^2 \Phi \text{{ for every }} \Phi"


@dataclass(frozen=True, eq=False)
class Limit(Statement):
    """`expression` tends to `value` as `variable` tends to `to` (a number, oo or -oo; a number is approached from above).

    rate: where given, `(expression - value)/rate` stays bounded (tends to a finite limit), so the error shrinks like it.
    """

    expression: Expr
    variable: Symbol
    to: Expr
    value: Expr
    rate: Expr | None = None

    def __post_init__(self):
        super().__post_init__()
        if self.variable not in self.on.declared:
            raise StatementError(f"the limit variable {self.variable} is not declared by the domain")

    def expressions(self):
        return (self.expression, self.value, *(() if self.rate is None else (self.rate,)))

    def latex(self):
        arrow = rf"{to_latex(self.variable)} \to {to_latex(self.to)}"
        if not isinstance(self.to, type(oo)) and self.to not in (oo, -oo):
            arrow += "^{+}"
        text = rf"\lim_{{{arrow}}} \left({to_latex(self.expression)}\right) = {to_latex(self.value)}"
        return text + (rf" + O\left({to_latex(self.rate)}\right)" if self.rate is not None else "")


@dataclass(frozen=True, eq=False)
class Holds(Statement):
    """A relation (`<`, `<=`, `!=`, `And`, `Or` of such) is true everywhere on the domain."""

    relation: Basic

    def expressions(self):
        return (self.relation,)

    def latex(self):
        return to_latex(self.relation)


@dataclass(frozen=True, eq=False)
class Iff(Statement):
    """Two relations are true at the same points of the domain."""

    left: Basic
    right: Basic

    def expressions(self):
        return (self.left, self.right)

    def latex(self):
        return rf"{to_latex(self.left)} \iff {to_latex(self.right)}"


@dataclass(frozen=True, eq=False)
class AtMostOneZero(Statement):
    """Along any trajectory of the flow inside the domain, `quantity` vanishes at most once."""

    quantity: Expr
    along: Flow

    def expressions(self):
        return (self.quantity, *self.along.expressions())

    def bound(self):
        return set(self.along.states)

    def latex(self):
        over_time = {state: Symbol(f"{to_latex(state)}(t)", real=True) for state in self.along.states if isinstance(state, Symbol)}
        return rf"\#\left\{{ t \geq 0 : {to_latex(self.quantity.xreplace(over_time))} = 0 \right\}} \leq 1"


@dataclass(frozen=True, eq=False)
class Minimises(Statement):
    """The flow's limit, where it interpolates, minimises `objective` over X variable = y.

    The trajectory is variable' = -preconditioner X^T rho. The objective is `potential(variable) - slope . variable`; the
    claim includes that the potential is strictly convex and that `warp` times the inverse preconditioner is its Hessian,
    with slope its gradient at `initial`. All are functions of ||variable||, in every dimension. For a route that trains
    `network` itself: `learning_rates` by parameter, and `lift`, the parameters at `initial`.
    """

    potential: Expr
    slope: MatrixExpr
    variable: MatrixSymbol
    initial: MatrixSymbol
    preconditioner: MatrixExpr
    warp: Expr
    network: str | None = None
    learning_rates: dict = field(default_factory=dict)
    lift: dict = field(default_factory=dict)

    def expressions(self):
        return (self.potential, self.slope, self.variable, self.initial, self.preconditioner, self.warp)

    def latex(self):
        b = to_latex(self.variable)
        return (rf"{b}(\infty) = \arg\min_{{X {b} = y}} \; {to_latex(self.potential)} - "
                rf"\left({to_latex(self.slope)}\right)^{{\top}} {b}")


@dataclass(frozen=True, eq=False)
class All(Statement):
    """A conjunction: every named part holds on its own domain. `on` is what the parts share, for the reader."""

    members: dict

    def __post_init__(self):
        if not self.members:
            raise StatementError("a conjunction needs at least one part")
        for name, part in self.members.items():
            if not isinstance(part, Statement):
                raise StatementError(f"part {name!r} of a conjunction is {part!r}, not a statement")
        super().__post_init__()

    def expressions(self):
        return ()

    def parts(self):
        flat = []
        for name, part in self.members.items():
            for inner, statement in part.parts():
                flat.append((f"{name}: {inner}" if inner else name, statement))
        return tuple(flat)

    def latex(self):
        return r" \\ ".join(part.latex() for part in self.members.values())


def every(**members) -> All:
    """A conjunction of named statements; its domain is the first part's, for display."""
    first = next(iter(members.values()))
    return All({name.replace("_", " "): part for name, part in members.items()}, on=first.on)
