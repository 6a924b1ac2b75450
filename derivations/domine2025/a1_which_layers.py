"""Appendix A.1, Definition A.1: for which sizes there are lambda-balanced layers, and that they then represent every function."""

from sympy import Eq

from theoremtest.derivations.language import Domain, Equal, Holds, Meaning, PositiveDefinite, RankBound, claim, every

from .notation import DOMINE, W1, W2, N_i, N_o, lam, one_h
from .task_notation import (
    S_high,
    S_low,
    S_tilde,
    U_square,
    U_tall,
    V_square,
    V_tall,
    one_n,
)

FRAMES = Meaning("orthonormal singular vectors of a function", "Theorem 5.2")
SINGULAR = Meaning("singular values of a function of full rank", "Theorem 5.2")


@claim(DOMINE, "Definition A.1", "sizes", origin="derived")
def sizes_of_balanced_layers():
    """lambda > 0 needs N_h <= N_o, lambda < 0 needs N_h <= N_i, whatever else the layers are.

    W_2^T W_2 has a rank of at most N_o, and is W_1 W_1^T + lambda I, which is positive definite and so of rank N_h; for
    lambda < 0 the layers change places.
    """
    return every(
        rank=RankBound(W2.T * W2, N_o, on=Domain(over=[W2])), other_rank=RankBound(W1 * W1.T, N_i, on=Domain(over=[W1])),
        full=Holds(PositiveDefinite(W1 * W1.T + lam * one_h), on=Domain(lam > 0, over=[W1])),
        other_full=Holds(PositiveDefinite(W2.T * W2 - lam * one_h), on=Domain(lam < 0, over=[W2])))


def represented(left, right):
    """W_1 = S_1 V^T and W_2 = U S_2 for the function U S V^T of full rank: their product and their balance."""
    first, second = S_low * right.T, left * S_high
    on = (Domain(Eq(left.T * left, one_n), Eq(right.T * right, one_n), over=[lam], source=FRAMES)
          & Domain(PositiveDefinite(S_tilde), source=SINGULAR))
    return every(product=Equal(second * first, left * S_tilde * right.T, on=on),
                 balance=Equal(second.T * second - first * first.T, lam * one_n, on=on))


@claim(DOMINE, "Definition A.1", "square", origin="derived",
       reading="`of full rank`: with positive singular values")
def balanced_layers_of_a_square_network():
    """With N_i = N_h = N_o every function of full rank has layers of every lambda: S_1 V^T and U S_2."""
    return represented(U_square, V_square)


@claim(DOMINE, "Definition A.1", "funnel", origin="derived",
       reading="`of full rank`: with positive singular values")
def balanced_layers_of_a_funnel():
    """With N_i > N_o = N_h every function of full rank has layers of every lambda."""
    return represented(U_square, V_tall)


@claim(DOMINE, "Definition A.1", "inverted-funnel", origin="derived",
       reading="`of full rank`: with positive singular values")
def balanced_layers_of_an_inverted_funnel():
    """With N_o > N_i = N_h every function of full rank has layers of every lambda."""
    return represented(U_tall, V_square)
