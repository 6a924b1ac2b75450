"""Lambda-balanced trajectories on Torch tensors: on any device, and in steps that autograd goes through.

Singular vectors have no derivative where singular values meet, as they do in most tasks that are studied; Q Q^T has. Where a gradient
is required, the same solution of the Riccati equation is therefore taken from one time to the next, with e^{F t} and the integral of
e^{2 F t} from the exponential of one matrix (Van Loan 1978), in steps so short that nothing grows.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import torch

from theoremtest.numerics.extras import installed
from theoremtest.numerics.models import _lambda_balanced_sweep as sweep_module
from theoremtest.numerics.models._arguments import checked_times, fail
from theoremtest.numerics.models._lambda_balanced_start import Start, start
from theoremtest.numerics.models._lambda_balanced_trajectories import LambdaTrajectories

STEP = 2.0  # |F| t of a step: its exponentials lose a digit at most
STEPS = 20_000  # of a trajectory, where a gradient is required
ENTRIES_ON_GPU = 1 << 24  # numbers that Torch works on at once: on a GPU few and large operations are best
LOCAL = 600
"""Numbers that a thread of a GPU may keep for its point; of larger matrices Torch's operations make better use of the device."""


def solve(given: dict[str, Any], device: str) -> LambdaTrajectories:
    """``lambda_balanced.solve`` where an argument is a tensor."""
    from theoremtest.numerics.models.lambda_balanced import checked

    plain = {name: value.detach().cpu().numpy() if isinstance(value, torch.Tensor) else value for name, value in given.items()}
    times = checked_times(plain.pop("times"))
    arrays, batch = checked(**plain)
    tensors = _tensors(given, device)
    moments = tensors.pop("times")
    inputs = {name: _flat(value, batch, 2 if name in ("W1", "W2", "Sigma") else 0) for name, value in tensors.items() if value is not None}
    if "lam" not in inputs:
        weights = (inputs["W2"] ** 2).sum((1, 2)) - (inputs["W1"] ** 2).sum((1, 2))
        inputs["lam"] = weights / inputs["W1"].shape[1]
        # Its digits are those that the layers' own arithmetic gives; its slope is autograd's.
        inputs["lam"] = inputs["lam"] - inputs["lam"].detach() + torch.as_tensor(arrays["lam"], device=moments.device)
    scaled = moments.reshape(1, -1) / inputs["tau"][:, None]
    if scaled.requires_grad or any(value.requires_grad for value in inputs.values()):
        factor = _stepped(inputs, scaled)
    else:
        begun = start(*(arrays[name] for name in ("W1", "W2", "Sigma", "lam")))
        factor = swept(begun, scaled)
    factor = factor.reshape(batch + times.shape + tuple(factor.shape[2:]))
    return LambdaTrajectories(times=moments, backend="torch", batch=batch, inputs=inputs, factor=factor)


def swept(begun: Start, times: torch.Tensor) -> torch.Tensor:
    """Factors (n, T, N, h) at times (n, T), on the device of the times."""
    names = ("half", "sign", "excess", "frame", "state", "echelon", "grown", "pivot", "Q", "eigenvalues")
    moved = SimpleNamespace(**{name: torch.as_tensor(np.ascontiguousarray(getattr(begun, name)), device=times.device) for name in names})
    rows, h = begun.state.shape[1:]
    if times.is_cuda and h * (2 * rows + h) <= LOCAL and installed("numba_cuda"):
        from theoremtest.numerics.models._lambda_balanced_gpu import sweep

        return sweep(moved, times)
    return sweep_module.factors(moved, times, torch, times.new_empty, ENTRIES_ON_GPU if times.is_cuda else sweep_module.ENTRIES)


def _tensors(given, device):
    devices = {value.device for value in given.values() if isinstance(value, torch.Tensor)}
    if not device and len(devices) > 1:
        fail("arguments", f"tensors on {', '.join(sorted(map(str, devices)))}", "tensors on one device")
    device = torch.device(device) if device else devices.pop()
    # By way of NumPy, which holds a Python number in float64; Torch itself would round it to float32.
    values = {name: value if value is None or isinstance(value, torch.Tensor) else np.asarray(value) for name, value in given.items()}
    return {name: None if value is None else torch.as_tensor(value).to(device, torch.float64) for name, value in values.items()}


def _flat(value, batch, core):
    shape = tuple(value.shape[value.ndim - core:])
    return value.broadcast_to(batch + shape).reshape((int(np.prod(batch, dtype=np.int64)), *shape))


def _stepped(inputs, times):
    """Factors (n, T, N, h), differentiable."""
    F = _riccati(inputs["Sigma"], inputs["lam"])
    factor = torch.cat([inputs["W1"].swapaxes(1, 2), inputs["W2"]], 1)
    spans = torch.diff(times, dim=1, prepend=torch.zeros_like(times[:, :1]))
    size = torch.linalg.matrix_norm(F.detach(), 2)[:, None]
    if not len(factor):
        return factor[:, None] + 0 * times[:, :, None, None]
    counts = torch.ceil(size * spans.detach() / STEP).clamp(min=1).amax(0).to(torch.int64)
    if int(counts.sum()) > STEPS:
        fail("times", f"|F| t/tau up to {float((size[:, 0] * times.detach()[:, -1]).max()):.3g}, and a gradient is required",
             f"at most {STEP * STEPS:g} (its steps grow with lambda t), or arguments that require no gradient")
    unit, rows, found = torch.eye(factor.shape[2], dtype=F.dtype, device=F.device), F.shape[1], []
    for place, count in enumerate(counts.tolist()):
        span = (spans[:, place] / int(count))[:, None, None]
        block = torch.cat([torch.cat([-F, torch.eye(rows, dtype=F.dtype, device=F.device).expand_as(F)], 2),
                           torch.cat([torch.zeros_like(F), F], 2)], 1)
        grown = torch.linalg.matrix_exp(block * span)
        move = grown[:, rows:, rows:]
        gathered = move @ grown[:, :rows, rows:]  # the integral of e^{2 F s}
        gathered = (gathered + gathered.swapaxes(1, 2)) / 2
        for _ in range(int(count)):
            inner = unit + factor.swapaxes(1, 2) @ gathered @ factor
            root = torch.linalg.cholesky(inner)
            factor = torch.linalg.solve_triangular(root, (move @ factor).swapaxes(1, 2), upper=False).swapaxes(1, 2)
        found.append(factor)
    return torch.stack(found, 1) if found else factor[:, None][:, :0]


def _riccati(Sigma, lam):
    """The Riccati equation's matrix (Dominé et al. 2025, Eq. 6), (n, N, N)."""
    N_o, N_i = Sigma.shape[1:]
    unit = torch.eye(N_i + N_o, dtype=Sigma.dtype, device=Sigma.device)
    side = torch.where(torch.arange(N_i + N_o, device=Sigma.device) < N_i, -0.5, 0.5).to(Sigma.dtype)
    across = torch.nn.functional.pad(Sigma, (0, N_o, N_i, 0))
    return lam[:, None, None] * (unit * side) + across + across.swapaxes(1, 2)
