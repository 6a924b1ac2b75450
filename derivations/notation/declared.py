"""What a manuscript declares beside formulas: functions such as f(x) = x^2, and letters that keep their value."""

from __future__ import annotations

import sympy as sp

from .builders import divides_by
from .errors import NotationError

CORNERS = sp.Abs, sp.sign, sp.Heaviside, sp.Max, sp.Min
"""Functions that SymPy gives a slope everywhere, also where two arguments are the same, or the one is 0."""


class DeclaredFunction:
    """A function that a manuscript declares: its body, with the arguments put in for its variables."""

    def __init__(self, name: str, variables: tuple, body: sp.Basic | None = None, of: tuple[DeclaredFunction, int] | None = None):
        self.__name__, self.variables, self._body, self._of = name, variables, body, of

    @property
    def body(self) -> sp.Basic:
        """The formula; of a derivative it is made when it is asked for."""
        if self._body is None and self._of is not None:
            self._body = sp.diff(self._of[0].body, self.variables[0], self._of[1])
        return self._body

    def derived(self, order: int) -> DeclaredFunction:
        """Its derivative by its variable."""
        return DeclaredFunction(self.__name__, self.variables, of=(self, order))

    def __call__(self, *arguments: sp.Basic) -> sp.Basic:
        if len(arguments) != len(self.variables):
            raise NotationError(f"{self.__name__} takes {len(self.variables)} arguments; got {len(arguments)}")
        put = dict(zip(self.variables, arguments, strict=True))
        bound = {letter for node in self.body.atoms(sp.Integral, sp.Sum) for letter in node.bound_symbols}
        taken = sorted(bound & {letter for argument in arguments for letter in getattr(argument, "free_symbols", ())}, key=str)
        if taken:
            raise NotationError(f"{self.__name__} integrates or sums over {taken[0]}, which its argument speaks of; use another letter")
        letters = self.body.has(sp.Derivative) and len(set(arguments)) == len(arguments) \
            and all(isinstance(argument, sp.Symbol) for argument in arguments)
        if letters or any(getattr(variable, "shape", ()) for variable in self.variables):
            return self.body.xreplace(put)  # letter for letter, also where a derivative is by it
        self._ask_for_slopes(put)
        return self.body.subs(put, simultaneous=True)

    def _ask_for_slopes(self, put: dict) -> None:
        """A derivative is one where what it is of has no corner: remembered as a divisor is. Raises NotationError at a corner."""
        for node in () if self._of is None else self._of[0].body.atoms(*CORNERS):
            for other in node.args[1:] or (sp.S.Zero,):
                gap = (node.args[0] - other).subs(put, simultaneous=True)
                if gap == 0:
                    raise NotationError(f"{self.__name__} has a corner there, and no derivative")
                divides_by(gap)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DeclaredFunction) and len(other.variables) == len(self.variables) and self.body == other(*self.variables)

    def __hash__(self) -> int:
        return hash((self.__name__, len(self.variables)))


class Constant(sp.Dummy):
    r"""A letter that a manuscript declares as a constant: `\delta = \text{const}`. start: of `x(0) = \text{const}`, what x stands for."""

    start: sp.Basic | None = None


CONSTANT = (r"\text{const}", r"\text{const.}", r"\text{constant}", r"\mathrm{const}", r"\mathrm{constant}", r"\operatorname{const}")
"""How a constant is declared."""
WHOLE = r"\text{all}"
"""How a domain of integration is declared that holds every point: `\\mathcal{X} = \\text{all}`."""
