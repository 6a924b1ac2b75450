"""The functions beside the solvers, on tensors: the same numbers, on the same device, with slopes that differences confirm."""

import numpy as np
import pytest

from theoremtest.models import lambda_balanced, latent_variable, mirror, single_neuron

BETA = np.array([[0.5, -1.0, 2.0], [0.3, 0.1, 0.2]])
LAYERS = lambda_balanced.balanced_layers(np.array([[0.5, 0.2, 0.1], [-0.1, 0.3, 0.4]]), 0.7)
UNIT = np.linalg.qr(np.array([[1.0, 2.0], [0.5, -1.0], [0.3, 0.2]]))[0]
X = np.array([[1.0, 2.0, 0.5], [0.3, -1.0, 1.0]])
ALONG = np.outer([1.0, -2.0, 0.5], [0.6, 0.8])
CASES = {
    "kappas": (mirror.kappas, [np.array([0.5, 2.0]), np.array([1.0, -0.7]), 1.3, 0.8]),
    "preconditioner": (mirror.preconditioner, [BETA, np.array([1.0, -0.7]), 1.3, 0.8]),
    "preconditioner_inverse": (mirror.preconditioner_inverse, [BETA, np.array([1.0, -0.7]), 1.3, 0.8]),
    "mirror_potential": (mirror.mirror_potential, [BETA, np.array([1.0, -0.7]), 1.3, 0.8]),
    "hyperbolic_entropy": (mirror.hyperbolic_entropy, [BETA, 0.7, 1.3, 0.8]),
    "interpolating_solution": (mirror.interpolating_solution, [X, np.array([1.0, 2.0]), BETA, np.array([1.0, -0.7]), 1.3, 0.8]),
    "balanced_layers": (lambda_balanced.balanced_layers, [BETA, 0.7]),
    "rebalanced": (lambda_balanced.rebalanced, [*LAYERS, -0.4]),
    "balance": (lambda_balanced.balance, [LAYERS[0] + 0.1, 1.2 * LAYERS[1]]),
    "whitened": (single_neuron.whitened, [UNIT, np.array([1.0, 2.0, 3.0])]),
    "one_point": (latent_variable.one_point, [ALONG, np.array([1.0, 2.0, 3.0])]),
}
CONSTRAINED = {"whitened": (1,), "one_point": (1,)}
"""Arguments along which one may move where the others obey an equation."""


def total(values):
    """A weighted sum of all results: one number to differentiate."""
    values = values if isinstance(values, tuple) else (values,)
    return sum((value * (1 + 0.3 * number)).sum() for number, value in enumerate(values))


@pytest.mark.parametrize("name", CASES)
def test_tensors_give_tensors_with_the_same_values_and_slopes(name):
    torch = pytest.importorskip("torch")
    function, given = CASES[name]
    tensors = [torch.tensor(value, dtype=torch.float64, requires_grad=place in CONSTRAINED.get(name, range(9)))
               for place, value in enumerate(given)]
    found, expected = function(*tensors), function(*given)
    for value, plain in zip(*(part if isinstance(part, tuple) else (part,) for part in (found, expected))):
        assert isinstance(value, torch.Tensor) and value.dtype == torch.float64
        np.testing.assert_allclose(value.detach().numpy(), plain, rtol=1e-13, atol=1e-14)
    learned = [tensor for tensor in tensors if tensor.requires_grad]
    slopes = iter(torch.autograd.grad(total(found), learned))
    for place, value in enumerate(given):
        if tensors[place].requires_grad:
            slope, where = next(slopes), np.random.default_rng(place).normal(size=np.shape(value))
            moved = [total(function(*given[:place], value + sign * 1e-5 * where, *given[place + 1:])) for sign in (1, -1)]
            assert float((slope.numpy() * where).sum()) == pytest.approx((moved[0] - moved[1]) / 2e-5, rel=1e-6, abs=1e-7)


def test_a_tensor_beside_arrays_is_enough_and_errors_are_the_same():
    torch = pytest.importorskip("torch")
    assert isinstance(mirror.mirror_potential(BETA, torch.tensor(0.5, dtype=torch.float64)), torch.Tensor)
    with pytest.raises(TypeError, match="delta: got type float32; expected float64"):
        mirror.mirror_potential(BETA, torch.tensor(0.5))
    with pytest.raises(ValueError, match="beta: got a zero vector"):
        mirror.preconditioner(torch.zeros(3, dtype=torch.float64), 0.5)


def test_a_tensor_that_requires_no_gradient_needs_none():
    torch = pytest.importorskip("torch")
    for part, plain in zip(lambda_balanced.balanced_layers(torch.eye(3, dtype=torch.float64), 0.0, hidden=4),
                           lambda_balanced.balanced_layers(np.eye(3), 0.0, hidden=4)):
        np.testing.assert_array_equal(part.numpy(), plain)
