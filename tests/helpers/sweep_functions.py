"""Functions to sweep: workers import them, so they stand in a module of their own."""

import numpy as np


def waves(x, y):
    """Two numbers for each point."""
    return {"wave": np.sin(x) * np.exp(-y), "along": x}


def spectra(x, y):
    """Sums of products, whose last digits a library of linear algebra decides."""
    points = np.broadcast_arrays(x, y)
    features = np.stack([np.sin((k + 1) * points[0] + points[1]) for k in range(24)], axis=-1).reshape(-1, 24)
    return {"size": np.linalg.norm(features @ np.linalg.inv(np.eye(24) + features.T @ features), axis=-1).reshape(points[0].shape)}
