"""The single-neuron trajectory in the form in which it is computed: decaying exponentials, sums of terms of one sign, no case split.

With D = exp(eta_w int a^2), p = a D and q = (w.beta_*) D, the gradient flow of Kunin et al. 2024, Eqs. (14)-(15), is the linear
system p' = delta p + eta_a q, q' = eta_w s^2 p (s = |beta_*|), with D^2 = 1 + 2 eta_w int p^2. Its rates are
lambda_+ > 0 > lambda_- with lambda_+ - lambda_- = S = sqrt(delta^2 + 4 eta_a eta_w s^2) and lambda_+ + lambda_- = delta.
Divided by exp(lambda_+ t), and with y = w_0.beta_*/s, z = |w_0 - y beta_*/s|, E = exp(-S t), m = (1 - E)/S,
u = lambda_+ a_0 + eta_a s y, kappa = eta_w/lambda_+,

    p   -> a_0 E + m u,
    q/s -> y E + m s kappa u,
    D^2 -> E (1 + (eta_w a_0^2 + eta_a y^2) m) + eta_a z^2 psi + kappa u^2 m^2,    psi = exp(-2 lambda_+ t) int_0^t exp(delta t'),

where every term of D^2 is nonnegative. S = |delta| + 2 mu with mu the smaller of lambda_+ and -lambda_-, so the two decays
exp(-|delta| t) and exp(-mu t) give E, m and psi without a difference of near equals. The factor exp(-mu t) cancels
between p and D on the separatrix, u = 0; there it is left out. ``meaning`` says what each symbol stands for.
"""

from __future__ import annotations

import sympy as sp

from theoremtest.derivations.language.functions import Decay, Decayed

t = sp.Symbol("t", nonnegative=True)

# The two rates of decay, |delta| and mu, and their digits beyond a double (zero in exact arithmetic).
gap, gap_low, slow, slow_low = sp.symbols("gap gap_low slow slow_low", nonnegative=True)
# Inverses of |delta| and S; where one vanishes, its inverse is given as 0 and its flag as 1, else the flag is 0.
inverse_gap, no_gap, inverse_S, no_S = sp.symbols("inverse_gap no_gap inverse_S no_S", nonnegative=True)
# Flags: 1 for delta < 0; 1 on the separatrix. A power of two that keeps D away from underflow.
downstream, stuck, scale = sp.symbols("downstream stuck scale", nonnegative=True)
# The start: a_0, y, eta_w a_0^2 + eta_a y^2, eta_a z^2, and a_0 y - s.
a_0, y, speed, side, misfit, s = sp.symbols("a_0 y speed side misfit s", real=True)
# The distance to the separatrix: u, s kappa u, kappa u^2, times ``scale`` and its square.
u_a, u_w, u_D = sp.symbols("u_a u_w u_D", real=True)

CONSTANTS = (gap, gap_low, slow, slow_low, inverse_gap, no_gap, inverse_S, no_S, downstream, stuck, scale,
             a_0, y, speed, side, misfit, s, u_a, u_w, u_D)

_fast, _fast_gone = Decay(gap, gap_low, t), Decayed(gap, gap_low, t)
_slow, _slow_gone = Decay(slow, slow_low, t), Decayed(slow, slow_low, t)
_fall = sp.Max(_fast, downstream)  # exp(-lambda_+ t) = _fall * _slow
_kept = sp.Max(scale * _slow, stuck)
_m = inverse_S * (_fast_gone + _fast * _slow_gone * (1 + _slow)) + no_S * t
_g = inverse_gap * _fast_gone + no_gap * t * (1 - gap * t / 2)  # the second term tells the slope where |delta| = 0
_D_squared = _kept**2 * (_fast * (1 + speed * _m) + _fall * side * _g) + u_D * _m**2

a = (_kept * _slow * _fast * a_0 + _m * u_a) / sp.sqrt(_D_squared)
"""a(t)."""

along = (_kept * _slow * _fast * y + _m * u_w) / sp.sqrt(_D_squared)
"""w(t).beta_*/|beta_*|."""

across = _kept * _fall / sp.sqrt(_D_squared)
"""The factor 1/D by which the part of w_0 orthogonal to beta_* has shrunk."""

residual = _kept**2 * (misfit * _fast - s * side * _fall * _g) / _D_squared
"""a w.beta_*/|beta_*| - |beta_*|, the residual along beta_*, without a difference of near equals."""


def meaning(delta: sp.Expr, a0: sp.Expr, y0: sp.Expr, z0: sp.Expr, norm: sp.Expr, eta_a: sp.Expr, eta_w: sp.Expr,
            sign: int) -> dict[sp.Symbol, sp.Expr]:
    """What each constant stands for, off the separatrix; ``sign`` is the sign of delta (-1, 0 or 1).

    Takes w_0.beta_*/|beta_*| as ``y0``, the length of w_0's other part as ``z0``, |beta_*| as ``norm``. The value for sign 0
    has delta = 0.
    """
    delta = delta if sign else sp.S.Zero
    width = sp.sqrt(delta**2 + 4 * eta_a * eta_w * norm**2)
    size = sign * delta
    small = (width - size) / 2
    upper = small if sign < 0 else (width + size) / 2
    u = upper * a0 + eta_a * norm * y0
    kappa = eta_w / upper
    return {
        gap: size, gap_low: sp.S.Zero, slow: small, slow_low: sp.S.Zero,
        inverse_gap: 1 / size if sign else sp.S.Zero, no_gap: sp.Integer(sign == 0),
        inverse_S: 1 / width, no_S: sp.S.Zero, downstream: sp.Integer(sign < 0), stuck: sp.S.Zero, scale: sp.S.One,
        a_0: a0, y: y0, speed: eta_w * a0**2 + eta_a * y0**2, side: eta_a * z0**2, misfit: a0 * y0 - norm, s: norm,
        u_a: u, u_w: norm * kappa * u, u_D: kappa * u**2,
    }
