"""Appendix D.2 and Section 6: reversal learning, Eqs. (180)-(185); which entries of B and C vanish, and when reversal succeeds.

A reversed mode starts at s(0) < 0. b and c are the entries of R^T B and R^T C; at lambda = 0 one of them is zero.
"""

from sympy import Eq, Gt, Le, Lt, Ne, S, exp, oo, sqrt

from theoremtest.derivations.language import (
    Domain,
    Equal,
    Erratum,
    Holds,
    Iff,
    Limit,
    Meaning,
    Printed,
    Solves,
    System,
    claim,
    every,
    reals,
    stated,
)

from .c1_transition_eq118_139 import B2, C2
from .mode_notation import constants, mode_system, modes, path, positive_task, q, s, s_start, s_task
from .notation import DOMINE, lam, later, t, tau, time_constant

first, value, second = reals(r"w_1^2", "s", r"w_2^2")
b, c, s_0 = reals("b", "c", "s_0")
up, down = exp(s_task * t / tau), exp(-s_task * t / tau)
SIZE = Meaning("the size of the start", "Appendix D.2")
ONE_IS_ZERO = Meaning("lambda = 0, where c of an aligned and b of a reversed mode are zero", "Appendix D.2")
CROSSING = Meaning("the mode is where it crosses zero", "Appendix D.2")
on = later & positive_task & Domain(over=[b, c])
reversed_size = later & positive_task & Domain(s_0 > 0, source=SIZE)

motion = {first: 2 * value * (s_task - value) / tau, value: (first + second) * (s_task - value) / tau,
          second: 2 * value * (s_task - value) / tau}
"""The motion of w_1^2, w_1 w_2 and w_2^2 from the loss of one mode."""


def below(b, c):
    """Delta, the entry of A."""
    return 1 + b**2 * (up**2 - 1) / (4 * s_task) + c**2 * (1 - down**2) / (4 * s_task)


def entries(b, c):
    """Eqs. (180)-(182)."""
    delta = 4 * below(b, c)
    return {first: (b * up - c * down)**2 / delta, value: (b**2 * up**2 - c**2 * down**2) / delta, second: (b * up + c * down)**2 / delta}


def solved(b, c, where):
    start = {first: (b - c)**2 / 4, value: (b**2 - c**2) / 4, second: (b + c)**2 / 4}
    return Solves(System(motion, start), entries(b, c), on=where)


@claim(DOMINE, "Eq. (181)", uses=["domine2025/15:funnel", "domine2025/15:inverted", "domine2025/15:square"], origin="reconstructed")
def mode_of_the_network_function():
    """The three entries solve the loss's motion at lambda = 0, for an aligned mode (c = 0) and a reversed one (b = 0)."""
    return every(aligned=solved(b, S.Zero, later & positive_task & Domain(over=[b])),
                 reversed=solved(S.Zero, c, later & positive_task & Domain(over=[c])))


@claim(DOMINE, "Eq. (180)", uses=["domine2025/181"], origin="reconstructed")
def mode_of_the_first_representation():
    """Where bc = 0 the mode of W_1^T W_1 is the size of the network function's mode."""
    mode = entries(b, c)
    return every(aligned=Equal(mode[first], mode[value], on=on & Domain(Eq(c, 0), source=ONE_IS_ZERO)),
                 reversed=Equal(mode[first], -mode[value], on=on & Domain(Eq(b, 0), source=ONE_IS_ZERO)))


@claim(DOMINE, "Eq. (182)", uses=["domine2025/181"], origin="reconstructed")
def mode_of_the_second_representation():
    """The mode of W_2 W_2^T is apart from that of W_1^T W_1 by bc/Delta, which lambda = 0 makes zero."""
    return Equal(entries(b, c)[second] - entries(b, c)[first], b * c / below(b, c), on=on)


falling = -s_0 * exp(-2 * s_task * t / tau) / (1 + s_0 / s_task * (1 - exp(-2 * s_task * t / tau)))
rising = s_0 * exp(2 * s_task * t / tau) / (1 + s_0 / s_task * (exp(2 * s_task * t / tau) - 1))


@claim(DOMINE, "Eq. (183)", uses=["domine2025/181"], origin="reconstructed")
def reversed_mode():
    """b = 0 and c^2 = 4 s_0: the mode starts at -s_0, is never positive, solves the loss's motion and vanishes."""
    return every(
        form=Equal(entries(0, c)[value].subs(c**2, 4 * s_0), falling, on=reversed_size),
        motion=Solves(System({value: -2 * value * (s_task - value) / tau}, {value: -s_0}), {value: falling}, on=reversed_size),
        never_positive=Holds(Le(falling, 0), on=reversed_size), end=Limit(falling, t, oo, S.Zero, on=reversed_size))


@claim(DOMINE, "Eq. (184)", uses=["domine2025/181"], origin="reconstructed")
def aligned_mode():
    """c = 0 and b^2 = 4 s_0: the mode starts at s_0, solves the loss's motion and ends at s~."""
    return every(
        form=Equal(entries(b, 0)[value].subs(b**2, 4 * s_0), rising, on=reversed_size),
        motion=Solves(System({value: 2 * value * (s_task - value) / tau}, {value: s_0}), {value: rising}, on=reversed_size),
        end=Limit(rising, t, oo, s_task, on=reversed_size))


@claim(DOMINE, "Eq. (185)", uses=["domine2025/184"], origin="reconstructed")
def aligned_mode_in_decaying_exponentials():
    """The same as s~ s_0/(s_0 + (s~ - s_0) e^{-2 s~ t/tau}), the form of Saxe et al. (2014)."""
    return Equal(rising, s_task * s_0 / (s_0 + (s_task - s_0) * exp(-2 * s_task * t / tau)), on=reversed_size)


balanced_zero = positive_task & Domain(over=[s_start])
B_zero, C_zero = B2.subs(lam, 0), C2.subs(lam, 0)
SQUARES = "b^2 and c^2 of Eq. (131), as we restored it, which hold for s(0) of either sign"


@claim(DOMINE, "Appendix D.2", "zero-balance", uses=["domine2025/131"], reading=SQUARES + ", at lambda = 0, s(0) positive or negative")
def entries_at_zero_balance():
    """At lambda = 0 an entry of C is zero for an aligned mode and not for a reversed one; an entry of B the other way round."""
    on = balanced_zero.but(Ne(s_start, 0), source=Meaning("a mode is aligned or reversed", "Appendix D.2"))
    return every(C=Iff(Eq(C_zero, 0), Gt(s_start, 0), on=on), B=Iff(Eq(B_zero, 0), Lt(s_start, 0), on=on))


unbalanced = constants.but(Ne(lam, 0))


@claim(DOMINE, "Appendix D.2", "b-invertible", uses=["domine2025/131"],
       reading=SQUARES + "; the sentence's last word, `zero`, is an erratum (`app-D.2:elements-zero`)",
       conditions=[stated(Ne(lam, 0))])
def entries_of_B_for_other_balances():
    """For lambda other than zero the diagonal of B is not zero, whether a mode is reversed or aligned: B is invertible."""
    return Holds(Gt(B2, 0), on=unbalanced)


@claim(DOMINE, "Appendix D.2", "elements-zero", uses=["domine2025/app-D.2:b-invertible"], conditions=[stated(Ne(lam, 0))],
       reading="the last sentence as it stands: in the reversal case B is diagonal with elements that are zero")
def last_sentence_as_it_stands():
    """In the case of reversal learning with lambda other than zero, B is a diagonal matrix with elements that are zero."""
    on = unbalanced.but(s_start < 0, source=Meaning("a reversed mode", "Appendix D.2"))
    return Printed(Equal(B2, S.Zero, on=on), erratum=Erratum(
        "wrong", "The sentences before it say that the elements are not zero, and Eq. (131), as we restored it, proves it: `non-zero` is "
        "meant, and `non-` was dropped.", Holds(Gt(B2, 0), on=on), convention="the last word of the sentence is read as `non-zero`"))


@claim(DOMINE, "Appendix D.2", "c-nonzero", uses=["domine2025/131"], reading=SQUARES, conditions=[stated(Ne(lam, 0))])
def entries_of_C_for_other_balances():
    """For lambda other than zero the diagonal entries of C remain non-zero, whether reversed or aligned."""
    return Printed(Holds(Ne(C2, 0), on=unbalanced), erratum=Erratum(
        "incomplete", "An entry of C is zero where a mode starts at the task, s(0) = s~. Nothing depends on it: only B has to be "
       "invertible.",
        Iff(Eq(C2, 0), Eq(s_start, s_task), on=unbalanced)))


@claim(DOMINE, "Section 6", "reversal-succeeds", uses=["domine2025/115"], conditions=[stated(Ne(lam, 0))],
       reading="a task-aligned mode that starts at any real s(0), reversed ones included, tends to s~")
def reversal_succeeds_for_other_balances():
    """When lambda is non-zero, reversal learning consistently succeeds."""
    return Limit(path, t, oo, s_task, on=modes.but(Ne(lam, 0)))


@claim(DOMINE, "Section 6", "reversal-fails", uses=["domine2025/183"],
       reading="at lambda = 0 a mode with s(0) < 0 tends to the saddle at 0 and stays "
       "on its side", leaves_out="simulations, which leave the saddle by rounding")
def reversal_fails_at_zero_balance():
    """Reversal learning theoretically does not succeed: the initialization aligns with the separatrix of a saddle point."""
    return every(end=Limit(path.subs({lam: 0, s_start: -s_0}), t, oo, S.Zero, on=reversed_size),
                 below=Holds(Le(falling, 0), on=reversed_size))


@claim(DOMINE, "Appendix D.2", "crossing", uses=["domine2025/115"], origin="derived")
def reversed_mode_crosses_zero():
    """With lambda other than zero a reversed mode crosses zero at the rate |lambda| s~/tau; at lambda = 0 zero is a rest.

    The rate is that of the loss, from which `115` is solved.
    """
    zero = time_constant & positive_task & Domain(Eq(s, 0), over=[lam], source=CROSSING, where={q: sqrt(s**2 + lam**2 / 4)})
    return Equal(mode_system.rates[s]**2, (lam * s_task / tau)**2, on=zero)
