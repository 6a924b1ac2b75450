"""Solvers of exactly solvable models of learning: the part of the library that a user imports."""

from rederive.numerics.models import latent_variable, single_neuron

__all__ = ["latent_variable", "single_neuron"]
