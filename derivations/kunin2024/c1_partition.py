"""Appendix C.1: activation regions of piecewise linear networks, their boundaries, and how many there
can be. The colouring, Proposition C.2, has a module of its own."""

from sympy import Eq, Gt, Le, Lt, Ne, Rational, S, oo

from theoremtest.derivations.language import (
    Domain,
    Dot,
    Equal,
    Erratum,
    Holds,
    Limit,
    Printed,
    claim,
    dimension,
    every,
    matrix,
    real,
    reals,
    stated,
    vector,
)

from .conventions_notation import EXAMPLE, HOMOGENEOUS, NOT_REDUNDANT, REGION, TWO_POINTS, WIDTH
from .notation import KUNIN, d
from .piecewise_notation import gamma, sigma, slope

w_1, w_2, x, x_other = (vector(name, d) for name in ("w_1", "w_2", "x", "x'"))
a_1, p, q, c, share = reals("a_1", "p", "q", "c", "s")


@claim(KUNIN, "Appendix C.1", "convex", reading="one halfspace of one layer; a region is cut out by such halfspaces, layer by layer",
       leaves_out="the induction over neurons and layers that joins the halfspaces to a region")
def regions_are_convex():
    """An activation region is convex: a pre-activation that is affine and positive at two points is positive between them.

    In the first layer z = w^T x + b. By induction all pre-activations are affine on the region that the layers below cut out,
    so each layer cuts a convex region by halfspaces. Two points of one region cannot lie on different sides, so each pattern
    has one region.
    """
    shift = real("b")

    def z(point):
        return Dot(w_1, point) + shift

    on = Domain(share > 0, share < 1, over=[w_1, x, x_other, shift], source=TWO_POINTS)
    return every(
        positive=Holds(Gt(z(share * x + (1 - share) * x_other), 0), on=on.but(z(x) > 0, z(x_other) > 0, source=REGION)),
        negative=Holds(Lt(z(share * x + (1 - share) * x_other), 0), on=on.but(z(x) < 0, z(x_other) < 0, source=REGION)))


@claim(KUNIN, "Appendix C.1", "predictor", uses=["kunin2024/app-C.2:activation"], reading="networks with one hidden layer",
       leaves_out="deeper networks, of which `app-C.1:span` says that predictors differ by a vector in the span; that the boundary is "
                  "orthogonal "
                  "to the difference there")
def predictor_and_boundary():
    """Two layers: the predictor jumps by a_i (1 - gamma) w_i where neuron i switches, along the boundary's normal.

    Both sides of the boundary w_i^T x = 0 agree there: the map is continuous. The jump is a multiple of a first-layer weight.
    """
    active, inactive = a_1 * w_1, a_1 * gamma * w_1
    on = slope.but(over=[a_1, w_1, x])
    return every(
        jump=Equal(active - inactive, a_1 * (1 - gamma) * w_1, on=on),
        continuous=Equal(Dot(active - inactive, x), a_1 * (1 - gamma) * Dot(w_1, x), on=on))


@claim(KUNIN, "Appendix C.1", "span", uses=["kunin2024/app-C.1:predictor"], reading="networks with two hidden layers",
       leaves_out="more than two hidden layers; that the boundary is orthogonal to the difference")
def predictors_span_the_first_layer():
    """Deeper networks: within a region f = b^T D_2 V D_1 W x, so each predictor is W^T times a vector, and so is each difference.

    D_1 and D_2 hold the slopes of the two hidden layers on one side of a boundary, E_1 and E_2 on the other.
    """
    width, depth = dimension("h"), dimension("k")
    W, V, b = matrix("W", width, d), matrix("V", depth, width), vector("b", depth)
    D_1, E_1 = matrix("D_1", width, width), matrix("E_1", width, width)
    D_2, E_2 = matrix("D_2", depth, depth), matrix("E_2", depth, depth)
    on = Domain(over=[W, V, b, D_1, D_2, E_1, E_2, x])
    first, second = D_1.T * V.T * D_2.T * b, E_1.T * V.T * E_2.T * b
    return every(
        predictor=Equal(Dot(b, D_2 * V * D_1 * W * x), Dot(W.T * first, x), on=on),
        difference=Equal(W.T * first - W.T * second, W.T * (first - second), on=on))


@claim(KUNIN, "Appendix C.1", "count", reading="the order in h of the layer-by-layer bound, for d = 1 to 3 and l = 1 to 3",
       leaves_out="other d and l, and the bound itself, which is quoted")
def number_of_regions():
    """O(h^(dl)): what l layers of h hyperplanes in dimension d cut, layer by layer, over h^(dl), tends to (1/d!)^l.

    h hyperplanes cut d-space into at most sum_k binomial(h, k), k = 0..d, cells, and every layer cuts each region of the
    layer below at most as often; that bound is quoted, and counted on exact arrangements in the plane by the tests. Here its
    order in h is decided for d = 1, 2, 3 and l = 1, 2, 3.
    """
    h = real("h")
    cells = {1: 1 + h, 2: 1 + h + h * (h - 1) / 2, 3: 1 + h + h * (h - 1) / 2 + h * (h - 1) * (h - 2) / 6}
    factor = {1: S.One, 2: Rational(1, 2), 3: Rational(1, 6)}
    return every(**{f"d{size}_l{layers}": Limit(cells[size]**layers / h**(size * layers), h, oo, factor[size]**layers,
                                                on=Domain(h > 0, source=WIDTH))
                    for size in cells for layers in (1, 2, 3)})


@claim(KUNIN, "Footnote 9")
def patterns_that_do_not_occur():
    """Of the 2^m patterns not all occur: where w_3 = w_1 + w_2, two active neurons keep the third one active.

    In the plane m neurons without biases cut 2m regions (`app-C.1:count` has the general order), fewer than 2^m from m = 3 on:
    6 < 8, and one neuron more at most doubles 2m while it doubles 2^m.
    """
    m = real("m")
    return every(
        example=Holds(Gt(Dot(w_1 + w_2, x), 0), on=Domain(Dot(w_1, x) > 0, Dot(w_2, x) > 0, over=[w_1, w_2, x], source=REGION)),
        three=Holds(Lt(2 * m, 2**3), on=Domain(Eq(m, 3), source=EXAMPLE)),
        each_further_one=Holds(Le(2 * (m + 1), 2 * (2 * m)), on=Domain(m >= 3, source=EXAMPLE)))


@claim(KUNIN, "Footnote 10", uses=["kunin2024/app-C.1:predictor"])
def neighbours_may_share_a_predictor():
    """A neuron whose read-out is zero has a boundary across which the predictor does not change.

    So has a pair of opposite neurons with opposite read-outs in a ReLU network: a sigma(z) - a sigma(-z) = a z on both sides.
    """
    z = real("z")
    return every(
        silent=Equal((a_1 * (1 - gamma) * w_1).subs(a_1, 0), 0 * w_1, on=slope.but(over=[w_1])),
        pair=Equal((a_1 * sigma(z) - a_1 * sigma(-z)).subs(gamma, 0), a_1 * z, on=Domain(over=[a_1, z])))


@claim(KUNIN, "Appendix C.1", "partition", uses=["kunin2024/app-C.1:convex"], conditions=[stated(Eq(gamma, 0), gamma > 0)])
def regions_cover_the_input_space():
    """The union of all activation regions forms a convex partition of input space.

    Eq. (123) asks for a strict sign of every pre-activation, so none may vanish on an open set. The statement: with both
    first-layer neurons of the smallest deep network inactive, the gradient of the second layer's pre-activation is not zero.
    """
    u, v = real("z_1"), real("z_2")
    both_inactive = p * (gamma * u) + q * (gamma * v)
    steepness = both_inactive.diff(u)**2 + both_inactive.diff(v)**2
    on = slope.but(Ne(p, 0), Ne(q, 0), source=NOT_REDUNDANT)
    return Printed(
        every(relu=Holds(Gt(steepness, 0), on=on.but(Eq(gamma, 0))), leaky=Holds(Gt(steepness, 0), on=on.but(gamma > 0))),
        latex=r"\overline{\bigcup_{\mathcal{A}} \mathcal{R}(\mathcal{A}; \theta)} = \mathbb{R}^d",
        erratum=Erratum(
            "incomplete",
            "In a ReLU network with two or more hidden layers and no biases, every later pre-activation is exactly zero where all "
            "neurons of a layer are inactive, an open cone for an open set of weights; those inputs belong to no region of Eq. "
            "(123). With gamma > 0 the pre-activation keeps a slope there.",
            Holds(Gt(steepness, 0), on=on.but(gamma > 0))))


@claim(KUNIN, "Fig. 9", uses=["kunin2024/app-C.2:homogeneous"], reading="of the caption: without biases the regions are cones",
       leaves_out="that with biases they are convex polytopes that tile the plane (`app-C.1:convex` has one halfspace)")
def regions_without_biases_are_cones():
    """Without biases every pre-activation scales with x, in the second hidden layer too, so patterns are constant along rays."""
    first, second = real("z_1"), real("z_2")

    def deeper(scale):
        return p * sigma(scale * first) + q * sigma(scale * second)

    on = slope.but(c > 0, source=HOMOGENEOUS).but(over=[first, second, p, q])
    return Equal(deeper(c), c * deeper(1), on=on)
