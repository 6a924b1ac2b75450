"""The form in which the solver computes a mode of a diagonal network (`toolbox.diagonal_linear_form`) is the solution for any start.

K = R + 2 S_i and L = R - 2 S_i, g the growing and f the falling one of a_i + b_i and a_i - b_i at the start, f^2 g^2 = K L. Off the stable
manifold of the saddle the solver's flag is 0, and the larger of a root and 0 is that root.
"""

from sympy import Max, S, exp, sqrt

from theoremtest.derivations.language import Domain, Equal, claim, every, reals
from theoremtest.derivations.language.functions import elementary
from theoremtest.derivations.toolbox import diagonal_linear_form as form
from theoremtest.derivations.toolbox.latent_variable_form import stuck

from .layerwise_notation import later, t, v, varied
from .notation import NAM

K, L, g = reals("K", "L", "g")
falling, R = sqrt(K * L) / g, (K + L) / 2
fading = exp(-v * R * t)
n, m = (fading + (1 - fading) / (2 * R) * part for part in (K + falling**2, L + g**2))


def settled(expression):
    """The solver's expression with every constant's meaning put in, where p = a_i + b_i grows."""
    plain = expression.replace(Max, lambda *parts: next(part for part in parts if part is not stuck))
    return elementary(plain.xreplace({form.t: t}).xreplace(form.meaning(g, falling, (K - L) / 4, S.One, v)))


@claim(NAM, "Section 3.4.1", "numeric-form", uses=["nam2024/3.9:any-start"], origin="derived")
def numeric_form():
    """The solver's factors are those of the solution for any start: its falling factor's square is m/n, what is left of S - ab is h/(n m).

    Twice its gain is the difference of the growing and the falling factor, told multiplied by the falling one.
    """
    on = varied & later & Domain(K > 0, L > 0, g > 0)
    return every(fall=Equal(settled(form.fall)**2, m / n, on=on), left=Equal(settled(form.left)**2, fading / (n * m), on=on),
                 gain=Equal(2 * settled(form.push * form.fall), 1 - m / n, on=on))
