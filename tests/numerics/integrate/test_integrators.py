"""The Runge-Kutta methods have the order they claim, and their error estimates are of the order they are used at."""

import math

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the gradient-flow route needs the flow extra")

from theoremtest.numerics.integrate.runge_kutta import Integration, fixed_steps, method  # noqa: E402

torch.set_num_threads(1)  # tiny tensors: a second thread only waits


class Logistic:
    """y' = y (1 - y): two systems of two unknowns."""

    start = torch.tensor([[0.1, 0.3], [0.7, 2.0]], dtype=torch.float64)

    def velocity(self, y):
        return y * (1 - y)

    def rows(self, index):
        return self

    def exact(self, t):
        return self.start / (self.start + (1 - self.start) * np.exp(-t))


class Rotation:
    """y' = r^2 J y, J the rotation by a right angle: circles, each turning at the speed of its own squared radius."""

    start = torch.tensor([[1.0, 0.0], [0.3, 1.1]], dtype=torch.float64)

    def velocity(self, y):
        return y.square().sum(-1, keepdim=True) * torch.stack([-y[:, 1], y[:, 0]], dim=-1)

    def exact(self, t):
        angle = t * self.start.square().sum(-1, keepdim=True)
        return torch.cos(angle) * self.start + torch.sin(angle) * self.velocity(self.start) / self.start.square().sum(-1, keepdim=True)


@pytest.mark.parametrize(("name", "steps"), [("dop853", (16, 32)), ("dopri5", (32, 64))])
def test_error_falls_with_the_power_of_the_step_that_the_method_claims(name, steps):
    system, span = Rotation(), 4.0
    errors = [
        float((fixed_steps(system.velocity, system.start, span, n, name) - system.exact(span)).abs().max()) for n in steps
    ]
    assert np.log2(errors[0] / errors[1]) == pytest.approx(method(name).order, abs=0.5), errors


@pytest.mark.parametrize("name", ["dop853", "dopri5"])
def test_linear_order_conditions_hold_up_to_the_order_and_no_further(name):
    """On y' = y one step is the series of exp up to the order: b.a^(k-1).1 = 1/k!."""
    chosen = method(name)
    a = np.zeros((chosen.stages, chosen.stages))
    a[:, : chosen.a.shape[1]] = chosen.a[: chosen.stages]
    power, coefficients = np.ones(chosen.stages), []
    for _ in range(chosen.order + 1):
        coefficients.append(chosen.b @ power)
        power = a @ power
    exact = [1 / math.factorial(k) for k in range(1, chosen.order + 2)]
    np.testing.assert_allclose(coefficients[:-1], exact[:-1], rtol=1e-10)
    assert abs(coefficients[-1] / exact[-1] - 1) > 1e-3


@pytest.mark.parametrize(("name", "orders"), [("dop853", (5, 3)), ("dopri5", (4,))])
def test_error_estimates_are_of_the_embedded_orders(name, orders):
    """Both formulas of a pair integrate c^k exactly for k below the lower order, so the weights of their difference
    annihilate those powers of the stage times c = a 1, and not the next."""
    chosen = method(name)
    c = np.append(chosen.a.sum(1), 1.0)
    assert len(chosen.errors) == len(orders)
    for weights, order in zip(chosen.errors, orders):
        np.testing.assert_allclose([weights @ c**k for k in range(order)], 0, atol=1e-13)
        assert abs(weights @ c**order) > 1e-6


@pytest.mark.parametrize("name", ["dop853", "dopri5"])
def test_all_times_are_met_within_the_tolerance(name):
    system, times = Logistic(), np.array([0.0, 1e-6, 0.5, 0.5000001, 3.0, 40.0])
    run = Integration(system, system.start, times, rtol=1e-10, atol=1e-12, method_name=name, max_steps=10_000)
    while run.advance():
        pass
    for k, t in enumerate(times):
        np.testing.assert_allclose(run.out[:, k], system.exact(t), rtol=1e-8)
    assert (run.reached == len(times)).all() and (run.counts[0] <= run.counts[1]).all()


def test_a_blow_up_ends_as_a_stall_and_not_as_a_number():
    """y' = y^2 from 1 has no solution beyond t = 1; a neighbour that starts at -1 has."""

    class Riccati(Logistic):
        def velocity(self, y):
            return y**2

    start = torch.tensor([[1.0], [-1.0]], dtype=torch.float64)
    run = Integration(
        Riccati(), start, np.array([0.5, 2.0]), rtol=1e-8, atol=1e-10, method_name="dopri5", max_steps=300
    )
    while run.advance():
        pass
    run.collect()
    assert run.status[0] != 0 and run.status[1] == 0
    assert torch.isnan(run.out[0, 1]).all() and run.out[0, 0].item() == pytest.approx(2.0, rel=1e-6)
    assert run.out[1, 1].item() == pytest.approx(-1 / 3, rel=1e-6)
