"""Appendix A.2, Proposition 2: the start with P = 0, Eqs. (31)-(35), and what the text says of its end."""

from sympy import And, Eq, Gt, Ne, S, ZeroMatrix, exp, oo, sqrt

from theoremtest.derivations.language import (
    Domain,
    Dot,
    Equal,
    Erratum,
    Evolves,
    Flow,
    Holds,
    Limit,
    Printed,
    Solves,
    System,
    claim,
    every,
    ge,
    real,
    stated,
)

from .conventions_notation import (
    ASIDE,
    DEFINED,
    EITHER_TARGET,
    MOVING_MODE,
    NORMALIZATION,
    ORIGIN,
    P_IS_ZERO,
    SCALE_OF_OUTPUT,
)
from .notation import (
    XU,
    P_t,
    Q,
    Q_t,
    W,
    constants,
    d,
    d0,
    drive,
    eta_u,
    eta_w,
    gamma,
    grip,
    later,
    modes_rates,
    network,
    output,
    p,
    q,
    q0,
    rho,
    t,
    u,
    x,
    y,
)

alpha_prime, xi_prime = real(r"\alpha'"), real(r"\xi'")
nothing = constants & Domain(Q > 0, over=[y, q0], source=P_IS_ZERO) & later
"""P = 0, so every p_i(0) = 0, and Q != 0."""

problem = System({q: modes_rates[q].subs(P_t, 0), Q_t: modes_rates[Q_t].subs(P_t, 0)}, {q: q0, Q_t: Q})
printed = {alpha_prime: drive / (grip * Q), xi_prime: exp(-4 * drive * t) / (1 + alpha_prime)}


squared, squared0 = real("q_i^2"), real("q_i(0)^2")
squares = System({squared: (2 * q * problem.rates[q]).expand().subs(q**2, squared), Q_t: problem.rates[Q_t]},
                 {squared: squared0, Q_t: Q})
"""The same motion for q_i^2, so that the sign of a root does not matter."""


def path(above, below=S.One):
    """q_i and the mean of squares for (q_i/q_i(0))^2 = above/below, both positive."""
    return {q: q0 * sqrt(above) / sqrt(below), Q_t: Q * above / below}


def path_of_squares(square):
    return {squared: squared0 * square, Q_t: Q * square}


@claim(XU, "Eq. (31)", uses=["xu2024/24"])
def p_stays_zero():
    """With P = 0 every p_i is and stays zero."""
    nowhere = System({p: modes_rates[p].subs(P_t, 0), Q_t: problem.rates[Q_t]}, {p: S.Zero, Q_t: Q})
    above, below = alpha_prime * xi_prime, 1 - xi_prime
    return every(rate=Equal(modes_rates[p], S.Zero, on=constants.but(Eq(p, 0), over=[P_t, Q_t, y], source=P_IS_ZERO)),
                 path=Solves(nowhere, {p: S.Zero, Q_t: Q * above / below},
                             on=nothing.but(Ne(y, 0), Ne(drive + grip * Q, 0), source=DEFINED).but(where=printed)))


one_mode = constants & Domain(Ne(q0, 0), over=[q, y], source=MOVING_MODE) & Domain(Q > 0, source=P_IS_ZERO)
rate_of_q = -2 * q * (grip * Q / q0**2 * q**2 + gamma * rho * y * sqrt(eta_u * eta_w))
"""The right side of Eq. (35)."""


@claim(XU, "Eq. (35)", uses=["xu2024/24:q"])
def equation_for_q():
    """One q_i moves by itself when P = 0 and q_i(0) != 0: all q_j keep their ratio to it."""
    together = modes_rates[q].subs({P_t: 0, Q_t: Q * q**2 / q0**2})
    return Equal(together, rate_of_q, on=one_mode)


@claim(XU, "Eq. (32)", uses=["xu2024/35", "xu2024/31"])
def solution_for_q():
    """q_i(t) for P = 0, with Eqs. (33) and (34), where these have a meaning: y != 0 and alpha' != -1.

    For y > 0 as printed; for every sign as the motion of q_i^2, which keeps its sign. Where alpha' and xi' have none is `prop-2`.
    """
    above, below = alpha_prime * xi_prime, 1 - xi_prime
    on = nothing.but(over=[squared0])
    return every(
        positive=Solves(problem, path(above, below), on=nothing.but(y > 0, gamma > 0, source=EITHER_TARGET).but(where=printed)),
        squares=Solves(squares, path_of_squares(above / below),
                       on=on.but(Ne(y, 0), Ne(drive + grip * Q, 0), source=DEFINED).but(where=printed)))


@claim(XU, "Eq. (33)", uses=["xu2024/32"])
def exponent_of_the_second_case():
    """xi' is z/(z + alpha') with z = (q_i/q_i(0))^2, which starts at 1: its formula solves what Eq. (35) makes of that quotient.

    It decays for y > 0 and grows for y < 0 (gamma > 0), where xi'/(1 - xi') tends to -1.
    """
    z, rate = real("z"), -4 * drive
    squared_motion = Flow({z: (2 * q * rate_of_q).expand().subs(q**2, z * q0**2).subs(q**4, z**2 * q0**4).expand() / q0**2},
                          name="Eq. (35) for z = (q_i/q_i(0))^2")
    constant = {alpha_prime: printed[alpha_prime]}
    on = nothing.but(gamma > 0, source=SCALE_OF_OUTPUT).but(where=printed)
    moving = one_mode.but(Ne(z + drive / (grip * Q), 0), over=[z], source=DEFINED).but(where=constant)
    formula = exp(-4 * drive * t) / (1 + alpha_prime)
    parts = every(
        formula=Solves(System({xi_prime: rate * xi_prime}, {xi_prime: 1 / (1 + alpha_prime)}), {xi_prime: formula},
                       on=nothing.but(Ne(drive + grip * Q, 0), source=DEFINED).but(where=constant)),
        quotient=Evolves(z / (z + alpha_prime), rate * z / (z + alpha_prime), along=squared_motion, on=moving),
        falls=Limit(formula, t, oo, S.Zero, on=on.but(y > 0, source=EITHER_TARGET)),
        rises=Limit(xi_prime / (1 - xi_prime), t, oo, -S.One,
                    on=on.but(y < 0, source=EITHER_TARGET).but(Ne(drive + grip * Q, 0), source=DEFINED)))
    return Printed(parts, latex=r"\xi'(t) := \frac{1}{1 + \alpha'} \exp(-4 \sqrt{\eta_u \eta_w} \gamma \rho y t)")


@claim(XU, "Eq. (34)", uses=["xu2024/32", "xu2024/35"])
def constant_of_the_second_case():
    """-alpha' is the rest point of (q_i/q_i(0))^2 in Eq. (35), so for y < 0 the flow ends at q_i(0) sqrt(-alpha').

    The rate of q_i is q_i ((q_i/q_i(0))^2 + alpha') times -2 gamma^2 d rho^2 Q, for every sign of y.
    """
    return Printed(
        Equal(rate_of_q, -2 * grip * Q * q * (q**2 / q0**2 + alpha_prime), on=one_mode.but(where={alpha_prime: printed[alpha_prime]})),
        latex=r"\alpha' := \frac{\sqrt{\eta_u \eta_w} \gamma \rho y}{(\gamma^2 d) \rho^2 Q}")


@claim(XU, "Proposition 2", uses=["xu2024/31", "xu2024/32", "xu2024/33", "xu2024/34"])
def solution_without_p():
    """For P = 0 and Q != 0 every target has the solution of Eqs. (31)-(34): both constants are defined, xi' is not 1.

    The statement puts no condition on y beyond those of Theorem 1.
    """
    rates = exp(4 * drive * t)
    return Printed(
        Holds(And(Ne(1 + alpha_prime, 0), Ne(exp(-4 * drive * t), 1 + alpha_prime)),
              on=nothing.but(where={alpha_prime: printed[alpha_prime]})),
        erratum=Erratum(
            "incomplete",
            "At y = 0 Eq. (32) is 0/0: there alpha' = 0 and xi' = 1, and the solution is q_i(0)/sqrt(1 + 4 gamma^2 d rho^2 Q t). At "
            "alpha' = -1, where the start already fits, xi' is undefined and q_i stands still. (At t = 0 too the quotient is 0/0 "
            "for y = 0 only.) Written B/((B + C) exp(4 B t) - C), it holds for every y != 0, with "
            "B = sqrt(eta_u eta_w) gamma rho y and C = gamma^2 d rho^2 Q.",
            every(
                target=Solves(squares, path_of_squares(drive / ((drive + grip * Q) * rates - grip * Q)),
                              on=nothing.but(Ne(y, 0), over=[squared0])),
                positive=Solves(problem, path(drive, (drive + grip * Q) * rates - grip * Q), on=nothing.but(y > 0, gamma > 0)),
                no_target=Solves(System({state: rate.subs(y, 0) for state, rate in problem.rates.items()}, problem.initial),
                                 path(S.One, 1 + 4 * grip * Q * t), on=nothing.at({y: S.Zero})),
                at_rest=Solves(problem, path(S.One), on=nothing.at({y: S.Zero}).but(
                    where={y: -grip * Q / (sqrt(eta_u * eta_w) * gamma * rho)})))))


@claim(XU, "Proposition 2", "origin", uses=["xu2024/18"])
def the_origin_is_a_rest_point():
    """With P = Q = 0, so u = 0 and Wx = 0, nothing moves."""
    v = W * x
    free = W - v * x.T / Dot(x, x)
    rate_u = -2 * eta_u * gamma * (output - y) * v
    rate_W = -2 * eta_w * gamma * (output - y) * (u * x.T)
    return every(
        u=Equal(rate_u.subs(W, free), ZeroMatrix(d, 1), on=network),
        W=Equal(rate_W, ZeroMatrix(d, d0), on=network.but(Eq(u, ZeroMatrix(d, 1)), source=ORIGIN)))


step, tilt = real(r"\epsilon"), real("k")


@claim(XU, "Proposition 2", "saddle", uses=["xu2024/prop-2:origin"])
def the_origin_is_a_saddle():
    """The origin is a saddle: the loss falls to one side of it and rises to another, in second order.

    Moved to u = s k Wx and s W the loss is y^2 - 2 gamma y k |Wx|^2 s^2 + ..., whose second order has to be there, of either sign with k.
    """
    v = W * x
    moved = (gamma * Dot(step * tilt * v, step * v) - y)**2
    second_order = -2 * gamma * y * tilt * Dot(v, v)
    on = network.but(over=[step, tilt])
    aside = network.but(Ne(gamma, 0), source=NORMALIZATION).but(Gt(Dot(v, v), 0), Ne(tilt, 0), source=ASIDE)
    expansion = Equal(moved, y**2 + second_order * step**2 + gamma**2 * tilt**2 * step**4 * Dot(v, v)**2, on=on)
    return Printed(
        every(expansion=expansion, both_signs=Holds(Ne(second_order, 0), on=aside)),
        erratum=Erratum(
            "incomplete", "At y = 0 the loss is 0 at the origin, its least value: a minimum. With y != 0 it is a saddle.",
            every(expansion=expansion, both_signs=Holds(Ne(second_order, 0), on=aside.but(Ne(y, 0))),
                  minimum=Holds(ge((gamma * Dot(u, v))**2, 0), on=Domain(over=[u, W, x, gamma])))))


@claim(XU, "Appendix A.2", "end-without-p", uses=["xu2024/prop-2"])
def where_the_second_case_ends():
    """For P = 0: y <= 0 ends with zero loss, y > 0 at the trivial saddle (gamma > 0).

    The output is -gamma rho d Q(t)/sqrt(eta_u eta_w).
    """
    output_of = -gamma * rho * d / sqrt(eta_u * eta_w)
    square = drive / ((drive + grip * Q) * exp(4 * drive * t) - grip * Q)
    on = nothing.but(gamma > 0, source=SCALE_OF_OUTPUT)
    return Printed(conditions=[stated(y < 0, y > 0)], statement=every(
        negative=Limit(output_of * Q * square, t, oo, y, on=on.but(y < 0)),
        zero=Limit(output_of * Q / (1 + 4 * grip * Q * t), t, oo, S.Zero, on=on.at({y: S.Zero})),
        positive=Limit(square, t, oo, S.Zero, on=on.but(y > 0))))
