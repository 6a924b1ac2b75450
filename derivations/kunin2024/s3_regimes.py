"""Section 3, the regimes of the exact solution: upstream, balanced and downstream limits of Eq. (2), and what Fig. 3 shows of
the kernel.

delta goes to plus or minus infinity at fixed mu and phi, with both learning rates.
"""

from sympy import Ge, Identity, Le, Ne, S, cosh, exp, oo, sign, sinh, sqrt, tanh

from theoremtest.derivations.language import (
    Domain,
    Dot,
    Equal,
    Erratum,
    Holds,
    Limit,
    Norm,
    Printed,
    Solves,
    System,
    claim,
    every,
    real,
    stated,
)

from .conventions_notation import AT_WORK, COSINE, NONZERO_BETA, UPPER_SHEET
from .notation import (
    KUNIN,
    W,
    a,
    balanced_at,
    beta_star,
    c_phi,
    cosine,
    d,
    delta,
    eta_a,
    eta_w,
    hyperbolic_state,
    in_plane,
    mu,
    mu0,
    phi,
    phi0,
    rates_positive,
    reduced_flow,
    s,
    setting,
    t,
    trained,
    w,
)

kappa = sqrt(delta**2 + 4 * eta_a * eta_w * mu**2)
rate_mu = kappa * (phi * s - mu)
rate_phi = eta_a * eta_w * 2 * mu * s / (kappa - delta) * (1 - phi**2)
isotropic, directed = (kappa + delta) / 2, (kappa - delta) / 2
"""eta_w a^2 and eta_a |w|^2, the sizes of the kernel's two terms (Eqs. (18) and (13))."""

place = rates_positive & setting(s > 0) & Domain(Ne(mu, 0), source=NONZERO_BETA) & Domain(
    Ge(phi, -1), Le(phi, 1), over=[delta], source=COSINE)
moving_mu, moving_phi = place.but(Ne(phi * s - mu, 0), source=AT_WORK), place.but(Ne(phi**2, 1), source=AT_WORK)
"""mu off its moving target phi |beta_*|, and phi off its ends."""


@claim(KUNIN, "Section 3", "upstream-updates-diverge", uses=["kunin2024/2"])
def upstream_updates_diverge():
    """As delta grows both rates diverge, each in proportion to delta, wherever they are not zero.

    The limits over delta show the proportion: phi |beta_*| - mu for mu, |beta_*| (1 - phi^2)/mu for phi.
    """
    return every(
        mu=Limit(rate_mu**2, delta, oo, oo, on=moving_mu),
        phi=Limit(rate_phi**2, delta, oo, oo, on=moving_phi),
        mu_proportion=Limit(rate_mu / delta, delta, oo, phi * s - mu, on=place),
        phi_proportion=Limit(rate_phi / delta, delta, oo, s * (1 - phi**2) / mu, on=place))


@claim(KUNIN, "Section 3", "upstream-time-scales", uses=["kunin2024/sec-3:upstream-updates-diverge"],
       reading="`much more rapidly` is read as: faster at all, by the limit of their ratio for delta -> infinity, both on their way up")
def upstream_time_scales():
    """Upstream phi updates much more rapidly than mu.

    Printed as a consequence of delta >> 0: the ratio of the two rates would have to diverge with delta, and be above one at least.
    """
    ratio = rate_phi / rate_mu
    finite = s * (1 - phi**2) / (mu * (phi * s - mu))
    return Printed(
        Holds(finite > 1, on=setting(s > 0) & Domain(mu > 0, phi * s - mu > 0, phi < 1, source=AT_WORK)),
        latex=r"\delta \gg 0 \implies |\dot\phi| \gg |\dot\mu|",
        erratum=Erratum(
            "incomplete",
            "Both rates grow in proportion to delta, so their ratio tends to the finite "
            "|beta_*| (1 - phi^2)/(mu (phi |beta_*| - mu)), which may be smaller than one. The time scales separate where in "
            "addition |mu| is small beside |beta_*|: as mu -> 0 that ratio diverges.",
            every(finite=Limit(ratio, delta, oo, finite, on=moving_mu),
                  small_mu=Limit(finite, mu, 0, oo, on=setting(s > 0, phi > 0, phi < 1, mu > 0)))))


@claim(KUNIN, "Section 3", "upstream-mu", uses=["kunin2024/2"], conditions=[stated(delta > 0)],
       reading="`then` is read as phi = +1 or -1 and the leading order in delta",
       leaves_out="that phi reaches its end before mu moves (see `sec-3:upstream-time-scales`)")
def upstream_fit():
    """With phi at +1 or -1 and delta large, mu follows a linear equation and goes exponentially to +|beta_*| or -|beta_*|.

    The rate of mu over delta tends to the linear phi |beta_*| - mu; the linear equation's solution tends to phi |beta_*|.
    """
    end, on = sign(mu0) * s, setting(s > 0) & Domain(delta > 0) & Domain(Ne(mu0, 0), source=NONZERO_BETA) & setting(Ge(t, 0))
    path = end + (mu0 - end) * exp(-delta * t)
    return every(
        linear=Limit((rate_mu / delta).subs(phi, 1), delta, oo, s - mu, on=rates_positive & setting(s > 0, over=[mu, delta])),
        linear_other_sign=Limit((rate_mu / delta).subs(phi, -1), delta, oo, -s - mu,
                                on=rates_positive & setting(s > 0, over=[mu, delta])),
        path=Solves(System({mu: delta * (end - mu)}, {mu: mu0}), {mu: path}, on=on),
        end=Limit(path, t, oo, end, on=on, rate=exp(-delta * t)))


@claim(KUNIN, "Section 3", "upstream-kernel", uses=["kunin2024/1", "kunin2024/18"])
def upstream_kernel():
    """Upstream the kernel is dominated by eta_w a^2 I, and it is mainly w that moves.

    In relative terms a moves less than w by the same ratio eta_a |w|^2/(eta_w a^2), which goes to zero like 1/delta^2; the
    second part is that proportion, (a'/a) : (|w|'/|w|) = eta_a |w|^2 : eta_w a^2, multiplied out.
    """
    rate_a, rate_W = reduced_flow.rates[a], reduced_flow.rates[W]
    return every(
        terms=Limit(directed / isotropic, delta, oo, S.Zero, rate=delta**-2, on=place),
        moves=Equal(eta_w * a**2 * (rate_a * 2 * W), eta_a * W * (rate_W * a), on=hyperbolic_state))


@claim(KUNIN, "Section 3", "balanced-equations", uses=["kunin2024/2"])
def balanced_equations():
    """For delta = 0 mu follows a Bernoulli equation driven by phi |beta_*|, and phi a Riccati equation by itself.

    Eqs. (21) and (22) with both learning rates.
    """
    root = sqrt(eta_a * eta_w)
    on = place.at({delta: S.Zero})
    return every(
        mu=Equal(rate_mu.subs(delta, 0), root * sign(mu) * 2 * mu * (phi * s - mu), on=on),
        phi=Equal(rate_phi.subs(delta, 0), root * sign(mu) * s * (1 - phi**2), on=on))


@claim(KUNIN, "Section 3", "balanced-phases", uses=["kunin2024/25", "kunin2024/23"],
       reading="two phases is read as: at every fixed time mu vanishes with mu_0 while phi does not depend on it and goes to 1")
def balanced_two_phases():
    """From a vanishing balanced start, phi aligns while mu is still vanishing: at every fixed time mu is of the order of mu_0.

    phi(t) does not depend on mu_0 at all (unit learning rates, a_0 > 0; phi_0 = tanh(c_phi), as in Eq. (23)).
    """
    angle = c_phi + s * t
    constant = 2 * s * cosh(c_phi)**2 / mu0 - (2 * c_phi + sinh(2 * c_phi))
    mu_t = 2 * s * cosh(angle)**2 / (2 * angle + sinh(2 * angle) + constant)
    on = setting(s > 0) & Domain(mu0 > 0, source=UPPER_SHEET) & setting(Ge(t, 0), over=[c_phi])
    return every(
        mu_waits=Limit(mu_t, mu0, 0, S.Zero, rate=mu0, on=on),
        phi_aligns=Limit(tanh(angle), t, oo, S.One, rate=exp(-2 * s * t), on=on))


@claim(KUNIN, "Section 3", "balanced-rank-one", uses=["kunin2024/sec-3:balanced-phases", "kunin2024/1"],
       reading="a rank-one update is read as: the multiple eta_w a^2 of the identity in the kernel stays while w aligns; a^2 = |mu| at "
               "unit rates")
def rank_one_update_of_the_kernel():
    """In the first phase w aligns to beta_*, resulting in a rank-one update to the NTK, as the initialization vanishes."""
    angle = c_phi + s * t
    constant = 2 * s * cosh(c_phi)**2 / mu0 - (2 * c_phi + sinh(2 * c_phi))
    growth = 2 * s * cosh(angle)**2 / (2 * angle + sinh(2 * angle) + constant) / mu0
    on = setting(s > 0) & Domain(mu0 > 0, source=UPPER_SHEET) & setting(Ge(t, 0), over=[c_phi])
    return Printed(
        Limit(growth, mu0, 0, S.One, on=on),
        latex=r"K_t - K_0 \text{ has rank one}",
        erratum=Erratum(
            "wrong", "Both layers grow together when balanced: the multiple of the identity grows by the factor cosh^2(c_phi + |beta_*| t)"
            "/cosh^2(c_phi) while w turns, so the update has full rank. What stays of rank one is the other term, eta_a w w^T.",
            Limit(growth, mu0, 0, cosh(angle)**2 / cosh(c_phi)**2, on=on)))


@claim(KUNIN, "Section 3", "balanced-fitting", uses=["kunin2024/sec-3:balanced-equations"])
def balanced_fitting_phase():
    """Once phi = 1, mu follows the logistic Bernoulli equation, from mu_0 to |beta_*| (unit learning rates, a_0 > 0)."""
    on = setting(s > 0) & Domain(mu0 > 0, source=UPPER_SHEET) & setting(Ge(t, 0))
    path = s * mu0 * exp(2 * s * t) / (s + mu0 * (exp(2 * s * t) - 1))
    return every(path=Solves(System({mu: 2 * mu * (s - mu)}, {mu: mu0}, read={mu: a * Norm(w)}, **balanced_at(sqrt(mu0), S.One)),
                             {mu: path}, on=on),
                 end=Limit(path, t, oo, s, on=on))


@claim(KUNIN, "Section 3", "balanced-kernel-scale", uses=["kunin2024/1"])
def balanced_kernel_scale():
    """In the balanced fitting phase, w along beta_* with delta = 0, the kernel changes only in overall scale."""
    length = real("c")
    on = rates_positive & setting(Dot(beta_star, beta_star) > 0, over=[length],
                                 where={a: sqrt(eta_a / eta_w) * length * sqrt(Dot(beta_star, beta_star))})
    here = length * beta_star
    return Equal(eta_w * a**2 * Identity(d) + eta_a * here * here.T,
                 eta_a * length**2 * (Dot(beta_star, beta_star) * Identity(d) + beta_star * beta_star.T), on=on)


@claim(KUNIN, "Section 3", "downstream-updates", uses=["kunin2024/2"])
def downstream_updates():
    """As delta goes to minus infinity the rate of mu diverges and the rate of phi vanishes like 1/|delta|."""
    return every(
        mu=Limit(rate_mu**2, delta, -oo, oo, on=moving_mu),
        mu_proportion=Limit(rate_mu / (-delta), delta, -oo, phi * s - mu, on=place),
        phi=Limit(rate_phi, delta, -oo, S.Zero, rate=1 / delta, on=place))


@claim(KUNIN, "Section 3", "downstream-mu", uses=["kunin2024/sec-3:downstream-updates"], conditions=[stated(delta < 0)],
       reading="the fast phase is read as the leading order in |delta| with phi held fixed")
def downstream_fit():
    """Downstream mu goes exponentially to phi |beta_*| first, with phi as good as fixed.

    To leading order in |delta| its equation is linear, mu' = |delta| (phi |beta_*| - mu).
    """
    on = setting(s > 0) & Domain(delta < 0) & Domain(Ge(phi, -1), Le(phi, 1), source=COSINE) & setting(Ge(t, 0), over=[mu0])
    path = phi * s + (mu0 - phi * s) * exp(delta * t)
    return every(
        path=Solves(System({mu: -delta * (phi * s - mu)}, {mu: mu0}), {mu: path}, on=on),
        end=Limit(path, t, oo, phi * s, rate=exp(delta * t), on=on))


@claim(KUNIN, "Section 3", "downstream-phi", uses=["kunin2024/2"])
def downstream_alignment():
    """With mu at phi |beta_*|, phi follows a Bernoulli equation of rate eta_a eta_w |beta_*|^2/|delta|, to leading order.

    The printed equation is the leading order in 1/|delta|: the rate times |delta| tends to the printed coefficient.
    """
    slaved = rate_phi.subs(mu, phi * s)
    return Limit(-delta * slaved, delta, -oo, eta_a * eta_w * s**2 * phi * (1 - phi**2),
                 on=rates_positive & setting(s > 0) & Domain(Ge(phi, -1), Le(phi, 1), over=[delta], source=COSINE))


@claim(KUNIN, "Section 3", "downstream-saddle", uses=["kunin2024/2"], conditions=[stated(delta < 0)],
       reading="`a saddle`: the linearised motion has a negative determinant, which is minus the product of the entries beside its "
               "diagonal, as phi does not enter its own rate there")
def downstream_rest_point():
    """mu = phi = 0 is a rest point downstream, and a saddle: the linearised motion has a negative determinant."""
    on = rates_positive & setting(s > 0, delta < 0, Ge(t, 0))
    (mu_by_mu, mu_by_phi), (phi_by_mu, phi_by_phi) = ((rate.diff(mu), rate.diff(phi)) for rate in (rate_mu, rate_phi))
    determinant = (mu_by_mu * phi_by_phi - mu_by_phi * phi_by_mu).subs({mu: 0, phi: 0})
    return every(
        rest=Solves(System({mu: rate_mu, phi: rate_phi}, {mu: S.Zero, phi: S.Zero}, read={mu: a * Norm(w), phi: cosine},
                           **trained(in_plane(S.Zero, S.Zero, -delta / eta_a))), {mu: S.Zero, phi: S.Zero}, on=on),
        saddle=Equal(determinant, -eta_a * eta_w * s**2, on=on))


@claim(KUNIN, "Section 3", "downstream-phi-solution", uses=["kunin2024/sec-3:downstream-phi"], origin="derived")
def downstream_alignment_solved():
    """The Bernoulli equation for phi solved: alignment takes times of order |delta|/(eta_a eta_w |beta_*|^2).

    phi tends to the sign of phi_0; phi_0 = 0 stands still, the saddle that the text excludes.
    """
    speed = eta_a * eta_w * s**2 / (-delta)
    path = phi0 / sqrt(phi0**2 + (1 - phi0**2) * exp(-2 * speed * t))
    on = rates_positive & setting(s > 0, delta < 0, phi0 > -1, phi0 < 1, Ge(t, 0))
    return every(
        path=Solves(System({phi: speed * phi * (1 - phi**2)}, {phi: phi0}), {phi: path}, on=on),
        end=Limit(path, t, oo, sign(phi0), on=on.but(Ne(phi0, 0))))


@claim(KUNIN, "Fig. 3", uses=["kunin2024/1", "kunin2024/18"],
       reading="of the caption, the right panel: S as a function of mu, of the cosine between w(0) and w(t), and of delta",
       leaves_out="the course of mu, phi and S in time (see `fig-3:agreement`, `fig-3:upstream` and `fig-3:downstream`)")
def kernel_distance_by_regime():
    """The kernel distance S(0, t): near zero upstream, of order one when w turns downstream, in between when balanced.

    Whitened inputs make the inner product of two kernels the trace of the product of two matrices
    M = A I + B u u^T with |u| = 1: d A_0 A_1 + A_0 B_1 + B_0 A_1 + B_0 B_1 c^2, where c is the cosine between w(0) and w(t).
    Upstream S -> 0 whatever w does; downstream S -> 1 - c^2, zero until w turns; balanced S = (1 - c^2)/(d + 3).
    """
    start, cosine = mu0, real("c")

    def parts(value):
        return isotropic.subs(mu, value), directed.subs(mu, value)

    def overlap(first, second, squared_cosine):
        (a_0, b_0), (a_1, b_1) = first, second
        return d * a_0 * a_1 + a_0 * b_1 + b_0 * a_1 + b_0 * b_1 * squared_cosine

    then, now = parts(start), parts(mu)
    distance = 1 - overlap(then, now, cosine**2) / sqrt(overlap(then, then, 1) * overlap(now, now, 1))
    on = (rates_positive & Domain(Ne(mu, 0), Ne(start, 0), source=NONZERO_BETA)
          & Domain(Ge(cosine, -1), Le(cosine, 1), over=[delta, d], source=COSINE))
    return every(
        upstream=Limit(distance, delta, oo, S.Zero, on=on),
        balanced=Equal(distance.subs(delta, 0), (1 - cosine**2) / (d + 3), on=on.at({delta: S.Zero})),
        downstream=Limit(distance, delta, -oo, 1 - cosine**2, on=on))
