"""The trajectory of one mode a b of a diagonal linear network, in the form in which it is computed: decaying exponentials, sums of
terms of one sign, no case split.

With f = sum_i a_i b_i x_i, uncorrelated inputs and target scales S_i, each mode has a' = kappa (S - a b) b, b' = kappa (S - a b) a,
kappa the learning rate times E[x_i^2] (Nam 2024, Eqs. 3.6 and B.6). So p = a + b and q = a - b obey

    p' = kappa (S - a b) p,    q' = -kappa (S - a b) q,    p q = a^2 - b^2 = C,    4 a b = p^2 - q^2 :

one grows by 1/G while the other falls by G, and the square P of the growing one, with s = 1 for p and -1 for q, obeys the
Riccati equation P' = kappa (2 s S P - P^2/2 + C^2/2), whose fixed points 2 s S + R and 2 s S - R, R = sqrt(4 S^2 + C^2), have the
product -C^2. By the equation's linear system, with g and f what grows and what falls, at the start, h = exp(-kappa R t/2) and
sigma = (1 - h^2)/(2 R),

    G^2 = m^2/n^2,    n^2 = h^2 + sigma (R + 2 s S + f^2),    m^2 = h^2 + sigma (R - 2 s S + g^2),

in which R + 2 s S and R - 2 s S, of product C^2, are never differences. Then

    a = G a_0 + j g,    b = G b_0 + s j g,    j = (1/G - G)/2 = 2 |S - a_0 b_0| sigma/(n m),    S - a b = (S - a_0 b_0) h^2/(n m)^2.

These are the expressions of ``latent_variable_form``, of which a mode is the case of one neuron and one input, in units that leave
its roots of learning rates out; they are taken from there, ``left`` being h/(n m). ``meaning`` says what each symbol stands for. A
start with g = 0 whose s S is positive stays on the stable manifold of the saddle a = b = 0 (``stuck``).
"""

from __future__ import annotations

import sympy as sp

from theoremtest.derivations.toolbox.latent_variable_form import (
    drive,
    fall,
    grow,
    inverse_rate,
    left,
    misfit,
    no_rate,
    pull,
    push,
    rate,
    rate_low,
    shrink,
    stuck,
    t,
)

__all__ = ["CONSTANTS", "fall", "left", "meaning", "push", "t"]

CONSTANTS = (rate, rate_low, inverse_rate, no_rate, grow, shrink, stuck, pull)


def meaning(growing: sp.Expr, falling: sp.Expr, target: sp.Expr, side: sp.Expr, kappa: sp.Expr) -> dict[sp.Symbol, sp.Expr]:
    """What each constant stands for where R > 0, off the stable manifold: of g, f, S, s and kappa above."""
    R = sp.sqrt(4 * target**2 + (growing * falling) ** 2)
    short = side * target - (growing**2 - falling**2) / 4  # s (S - a_0 b_0), which is not negative
    return {
        rate: kappa * R / 2, rate_low: sp.S.Zero, inverse_rate: 1 / R, no_rate: sp.S.Zero, stuck: sp.S.Zero,
        grow: sp.sqrt(R + 2 * side * target + falling**2), shrink: sp.sqrt(R - 2 * side * target + growing**2),
        drive: 2 * short, pull: 2 * short, misfit: -side * short,
    }
