"""Section 4: the variables B, C and D of the initialization, Eqs. (10)-(12), for each shape of network.

Any start is given by its B, C and D, from both ends: here the layers are made of B, C and D and give these back; at Eqs. (64), (70), (71)
any layers come back from theirs. N_h is free: Assumption A3 is not used, and lambda may have any sign or be zero.
"""

from sympy import Integer

from theoremtest.derivations.language import Equal, claim, every

from .frames_notation import SHAPES, B, C, D, high, low, positive
from .notation import DOMINE


def first_layer(shape):
    """W_1(0) of a start with blocks B, C and D."""
    return shape.above(Integer(0)).T


def second_layer(shape):
    """W_2(0) of a start with blocks B, C and D."""
    return shape.below(Integer(0))


def blocks_of_the_start(shape):
    """Eqs. (10)-(12) of these layers are B, C and D again."""
    W1, W2, on = first_layer(shape), second_layer(shape), shape.frames & positive & shape.start
    parts = {"b": Equal(W2.T * shape.U * high + W1 * shape.V * low, B, on=on),
             "c": Equal(W2.T * shape.U * low - W1 * shape.V * high, C, on=on)}
    if shape.U_perp is not None:
        parts["d"] = Equal(W2.T * shape.U_perp, D, on=on)
    if shape.V_perp is not None:
        parts["d"] = Equal(W1 * shape.V_perp, D, on=on)
    return parts


@claim(DOMINE, "Eq. (10)", "funnel", origin="reconstructed")
def growing_part_of_the_start_funnel():
    """B of the layers that B, C and D make is B; funnel."""
    return blocks_of_the_start(SHAPES["funnel"])["b"]


@claim(DOMINE, "Eq. (10)", "inverted", origin="reconstructed")
def growing_part_of_the_start_inverted():
    """B of the layers that B, C and D make is B; inverted funnel."""
    return blocks_of_the_start(SHAPES["inverted"])["b"]


@claim(DOMINE, "Eq. (10)", "square", origin="reconstructed")
def growing_part_of_the_start_square():
    """B of the layers that B, C and D make is B; square."""
    return blocks_of_the_start(SHAPES["square"])["b"]


@claim(DOMINE, "Eq. (11)", "funnel", origin="reconstructed")
def decaying_part_of_the_start_funnel():
    """C of the layers that B, C and D make is C; funnel."""
    return blocks_of_the_start(SHAPES["funnel"])["c"]


@claim(DOMINE, "Eq. (11)", "inverted", origin="reconstructed")
def decaying_part_of_the_start_inverted():
    """C of the layers that B, C and D make is C; inverted funnel."""
    return blocks_of_the_start(SHAPES["inverted"])["c"]


@claim(DOMINE, "Eq. (11)", "square", origin="reconstructed")
def decaying_part_of_the_start_square():
    """C of the layers that B, C and D make is C; square."""
    return blocks_of_the_start(SHAPES["square"])["c"]


@claim(DOMINE, "Eq. (12)", origin="reconstructed")
def part_of_the_start_off_the_task():
    """D of these layers is D; a square network has none."""
    return every(**{name: blocks_of_the_start(SHAPES[name])["d"] for name in ("funnel", "inverted")})
