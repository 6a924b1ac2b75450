"""Section 6.4.1: which of two models with a downscaled target is the lazier one, in Theorem 1."""

from sympy import Lt

from theoremtest.derivations.language import Domain, Erratum, Holds, Printed, claim, real, stated

from .notation import NAM
from .toy_notation import S0, Sigma, gamma_end, started
from .toy_notation import S as scale

alpha = real(r"\alpha")


@claim(NAM, "Section 6.4.1", "downscaled", uses=["nam2024/sec-6.3.1:methods"],
       reading="`the richest model (alpha = 1)`, `the lazier model (alpha < 1)`, with the target downscaled to y/alpha: in Theorem 1 the "
               "model with S/alpha has a smaller gamma_+ than that with S",
       leaves_out="the trained network and its metrics")
def lazier_models_have_a_smaller_factor():
    """The model with alpha < 1 is lazier than the one with alpha = 1."""
    def lazier(*conditions):
        return Holds(Lt(gamma_end(Sigma, S0, scale / alpha), gamma_end()), on=started & Domain(*conditions))
    return Printed(lazier(alpha > 0, alpha < 1), conditions=[stated(alpha < 1), stated(alpha > 0)], erratum=Erratum(
        "wrong", "The lazier model has alpha > 1, as the sentence before and Fig. 6.3 (alpha = 100) have it: alpha divides the target.",
        lazier(alpha > 1)))
