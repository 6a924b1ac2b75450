"""Section 5: which starts are guaranteed to find the rich solution at lambda = 0, and how many are not.

At lambda = 0 a square network of n units per layer has W_2(0) = O W_1(0)^T with an orthogonal O, and B = W_1(0) (O^T U~ + V~).
"""

from sympy import Determinant, Eq, Lt, Ne, oo

from theoremtest.derivations.language import Domain, Equal, Erratum, Iff, Limit, Meaning, Printed, claim, every, matrix, reals

from .mode_notation import mean_square, path, positive_task, s_start, s_task
from .notation import DOMINE, lam, later, t
from .task_notation import U_square, V_square, n, one_n

SCALE = Meaning("the absolute scale |s(0)| is not zero", "Section 5")
REFLECTION = Meaning("a reflection has the determinant -1", "Section 5")
ORTHOGONAL = Meaning("O is orthogonal, and so are a square network's singular vectors", "Section 4")


@claim(DOMINE, "Section 5", "rich-at-any-scale", uses=["domine2025/115", "domine2025/app-D.2:zero-balance"],
       reading="'the network is guaranteed to find a rich solution regardless of the absolute scale, meaning W_1^T W_1 = V~ S~ V~^T and "
               "W_2 W_2^T = U~ S~ U~^T', with lambda equal to zero: read of the smallest square network, one unit per layer, or of an "
               "aligned or reversed mode, where both Gram matrices are (w_1^2 + w_2^2)/2 and the network function is s = w_1 w_2")
def rich_solution_at_every_scale():
    """At lambda = 0 the network learns the representations of the task, whatever the scale of its start.

    There B = w_1 + w_2 is zero. A square network of any size has this for the half of all starts whose det W_2(0) W_1(0) and det Sigma
    are of opposite signs (`sec-5:opposite-signs`).
    """
    def ends(on):
        return every(representation=Limit(mean_square.subs(lam, 0), t, oo, s_task, on=on),
                     function=Limit(path.subs(lam, 0), t, oo, s_task, on=on))
    nonzero = later & positive_task & Domain(Ne(s_start, 0), source=SCALE)
    return Printed(ends(nonzero), erratum=Erratum(
        "incomplete", "Guaranteed whatever the scale: with B invertible, as you say before. With one unit per layer a start with "
        "w_1 w_2 = s(0) < 0 does not reach the task.",
        ends(nonzero & Domain(s_start > 0)), convention="B is invertible, which the paragraph asks for one sentence earlier"))


@claim(DOMINE, "Section 5", "opposite-signs", origin="derived", uses=["domine2025/sec-5:rich-at-any-scale", "domine2025/10:square"],
       reading="the last part is M = Q M^T with M = I + Q and the orthogonal Q = V~^T O^T U~. The sign of det Q is that of "
               "det(W_2(0) W_1(0)) det Sigma, where the layers are invertible",
       leaves_out="that a determinant is multiplicative: where det Q = -1, M = Q M^T gives det M = -det M, so that B is singular")
def starts_of_the_other_orientation():
    """In a square network of any size at lambda = 0 the start's orientation decides whether B is singular."""
    W, O = matrix("W_1(0)", n, n), matrix("O", n, n)
    U, V = U_square, V_square
    on = Domain(*(Eq(M.T * M, one_n) for M in (O, U, V)), over=[W], source=ORTHOGONAL)
    second = O * W.T
    M = one_n + V.T * O.T * U
    return every(
        balanced=Equal(second.T * second, W * W.T, on=on),
        variable=Equal(second.T * U + W * V, W * V * M, on=on),
        mirrored=Equal(V.T * O.T * U * M.T, M, on=on))


@claim(DOMINE, "Section 5", "half-of-the-starts", origin="derived", uses=["domine2025/sec-5:opposite-signs"],
       reading="half of all starts have a singular B at lambda = 0: as many of one orientation as of the other",
       leaves_out="that the starts are drawn from a law that does not change with the sign of an output weight, as Gaussian ones do not")
def every_start_has_a_mirror_image():
    """A reflection D of the outputs turns balanced starts into balanced starts, one to one, and changes the sign of det W_2(0) W_1(0).

    In the network of one unit per layer the singular starts are those with w_1 w_2 < 0.
    """
    W, O, D = matrix("W_1(0)", n, n), matrix("O", n, n), matrix("D", n, n)
    first, second = reals("w_1", "w_2")
    on = Domain(Eq(O.T * O, one_n), Eq(D.T * D, one_n), over=[W], source=ORTHOGONAL)
    scalar = Domain(Eq(first**2, second**2), Ne(first * second, 0), source=SCALE)
    network, mirrored = matrix("W_2(0) W_1(0)", n, n), Domain(Eq(Determinant(D), -1), source=REFLECTION)
    return every(balanced=Equal((D * O * W.T).T * (D * O * W.T), W * W.T, on=on),
                 turned=Equal(Determinant(D * network), -Determinant(network), on=mirrored & Domain(over=[network])),
                 smallest=Iff(Eq(first + second, 0), Lt(first * second, 0), on=scalar))
