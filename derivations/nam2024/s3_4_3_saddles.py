"""Section 3.4.3: drops and plateaus of the loss as the stages of the diagonal network; a plateau is spent near a saddle."""

from sympy import Eq, Ne, S, diff, log, oo

from theoremtest.derivations.language import Domain, Equal, Holds, Limit, Meaning, claim, every, lt

from .layerwise_notation import IMPLIED, P0, S_i, a, b, v, varied
from .notation import NAM

loss = v * (a * b - S_i)**2 / 2
WAITING = Meaning("a mode that is not learned yet, whose scale is not zero", "Section 3.4.3")


@claim(NAM, "Section 3.4.3", "saddles", uses=["nam2024/3.9", "nam2024/3.6"],
       reading="`saddle`: where a mode is not learned at all, a_i = b_i = 0, its part of the loss has no slope and its second derivatives "
               "have "
               "a negative determinant; `plateau`: a mode leaves it after a time that grows without bound as its start vanishes, and is at "
               "half its scale then",
       leaves_out="the drops, which `sec-3.4.1:abrupt` has, and the trained networks in which the phenomenon is seen")
def plateaus_are_spent_at_saddles():
    """A plateau of the loss is the delay before a feature saturates, near a saddle of its mode; a drop is the saturation."""
    there = varied & Domain(Eq(a, 0), Eq(b, 0), Ne(S_i, 0), source=WAITING)
    determinant = diff(loss, a, 2) * diff(loss, b, 2) - diff(loss, a, b)**2
    delay = log(S_i / P0 - 1) / (2 * v * S_i)
    small = varied & Domain(P0 > 0, S_i > P0, source=Meaning("a small start", "Section 3.4.1")) & Domain(S_i > 0, source=IMPLIED)
    return every(
        slope_a=Equal(diff(loss, a), S.Zero, on=there), slope_b=Equal(diff(loss, b), S.Zero, on=there),
        saddle=Holds(lt(determinant, 0), on=there), plateau=Limit(delay, P0, 0, oo, on=small))
