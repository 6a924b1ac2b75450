"""B, C, D of a square B, and the factors of the solution in their growing and in their stable form (Theorems 4.3 and B.5)."""

from sympy import Inverse, exp

from theoremtest.derivations.language import Domain, matrix

from .frames_notation import high, low, positive
from .notation import later, t, tau
from .task_notation import decay, decayed, grow, grown, m, n, one_n

B, C, D = matrix("B", n, n), matrix("C", n, n), matrix("D", n, m)
inverted = Inverse(B)
falling_c = decay * inverted * C * decay
"""K = e^{-S~_lambda t/tau} B^{-1} C e^{-S~_lambda t/tau}."""


def falling_d(shape):
    """M = 2 e^{-S~_lambda t/tau} B^{-1} D e^{lambda_perp t/tau}; lambda_perp is a number."""
    return 2 * exp(shape.perp * t / tau) * decay * inverted * D


def start_of(shape):
    """Any B, C, D at later times."""
    given = [B, C] if shape.square else [B, C, D]
    bases = [shape.U, shape.V, *(rest for rest in (shape.U_perp, shape.V_perp) if rest is not None)]
    return later & positive & Domain(over=[*given, *bases])


def growing(shape):
    """(Z_1, Z_2, A) of Theorem 4.3 with a square B."""
    above = shape.V * low * grow * B.T / 2 - shape.V * high * decay * C.T / 2
    below = shape.U * high * grow * B.T / 2 + shape.U * low * decay * C.T / 2
    inside = one_n + B * grown * B.T / 2 + C * decayed * C.T / 2
    if shape.V_perp is not None:
        above = above + exp(shape.perp * t / tau) * shape.V_perp * D.T
    if shape.U_perp is not None:
        below = below + exp(shape.perp * t / tau) * shape.U_perp * D.T
    if not shape.square:
        inside = inside + D * shape.perp_grown * D.T
    return above, below, inside


def stable(shape):
    """(Z^_1, Z^_2, A^) of Theorem B.5."""
    above = shape.V * low - shape.V * high * falling_c.T
    below = shape.U * high + shape.U * low * falling_c.T
    inner = 4 * one_n + 2 * C * decayed * C.T
    if shape.V_perp is not None:
        above = above + shape.V_perp * falling_d(shape).T
    if shape.U_perp is not None:
        below = below + shape.U_perp * falling_d(shape).T
    if not shape.square:
        inner = inner + 4 * D * shape.perp_grown * D.T
    return above, below, 2 * decayed + decay * inverted * inner * Inverse(B.T) * decay
