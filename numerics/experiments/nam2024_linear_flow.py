"""Linear models of given features trained by gradient flow, from their output and Torch's gradients alone: what the figures of Chapter 1 of
Nam's thesis hold exact solutions against.

The loss is half the mean square error and training starts from w = 0. Few features are often of widely different size, which
makes the flow stiff: it is then followed by an implicit method, whose Jacobian is Torch's too. Thousands of similar size are followed by
the explicit one of `theoremtest.numerics.training`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.integrate import solve_ivp

from theoremtest.numerics.torch_backend import require_torch
from theoremtest.numerics.training import Network, flow

FEW = 200
"""Features up to which the implicit method is used: it solves systems of this size."""
LINEAR = Network("linear model", {"w": ("p",)}, ("p",), (), lambda layers, X: (X @ layers["w"][..., None])[..., 0])


def trained(features: np.ndarray, labels: np.ndarray, time: float, tolerance: float = 1e-11) -> np.ndarray:
    """The parameters (p,) at eta t = `time` of the model with these features (n, p) at the inputs of the labels (n,).

    `tolerance`: of the integration, relative. Raises MissingExtra without torch.
    """
    count = features.shape[1]
    if count > FEW:
        run = flow(LINEAR, {"w": np.zeros(count)}, features, labels, np.array([time]), loss="half_mean", rtol=tolerance, atol=tolerance,
                   device="cpu", replay=True)
        return run.parameters["w"][-1]
    torch = require_torch()
    X, y = torch.from_numpy(features), torch.from_numpy(labels)

    def loss(w: Any) -> Any:
        return ((X @ w - y) ** 2).mean() / 2

    def velocity(_: float, w: np.ndarray) -> np.ndarray:
        leaf = torch.from_numpy(w.copy()).requires_grad_()
        return -torch.autograd.grad(loss(leaf), leaf)[0].numpy()

    jacobian = -torch.autograd.functional.hessian(loss, torch.zeros(count, dtype=X.dtype)).numpy()
    run = solve_ivp(velocity, (0.0, time), np.zeros(count), "Radau", [time], rtol=tolerance, atol=tolerance, jac=jacobian)
    return run.y[:, -1]
