"""Lemma B.1: the motion of Q itself, and of QQ^T from it, Eqs. (23)-(25)."""

from sympy import Eq

from theoremtest.derivations.language import Domain, Evolves, Flow, Meaning, claim, dimension, matrix

from .b1_flow_eq26_42 import with_balance
from .b1_riccati_eq44_47 import QQ, F, Q
from .notation import DOMINE, N_h, tau, time_constant, training

total = dimension("N")
any_F, any_Q = matrix("F", total, total), matrix("Q", total, N_h)
SYMMETRIC = Meaning("F is symmetric; N is N_i + N_o", "Eq. (24)")
cubic = Flow({any_Q: (any_F * any_Q - any_Q * any_Q.T * any_Q / 2) / tau}, name="the cubic motion of Q")


@claim(DOMINE, "Eq. (23)", origin="derived")
def motion_of_the_factor():
    """Q = [W_1^T; W_2] itself obeys tau Q' = F Q - Q Q^T Q/2 along the loss's gradient flow, under whitened inputs and balanced layers."""
    return Evolves(Q, (F * Q - Q * Q.T * Q / 2) / tau, along=training, on=with_balance)


@claim(DOMINE, "Eq. (25)", origin="reconstructed", uses=["domine2025/23"])
def riccati_equation_by_the_product_rule():
    """From the motion of Q: QQ^T obeys the matrix Riccati equation, for every symmetric F."""
    X = any_Q * any_Q.T
    return Evolves(X, (any_F * X + X * any_F - X**2) / tau, along=cubic,
                   on=time_constant & Domain(Eq(any_F, any_F.T), over=[any_Q], source=SYMMETRIC))


@claim(DOMINE, "Lemma B.1", uses=["domine2025/26", "domine2025/44"],
       reading="'the gradient flow dynamics can be written as a differential matrix Riccati equation' is read with the F of Eq. (24), for "
               "explicit data, and the four blocks in the place of QQ^T")
def gradient_flow_as_a_riccati_equation():
    """The four blocks together move by one matrix Riccati equation along the gradient flow of the loss, from the data."""
    return Evolves(QQ, (F * QQ + QQ * F - QQ * QQ) / tau, along=training, on=with_balance)
