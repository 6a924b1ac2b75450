"""The network of Fig. 2.2 trained with Torch: its start and first epoch against NumPy alone, and how its features end."""

import numpy as np
import pytest

from theoremtest.numerics.experiments import nam2024_step_sgd as sgd
from theoremtest.numerics.experiments.nam2024_step import drawn, gradients, layers, task
from theoremtest.numerics.features import Moments, effective_dimension, operator


def test_an_epoch_is_that_of_backpropagation_by_hand():
    """Momentum as Torch has it, the mean squared error without a half, batches in the order of the seed."""
    x, y = task(20)
    parameters, order = drawn(6, 4), np.random.default_rng(4)
    speed = [np.zeros_like(part) for part in parameters]
    before, after = sgd.trained(6, 20, (0, 1), 4)
    *_, features, output = layers(parameters, x)
    assert before.features == pytest.approx(features, abs=1e-14) and before.output == pytest.approx(output[:, 0], abs=1e-14)
    for batch in np.split(order.permutation(20), 2):
        for number, gradient in enumerate(gradients(parameters, x[batch], y[batch])):
            speed[number] = sgd.MOMENTUM * speed[number] + 2 * gradient
        parameters = [part - sgd.RATE * moved for part, moved in zip(parameters, speed, strict=True)]
    *_, features, output = layers(parameters, x)
    assert after.features == pytest.approx(features, abs=1e-12) and after.output == pytest.approx(output[:, 0], abs=1e-12)
    assert np.abs(after.output - before.output).max() > 1e-3


@pytest.mark.drawn(6)
@pytest.mark.slow
def test_some_starts_keep_a_second_intense_feature():
    """The effective dimension of intensity is near 2 at the end, where that of Table 2.1 is 1.2."""
    ends = [sgd.trained(256, 100, (300,), seed)[0] for seed in (2, 3)]
    assert max(float(effective_dimension(operator(Moments.of(end.features)).intensities)) for end in ends) > 1.8
