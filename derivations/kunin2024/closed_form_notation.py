"""The closed form of a(t), omega(t) and w(t): its abbreviations, the starts that it covers, and the motions that it solves."""

from sympy import Ge, S, exp, sqrt

from theoremtest.derivations.language import Domain, Dot, Flow, System

from .conventions_notation import DOWNSTREAM_MODES, MODES, UPSTREAM_MODES
from .notation import (
    D,
    P_minus,
    P_plus,
    a,
    a0,
    beta_star,
    delta,
    eta_a,
    eta_w,
    in_plane,
    lambda_minus,
    lambda_plus,
    omega,
    omega0,
    p,
    q,
    rates_positive,
    s,
    setting,
    t,
    trained,
    vector_flow,
    w,
)

lifted = Flow({**vector_flow.rates, D: eta_w * a**2 * D}, name="the whitened motion with D' = eta_w a^2 D, D(0) = 1")
linear_motion = {p: delta * p + eta_a * q, q: eta_w * s**2 * p}


def modes(slow, flat):
    """The closed form's abbreviations, in the order in which they build on one another.

    slow: the decaying rate lambda_-; flat: the integral of exp(delta t) from 0 to t.
    """
    fast = lambda_plus
    grown, decayed = P_plus * exp(fast * t), P_minus * exp(slow * t)
    square = (P_plus**2 * (exp(2 * fast * t) - 1) / (2 * fast) + 2 * P_plus * P_minus * flat
              + P_minus**2 * (exp(2 * slow * t) - 1) / (2 * slow))
    return {
        delta: fast + slow,
        s: sqrt(-fast * slow / (eta_a * eta_w)),
        a0: P_plus + P_minus,
        omega0: -(slow * P_plus + fast * P_minus) / eta_a,
        p: grown + decayed,
        q: -(slow * grown + fast * decayed) / eta_a,
        D: sqrt(1 + 2 * eta_w * square),
    }


total = lambda_plus + lambda_minus
starts = rates_positive & Domain(lambda_plus > 0, source=MODES) & setting(Ge(t, 0), over=[P_plus, P_minus])
off_balance = starts.but(lambda_minus < 0, where=modes(lambda_minus, (exp(total * t) - 1) / total), source=MODES)
upstream = off_balance.but(total > 0, source=UPSTREAM_MODES)
downstream = off_balance.but(total < 0, source=DOWNSTREAM_MODES)
balanced = starts.but(where=modes(-lambda_plus, t))
"""Any start with delta > 0, delta < 0 and delta = 0."""

unit_rates = {eta_a: S.One, eta_w: S.One}

kept_weights = (eta_w * a0**2 - delta) / eta_a
"""|w_0|^2, which delta leaves."""

from_the_start = trained(in_plane(a0, omega0, kept_weights))
from_the_start_at_unit_rates = trained(in_plane(a0, omega0, a0**2 - delta), S.One, S.One)


def planar_motion(level, **training):
    """Eqs. (29)-(30) with their learning rates, from (a_0, omega_0)."""
    return System({a: eta_a * omega - a * (eta_w * a**2 - level), omega: eta_w * (a * s**2 - a**2 * omega)},
                  {a: a0, omega: omega0}, read={a: a, omega: Dot(w, beta_star)}, **training)
