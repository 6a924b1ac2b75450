"""Symbols, flow and domains of the two-layer linear network f(x) = A^T W x with several outputs (Section 4, Appendix B.1).

Shapes: W is h x d, A is h x c, X is n x d, Y is n x c, beta = W^T A is d x c; every size is free. `e` stands for a unit
vector of the hidden layer, so that neuron i has w_i = W^T e_i and a_i = A^T e_i; a sum over neurons binds it.
"""

from sympy import Gt, Trace, sqrt

from theoremtest.derivations.language import Domain, Dot, GradientFlow, dimension, kronecker_sum, matrix, real, vector

from .conventions_notation import NONZERO_NEURONS
from .notation import eta_a, eta_w, rates_positive

c, d, h, n = (dimension(name) for name in "cdhn")
W, A, X, Y = matrix("W", h, d), matrix("A", h, c), matrix("X", n, d), matrix("Y", n, c)
e = vector("e", h)
product = eta_a * eta_w

network = W.T * A
"""beta = W^T A."""


def gradient_of(predictor):
    """X^T P with P = X beta - Y: the gradient of the loss in function space."""
    return X.T * (X * predictor - Y)


fit = X * network - Y
wide_training = GradientFlow(Trace(fit.T * fit) / 2, {W: eta_w, A: eta_a}, name="gradient flow of the loss",
                             network="two-layer", data=(X, Y))
"""Gradient flow of the loss of Section 1's notation, half the sum of squared residuals over samples and outputs."""

wide = Domain(over=[W, A, X, Y]) & rates_positive
"""Any parameters, any data, any positive rates, any sizes."""

in_layers = kronecker_sum(eta_w * A.T * A, eta_a * W.T * W)
"""M of Eqs. (6), (79) and (100) in terms of the layers."""

a_i, w_i = vector("a_i", c), vector("w_i", d)
delta_i = real(r"\delta_i")
B_i = w_i * a_i.T
size2 = Trace(B_i.T * B_i)
"""|beta_i|_F^2 of one neuron with weights w_i and read-out a_i."""

alive = Domain(Gt(Dot(a_i, a_i), 0), Gt(Dot(w_i, w_i), 0), over=[a_i, w_i], source=NONZERO_NEURONS) & rates_positive & Domain(
    where={delta_i: eta_w * Dot(a_i, a_i) - eta_a * Dot(w_i, w_i)})
"""One hidden neuron with beta_i != 0, its delta_i written out."""


def kappa_of(delta, square, rates=product):
    """sqrt(delta^2 + 4 eta_a eta_w |beta|^2)."""
    return sqrt(delta**2 + 4 * rates * square)


def contribution(beta, delta, square):
    """M_i of Eqs. (7) and (87)."""
    k = kappa_of(delta, square)
    return kronecker_sum((k + delta) / (2 * square) * (beta.T * beta), (k - delta) / (2 * square) * (beta * beta.T))
