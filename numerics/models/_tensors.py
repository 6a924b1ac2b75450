"""The solvers on Torch tensors: the same code on ``TensorArray``, so that autograd goes through the closed form."""

from __future__ import annotations

from functools import cached_property, partial
from typing import Any

import numpy as np
import torch

from theoremtest.numerics.kernels import gpu_sweep
from theoremtest.numerics.kernels.tensor_array import TensorArray
from theoremtest.numerics.models import diagonal_linear as diagonal
from theoremtest.numerics.models import latent_variable as latent
from theoremtest.numerics.models import lazy_rich as lazy
from theoremtest.numerics.models import single_neuron as neuron
from theoremtest.numerics.models._arguments import checked_times, fail
from theoremtest.numerics.models._backends import detached
from theoremtest.numerics.models._diagonal_linear_start import start as diagonal_start
from theoremtest.numerics.models._diagonal_linear_trajectories import DiagonalTrajectories
from theoremtest.numerics.models._latent_variable_start import start as latent_start
from theoremtest.numerics.models._latent_variable_trajectories import LatentTrajectories
from theoremtest.numerics.models._lazy_rich_start import start as lazy_start
from theoremtest.numerics.models._lazy_rich_trajectories import LazyRichTrajectories
from theoremtest.numerics.models._multilinear_curves import Enclosed
from theoremtest.numerics.models._single_neuron_start import start as neuron_start
from theoremtest.numerics.models._single_neuron_trajectories import NeuronTrajectories
from theoremtest.numerics.models._sweeps import values_of


class _TensorLatent(LatentTrajectories):
    """Norms from the layers themselves: their parts along and across the other layer have no slope where that one starts at 0."""

    @cached_property
    def u_norm(self):
        """|u|, (..., T)."""
        return np.sqrt((self.u**2).sum(axis=-1))

    @cached_property
    def v_norm(self):
        """|W x|, (..., T)."""
        return np.sqrt((self.v**2).sum(axis=-1))


class _TensorLazy(LazyRichTrajectories):
    NETWORK = _TensorLatent


class TensorTrajectories:
    """What a solver returns for tensors: the attributes of its ``Trajectories``, as differentiable tensors."""

    def __init__(self, run: NeuronTrajectories | LatentTrajectories | DiagonalTrajectories | LazyRichTrajectories | Enclosed):
        self._run = run

    def __repr__(self) -> str:
        return repr(self._run)

    def _repr_html_(self) -> str | None:
        return self._run._repr_html_()

    def __dir__(self) -> list[str]:
        return [name for name in dir(self._run) if not name.startswith("_")]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        value = getattr(self._run, name)
        if callable(value) and not isinstance(value, TensorArray):
            return lambda *arguments, **named: _bare(value(*arguments, **named))
        if isinstance(value, dict):
            return {key: part.tensor if isinstance(part, TensorArray) else part for key, part in value.items()}
        return _bare(value)


def _bare(value):
    return value.tensor if isinstance(value, TensorArray) else value


def single_neuron(given: dict[str, Any], X: Any, device: str) -> TensorTrajectories:
    """``models.single_neuron.solve`` where an argument is a tensor."""
    plain = {name: detached(value) for name, value in given.items()}
    times = checked_times(plain.pop("times"))
    _, batch = neuron._checked_start(**plain)
    if X is not None:
        neuron._check_whitened(detached(X), plain["w0"].shape[-1])
    tensors, times = _tensors(given, times, device)
    inputs = {name: None if value is None else _flat(value, batch, name in ("w0", "beta_star")) for name, value in tensors.items()}
    begun = neuron_start(**inputs)
    if _learns(tensors):
        _refuse("beta_star", "a zero vector", begun.norm == 0)
        _refuse("a0, w0", "a start on the separatrix", begun.distance == 0)
    sweep = partial(_swept, neuron._compiled, begun.constants, np.atleast_1d(times))
    run = NeuronTrajectories(times=times, backend="torch", batch=batch, inputs=inputs, sweep=sweep)
    vars(run)["start"] = begun
    return TensorTrajectories(run)


def latent_variable(given: dict[str, Any], device: str) -> TensorTrajectories:
    """``models.latent_variable.solve`` where an argument is a tensor."""
    plain = {name: detached(value) for name, value in given.items()}
    times = checked_times(plain.pop("times"))
    _, batch = latent._checked(**plain)
    tensors, times = _tensors(given, times, device)
    cores = {"u0": 1, "W0": 2, "x": 1}
    inputs = {name: _flat(value, batch, cores.get(name, 0)) for name, value in tensors.items()}
    begun = latent_start(**inputs)
    if _learns(tensors):
        _refuse("y, u0, W0", "a start that learns at no rate", begun.constants["no_rate"] == 1)
        _refuse("u0, W0", "a start on the stable manifold of the saddle", begun.weight == 0)
    values = _swept(lambda backend, forms: latent._compiled(backend), begun.constants, np.atleast_1d(times), latent._FORMS)
    values = {name: value.reshape(batch + times.shape) for name, value in values.items()}
    return TensorTrajectories(_TensorLatent(times=times, backend="torch", batch=batch, inputs=inputs, start=begun, **values))


def diagonal_linear(given: dict[str, Any], device: str) -> TensorTrajectories:
    """``models.diagonal_linear.solve`` where an argument is a tensor."""
    plain = {name: detached(value) for name, value in given.items()}
    times = checked_times(plain.pop("times"))
    _, batch = diagonal._checked(**plain)
    tensors, times = _tensors(given, times, device)
    inputs = {name: _flat(value, batch, 0) for name, value in tensors.items()}
    begun = diagonal_start(**inputs)
    if _learns(tensors):
        _refuse("a0, b0, target", "a mode that learns at no rate", begun.scale == 0)
        _refuse("a0, b0", "a start on the stable manifold of the saddle", begun.constants["stuck"] == 1)
    values = _swept(lambda backend, forms: diagonal._compiled(backend), begun.constants, np.atleast_1d(times), diagonal._FORMS)
    values = {name: value.reshape(batch + times.shape) for name, value in values.items()}
    return TensorTrajectories(DiagonalTrajectories(times=times, backend="torch", batch=batch, inputs=inputs, start=begun, **values))


def lazy_rich(given: dict[str, Any], device: str) -> TensorTrajectories:
    """``models.lazy_rich.solve`` where an argument is a tensor."""
    plain = {name: detached(value) for name, value in given.items()}
    times = checked_times(plain.pop("times"))
    _, batch = lazy._checked(**plain)
    tensors, times = _tensors(given, times, device)
    inputs = {name: _flat(value, batch, name in ("a0", "b0")) for name, value in tensors.items()}
    begun = lazy_start(**inputs)
    if _learns(tensors):
        _refuse("a0, b0, target", "a start that learns at no rate", begun.constants["inverse_rate"] == 0)
        _refuse("a0, b0", "a start on the stable manifold of the saddle", begun.constants["stuck"] == 1)
    values = _swept(lambda backend, forms: latent._compiled(backend), begun.constants, np.atleast_1d(times), latent._FORMS)
    values = {name: value.reshape(batch + times.shape) for name, value in values.items()}
    return TensorTrajectories(_TensorLazy(times=times, backend="torch", batch=batch, inputs=inputs, start=begun, **values))


def solutions(X: TensorArray, y: TensorArray, null: np.ndarray) -> tuple[TensorArray, TensorArray]:
    """The shortest solution of X beta = y and the unit vector ``null`` with X null = 0, as ``mirror`` has them, differentiable: neither
    passes through singular vectors, which have no slope where singular values meet."""
    inverse = torch.linalg.pinv(X.tensor)
    along = torch.as_tensor(null, device=X.tensor.device)
    along = along - inverse @ (X.tensor @ along)
    return TensorArray(inverse @ y.tensor), TensorArray(along / torch.linalg.vector_norm(along))


def on_one_device(given: dict[str, Any], device: str) -> torch.device:
    """The device of this name or, where it is empty, that of all tensors among the arguments. ValueError where they are on several."""
    devices = {value.device for value in given.values() if isinstance(value, torch.Tensor)}
    if not device and len(devices) > 1:
        fail("arguments", f"tensors on {', '.join(sorted(map(str, devices)))}", "tensors on one device")
    return torch.device(device) if device else devices.pop()


def _tensors(given, times, device):
    """The arguments and the times as float64 tensors on one device, in ``TensorArray``."""
    device = on_one_device(given, device)
    moved = {
        name: None if value is None else torch.as_tensor(value, dtype=torch.float64, device=device) for name, value in given.items()
    }
    if moved["times"].requires_grad and (times == 0).any():
        fail("times", "0 in a tensor that requires a gradient", "positive times (the slope at time 0 is the flow's velocity)")
    arrays = {name: None if value is None else TensorArray(value) for name, value in moved.items()}
    return arrays, arrays.pop("times")


def _learns(tensors):
    return any(value is not None and value.tensor.requires_grad for value in tensors.values())


def _refuse(name, found, where):
    """ValueError where the form that is computed is no derivative's: a factor was left out because it vanishes there."""
    if bool(where.tensor.any()):
        fail(name, f"{found}, and a gradient is required", "a start nearby, or arguments that require no gradient")


def _flat(value, batch, core):
    core_shape = value.shape[value.ndim - core:] if core else ()
    spread = value.tensor.broadcast_to(batch + core_shape)
    return TensorArray(spread.reshape((int(np.prod(batch, dtype=np.int64)), *core_shape)))


def _swept(compiled, constants, times, expressions):
    """As ``_sweeps.swept``, for the whole batch at once."""
    made = compiled("torch", tuple(expressions.items()))
    given = [constants[name].tensor for name in made.arguments[:-1]]
    if gpu_sweep.serves(made, *given, times.tensor):
        values = gpu_sweep.sweep(made, given, times.tensor)
    else:
        values = values_of(made, *(constant[:, None] for constant in given), times.tensor[None])
    shape = constants[made.arguments[0]].size, times.size
    return {name: TensorArray(value.broadcast_to(shape)) for name, value in zip(expressions, values)}
