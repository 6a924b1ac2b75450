"""Closed forms on a GPU: points per second beside what the memory's bandwidth allows, Torch's separate operations, and one CPU core.

`python -m benchmarks.kernels_gpu` prints the figures. A point is one time of one start; what the solver computes at once
for it is written to memory once, 8 bytes a quantity, and that is the least that has to move.
"""

from __future__ import annotations

import time
from unittest.mock import patch

import numpy as np

from benchmarks.backends import _arguments
from benchmarks.measured import command
from theoremtest.models import diagonal_linear, lambda_balanced, latent_variable, lazy_rich, single_neuron
from theoremtest.numerics.kernels import gpu_sweep

SOLVERS = {"single_neuron": single_neuron, "latent_variable": latent_variable, "diagonal_linear": diagonal_linear,
           "lazy_rich": lazy_rich}
STARTS, TIMES = 20_000, 1_000


def bandwidth(device: str, size: int = 1 << 28) -> float:
    """Bytes per second of a copy on the device, those read and those written; the median of ten."""
    import torch

    first = torch.rand(size // 8, dtype=torch.float64, device=device)
    second = torch.empty_like(first)
    return 2 * size / median(lambda: second.copy_(first), device, 10)


def median(work, device: str, repeats: int) -> float:
    """Seconds of one call, after two that are not counted."""
    taken = []
    for number in range(repeats + 2):
        wait(device)
        began = time.perf_counter()
        work()
        wait(device)
        if number >= 2:
            taken.append(time.perf_counter() - began)
    return float(np.median(taken))


def wait(device: str) -> None:
    if device == "cuda":
        import torch

        torch.cuda.synchronize()


def sweeps(device: str, starts: int, times: int) -> list[dict]:
    """One row for each solver: its kernel swept over starts and times, with the constants of the starts on the device."""
    copied = bandwidth(device)
    return [sweep_of(name, solver, device, starts, times, copied) for name, solver in SOLVERS.items()]


def sweep_of(name: str, solver, device: str, starts: int, times: int, copied: float) -> dict:
    """The row of one solver; `copied` is the bandwidth."""
    import torch

    moments = torch.linspace(0.0, 5.0, times, dtype=torch.float64, device=device)
    made, given = swept_constants(solver, name, device, starts)
    points = starts * times

    def apart():
        return made.module.values(*(part[:, None] for part in given), moments[None])

    row = {"solver": name, "quantities": made.outputs, "points": points}
    with torch.no_grad():
        row["seconds, Torch's operations"] = row["seconds"] = median(apart, device, 5)
        if gpu_sweep.serves(made, *given, moments):
            row["seconds"] = median(lambda: gpu_sweep.sweep(made, given, moments), device, 10)
            pairs = zip(gpu_sweep.sweep(made, given, moments), apart())
            row["largest difference"] = max(float((one - other).abs().max() / other.abs().max()) for one, other in pairs)
    least = 8 * made.outputs * points / copied
    return row | {
        "points per second": points / row["seconds"], "share of the bandwidth": least / row["seconds"],
        "times faster than Torch's operations": row["seconds, Torch's operations"] / row["seconds"],
        "points per second, NumPy arrays in and out, one CPU core": _on_one_core(solver, name, times),
    }


def swept_constants(solver, name: str, device: str, starts: int):
    """The Torch kernel that `solve` sweeps and the constants of so many starts, by looking over the shoulder of what sweeps them."""
    import torch

    from theoremtest.numerics.models import _tensors

    own, captured = _tensors._swept, []

    def seen(compiled, constants, times, expressions):
        made = compiled("torch", tuple(expressions.items()))
        captured.append((made, [constants[argument].tensor for argument in made.arguments[:-1]]))
        return own(compiled, constants, times, expressions)

    with patch.object(_tensors, "_swept", seen):
        moments, *start = _arguments(name, starts, 2)
        solver.solve(*(torch.as_tensor(part, dtype=torch.float64, device=device) for part in (moments, *start)))
    return captured[0]


def _on_one_core(solver, name, times):
    moments, *start = _arguments(name, 1_000, times)
    solver.solve(moments, *start)
    began = time.perf_counter()
    solver.solve(moments, *start)
    return 1_000 * times / (time.perf_counter() - began)


def matrices(device: str, starts: int, times: int, copied: float) -> dict:
    """The lambda-balanced solver, whose factors are products of small matrices: its sweep, and `solve` with the starts' decompositions."""
    import torch

    from theoremtest.numerics.models import _lambda_balanced_tensors

    moments, *start = _arguments("lambda_balanced", starts, times)
    tensors = [torch.as_tensor(part, dtype=torch.float64, device=device) for part in (moments, *start)]
    own = _lambda_balanced_tensors.swept
    with patch.object(_lambda_balanced_tensors, "swept", side_effect=own) as seen:
        whole = median(lambda: lambda_balanced.solve(*tensors), device, 3)
    begun, when = seen.call_args.args
    with patch.object(_lambda_balanced_tensors, "LOCAL", 0):  # Torch's operations
        wanted, apart = own(begun, when), median(lambda: own(begun, when), device, 3)
    seconds = median(lambda: own(begun, when), device, 5)
    difference = float((own(begun, when) - wanted).abs().max() / wanted.abs().max())
    points, rows, h = starts * times, *begun.state.shape[1:]
    return {"solver": "lambda_balanced", "numbers": rows * h, "points": points, "seconds, Torch's operations": apart, "seconds": seconds,
            "largest difference": difference, "points per second": points / seconds,
            "share of the bandwidth": 8 * rows * h * points / copied / seconds, "times faster than Torch's operations": apart / seconds,
            "seconds of solve, starts decomposed on the CPU": whole, "points per second of solve": points / whole,
            "points per second, NumPy arrays in and out, one CPU core": _on_one_core(lambda_balanced, "lambda_balanced", times)}


def run(quick: bool = False) -> dict:
    """All figures as a dict that JSON can hold."""
    from theoremtest.numerics.torch_backend import available

    here = available()
    device = "cuda" if here.state == "cuda" else "cpu"
    starts, times = (100, 100) if quick else (STARTS, TIMES)
    copied = bandwidth(device)
    return {"what": "closed forms swept over starts and times, float64; a call whole, its launch included", "device": here.detail,
            "bytes per second of a copy": copied, "rows": sweeps(device, starts, times),
            "matrices": matrices(device, starts // 2, times // 2, copied)}


if __name__ == "__main__":
    command(run, __doc__, "few points")
