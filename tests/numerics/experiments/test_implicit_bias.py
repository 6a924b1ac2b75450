"""Implicit bias against SciPy: agreement where the theorems' assumptions hold, a visible gap where one is broken on purpose."""

import numpy as np
import pytest

pytest.importorskip("torch", reason="trains a network or runs the Torch backend")

from theoremtest.numerics.experiments.implicit_bias import (
    REST,
    NotAtRest,
    aligned,
    aligned_minimiser,
    deep,
    deep_minimiser,
    isotropic_layers,
)

CLOSE = 1e-7
"""SLSQP places a minimum to about the root of double rounding."""
APART = 1e-3


def drawn_deep(seed):
    rng = np.random.default_rng(seed)
    dimension = int(rng.integers(3, 7))
    return int(rng.integers(1, 4)), dimension, int(rng.integers(1, dimension))


@pytest.mark.drawn(4)
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 7))])
def test_deep_networks_rest_where_theorem_b9_says(seed):
    depth, dimension, samples = drawn_deep(seed)
    found = deep(depth, dimension, samples, seed)
    assert found.residual < REST
    assert found.distance < CLOSE, (depth, dimension, samples)


@pytest.mark.slow
def test_theorem_b9_is_about_balanced_layers():
    """The further delta is from 0 the further the limit; and the more so without the isotropic structure."""
    gaps = [deep(2, 5, 2, 3, level=level).distance for level in (-0.01, -0.1, -1.0)]
    assert APART < gaps[0] < gaps[1] < gaps[2]
    assert deep(2, 5, 2, 3, isotropic=False).distance > APART


@pytest.mark.drawn(4)
@pytest.mark.parametrize("delta, rates", [(0.3, (0.5, 3.0)), *(pytest.param(delta, rates, marks=pytest.mark.slow) for delta, rates in (
    (-1.0, (1.0, 1.0)), (-0.2, (2.0, 5.0)), (2.0, (1.0, 1.0)), (0.05, (4.0, 3.0))))])
def test_aligned_networks_rest_where_theorem_b6_says(delta, rates):
    """Ranks and dimensions drawn at random; modes that the data leave free stay where they are."""
    rng = np.random.default_rng(int(10 * abs(delta)))
    dimension = int(rng.integers(2, 5))
    rank = int(rng.integers(1, dimension + 1))
    found = aligned(dimension, rank, 7, delta=delta, rates=rates)
    assert found.residual < REST
    assert found.distance < CLOSE
    assert np.allclose(np.diag(found.limit)[rank:], np.diag(found.start)[rank:], rtol=0, atol=1e-12)
    assert np.allclose(found.limit, np.diag(np.diag(found.limit)), atol=1e-8)


@pytest.mark.slow
def test_theorem_b6_needs_aligned_singular_vectors():
    assert aligned(4, 2, 5, delta=0.3, aligned_start=False).distance > APART


def test_isotropic_layers_obey_the_definition():
    layers = isotropic_layers(3, 4, -0.3, 0.7, np.random.default_rng(2))
    a, W1, W2, W3 = layers["a"], layers["W1"], layers["W2"], layers["W3"]
    assert np.allclose(np.outer(a, a) - W3 @ W3.T, -0.3 * np.eye(4))
    assert np.allclose(W2.T @ W2, W1 @ W1.T) and np.allclose(W3.T @ W3, W2 @ W2.T)


def test_minimisers_of_problems_solved_by_hand():
    """A full-rank constraint leaves one point; a mode without data stays where the slope vanishes."""
    assert np.allclose(deep_minimiser(2, np.eye(2), np.array([1.0, 2.0]), np.array([1.0, 0.0])), [1, 2])
    assert np.allclose(aligned_minimiser(np.array([2.0, 0.0]), np.array([3.0, 0.0]), np.array([0.1, 0.7]), 0.5, 1.5), [1.5, 0.7])


@pytest.mark.parametrize("call, told", [
    (lambda: deep(1, 3, 3, 0), "samples"), (lambda: deep(1, 3, 1, 0, level=0.1), "level"),
    (lambda: aligned(3, 0, 0, delta=1.0), "rank"), (lambda: aligned(3, 2, 0, delta=1.0, rates=(0.0, 1.0)), "rates")])
def test_bad_input_is_named(call, told):
    with pytest.raises(ValueError, match=told):
        call()


def test_a_flow_that_does_not_rest_says_so(monkeypatch):
    monkeypatch.setattr("theoremtest.numerics.experiments.implicit_bias.LONGEST", 1e-3)
    monkeypatch.setattr("theoremtest.numerics.experiments.implicit_bias.REST", 0.0)
    with pytest.raises(NotAtRest, match="residual"):
        deep(1, 3, 1, 0)
