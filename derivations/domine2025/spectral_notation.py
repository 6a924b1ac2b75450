"""A symmetric matrix F by its eigenvectors, F = P Lambda P^T, for any size and any eigenvalues, zero included (Appendix B.4)."""

from sympy import DiagMatrix, Eq, Identity

from theoremtest.derivations.language import EIGENVALUE, Domain, MatrixFunction, Meaning, dimension, matrix, vector

from .notation import t, time_constant

ORTHONORMAL = Meaning("P is an orthonormal matrix", "Section 4")
k, r = dimension("k"), dimension("r")
P, values, Q0 = matrix("P", k, k), vector(r"\Lambda", k), matrix("Q(0)", k, r)
F = P * DiagMatrix(values) * P.T
orthonormal = Domain(Eq(P.T * P, Identity(k)), Eq(P * P.T, Identity(k)), source=ORTHONORMAL) & Domain(over=[values, Q0, t]) & time_constant


def of_values(formula):
    """A function of the eigenvalues, k x k."""
    return MatrixFunction(formula, EIGENVALUE, DiagMatrix(values))
