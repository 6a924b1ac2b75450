"""Lambda-balanced two-layer linear networks of any shape: `solve` and `from_function` give their exact trajectories."""

from __future__ import annotations

from theoremtest.numerics.models.lambda_balanced import (
    BACKENDS,
    TOLERANCE,
    LambdaTrajectories,
    balance,
    balanced_initialisation,
    balanced_layers,
    from_function,
    rebalanced,
    solve,
)

__all__ = [
    "BACKENDS", "TOLERANCE", "LambdaTrajectories", "balance", "balanced_initialisation", "balanced_layers", "from_function", "rebalanced",
    "solve",
]
