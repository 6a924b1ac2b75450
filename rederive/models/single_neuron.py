"""The single linear neuron f(x) = a w.x trained by gradient flow on whitened inputs: `solve` gives its exact trajectories."""

from __future__ import annotations

from rederive.numerics.models.single_neuron import (
    BACKENDS,
    Trajectories,
    hyperbolic_entropy,
    interpolating_solution,
    mirror_potential,
    preconditioner,
    preconditioner_inverse,
    solve,
    whitened,
)

__all__ = [
    "BACKENDS", "Trajectories", "hyperbolic_entropy", "interpolating_solution", "mirror_potential", "preconditioner",
    "preconditioner_inverse", "solve", "whitened",
]
