"""What is measured of Figs. 6.3 to 6.5: numbers that are known of features whose operator is known, and of a delay."""

import numpy as np
import pytest

pytest.importorskip("torch", reason="networks are trained with the flow extra")

from theoremtest.numerics.experiments.nam2024_grokking import Course, Seen
from theoremtest.numerics.experiments.nam2024_metrics import metrics
from theoremtest.numerics.experiments.nam2024_regimes import _delay

TARGET = np.kron(np.eye(4), np.ones((5, 1)))


def test_features_that_are_the_classes_have_no_gap_and_as_many_dimensions():
    seen = metrics(Seen(TARGET, TARGET, TARGET))
    assert seen["k"] == pytest.approx(0, abs=1e-12) and seen["u"] == pytest.approx(4)


def test_features_beside_the_classes_make_a_gap():
    random = np.random.default_rng(0).standard_normal((20, 3))
    assert metrics(Seen(np.hstack([TARGET, random]), TARGET, TARGET))["k"] > 0.1


def test_what_is_never_learned_has_an_endless_delay():
    steps, whole = np.arange(4), np.ones(4)
    assert _delay(Course(steps, np.array([0, 1, 1, 1]), np.array([0, 0, 0, 1]), {})) == 2
    assert _delay(Course(steps, whole, 0 * whole, {})) == np.inf
