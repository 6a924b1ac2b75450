"""Section 6.3.1: gamma_+ by the weight-to-target ratio, what makes it large or one, and the numbers of Table 6.1 in it."""

from sympy import Ge, Gt, Le, Lt, Rational, S, diff, oo, sqrt

from theoremtest.derivations.language import (
    ConvergesInProbability,
    Domain,
    Dot,
    Erratum,
    Expectation,
    Holds,
    Limit,
    Meaning,
    Printed,
    claim,
    every,
    ge,
    real,
    vector,
)

from .notation import NAM
from .toy_notation import S0, SCALE, Sigma, balanced, gamma_end, p, root, started
from .toy_notation import S as scale

NTK = Meaning("the width, the same in Z, and weights that are drawn", "Section 6.3.1")
FACTOR = Meaning("a scaling factor", "Section 6.3.1")
a, b, k, width = vector("a", p), vector("b", p), real("k"), real("p")
drawn = Domain(over=[a, b])
normal = {a: S.One, b: S.One}
first_output = Dot(a, b) / sqrt(p)
"""S_0 under NTK initialization."""
weights = (Dot(a, a) + Dot(b, b)) / (2 * sqrt(p))
"""Sigma_0."""
scaled = started & Domain(k > 0, source=FACTOR)


@claim(NAM, "Section 6.3.1", "bound", uses=["nam2024/6.14"],
       reading="the two inequalities of the chain, numerator and denominator by themselves, and the last fraction")
def bounded_by_the_ratio():
    """gamma_+ is at least S/Sigma_0, the target scale over the weights."""
    return every(whole=Holds(Ge(gamma_end(), scale / Sigma), on=started), above=Holds(Ge(scale + root, 2 * scale), on=started),
                 below=Holds(Le(Sigma + S0, 2 * Sigma), on=started))


@claim(NAM, "Section 6.3.1", "weights", reading="the three inequalities that the bound uses, of one mode and for any number of modes, "
                                                "with Z = 1")
def inequalities_of_the_weights():
    """a^2 + b^2 is at least 2ab, Sigma_0 is not negative and at least S_0."""
    squares, products = (Dot(a, a) + Dot(b, b)) / 2, Dot(a, b)
    return every(squares=Holds(Ge(k**2 + width**2, 2 * k * width), on=Domain(over=[k, width])),
                 positive=Holds(ge(squares, 0), on=drawn), modes=Holds(ge(squares, products), on=drawn))


@claim(NAM, "Section 6.3.1", "small-start", uses=["nam2024/6.14"],
       reading="weights times sqrt(k), which makes Sigma_0 and S_0 k times as large")
def small_initialization():
    """Smaller initialization makes gamma_+ larger, without bound."""
    end = gamma_end(k * Sigma, k * S0)
    return every(larger=Holds(Lt(diff(end, k), 0), on=scaled), unbounded=Limit(end, k, 0, oo, on=scaled))


@claim(NAM, "Section 6.3.1", "downscaling", uses=["nam2024/6.14"], reading="S_0 = 0 is printed")
def target_downscaling():
    """With S_0 = 0 and S to zero gamma_+ tends to one."""
    return Limit(gamma_end(Sigma, S.Zero), scale, 0, S.One, on=balanced)


@claim(NAM, "Section 6.3.1", "any-start", uses=["nam2024/6.14"], origin="derived")
def downscaling_from_another_start():
    """From S_0 other than zero gamma_+ tends to sqrt((Sigma_0 - S_0)/(Sigma_0 + S_0)) instead: the modes unlearn their start."""
    return Limit(gamma_end(), scale, 0, sqrt((Sigma - S0) / (Sigma + S0)), on=started & Domain(Gt(Sigma, S0)))


@claim(NAM, "Section 6.3.1", "ntk-start", reading="`S_0 -> 0` as the width p grows: in probability, for standard normal a and b and "
                                                  "Z = sqrt(p)")
def start_of_the_ntk_initialization():
    """Under NTK initialization S_0 tends to zero, with the variance Var[S_0] = 1."""
    def variance(value):
        return Expectation(first_output, normal, value, moment="variance", on=drawn)
    return Printed(ConvergesInProbability(first_output, p, S.Zero, normal, on=drawn), erratum=Erratum(
        "wrong", "The printed variance is right and says that S_0 does not tend to zero; only its mean is zero. What tends to zero is "
                 "S_0/Sigma_0.",
        every(mean=Expectation(first_output, normal, S.Zero, on=drawn), variance=variance(S.One))))


@claim(NAM, "Section 6.3.1", "ntk-variance", reading="`with the variance of Var[S_0] = 1`, for every width")
def variance_of_the_start():
    """Var[S_0] is one."""
    return Expectation(first_output, normal, S.One, moment="variance", on=drawn)


@claim(NAM, "Section 6.3.1", "ntk-weights", reading="`Sigma_0 -> infinity`: its mean is sqrt(p), its variance one, at every "
       "width")
def weights_of_the_ntk_initialization():
    """Under NTK initialization Sigma_0 grows as the root of the width."""
    return every(mean=Expectation(weights, normal, sqrt(p), on=drawn),
                 variance=Expectation(weights, normal, S.One, moment="variance", on=drawn))


@claim(NAM, "Section 6.3.1", "ntk", uses=["nam2024/6.14", "nam2024/sec-6.3.1:ntk-start", "nam2024/sec-6.3.1:ntk-weights"],
       reading="`resulting gamma_+ ~ 1`: as Sigma_0 grows, at any fixed S_0")
def ntk_initialization():
    """Under NTK initialization gamma_+ tends to one."""
    return Limit(gamma_end(), Sigma, oo, S.One, on=Domain(scale > 0, source=SCALE) & Domain(Sigma > 0, over=[S0], source=NTK))


@claim(NAM, "Section 6.3.1", "methods", uses=["nam2024/6.14", "nam2024/sec-6.3.1:small-start"],
       reading="S larger, by a larger target or by smaller inputs (f* = x S = (x/k)(k S)); weights smaller; Z larger, which divides "
               "Sigma_0 and S_0 by the same factor as smaller weights do")
def methods_that_raise_the_factor():
    """gamma_+ grows with S, with smaller weights, and with Z."""
    divided_more = gamma_end(Sigma / k, S0 / k)
    return every(target=Holds(Gt(diff(gamma_end(), scale), 0), on=started),
                 weights=Holds(Lt(diff(gamma_end(k * Sigma, k * S0), k), 0), on=scaled),
                 output=Holds(Gt(diff(divided_more, k), 0), on=scaled))


@claim(NAM, "Table 6.1", uses=["nam2024/sec-6.3.1:methods"],
       reading="`the methods to increase gamma_+`, in Theorem 1: weights of scale 5 make Sigma_0 and S_0 25 times as large, targets of "
               "scale 3 give 3 S; inputs at 0.01 give 300 S, and an output at 0.1 divides Sigma_0 and S_0 by 10",
       leaves_out="the trained networks, which are not linear and have four layers")
def methods_of_the_table():
    """Each of the rows (b) to (e) raises gamma_+ above that of row (a)."""
    default = gamma_end(25 * Sigma, 25 * S0, 3 * scale)
    rows = {"weights": gamma_end(Sigma, S0, 3 * scale), "target": gamma_end(25 * Sigma, 25 * S0, 30 * scale),
            "input": gamma_end(25 * Sigma, 25 * S0, 300 * scale),
            "output": gamma_end(Rational(5, 2) * Sigma, Rational(5, 2) * S0, 3 * scale)}
    return every(**{name: Holds(Gt(row, default), on=started) for name, row in rows.items()})
