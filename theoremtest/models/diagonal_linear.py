"""Diagonal linear networks f(x) = sum_i a_i b_i x_i, mode by mode: `solve` gives exact trajectories, emergence and saturation times."""

from __future__ import annotations

from theoremtest.numerics.models.diagonal_linear import BACKENDS, DiagonalTrajectories, solve

__all__ = ["BACKENDS", "DiagonalTrajectories", "solve"]
