"""A theorist's own network as one that is trained: her forward function called for each network of a batch, and looked at before.

What is looked at: that shapes fit; that every tensor of the map takes part, and no other learns or ought to; and that autograd's gradient
is the loss's slope, which it is not where a parameter is detached, frozen or rounded to float32 on the way.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from math import prod
from typing import Any

import numpy as np

from theoremtest.derivations.language import TheoremtestError
from theoremtest.derivations.language.networks import Network as Own
from theoremtest.derivations.language.wellformed import shape_of
from theoremtest.numerics.torch_backend import require_torch
from theoremtest.numerics.training.networks import Dims, Network

STEP = 1e-5
"""Of the difference quotients that gradients are held against."""
CLOSE = 1e-3
"""Share by which the two may differ: a quotient of float64 is off by far less, a detached factor by far more."""
DIRECTIONS = 3
"""Random directions; a kink in the way spoils one of them."""


class NetworkFault(TheoremtestError):
    """A network of one's own that cannot be trained as its map says; the message names what does not fit."""


def on_data(own: Own, data: tuple) -> Network:
    """The network with its layers, as the shapes of its letters and of a flow's data are."""
    return laid_out(own, *(_axes(part)[1:] for part in data))


def on_arrays(own: Own, X: Any, y: Any) -> Network:
    """The same on arrays, whose first axis counts the samples."""
    return laid_out(own, *(tuple(f"{name} {axis}" for axis in range(1, np.ndim(part))) for name, part in (("input", X), ("output", y))))


def laid_out(own: Own, inputs: Dims, outputs: Dims) -> Network:
    """The network with its layers, on samples of these sizes."""
    layers = {name: _axes(letter) for name, letter in own.parameters.items()}
    return Network(own.name, layers, inputs, outputs, _batched(own, layers, len(inputs), len(outputs)))


def _axes(letter: Any) -> Dims:
    """Names of the sizes that a letter has as a tensor: none of a number, one of a column."""
    shape = shape_of(letter)
    return tuple(f"size {size}" for size in (shape[:1] if shape[1:] == (1,) else shape))


def _called(own: Own) -> Callable[[Mapping[str, Any], Any], Any]:
    """The forward function; of a module the call with its tensors replaced."""
    torch = require_torch()
    if not isinstance(own.forward, torch.nn.Module):
        return own.forward
    return lambda parameters, inputs: torch.func.functional_call(own.forward, dict(parameters), (inputs,))


def _batched(own: Own, layers: Mapping[str, Dims], inputs: int, outputs: int) -> Callable[[Mapping[str, Any], Any], Any]:
    def forward(parameters: Mapping[str, Any], X: Any) -> Any:
        torch, call = require_torch(), _called(own)
        name, dims = next(iter(layers.items()))
        lead = parameters[name].shape[: parameters[name].ndim - len(dims)]
        flat = {key: value.reshape(prod(lead), *value.shape[len(lead):]) for key, value in parameters.items()}
        data = X.expand(*lead, *X.shape[-1 - inputs:]).reshape(prod(lead), *X.shape[-1 - inputs:])
        rows = [_fitting(own, call, {key: value[k] for key, value in flat.items()}, data[k], outputs) for k in range(prod(lead))]
        return torch.stack(rows).reshape(*lead, *rows[0].shape)

    return forward


def _fitting(own: Own, call: Callable, parameters: Mapping[str, Any], X: Any, outputs: int) -> Any:
    """One network's predictions, (n,) or (n, c); one output that stands in an axis of its own is taken out of it."""
    torch = require_torch()
    shapes = ", ".join(f"{name} {tuple(value.shape)}" for name, value in parameters.items())
    try:
        predicted = call(parameters, X)
    except Exception as error:  # whatever her function objects to
        raise NetworkFault(f"the network {own.name!r} fails on parameters {shapes} and inputs {tuple(X.shape)}: {type(error).__name__}: "
                           f"{(str(error).splitlines() or [''])[0]}") from error
    if not isinstance(predicted, torch.Tensor):
        raise NetworkFault(f"the network {own.name!r} returns a {type(predicted).__name__}; a tensor of predictions is expected")
    if predicted.dtype != torch.float64:
        raise NetworkFault(f"the network {own.name!r} computes in {str(predicted.dtype).removeprefix('torch.')}; parameters and inputs are "
                           "float64, and predictions must be")
    if predicted.ndim == 2 and not outputs and predicted.shape[1] == 1:
        predicted = predicted[:, 0]
    if predicted.ndim != 1 + outputs or len(predicted) != len(X):
        wanted = f"({len(X)}, outputs)" if outputs else f"({len(X)},)"
        raise NetworkFault(f"the network {own.name!r} predicts in shape {tuple(predicted.shape)} for parameters {shapes} and inputs "
                           f"{tuple(X.shape)}; the targets call for {wanted}")
    return predicted


def examine(own: Own, network: Network, start: Mapping[str, np.ndarray], data: np.ndarray, target: np.ndarray, device: Any) -> None:
    """Raise NetworkFault where the network cannot be trained from these parameters as its map says."""
    from theoremtest.numerics.training.problem import pose

    _left_out(own)
    try:
        problem, state, _ = pose(network, start, data, target, 1.0, own.loss or "half_sum", device)
    except (KeyError, TypeError, ValueError) as error:
        raise NetworkFault(f"the network {own.name!r} does not fit: {(str(error).splitlines() or [''])[0]}") from error
    torch = require_torch()
    layers = {name: value.detach().requires_grad_() for name, value in problem.unpack(state).items()}

    def loss(changed: Mapping[str, Any]) -> Any:
        return problem.loss_at({**{name: value.detach() for name, value in layers.items()}, **changed})[0]

    with torch.enable_grad():
        value = loss(layers)
        slopes = torch.autograd.grad(value, list(layers.values()), allow_unused=True) if value.requires_grad else [None] * len(layers)
    draws = np.random.default_rng(0)
    for (name, at), slope in zip(layers.items(), slopes, strict=True):
        _held(own, name, lambda moved, name=name: float(loss({name: moved}).detach()), at.detach(), slope, draws)


def _held(own: Own, name: str, loss: Callable, at: Any, slope: Any, draws: np.random.Generator) -> None:
    """Raise NetworkFault where the loss changes otherwise with a parameter than autograd says, or does not depend on it."""
    torch, told = require_torch(), f"{name} ({own.parameters[name]})"
    moves, agrees = False, False
    for _ in range(DIRECTIONS):
        direction = torch.from_numpy(np.asarray(draws.normal(size=tuple(at.shape)))).to(at.device)
        after, before = loss(at + STEP * direction), loss(at - STEP * direction)
        quotient = (after - before) / (2 * STEP)
        said = 0.0 if slope is None else float((slope * direction).sum())
        noise = 1e-9 * max(1.0, abs(after), abs(before))
        moves = moves or abs(quotient) > noise
        agrees = agrees or abs(quotient - said) <= CLOSE * max(abs(quotient), abs(said)) + noise
    if slope is None and not moves:
        raise NetworkFault(f"the network {own.name!r} does not depend on {told}: is it the tensor that the map means?")
    if not agrees:
        raise NetworkFault(f"the network {own.name!r} changes with {told} otherwise than its gradient by autograd says: it is detached or "
                           "frozen on the way, or is another tensor than the map means")


def _left_out(own: Own) -> None:
    """Raise NetworkFault where something that learns is no part of the map, or the map has a tensor that a module lacks."""
    torch = require_torch()
    if isinstance(own.forward, torch.nn.Module):
        held = dict(own.forward.named_parameters())
        if strange := [name for name in own.parameters if name not in held]:
            raise NetworkFault(f"the module of {own.name!r} has no {', '.join(strange)}; it has {', '.join(held)}")
    else:
        used = inspect.getclosurevars(own.forward) if inspect.isfunction(own.forward) else None
        captured = {} if used is None else {**used.globals, **used.nonlocals}
        held = {name: value for name, value in captured.items() if isinstance(value, torch.Tensor) and value.requires_grad}
        for name, value in captured.items():
            if isinstance(value, torch.nn.Module):
                held |= {f"{name}.{inner}": None for inner, _ in value.named_parameters()}
    if left := [name for name in held if name not in own.parameters]:
        raise NetworkFault(f"the network {own.name!r} holds {', '.join(left)}, which the map does not name: it would stay as it is while "
                           "the rest learns")
