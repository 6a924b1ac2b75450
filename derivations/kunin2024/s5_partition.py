"""Section 5 and Fig. 5, the partition of input space: how many regions, what happens at a boundary, and the two colours."""

from sympy import Gt, Ne, Rational, oo

from rederive.derivations.language import Domain, Dot, Equal, Erratum, Holds, Limit, Printed, claim, every, real, reals, vector

from .colouring_notation import LATEX, WHY, crossing, leaky, relu
from .notation import KUNIN, d
from .piecewise_notation import gamma, sigma, slope

a_i, c, share = reals("a_i", "c", "s")
w, x, other = (vector(name, d) for name in ("w_i", "x", "x'"))


@claim(KUNIN, "Section 5", "count", uses=["kunin2024/app-C.1:count"])
def order_of_the_number_of_regions():
    """Potentially O(h^(dl)) regions: the layer-by-layer bound (sum_k binomial(h, k))^l has this order, here for d = 2.

    Its limit over h^(2l) is 2^(-l); Appendix C.1 has d = 1 and 3 too.
    """
    h = real("h")
    cells = 1 + h + h * (h - 1) / 2
    return every(**{f"l{layers}": Limit(cells**layers / h**(2 * layers), h, oo, Rational(1, 2**layers), on=Domain(h > 0))
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


@claim(KUNIN, "Section 5", "convex", uses=["kunin2024/app-C.1:convex"])
def activation_regions_are_convex():
    """Between two points at which a neuron is active it is active."""
    on = Domain(share > 0, share < 1, Dot(w, x) > 0, Dot(w, other) > 0, over=[w, x, other])
    return Holds(Gt(Dot(w, share * x + (1 - share) * other), 0), on=on)


@claim(KUNIN, "Section 5", "two-colorable", uses=["kunin2024/prop-C.2"])
def two_colorable_partition():
    """Collectively the regions form a 2-colorable convex partition of input space.

    Said here of every piecewise linear network, without the condition of Proposition C.2; decided on the same networks.
    """
    return Printed(
        every(relu=relu, leaky=leaky), latex=LATEX.replace(r"\text{no redundant neurons}", r"f \text{ piecewise linear}"),
        erratum=Erratum("incomplete", WHY, every(leaky=leaky, **crossing())))


@claim(KUNIN, "Fig. 5", uses=["kunin2024/app-C.2:homogeneous", "kunin2024/app-C.1:convex"])
def conic_regions_of_the_network():
    """Convex conic regions: without biases a neuron that is active at x is active at every c x, and f scales by c."""
    z = real("z")
    on = slope.but(c > 0, over=[a_i, z])
    return every(scales=Equal(a_i * sigma(c * z), c * (a_i * sigma(z)), on=on),
                 active=Holds(Gt(c * z, 0), on=Domain(c > 0, z > 0)),
                 inactive=Holds(Ne(c * z, 0), on=Domain(c > 0, z < 0)))
