"""A.2.3: the upstream case delta > 0 through the ratio nu = w.beta_*/a, which follows a Riccati equation, Eqs. (26)-(28).

These equations treat a and w one by one, so they hold at unit learning rates; the `product-one` claims state them under the
convention eta_a eta_w = 1 that A.2.1 announces, where each of them misses a learning rate.
"""

from sympy import Abs, Eq, Ge, Gt, Ne, S, cosh, exp, sinh, sqrt

from theoremtest.derivations.language import (
    Domain,
    Dot,
    Equal,
    Erratum,
    Evolves,
    Flow,
    Holds,
    Printed,
    Solves,
    Step,
    System,
    by,
    claim,
    every,
    stated,
)

from .conventions_notation import BALANCE, NO_POLE, PRODUCT_ONE, RATIO, UNIT_RATES, WITHIN_REACH
from .notation import (
    KUNIN,
    R,
    W,
    a,
    any_state,
    beta_star,
    delta,
    eta_a,
    eta_w,
    in_plane,
    mu,
    nu,
    nu0,
    omega,
    p,
    phi,
    product_one,
    product_one_any,
    q,
    rates_positive,
    reduced_flow,
    reduced_unit_flow,
    s,
    setting,
    t,
    trained,
    unit_any,
    unit_surface,
    w,
)

half_width = sqrt(delta**2 + 4 * s**2) / 2
half_width_with_rates = sqrt(delta**2 + 4 * eta_a * eta_w * s**2) / 2

ratio = Domain(Ne(a, 0), where={nu: omega / a}, source=RATIO)
"""nu = w.beta_*/a."""

reachable = setting(s > 0) & Domain(delta > 0) & Domain(nu0**2 < s**2, source=WITHIN_REACH) & setting(Ge(t, 0)).but(where={R: half_width})
"""Upstream starts at unit learning rates: |w_0| < |a_0|, so |nu_0| < |beta_*| and a never vanishes."""

no_pole = (setting(s > 0) & Domain(Gt(2 * nu0 + delta + 2 * R, 0), source=NO_POLE)
           & setting(Ge(t, 0), over=[delta, nu0]).but(where={R: half_width}))
"""Starts of either sign of delta for which the denominator of Eq. (27) keeps its sign."""


def moebius(rate_a=S.One, rate_w=S.One):
    """nu(t) of Eq. (27) with its learning rates; at unit rates it is the printed formula."""
    above = 2 * R * nu0 * cosh(R * t) + (2 * rate_w * s**2 - delta * nu0) * sinh(R * t)
    below = 2 * R * cosh(R * t) + (2 * rate_a * nu0 + delta) * sinh(R * t)
    return above / below


def ratio_of(first, rate_a=S.One, rate_w=S.One):
    """What the gradient-flow route trains: a network with nu(0) = nu_0. The ratio leaves a(0) open, which is `first`.

    Not every nu_0 has a network: |w_0|^2 may come out smaller than the part along beta_* needs.
    """
    start = in_plane(first, first * nu0, (rate_w * first**2 - delta) / rate_a)
    return {"read": {nu: Dot(w, beta_star) / a}, **trained(start, rate_a, rate_w)}


@claim(KUNIN, "Appendix A.2.3", "sheets", uses=["kunin2024/fig-2"], conditions=[stated(delta > 0)])
def upstream_sheets():
    """Upstream eta_w a^2 is at least delta on the whole surface, so a keeps the sign of a_0; both sheets are mirror images."""
    surface = rates_positive & setting(Ge(W, 0)) & Domain(Eq(eta_w * a**2 - eta_a * W, delta), over=[a], source=BALANCE)
    return every(apart=Holds(Ge(eta_w * a**2, delta), on=surface),
                 signs=Holds(Ne(a, 0), on=surface.but(delta > 0)),
                 identical=Equal(eta_w * (-a)**2 - eta_a * W, delta, on=surface))


@claim(KUNIN, "Eq. (26)", uses=["kunin2024/14", "kunin2024/15", "kunin2024/13"], reading=UNIT_RATES)
def riccati_for_nu():
    """nu = w.beta_*/a follows a Riccati equation (unit learning rates)."""
    on = unit_any & ratio
    return Printed(
        Evolves(nu, s**2 - delta * nu - nu**2, along=reduced_unit_flow, on=on),
        derivation=(
            Step(Evolves(nu, (a * s**2 - a**2 * omega) / a - omega * (omega - a * W) / a**2, along=reduced_unit_flow, on=on),
                 "quotient rule with Eqs. (14) and (15)"),
            Step(Equal((a * s**2 - a**2 * omega) / a - omega * (omega - a * W) / a**2, s**2 - (a**2 - W) * nu - nu**2, on=on),
                 "collect; |w|^2 enters only through delta = a^2 - |w|^2"),
        ))


@claim(KUNIN, "Eq. (26)", "product-one", uses=["kunin2024/26", "kunin2024/app-A.2.1:unit-rates"],
       conditions=[by(PRODUCT_ONE, Eq(eta_w, 1 / eta_a))])
def riccati_for_nu_product_one():
    """Eq. (26) under the stated convention eta_a eta_w = 1."""
    printed = Evolves(nu, s**2 - delta * nu - nu**2, along=reduced_flow, on=product_one_any & ratio)
    corrected = Evolves(nu, eta_w * s**2 - delta * nu - eta_a * nu**2, along=reduced_flow,
                        on=any_state & ratio)
    return Printed(printed, erratum=Erratum(
        "incomplete",
        "A ratio of a and w is not invariant under the rescaling that absorbs eta_a eta_w, so eta_a eta_w = 1 does not "
        "suffice: the equation needs eta_a = eta_w = 1, or the two rates written out. At Eq. (46) it is the "
        "sentence before it, grad_theta beta grad_theta beta^T = M; Eq. (46) itself is exact.",
        corrected, under=(Eq(eta_a, 1),)))


@claim(KUNIN, "Eq. (27)", uses=["kunin2024/26"], reading=UNIT_RATES, conditions=[stated(delta > 0)])
def ratio_closed_form():
    """nu follows a hyperbolic Moebius curve.

    The domain holds every upstream start: there |nu_0| < |beta_*| because |w_0|^2 = a_0^2 - delta < a_0^2.
    """
    linear = Flow({p: delta * p + q, q: s**2 * p})
    on = reachable
    numerator = nu0 * cosh(R * t) + (2 * s**2 - delta * nu0) / (2 * R) * sinh(R * t)
    denominator = cosh(R * t) + (2 * nu0 + delta) / (2 * R) * sinh(R * t)
    grow = exp(delta * t / 2)
    return Printed(
        Solves(System({nu: s**2 - delta * nu - nu**2}, {nu: nu0}, **ratio_of(sqrt((1 + delta) / (1 - nu0**2 / s**2)))),
               {nu: moebius()}, on=on),
        derivation=(
            Step(Evolves(q / p, s**2 - delta * (q / p) - (q / p)**2, along=linear,
                         on=setting(s > 0, Ne(p, 0), over=[q, delta])),
                 "the Riccati equation is the ratio q/p of a linear system p' = delta p + q, q' = |beta_*|^2 p"),
            Step(Solves(System(linear.rates, {p: S.One, q: nu0}), {p: grow * denominator, q: grow * numerator}, on=on),
                 "whose solution from (1, nu_0) is hyperbolic: its eigenvalues are delta/2 + R and delta/2 - R"),
            Step(Equal(numerator / denominator, moebius(), on=on), "divide and multiply through by 2R"),
        ))


@claim(KUNIN, "Eq. (27)", "any-delta", uses=["kunin2024/27"], origin="derived")
def ratio_closed_form_any_delta():
    """Eq. (27) for every sign of delta, as long as a does not reach zero: 2 nu_0 + delta > -2R.

    This is the sense in which A.2.4 takes up the argument of A.2.3 when a does not cross zero.
    """
    return Solves(System({nu: s**2 - delta * nu - nu**2}, {nu: nu0}, **ratio_of(sqrt(Abs(delta) / Abs(1 - nu0**2 / s**2)))),
                  {nu: moebius()}, on=no_pole)


@claim(KUNIN, "Eq. (27)", "product-one", uses=["kunin2024/26:product-one"])
def ratio_closed_form_product_one():
    """Eq. (27) as the ratio's trajectory under the stated convention eta_a eta_w = 1."""
    start = setting(s > 0) & Domain(Gt(2 * eta_a * nu0 + delta + 2 * R, 0), source=NO_POLE) & setting(Ge(t, 0), over=[delta, nu0])
    problem = System({nu: eta_w * s**2 - delta * nu - eta_a * nu**2}, {nu: nu0},
                     **ratio_of(sqrt(Abs(delta) / Abs(eta_w - eta_a * nu0**2 / s**2)), eta_a, eta_w))
    convention = start & product_one & Domain(where={R: half_width})
    general = start & rates_positive & Domain(where={R: half_width_with_rates})
    return Printed(
        Solves(problem, {nu: moebius()}, on=convention.but(Gt(2 * nu0 + delta + 2 * R, 0), source=NO_POLE)),
        erratum=Erratum(
            "incomplete",
            "The Riccati equation carries eta_w before |beta_*|^2 and eta_a before nu^2, and so does its solution; the "
            "printed one is that at eta_a = eta_w = 1.",
            Solves(problem, {nu: moebius(eta_a, eta_w)}, on=general), under=(Eq(eta_a, 1),)))


@claim(KUNIN, "Eq. (28)", uses=["kunin2024/14", "kunin2024/13"], reading=UNIT_RATES)
def bernoulli_for_a():
    """With nu known, a follows a Bernoulli equation (unit learning rates)."""
    return Evolves(a, a * (nu + delta - a**2), along=reduced_unit_flow, on=unit_any & ratio)


@claim(KUNIN, "Eq. (28)", "product-one", uses=["kunin2024/28", "kunin2024/app-A.2.1:unit-rates"])
def bernoulli_for_a_product_one():
    """Eq. (28) under the stated convention eta_a eta_w = 1."""
    printed = Evolves(a, a * (nu + delta - a**2), along=reduced_flow, on=product_one_any & ratio)
    corrected = Evolves(a, a * (eta_a * nu + delta - eta_w * a**2), along=reduced_flow,
                        on=any_state & ratio)
    return Printed(printed, erratum=Erratum(
        "incomplete", "eta_a is missing before nu and eta_w before a^2; the printed equation needs eta_a = eta_w = 1.",
        corrected, under=(Eq(eta_a, 1),)))


@claim(KUNIN, "Appendix A.2.3", "recovery", uses=["kunin2024/13"])
def mu_and_phi_from_nu_and_a():
    """mu and phi from nu and a (unit learning rates, a != 0).

    |w| = sqrt(a^2 - delta), so mu = a sqrt(a^2 - delta) and phi = a nu/(|beta_*| sqrt(a^2 - delta)).
    """
    on = unit_surface & ratio
    size = sqrt(a**2 - delta)
    return every(mu=Equal(mu, a * size, on=on), phi=Equal(phi, a * nu / (s * size), on=on))
