"""Appendices C.2.3, C.2.4 and C.4, the prose: what becomes of both layers as lambda grows, and how far the kernel moves in training."""

from sympy import Gt, Lt, Ne, S, Trace, diff, exp, oo, sqrt

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
    matrix,
    real,
)

from .frames_notation import positive
from .mode_notation import constants, level_start, level_task, modes, s_start, s_task
from .notation import DOMINE, N_i, N_o, lam, later, t, tau
from .task_notation import S_high, S_low, S_tilde, decay, decayed, level, m, n, of, one_n

U, V = matrix(r"\tilde{U}", N_o, n), matrix(r"\tilde{V}", N_i, n)
free = positive & Domain(over=[U, V])
first, second = V * S_low * S_low * V.T, U * S_high * S_high * U.T


@claim(DOMINE, "Appendix C.2.3", "one-vanishes", uses=["domine2025/161", "domine2025/164"],
       reading="'as lambda -> +-oo one of the network representations approaches a scaled identity matrix, while the other tends toward "
               "zero': the second half of the sentence, at convergence; the first is `app-C.2.3:static`")
def the_other_representation_vanishes():
    """W_1^T W_1 tends to zero for lambda -> oo and W_2 W_2^T for lambda -> -oo, in every dimension."""
    return every(first=Limit(first, lam, oo, 0 * V * V.T, on=free), second=Limit(second, lam, -oo, 0 * U * U.T, on=free))


change = level_task - level_start
"""By how much a mode of either representation changes in training, from q(0) to its end."""


ALIGNED = Meaning("an aligned start", "Section 5")


@claim(DOMINE, "Appendix C.2.3", "kernel-to-zero", uses=["domine2025/thm-C.5"],
       reading="'the NTK becomes progressively less variable as lambda grows and ultimately converges to zero', of the kernel of a mode at "
               "convergence, by Theorem C.5 with Eqs. (169) and (170) as we restored them")
def kernel_tends_to_zero():
    """The kernel ultimately converges to zero as lambda grows."""
    on = constants
    return Printed(Limit(2 * level_task, lam, oo, S.Zero, on=on), erratum=Erratum(
        "wrong", "What converges to zero is the kernel's change in training, in a square network. The kernel itself, of a mode s_1^2 + "
        "s_2^2 = sqrt(lambda^2 + 4 s~^2), grows like |lambda|.", every(grows=Limit(2 * level_task / lam, lam, oo, S.One, on=on),
                                              change=Limit(change, lam, oo, S.Zero, on=constants & Domain(s_start > 0, source=ALIGNED))),
        convention="the variability of the kernel is what converges to zero"))


@claim(DOMINE, "Appendix C.2.3", "less-and-less", uses=["domine2025/thm-C.5"],
       reading="'the representations shift less and less as lambda increases', 'the NTK becomes progressively less variable as lambda "
               "grows and ultimately converges to zero': the change of a mode of both representations of a task-aligned network in "
               "training, in absolute terms; it is what converges to zero, the kernel itself grows",
       leaves_out="starts that are not aligned, whose singular vectors turn, in a funnel or an inverted funnel without end, "
                  "`app-C.2.3:static`")
def kernel_moves_less_and_less():
    """The change of a mode of the kernel falls strictly as |lambda| grows and tends to zero, wherever it is not zero."""
    on = constants & Domain(s_start > 0, source=ALIGNED)
    moving = on & Domain(Ne(s_task, s_start), source=Meaning("a mode that has to move", "Appendix C.2.3"))
    return every(
        falls=Iff(Lt(diff(change**2, lam), 0), Gt(lam, 0), on=moving), plus=Limit(change, lam, oo, S.Zero, on=on),
        minus=Limit(change, lam, -oo, S.Zero, on=on), size=Limit(lam * change, lam, oo, s_task**2 - s_start**2, on=on))


@claim(DOMINE, "Appendix C.2.3", "independent-of-lambda",
       reading="'since U~ and V~ are independent of lambda': the task's decomposition has lambda in its middle factor only, so that "
               "limits pass through", leaves_out="U and V of the network function before convergence, which do depend on lambda")
def singular_vectors_do_not_depend_on_lambda():
    """The limits of the modes are those of the representations: lambda W_1^T W_1 -> V~ S~^2 V~^T and W_2 W_2^T/lambda -> U~ U~^T."""
    return every(inner=Limit(lam * S_low * S_low, lam, oo, S_tilde * S_tilde, on=positive),
                 first=Limit(lam * first, lam, oo, V * S_tilde * S_tilde * V.T, on=free),
                 outer=Limit(second / lam, lam, oo, U * U.T, on=free))


@claim(DOMINE, "Appendix C.2.4", "bounded-norms", uses=["domine2025/174", "domine2025/175"],
       reading="'the weights are constrained by the need to fit the data, which bounds their overall norms; the balanced condition "
               "further specifies a relationship between these norms': at convergence the squared norms add up to the trace of (4 S~^2 + "
               "lambda^2)^{1/2}, and no layers that fit the data have less",
       leaves_out="that the constraint tightens")
def fitting_the_data_fixes_the_norms():
    """The sum of both squared norms is the trace of (4 S~^2 + lambda^2)^{1/2}; of numbers a, b with ab = s, a^2 + b^2 is at least 2s."""
    a, b = real("a"), real("b")
    norms = Trace(S_low * S_low) + Trace(S_high * S_high)
    return every(sum=Equal(norms, Trace(of(2 * level)), on=positive),
                 value=Equal(2 * level_task, sqrt(4 * s_task**2 + lam**2), on=constants),
                 least=Equal(a**2 + b**2, (a - b)**2 + 2 * a * b, on=Domain(over=[a, b])),
                 balanced=Equal((a**2 + b**2)**2, 4 * (a * b)**2 + (b**2 - a**2)**2, on=Domain(over=[a, b])))


@claim(DOMINE, "Appendix C.2.4", "toggle", uses=["domine2025/117", "domine2025/138"],
       reading="'the network behaves similarly to a shallow network, with lambda acting as a toggle between deep and shallow learning': a "
               "mode's rate over sqrt(4 s^2 + lambda^2), and that rate for lambda -> 0 and lambda -> oo: 2s of two equal layers, |lambda| "
               "of one layer")
def lambda_toggles_between_deep_and_shallow():
    """tau s' = sqrt(4 s^2 + lambda^2) (s~ - s) is that of two layers at lambda = 0 and of one layer, linear in s, for large lambda."""
    s = real("s")
    on = constants & Domain(s > 0, source=Meaning("a singular value of the network function", "Appendix C.2.4"))
    speed = sqrt(4 * s**2 + lam**2)
    shallow = s_task + (s_start - s_task) * exp(-lam * t / tau)
    return every(deep=Limit(speed, lam, 0, 2 * s, on=on), shallow=Limit(speed / lam, lam, oo, S.One, on=on, rate=lam**-2),
                 one_layer=Solves(System({s: lam * (s_task - s) / tau}, {s: s_start}), {s: shallow}, on=modes))


# rates --------------------------------------------------------------------------------------------------------------------------

inverse, C, D = matrix("B^{-1}", n, n), matrix("C", n, n), matrix("D", n, m)


@claim(DOMINE, "Theorem C.6", "two-exponentials", uses=["domine2025/thm-B.5", "domine2025/82"],
       reading="'the learning rate is determined by two competing exponential factors', 'the solution of Theorem B.5 is governed by two "
               "time-dependent terms': K, M and A^ of Theorem B.5 are functions of E = e^{-S~_lambda t/tau} and E' = e^{-(S~_lambda - "
               "lambda_perp) t/tau}, in which time occurs nowhere else",
       leaves_out="lambda = 0, where the complement adds t/tau E (...) E")
def two_exponentials_carry_the_time():
    """Time enters the stable solution through E and E' alone, for both signs of lambda_perp = +-lambda/2."""
    on = later & positive & Domain(Ne(lam, 0), over=[inverse, C, D], source=Meaning("lambda is large", "Theorem C.6"))
    grown = {}
    for name, perp in (("inverted", lam / 2), ("funnel", -lam / 2)):
        other = of(exp(-(level - perp) * t / tau))
        grown[name] = Equal(2 * exp(perp * t / tau) * decay * inverse * D, 2 * other * inverse * D, on=on)
        bare = decay * inverse * D
        grown[name + "_inside"] = Equal((exp(2 * perp * t / tau) - 1) / (2 * perp) * bare * bare.T,
                                        ((other * inverse * D) * (other * inverse * D).T - bare * bare.T) / (2 * perp), on=on)
    return every(inside=Equal(2 * decayed, of(1 / level) * (one_n - decay * decay), on=on), **grown)


@claim(DOMINE, "Appendix C.4", "slows-down", uses=["domine2025/179"],
       reading="'as lambda increases, the convergence rate slows for certain parts of the network, while other components continue to "
               "learn more quickly': the slow rate falls and the fast one grows with lambda > 0 in an inverted funnel; their quotient "
               "falls",
       leaves_out="which parts of the network these are")
def slow_parts_slow_down():
    """With lambda > 0 growing, the rate of the second term falls, that of the first grows, and the quotient falls to zero."""
    on = constants & Domain(lam > 0, source=Meaning("the size of lambda", "Theorem C.6"))
    slow = level_task - lam / 2
    return every(slow=Holds(Lt(diff(slow, lam), 0), on=on), fast=Holds(Gt(diff(level_task, lam), 0), on=on),
                 quotient=Holds(Lt(diff(slow / level_task, lam), 0), on=on), end=Limit(slow / level_task, lam, oo, S.Zero, on=on))


@claim(DOMINE, "Appendix C.2", "constant-kernel", uses=["domine2025/140", "domine2025/144"], origin="derived",
       reading="'lazy learning occurs when the NTK is constant, rich learning when it is not' says what the words mean; at a finite "
               "lambda the kernel of a balanced network is constant only where its network function is")
def kernel_stands_only_with_the_function():
    """A mode (s^2 + lambda^2/4)^{1/2} of the kernel changes by (s'^2 - s^2) over the sum of both: it stands only where s^2 does."""
    other = real("s'")
    moved = sqrt(other**2 + lam**2 / 4)
    return every(change=Equal(moved - level_task, (other**2 - s_task**2) / (moved + level_task), on=constants & Domain(over=[other])),
                 sum=Holds(Gt(moved + level_task, 0), on=constants & Domain(over=[other])))
