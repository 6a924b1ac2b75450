"""A function of tensors, gradients and all, recorded once as the operations that it runs, and replayed without autograd or Python.

A step of a small network costs far more in Python and in autograd's bookkeeping than in arithmetic. What is replayed are the operations
that Torch carried out for the gradient, in their order, so that the numbers are the same to the last digit.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from theoremtest.numerics.integrate.runge_kutta import Field, runge_kutta
from theoremtest.numerics.torch_backend import require_torch

PLAIN = 800
"""Evaluations before a field is recorded: recording takes about as long."""


def recorded(function: Callable[..., Any], *examples: Any) -> Callable[..., Any]:
    """`function` of tensors of these shapes, which gives a tensor or a tuple of them, as a program of its own.

    It presumes that the same operations are run whatever the numbers; tensors that are no argument are kept as they are now. What
    it is given and what it gives take part in no gradient.
    """
    torch = require_torch()
    from torch.fx.experimental.proxy_tensor import make_fx

    given = tuple(example.detach() for example in examples)
    graph = make_fx(function)(*given)
    return _Program(_traced(lambda *again: graph(*again), given), torch.no_grad)


def _traced(function: Callable[..., Any], given: tuple) -> Any:
    """Operations without gradients as a program."""
    torch = require_torch()
    with torch.no_grad(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the tracer, that it will be replaced one day
        return torch.jit.trace(function, given, check_trace=False)


@dataclass(frozen=True)
class _Program:
    """A traced program, run where no gradient is asked for."""

    code: Any
    apart: Callable[[], Any]

    def __call__(self, *arguments: Any) -> Any:
        with self.apart():
            return self.code(*arguments)


class Recorded:
    """A field whose `velocity` is recorded once it has been asked for often, for states (m, p) of one shape on the CPU.

    From then on whole steps are programs as well. A selection of rows is a field of its own and is recorded anew.
    """

    def __init__(self, systems: Field) -> None:
        self._systems, self._left = systems, PLAIN
        self._program: _Program | None = None
        self._step: _Program | None = None

    def velocity(self, state: Any) -> Any:
        if self._program is None:
            if self._left:
                self._left -= 1
                return self._systems.velocity(state)
            self._program = recorded(lambda given: self._systems.velocity(given), state)  # the recorder takes no method
        return self._program(state)

    def step(self, y: Any, f: Any, h: Any, a: list[Any], b: Any) -> tuple[Any, Any]:
        """As `runge_kutta` with this field's velocity, and always the same coefficients."""
        if self._program is None:
            return runge_kutta(self.velocity, y, f, h, a, b)
        if self._step is None:
            code = self._program.code
            self._step = _Program(_traced(lambda *given: runge_kutta(code, *given, a, b), (y, f, h)), self._program.apart)
        return self._step(y, f, h)

    def rows(self, index: Any) -> Recorded:
        return Recorded(self._systems.rows(index))
