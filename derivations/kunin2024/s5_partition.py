"""Section 5 and Fig. 5, the partition of input space: how many regions, what happens at a boundary, and the two colours."""

from sympy import And, Gt, Ne, Rational, oo

from theoremtest.derivations.language import (
    Domain,
    Dot,
    Equal,
    Erratum,
    Holds,
    Limit,
    Observed,
    Printed,
    claim,
    every,
    real,
    reals,
    stated,
    vector,
)

from .colouring_notation import LATEX, WHY, crossing, leaky, relu
from .conventions_notation import HOMOGENEOUS, REGION, SIDES, TWO_POINTS, WIDTH
from .notation import KUNIN, d
from .piecewise_notation import gamma, sigma, slope

a_i, c, share = reals("a_i", "c", "s")
w, x, other = (vector(name, d) for name in ("w_i", "x", "x'"))


@claim(KUNIN, "Section 5", "count", uses=["kunin2024/app-C.1:count"], reading="the order in h of the layer-by-layer bound, for d = 2",
       leaves_out="other d and more than 4 layers, and the bound itself, which is quoted")
def order_of_the_number_of_regions():
    """Potentially O(h^(dl)) regions: the layer-by-layer bound (sum_k binomial(h, k))^l has this order, here for d = 2.

    Its limit over h^(2l) is 2^(-l); Appendix C.1 has d = 1 and 3 too.
    """
    h = real("h")
    cells = 1 + h + h * (h - 1) / 2
    return every(**{f"l{layers}": Limit(cells**layers / h**(2 * layers), h, oo, Rational(1, 2**layers), on=Domain(h > 0, source=WIDTH))
                    for layers in (1, 2, 3, 4)})


@claim(KUNIN, "Section 5", "surface", uses=["kunin2024/app-C.1:predictor"])
def linear_inside_continuous_across():
    """A neuron contributes a linear function on either side of its boundary, and both agree on it.

    The difference of both sides is a_i (1 - gamma) w_i^T x, zero where w_i^T x = 0.
    """
    active, inactive = a_i * Dot(w, x), a_i * gamma * Dot(w, x)
    on = slope.but(over=[a_i, w, x, other])
    return every(
        linear=Equal(a_i * Dot(w, c * x + other), c * active + a_i * Dot(w, other), on=on.but(over=[c])),
        difference=Equal(active - inactive, a_i * (1 - gamma) * Dot(w, x), on=on))


@claim(KUNIN, "Section 5", "convex", uses=["kunin2024/app-C.1:convex"], reading="one neuron of the first layer",
       leaves_out="the neurons and layers together")
def activation_regions_are_convex():
    """Between two points at which a neuron is active it is active."""
    on = Domain(share > 0, share < 1, source=TWO_POINTS) & Domain(Dot(w, x) > 0, Dot(w, other) > 0, over=[w, x, other], source=REGION)
    return Holds(Gt(Dot(w, share * x + (1 - share) * other), 0), on=on)


@claim(KUNIN, "Section 5", "two-colorable", uses=["kunin2024/prop-C.2"], conditions=[stated(gamma > 0)],
       reading="the smallest deep networks, two hidden layers of two neurons and one, without biases in the plane")
def two_colorable_partition():
    """Collectively the regions form a 2-colorable convex partition of input space.

    Said here of every piecewise linear network, without the condition of Proposition C.2; decided on the same networks.
    """
    return Printed(
        every(relu=relu, leaky=leaky), latex=LATEX.replace(r"\text{no redundant neurons}", r"f \text{ piecewise linear}"),
        erratum=Erratum("incomplete", WHY, every(leaky=leaky, **crossing())))


@claim(KUNIN, "Fig. 5", uses=["kunin2024/app-C.2:homogeneous", "kunin2024/app-C.1:convex"],
       reading="of the caption: the regions are conic",
       leaves_out="that the partition is fixed downstream and changes rapidly when balanced or upstream (see "
                  "`fig-5:evolution`)")
def conic_regions_of_the_network():
    """Convex conic regions: without biases a neuron that is active at x is active at every c x, and f scales by c."""
    z = real("z")
    on = slope.but(c > 0, source=HOMOGENEOUS).but(over=[a_i, z])
    return every(scales=Equal(a_i * sigma(c * z), c * (a_i * sigma(z)), on=on),
                 active=Holds(Gt(c * z, 0), on=Domain(c > 0, source=HOMOGENEOUS) & Domain(z > 0, source=SIDES)),
                 inactive=Holds(Ne(c * z, 0), on=Domain(c > 0, source=HOMOGENEOUS) & Domain(z < 0, source=SIDES)))


@claim(KUNIN, "Fig. 5", "evolution", uses=["kunin2024/fig-5", "kunin2024/sec-5:downstream-fixed"],
       reading="twenty neurons at delta = -1, 0 and 1; a change of the partition is read as (neuron, sample) pairs that change their "
               "activation: fewer than a quarter as many downstream as balanced and upstream",
       leaves_out="that downstream the boundaries themselves stay, which turn by up to 6 degrees in this run; that the change comes "
                  "first, while "
                  "the output is close to zero")
def evolution_of_the_partition():
    """Downstream the activation partition is fixed; balanced or upstream it changes."""
    down, balanced, up, turn = reals("d", "b", "u", "r")
    return Observed(And(4 * down < balanced, 4 * down < up, turn < 10), "theoremtest.numerics.experiments.kunin2024_captions:figure_5",
                    on=Domain(over=[down, balanced, up, turn]))
