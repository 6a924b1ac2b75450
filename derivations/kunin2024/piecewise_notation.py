"""Symbols, flow and domains of one hidden neuron of a two-layer piecewise linear network (Section 5 and Appendix C.2).

The other neurons of the network, any number of them, enter the motion of neuron i only through what they add to the outputs, g.
Between switching times its row of C is fixed; here C is that row on the diagonal, so that the rows of C X are c_ij x_j
and xi_i = sum_j c_ij x_j rho_j = (C X)^T rho. Nothing below needs C to be diagonal, and the index i is left out.
"""

from sympy import Abs, Identity, Ne, sqrt

from theoremtest.derivations.language import Domain, Dot, GatedFlow, dimension, matrix, real, vector

from .conventions_notation import LEAKY_SLOPE, NONZERO_CONTRIBUTION
from .notation import X, a, d, delta, eta_a, eta_w, mu, n, rates_positive, w, y

h = dimension("k")
gamma, z = real(r"\gamma"), real("z")
C, g = matrix("C", n, n), vector("g", n)
b, U = vector("b", h), matrix("U", h, d)
beta_i = vector(r"\beta_i", d)

slope = Domain(gamma >= 0, gamma < 1, source=LEAKY_SLOPE)
"""gamma in [0, 1): ReLU at 0, leaky ReLU above."""


def sigma(value):
    """max(z, gamma z) with its two slopes apart: the mean slope times z and half their difference times |z| (`app-C.2:activation`)."""
    return (1 + gamma) / 2 * value + (1 - gamma) / 2 * Abs(value)


neuron = rates_positive & Domain(over=[a, w, X, y, C, g, b, U]) & slope
"""Any parameters, data, other neurons, positive rates."""

active_data = C * X
contribution = a * (C * (X * w))
"""a_i sigma(w_i^T x_j) for all j."""

rho = contribution + g - y
xi = active_data.T * rho
square = Dot(w, w)

training = GatedFlow(Dot(rho, rho) / 2, {a: eta_a, w: eta_w}, name="gradient flow between switching times",
                     network="two-layer-piecewise", data=(X, y), gate=C, rest=g, others=(b, U), gamma=gamma)

M = eta_w * a**2 * Identity(d) + eta_a * w * w.T
conserved = eta_w * a**2 - eta_a * square

moving = neuron.but(Ne(a, 0), square > 0, source=NONZERO_CONTRIBUTION).but(where={delta: conserved, mu: a * sqrt(square)})
"""beta_i != 0; delta_i and mu_i read off the parameters."""

direction = w / sqrt(square)
"""hat beta_i in the parameters (`app-C.2:coordinates`)."""

kappa = sqrt(delta**2 + 4 * eta_a * eta_w * mu**2)
radial, angular = kappa, (kappa + delta) / (2 * mu)
"""The factors of Eqs. (9) and (127) in front of hat beta^T xi and of the projected xi."""

