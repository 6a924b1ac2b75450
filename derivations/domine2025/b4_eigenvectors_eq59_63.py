"""Appendix B.4: the Riccati equation's solution by the eigenvectors of F, Eqs. (59)-(63)."""

from sympy import Identity, Inverse, exp

from theoremtest.derivations.language import EIGENVALUE, Equal, GrowthIntegral, MatrixFunction, claim, every, matrix_growth

from .notation import DOMINE, t, tau
from .spectral_notation import Q0, F, P, k, of_values, orthonormal, r

grow = MatrixFunction(exp(EIGENVALUE * t / tau), EIGENVALUE, F)
"""e^{Ft/tau}."""
values_grow, values_integral = of_values(exp(EIGENVALUE * t / tau)), of_values(GrowthIntegral(2 * EIGENVALUE, t / tau))
start = P.T * Q0
"""P^T Q(0)."""


@claim(DOMINE, "Eq. (59)", origin="reconstructed",
       reading="'and therefore': the exponential of P Lambda P^T, by orthonormality of P")
def exponential_by_eigenvectors():
    """e^{Ft/tau} = P e^{Lambda t/tau} P^T."""
    return Equal(MatrixFunction(exp(EIGENVALUE * t / tau), EIGENVALUE, F), P * of_values(exp(EIGENVALUE * t / tau)) * P.T,
                 on=orthonormal)


@claim(DOMINE, "Eq. (60)", origin="reconstructed", uses=["domine2025/59"],
       reading="'note that P^T P = I, and therefore': what is subtracted, I, is P P^T, so that it goes between P and P^T as well")
def what_has_grown():
    """(e^{2Ft/tau} - I) P = P (e^{2 Lambda t/tau} - I), and the same with P^T on the other side."""
    growth = of_values(exp(2 * EIGENVALUE * t / tau) - 1)
    return every(
        columns=Equal((MatrixFunction(exp(2 * EIGENVALUE * t / tau), EIGENVALUE, F) - Identity(k)) * P, P * growth, on=orthonormal),
        whole=Equal(MatrixFunction(exp(2 * EIGENVALUE * t / tau) - 1, EIGENVALUE, F), P * growth * P.T, on=orthonormal))


@claim(DOMINE, "Eq. (61)", origin="reconstructed")
def growth_by_eigenvectors():
    """(e^{2Ft/tau} - 1)/(2F) = P (e^{2 Lambda t/tau} - 1)/(2 Lambda) P^T, eigenvalues zero included."""
    return Equal(matrix_growth(F, t / tau, 2), P * of_values(GrowthIntegral(2 * EIGENVALUE, t / tau)) * P.T, on=orthonormal)


@claim(DOMINE, "Eq. (62)", origin="reconstructed", uses=["domine2025/59"])
def left_factor_by_eigenvectors():
    """e^{Ft/tau} Q(0) = P e^{Lambda t/tau} (P^T Q(0))."""
    return Equal(MatrixFunction(exp(EIGENVALUE * t / tau), EIGENVALUE, F) * Q0,
                 P * of_values(exp(EIGENVALUE * t / tau)) * (P.T * Q0), on=orthonormal)


@claim(DOMINE, "Eq. (63)", origin="reconstructed", uses=["domine2025/48", "domine2025/61", "domine2025/62"])
def solution_by_eigenvectors():
    """Eq. (48) with the eigenvectors put in: the growing factor, and the matrix whose inverse stands between it and its transpose."""
    one = Identity(r)
    written = P * values_grow * start
    return every(
        inside=Equal(one + Q0.T * matrix_growth(F, t / tau, 2) * Q0, one + start.T * values_integral * start, on=orthonormal),
        whole=Equal(grow * Q0 * Inverse(one + start.T * values_integral * start) * Q0.T * grow,
                    written * Inverse(one + start.T * values_integral * start) * written.T, on=orthonormal))
