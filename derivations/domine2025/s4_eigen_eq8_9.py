"""Section 4: Lemma 4.2, the eigendecomposition of F from the task's singular value decomposition, Eqs. (8)-(9).

Nothing of Assumptions A1 to A3 enters: F is made of the task and of a number lambda, and N_h does not occur.
"""

from sympy import Eq, Identity, Max, Min, Ne

from theoremtest.derivations.language import Domain, Equal, Erratum, Holds, Meaning, Printed, claim, dimension, every

from .b3_eigen_eq53_55 import printed_slant
from .eigen_notation import any_vectors, diagonal, eigenvalues, eigenvectors, riccati_matrix
from .frames_notation import FUNNEL, INVERTED, SHAPES, SQUARE, high, low, positive
from .notation import DOMINE, N_i, N_o
from .task_notation import G, H


@claim(DOMINE, "Eq. (8)", origin="reconstructed",
       uses=["domine2025/lemma-B.3:funnel", "domine2025/lemma-B.3:inverted", "domine2025/lemma-B.3:square"],
       reading="V~ V~^T + V~_perp V~_perp^T, and the same of U~, stand for the identities in F, which they are where frames are complete")
def eigendecomposition():
    """F = P Lambda P^T, by blocks, for each shape of network."""
    return every(**{name: Equal(riccati_matrix(shape, written=True), eigenvectors(shape) * eigenvalues(shape) * eigenvectors(shape).T,
                                on=any_vectors(shape)) for name, shape in SHAPES.items()})


@claim(DOMINE, "Eq. (9)", origin="reconstructed")
def the_diagonal_matrices():
    """H~ with its sign is (lambda/2)/(s_lambda + s), and G~ -+ H~ G~ are the roots of (s_lambda -+ lambda/2)/s_lambda."""
    return every(
        slant=Equal(printed_slant, H, on=positive), low=Equal(G - H * G, low, on=positive), high=Equal(G + H * G, high, on=positive))


def orthonormal_columns(shape):
    """P^T P = I, the complement included."""
    P = eigenvectors(shape)
    one = diagonal(*(Identity(width) for width in P.widths))
    return Equal(P.T * P, one, on=shape.frames & positive)


@claim(DOMINE, "Lemma 4.2", "funnel", origin="reconstructed", uses=["domine2025/8", "domine2025/9"])
def orthonormal_eigenvectors_of_a_funnel():
    """The eigenvectors of F are orthonormal, the complement included; funnel."""
    return orthonormal_columns(FUNNEL)


@claim(DOMINE, "Lemma 4.2", "inverted", origin="reconstructed", uses=["domine2025/8", "domine2025/9"])
def orthonormal_eigenvectors_of_an_inverted_funnel():
    """The eigenvectors of F are orthonormal, the complement included; inverted funnel."""
    return orthonormal_columns(INVERTED)


@claim(DOMINE, "Lemma 4.2", "square", origin="reconstructed", uses=["domine2025/8", "domine2025/9"])
def orthonormal_eigenvectors_of_a_square_network():
    """The eigenvectors of F are orthonormal; square network."""
    return orthonormal_columns(SQUARE)


rank = dimension("r")
UNEQUAL = Meaning("unequal input and output sizes", "Section 4")
RANK = Meaning("r is the number of singular values of the task that are not zero", "Section 4")


@claim(DOMINE, "Lemma 4.2", "count", uses=["domine2025/8"],
       reading="'the compact singular value decomposition ... non-zero eigenvalues on its diagonal' and 'orthogonal column vectors that "
               "complete the basis' on the larger side, 'a matrix of zeros' on the other, are read for rank r: two columns of "
               "eigenvectors for each singular value, and max(N_i, N_o) - r that complete the larger side; of unequal sizes, where the "
               "text has a complement")
def number_of_eigenvectors():
    """The eigenvectors that the text describes number N_i + N_o, for a task of any rank.

    A task of rank one of two inputs and three outputs has four of them, one too few.
    """
    on = Domain(rank <= Min(N_i, N_o), source=RANK) & Domain(Ne(N_i, N_o), source=UNEQUAL)
    complete = Eq(2 * rank + Max(N_i, N_o) - rank, N_i + N_o)
    return Printed(
        Holds(complete, on=on),
        erratum=Erratum("incomplete", "A task of rank r < min(N_i, N_o) leaves N_i - r and N_o - r directions on the sides, and the text "
                        "completes one only. It has to have full rank, or the decomposition has to keep zero singular values.",
                        Holds(complete, on=on & Domain(Eq(rank, Min(N_i, N_o))))))
