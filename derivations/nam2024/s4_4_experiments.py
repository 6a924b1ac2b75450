"""Section 4.4 and Figs. 4.2 and 4.3: simulated scaling laws, their constants, and what finitely many skills do to them."""

from sympy import And, Gt, Integer, Lt, diff, oo

from rederive.derivations.language import Domain, Equal, Holds, Limit, Meaning, Observed, claim, every, reals

from .notation import NAM
from .scaling_notation import NUMBERS, A, N, S, T, alpha, c, later, power, skill_loss, skills, tail

EXPERIMENTS = "rederive.numerics.experiments.nam2024_scaling"
REAL = Meaning("numbers of parameters, taken for real numbers", "Section 4.4")
COMPUTE = Meaning("compute and parameters are positive", "Section 4.3")
WEIGHTS = Meaning("the constants of both laws", "Section 4.4")
SHARP = Meaning("a skill is learned at once when P_s(k) T reaches a value, 1/u with A", "Fig. 4.3")
last, p, q, u, C, d, e, n, s, t = reals("N", "p", "q", "u", "C", "d", "e", "n", "s", "t")
exponent = alpha / (alpha + 1)


def observed(relation, experiment: str) -> Observed:
    """The relation between what the experiment of this name measures."""
    return Observed(relation, f"{EXPERIMENTS}:{experiment}", on=Domain(over=sorted(relation.free_symbols, key=str)))


@claim(NAM, "Section 4.4", "constants", uses=["nam2024/4.25", "nam2024/4.34", "nam2024/sec-4.3.3:exponent"],
       reading="`we can also calculate the constant prefactors`: that of the parameters, and that of the optimal compute by those of time "
               "and parameters, p T^{-alpha/(alpha + 1)} + q N^-alpha; that of the time is in Eq. (4.25), that of the data in Eq. (4.34)")
def constants_of_the_laws():
    """The constants of the laws can be calculated."""
    on = power & Domain(C > 0, source=COMPUTE) & Domain(p > 0, q > 0, source=WEIGHTS)
    factor = (p / ((alpha + 1) * q))**((alpha + 1) / alpha)
    best = (C / factor)**(1 / (alpha + 2))
    loss, optimum = p * (C / last)**(-exponent) + q * last**(-alpha), on.but(where={last: best})
    slope = exponent * p * last**exponent * C**(-exponent) / last - alpha * q * last**(-alpha - 1)
    return every(
        parameters=Limit(N**alpha * (S**2 / 2 * tail(N + 1)), N, oo, S**2 * A / (2 * alpha), on=skills & Domain(
            N >= 1, source=NUMBERS) & Domain(over=[S])),
        slope=Equal(diff(loss, last), slope, on=on & Domain(last > 0, source=COMPUTE)), stationary=Equal(slope, Integer(0), on=optimum),
        compute=Equal(loss, (alpha + 2) * q * factor**(alpha / (alpha + 2)) * C**(-alpha / (alpha + 2)), on=optimum))


@claim(NAM, "Fig. 4.2", uses=["nam2024/table-4.1:time", "nam2024/table-4.1:data", "nam2024/table-4.1:parameters"],
       reading="200 000 skills, S = 1 and R_k(0) = 1/1000, which the caption does not give, at alpha = 0.6 and 0.9: the exponents of the "
               "curves in time, data and parameters are those of Table 4.1 to 1/25, with data to 1/10",
       leaves_out="alpha = 0.3, of which `sec-4.4:faster` speaks")
def curves_follow_the_laws():
    """The simulated learning curves follow the power laws of Table 4.1."""
    return observed(And(25 * t < 1, 10 * d < 1, 25 * n < 1), "figure_4_2")


@claim(NAM, "Section 4.4", "faster", uses=["nam2024/4.23"],
       reading="alpha = 0.3 and 200 000 skills: the exponents in time and in compute, over those of the laws, which are above one, more "
               "so in compute")
def small_exponents_look_larger():
    """The simulation decays faster than the laws for alpha = 0.3, especially in compute."""
    return observed(And(Gt(t, 1), Gt(c, t)), "small_exponent")


@claim(NAM, "Section 4.4", "finite", uses=["nam2024/4.23"],
       reading="`smaller alpha amplifies the effect from the number of skills being finite`: by Eq. (4.23) T dL/dT is -alpha/(alpha + 1) "
               "L less (A N^-alpha L_N - A L_1)/(alpha + 1); L_1 becomes negligible beside N^-alpha L_N, with which the loss falls "
               "faster, and N^-alpha is the larger the smaller alpha is")
def finitely_many_skills_fall_faster():
    """Finitely many skills make the loss fall faster, and more so for a small alpha."""
    some = Domain(last > 1, source=REAL)
    return every(sign=Limit(skill_loss(1) / (last**(-alpha) * skill_loss(last)), T, oo, Integer(0), on=later & some),
                 size=Holds(Lt(diff(last**(-alpha), alpha), 0), on=power & some))


@claim(NAM, "Fig. 4.3", uses=["nam2024/table-4.1:compute"],
       reading="200 000 skills, S = 1 and R_k(0) = 1/1000, at alpha = 0.6 and 0.9: the exponent of the least loss at given compute is "
               "-alpha/(alpha + 2) to 1/50; `when T is sufficient to fit all N skills`: at the optimum less than a tenth of the loss is "
               "left on the model's own skills", leaves_out="alpha = 0.3, of which `sec-4.4:faster` speaks")
def optimum_is_where_all_skills_are_learned():
    """The least loss follows C^{-alpha/(alpha + 2)}, and is reached where the model's skills are learned."""
    return observed(And(50 * e < 1, 10 * s < 1), "figure_4_3")


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
