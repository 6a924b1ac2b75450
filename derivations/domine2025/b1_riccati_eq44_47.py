"""Lemmas 4.1 and B.1: the motion of QQ^T as one matrix Riccati equation, in blocks, Eqs. (44)-(47)."""

from theoremtest.derivations.language import Blocks, Domain, Equal, Evolves, claim

from .b1_flow_eq26_42 import Q, inner, outer, product, with_balance
from .notation import DOMINE, Sigma, any_whitened, lam, one_i, one_o, tau, training

F = Blocks([-lam / 2 * one_i, Sigma.T], [Sigma, lam / 2 * one_o])
QQ = Blocks([inner, product.T], [product, outer])
free = any_whitened & Domain(over=[lam])


@claim(DOMINE, "Eq. (44)", origin="reconstructed", uses=["domine2025/31", "domine2025/35", "domine2025/38", "domine2025/42"])
def matrix_riccati_equation():
    """tau d/dt QQ^T = F QQ^T + QQ^T F - (QQ^T)^2, from the loss, under whitened inputs and lambda-balanced layers of any sizes."""
    return Evolves(Q * Q.T, (F * Q * Q.T + Q * Q.T * F - (Q * Q.T)**2) / tau, along=training, on=with_balance)


@claim(DOMINE, "Eq. (45)", origin="reconstructed")
def left_product():
    """F QQ^T by blocks."""
    return Equal(F * Q * Q.T, Blocks([-lam / 2 * inner + Sigma.T * product, -lam / 2 * product.T + Sigma.T * outer],
                                     [Sigma * inner + lam / 2 * product, Sigma * product.T + lam / 2 * outer]), on=free)


@claim(DOMINE, "Eq. (46)", origin="reconstructed")
def right_product():
    """QQ^T F by blocks."""
    return Equal(Q * Q.T * F, Blocks([-lam / 2 * inner + product.T * Sigma, inner * Sigma.T + lam / 2 * product.T],
                                     [-lam / 2 * product + outer * Sigma, product * Sigma.T + lam / 2 * outer]), on=free)


@claim(DOMINE, "Eq. (47)", origin="reconstructed")
def square_of_the_gram_matrix():
    """(QQ^T)^2 by blocks."""
    return Equal((Q * Q.T)**2, Blocks([inner**2 + product.T * product, inner * product.T + product.T * outer],
                                      [product * inner + outer * product, product * product.T + outer**2]), on=any_whitened)
