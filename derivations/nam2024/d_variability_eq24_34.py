"""Appendix D, the proof of Proposition 2.5.1: within a class nothing varies along the class means, Eqs. (D.24)-(D.34).

A sum over the samples of the training set is n times an integral over its empirical distribution. Eqs. (D.27), (D.31)-(D.34) are decided
from the class c of an input, on which the indicators alone depend.
"""

from sympy import Eq, Expr, Function, Or, S, Sum, Trace

from theoremtest.derivations.language import (
    Chart,
    Domain,
    Dot,
    Equal,
    Erratum,
    EveryEntry,
    Meaning,
    Printed,
    claim,
    every,
    matrix,
    real,
    reals,
    vector,
)

from .collapse_notation import (
    BALANCED,
    MP_OPERATOR,
    C,
    H,
    Phi,
    T,
    a_2,
    around_means,
    c,
    f_i,
    f_j,
    i,
    indicator,
    j,
    kernel,
    mu_g,
    mu_i,
    mu_j,
    of_features,
    of_two,
    one,
    outer,
    p,
    pair_of_classes,
    spread,
    with_means,
)
from .notation import NAM
from .samples_notation import X, framed_of_samples, n, of_samples, sample_means, sample_rest, sample_spread

sampled = with_means & Domain(over=[n])
within, between = n * around_means.T * around_means, outer(spread)
"""The two sums of Eq. (2.10), over the n samples and over the classes."""
among = matrix("B", p, p)
BY_INDICATORS = Meaning("the features around a class mean", "Eq. (D.30)")
AMONG = Meaning("the sum over the classes", "Eq. (2.10)")


@claim(NAM, "Eq. (D.24)")
def nc1_without_the_transpose():
    """NC1 is the trace of the product of the two sums: the second is its own transpose."""
    return Equal(Trace(within * among.T), Trace(within * among), on=sampled & Domain(Eq(among, between), source=AMONG))


@claim(NAM, "Eq. (D.25)", uses=["nam2024/D.24"])
def nc1_as_a_sum_of_squares():
    """NC1 is the sum over the samples and j of ((Phi(x) - mu_i)^T (mu_j - mu_g))^2, i being the class of x."""
    projected = around_means * spread
    return Equal(Trace(within * between), n * Trace(projected.T * projected), on=sampled)


@claim(NAM, "Eq. (D.26)", uses=["nam2024/D.25"],
       reading="of the n samples of any features, as the step of the proof that it is, which uses the indicators only; term by term in i "
               "and j: y is f_i and g is ((Phi - mu_i)^T (mu_j - mu_g))^2 at the samples; that h_i is f_i Phi changes nothing (`D.27`). "
               "The correction adds up the terms, and has the integral written out by second moments")
def nc1_as_an_integral():
    """The sum over the samples of a class is the integral of f_i over the empirical distribution."""
    y, g, entry = vector("y", n), vector("g", n), real("e")
    indicators = (Domain(EveryEntry(Or(Eq(entry, 0), Eq(entry, 1)), (entry, y)), source=Meaning("f_i is an indicator", "Eq. (D.26)"))
                  & Domain(EveryEntry(entry >= 0, (entry, g)), source=Meaning("squares", "Eq. (D.26)")))
    projected = sample_rest * sample_spread
    integrals = Trace(sample_spread.T * (X.T * X / n - sample_means * sample_means.T / C) * sample_spread)
    return Printed(Equal(Dot(y, g), Dot(y, g) / n, on=indicators), erratum=Erratum(
        "incomplete", "The empirical distribution gives each of the n samples the weight 1/n, so that the integral is 1/n of the sum. The "
        "features that show it are none of an MP-operator: for those, which the proposition is about, both sides are zero and the line "
        "holds.",
        every(weighted=Equal(Trace(projected.T * projected), n * integrals, on=framed_of_samples),
              proposition=Equal(Trace(projected.T * projected), integrals, on=of_samples))))


at, mean = Function("s", real=True), Function("m", real=True)
"""Phi(x)^T (mu_j - mu_g) by the class of x and j, which is enough where all features of a class are alike; mu_i^T (mu_j - mu_g)."""
classes = Domain(over=[C])


def over_classes(term):
    """The sum over i and j, and over the classes c of inputs, each of which has the share 1/C."""
    return Sum(Sum(integral(term), (j, 1, C)), (i, 1, C))


@claim(NAM, "Eq. (D.27)", uses=["nam2024/D.26"],
       reading="at an input of class c, with s for Phi(x)^T (mu_j - mu_g) and m for mu_i^T (mu_j - mu_g); and added up, the integral over "
               "x by its classes")
def indicators_inside_the_square():
    """f_i (f_i Phi - mu_i)^2 is f_i (Phi - mu_i)^2: an indicator is 0 or 1."""
    s, m = reals("s", "m")
    inside, outside = (indicator(i) * (factor * at(c, j) - mean(i, j)) ** 2 for factor in (indicator(i), S.One))
    return every(pointwise=Equal(indicator(i) * (indicator(i) * s - m) ** 2, indicator(i) * (s - m) ** 2, on=Domain(over=[i, c, s, m])),
                 sums=Equal(over_classes(inside), over_classes(outside), on=classes))


@claim(NAM, "Eq. (D.28)", uses=["nam2024/D.17", "nam2024/D.21"])
def class_mean_against_differences():
    """mu_i^T (mu_j - mu_g) = <C f_i|T[C f_j - 1]>."""
    return Equal(Dot(mu_i, mu_j - mu_g), Dot(C * f_i, T * (C * f_j - one)), on=of_two)


@claim(NAM, "Eq. (D.29)", uses=["nam2024/2.13", "nam2024/2.14"])
def features_against_differences():
    """Phi(x)^T (mu_j - mu_g) = T[C f_j - 1](x), as functions of x."""
    return Equal(Phi * (mu_j - mu_g), T * (C * f_j - one), on=of_two)


@claim(NAM, "Eq. (D.30)", uses=["nam2024/D.11", "nam2024/2.19", "nam2024/D.28", "nam2024/D.29"],
       reading="as functions of x; <f_i|f_j> = delta_ij/C and <f_i|1> = 1/C by Eq. (D.10), and C f_j - 1 is an eigenfunction by Eq. (D.11)")
def features_around_a_class_mean():
    """(Phi(x) - mu_i)^T (mu_j - mu_g) = a_2 C (f_j(x) - delta_ij)."""
    delta, along, across, free = real(r"\delta_{ij}"), vector("a", p), matrix("A", H, p), vector("o", H)
    difference = C * f_j - one
    beside = across - difference * (difference.T * across) / Dot(difference, difference)
    chart = Chart({one: free + (1 / C - Dot(f_i, free)) / Dot(f_i, f_i) * f_i, delta: C * Dot(f_i, f_j),
                   Phi: difference * along.T + beside - (beside * along) * along.T / Dot(along, along),
                   a_2: Dot(along, along) * Dot(difference, difference)},
                  Domain(Dot(along, along) > 0, over=[across, free]))
    on = (of_features & Domain(Eq(Dot(f_i, f_j), delta / C), Eq(Dot(f_i, one), 1 / C), source=BALANCED)
          & Domain(Eq(kernel * difference, a_2 * difference), source=MP_OPERATOR, chart=chart))
    return Equal((Phi - one * mu_i.T) * (mu_j - mu_g), a_2 * C * (f_j - delta * one), on=on)


def integral(term: Expr) -> Sum:
    """The integral over q of what depends on the class c of an input alone."""
    return Sum(term / C, (c, 1, C))


delta = real(r"\delta")
"""delta_ij before it is put in, so that terms that are zero are compared by more than that."""
difference = indicator(j) - delta
"""f_j(x) - delta_ij."""
multiplied = indicator(j) * (1 - 2 * delta) + delta
"""Its square as Eq. (D.32) has it."""
TERM = "the term of two classes i and j in the sum over both"
two_classes = pair_of_classes & Domain(over=[a_2])
any_delta = two_classes & Domain(over=[delta])


@claim(NAM, "Eq. (D.31)", uses=["nam2024/D.27", "nam2024/D.30"],
       reading=f"{TERM}; at an input x, with s and m as in `D.27`")
def nc1_with_the_indicators():
    """With Eq. (D.30) in Eq. (D.27), NC1 is a_2^2 C^2 times the sum of the integrals of f_i (f_j - delta_ij)^2."""
    s, m, at_i, at_j = reals("s", "m", r"\hat{f}_i(x)", r"\hat{f}_j(x)")
    apart = difference.subs(delta, indicator(i, j))
    at_an_input = Domain(Eq(s, m + a_2 * C * (at_j - delta)), over=[at_i], source=BY_INDICATORS)
    return every(
        put_in=Equal(at_i * (s - m) ** 2, a_2**2 * C**2 * at_i * (at_j - delta) ** 2, on=at_an_input),
        integrals=Equal(integral(indicator(i) * (a_2 * C * difference) ** 2), a_2**2 * C**2 * integral(indicator(i) * difference**2),
                        on=any_delta),
        sums=Equal(over_classes(indicator(i) * (a_2 * C * apart) ** 2), a_2**2 * C**2 * over_classes(indicator(i) * apart**2),
                   on=classes & Domain(over=[a_2])))


@claim(NAM, "Eq. (D.32)", uses=["nam2024/D.31"], reading=TERM)
def square_of_the_difference():
    """(f_j - delta_ij)^2 = f_j (1 - 2 delta_ij) + delta_ij: both are their own squares."""
    square, written = difference.subs(delta, indicator(i, j)) ** 2, multiplied.subs(delta, indicator(i, j))
    return every(pointwise=Equal(square, written, on=Domain(over=[i, j, c])),
                 integrals=Equal(a_2**2 * C**2 * integral(indicator(i) * square), a_2**2 * C**2 * integral(indicator(i) * written),
                                 on=two_classes),
                 sums=Equal(a_2**2 * C**2 * over_classes(indicator(i) * square), a_2**2 * C**2 * over_classes(indicator(i) * written),
                            on=classes & Domain(over=[a_2])))


@claim(NAM, "Eq. (D.33)", uses=["nam2024/D.32", "nam2024/D.10"], reading=TERM)
def integrals_of_the_indicators():
    """<f_i|f_j> = delta_ij/C and <f_i|1> = 1/C leave a_2^2 C times the sum of delta_ij (2 - 2 delta_ij)."""
    left, last = a_2**2 * C**2 * integral(indicator(i) * multiplied), indicator(i, j)
    return every(integrals=Equal(left, a_2**2 * C * (last * (1 - 2 * delta) + delta), on=any_delta),
                 put_in=Equal(left.subs(delta, last), a_2**2 * C * last * (2 - 2 * last), on=two_classes),
                 sums=Equal(a_2**2 * C**2 * over_classes(indicator(i) * multiplied.subs(delta, last)),
                            a_2**2 * C * Sum(Sum(last * (2 - 2 * last), (j, 1, C)), (i, 1, C)), on=classes & Domain(over=[a_2])))


@claim(NAM, "Eq. (D.34)", uses=["nam2024/D.33"], reading=TERM)
def nc1_is_zero():
    """delta_ij (2 - 2 delta_ij) is zero for every i and j."""
    return Equal(a_2**2 * C * indicator(i, j) * (2 - 2 * indicator(i, j)), S.Zero, on=two_classes)
