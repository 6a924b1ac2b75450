"""Section 6.2: aligned and anti-aligned modes of the scalar network, and what they keep, Eqs. (6.2)-(6.9)."""

from sympy import Eq, Ne, S, sqrt

from theoremtest.derivations.language import (
    Domain,
    Dot,
    Equal,
    Erratum,
    Evolves,
    Flow,
    GradientFlow,
    Meaning,
    Printed,
    claim,
    every,
    real,
    vector,
)

from .notation import NAM
from .toy_notation import S as scale
from .toy_notation import Z, a, any_modes, b, down, gap, halves, m, n, one, positive, theta, theta_2, training, two_kinds, up, x

FOUR = Meaning("|a_i(0)| = |b_i(0)| stays, so that b_i = a_i in aligned modes and b_i = -a_i in anti-aligned ones", "Section 6.2")
SOME = Meaning("the aligned modes are not none", "Eq. (6.8)")
MOMENT = "E[x^2] = 1 is not printed; for any input the right side has the factor E[x^2], a constant in time"
b_up, b_down, a_j = vector("b_+", m), vector("b_-", n), real("a_j")
both = (Dot(up, b_up) + Dot(down, b_down)) / Z
layers = GradientFlow(Dot(x, x) * (both - scale)**2 / 2, {up: one, b_up: one, down: one, b_down: one},
                      name="gradient flow of half the mean square error, aligned and anti-aligned modes apart")
of_both = two_kinds & Domain(Eq(b_up, up), Eq(b_down, -down), over=[x], source=FOUR)
norm = sqrt(Dot(up, up))
some = two_kinds & Domain(Ne(Dot(up, up), 0), source=SOME) & Domain(over=[a_j])
with_aligned = Flow({**halves.rates, a_j: -(theta_2 - scale) / Z * a_j}, name="Eq. (6.2) and one aligned mode")
with_opposed = Flow({**halves.rates, a_j: (theta_2 - scale) / Z * a_j}, name="Eq. (6.2) and one anti-aligned mode")


@claim(NAM, "Eq. (6.2)", reading="both signs, from the loss in any number of modes of each kind; the input is any, E[x^2] is its norm")
def squares_of_a_kind_move():
    """The squares of the aligned modes add up to what moves by -2/Z (theta - S) times itself, those of the others by +2/Z (theta - S)."""
    def rates(factor, on=of_both):
        return every(aligned=Evolves(Dot(up, up), -2 * factor / Z * (both - scale) * Dot(up, up), along=layers, on=on),
                     opposed=Evolves(Dot(down, down), 2 * factor / Z * (both - scale) * Dot(down, down), along=layers, on=on))
    return Printed(rates(S.One, of_both & positive), erratum=Erratum("incomplete", MOMENT + ".", rates(Dot(x, x)),
                                                                     convention="the input has E[x^2] = 1"))


@claim(NAM, "Section 6.2", "balance", uses=["nam2024/6.2"],
       reading="`the conserved quantity a_i^2 - b_i^2 = 0`: a_i - b_i and a_i + b_i move by multiples of themselves, so that what starts "
               "at zero stays there")
def kinds_stay():
    """a_i^2 - b_i^2 = 0 is kept, and with it whether a mode is aligned."""
    push = -Dot(x, x) / Z * (theta - scale)
    return every(difference=Evolves(a - b, -push * (a - b), along=training, on=any_modes),
                 sum=Evolves(a + b, push * (a + b), along=training, on=any_modes))


@claim(NAM, "Eq. (6.3)", uses=["nam2024/6.2"], reading="as Eq. (6.2), with E[x^2] = 1")
def output_moves():
    """theta moves by -2 Delta theta/Z (theta - S)."""
    return Evolves(theta_2, -2 * gap / Z * (theta_2 - scale), along=halves, on=two_kinds)


@claim(NAM, "Eq. (6.4)", uses=["nam2024/6.2"], reading="as Eq. (6.2), with E[x^2] = 1")
def gap_moves():
    """Delta theta moves by -2 theta/Z (theta - S)."""
    return Evolves(gap, -2 * theta_2 / Z * (theta_2 - scale), along=halves, on=two_kinds)


@claim(NAM, "Eq. (6.3)", "loss", uses=["nam2024/6.2"], origin="derived",
       reading="Delta theta is half the sum of a_i^2 + b_i^2 over Z, which it is where |a_i| = |b_i|")
def output_moves_from_any_start():
    """For every start and input theta moves by -E[x^2] (|a|^2 + |b|^2)/Z^2 times theta - S, and the sum of squares by theta."""
    squares = (Dot(a, a) + Dot(b, b)) / (2 * Z)
    push = -2 * Dot(x, x) / Z * (theta - scale)
    return every(output=Evolves(theta, push * squares, along=training, on=any_modes),
                 gap=Evolves(squares, push * theta, along=training, on=any_modes))


@claim(NAM, "Eq. (6.5)", uses=["nam2024/6.2"], reading="the rate of the quotient is that of both factors by the product rule")
def quotient_by_the_product_rule():
    """a_j over the root of the sum moves by a_j times the rate of one over the root, and the rate of a_j over the root."""
    reciprocal = -Dot(up, -(theta_2 - scale) / Z * up) / norm**3
    return Evolves(a_j / norm, a_j * reciprocal + -(theta_2 - scale) / Z * a_j / norm, along=with_aligned, on=some)


@claim(NAM, "Eq. (6.6)", uses=["nam2024/6.5"], reading="the two terms of Eq. (6.5), each by itself, as the sentence below Eq. (6.7) does")
def two_terms():
    """The first term is a_j over the root, the second minus the same."""
    def terms(factor):
        return every(first=Evolves(1 / norm, factor / norm, along=with_aligned, on=some),
                     second=Evolves(a_j, -factor * a_j, along=with_aligned, on=some))
    return Printed(terms(S.One), erratum=Erratum(
        "wrong", "Both terms have the factor (theta - S)/Z, which is missing; they cancel with it as well. At a_+ = (2, 1/2, 3), "
        "a_- = (1, 1/3), S = 1/3 and Z = 1/2 the first is 13.2, and not 0.27.", terms((theta_2 - scale) / Z)))


@claim(NAM, "Eq. (6.7)", uses=["nam2024/6.5"])
def quotient_is_kept():
    """a_j over the root of the sum of the aligned modes' squares is conserved."""
    return Evolves(a_j / norm, S.Zero, along=with_aligned, on=some)


@claim(NAM, "Eq. (6.8)", uses=["nam2024/6.7"],
       reading="a_j^2 over theta + Delta theta is kept; theta + Delta theta is twice the aligned part of theta")
def aligned_modes_grow_together():
    """a_j^2 of an aligned mode grows as theta + Delta theta does."""
    return every(kept=Evolves(a_j**2 / (theta_2 + gap), S.Zero, along=with_aligned, on=some),
                 sum=Equal(theta_2 + gap, 2 * Dot(up, up) / Z, on=two_kinds))


@claim(NAM, "Eq. (6.9)", uses=["nam2024/6.8"],
       reading="a_k^2 times theta + Delta theta is kept; where there is no aligned mode both are zero and the quotient has no value")
def opposed_modes_decay_inversely():
    """a_k^2 of an anti-aligned mode falls as theta + Delta theta grows."""
    return Evolves(a_j**2 * (theta_2 + gap), S.Zero, along=with_opposed, on=two_kinds & Domain(over=[a_j]))


@claim(NAM, "Eq. (6.9)", "no-aligned-mode", uses=["nam2024/6.9"], origin="derived")
def opposed_modes_among_themselves():
    """Without an aligned mode Eq. (6.9) says 0/0; a_k^2 over the sum of the anti-aligned modes' squares is kept in any case."""
    on = two_kinds & Domain(Ne(Dot(down, down), 0)) & Domain(over=[a_j])
    return every(kept=Evolves(a_j**2 / Dot(down, down), S.Zero, along=with_opposed, on=on),
                 difference=Equal(gap - theta_2, 2 * Dot(down, down) / Z, on=two_kinds))
