"""A case distinction or a table: which label is given where, and what each label means."""

from __future__ import annotations

from dataclasses import dataclass

from sympy import And, Basic, Eq, Or, S
from sympy.core.relational import Relational
from sympy.logic.boolalg import BooleanFalse, BooleanFunction, BooleanTrue

from .errors import StatementError
from .latex import to_latex
from .statement import Statement


@dataclass(frozen=True, eq=False)
class Classifies(Statement):
    """Wherever a label is given, its meaning holds.

    given: label to condition on the domain's scalars, or to a tuple of points (each a dict from scalar to number, a table's
    columns). meaning: label to the condition that it stands for, for every label that is given.
    complete: the conditions also leave out no point of the domain, and no point bears two labels.
    experiment: the name of a simulation that puts labels on points by itself, for the route that runs it.
    """

    given: dict
    meaning: dict
    complete: bool = True
    experiment: str = ""

    def __post_init__(self) -> None:
        if not self.given:
            raise StatementError("a classification gives at least one label")
        lacking = [label for label in self.given if label not in self.meaning]
        if lacking:
            raise StatementError(f"no meaning for the label {', '.join(map(repr, lacking))}; "
                                 f"there is one for {', '.join(map(repr, self.meaning)) or 'none'}")
        for label, told in (*self.given.items(), *self.meaning.items()):
            if label in self.given and told is self.given[label] and isinstance(told, tuple):
                _check_points(label, told)
            elif not isinstance(told, (Relational, BooleanFunction, BooleanTrue, BooleanFalse)):
                raise StatementError(f"the label {label!r} takes a condition such as `s > 0`; got {told!r}")
        super().__post_init__()

    def condition(self, label: str) -> Basic:
        """Where a label is given, as one condition."""
        told = self.given[label]
        if not isinstance(told, tuple):
            return told
        return Or(*(And(*(Eq(symbol, number) for symbol, number in point.items())) for point in told))

    @property
    def points(self) -> tuple:
        """The table's columns as pairs (label, point); empty where conditions are given."""
        return tuple((label, point) for label, told in self.given.items() if isinstance(told, tuple) for point in told)

    def expressions(self) -> tuple:
        return (*(self.condition(label) for label in self.given), *self.meaning.values())

    def latex(self) -> str:
        rows = [rf"\text{{{label}}}: {self._condition_latex(label)} \Rightarrow {to_latex(self.meaning[label])}" for label in self.given]
        if self.complete:
            rows.append(r"\text{exactly one of these at every point}")
        return r" \\ ".join(rows)

    def _condition_latex(self, label: str) -> str:
        told = self.given[label]
        if not isinstance(told, tuple):
            return r"\text{everywhere}" if told == S.true else to_latex(told)
        return r" \text{ or } ".join(
            r"\left(" + ", ".join(f"{to_latex(symbol)} = {to_latex(S(number))}" for symbol, number in point.items()) + r"\right)"
            for point in told)


def _check_points(label: str, points: tuple[dict, ...]) -> None:
    if not points:
        raise StatementError(f"the label {label!r} is given at no point")
    for point in points:
        for symbol, number in point.items():
            if not S(number).is_Rational:
                raise StatementError(f"the label {label!r} is given at {symbol} = {number!r}; a rational number is needed")
