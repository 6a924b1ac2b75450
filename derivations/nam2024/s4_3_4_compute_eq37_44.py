"""Section 4.3.4: the optimal compute scaling law, Eqs. (4.37)-(4.44)."""

from sympy import Eq, Gt, Integer, Integral, diff, exp, oo

from theoremtest.derivations.language import (
    Domain,
    Equal,
    Erratum,
    Holds,
    Iff,
    Limit,
    Meaning,
    Printed,
    Scales,
    Spoken,
    by,
    claim,
    every,
    reals,
)

from .notation import NAM
from .scaling_notation import NUMBERS, A, S, T, alpha, c, eta, frequency, later, learning, power, remaining, skill_loss, skills, tail, y
from .scaling_notation import N as whole

REAL = Meaning("numbers of parameters and indices of skills, taken for real numbers", "Section 4.3.4")
COMPUTE = Meaning("time, parameters and compute are positive", "Section 4.3.4")
SOLUTION = Meaning("the solution of Eqs. (4.40)-(4.42)", "Eq. (4.43)")
RATIO = Meaning("T in units of N^(alpha + 1)", "Section 4.3.4")
ORDER = Meaning("L_T is of the order of N^-alpha", "Section 4.3.4")
N, C, lam, tau, upper, part, L_T, r, y1, z = reals("N", "C", r"\lambda", r"\tau", "n_s", "h", r"\mathcal{L}_T", "r", "x", "z")
several = Domain(N >= 1, source=REAL)
resources = power & Domain(T > 0, N > 0, C > 0, source=COMPUTE)
loss = T**(-alpha / (alpha + 1)) + N**(-alpha)
"""Eq. (4.39)."""
time_condition = -alpha / (alpha + 1) * T**(-alpha / (alpha + 1) - 1) + lam * N
parameter_condition = -alpha * N**(-(alpha + 1)) + lam * T
factor = (alpha + 1)**(-(alpha + 1) / alpha)
"""T over N^(alpha + 1) at the optimum."""
best = (C / factor)**(1 / (alpha + 2))
"""N at the optimum."""
optimum = (power & Domain(C > 0, source=COMPUTE)).but(where={N: best, T: factor * best**(alpha + 1)})
solved = optimum.but(where={lam: alpha * best**(-(alpha + 1)) / (factor * best**(alpha + 1))})


def lagrangian(time, parameters, multiplier):
    """Eq. (4.39) with the condition N T = C."""
    return time**(-alpha / (alpha + 1)) + parameters**(-alpha) + multiplier * (parameters * time - C)


@claim(NAM, "Eq. (4.37)", uses=["nam2024/4.17", "nam2024/4.21", "nam2024/4.36"],
       reading="the second integral is above the sum over k > N, and below it with P_s(N) added, their quotient tending to one; for the "
               "first the argument of Eq. (4.21) holds for every N: sum and integral differ by at most c S/(16 eta T), which at T = tau "
               "N^(alpha + 1) vanishes against N^-alpha",
       leaves_out="that sum and integral of a function that rises and then falls differ by at most its maximum")
def loss_with_endlessly_many_samples():
    """The loss is about the integral over the skills of the model, and S^2/2 times that over the others."""
    on = skills & Domain(whole >= 1, source=NUMBERS)
    integral = A * whole**(-alpha) / alpha
    return every(
        value=Equal(Integral(frequency(y), (y, whole, oo)), integral, on=on), above=Holds(tail(whole + 1) <= integral, on=on),
        below=Holds(tail(whole) >= integral, on=on), quotient=Limit(tail(whole + 1) * whole**alpha, whole, oo, A / alpha, on=on),
        first=Limit(N**alpha * (c * S / (16 * eta * (tau * N**(alpha + 1)))), N, oo, Integer(0),
                    on=learning & several & Domain(tau > 0, source=RATIO)))


@claim(NAM, "Eq. (4.38)", uses=["nam2024/4.37"], reading="L_T is the name of the first term, the integral up to N")
def loss_of_the_other_skills():
    """The loss of the other skills is S^2 A/(2 alpha) N^-alpha."""
    missing = S**2 / 2 * Integral(frequency(y), (y, N, upper))
    return Limit(L_T + missing, upper, oo, L_T + S**2 * A / (2 * alpha) * N**(-alpha),
                 on=several & skills & Domain(upper > N, source=REAL) & Domain(over=[S, L_T]))


@claim(NAM, "Section 4.3.4", "two-cases", uses=["nam2024/4.23", "nam2024/4.38"], conditions=[by(ORDER, Eq(L_T, part * N**(-alpha)))],
       reading="`O(N^-alpha T^-2) if L_T = Theta(N^-alpha)`: L_T is h N^-alpha, h > 0, as it is at T = tau N^(alpha + 1); what is "
               "O(N^-alpha T^-2), times N^alpha T^{2 - x}, vanishes for every x in (0, 1) as N grows")
def second_case():
    """Where L_T is of the order of N^-alpha it is of the order of N^-alpha T^-2."""
    ratio, theta = Domain(tau > 0, source=RATIO), Domain(part > 0, source=ORDER)
    at_ratio = several & learning & ratio & Domain(y1 > 0, source=REAL)
    on = (power & several & theta & ratio & Domain(y1 > 0, y1 < 1, source=REAL)).but(
        where={L_T: part * N**(-alpha), T: tau * N**(alpha + 1)})
    scaled = (learning & Domain(y1 > 0, z > 0, source=REAL)).but(where={tau: z / (2 * eta * S * frequency(y1))})
    integrand = frequency(y1) * skill_loss(y1, tau)
    bump = z / (1 + exp(z) / c)**2
    falls = (A * N**(-alpha) * skill_loss(N) - A * skill_loss(1) + alpha * (part * N**(-alpha))) / (alpha + 1)
    moving = later & several & theta
    return Printed(
        Limit(L_T * N**alpha * T**(2 - y1), N, oo, Integer(0), on=on),
        erratum=Erratum(
            "wrong", "The two exclude each other. At T = tau N^(alpha + 1), for any tau, L_T is N^-alpha times the integral of P_s(x) "
                     "L_x(tau) from 1/N to 1, which is positive and at most c S/(16 eta tau), with c = S/R_k(0) - 1: of the order of "
                     "N^-alpha.",
            every(order=Equal(frequency(N * y1) * skill_loss(N * y1, tau * N**(alpha + 1)) * N, N**(-alpha) * integrand, on=at_ratio),
                  integrand=Equal(integrand, S / (4 * eta * tau) * bump, on=scaled),
                  bound=Holds(bump <= c / 4, on=Domain(c > 0, z > 0, source=REAL)),
                  motion=Holds(falls <= (A * S**2 / 2 + alpha * part) / (alpha + 1) * N**(-alpha), on=moving),
                  no_less=Holds(falls >= (alpha * part * N**(-alpha) - A * skill_loss(1)) / (alpha + 1), on=moving),
                  dropped=Limit(N**alpha * (A * skill_loss(1, tau * N**(alpha + 1))), N, oo, Integer(0),
                                on=several & learning & ratio))))


@claim(NAM, "Section 4.3.4", "first-case", uses=["nam2024/4.25", "nam2024/4.38"],
       reading="`O(T^{-alpha/(alpha + 1)}) if L_T >> N^-alpha`, an upper bound, which holds wherever N and T are: what L_T integrates is "
               "not negative, so that L_T is at most its value without end, and this is of the order of T^{-alpha/(alpha + 1)}; for that "
               "the sum over all skills stands, from which the integral is off by at most c S/(16 eta T)",
       leaves_out="that sum and integral of a function that rises and then falls differ by at most its maximum, as in Eq. (4.21)")
def first_case():
    """Where L_T is far above N^-alpha it is O(T^{-alpha/(alpha + 1)})."""
    exponent = alpha / (alpha + 1)
    return every(positive=Holds(Gt(frequency(y) * skill_loss(y), 0), on=later & Domain(y > 0, source=REAL)),
                 order=Scales(remaining(), T, -exponent, on=later),
                 rest=Limit(T**exponent * (c * S / (16 * eta * T)), T, oo, Integer(0), on=later))


@claim(NAM, "Section 4.3.4", "late", origin="derived", uses=["nam2024/4.38"])
def late_losses_are_exponentially_small():
    """For T far above N^(alpha + 1) the skills of the model cost next to nothing: L_k grows with k, and L_N is exponentially small."""
    on = later & several
    return every(grows=Holds(Gt(diff(skill_loss(y), y), 0), on=later & Domain(y > 0, source=REAL)),
                 last=Holds(skill_loss(N) <= S**2 * c**2 / 2 * exp(-4 * eta * S * A * (T * N**(-alpha - 1))), on=on))


@claim(NAM, "Eq. (4.39)", uses=["nam2024/4.25", "nam2024/4.38", "nam2024/sec-4.3.4:late"],
       reading="`remove the irrelevant constant terms`: along T = N^(r (alpha + 1)) the first term is N^{-alpha r}; below r = 1 it is the "
               "larger, as it is in the loss, and above it the second, as L_T is exponentially small",
       leaves_out="the loss of Eq. (4.38) itself: both limits are of the printed right side; and r = 1, where the first term is not that "
                  "of the loss by the erratum of `sec-4.3.4:two-cases`")
def loss_without_its_constants():
    """The loss is T^{-alpha/(alpha + 1)} + N^-alpha, up to constants."""
    whole_loss = reals(r"\mathcal{L}")[0]
    on = (power & Domain(N > 0, source=REAL) & Domain(over=[r])).but(where={T: N**(r * (alpha + 1)), whole_loss: loss})
    return Printed(every(early=Limit(N**(alpha * r) * whole_loss, N, oo, Integer(1), on=on & Domain(r > 0, r < 1, source=RATIO)),
                         late=Limit(N**alpha * whole_loss, N, oo, Integer(1), on=on & Domain(r > 1, source=RATIO))), defines=(whole_loss,))


@claim(NAM, "Eq. (4.40)", uses=["nam2024/4.39"],
       reading="the left side is the derivative of the Lagrangian; that it vanishes is asked for, and holds at the solution, Eq. (4.43)")
def condition_in_time():
    """The derivative of the Lagrangian by T vanishes."""
    return every(derivative=Equal(diff(lagrangian(T, N, lam), T), time_condition, on=resources & Domain(over=[lam])),
                 met=Equal(time_condition, Integer(0), on=solved))


@claim(NAM, "Eq. (4.41)", uses=["nam2024/4.39"],
       reading="the left side is the derivative of the Lagrangian; that it vanishes is asked for, and holds at the solution, Eq. (4.43)")
def condition_in_parameters():
    """The derivative of the Lagrangian by N vanishes."""
    return every(derivative=Equal(diff(lagrangian(T, N, lam), N), parameter_condition, on=resources & Domain(over=[lam])),
                 met=Equal(parameter_condition, Integer(0), on=solved))


@claim(NAM, "Eq. (4.43)", uses=["nam2024/4.40", "nam2024/4.41"],
       reading="`we can solve`: N and T below, with lambda = alpha N^-(alpha + 1)/T, meet all three conditions; T is "
               "factor times N^(alpha + 1); `proportional`: with a factor that depends on alpha alone")
def optimal_time_and_parameters():
    """T is proportional to N^(alpha + 1) and C^{(alpha + 1)/(alpha + 2)}, N to C^{1/(alpha + 2)}."""
    of_time, of_parameters = factor**(1 / (alpha + 2)), factor**(-1 / (alpha + 2))
    late, many = C**((alpha + 1) / (alpha + 2)), C**(1 / (alpha + 2))
    return Printed(
        every(time=Equal(time_condition, Integer(0), on=solved), parameters=Equal(parameter_condition, Integer(0), on=solved),
              compute=Equal(N * T - C, Integer(0), on=solved), power_of_time=Equal(T, of_time * late, on=optimum),
              power_of_parameters=Equal(N, of_parameters * many, on=optimum)),
        spoken={"power of time": Spoken(r"\propto", T, late, scale=of_time),
                "power of parameters": Spoken(r"\propto", N, many, scale=of_parameters)})


@claim(NAM, "Eq. (4.43)", "minimum", origin="derived", uses=["nam2024/4.43"],
       reading="T is r times the optimal one and N as much smaller; the loss over its value at r = 1 is ((alpha + 1) r^{-alpha/(alpha + "
               "1)} + r^alpha)/(alpha + 2)")
def solution_is_the_minimum():
    """The solution is the least loss at given compute, and the only stationary one."""
    on = power & Domain(r > 0, source=RATIO)
    shape = (alpha + 1) * r**(-alpha / (alpha + 1)) + r**alpha
    return every(shape=Equal((r * T)**(-alpha / (alpha + 1)) + (N / r)**(-alpha), shape * N**(-alpha), on=optimum & on),
                 least=Holds(shape >= alpha + 2, on=on), only=Iff(Gt(diff(shape, r), 0), r > 1, on=on))


@claim(NAM, "Eq. (4.44)", uses=["nam2024/4.43"], reading="Eq. (4.39) at the optimum, with its constant, which depends on alpha alone")
def optimal_loss():
    """The loss at the optimum is proportional to C^{-alpha/(alpha + 2)}."""
    constant, falling = (alpha + 2) * factor**(alpha / (alpha + 2)), C**(-alpha / (alpha + 2))
    return Printed(Equal(loss, constant * falling, on=optimum), spoken={"": Spoken(r"\propto", loss, falling, scale=constant)})


@claim(NAM, "Eq. (4.44)", "with-constants", origin="derived", uses=["nam2024/4.37", "nam2024/sec-4.3.4:two-cases"],
       reading="at T = tau N^(alpha + 1) the loss of Eq. (4.37), with its constants, is N^-alpha times a function of tau (the integral "
               "from 1/N on tends to that from 0): what is integrated, and N^-alpha by compute",
       leaves_out="that the integral from 1/N on tends to that from 0, and that there is a best tau")
def loss_with_its_constants():
    """With all constants the loss at compute C is C^{-alpha/(alpha + 2)} times a function of tau, so that the best tau is one number."""
    bare = power & Domain(C > 0, source=COMPUTE) & Domain(tau > 0, source=RATIO)
    on = bare.but(where={N: (C / tau)**(1 / (alpha + 2)), T: tau * (C / tau)**((alpha + 1) / (alpha + 2))})
    at = learning & Domain(N > 0, y1 > 0, source=REAL) & Domain(tau > 0, source=RATIO)
    own = N * frequency(N * y1) * skill_loss(N * y1, tau * N**(alpha + 1))
    return every(
        compute=Equal(N * T, C, on=on), ratio=Equal(T / N**(alpha + 1), tau, on=on),
        law=Equal(N**(-alpha), tau**(alpha / (alpha + 2)) * C**(-alpha / (alpha + 2)), on=on),
        own=Equal(own / N**(-alpha), frequency(y1) * skill_loss(y1, tau), on=at))


@claim(NAM, "Section 4.3.4", "balance", uses=["nam2024/4.43", "nam2024/4.44:with-constants"],
       reading="`balances the contributions`, read as of one order: at the optimum of Eq. (4.39) the first term is alpha + 1 times the "
               "second, whatever the compute; in Eq. (4.37) at T = tau N^(alpha + 1) what is integrated for given basis functions over "
               "the loss from withheld ones does not depend on N",
       leaves_out="the ratio in Eq. (4.37) itself: there the best tau leaves under a tenth of the loss to given basis functions by Fig. "
                  "4.3, so that the two are of one order, and far from equal; the limit under the integral, as in `4.44:with-constants`")
def both_losses_are_of_one_order():
    """At the optimum the losses from given and from withheld basis functions are of one order."""
    at = learning & Domain(N > 0, y1 > 0, source=REAL) & Domain(tau > 0, source=RATIO)
    given = N * frequency(N * y1) * skill_loss(N * y1, tau * N**(alpha + 1))
    withheld = S**2 * A / (2 * alpha)
    return every(shape=Equal(T**(-alpha / (alpha + 1)) / N**(-alpha), alpha + 1, on=optimum),
                 loss=Equal(given / (withheld * N**(-alpha)), frequency(y1) * skill_loss(y1, tau) / withheld, on=at))
