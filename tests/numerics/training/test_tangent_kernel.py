"""The neural tangent kernel by autograd: its definition, its symmetries, and the distance of two kernels."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the gradient-flow route needs the flow extra")

from theoremtest.numerics.training.gradient_flow import flow, kernel_distance, ntk, scalar_input, single_neuron, two_layer  # noqa: E402  the tests need torch

torch.set_num_threads(1)  # tiny tensors: a second thread only waits

SIZES = {"d": 3, "h": 4, "c": 2}
GENERATOR = np.random.default_rng(0)
X = GENERATOR.standard_normal((5, 3))


def test_kernel_of_the_single_neuron_is_the_printed_one():
    """Kunin et al. 2024, Eq. (1): K = X (eta_w a^2 I + eta_a w w^T) X^T."""
    params = single_neuron().draw(SIZES, (3,), seed=1)
    found = ntk(single_neuron(), params, X, {"a": 0.3, "w": 1.7}, device="cpu")
    for a, w, kernel in zip(params["a"], params["w"], found):
        np.testing.assert_allclose(kernel, X @ (1.7 * a**2 * np.eye(3) + 0.3 * np.outer(w, w)) @ X.T, rtol=1e-13, atol=1e-14)


def test_kernel_of_many_outputs_is_ordered_output_by_output():
    """Kunin et al. 2024, Section 4: (I (x) X)(eta_w A^T A (+) eta_a W^T W)(I (x) X^T), with (+) the Kronecker sum."""
    network = two_layer(vector_output=True)
    params = network.draw(SIZES, seed=2)
    A, W, eye = params["A"], params["W"], np.eye(2)
    middle = np.kron(1.7 * A.T @ A, np.eye(3)) + np.kron(eye, 0.3 * W.T @ W)
    expected = np.kron(eye, X) @ middle @ np.kron(eye, X).T
    np.testing.assert_allclose(ntk(network, params, X, {"W": 1.7, "A": 0.3}, device="cpu"), expected, rtol=1e-12, atol=1e-13)


def test_kernel_drives_the_predictions():
    """f' = -K (f - y) for the half-sum loss, seen over a short flow."""
    network = two_layer("leaky_relu", gamma=0.3, biases=True)
    params, y, rates = network.draw(SIZES, seed=3), GENERATOR.standard_normal(5), {"W": 0.5, "a": 1.0, "b": 2.0, "c": 0.7}
    short = 1e-6
    after = flow(network, params, X, y, [short], rates, device="cpu").final()

    def predict(p):
        z = X @ p["W"].T + p["b"]
        return np.maximum(z, 0.3 * z) @ p["a"] + p["c"]

    kernel = ntk(network, params, X, rates, device="cpu")
    np.testing.assert_allclose((predict(after) - predict(params)) / short, -kernel @ (predict(params) - y), rtol=1e-3, atol=1e-4)


def test_kernels_along_a_trajectory_come_in_one_call():
    network = scalar_input()
    x, y = np.array([0.5, -1.0, 2.0]), np.array([1.0, 0.0, 1.0])
    run = flow(network, network.draw({"h": 3}, (2,), seed=4), x, y, [0.0, 0.1, 0.5], device="cpu")
    kernels = ntk(network, run.parameters, x, device="cpu")
    assert kernels.shape == (2, 3, 3, 3)
    last = {name: value[1, 2] for name, value in run.parameters.items()}
    np.testing.assert_allclose(kernels[1, 2], ntk(network, last, x, device="cpu"), rtol=1e-13)
    distance = kernel_distance(kernels[:, :1], kernels)
    assert distance.shape == (2, 3) and (distance[:, 0] == 0).all() and (distance >= 0).all()


def test_distance_is_the_printed_one_blind_to_scale_and_bounded():
    first, second = (m @ m.T for m in GENERATOR.standard_normal((2, 4, 4)))
    cosine = np.sum(first * second) / np.linalg.norm(first) / np.linalg.norm(second)
    assert kernel_distance(first, second) == pytest.approx(1 - cosine, rel=1e-13)
    assert kernel_distance(first, 7.0 * second) == pytest.approx(1 - cosine, rel=1e-13)
    assert kernel_distance(first, -first) == pytest.approx(2.0)


def test_distance_of_close_kernels_keeps_its_digits():
    """diag(1, e) and diag(1, 0) are e^2/2 apart; the printed form would return zero."""
    tiny = 1e-9
    assert kernel_distance(np.diag([1.0, tiny]), np.diag([1.0, 0.0])) == pytest.approx(tiny**2 / 2, rel=1e-6)


def test_refusals_are_named():
    with pytest.raises(ValueError, match=r"second kernel\[1\] has norm 0.0"):
        kernel_distance(np.eye(2), np.stack([np.eye(2), np.zeros((2, 2))]))
    with pytest.raises(TypeError, match="first kernel is float32"):
        kernel_distance(np.eye(2, dtype=np.float32), np.eye(2))
    with pytest.raises(ValueError, match=r"shape \(2, 3\)"):
        kernel_distance(np.ones((2, 3)), np.eye(2))
    with pytest.raises(TypeError, match="X is float32"):
        ntk(single_neuron(), {"a": 1.0, "w": np.ones(3)}, X.astype(np.float32), device="cpu")
