"""Section 4.4 and Figs. 4.2 and 4.3: simulated scaling laws, their constants, and what finitely many skills do to them."""

from sympy import And, Gt, Integer, Lt, diff, oo

from theoremtest.derivations.language import Domain, Equal, Erratum, Holds, Limit, Meaning, Observed, Printed, claim, every, reals
from theoremtest.derivations.toolbox import measured as experiments

from .notation import NAM
from .scaling_notation import NUMBERS, A, N, S, T, alpha, c, later, power, skill_loss, skills, tail

EXPERIMENTS = "theoremtest.numerics.experiments.nam2024_scaling"
REAL = Meaning("numbers of parameters, taken for real numbers", "Section 4.4")
COMPUTE = Meaning("compute and parameters are positive", "Section 4.3")
SHARP = Meaning("a skill is learned at once when P_s(k) T reaches a value, 1/u with A", "Fig. 4.3")
last, u, C, d, e, n, r, s, t = reals("N", "u", "C", "d", "e", "n", "r", "s", "t")
SIZES = {d, e, n, r, s}


def observed(relation, experiment: str) -> Observed:
    """The relation between what the experiment of this name measures."""
    sizes = SIZES | {t} if experiment == "figure_4_2" else SIZES  # there a distance, in another experiment an exponent
    return experiments.observed(relation, f"{EXPERIMENTS}:{experiment}", sizes, "Figs. 4.2 and 4.3")


@claim(NAM, "Section 4.4", "constants", uses=["nam2024/4.25", "nam2024/4.34", "nam2024/sec-4.3.3:exponent", "nam2024/4.44:with-constants"],
       reading="`we can also calculate the constant prefactors of all scaling laws`: that of the parameters; that of the time is in Eq. "
               "(4.25), that of the data in Eq. (4.34)",
       leaves_out="the constant of the optimal compute, which is the least value of a function of tau by `4.44:with-constants`; the "
                  "constants of the time and of the parameters do not give it, as at T = tau N^(alpha + 1) the first law does not hold")
def constants_of_the_laws():
    """The constants of the laws can be calculated."""
    return Limit(N**alpha * (S**2 / 2 * tail(N + 1)), N, oo, S**2 * A / (2 * alpha),
                 on=skills & Domain(N >= 1, source=NUMBERS) & Domain(over=[S]))


@claim(NAM, "Fig. 4.2", uses=["nam2024/table-4.1:time", "nam2024/table-4.1:data", "nam2024/table-4.1:parameters", "nam2024/4.26",
                             "nam2024/4.35"],
       reading="(a) is trained; (b) and (c) take the trained losses from Eqs. (4.26) and (4.35), for (b) with drawn data. The "
               "text names alpha = 0.3 alone: 0.6 and 0.9, the 200 000 skills, S = 1, R_k(0) = 1/1000 and the ranges of the fits (T from "
               "300 to 10 000, D from 100 to 3000, N from 30 to 1000) are ours. The exponents of the curves in time, data and parameters "
               "are those of Table 4.1 to 1/25, with data to 1/10",
       leaves_out="alpha = 0.3, of which `sec-4.4:faster` speaks; training for (b) and (c)")
def curves_follow_the_laws():
    """The simulated learning curves follow the power laws of Table 4.1."""
    return observed(And(25 * t < 1, 10 * d < 1, 25 * n < 1), "figure_4_2")


@claim(NAM, "Section 4.4", "faster", uses=["nam2024/4.23"],
       reading="alpha = 0.3; 200 000 skills, S = 1, R_k(0) = 1/1000, T from 300 to 10 000 and C from 10^5 to 3 10^7 are ours: the "
               "exponents in time and in compute, over those of the laws, which are above one, more so in compute")
def small_exponents_look_larger():
    """The simulation decays faster than the laws for alpha = 0.3, especially in compute."""
    return observed(And(Gt(t, 1), Gt(c, t)), "small_exponent")


@claim(NAM, "Section 4.4", "finite", uses=["nam2024/4.23"],
       reading="`smaller alpha amplifies the effect from the number of skills being finite`: by Eq. (4.23) T dL/dT is -alpha/(alpha + 1) "
               "L less (A N^-alpha L_N - A L_1)/(alpha + 1); L_1 becomes negligible beside N^-alpha L_N, with which the loss falls "
               "faster, and N^-alpha is the larger the smaller alpha is",
       leaves_out="that A, L_N and the loss beside which the term stands depend on alpha too")
def finitely_many_skills_fall_faster():
    """Finitely many skills make the loss fall faster, and more so for a small alpha."""
    some = Domain(last > 1, source=REAL)
    return every(sign=Limit(skill_loss(1) / (last**(-alpha) * skill_loss(last)), T, oo, Integer(0), on=later & some),
                 size=Holds(Lt(diff(last**(-alpha), alpha), 0), on=power & some))


@claim(NAM, "Fig. 4.3", uses=["nam2024/table-4.1:compute"],
       reading="alpha = 0.6 and 0.9, 200 000 skills, S = 1, R_k(0) = 1/1000 and C from 10^5 to 3 10^7 are ours; N is from 10 to 3000, "
               "where the figure goes to 10^4, as the optima lie below: the exponent of the least loss at given compute is -alpha/(alpha "
               "+ 2) to 1/50; `when T is sufficient to fit all N skills`: at the optimum the last of the model's skills, r of S, is "
               "learned by more than half", leaves_out="alpha = 0.3, of which `sec-4.4:faster` speaks; N above 3000")
def optimum_is_where_all_skills_are_learned():
    """The least loss at given compute is reached where all N skills of the model are learned."""
    return Printed(observed(And(50 * e < 1, 2 * r > 1), "figure_4_3"), erratum=Erratum(
        "wrong", "The least loss does follow C^{-alpha/(alpha + 2)}. But at the optimum the last skill is learned by less than a third: a "
        "few skills are still being learned, which together hold less than a tenth of the loss. To wait until all are learned takes more "
        "compute than a larger model needs for the same loss. Section 4.3.4 says `most of the given basis functions`. We took "
        "R_k(0) = S/1000.",
        observed(And(50 * e < 1, 10 * s < 1, 3 * r < 1), "figure_4_3")))


@claim(NAM, "Fig. 4.3", "stages", origin="derived", uses=["nam2024/sec-4.2.4:loss", "nam2024/sec-4.3.4:balance"],
       reading="with T = C/N, the first (u C/N)^{1/(alpha + 1)} skills are learned, or all N: the more, the less the loss. The first "
               "number falls with N, the second grows")
def optimum_of_stage_like_training():
    """In stage-like training the optimum is where T just suffices for all N skills: the model's own skills are then no part of the loss."""
    on = power & Domain(C > 0, source=COMPUTE) & Domain(u > 0, source=SHARP)
    reached = (u * C / last)**(1 / (alpha + 1))
    best = (u * C)**(1 / (alpha + 2))
    return every(falls=Holds(Lt(diff(reached, last), 0), on=on & Domain(last > 0, source=COMPUTE)),
                 meets=Equal(reached, best, on=on.but(where={last: best})))
