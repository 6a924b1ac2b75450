"""One mode of a task-aligned network: its singular value s in time, and what Appendix C.1 computes it from.

A mode of the first layer is a, of the second b; s = a b is the network's, s~ the task's singular value, and q = (a^2 + b^2)/2 is
sqrt(s^2 + lambda^2/4). The start is s_0 = s(0), positive for an aligned, negative for a reversed mode.
"""

from sympy import Eq, Ge, cosh, exp, sinh, sqrt

from theoremtest.derivations.language import Domain, GradientFlow, Meaning, System, real, reals

from .notation import POSITIVE_VALUES, lam, later, t, tau, time_constant

SINGULAR_VALUE = Meaning("a singular value is not negative", "Section 5")

s_task, s_start = reals(r"\tilde{s}", "s(0)")
s, q, a, b = reals("s", "q", "a", "b")

level_task = sqrt(s_task**2 + lam**2 / 4)
level_start = sqrt(s_start**2 + lam**2 / 4)
"""s~_lambda and s_lambda, the second of the start."""

mirror = real(r"\lambda'")
mirrored = Domain(Eq(mirror, -lam), over=[lam], source=Meaning("the balance of the other sign", "Section 5"))
"""lambda' is -lambda."""

turns = 2 * level_task * t / tau
"""x of the transition function, 2 s~_lambda t/tau."""

product, mixed = level_task * level_start, s_task * s_start + lam**2 / 4
above = product * sinh(turns) + mixed * (cosh(turns) - 1)
below = product * sinh(turns) + mixed * cosh(turns) + s_task * (s_task - s_start)
gamma = above / below
"""The transition function of Eq. (137)."""

path = s_start + gamma * (s_task - s_start)
"""Eq. (115)."""

mean_square = level_task * (product * cosh(turns) + mixed * sinh(turns)) / below
"""q in time."""

positive_task = Domain(s_task > 0, source=POSITIVE_VALUES)
modes = later & positive_task & Domain(over=[lam, s_start])
"""Any start, aligned, reversed or zero; any balance."""

aligned = modes & Domain(Ge(s_start, 0), source=SINGULAR_VALUE)
"""A start that is a singular value."""

constants = positive_task & Domain(over=[lam, s_start])
start = constants & Domain(Ge(s_start, 0), source=SINGULAR_VALUE)
"""The same without time."""

layer_flow = GradientFlow((a * b - s_task)**2 / 2, {a: 1 / tau, b: 1 / tau}, name="gradient flow of one mode's loss")
"""One mode of both layers on half its squared error."""

layers = time_constant & positive_task & Domain(over=[a, b])
balanced_layers = layers & Domain(over=[lam], where={lam: b**2 - a**2})

mode_system = System({s: 2 * q * (s_task - s) / tau, q: 2 * s * (s_task - s) / tau}, {s: s_start, q: level_start})
"""The motion of s = ab and q = (a^2 + b^2)/2, which is that of the loss (`thm-C.1:loss`)."""

growth = exp(2 * s_task * t / tau) - 1
logistic = s_start * growth / (s_start * growth + s_task)
"""The sigmoidal transition function of Eq. (17), written without dividing by s_0."""
