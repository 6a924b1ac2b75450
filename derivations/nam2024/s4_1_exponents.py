"""Section 4.1: the scaling laws of Table 4.1, row by row, from the sums over skills."""

from sympy import Sum, oo

from theoremtest.derivations.language import Domain, Equal, Limit, Meaning, Scales, claim, every, real

from .notation import NAM
from .scaling_notation import NUMBERS, D, N, S, T, alpha, frequency, k, later, power, rare, remaining, skills, tail

COMPUTE = Meaning("compute is T times N", "Section 4.3")
SCALE = Meaning("the target scale", "Eq. (4.4)")
C, r = real("C"), real("r")


@claim(NAM, "Table 4.1", "time", uses=["nam2024/4.25"], reading="the loss of endlessly many skills and samples, equal starts")
def time_as_the_bottleneck():
    """With endless data and parameters the loss is of the order T^{-alpha/(alpha + 1)}."""
    return Scales(remaining(), T, -alpha / (alpha + 1), on=later)


@claim(NAM, "Table 4.1", "data", uses=["nam2024/4.29"], reading="the expected loss after endless time, with endlessly many parameters")
def data_as_the_bottleneck():
    """With endless time and parameters the expected loss is of the order D^{-alpha/(alpha + 1)}."""
    left = S**2 / 2 * Sum(frequency(k) * (1 - frequency(k))**D, (k, 1, oo))
    return Scales(left, D, -alpha / (alpha + 1), on=rare & Domain(D >= 1, source=NUMBERS) & Domain(S > 0, source=SCALE))


@claim(NAM, "Table 4.1", "parameters", uses=["nam2024/4.36"], reading="the loss after endless time with endless data: that of the skills "
                                                                      "from N + 1 on")
def parameters_as_the_bottleneck():
    """With endless time and data the loss is of the order N^-alpha."""
    return Scales(S**2 / 2 * tail(N + 1), N, -alpha, on=skills & Domain(N >= 1, source=NUMBERS) & Domain(S > 0, source=SCALE))


@claim(NAM, "Table 4.1", "compute", uses=["nam2024/4.39", "nam2024/4.43"],
       reading="the last row: T = C^{(alpha + 1)/(alpha + 2)} and N = C^{1/(alpha + 2)} have the product C, and both terms of Eq. (4.39) "
               "are of the order C^{-alpha/(alpha + 2)} there; with T = C^r, N = C^{1 - r} and another r one of them is larger",
       leaves_out="the constants of both terms; Eq. (4.39) stands in place of the loss")
def compute_as_the_bottleneck():
    """With endless data the best loss at compute C is of the order C^{-alpha/(alpha + 2)}."""
    time, parameters = C**((alpha + 1) / (alpha + 2)), C**(1 / (alpha + 2))
    on = power & Domain(C > 0, source=COMPUTE)
    law = C**(-alpha / (alpha + 2))

    def worse(term, *conditions):
        return Limit(term / law, C, oo, oo, on=on & Domain(*conditions, source=COMPUTE))
    return every(
        product=Equal(time * parameters, C, on=on), by_time=Equal(time**(-alpha / (alpha + 1)), law, on=on),
        by_parameters=Equal(parameters**(-alpha), law, on=on),
        less_time=worse(C**(-r * alpha / (alpha + 1)), r > 0, r < (alpha + 1) / (alpha + 2)),
        more_time=worse(C**(-(1 - r) * alpha), r < 1, r > (alpha + 1) / (alpha + 2)))
