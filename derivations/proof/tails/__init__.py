"""Endless sums, tails and power laws: convergence, closed forms, comparison with integrals, exponents with their constants."""
