"""Appendix D.2: the constants behind Figs. 2-4 must agree with one another and with the analysis that uses them."""

from sympy import Matrix, Rational, S, sqrt

from derivations.language import Domain, Equal, claim, every

from .notation import KUNIN

ANYWHERE = Domain()
gram = Matrix([[Rational(1, 4), Rational(1, 2)], [Rational(1, 2), 1]])
beta_star = Matrix([Rational(11, 25), Rational(22, 25)])
null = Matrix([2, -1]) / sqrt(5)


def _zero(vector):
    return {f"entry_{row}": Equal(value, S.Zero, on=ANYWHERE) for row, value in enumerate(vector, start=1)}


@claim(KUNIN, "Appendix D.2", "low-rank")
def low_rank_gram():
    """X^T X is singular with the unit null vector (2, -1)/sqrt(5): the interpolating manifold is one-dimensional."""
    return every(determinant=Equal(gram.det(), S.Zero, on=ANYWHERE), unit=Equal(null.dot(null), S.One, on=ANYWHERE),
                 **_zero(gram * null))


@claim(KUNIN, "Appendix D.2", "minimum-norm", uses=["kunin2024/app-D.2:low-rank", "kunin2024/70:norm"])
def beta_star_is_the_minimum_norm_solution():
    """beta_* = (0.44, 0.88) is orthogonal to the null vector, as Eqs. (70)-(72) need, and solves x.beta = 1.1 with the one
    data row x = (1/2, 1) whose outer product is X^T X."""
    row = Matrix([[Rational(1, 2), 1]])
    outer = row.T * row
    entries = {f"gram_{i}{j}": Equal(outer[i, j], gram[i, j], on=ANYWHERE) for i in range(2) for j in range(2)}
    return every(orthogonal=Equal(beta_star.dot(null), S.Zero, on=ANYWHERE),
                 interpolates=Equal((row * beta_star)[0], Rational(11, 10), on=ANYWHERE), **entries)


@claim(KUNIN, "Appendix D.2", "whitened")
def full_rank_constants():
    """With whitened data beta_0 and beta_* are unit vectors at a right angle: every delta starts from phi = 0, |mu| = 1,
    as the captions of Figs. 3 and 4 say."""
    start, target = Matrix([-1, 0]), Matrix([0, 1])
    return every(angle=Equal(S(start.dot(target)), S.Zero, on=ANYWHERE), start=Equal(S(start.dot(start)), S.One, on=ANYWHERE),
                 target=Equal(S(target.dot(target)), S.One, on=ANYWHERE))
