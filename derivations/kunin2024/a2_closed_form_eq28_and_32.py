"""What A.2.3 and A.2.4 omit: a(t), omega(t) = w.beta_* and w(t) in closed form, for every sign of delta and of a at once.

With D = exp(eta_w int a^2), p = a D and q = omega D the motion is linear, and D^2 = 1 + 2 eta_w int p^2. Nothing is divided by
a or by omega, so sign changes, the balanced case and the saddle need no case of their own; only the antiderivative of
exp(delta t) is another one at delta = 0. A start is named by the amplitudes P_+ and P_- of the growing and the decaying mode, and the
parameters by their rates lambda_+ > 0 > lambda_-, with delta = lambda_+ + lambda_- and
eta_a eta_w |beta_*|^2 = -lambda_+ lambda_-; every start and every delta is of that form (`app-A.2:modes`).
"""

from sympy import Ge, S, ZeroMatrix, cosh, exp, sinh

from theoremtest.derivations.language import Dot, Equal, Evolves, Printed, Solves, Step, System, claim, every

from .a2_3_upstream_eq26_28 import half_width_with_rates, moebius
from .a2_4_downstream_eq29_32 import inverse_moebius
from .closed_form_notation import (
    balanced,
    downstream,
    from_the_start,
    from_the_start_at_unit_rates,
    kept_weights,
    lifted,
    linear_motion,
    planar_motion,
    unit_rates,
    upstream,
)
from .notation import (
    KUNIN,
    W0,
    D,
    P_minus,
    P_plus,
    R,
    W,
    a,
    a0,
    beta_star,
    d,
    delta,
    eta_a,
    eta_w,
    lambda_minus,
    lambda_plus,
    nu,
    nu0,
    omega,
    omega0,
    p,
    q,
    rates_positive,
    reduced_flow,
    s,
    setting,
    t,
    v,
    v0,
    w,
    whitened,
)


@claim(KUNIN, "Appendix A.2", "linearisation", uses=["kunin2024/14", "kunin2024/15", "kunin2024/13"], origin="derived")
def the_motion_is_linear():
    """With D = exp(eta_w int a^2), the products p = a D, q = (w.beta_*) D and w D move linearly, and D^2 by quadrature."""
    on = whitened.but(over=[D])
    kept, along = eta_w * a**2 - eta_a * Dot(w, w), Dot(w, beta_star)
    return every(
        p=Evolves(a * D, kept * (a * D) + eta_a * (along * D), along=lifted, on=on),
        q=Evolves(along * D, eta_w * Dot(beta_star, beta_star) * (a * D), along=lifted, on=on),
        w=Evolves(D * w, eta_w * (a * D) * beta_star, along=lifted, on=on),
        square=Evolves(D**2, 2 * eta_w * (a * D)**2, along=lifted, on=on))


@claim(KUNIN, "Appendix A.2", "linear-solution", uses=["kunin2024/app-A.2:linearisation"], origin="derived")
def linear_solution():
    """p and q in hyperbolic functions of R t, with 2R = sqrt(delta^2 + 4 eta_a eta_w |beta_*|^2), for every delta."""
    on = rates_positive & setting(s > 0, Ge(t, 0), over=[a0, omega0, delta], where={R: half_width_with_rates})
    slope_p, slope_q = delta * a0 / 2 + eta_a * omega0, eta_w * s**2 * a0 - delta * omega0 / 2

    def hyperbolic(start, slope):
        return exp(delta * t / 2) * (start * cosh(R * t) + slope / R * sinh(R * t))

    return Solves(System(linear_motion, {p: a0, q: omega0}),
                  {p: hyperbolic(a0, slope_p), q: hyperbolic(omega0, slope_q)}, on=on)


@claim(KUNIN, "Appendix A.2", "modes", uses=["kunin2024/app-A.2:linear-solution"], origin="derived")
def every_start_has_its_modes():
    """Every start and every delta are of the form that the closed form uses.

    lambda_+- = delta/2 +- R, P_+ = (eta_a omega_0 + lambda_+ a_0)/(2R) and P_- = -(eta_a omega_0 + lambda_- a_0)/(2R).
    """
    fast, slow = delta / 2 + R, delta / 2 - R
    on = rates_positive & setting(s > 0, over=[a0, omega0, delta], where={
        R: half_width_with_rates,
        P_plus: (eta_a * omega0 + fast * a0) / (2 * R),
        P_minus: -(eta_a * omega0 + slow * a0) / (2 * R)})
    return every(
        a=Equal(P_plus + P_minus, a0, on=on),
        omega=Equal(-(slow * P_plus + fast * P_minus) / eta_a, omega0, on=on),
        product=Equal(fast * slow, -eta_a * eta_w * s**2, on=on))


@claim(KUNIN, "Appendix A.2", "closed-form", uses=["kunin2024/app-A.2:linear-solution", "kunin2024/app-A.2:modes"],
       origin="derived")
def closed_form():
    """a = p/D and w.beta_* = q/D solve the planar motion for every sign of delta and of a, with both learning rates."""
    return every(
        upstream=Solves(planar_motion(delta, **from_the_start), {a: p / D, omega: q / D}, on=upstream),
        downstream=Solves(planar_motion(delta, **from_the_start), {a: p / D, omega: q / D}, on=downstream),
        balanced=Solves(planar_motion(S.Zero, **from_the_start), {a: p / D, omega: q / D}, on=balanced))


@claim(KUNIN, "Appendix A.2", "closed-form-weights", uses=["kunin2024/app-A.2:closed-form"], origin="derived")
def closed_form_of_the_weights():
    """w(t) = (w_0 + beta_* (q - omega_0)/|beta_*|^2)/D, so |w|^2 = (|w_0|^2 + (q^2 - omega_0^2)/|beta_*|^2)/D^2.

    The formula for w is the third line of the linearisation integrated, with eta_w int p = (q - omega_0)/|beta_*|^2. Here the
    three scalars a, w.beta_* and |w|^2 solve the reduced motion; |w_0|^2 is what delta leaves.
    """
    solution = {a: p / D, omega: q / D, W: (W0 + (q**2 - omega0**2) / s**2) / D**2}
    problem = System(reduced_flow.rates, {a: a0, omega: omega0, W: W0}, read=reduced_flow.read, **from_the_start)
    kept = {W0: kept_weights}
    return every(upstream=Solves(problem, solution, on=upstream.but(where=kept)),
                 downstream=Solves(problem, solution, on=downstream.but(where=kept)),
                 balanced=Solves(problem, solution, on=balanced.but(where=kept)))


@claim(KUNIN, "Appendix A.2", "weights-vector", uses=["kunin2024/app-A.2:linearisation"], origin="derived")
def weights_as_a_vector():
    """D (w - beta_* (w.beta_*)/|beta_*|^2) stands still, so w(t) = (w_0 + beta_* (q - omega_0)/|beta_*|^2)/D."""
    on = whitened.but(Dot(beta_star, beta_star) > 0, over=[D])
    across = D * w - D * Dot(w, beta_star) / Dot(beta_star, beta_star) * beta_star
    return Evolves(across, ZeroMatrix(d, 1), along=lifted, on=on)


@claim(KUNIN, "Eq. (28)", "solution", uses=["kunin2024/28", "kunin2024/27", "kunin2024/app-A.2:modes"], origin="derived")
def upstream_a():
    """The solution of Eq. (28) that the paper omits: a = p/D, where nu = q/p is Eq. (27).

    Unit learning rates, delta > 0 and a_0 > 0 as in A.2.3; P_+ > 0 says |nu_0| is within reach.
    """
    on = upstream.at(unit_rates).but(P_plus > 0, P_plus + P_minus > 0)
    return Printed(
        Solves(System({a: a * (nu + delta - a**2)}, {a: a0}, read={a: a}, **from_the_start_at_unit_rates),
               {a: p / D}, on=on.but(where={nu: q / p})),
        derivation=(Step(
            Equal(moebius(), q / p, on=on.but(where={R: (lambda_plus - lambda_minus) / 2, nu0: omega0 / a0})),
            "Eq. (27) is the ratio of the two modes"),))


@claim(KUNIN, "Eq. (32)", "solution", uses=["kunin2024/32", "kunin2024/31:solution", "kunin2024/app-A.2:modes"],
       origin="derived")
def downstream_omega():
    """The solution of Eq. (32) that the paper omits: omega = q/D, where v = p/q solves Eq. (31).

    Unit learning rates and delta < 0; omega > 0 throughout, while a may cross zero.
    """
    on = downstream.at(unit_rates).but(P_plus > 0, -lambda_minus * P_plus - lambda_plus * P_minus > 0)
    return Printed(
        Solves(System({omega: v * s**2 * omega - v**2 * omega**3}, {omega: omega0}, read={omega: Dot(w, beta_star)},
                      **from_the_start_at_unit_rates), {omega: q / D},
               on=on.but(where={v: p / q})),
        derivation=(Step(
            Equal(inverse_moebius(), p / q, on=on.but(where={R: (lambda_plus - lambda_minus) / 2, v0: a0 / omega0})),
            "the solution of Eq. (31) is the ratio of the two modes"),))
