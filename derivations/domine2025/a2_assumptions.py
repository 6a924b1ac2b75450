"""Appendix A.2: what the solution needs of the assumptions and what it does not: white inputs, an invertible B, a start of full rank."""

from sympy import Eq, Identity, Inverse, Trace

from theoremtest.derivations.language import (
    Domain,
    Equal,
    Evolves,
    GradientFlow,
    Meaning,
    Solves,
    System,
    claim,
    dimension,
    every,
    matrix,
    matrix_exp,
    matrix_growth,
    real,
)

from .notation import DOMINE, W1, W2, N_h, Sigma, later, network, t, tau, time_constant

total = dimension("N")
F, state, Q_0 = matrix("F", total, total), matrix("QQ^T", total, total), matrix("Q(0)", total, N_h)
SYMMETRIC = Meaning("the matrix F of Lemma 4.1, symmetric; N is N_i + N_o", "Section 4")
riccati = later & Domain(Eq(F, F.T), over=[Q_0], source=SYMMETRIC)


def solution_from_any_start():
    """Eq. (7) solves the Riccati equation from Q(0) Q(0)^T, whatever Q(0) is."""
    fast, grown = matrix_exp(F, t / tau), matrix_growth(F, t / tau, 2)
    found = fast * Q_0 * Inverse(Identity(N_h) + Q_0.T * grown * Q_0) * Q_0.T * fast
    return Solves(System({state: (F * state + state * F - state * state) / tau}, {state: Q_0 * Q_0.T}), {state: found}, on=riccati)


@claim(DOMINE, "Appendix A.2", "invertible",
       reading="'we do not introduce an additional invertibility assumption' is read of the solution of Eq. (7), of a start of any rank",
       leaves_out="Theorem B.5 and Theorems C.3 to C.6, which do assume that B is invertible; without it a start may never converge, "
                  "`app-A.4:same-solution`")
def no_invertibility_is_needed():
    """The solution holds from every start: nothing about B, or about the start's rank, enters it."""
    return solution_from_any_start()


@claim(DOMINE, "Appendix A.2", "full-rank", uses=["domine2025/app-A.2:invertible"],
       reading="'this assumption is not necessary in our framework' is read of the solution of Eq. (7)",
       leaves_out="Theorem 5.2, which assumes a network function of full rank, and convergence at lambda = 0")
def no_full_rank_is_needed():
    """The solution holds from starts of every rank."""
    return solution_from_any_start()


@claim(DOMINE, "Appendix A.2", "isotropic", uses=["domine2025/thm-A.2"], origin="derived")
def inputs_of_one_variance():
    """Inputs with the covariance sigma^2 I are whitened ones: the layers times sigma follow the whitened flow, with balance sigma^2 lambda.

    So the exact solution survives this relaxation of A1, although the text says that relaxing it prevents the description.
    """
    sigma = real(r"\sigma")
    loss = sigma**2 * Trace(network.T * network) / 2 - Trace(Sigma.T * network)
    flow = GradientFlow(loss, {W1: 1 / tau, W2: 1 / tau}, name="gradient flow with inputs of variance sigma^2")
    on = time_constant & Domain(over=[W1, W2, Sigma, sigma])
    first, second = sigma * W1, sigma * W2
    return every(
        first=Evolves(first, second.T * (Sigma - second * first) / tau, along=flow, on=on),
        second=Evolves(second, (Sigma - second * first) * first.T / tau, along=flow, on=on),
        balance=Equal(second.T * second - first * first.T, sigma**2 * (W2.T * W2 - W1 * W1.T), on=on))
