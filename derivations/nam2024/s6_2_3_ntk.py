"""Section 6.2.3: the lazy regime by NTK initialization: p modes with random signs and Z = sqrt(p), so that Sigma_0 = sqrt(p)."""



from sympy import Le, Max, Rational, S, Symbol, exp, oo, sqrt

from theoremtest.derivations.language import (
    Domain,
    Equal,
    Erratum,
    Expectation,
    Holds,
    Limit,
    Meaning,
    Multinomial,
    Printed,
    claim,
    every,
    real,
)

from .notation import NAM
from .toy_notation import S0, SCALE, Sigma, Z, gamma, gamma_end, later, moved, started, t
from .toy_notation import S as scale

WIDTH = Meaning("the number of modes, with signs of equal probability", "Section 6.2.3")
width = real("p")
wide = Domain(scale > 0, source=SCALE) & Domain(width > 0, over=[S0], source=WIDTH)
NTK = {Z: sqrt(width), Sigma: sqrt(width)}
"""The sum of p squares of one over sqrt(p)."""
aligned, modes = Symbol("N_+", integer=True, nonnegative=True), Symbol("p", integer=True)
signs = Domain(modes >= 1, over=[aligned], source=WIDTH)
law = {aligned: Multinomial(modes, Rational(1, 2))}
start = (2 * aligned - modes) / sqrt(modes)
"""theta(0), with N_+ of p modes aligned."""
end = gamma_end().subs(NTK)


@claim(NAM, "Section 6.2.3", "start",
       reading="`theta(0) -> 0`: the variance of theta(0), whose mean is zero, is compared with what vanishes as 1/p")
def start_vanishes():
    """theta(0) goes to zero with the width."""
    def variance(value):
        return Expectation(start, law, value, moment="variance", on=signs)
    return Printed(variance(1 / modes), erratum=Erratum(
        "wrong", "theta(0) has the variance one at every width, and tends to a standard normal number. The right side of Eq. (6.4) "
                 "vanishes all the same, by Z: theta(0)/Z has the variance 1/p. In Section 6.2.1 theta(0) has the variance p/Z^2; in "
                 "Section 6.2.2 an even p does not make theta(0) zero: at p = 2 both modes are aligned with probability 1/4.",
        every(start=variance(S.One), over_z=Expectation(start / sqrt(modes), law, 1 / modes, moment="variance", on=signs))))


@claim(NAM, "Section 6.2.3", "gap", uses=["nam2024/sec-6.2.1:difference"],
       reading="`Delta theta = O(sqrt p)`, `fixed`, at any theta(0) that is kept as the width grows: it is sqrt(p) at the start, and the "
               "limit of the quotient of its end and sqrt(p) is one")
def gap_is_fixed():
    """Delta theta is of the order of the root of p, and stays."""
    last = moved(gamma_end())[1].subs(NTK)
    return Limit(last / sqrt(width), width, oo, S.One, on=wide)


@claim(NAM, "Section 6.2.3", "bounded", uses=["nam2024/thm-1:monotone"],
       reading="`throughout the dynamics theta <= S`: at the start and at the end, between which theta is monotone")
def output_is_below_the_target():
    """theta is at most S."""
    first = moved(S.One)[0]
    return Printed(
        Holds(Le(first, scale), on=started),
        erratum=Erratum(
            "wrong", "theta starts at a number of variance one, above S with a probability that does not vanish, and falls to S then. It "
                     "is bounded by the larger one of both.",
            every(start=Holds(Le(first, Max(S0, scale)), on=started), end=Equal(moved(gamma_end())[0], scale, on=started))))


@claim(NAM, "Section 6.2.3", "linear", uses=["nam2024/6.3", "nam2024/thm-1", "nam2024/sec-6.2.3:gap"],
       reading="as the width grows, theta of Theorem 1 from theta(0) = 0 tends at every time to S (1 - e^{-2t}), the solution of Eq. (6.3) "
               "with Delta theta/Z = 1; from any other theta(0) that is kept, to S + (theta(0) - S) e^{-2t}, which solves it, too")
def dynamics_become_linear():
    """Eq. (6.3) reduces to linear dynamics."""
    output = moved(gamma(2))[0].subs(NTK)
    return every(zero=Limit(output.subs(S0, 0), width, oo, scale * (1 - exp(-2 * t)), on=wide & later),
                 any=Limit(output, width, oo, scale + (S0 - scale) * exp(-2 * t), on=wide & later))


@claim(NAM, "Section 6.2.3", "unmoved", uses=["nam2024/6.8", "nam2024/6.9", "nam2024/6.14"],
       reading="a_j(infinity)^2/a_j(0)^2 of aligned modes is gamma_+, that of the others 1/gamma_+; at any theta(0)")
def modes_do_not_move():
    """The parameters are unchanged as the width grows."""
    return every(aligned=Limit(end, width, oo, S.One, on=wide), opposed=Limit(1 / end, width, oo, S.One, on=wide))


@claim(NAM, "Section 6.2.3", "distributed", uses=["nam2024/6.8", "nam2024/sec-6.2.3:unmoved"],
       reading="from theta(0) = 0: an aligned |a_j| moves by sqrt(gamma_+) - 1, which times sqrt(p) tends to S/2; the change of theta is "
               "S; from any other theta(0) that is kept, (S - theta(0))/2")
def movement_is_distributed():
    """Each feature moves by the order of p^(-1/2), all of them together by the order of one."""
    from_zero = end.subs(S0, 0)
    return every(feature=Limit(sqrt(width) * (sqrt(from_zero) - 1), width, oo, scale / 2, on=wide),
                 any=Limit(sqrt(width) * (sqrt(end) - 1), width, oo, (scale - S0) / 2, on=wide),
                 output=Equal((moved(gamma_end())[0] - moved(S.One)[0]).subs(S0, 0).subs(NTK), scale, on=wide))
