"""What A.2.3 and A.2.4 omit: a(t), omega(t) = w.beta_* and w(t) in closed form, for every sign of delta and of a at once.

With D = exp(eta_w int a^2), p = a D and q = omega D the motion is linear, and D^2 = 1 + 2 eta_w int p^2. Nothing is divided by
a or by omega, so sign changes, the balanced case and the saddle need no case of their own; only the antiderivative of
exp(delta t) tells delta = 0 apart.
"""

from sympy import Ge, Gt, Le, Ne, S, ZeroMatrix, cosh, exp, sinh, sqrt

from derivations.language import Domain, Dot, Evolves, Flow, Solves, System, claim, every

from .a2_downstream import inverse_moebius
from .a2_upstream import half_width, moebius
from .notation import (D, KUNIN, R, W, W0, a, a0, beta_star, d, delta, eta_a, eta_w, motion, nu0, omega, omega0, p, q,
                       rates_positive, s, t, v0, vector_flow, w, whitened)

lifted = Flow({**vector_flow.rates, D: eta_w * a**2 * D}, name="the whitened motion with D' = eta_w a^2 D, D(0) = 1")
grow = exp(delta * t / 2)


def hyperbolic(start, slope):
    """exp(delta t/2) (start cosh Rt + (slope/R) sinh Rt)."""
    return grow * (start * cosh(R * t) + slope / R * sinh(R * t))


def integral_of_square(start, slope, product, balanced=False):
    """The integral from 0 to t of hyperbolic(start, slope)^2, where delta^2 - 4R^2 = -4 product."""
    side = slope / R
    even = (exp(delta * t) * (2 * R * sinh(2 * R * t) - delta * cosh(2 * R * t)) + delta) / (4 * product)
    odd = (exp(delta * t) * (2 * R * cosh(2 * R * t) - delta * sinh(2 * R * t)) - 2 * R) / (4 * product)
    flat = t if balanced else (exp(delta * t) - 1) / delta
    total = (start**2 - side**2) / 2 * flat + (start**2 + side**2) / 2 * even + start * side * odd
    return total.subs(delta, 0) if balanced else total


def planar(balanced=False, rate_a=eta_a, rate_w=eta_w):
    """The abbreviations p, q, D of the closed form, in the order in which they build on one another."""
    level, product = (S.Zero if balanced else delta), rate_a * rate_w * s**2
    slope_p, slope_q = delta * a0 / 2 + rate_a * omega0, product / rate_a * a0 - delta * omega0 / 2
    return {
        R: sqrt(product) if balanced else sqrt(delta**2 + 4 * product) / 2,
        p: hyperbolic(a0, slope_p).subs(delta, level),
        q: hyperbolic(omega0, slope_q).subs(delta, level),
        D: sqrt(1 + 2 * rate_w * integral_of_square(a0, slope_p, product, balanced)),
    }


def planar_motion(level, rate_a=eta_a, rate_w=eta_w):
    """Eqs. (29)-(30) with their learning rates, from (a_0, omega_0)."""
    return System({a: rate_a * omega - a * (rate_w * a**2 - level), omega: rate_w * (a * s**2 - a**2 * omega)},
                  {a: a0, omega: omega0})


open_ended = Domain(s > 0, Ge(t, 0), over=[a0, omega0]) & rates_positive
unbalanced = open_ended.but(Ne(delta, 0), where=planar())
balanced = open_ended.but(where=planar(balanced=True))
"""Any start and both learning rates; delta != 0 and delta = 0."""


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
    """p and q are hyperbolic, D^2 follows by quadrature: with D^2 = 1 + 2 eta_w int p^2, for delta != 0 and for delta = 0."""
    def problem(level):
        return System({p: level * p + eta_a * q, q: eta_w * s**2 * p}, {p: a0, q: omega0})

    def solved(abbreviations, level, on):
        return Solves(problem(level), {p: abbreviations[p], q: abbreviations[q]}, on=on.but(where={R: abbreviations[R]}))

    away, at = planar(), planar(balanced=True)
    return every(unbalanced=solved(away, delta, open_ended.but(over=[delta])), balanced=solved(at, S.Zero, open_ended))


@claim(KUNIN, "Appendix A.2", "closed-form", uses=["kunin2024/app-A.2:linear-solution"], origin="derived")
def closed_form():
    """a = p/D and w.beta_* = q/D solve the planar motion for every sign of delta and of a, with both learning rates."""
    return every(
        unbalanced=Solves(planar_motion(delta), {a: p / D, omega: q / D}, on=unbalanced),
        balanced=Solves(planar_motion(S.Zero), {a: p / D, omega: q / D}, on=balanced))


@claim(KUNIN, "Appendix A.2", "closed-form-weights", uses=["kunin2024/app-A.2:closed-form"], origin="derived")
def closed_form_of_the_weights():
    """w(t) = (w_0 + beta_* (q - omega_0)/|beta_*|^2)/D, so |w|^2 = (|w_0|^2 + (q^2 - omega_0^2)/|beta_*|^2)/D^2.

    The formula for w is the third line of the linearisation integrated, with eta_w int p = (q - omega_0)/|beta_*|^2. Here the
    three scalars a, w.beta_* and |w|^2 solve the reduced motion from any start with delta != 0, or on the cone.
    """
    solution = {a: p / D, omega: q / D, W: (W0 + (q**2 - omega0**2) / s**2) / D**2}
    problem = System(motion.rates, {a: a0, omega: omega0, W: W0})
    kept = eta_w * a0**2 - eta_a * W0
    start = open_ended.but(Gt(W0, 0), Le(omega0**2, W0 * s**2))
    return every(
        unbalanced=Solves(problem, solution, on=start.but(Ne(kept, 0), where={delta: kept, **planar()})),
        balanced=Solves(problem, solution, on=open_ended.but(
            Ne(a0, 0), Le(eta_a * omega0**2, eta_w * a0**2 * s**2),
            where={W0: eta_w * a0**2 / eta_a, **planar(balanced=True)})))


@claim(KUNIN, "Appendix A.2", "weights-vector", uses=["kunin2024/app-A.2:linearisation"], origin="derived")
def weights_as_a_vector():
    """D (w - beta_* (w.beta_*)/|beta_*|^2) stands still, so w(t) = (w_0 + beta_* (q - omega_0)/|beta_*|^2)/D."""
    on = whitened.but(Dot(beta_star, beta_star) > 0, over=[D])
    across = D * w - D * Dot(w, beta_star) / Dot(beta_star, beta_star) * beta_star
    return Evolves(across, ZeroMatrix(d, 1), along=lifted, on=on)


@claim(KUNIN, "Eq. (28)", "solution", uses=["kunin2024/28", "kunin2024/27"], origin="derived")
def upstream_a():
    """The solution of Eq. (28) that the paper omits: a = p/D with p = a_0 (cosh + ...) and nu of Eq. (27) put in."""
    slope = delta / 2 + nu0
    rise = hyperbolic(S.One, slope)
    square = 1 + 2 * a0**2 * integral_of_square(S.One, slope, s**2)
    on = Domain(s > 0, delta > 0, nu0**2 < s**2, Ne(a0, 0), Ge(t, 0), where={R: half_width})
    return Solves(System({a: a * (moebius() + delta - a**2)}, {a: a0}), {a: a0 * rise / sqrt(square)}, on=on)


@claim(KUNIN, "Eq. (32)", "solution", uses=["kunin2024/32", "kunin2024/31:solution"], origin="derived")
def downstream_omega():
    """The solution of Eq. (32) that the paper omits, with v(t) of Eq. (31) put in, while w.beta_* keeps its sign."""
    rise = hyperbolic(S.One, s**2 * v0 - delta / 2)
    square = 1 + 2 * omega0**2 * integral_of_square(v0, 1 + delta * v0 / 2, s**2)
    on = Domain(s > 0, delta < 0, Gt(2 * s**2 * v0 - delta + 2 * R, 0), Ne(omega0, 0), Ge(t, 0), over=[v0],
                where={R: half_width})
    v_of_t = inverse_moebius()
    return Solves(System({omega: v_of_t * s**2 * omega - v_of_t**2 * omega**3}, {omega: omega0}),
                  {omega: omega0 * rise / sqrt(square)}, on=on)
