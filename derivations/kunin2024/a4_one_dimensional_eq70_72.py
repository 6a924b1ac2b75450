"""Appendix A.4.4: the interpolating solution when the null space is one-dimensional, Eqs. (70)-(72).

`v` spans the null space; beta = beta_* + alpha v. The paper's closing remark on trajectories that change sign is proved
from a law that the mirror-flow argument does not see: v.w is conserved.
"""

from sympy import Derivative, Eq, Gt, Ne, Rational, S, ZeroMatrix, sign, sqrt

from theoremtest.derivations.language import (
    Domain,
    Dot,
    Equal,
    Erratum,
    Evolves,
    Flow,
    Holds,
    Norm,
    Printed,
    chain,
    claim,
    every,
    real,
    vector,
)

from .conventions_notation import BALANCE, IN_A_PLANE, NONZERO_BETA, NULL_VECTOR, UPPER_SHEET
from .mirror_notation import q_azulay, scalar_domain, x
from .notation import KUNIN, X, a, beta_star, d, delta, n, parameters, s, setting, training, w

alpha, k = real(r"\alpha"), real("k")
null, z = vector("v", d), vector("z", d)
plane = setting(s > 0, over=[alpha, delta])
norm = sqrt(s**2 + alpha**2)
unit = Domain(Eq(Dot(null, null), 1), over=[beta_star, null, alpha], source=NULL_VECTOR)
in_a_plane = Domain(d >= 2, source=IN_A_PLANE)
LEAST_NORM = ("beta_* must be the interpolating solution of least norm, orthogonal to v; the constants of Appendix D.2 are chosen so.")
left_side = sqrt(sqrt(s**2 + alpha**2 + delta**2 / 4) - delta / 2) * alpha / norm
m = (k**2 + delta) / 2 + sqrt(((k**2 + delta) / 2)**2 + s**2)
solution = k * sqrt(m)


@claim(KUNIN, "Eq. (70)", uses=["kunin2024/69"])
def derivatives_along_the_null_space():
    """The three derivatives: of q by the norm, of the norm by alpha, of the linear term by alpha.

    The norm is positive, so sign(x) is 1; for negative x the paper's q is odd and the printed sign would be wrong, but no
    norm is negative. Derivatives by alpha are rates along a motion with alpha' = 1.
    """
    line, along = Domain(over=[alpha, z, beta_star, null]), Flow({alpha: S.One}, name="alpha grows at rate 1")
    point = beta_star + alpha * null
    parts = {
        "q": Equal(Derivative(q_azulay(x), x), Rational(3, 2) * sqrt(sqrt(x**2 + delta**2 / 4) - delta / 2), on=scalar_domain),
        "linear": Evolves(Dot(z, point), Dot(z, null), along=along, on=line)}

    def norm_part(on):
        return Evolves(Norm(point), alpha / Norm(point), along=along, on=on)

    somewhere = unit & Domain(Gt(Dot(point, point), 0), source=NONZERO_BETA)
    return Printed(every(norm=norm_part(somewhere & in_a_plane), **parts),
                   erratum=Erratum("incomplete", LEAST_NORM, every(norm=norm_part(somewhere.but(Eq(Dot(beta_star, null), 0))), **parts)))


@claim(KUNIN, "Eq. (70)", "norm", uses=["kunin2024/70"])
def pythagoras():
    """|beta|^2 = |beta_*|^2 + alpha^2, for beta = beta_* + alpha v with |v| = 1.

    The text asks of beta_* only that all interpolating solutions are beta_* + alpha v.
    """
    point = beta_star + alpha * null
    value = Dot(beta_star, beta_star) + alpha**2
    return Printed(
        Equal(Dot(point, point), value, on=unit & in_a_plane),
        erratum=Erratum("incomplete", LEAST_NORM,
                        Equal(Dot(point, point), value, on=unit.but(Eq(Dot(beta_star, null), 0)))))


@claim(KUNIN, "Eq. (71)", uses=["kunin2024/70", "kunin2024/70:norm"])
def stationarity():
    """The stationarity condition for alpha: two thirds of the derivative of q(|beta|), set equal to k.

    In the stored text the braces of the roots are displaced.
    """
    slope = Rational(2, 3) * Derivative(q_azulay(norm), alpha)
    printed = sqrt(sqrt(s**2 + alpha**2) + delta**2 / 4) - delta / 2 * alpha / norm
    on = plane
    return Printed(
        Equal(printed, slope, on=on),
        latex=(r"\sqrt{\sqrt{\|\beta_*\|^2 + \alpha^2} + \frac{\delta^2}{4}} - \frac{\delta}{2} "
               r"\frac{\alpha}{\sqrt{\|\beta_*\|^2 + \alpha^2}} = -\frac{2z^\top v}{3}"),
        erratum=Erratum("garbled", "delta^2/4 belongs under the inner root and -delta/2 under the outer one; this is the condition "
                        "that Eq. (70) gives and that Eq. (72) solves.", Equal(left_side, slope, on=on)))


@claim(KUNIN, "Eq. (71)", "unique", uses=["kunin2024/71"])
def stationary_point_is_unique():
    """The left side of (71), as corrected, increases with alpha, so one alpha solves it."""
    return Holds(Gt(Derivative(left_side, alpha), 0), on=plane)


@claim(KUNIN, "Eq. (72)", uses=["kunin2024/71"])
def interpolating_solution():
    """The closed form of alpha solves the stationarity condition, for every delta and every sign of k.

    The nested radicals denest: with m the inner sum, the norm's square plus delta^2/4 is (m - delta/2)^2.
    """
    on = setting(s > 0, over=[k, delta])
    nested = sqrt(s**2 + solution**2 + delta**2 / 4)
    return Printed(
        Equal(left_side, k, on=on.but(where={alpha: solution})),
        defines=(alpha,),
        derivation=(
            *chain(m**2, ((k**2 + delta) * m + s**2, "m is the positive root of its quadratic"), on=on),
            *chain(s**2 + solution**2, (m * (m - delta), "alpha^2 = k^2 m and the quadratic"), on=on),
            *chain(nested, (m - delta / 2, "a perfect square, positive"), on=on)))


@claim(KUNIN, "Eq. (72)", "k", uses=["kunin2024/68"])
def value_of_k():
    """k = -2 z.v/3 is the component of w_0 along v for a_0 > 0, at unit rates.

    The initial direction enters as the unit vector of beta_0 = a_0 w_0, with |beta_0| fixed by a_0^2 - |w_0|^2 = delta.
    """
    a_start, size, along = real("a_0"), real(r"\|w_0\|"), real("c")
    start = a_start**2 - size**2
    root = sqrt(sqrt(a_start**2 * size**2 + start**2 / 4) - start / 2)
    on = Domain(a_start > 0, source=UPPER_SHEET) & Domain(size > 0, over=[along], source=NONZERO_BETA)
    return Equal(root * along / size, along, on=on)


@claim(KUNIN, "Eq. (72)", "conserved", uses=["kunin2024/12"], origin="derived")
def null_component_is_conserved():
    """The component of w along any null vector of X does not change in training, for any rates and data."""
    on = parameters.but(Eq(X * null, ZeroMatrix(n, 1)), over=[null])
    return Evolves(Dot(w, null), S.Zero, along=training, on=on)


@claim(KUNIN, "Eq. (72)", "sign-change", uses=["kunin2024/72", "kunin2024/72:k", "kunin2024/72:conserved"],
       reading="the limit's component along v is a(infinity) c with the conserved c = v.w, and a(infinity)^2 follows from delta")
def both_signs_of_a():
    """The limit is beta_* + alpha v when a keeps its sign and beta_* - alpha v when it changes it.

    With c = v.w conserved, the limit's component along v is a(infinity) c, and a(infinity)^2 = m follows from delta; the
    sign of a(infinity) is the sign in front of alpha. This proves what the paper notes as an appearance. In the last part a is
    a(infinity), where |w|^2 = |beta_*|^2/a^2 + c^2.
    """
    c = real("c")
    on = setting(s > 0, over=[c, delta])
    m_c = m.subs(k, c)
    return every(
        conservation=Equal(m_c - (s**2 / m_c + c**2), delta, on=on),
        positive=Holds(Gt(m_c, 0), on=on),
        solution=Equal(a * c, sign(a) * solution.subs(k, c),
                       on=setting(s > 0) & Domain(Ne(a, 0), Eq(a**2 - (s**2 / a**2 + c**2), delta), source=BALANCE)))
