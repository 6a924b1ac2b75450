"""The Runge-Kutta methods have the order they claim, and their error estimates are of the order they are used at."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the gradient-flow route needs the flow extra")

from numerics.integrators import Integration, fixed_steps, method  # noqa: E402


class Logistic:
    """y' = y (1 - y): two systems of two unknowns."""

    start = torch.tensor([[0.1, 0.3], [0.7, 2.0]], dtype=torch.float64)

    def velocity(self, y):
        return y * (1 - y)

    def rows(self, index):
        return self

    def exact(self, t):
        return self.start / (self.start + (1 - self.start) * np.exp(-t))


@pytest.mark.parametrize(("name", "steps"), [("dop853", (4, 8, 16)), ("dopri5", (16, 32, 64))])
def test_error_falls_with_the_power_of_the_step_that_the_method_claims(name, steps):
    system, span = Logistic(), 4.0
    errors = [
        float((fixed_steps(system.velocity, system.start, span, n, name) - system.exact(span)).abs().max()) for n in steps
    ]
    orders = np.log2(np.array(errors[:-1]) / errors[1:])
    claimed = method(name).order
    assert (orders > claimed - 0.6).all() and (orders < claimed + 1.5).all(), (orders, errors)


@pytest.mark.parametrize("name", ["dop853", "dopri5"])
def test_error_estimate_vanishes_on_polynomials_up_to_its_order(name):
    """Its weights annihilate the powers of the stage times c = a 1 below error_order: there both formulas are exact."""
    chosen = method(name)
    c = np.append(chosen.a.sum(1), 1.0)
    for weights, order in zip(chosen.errors, (chosen.error_order + 1 - (name == "dop853") * 3, 3)):
        powers = np.array([weights @ c**k for k in range(order)])
        np.testing.assert_allclose(powers, 0, atol=1e-12)
        assert abs(weights @ c ** (chosen.error_order + 1)) > 1e-12


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
        Riccati(), start, np.array([0.5, 2.0]), rtol=1e-8, atol=1e-10, method_name="dopri5", max_steps=2000
    )
    while run.advance():
        pass
    run.collect()
    assert run.status[0] != 0 and run.status[1] == 0
    assert torch.isnan(run.out[0, 1]).all() and run.out[0, 0].item() == pytest.approx(2.0, rel=1e-6)
    assert run.out[1, 1].item() == pytest.approx(-1 / 3, rel=1e-6)
