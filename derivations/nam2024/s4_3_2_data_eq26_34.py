"""Section 4.3.2: one-shot learning and the data scaling law, Eqs. (4.26)-(4.34)."""

from sympy import Eq, Gt, Integer, Integral, KroneckerDelta, Sum, Symbol, diff, gamma, oo

from theoremtest.derivations.language import (
    Binomial,
    Domain,
    Equal,
    Erratum,
    Expectation,
    Holds,
    Iff,
    Limit,
    Meaning,
    Printed,
    Spoken,
    by,
    claim,
    every,
    reals,
)

from .notation import NAM
from .scaling_notation import NUMBERS, A, D, S, alpha, eta, frequency, k, power, rare, y
from .skills_notation import COUNT, LATER, R0, RATE, samples, strength, t

REAL = Meaning("an index that is taken for a real number", "Eq. (4.30)")
STARTED = Meaning("0 < R_k(0) < S", "Eq. (4.11)")
CHANCE = Meaning("the frequency of the skill", "Eq. (4.1)")
OBSERVED = Meaning("P_observed(k|D) by Eq. (4.27)", "Eq. (4.27)")
CHANGE = Meaning("Delta L, by the corrected line before with the first term dropped", "Section 4.3.2")
POSITIVE = Meaning("a loss", "Eq. (4.28)")
number, several = Symbol("d_k", integer=True), Symbol("q", integer=True)
p, observed, E, dL, n = reals("p", r"P_\mathrm{observed}", "E", "L'", "n")
drawn = Domain(D >= 0, source=NUMBERS) & Domain(p >= 0, p <= 1, source=CHANCE) & Domain(over=[number])
some = rare & Domain(D >= 1, source=NUMBERS)
at = some & Domain(y >= 1, source=REAL)
exponent = alpha / (alpha + 1)
unseen = 1 - frequency(y)
"""The probability that one sample is not of skill y."""
expected = Sum(frequency(k) * (1 - frequency(k))**D, (k, 1, oo))
"""Eq. (4.29) by S^2/2."""
constant = A**(1 / (alpha + 1)) * gamma(exponent) / (alpha + 1)
share = alpha / ((alpha + 1) * (D + 1))


def loss_after(count):
    """(S - R_k)^2/2 with this many samples of the skill."""
    return (S - strength(R0, count / samples))**2 / 2


@claim(NAM, "Eq. (4.26)", uses=["nam2024/4.10", "nam2024/4.11", "nam2024/cor-B.1.1"], conditions=[by(STARTED, R0 > 0, S > R0)],
       reading="the limit in T for every number of samples from one on, and without a sample; `approximately S^2/2`: as the start "
               "vanishes, the difference being of the order of R_k(0); N > k is printed, N = k is enough")
def one_shot_learner():
    """After training a skill's loss is 0 with a sample of it, and (S - R_k(0))^2/2 without."""
    on = Domain(R0 > 0, S > R0) & Domain(eta > 0, source=RATE) & Domain(samples > 0, source=COUNT) & Domain(t >= 0, source=LATER)
    kept = (S - R0)**2 / 2
    return Printed(
        every(seen=Limit(loss_after(several), t, oo, Integer(0), on=on & Domain(several >= 1, source=COUNT)),
              unseen=Limit(loss_after(several), t, oo, kept, on=on & Domain(Eq(several, 0), source=COUNT)),
              approximately=Limit(kept, R0, 0, S**2 / 2, R0, on=Domain(R0 > 0, S > R0))),
        spoken={"approximately": Spoken(r"\approx", kept, S**2 / 2)})


@claim(NAM, "Eq. (4.27)", reading="the mean of 1 where d_k > 0 and 0 where d_k = 0, over D independent samples, each of skill k with the "
                                  "probability p = P_s(k)")
def probability_of_an_observation():
    """A skill is seen among D samples with the probability 1 - (1 - P_s(k))^D."""
    return Expectation(1 - KroneckerDelta(number, 0), {number: Binomial(D, p)}, 1 - (1 - p)**D, on=drawn)


@claim(NAM, "Eq. (4.28)", uses=["nam2024/4.6", "nam2024/4.26", "nam2024/4.27"],
       reading="one skill's part of the sum: the mean of P_s(k) L_k over training sets, L_k being zero with a sample and without one "
               "S^2/2, which Eq. (4.26) takes in place of (S - R_k(0))^2/2; with the latter the part has a factor (1 - R_k(0)/S)^2. The "
               "mean of the sum is the sum of the means",
       leaves_out="that factor, which tends to one as R_k(0) vanishes: until then the formula stands approximately; that the endless sum "
                  "and the mean may be exchanged (no term is negative)")
def expected_loss_by_observations():
    """The expected loss is the sum of S^2 P_s(k) (1 - P_observed(k))/2."""
    on = drawn & Domain(Eq(observed, 1 - (1 - p)**D), source=OBSERVED) & Domain(over=[S])
    printed, law = S**2 * p * (1 - observed) / 2, {number: Binomial(D, p)}
    begun = drawn & Domain(Eq(observed, 1 - (1 - p)**D), source=OBSERVED) & Domain(R0 > 0, S > R0, source=STARTED)
    return every(without=Expectation(p * (KroneckerDelta(number, 0) * S**2 / 2), law, printed, on=on),
                 start=Expectation(p * (KroneckerDelta(number, 0) * (S - R0)**2 / 2), law, (S - R0)**2 * p * (1 - observed) / 2, on=begun),
                 factor=Equal((S - R0)**2, (1 - R0 / S)**2 * S**2, on=Domain(R0 > 0, S > R0, source=STARTED)),
                 small=Limit((1 - R0 / S)**2, R0, 0, Integer(1), R0, on=Domain(R0 > 0, S > 0, source=STARTED)))


@claim(NAM, "Eq. (4.29)", uses=["nam2024/4.28"])
def expected_loss():
    """With P_s(k) = A k^-(alpha + 1) that is S^2 A/2 times the sum of k^-(alpha + 1) (1 - P_s(k))^D."""
    return Equal(Sum(S**2 * frequency(k) * (1 - frequency(k))**D / 2, (k, 1, oo)),
                 S**2 * A / 2 * Sum(k**(-alpha - 1) * (1 - frequency(k))**D, (k, 1, oo)), on=some & Domain(over=[S]))


@claim(NAM, "Eq. (4.30)", uses=["nam2024/4.29"],
       reading="what is added up, p (1 - p)^D with p = P_s(k), rises with p until p = 1/(D + 1) and then falls, and is at most 1/D: sum "
               "and integral differ by no more, while the sum is of the order D^{-alpha/(alpha + 1)}",
       leaves_out="that sum and integral of a function that rises and then falls differ by at most its maximum")
def expected_loss_is_nearly_an_integral():
    """The sum is approximately the integral."""
    inside = Domain(D >= 1, source=NUMBERS) & Domain(p > 0, p < 1, source=CHANCE)
    return every(one_maximum=Iff(Gt(diff(p * (1 - p)**D, p), 0), p < 1 / (D + 1), on=inside),
                 bound=Holds(p * (1 - p)**D <= 1 / D, on=inside),
                 order=Limit(D**exponent * expected, D, oo, constant, on=some))


@claim(NAM, "Eq. (4.31)", uses=["nam2024/4.30"], reading="what is integrated, at every k >= 1")
def one_more_sample():
    """What one more sample changes has the factor (1 - P_s(k)) - 1."""
    return Equal(y**(-alpha - 1) * unseen**(D + 1) - y**(-alpha - 1) * unseen**D,
                 y**(-alpha - 1) * unseen**D * ((1 - frequency(y)) - 1), on=at)


@claim(NAM, "Eq. (4.32)", uses=["nam2024/4.31"])
def change_of_the_expected_loss():
    """That is -S^2 A^2/2 times the integral of k^{-2 (alpha + 1)} (1 - P_s(k))^D."""
    inside = y**(-alpha - 1) * unseen**D * (-frequency(y))
    return Equal(S**2 * A / 2 * Integral(inside, (y, 1, oo)),
                 -S**2 * A**2 / 2 * Integral(y**(-2 * (alpha + 1)) * unseen**D, (y, 1, oo)), on=some & Domain(over=[S]))


@claim(NAM, "Section 4.3.2", "by-parts", uses=["nam2024/4.32"],
       reading="the first line after Eq. (4.32), with both integrals on the left, divided by S^2 A/(2 (alpha + 1) (D + 1)), up to any n; "
               "what is left at n vanishes")
def change_by_parts():
    """Integrated by parts, the change is a term at k = 1 and alpha/((alpha + 1) (D + 1)) times an integral."""
    both = alpha * (y**(-alpha - 1) * unseen**(D + 1)) - (alpha + 1) * (D + 1) * A * (y**(-2 * (alpha + 1)) * unseen**D)
    at_end = n**(-alpha) * (1 - frequency(n))**(D + 1)
    upto = some & Domain(n >= 1, source=REAL)
    return every(parts=Equal(Integral(both, (y, 1, n)), (1 - A)**(D + 1) - at_end, on=upto),
                 end=Limit(at_end, n, oo, Integer(0), on=upto))


@claim(NAM, "Section 4.3.2", "dropped", uses=["nam2024/sec-4.3.2:by-parts"],
       reading="`goes to 0 for D >> 1`, and faster than the change that it is a part of: times D^{alpha/(alpha + 1) + 1} it still "
               "vanishes")
def first_skill_is_dropped():
    """The term O((1 - P_s(1))^{D+1}) goes to zero."""
    return Limit(D**(exponent + 1) * (1 - frequency(1))**(D + 1), D, oo, Integer(0), on=some)


@claim(NAM, "Section 4.3.2", "last-line", uses=["nam2024/sec-4.3.2:by-parts"],
       reading="the last line before Eq. (4.33), `we used the expression for Delta L`: what stands under the integrals by S^2 A/2, at "
               "every k; on the left that of `sec-4.3.2:by-parts`, (1 - P_s)^{D+1}, on the right those of Eqs. (4.30) and (4.31)")
def change_by_the_loss_and_itself():
    """-alpha/((alpha + 1) (D + 1)) times the integral with D + 1 is that times E_D[L], and plus that of Delta L."""
    loss, change = y**(-alpha - 1) * unseen**D, -A * y**(-2 * (alpha + 1)) * unseen**D
    left = -share * (y**(-alpha - 1) * unseen**(D + 1))
    return Printed(Equal(left, -share * loss + share * change, on=at), erratum=Erratum(
        "wrong", "The second sign is minus: the integral with D + 1 is E_{D+1}[L], which is E_D[L] + Delta L. The line is printed with an "
                 "approximately, and to leading order in D it stands with either sign; but the line loses nothing here, and Eq. (4.33) "
                 "takes it for exact.",
        Equal(left, -share * loss - share * change, on=at)))


@claim(NAM, "Eq. (4.33)", uses=["nam2024/sec-4.3.2:last-line"], conditions=[by(CHANGE, Eq(dL, -share * E / (1 + share)))],
       reading="the corrected line before, Delta L = -alpha/((alpha + 1) (D + 1)) (E + Delta L) for E = E_D[L], rearranged, without the "
               "term O((1 - P_s(1))^{D+1}); `approximately` as the limit of D times both sides, with an error of the order of 1/D")
def relative_change_of_the_expected_loss():
    """Delta L/E_D[L] is -alpha/(1 + (alpha + 1) D), about -alpha/((alpha + 1) D)."""
    bare = power & Domain(D >= 1, source=NUMBERS)
    on = (bare & Domain(E > 0, source=POSITIVE)).but(where={dL: -share * E / (1 + share)})

    def both(first):
        return every(first=Equal(dL / E, first, on=on), second=Limit(D * first, D, oo, -exponent, 1 / D, on=bare))
    printed = -alpha / (1 + (alpha + 1) * D)
    spoken = {"second": Spoken(r"\approx", printed, -alpha / (alpha + 1) * (1 / D), scale=D)}
    return Printed(both(printed), spoken=spoken, erratum=Erratum(
        "wrong", "It follows from the printed line before, whose sign is wrong: 1 + 2 alpha in place of 1. The approximation is right.",
        both(-alpha / (1 + 2 * alpha + (alpha + 1) * D))))


@claim(NAM, "Eq. (4.34)", uses=["nam2024/4.29"],
       reading="with the sums themselves and Delta D = 1: E_D[L] D^{alpha/(alpha + 1)} tends to a constant C and the change of it, minus "
               "A^2 times the sum of k^{-2 (alpha + 1)} (1 - P_s(k))^D, to -alpha/(alpha + 1) C/D, as "
               "Gamma(1 + x) is x Gamma(x)")
def loss_is_a_power_of_the_data():
    """The relative change of the expected loss is -alpha/(alpha + 1) Delta D/D."""
    power_of_change = (2 * alpha + 1) / (alpha + 1)
    change = Sum(k**(-2 * alpha - 2) * (1 - frequency(k))**D, (k, 1, oo))
    value = A**(-power_of_change) * gamma(power_of_change) / (alpha + 1)
    return every(loss=Limit(D**exponent * expected, D, oo, constant, on=some),
                 change=Limit(D**power_of_change * change, D, oo, value, on=some),
                 powers=Equal(power_of_change, 1 + exponent, on=power),
                 constants=Equal(A**2 * A**(-power_of_change), A**(1 / (alpha + 1)), on=rare),
                 functions=Equal(gamma(1 + exponent), exponent * gamma(exponent), on=power))
