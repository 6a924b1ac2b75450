"""Features with rescaled targets: what the last layer alone leaves in place, and that smaller targets move the features less."""

import numpy as np
import pytest

pytest.importorskip("torch", reason="networks are trained with the flow extra")

from theoremtest.numerics.experiments.nam2024_rescaled import trained


def test_smaller_targets_move_the_features_less():
    fixed, lazy, rich = (trained(*how, width=16, count=3, steps=60) for how in ((1.0, True), (100.0,), (1.0,)))
    moved = [np.linalg.norm(run.features - fixed.features) / np.linalg.norm(fixed.features) for run in (lazy, rich)]
    assert 0 < 50 * moved[0] < moved[1]
    assert 0 < rich.left < 1 and rich.target.shape == rich.output.shape == (len(rich.features), 3)
    assert np.linalg.matrix_rank(fixed.output) <= 3 and np.abs(lazy.output).max() < np.abs(rich.output).max() / 20
