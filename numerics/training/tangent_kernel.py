"""The neural tangent kernel of any network, from its forward function by autograd, and the distance between two kernels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from theoremtest.numerics.torch_backend import choose_device, require_torch
from theoremtest.numerics.training.networks import Network
from theoremtest.numerics.training.problem import Rates, pose


def ntk(
    network: Network,
    params: Mapping[str, Any],
    X: Any,
    rates: Rates = 1.0,
    *,
    device: str = "auto",
) -> np.ndarray:
    """The kernel K = J diag(eta) J^T, J the derivative of all predictions by all parameters (Kunin et al. 2024, Eq. 1).

    Args:
        network: the network, with layers as `params` has them.
        params: float64 arrays (*batch, *layer); the parameters of a training run, (*batch, times, *layer), will do.
        X: inputs (*batch, n, *inputs); all batch dimensions broadcast.
        rates: as for `gradient_flow.flow`.

    Returns:
        (*batch, n c, n c) for c outputs in all; row k n + i belongs to output k of sample i, the order of Kunin et al.
    """
    torch = require_torch()
    where = choose_device(device)
    targets = _zero_targets(network, params, X)
    problem, state, batch = pose(network, params, X, targets, rates, "half_sum", where)
    with torch.enable_grad():
        leaf = state.detach().requires_grad_()
        out = network.forward(problem.unpack(leaf), problem.x)
        out = out.reshape(*out.shape[:2], -1).transpose(1, 2).flatten(1)
        rows = [
            torch.autograd.grad(out[:, k].sum(), leaf, retain_graph=True, materialize_grads=True)[0]
            for k in range(out.shape[1])
        ]
    jacobian = torch.stack(rows, dim=1)
    rates_row = problem.rates if problem.rates.ndim == 1 else problem.rates[:, None, :]
    kernel = (jacobian * rates_row) @ jacobian.mT
    return kernel.cpu().numpy().reshape(*batch, *kernel.shape[1:])


def kernel_distance(first: Any, second: Any) -> np.ndarray:
    """S = 1 - <K1, K2> / (|K1| |K2|) in Frobenius norms, for kernels (*batch, m, m) that broadcast; (*batch,), in [0, 2].

    Computed as half the squared distance of the normalised kernels: the same number, without the cancellation that
    costs the printed form all digits when the kernels are close. Raises ValueError where a kernel is zero: S is not
    defined there. Source: Kunin et al. 2024, Appendix D.
    """
    directions = []
    for name, kernel in (("first", first), ("second", second)):
        kernel = np.asarray(kernel)
        if kernel.dtype != np.float64:
            raise TypeError(f"{name} kernel is {kernel.dtype}; float64 is required")
        if kernel.ndim < 2 or kernel.shape[-1] != kernel.shape[-2]:
            raise ValueError(f"{name} kernel has shape {kernel.shape}; (..., m, m) is expected")
        norm = np.linalg.norm(kernel, axis=(-2, -1), keepdims=True)
        if not (norm > 0).all():
            where = tuple(int(i) for i in np.argwhere(~(norm[..., 0, 0] > 0))[0])
            raise ValueError(f"{name} kernel{list(where)} has norm {float(norm[..., 0, 0][where])}; it must be positive")
        directions.append(kernel / norm)
    return 0.5 * np.square(directions[0] - directions[1]).sum((-2, -1))


def _zero_targets(network: Network, params: Mapping[str, Any], X: Any) -> np.ndarray:
    x_shape = tuple(np.shape(X))
    sizes = network.sizes({name: tuple(np.shape(value)) for name, value in params.items()}, x_shape)
    return np.zeros((sizes["n"], *(sizes[dim] for dim in network.outputs)))
