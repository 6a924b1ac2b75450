"""The experiments behind the figures of Kunin et al. 2024, at sizes that take a moment."""

import numpy as np
import pytest

pytest.importorskip("torch", reason="the simulations train networks in torch")

from theoremtest.numerics.experiments.kunin2024_piecewise import alpha, deviation, evolutions, forward, random_network
from theoremtest.numerics.experiments.kunin2024_single_neuron import BETA_0, compare, low_rank, start
from theoremtest.numerics.experiments.kunin2024_teacher_student import paths, students, sweep


def test_theory_meets_the_trained_network():
    deltas = (-3.0, 0.0, 3.0)
    found = compare(np.linspace(0, 3, 7), *start(np.broadcast_to(BETA_0, (3, 2)), deltas))
    np.testing.assert_allclose(found.delta, deltas, atol=1e-12)
    assert found.deviation("a", "w", "mu", "phi", "kernel_distance") < 1e-8


@pytest.mark.slow
def test_trained_networks_end_where_equation_72_says():
    _, ends, predicted = low_rank((-1.0, 0.0, 1.0), np.array([0.0, 200.0]))
    np.testing.assert_allclose(ends, predicted, atol=1e-8)


@pytest.mark.parametrize("tau, delta", [(0.1, 1.0), (0.1, -1.0), (2.0, 0.0), (0.5, 1e-9), (0.01, -50.0)])
def test_students_start_where_they_are_asked_to(tau, delta):
    """Every neuron has the delta and the product |a||w| = tau^2 of Appendix D.1, and the student is zero."""
    made = students(np.random.Generator(np.random.PCG64(0)), 3, 6, np.array([tau]), np.array([delta]))
    a, lengths = made["a"][0], np.linalg.norm(made["W"][0], axis=-1)
    np.testing.assert_allclose(a**2 - lengths**2, delta, rtol=1e-9, atol=1e-12 * tau**2)
    np.testing.assert_allclose(np.abs(a) * lengths, tau**2)
    np.testing.assert_allclose(np.maximum(made["W"][0] @ [0.3, -0.2, 0.9], 0) @ a, 0, atol=1e-12 * tau**2)


def test_alpha_solves_its_equation():
    tau, delta = np.array([0.3, 0.3, 1.0]), np.array([-2.0, 0.0, 5.0])
    np.testing.assert_allclose(tau**2 * (alpha(tau, delta)**2 - alpha(tau, delta)**-2), delta, atol=1e-12)


@pytest.mark.slow
def test_small_steps_keep_delta_and_fit():
    found = paths(end=4.0, step=4e-3)
    assert found.delta_drift < 1e-3 and (found.losses < 0.2).all()


def test_the_sweep_tells_lazy_from_rich():
    """A large scale keeps the kernel where it was; a small one does not."""
    found = sweep((0.1, 2.0), (0.0, 1.0), seeds=1, d=5, h=10, n=20, updates=200, tests=50)
    assert found.first_output < 1e-12
    assert found.kernel_distance[1].max() < 0.05 < found.kernel_distance[0].min()


@pytest.mark.slow
def test_downstream_keeps_its_partition_and_upstream_does_not():
    upstream, downstream = evolutions((1.0, -1.0), end=2.0, step=2e-3)
    assert downstream.switches == 0 < upstream.switches
    assert downstream.moments[-1].loss < 1e-3 and max(upstream.delta_drift, downstream.delta_drift) < 1e-2
    assert len(upstream.moments[0].cells.regions) == 40 and upstream.moments[0].cells.same_parity == []


@pytest.mark.parametrize("biases", [False, True])
def test_the_exact_map_is_the_network(biases):
    layers, readout, cells = random_network((6, 5), biases=biases, seed=1)
    assert deviation(cells, lambda x: forward(layers, readout, x)) < 1e-12
