"""Section 4.3: the loss as a function of time, data and parameters, Eq. (4.17)."""

from sympy import Function, Sum, exp

from theoremtest.derivations.language import Domain, Equal, claim

from .notation import NAM
from .scaling_notation import NUMBERS, N, S, T, eta, k, n_s

P, part = Function("P_s", real=True), Function("f", real=True)
"""Frequencies, and shares d_k/D of the samples."""
start = Function("c", positive=True)
"""S/R_k(0) - 1, positive as R_k(0) is between 0 and S; any function of k."""


@claim(NAM, "Eq. (4.17)", uses=["nam2024/4.6", "nam2024/4.10", "nam2024/4.11"],
       reading="Eqs. (4.6) and (4.10) with the sigmoid of Eq. (4.11) for k <= N, and R_k = 0 for a skill that the model lacks; S/R_k(0) - "
               "1 is c(k), any positive function")
def loss_of_time_data_and_parameters():
    """The loss is a sum over the N skills of the model, by their sigmoids, and the frequencies of all others."""
    strength = S / (1 + start(k) * exp(-2 * eta * part(k) * S * T))
    by_strengths = Sum(P(k) * (S - strength)**2 / 2, (k, 1, N)) + Sum(P(k) * (S - 0)**2 / 2, (k, N + 1, n_s))
    learned = Sum(P(k) / (1 + start(k)**-1 * exp(2 * eta * part(k) * S * T))**2, (k, 1, N))
    return Equal(by_strengths, S**2 / 2 * learned + S**2 / 2 * Sum(P(k), (k, N + 1, n_s)),
                 on=Domain(N >= 1, n_s >= N, source=NUMBERS) & Domain(over=[S, eta, T]))
