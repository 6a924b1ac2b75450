"""Appendix B.1.6 for any basis with the properties of Eq. (5.4): the strength of every set of samples by the share of the features."""

from sympy import Eq, Identity, Ne

from theoremtest.derivations.language import Domain, Dot, Equal, Meaning, claim, every, vector

from .b1_6_limit_eq26_and_35_42 import E, P, U, semi
from .notation import NAM
from .skills_notation import ROOT, D_c, root
from .skills_notation import S as scale

BASIS = Meaning("orthonormal basis functions, whose sum over the root of D_c is g_k", "Eq. (5.4)")
ones = vector("j", D_c)
"""The vector of ones; what is used of it is its length."""
skill = E * ones / root
"""g_k."""
learned = E * (P * (scale * ones) / root)
"""The model at the end, without what is across the features."""


@claim(NAM, "Appendix B.1.6", "any-basis", uses=["nam2024/app-B.1.6:strength", "nam2024/app-B.1.6:pseudo-inverse"], origin="derived")
def strength_of_any_basis():
    """For every basis and every set of samples R_k is S |U^T j|^2/D_c, with j the vector of ones.

    S - R_k is S |j - U U^T j|^2/D_c: the strength is S where the features span j.
    """
    on = semi & Domain(Eq(E.T * E, Identity(D_c)), Eq(Dot(ones, ones), root**2), over=[scale], source=BASIS)
    on = on & Domain(Ne(root, 0), source=ROOT)
    strength, rest = scale * Dot(U.T * ones, U.T * ones) / root**2, ones - P * ones
    return every(strength=Equal(Dot(skill, learned), strength, on=on),
                 lacking=Equal(scale - strength, scale * Dot(rest, rest) / root**2, on=on))
