"""Theorem C.6: the two rates of the delayed rich phase for large lambda, Eqs. (178)-(179), and what Section 5 says of rates and shapes.

lambda_perp is lambda/2 in an inverted funnel, -lambda/2 in a funnel, and absent in a square network. The rates are those of
e^{-s~_lambda t/tau} and e^{-(s~_lambda - lambda_perp) t/tau}, in 1/tau.
"""

from sympy import And, Eq, Gt, Lt, Or, S, diff, exp, oo, sqrt

from theoremtest.derivations.language import Domain, Equal, Evolves, Holds, Iff, Limit, Solves, System, claim, every, real

from .b2_solution_eq48_52 import passing
from .mode_notation import constants, level_task, modes, s_start, s_task
from .notation import DOMINE, lam, t, tau, time_constant

slow_inverted, slow_funnel = level_task - lam / 2, level_task + lam / 2


@claim(DOMINE, "Eq. (178)", uses=["domine2025/150"], origin="reconstructed")
def rate_of_the_first_term():
    """s~_lambda over |lambda|/2 tends to 1: the first term decays at the rate |lambda|/2, whatever the mode."""
    return every(plus=Limit(2 * level_task / lam, lam, oo, S.One, on=constants, rate=lam**-2),
                 minus=Limit(-2 * level_task / lam, lam, -oo, S.One, on=constants, rate=lam**-2))


@claim(DOMINE, "Eq. (179)", uses=["domine2025/151"], origin="reconstructed")
def rate_of_the_second_term():
    """s~_lambda - |lambda|/2 = s~^2/(s~_lambda + |lambda|/2), which is s~^2/|lambda| for large |lambda|."""
    return every(
        inverted=Equal(slow_inverted, s_task**2 / slow_funnel, on=constants),
        inverted_limit=Limit(lam * slow_inverted, lam, oo, s_task**2, on=constants, rate=lam**-2),
        funnel=Equal(slow_funnel, s_task**2 / slow_inverted, on=constants),
        funnel_limit=Limit(-lam * slow_funnel, lam, -oo, s_task**2, on=constants, rate=lam**-2))


@claim(DOMINE, "Theorem C.6", uses=["domine2025/178", "domine2025/179"],
       reading="the first rate grows, the second falls as lambda grows in an "
       "inverted funnel (in a funnel as -lambda grows); both are positive, and the second times |lambda| tends to a positive number",
       leaves_out="which components of the network decay at which of the two rates")
def some_parts_fast_others_slow():
    """As lambda increases some components converge exponentially with lambda, others at a rate inversely proportional to lambda."""
    on = constants
    return every(
        fast=Iff(Gt(diff(level_task, lam), 0), Gt(lam, 0), on=on), slow=Holds(Lt(diff(slow_inverted, lam), 0), on=on),
        positive=Holds(Gt(slow_inverted, 0), on=on),
        proportional=Limit(lam * slow_inverted, lam, oo, s_task**2, on=constants),
        funnel_slow=Holds(Gt(diff(slow_funnel, lam), 0), on=on), funnel_positive=Holds(Gt(slow_funnel, 0), on=on),
        funnel_proportional=Limit(-lam * slow_funnel, lam, -oo, s_task**2, on=constants))


@claim(DOMINE, "Appendix C.4", "both-decay", uses=["domine2025/150", "domine2025/151"],
       reading="both terms fall at all times and tend to 0")
def both_terms_decay():
    """The first term decays exponentially to zero, and the second decays over time."""
    first, second = exp(-level_task * t / tau), exp(-slow_inverted * t / tau)
    return every(
        first=Limit(first, t, oo, S.Zero, on=modes), second=Limit(second, t, oo, S.Zero, on=modes),
        first_rate=Evolves(first, -level_task / tau * first, along=passing, on=modes),
        second_rate=Evolves(second, -slow_inverted / tau * second, along=passing, on=modes),
        positive=Holds(Gt(slow_inverted, 0), on=constants))


@claim(DOMINE, "Section 5", "length-of-the-delay", uses=["domine2025/179"],
       reading="the delay is the time tau/(s~_lambda - |lambda|/2) of the slow term",
       leaves_out="that the kernel is almost still before it")
def delay_grows_with_lambda():
    """The magnitude of lambda determines the length of the delay: it is |lambda| tau/s~^2 to leading order, and grows with |lambda|."""
    on = constants
    return every(length=Limit(1 / (slow_inverted * lam), lam, oo, 1 / s_task**2, on=constants),
                 grows=Holds(Gt(diff(1 / slow_inverted, lam), 0), on=on))


@claim(DOMINE, "Section 5", "salient-first", uses=["domine2025/138"],
       reading="at lambda = 0 a small mode grows at the rate 2 s~/tau: the larger "
       "the task's singular value, the faster", leaves_out="starts that are not small or not equal; what it does to generalization")
def salient_features_are_learned_first():
    """In the rich regime the network learns the most salient features first."""
    s = real("s")
    rate = sqrt(4 * s**2) * (s_task - s) / tau
    return Limit(rate / s, s, 0, 2 * s_task / tau, on=constants & time_constant & Domain(over=[s]))


@claim(DOMINE, "Section 5", "features-equally", uses=["domine2025/117"],
       reading="for large |lambda| each s(t) solves tau s' = |lambda| (s~ - s), the "
       "motion of one layer at the rate |lambda|, whose transition function has no s~ in it")
def lazy_features_are_learned_alike():
    """In the lazy regime all features are treated equally and the dynamics resemble that of a shallow network."""
    shallow = s_start + (1 - exp(-lam * t / tau)) * (s_task - s_start)
    s = real("s")
    return every(
        solution=Solves(System({s: lam * (s_task - s) / tau}, {s: s_start}), {s: shallow}, on=modes),
        rate=Limit(sqrt(4 * s**2 + lam**2) / lam, lam, oo, S.One, on=Domain(over=[s, lam]), rate=lam**-2))


@claim(DOMINE, "Section 5", "between-saddles", uses=["domine2025/17"],
       reading="at lambda = 0 a mode's rate vanishes at 0 and at s~, and its "
       "curve bends upwards below s~/2 and downwards above",
       leaves_out="that several modes follow one another past saddle points")
def sigmoidal_curve():
    """For lambda near zero the dynamics resemble sigmoidal learning curves that traverse between saddle points."""
    s = real("s")
    rate = 2 * s * (s_task - s)
    bend = rate * diff(rate, s)
    on = constants & Domain(over=[s])
    return every(
        rests=Iff(Eq(rate, 0), Or(Eq(s, 0), Eq(s, s_task)), on=on),
        rises=Iff(Gt(rate, 0), And(Gt(s, 0), Lt(s, s_task)), on=on),
        turns=Iff(Gt(bend, 0), Or(And(Gt(s, 0), Lt(2 * s, s_task)), Gt(s, s_task)), on=on))
