"""A batch's velocity recorded once as a CUDA graph and replayed, which spares small networks the cost of launching kernels."""

from __future__ import annotations

from typing import Any

from theoremtest.numerics.integrate.runge_kutta import Field
from theoremtest.numerics.torch_backend import require_torch


class Replayed:
    """A field on a CUDA device whose `velocity` is recorded at its first call.

    It presumes what the integrator gives: states (m, p) of one shape, and a forward function that launches the same
    kernels whatever the numbers. A selection of rows is a field of its own and is recorded anew.
    """

    def __init__(self, systems: Field) -> None:
        self._systems = systems
        self._graph: Any = None

    def velocity(self, state: Any) -> Any:
        if self._graph is None:
            self._record(state)
        self._input.copy_(state)
        self._graph.replay()
        return self._output.clone()

    def rows(self, index: Any) -> Replayed:
        return Replayed(self._systems.rows(index))

    def _record(self, state: Any) -> None:
        torch = require_torch()
        self._input = state.detach().clone()
        # libraries set themselves up at first use, which may not happen while a graph is recorded
        side = torch.cuda.Stream(device=state.device)
        side.wait_stream(torch.cuda.current_stream(state.device))
        with torch.cuda.stream(side):
            for _ in range(3):
                self._systems.velocity(self._input)
        torch.cuda.current_stream(state.device).wait_stream(side)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            self._output = self._systems.velocity(self._input)
        self._graph = graph
