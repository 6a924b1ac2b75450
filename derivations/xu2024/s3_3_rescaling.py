"""Section 3.3: the layers' norms in time and the case analysis of when they grow, shrink, or first shrink and then grow; Section 3.4."""

from sympy import And, Derivative, Eq, Ge, Gt, Le, Lt, Ne, Or, S, diff, sqrt

from theoremtest.derivations.language import Classifies, Domain, Dot, Equal, Erratum, Holds, Iff, Norm, Printed, claim, every, real, stated

from .conventions_notation import DIVIDES, MEAN_OF_SQUARES, PARALLEL, POSITIVE_SCALE, SAME_SIGN
from .notation import XU, P, Q, W, alpha, alpha_plus, eta_u, eta_w, gamma, network, output, p_vector, q_vector, rho_of_x, u, x
from .s3_2_alignment_eq11_13 import apart, closed, cosine, means, not_parallel, w

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
        "nowhere sets.", statement(eta_u, eta_w), under=(Eq(eta_u, 1), Eq(eta_w, 1))))


@claim(XU, "Section 3.3", "slope", uses=["xu2024/sec-3.3:norms"])
def slope_of_the_norms():
    """Both squared norms have the same slope in alpha (up to their learning rates), P - Q/alpha^2 times d, of the sign of zeta."""
    on = means
    slope = P - Q / alpha**2
    return every(
        slope=Equal(Derivative(together, alpha), slope, on=on),
        grows=Iff(Gt(slope, 0), Gt(apart, 0), on=on),
        shrinks=Iff(Lt(slope, 0), Lt(apart, 0), on=on))


@claim(XU, "Section 3.3", "coincides", uses=["xu2024/sec-3.3:slope", "xu2024/12"],
       conditions=[stated(Gt(apart, 0), Lt(apart, 0))])
def rescaling_coincides_with_alignment():
    """The norms grow while |zeta| grows and shrink while it shrinks: their slopes in alpha have one sign.

    zeta and the first factor of the norms' slope have one sign (`sec-3.3:slope`), so |zeta| moves with zeta where that is positive and
    against it where it is negative. Orthogonal layers turn from one to the other.
    """
    norms, cosine = diff(together, alpha), diff(closed, alpha)
    either = Iff(Gt(apart * cosine, 0), Gt(norms, 0), on=not_parallel)
    return every(
        either=either,
        aligned=Holds(And(Gt(norms, 0), Gt(cosine, 0)), on=not_parallel.but(Gt(apart, 0))),
        opposed=Holds(And(Lt(norms, 0), Gt(cosine, 0)), on=not_parallel.but(Lt(apart, 0))))


turn = real(r"\sqrt{Q/P}")
"""Where alpha P + Q/alpha is smallest; P > Q is turn < 1."""

way = alpha_plus - 1
"""Of the sign of the direction in which alpha moves, from 1 to alpha_+."""


def slope_at(scale):
    """The slope of the norms along the way, at an alpha and over P > 0, which is a derivative taken and not written down."""
    return (diff(together, alpha) * way / P).subs(Q, P * turn**2).subs(alpha, scale).expand()


turns = {
    "increase": And(Ge(slope_at(1), 0), Ne(alpha_plus, 1)),
    "decrease": And(Le(slope_at(alpha_plus) * alpha_plus**2, 0), Ne(alpha_plus, 1)),
    "first decrease, then increase": And(Lt(slope_at(1), 0), Gt(slope_at(alpha_plus) * alpha_plus**2, 0)),
    "unchanged": Eq(alpha_plus, 1),
}
"""How the norms change: by the sign of their slope at the start and at the end, between which it only rises (`sec-3.3:convex`)."""

ends = Domain(Ge(turn, 0), source=MEAN_OF_SQUARES) & Domain(alpha_plus > 0, source=POSITIVE_SCALE)


@claim(XU, "Section 3.3", "convex", uses=["xu2024/sec-3.3:slope", "xu2024/sec-3.2:monotonic"], origin="derived")
def norms_are_convex_in_alpha():
    """The slope of the norms rises with alpha, so on a way of one direction they fall first or not at all; it vanishes at sqrt(Q/P)."""
    on = Domain(P > 0, Q > 0, alpha > 0)
    return every(
        rises=Holds(Gt(diff(together, alpha, 2), 0), on=on),
        turning_point=Iff(Lt(alpha, sqrt(Q / P)), Lt(diff(together, alpha), 0), on=on),
        order=Iff(Lt(sqrt(Q / P), 1), P > Q, on=on))


@claim(XU, "Section 3.3", "cases", uses=["xu2024/sec-3.3:convex"])
def when_the_norms_grow():
    """The four cases of how |u| and |w| move, by alpha_+ and sqrt(Q/P); P > Q is sqrt(Q/P) < 1."""
    def cases(equal):
        return {
            "increase": Or(And(turn < 1, alpha_plus > 1), And(turn > 1, alpha_plus < 1), equal),
            "decrease": Or(And(turn < 1, alpha_plus < 1, Ge(alpha_plus, turn)), And(turn > 1, alpha_plus > 1, Le(alpha_plus, turn))),
            "first decrease, then increase": Or(And(turn < 1, alpha_plus < turn), And(turn > 1, alpha_plus > turn)),
            "unchanged": Eq(alpha_plus, 1),
        }

    return Printed(
        Classifies(cases(Eq(turn, 1)), turns, on=ends),
        erratum=Erratum(
            "incomplete", "P = Q is called increasing without a condition on alpha_+; with alpha_+ = 1 (that is y = 0) nothing changes, as "
            "case (4) says. With alpha_+ != 1 added, each start has exactly one label and the label is right.",
            Classifies(cases(And(Eq(turn, 1), Ne(alpha_plus, 1))), turns, on=ends)))


f = real("f")
"""The output at the data point."""


@claim(XU, "Section 3.3", "orthogonal-initialization", uses=["xu2024/sec-3.2:alignment", "xu2024/sec-3.2:orthogonal-initialization"],
       reading="the scale is read as |u|^2 |w|^2", leaves_out="that the output, and the scale with it, changes by an amount of order one")
def parallel_layers_learn_by_rescaling():
    """With parallel layers the cosine stays and |u|^2 |w|^2 = (u.w)^2 goes with the square of the output."""
    k = real("k")
    parallel = network.but(Eq(W * x, k * u), over=[k], source=PARALLEL).but(where={f: output})
    return Equal(Dot(u, u) * Dot(w, w), (f / (gamma * rho_of_x))**2, on=parallel)


@claim(XU, "Section 3.4", uses=["xu2024/sec-3.2:alignment"],
       reading="the model norm is read as |u| |w|", leaves_out="that alignment is to be preferred, and performs better")
def aligned_layers_need_smaller_norms():
    """The same output u.w takes a product of norms |u||w| that falls as the alignment rises: |u||w| = |u.w|/|zeta|.

    u.w is f/(gamma rho), of the sign of zeta.
    """
    zeta, inner = real(r"\zeta"), real(r"u^\top w")
    there = network.but(Ne(Dot(u, W * x), 0), source=DIVIDES).but(where={f: output, zeta: cosine})
    return every(product=Equal(Norm(u) * Norm(w), f / (gamma * rho_of_x * zeta), on=there),
                 falls=Holds(Lt(diff(inner / zeta, zeta), 0), on=Domain(zeta > 0, zeta < 1, inner > 0, source=SAME_SIGN)))
