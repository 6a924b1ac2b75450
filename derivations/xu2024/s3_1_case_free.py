"""Theorem 1 in the form that needs no case distinction: P = 0, Q = 0, y = 0 and p_i(0) = 0 included, for every sign of gamma and y.

With A = gamma^2 d rho^2 P, C = gamma^2 d rho^2 Q, B = sqrt(eta_u eta_w) gamma rho y, S = sqrt(B^2 + 4 A C) = 1/t_c and
E = exp(-4 S t) the common factor alpha of all p_i^2 (and 1/alpha of all q_i^2) is n/m with

    n = 1 + E + (B + 2 C) (1 - E)/S,    m = 1 + E + (2 A - B) (1 - E)/S,

where (1 - E)/S is 4 t at S = 0. `signed` writes the difference that B hides by its sign, so that nothing cancels: S - |B| is
4 A C/(S + |B|).
"""

from sympy import Eq, Ge, Gt, ImmutableMatrix, Ne, exp, sqrt

from theoremtest.derivations.language import Domain, Equal, Holds, Limit, Solves, System, claim, every, matrix, real, vector

from .notation import (
    XU,
    P,
    P_t,
    Q,
    Q_t,
    alpha_minus,
    alpha_plus,
    by_roots,
    constants,
    d,
    decay,
    drive,
    eta_u,
    eta_w,
    gamma,
    grip,
    inverse_time,
    modes_initial,
    modes_rates,
    modes_solution,
    p,
    p0,
    q,
    q0,
    rho,
    t,
    xi,
    y,
)

B, S, E = real("B"), real("S"), real("E")
A, C = real("A"), real("C")

anything = constants & Domain(Ge(P, 0), Ge(Q, 0), Ge(t, 0), over=[y, p0, q0])
"""Every start and every target; a mean of squares is never negative."""

moves = anything.but(Ne(y**2 + P * Q, 0), where={A: grip * P, B: drive, C: grip * Q, S: inverse_time, E: exp(-4 * S * t)})
still = anything.but(where={A: grip * P, C: grip * Q})
"""For S = 0: no target, and P or Q vanishes."""

n = 1 + E + (B + 2 * C) * (1 - E) / S
m = 1 + E + (2 * A - B) * (1 - E) / S
m_stable = 2 * E + 2 * A * (1 - E) / S + 4 * A * C * (1 - E) / (S * (S + B))
n_stable = 2 * E + 2 * C * (1 - E) / S + 4 * A * C * (1 - E) / (S * (S - B))
n_still, m_still = 1 + 4 * C * t, 1 + 4 * A * t


@claim(XU, "Theorem 1", "case-free", uses=["xu2024/24", "xu2024/24:q"], origin="derived")
def case_free_solution():
    """p_i = p_i(0) sqrt(n/m) and q_i = q_i(0) sqrt(m/n) solve the modes' motion from every start.

    Nothing is divided by P, Q, y or p_i(0). Where y = 0 and P or Q vanishes too, the form is its limit at S = 0.
    """
    no_target = {state: rate.subs(y, 0) for state, rate in modes_rates.items()}
    return every(
        moving=Solves(System(modes_rates, modes_initial), modes_solution(n, m), on=moves),
        no_P=Solves(System(no_target, modes_initial), modes_solution(n_still, m_still), on=still.but(Eq(P, 0))),
        no_Q=Solves(System(no_target, modes_initial), modes_solution(n_still, m_still), on=still.but(Eq(Q, 0))))


two_u, two_W = vector("u", 2), matrix("W", 2, 1)
others = {"p": sqrt(2 * P - p0**2), "q": sqrt(2 * Q - q0**2)}
"""The second neuron's p and q, which the first one's and the means of squares leave."""


def trained(rates):
    """The modes' motion at width 2 and one input, with the network that has this start for a route that trains it."""
    back, forward = 1 / sqrt(eta_w), 1 / sqrt(eta_u)
    read_p = [(sqrt(eta_u) * two_W[i, 0] + sqrt(eta_w) * two_u[i, 0]) / 2 for i in (0, 1)]
    read_q = [(sqrt(eta_u) * two_W[i, 0] - sqrt(eta_w) * two_u[i, 0]) / 2 for i in (0, 1)]
    return System(
        {state: rate.subs(d, 2) for state, rate in rates.items()}, modes_initial, network="latent-variable",
        learning_rates={two_u: eta_u, two_W: eta_w}, data=(ImmutableMatrix([[gamma * rho]]), ImmutableMatrix([[y]])),
        read={p: read_p[0], q: read_q[0], P_t: (read_p[0]**2 + read_p[1]**2) / 2, Q_t: (read_q[0]**2 + read_q[1]**2) / 2},
        lift={two_u: ImmutableMatrix([back * (p0 - q0), back * (others["p"] - others["q"])]),
              two_W: ImmutableMatrix([forward * (p0 + q0), forward * (others["p"] + others["q"])])})


@claim(XU, "Theorem 1", "trained", uses=["xu2024/thm-1:case-free"], origin="derived")
def case_free_on_a_trained_network():
    """The same at width 2 and one input x = rho, where a route can train the network itself from the start that (p, q, P, Q) name."""
    on = anything.at({d: 2}).but(Ge(2 * P, p0**2), Ge(2 * Q, q0**2), Ne(y**2 + P * Q, 0))
    where = {A: (grip * P).subs(d, 2), B: drive, C: (grip * Q).subs(d, 2), S: inverse_time.subs(d, 2), E: exp(-4 * S * t)}
    return Solves(trained(modes_rates), modes_solution(n, m), on=on.but(where=where))


@claim(XU, "Theorem 1", "case-free-printed", uses=["xu2024/thm-1:case-free", "xu2024/thm-1"], origin="derived")
def case_free_is_theorem_1():
    """Where Theorem 1 speaks, n/m is its alpha = (alpha_+ - xi alpha_-)/(1 - xi)."""
    start = (1 - alpha_plus) / (1 - alpha_minus)
    on = by_roots.but(Ge(t, 0), where={xi: start * decay, A: grip * P, B: drive, C: grip * Q,
                                       S: grip * P * (alpha_plus - alpha_minus), E: exp(-4 * S * t)})
    return every(
        S=Equal(S**2, B**2 + 4 * A * C, on=on),
        alpha=Equal(n / m, (alpha_plus - xi * alpha_minus) / (1 - xi), on=on))


@claim(XU, "Theorem 1", "case-free-stable", uses=["xu2024/thm-1:case-free"], origin="derived")
def stable_form():
    """n and m as sums of terms of one sign: for B >= 0 n has none to lose, and m = 2E + 2A(1-E)/S + 4AC(1-E)/(S(S+B)).

    For B <= 0 the roles are exchanged: m has none to lose, and n = 2E + 2C(1-E)/S + 4AC(1-E)/(S(S-B)).
    """
    on = Domain(Ge(A, 0), Ge(C, 0), Ge(t, 0), Ne(B**2 + A * C, 0), where={S: sqrt(B**2 + 4 * A * C), E: exp(-4 * S * t)})
    return every(
        m=Equal(m, m_stable, on=on.but(Ge(B, 0))),
        n=Equal(n, n_stable, on=on.but(Ge(-B, 0))))


@claim(XU, "Theorem 1", "case-free-defined", uses=["xu2024/thm-1:case-free", "xu2024/thm-1:case-free-stable"], origin="derived")
def case_free_is_defined():
    """n and m are positive at all times, so both roots and both quotients have a meaning; at S = 0 the form is continuous.

    For B >= 0, m in its stable form; for B <= 0 the same with A and C, m and n exchanged.
    """
    on = Domain(Ge(A, 0), Ge(B, 0), Ge(C, 0), Ge(t, 0), S > 0, where={E: exp(-4 * S * t)})
    return every(
        n=Holds(Gt(n, 0), on=on), m=Holds(Gt(m_stable, 0), on=on),
        limit=Limit((1 - E) / S, S, 0, 4 * t, on=Domain(S > 0, Ge(t, 0), where={E: exp(-4 * S * t)})))


@claim(XU, "Theorem 1", "case-free-residual", uses=["xu2024/thm-1:case-free", "xu2024/27"], origin="derived")
def residual_without_cancellation():
    """The residual A n/m - C m/n - B, which drives everything, is 4 E (A - B - C)/(n m).

    gamma rho d (alpha P - Q/alpha)/sqrt(eta_u eta_w) - y is this over B/y; it keeps its sign and decays like exp(-4 S t).
    """
    on = Domain(Ge(A, 0), Ge(C, 0), Ge(t, 0), Ne(B**2 + A * C, 0), over=[B], where={S: sqrt(B**2 + 4 * A * C), E: exp(-4 * S * t)})
    return Equal(A * n / m - C * m / n - B, 4 * E * (A - B - C) / (n * m), on=on)
