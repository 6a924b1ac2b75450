"""The network with one hidden and one output unit by Eq. (48) of Dominé et al.: e^{Ft/tau} Q(0) along the target, and the bracket.

Along the unit vector u of the target W_1(0) is z_1(0) and across it a vector of squared length `across`; W_2(0) is z_2(0). The layers at
time t are e^{Ft/tau} Q(0) over the root of the bracket 1 + Q(0)^T (e^{2Ft/tau} - 1)/(2F) Q(0), in which F has the eigenvalues
s~_lambda and -s~_lambda in the plane of u, and -lambda/2 across it.
"""

from sympy import Expr, cosh, exp, sinh

from theoremtest.derivations.domine2025.mode_notation import level_task, s_task
from theoremtest.derivations.domine2025.notation import lam, t, tau
from theoremtest.derivations.language import reals

z1, z2, A, f, z1_start, z2_start, across = reals("z_1", "z_2", "A", "f", "z_1(0)", "z_2(0)", "x")
"""A: the bracket; f: what is left across the target."""
turned = level_task * t / tau
in_time = {
    z1: z1_start * cosh(turned) + (s_task * z2_start - lam / 2 * z1_start) * sinh(turned) / level_task,
    z2: z2_start * cosh(turned) + (s_task * z1_start + lam / 2 * z2_start) * sinh(turned) / level_task}
"""The part of e^{Ft/tau} Q(0) along the target: of W_1, and of W_2."""
rates = {z1: (s_task * z2 - lam / 2 * z1) / tau, z2: (s_task * z1 + lam / 2 * z2) / tau}
fading = exp(-lam * t / (2 * tau))
"""What its part across the target is multiplied by."""


def bracket(flat: Expr) -> Expr:
    """The bracket; flat: (1 - e^{-lambda t/tau})/lambda, which is t/tau at lambda = 0."""
    form = 2 * s_task * z1_start * z2_start + lam / 2 * (z2_start**2 - z1_start**2)
    return (1 + (z1_start**2 + z2_start**2) * sinh(2 * turned) / (2 * level_task)
            + form * (cosh(2 * turned) - 1) / (2 * level_task**2) + across * flat)


unbalanced_bracket = bracket((1 - exp(-lam * t / tau)) / lam)
balanced_bracket = bracket(t / tau).subs(lam, 0)


def ratio(first: Expr, second: Expr) -> Expr:
    """z_1/z_2 from these starts."""
    return (in_time[z1] / in_time[z2]).subs({z1_start: first, z2_start: second}, simultaneous=True)
