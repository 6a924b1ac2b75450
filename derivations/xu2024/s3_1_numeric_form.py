"""The form in which the solver computes the latent variable model (`toolbox.latent_variable_form`) is the case-free form.

The solver weighs its modes with L = 4A, F = 4C and b = 2B, counted for the mode p; then omega = 2S and exp(-2 omega t) = E.
Off the stable manifold of the saddle its flag is 0, and the larger of a root and 0 is that root.
"""

from sympy import Ge, Max, Ne, exp, sqrt

from theoremtest.derivations.language import Domain, Equal, claim, every
from theoremtest.derivations.language.functions import elementary
from theoremtest.derivations.toolbox import latent_variable_form as form

from .conventions_notation import FINITE_TIME, MEAN_OF_SQUARES
from .notation import XU, t
from .s3_1_case_free import A, B, C, E, S, m, n

left_over = A - C - B
"""sqrt(eta_u eta_w) rho gamma times the residual at the start."""

on = Domain(Ge(A, 0), Ge(C, 0), source=MEAN_OF_SQUARES) & Domain(
    Ne(B**2 + A * C, 0), over=[t], source=FINITE_TIME, where={S: sqrt(B**2 + 4 * A * C), E: exp(-4 * S * t)})


def settled(expression):
    """The solver's expression with every constant's meaning put in."""
    values = form.meaning(4 * A, 4 * C, 2 * B, 1, left_over)
    plain = expression.replace(Max, lambda *parts: next(part for part in parts if part is not form.stuck))
    return elementary(plain.xreplace({form.t: t}).xreplace(values))


@claim(XU, "Theorem 1", "numeric-form", uses=["xu2024/thm-1:case-free", "xu2024/thm-1:case-free-residual"], origin="derived")
def numeric_form():
    """The solver's numeric form is the case-free form: the square of its falling factor, its gain, and its residual.

    The mode q falls by sqrt(m/n), p grows by sqrt(n/m), and twice the solver's gain, in units of the residual, is the
    difference of the two; it is told multiplied by the falling factor, a quotient of two roots and so not negative.
    """
    return every(
        fall=Equal(settled(form.fall)**2, m / n, on=on),
        gain=Equal(2 * settled(form.push * form.fall), 1 - m / n, on=on),
        residual=Equal(settled(form.residual), 4 * E * left_over / (n * m), on=on))
