"""Appendix E.1: Algorithm 1, lambda-balanced weights from random ones. The listing is lost; this is what its words and Theorem 5.2 leave.

Draw both layers, take the compact singular value decomposition U S V^T of their product and a random orthogonal R, and give the layers
R S_1 V^T and U S_2 R^T with the singular values S_1, S_2 of Theorem 5.2 for the lambda that is wanted.
"""

from sympy import Eq

from theoremtest.derivations.language import Domain, Equal, Holds, Meaning, PositiveDefinite, claim, every, matrix

from .frames_notation import FRAMES
from .notation import DOMINE, lam
from .task_notation import S_high, S_low, S_tilde, U_square, U_tall, V_square, V_tall, n, one_n

R = matrix("R", n, n)
DRAWN = Meaning("R is drawn among the orthogonal matrices", "Algorithm 1")
SINGULAR = Meaning("the drawn product has n singular values that are not zero", "Algorithm 1")
shapes = {"square": (U_square, V_square), "funnel": (U_square, V_tall), "inverted": (U_tall, V_square)}


values = Domain(PositiveDefinite(S_tilde), source=SINGULAR)


@claim(DOMINE, "Algorithm 1", origin="reconstructed", uses=["domine2025/thm-C.2", "domine2025/149"],
       reading="S is a diagonal matrix of the drawn product's singular values, U and V its singular vectors; every lambda and every size",
       leaves_out="the law of the weights that come out; draws of a rank below min(N_i, N_o) are `alg-1:every-rank`")
def product_of_the_algorithm():
    """The layers' product is the drawn one, whatever R and lambda are, and both factors of Theorem 5.2 exist."""
    parts = {}
    on = values & Domain(Eq(R.T * R, one_n), over=[lam], source=DRAWN)
    for name, (left, right) in shapes.items():
        parts[name] = Equal(left * S_high * R.T * R * S_low * right.T, left * S_tilde * right.T, on=on & Domain(over=[left, right]))
    exists = values & Domain(over=[lam])
    return every(**parts, first=Holds(PositiveDefinite(S_low), on=exists), second=Holds(PositiveDefinite(S_high), on=exists))


@claim(DOMINE, "Algorithm 1", "balance", origin="reconstructed", uses=["domine2025/thm-C.2", "domine2025/149"],
       reading="W_2^T W_2 = W_1 W_1^T + lambda R R^T, with R R^T the identity; the singular vectors have orthonormal columns")
def balance_of_the_algorithm():
    """The layers are lambda-balanced, at every size and for every lambda."""
    parts = {}
    for name, (left, right) in shapes.items():
        on = values & Domain(Eq(left.T * left, one_n), Eq(right.T * right, one_n), over=[lam, R], source=FRAMES)
        first, second = R * S_low * right.T, left * S_high * R.T
        parts[name] = Equal(second.T * second, first * first.T + lam * R * R.T, on=on)
    return every(**parts)
