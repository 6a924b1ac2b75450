"""The network with one hidden and one output unit by Eq. (48) of Dominé et al.: e^{Ft/tau} Q(0) along the target, and the bracket.

Along the unit vector u of the target W_1(0) is z_1(0) and across it a vector of squared length `across`; W_2(0) is z_2(0). The layers at
time t are e^{Ft/tau} Q(0) over the root of the bracket 1 + Q(0)^T (e^{2Ft/tau} - 1)/(2F) Q(0), in which F has the eigenvalues
s~_lambda and -s~_lambda in the plane of u, and -lambda/2 across it.
"""

from sympy import Expr, cosh, exp, sinh

from theoremtest.derivations.domine2025.mode_notation import level_task, s_task
from theoremtest.derivations.domine2025.notation import lam, t, tau
from theoremtest.derivations.language import reals

z1, z2, bracket, z1_start, z2_start, across = reals("z_1", "z_2", "A", "z_1(0)", "z_2(0)", "x")
turned = level_task * t / tau
in_time = {
    z1: z1_start * cosh(turned) + (s_task * z2_start - lam / 2 * z1_start) * sinh(turned) / level_task,
    z2: z2_start * cosh(turned) + (s_task * z1_start + lam / 2 * z2_start) * sinh(turned) / level_task}
"""The part of e^{Ft/tau} Q(0) along the target: of W_1, and of W_2."""
rates = {z1: (s_task * z2 - lam / 2 * z1) / tau, z2: (s_task * z1 + lam / 2 * z2) / tau}
fading = exp(-lam * t / (2 * tau))
"""What its part across the target is multiplied by."""
growing, decaying = z1_start + z2_start, z2_start - z1_start
balanced_bracket = (1 + growing**2 * (exp(2 * s_task * t / tau) - 1) / (4 * s_task)
                    + decaying**2 * (1 - exp(-2 * s_task * t / tau)) / (4 * s_task) + across * t / tau)
"""The bracket where lambda = 0."""


def ratio(first: Expr, second: Expr, **letters: Expr) -> Expr:
    """z_1/z_2 from these starts."""
    known = {z1_start: first, z2_start: second}
    return (in_time[z1] / in_time[z2]).subs(known, simultaneous=True)
