"""Appendix D, the proof of Proposition 2.5.2: products of class means by the integral operator, Eqs. (D.14)-(D.23).

mu_i = C times the integral of f_i Phi q; an integral of a function times f_i q is an inner product with f_i. Eqs. (D.14)-(D.22) hold for
any functions f_i and any features.
"""

from sympy import Identity

from theoremtest.derivations.language import Dot, Equal, claim

from .collapse_notation import C, Phi, T, a_2, collapsed, f_i, f_j, mu_g, mu_i, mu_j, of_two, one, ones, spread
from .notation import NAM


@claim(NAM, "Eq. (D.14)", uses=["nam2024/2.13"])
def product_of_class_means():
    """mu_i^T mu_j is C^2 times the product of the integrals of f_i Phi and of f_j Phi."""
    return Equal(Dot(mu_i, mu_j), C**2 * Dot(Phi.T * f_i, Phi.T * f_j), on=of_two)


@claim(NAM, "Eq. (D.15)", uses=["nam2024/D.14"])
def kernel_in_the_product():
    """The features meet inside the double integral, Phi(x)^T Phi(x')."""
    return Equal(C**2 * Dot(Phi.T * f_i, Phi.T * f_j), C**2 * Dot(f_i, Phi * (Phi.T * f_j)), on=of_two)


@claim(NAM, "Eq. (D.16)", uses=["nam2024/1.14", "nam2024/D.15"])
def operator_in_the_product():
    """The inner integral is T[f_j], by Eq. (1.13)."""
    return Equal(C**2 * Dot(f_i, Phi * (Phi.T * f_j)), C**2 * Dot(f_i, T * f_j), on=of_two)


@claim(NAM, "Eq. (D.17)", uses=["nam2024/D.14", "nam2024/D.15", "nam2024/D.16"])
def class_means_by_the_operator():
    """mu_i^T mu_j = C^2 <f_i, T[f_j]>."""
    return Equal(Dot(mu_i, mu_j), C**2 * Dot(f_i, T * f_j), on=of_two)


@claim(NAM, "Eq. (D.18)", uses=["nam2024/2.13", "nam2024/2.14"])
def product_with_the_global_mean():
    """mu_i^T mu_g is C times the product of the integrals of f_i Phi and of Phi."""
    return Equal(Dot(mu_i, mu_g), C * Dot(Phi.T * f_i, Phi.T * one), on=of_two)


@claim(NAM, "Eq. (D.19)", uses=["nam2024/D.18"])
def kernel_in_the_product_with_the_global_mean():
    """The features meet inside the double integral."""
    return Equal(C * Dot(Phi.T * f_i, Phi.T * one), C * Dot(f_i, Phi * (Phi.T * one)), on=of_two)


@claim(NAM, "Eq. (D.20)", uses=["nam2024/1.14", "nam2024/D.19"])
def operator_in_the_product_with_the_global_mean():
    """The inner integral is T[1]."""
    return Equal(C * Dot(f_i, Phi * (Phi.T * one)), C * Dot(f_i, T * one), on=of_two)


@claim(NAM, "Eq. (D.21)", uses=["nam2024/D.18", "nam2024/D.19", "nam2024/D.20"])
def global_mean_by_the_operator():
    """mu_i^T mu_g = C <f_i, T[1]>."""
    return Equal(Dot(mu_i, mu_g), C * Dot(f_i, T * one), on=of_two)


@claim(NAM, "Eq. (D.22)", uses=["nam2024/D.17", "nam2024/D.21"])
def differences_of_means_by_the_operator():
    """(mu_i - mu_g)^T (mu_j - mu_g) = <C f_i - 1, T[C f_j - 1]>."""
    return Equal(Dot(mu_i - mu_g, mu_j - mu_g), Dot(C * f_i - one, T * (C * f_j - one)), on=of_two)


@claim(NAM, "Eq. (D.23)", uses=["nam2024/2.19", "nam2024/D.22"])
def class_means_are_a_simplex():
    """(mu_i - mu_g)^T (mu_j - mu_g) = C a_2 (delta_ij - 1/C) where the features' operator is an MP-operator.

    It takes the right value of Eq. (2.19), C a_2 (delta_ij - 1/C), not the printed one.
    """
    return Equal(spread.T * spread, C * a_2 * (Identity(C) - ones * ones.T / C), on=collapsed)
