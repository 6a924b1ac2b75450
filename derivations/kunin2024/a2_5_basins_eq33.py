"""A.2.5 and footnote 3: the basins of the two branches of minima, and the surface that separates them, Eq. (33) and Fig. 7.

The basin of a start is the sign of a at infinity. It is the sign of eta_a omega + lambda_+ a at the start, where lambda_+ > 0
is the growing eigenvalue of the linear motion of (p, q): that combination only changes by a positive factor along the motion.
"""

from sympy import Eq, Ge, Gt, Le, Lt, Ne, S, cosh, oo, sinh, sqrt

from theoremtest.derivations.language import (
    Domain,
    Equal,
    Erratum,
    Evolves,
    Holds,
    Iff,
    Limit,
    Printed,
    Solves,
    by,
    claim,
    every,
    real,
    stated,
)

from .a2_3_upstream_eq26_28 import half_width
from .closed_form_notation import balanced, downstream, from_the_start, planar_motion, unit_rates, upstream
from .conventions_notation import NO_POLE, NONZERO_BETA, RATIO, SCALAR_PRODUCT, SURFACE
from .notation import (
    KUNIN,
    W0,
    D,
    P_plus,
    R,
    a,
    a0,
    delta,
    eta_a,
    eta_w,
    hyperbolic_state,
    lambda_minus,
    lambda_plus,
    nu0,
    omega,
    omega0,
    p,
    product_one,
    q,
    rates_positive,
    reduced_flow,
    reduced_unit_flow,
    s,
    setting,
    t,
    unit_any,
)

CASES = {"upstream": upstream, "downstream": downstream, "balanced": balanced}
root = sqrt(delta**2 + 4 * s**2)
root_with_rates = sqrt(delta**2 + 4 * eta_a * eta_w * s**2)
printed_side = omega0 + a0 / 2 * (delta + root)
"""The left side of the printed hyperplane equation; footnote 3 and Eq. (33) carry no learning rates."""

side = eta_a * omega0 + a0 / 2 * (delta + root_with_rates)
"""The same with both learning rates: its sign is the basin (`app-A.2.5:endpoint`)."""

start = setting(s > 0, Ge(W0, 0), Le(omega0**2, W0 * s**2), over=[a0])
"""Any start; Cauchy-Schwarz bounds omega_0."""

level, level_with_rates = a0**2 - W0, eta_w * a0**2 - eta_a * W0
unit_start = start.but(where={delta: level})
start_with_rates = start & rates_positive & Domain(where={delta: level_with_rates})
"""delta read off the start."""

unit_cone = setting(s > 0) & Domain(Ne(a0, 0), source=NONZERO_BETA) & Domain(Le(omega0**2, a0**2 * s**2), source=SCALAR_PRODUCT).but(
    where={delta: S.Zero})
"""Balanced starts at unit learning rates, |w_0| = |a_0|."""

unit_upstream, unit_balanced, unit_downstream = (case.at(unit_rates) for case in (upstream, balanced, downstream))
"""Starts by their modes at unit learning rates; P_+ > 0 and P_+ < 0 are the two basins."""


@claim(KUNIN, "Appendix A.2.5", "invariance", uses=["kunin2024/14", "kunin2024/15", "kunin2024/13"], origin="derived")
def the_side_is_kept():
    """eta_a omega + lambda_+ a changes only by a positive factor, so its sign is the same at all times.

    Its rate is (lambda_+ - eta_w a^2) times itself: it grows near a = 0, so a start off the surface does not end at the saddle.
    """
    on = hyperbolic_state.but(where={lambda_plus: (delta + root_with_rates) / 2})
    combination = eta_a * omega + lambda_plus * a
    return every(
        invariance=Evolves(combination, (lambda_plus - eta_w * a**2) * combination, along=reduced_flow, on=on),
        eigenvalue=Equal(lambda_plus**2, delta * lambda_plus + eta_a * eta_w * s**2, on=on),
        growing=Holds(Gt(lambda_plus, 0), on=on))


@claim(KUNIN, "Appendix A.2.5", "endpoint", uses=["kunin2024/app-A.2:closed-form", "kunin2024/app-A.2.5:invariance"],
       origin="derived")
def the_basin_is_the_side():
    """The sign of eta_a omega_0 + lambda_+ a_0 = (lambda_+ - lambda_-) P_+ is the sign of a at infinity, for every delta.

    There a^2 = lambda_+/eta_w, the positive root of eta_w a^4 - delta a^2 - eta_a |beta_*|^2 = 0: the point of the hyperbola of
    minima on the surface of the given delta.
    """
    square = (delta + root_with_rates) / (2 * eta_w)
    sides = {f"{name}_side": Equal(side, width * P_plus, on=case) for name, case, width in (
        ("upstream", upstream, lambda_plus - lambda_minus), ("downstream", downstream, lambda_plus - lambda_minus),
        ("balanced", balanced, 2 * lambda_plus))}
    ends = {f"{name}_{branch}": Limit(p / D, t, oo, sign * sqrt(lambda_plus / eta_w), on=case.but(sign * P_plus > 0))
            for name, case in CASES.items() for branch, sign in (("positive", 1), ("negative", -1))}
    return every(
        **sides, **ends,
        on_the_minima=Equal(eta_w * square**2 - delta * square, eta_a * s**2, on=rates_positive & setting(s > 0, over=[delta])))


@claim(KUNIN, "Section 3", "convergence", uses=["kunin2024/app-A.2.5:endpoint", "kunin2024/app-A.2:closed-form-weights"],
       conditions=[stated(Ne(P_plus, 0)), stated(P_plus > 0), stated(-P_plus > 0)],
       reading="`except for a measure zero set` is read as P_+ != 0, the complement of the separating surface, under whitened inputs",
       leaves_out="data that are not whitened, for which the section makes the same claim")
def convergence_to_a_minimum():
    """Under whitened inputs every start off the separating surface converges to a global minimum, and w aligns to +-beta_*.

    The separating surface P_+ = 0 is the exceptional set of measure zero. The product a w.beta_* tends to |beta_*|^2; the
    cosine, phi = q/sqrt(q^2 + c) with c = |beta_*|^2 |w_0|^2 - omega_0^2 >= 0, tends to the basin's sign; so the loss tends to
    its least value, since a^2 |w|^2 = (a w.beta_*)^2/(|beta_*| phi)^2.
    """
    gap = real("c")
    cosine = q / sqrt(q**2 + gap)
    products = {f"{name}_product": Limit(p * q / D**2, t, oo, s**2, on=case.but(Ne(P_plus, 0))) for name, case in CASES.items()}
    angles = {f"{name}_{branch}": Limit(cosine, t, oo, S(sign), on=case.but(sign * P_plus > 0).but(Ge(gap, 0), source=SCALAR_PRODUCT))
              for name, case in CASES.items() for branch, sign in (("aligned", 1), ("opposed", -1))}
    return every(**products, **angles)


@claim(KUNIN, "Appendix A.2.5", "denominator", uses=["kunin2024/27:any-delta", "kunin2024/app-A.2.4:blow-up"])
def sign_change_condition():
    """The denominator of Eq. (27) vanishes at some t > 0 exactly where 2R < -2 nu_0 - delta.

    There its zero is at t = atanh(-2R/(2 nu_0 + delta))/R; elsewhere the denominator stays positive.
    """
    slope = 2 * nu0 + delta
    stays = setting(s > 0, Ge(t, 0)) & Domain(Ge(slope + 2 * R, 0), over=[delta, nu0], where={R: half_width}, source=NO_POLE)
    free = setting(s > 0, over=[delta, nu0])
    return every(
        stays=Holds(Gt(2 * R * cosh(R * t) + slope * sinh(R * t), 0), on=stays),
        threshold=Iff(root < -2 * nu0 - delta, nu0 < (-delta - root) / 2, on=free))


@claim(KUNIN, "Appendix A.2.5", "hyperplane", uses=["kunin2024/app-A.2.5:denominator"], conditions=[by(RATIO, Ne(a0, 0))])
def hyperplane_separates_sign_changes():
    """In terms of the start: a changes sign exactly where a_0 and the hyperplane's left side have opposite signs."""
    return Iff(a0 * printed_side < 0, omega0 / a0 < (-delta - root) / 2,
               on=setting(s > 0, Ne(a0, 0), over=[omega0, delta]))


@claim(KUNIN, "Appendix A.2.5", "mirror", uses=["kunin2024/14", "kunin2024/15"])
def the_other_basin():
    """S^- is the mirror image of S^+: (a, w) -> (-a, -w) maps trajectories to trajectories and keeps delta."""
    flipped = {a: -a, omega: -omega}
    return every(
        a=Equal(reduced_flow.rates[a].subs(flipped, simultaneous=True), -reduced_flow.rates[a], on=hyperbolic_state),
        omega=Equal(reduced_flow.rates[omega].subs(flipped, simultaneous=True), -reduced_flow.rates[omega],
                    on=hyperbolic_state))


@claim(KUNIN, "Appendix A.2.5", "to-the-saddle", uses=["kunin2024/app-A.2:closed-form"])
def separating_surface_ends_at_the_saddle():
    """A start on the separating surface, where P_+ = 0, converges to a = w.beta_* = 0 along the surface.

    There a = P_- e^(lambda_- t)/D and eta_a w.beta_* = -lambda_+ a throughout. Unit learning rates give the printed statement.
    """
    on = {name: case.at({P_plus: S.Zero}) for name, case in CASES.items()}
    surface = {name: case.but(Eq(P_plus, 0), source=SURFACE) for name, case in CASES.items()}
    return every(
        **{f"{name}_path": Solves(planar_motion(delta, **({} if name == "upstream" else from_the_start)), {a: p / D, omega: q / D},
                                  on=case) for name, case in on.items()},
        **{f"{name}_stays": Equal(eta_a * q + lambda_plus * p, S.Zero, on=case) for name, case in surface.items()},
        **{f"{name}_a": Limit(p / D, t, oo, S.Zero, on=case) for name, case in on.items()},
        **{f"{name}_omega": Limit(q / D, t, oo, S.Zero, on=case) for name, case in on.items()})


@claim(KUNIN, "Eq. (33)", uses=["kunin2024/app-A.2.5:endpoint"], conditions=[stated(Gt(level, 0))],
       reading="the learning rates are 1, as in the equations that it rests on; `33:product-one` has eta_a eta_w = 1")
def basin_of_the_positive_branch():
    """The starts that end on the branch of minima with a > 0, at unit learning rates.

    Each line is compared with what decides the basin (`app-A.2.5:endpoint`): for delta >= 0 with the sign of
    omega_0 + lambda_+ a_0, for delta < 0 with that of the growing mode P_+, to which this is proportional.
    """
    first = Iff(a0 > 0, printed_side > 0, on=unit_start.but(Gt(level, 0)))
    second = Iff(omega0 > -a0 / 2 * (delta + root), P_plus > 0, on=unit_downstream)
    return Printed(
        every(upstream=first, balanced=Iff(a0 > 0, printed_side > 0, on=unit_cone), downstream=second),
        erratum=Erratum(
            "incomplete",
            "For delta = 0 the start w_0 = -a_0 beta_*/|beta_*| has a_0 > 0 but converges to the saddle at the origin, as A.2.2 "
            "says itself of phi_0 = -1. The first line holds for delta > 0; the second line holds for every delta, zero "
            "included.",
            every(upstream=first,
                  balanced=Iff(omega0 > -a0 / 2 * (delta + root), P_plus > 0, on=unit_balanced),
                  downstream=second,
                  second_line_upstream=Iff(omega0 > -a0 / 2 * (delta + root), P_plus > 0,
                                           on=unit_upstream))))


@claim(KUNIN, "Eq. (33)", "product-one", uses=["kunin2024/33", "kunin2024/app-A.2.5:endpoint"],
       conditions=[stated(Lt(level_with_rates, 0))])
def basin_of_the_positive_branch_product_one():
    """The second line of Eq. (33) under the stated convention eta_a eta_w = 1."""
    on = start & product_one & Domain(where={delta: level_with_rates})
    return Printed(
        Iff(printed_side > 0, side > 0, on=on.but(Lt(level_with_rates, 0))),
        erratum=Erratum(
            "incomplete", "eta_a is missing before w_0.beta_*; the printed line needs eta_a = 1.",
            Iff(side > 0, P_plus > 0, on=downstream), under=(Eq(eta_a, 1),)))


@claim(KUNIN, "Footnote 3", uses=["kunin2024/33", "kunin2024/app-A.2.5:endpoint"],
       conditions=[stated(Gt(level_with_rates, 0)), stated(Lt(level_with_rates, 0))])
def basin_as_a_sign():
    """The basin as a sign: for delta > 0 of a_0, for delta < 0 of the hyperplane's left side, printed without the learning rates.

    Section 3 carries general learning rates, so the footnote is read with them; both lines are compared with the sign of
    eta_a omega_0 + lambda_+ a_0, which decides the basin (`app-A.2.5:endpoint`). The section leaves a set of measure zero out, and so
    delta = 0 is left to `fn-3:unit-rates`.
    """
    upstream_line = Iff(a0 > 0, side > 0, on=start_with_rates.but(Gt(level_with_rates, 0)))
    return Printed(
        every(upstream=upstream_line,
              downstream=Iff(printed_side > 0, side > 0, on=start_with_rates.but(Lt(level_with_rates, 0)))),
        erratum=Erratum(
            "incomplete",
            "For delta < 0 it holds at eta_a = eta_w = 1; in general the left side is eta_a w_0.beta_* + (a_0/2) (delta + "
            "sqrt(delta^2 + 4 eta_a eta_w |beta_*|^2)).",
            every(upstream=upstream_line,
                  downstream=Iff(side > 0, P_plus > 0, on=downstream),
                  downstream_other_branch=Iff(side < 0, P_plus < 0, on=downstream)),
            under=(Eq(eta_a, 1), Eq(eta_w, 1))))


@claim(KUNIN, "Footnote 3", "unit-rates", uses=["kunin2024/33"], conditions=[stated(Gt(level, 0))])
def basin_as_a_sign_at_unit_rates():
    """Footnote 3 at unit learning rates, where only the balanced exception is missing."""
    first = Iff(a0 > 0, printed_side > 0, on=unit_start.but(Gt(level, 0)))
    second = Iff(printed_side > 0, P_plus > 0, on=unit_downstream)
    other = Iff(printed_side < 0, P_plus < 0, on=unit_downstream)
    return Printed(
        every(upstream=first, balanced=Iff(a0 > 0, printed_side > 0, on=unit_cone), downstream=second,
              downstream_other_branch=other),
        erratum=Erratum(
            "incomplete", "For delta = 0 the start w_0 = -a_0 beta_*/|beta_*| ends at the saddle whatever the sign of a_0.",
            every(upstream=first, balanced=Iff(printed_side > 0, P_plus > 0, on=unit_balanced),
                  downstream=second, downstream_other_branch=other)))


@claim(KUNIN, "Fig. 7", uses=["kunin2024/app-A.2.5:invariance", "kunin2024/app-A.2.5:to-the-saddle"], conditions=[stated(Gt(level, 0))])
def separating_surface():
    """The separating surface: met by no start with delta > 0, and never left by one that begins on it.

    On it the combination omega + lambda_+ a is zero, and it changes only by a factor.
    """
    growth = (delta + root) / 2
    return every(
        empty=Holds(Ne(printed_side, 0), on=unit_start.but(Gt(level, 0))),
        travels=Evolves(omega + growth * a, (growth - a**2) * (omega + growth * a), along=reduced_unit_flow, on=unit_any))


@claim(KUNIN, "Fig. 7", "balanced-ray", uses=["kunin2024/fig-7"], origin="derived")
def separating_ray():
    """For delta = 0 the surface is not empty: it is the ray w_0 = -a_0 beta_*/|beta_*|, where phi_0 = -sgn(a_0)."""
    return Iff(Eq(printed_side, 0), Eq(omega0, -a0 * s), on=setting(s > 0, Ne(a0, 0), over=[omega0], where={delta: S.Zero}))


@claim(KUNIN, "Appendix A.2.5", "alignment", uses=["kunin2024/33"], conditions=[stated(delta < 0), stated(a0 > 0), stated(a0 < 0)],
       reading="`sufficiently aligned` is read of the scalar product of beta_0 = a_0 w_0 and beta_*: above, or below, the same level "
               "-a_0^2 (delta + sqrt(delta^2 + 4 |beta_*|^2))/2",
       leaves_out="a_0 = 0, which the text counts to both cases: there beta_0 = 0 has no direction, and the sign of w_0.beta_* decides")
def alignment_of_the_start():
    """The lower line of Eq. (33): beta_0 sufficiently aligned to beta_* where a_0 >= 0, sufficiently misaligned where a_0 <= 0."""
    on, needed = setting(s > 0) & Domain(delta < 0, over=[omega0]), -a0**2 / 2 * (delta + root)
    return every(
        aligned=Iff(omega0 > -a0 / 2 * (delta + root), a0 * omega0 > needed, on=on.but(a0 > 0)),
        misaligned=Iff(omega0 > -a0 / 2 * (delta + root), a0 * omega0 < needed, on=on.but(a0 < 0)))


@claim(KUNIN, "Appendix A", "separating-dimension", uses=["kunin2024/fig-7"],
       reading="`converge to saddle points`: between the starts that converge to either branch; "
               "a surface of d dimensions in the d + 1 of (w, a) is read as the zeros of one function whose slope does not vanish there: "
               "its derivative along w -> w + epsilon beta_*, at the surface's point with the given a and delta, at unit learning rates")
def dimension_of_the_separating_surface():
    """The initializations that converge to saddle points form a d-dimensional surface, away from the origin."""
    side_at_start = printed_side.subs(delta, level)
    along_target = side_at_start.diff(omega0) * s**2 + side_at_start.diff(W0) * 2 * omega0
    on_the_surface = {omega0: -a0 / 2 * (delta + root), W0: a0**2 - delta}
    slope = along_target.subs(on_the_surface, simultaneous=True)
    return Holds(Gt(slope, 0), on=setting(s > 0, over=[a0, delta]))
