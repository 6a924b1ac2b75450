"""A loss that is given as a formula, differentiated by Torch's autograd: what the parameters' velocity is where nothing but the loss is
said. The formula is worked out node by node in float64; what is not in the table is refused, and no derivative of a formula is taken."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from typing import Any

import sympy as sp

from theoremtest.derivations.language import Domain, Dot, Network
from theoremtest.derivations.language.diagonal import Diagonal
from theoremtest.derivations.language.networks import Loss
from theoremtest.numerics.torch_backend import require_torch
from theoremtest.numerics.values.evaluate import Unsupported
from theoremtest.numerics.values.matrices import entries, is_matrix, size, value

_NAMED = {sp.exp: "exp", sp.log: "log", sp.sin: "sin", sp.cos: "cos", sp.tanh: "tanh", sp.sinh: "sinh", sp.cosh: "cosh", sp.atan: "atan",
          sp.erf: "erf", sp.Abs: "abs", sp.asinh: "asinh"}
"""Functions by their names in Torch."""
DIGITS = 20


def velocity(loss: sp.Expr, rates: Mapping[Any, sp.Expr], point: Mapping[Any, Any]) -> dict[Any, Any]:
    """Minus each rate times the gradient of the loss by its parameter, as tensors. Raises Unsupported for a loss that the table lacks."""
    torch = require_torch()
    known = _known(loss.free_symbols | set(rates), point)
    moving = {letter: known[letter].detach().clone().requires_grad_() for letter in rates}
    with torch.enable_grad():
        height = _Loss({**known, **moving}, point).of(loss)
        slopes = torch.autograd.grad(height, list(moving.values()), allow_unused=True) if height.requires_grad else [None] * len(moving)
    return {letter: torch.zeros_like(moving[letter]) if slope is None else -float(value(rates[letter], point, DIGITS)) * slope
            for letter, slope in zip(moving, slopes, strict=True)}


def at_point(network: Any, where: Domain, point: Mapping[Any, Any]) -> Any:
    """A loss as a network whose only prediction is the loss at a point's letters; any other network as it is."""
    if not isinstance(network, Loss):
        return network
    formula = where.expand(network.formula)
    known = _known(formula.free_symbols - set(network.parameters.values()), point)

    def forward(parameters: Mapping[str, Any], inputs: Any) -> Any:
        moving = {letter: parameters[name][:, None] if getattr(letter, "shape", ())[1:] == (1,) else parameters[name]
                  for name, letter in network.parameters.items()}
        return _Loss({**known, **moving}, point).of(formula).reshape(1)

    return Network(forward, network.parameters, lambda predictions, targets: predictions.sum(), network.name)


def _known(letters: Iterable, point: Mapping[Any, Any]) -> dict[Any, Any]:
    return {letter: _tensor(value(letter, point, DIGITS)) for letter in sorted(letters, key=str) if not letter.is_integer}


def _tensor(found: Any) -> Any:
    torch = require_torch()
    if hasattr(found, "rows"):
        return torch.tensor([[float(found[i, j]) for j in range(found.cols)] for i in range(found.rows)], dtype=torch.float64)
    return torch.tensor(float(entries(found)[0]), dtype=torch.float64)


class _Loss:
    """One formula at one point."""

    def __init__(self, letters: Mapping[Any, Any], point: Mapping[Any, Any]) -> None:
        self.letters, self.point, self.torch = letters, point, require_torch()

    def of(self, node: Any) -> Any:
        """The tensor of a scalar or of a matrix expression."""
        if node in self.letters:
            return self.letters[node]
        if not node.free_symbols and not is_matrix(node) or getattr(node, "is_integer", False) and not is_matrix(node):
            return self.torch.tensor(float(value(node, self.point, DIGITS)), dtype=self.torch.float64)
        rule = next((self.rules[kind] for kind in type(node).__mro__ if kind in self.rules), None)
        if rule is not None:
            return rule(self, node)
        named = _NAMED.get(type(node))
        if named is None:
            raise Unsupported(f"Torch is not given {type(node).__name__} in a loss")
        return getattr(self.torch, named)(self.of(node.args[0]))

    def _diagonal(self, node: Diagonal) -> Any:
        columns = {symbol: self.of(vector)[:, 0] for symbol, vector in node.pairs}
        return self.torch.diag(_Loss({**self.letters, **columns}, self.point).of(node.formula))

    def _size(self, node: Any) -> tuple[int, int]:
        return size(node.shape[0], self.point), size(node.shape[1], self.point)

    rules: Mapping[type, Callable[[_Loss, Any], Any]] = {
        sp.Add: lambda self, node: reduce(lambda a, b: a + b, map(self.of, node.args)),
        sp.MatAdd: lambda self, node: reduce(lambda a, b: a + b, map(self.of, node.args)),
        sp.Mul: lambda self, node: reduce(lambda a, b: a * b, map(self.of, node.args)),
        sp.MatMul: lambda self, node: reduce(lambda a, b: a @ b if a.ndim == b.ndim == 2 else a * b, map(self.of, node.args)),
        sp.HadamardProduct: lambda self, node: reduce(lambda a, b: a * b, map(self.of, node.args)),
        sp.Pow: lambda self, node: self.of(node.base) ** self.of(node.exp),
        sp.Transpose: lambda self, node: self.of(node.arg).T,
        sp.Inverse: lambda self, node: self.torch.linalg.inv(self.of(node.arg)),
        sp.MatPow: lambda self, node: self.torch.linalg.matrix_power(self.of(node.base), int(node.exp)),
        sp.Trace: lambda self, node: self.torch.trace(self.of(node.arg)),
        Dot: lambda self, node: (self.of(node.left) * self.of(node.right)).sum(),
        sp.Identity: lambda self, node: self.torch.eye(size(node.shape[0], self.point), dtype=self.torch.float64),
        sp.ZeroMatrix: lambda self, node: self.torch.zeros(self._size(node), dtype=self.torch.float64),
        Diagonal: lambda self, node: self._diagonal(node),
    }
