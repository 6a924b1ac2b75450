"""Section 2: what the text says of earlier work that is an assertion about this model."""

from sympy import Gt, diff, exp

from theoremtest.derivations.language import Domain, Equal, Holds, Meaning, claim, every

from .mode_notation import growth, positive_task, s_start, s_task
from .notation import DOMINE, t, tau, time_constant

ALIGNED = Meaning("a task-aligned start of one size, not zero, in every mode", "Section 2")
LATER = Meaning("after the start", "Section 2")


@claim(DOMINE, "Section 2", "largest-first", uses=["domine2025/138"],
       reading="'the largest singular values are learned first during training', for 'task-aligned initializations', is read at lambda = 0"
               " of starts that are equal in every mode: the transition function, the share of the way from s(0) to s~ that is done, is at "
               "every later time the larger the larger s~ is",
       leaves_out="starts that differ from mode to mode, where a smaller singular value may come first")
def larger_singular_values_lead():
    """After an equal start the transition function is g/(g + 1/s(0)) with g = (e^x - 1)/s~, x = 2 s~ t/tau, and g grows with s~."""
    x, speed = 2 * s_task * t / tau, growth / s_task
    on = time_constant & positive_task & Domain(s_start > 0, source=ALIGNED) & Domain(t > 0, source=LATER)
    return every(
        share=Equal(s_start * growth / (s_start * growth + s_task), speed / (speed + 1 / s_start), on=on),
        slope=Equal(diff(speed, s_task), exp(x) * (x - 1 + exp(-x)) / s_task**2, on=on),
        rises=Holds(Gt(x - 1 + exp(-x), 0), on=on))
