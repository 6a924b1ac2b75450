"""Section 4.3.1: the time scaling law, Eqs. (4.18)-(4.25)."""

from sympy import Derivative, Eq, Gt, Integer, Integral, Lt, Symbol, diff, exp, log, oo, sqrt

from theoremtest.derivations.language import (
    TIME,
    Binomial,
    ConvergesInProbability,
    Domain,
    Equal,
    Erratum,
    Holds,
    Limit,
    Meaning,
    Printed,
    Solves,
    System,
    by,
    claim,
    every,
    real,
    reals,
)

from .notation import NAM
from .scaling_notation import (
    LATER,
    NUMBERS,
    RATE,
    A,
    D,
    S,
    T,
    alpha,
    c,
    eta,
    frequency,
    from_one,
    k,
    later,
    learning,
    loss_constant,
    rare,
    remaining,
    skill_loss,
    y,
)

STARTED = Meaning("0 < R_k(0) < S", "Eq. (4.11)")
SEEN = Meaning("a share of the samples, d_k/D", "Eq. (4.11)")
REAL = Meaning("an index that is taken for a real number", "Eq. (4.20)")
MANY = Meaning("the number of skills, taken for a real number", "Eq. (4.21)")
L, R0, part, small, slope, last = reals("L_k", r"\mathcal{R}_k(0)", "f", "h", "c'", "N")
exponent = alpha / (alpha + 1)
index = later & Domain(y > 0, source=REAL)
finite = later & Domain(last >= 1, source=MANY)
weighted = frequency(y) * skill_loss(y)
"""What Eq. (4.21) integrates."""


@claim(NAM, "Eq. (4.18)", uses=["nam2024/4.10", "nam2024/4.11"], conditions=[by(STARTED, R0 > 0, S > R0)],
       reading="by its own motion: L_k = (S - R_k)^2/2 falls at the rate 4 eta f L_k (S - sqrt(2 L_k)) where R_k rises at 2 eta f R_k (S - "
               "R_k), f = d_k/D; without a sample it stays")
def loss_of_a_skill_in_time():
    """L_k is S^2 over 2 (1 + (S/R_k(0) - 1)^{-1} e^{2 eta d_k/D S T})^2."""
    on = Domain(R0 > 0, S > R0) & Domain(part > 0, source=SEEN) & Domain(eta > 0, source=RATE) & Domain(TIME >= 0, source=LATER) & Domain(
        L >= 0, source=Meaning("a loss", "Eq. (4.6)"))
    reached = S**2 / (2 * (1 + (S / R0 - 1)**-1 * exp(2 * eta * part * S * TIME))**2)
    still = Domain(R0 > 0, S > R0)
    return every(moving=Solves(System({L: -4 * eta * part * L * (S - sqrt(2 * L))}, {L: (S - R0)**2 / 2}), {L: reached}, on=on),
                 still=Equal(reached.subs(part, 0), (S - R0)**2 / 2, on=still))


@claim(NAM, "Eq. (4.19)", uses=["nam2024/4.18"],
       reading="`d_k/D tends to P_s(k)` in probability, and Eq. (4.18) is continuous there: with d_k/D = P_s(k) + h its value tends to the "
               "printed one with h, from above and from below")
def loss_with_endlessly_many_samples():
    """With endlessly many samples d_k/D becomes P_s(k)."""
    count = Symbol("d_k", integer=True)
    on = later & from_one & Domain(small > 0, source=Meaning("a deviation", "Eq. (4.19)"))

    def near(deviation):
        return S**2 / (2 * (1 + exp(2 * eta * (frequency(k) + deviation) * S * T) / c)**2)
    return every(
        frequency=ConvergesInProbability(count / D, D, frequency(k), {count: Binomial(D, frequency(k))},
                                         on=rare & from_one & Domain(D >= 1, source=NUMBERS) & Domain(over=[count])),
        above=Limit(near(small), small, 0, skill_loss(k), on=on), below=Limit(near(-small), small, 0, skill_loss(k), on=on))


@claim(NAM, "Eq. (4.20)", uses=["nam2024/4.19"],
       reading="the derivative by k is of all that depends on it: c = S/R_k(0) - 1 too, at the rate c' in k; A is a free letter in (0, 1)")
def time_derivative_by_the_index():
    """dL_k/dT is -k/((alpha + 1) T) dL_k/dk."""
    along = diff(skill_loss(y), y) + slope * diff(skill_loss(y), c)
    printed = Equal(diff(skill_loss(y), T), -y / ((alpha + 1) * T) * along, on=index & rare & Domain(over=[slope]))
    return Printed(printed, erratum=Erratum(
        "incomplete", "`A function of k^-(alpha + 1) T only` if all skills start alike: R_k(0) must be the same for all k, which is "
        "nowhere said. The `small and equal initialization` of Section 3.4.1 is a_i(0) = b_i(0), of the two layers of one mode.",
        Equal(diff(skill_loss(y), T), -y / ((alpha + 1) * T) * along, on=index & rare & Domain(Eq(slope, 0)))))


@claim(NAM, "Eq. (4.21)", uses=["nam2024/4.6", "nam2024/4.19"],
       reading="`approximate the loss as an integral`: what is added up rises and then falls with k, so that sum and integral differ by at "
               "most its largest value, for every N. With z = 2 eta S P_s(k) T it is S z/(4 eta T (1 + e^z/c)^2), below c S/(16 eta T), "
               "while the sum is of the order T^{-alpha/(alpha + 1)}",
       leaves_out="that sum and integral of a function that rises and then falls differ by at most its maximum")
def loss_is_nearly_an_integral():
    """The sum over skills is approximately the integral over k."""
    z = real("z")
    bump = z / (1 + exp(z) / c)**2
    on = Domain(z > 0, c > 0, source=Meaning("z and c are positive", "Eq. (4.19)"))
    at_z = (learning & Domain(y > 0, source=REAL) & Domain(z > 0, source=LATER)).but(where={T: z / (2 * eta * S * frequency(y))})
    return every(
        one_maximum=Holds(Lt(diff(y * diff(log(weighted), y), y), 0), on=index),
        value=Equal(weighted, S / (4 * eta * T) * bump, on=at_z), bound=Holds(bump <= c / 4, on=on),
        order=Limit(T**exponent / T, T, oo, Integer(0), on=later))


@claim(NAM, "Eq. (4.22)", uses=["nam2024/4.20", "nam2024/4.21"],
       reading="the derivative under the integral for every N, and what is integrated by Eq. (4.20), at every k. As N grows: what is "
               "integrated from N on is at most S^2 c A/(4 T) k^-(alpha + 1), of which nothing is left, for all T from any time on",
       leaves_out="that derivatives which converge uniformly are the limit's")
def derivative_of_the_loss():
    """dL/dT is the integral of A k^-(alpha + 1) dL_k/dT, and minus that of A k^-alpha dL_k/dk over (alpha + 1) T."""
    moved = frequency(y) * diff(skill_loss(y), T)
    z = real("z")
    at_z = (learning & Domain(y > 0, source=REAL) & Domain(z > 0, source=LATER)).but(where={T: z / (2 * eta * S * frequency(y))})
    return every(
        under=Equal(Derivative(Integral(weighted, (y, 1, last)), T), Integral(moved, (y, 1, last)), on=finite),
        integrand=Equal(moved, -1 / ((alpha + 1) * T) * (A * y**(-alpha) * diff(skill_loss(y), y)), on=index),
        size=Holds(-T * diff(skill_loss(y), T) <= S**2 * c / 4, on=at_z),
        rest=Limit(A * last**(-alpha) / alpha, last, oo, Integer(0), on=finite))


@claim(NAM, "Eq. (4.23)", uses=["nam2024/4.22"],
       reading="the integration by parts, with both integrals on the left and the factor -1/((alpha + 1) T) left out, for every N")
def loss_by_parts():
    """The integral of A k^-alpha dL_k/dk is what A k^-alpha L_k gains from 1 to N, and alpha times the loss."""
    both = A * y**(-alpha) * diff(skill_loss(y), y) - alpha * (A * y**(-alpha - 1) * skill_loss(y))
    return Equal(Integral(both, (y, 1, last)), A * last**(-alpha) * skill_loss(last) - A * skill_loss(1), on=finite)


@claim(NAM, "Eq. (4.24)", "last", uses=["nam2024/4.23"], reading="the boundary term at N, over T")
def boundary_term_of_the_last_skill():
    """The first term is O(N^-alpha/T), and vanishes as N grows."""
    term = A * last**(-alpha) * skill_loss(last) / T
    return every(order=Holds(term <= A * S**2 / 2 * (last**(-alpha) / T), on=finite), end=Limit(term, last, oo, Integer(0), on=finite))


@claim(NAM, "Eq. (4.24)", uses=["nam2024/4.23"],
       reading="the boundary term at k = 1, A L_1/((alpha + 1) T); what is O(e^-T/T), times e^{(1 - h) T}, vanishes for every h in (0, "
               "1). A is a free letter in (0, 1). The third term, -alpha/((alpha + 1) T) times the loss, is that of Eq. (4.23) with the "
               "loss by its integral, Eq. (4.21)")
def boundary_term_of_the_first_skill():
    """The second term is O(1/(T e^T))."""
    term = A * skill_loss(1) / ((alpha + 1) * T)
    on = later & rare & Domain(small > 0, small < 1, source=Meaning("any small loss of speed", "Eq. (4.24)"))
    rate = exp(-4 * eta * S * A * T) / T
    return Printed(
        Limit(term * exp((1 - small) * T), T, oo, Integer(0), on=on),
        erratum=Erratum("incomplete", "Its rate is 4 eta S A, not one: the printed order needs 4 eta S A >= 1, and where that is less "
                                      "the term falls more slowly than e^-T. It is exponentially small all the same, so that Eq. (4.25) "
                                      "stands.",
                        every(fast=Limit(term * exp((1 - small) * T), T, oo, Integer(0), on=on & Domain(4 * eta * S * A >= 1)),
                              order=Limit(term / rate, T, oo, A * S**2 * c**2 / (2 * (alpha + 1)), on=later),
                              dropped=Limit(T**exponent * term, T, oo, Integer(0), on=later)), under=(4 * eta * S * A >= 1,)))


@claim(NAM, "Eq. (4.25)", uses=["nam2024/4.24"],
       reading="dL/L is -alpha/(alpha + 1) dT/T and a part A L_1/((alpha + 1) L T), which vanishes: with the sum itself, L times "
               "T^{alpha/(alpha + 1)} tends to a constant, and L_1 to zero exponentially")
def loss_is_a_power_of_the_time():
    """The loss is proportional to T^{-alpha/(alpha + 1)} for large T."""
    return every(law=Limit(T**exponent * remaining(), T, oo, loss_constant(), on=later),
                 dropped=Limit(T**exponent * (A * skill_loss(1)), T, oo, Integer(0), on=later))


@claim(NAM, "Section 4.3.1", "dropped", uses=["nam2024/4.24", "nam2024/4.25"],
       reading="`goes to 0 exponentially faster compared to the last term`: A L_1 is e^{-4 eta S A T} times what tends to a constant, "
               "while the last term is a power of T by Eq. (4.25)")
def first_skill_is_dropped():
    """The first skill's term falls exponentially."""
    return Limit(A * skill_loss(1) * exp(4 * eta * S * A * T), T, oo, A * S**2 * c**2 / 2, on=later)


@claim(NAM, "Section 4.3.1", "any-starts", origin="derived", uses=["nam2024/4.25"],
       reading="L_k grows with c = S/R_k(0) - 1, so that starts between two bounds give a loss between two power laws of Eq. (4.25) with "
               "the same exponent", leaves_out="the two bounds of the loss, which are Eq. (4.25) for the least and the largest c")
def starts_within_bounds():
    """Skills may start differently: while all starts are between two bounds the exponent stays, the constant need not."""
    return Holds(Gt(diff(skill_loss(k), c), 0), on=later & from_one)
