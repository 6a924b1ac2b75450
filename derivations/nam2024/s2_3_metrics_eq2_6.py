"""Section 2.3: quality, utilization and intensity of features where targets and outputs are vectors, Eqs. (2.2)-(2.6).

The C target functions are the indicators of balanced classes, the columns of F; eigenfunctions are orthonormal columns. The learned
functions have an orthonormal frame B of their span, on which B B^T is the projection.
"""

from sympy import Eq, Identity, S, Sum, Trace, exp, log, sqrt

from theoremtest.derivations.language import (
    Domain,
    Dot,
    Equal,
    Erratum,
    Holds,
    Meaning,
    Printed,
    RankBound,
    claim,
    dimension,
    every,
    ge,
    gt,
    le,
    matrix,
    orthonormal,
    real,
    vector,
)

from .collapse_notation import BALANCED, C, E, F, H, balanced, c, framed, i, indicator, j, pair_of_classes, projection_on_classes
from .notation import NAM

m = dimension("m")
G = matrix("G", H, m)
"""The first m eigenfunctions."""
B = matrix("B", H, C)
EIGENFUNCTIONS = Meaning("eigenfunctions are orthonormal", "Eq. (1.15)")
LEARNED = Meaning("an orthonormal frame of the learned functions, which are independent", "Section 2.3.1")
e_1, e_2 = vector("e_1", H), vector("e_2", H)
eigenfunctions = Domain(orthonormal(G), source=EIGENFUNCTIONS)
two = Domain(Eq(Dot(e_1, e_1), 1), Eq(Dot(e_2, e_2), 1), Eq(Dot(e_1, e_2), 0), source=EIGENFUNCTIONS)


@claim(NAM, "Eq. (2.2)", reading="an integral over q is a sum over the C classes, each of probability 1/C")
def targets_exclude_each_other():
    """The integral of f_i f_j is delta_ij/C, 1/C being the probability of a class."""
    return Equal(Sum(indicator(i) * indicator(j) * (1 / C), (c, 1, C)), indicator(i, j) / C, on=pair_of_classes)


@claim(NAM, "Section 2.3", "at-least-c", uses=["nam2024/2.2"],
       reading="C targets that are combinations F = G W of m orthonormal functions have W^T W = I/C; then m - C is a sum of squares")
def as_many_features_as_classes():
    """At least C orthogonal functions are needed to express the targets."""
    W = matrix("W", m, C)
    rest = Identity(m) - C * W * W.T
    on = Domain(Eq(W.T * W, Identity(C) / C), source=Meaning("F = G W with Eq. (2.2)", "Eq. (2.2)"))
    return Equal(m - C, Trace(rest.T * rest), on=on)


@claim(NAM, "Eq. (2.3)", uses=["nam2024/2.2"])
def quality_of_a_feature():
    """P is the orthogonal projection onto the span of the targets, and <e_k|P[e_k]>/C is the sum of <e_k|f_i>^2."""
    P = projection_on_classes
    return every(
        projection=Equal(P * P, P, on=balanced),
        targets=Equal(P * F, F, on=balanced),
        quality=Equal(Dot(e_1, P * e_1) / C, Dot(F.T * e_1, F.T * e_1), on=balanced & Domain(over=[e_1])))


@claim(NAM, "Section 2.3", "analogous-projection", uses=["nam2024/2.3"],
       reading="of two learned functions, for `defined analogous to Eq. (2.3)` without a formula: P adds up |f><f|/|f|^2 over them, and is "
               "a projection operator, P P = P")
def projection_on_learned_functions():
    """The projection on the learned functions is defined as that on the targets, which are orthogonal."""
    f, g = vector(r"\hat{f}_1", H), vector(r"\hat{f}_2", H)
    P = f * f.T / Dot(f, f) + g * g.T / Dot(g, g)
    on = Domain(Dot(f, f) > 0, Dot(g, g) > 0, source=Meaning("the learned functions are not zero", "Section 2.3"))
    return Printed(every(projection=Equal(P * P, P, on=on)), erratum=Erratum(
        "incomplete", "To be `analogous to Eq. (2.3)` it needs an orthonormal frame of the functions' span: Definition 1 has the "
        "orthogonal projection. Learned functions need not be orthogonal, as targets are, and for two of them Tr(P P - P) = 2 <f|g>^2/"
        "(|f|^2 |g|^2).",
        every(projection=Equal(P * P, P, on=on & Domain(Eq(Dot(f, g), 0))),
              gap=Equal(Trace(P * P - P), 2 * Dot(f, g) ** 2 / (Dot(f, f) * Dot(g, g)), on=on),
              frame=Equal((B * B.T) * (B * B.T), B * B.T, on=Domain(orthonormal(B)))),
        convention="the projection is that of Definition 1, onto the span of the learned functions"))


@claim(NAM, "Eq. (2.4)", uses=["nam2024/2.3"], reading="the printed index is tried for k = 2; <e|P[e]>/C is Q of Eq. (2.3)")
def cumulative_quality():
    """The cumulative quality is the sum over j = 1, ..., k of Q_k, and the sum over j and i of <e_j|f_i>^2."""
    def quality(e):
        return Dot(e, projection_on_classes * e) / C
    right = Dot(F.T * e_1, F.T * e_1) + Dot(F.T * e_2, F.T * e_2)
    on = two & Domain(orthonormal(E), where={F: E / sqrt(C)}, source=BALANCED)
    return Printed(Equal(quality(e_2) + quality(e_2), right, on=on), erratum=Erratum(
        "wrong", "The index of Q under the sum over j is printed k; it is j, as on the right.",
        every(two=Equal(quality(e_1) + quality(e_2), right, on=on),
              all=Equal(Trace(G.T * projection_on_classes * G) / C, Trace((F.T * G).T * (F.T * G)), on=balanced & Domain(over=[G])))))


@claim(NAM, "Section 2.3", "quality-range", uses=["nam2024/2.4"], reading="of the first m eigenfunctions")
def cumulative_quality_is_between_zero_and_one():
    """The cumulative quality ranges between 0 and 1."""
    total = Trace(F.T * G * G.T * F)
    return every(low=Holds(ge(total, 0), on=framed & eigenfunctions), high=Holds(le(total, 1), on=framed & eigenfunctions))


@claim(NAM, "Eq. (2.5)", uses=["nam2024/2.3"],
       reading="the value that the section gives for it, cumulative utilization 1 for all p features, of p = 2 features and a scalar "
               "output that is a combination e_1 + u e_2 of them, in units of its norm")
def cumulative_utilization_of_all_features():
    """The utilization is <e_k|P[e_k]>^2/dim, and its sum over all p features is 1."""
    u, f, P = real("u"), vector(r"\hat{f}", H), matrix("P", H, H)
    on = two & Domain(over=[u], where={f: (e_1 + u * e_2) / sqrt(1 + u**2), P: f * f.T})
    first, second = Dot(e_1, P * e_1), Dot(e_2, P * e_2)
    general = Domain(orthonormal(G), orthonormal(B), Eq(G * G.T * B, B), source=LEARNED)
    return Printed(Equal(first**2 + second**2, S.One, on=on), erratum=Erratum(
        "wrong", "<e_k|P[e_k]> is a square already: for the C = 1 function (e_1 + e_2)/sqrt(2) the printed sum is 1/2. Without the square "
        "it is 1 for every number of features and outputs whose span holds the learned functions.",
        every(two=Equal(first + second, S.One, on=on), all=Equal(Trace(G.T * B * B.T * G) / C, S.One, on=general))))


@claim(NAM, "Eq. (2.5)", "index", uses=["nam2024/2.5"],
       reading="of p = 2 features, as in `2.5`, without the square that is wrong there")
def index_of_the_cumulative_utilization():
    """The cumulative utilization is the sum over j = 1, ..., k of the utilization k, and 1 for all features."""
    u, f, P = real("u"), vector(r"\hat{f}", H), matrix("P", H, H)
    on = two & Domain(over=[u], where={f: (e_1 + u * e_2) / sqrt(1 + u**2), P: f * f.T})
    first, second = Dot(e_1, P * e_1), Dot(e_2, P * e_2)
    return Printed(Equal(second + second, S.One, on=on), erratum=Erratum(
        "wrong", "The index of the utilization under the sum over j is printed k; it is j.", Equal(first + second, S.One, on=on)))


@claim(NAM, "Section 2.3", "utilization-range", uses=["nam2024/2.5"], origin="derived")
def cumulative_utilization_is_between_zero_and_one():
    """Without the square the cumulative utilization of m eigenfunctions is between 0 and 1.

    It is 1 for all features only where the learned functions are combinations of them: a bias adds a constant, which need not be one.
    """
    total = Trace(G.T * B * B.T * G) / C
    on = Domain(orthonormal(G), source=EIGENFUNCTIONS) & Domain(orthonormal(B), source=LEARNED)
    return every(low=Holds(ge(total, 0), on=on), high=Holds(le(total, 1), on=on),
                 missing=Equal(C * (1 - total), Trace((B - G * G.T * B).T * (B - G * G.T * B)), on=on))


@claim(NAM, "Eq. (2.6)", uses=["nam2024/1.16"], origin="derived",
       reading="of C - 1 = m equal intensities after the first: there are at least two, and Eq. (1.16) is of positive ones")
def effective_dimension_of_equal_intensities():
    """Eq. (2.6) is C for features of which C - 1 equal ones follow the first, whatever the first."""
    rho, k = real(r"\rho"), j
    share = rho / Sum(rho, (k, 1, m))
    return Equal(1 + exp(-Sum(share * log(share), (i, 1, m))), 1 + m,
                 on=Domain(rho > 0, over=[m], source=Meaning("positive eigenvalues", "Eq. (1.16)")))


@claim(NAM, "Section 2.3", "bias", uses=["nam2024/2.6"],
       reading="`constant functions can be addressed by the bias term in the final layer`: taking the means mu = E[Phi] off the features "
               "leaves functions without a constant part, and a bias mu^T w gives back what was lost, whatever the last layer w")
def bias_stands_for_the_constant_function():
    """A last layer's bias makes up for the constant part of the features."""
    phi, w, one = matrix(r"\Phi", H, m), vector("w", m), vector("1", H)
    on = Domain(Eq(Dot(one, one), 1), source=Meaning("q is a probability", "Section 1.2")) & Domain(over=[phi, w])
    mean = phi.T * one
    rest = phi - one * mean.T
    return every(function=Equal(rest * w + one * Dot(mean, w), phi * w, on=on), orthogonal=Equal(rest.T * one, 0 * mean, on=on))


@claim(NAM, "Section 2.3", "finite-size", uses=["nam2024/2.4", "nam2024/1.34"],
       reading="`cumulative projection measures suffer from finite size errors when we approximate k larger than the test set size`: k "
               "functions of length one on n test points, the columns of E; the sum of their shares in f, in the mean over f of an "
               "orthonormal basis, is the trace of E E^T over n. `Larger` is where no set of functions stays within the range of 0 to 1, "
               "not where errors begin",
       leaves_out="that errors are small for k far below n")
def more_functions_than_test_points():
    """The cumulative share of k functions over n test points is k/n in the mean over all functions on them, above 1 for k > n."""
    points, k = dimension("n"), dimension("k")
    values = matrix("E", points, k)
    unit = Domain(Eq(Trace(values.T * values), k), source=Meaning("functions of length one on the test set", "Eq. (1.34)"))
    many = Domain(k > points, source=Meaning("k larger than the test set size", "Section 2.3"))
    return every(mean=Equal(Trace(values * values.T) / points, k / points, on=unit),
                 above=Holds(gt(k / points, 1), on=many), rank=RankBound(values, points, on=Domain(over=[values])))
