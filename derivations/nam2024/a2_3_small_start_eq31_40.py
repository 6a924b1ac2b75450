"""Appendix A.2.3: a linear neural network from aligned layers becomes c modes, Eqs. (A.31)-(A.40)."""

from sympy import DiagMatrix, Eq, S, Trace, ZeroMatrix, exp, sqrt

from theoremtest.derivations.language import (
    Diagonal,
    Domain,
    Equal,
    Erratum,
    Evolves,
    Flow,
    GradientFlow,
    Iff,
    Limit,
    Meaning,
    Printed,
    Solves,
    System,
    by,
    claim,
    dimension,
    every,
    matrix,
    real,
    reals,
    vector,
)

from .layerwise_notation import X, Y, c, d, later, t
from .notation import NAM
from .small_start_notation import (
    W1,
    W2,
    A,
    P,
    R,
    U,
    V,
    alpha,
    flow,
    frames,
    in_the_image,
    layers,
    one_c,
    one_d,
    rho,
    start_1,
    start_2,
    training,
    turned_1,
    turned_2,
    whitened,
)

SINGULAR_VALUE = Meaning("a singular value", "Appendix A.2.3")
KEPT = Meaning("balanced at the start, and so at all times", "Eq. (A.31)")
SAME = Meaning("both layers have one diagonal", "Appendix A.2.3")
STARTED = Meaning("the entries of A at the start, singular values other than zero", "Appendix A.2.3")
alpha_i, rho_i, alpha_0 = reals(r"\alpha_i", r"\rho_i", r"\alpha_i(0)")
mode = Flow({alpha_i: -alpha_i**3 + rho_i * alpha_i}, name="Eq. (A.38)")
path = rho_i / (1 + (rho_i / alpha_0**2 - 1) * exp(-2 * rho_i * t))
"""alpha_i^2 by Eq. (A.39)."""
x, r = reals("x", "r")


@claim(NAM, "Eq. (A.31)")
def aligned_layers_are_balanced():
    """Layers U^T A R and R^T A V are balanced, for every diagonal A."""
    return Equal(start_1.T * start_1 - start_2 * start_2.T, ZeroMatrix(c, c), on=frames & Domain(over=[alpha]))


@claim(NAM, "Eq. (A.33)", uses=["nam2024/A.26"])
def first_layer_moves():
    """W_1 moves by -E[x x^T] W_1 W_2 W_2^T + E[x y^T] W_2^T, under whitened inputs by -W_1 W_2 W_2^T + U^T P V W_2^T."""
    return every(
        any=Evolves(W1, -X.T * X * W1 * W2 * W2.T + X.T * Y * W2.T, along=training, on=Domain(over=[X, Y, W1, W2])),
        whitened=Evolves(W1, -W1 * W2 * W2.T + U.T * P * V * W2.T, along=training, on=whitened & Domain(over=[W1, W2])))


@claim(NAM, "Eq. (A.34)", uses=["nam2024/A.33"])
def turned_first_layer_moves():
    """U W_1 R^T moves by the same in turned layers, V^T V = R^T R = I put in between."""
    moved = -(U * W1 * R.T) * (R * W2 * V.T) * (V * W2.T * R.T) + (U * U.T) * P * (V * W2.T * R.T)
    return Evolves(turned_1, moved, along=flow, on=layers)


@claim(NAM, "Eq. (A.35)", uses=["nam2024/A.34"])
def turned_first_layer_in_its_own_terms():
    """The turned first layer moves by -W~_1 W~_2 W~_2^T + P W~_2^T."""
    return Evolves(turned_1, -turned_1 * turned_2 * turned_2.T + P * turned_2.T, along=flow, on=layers)


@claim(NAM, "Eq. (A.36)", uses=["nam2024/A.28", "nam2024/app-A.2.3:image"],
       reading="`similarly`: along the same flow, from the same start W_1(0) = U^T A R, which puts W_1 in the image of U^T at every time")
def turned_second_layer_moves():
    """The turned second layer moves by -W~_1^T W~_1 W~_2 + W~_1^T P."""
    return Evolves(turned_2, -turned_1.T * turned_1 * turned_2 + turned_1.T * P, along=flow, on=in_the_image)


@claim(NAM, "Appendix A.2.3", "image", uses=["nam2024/A.33"], origin="derived")
def first_layer_stays_in_the_image():
    """What W_1 has across the left singular vectors moves by a multiple of itself, so that it stays zero from W_1(0) = U^T A R."""
    across = (one_d - U.T * U) * W1
    return every(start=Equal(U.T * U * start_1, start_1, on=frames & Domain(over=[alpha])),
                 motion=Evolves(across, -across * W2 * W2.T, along=flow, on=layers))


@claim(NAM, "Appendix A.2.3", "diagonal", uses=["nam2024/A.35", "nam2024/A.36"],
       reading="`all matrices in Eq. (A.35) and Eq. (A.36) are diagonal`: at any two diagonal layers A and B both rates are diagonal, each "
               "entry by itself; `W~_1(0) = W~_2(0) = A`",
       leaves_out="that the solution of the differential equation is the only one")
def diagonal_layers_stay_diagonal():
    """Turned layers start as A, and where both are diagonal they move diagonally."""
    y, beta = real("y"), vector(r"\beta", c)
    other, on = DiagMatrix(beta), Domain(over=[alpha, beta, rho])
    return every(first=Equal(U * start_1 * R.T, 1 * A, on=frames & Domain(over=[alpha])),
                 second=Equal(R * start_2 * V.T, 1 * A, on=frames & Domain(over=[alpha])),
                 first_rate=Equal(-A * other * other.T + P * other.T, Diagonal(y * (r - x * y), (x, alpha), (y, beta), (r, rho)), on=on),
                 second_rate=Equal(-A.T * A * other + A.T * P, Diagonal(x * (r - x * y), (x, alpha), (y, beta), (r, rho)), on=on))


@claim(NAM, "Eq. (A.37)", uses=["nam2024/A.31", "nam2024/A.29"],
       reading="with W_1 in the image of U^T, as above; W_1^T W_1 - W_2 W_2^T is zero at the start and conserved")
def turned_layers_are_balanced():
    """W~_1^T W~_1 - W~_2 W~_2^T is R (W_1^T W_1 - W_2 W_2^T) R^T, which is zero."""
    turned = turned_1.T * turned_1 - turned_2 * turned_2.T
    balanced = in_the_image & Domain(Eq(W1.T * W1, W2 * W2.T), source=KEPT)
    return every(turned=Equal(turned, R * (W1.T * W1 - W2 * W2.T) * R.T, on=in_the_image),
                 zero=Equal(turned, ZeroMatrix(c, c), on=balanced), kept=Evolves(turned, ZeroMatrix(c, c), along=flow, on=in_the_image))


@claim(NAM, "Appendix A.2.3", "equal", uses=["nam2024/A.37"],
       reading="`we have W~_1(t) = W~_2(t)`: of diagonal balanced layers a mode's two entries have equal squares; they start equal and "
               "positive, "
               "and the sign of neither changes, as it moves by a multiple of itself", leaves_out="the last step, that a solution of "
               "such an equation keeps its sign")
def turned_layers_are_equal():
    """Both turned layers are equal: entries of equal squares and one sign."""
    f, g = reals("f", "g")
    same = Domain(f > 0, g > 0, source=Meaning("entries of balanced layers that start positive", "Appendix A.2.3"))
    along = Flow({f: g * (rho_i - f * g), g: f * (rho_i - f * g)}, name="one mode of Eqs. (A.35) and (A.36)")
    return every(equal=Iff(Eq(f**2, g**2), Eq(f, g), on=same),
                 motion=Evolves(f - g, -(rho_i - f * g) * (f - g), along=along, on=Domain(over=[f, g, rho_i])),
                 sign=Evolves(f + g, (rho_i - f * g) * (f + g), along=along, on=Domain(over=[f, g, rho_i])))


@claim(NAM, "Eq. (A.38)", uses=["nam2024/A.35", "nam2024/app-A.2.3:equal"])
def entry_moves():
    """A diagonal entry moves by -alpha_i^3 + rho_i alpha_i: the rate of Eq. (A.35) at equal diagonal layers, every entry at once."""
    second = real(r"\beta_i")
    both = GradientFlow((alpha_i * second - rho_i)**2 / 2, {alpha_i: 1, second: 1}, name="gradient flow of one mode")
    equal = Domain(Eq(second, alpha_i), over=[rho_i], source=SAME)
    return every(every=Equal(-A * A * A.T + P * A.T, Diagonal(-x**3 + r * x, (x, alpha), (r, rho)), on=Domain(over=[alpha, rho])),
                 entry=Evolves(alpha_i, -alpha_i**3 + rho_i * alpha_i, along=both, on=equal))


@claim(NAM, "Eq. (A.39)", uses=["nam2024/A.38"], conditions=[by(STARTED, alpha_0 > 0), by(SINGULAR_VALUE, rho_i > 0)],
       reading="alpha_i is the positive root of rho_i times the right side; rho_i is divided by and so not zero, as in Eq. (3.15)")
def entry_in_time():
    """alpha_i^2 moves by -2 alpha_i^2 (alpha_i^2 - rho_i), and alpha_i^2/rho_i is sigmoidal."""
    system = System({alpha_i: -alpha_i**3 + rho_i * alpha_i}, {alpha_i: alpha_0})
    return every(rate=Evolves(alpha_i**2, -2 * alpha_i**2 * (alpha_i**2 - rho_i), along=mode, on=Domain(over=[alpha_i, rho_i])),
                 path=Solves(system, {alpha_i: sqrt(path)}, on=later & Domain(alpha_0 > 0, rho_i > 0)))


@claim(NAM, "Eq. (A.39)", "no-correlation", uses=["nam2024/A.38"], origin="derived")
def entry_of_no_correlation():
    """Where rho_i is zero, as for dependent targets, alpha_i^2 falls like a power of time, to alpha_i(0)^2/(1 + 2 alpha_i(0)^2 t)."""
    still = System({alpha_i: -alpha_i**3}, {alpha_i: alpha_0})
    return Solves(still, {alpha_i: alpha_0 / sqrt(1 + 2 * alpha_0**2 * t)}, on=later & Domain(alpha_0 > 0))


@claim(NAM, "Eq. (A.40)", uses=["nam2024/A.39", "nam2024/app-A.2.3:equal"],
       reading="with alpha_i in A for alpha_i(t) in A(t)",
       leaves_out="that the layers are U^T A(t) R and R^T A(t) V at every time, which the sentences before it say of U W_1 R^T and R "
               "W_2 V^T")
def network_function_in_modes():
    """W_1 W_2 is U^T A(t)^2 V, with the squares of the entries on the diagonal."""
    return Equal(start_1 * start_2, U.T * Diagonal(x**2, (x, alpha)) * V, on=frames & Domain(over=[alpha]))


@claim(NAM, "Appendix A.2.3", "any-width", uses=["nam2024/A.35", "nam2024/A.36"], origin="derived")
def more_units_than_outputs():
    """R need not be square: with p >= c units, R R^T = I and layers that R^T R leaves as they are, Eqs. (A.35) and (A.36) hold alike.

    U, V and R stay as they are along the flow.
    """
    p = dimension("p")
    wide_1, wide_2, turn = matrix("W_1", d, p), matrix("W_2", p, c), matrix("R", c, p)
    pull = U.T * P * V
    along = Flow({wide_1: (pull - wide_1 * wide_2) * wide_2.T, wide_2: wide_1.T * (pull - wide_1 * wide_2)}, name="gradient flow",
                 constants=(U, V, turn))
    first, second = U * wide_1 * turn.T, turn * wide_2 * V.T
    on = Domain(Eq(U * U.T, one_c), Eq(V * V.T, one_c), Eq(V.T * V, one_c), Eq(turn * turn.T, one_c), Eq(U.T * U * wide_1, wide_1),
                Eq(wide_1 * turn.T * turn, wide_1), Eq(turn.T * turn * wide_2, wide_2), over=[rho])
    return every(first=Evolves(first, -first * second * second.T + P * second.T, along=along, on=on),
                 second=Evolves(second, -first.T * first * second + first.T * P, along=along, on=on))


scale, here, there = real("s"), matrix("M_1", d, c), matrix("M_2", c, c)


@claim(NAM, "Appendix A.2.3", "small", conditions=[by(Meaning("the size of a start", "Appendix A.2.3"), scale > 0)],
       reading="`with sufficiently small initialization, all matrices approximately meet the conditions`, relative to their size: of "
               "|s M_1|^2 the share that lies across the image of U^T, where U^T A R has none, tends to zero with s; q and "
               "r are the squared lengths of what M_1 has across the image and in it",
       leaves_out="the other conditions, on W_2 and on the one R for both layers")
def small_starts_are_nearly_aligned():
    """Sufficiently small layers approximately have the special form."""
    q, r = reals("q", "r")
    on = Domain(scale > 0) & Domain(q > 0, r > 0, source=Meaning("a first layer in general position", "Appendix A.2.3"))
    part = scale**2 * q / (scale**2 * q + scale**2 * r)
    full = frames & Domain(over=[scale, here, there, alpha])

    def distance(layer, form):
        return Trace((scale * layer - scale * form).T * (scale * layer - scale * form))
    ends = Trace(A * A)
    return Printed(every(share=Limit(part, scale, 0, S.Zero, on=on)), erratum=Erratum(
        "wrong", "Smaller layers are as far from the special form as larger ones, relative to their size: of layers s M_1 and s M_2 every "
        "squared distance falls with the square of s, as the layers' own squared lengths do. What counts is the part of the start that "
        "grows, (W_1(0)^T u_i^T + W_2(0) v_i^T)/2 for mode i, which a small random start has at random; Eq. (3.15) then is off in most "
        "modes.",
        every(share=Equal(part, q / (q + r), on=on),
              first=Equal(distance(here, start_1), scale**2 * (Trace(here.T * here) - 2 * Trace(here.T * start_1) + ends), on=full),
              second=Equal(distance(there, start_2), scale**2 * (Trace(there.T * there) - 2 * Trace(there.T * start_2) + ends), on=full))))


@claim(NAM, "Appendix A.2.3", "share", uses=["nam2024/app-A.2.3:image"], origin="derived")
def smaller_starts_are_no_better_aligned():
    """Relative to its size no start is closer for being smaller: what W_1(0) = s M_1 has across the image of U^T is s^2 times M_1's.

    Layers align later, when what is in the image of U^T grows, and what is across it does not.
    """
    across = (one_d - U.T * U) * (scale * here)
    return Equal(Trace(across.T * across), scale**2 * (Trace(here.T * here) - Trace(here.T * U.T * U * here)),
                 on=frames & Domain(over=[scale, here]))
