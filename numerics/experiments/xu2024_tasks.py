"""Classification tasks for the experiments of Xu and Ziyin 2024 with nonlinear networks: small ones of our own, or a file of images.

The paper trains on MNIST and CIFAR-10, which do not come with this package. A task of our own depends on two of twenty inputs, so that
learning features pays; `load` reads the paper's data from a file, for runs of the paper's size.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

INPUTS = 20


@dataclass(frozen=True)
class Task:
    """X (n, d_0) and classes (n,) to train on, and the same to test on; inputs have mean square of about 1/d_0 per entry."""

    X: np.ndarray
    classes: np.ndarray
    X_test: np.ndarray
    classes_test: np.ndarray
    count: int


def sectors(n: int, seed: int, count: int = 10) -> Task:
    """The sector in which the first two of twenty normal inputs lie, out of `count`; n points to train on and n to test on."""
    X = np.random.default_rng(seed).normal(size=(2 * n, INPUTS))
    turn = np.arctan2(X[:, 1], X[:, 0]) / (2 * np.pi) % 1
    return _split(X / np.sqrt(INPUTS), np.floor(turn * count).astype(np.int64), count, n)


def signs(n: int, seed: int, tests: int = 1000) -> Task:
    """Whether the first two of twenty normal inputs have one sign; inputs of length sqrt(20)."""
    X = np.random.default_rng(seed).normal(size=(n + tests, INPUTS))
    return _split(X / np.linalg.norm(X, axis=1, keepdims=True) * np.sqrt(INPUTS), (X[:, 0] * X[:, 1] > 0).astype(np.int64), 2, n)


def load(path: str | Path, n: int | None = None) -> Task:
    """A file of NumPy arrays x_train, y_train, x_test, y_test, such as Keras's mnist.npz; at most n points of each part.

    Images are flattened and normalized to length one. Raises KeyError where one of the four is missing.
    """
    with np.load(path) as file:
        parts = {name: np.asarray(file[name])[:n] for name in ("x_train", "y_train", "x_test", "y_test")}
    X, X_test = (_unit(parts[name].reshape(len(parts[name]), -1).astype(float)) for name in ("x_train", "x_test"))
    classes, classes_test = (parts[name].reshape(-1).astype(np.int64) for name in ("y_train", "y_test"))
    return Task(X, classes, X_test, classes_test, int(classes.max()) + 1)


def _unit(X: np.ndarray) -> np.ndarray:
    return X / np.linalg.norm(X, axis=1, keepdims=True)


def _split(X: np.ndarray, classes: np.ndarray, count: int, n: int) -> Task:
    return Task(X[:n], classes[:n], X[n:], classes[n:], count)
