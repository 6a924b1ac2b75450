"""Section 4.2.4: the time scaling law from stage-like training, Eqs. (4.12)-(4.16)."""

from sympy import Eq, Function, Integer, Integral, Rational, Sum, oo

from theoremtest.derivations.language import Domain, Equal, Erratum, Holds, Limit, Meaning, Printed, Spoken, by, claim, every, reals

from .layerwise_notation import E1, E2, P0, emergent_time, eps, saturation_time, share, slower, started
from .layerwise_notation import S as target
from .notation import NAM
from .scaling_notation import INDEX, S, alpha, frequency, from_one, j, k, n_s, power, rare, skills, tail, y

MANY = Meaning("a long way down the skills, k much larger than one", "Section 4.2.4")
BETWEEN = Meaning("the sum exceeds the integral by a part u of its first term", "Eq. (4.12)")
SMALL = Meaning("an emergence to wait for: the skill starts below epsilon S", "Eq. (3.12)")
BEGUN = Meaning("R_k(0) > 0", "Eq. (4.11)")
SCALE = Meaning("the target scale, above R_k(0) > 0", "Eq. (4.11)")
STAGES = Meaning("stage-like training: skill k saturates before skill k + 1 emerges, for a small epsilon", "Eq. (3.14)")
RESOURCE = Meaning("skill k is learned at a resource proportional to k^q", "Section 4.2.4")
P = Function("P_s", real=True)
u, q, other, R = reals("u", "q", "P_0'", r"\mathcal{R}")
indices = power & from_one
rest = tail(k, Integer(1))
"""Eq. (4.12)'s sum over j from k on."""
first = k**(-alpha - 1)
step = ((k + 1)**(alpha + 1) - k**(alpha + 1)) / k**(alpha + 1)
"""The right side of Eq. (4.14)."""


@claim(NAM, "Section 4.2.4", "loss", uses=["nam2024/4.6", "nam2024/4.10"],
       reading="skills below k are at R from (1 - epsilon) S to S, the others at R from 0 to epsilon S, of n_s skills. Every term of the "
               "sum is so bounded, as no frequency is negative, and the sums of the bounds differ from that of the skills from k on by at "
               "most epsilon (2 - epsilon) of it, and epsilon^2 S^2/2; epsilon vanishes in stage-like training")
def loss_at_an_emergence():
    """When skill k emerges, the loss is that of skills k, k + 1, ... up to the order of epsilon."""
    scale = share & Domain(S > 0, source=SCALE)
    later, sooner = scale & Domain(R >= 0, eps * S >= R, source=STAGES), scale & Domain((1 - eps) * S <= R, R <= S, source=STAGES)
    on = Domain(k >= 1, n_s >= k, source=INDEX) & share & Domain(over=[S])
    missing = Sum(P(j) * S**2 / 2, (j, k, n_s))
    return every(
        saturated=Holds(eps**2 * S**2 / 2 >= (S - R)**2 / 2, on=sooner),
        most=Holds((S - R)**2 / 2 <= S**2 / 2, on=later), least=Holds((1 - eps)**2 * S**2 / 2 <= (S - R)**2 / 2, on=later),
        below=Equal(Sum(P(j) * (1 - eps)**2 * S**2 / 2, (j, k, n_s)), missing - eps * (2 - eps) * missing, on=on),
        above=Equal(Sum(P(j) * eps**2 * S**2 / 2, (j, 1, k - 1)), eps**2 * S**2 / 2 * Sum(P(j), (j, 1, k - 1)), on=on))


@claim(NAM, "Section 4.2.4", "difference", uses=["nam2024/sec-4.2.4:loss"])
def loss_of_one_skill():
    """The saturation of skill k lowers the loss by P_s(k) S^2/2."""
    def missing(start):
        return Sum(P(j) * S**2 / 2, (j, start, n_s))
    return Equal(missing(k) - missing(k + 1), P(k) * S**2 / 2, on=Domain(k >= 1, n_s >= k, source=INDEX) & Domain(over=[S]))


@claim(NAM, "Eq. (4.12)", uses=["nam2024/sec-4.2.4:loss", "nam2024/sec-4.2.4:difference"],
       reading="the second and the third of the four terms; the last, an approximation, is a claim of its own (`4.12:integral`)")
def change_of_the_loss():
    """The relative change of the loss is P_s(k) over the frequencies from k on, and minus k^-(alpha + 1) over their sum."""
    on = indices & skills
    share_of_k = frequency(k) / tail(k)
    return Printed(
        Equal(share_of_k, -first / rest, on=on),
        erratum=Erratum("wrong", "The second term lacks the minus sign that the others have: the loss falls by P_s(k) S^2/2.",
                        Equal(-share_of_k, -first / rest, on=on)))


@claim(NAM, "Eq. (4.12)", "integral", reading="the last approximation: the sum is at least the integral, and at most the integral and its "
                                              "own first term, which is a part alpha/k of it")
def sum_and_integral():
    """The sum over j from k on is the integral up to a relative error alpha/k."""
    integral = Integral(y**(-alpha - 1), (y, k, oo))
    return every(value=Equal(integral, k**(-alpha) / alpha, on=indices), below=Holds(rest >= k**(-alpha) / alpha, on=indices),
                 above=Holds(rest <= k**(-alpha) / alpha + first, on=indices), part=Equal(first / integral, alpha / k, on=indices))


@claim(NAM, "Eq. (4.13)", uses=["nam2024/4.12:integral"],
       reading="with the sum itself, k^-alpha/alpha + u k^-(alpha + 1) for a u between 0 and 1 by `4.12:integral`; with the integral there "
               "is no remainder")
def relative_change_of_the_loss():
    """The relative change is -alpha/k up to the order of 1/k^2."""
    between = indices & Domain(u >= 0, u <= 1, source=BETWEEN)
    change = -first / (k**(-alpha) / alpha + u * first)
    return Printed(
        every(remainder=Holds(change + alpha / k <= alpha**2 / k**2, on=between), sign=Holds(change >= -alpha / k, on=between),
              integral=Equal(-first / Integral(y**(-alpha - 1), (y, k, oo)), -alpha / k, on=indices),
              order=Limit(k * change, k, oo, -alpha, 1 / k, on=between)),
        spoken={"order": Spoken("=", change, -alpha / k, scale=k, order=1 / k**2)})


@claim(NAM, "Eq. (4.14)", uses=["nam2024/3.12"],
       conditions=[by(BEGUN, P0 > 0, target > P0, other > 0), by(SMALL, eps * target > P0, eps * target > other)],
       reading="emergent times by Eq. (3.12), with E[x_k^2] = P_s(k) (the learning rate cancels); skill k starts at P_0, skill k + 1 at "
               "P_0'; stage-like training is Eq. (3.14) with epsilon below one half. A is a free letter in (0, 1)")
def relative_interval():
    """The interval between two emergences, over the time of the first, is ((k + 1)^(alpha + 1) - k^(alpha + 1))/k^(alpha + 1)."""
    now, then = emergent_time(frequency(k)), emergent_time(frequency(k + 1), other)
    on = started & share & indices & rare & Domain(eps * target > P0, other > 0, other < eps * target)
    stages = Domain(eps < Rational(1, 2), then - now > saturation_time(frequency(k)), source=STAGES)
    return Printed(
        Equal((then - now) / now, step, on=on & stages),
        erratum=Erratum("incomplete", "All skills must start alike, R_k(0) = R_{k+1}(0), which is nowhere said: the `small and equal "
                                      "initialization` of Section 3.4.1 is a_i(0) = b_i(0), of the two layers of one mode.",
                        Equal((then - now) / now, step, on=on & Domain(Eq(other, P0)))))


@claim(NAM, "Eq. (4.15)", uses=["nam2024/4.14"], reading="k times it tends to alpha + 1, with an error of the order of 1/k")
def relative_interval_far_down():
    """The relative interval is (alpha + 1)/k up to the order of 1/k^2."""
    return Printed(Limit(k * step, k, oo, alpha + 1, 1 / k, on=indices),
                   spoken={"": Spoken("=", step, (alpha + 1) / k, scale=k, order=1 / k**2)})


@claim(NAM, "Eq. (4.16)", uses=["nam2024/4.12", "nam2024/4.14"],
       reading="`to the largest order`: minus alpha/(alpha + 1) Delta T/T over Delta L/L tends to one, with the sum itself: 1 over Delta "
               "L/L is -k^(alpha + 1) times the sum")
def change_of_the_loss_in_time():
    """The relative change of the loss is -alpha/(alpha + 1) times that of the time."""
    return Printed(Limit(alpha / (alpha + 1) * step * (k**(alpha + 1) * rest), k, oo, Integer(1), on=indices),
                   spoken={"": Spoken("=", -first / rest, -alpha / (alpha + 1) * step, scale=-k**(alpha + 1) * rest, turned=True)})


@claim(NAM, "Section 4.2.4", "power-law", uses=["nam2024/4.14", "nam2024/sec-4.2.4:loss"],
       reading="`the power-law with exponent -alpha/(alpha + 1)`: at the emergence of skill k the time is proportional to k^(alpha + 1), "
               "the loss to the sum of the frequencies from k on")
def loss_at_emergences_is_a_power_of_the_time():
    r"""Loss times time to the power $\frac{\alpha}{\alpha + 1}$ tends to a constant along the emergences."""
    time = k**(alpha + 1)
    return Limit(time**(alpha / (alpha + 1)) * rest, k, oo, 1 / alpha, on=indices)


@claim(NAM, "Section 4.2.4", "any-resource", uses=["nam2024/4.13"],
       reading="`if the stage-like training holds for any resource`: where skill k is learned at a resource proportional to k^q, q > 0, "
               "the ratio of both relative changes is -alpha/q; q is alpha + 1 for time and data, whose need is as 1/P_s(k), and 1 for "
               "parameters", leaves_out="that the need for a resource is proportional to k^q, which is ours; for data, whose need is a "
                                        "mean, q = alpha + 1 is taken from 1/P_s(k)")
def any_resource():
    """The scaling law of any resource follows from stage-like training."""
    used = ((k + 1)**q - k**q) / k**q
    return Limit(alpha / q * used * (k**(alpha + 1) * rest), k, oo, Integer(1), on=indices & Domain(q > 0, source=RESOURCE))


@claim(NAM, "Section 4.2.4", "only-some-skills", origin="derived", uses=["nam2024/3.14:threshold", "nam2024/4.15"],
       reading="Eq. (3.14) for skills k and k + 1 asks that log(1/epsilon - 1) is below (v_k - v_{k+1})/(v_k + v_{k+1}) log(S/P_0 - 1); "
               "that factor vanishes as (alpha + 1)/(2 k), while the left side is positive for epsilon < 1/2; one start P_0 for all skills")
def no_start_is_small_enough_for_all_skills():
    """From no common start, at a fixed epsilon < 1/2, is training stage-like for all skills: far down the next emerges too early."""
    factor = slower.subs({E1: frequency(k), E2: frequency(k + 1)}, simultaneous=True)
    return Limit(k * factor, k, oo, (alpha + 1) / 2, on=indices & skills)
