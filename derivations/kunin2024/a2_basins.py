"""A.2.5 and footnote 3: the basins of the two branches of minima, and the surface that separates them, Eq. (33) and Fig. 7.

The basin of a start is the sign of a at infinity. It is the sign of eta_a omega + lambda_+ a at the start, where lambda_+ > 0 is
the growing eigenvalue of the linear motion of (p, q): that combination only changes by a positive factor along the motion.
"""

from sympy import Eq, Ge, Gt, Le, Lt, Ne, S, cosh, exp, oo, sinh, sqrt

from derivations.language import Domain, Equal, Erratum, Evolves, Holds, Iff, Limit, Printed, Solves, claim, every

from .a2_closed_form import balanced, open_ended, planar, planar_motion, unbalanced
from .a2_upstream import half_width
from .notation import (D, KUNIN, Lam, R, W0, a, a0, delta, eta_a, eta_w, hyperbolic_state, motion, nu0, omega, omega0, p,
                       product_one, rates_positive, s, t, unit_motion, unit_state)

root = sqrt(delta**2 + 4 * s**2)
root_with_rates = sqrt(delta**2 + 4 * eta_a * eta_w * s**2)
printed_side = omega0 + a0 / 2 * (delta + root)
"""The left side of the printed hyperplane equation; footnote 3 and Eq. (33) carry no learning rates."""

side = eta_a * omega0 + a0 / 2 * (delta + root_with_rates)
"""The same with both learning rates: its sign is the basin."""

start = Domain(s > 0, Gt(W0, 0), Le(omega0**2, W0 * s**2), over=[a0])
"""Starts with w_0 != 0; Cauchy-Schwarz bounds omega_0."""

unit_start = start.but(where={delta: a0**2 - W0})
start_with_rates = start & rates_positive & Domain(where={delta: eta_w * a0**2 - eta_a * W0})
"""delta read off the start."""

level, level_with_rates = a0**2 - W0, eta_w * a0**2 - eta_a * W0

unit_cone = Domain(s > 0, Ne(a0, 0), Le(omega0**2, a0**2 * s**2), where={delta: S.Zero})
"""Balanced starts at unit learning rates, |w_0| = |a_0|."""

unit_paths = Domain(s > 0, Ge(t, 0), over=[a0, omega0])
unit_unbalanced = unit_paths.but(where=planar(rate_a=S.One, rate_w=S.One))
unit_balanced = unit_paths.but(where={delta: S.Zero, **planar(balanced=True, rate_a=S.One, rate_w=S.One)})
"""The closed form at unit learning rates."""


def ends(sign, on, rate_w=S.One):
    """a tends to the minimum of the given sign, where a^2 = lambda_+/eta_w."""
    return Limit(p / D, t, oo, sign * sqrt((delta / 2 + R) / rate_w), on=on)


@claim(KUNIN, "Appendix A.2.5", "invariance", uses=["kunin2024/14", "kunin2024/15", "kunin2024/13"], origin="derived")
def the_side_is_kept():
    """eta_a omega + lambda_+ a changes only by a positive factor, so its sign is the same at all times.

    Its rate is (lambda_+ - eta_w a^2) times itself: it grows near a = 0, so a start off the surface does not end at the saddle.
    """
    on = hyperbolic_state.but(where={Lam: (delta + root_with_rates) / 2})
    combination = eta_a * omega + Lam * a
    return every(
        invariance=Evolves(combination, (Lam - eta_w * a**2) * combination, along=motion, on=on),
        eigenvalue=Equal(Lam**2, delta * Lam + eta_a * eta_w * s**2, on=on),
        growing=Holds(Gt(Lam, 0), on=on))


@claim(KUNIN, "Appendix A.2.5", "endpoint", uses=["kunin2024/app-A.2:closed-form", "kunin2024/app-A.2.5:invariance"],
       origin="derived")
def the_basin_is_the_side():
    """Where eta_a omega_0 + lambda_+ a_0 > 0 the layer a ends at +sqrt(lambda_+/eta_w), where it is negative at minus that.

    At the end a^2 = lambda_+/eta_w is the positive root of eta_w a^4 - delta a^2 - eta_a |beta_*|^2 = 0, the point of the
    hyperbola of minima on the surface of the given delta.
    """
    balanced_side = eta_a * omega0 + a0 * sqrt(eta_a * eta_w) * s
    cone = balanced.but(where={delta: S.Zero})
    square = (delta + root_with_rates) / (2 * eta_w)
    return every(
        growth=Limit(p * exp(-(delta / 2 + R) * t), t, oo, side / (2 * R), on=unbalanced),
        positive=ends(1, unbalanced.but(side > 0), eta_w),
        negative=ends(-1, unbalanced.but(side < 0), eta_w),
        balanced_positive=ends(1, cone.but(balanced_side > 0), eta_w),
        balanced_negative=ends(-1, cone.but(balanced_side < 0), eta_w),
        on_the_minima=Equal(eta_w * square**2 - delta * square, eta_a * s**2, on=rates_positive & Domain(s > 0, over=[delta])))


@claim(KUNIN, "Appendix A.2.5", "denominator", uses=["kunin2024/27:any-delta", "kunin2024/app-A.2.4:blow-up"])
def sign_change_condition():
    """The denominator of Eq. (27) vanishes at some t > 0 exactly where 2R < -2 nu_0 - delta.

    There its zero is at t = atanh(-2R/(2 nu_0 + delta))/R; elsewhere the denominator stays positive.
    """
    slope = 2 * nu0 + delta
    stays = Domain(s > 0, Ge(t, 0), Ge(slope + 2 * R, 0), over=[delta, nu0], where={R: half_width})
    free = Domain(s > 0, over=[delta, nu0])
    return every(
        stays=Holds(Gt(2 * R * cosh(R * t) + slope * sinh(R * t), 0), on=stays),
        threshold=Iff(root < -2 * nu0 - delta, nu0 < (-delta - root) / 2, on=free))


@claim(KUNIN, "Appendix A.2.5", "hyperplane", uses=["kunin2024/app-A.2.5:denominator"])
def hyperplane_separates_sign_changes():
    """In terms of the start: a changes sign exactly where a_0 and the hyperplane's left side have opposite signs."""
    return Iff(a0 * printed_side < 0, omega0 / a0 < (-delta - root) / 2,
               on=Domain(s > 0, Ne(a0, 0), over=[omega0, delta]))


@claim(KUNIN, "Appendix A.2.5", "mirror", uses=["kunin2024/14", "kunin2024/15"])
def the_other_basin():
    """S^- is the mirror image of S^+: (a, w) -> (-a, -w) maps trajectories to trajectories and keeps delta."""
    flipped = {a: -a, omega: -omega}
    return every(
        a=Equal(motion.rates[a].subs(flipped, simultaneous=True), -motion.rates[a], on=hyperbolic_state),
        omega=Equal(motion.rates[omega].subs(flipped, simultaneous=True), -motion.rates[omega], on=hyperbolic_state))


@claim(KUNIN, "Appendix A.2.5", "to-the-saddle", uses=["kunin2024/app-A.2:closed-form"])
def separating_surface_ends_at_the_saddle():
    """A start on the separating surface, eta_a omega_0 = -lambda_+ a_0, converges to a = w.beta_* = 0.

    With lambda_- = delta/2 - R < 0 the solution is a = a_0 e^(lambda_- t)/D, and eta_a w.beta_* = -lambda_+ a throughout: the
    trajectory stays on the surface. Unit learning rates give the printed statement.
    """
    shrink, growth = delta / 2 - R, delta / 2 + R
    on = rates_positive & Domain(s > 0, Ge(t, 0), over=[a0, delta], where={
        R: root_with_rates / 2,
        omega0: -growth * a0 / eta_a,
        D: sqrt(1 + eta_w * a0**2 * (1 - exp(2 * shrink * t)) / (-shrink))})
    path = a0 * exp(shrink * t) / D
    return every(
        path=Solves(planar_motion(delta), {a: path, omega: -growth * path / eta_a}, on=on),
        a_ends=Limit(path, t, oo, S.Zero, on=on),
        omega_ends=Limit(-growth * path / eta_a, t, oo, S.Zero, on=on))


@claim(KUNIN, "Eq. (33)", uses=["kunin2024/app-A.2.5:endpoint", "kunin2024/app-A.2.5:invariance"])
def basin_of_the_positive_branch():
    """The starts that end on the branch of minima with a > 0, at unit learning rates.

    For delta >= 0 the line a_0 > 0 is compared with the sign that decides the basin (see `app-A.2.5:endpoint`); for delta < 0 the
    printed line is compared with the limit of a itself.
    """
    upstream = Iff(a0 > 0, printed_side > 0, on=unit_start.but(Gt(level, 0)))
    downstream = ends(1, unit_unbalanced.but(delta < 0, printed_side > 0))
    other = ends(-1, unit_unbalanced.but(delta < 0, printed_side < 0))
    return Printed(
        every(upstream=upstream, balanced=Iff(a0 > 0, printed_side > 0, on=unit_cone), downstream=downstream,
              downstream_other_branch=other),
        erratum=Erratum(
            "incomplete",
            "For delta = 0 the start w_0 = -a_0 beta_*/|beta_*| has a_0 > 0 but converges to the saddle at the origin, as A.2.2 "
            "says itself of phi_0 = -1. The first line holds for delta > 0; the second line holds for every delta, zero included.",
            every(upstream=upstream, balanced=ends(1, unit_balanced.but(omega0 + a0 * s > 0)),
                  balanced_other_branch=ends(-1, unit_balanced.but(omega0 + a0 * s < 0)), downstream=downstream,
                  downstream_other_branch=other)))


@claim(KUNIN, "Eq. (33)", "product-one", uses=["kunin2024/33", "kunin2024/app-A.2.5:endpoint"])
def basin_of_the_positive_branch_product_one():
    """The second line of Eq. (33) under the stated convention eta_a eta_w = 1.

    It is compared with the sign of eta_a omega_0 + lambda_+ a_0, which decides the basin.
    """
    on = start & product_one & Domain(where={delta: level_with_rates})
    return Printed(
        Iff(printed_side > 0, side > 0, on=on.but(Lt(level_with_rates, 0))),
        erratum=Erratum(
            "incomplete", "eta_a is missing before w_0.beta_*; the printed line needs eta_a = 1.",
            every(positive=ends(1, unbalanced.but(delta < 0, side > 0), eta_w),
                  negative=ends(-1, unbalanced.but(delta < 0, side < 0), eta_w))))


@claim(KUNIN, "Footnote 3", uses=["kunin2024/33", "kunin2024/app-A.2.5:endpoint"])
def basin_as_a_sign():
    """The basin as a sign: of a_0 for delta >= 0, of the hyperplane's left side for delta < 0.

    Section 3 carries general learning rates, so the footnote is read with them; both lines are compared with the sign of
    eta_a omega_0 + lambda_+ a_0, which decides the basin (see `app-A.2.5:endpoint`).
    """
    first = Iff(a0 > 0, side > 0, on=start_with_rates.but(Ge(level_with_rates, 0)))
    second = Iff(printed_side > 0, side > 0, on=start_with_rates.but(Lt(level_with_rates, 0)))
    return Printed(
        every(upstream_or_balanced=first, downstream=second),
        erratum=Erratum(
            "incomplete",
            "The second line lacks the learning rates: w_0.beta_* carries eta_a and the root is "
            "sqrt(delta^2 + 4 eta_a eta_w |beta_*|^2). The first line fails for delta = 0 on the ray of starts opposite to "
            "a_0 beta_*, which end at the saddle.",
            every(upstream=Iff(a0 > 0, side > 0, on=start_with_rates.but(Gt(level_with_rates, 0))),
                  positive=ends(1, unbalanced.but(delta < 0, side > 0), eta_w),
                  negative=ends(-1, unbalanced.but(delta < 0, side < 0), eta_w))))


@claim(KUNIN, "Footnote 3", "unit-rates", uses=["kunin2024/33"])
def basin_as_a_sign_at_unit_rates():
    """Footnote 3 at unit learning rates, where only the balanced exception is missing."""
    upstream = Iff(a0 > 0, printed_side > 0, on=unit_start.but(Gt(level, 0)))
    downstream = (ends(1, unit_unbalanced.but(delta < 0, printed_side > 0)),
                  ends(-1, unit_unbalanced.but(delta < 0, printed_side < 0)))
    return Printed(
        every(upstream=upstream, balanced=Iff(a0 > 0, printed_side > 0, on=unit_cone), positive=downstream[0],
              negative=downstream[1]),
        erratum=Erratum(
            "incomplete", "For delta = 0 the start w_0 = -a_0 beta_*/|beta_*| ends at the saddle whatever the sign of a_0.",
            every(upstream=upstream, positive=downstream[0], negative=downstream[1])))


@claim(KUNIN, "Fig. 7", uses=["kunin2024/app-A.2.5:invariance", "kunin2024/app-A.2.5:to-the-saddle"])
def separating_surface():
    """The separating surface: met by no start with delta > 0, and never left by one that begins on it.

    On it the combination omega + lambda_+ a is zero, and it changes only by a factor.
    """
    growth = (delta + root) / 2
    return every(
        empty=Holds(Ne(printed_side, 0), on=unit_start.but(Gt(level, 0))),
        travels=Evolves(omega + growth * a, (growth - a**2) * (omega + growth * a), along=unit_motion, on=unit_state))


@claim(KUNIN, "Fig. 7", "balanced-ray", uses=["kunin2024/fig-7"], origin="derived")
def separating_ray():
    """For delta = 0 the surface is not empty: it is the ray w_0 = -a_0 beta_*/|beta_*|, where phi_0 = -sgn(a_0)."""
    return Iff(Eq(printed_side, 0), Eq(omega0, -a0 * s), on=Domain(s > 0, Ne(a0, 0), over=[omega0], where={delta: S.Zero}))
