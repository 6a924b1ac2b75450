"""Appendix B.3: the eigendecomposition of F from the task's singular value decomposition, Eqs. (53)-(55).

P's columns are checked one block at a time: F P = P Lambda, and P^T P = I. No assumption on the layers enters, and N_h does not occur.
"""

from sympy import Eq, ZeroMatrix, sign, sqrt

from theoremtest.derivations.language import EIGENVALUE, Blocks, Domain, Equal, claim, every, matrix, stated

from .eigen_notation import eigenvalues, eigenvectors, riccati_matrix
from .frames_notation import FUNNEL, INVERTED, SQUARE, high, low, positive, weak
from .notation import DOMINE, lam
from .task_notation import S_level, S_tilde, level, m, n, of, one_n, s_tilde

printed_slant = of(sign(lam) * sqrt((level - EIGENVALUE) / (level + EIGENVALUE)))


def columns(shape, on):
    """F times the first and second block column of sqrt(2) P is these columns times S~_lambda and -S~_lambda."""
    def half(above, below, factor):
        first, second = shape.V * above, shape.U * below
        return (Equal(-lam / 2 * first + shape.task.T * second, factor * first * S_level, on=on),
                Equal(shape.task * first + lam / 2 * second, factor * second * S_level, on=on))
    grown, fallen = half(low, high, 1), half(high, -low, -1)
    return every(growing_above=grown[0], growing_below=grown[1], decaying_above=fallen[0], decaying_below=fallen[1])


@claim(DOMINE, "Eq. (53)", "funnel", origin="reconstructed")
def eigenvectors_of_a_funnel():
    """F P = P Lambda on the modes of the task; funnel."""
    return columns(FUNNEL, FUNNEL.frames & positive)


@claim(DOMINE, "Eq. (53)", "inverted", origin="reconstructed")
def eigenvectors_of_an_inverted_funnel():
    """F P = P Lambda on the modes of the task; inverted funnel."""
    return columns(INVERTED, INVERTED.frames & positive)


@claim(DOMINE, "Eq. (53)", "square", origin="reconstructed")
def eigenvectors_of_a_square_network():
    """F P = P Lambda; square network."""
    return columns(SQUARE, SQUARE.frames & positive)


@claim(DOMINE, "Eq. (53)", "zero-values", origin="derived")
def eigenvectors_with_zero_singular_values():
    """The same where singular values vanish and lambda does not."""
    return columns(SQUARE, SQUARE.frames & weak)


@claim(DOMINE, "Eq. (53)", "complement", origin="reconstructed")
def eigenvalue_of_the_complement():
    """The complement's columns are eigenvectors of F with lambda_perp = sgn(N_o - N_i) lambda/2; the narrow side has zeros in them.

    `own`: they stand beside [V~; U~], whose image under F is no multiple of it. `other`: the task does not see the complement.
    """
    def of_shape(shape, across, rest):
        above, below = (row[2] for row in eigenvectors(shape).rows_of_blocks)
        moved = (shape.V * (S_tilde - lam / 2 * one_n), shape.U * (S_tilde + lam / 2 * one_n))
        on = shape.frames & Domain(over=[s_tilde, lam])
        return {"own": Equal(riccati_matrix(shape) * Blocks([shape.V, above], [shape.U, below]),
                             Blocks([moved[0], shape.perp * above], [moved[1], shape.perp * below]), on=on),
                "other": Equal(across * rest, ZeroMatrix(across.shape[0], m), on=on)}
    return every(**{f"funnel-{name}": one for name, one in of_shape(FUNNEL, FUNNEL.task, FUNNEL.V_perp).items()},
                 **{f"inverted-{name}": one for name, one in of_shape(INVERTED, INVERTED.task.T, INVERTED.U_perp).items()})


@claim(DOMINE, "Eq. (55)", origin="reconstructed")
def eigenvectors_are_orthonormal():
    """P^T P = I on the modes of the task; a square network, whose sums the other shapes share."""
    shape, on = SQUARE, SQUARE.frames & positive
    U, V = shape.U, shape.V
    return every(
        growing=Equal((low * V.T * V * low + high * U.T * U * high) / 2, one_n, on=on),
        decaying=Equal((high * V.T * V * high + low * U.T * U * low) / 2, one_n, on=on),
        across=Equal((low * V.T * V * high - high * U.T * U * low) / 2, ZeroMatrix(n, n), on=on))


@claim(DOMINE, "Eq. (54)", origin="reconstructed", uses=["domine2025/9"], conditions=[stated(Eq(lam, 0))],
       reading="H~ with its sign as a factor; at lambda = 0 the sign is zero")
def squares_of_the_diagonal_matrices():
    """H~^2 G~^2 and G~^2 are the halves of 1 -+ s/s_lambda, and add up to one; lambda = 0 is written out."""
    slant, upright = printed_slant, of(1 / sqrt(1 + (sign(lam) * sqrt((level - EIGENVALUE) / (level + EIGENVALUE)))**2))
    at_zero = positive & Domain(Eq(lam, 0))
    return every(
        upright=Equal(upright * upright, of((1 + EIGENVALUE / level) / 2), on=positive),
        slanted=Equal(slant * upright * slant * upright, of((1 - EIGENVALUE / level) / 2), on=positive),
        mixed=Equal(2 * slant * upright * upright, of(lam / (2 * level)), on=positive),
        none=Equal(slant * S_level, 0 * S_level, on=at_zero))


def eigenvector_columns(shape):
    """F P = P Lambda for the whole of P."""
    P = eigenvectors(shape)
    return Equal(riccati_matrix(shape) * P, P * eigenvalues(shape), on=shape.frames & positive)


@claim(DOMINE, "Lemma B.3", "funnel", origin="reconstructed", uses=["domine2025/53:funnel", "domine2025/53:complement"])
def eigendecomposition_of_a_funnel():
    """F P = P Lambda, P with its complement; funnel."""
    return eigenvector_columns(FUNNEL)


@claim(DOMINE, "Lemma B.3", "inverted", origin="reconstructed", uses=["domine2025/53:inverted", "domine2025/53:complement"])
def eigendecomposition_of_an_inverted_funnel():
    """F P = P Lambda, P with its complement; inverted funnel."""
    return eigenvector_columns(INVERTED)


@claim(DOMINE, "Lemma B.3", "square", origin="reconstructed", uses=["domine2025/53:square"])
def eigendecomposition_of_a_square_network():
    """F P = P Lambda; square network."""
    return eigenvector_columns(SQUARE)


R, V, U, S_first, S_second = (matrix(name, n, n) for name in ("R", "V", "U", "S_1", "S_2"))


@claim(DOMINE, "Appendix B.3", "start", origin="derived", uses=["domine2025/10:square", "domine2025/11:square"],
       reading="'we need to understand the relationship between' the eigenvectors and the start: the lemma that 'relates the structure "
               "between the SVD of the model with the SVD structure of the individual parameters' gives W_1(0) = R S_1 V^T and "
               "W_2(0) = U S_2 R^T (Theorem 5.2)")
def start_by_both_decompositions():
    """B and C by the overlaps U^T U~ and V^T V~ of the two decompositions: R times what the function's singular vectors make of them."""
    first, second = R * S_first * V.T, U * S_second * R.T
    left, right = U.T * SQUARE.U, V.T * SQUARE.V
    on = positive & Domain(over=[R, V, U, S_first, S_second, SQUARE.U, SQUARE.V])
    return every(
        growing=Equal(second.T * SQUARE.U * high + first * SQUARE.V * low, R * (S_second.T * left * high + S_first * right * low), on=on),
        decaying=Equal(second.T * SQUARE.U * low - first * SQUARE.V * high, R * (S_second.T * left * low - S_first * right * high), on=on))
