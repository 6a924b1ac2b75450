"""The two-layer linear network f(x) = gamma u.(W x) on inputs along one line: `solve` gives its exact trajectories."""

from __future__ import annotations

from theoremtest.numerics.models.latent_variable import BACKENDS, RESCALING, LatentTrajectories, one_point, solve

__all__ = ["BACKENDS", "RESCALING", "LatentTrajectories", "one_point", "solve"]
