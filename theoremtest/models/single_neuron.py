"""The single linear neuron f(x) = a w.x trained by gradient flow on whitened inputs: `solve` gives its exact trajectories."""

from __future__ import annotations

from theoremtest.numerics.models.single_neuron import (
    BACKENDS,
    NeuronTrajectories,
    hyperbolic_entropy,
    interpolating_solution,
    mirror_potential,
    preconditioner,
    preconditioner_inverse,
    solve,
    whitened,
)

__all__ = [
    "BACKENDS", "NeuronTrajectories", "hyperbolic_entropy", "interpolating_solution", "mirror_potential", "preconditioner",
    "preconditioner_inverse", "solve", "whitened",
]
