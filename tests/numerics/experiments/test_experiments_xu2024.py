"""The experiments of Xu and Ziyin: theory lies on simulation, exponents are what the theory says, moments lie within their errors."""

from fractions import Fraction

import numpy as np
import pytest

from theoremtest.derivations.xu2024.phase_notation import phase
from theoremtest.numerics.experiments import xu2024_alignment as alignment
from theoremtest.numerics.experiments import xu2024_classification as classification
from theoremtest.numerics.experiments import xu2024_deep as deep
from theoremtest.numerics.experiments import xu2024_disalignment as disalignment
from theoremtest.numerics.experiments import xu2024_moments as moments
from theoremtest.numerics.experiments import xu2024_phases as phases
from theoremtest.numerics.experiments import xu2024_tasks as tasks
from theoremtest.numerics.experiments import xu2024_wide as wide

SMALL = 2.0 ** np.arange(2, 8)


@pytest.mark.slow
@pytest.mark.parametrize("setting", alignment.SETTINGS)
def test_the_exact_alignment_lies_on_the_trained_one(setting):
    pytest.importorskip("torch", reason="trains a network or runs the Torch backend")
    curve = alignment.linear(setting, np.linspace(0, 3, 7), width=100)
    assert curve.deviation < 1e-8 and curve.loss[-1] < 1e-6 * curve.loss[0]
    steps = np.diff(curve.zeta)
    if setting == "orthogonal":
        assert np.allclose(curve.zeta, 1.0)
    else:
        assert (steps < 1e-9).all() if setting == "near orthogonal" else (steps > -1e-9).all()


@pytest.mark.parametrize("activation", alignment.ACTIVATIONS[1:])
def test_other_activations_align_when_they_learn_features(activation):
    pytest.importorskip("torch", reason="trains a network or runs the Torch backend")
    times = np.arange(0, 5) * 0.5
    kernel, learning = (
        alignment.nonlinear(activation, setting, times, width=100, step=0.025) for setting in ("kernel", "feature learning")
    )
    assert (np.diff(learning.loss) < 0).all() and learning.zeta[-1] > 0.5 > kernel.zeta[-1] and abs(learning.zeta[0]) < 0.2


@pytest.mark.slow
def test_nearly_parallel_layers_with_a_large_output_disalign():
    pytest.importorskip("torch", reason="trains a network or runs the Torch backend")
    found = disalignment.falls()
    assert len(found.values) == 4 and all(mean - 4 * error > 0 for mean, error in found.values.values())


def test_classes_come_from_two_of_the_inputs_and_from_a_file(tmp_path):
    task = tasks.signs(30, seed=0, tests=50)
    assert task.X.shape == (30, 20) and task.X_test.shape == (50, 20) and np.allclose(np.linalg.norm(task.X, axis=1), np.sqrt(20))
    assert (task.classes == (task.X[:, 0] * task.X[:, 1] > 0)).all() and set(tasks.sectors(200, 0).classes) == set(range(10))
    images = np.arange(1, 25, dtype=np.uint8).reshape(6, 2, 2)
    np.savez(tmp_path / "images.npz", x_train=images, y_train=[0, 1, 2, 0, 1, 2], x_test=images, y_test=[[0], [1], [2], [0], [1], [2]])
    read = tasks.load(tmp_path / "images.npz", n=5)
    assert read.X.shape == (5, 4) and read.classes_test.tolist() == [0, 1, 2, 0, 1] and read.count == 3
    assert np.allclose(np.linalg.norm(read.X, axis=1), 1)


@pytest.mark.slow
def test_deep_networks_align_from_small_starts_only():
    pytest.importorskip("torch", reason="trains a network or runs the Torch backend")
    task = tasks.sectors(60, seed=1)
    kaiming, large = (deep.train(task, 4, sigma, seed=1, width=40) for sigma in (1.0, 2.0))
    assert kaiming.training == large.training == 1.0 and kaiming.rises.shape == (3,)
    assert kaiming.rises.min() > 0.01 > np.abs(large.rises).max() and large.norm > kaiming.norm


@pytest.mark.slow
def test_the_kernel_phase_stays_near_its_start_at_large_width():
    pytest.importorskip("torch", reason="trains a network or runs the Torch backend")
    task = tasks.signs(60, seed=0, tests=10)

    def distance(name, width):
        return wide.train(task, wide.SCALINGS[name], width, width, 0, updates=200, haste=8.0).distance

    for stays, learns in wide.PAIRS.values():
        assert distance(stays, 100) == pytest.approx(distance(learns, 100), rel=1e-5)
        assert distance(stays, 400) < 0.6 * distance(stays, 100) and distance(learns, 400) > 0.6 * distance(learns, 100)


@pytest.mark.slow
def test_parallel_layers_stay_parallel_where_the_activation_is_homogeneous():
    pytest.importorskip("torch", reason="trains a network or runs the Torch backend")
    ends = {activation: classification.train(activation, alignment.SETTINGS["orthogonal"], 0, [0.0, 4.0], width=20)[0]
            for activation in classification.NAMES}
    assert all(zeta[0] == pytest.approx(1, abs=1e-12) for zeta in ends.values())
    assert 1 - ends["relu"][1] < 1e-12 > 1 - ends["leaky_relu"][1] and 1 - ends["swish"][1] > 1e-3 < 1 - ends["sigmoid"][1]


def test_an_unknown_activation_is_named():
    with pytest.raises(ValueError, match="activation is 'gelu'; allowed are linear"):
        alignment.network("gelu", 1.0)


def test_table_1_as_printed_is_what_the_phases_say():
    said = {
        "frozen": [("Mean Field", "as is")],
        "unstable": [("Kaiming", "as is"), ("lazy", "as is")],
        "kernel": [("NTK", "as is"), ("NTK", "*"), ("Kaiming", "*"), ("lazy", "*")]
        + [(name, "-") for name in ("NTK", "Mean Field", "Xavier", "Kaiming", "lazy")],
        "learning": [("Xavier", "as is"), ("Xavier", "*"), ("Mean Field", "*")]
        + [(name, "+") for name in ("NTK", "Mean Field", "Xavier", "Kaiming", "lazy")],
    }
    limits = phases.table_1()
    assert sum(map(len, said.values())) == len(limits)
    for label, places in said.items():
        for place in places:
            assert phase(**{name: Fraction(value) for name, value in limits[place].named().items()}) == label, place


@pytest.mark.parametrize(
    "place", [("NTK", "*"), ("Mean Field", "as is"), ("Mean Field", "*"), ("Xavier", "-"), ("Kaiming", "as is"), ("lazy", "*")]
)
def test_measured_exponents_decide_the_phase(place):
    at = phases.table_1()[place]
    found = phases.by_solution(at, SMALL, neurons=12_000)
    label = phase(**{name: Fraction(value) for name, value in at.named().items()})
    assert abs(found.time_exponent - phases.expected_time(at)) < 0.1
    # Medians of a few dozen heavy-tailed changes: a tenth of a decade or two.
    assert abs(found.change_exponent - phases.expected_change(at)) < 0.4
    measured = (
        "frozen"
        if found.time_exponent > 0.5
        else "unstable"
        if found.time_exponent < -0.5
        else "kernel"
        if found.change_exponent < -0.5
        else "learning"
    )
    assert measured == label


def test_exponents_away_from_equal_rates():
    random, checked = np.random.default_rng(8), 0
    while checked < 5:
        at = phases.Exponents(float(random.integers(0, 3)) / 2, *(float(value) / 2 for value in random.integers(-2, 3, size=5)))
        target, kernel = phases.terms(at)
        if 0 < abs(target - kernel) < 0.75:
            continue  # the lesser term still shows at such kappa
        found = phases.by_solution(at, SMALL, neurons=6000)
        assert abs(found.time_exponent - phases.expected_time(at)) < 0.12, at
        checked += 1


@pytest.mark.slow
def test_trained_networks_change_as_the_solution_says():
    pytest.importorskip("torch", reason="trains a network or runs the Torch backend")
    for place in (("NTK", "*"), ("Mean Field", "*"), ("lazy", "*")):
        at, kappas = phases.table_1()[place], np.array([2.0, 4.0, 8.0])
        trained, exact = phases.by_training(at, kappas, neurons=100), phases.by_solution(at, kappas, neurons=100)
        assert np.allclose(trained.change, exact.change, rtol=1e-3) and np.allclose(trained.zeta, exact.zeta, rtol=1e-3)
        assert np.allclose(trained.t_c, exact.t_c, rtol=0.05)  # read off the losses before the decay is purely exponential


def test_the_plane_of_learning_times_follows_its_two_terms():
    gammas, etas = np.linspace(-1.5, 1.5, 4), np.linspace(-2, 1.5, 4)
    found = phases.time_plane(gammas, etas, kappas=4.0 ** np.arange(1, 5))
    expected = [[phases.expected_time(phases.equal_rates(1, gamma, 0, 0, eta)) for eta in etas] for gamma in gammas]
    # One draw per kappa: P of the narrowest network is known to 1 in sqrt(d/2), which tilts the slope by up to about 0.1.
    # Where the two terms of 1/t_c are close (the first output scale), the lesser one still shows.
    assert np.abs(found - expected)[1:].max() < 0.1 and np.abs(found - expected).max() < 0.25


def test_moments_of_the_modes_lie_within_their_errors():
    for name, estimate in moments.moments().items():
        assert estimate.deviation < 4, (name, estimate)


def test_moments_notice_another_normalisation():
    """With rho^2 the mean of x_i^2, as printed below Eq. (4), the stated moments need d0 = 1."""
    x = np.array([0.5, -1.0, 2.0])
    assert moments.moments(rho=float(np.sqrt(np.mean(x**2))))["mean of P"].deviation > 50
    assert moments.moments(d0=1, x=(2.0,), rho=2.0)["mean of P"].deviation < 4
