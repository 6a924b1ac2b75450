"""The single neuron in function space, beta = a w: preconditioner, mirror potential, hyperbolic entropy, interpolating solution."""

from __future__ import annotations

from theoremtest.numerics.models.mirror import (
    hyperbolic_entropy,
    interpolating_solution,
    kappas,
    mirror_potential,
    preconditioner,
    preconditioner_inverse,
)

__all__ = [
    "hyperbolic_entropy", "interpolating_solution", "kappas", "mirror_potential", "preconditioner", "preconditioner_inverse",
]
