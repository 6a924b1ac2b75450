"""Sections 1.6.1 and 1.6.2: intensity and quality aligned or not, and what that makes of signal and noise."""

from sympy import Eq, Gt, Integer, ZeroMatrix

from theoremtest.derivations.language import (
    Domain,
    Dot,
    Equal,
    Expectation,
    Holds,
    Meaning,
    claim,
    dimension,
    every,
    matrix,
    orthonormal,
    real,
    vector,
)

from .features_notation import H, goal
from .notation import NAM
from .s1_6_1_benign_eq36 import far, first, rest, shares


@claim(NAM, "Section 1.6.2", "alignment", uses=["nam2024/1.36:rest"],
       reading="`the model no longer prefers the useful features`, k = d + 1 to 2d: their learnability tends to zero for d << n << p, "
       "and at "
               "all d < n < p - d it is below that of the first d, which are of no use")
def useful_features_are_not_learned():
    """The alignment is lost: the useful features have the smaller intensities."""
    return every(useful=far(rest, Integer(0)), order=Holds(Gt(first, rest), on=shares))


d, n = dimension("d"), dimension("n")
first_d, next_d, shares_of = matrix("E_1", H, d), matrix("E_2", H, d), vector("w^*", d)
FRAMES = Meaning("eigenfunctions 1 to d and d + 1 to 2d, orthonormal", "Section 1.6.1")
NOT_ZERO = Meaning("the target is not zero", "Eq. (1.30)")
frames = Domain(orthonormal(first_d), orthonormal(next_d), Eq(first_d.T * next_d, ZeroMatrix(d, d)), source=FRAMES)
targets = frames & Domain(Dot(shares_of, shares_of) > 0, source=NOT_ZERO)
cumulative = Dot(first_d.T * goal, first_d.T * goal) / Dot(goal, goal)
"""The cumulative quality of the first d features."""


@claim(NAM, "Section 1.6.1", "alignment", uses=["nam2024/1.32:target"],
       reading="`useful at expressing the target`: of the target of Eq. (1.37) the first d features have the cumulative quality 1")
def preferred_features_are_useful():
    """The features that the model prefers are those that express the target."""
    return Equal(cumulative, Integer(1), on=targets.but(where={goal: first_d * shares_of}))


@claim(NAM, "Section 1.6.2", "quality", uses=["nam2024/1.32:target"],
       reading="of the target of Eq. (1.39) the first d features have the cumulative quality 0")
def preferred_features_are_useless():
    """The first d features fail to express the target of the features d + 1 to 2d."""
    return Equal(cumulative, Integer(0), on=targets.but(where={goal: next_d * shares_of}))


@claim(NAM, "Section 1.6.1", "variance",
       reading="`does not suffer from variance as d << n`: independent noise of the variance sigma^2 on n labels, projected on the d "
       "directions that "
               "d features have in the space of labels, keeps the share d/n of its mean square",
       leaves_out="how the projection's coefficients turn into the error on other inputs")
def projection_on_few_features_has_little_variance():
    """The projection of the data on the first d features has little of the noise for d << n."""
    sigma, noise, directions = real(r"\sigma^2"), vector(r"\xi", n), matrix("Q", n, d)
    on = Domain(orthonormal(directions), source=FRAMES) & Domain(sigma > 0, over=[noise], source=Meaning("a variance", "Eq. (1.38)"))
    projected = directions.T * noise
    return Expectation(Dot(projected, projected) / n, {noise: sigma}, sigma * d / n, on=on)
