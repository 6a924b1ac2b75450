"""Section 3.3: the layers' norms in time and the case analysis of when they grow, shrink, or first shrink and then grow; Section 3.4."""

from sympy import And, Eq, Ge, Gt, Le, Lt, Ne, Or, S, diff, sqrt

from derivations.language import Domain, Dot, Equal, Erratum, Holds, Iff, Printed, claim, every

from .notation import P, Q, W, XU, alpha, alpha_plus, eta_u, eta_w, network, p_vector, q_vector, rates_positive, d, rho_of_x, u, x
from .section3_alignment import apart, c, closed, not_parallel, w

together = alpha * P + Q / alpha
"""alpha P + Q/alpha: both squared norms are this plus a constant, up to positive factors."""


@claim(XU, "Section 3.3", "norms", uses=["xu2024/27", "xu2024/4"])
def norms_in_modes():
    """|u|^2 = d (alpha P + Q/alpha) - 2 sum p_i q_i and |w|^2 = d (alpha P + Q/alpha) + 2 sum p_i q_i.

    d alpha P and d Q/alpha are |p|^2 and |q|^2 at the time.
    """
    sum_of_squares, product = Dot(p_vector, p_vector) + Dot(q_vector, q_vector), Dot(p_vector, q_vector)

    def statement(rate_u, rate_w):
        return every(u=Equal(rate_w * Dot(u, u), sum_of_squares - 2 * product, on=network),
                     w=Equal(rate_u * Dot(w, w), sum_of_squares + 2 * product, on=network))

    return Printed(statement(S.One, S.One), erratum=Erratum(
        "incomplete", "The left sides are eta_w |u|^2 and eta_u |w|^2: the display needs unit learning rates, which the section "
        "nowhere sets.", statement(eta_u, eta_w)))


@claim(XU, "Section 3.3", "slope", uses=["xu2024/sec-3.3:norms"])
def slope_of_the_norms():
    """Both squared norms have the same slope in alpha (up to their learning rates), P - Q/alpha^2 times d, of the sign of zeta."""
    on = Domain(P > 0, Ge(Q, 0), alpha > 0)
    slope = P - Q / alpha**2
    return every(
        slope=Equal(diff(together, alpha), slope, on=on),
        grows=Iff(Gt(slope, 0), Gt(apart, 0), on=on),
        shrinks=Iff(Lt(slope, 0), Lt(apart, 0), on=on))


@claim(XU, "Section 3.3", "coincides", uses=["xu2024/sec-3.3:slope", "xu2024/12"])
def rescaling_coincides_with_alignment():
    """The norms grow while |zeta| grows and shrink while it shrinks (layers not parallel)."""
    norms, turn = diff(together, alpha), diff(closed, alpha)
    return every(
        aligned=Holds(And(Gt(norms, 0), Gt(turn, 0)), on=not_parallel.but(Gt(apart, 0))),
        opposed=Holds(And(Lt(norms, 0), Gt(turn, 0)), on=not_parallel.but(Lt(apart, 0))))
