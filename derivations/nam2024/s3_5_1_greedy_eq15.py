"""Sections 3.5 and 3.5.1: what the modes of linear neural networks prefer, Eq. (3.15)."""

from sympy import Eq, Gt, Min, Ne, S, exp, log, oo, sqrt

from theoremtest.derivations.language import (
    Diagonal,
    Domain,
    Dot,
    Equal,
    Erratum,
    Evolves,
    Holds,
    Limit,
    Meaning,
    Printed,
    Rank,
    Solves,
    SpectralNorm,
    System,
    by,
    claim,
    every,
    le,
    matrix,
    real,
    reals,
    vector,
)

from .layerwise_notation import INDEPENDENT, W1, W2, S_i, c, d, feature, later, others, p, sigmoid, t, w
from .notation import NAM
from .small_start_notation import A, P, U, V, flow, frames, in_the_image, turned_1, turned_2
from .small_start_notation import alpha as layer
from .small_start_notation import rho as diagonal

alpha, rho, start = reals(r"\alpha_i", r"\rho_i", r"\alpha_i(0)")
SINGULAR_VALUE = Meaning("a singular value that is divided by", "Section 3.5.1")
STARTED = Meaning("a positive start", "Section 3.5.1")


@claim(NAM, "Section 3.5", "correlated",
       reading="the target is S_i x_i and the other features with scales of their own; `more correlated features` are those with a larger "
               "S_i E[x_i^2] = E[x_i y_i]", leaves_out="`prioritizes`, which Eqs. (3.9) and (3.12) say in times")
def correlation_of_a_feature():
    """E[x_i y] is S_i E[x_i^2]."""
    on = Domain(Eq(feature.T * others, 0 * feature.T * others), source=INDEPENDENT) & Domain(over=[S_i, w])
    return Equal(Dot(feature, S_i * feature + others * w), S_i * Dot(feature, feature), on=on)


@claim(NAM, "Section 3.5.1", "modes", uses=["nam2024/A.35", "nam2024/A.36", "nam2024/A.37"], origin="derived")
def product_of_the_layers_moves():
    """D = U W_1 W_2 V^T = W~_1 W~_2 moves by (P - D) W~_2^T W~_2 + W~_1 W~_1^T (P - D): a mode f g by (f^2 + g^2)(rho - f g)."""
    product = turned_1 * turned_2
    return Evolves(product, (P - product) * turned_2.T * turned_2 + turned_1 * turned_1.T * (P - product), along=flow, on=in_the_image)


@claim(NAM, "Eq. (3.15)", uses=["nam2024/sec-3.5.1:modes", "nam2024/A.38"],
       conditions=[by(STARTED, start > 0), by(SINGULAR_VALUE, rho > 0)],
       reading="alpha_i is u_i^T W_1 W_2 v_i, as the line below the equation says; from equal layers it moves by 2 alpha_i (rho_i - "
               "alpha_i), and tends to rho_i")
def mode_of_a_linear_network():
    """alpha_i^2/rho_i is 1/(1 + (rho_i/alpha_i(0)^2 - 1) e^{-2 rho_i t})."""
    system = System({alpha: 2 * alpha * (rho - alpha)}, {alpha: start})
    on = later & Domain(start > 0, rho > 0)

    def sigmoidal(value):
        return rho / (1 + (rho / value - 1) * exp(-2 * rho * t))

    def both(path):
        return every(end=Limit(path, t, oo, rho, on=on), path=Solves(system, {alpha: path}, on=on))
    return Printed(
        both(sqrt(sigmoidal(start**2))),
        erratum=Erratum(
            "wrong", "u_i^T W_1 W_2 v_i is the product of both layers' entries, and follows the sigmoid itself, not its square: alpha_i "
            "must be the entry of one layer, as in Eq. (A.38), or the squares must go. At alpha_i(0) = 1 and rho_i = 2 the printed "
            "formula lets alpha_i tend to sqrt(2), while u_i^T W_1 W_2 v_i tends to 2.",
            both(sigmoidal(start))))


@claim(NAM, "Section 3.5.1", "similarity", uses=["nam2024/3.9", "nam2024/A.39"],
       reading="Eq. (3.9) with E[x_i^2] = 1, S_i = rho_i and a_i(0) b_i(0) = alpha_i(0)^2, against the differential equation of alpha_i^2")
def same_form_as_the_diagonal_network():
    """With a_i b_i and S_i replaced by alpha_i^2 and rho_i, Eq. (3.9) solves the equation of the entry's square."""
    square = real("q")
    return Solves(System({square: -2 * square * (square - rho)}, {square: start**2}), {square: rho * sigmoid(start**2, rho, S.One)},
                  on=later & Domain(start > 0, source=STARTED) & Domain(Ne(rho, 0), source=SINGULAR_VALUE))


@claim(NAM, "Section 3.5.1", "order", uses=["nam2024/3.12:emergence", "nam2024/A.39"],
       reading="`modes are learned sequentially based on the order of rho_i`: of two modes with one small start the ratio of the times to "
               "a "
               "share epsilon tends to the inverse ratio of their singular values, below one",
       leaves_out="starts that are not small, for which a mode of small rho_i may be at epsilon already")
def modes_are_learned_in_order():
    """Modes are learned in the order of their singular values, the most correlated one first."""
    first, second, eps = reals(r"\rho_1", r"\rho_2", r"\epsilon")

    def time(value):
        return log((value / start - 1) / (1 / eps - 1)) / (2 * value)
    on = Domain(start > 0, start < second, eps > 0, eps < 1, second > 0, first > second,
                source=Meaning("two modes, the first with the larger singular value, from one small start", "Section 3.5.1"))
    return every(ratio=Limit(time(first) / time(second), start, 0, second / first, on=on), first=Limit(time(first), start, 0, oo, on=on),
                 order=Holds(Gt(1, second / first), on=on))


@claim(NAM, "Section 3.5.1", "rank",
       reading="`only target-relevant c ... modes are trained, even though W_1 can reach a rank of min(d, p)`: the function has a rank of "
               "at most c, W_1 of at most min(d, p), and W_1 of at most c too where layers are balanced: the Gram matrices W_1^T W_1 and "
               "W_2 W_2^T have their layers' ranks",
       leaves_out="that W_1 does reach min(d, p) elsewhere, and layers that are balanced only approximately: ranks are not continuous")
def rank_of_the_network():
    """The network function has a rank of at most c, and balanced layers have no more."""
    on = Domain(over=[W1, W2])
    small = Domain(Eq(W1.T * W1, W2 * W2.T), source=Meaning("balanced layers, as a small start makes them", "Section 3.5.1"))
    return every(function=Holds(le(Rank(W1 * W2), c), on=on), first=Holds(le(Rank(W1), Min(d, p)), on=on),
                 gram=Equal(Rank(W1), Rank(W1.T * W1), on=on), balanced=Equal(Rank(W1.T * W1), Rank(W2 * W2.T), on=small),
                 second=Holds(le(Rank(W2 * W2.T), c), on=on))


@claim(NAM, "Section 3.5.1", "number-of-modes", uses=["nam2024/sec-3.5.1:modes"],
       reading="`decouples into c independent modes`: at equal diagonal layers the rate of D in `sec-3.5.1:modes` is diagonal, c x c, and "
               "each entry's is a function of that entry alone; c <= d and c <= p, by the orthogonal matrices of Appendix A.2.3")
def number_of_modes():
    """There are c independent modes."""
    x, r = reals("x", "r")
    D = A * A
    rate = (P - D) * A.T * A + A * A.T * (P - D)
    return Equal(rate, Diagonal(2 * x**2 * (r - x**2), (x, layer), (r, diagonal)), on=Domain(over=[layer, diagonal]))


@claim(NAM, "Section 3.5.1", "identify", uses=["nam2024/A.40"],
       reading="`automatically identify the linear combination of input features most correlated (largest rho_i) with the target`: along "
               "the "
               "singular vectors the correlation is rho_i, and no unit vectors u, v give E[(u^T x)(v^T f*)] more than the largest of them, "
               "the spectral norm")
def modes_are_the_most_correlated_combinations():
    """A mode's input combination has the correlation rho_i with the target's; none has more than the largest rho_i."""
    correlation, u, v = matrix("C", d, c), vector("u", d), vector("v", c)
    unit = Domain(Eq(Dot(u, u), 1), Eq(Dot(v, v), 1), source=Meaning("unit vectors", "Section 3.5.1"))
    return every(mode=Equal(U * (U.T * P * V) * V.T, 1 * P, on=frames & Domain(over=[diagonal])),
                 largest=Holds(le(Dot(u, correlation * v), SpectralNorm(correlation)), on=unit & Domain(over=[correlation])))
