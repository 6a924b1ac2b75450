"""Networks as forward functions: what each layer is called, its shape, and f(x; theta) for batches of networks."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from theoremtest.numerics.torch_backend import require_torch

Dims = tuple[str, ...]
Activation = Literal["linear", "relu", "leaky_relu"]


@dataclass(frozen=True)
class Network:
    """A network that is given by its forward function alone.

    Attributes:
        name: how reports call it.
        layers: each layer's name with the names of its dimensions, for example {"W": ("h", "d"), "A": ("h", "c")}.
            A dimension's size is read from the parameters; the same name must have the same size everywhere.
        inputs: dimensions of one sample, ("d",) or () for scalar inputs. X has shape (..., n, *inputs).
        outputs: dimensions of one prediction, ("c",) or () for scalar outputs.
        forward: (parameters, X) -> predictions of shape (..., n, *outputs). Parameters carry leading batch dimensions,
            (..., *layer), and X broadcasts against them; networks of a batch must not influence each other.
    """

    name: str
    layers: Mapping[str, Dims]
    inputs: Dims
    outputs: Dims
    forward: Callable[[Mapping[str, Any], Any], Any]

    def sizes(self, shapes: Mapping[str, Sequence[int]], x_shape: Sequence[int]) -> dict[str, int]:
        """The size of every dimension, read from the trailing axes of the parameters and of X (..., n, *inputs).

        Raises KeyError for missing or unknown layers, ValueError where two places disagree on a size.
        """
        if set(shapes) != set(self.layers):
            raise KeyError(f"{self.name} has the layers {sorted(self.layers)}; the parameters given are {sorted(shapes)}")
        found: dict[str, tuple[int, str]] = {}
        places = [("X", ("n", *self.inputs), tuple(x_shape))]
        places += [(name, dims, tuple(shapes[name])) for name, dims in self.layers.items()]
        for name, dims, shape in places:
            if len(shape) < len(dims):
                raise ValueError(f"{name} has shape {shape}; {self.name} expects (..., {', '.join(dims)})")
            for dim, size in zip(dims, shape[len(shape) - len(dims) :]):
                known, where = found.setdefault(dim, (size, name))
                if known != size:
                    raise ValueError(f"{name} has shape {shape}, so {dim} = {size}, but {where} has {dim} = {known}")
        return {dim: size for dim, (size, _) in found.items()}

    def draw(
        self,
        sizes: Mapping[str, int],
        batch: Sequence[int] = (),
        *,
        seed: int,
        scale: float | Mapping[str, float] = 1.0,
    ) -> dict[str, np.ndarray]:
        """Independent normal parameters of standard deviation `scale` (one for all layers, or one per layer).

        Each layer has shape (*batch, *layer). The seed alone decides them, whatever the device.
        """
        generator = np.random.Generator(np.random.PCG64(seed))
        parameters = {}
        for name, dims in self.layers.items():
            missing = [dim for dim in dims if dim not in sizes]
            if missing:
                raise KeyError(f"sizes lacks {missing}, which layer {name} {dims} of {self.name} needs")
            deviation = scale[name] if isinstance(scale, Mapping) else scale
            parameters[name] = np.asarray(deviation * generator.standard_normal((*batch, *(sizes[dim] for dim in dims))))
        return parameters


def single_neuron() -> Network:
    """f(x) = a w.x with a in R and w in R^d (Kunin et al. 2024, Section 3)."""

    def forward(p, X):
        return p["a"][..., None] * (p["w"][..., None, :] @ X.mT)[..., 0, :]

    return Network("single neuron", {"a": (), "w": ("d",)}, ("d",), (), forward)


def latent_variable() -> Network:
    """f(x) = u.(W x) with u in R^h and W in R^(h x d), any h and d; an output scale goes into x (Xu and Ziyin 2024, Section 3.1)."""

    def forward(p, X):
        return (X @ p["W"].mT @ p["u"][..., None])[..., 0]

    return Network("latent variable", {"u": ("h",), "W": ("h", "d")}, ("d",), (), forward)


def two_layer(
    activation: Activation = "linear",
    *,
    gamma: float = 0.0,
    vector_output: bool = False,
    biases: bool = False,
    output_scale: float = 1.0,
) -> Network:
    """f(x) = s a.sigma(W x + b) + c, with W in R^(h x d), any h and d (Kunin et al. 2024, Sections 4 and 5).

    Args:
        activation: "linear", "relu", or "leaky_relu" for sigma(z) = max(z, gamma z).
        gamma: slope of the leaky ReLU for z < 0, in [0, 1).
        vector_output: read out with A in R^(h x c), f(x) = s A^T sigma(W x + b) + c, instead of a in R^h.
        biases: with the hidden bias b in R^h and the output bias c; the layers "b" and "c" exist only then.
        output_scale: the factor s (a width normalisation such as 1/h).
    """
    sigma = _activation(activation, gamma)
    head = "A" if vector_output else "a"
    outputs: Dims = ("c",) if vector_output else ()
    layers: dict[str, Dims] = {"W": ("h", "d"), head: ("h", *outputs)}
    if biases:
        layers |= {"b": ("h",), "c": outputs}

    def forward(p, X):
        hidden = X @ p["W"].mT
        if biases:
            hidden = hidden + p["b"][..., None, :]
        hidden = sigma(hidden)
        out = hidden @ p["A"] if vector_output else (hidden @ p["a"][..., None])[..., 0]
        if output_scale != 1.0:
            out = output_scale * out
        if biases:
            out = out + (p["c"][..., None, :] if vector_output else p["c"][..., None])
        return out

    return Network(f"two-layer {activation}", layers, ("d",), outputs, forward)


def deep_linear(depth: int, *, vector_output: bool = False) -> Network:
    """f(x) = a^T W_l ... W_1 x with l = `depth` hidden layers W1, W2, ... of any widths (Kunin et al. 2024, Appendix B.3).

    With vector_output the read-out is A in R^(h x c), f(x) = A^T W_l ... W_1 x.
    """
    if depth < 1:
        raise ValueError(f"depth is {depth}; at least one hidden layer is required")
    widths = ["d", *(f"h{i}" for i in range(1, depth + 1))]
    hidden = [f"W{i}" for i in range(1, depth + 1)]
    layers: dict[str, Dims] = {name: (widths[i + 1], widths[i]) for i, name in enumerate(hidden)}
    layers |= {"A": (widths[-1], "c")} if vector_output else {"a": (widths[-1],)}

    def forward(p, X):
        z = X
        for name in hidden:
            z = z @ p[name].mT
        return z @ p["A"] if vector_output else (z @ p["a"][..., None])[..., 0]

    return Network(f"deep linear, {depth} hidden", layers, ("d",), ("c",) if vector_output else (), forward)


def scalar_input(activation: Activation = "linear", *, gamma: float = 0.0, output_scale: float = 1.0) -> Network:
    """f(x) = s sum_i u_i sigma(w_i x) for scalar x, with u, w in R^h. X has shape (..., n)."""
    sigma = _activation(activation, gamma)

    def forward(p, X):
        return output_scale * (p["u"][..., None, :] @ sigma(p["w"][..., :, None] * X[..., None, :]))[..., 0, :]

    return Network(f"scalar input, {activation}", {"u": ("h",), "w": ("h",)}, (), (), forward)


def diagonal_linear(form: Literal["product", "difference"] = "product") -> Network:
    """f(x) = (u v).x ("product") or (u^2 - v^2).x ("difference"), elementwise, with u, v in R^d."""
    combine = {"product": lambda u, v: u * v, "difference": lambda u, v: u**2 - v**2}
    if form not in combine:
        raise ValueError(f"form is {form!r}; allowed are {sorted(combine)}")

    def forward(p, X):
        return (combine[form](p["u"], p["v"])[..., None, :] @ X.mT)[..., 0, :]

    return Network(f"diagonal linear, {form}", {"u": ("d",), "v": ("d",)}, ("d",), (), forward)


def _activation(activation: Activation, gamma: float) -> Callable[[Any], Any]:
    if activation not in ("linear", "relu", "leaky_relu"):
        raise ValueError(f'activation is {activation!r}; allowed are "linear", "relu" and "leaky_relu"')
    if not (math.isfinite(gamma) and 0.0 <= gamma < 1.0):
        raise ValueError(f"gamma is {gamma}; it must lie in [0, 1)")
    if activation != "leaky_relu" and gamma != 0.0:
        raise ValueError(f'gamma is {gamma}, which only "leaky_relu" reads; the activation is {activation!r}')
    if activation == "linear":
        return lambda z: z
    if activation == "relu":
        return lambda z: require_torch().relu(z)
    return lambda z: require_torch().nn.functional.leaky_relu(z, gamma)
