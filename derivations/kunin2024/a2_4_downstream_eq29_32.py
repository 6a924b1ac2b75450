"""A.2.4: the downstream case delta < 0, where a may cross zero: Lemma A.1, the inverse ratio v = a/(w.beta_*) and its Riccati
equation, Eqs. (29)-(32).

As in A.2.3 the printed equations hold at unit learning rates; the `product-one` claims state them where eta_a eta_w = 1.
"""

from sympy import Abs, Eq, Ge, Gt, Le, Lt, Ne, S, cosh, log, sinh, sqrt

from theoremtest.derivations.language import (
    AtMostOneZero,
    Domain,
    Dot,
    Equal,
    Erratum,
    Evolves,
    Flow,
    Holds,
    Iff,
    Printed,
    Solves,
    Step,
    System,
    by,
    claim,
    every,
    stated,
)

from .a2_3_upstream_eq26_28 import half_width, half_width_with_rates
from .conventions_notation import BOUNDARY, CROSSING, INVERSE_RATIO, UNIT_RATES
from .notation import (
    KUNIN,
    R,
    W,
    a,
    angled_state,
    any_state,
    beta_star,
    delta,
    eta_a,
    eta_w,
    in_plane,
    mu,
    nu0,
    omega,
    p,
    phi,
    product_one_any,
    q,
    rates_positive,
    reduced_flow,
    reduced_state,
    reduced_unit_flow,
    s,
    setting,
    t,
    trained,
    unit_any,
    unit_surface,
    v,
    v0,
    w,
)

inverse_ratio = Domain(Ne(omega, 0), where={v: a / omega}, source=INVERSE_RATIO)
off_the_saddle = setting(s > 0, over=[W]) & Domain(Gt(a**2 + omega**2, 0))
"""States other than the saddle a = w.beta_* = 0. That W is a square and omega a scalar product, the lemma does not need."""


@claim(KUNIN, "Appendix A.2.4", "a-may-cross", uses=["kunin2024/fig-2"])
def a_may_cross_zero():
    """Downstream a may change sign: at a = 0 it moves at the speed w.beta_*, so it passes through where that does not vanish.

    A point with a = 0, other than the origin, lies on a surface with delta = -|w|^2 < 0.
    """
    crossing = Domain(Eq(a, 0), source=CROSSING)
    return every(passes=Holds(Ne(reduced_unit_flow.rates[a], 0), on=reduced_state & crossing.but(Ne(omega, 0), source=CROSSING)),
                 place=Holds(Lt(a**2 - W, 0), on=angled_state & crossing))


@claim(KUNIN, "Appendix A.2.4", "single-sheet", uses=["kunin2024/fig-2"],
       reading="`a single sheet` is read as: the surface has a point at which its halves w > 0 and w < 0 can meet, in one dimension")
def a_single_sheet():
    """Downstream the surface eta_w a^2 - eta_a |w|^2 = delta is said to have a single sheet, in every dimension d.

    In one dimension w is a number, and a path from w > 0 to w < 0 on the surface passes w = 0, where eta_w a^2 = delta. In more
    dimensions a sphere of w of positive radius stands over every a, and it is connected.
    """
    radius = (eta_w * a**2 - delta) / eta_a
    on = rates_positive & Domain(delta < 0)
    return Printed(
        Holds(Ge(delta / eta_w, 0), on=on), conditions=[stated(delta < 0)],
        latex=r"\delta < 0 \implies \{ \eta_w a^2 - \eta_a \|w\|^2 = \delta \} \subset \mathbb{R}^{1+d} \text{ is connected}",
        erratum=Erratum("incomplete", "For d = 1 the downstream surface has two branches, as Appendix A.1 says for k = 1. Footnote 8 "
                        "likewise needs d > 1 for delta_i < 0.",
                        Holds(Gt(radius, 0), on=on.but(over=[a])), convention="more than one input is meant, d > 1"))


@claim(KUNIN, "Eq. (29)", uses=["kunin2024/14", "kunin2024/13"], reading=UNIT_RATES)
def planar_motion_of_a():
    """The motion of a in the plane (a, omega) (unit learning rates)."""
    return Evolves(a, omega - a * (a**2 - delta), along=reduced_unit_flow, on=unit_any)


@claim(KUNIN, "Eq. (30)", uses=["kunin2024/15"], reading=UNIT_RATES)
def planar_motion_of_omega():
    """The motion of omega = w.beta_* in the plane (a, omega) (unit learning rates)."""
    return Evolves(omega, a * s**2 - a**2 * omega, along=reduced_unit_flow, on=unit_any)


@claim(KUNIN, "Eq. (29)", "product-one", uses=["kunin2024/29", "kunin2024/app-A.2.1:unit-rates"])
def planar_motion_of_a_product_one():
    """Eq. (29) under the stated convention eta_a eta_w = 1."""
    return Printed(
        Evolves(a, omega - a * (a**2 - delta), along=reduced_flow, on=product_one_any),
        erratum=Erratum(
            "incomplete", "eta_a is missing before omega and eta_w before a^2; the printed equation needs eta_a = eta_w = 1.",
            Evolves(a, eta_a * omega - a * (eta_w * a**2 - delta), along=reduced_flow, on=any_state), under=(Eq(eta_a, 1),)))


@claim(KUNIN, "Eq. (30)", "product-one", uses=["kunin2024/30", "kunin2024/app-A.2.1:unit-rates"])
def planar_motion_of_omega_product_one():
    """Eq. (30) under the stated convention eta_a eta_w = 1."""
    return Printed(
        Evolves(omega, a * s**2 - a**2 * omega, along=reduced_flow, on=product_one_any),
        erratum=Erratum(
            "incomplete", "The factor eta_w is missing; the printed equation needs eta_w = 1.",
            Evolves(omega, eta_w * (a * s**2 - a**2 * omega), along=reduced_flow, on=any_state), under=(Eq(eta_a, 1),)))


@claim(KUNIN, "Lemma A.1", uses=["kunin2024/29", "kunin2024/30"], conditions=[stated(Gt(a**2 + omega**2, 0))])
def product_crosses_zero_at_most_once():
    """a w.beta_* vanishes at most once unless the trajectory starts at a saddle.

    At every zero its rate is omega^2 + a^2 |beta_*|^2 > 0, so it can only rise through zero. The origin of (a, omega) rests,
    hence is not reached in finite time from elsewhere.
    """
    product = a * omega
    return Printed(
        AtMostOneZero(product, along=reduced_unit_flow, on=off_the_saddle),
        derivation=(
            Step(Evolves(product, omega**2 + a**2 * s**2 - product * (W + a**2), along=reduced_unit_flow, on=unit_any),
                 "product rule with Eqs. (29) and (30); the last term vanishes with the product"),
            Step(Holds(Gt(omega**2 + a**2 * s**2, 0), on=off_the_saddle), "so the product rises through each of its zeros"),
        ))


@claim(KUNIN, "Lemma A.1", "any-rates", uses=["kunin2024/lemma-A.1"], origin="derived")
def product_crosses_zero_at_most_once_any_rates():
    """Lemma A.1 with both learning rates."""
    return AtMostOneZero(a * omega, along=reduced_flow, on=any_state.but(Gt(a**2 + omega**2, 0)))


@claim(KUNIN, "Lemma A.1", "proof", uses=["kunin2024/29", "kunin2024/30"])
def orthants_are_invariant():
    """The printed proof's claims: no flow leaves the two orthants, and the origin is the only rest point on their boundary."""
    rate_a, rate_omega = reduced_unit_flow.rates[a], reduced_unit_flow.rates[omega]
    wall, floor = reduced_state.but(Eq(a, 0), source=BOUNDARY), reduced_state.but(Eq(omega, 0), source=BOUNDARY)
    return every(
        left_wall=Holds(Ge(rate_a, 0), on=wall.but(Ge(omega, 0), source=BOUNDARY)),
        floor=Holds(Ge(rate_omega, 0), on=floor.but(Ge(a, 0), source=BOUNDARY)),
        right_wall=Holds(Le(rate_a, 0), on=wall.but(Le(omega, 0), source=BOUNDARY)),
        ceiling=Holds(Le(rate_omega, 0), on=floor.but(Le(a, 0), source=BOUNDARY)),
        rest_on_wall=Iff(Eq(rate_a, 0), Eq(omega, 0), on=wall),
        rest_on_floor=Iff(Eq(rate_omega, 0), Eq(a, 0), on=floor))


@claim(KUNIN, "Appendix A.2.4", "blow-up", uses=["kunin2024/27:any-delta"])
def zero_crossing_blows_up_nu():
    """A zero crossing of a is a pole of nu at a finite time.

    The denominator of Eq. (27) vanishes at t = atanh(-2R/(2 nu_0 + delta))/R, a positive time where 2 nu_0 + delta < -2R, since
    the argument lies in (0, 1); atanh is written as half a logarithm. The numerator does not vanish there: p q' - q p' of the linear
    system that both solve only changes by a positive factor, and is not zero at the start.
    """
    slope = 2 * nu0 + delta
    below = Lt(slope + sqrt(delta**2 + 4 * s**2), 0)
    crossing = setting(s > 0, below, over=[delta, nu0],
                      where={R: half_width, t: log((slope - 2 * R) / (slope + 2 * R)) / (2 * R)})
    parts = every(
        pole=Equal(2 * R * cosh(R * t) + slope * sinh(R * t), S.Zero, on=crossing),
        later=Holds(Gt(-2 * R / slope, 0), on=crossing),
        finite=Holds(Lt(-2 * R / slope, 1), on=crossing),
        together=Evolves(p * s**2 * p - q * (delta * p + q), delta * (p * s**2 * p - q * (delta * p + q)),
                         along=Flow({p: delta * p + q, q: s**2 * p}), on=setting(s > 0, over=[p, q, delta])),
        apart=Holds(Lt(s**2 - delta * nu0 - nu0**2, 0),
                    on=setting(s > 0, below, over=[delta, nu0])))
    return Printed(parts, conditions=[by(CROSSING, below)])


@claim(KUNIN, "Eq. (31)", uses=["kunin2024/14", "kunin2024/15", "kunin2024/13"], reading=UNIT_RATES)
def riccati_for_v():
    """v = a/(w.beta_*) follows a Riccati equation (unit learning rates)."""
    return Evolves(v, 1 + delta * v - s**2 * v**2, along=reduced_unit_flow, on=unit_any & inverse_ratio)


@claim(KUNIN, "Eq. (31)", "product-one", uses=["kunin2024/31", "kunin2024/app-A.2.1:unit-rates"])
def riccati_for_v_product_one():
    """Eq. (31) under the stated convention eta_a eta_w = 1."""
    return Printed(
        Evolves(v, 1 + delta * v - s**2 * v**2, along=reduced_flow, on=product_one_any & inverse_ratio),
        erratum=Erratum(
            "incomplete", "The constant term is eta_a and the last term carries eta_w; printed for eta_a = eta_w = 1.",
            Evolves(v, eta_a + delta * v - eta_w * s**2 * v**2, along=reduced_flow, on=any_state & inverse_ratio), under=(Eq(eta_a, 1),)))


def inverse_moebius(rate_a=S.One, rate_w=S.One):
    """v(t) with its learning rates: Eq. (27) turned upside down."""
    above = 2 * R * v0 * cosh(R * t) + (2 * rate_a + delta * v0) * sinh(R * t)
    below = 2 * R * cosh(R * t) + (2 * rate_w * s**2 * v0 - delta) * sinh(R * t)
    return above / below


def inverse_ratio_of(rate_a=S.One, rate_w=S.One):
    """What the gradient-flow route trains: a network with v(0) = v_0. Not every v_0 has one (see `ratio_of`)."""
    along = sqrt(Abs(delta) / Abs(rate_a / s**2 - rate_w * v0**2))
    start = in_plane(v0 * along, along, (rate_w * (v0 * along)**2 - delta) / rate_a)
    return {"read": {v: a / Dot(w, beta_star)}, **trained(start, rate_a, rate_w)}


@claim(KUNIN, "Eq. (31)", "solution", uses=["kunin2024/31"], origin="derived")
def inverse_ratio_closed_form():
    """The solution of Eq. (31), which the paper leaves to the reader, for every sign of delta.

    It exists as long as w.beta_* does not reach zero: 2 |beta_*|^2 v_0 - delta > -2R.
    """
    on = setting(s > 0, Gt(2 * s**2 * v0 - delta + 2 * R, 0), Ge(t, 0), over=[delta, v0], where={R: half_width})
    return Solves(System({v: 1 + delta * v - s**2 * v**2}, {v: v0}, **inverse_ratio_of()), {v: inverse_moebius()}, on=on)


@claim(KUNIN, "Eq. (31)", "solution-with-rates", uses=["kunin2024/31:product-one"], origin="derived")
def inverse_ratio_closed_form_with_rates():
    """The same with both learning rates."""
    on = rates_positive & setting(s > 0, Gt(2 * eta_w * s**2 * v0 - delta + 2 * R, 0), Ge(t, 0), over=[delta, v0],
                                 where={R: half_width_with_rates})
    return Solves(System({v: eta_a + delta * v - eta_w * s**2 * v**2}, {v: v0}, **inverse_ratio_of(eta_a, eta_w)),
                  {v: inverse_moebius(eta_a, eta_w)}, on=on)


@claim(KUNIN, "Eq. (32)", uses=["kunin2024/30"], reading=UNIT_RATES)
def bernoulli_for_omega():
    """With v known, omega = w.beta_* follows a Bernoulli equation (unit learning rates)."""
    return Evolves(omega, v * s**2 * omega - v**2 * omega**3, along=reduced_unit_flow, on=unit_any & inverse_ratio)


@claim(KUNIN, "Eq. (32)", "product-one", uses=["kunin2024/32", "kunin2024/app-A.2.1:unit-rates"])
def bernoulli_for_omega_product_one():
    """Eq. (32) under the stated convention eta_a eta_w = 1."""
    return Printed(
        Evolves(omega, v * s**2 * omega - v**2 * omega**3, along=reduced_flow, on=product_one_any & inverse_ratio),
        erratum=Erratum(
            "incomplete", "The factor eta_w is missing; the printed equation needs eta_w = 1.",
            Evolves(omega, eta_w * (v * s**2 * omega - v**2 * omega**3), along=reduced_flow,
                    on=any_state & inverse_ratio), under=(Eq(eta_a, 1),)))


@claim(KUNIN, "Appendix A.2.4", "recovery", uses=["kunin2024/13"])
def mu_and_phi_from_v_and_omega():
    """mu and phi from v and omega (unit learning rates, omega != 0).

    a = v omega and |w| = sqrt(v^2 omega^2 - delta), where a may be zero or change sign.
    """
    on, size = unit_surface & inverse_ratio, sqrt(v**2 * omega**2 - delta)
    return every(mu=Equal(mu, v * omega * size, on=on), phi=Equal(phi, omega / (s * size), on=on))
