"""Lambda-balanced trajectories on a GPU, one start at one time to a thread: the factors are those of the sweep that arrays take.

Without a GPU, Numba's simulator runs the same text, one Python thread to a thread of the GPU.
"""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="sweeps tensors")

from theoremtest.numerics.models import _lambda_balanced_sweep, _lambda_balanced_tensors, lambda_balanced  # noqa: E402  the tests need torch
from theoremtest.numerics.models._lambda_balanced_start import start  # noqa: E402

ROOT = Path(__file__).resolve().parents[3]

SIMULATED = """
import numpy as np
from theoremtest.numerics.models import _lambda_balanced_gpu as gpu, _lambda_balanced_sweep as plain, lambda_balanced
from theoremtest.numerics.models._lambda_balanced_start import start
random, apart = np.random.default_rng(0), []
for shape, hidden, lam in (((3, 4), 3, 0.5), ((3, 4), 3, -1.2), ((2, 2), 2, 0.0), ((2, 3), 3, -0.4), ((1, 1), 1, 2.0)):
    functions, Sigma = random.normal(size=(2, *shape)), random.normal(size=(2, *shape))
    functions[1] = 0
    Sigma[1, -1] = 0
    begun = start(*lambda_balanced.balanced_layers(functions, lam, hidden), Sigma, np.full(2, lam))
    times = np.array([[0.0, 1e-3, 0.1, 1.0, 40.0], [0.0, 0.3, 1.0, 5.0, 700.0]])
    found = np.full((*times.shape, *begun.state.shape[1:]), np.nan)
    parts = (begun.half, begun.sign, begun.excess, begun.frame, begun.state, begun.echelon, begun.grown, begun.pivot, begun.Q)
    gpu.kernel_of(*begun.state.shape[1:])[3, 4](*parts, np.abs(begun.eigenvalues).max(1), times, found)
    wanted = plain.factors(begun, times, np, np.empty)
    apart.append(np.abs(found - wanted).max() / np.abs(wanted).max())
print(max(apart) if np.isfinite(apart).all() else np.nan)
"""


@pytest.mark.slow
def test_a_simulated_gpu_computes_what_arrays_give():
    """Both lose some units of rounding, the same steps being taken in another order."""
    done = subprocess.run([sys.executable, "-c", SIMULATED], env=os.environ | {"NUMBA_ENABLE_CUDASIM": "1"}, capture_output=True,
                          text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert float(done.stdout.split()[-1]) < 1e-13


def test_how_much_is_worked_on_at_once_changes_nothing():
    random = np.random.default_rng(1)
    layers = lambda_balanced.balanced_layers(random.normal(size=(7, 2, 3)), 0.3)
    begun, times = start(*layers, random.normal(size=(7, 2, 3)), np.full(7, 0.3)), random.uniform(0.0, 3.0, size=(7, 5))
    whole = _lambda_balanced_sweep.factors(begun, times, np, np.empty)
    assert np.allclose(_lambda_balanced_sweep.factors(begun, times, np, np.empty, 40), whole, rtol=1e-14, atol=1e-14)


@pytest.mark.gpu
def test_a_gpu_computes_what_arrays_give_and_leaves_gradients_and_large_matrices_to_torch(monkeypatch):
    pytest.importorskip("numba_cuda", reason="needs the gpu extra")
    if not torch.cuda.is_available():
        pytest.skip("needs a CUDA device")
    random = np.random.default_rng(2)
    for shape, lam, count in (((3, 4), 0.5, 500), ((5, 2), -1.0, 300), ((12, 12), 0.0, 20), ((40, 30), 0.2, 3)):
        Sigma, times = random.normal(size=shape), np.array([0.0, 1e-3, 0.2, 1.0, 5.0, 300.0])
        layers = lambda_balanced.balanced_layers(random.normal(size=(count, *shape)), lam)
        wanted = lambda_balanced.solve(times, *layers, Sigma, lam=lam)
        given = [torch.tensor(part, device="cuda") for part in (times, *layers, Sigma)]
        for local in (_lambda_balanced_tensors.LOCAL, 0):
            monkeypatch.setattr(_lambda_balanced_tensors, "LOCAL", local)
            found = lambda_balanced.solve(*given, lam=lam)
            assert found.factor.is_cuda
            assert np.abs(found.gram.cpu().numpy() - wanted.gram).max() < 1e-12 * np.abs(wanted.gram).max()
        monkeypatch.undo()
    given[1].requires_grad_()
    (slope,) = torch.autograd.grad(lambda_balanced.solve(given[0][:3], *given[1:], lam=lam).gram.sum(), given[1])
    assert torch.isfinite(slope).all()
