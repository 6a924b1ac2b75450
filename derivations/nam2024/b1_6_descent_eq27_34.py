"""Appendix B.1.6, first half: a skill's loss falls until its gradient vanishes, on a bounded path, Eqs. (B.27)-(B.34).

L_k is half the mean square error over the d_k samples of skill k; P is U U^T.
"""

from sympy import And, Eq, Ge, Integer, Le, Or, sqrt

from theoremtest.derivations.language import (
    Domain,
    Dot,
    Equal,
    Erratum,
    EveryEntry,
    Evolves,
    Holds,
    Iff,
    Meaning,
    PositiveSemidefinite,
    Printed,
    claim,
    every,
    real,
    reals,
    vector,
)

from .notation import NAM
from .shots_notation import P, decomposed, frames, loss, rate_a, rate_B, s, singular, slope_a, slope_B
from .skills_notation import COUNT, RATE, B, D_c, Phi, a, any_start, d_c, eta, extended, left, samples

EIGENVALUE = Meaning("sigma^2 is the smallest eigenvalue of Phi Phi^T other than zero", "Eq. (B.30)")
CURVED = Meaning("M is the largest |d^2 L_k/dt^2|, by which is divided", "Eq. (B.32)")
LATER = Meaning("a span of time", "Eq. (B.32)")
STEP = Meaning("t_2 is -L_k'/M", "Eq. (B.33)")
sigma = real(r"\sigma")
u, count, number = reals("u", "d_k", "D")
g = vector("g", D_c)
numbers = Domain(count > 0, number > 0, source=COUNT) & Domain(eta > 0, source=RATE) & Domain(over=[u, g])
rate = -eta * count / number * (u**2 + Dot(g, g))
"""Eq. (B.28) with u for the derivative of L_k by a_k and g for that by B_k."""
first, slope, curve, bound, least, span = reals("L_k(t_1)", "L_k'(t_1)", "L_k''", "M", r"L_{\inf}", "t_2")
curved = Domain(bound > 0, source=CURVED) & Domain(over=[first, slope])
parabola = first + span * slope + span**2 / 2 * bound


@claim(NAM, "Eq. (B.27)", uses=["nam2024/B.21", "nam2024/B.23"], reading="the rates are those of Eqs. (B.21) and (B.23)")
def loss_moves_by_the_chain_rule():
    """L_k moves by its derivatives times the rates, the sum over i as an inner product."""
    return Evolves(loss, slope_a * rate_a + Dot(slope_B, rate_B), along=extended, on=any_start)


@claim(NAM, "Eq. (B.28)", uses=["nam2024/B.27"], reading="`<= 0` for any derivatives u and g in place of those of L_k")
def loss_never_grows():
    """That is -eta d_k/D times the sum of the squared derivatives, which is not positive."""
    return every(rate=Evolves(loss, -eta * d_c / samples * (slope_a**2 + Dot(slope_B, slope_B)), along=extended, on=any_start),
                 sign=Holds(Le(rate, 0), on=numbers))


@claim(NAM, "Eq. (B.29)", uses=["nam2024/B.28"],
       reading="u and g are the derivatives of L_k; the rates of a_k and B_k are -eta d_k/D times these")
def loss_stops_where_the_gradient_vanishes():
    """The loss stands still only where both derivatives are zero, and there a_k and B_k do too."""
    factor = -eta * d_c / samples
    return every(only=Iff(Eq(rate, 0), And(Eq(u, 0), Eq(Dot(g, g), 0)), on=numbers),
                 first=Evolves(a, factor * slope_a, along=extended, on=any_start),
                 vector=Evolves(B, factor * slope_B, along=extended, on=any_start))


def bounded_below(*conditions):
    """Phi Phi^T - sigma^2 U U^T has no negative eigenvalue, given relations for each singular value."""
    features = decomposed.where[Phi]
    return Holds(PositiveSemidefinite(features * features.T - sigma**2 * P),
                 on=frames & Domain(sigma > 0, source=EIGENVALUE) & Domain(*conditions, source=EIGENVALUE))


@claim(NAM, "Eq. (B.30)", uses=["nam2024/B.28"],
       reading="`Phi (...)` as Phi^T (...); `L_k is` its squared length: Eq. (B.28) with "
               "that for L_k; the inequality for every vector in place of the "
               "bracket; each singular value in S is zero or at least sigma")
def loss_bounds_what_is_left():
    """L_k is the squared length of Phi^T (B_k a_k - S/sqrt(D_c)), at least sigma^2 times that of its part in the image of U."""
    square = Dot(Phi.T * left, Phi.T * left)

    def falls(factor):
        scale = 2 * d_c * factor
        return Evolves(factor * square, -eta * d_c / samples * ((scale * slope_a)**2 + Dot(scale * slope_B, scale * slope_B)),
                       along=extended, on=any_start)
    return Printed(
        every(loss=falls(Integer(1)), bound=bounded_below(EveryEntry(Or(Eq(s, 0), Ge(s**2, sigma**2)), (s, singular)))),
        erratum=Erratum(
            "wrong", "Phi, of d_k columns, times a column of D_c entries has no value; Phi^T is meant. The factor 1/(2 d_k) of the mean "
                     "square error, with which alone Eq. (B.28) is true, is missing. And U, which has d_k "
                     "columns by Lemma 2, has one too many for each sample whose features depend on the others' (one that occurs twice, "
                     "say): along it Phi^T is zero. With independent features sigma is the least of all singular values.",
            every(loss=falls(1 / (2 * d_c)), bound=bounded_below(EveryEntry(Ge(s**2, sigma**2), (s, singular))))))


@claim(NAM, "Eq. (B.31)", uses=["nam2024/B.28", "nam2024/B.30"],
       reading="bounded by the loss at the start: x is the squared length of Eq. (B.31), by Eq. (B.30) at most 2 d_k L_k/sigma^2, and L_k "
               "does not grow by Eq. (B.28)")
def what_is_left_is_bounded():
    """The part of B_k a_k - S/sqrt(D_c) in the image of U is bounded at all times."""
    x, now, then = reals("x", "L_k(t)", "L_k(0)")
    on = (Domain(count > 0, source=COUNT) & Domain(sigma > 0, source=EIGENVALUE)
          & Domain(now >= sigma**2 * x / (2 * count), source=Meaning("Eq. (B.30)", "Eq. (B.30)"))
          & Domain(then >= now, source=Meaning("the loss does not grow", "Eq. (B.28)")))
    return Holds(Le(x, 2 * count * then / sigma**2), on=on)


@claim(NAM, "Appendix B.1.6", "bounded", uses=["nam2024/lemma-2", "nam2024/lemma-3", "nam2024/B.31"],
       reading="`both a_k and B_k are bounded`: y is a_k^2, m the conserved a_k^2 - |U U^T B_k|^2 by Lemmas 2 and 3, q a bound of "
               "|U U^T B_k a_k|^2 by Eq. (B.31), |B_k|^2 is a_k^2 less a conserved number c",
       leaves_out="`so (1 - U U^T) B_k a_k is bounded`, from which the text has this: it does not follow from (1 - U U^T) B_k alone, but "
                  "is true afterwards")
def parameters_are_bounded():
    """a_k and B_k stay bounded."""
    y, m, q, c, square = reals("y", "m", "q", "c", "\\beta")
    on = Domain(y >= 0, q >= 0, y * (y - m) <= q, over=[m], source=Meaning("conserved and bounded quantities", "Appendix B.1.6"))
    most = (m + sqrt(m**2 + 4 * q)) / 2
    second = on & Domain(Eq(square, y - c), over=[c], source=Meaning("Lemma 3", "Lemma 3"))
    return every(first=Holds(Le(y, most), on=on), vector=Holds(Le(square, most - c), on=second))


@claim(NAM, "Eq. (B.32)",
       reading="Taylor's theorem: the loss after t_2 is L_k + t_2 L_k' + t_2^2/2 L_k'' with L_k'' at a time in between, and that is at "
               "most M; the infimum L_inf is below every value, the one after t_2 included")
def loss_after_a_step():
    """The infimum of L_k is at most the parabola of curvature M."""
    on = curved & Domain(curve <= bound, curve >= -bound, source=CURVED) & Domain(span >= 0, source=LATER)
    after = first + span * slope + span**2 / 2 * curve
    below = on & Domain(after >= least, source=Meaning("the infimum of L_k", "Eq. (B.32)"))
    return Holds(And(Le(least, after), Le(after, parabola)), on=below)


@claim(NAM, "Eq. (B.33)", uses=["nam2024/B.32"], reading="t_2 = -L_k'/M, which is not negative since L_k' is not positive")
def loss_less_a_square_is_above_the_infimum():
    """L_k - L_k'^2/(2 M) is at least the infimum."""
    on = curved & Domain(slope <= 0, source=Meaning("the loss does not grow", "Eq. (B.28)")) & Domain(Eq(span, -slope / bound), source=STEP)
    value = first - slope**2 / (2 * bound)
    return every(step=Holds(Ge(span, 0), on=on), value=Equal(parabola, value, on=on),
                 bound=Holds(Ge(value, least), on=on & Domain(least <= parabola, source=Meaning("Eq. (B.32)", "Eq. (B.32)"))))


@claim(NAM, "Eq. (B.34)", uses=["nam2024/B.33"],
       reading="the inequality at every t_1; where the right side vanishes, L_k' does",
       leaves_out="that a loss that never grows and is never negative tends to its infimum")
def slope_of_the_loss_vanishes():
    """L_k'^2/(2 M) is at most L_k - inf L_k, so that it vanishes with that."""
    rest = slope**2 / (2 * bound)
    on = curved & Domain(first - rest >= least, source=Meaning("Eq. (B.33)", "Eq. (B.33)"))
    return every(bound=Holds(Le(rest, first - least), on=on),
                 zero=Holds(Le(rest, 0), on=on & Domain(Eq(first, least), source=Meaning("the limit of L_k", "Eq. (B.34)"))))
