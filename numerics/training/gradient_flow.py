"""Gradient flow of whole batches of networks, from their forward functions and Torch's gradients alone."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from math import prod
from typing import Any

import numpy as np

from theoremtest.derivations.language.networks import Network as Own
from theoremtest.numerics.integrate.runge_kutta import STALLED, Integration, Progress
from theoremtest.numerics.torch_backend import Availability, MissingExtra, available, choose_device, require_torch
from theoremtest.numerics.training.cuda_graph import Replayed
from theoremtest.numerics.training.gradient_descent import descend
from theoremtest.numerics.training.networks import Network, deep_linear, diagonal_linear, scalar_input, single_neuron, two_layer
from theoremtest.numerics.training.own_networks import on_arrays
from theoremtest.numerics.training.problem import Problem, Rates, pose
from theoremtest.numerics.training.recorded import Recorded
from theoremtest.numerics.training.run import TrainingRun, time_grid
from theoremtest.numerics.training.tangent_kernel import kernel_distance, ntk

__all__ = [
    "Availability",
    "FlowFailed",
    "FlowInterrupted",
    "MissingExtra",
    "Network",
    "Progress",
    "TrainingRun",
    "available",
    "deep_linear",
    "descend",
    "diagonal_linear",
    "flow",
    "kernel_distance",
    "ntk",
    "scalar_input",
    "single_neuron",
    "two_layer",
]

RTOL_MIN = 100 * float(np.finfo(np.float64).eps)
CHUNK = {"cpu": 4096, "cuda": 262144}
REPORT_EVERY = 0.1  # seconds between two calls of the progress callback


class FlowFailed(RuntimeError):
    """Some networks could not be followed to the end. `partial` holds all that was reached, the others in full."""

    def __init__(self, message: str, partial: TrainingRun) -> None:
        super().__init__(message)
        self.partial = partial


class FlowInterrupted(KeyboardInterrupt):
    """The run was interrupted. `partial` holds all that was reached; `resume()` goes on from there to the full result."""

    def __init__(self, run: _Run) -> None:
        super().__init__("gradient flow interrupted; .partial holds what was reached, .resume() goes on")
        self._run = run
        self.partial = run.result()

    def resume(self, progress: Callable[[Progress], None] | None = None) -> TrainingRun:
        """Go on where the interruption came, at the same tolerances, and return the full result."""
        return self._run.finish(progress)


def flow(
    network: Network | Own,
    params0: Mapping[str, Any],
    X: Any,
    y: Any,
    times: Any,
    rates: Rates = 1.0,
    *,
    loss: str | Callable = "half_sum",
    rtol: float = 1e-10,
    atol: float = 1e-12,
    method: str = "dop853",
    device: str = "auto",
    progress: Callable[[Progress], None] | None = None,
    chunk: int | None = None,
    max_steps: int = 100_000,
    min_step: float = 0.0,
    cuda_graph: bool = False,
    replay: bool = False,
    fused: bool = False,
) -> TrainingRun:
    """Train networks by gradient flow, theta_i' = -eta_i dL/dtheta_i, from theta(0) = params0.

    Every network has its own time, step and error control: what the others do does not matter to it.

    Args:
        network: a forward function and its layers; see `numerics.training.networks`. A `Network` has its own loss, and no batch of data.
        params0: for every layer a float64 array (*batch, *layer). Batch dimensions of all arguments broadcast.
        X, y: inputs (*batch, n, *inputs) and targets (*batch, n, *outputs); without batch dimensions all networks share them.
        times: (times,) increasing and not negative; the flow starts at time 0.
        rates: eta, one for all layers or one per layer; each a number or an array (*batch,). Zero freezes a layer.
        loss: L as a function of the squared errors e over n samples: "half_sum" (1/2 sum e, the convention of Kunin et
            al. 2024, Section 2), "sum", "half_mean" (sum e / 2n) or "mean" (sum e / n). Outputs are always summed over.
            Any other loss is a function of one network's predictions (n, *outputs) and targets that returns a number.
        rtol, atol: the local error of every step, relative and absolute, root mean square over a network's parameters.
        method: "dop853" or "dopri5". device: "auto" (CUDA if there is one), "cpu", "cuda" or "cuda:<n>".
        progress: called with a `Progress` about ten times a second.
        chunk: how many networks are integrated at once; bounds the memory. max_steps: how many steps a network may try.
        min_step: steps of this length or less are taken whatever their error estimate, as steps of gradient descent, and counted as
            forced in the result. The gradient of a ReLU network jumps where a sample switches a neuron on or off. A surface that
            attracts the flow from both sides holds it (a sliding mode, common with ReLU on data that it cannot fit), and error control
            asks for ever smaller steps. With min_step such a network goes on, accurate to first order in min_step; without, it fails.
        cuda_graph: on a CUDA device, record the gradient once and replay it; saves time where networks are small.
        replay: the same on the CPU, with the same numbers, for a forward function that runs the same operations whatever it is given.
        fused: all steps in one compiled loop, on a GPU one network to a thread; for many small networks. Compiling takes seconds.

    Raises:
        MissingExtra: torch cannot be imported.
        TypeError, ValueError, KeyError: arguments that cannot be used, with the offender and what is allowed.
        FlowFailed: a network's step fell to rounding (a jump of the gradient that cannot be crossed, overflow), or it needed more
            than max_steps (a sliding mode, or a stiff problem). The others are followed to the end first, and are in its `partial`.
        FlowInterrupted: on Ctrl-C.
    """
    if isinstance(network, Own):
        loss, network = network.loss or loss, on_arrays(network, X, y)
    where, grid = choose_device(device), time_grid(times)
    options = {"rtol": rtol, "atol": atol, "method_name": method, "max_steps": max_steps, "min_step": min_step}
    chunk = _checked(where, rtol, atol, min_step, max_steps, chunk, cuda_graph)
    posed, way = pose(network, params0, X, y, rates, loss, where), _way(where, cuda_graph, replay, fused)
    return _Run(*posed, grid, chunk, options, way).finish(progress)


def _way(where: Any, cuda_graph: bool, replay: bool, fused: bool) -> Callable[..., Integration]:
    """What makes the integration of one chunk: from the problem, its initial states, the times and the options."""
    if fused and (cuda_graph or replay):
        raise ValueError("fused is True together with cuda_graph or replay; one way of recording the gradient at a time")
    if fused:
        from theoremtest.numerics.training.fused import FusedIntegration

        return FusedIntegration
    record = Replayed if cuda_graph else Recorded if replay and where.type == "cpu" else None
    return Integration if record is None else lambda problem, *given, **options: Integration(record(problem), *given, **options)


def _checked(where: Any, rtol: float, atol: float, min_step: float, max_steps: int, chunk: int | None, cuda_graph: bool) -> int:
    """The number of networks integrated at once; ValueError for options that cannot be used."""
    if not RTOL_MIN <= rtol < 1:
        raise ValueError(f"rtol is {rtol}; it must lie between {RTOL_MIN:.3g} and 1 (below, rounding swamps the error estimate)")
    if not 0 < atol < np.inf:
        raise ValueError(f"atol is {atol}; it must be positive and finite")
    if not 0 <= min_step < np.inf:
        raise ValueError(f"min_step is {min_step}; it must be finite and not negative")
    if max_steps < 1:
        raise ValueError(f"max_steps is {max_steps}; it must be at least 1")
    if chunk is None:
        chunk = CHUNK[where.type]
    if chunk < 1:
        raise ValueError(f"chunk is {chunk}; it must be at least 1")
    if cuda_graph and where.type != "cuda":
        raise ValueError(f"cuda_graph is True and the device is {str(where)!r}; it needs a CUDA device")
    return chunk


class _Run:
    """One call of `flow`: the batch cut into chunks, integrated one after the other, results gathered on the host."""

    def __init__(
        self,
        problem: Problem,
        state: Any,
        batch: tuple[int, ...],
        grid: np.ndarray,
        chunk: int,
        options: dict[str, Any],
        way: Callable[..., Integration],
    ) -> None:
        self.problem, self.state, self.batch, self.grid, self.options = problem, state, batch, grid, options
        self.way = way
        count = prod(batch)
        self.pieces = [slice(i, min(i + chunk, count)) for i in range(0, count, chunk)]
        self.done = 0
        self.current: Integration | None = None
        self.values = np.empty((count, len(grid), state.shape[-1]))  # filled chunk by chunk, and by NaN what no chunk has reached
        self.losses = np.full((count, len(grid)), np.nan)
        self.counts = np.zeros((3, count), dtype=np.int64)
        self.reached, self.status = np.zeros(count, dtype=np.int64), np.zeros(count, dtype=np.int64)
        self.reported = -np.inf

    def finish(self, progress: Callable[[Progress], None] | None) -> TrainingRun:
        try:
            while self.done < len(self.pieces):
                if self.current is None:
                    piece = self.pieces[self.done]
                    self.current = self.way(self.problem.rows(piece), self.state[piece], self.grid, **self.options)
                while self.current.advance():
                    self._report(progress)
                self._gather()
                self.done, self.current = self.done + 1, None
            self.reported = -np.inf
            self._report(progress)
        except KeyboardInterrupt as interrupt:
            raise FlowInterrupted(self) from interrupt
        result = self.result()
        failed = np.flatnonzero(self.status)
        if len(failed):
            raise FlowFailed(self._reason(failed), result)
        return result

    def _gather(self) -> None:
        """Bring the current chunk's results, as far as they are, to the host."""
        piece, run = self.pieces[self.done], self.current
        run.collect()
        require_torch().from_numpy(self.values[piece]).copy_(run.out)
        systems = self.problem.rows(piece)
        for k in range(len(self.grid)):
            self.losses[piece, k] = systems.loss(run.out[:, k]).cpu().numpy()
        self.counts[:, piece] = run.counts.cpu().numpy()
        self.reached[piece] = run.reached.cpu().numpy()
        self.status[piece] = run.status.cpu().numpy()

    def result(self) -> TrainingRun:
        begun = self.done
        if self.current is not None:
            self._gather()
            begun += 1
        if begun < len(self.pieces):
            self.values[self.pieces[begun].start :] = np.nan
        shape = (*self.batch, len(self.grid))
        layers = self.problem.unpack(require_torch().from_numpy(self.values))
        return TrainingRun(
            network=self.problem.network,
            times=self.grid.copy(),
            parameters={
                name: value.numpy().reshape(*shape, *self.problem.shapes[name]) for name, value in layers.items()
            },
            losses=self.losses.reshape(shape).copy(),
            steps=self.counts[0].reshape(self.batch).copy(),
            rejected=(self.counts[1] - self.counts[0]).reshape(self.batch),
            forced=self.counts[2].reshape(self.batch).copy(),
            reached=self.reached.reshape(self.batch).copy(),
            device=str(self.state.device),
        )

    def _report(self, progress: Callable[[Progress], None] | None) -> None:
        if progress is None or time.monotonic() - self.reported < REPORT_EVERY:
            return
        self.reported = time.monotonic()
        total = prod(self.batch)
        before = self.pieces[self.done].start if self.done < len(self.pieces) else total
        if self.current is None:
            progress(Progress(before / total if total else 1.0, before, total, int(self.counts[1].max(initial=0))))
            return
        here = self.current.progress()
        progress(
            Progress((before + here.fraction * here.networks) / total, before + here.finished, total, here.attempts)
        )

    def _reason(self, failed: np.ndarray) -> str:
        first = int(failed[0])
        index = tuple(int(i) for i in np.unravel_index(first, self.batch)) if self.batch else ()
        if self.status[first] == STALLED:
            why = "its step fell to rounding (a kink that holds it, or overflow)"
        else:
            why = f"it needs more than max_steps = {self.options['max_steps']} steps (a kink that holds it? see min_step)"
        last = self.grid[self.reached[first] - 1] if self.reached[first] else 0.0
        return (
            f"{len(failed)} of {prod(self.batch)} networks of {self.problem.network.name} were not followed to the end;"
            f" the first is network {index}: after t = {last:.6g} {why}. .partial holds all that was reached"
        )
