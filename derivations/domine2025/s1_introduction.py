"""Section 1: LeCun's initialization in wide networks beside the lambda-balanced one, with the sizes of Fig. 1C."""

from sympy import Eq, Rational

from theoremtest.derivations.language import Domain, Equal, Erratum, Printed, claim, every

from .notation import DOMINE
from .random_notation import TABLE_2, N, a, b, ratios
from .wide_notation import WHY, as_a_matrix, every_entry


@claim(DOMINE, "Section 1", "lecun", uses=["domine2025/app-A.3:in-probability"],
       reading="'initialization methods such as LeCun initialization in wide networks approximate the relative scaling initialization' is "
               "read of the balance matrix as at `app-A.3:in-probability`")
def wide_lecun_layers():
    """LeCun's initialization approximates lambda-balanced layers."""
    return Printed(as_a_matrix(("lecun",)), erratum=Erratum("incomplete", WHY, every_entry(("lecun",))))


@claim(DOMINE, "Fig. 1", uses=["domine2025/table-2:lecun", "domine2025/thm-A.3:norm"], origin="derived")
def sizes_of_the_figure():
    """With the sizes of Fig. 1C, 40, 120 and 250, lambda is 13/12 and the root mean square of the eigenvalues of B - lambda I is 2.26.

    An entry off the diagonal has the standard deviation 0.21: the picture shows a scaled identity, and its eigenvalues do not.
    """
    level, factor = TABLE_2["lecun"]
    on = ratios & Domain(Eq(N, 120), Eq(a, Rational(40, 120)), Eq(b, Rational(250, 120)))
    return every(level=Equal(level, Rational(13, 12), on=on), eigenvalues=Equal((N + 1) * factor, Rational(7381, 1440), on=on))
