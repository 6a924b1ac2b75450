"""Eq. (117) in scaled time T = |lambda| t/tau: by how much the transition function is above 1 - e^{-T} at large lambda, T by T."""

from sympy import Eq, Le, S, exp, oo

from theoremtest.derivations.language import Domain, Equal, Holds, Limit, Meaning, claim, every, real

from .c1_singular_values_eq16_17_and_115_117 import fast, scaled, stretched
from .mode_notation import gamma, s_start, s_task
from .notation import DOMINE, lam, t, tau

BETWEEN = Meaning("a start between zero and the task", "Section 5")
fallen = real("e")
SCALED = Meaning("e is e^{-T}", "Eq. (117)")


def excess(e):
    """lambda^2 times what the transition function has above 1 - e^{-T}, in the limit; e: e^{-T}."""
    return (s_task**2 * e * (2 * scaled - 3 + 4 * e - e**2) + 2 * s_task * s_start * e * (1 - e)**2 + s_start**2 * e * (1 - e**2))


@claim(DOMINE, "Eq. (117)", "distance", uses=["domine2025/117"], origin="derived")
def distance_from_the_exponential():
    """At every T, lambda^2 (gamma - (1 - e^{-T})) tends to a number, at most 2 s~^2/e for 0 <= s(0) <= s~, and that at s(0) = s~, T = 1.

    The number is 2 s~^2 T e^{-T} less (s~ - s(0)) e^{-T} (1 - e^{-T}) ((3 - e^{-T}) s~ + (1 + e^{-T}) s(0)).
    """
    e, minus = exp(-scaled), gamma.subs(t, -scaled * tau / lam)
    between = fast & Domain(s_start >= 0, s_start <= s_task, source=BETWEEN)
    short = between & Domain(fallen > 0, fallen <= 1, source=SCALED)
    most = 2 * s_task**2 * exp(-S.One)
    return every(
        plus=Limit(lam**2 * (stretched - 1 + e), lam, oo, excess(e), on=fast),
        minus=Limit(lam**2 * (minus - 1 + e), lam, -oo, excess(e), on=fast),
        form=Equal(excess(fallen), 2 * s_task**2 * scaled * fallen - (s_task - s_start) * fallen * (1 - fallen) * (
            (3 - fallen) * s_task + (1 + fallen) * s_start), on=fast & Domain(over=[fallen])),
        below=Holds(Le(excess(fallen), 2 * s_task**2 * scaled * fallen), on=short),
        most=Holds(Le(2 * s_task**2 * scaled * e, most), on=fast),
        reached=Equal(excess(e), most, on=fast & Domain(Eq(scaled, 1), Eq(s_start, s_task), source=BETWEEN)))
