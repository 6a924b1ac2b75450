"""A whole integration of each network as one compiled loop, on a CPU or, one network to a thread, on a GPU.

What is compiled is the velocity that `written_out` records of Torch's gradient, and the step control of `one_system`. Integrators that
call an operation of Torch for every stage spend nearly all their time on calls where networks are small.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from theoremtest.numerics.extras import needed
from theoremtest.numerics.integrate.one_system import advance_of, step_text, table_text
from theoremtest.numerics.integrate.runge_kutta import Integration, Method, method
from theoremtest.numerics.torch_backend import require_torch
from theoremtest.numerics.training.problem import Problem
from theoremtest.numerics.training.written_out import Written, all_shared, data_of, written_out

ATTEMPTS = {"cpu": 16, "cuda": 64}
"""Steps that a network may try before the host looks again: it reports, drops those that are done, and can be interrupted."""
UNROLLED = 8
"""Parameters up to which a step on a GPU is written without a loop over its stages, which then live in registers."""


@dataclass(frozen=True)
class Fused:
    """A batch of networks as a field whose steps a compiled program takes."""

    problem: Problem
    advance: Callable[..., None]
    shared: Any
    own: Any

    def velocity(self, state: Any) -> Any:
        return self.problem.velocity(state)

    def rows(self, index: Any) -> Fused:
        own = self.own if all_shared(self.problem) else self.own[index].contiguous()
        return replace(self, problem=self.problem.rows(index), own=own)


class FusedIntegration(Integration):
    """An `Integration` whose `advance` takes a number of steps of every network at once."""

    def __init__(self, problem: Problem, y0: Any, times: np.ndarray, *, method_name: str, **options: Any) -> None:
        device = y0.device.type
        unknowns = y0.shape[-1]
        program = {"cpu": _on_cpu, "cuda": _on_gpu}[device](_text(problem, y0, method_name), unknowns, method_name)
        super().__init__(Fused(problem, program, *data_of(problem)), y0, times, method_name=method_name, **options)
        self._control, self._attempts = np.array([self.rtol, self.atol, self.min_step]), ATTEMPTS[device]

    def _step(self, state: Any) -> Any:
        changed = {name: getattr(state, name).clone() for name in ("y", "f", "t", "h", "due", "counts", "status", "grow")}
        state.systems.advance(self._attempts, self.max_steps, self._control, self.times, *changed.values(), state.index, self.out,
                              state.systems.shared, state.systems.own)
        return replace(state, **changed)


_TEXTS: OrderedDict[tuple, str] = OrderedDict()
_KEPT = 64


def _text(problem: Problem, y0: Any, method_name: str) -> str:
    """The module to compile. The last few are kept: recording a gradient takes longer than following many networks on a GPU."""
    own = not problem.x_shared, not problem.y_shared
    shapes = (tuple(problem.shapes.items()), *(tuple(part.shape[here:]) for part, here in zip((problem.x, problem.y), own)),
              problem.rates.ndim, *own)
    key = (problem.network.forward, shapes, problem.weight, method_name, y0.device.type, UNROLLED)
    if key not in _TEXTS:
        _TEXTS[key] = _written_text(written_out(problem, y0), method(method_name), y0.device.type)
    _TEXTS.move_to_end(key)
    while len(_TEXTS) > _KEPT:
        _TEXTS.popitem(last=False)
    return _TEXTS[key]


def _written_text(written: Written, chosen: Method, device: str) -> str:
    unrolled = device == "cuda" and written.unknowns <= UNROLLED
    velocity = "\n    ".join(["def velocity(y, shared, own, row, out, stage):", *written.lines])
    parts = ['"""Generated from a network\'s gradient; a change here is lost."""', "import math\n\nimport numpy as np",
             f"UNKNOWNS = {written.unknowns}\n" + ("" if unrolled else table_text(chosen)), velocity, step_text(chosen, unrolled)]
    return "\n\n\n".join(parts) + "\n"


@cache
def _on_cpu(text: str, unknowns: int, method_name: str) -> Callable[..., None]:
    """The program for tensors on the CPU; rows are shared out among as many threads as Torch uses."""
    from numba import njit

    chosen = method(method_name)
    advance = compiled_advance("cpu", njit(error_model="numpy", fastmath={"contract"}, nogil=True), text, chosen, unknowns)
    stages = chosen.stages + 1

    @njit(error_model="numpy", nogil=True)
    def rows(first, end, attempts, most, control, times, Y, F, T, H, due, counts, status, grow, index, out, shared, own):
        y, y_new, work = np.empty(unknowns), np.empty(unknowns), np.empty((stages, unknowns))
        for row in range(first, end):
            advance(row, attempts, most, control, times, Y, F, T, H, due, counts, status, grow, index, out, shared, own, y, y_new, work)

    def run(attempts, most, control, times, *tensors):
        arrays = [times.numpy(), *(tensor.numpy() for tensor in tensors)]
        count, threads = len(arrays[1]), require_torch().get_num_threads()
        step = max(64, -(-count // threads))
        pieces = [(first, min(first + step, count)) for first in range(0, count, step)]
        if len(pieces) == 1:
            rows(*pieces[0], attempts, most, control, *arrays)
            return
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(lambda piece: rows(*piece, attempts, most, control, *arrays), pieces))

    return run


def _on_gpu(text: str, unknowns: int, method_name: str) -> Callable[..., None]:
    """The program for tensors on a CUDA device, or MissingExtra with the command that installs what it needs."""
    needed("numba_cuda", "fused gradient flow on a GPU")
    from theoremtest.numerics.training.fused_gpu import program

    return program(text, unknowns, method_name)


def compiled_advance(device: str, function: Callable, text: str, chosen: Method, unknowns: int) -> Callable:
    """`advance` of the module of this text, its functions compiled one into the other."""
    from theoremtest.numerics.kernels.compiled import generated_module

    module, _ = generated_module(f"flow_{device}", "numba", text)
    if not hasattr(module, "compiled"):
        module.velocity = function(module.velocity)
        module.compiled = function(module.step)
    return advance_of(function, module.compiled, module.velocity, chosen, unknowns)
