"""The trajectory of the two-layer linear network on one input direction, in the form in which it is computed.

Decaying exponentials, sums of terms of one sign, no case split.

For f = gamma u.v with v = W x, loss (f - y)^2 and rates eta_u, eta_w the flow is u' = -2 eta_u gamma e v,
v' = -2 eta_w gamma r^2 e u, with e = gamma u.v - y, r = |x|. Let k = r sqrt(eta_u eta_w), B = u_0.v_0, and

    p = sqrt(eta_u) v + sqrt(eta_w) r u,    q = sqrt(eta_u) v - sqrt(eta_w) r u

(the modes of Xu and Ziyin 2024, Eq. 4, times 2 r). Then p' = -2 gamma k e p and q' = 2 gamma k e q: one mode grows by 1/G,
the other falls by G. With the weights L = gamma^2 |growing|^2 and F = gamma^2 |falling|^2 at the start, b = 2 k gamma y
counted positive in the growing direction, and omega = sqrt(b^2 + L F), the Riccati equation of 1/G^2 is linear:
G^2 = m/n with

    n = h^2 + sigma (omega + b + F),    m = h^2 + sigma (omega - b + L),    h = exp(-omega t),  sigma = (1 - h^2)/(2 omega).

omega + b and omega - b have the product L F, so neither is ever a difference. The vectors follow from

    u = G u_0 + sqrt(eta_u) j (growing),    v = G v_0 + s sqrt(eta_w) r j (growing),    j = J/sqrt(n m),    J = -2 gamma e_0 sigma,

s = 1 where p grows and -1 where q does, and e = e_0 h^2/(n m). Vanishing rates, modes and targets need no formula of their
own: k = 0 leaves G = 1. Only a start on the saddle's stable manifold (L = 0, b > 0) lets the factor h cancel between m and h,
where it is left out. ``meaning`` says what each symbol stands for.
"""

from __future__ import annotations

import sympy as sp

from theoremtest.derivations.language.functions import Decay, Decayed, Hypot

t = sp.Symbol("t", nonnegative=True)

# omega, and its digits beyond a double (zero in exact arithmetic); its inverse, 0 where omega = 0, and the flag of that case.
rate, rate_low, inverse_rate, no_rate = sp.symbols("rate rate_low inverse_rate no_rate", nonnegative=True)
# Square roots of omega + b + F and of omega - b + L.
grow, shrink = sp.symbols("grow shrink", nonnegative=True)
# Flag: 1 on the stable manifold of the saddle.
stuck = sp.Symbol("stuck", nonnegative=True)
# -2 gamma e_0, and the same but 0 where ``stuck``; e_0 (which the kernel of the solver does not take).
drive, pull, misfit = sp.symbols("drive pull misfit", real=True)

CONSTANTS = (rate, rate_low, inverse_rate, no_rate, grow, shrink, stuck, drive, pull, misfit)

_kept, _gone = Decay(rate, rate_low, t), Decayed(rate, rate_low, t)
_sigma = inverse_rate * _gone * (1 + _kept) / 2 + no_rate * t
_n = Hypot(_kept, grow * sp.sqrt(_sigma))
_m = Hypot(_kept, shrink * sp.sqrt(_sigma))

fall = _m / _n
"""G, the factor of the falling mode, at most 1."""

push = pull * _sigma / (_n * sp.Max(_m, stuck))
"""j, what the growing mode has given to u and v."""

reach = drive * _sigma / _n**2
"""J/n: 2 k |J|/n = 1 - G^2."""

left = sp.Max(_kept, stuck) / (sp.Max(_m, stuck) * _n)
"""The square root of what is left of the residual; squared only when evaluated, so that it may be tiny."""

residual = misfit * left**2
"""e = f - y, without a difference of near equals."""


def meaning(L: sp.Expr, F: sp.Expr, b: sp.Expr, gamma: sp.Expr, e0: sp.Expr) -> dict[sp.Symbol, sp.Expr]:
    """What each constant stands for where omega > 0, off the stable manifold of the saddle."""
    omega = sp.sqrt(b**2 + L * F)
    return {
        rate: omega, rate_low: sp.S.Zero, inverse_rate: 1 / omega, no_rate: sp.S.Zero,
        grow: sp.sqrt(omega + b + F), shrink: sp.sqrt(omega - b + L), stuck: sp.S.Zero,
        drive: -2 * gamma * e0, pull: -2 * gamma * e0, misfit: e0,
    }
