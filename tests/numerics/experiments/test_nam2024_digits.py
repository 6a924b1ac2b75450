"""Networks on scikit-learn's digits: training against NumPy alone, metrics of known features, and one line where the data are missing."""

import sys

import numpy as np
import pytest

from theoremtest.derivations.language import Domain, Observed, Outcome, real
from theoremtest.numerics.experiments import nam2024_digits as experiment
from theoremtest.numerics.experiments.nam2024_step import gradients, layers
from theoremtest.numerics.routes import dispatch
from theoremtest.numerics.torch_backend import MissingExtra

k = real("k")


@pytest.fixture
def data():
    pytest.importorskip("sklearn", reason="the digits come with the extra `data`")
    pytest.importorskip("torch", reason="training needs the extra `flow`")
    return experiment.digits()


@pytest.mark.slow
@pytest.mark.parametrize("last_only", [False, True])
def test_an_epoch_is_that_of_backpropagation_by_hand(data, last_only):
    """Each network is trained as if it were alone: Torch's momentum and decay, the mean over samples and outputs, the drawn batches."""
    after = experiment.trained(6, 1, (3, 4), last_only)[1]
    order, start, random = experiment.drawn(6, 4)
    x, y = (part[order] for part in data)
    parameters = [part[0] if part.shape[0] == 1 else part.T for part in start]
    speed = [np.zeros_like(part) for part in parameters]
    for batch in np.split(random.permutation(experiment.TRAINING), experiment.TRAINING // experiment.BATCH):
        for number, gradient in enumerate(gradients(parameters, x[batch], y[batch])):
            if number < 6 and last_only:
                continue
            speed[number] = experiment.MOMENTUM * speed[number] + gradient / 5 + experiment.DECAY * parameters[number]
        parameters = [part - experiment.RATE * moved for part, moved in zip(parameters, speed, strict=True)]
    *_, features, output = layers(parameters, x)
    for found, rows in zip(after, (slice(None, experiment.TRAINING), slice(experiment.TRAINING, None)), strict=True):
        assert found.features == pytest.approx(features[rows], abs=1e-12) and found.output == pytest.approx(output[rows], abs=1e-12)
        assert (found.target == y[rows]).all()


@pytest.mark.slow
def test_networks_begin_apart_and_the_digits_are_split_apart(data):
    (order, start, _), (other, another, _) = experiment.drawn(6, 0), experiment.drawn(6, 1)
    assert sorted(order) == list(range(1797)) and (order != other).any() and (start[0] != another[0]).any()
    assert abs(data[1].mean(0) - 0.1).max() < 0.004 and abs(data[0].mean(0)).max() < 1e-12


def test_features_that_are_the_classes_are_minimal():
    """Collapsed features: ten equal intensities, all used and of full quality, no gap; three more without a part in anything."""
    target = np.eye(10)[np.arange(200) % 10]
    seen = experiment.Seen(np.hstack([target, 1e-3 * np.random.default_rng(0).standard_normal((200, 3))]), target, target)
    found = experiment.metrics(seen, seen)
    assert found["u"] == pytest.approx(10, rel=1e-3) and found["r"] == pytest.approx(10, rel=1e-3)
    assert min(found["h"], found["q"], found["a"]) > 0.999 and max(found["k"], found["s"], found["g"]) < 1e-3


@pytest.mark.slow
def test_both_trainings_stand_beside_one_another(data, monkeypatch):
    monkeypatch.setattr(experiment, "_runs", lambda last_only: {"k": (0.5 if last_only else 0.1, 0.01)})
    assert dict(experiment.beside().values) == {"k_1": (0.1, 0.01), "k_2": (0.5, 0.01)}
    assert experiment.in_full().values["k"][0] == 0.1 and experiment.last_layer().values["k"][0] == 0.5


def test_without_scikit_learn_it_is_unavailable_in_one_line(monkeypatch):
    """Never passed, never a fault: the experiment says what to install, and the route repeats it."""
    pytest.importorskip("torch", reason="without it the route is unavailable as a whole")
    monkeypatch.setitem(sys.modules, "sklearn.datasets", None)
    experiment._runs.cache_clear()
    with pytest.raises(MissingExtra, match="sklearn"):
        experiment.digits()
    found = dispatch.run("flow", Observed(10 * k < 1, f"{experiment.__name__}:in_full", on=Domain(over=[k])), "seed")
    assert found.outcome is Outcome.UNAVAILABLE
    assert len(found.tried) == 1 and "pip install 'theoremtest[data]'" in found.tried[0] and "\n" not in found.tried[0]
