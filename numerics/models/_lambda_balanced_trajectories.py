"""The quantities along the trajectories of lambda-balanced networks, each computed when it is first asked for; of NumPy arrays or of
Torch tensors, as the factor is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from theoremtest.numerics.models._arguments import array, fail
from theoremtest.numerics.models._lambda_balanced_layers import rotated, turned
from theoremtest.numerics.models.trajectories import Quantity, Trajectories


@dataclass(eq=False, repr=False)
class LambdaTrajectories(Trajectories):
    """Exact trajectories of W_2 W_1 and of what a rotation of the hidden neurons leaves as it is.

    factor   (..., T, N_i + N_o, N_h)  [W_1^T; W_2] up to an orthogonal matrix on the right, which may jump from time to time
    """

    MODEL = "lambda-balanced two-layer linear network, gradient flow on whitened inputs"
    DRAWN = ("singular_values", "loss")
    TIME_UNITS = "[tau]/[Sigma]"
    QUANTITIES = {
        "function": Quantity("network function W_2 W_1", "[Sigma]", ("output", "input")),
        "singular_values": Quantity("singular values of the network function", "[Sigma]", ("mode",)),
        "input_representation": Quantity("W_1^T W_1", "[Sigma]", ("input", "input_too")),
        "output_representation": Quantity("W_2 W_2^T", "[Sigma]", ("output", "output_too")),
        "residual": Quantity("network function less Sigma", "[Sigma]", ("output", "input")),
        "loss": Quantity("half the squared residual: the loss less the part that no network removes", "[Sigma]^2"),
        "ntk_norm": Quantity("Frobenius norm of the tangent kernel on inputs with X X^T = I", "[Sigma]"),
        "kernel_distance": Quantity("1 less the cosine between the tangent kernels now and at time 0", "1"),
        "lam": Quantity("lambda, which the flow conserves", "[Sigma]", moves=False),
        "balance_drift": Quantity("largest |W_2^T W_2 - W_1 W_1^T - lambda I| over the largest of |W_1|^2 and |W_2|^2", "1", moves=False),
    }

    factor: Any

    @property
    def _parts(self):
        return self.factor[..., : self.inputs["W1"].shape[-1], :], self.factor[..., self.inputs["W1"].shape[-1]:, :]

    @property
    def W1(self) -> Any:
        """(..., T, N_h, N_i), up to a rotation of the hidden neurons that W2 shares; ``layers`` finds it."""
        return self._parts[0].swapaxes(-1, -2)

    @property
    def W2(self) -> Any:
        """(..., T, N_o, N_h), up to the rotation that W1 shares."""
        return self._parts[1]

    @cached_property
    def gram(self) -> Any:
        """Q Q^T, (..., T, N_i + N_o, N_i + N_o) (Dominé et al. 2025, Eqs. 3 and 13)."""
        return self.factor @ self.factor.swapaxes(-1, -2)

    @cached_property
    def function(self) -> Any:
        """W_2 W_1, (..., T, N_o, N_i)."""
        first, second = self._parts
        return second @ first.swapaxes(-1, -2)

    @cached_property
    def input_representation(self) -> Any:
        """W_1^T W_1, (..., T, N_i, N_i); X^T of it X is the input's similarity matrix (Eq. 4)."""
        return self._parts[0] @ self._parts[0].swapaxes(-1, -2)

    @cached_property
    def output_representation(self) -> Any:
        """W_2 W_2^T, (..., T, N_o, N_o); the output's similarity matrix is Y^T of its pseudo-inverse Y (Eq. 4)."""
        return self._parts[1] @ self._parts[1].swapaxes(-1, -2)

    @cached_property
    def singular_values(self) -> Any:
        """Of W_2 W_1, falling, (..., T, min(N_i, N_o))."""
        if isinstance(self.function, np.ndarray):
            return np.linalg.svd(self.function, compute_uv=False)
        import torch

        return torch.linalg.svdvals(self.function)

    @cached_property
    def residual(self) -> Any:
        """W_2 W_1 - Sigma, (..., T, N_o, N_i); correct to rounding of Sigma, also where it has all but vanished."""
        return self.function - self._spread(self.inputs["Sigma"])

    @cached_property
    def loss(self) -> Any:
        """|W_2 W_1 - Sigma|^2/2, (..., T): the loss of Eq. (2) less its part (Tr Sigma^yy - |Sigma|^2)/2."""
        return (self.residual**2).sum((-2, -1)) / 2

    @property
    def lam(self) -> Any:
        """lambda, (...)."""
        return self.inputs["lam"].reshape(self.batch)

    def ntk(self, X: Any) -> Any:
        """The tangent kernel I (x) X^T W_1^T W_1 X + W_2 W_2^T (x) X^T X on inputs X (N_i, P), its index output first, then sample
        (Dominé et al. 2025, Eqs. 5 and 140, reconstructed); (..., T, N_o P, N_o P). ValueError for another shape of X.
        """
        here = isinstance(self.factor, np.ndarray)
        X = array("X", X, least=2) if here else self.factor.new_tensor(np.asarray(array("X", X, least=2)))
        N_i, N_o = self.inputs["W1"].shape[-1], self.inputs["W2"].shape[-2]
        if X.ndim != 2 or X.shape[0] != N_i:
            fail("X", f"shape {tuple(X.shape)}", f"({N_i}, P)")
        first, second = X.swapaxes(0, 1) @ self.input_representation @ X, self.output_representation
        unit = np.eye(N_o) if here else self.factor.new_tensor(np.eye(N_o))
        values = unit[:, None, :, None] * first[..., None, :, None, :] + second[..., :, None, :, None] * (X.T @ X)[:, None, :]
        size = N_o * X.shape[1]
        return values.reshape((*values.shape[:-4], size, size))

    @cached_property
    def ntk_norm(self) -> Any:
        """The tangent kernel's Frobenius norm on inputs with X X^T = I, (..., T); it is never formed."""
        return self._size(self.input_representation, self.output_representation) ** 0.5

    @cached_property
    def kernel_distance(self) -> Any:
        """1 - <K_0, K_t>/(|K_0| |K_t|) on whitened inputs, (..., T) (Dominé et al. 2025, Appendix E.7), as half the squared
        distance of the kernels divided by their norms, so that small distances keep their digits. 0 where K_0 = 0 or K_t = 0.
        """
        first, second = self.inputs["W1"], self.inputs["W2"]
        start = self._spread(first.swapaxes(-1, -2) @ first), self._spread(second @ second.swapaxes(-1, -2))
        norm, now = self._size(*start) ** 0.5, self.ntk_norm
        norm, now = norm + (norm == 0), now + (now == 0)
        change = (part / now[..., None, None] - before / norm[..., None, None]
                  for part, before in zip((self.input_representation, self.output_representation), start))
        return self._size(*change) / 2

    def _size(self, first, second):
        """|I (x) first + second (x) I|^2 from the traces."""
        N_i, N_o = self.inputs["W1"].shape[-1], self.inputs["W2"].shape[-2]
        traces = (part.diagonal(0, -2, -1).sum(-1) for part in (first, second))
        return N_o * (first**2).sum((-2, -1)) + 2 * next(traces) * next(traces) + N_i * (second**2).sum((-2, -1))

    @cached_property
    def balance_drift(self) -> np.ndarray:
        """How far the layers, as computed, are from lambda-balanced, (...), a NumPy array: zero but for rounding."""
        run = self._plain()
        first, second = run._parts
        apart = second.swapaxes(-1, -2) @ second - first.swapaxes(-1, -2) @ first
        apart = np.abs(apart - run._spread(run.inputs["lam"][:, None, None] * np.eye(apart.shape[-1]))).max(axis=(-2, -1))
        size = np.maximum((first**2).sum(axis=(-2, -1)), (second**2).sum(axis=(-2, -1)))
        return run._flat(apart / np.where(size > 0, size, 1.0)).max(axis=1, initial=0.0).reshape(self.batch)

    def layers(self, rtol: float = 1e-12) -> tuple[np.ndarray, np.ndarray]:
        """W_1 (..., T, N_h, N_i) and W_2 (..., T, N_o, N_h) with the rotation that the flow gives them.

        The rotation alone is integrated, at relative tolerance ``rtol`` (without Numba by DOP853, in steps of about tau/|lambda|);
        everything that it leaves as it is stays that of the closed form. NumPy arrays, whatever came in; RuntimeError where the
        integration fails.
        """
        run = self._plain()
        swept = run is self and self.backend == "numba"
        first, second = (turned if swept else rotated)(run.inputs, run._flat(run.factor), np.atleast_1d(run.times), rtol)
        shape = self.batch + tuple(self.times.shape)
        return first.reshape(shape + first.shape[-2:]), second.reshape(shape + second.shape[-2:])

    def _plain(self):
        if isinstance(self.factor, np.ndarray):
            return self
        inputs = {name: value.detach().cpu().numpy() for name, value in self.inputs.items()}
        return replace(self, factor=self.factor.detach().cpu().numpy(), times=self.times.detach().cpu().numpy(), inputs=inputs)

    def _spread(self, value):
        """A matrix per start, shaped to broadcast with matrices over time."""
        return value.reshape(self.batch + (1,) * self.times.ndim + tuple(value.shape[1:]))

    def _flat(self, values):
        core = tuple(values.shape[len(self.batch) + self.times.ndim:])
        moments = int(np.prod(tuple(self.times.shape), dtype=np.int64))
        return values.reshape((int(np.prod(self.batch, dtype=np.int64)), moments, *core))

    def __repr__(self) -> str:
        return super(LambdaTrajectories, self._plain()).__repr__()
