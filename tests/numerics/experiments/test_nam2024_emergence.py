"""Networks on multitask sparse parity: strengths of a network that is known, narrow networks beside wide ones, training sets, learning."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="networks are trained with the flow extra")

from theoremtest.numerics.experiments import nam2024_emergence as emergence  # noqa: E402  the tests need torch
from theoremtest.numerics.experiments.nam2024_emergence import SCALE, Training, in_data, in_parameters, in_time  # noqa: E402  the tests need torch


def training(**changes):
    """One skill on five bits, briefly."""
    return Training(**({"skills": 1, "bits": 5, "width": 16, "batch": 32, "steps": 20, "rate": 0.05, "runs": 2} | changes))


def test_the_nodes_of_appendix_c_4_have_full_strength():
    networks = emergence._Networks(training(bits=4), [3], seed=0)
    first = torch.tensor([[0.0, 0, 0], [-1, -1, 1], [1, 1, -1], [-1, -1, 1], [0, 0, 0]])  # the skill, its three bits, and one more
    values = first, torch.tensor([[0.0, 1, -1]]), 2 * SCALE * torch.tensor([[-2.0], [1], [1]]), torch.tensor([[-SCALE]])
    with torch.no_grad():
        for layer, value in zip(networks.layers, values, strict=True):
            layer[0] = value
    assert networks.strengths() == pytest.approx(1.0)
    networks.layers[2].requires_grad_(False)[:] *= 0.5
    assert networks.strengths() == pytest.approx(0.5)


def test_strengths_are_the_same_over_new_samples_as_over_all_inputs(monkeypatch):
    networks = emergence._Networks(training(bits=6, skills=2, measured=50_000), [40], seed=0)
    exact = networks.strengths()
    monkeypatch.setattr(emergence, "FEW", 0)
    assert np.abs(networks.strengths() - exact).max() < 5e-4 and np.abs(exact).max() < 0.01


def test_nodes_that_a_narrow_network_lacks_stay_without_weights():
    networks = emergence._Networks(training(adam=True, decay=1e-4), [2, 7], seed=0)
    for _ in networks.train(networks.new_samples, 30):
        pass
    moved = [layer.detach()[0].abs() for layer in networks.layers]
    assert (moved[0][:, 2:] == 0).all() and (moved[1][:, 2:] == 0).all() and (moved[2][2:] == 0).all() and (moved[0][:, :2] > 0).all()


def test_training_sets_have_their_sizes_and_no_other_inputs():
    networks = emergence._Networks(training(skills=3, bits=9), [4, 4], seed=1)
    draw, counts = networks.of_few_samples(np.array([1, 40]))
    assert counts.sum(1).tolist() == [1, 40]
    inputs, parity = draw()
    assert inputs.shape == (2, 32, 12) and (inputs[0] == inputs[0, 0]).all() and set(parity.unique().tolist()) <= {-1.0, 1.0}


def test_a_skill_is_learned_in_time():
    found = in_time(training(steps=0, bits=3, width=32), (0, 50, 600))
    assert found.shape == (2, 3, 1) and np.abs(found[:, 0]).max() < 0.01 and found[:, 2].min() > 0.8


def test_strengths_come_by_size_and_run():
    found, counts = in_data(training(skills=2, bits=6, together=2), (4, 8, 16))
    assert found.shape == counts.shape == (3, 2, 2) and (counts.sum(2) == np.array([[4], [8], [16]])).all()
    assert in_parameters(training(together=2), (1, 2, 3)).shape == (3, 2, 1)


def test_too_few_bits_are_named():
    with pytest.raises(ValueError, match="9 bits are too few for 5 skills"):
        training(skills=5, bits=9)
