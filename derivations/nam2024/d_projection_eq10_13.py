"""Appendix D, the proof of Proposition 2.5.3: indicators of equal classes, and the MP-operator on C f_j - 1, Eqs. (D.10)-(D.13).

Eq. (D.10) is decided from the class c of an input, one of C that are equally likely: f_i is 1 where c = i, else 0. The others hold for C
functions with these inner products, in every space.
"""

from sympy import Identity, S, Sum

from theoremtest.derivations.language import Domain, Equal, Meaning, claim, every

from .collapse_notation import T_MP, C, F, a_2, balanced, c, centred, framed, i, indicator, j, one, ones, operator, pair_of_classes
from .notation import NAM

CLASS_OF_AN_INPUT = Meaning("the class of an input", "Eq. (2.1)")


@claim(NAM, "Eq. (D.10)", uses=["nam2024/2.2"],
       reading="an integral over q is a sum over the C equal parts, on each of which the indicators are constant")
def indicators_of_equal_classes():
    """<f_i|f_j> = delta_ij/C, the indicators add up to 1, and <1|f_j> = 1/C."""
    at = Domain(c >= 1, c <= C, over=[C], source=CLASS_OF_AN_INPUT)
    return every(
        products=Equal(Sum(indicator(i) * indicator(j) / C, (c, 1, C)), indicator(i, j) / C, on=pair_of_classes),
        partition=Equal(Sum(indicator(i), (i, 1, C)), S.One, on=at),
        constant=Equal(Sum(indicator(j) / C, (c, 1, C)), 1 / C, on=pair_of_classes))


@claim(NAM, "Eq. (D.10)", "columns", uses=["nam2024/D.10"], origin="derived")
def indicators_as_columns():
    """The same of the C functions as columns: F^T F = I/C, and <1|f_j> = 1/C for every j."""
    return every(products=Equal(F.T * F, Identity(C) / C, on=framed), constant=Equal(F.T * one, ones / C, on=framed))


@claim(NAM, "Eq. (D.11)", uses=["nam2024/2.8", "nam2024/D.10:columns"])
def centred_indicators_are_eigenfunctions():
    """T_MP[C f_j - 1] = a_2 (C f_j - 1), since C f_j - 1 is orthogonal to 1."""
    return every(orthogonal=Equal(one.T * centred, 0 * ones.T, on=balanced),
                 eigenfunction=Equal(T_MP * centred, a_2 * centred, on=operator))


@claim(NAM, "Eq. (D.12)", uses=["nam2024/D.10:columns", "nam2024/D.11"])
def products_with_the_indicators():
    """<C f_i|T_MP[C f_j - 1]> = a_2 <C f_i|C f_j - 1> = a_2 (C delta_ij - 1)."""
    middle = a_2 * (C * F).T * centred
    return every(first=Equal((C * F).T * (T_MP * centred), middle, on=operator),
                 second=Equal(middle, a_2 * (C * Identity(C) - ones * ones.T), on=operator))


@claim(NAM, "Eq. (D.13)", uses=["nam2024/D.10:columns", "nam2024/D.11"])
def products_with_the_constant():
    """<1|T_MP[C f_j - 1]> = a_2 <1|C f_j - 1> = 0."""
    middle = a_2 * one.T * centred
    return every(first=Equal(one.T * (T_MP * centred), middle, on=operator), second=Equal(middle, 0 * ones.T, on=operator))
