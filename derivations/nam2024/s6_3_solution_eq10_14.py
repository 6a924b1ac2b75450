"""Section 6.3: Theorem 1, the solution for every start, Eqs. (6.10)-(6.14).

gamma is followed through the output, which with the factor gamma is theta = ((Sigma_0 + S_0) gamma - (Sigma_0 - S_0)/gamma)/2.
The input has E[x^2] = 1, as in Eqs. (6.2)-(6.4), from which the equations of motion are.
"""

from sympy import Eq, Gt, Lt, Ne, S, diff, exp, oo, sqrt

from theoremtest.derivations.language import (
    Domain,
    Dot,
    Equal,
    Erratum,
    Evolves,
    Flow,
    Holds,
    Iff,
    Limit,
    Meaning,
    Printed,
    Solves,
    System,
    claim,
    every,
    reals,
    vector,
)

from .notation import NAM
from .toy_notation import (
    S0,
    SIZES,
    Sigma,
    Z,
    divided,
    every_start,
    gamma,
    gamma_end,
    later,
    moved,
    p,
    positive,
    root,
    started,
    t,
)
from .toy_notation import S as scale

FACTOR = Meaning("a positive factor, of which roots are taken", "Eq. (6.10)")
g, a_0, b_0, theta, gap = reals(r"\gamma", "a_i(0)", "b_i(0)", r"\theta", r"\Delta\theta")
a_i, b_i = reals("a_i", "b_i")
every_a, every_b = vector("a(0)", p), vector("b(0)", p)
half_sum, half_gap = (a_0 + b_0) / 2, (a_0 - b_0) / 2
first, second = half_sum * sqrt(g) + half_gap / sqrt(g), half_sum * sqrt(g) - half_gap / sqrt(g)
"""The right sides of Eqs. (6.10) and (6.11)."""
push = -(moved(g)[0] - scale) / Z
motion = Flow({g: 2 * g * push}, name="the motion of gamma, gamma' = -(2/Z) gamma (theta - S)")
of_factor = divided & Domain(g > 0, source=FACTOR) & Domain(over=[a_0, b_0, Sigma, S0])
TWICE = ("The exponent is twice too fast for the equations of motion (6.2)-(6.4) of the same chapter, those of half the mean square "
         "error: it "
         "is -(2/Z) sqrt(Sigma_0^2 - S_0^2 + S^2) t. With 4 it solves gradient flow of the whole mean square error, at twice the rate")


@claim(NAM, "Theorem 1", uses=["nam2024/6.3", "nam2024/6.4", "nam2024/6.12"],
       reading="the gradient flow of Eqs. (6.3) and (6.4), from any theta(0) = S_0 and Delta theta(0) = Sigma_0: what the "
               "theorem's parameters make of theta and of the sum of squares; that they are these functions of gamma is 6.11:output")
def solution():
    """The solution of the dynamics: theta and Delta theta by gamma(t)."""
    system = System({theta: -2 * gap / Z * (theta - scale), gap: -2 * theta / Z * (theta - scale)}, {theta: S0, gap: Sigma})
    on = every_start & later & Domain(over=[theta, gap])

    def solved(rate):
        return Solves(system, dict(zip((theta, gap), moved(gamma(rate)), strict=True)), on=on)
    return Printed(solved(4), erratum=Erratum("wrong", TWICE + ".", solved(2)))


@claim(NAM, "Eq. (6.10)", uses=["nam2024/6.2"],
       reading="a_i(0) as gamma goes to one, and moving at -(theta - S) b_i/Z, with b_i of Eq. (6.11) and gamma' = -(2/Z) gamma (theta "
               "- S)")
def first_parameter():
    """a_i(t) by gamma."""
    on = of_factor.but(where={a_i: first})
    return Printed(every(start=Limit(a_i, g, 1, a_0, on=on), rate=Evolves(a_i, push * second, along=motion, on=on)), defines=(a_i,))


@claim(NAM, "Eq. (6.11)", uses=["nam2024/6.2"],
       reading="b_i(0) as gamma goes to one, and moving at -(theta - S) a_i/Z, with a_i of Eq. (6.10) and gamma' = -(2/Z) gamma (theta "
               "- S)")
def second_parameter():
    """b_i(t) by gamma."""
    on = of_factor.but(where={b_i: second})
    return Printed(every(start=Limit(b_i, g, 1, b_0, on=on), rate=Evolves(b_i, push * first, along=motion, on=on)), defines=(b_i,))


@claim(NAM, "Eq. (6.11)", "output", uses=["nam2024/6.10", "nam2024/6.11"], origin="derived")
def output_by_the_factor():
    """Of these parameters the sum of products over Z is theta, and half the sum of squares Delta theta, by Eq. (6.13)."""
    rising, falling = (every_a + every_b) / 2 * sqrt(g), (every_a - every_b) / 2 / sqrt(g)
    a, b = rising + falling, rising - falling
    known = {S0: Dot(every_a, every_b) / Z, Sigma: (Dot(every_a, every_a) + Dot(every_b, every_b)) / (2 * Z)}
    output, squares = (formula.subs(known, simultaneous=True) for formula in moved(g))
    on = divided & Domain(g > 0, source=FACTOR) & Domain(over=[every_a, every_b])
    return every(output=Equal(Dot(a, b) / Z, output, on=on), squares=Equal((Dot(a, a) + Dot(b, b)) / (2 * Z), squares, on=on))


@claim(NAM, "Eq. (6.12)", uses=["nam2024/6.11:output"],
       reading="gamma' = -(2/Z) gamma (theta - S) and gamma(0) = 1, with theta written by gamma: a Riccati equation")
def factor_in_time():
    """gamma(t) in closed form."""
    riccati = System({g: -((Sigma + S0) * g**2 - 2 * scale * g - (Sigma - S0)) / Z}, {g: S.One})

    def solved(rate, on=every_start):
        return Solves(riccati, {g: gamma(rate)}, on=on & later)
    return Printed(solved(4, every_start.but(Sigma > 0, source=SIZES)), erratum=Erratum("wrong", TWICE + ".", solved(2)))


@claim(NAM, "Eq. (6.12)", "whole-square", uses=["nam2024/6.12"], origin="derived")
def factor_for_the_whole_square():
    """With the loss E[(f - f*)^2], which is not halved, every rate doubles, and gamma(t) is as printed."""
    riccati = System({g: -2 * ((Sigma + S0) * g**2 - 2 * scale * g - (Sigma - S0)) / Z}, {g: S.One})
    return Solves(riccati, {g: gamma(4)}, on=started & later)


@claim(NAM, "Eq. (6.14)", uses=["nam2024/6.12"],
       reading="for Z and S of Eq. (6.1), Z being any real number but zero, and all S_0 and Sigma_0 of Eq. (6.13): Sigma_0/Z and (Sigma_0 "
               "+- S_0) Z are not negative")
def factor_at_the_end():
    """gamma tends to (S + sqrt(Sigma_0^2 - S_0^2 + S^2))/(Sigma_0 + S_0)."""
    printed = divided & later & Domain(Z * Sigma >= Z * S0, Z * Sigma >= -Z * S0, Ne(Sigma + S0, 0), source=SIZES)
    return Printed(
        Limit(gamma(4), t, oo, gamma_end(), on=printed),
        erratum=Erratum(
            "incomplete", "It needs Z > 0, which the chapter uses and Eq. (6.1) does not ask for: for Z < 0 gamma tends to the other "
                          "root, with -sqrt(...). And Sigma_0 + S_0 may not be zero (`6.14:opposite-layers`).",
            Limit(gamma(4), t, oo, gamma_end(), on=started & later)))


@claim(NAM, "Eq. (6.14)", "opposite-layers", uses=["nam2024/6.14"], origin="derived")
def opposite_layers_never_learn():
    """From b(0) = -a(0), S_0 = -Sigma_0, gamma grows without bound, all modes decay, and theta tends to zero: a saddle, not S."""
    on = positive & later & Domain(Sigma > 0, Eq(S0, -Sigma))
    falling = gamma(2).subs(S0, -Sigma)
    return every(factor=Limit(falling, t, oo, oo, on=on), output=Limit(moved(falling)[0].subs(S0, -Sigma), t, oo, S.Zero, on=on))


@claim(NAM, "Theorem 1", "monotone", uses=["nam2024/6.12"],
       reading="the derivative of gamma as printed has the sign of S - S_0, since the denominator is never zero")
def factor_is_monotone():
    """gamma goes from one to gamma_+, up if S > S_0 and down if S < S_0."""
    falling = exp(-4 * root / Z * t)
    denominator = Sigma + S0 - scale + root + (-Sigma - S0 + scale + root) * falling
    on = started & later
    slope = 16 * (scale - S0) * root**2 / Z * falling / denominator**2
    any_sign = divided & later & Domain(Z * Sigma > 0, Z * Sigma > Z * S0, Z * Sigma > -Z * S0, source=SIZES)
    return Printed(
        Iff(Gt(slope, 0), Gt(scale, S0), on=any_sign), latex=r"\dot{\gamma} > 0 \iff S > \mathcal{S}_0",
        erratum=Erratum(
            "incomplete", "It needs Z > 0, as Eq. (6.14) does: for Z < 0 the direction is reversed.",
            every(start=Limit(gamma(4), t, 0, S.One, on=on), slope=Equal(diff(gamma(4), t), slope, on=on),
                  denominator=Holds(Gt(denominator, 0), on=on), root=Holds(Gt(root, 0), on=started),
                  end=Limit(gamma(4), t, oo, gamma_end(), on=on)), under=(Z > 0,)))


@claim(NAM, "Section 6.3", "scale", uses=["nam2024/6.14"],
       reading="`for S > S_0`: gamma_+ > 1, above which the part a_i + b_i of a mode grows by sqrt(gamma_+) and the part a_i - b_i "
               "shrinks by it; `gamma_+ ~ 1 implies negligible changes in a_i and b_i`: the right sides of Eqs. (6.10), (6.11) tend to "
               "the start",
       leaves_out="`loosely speaking`")
def factor_tells_how_modes_scale():
    """For S > S_0 the factor is above one, and near one nothing changes."""
    ratio = Domain(g > 0, source=FACTOR) & Domain(over=[a_0, b_0])
    distance = g - 1
    return every(above=Iff(Gt(gamma_end(), 1), Gt(scale, S0), on=started), below=Iff(Lt(gamma_end(), 1), Lt(scale, S0), on=started),
                 first=Equal(first - a_0, distance / (sqrt(g) + 1) * (half_sum - half_gap / sqrt(g)), on=ratio),
                 second=Equal(second - b_0, distance / (sqrt(g) + 1) * (half_sum + half_gap / sqrt(g)), on=ratio))
