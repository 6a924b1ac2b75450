"""Appendix A.3: in what sense the balance matrix of wide random layers is near a multiple of the identity, and in what sense it is not.

Every entry converges in probability. The matrix does not: an entry's variance falls like 1/N_h and there are N_h of them in a row, so that
the mean square of the eigenvalues of B - lambda I, which is |B - lambda I|_F^2/N_h, tends to a number that no width makes small.
"""

from sympy import S, oo

from theoremtest.derivations.language import (
    Domain,
    Erratum,
    Expectation,
    Holds,
    Limit,
    Printed,
    claim,
    every,
    le,
    lt,
    stated,
)

from .notation import DOMINE, W1, W2, N_h, N_i, N_o, balance, one_h
from .random_notation import FREE, TABLE_1, TABLE_2, VARIANCES, N, c, p, q, ratios
from .wide_notation import WHY, as_a_matrix, every_entry, spectral

ROWS = tuple(VARIANCES)
anywhere = Domain()


@claim(DOMINE, "Appendix A.3", "in-expectation", uses=[f"domine2025/table-1:{name}" for name in ROWS],
       reading="'many common initialization techniques' are the four of the section, each with its own lambda")
def balanced_in_expectation():
    """The mean of the balance matrix is lambda I for each of the four initializations."""
    return every(**{name: Expectation(balance, dict(zip((W1, W2), VARIANCES[name])), TABLE_1[name][0] * one_h,
                                      on=Domain(over=[W1, W2]) & FREE.get(name, anywhere)) for name in ROWS})


@claim(DOMINE, "Appendix A.3", "variance", uses=[f"domine2025/table-2:{name}" for name in ROWS],
       reading="'the variance of the balanced computation' is that of each entry, as in Theorem A.3: at most twice the tables' factor")
def variance_tends_to_zero():
    """At fixed ratios of the widths every entry's variance tends to zero as the widths grow."""
    return every(**{name: Limit(2 * TABLE_2[name][1], N, oo, S.Zero, on=ratios & FREE.get(name, anywhere)) for name in ROWS})


@claim(DOMINE, "Appendix A.3", "in-probability", uses=["domine2025/app-A.3:variance"],
       reading="'the balanced computation converges in probability to lambda-balanced weights' is read of the matrix: the mean square of "
               "the eigenvalues of B - lambda I tends to zero in probability. What the text argues, a variance that vanishes, is that "
               "of each entry by itself")
def converges_in_probability():
    """The balance matrix converges in probability to lambda I."""
    return Printed(as_a_matrix(ROWS), erratum=Erratum("wrong", WHY, every_entry(ROWS)))


@claim(DOMINE, "Appendix A.3", "eigenvalues", uses=["domine2025/thm-A.3:norm"], origin="derived")
def spread_of_the_eigenvalues():
    """The mean square of the eigenvalues of B - lambda I tends to a positive number: b + 1/a for LeCun, four times that for He."""
    a, b = p / c, q / c
    return every(lecun=spectral("lecun", b + 1 / a), he=spectral("he", 4 * (b + 1 / a)),
                 glorot=spectral("glorot", 4 * (b / (1 + b)**2 + a / (1 + a)**2)))


@claim(DOMINE, "Appendix A.2", "converges", uses=["domine2025/app-A.3:in-probability"],
       reading="'the term converges to a scaled identity matrix' is read of the matrix, as at `app-A.3:in-probability`; the text names "
               "LeCun's and He's initializations")
def converges_to_a_scaled_identity():
    """W_2^T W_2 - W_1 W_1^T converges to a scaled identity as the width grows."""
    return Printed(as_a_matrix(("lecun", "he")), erratum=Erratum("wrong", WHY, every_entry(("lecun", "he"))))


wide = Domain(N_i > 10000, N_h > 10000, N_o > 10000, over=[])
mean_square = (N_h + 1) * TABLE_1["lecun"][1]
"""The mean square of the eigenvalues of B - lambda I for LeCun's scaling."""


@claim(DOMINE, "Appendix A.3", "very-close", uses=["domine2025/app-A.3:in-probability", "domine2025/thm-A.3:norm"],
       conditions=[stated(N_i > 10000, N_h > 10000)],
       reading="'a very close depiction to reality' for layers of more than 10,000 units is read as little as it can be: the eigenvalues "
               "of B - lambda I are smaller than lambda in the mean square, for LeCun's scaling and twice as many outputs as hidden units, "
               "lambda = 1")
def ten_thousand_units():
    """For layers of more than 10,000 units the balance matrix is very close to lambda I.

    At equal widths lambda is 0 and the mean square is 2 (1 + 1/N_h). What width gives is small entries: their variance is at
    most 2 (N_o/N_h + 1)/10000.
    """
    return Printed(
        Holds(lt(mean_square.subs(N_o, 2 * N_h), TABLE_1["lecun"][0].subs(N_o, 2 * N_h)**2), on=Domain(N_i > 10000, N_h > 10000)),
        erratum=Erratum("wrong", "the mean square of the eigenvalues of B - lambda I is b + 1/a at any width",
                        Holds(le(2 * TABLE_1["lecun"][1], 2 * (N_o / N_h + 1) / 10000), on=wide)))
