"""Appendix A.2, Proposition 2: the start with P = 0, Eqs. (31)-(35), and what the text says of its end."""

from sympy import And, Eq, Ge, Ne, S, ZeroMatrix, exp, oo, sqrt

from rederive.derivations.language import Domain, Dot, Equal, Erratum, Holds, Limit, Printed, Solves, System, claim, every, real

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
nothing = constants & Domain(Q > 0, Ge(t, 0), over=[y, q0])
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
    return Equal(modes_rates[p], S.Zero, on=constants.but(Eq(p, 0), over=[P_t, Q_t, y]))


one_mode = constants & Domain(Ne(q0, 0), Q > 0, over=[q, y])
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

    For y > 0 as printed; for every sign as the motion of q_i^2, which keeps its sign.
    """
    above, below = alpha_prime * xi_prime, 1 - xi_prime
    on = nothing.but(over=[squared0])
    return every(
        positive=Solves(problem, path(above, below), on=nothing.but(y > 0, gamma > 0, where=printed)),
        squares=Solves(squares, path_of_squares(above / below), on=on.but(Ne(y, 0), Ne(drive + grip * Q, 0), where=printed)))


@claim(XU, "Eq. (33)", uses=["xu2024/32"])
def exponent_of_the_second_case():
    """xi' decays for y > 0 and grows for y < 0 (gamma > 0), where xi'/(1 - xi') tends to -1."""
    on = nothing.but(gamma > 0, where=printed)
    return every(
        falls=Limit(xi_prime, t, oo, S.Zero, on=on.but(y > 0)),
        rises=Limit(xi_prime / (1 - xi_prime), t, oo, -S.One, on=on.but(y < 0, Ne(drive + grip * Q, 0))))


@claim(XU, "Eq. (34)", uses=["xu2024/32", "xu2024/35"])
def constant_of_the_second_case():
    """-alpha' is the rest point of (q_i/q_i(0))^2 in Eq. (35), so for y < 0 the flow ends at q_i(0) sqrt(-alpha').

    The rate of q_i is q_i ((q_i/q_i(0))^2 + alpha') times -2 gamma^2 d rho^2 Q, for every sign of y.
    """
    return Equal(rate_of_q, -2 * grip * Q * q * (q**2 / q0**2 + alpha_prime),
                 on=one_mode.but(where={alpha_prime: printed[alpha_prime]}))


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
            "for y = 0 only.) Written B/((B + C) exp(4Bt) - C), with B and C of `thm-1:case-free`, it holds for every y != 0.",
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
        W=Equal(rate_W, ZeroMatrix(d, d0), on=network.but(Eq(u, ZeroMatrix(d, 1)))))


step, tilt = real(r"\epsilon"), real("k")


@claim(XU, "Proposition 2", "saddle", uses=["xu2024/prop-2:origin"])
def the_origin_is_a_saddle():
    """Beside the origin the loss is y^2 - 2 gamma y k |Wx|^2 s^2 + ..., which takes both signs with k, unless y = 0.

    Moved to u = s k Wx and s W. At y = 0 the origin is a minimum, not a saddle.
    """
    v = W * x
    moved = (gamma * Dot(step * tilt * v, step * v) - y)**2
    return Equal(moved, y**2 - 2 * gamma * y * tilt * step**2 * Dot(v, v) + gamma**2 * tilt**2 * step**4 * Dot(v, v)**2,
                 on=network.but(over=[step, tilt]))


@claim(XU, "Appendix A.2", "end-without-p", uses=["xu2024/prop-2"])
def where_the_second_case_ends():
    """For P = 0: y <= 0 ends with zero loss, y > 0 at the trivial saddle (gamma > 0).

    The output is -gamma rho d Q(t)/sqrt(eta_u eta_w).
    """
    output_of = -gamma * rho * d / sqrt(eta_u * eta_w)
    square = drive / ((drive + grip * Q) * exp(4 * drive * t) - grip * Q)
    on = nothing.but(gamma > 0)
    return every(
        negative=Limit(output_of * Q * square, t, oo, y, on=on.but(y < 0)),
        zero=Limit(output_of * Q / (1 + 4 * grip * Q * t), t, oo, S.Zero, on=on.at({y: S.Zero})),
        positive=Limit(square, t, oo, S.Zero, on=on.but(y > 0)))
