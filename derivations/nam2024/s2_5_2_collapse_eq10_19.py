"""Section 2.5.2: the MP-operator on the training set implies NC1 and NC2, Propositions 2.5.1-2.5.3 and Eqs. (2.10)-(2.19).

The equations are decided by inner products over the empirical distribution q', the propositions by the n samples themselves: the rows
of X are their features, the rows of Y their classes as unit vectors. A function is then a vector v of n values, with T[v] = X X^T v/n.
"""

from sympy import Eq, Identity, Inverse, OneMatrix, Trace

from theoremtest.derivations.language import (
    Chart,
    Domain,
    Dot,
    Equal,
    Erratum,
    Meaning,
    Norm,
    Printed,
    Spoken,
    claim,
    every,
    matrix,
    orthonormal,
    real,
    vector,
)

from .collapse_notation import (
    BALANCED,
    IN_RANGE,
    INTEGRAL_OPERATOR,
    MP_OPERATOR,
    POSITIVE,
    T_MP,
    C,
    F,
    H,
    Phi,
    T,
    a_1,
    a_2,
    around_means,
    centred,
    collapsed,
    framed_means,
    framed_operator,
    kernel,
    mu,
    one,
    ones,
    outer,
    p,
    spread,
    with_means,
)
from .notation import NAM
from .samples_notation import Nc1, X, Y, n, of_samples, ones_n, sample_means, sample_spread, samples

INDICATORS = "the empirical output functions are the class indicators, as Eq. (2.12) and Proposition 2.5.3 have them"


@claim(NAM, "Proposition 2.5.1", uses=["nam2024/2.8", "nam2024/2.10"], reading=f"of the n samples; {INDICATORS}")
def samples_do_not_vary_along_the_means():
    """NC1: the samples' scatter within the classes is orthogonal to that of the class means."""
    return Equal(Trace(Nc1), 0, on=of_samples)


@claim(NAM, "Proposition 2.5.1", "collapse", uses=["nam2024/prop-2.5.1"], origin="derived",
       reading="A A^T = 0 for A the features less their class means says that A is zero, |A|^2 being the trace of A^T A")
def features_collapse_altogether():
    """More than NC1 holds: under an MP-operator the features do not vary within a class at all, Phi(x) is the mean of the class of x."""
    return Equal(outer(around_means), 0 * kernel, on=collapsed)


@claim(NAM, "Eq. (2.10)", uses=["nam2024/D.34", "nam2024/2.8"],
       reading=f"over n, a sum over the samples being n times the integral over q'; {INDICATORS}")
def nc1():
    """The trace of the scatter within the classes times that among the class means is zero."""
    return Equal(Trace((around_means.T * around_means) * outer(spread).T), 0, on=collapsed)


@claim(NAM, "Proposition 2.5.2", uses=["nam2024/2.8", "nam2024/2.11"], reading=f"of the n samples; {INDICATORS}")
def sample_means_are_a_simplex():
    """NC2: the class means of the samples, less the global mean, are a simplex; its scale is a_2 C."""
    return Equal(sample_spread.T * sample_spread, a_2 * C * (Identity(C) - ones * ones.T / C), on=of_samples)


@claim(NAM, "Eq. (2.11)", uses=["nam2024/D.22", "nam2024/D.23"], reading=f"with the factor a_2 C for all i and j; {INDICATORS}")
def nc2():
    """(mu_i - mu_g)^T (mu_j - mu_g) is proportional to delta_ij - 1/C."""
    products, frame = spread.T * spread, Identity(C) - 1 / C * ones * ones.T
    return Printed(Equal(products, a_2 * C * Identity(C) - a_2 * ones * ones.T, on=collapsed),
                   spoken={"": Spoken(r"\propto", products, frame, scale=a_2 * C)})


@claim(NAM, "Section 2.5.2", "class-means", uses=["nam2024/D.22", "nam2024/2.14"], origin="derived",
       reading="`class mean vectors form a simplex`, of which the vectors sum to zero")
def class_means_less_their_average_are_the_simplex():
    """The differences of class means and global mean sum to zero, the class means themselves never under an MP-operator.

    The square of their sum is C^2 (a_1 + a_2): they are orthogonal but for a_1.
    """
    return every(means=Equal(Dot(mu * ones, mu * ones), C**2 * (a_1 + a_2), on=collapsed),
                 differences=Equal(spread * ones, 0 * mu * ones, on=with_means))


@claim(NAM, "Eq. (2.13)",
       reading="of the n samples, all classes at once; 1/A_i, which divides by a set, is one over the set's share q'(A_i) of the "
               "samples, on the diagonal of Y^T Y/n: one over its number of samples would leave a factor 1/n")
def class_means_by_the_distribution():
    """mu_i is C times the integral of f_i Phi over the empirical distribution of balanced classes."""
    return Equal(X.T * Y / n * Inverse(Y.T * Y / n), C / n * X.T * Y, on=samples)


@claim(NAM, "Eq. (2.14)", uses=["nam2024/2.13"], reading="of the n samples")
def global_mean_by_the_distribution():
    """mu_g, the average of the class means, is the integral of Phi over the empirical distribution."""
    return Equal(sample_means * ones / C, X.T * ones_n / n, on=samples)


def of_a_class(f):
    """One class of C and its indicator f, where C f - 1 is an eigenfunction of the features' operator with the eigenvalue a_2."""
    return (Domain(Eq(Dot(f, f), 1 / C), Eq(Dot(f, one), 1 / C), Eq(Dot(one, one), 1), source=BALANCED) & Domain(a_2 > 0, source=POSITIVE)
            & Domain(Eq(kernel * (C * f - one), a_2 * (C * f - one)), source=MP_OPERATOR))


def class_and_its_weights(f, v, b):
    """Points of such a class with its last layer, for any number of classes: without it chance finds a single class, whose m is 0.

    Q e and the other columns of Q are the constant function and what is orthogonal to it, f is their sum over C. The features are along
    C f - 1 by `along`, and along the constant function by what is orthogonal to that.
    """
    Q, e, along, other, spare = matrix("Q", H, C), vector("e", C), vector("a", p), vector("o", p), vector("z", p)
    ones = OneMatrix(C, 1)
    difference, constant = Q * (ones - e), Q * e

    def across(x):
        return x - Dot(along, x) / Dot(along, along) * along

    return Chart(
        {one: constant, f: (constant + difference) / C, Phi: difference * along.T + constant * across(other).T,
         a_2: Dot(along, along) * Dot(difference, difference), v: along / (C * Dot(along, along)) + across(spare),
         b: 1 / C - Dot(across(other), across(spare))},
        Domain(orthonormal(Q), Eq(Dot(e, e), 1), Eq(Dot(ones, e), 1), Dot(along, along) > 0, over=[other, spare]))


products = mu.T * mu
with_operator, framed_with_operator = (where & Domain(Eq(T, kernel), source=INTEGRAL_OPERATOR) for where in (with_means, framed_means))


@claim(NAM, "Eq. (2.15)", uses=["nam2024/2.13"])
def products_of_the_means():
    """mu_i^T mu_j = C^2 times the product of both integrals, for all i and j."""
    return Equal(products, C**2 * (Phi.T * F).T * (Phi.T * F), on=with_means)


@claim(NAM, "Eq. (2.16)", uses=["nam2024/2.15"], reading="with the dx that is missing at the end of the line")
def products_with_the_kernel():
    """The features meet as the kernel Phi(x)^T Phi(x')."""
    return Equal(products, C**2 * F.T * kernel * F, on=with_means)


@claim(NAM, "Eq. (2.17)", uses=["nam2024/1.14", "nam2024/2.16"])
def products_with_the_operator():
    """mu_i^T mu_j = C^2 times the integral of f_i T[f_j] over q'."""
    return Equal(products, C**2 * F.T * (T * F), on=with_operator)


@claim(NAM, "Eq. (2.18)", uses=["nam2024/2.17"])
def products_as_inner_products():
    """mu_i^T mu_j = <f_i|T[f_j]>."""
    return Printed(Equal(products, F.T * (T * F), on=framed_with_operator), erratum=Erratum(
        "wrong", "The factor C^2 of the line before is lost; Eq. (D.17) has it.",
        Equal(products, C**2 * F.T * (T * F), on=framed_with_operator)))


@claim(NAM, "Eq. (2.19)", uses=["nam2024/2.8", "nam2024/D.12", "nam2024/D.13"])
def operator_on_the_centred_indicators():
    """<C f_i|T_MP[C f_j - 1]> = a_2 (delta_ij - 1/C) and <1|T_MP[C f_j - 1]> = 0."""
    def statement(scale):
        return every(classes=Equal((C * F).T * (T_MP * centred), scale * (Identity(C) - ones * ones.T / C), on=framed_operator),
                     constant=Equal(one.T * (T_MP * centred), 0 * ones.T, on=framed_operator))
    return Printed(statement(a_2), erratum=Erratum(
        "wrong", "The first value lacks a factor C, as its own proof has it: Eq. (D.12) ends in a_2 (C delta_ij - 1).", statement(a_2 * C)))


@claim(NAM, "Proposition 2.5.3", uses=["nam2024/2.19"], reading="of one class i against itself, for which delta_ij is 1, and summed over j")
def operator_on_one_class():
    """The value that the proposition gives for j = i, and its sum over all classes j, which is zero."""
    e_i, e, turn, all_ones = vector("e_i", C), vector("e", C), matrix("R", C, C), OneMatrix(C, 1)
    classes = Chart({ones: turn * all_ones, e_i: turn * e}, Domain(orthonormal(turn), Eq(Dot(e, e), 1), Eq(Dot(all_ones, e), 1)))
    on = framed_operator & Domain(Eq(Dot(e_i, e_i), 1), Eq(Dot(ones, e_i), 1), source=IN_RANGE, chart=classes)

    def statement(scale):
        return every(itself=Equal(Dot(C * F * e_i, T_MP * (C * F * e_i - one)), scale * (1 - 1 / C), on=on),
                     summed=Equal(Dot(C * F * e_i, T_MP * (centred * ones)), 0, on=on))
    return Printed(statement(a_2), erratum=Erratum(
        "wrong", "The value for j = i is a_2 (C - 1), C times the printed one.", statement(a_2 * C)))


@claim(NAM, "Section 2.5.2", "nc3-nc4", uses=["nam2024/2.11", "nam2024/D.8", "nam2024/D.9"],
       reading="NC3, for one class: the output weights w that give the class's indicator are parallel to m = mu_i - mu_g. Under an "
               "MP-operator, where NC1 and NC2 hold, they are m/s + k mu_g for some k (`D.8`), s = a_2 C, and m is orthogonal to mu_g; NC4 "
               "is `D.9`. The sides at a point are of the first entry")
def self_duality_follows():
    """By Theorem 2 of [56], NC3 follows from NC1 and NC2."""
    m, g = vector("m", p), vector(r"\mu_g", p)
    k, s = real("k"), real("s")
    w = m / s + k * g
    on = Domain(Eq(Dot(m, g), 0), Dot(m, m) > 0, Dot(g, g) > 0, s > 0, over=[k], source=MP_OPERATOR)
    f, v, b = vector(r"\hat{f}_i", H), vector("v", p), real("b")
    layer = Domain(Eq(Phi * v + b * one, f), over=[b], source=Meaning("the last layer gives the class's indicator", "Eq. (D.1)"))
    given = of_a_class(f) & layer & Domain(where={m: Phi.T * (C * f - one)}, chart=class_and_its_weights(f, v, b))
    return Printed(
        Equal(w / Norm(w), m / Norm(m), on=on),
        erratum=Erratum(
            "incomplete", "NC1 and NC2 are about features, NC3 about weights, and the same outputs come from weights with any part along "
            "mu_g, which the bias takes back. The theorem is about the weights of least squares: of all weights v that give the indicator "
            "m/s is the smallest, with a bias that is not penalised. (A penalty on the bias makes another the smallest.)",
            every(across=Equal(Dot(m, v - m / (a_2 * C)), 0, on=given),
                  smallest=Equal(Dot(v, v), Dot(m, m) / (a_2 * C) ** 2 + Dot(v - m / (a_2 * C), v - m / (a_2 * C)), on=given)),
            under=(Eq(k, 0),)))
