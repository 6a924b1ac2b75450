"""Gradient flow of one hidden neuron of a piecewise linear network, between the times at which its activation pattern changes."""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Symbol
from sympy.matrices.expressions.matexpr import MatrixSymbol

from .errors import StatementError
from .flow import GradientFlow
from .networks import PIECEWISE


@dataclass(frozen=True, eq=False)
class GatedFlow(GradientFlow):
    """The gradient flow of (a, w), one neuron of f(x) = a sigma(w^T x) + b^T sigma(U x), sigma(z) = max(z, gamma z).

    The loss is written with two symbols that the flow holds fixed, which is what it means to stand between switching
    times: `gate`, the diagonal matrix (n, n) of the slopes sigma'(w^T x_j), and `rest`, the output (n, 1) of the other
    neurons on the data. An exact argument takes both as free; a route that trains the network works them out from
    `others` = (b, U), of shapes (k, 1) and (k, d), from the data and from the slope `gamma`. `learning_rates` names the
    read-out a first and the weights w second.
    """

    gate: MatrixSymbol | None = None
    rest: MatrixSymbol | None = None
    others: tuple = ()
    gamma: Symbol | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        missing = [name for name in ("gate", "rest", "gamma") if getattr(self, name) is None]
        if missing or len(self.others) != 2:
            raise StatementError(f"a gated flow needs gate, rest, gamma and others=(b, U); {', '.join(missing) or 'others'} is missing")
        if len(self.learning_rates) != 2:
            raise StatementError(f"a gated flow moves a read-out and its weights; got {', '.join(map(str, self.learning_rates))}")
        moved = [str(symbol) for symbol in self.held if symbol in self.states]
        if moved:
            raise StatementError(f"a gated flow holds gate, rest, the others and gamma fixed; it cannot move {', '.join(moved)}")

    def _check_network(self) -> None:
        if self.network not in (None, PIECEWISE):
            raise StatementError(f"the network of a gated flow is {PIECEWISE!r}; got {self.network!r}")

    @property
    def held(self) -> tuple:
        """What stays fixed between switching times, the other neurons included."""
        return (self.gate, self.rest, *self.others, self.gamma, *self.constants)
