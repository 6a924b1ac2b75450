"""The single neuron in function space: preconditioner, mirror potential, hyperbolic entropy, interpolating solution."""

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import solve_ivp
from single_neuron_cases import numbers, quick

from theoremtest.numerics.kernels.rounding import UNIT
from theoremtest.numerics.models import error_bounds
from theoremtest.numerics.models.mirror import (
    hyperbolic_entropy,
    interpolating_solution,
    mirror_potential,
    preconditioner,
    preconditioner_inverse,
)

betas = st.lists(st.floats(-2, 2), min_size=3, max_size=3).map(np.array).filter(lambda v: np.linalg.norm(v) > 0.05)
deltas = st.floats(-5, 5).filter(lambda x: abs(x) > 1e-3) | st.just(0.0)


@quick
@given(betas, deltas, st.sampled_from([0.5, 1.0, 3.0]))
def test_preconditioner_and_its_inverse(beta, delta, eta_w):
    eta_a = 2.0
    M, inverse = preconditioner(beta, delta, eta_a, eta_w), preconditioner_inverse(beta, delta, eta_a, eta_w)
    condition = np.linalg.cond(M)
    assert np.allclose(M @ inverse, np.eye(3), atol=1e-13 * condition)
    # M is eta_w a^2 I + eta_a w w^T for the a, w with this product and this delta.
    w2 = (np.hypot(delta, 2 * np.sqrt(eta_a * eta_w) * np.linalg.norm(beta)) - delta) / (2 * eta_a)
    a = np.linalg.norm(beta) / np.sqrt(w2)
    w = beta / a
    assert np.allclose(M, eta_w * a * a * np.eye(3) + eta_a * np.outer(w, w), rtol=1e-6, atol=1e-9)


@quick
@given(betas, deltas)
def test_the_mirror_potential_has_the_warped_inverse_as_its_hessian(beta, delta):
    eta_a, eta_w, h = 2.0, 0.5, 1e-3
    shifts = h * np.eye(3)
    total = sum(
        i * j * mirror_potential(beta + i * shifts[:, None] + j * shifts[None, :], delta, eta_a, eta_w) for i in (-1, 1) for j in (-1, 1)
    )
    hessian = total / (4 * h * h)
    kappa = np.hypot(delta, 2 * np.linalg.norm(beta))
    expected = np.sqrt(kappa + delta) * preconditioner_inverse(beta, delta, eta_a, eta_w)
    scale = np.abs(expected).max() * (1 + (h / np.linalg.norm(beta)) ** 2 * 1e6)
    assert np.allclose(hessian, expected, atol=1e-2 * scale)
    assert mirror_potential(np.zeros(3), delta) == 0 < mirror_potential(beta, delta)


def printed_potential(length, delta):
    kappa = mpmath.sqrt(delta**2 + 4 * length**2)
    constant = max(mpmath.mpf(0), mpmath.sign(delta) * mpmath.sqrt(2) * abs(delta) ** mpmath.mpf("1.5") / 3)
    return (kappa - 2 * delta) * mpmath.sqrt(kappa + delta) / 3 + constant


def printed_entropy(x, delta):
    return (2 * x * mpmath.asinh(2 * x / delta) - mpmath.sqrt(4 * x**2 + delta**2) + delta) / 4


@pytest.mark.parametrize("delta", [-1e8, -3.0, 1e-8, 2.0, 1e8])
@pytest.mark.parametrize("length", [1e-12, 1e-3, 1.0, 1e6])
def test_potentials_are_exact_to_rounding(length, delta):
    with mpmath.workdps(120):
        exact = printed_potential(mpmath.mpf(length), mpmath.mpf(delta))
        assert abs(mpmath.mpf(float(mirror_potential(np.array([length]), delta))) - exact) <= error_bounds.MIRROR_POTENTIAL * UNIT * exact
        exact = printed_entropy(mpmath.mpf(length), mpmath.mpf(abs(delta)))
        assert abs(mpmath.mpf(float(hyperbolic_entropy(length, delta))) - exact) <= error_bounds.HYPERBOLIC_ENTROPY * UNIT * exact


@quick
@given(
    st.lists(numbers, min_size=2, max_size=2).map(np.array).filter(lambda v: np.linalg.norm(v) > 0.1), st.floats(-2, 2), st.floats(0.3, 2)
)
def test_the_interpolating_solution_minimises_the_printed_objective(beta_0, delta, target):
    X, y = np.array([[1.0, 0.5]]), np.array([target])
    solution = interpolating_solution(X, y, beta_0, delta)
    assert np.allclose(X @ solution, y)
    length = np.linalg.norm(beta_0)
    tilt = np.sqrt(np.hypot(delta, 2 * length) - delta) * beta_0 / length
    null = np.array([-0.5, 1.0]) / np.sqrt(1.25)

    def objective(shift):
        point = solution + shift * null
        kappa = np.hypot(delta, 2 * np.linalg.norm(point))
        return (kappa - 2 * delta) * np.sqrt(kappa + delta) / 3 - tilt @ point

    assert all(objective(0.0) <= objective(shift) + 1e-12 for shift in (-1.0, -0.1, -0.01, 0.01, 0.1, 1.0))


@pytest.mark.parametrize("eta_a, eta_w, a0, w0", [(1.0, 1.0, 1.0, (0.3, 0.4)), (2.0, 0.5, 0.7, (0.9, 0.2))])
def test_gradient_flow_reaches_the_interpolating_solution(eta_a, eta_w, a0, w0):
    X, y, w0 = np.array([[1.0, 0.5]]), np.array([1.2]), np.array(w0)

    def velocity(t, state):
        a, w = state[0], state[1:]
        gradient = X.T @ (X @ (a * w) - y)
        return np.concatenate([[-eta_a * (w @ gradient)], -eta_w * a * gradient])

    end = solve_ivp(velocity, (0, 200), np.concatenate([[a0], w0]), method="DOP853", rtol=1e-12, atol=1e-13).y[:, -1]
    delta = eta_w * a0**2 - eta_a * (w0 @ w0)
    assert np.allclose(end[0] * end[1:], interpolating_solution(X, y, a0 * w0, delta, eta_a, eta_w), atol=1e-8)


def test_function_space_refuses_what_has_no_meaning():
    with pytest.raises(ValueError, match="beta: got a zero vector"):
        preconditioner(np.zeros(2), 1.0)
    with pytest.raises(ValueError, match="eta_a: got 0.0"):
        mirror_potential(np.ones(2), 1.0, eta_a=0.0)
    with pytest.raises(ValueError, match="delta: got 0"):
        hyperbolic_entropy(1.0, 0.0)
    with pytest.raises(ValueError, match="X: got rank 1; expected rank 2"):
        interpolating_solution(np.array([[1.0, 0.0, 0.0]]), np.ones(1), np.ones(3), 1.0)
    with pytest.raises(ValueError, match="y: got a vector outside"):
        interpolating_solution(np.array([[1.0, 0.0], [1.0, 0.0]]), np.array([1.0, 2.0]), np.ones(2), 1.0)
