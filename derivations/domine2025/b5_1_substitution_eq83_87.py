"""Appendix B.5.1: the solution put into the matrix Riccati equation, Eqs. (83)-(87).

Z and A are any matrices that move as those of Theorem 4.3 do, for any symmetric F.
"""

from sympy import Eq, Inverse

from theoremtest.derivations.language import Domain, Equal, Evolves, Flow, Meaning, claim, dimension, matrix

from .notation import DOMINE, tau, time_constant

k, r = dimension("k"), dimension("r")
Z, A, F = matrix("Z", k, r), matrix("A", r, r), matrix("F", k, k)
parts = Flow({Z: F * Z / tau, A: Z.T * Z / tau}, name="Z and A of Theorem 4.3")
"""Z' = FZ/tau and A' = Z^T Z/tau, which Theorem 4.3's Z and A obey (`domine2025/thm-4.3:...`)."""
symmetric = time_constant & Domain(Eq(F, F.T), source=Meaning("F is symmetric", "Lemma B.2")) & Domain(over=[Z, A])
X = Z * Inverse(A) * Z.T


@claim(DOMINE, "Eq. (83)", origin="reconstructed", uses=["domine2025/87"])
def substituted_into_the_riccati_equation():
    """Z A^{-1} Z^T solves the Riccati equation wherever Z' = FZ/tau, A' = Z^T Z/tau and A is invertible."""
    return Evolves(X, (F * X + X * F - X * X) / tau, along=parts, on=symmetric)


@claim(DOMINE, "Eq. (84)", origin="reconstructed", uses=["domine2025/87"])
def left_side_by_the_product_rule():
    """tau d/dt of Z A^{-1} Z^T is what the three factors' derivatives give, the middle one by Eq. (87)."""
    motion = F * Z * Inverse(A) * Z.T - Z * Inverse(A) * (Z.T * Z) * Inverse(A) * Z.T + Z * Inverse(A) * (F * Z).T
    return Evolves(X, motion / tau, along=parts, on=time_constant & Domain(over=[Z, A, F]))


@claim(DOMINE, "Eq. (85)", origin="reconstructed", uses=["domine2025/84"])
def left_side_in_the_solution():
    """The left side is F X - X^2 + X F^T with X = Z A^{-1} Z^T, where A is symmetric."""
    left = F * Z * Inverse(A) * Z.T - Z * Inverse(A) * (Z.T * Z) * Inverse(A) * Z.T + Z * Inverse(A) * (F * Z).T
    return Equal(left, F * X - X**2 + X * F.T, on=Domain(over=[Z, A, F]))


@claim(DOMINE, "Eq. (86)", origin="reconstructed", uses=["domine2025/85"])
def both_sides_agree():
    """The right side F X + X F - X^2 is the left side, since F is symmetric."""
    return Equal(F * X + X * F - X**2, F * X - X**2 + X * F.T, on=symmetric)


@claim(DOMINE, "Eq. (87)", origin="reconstructed")
def derivative_of_an_inverse():
    """d/dt A^{-1} = -A^{-1} A' A^{-1}."""
    return Evolves(Inverse(A), -Inverse(A) * (Z.T * Z / tau) * Inverse(A), along=parts, on=symmetric)
