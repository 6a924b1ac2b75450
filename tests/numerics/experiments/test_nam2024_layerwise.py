"""Trained layerwise linear networks: the integrated stages are those of the exact solver, gradient descent keeps what its flow keeps."""

import numpy as np

from theoremtest.numerics.experiments import nam2024_layerwise as layerwise


def test_stages_are_sigmoids():
    """Eq. (3.9) at the experiment's own start, by a formula that the integration does not know."""
    times, shares, _ = layerwise.stages()
    start = layerwise.START / layerwise.SCALE
    odds = (1 / start - 1) * np.exp(-2 * layerwise.SCALE * layerwise.MOMENTS * times[::5000, None])
    assert np.abs(shares[::5000] - 1 / (1 + odds)).max() < 1e-5


def test_the_loss_never_rises():
    losses = layerwise.stages()[2]
    assert np.diff(losses).max() < 1e-9


def test_small_steps_keep_the_balance():
    draw = np.random.default_rng(0)
    X, Y = draw.normal(size=(6, 4)), draw.normal(size=(6, 2))
    run = layerwise.descended(X, Y, 3, 0.5, 1, 1e-4, 2000, 500)
    first, last = (W1.T @ W1 - W2 @ W2.T for W1, W2 in (run[0], run[-1]))
    moved = np.linalg.norm(run[-1][0] - run[0][0])
    assert moved > 0.1 and np.linalg.norm(first - last) < 1e-3 * moved


def test_whitened_free_features_are_orthogonal():
    """With X = I, one point per class and balanced layers the class features are orthogonal."""
    W1, W2 = layerwise.descended(np.eye(3), np.eye(3), 5, 1e-5, 2, 0.05, 4000, 4000)[-1]
    gram = W1 @ W1.T
    assert np.abs(W1 @ W2 - np.eye(3)).max() < 1e-3 and np.abs(gram - np.diag(np.diag(gram))).max() < 1e-3
