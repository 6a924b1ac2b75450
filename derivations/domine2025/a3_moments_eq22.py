"""Appendix A.3, Theorem A.3: means, variances and covariances of the balance matrix of random layers, in every dimension, Eq. (22)."""

from sympy import Identity, S, Trace

from theoremtest.derivations.language import (
    Covariance,
    Dot,
    Equal,
    Erratum,
    Expectation,
    OverNeurons,
    Printed,
    claim,
    entry,
    every,
)

from .notation import DOMINE
from .random_notation import (
    W_above,
    W_below,
    above,
    alpha_above,
    alpha_below,
    apart,
    below,
    e,
    f,
    g,
    h,
    here,
    i,
    j,
    level,
    of_layers,
    pair,
    random_balance,
    random_layers,
    spread,
    u,
)

off = of_layers & apart
vectors = of_layers.but(over=[e, f, g, h])
diagonal, off_diagonal = entry(random_balance, i, i), entry(random_balance, i, j)


def variance(quantity, value, on):
    """The variance of a quantity of the random layers."""
    return Expectation(quantity, random_layers, value, moment="variance", on=on)


@claim(DOMINE, "Eq. (22)", origin="reconstructed")
def entries_as_sums():
    """W^T W is a sum over the neurons of the layer above: each adds the products of its own weights, w_i w_j at entry (i, j)."""
    own = W_above.T * u
    return Equal(W_above.T * W_above, OverNeurons(own * own.T, u), on=of_layers.but(over=[u]))


@claim(DOMINE, "Theorem A.3", origin="reconstructed", uses=["domine2025/22"])
def mean_of_the_balance():
    """The mean of the balance matrix is (n_{l+1} alpha_{l+1}^2 - n_{l-1} alpha_l^2) times the identity, for every l and every size."""
    return Expectation(random_balance, random_layers, level * Identity(here), on=of_layers)


@claim(DOMINE, "Theorem A.3", "variance", origin="reconstructed", uses=["domine2025/22"])
def variance_off_the_diagonal():
    """The variance of an entry off the diagonal, the factor that the theorem has before its matrix J."""
    return variance(off_diagonal, spread, off)


@claim(DOMINE, "Theorem A.3", "fours", uses=["domine2025/thm-A.3:variance"],
       reading="'fours across the diagonal and ones everywhere else' is read as a ratio, so that no factor before J matters: the "
               "variance of an entry on the diagonal is four times that of one off the diagonal")
def fours_on_the_diagonal():
    """J has fours on its diagonal: the variance of the square of a normal number is 4 alpha^4.

    E[w^4] = 3 alpha^4, and (E[w^2])^2 = alpha^4 goes off once.
    """
    ones = variance(off_diagonal, spread, off)
    return Printed(
        every(diagonal=variance(diagonal, 4 * spread, off), elsewhere=ones),
        erratum=Erratum("wrong", "Var[w^2] = E[w^4] - E[w^2]^2 = 2 alpha^4 for a normal w of variance alpha^2: the diagonal has twos",
                        every(diagonal=variance(diagonal, 2 * spread, off), elsewhere=ones)))


@claim(DOMINE, "Theorem A.3", "proof", origin="reconstructed", uses=["domine2025/22"])
def both_gram_matrices():
    """The proof's parts: both Gram matrices by themselves, an entry off the diagonal and one on it."""
    upper, lower = W_above.T * W_above, W_below * W_below.T
    return every(
        mean_off=Expectation(entry(upper, i, j), random_layers, S.Zero, on=off),
        mean_on=Expectation(entry(upper, i, i), random_layers, above * alpha_above**2, on=off),
        variance_off=variance(entry(upper, i, j), above * alpha_above**4, off),
        variance_on=variance(entry(upper, i, i), 2 * above * alpha_above**4, off),
        lower_mean=Expectation(entry(lower, i, i), random_layers, below * alpha_below**2, on=off),
        lower_off=variance(entry(lower, i, j), below * alpha_below**4, off),
        lower_on=variance(entry(lower, i, i), 2 * below * alpha_below**4, off))


@claim(DOMINE, "Theorem A.3", "independent")
def layers_are_independent():
    """Entries of the two Gram matrices have covariance zero, so that their variances add up."""
    every_pair = of_layers & pair
    return Covariance(entry(W_above.T * W_above, i, j), entry(W_below * W_below.T, i, j), random_layers, S.Zero, on=every_pair)


@claim(DOMINE, "Theorem A.3", "covariance", uses=["domine2025/thm-A.3:variance"], origin="derived")
def every_covariance():
    """Every covariance of two entries: e^T B f and g^T B h have the covariance spread times (e.g)(f.h) + (e.h)(f.g).

    With unit vectors: entries with the same two indices have the variance of Theorem A.3, all others are uncorrelated. The
    law of the balance matrix knows no direction of the hidden layer.
    """
    first, second = Dot(e, random_balance * f), Dot(g, random_balance * h)
    return every(
        mean=Expectation(first, random_layers, level * Dot(e, f), on=vectors),
        covariance=Covariance(first, second, random_layers, spread * (Dot(e, g) * Dot(f, h) + Dot(e, h) * Dot(f, g)), on=vectors))


@claim(DOMINE, "Theorem A.3", "uncorrelated", uses=["domine2025/thm-A.3:covariance"], origin="derived")
def entries_elsewhere_are_uncorrelated():
    """Entries at different places of the upper half are uncorrelated, those on the diagonal included.

    Two on the diagonal, and one on it beside one off it; `thm-A.3:covariance` has all others.
    """
    def none(first, second, on):
        return Covariance(entry(random_balance, *first), entry(random_balance, *second), random_layers, S.Zero, on=on)

    return every(both_on=none((i, i), (j, j), off), beside=none((i, i), (i, j), off))


@claim(DOMINE, "Theorem A.3", "norm", uses=["domine2025/thm-A.3:covariance"], origin="derived")
def mean_square_of_the_deviation():
    """The mean squared Frobenius norm of the deviation from lambda I is n_l (n_l + 1) times the variance of one entry.

    Per neuron of the layer it is (n_l + 1) spread, which is the mean square of the deviation's eigenvalues.
    """
    deviation = random_balance - level * Identity(here)
    return Expectation(Trace(deviation * deviation), random_layers, here * (here + 1) * spread, on=of_layers)
