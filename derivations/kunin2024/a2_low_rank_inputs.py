"""Appendix A.2 for inputs that are white on a subspace alone, X^T X = sigma^2 P with a projector P, as with fewer points than inputs.

P w is then the neuron's w: it moves as under whitened inputs at sigma^2 times the learning rates, towards beta_* = P beta_*. What w has
across the subspace stands still, and is no part of what is conserved in its place.
"""

from sympy import Eq, Gt

from theoremtest.derivations.language import Conserved, Domain, Dot, Evolves, Meaning, claim, every, matrix, real

from .notation import KUNIN, X, a, beta_star, d, eta_a, eta_w, rates_positive, training, w, y

WHITE = Meaning("inputs that are white on the subspace of P; beta_* is the interpolating weights in it", "Appendix A.2")
P, sigma = matrix("P", d, d), real(r"\sigma")
low_rank = rates_positive & Domain(Eq(P.T, P), Eq(P * P, P), Eq(X.T * X, sigma**2 * P), Eq(X.T * y, sigma**2 * beta_star),
                                   Eq(P * beta_star, beta_star), Gt(sigma, 0), over=[a, w], source=WHITE)
here = P * w


@claim(KUNIN, "Appendix A.2", "low-rank-inputs", uses=["kunin2024/11", "kunin2024/12", "kunin2024/14", "kunin2024/15"], origin="derived")
def inputs_that_are_white_on_a_subspace():
    """Where X^T X = sigma^2 P, a and P w move by Eqs. (14) and (15) at sigma^2 times both learning rates, and w - P w stands still.

    eta_w a^2 - eta_a |P w|^2 stays, which is delta and eta_a |w - P w|^2.
    """
    return every(
        a=Evolves(a, eta_a * sigma**2 * (Dot(here, beta_star) - a * Dot(here, here)), along=training, on=low_rank),
        w=Evolves(here, eta_w * sigma**2 * (a * beta_star - a**2 * here), along=training, on=low_rank),
        across=Evolves(w - here, 0 * w, along=training, on=low_rank),
        kept=Conserved(eta_w * a**2 - eta_a * Dot(here, here), along=training, on=low_rank))
