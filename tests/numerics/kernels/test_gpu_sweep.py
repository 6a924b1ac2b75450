"""Kernels swept on a GPU: every point has one thread, and what a thread computes is what Torch's operations give.

Without a GPU, Numba's simulator runs the same text, one Python thread to a thread of the GPU.
"""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import sympy as sp

torch = pytest.importorskip("torch", reason="sweeps tensors")

from theoremtest.numerics.kernels import gpu_sweep  # noqa: E402  the tests need torch
from theoremtest.numerics.kernels.compiled import KernelError, kernel  # noqa: E402

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.drawn(4)
@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (3, 1), (700, 3), (2, 1000), (5, 256), (9, 257), (1_200_000, 1)])
def test_every_point_has_one_thread(rows, columns):
    (across, down), (wide, high) = gpu_sweep.layout(rows, columns)
    assert wide * high <= gpu_sweep.BLOCK and down <= 65535
    assert across * wide >= columns > (across - 1) * wide
    first = np.arange(down * high)  # rows where the threads of one column begin; each goes on by as many as there are
    taken = np.concatenate([np.arange(start, rows, down * high) for start in first[: min(len(first), rows)]])
    assert np.array_equal(np.sort(taken), np.arange(rows))


def test_functions_that_a_gpu_lacks_leave_the_kernel_to_torch():
    x, t = sp.symbols("x t", real=True)
    made = kernel([sp.floor(x * t)], [x, t], backend="torch")
    with pytest.raises(KernelError, match="^function 'floor' has no entry for the backend 'gpu'"):
        gpu_sweep.source(made.name, *made.origin)
    assert not gpu_sweep.serves(made, torch.ones(1), torch.ones(1))


SIMULATED = """
import numpy as np, torch
from benchmarks.kernels_gpu import SOLVERS, swept_constants
from theoremtest.numerics.kernels import gpu_sweep
apart = []
for name, solver in SOLVERS.items():
    made, constants = swept_constants(solver, name, "cpu", 3)
    times = torch.linspace(0.0, 2.0, 5, dtype=torch.float64)
    out = [np.full((3, 5), np.nan) for _ in range(made.outputs)]
    program = gpu_sweep._program(made.name, *made.origin)
    program[gpu_sweep.layout(3, 5)](*(part.numpy() for part in constants), times.numpy(), *out)
    wanted = made.module.values(*(part[:, None] for part in constants), times[None])
    apart += [float(np.abs(one - other.numpy()).max() / np.abs(other.numpy()).max()) for one, other in zip(out, wanted)]
print(max(apart))
"""


def simulated(text):
    """What a program prints where Numba simulates a GPU."""
    done = subprocess.run([sys.executable, "-c", text], env=os.environ | {"NUMBA_ENABLE_CUDASIM": "1"}, capture_output=True, text=True,
                          cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return float(done.stdout.split()[-1])


@pytest.mark.drawn(6)
@pytest.mark.slow
def test_a_simulated_gpu_computes_what_torch_does():
    assert simulated(SIMULATED) < 1e-12


FLOW = """
import numpy as np, torch
from numba import cuda
from theoremtest.numerics.integrate.runge_kutta import Integration, method
from theoremtest.numerics.training import fused
from theoremtest.numerics.training.fused_gpu import kernel_of
from theoremtest.numerics.training.networks import single_neuron
from theoremtest.numerics.training.problem import pose
from theoremtest.numerics.training.written_out import data_of, written_out
random = np.random.default_rng(0)
start = {"a": random.normal(size=2), "w": random.normal(size=(2, 2))}
problem, state, _ = pose(single_neuron(), start, random.normal(size=(3, 2)), random.normal(size=3), 1.0, "sum", torch.device("cpu"))
chosen = method("dopri5")
options = {"rtol": 1e-4, "atol": 1e-6, "method_name": "dopri5", "max_steps": 1000}

class Simulated(fused.FusedIntegration):
    def _step(self, now):
        changed = {name: getattr(now, name).clone() for name in ("y", "f", "t", "h", "due", "counts", "status", "grow")}
        arrays = [part.numpy() for part in (self.times, *changed.values(), now.index, self.out)]
        kernel[1, 4](3, 1000, tuple(self._control), *arrays, tuple(now.systems.shared.tolist()), now.systems.own.numpy())
        return fused.replace(now, **changed)

apart = []
for fused.UNROLLED in (0, 8):
    kernel = kernel_of(fused._written_text(written_out(problem, state), chosen, "cuda"), 3, "dopri5")
    plain, found = (way(problem, state, np.array([0.0, 0.4, 0.5]), **options) for way in (Integration, Simulated))
    while plain.advance(): pass
    while found.advance(): pass
    assert (plain.counts == found.counts).all() and torch.isfinite(found.out).all()
    apart.append(float((plain.out - found.out).abs().max()))
print(max(apart))
"""


@pytest.mark.drawn(6)
@pytest.mark.slow
def test_a_simulated_gpu_takes_the_integrators_steps():
    assert simulated(FLOW) < 1e-13


@pytest.mark.gpu
def test_a_gpu_computes_what_torch_does_and_leaves_gradients_to_it():
    pytest.importorskip("numba_cuda", reason="needs the gpu extra")
    if not torch.cuda.is_available():
        pytest.skip("needs a CUDA device")
    from benchmarks.kernels_gpu import SOLVERS, swept_constants

    for rows, columns in ((1, 1), (1000, 7), (3, 5000), (300_000, 2)):
        for name, solver in SOLVERS.items():
            made, constants = swept_constants(solver, name, "cuda", rows)
            times = torch.linspace(0.0, 2.0, columns, dtype=torch.float64, device="cuda")
            assert gpu_sweep.serves(made, *constants, times)
            wanted = made.module.values(*(part[:, None] for part in constants), times[None])
            for one, other in zip(gpu_sweep.sweep(made, constants, times), wanted):
                assert float((one - other).abs().max()) <= 1e-12 * float(other.abs().max())
    assert not gpu_sweep.serves(made, times.requires_grad_())
