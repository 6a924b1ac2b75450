"""Appendix D.2: the constants behind Figs. 2-4 must agree with one another and with the analysis that uses them.

The numbers are conditions on the entries, so that the statements are formulas in the entries.
"""

from sympy import Eq, Rational, S, sqrt

from theoremtest.derivations.language import Domain, Equal, claim, every, reals

from .conventions_notation import CONSTANTS
from .notation import KUNIN

G = [reals("G_{11}", "G_{12}"), reals("G_{21}", "G_{22}")]
"""X^T X."""
x, v = reals("x_1", "x_2"), reals("v_1", "v_2")
target, start = reals(r"\beta_{*1}", r"\beta_{*2}"), reals(r"\beta_{01}", r"\beta_{02}")


def given(*pairs):
    """The domain on which each row of entries has the given values."""
    return Domain(*(Eq(entry, value) for entries, values in pairs for entry, value in zip(entries, values, strict=True)), source=CONSTANTS)


gram = given((G[0], (Rational(1, 4), Rational(1, 2))), (G[1], (Rational(1, 2), S.One)))
null = given((v, (2, -1)))
low_rank = given((target, (Rational(11, 25), Rational(22, 25))))
row = given((x, (Rational(1, 2), 1)))


def dot(first, second):
    """The inner product of two rows of entries."""
    return sum((one * other for one, other in zip(first, second, strict=True)), S.Zero)


@claim(KUNIN, "Appendix D.2", "low-rank")
def low_rank_gram():
    """X^T X is singular with the unit null vector (2, -1)/sqrt(5): the interpolating manifold is one-dimensional."""
    unit = [entry / sqrt(5) for entry in v]
    return every(determinant=Equal(G[0][0] * G[1][1] - G[0][1] * G[1][0], S.Zero, on=gram),
                 unit=Equal(dot(unit, unit), S.One, on=null),
                 **{f"entry_{i}": Equal(dot(G[i - 1], unit), S.Zero, on=gram & null) for i in (1, 2)})


@claim(KUNIN, "Appendix D.2", "minimum-norm", uses=["kunin2024/app-D.2:low-rank", "kunin2024/70:norm"])
def beta_star_is_the_minimum_norm_solution():
    """beta_* = (0.44, 0.88) is orthogonal to the null vector, as Eqs. (70)-(72) need, and solves x.beta = 1.1 with the one
    data row x = (1/2, 1) whose outer product is X^T X."""
    entries = {f"gram_{i}{j}": Equal(x[i] * x[j], G[i][j], on=row & gram) for i in range(2) for j in range(2)}
    return every(orthogonal=Equal(dot(target, v), S.Zero, on=low_rank & null),
                 interpolates=Equal(dot(x, target), Rational(11, 10), on=row & low_rank), **entries)


@claim(KUNIN, "Appendix D.2", "whitened")
def full_rank_constants():
    """With whitened data beta_0 and beta_* are unit vectors at a right angle: every delta starts from phi = 0, |mu| = 1,
    as the captions of Figs. 3 and 4 say."""
    full_rank = given((start, (-1, 0)), (target, (0, 1)))
    return every(angle=Equal(dot(start, target), S.Zero, on=full_rank), start=Equal(dot(start, start), S.One, on=full_rank),
                 target=Equal(dot(target, target), S.One, on=full_rank))
