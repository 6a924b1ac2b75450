"""What an experiment shows: a relation between measured quantities, for sentences and captions that no argument can prove."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

from sympy import Basic

from .base import Statement
from .errors import StatementError
from .latex import to_latex

_FUNCTION = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*")


@dataclass(frozen=True, eq=False)
class Observed(Statement):
    """`relation` holds between quantities that an experiment measures; it is supported at most, never proved.

    relation: comparisons between measured letters and numbers, joined by `And` or `Or`; the domain declares the letters.
    experiment: the function that measures them, `package.module:function`; it takes nothing and returns `Measured`
    (`theoremtest.numerics.experiments.measured`), with a value and a standard error for each letter by its printed name.
    """

    label: ClassVar[str] = "measured in an experiment"

    relation: Basic
    experiment: str

    def __post_init__(self) -> None:
        super().__post_init__()
        self.check_relations(self.relation)
        if not isinstance(self.experiment, str) or not _FUNCTION.fullmatch(self.experiment):
            raise StatementError(f"an experiment is named `package.module:function`; got {self.experiment!r}")
        if self.on.matrices or not all(symbol in self.on.scalars for symbol in self.relation.free_symbols):
            raise StatementError("an experiment measures scalars that the domain declares, none of them an abbreviation")

    def expressions(self) -> tuple:
        return (self.relation,)

    def latex(self) -> str:
        return to_latex(self.relation)
