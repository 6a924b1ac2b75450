"""Motions without a closed form: sets that a flow never leaves, quantities that fall at a rate, all that are conserved.

A motion is a solution of the flow, whatever else solves it from the same start. It is spoken of for as long as it exists and stays in the
domain: a condition on the states (also that a letter is positive by its making) is one that the motion is assumed to keep, unless a
statement of its own shows that it does. Every other letter stands still.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sympy import And, Basic, Eq, Expr, Ge, Gt, Integer, Le, Lt, S, Symbol, exp

from .domain import atoms_of
from .errors import StatementError
from .flow import Flow, GradientFlow
from .latex import to_latex
from .material import as_formula, told
from .motion import Conserved, _AlongAFlow, dotted
from .relations import check_unsettled
from .wellformed import shape_of

_COMPARISONS = (Gt, Ge, Lt, Le, Eq)
NO_OTHERS, UP_TO = r"\text{no others}", r"\text{no others of degree at most}"
"""What is printed behind all conserved quantities."""
ONE_MOTION = r"\text{exactly one motion for all times}"
"""What is printed of existence and uniqueness."""


@dataclass(frozen=True, eq=False)
class Stays(_AlongAFlow):
    """Every motion of the flow that starts in the set does not leave it, for as long as it exists and stays in the domain.

    region: the set, a comparison or an equation between numbers, or several joined by `And`.

    It follows where, at the points of the domain on the set's edge, the derivative along the flow of what vanishes there points inwards
    (strictly, or by the first derivative that does not vanish), or where g' >= l g with a smooth l. No other smoothness of the flow is
    asked for. It is refuted by a point at which a motion leaves, by the first derivative that does not vanish there.
    """

    label: ClassVar[str] = "set that is never left"

    region: Basic
    along: Flow | GradientFlow

    def __post_init__(self) -> None:
        self.check_flow()
        super().__post_init__()
        self.check_relations(self.region)
        check_unsettled(self.kind, self.region)
        for part in self.comparisons():
            if not isinstance(part, _COMPARISONS) or shape_of(part.lhs):
                raise StatementError(f"{self.kind} takes comparisons and equations of numbers, several joined by And; got {told(part)}")

    def comparisons(self) -> tuple[Basic, ...]:
        """The conditions that make the set together."""
        return self.region.args if isinstance(self.region, And) else (self.region,)

    def expressions(self) -> tuple:
        return (self.region, *self.along.expressions())

    def bound(self) -> set:
        return set(self.along.states)

    def latex(self) -> str:
        return rf"\text{{never left:}} {to_latex(self.region)}"


@dataclass(frozen=True, eq=False)
class UniqueMotion(_AlongAFlow):
    """From every start in the set goes out exactly one motion of the flow; it goes on for all times t >= 0 and stays in the set.

    region: the set, as of `Stays`; all states where it is left out. No condition of the domain speaks of a state.

    It follows where the rates are continuously differentiable everywhere and no motion runs away in a finite time: they grow no faster than
    the states, or the set is bounded, or 1 + |x|^2 grows at a rate that is bounded. It is refuted by a start from which none goes on for
    all times, as for x' = x^2, or more than one goes out, as for x' = sqrt(|x|).
    """

    label: ClassVar[str] = "existence and uniqueness"

    along: Flow | GradientFlow
    region: Basic | None = None

    def __post_init__(self) -> None:
        self.check_flow()
        super().__post_init__()
        if self.region is not None:
            Stays(self.region, along=self.along, on=self.on)
        for condition in self.on.conditions:
            moving = atoms_of(self.on.expand(condition)) & set(self.along.states)
            if moving:
                raise StatementError(f"{self.kind} says where motions go; {told(condition)} ties {', '.join(sorted(map(str, moving)))}: "
                                     "give it as the set, region=...")
        for state in self.along.states:
            if isinstance(state, Symbol) and None not in (state.is_nonnegative, state.is_nonpositive, state.is_zero):
                raise StatementError(f"the state {state} has a sign by its making: give a real symbol, and say the rest as region=...")

    def comparisons(self) -> tuple[Basic, ...]:
        """The conditions that make the set together."""
        return () if self.region is None else self.region.args if isinstance(self.region, And) else (self.region,)

    def expressions(self) -> tuple:
        return (*(() if self.region is None else (self.region,)), *self.along.expressions())

    def bound(self) -> set:
        return set(self.along.states)

    def latex(self) -> str:
        return ONE_MOTION if self.region is None else rf"{ONE_MOTION[:-1]} in:}} {to_latex(self.region)}"


@dataclass(frozen=True, eq=False)
class Decays(_AlongAFlow):
    """Along every motion of the flow, `quantity` falls at least as fast as stated, for as long as the motion stays in the domain.

    rate: c in V(t) <= V(0) e^{-c t}; a formula in what stands still. It may be zero (V never grows) or negative (Grönwall's inequality).
    power: where given, p > 0 in V(t) <= (V(0)^{-1/p} + c t/p)^{-p}, for V >= 0 and c >= 0, which is 0 from V(0) = 0: c/t has power 1
    and c/t^2 power 2.

    It holds exactly where V' <= -c V, or V' <= -c V^{1 + 1/p}, at every point of the domain through which a motion runs; V has to have a
    derivative along the flow at every one.
    """

    label: ClassVar[str] = "rate of decay"

    quantity: Expr
    rate: Expr
    along: Flow | GradientFlow
    power: Expr | None = None

    def __post_init__(self) -> None:
        self.check_flow()
        super().__post_init__()
        for name, formula in (("quantity", self.quantity), ("rate", self.rate), ("power", self.power)):
            if formula is None:
                continue
            self.check_formulas(formula)
            if shape_of(formula):
                raise StatementError(f"the {name} of {self.kind} is a number; {formula} has shape {shape_of(formula)}")
            moving = atoms_of(self.on.expand(formula)) & set(self.along.states)
            if name != "quantity" and moving:
                raise StatementError(f"the {name} {formula} of {self.kind} moves with {', '.join(sorted(map(str, moving)))}; "
                                     "it is a formula in what stands still")

    def expressions(self) -> tuple:
        return (self.quantity, self.rate, *(() if self.power is None else (self.power,)), *self.along.expressions())

    def bound(self) -> set:
        return set(self.along.states)

    @property
    def fall(self) -> Expr:
        """What the derivative of the quantity is at most, up to its sign."""
        exponent = S.One if self.power is None else 1 + 1 / self.power
        return self.rate * self.quantity ** exponent

    def most(self, start: Expr, time: Expr) -> Expr:
        """What the quantity is at most after a time, from its value at the start."""
        if self.power is None:
            return start * exp(-self.rate * time)
        return (start ** (-1 / self.power) + self.rate * time / self.power) ** (-self.power)

    def latex(self) -> str:
        return f"{dotted(self.quantity)} \\leq {to_latex(-self.fall)}"


@dataclass(frozen=True, eq=False)
class ConservedExactly(_AlongAFlow):
    """Each of `quantities` is conserved along the flow, and there are no others, whatever values the letters have that stand still.

    quantities: polynomials in the states; letters in them, such as learning rates, are held fixed, and the claim is for almost all of their
    values. Every other letter of the rates, such as data, may have any value: what else is conserved is so for each of them.
    degree: where given, every conserved polynomial in the states of at most this degree is a polynomial in the quantities. Else every
    conserved quantity with a continuous slope is, near almost every point, a function of them; and they are independent there.
    """

    label: ClassVar[str] = "all conserved quantities"

    quantities: tuple
    along: Flow | GradientFlow
    degree: int | None = None

    def __post_init__(self) -> None:
        self.check_flow()
        if not isinstance(self.quantities, tuple):
            raise StatementError(f"the quantities of {self.kind} are a tuple, (u**2 - v**2,) of one; got {told(self.quantities)}")
        object.__setattr__(self, "quantities", tuple(map(as_formula, self.quantities)))
        if isinstance(self.degree, Integer):
            object.__setattr__(self, "degree", int(self.degree))
        if self.degree is not None and (isinstance(self.degree, bool) or not isinstance(self.degree, int) or self.degree < 1):
            raise StatementError(f"the degree of {self.kind} is a positive whole number, or left out; got {told(self.degree)}")
        super().__post_init__()
        for formula in (*self.quantities, *self.along.states):
            if shape_of(formula):
                raise StatementError(f"{self.kind} speaks of numbers; {formula} has shape {shape_of(formula)}: write its entries out")

    def expressions(self) -> tuple:
        return (*self.quantities, *self.along.expressions())

    def bound(self) -> set:
        return set(self.along.states)

    def conserved(self) -> tuple[Conserved, ...]:
        """That each of the quantities is conserved."""
        return tuple(Conserved(quantity, along=self.along, on=self.on) for quantity in self.quantities)

    def latex(self) -> str:
        lines = [part.latex() for part in self.conserved()]
        return r" \\ ".join([*lines, NO_OTHERS if self.degree is None else rf"{UP_TO} {self.degree}"])
