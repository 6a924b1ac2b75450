"""Appendix D.3 with Figs. 6 and 11: rescaled layers, the kernel distance, the smoothness of a filter, Eqs. (128)-(129), and the
counts of the random hierarchy model."""

from sympy import Eq, Function, Gt, ImmutableMatrix, Lt, Ne, Rational, S, Symbol, sqrt

from theoremtest.derivations.language import Domain, Equal, Erratum, Holds, Iff, Induction, Printed, claim, every, real, reals

from .conventions_notation import FILTER, HIERARCHY, HOMOGENEOUS, NINE_POINTS, RESCALED, STANDARD, STENCIL
from .notation import KUNIN, a, eta_a, eta_w, rates_positive
from .piecewise_notation import sigma, slope
from .s1_introduction import distance, k_0, k_t, kernels

alpha, z, c, e = reals(r"\alpha", "z", "c", "e")
norm_w = real(r"\|w\|")
quarter, half = Rational(1, 4), Rational(1, 2)
printed_kernel = ImmutableMatrix([[-quarter, -half, -quarter], [-half, 2, -half], [-quarter, -half, -quarter]])
kernel = ImmutableMatrix([[-quarter, -half, -quarter], [-half, 3, -half], [-quarter, -half, -quarter]])
"""The same stencil with the centre entry that makes it a Laplacian."""

PLACES = [(row - 1, column - 1) for row in range(3) for column in range(3)]
ENTRIES = {(i, j): real(rf"\Delta_{{{i + 2}{j + 2}}}") for i, j in PLACES}
"""The stencil's entries, by their place around the origin; a claim's domain says what they are."""


def applied(field):
    """The stencil's sum over the 3 x 3 values of a field around the origin; field(i, j) is its value at (i, j)."""
    return sum((ENTRIES[i, j] * field(i, j) for i, j in PLACES), S.Zero)


def laplacian(stencil, source):
    """A Laplacian up to its sign: it vanishes on affine fields and is -(2 r + 2 t) on r i^2 + s ij + t j^2."""
    r, s, t, u, v, w = reals("r", "s", "t", "u", "v", "w")
    on = Domain(*(Eq(ENTRIES[i, j], stencil[i + 1, j + 1]) for i, j in PLACES), over=[r, s, t, u, v, w], source=source)
    return every(affine=Equal(applied(lambda i, j: u + v * i + w * j), S.Zero, on=on),
                 quadratic=Equal(applied(lambda i, j: r * i**2 + s * i * j + t * j**2), -(2 * r + 2 * t), on=on))


@claim(KUNIN, "Appendix D.3", "rescaled-layers")
def rescaled_layers_keep_the_function():
    """First layer divided by alpha, last layer multiplied by alpha: the same function (homogeneous layers, biases zero)."""
    return Equal(alpha * a * sigma(z / alpha), a * sigma(z), on=slope.but(alpha > 0, source=RESCALED).but(over=[a, z]))


@claim(KUNIN, "Fig. 6", uses=["kunin2024/app-D.3:rescaled-layers"],
       reading="of the caption: what alpha does to one neuron with a homogeneous activation",
       leaves_out="what the four experiments (a) to (d) show of activation patterns, filters, sample complexity and grokking; and whether "
                  "they scale `without altering the input-output map`, which is shown of one homogeneous neuron without a bias: of (b) "
                  "Appendix D.3 divides the filters and multiplies nothing, which keeps the map only where a normalization follows")
def alpha_regulates_the_geometry():
    """alpha = 1 leaves the parameters alone, alpha > 1 moves every neuron upstream and alpha < 1 downstream.

    delta of the rescaled neuron is eta_w alpha^2 a^2 - eta_a |w|^2/alpha^2; the function does not change.
    """
    on = rates_positive & Domain(alpha > 0, Ne(a, 0), norm_w > 0, source=RESCALED)
    delta = eta_w * (alpha * a)**2 - eta_a * (norm_w / alpha)**2
    return every(function=Equal(alpha * a * sigma(z / alpha), a * sigma(z), on=slope.but(alpha > 0, source=RESCALED).but(over=[a, z])),
                 standard=Equal(delta, eta_w * a**2 - eta_a * norm_w**2, on=on.but(Eq(alpha, 1), source=STANDARD)),
                 direction=Holds(Gt(delta.diff(alpha), 0), on=on))


@claim(KUNIN, "Appendix D.3", "kernel-distance", uses=["kunin2024/sec-1:kernel-distance"])
def kernel_distance_again():
    """S(t_1, t_2) is scale invariant."""
    return Equal(distance(c * k_0, e * k_t), distance(k_0, k_t), on=kernels.but(c > 0, e > 0, source=HOMOGENEOUS))


@claim(KUNIN, "Eq. (128)")
def smoothness_is_scale_invariant():
    """The smoothness of a filter does not change when the filter is scaled: the Laplacian is normalised.

    Written for any one value of the convolution, which is linear in the filter.
    """
    entries = reals(*[f"w_{i}" for i in range(9)])
    on = Domain(Ne(c, 0), Gt(sum(item**2 for item in entries), 0), over=entries, source=FILTER)

    def value(scale):
        length = sqrt(sum((scale * item)**2 for item in entries))
        return (sum((printed_kernel[k] * scale * item for k, item in enumerate(entries)), S.Zero) / length)**2

    return Equal(value(c), value(1), on=on)


@claim(KUNIN, "Eq. (129)")
def laplacian_kernel():
    """The kernel is a Laplacian: zero on affine fields, the sum of the second derivatives (with a minus sign) on quadratic ones."""
    printed = laplacian(printed_kernel, STENCIL)
    return Printed(
        printed, defines=tuple(condition.lhs for condition in printed.on.conditions),
        latex=(r"\Delta := \begin{pmatrix} -0.25 & -0.5 & -0.25 \\ -0.5 & 2 & -0.5 \\ -0.25 & -0.5 & -0.25 \end{pmatrix}"
               r" \;\text{is a Laplacian}"),
        erratum=Erratum(
            "wrong",
            "The entries sum to -1, so the smoothest filter of all, a constant one, is not annihilated. The neighbours add up to "
            "-3; with 3 in the centre the kernel is the nine-point Laplacian that is exact on quadratic fields.",
            laplacian(kernel, NINE_POINTS)))


@claim(KUNIN, "Fig. 11", uses=["kunin2024/app-D.3:rescaled-layers"])
def which_alpha_is_small():
    """The caption calls alpha < 1 a small initialisation; the appendix divides the filters' weights by alpha."""
    on = Domain(alpha > 0, norm_w > 0, source=RESCALED)
    return Printed(
        Iff(Lt(norm_w / alpha, norm_w), Lt(alpha, 1), on=on),
        erratum=Erratum(
            "wrong",
            "Weights divided by alpha are smaller than standard ones where alpha > 1. Caption and appendix contradict each other; "
            "the appendix agrees with Fig. 6, where alpha > 1 is upstream.",
            Iff(Lt(norm_w / alpha, norm_w), Gt(alpha, 1), on=on)))


@claim(KUNIN, "Appendix D.3", "hierarchy-rules")
def rules_of_a_random_hierarchy():
    """m n_c + (L - 1) m v rules: m for each class, and m for each of v tokens on each of the L - 1 levels below.

    By induction over the levels: one more level needs m rules for each of the v tokens above it.
    """
    m, classes, v = reals("m", "n_c", "v")
    levels, rules = Symbol("L", integer=True, positive=True), Function(r"R", real=True)
    on = Domain(over=[m, classes, v, levels])
    return Induction(Equal(rules(levels), m * classes + (levels - 1) * m * v, on=on), over=levels, start=1,
                     sequences={rules(levels): (m * classes, rules(levels) + m * v)}, on=on)


@claim(KUNIN, "Appendix D.3", "hierarchy-example", uses=["kunin2024/app-D.3:hierarchy-rules"])
def the_example_fits():
    """The example n_c = 2, m = 3, s = 2, v = 3 and the run n_c = 8, m = 4, s = 2, v = 8 leave enough features for all.

    v^s features of length s exist; classes need m n_c different ones, tokens m v.
    """
    m = real("m")
    example, run = Domain(Eq(m, 3), source=HIERARCHY), Domain(Eq(m, 4), source=HIERARCHY)
    return every(example_classes=Holds(2 * m <= 3**2, on=example), example_tokens=Holds(3 * m <= 3**2, on=example),
                 run_classes=Holds(8 * m <= 8**2, on=run), run_tokens=Holds(8 * m <= 8**2, on=run))


@claim(KUNIN, "Appendix D.3", "hierarchy-length", uses=["kunin2024/app-D.3:hierarchy-rules"])
def length_of_a_sample():
    """A sample has length s^L: the class becomes s tokens, and each of the L - 1 further levels replaces a token by s.

    Level by level: q tokens become s q, and where each of a feature's two tokens has N strings, one of m features has m N^2.
    The run of the paper: length 2^3 = 8, one-hot inputs of 8 x 8 = 64 numbers, 8 x 4^7 different data points.
    """
    s, m = reals("s", "m")
    levels = Symbol("L", integer=True, positive=True)
    length, strings = Function("q", real=True), Function("N", real=True)
    lengths, data = (Domain(letter > 0, over=[levels], source=HIERARCHY) for letter in (s, m))
    return every(
        length=Induction(Equal(length(levels), s**levels, on=lengths), over=levels, start=1,
                         sequences={length(levels): (s, s * length(levels))}, on=lengths),
        strings=Induction(Equal(strings(levels), m**(2**levels - 1), on=data), over=levels, start=1,
                          sequences={strings(levels): (m, m * strings(levels)**2)}, on=data))


@claim(KUNIN, "Appendix D.3", "learning-rate")
def learning_rate_of_the_hierarchy_run():
    """0.1 times the width 64 is the learning rate 6.4."""
    width = real("k")
    return Equal(Rational(1, 10) * width, Rational(64, 10), on=Domain(Eq(width, 64), source=HIERARCHY))
