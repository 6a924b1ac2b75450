"""High-precision and enclosing integration of initial value problems."""

from theoremtest.numerics.integrate.reference import IntegrationError, Trajectory, compare, integrate

__all__ = ["IntegrationError", "Trajectory", "compare", "integrate"]
