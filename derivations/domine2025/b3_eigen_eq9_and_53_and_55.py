"""Section 4 and Appendix B.3: the eigendecomposition of F from the task's singular value decomposition, Eqs. (8), (9) and (53)-(55).

P's columns are checked one block at a time: F P = P Lambda, and P^T P = I. No assumption on the layers enters, and N_h does not occur.
"""

from sympy import Identity, ZeroMatrix, sign, sqrt

from rederive.derivations.language import EIGENVALUE, Blocks, Domain, Equal, claim, every

from .frames_notation import FUNNEL, INVERTED, SQUARE, high, low, positive, weak
from .notation import DOMINE, lam
from .task_notation import G, H, S_level, S_tilde, level, m, n, of, one_n, s_tilde

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
    """The complement is an eigenvector of F with lambda_perp = sgn(N_o - N_i) lambda/2.

    F acts on the wide side's complement and the narrow side's singular vectors, one block column each; the zeros are those that F leaves.
    """
    def blocks_of(shape):
        outputs, inputs = shape.task.shape
        return Blocks([-lam / 2 * Identity(inputs), shape.task.T], [shape.task, lam / 2 * Identity(outputs)])

    any_task = Domain(over=[s_tilde, lam])
    U, V, rest = FUNNEL.U, FUNNEL.V, FUNNEL.V_perp
    funnel = Equal(blocks_of(FUNNEL) * Blocks([rest, ZeroMatrix(n + m, n)], [ZeroMatrix(n, m), U]),
                   Blocks([FUNNEL.perp * rest, V * S_tilde], [ZeroMatrix(n, m), lam / 2 * U]), on=FUNNEL.frames & any_task)
    U, V, rest = INVERTED.U, INVERTED.V, INVERTED.U_perp
    inverted = Equal(blocks_of(INVERTED) * Blocks([V, ZeroMatrix(n, m)], [ZeroMatrix(n + m, n), rest]),
                     Blocks([-lam / 2 * V, ZeroMatrix(n, m)], [U * S_tilde, INVERTED.perp * rest]), on=INVERTED.frames & any_task)
    return every(funnel=funnel, inverted=inverted)


@claim(DOMINE, "Eq. (55)", origin="reconstructed")
def eigenvectors_are_orthonormal():
    """P^T P = I on the modes of the task; a square network, whose sums the other shapes share."""
    shape, on = SQUARE, SQUARE.frames & positive
    U, V = shape.U, shape.V
    return every(
        growing=Equal((low * V.T * V * low + high * U.T * U * high) / 2, one_n, on=on),
        decaying=Equal((high * V.T * V * high + low * U.T * U * low) / 2, one_n, on=on),
        across=Equal((low * V.T * V * high - high * U.T * U * low) / 2, ZeroMatrix(n, n), on=on))


@claim(DOMINE, "Eq. (9)", origin="reconstructed")
def the_diagonal_matrices():
    """H~ with its sign is (lambda/2)/(s_lambda + s), and G~ -+ H~ G~ are the roots of (s_lambda -+ lambda/2)/s_lambda."""
    return every(
        slant=Equal(printed_slant, H, on=positive), low=Equal(G - H * G, low, on=positive), high=Equal(G + H * G, high, on=positive))
