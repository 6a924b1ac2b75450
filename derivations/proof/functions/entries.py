"""What is written down of a function: demands on its arguments, its derivatives, its other form, the name of its enclosure.

A demand says that an expression of the arguments has a sign. Demands are sufficient: where they hold the property holds; where they are
not shown nothing is claimed. Every derivative is defined wherever the demands for differentiability hold, so that a derivative that is
found to vanish "wherever it is defined" vanishes everywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from sympy import Expr


class Wanted(Enum):
    """The sign that a demand asks for."""

    POSITIVE = "> 0"
    NOT_NEGATIVE = ">= 0"
    NOT_ZERO = "!= 0"


@dataclass(frozen=True)
class Demand:
    """An expression in a function's arguments and the sign that it must have."""

    expression: Expr
    sign: Wanted

    def __str__(self) -> str:
        return f"{self.expression} {self.sign.value}"


Demands = Callable[..., tuple[Demand, ...]]


def always(*arguments) -> tuple[Demand, ...]:
    """Nothing is asked of the arguments."""
    return ()


def positive(expression) -> Demand:
    """The expression must be positive."""
    return Demand(expression, Wanted.POSITIVE)


def not_negative(expression) -> Demand:
    """The expression must not be negative."""
    return Demand(expression, Wanted.NOT_NEGATIVE)


def not_zero(expression) -> Demand:
    """The expression must not vanish."""
    return Demand(expression, Wanted.NOT_ZERO)


@dataclass(frozen=True)
class Entry:
    """One function of real arguments.

    defined, continuous, smooth: each takes the arguments and returns demands under which the function has a real value, is continuous,
    is continuously differentiable; None where that is claimed nowhere. A weaker property follows from a stronger one's demands.
    slopes: the partial derivatives, from the arguments; None where the table has none.
    elsewise: the same function by simpler ones, with a value at exactly the same points. A function with such a form needs no other
    entry but its enclosure, where it has one, and demands for differentiability, where these are sooner shown than the form's.
    jumps, corners: the part of the demands for continuity, and for continuous differentiability, that no missing value tells: where the
    function has a value and they hold it is continuous; where its slopes have values too it is differentiable.
    letter: whether its values may stand as unknown numbers in a normal form.
    enclosure: the name of its rule in the room `balls`; empty where it is enclosed by its other form.
    """

    head: type
    defined: Demands | None = always
    continuous: Demands | None = always
    smooth: Demands | None = always
    slopes: Callable[..., tuple[Expr, ...]] | None = None
    elsewise: Callable[..., Expr] | None = None
    letter: bool = True
    enclosure: str = ""
    jumps: Demands = always
    corners: Demands = always


def other_form(head: type, form: Callable[..., Expr], enclosure: str = "", smooth: Demands | None = None) -> Entry:
    """A function that is known by its other form, and by where it is continuously differentiable (None: wherever the form is)."""
    return Entry(head, None, None, smooth, elsewise=form, letter=False, enclosure=enclosure)
