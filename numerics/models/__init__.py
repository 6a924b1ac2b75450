"""Solvers of exactly solvable models of learning: the part of the library that a user imports."""

from numerics.models import single_neuron

__all__ = ["single_neuron"]
