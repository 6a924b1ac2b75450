"""Figs. 5.1, 5.2 and 6.4 of Nam's thesis: what the model predicts, that a calibration finds the constants of a curve, features."""

import numpy as np
import pytest

from theoremtest.numerics.experiments.nam2024_emergence import DEVIATION, Training
from theoremtest.numerics.experiments.nam2024_grokking import Seen
from theoremtest.numerics.experiments.nam2024_predicted import by_nodes, by_samples, by_samples_printed, in_steps
from theoremtest.reports.figures import _nam2024_features as features_of
from theoremtest.reports.figures._nam2024_emergence import Panel, calibrated, predicted

OFTEN = Training(3, 9, 1, 1, 1, 0.1).frequencies


def panels(rate, **constants):
    """Strengths that two runs of the model itself would have."""
    places = {"time": np.arange(0, 2001, 20), "data": np.array([20, 40, 80, 160, 320]), "parameters": np.arange(1, 12)}
    models = {"time": in_steps(rate), "data": by_samples, "parameters": by_nodes}
    return {name: Panel(at, np.repeat(models[name](at, OFTEN, constants[name])[None], 2, axis=0), OFTEN) for name, at in places.items()}


def test_nodes_go_to_the_most_frequent_skills():
    """Table 5.1's N = 10 with N_c = 4."""
    assert by_nodes(np.array([10]), np.ones(5) / 5, 4).tolist() == [[1, 1, 0.5, 0, 0]]


def test_three_quarters_of_the_samples_give_half_by_the_printed_equation():
    assert by_samples(np.array([30, 40, 50]), np.ones(1), 40)[:, 0].tolist() == [0.75, 1, 1]
    assert by_samples_printed(np.array([30, 40]), np.ones(1), 40)[:, 0].tolist() == [0.5, 1]


def test_strengths_begin_at_the_start_and_reach_half_when_the_exponent_makes_up_for_it():
    constant, rate = 0.05, 0.1
    half = np.log(5 / (constant * DEVIATION**2) - 1) / (2 * rate * constant * 5 * OFTEN[0])
    found = in_steps(rate)(np.array([0.0, half]), OFTEN, constant)
    assert found[0] == pytest.approx(constant * DEVIATION**2 / 5) and found[1, 0] == pytest.approx(0.5)


def test_a_calibration_finds_the_constants():
    made = panels(0.1, time=0.05, data=60.0, parameters=4)
    constants = calibrated(made, 0.1)
    assert constants.time == pytest.approx(0.05, rel=1e-4) and constants.data == pytest.approx(60, rel=1e-4) and constants.nodes == 4
    apart = {name: made[name].apart(model).max() for name, model in predicted(made, constants, 0.1).items() if name != "printed"}
    assert max(apart.values()) < 1e-3
    half = made["time"].halfway(made["time"].mean)
    assert half[1] / half[0] == pytest.approx(OFTEN[0] / OFTEN[1], rel=0.01) and np.isnan(made["time"].halfway(np.zeros((101, 1)))).all()


def test_both_ways_to_the_metrics_agree():
    random = np.random.default_rng(0)
    features, target = random.standard_normal((40, 12)) * np.arange(1, 13), np.eye(5)[random.integers(0, 5, 40)]
    seen = Seen(features, target, features @ random.standard_normal((12, 5)))
    for name, value in features_of.by_library(seen, 8).items():
        assert value == pytest.approx(features_of.by_kernel(seen, 8)[name], abs=1e-12)
