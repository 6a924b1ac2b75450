"""Solvers of exactly solvable models of learning: the part of the library that a user imports."""

from theoremtest.numerics.models import diagonal_linear, lambda_balanced, latent_variable, lazy_rich, multilinear, single_neuron
from theoremtest.numerics.models.trajectories import Trajectories

__all__ = ["Trajectories", "diagonal_linear", "lambda_balanced", "latent_variable", "lazy_rich", "multilinear", "single_neuron"]
