"""Solvers of exactly solvable models of learning, under the names by which users import them.

`single_neuron` is the linear neuron f(x) = a w.x of Kunin et al. (2024), `latent_variable` the two-layer linear network of Xu
and Ziyin (2024), `lambda_balanced` that of any shape of Dominé et al. (2025), `diagonal_linear` the modes of the diagonal network of
Nam (2024), `lazy_rich` the scalar network of any width from lazy to rich and `multilinear` the losses of skills with power-law
frequencies of the same thesis, `mirror` the single neuron's geometry in function space. Solvers of trajectories broadcast over arrays of
initial conditions; the docstrings of all functions state shapes, units and errors.
"""

from __future__ import annotations

import theoremtest.reports.showing  # noqa: F401  so that results show themselves in a notebook

from . import diagonal_linear, lambda_balanced, latent_variable, lazy_rich, mirror, multilinear, single_neuron

__all__ = ["diagonal_linear", "lambda_balanced", "latent_variable", "lazy_rich", "mirror", "multilinear", "single_neuron"]
