"""Appendix B.4: the eigenvectors by blocks, the start in them, and Z_1 and Z_2, Eqs. (64)-(71).

Which of (66)-(71) stood where is told by the words "putting it together we get the expressions for Z_1 and Z_2" before (69): the
contributions of the block columns come first, (68) is lost altogether, and the whole and its halves follow.
"""

from sympy import Integer, exp, sqrt

from theoremtest.derivations.language import EIGENVALUE, Blocks, Domain, Equal, claim, every, matrix

from .eigen_notation import (
    any_layers,
    any_start,
    any_vectors,
    by_layers,
    columns,
    completed,
    eigenvectors,
    exponentials,
    layers_at_the_start,
    of_matrix,
    start_in_eigenvectors,
)
from .frames_notation import FUNNEL, INVERTED, SHAPES, SQUARE, B, C, D, growth, high, low, positive
from .notation import DOMINE, N_h, lam, later, t, tau
from .task_notation import n, one_m

COMPLETE = "V~ V~^T + V~_perp V~_perp^T, and the same of U~, stand for the identity, which they are where the frame is complete"


def in_eigenvectors(shape):
    """P^T Q(0) of any layers is what Eqs. (10)-(12) say."""
    first, second = layers_at_the_start(shape)
    return Equal(eigenvectors(shape).T * Blocks([first.T], [second]), start_in_eigenvectors(shape).subs(by_layers(shape)),
                 on=any_layers(shape))


x1, x2 = matrix("x_1", N_h, n), matrix("x_2", N_h, n)
"""W_1(0) V~ and W_2(0)^T U~."""


@claim(DOMINE, "Eq. (64)", origin="reconstructed", uses=["domine2025/10:square", "domine2025/11:square"],
       reading="on the modes of the task the layers are W_1(0) V~ and W_2(0)^T U~, any matrices")
def every_start_has_blocks():
    r"""A start by its $B$, $C$: $W_1(0) \tilde{V}$ is half of $B$ low - $C$ high, $W_2(0)^\top \tilde{U}$ half of $B$ high + $C$ low."""
    on = positive & Domain(over=[x1, x2])
    b, c = x2 * high + x1 * low, x2 * low - x1 * high
    return every(first=Equal((b * low - c * high) / 2, x1, on=on), second=Equal((b * high + c * low) / 2, x2, on=on))


@claim(DOMINE, "Eq. (64)", "funnel", origin="reconstructed", uses=["domine2025/10:funnel", "domine2025/11:funnel", "domine2025/12"])
def start_in_eigenvectors_funnel():
    """P^T Q(0) of any layers has the blocks B^T/sqrt 2, -C^T/sqrt 2 and D^T; funnel."""
    return in_eigenvectors(FUNNEL)


@claim(DOMINE, "Eq. (64)", "inverted", origin="reconstructed", uses=["domine2025/10:inverted", "domine2025/11:inverted", "domine2025/12"])
def start_in_eigenvectors_inverted():
    """P^T Q(0) of any layers has the blocks B^T/sqrt 2, -C^T/sqrt 2 and D^T; inverted funnel."""
    return in_eigenvectors(INVERTED)


@claim(DOMINE, "Eq. (64)", "square", origin="reconstructed", uses=["domine2025/10:square", "domine2025/11:square"])
def start_in_eigenvectors_square():
    """P^T Q(0) of any layers has the blocks B^T/sqrt 2 and -C^T/sqrt 2; square network."""
    return in_eigenvectors(SQUARE)


@claim(DOMINE, "Eq. (65)", origin="reconstructed", uses=["domine2025/53:funnel", "domine2025/53:inverted", "domine2025/53:square"])
def exponential_times_the_eigenvectors():
    """P e^{Lambda t/tau}: every block column with its own exponential; square network, whose columns the other shapes share."""
    grow, fall = growth(t)
    first = [SQUARE.V * low * grow, SQUARE.V * high * fall]
    second = [SQUARE.U * high * grow, -SQUARE.U * low * fall]
    return Equal(eigenvectors(SQUARE) * exponentials(SQUARE), Blocks(first, second) / sqrt(2), on=later & any_vectors(SQUARE))


def contribution(shape, number, start, written):
    """What a block column adds to Z, on both sides, by its part of P^T Q(0)."""
    above, below = columns(shape)[number]
    return Equal(Blocks([above], [below]) * (growth(t)[number] * start), Blocks([written[0]], [written[1]]), on=any_start(shape))


@claim(DOMINE, "Eq. (66)", origin="reconstructed", uses=["domine2025/64:square", "domine2025/65"])
def growing_column():
    """What the growing block column adds to Z_1 and to Z_2; square network."""
    grow = growth(t)[0]
    return contribution(SQUARE, 0, B.T / sqrt(2), (SQUARE.V * low * grow * B.T / 2, SQUARE.U * high * grow * B.T / 2))


@claim(DOMINE, "Eq. (67)", origin="reconstructed", uses=["domine2025/64:square", "domine2025/65"])
def decaying_column():
    """What the decaying block column adds to Z_1 and to Z_2; square network."""
    fall = growth(t)[1]
    return contribution(SQUARE, 1, -C.T / sqrt(2), (-SQUARE.V * high * fall * C.T / 2, SQUARE.U * low * fall * C.T / 2))


@claim(DOMINE, "Eq. (68)", origin="reconstructed", uses=["domine2025/53:complement", "domine2025/64:funnel", "domine2025/64:inverted"])
def column_of_the_complement():
    """What the complement adds: its eigenvalue is lambda_perp in every direction, so that one exponential comes out as a number."""
    def of(shape, rest):
        turned = of_matrix(exp(EIGENVALUE * t / tau), shape.perp * one_m)
        return Equal(rest * turned * D.T, exp(shape.perp * t / tau) * rest * D.T, on=later & Domain(over=[rest, D, lam]))
    return every(funnel=of(FUNNEL, FUNNEL.V_perp), inverted=of(INVERTED, INVERTED.U_perp))


def together(shape):
    """P e^{Lambda t/tau} P^T Q(0) is Z."""
    return Equal(eigenvectors(shape) * exponentials(shape) * start_in_eigenvectors(shape), Blocks([shape.above()], [shape.below()]),
                 on=any_start(shape))


@claim(DOMINE, "Eq. (69)", "funnel", origin="reconstructed", uses=["domine2025/66", "domine2025/67", "domine2025/68"])
def both_halves_together_funnel():
    """P e^{Lambda t/tau} P^T Q(0) is Z_1 over Z_2; funnel."""
    return together(FUNNEL)


@claim(DOMINE, "Eq. (69)", "inverted", origin="reconstructed", uses=["domine2025/66", "domine2025/67", "domine2025/68"])
def both_halves_together_inverted():
    """P e^{Lambda t/tau} P^T Q(0) is Z_1 over Z_2; inverted funnel."""
    return together(INVERTED)


@claim(DOMINE, "Eq. (69)", "square", origin="reconstructed", uses=["domine2025/66", "domine2025/67"])
def both_halves_together_square():
    """P e^{Lambda t/tau} P^T Q(0) is Z_1 over Z_2; square network."""
    return together(SQUARE)


def begins(shape, side):
    """Z_1 or Z_2 at t = 0, of any layers, is W_1(0)^T or W_2(0)."""
    first, second = layers_at_the_start(shape)
    if side == "above":
        half, frame, rest, layer = shape.above(Integer(0)), shape.V, shape.V_perp, first.T
    else:
        half, frame, rest, layer = shape.below(Integer(0)), shape.U, shape.U_perp, second
    return Equal(half.subs(by_layers(shape)), completed(frame, rest) * layer, on=any_vectors(shape) & Domain(over=[first, second]))


@claim(DOMINE, "Eq. (70)", origin="reconstructed", uses=["domine2025/69:funnel", "domine2025/69:inverted", "domine2025/69:square"],
       reading=COMPLETE)
def upper_half_with_the_complement():
    """Z_1 with the complement starts at W_1(0)^T, whatever the layers; how it moves is Eq. (14)."""
    return every(**{name: begins(shape, "above") for name, shape in SHAPES.items()})


@claim(DOMINE, "Eq. (71)", origin="reconstructed", uses=["domine2025/69:funnel", "domine2025/69:inverted", "domine2025/69:square"],
       reading=COMPLETE)
def lower_half_with_the_complement():
    """Z_2 with the complement starts at W_2(0), whatever the layers; how it moves is Eq. (14)."""
    return every(**{name: begins(shape, "below") for name, shape in SHAPES.items()})
