"""Theorems 4.3 and B.4: the solution by the blocks B, C and D of the start, for each shape of network, Eqs. (10)-(15) and (56)-(76).

Any start is given by its B, C and D (Eqs. (10)-(12) and (64), from both ends), so the layers at the start are written in them. Then
Z = [Z_1; Z_2] obeys tau Z' = FZ, A obeys tau A' = Z^T Z, A is never singular, and Z A^{-1} Z^T solves the Riccati equation
(`domine2025/83`). N_h is free: Assumption A3 is not used, and lambda may have any sign or be zero. Nothing says that the start is
balanced either: that is what turns the gradient flow into the Riccati equation.
"""

from sympy import DiagMatrix, Eq, Identity, Integer, exp, oo

from rederive.derivations.language import (
    EIGENVALUE,
    Domain,
    Equal,
    Evolves,
    Flow,
    GrowthIntegral,
    Holds,
    Limit,
    MatrixFunction,
    PositiveDefinite,
    claim,
    dimension,
    every,
    matrix,
    matrix_growth,
    real,
    vector,
)

from .b2_solution_eq7_and_48_52 import ORTHONORMAL
from .frames_notation import FUNNEL, INVERTED, NONZERO, SHAPES, SQUARE, B, C, D, high, low, positive
from .notation import DOMINE, N_h, lam, t, tau, time_constant
from .task_notation import n

passing = Flow({t: Integer(1)}, name="time passes")


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


def upper(shape):
    """tau Z_1' is the upper half of FZ."""
    return Evolves(shape.above(), (-lam / 2 * shape.above() + shape.task.T * shape.below()) / tau, along=passing, on=shape.on)


def lower(shape):
    """tau Z_2' is the lower half of FZ."""
    return Evolves(shape.below(), (shape.task * shape.above() + lam / 2 * shape.below()) / tau, along=passing, on=shape.on)


def inside(shape):
    """tau A' = Z^T Z."""
    squares = shape.above().T * shape.above() + shape.below().T * shape.below()
    return Evolves(shape.inside, squares / tau, along=passing, on=shape.on)


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


x1, x2 = matrix("x_1", N_h, n), matrix("x_2", N_h, n)
"""W_1(0) V~ and W_2(0)^T U~."""


@claim(DOMINE, "Eq. (64)", origin="reconstructed", uses=["domine2025/10:square", "domine2025/11:square"],
       reading="on the modes of the task the layers are W_1(0) V~ and W_2(0)^T U~, any matrices")
def every_start_has_blocks():
    """Any start comes back from its own B and C: (B low - C high)/2 and (B high + C low)/2 are W_1(0) V~ and W_2(0)^T U~."""
    on = positive & Domain(over=[x1, x2])
    b, c = x2 * high + x1 * low, x2 * low - x1 * high
    return every(first=Equal((b * low - c * high) / 2, x1, on=on), second=Equal((b * high + c * low) / 2, x2, on=on))


@claim(DOMINE, "Eq. (14)", "funnel-above", origin="reconstructed")
def upper_half_funnel():
    """Z_1 moves by the upper half of FZ; funnel."""
    return upper(FUNNEL)


@claim(DOMINE, "Eq. (14)", "funnel-below", origin="reconstructed")
def lower_half_funnel():
    """Z_2 moves by the lower half of FZ; funnel."""
    return lower(FUNNEL)


@claim(DOMINE, "Eq. (14)", "inverted-above", origin="reconstructed")
def upper_half_inverted():
    """Z_1 moves by the upper half of FZ; inverted funnel."""
    return upper(INVERTED)


@claim(DOMINE, "Eq. (14)", "inverted-below", origin="reconstructed")
def lower_half_inverted():
    """Z_2 moves by the lower half of FZ; inverted funnel."""
    return lower(INVERTED)


@claim(DOMINE, "Eq. (14)", "square", origin="reconstructed")
def both_halves_square():
    """Z_1 and Z_2 move by the halves of FZ; square network."""
    return every(above=upper(SQUARE), below=lower(SQUARE))


@claim(DOMINE, "Eq. (15)", "funnel", origin="reconstructed")
def inside_of_a_funnel():
    """tau A' = Z_1^T Z_1 + Z_2^T Z_2; funnel."""
    return inside(FUNNEL)


@claim(DOMINE, "Eq. (15)", "inverted", origin="reconstructed")
def inside_of_an_inverted_funnel():
    """tau A' = Z_1^T Z_1 + Z_2^T Z_2; inverted funnel."""
    return inside(INVERTED)


@claim(DOMINE, "Eq. (15)", "square", origin="reconstructed")
def inside_of_a_square_network():
    """tau A' = Z_1^T Z_1 + Z_2^T Z_2; square network."""
    return inside(SQUARE)


@claim(DOMINE, "Eq. (15)", "definite", origin="derived")
def inside_is_never_singular():
    """A is positive definite for every t >= 0, so that the solution of Theorem 4.3 never ends, for every sign of lambda."""
    return every(**{name: Holds(PositiveDefinite(shape.inside), on=shape.on) for name, shape in SHAPES.items()})


@claim(DOMINE, "Theorem 4.3", "exponentials", reading="'exponentials that are diverging with t': the growth of one mode in A",
       leaves_out="that this makes a simulation unstable, which is a matter of floating point")
def inside_grows_without_bound():
    """(e^{2 s_lambda t/tau} - 1)/(4 s_lambda) grows without bound."""
    s = real(r"\tilde{s}_\lambda")
    return Limit((exp(2 * s * t / tau) - 1) / (4 * s), t, oo, oo, on=time_constant & Domain(s > 0, source=NONZERO) & Domain(over=[t]))


# by the eigenvectors ----------------------------------------------------------------------------------------------------------

k, r = dimension("k"), dimension("r")
P, values, Q0 = matrix("P", k, k), vector(r"\Lambda", k), matrix("Q(0)", k, r)
F = P * DiagMatrix(values) * P.T
orthonormal = Domain(Eq(P.T * P, Identity(k)), Eq(P * P.T, Identity(k)), source=ORTHONORMAL) & Domain(over=[values, Q0, t]) & time_constant


def of_values(formula):
    """A function of the eigenvalues, k x k."""
    return MatrixFunction(formula, EIGENVALUE, DiagMatrix(values))


@claim(DOMINE, "Eq. (59)", origin="reconstructed",
       reading="'and therefore': the exponential of P Lambda P^T, by orthonormality of P")
def exponential_by_eigenvectors():
    """e^{Ft/tau} = P e^{Lambda t/tau} P^T."""
    return Equal(MatrixFunction(exp(EIGENVALUE * t / tau), EIGENVALUE, F), P * of_values(exp(EIGENVALUE * t / tau)) * P.T,
                 on=orthonormal)


@claim(DOMINE, "Eq. (61)", origin="reconstructed")
def growth_by_eigenvectors():
    """(e^{2Ft/tau} - 1)/(2F) = P (e^{2 Lambda t/tau} - 1)/(2 Lambda) P^T, eigenvalues zero included."""
    return Equal(matrix_growth(F, t / tau, 2), P * of_values(GrowthIntegral(2 * EIGENVALUE, t / tau)) * P.T, on=orthonormal)


@claim(DOMINE, "Eq. (62)", origin="reconstructed", uses=["domine2025/59"])
def left_factor_by_eigenvectors():
    """e^{Ft/tau} Q(0) = P e^{Lambda t/tau} (P^T Q(0))."""
    return Equal(MatrixFunction(exp(EIGENVALUE * t / tau), EIGENVALUE, F) * Q0,
                 P * of_values(exp(EIGENVALUE * t / tau)) * (P.T * Q0), on=orthonormal)


@claim(DOMINE, "Eq. (72)", origin="reconstructed", uses=["domine2025/61"])
def inside_by_eigenvectors():
    """Q(0)^T (e^{2Ft/tau} - 1)/(2F) Q(0) is the growth of each eigenvalue between P^T Q(0) and its transpose."""
    return Equal(Q0.T * matrix_growth(F, t / tau, 2) * Q0, (P.T * Q0).T * of_values(GrowthIntegral(2 * EIGENVALUE, t / tau)) * (P.T * Q0),
                 on=orthonormal)
