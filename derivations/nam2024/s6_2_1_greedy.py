"""Section 6.2.1: greedy dynamics from small initialization, and Fig. 6.2.

theta and Delta theta are those of Theorem 1, as functions of gamma: the aligned modes' squares grow by gamma, the others' fall by it.
"""

from sympy import Eq, Gt, Lt, Rational, S, Symbol, diff, oo

from theoremtest.derivations.language import (
    Domain,
    Dot,
    Equal,
    Erratum,
    Evolves,
    Expectation,
    Holds,
    Limit,
    Meaning,
    Multinomial,
    Printed,
    claim,
    every,
    reals,
    stated,
)

from .notation import NAM
from .toy_notation import S0, Sigma, Z, balanced, down, gamma_end, gap, halves, moved, started, theta_2, two_kinds, up
from .toy_notation import S as scale

ZERO = Meaning("the start is the zero function, theta(0) = 0", "Section 6.2.1")
GROWN = Meaning("gamma has grown from one", "Theorem 1")
COUNT = Meaning("the number of modes, with signs of equal probability", "Section 6.2")
g, k = reals(r"\gamma", "k")
aligned, modes = Symbol("N_+", integer=True, nonnegative=True), Symbol("p", integer=True)
signs = Domain(modes >= 1, over=[aligned], source=COUNT)
theta_of, gap_of = moved(g)


@claim(NAM, "Section 6.2.1", "zero-start",
       reading="`theta(0) = 0`, for the signs of equal probability of Section 6.2: N_+ of p modes are aligned, theta(0) = (2 N_+ - p)/Z; "
               "the mean of (Z theta(0))^2 is zero only if theta(0) is zero surely")
def start_is_the_zero_function():
    """theta(0) is zero."""
    def mean(value):
        return Expectation((2 * aligned - modes)**2, {aligned: Multinomial(modes, Rational(1, 2))}, value, on=signs)
    return Printed(mean(S.Zero), erratum=Erratum(
        "incomplete", "theta(0) is random, with the mean zero and the variance p/Z^2; at p = 1 it is 1/Z or -1/Z. It is zero where as many "
                 "modes are aligned as are not, which takes an even p and is an assumption then, too.", mean(modes)))


@claim(NAM, "Section 6.2.1", "increase", uses=["nam2024/thm-1:monotone", "nam2024/sec-6.2.1:zero-start"],
       conditions=[stated(Eq(S0, 0))],
       reading="in gamma, which increases in time since S > theta(0) = 0; `S = theta(infinity)` is theta where gamma has its limit")
def both_increase():
    """theta and Delta theta increase from the start on, theta to S."""
    on = started & Domain(g > 1, source=GROWN) & Domain(Eq(S0, 0))
    return every(output=Holds(diff(theta_of, g) > 0, on=on), gap=Holds(diff(gap_of, g) > 0, on=on),
                 end=Equal(theta_of.subs(g, gamma_end()), scale, on=started & Domain(Eq(S0, 0))))


@claim(NAM, "Section 6.2.1", "domination", uses=["nam2024/6.8", "nam2024/6.9", "nam2024/6.14"],
       reading="a_j(infinity)^2/a_j(0)^2 of an aligned mode is gamma_+, that of an anti-aligned one 1/gamma_+; `small initialization`: "
               "Sigma_0 and S_0 times k, which goes to zero")
def aligned_modes_dominate():
    """Aligned modes grow and the others decay, without bound as the start gets smaller."""
    small = gamma_end(k * Sigma, k * S0)
    near, scaled = balanced & Domain(Eq(S0, 0), source=ZERO), started & Domain(k > 0, source=Meaning("a factor", "Section 6.2.1"))
    return every(grow=Holds(Gt(gamma_end(), 1), on=near), decay=Holds(Lt(1 / gamma_end(), 1), on=near),
                 small=Limit(small, k, 0, oo, on=scaled), smaller=Holds(diff(small, k) < 0, on=scaled))


@claim(NAM, "Section 6.2.1", "feedback", uses=["nam2024/6.2"],
       reading="`positive feedback`: while theta < S the aligned modes' square grows in proportion to itself, `amplifying`; `negative "
               "feedback`: the others' falls in proportion to itself, by the same factor, `slowing down`")
def feedback_of_both_kinds():
    """Aligned modes speed up as they grow, anti-aligned modes slow down as they decay."""
    speed = 2 * (scale - theta_2) / Z
    return every(aligned=Evolves(Dot(up, up), speed * Dot(up, up), along=halves, on=two_kinds),
                 opposed=Evolves(Dot(down, down), -speed * Dot(down, down), along=halves, on=two_kinds))


@claim(NAM, "Fig. 6.2", uses=["nam2024/sec-6.2.1:feedback", "nam2024/sec-6.2.2:unmoved", "nam2024/sec-6.2.3:unmoved"],
       reading="(a) `the aligned mode dominates`, `smaller initialization and larger S`: what is left of the anti-aligned part of theta "
               "over the aligned part at the end, (1/gamma_+^2) (Sigma_0 - S_0)/(Sigma_0 + S_0), vanishes as the start times k goes to "
               "zero, and as S grows; (b), (c) `minimal adjustments`: gamma_+ tends to one as Sigma_0 grows, at S_0 = 0",
       leaves_out="the arrows that are drawn")
def rich_and_lazy():
    """With small starts and large targets the aligned mode dominates; with large starts or many modes none of them moves."""
    def left(end):
        return (Sigma - S0) / (Sigma + S0) / end**2
    scaled = started & Domain(k > 0, source=Meaning("a factor", "Fig. 6.2"))
    return every(small=Limit(left(gamma_end(k * Sigma, k * S0)), k, 0, S.Zero, on=scaled),
                 target=Limit(left(gamma_end()), scale, oo, S.Zero, on=started),
                 lazy=Limit(gamma_end(Sigma, S.Zero), Sigma, oo, S.One, on=balanced))


@claim(NAM, "Section 6.2.1", "difference", uses=["nam2024/6.4"], origin="derived",
       reading="Delta theta of Section 6.2, at the end: by Theorem 1 it is the root of Sigma_0^2 - S_0^2 + S^2")
def gap_at_the_end():
    """theta ends at S and Delta theta at the root of Sigma_0^2 - S_0^2 + S^2; theta^2 - Delta theta^2 is kept."""
    return every(kept=Evolves(theta_2**2 - gap**2, S.Zero, along=halves, on=two_kinds),
                 end=Equal(gap_of.subs(g, gamma_end())**2, Sigma**2 - S0**2 + scale**2, on=started))
