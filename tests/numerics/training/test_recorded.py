"""A recorded gradient gives the numbers of the plain one, and learns nothing of the numbers that it was recorded with."""

import numpy as np
import pytest

pytest.importorskip("torch")

from theoremtest.numerics.training import recorded as recording
from theoremtest.numerics.training.gradient_flow import descend, flow, two_layer

RANDOM = np.random.default_rng(0)
START = {"W": RANDOM.normal(size=(3, 4, 2)), "a": RANDOM.normal(size=(3, 4))}
X, Y = RANDOM.normal(size=(5, 2)), RANDOM.normal(size=5)


@pytest.mark.slow
@pytest.mark.parametrize("activation", ["linear", "relu"])
def test_replayed_training_is_the_plain_one(activation, monkeypatch):
    monkeypatch.setattr(recording, "PLAIN", 3)  # so that a short run is recorded, and again when a network is done
    net = two_layer(activation)
    for replay in (lambda on: flow(net, START, X, Y, [0.1, 0.2], rtol=1e-6, atol=1e-8, device="cpu", min_step=1e-6, replay=on),
                   lambda on: descend(net, START, X, Y, [0.1, 0.2], step=0.01, device="cpu", replay=on)):
        plain, found = replay(False), replay(True)
        assert all((plain.parameters[name] == found.parameters[name]).all() for name in plain.parameters)
        assert (plain.losses == found.losses).all() and (plain.steps == found.steps).all()


def test_what_is_recorded_follows_its_arguments():
    import torch

    doubled = recording.recorded(lambda x: torch.autograd.grad((y := x.detach().requires_grad_()).square().sum(), y)[0], torch.ones(3))
    assert doubled(torch.tensor([1.0, -2.0, 0.5])).tolist() == [2.0, -4.0, 1.0]
