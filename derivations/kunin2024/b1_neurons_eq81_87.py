"""Appendix B.1, second part: the preconditioner as a sum over hidden neurons, Eqs. (81)-(87), Lemma B.1, footnote 8."""

from sympy import Eq, Ge, Gt, S, Trace

from theoremtest.derivations.language import (
    Domain,
    Dot,
    Equal,
    Erratum,
    Holds,
    Iff,
    OverNeurons,
    Printed,
    chain,
    claim,
    every,
    kronecker_sum,
    real,
)

from .conventions_notation import NONZERO_NEURONS
from .notation import KUNIN, eta_a, eta_w, rates_positive
from .wide_notation import A, B_i, W, a_i, alive, contribution, delta_i, e, in_layers, kappa_of, network, size2, w_i, wide

norm_a, norm_w = Dot(a_i, a_i), Dot(w_i, w_i)
kappa_i = kappa_of(delta_i, size2)
any_neuron = Domain(over=[a_i, w_i]) & rates_positive & Domain(where={delta_i: eta_w * norm_a - eta_a * norm_w})
"""One hidden neuron, with beta_i = 0 allowed; delta_i written out."""


def neuron():
    """a_i, w_i and beta_i of the neuron with unit vector e, as parts of the layers."""
    a, w = A.T * e, W.T * e
    return a, w, w * a.T


neurons_alive = wide & Domain(Gt(Dot(A.T * e, A.T * e), 0), Gt(Dot(W.T * e, W.T * e), 0), source=NONZERO_NEURONS)
"""|beta_i|_F != 0 for every hidden neuron, e being any of the unit vectors."""


def as_a_sum_over_neurons():
    """M as the sum of its contributions, and Delta_ii as the neuron's delta_i."""
    a, w, beta = neuron()
    delta = eta_w * Dot(a, a) - eta_a * Dot(w, w)
    balance = eta_w * A * A.T - eta_a * W * W.T
    return every(
        sum=Equal(in_layers, OverNeurons(contribution(beta, delta, Trace(beta.T * beta)), e), on=neurons_alive),
        network=Equal(network, OverNeurons(beta, e), on=wide.but(over=[e])),
        delta_i=Equal(Dot(e, balance * e), delta, on=wide.but(over=[e])))


@claim(KUNIN, "Eq. (81)",
       reading="`of rank one`: each is a multiple of the outer product of one vector with itself")
def gram_matrices_of_a_contribution():
    """Both Gram matrices of one neuron's contribution have rank one."""
    return every(right=Equal(B_i.T * B_i, norm_w * a_i * a_i.T, on=Domain(over=[a_i, w_i])),
                 left=Equal(B_i * B_i.T, norm_a * w_i * w_i.T, on=Domain(over=[a_i, w_i])))


@claim(KUNIN, "Eq. (82)", uses=["kunin2024/81"])
def norm_of_a_contribution():
    """The squared Frobenius norm is either Gram matrix's trace, and the product of the squared norms."""
    on = Domain(over=[a_i, w_i])
    return every(traces=Equal(Trace(B_i.T * B_i), Trace(B_i * B_i.T), on=on),
                 product=Equal(Trace(B_i * B_i.T), norm_a * norm_w, on=on))


def _square(place, printed, layer, other, what):
    """A squared norm as printed, and with the rate that it lacks."""
    sign = 1 if layer == "w" else -1
    value = (kappa_i + sign * delta_i) / 2
    rate = {"w": eta_w, "a": eta_a}[layer]
    return Printed(Equal(printed, value, on=any_neuron),
                   derivation=chain(kappa_i, (eta_w * norm_a + eta_a * norm_w, "the root of a square, since |beta_i|^2 = |a_i|^2 "
                                                                               "|w_i|^2"),
                                    on=any_neuron),
                   erratum=Erratum("wrong", f"delta_i weighs |a_i|^2 with eta_w and |w_i|^2 with eta_a, so the right side is eta_{layer} "
                                   f"{what}. Eqs. (83) and (85) must be divided by eta_w, (84) and (86) by eta_a, as Eq. ({other}) is.",
                                   Equal(printed, value / rate, on=any_neuron)))


@claim(KUNIN, "Eq. (83)", uses=["kunin2024/82"])
def read_out_squared():
    """|a_i|^2 from the contribution's norm and delta_i."""
    return _square("83", norm_a, "w", 37, "|a_i|^2")


@claim(KUNIN, "Eq. (84)", uses=["kunin2024/82"])
def weights_squared():
    """|w_i|^2 from the contribution's norm and delta_i."""
    return _square("84", norm_w, "a", 38, "|w_i|^2")


def _outer(printed, gram, layer, other, what):
    sign = 1 if layer == "w" else -1
    value = (kappa_i + sign * delta_i) / (2 * size2) * gram
    rate = {"w": eta_w, "a": eta_a}[layer]
    return Printed(Equal(printed, value, on=alive),
                   erratum=Erratum("wrong", f"As in Eq. ({other}), the rate is missing: the right side is eta_{layer} {what}. "
                                            f"Eq. (87) "
                                   "is right, because M itself weighs the Gram matrices with the rates.",
                                   Equal(printed, value / rate, on=alive)))


@claim(KUNIN, "Eq. (85)", uses=["kunin2024/81", "kunin2024/83"])
def read_out_outer_product():
    """a_i a_i^T from the contribution alone, where it does not vanish."""
    return _outer(a_i * a_i.T, B_i.T * B_i, "w", 83, "a_i a_i^T")


@claim(KUNIN, "Eq. (86)", uses=["kunin2024/81", "kunin2024/84"])
def weights_outer_product():
    """w_i w_i^T from the contribution alone, where it does not vanish."""
    return _outer(w_i * w_i.T, B_i * B_i.T, "a", 84, "w_i w_i^T")


@claim(KUNIN, "Lemma B.1", uses=["kunin2024/87", "kunin2024/79"])
def preconditioner_over_neurons():
    """M is the sum of one term per hidden neuron, each a function of beta_i and delta_i = Delta_ii alone.

    The unit vectors of the hidden layer add up to the identity, so A^T A and W^T W are sums over neurons; term by term
    they are the printed ones. Delta_ii is read with the learning rates, as Section 4 defines Delta.
    """
    return as_a_sum_over_neurons()


@claim(KUNIN, "Eq. (87)", uses=["kunin2024/82"])
def contribution_of_a_neuron():
    """One neuron's share of M: the Kronecker sum of its weighted outer products."""
    return Equal(kronecker_sum(eta_w * a_i * a_i.T, eta_a * w_i * w_i.T), contribution(B_i, delta_i, size2), on=alive)


@claim(KUNIN, "Footnote 8")
def connectedness_of_the_surface():
    """Whether the surface eta_w |a|^2 - eta_a |w|^2 = delta of one neuron is connected for every delta, given c > 1.

    With one input (d = 1) it is connected only if it has a point with w = 0, since w is a number that a path from w > 0 to
    w < 0 takes through 0; such a point needs |a|^2 = delta/eta_w. So the printed statement says, for d = 1, that delta/eta_w
    is never negative. With d > 1 as well: upstream the squared length of a is positive over every w, a sphere of dimension
    c - 1 >= 1 over all of R^d; downstream the other way round; balanced the surface is a cone, joined at its apex.
    """
    level, square_a, square_w, factor = real(r"\delta"), real(r"\|a\|^2"), real(r"\|w\|^2"), real("s")
    free = rates_positive.but(over=[level])
    cone = rates_positive.but(Ge(square_a, 0), Ge(square_w, 0), over=[factor])
    return Printed(
        Holds(Ge(level / eta_w, 0), on=free),
        latex=r"c > 1 \implies \left\{ \eta_w \|a\|^2 - \eta_a \|w\|^2 = \delta \right\} \subset \mathbb{R}^{c+d} \text{ is "
              r"connected}",
        erratum=Erratum("incomplete", "With one input and delta < 0 the surface falls apart into w > 0 and w < 0, whatever c is. "
                        "Both c > 1 and d > 1 are needed for a surface that is connected at every delta.", every(
                            upstream=Holds(Gt((level + eta_a * square_w) / eta_w, 0), on=free.but(level > 0, Ge(square_w, 0))),
                            downstream=Holds(Gt((eta_w * square_a - level) / eta_a, 0), on=free.but(level < 0, Ge(square_a, 0))),
                            cone=Equal(eta_w * (factor**2 * square_a) - eta_a * (factor**2 * square_w),
                                       factor**2 * (eta_w * square_a - eta_a * square_w), on=cone),
                            apex=Iff(Eq(eta_w * square_a + eta_a * square_w, 0), Eq(square_a, S.Zero) & Eq(square_w, S.Zero),
                                     on=cone)), convention="more than one input is meant, d > 1"))
