"""Symbols and functions of the mirror-flow analysis (Appendix A.4), where eta_a eta_w = 1 unless a claim says otherwise.

`x` is the scalar argument of the paper's functions, |beta|^2 in (49)-(58) and |beta| from (63) on; `S` abbreviates the
square root sqrt(delta^2 + 4 ...) that runs through the section.
"""

from sympy import Identity, Rational, sqrt

from theoremtest.derivations.language import Domain, Dot, Norm, real

from .conventions_notation import NONZERO_BETA, SQUARE_OF_BETA
from .notation import X, a, beta, beta0, d, delta, rates_positive, w, y

x = real("x")
g_value = real("g")
rho_rest = real(r"r^2")
b_i, b_j, b_k = real(r"\beta_i"), real(r"\beta_j"), real(r"\beta_k")
N = real(r"\|\beta\|^2")
r = real(r"\|\beta\|")

BB = Dot(beta, beta)
outer = beta * beta.T

nonzero = Domain(BB > 0, over=[beta, delta], source=NONZERO_BETA)
"""Any delta, beta != 0, any dimension."""

with_rates = nonzero & rates_positive

scalar_domain = Domain(x > 0, over=[delta], source=SQUARE_OF_BETA)


def kappa(square, product=1):
    """sqrt(delta^2 + 4 eta_a eta_w |beta|^2), given |beta|^2 and the product of the rates."""
    return sqrt(delta**2 + 4 * product * square)


def M(product=1, square=BB, direction=outer):
    """The preconditioner of Eqs. (39) and (46)."""
    k = kappa(square, product)
    return (k + delta) / 2 * Identity(d) + (k - delta) / (2 * square) * direction


def f(argument):
    """f_delta of Eq. (49)."""
    return 2 / (kappa(argument) + delta)


def h(argument):
    """h_delta of Eq. (49)."""
    return (kappa(argument) - delta) / (argument * kappa(argument) * (kappa(argument) + delta))


def g(argument):
    """g_delta with c = 1, the time warp found after Eq. (58)."""
    return sqrt(kappa(argument) + delta)


def q(argument, product=1):
    """q of Eq. (63), which is Psi_delta of Theorem 3.1 as a function of the norm."""
    k = kappa(argument**2, product)
    return Rational(1, 3) * (k - 2 * delta) * sqrt(k + delta)


def psi(square, product=1):
    """psi_delta of Theorem 3.1, given |beta_0|^2."""
    return sqrt(kappa(square, product) - delta)


def q_azulay(argument):
    """q_delta of Theorem A.2."""
    root = sqrt(argument**2 + delta**2 / 4)
    return (argument**2 - delta / 2 * (delta / 2 + root)) * sqrt(root - delta / 2) / argument


residual = X * beta - y


def trained_from(rate_a, rate_w):
    """The network whose training a minimisation describes: the start with a w = beta_0 and the given delta, a > 0."""
    first = sqrt((kappa(Dot(beta0, beta0), rate_a * rate_w) + delta) / (2 * rate_w))
    return {"network": "single-neuron", "learning_rates": {a: rate_a, w: rate_w}, "lift": {a: first, w: beta0 / first}}


started = Domain(Dot(beta0, beta0) > 0, over=[beta0], source=NONZERO_BETA)
"""A nonzero initialisation in function space."""

__all__ = ["BB", "M", "N", "Norm", "b_i", "b_j", "b_k", "f", "g", "g_value", "h", "kappa", "nonzero", "outer", "psi", "q",
           "q_azulay", "r", "residual", "rho_rest", "scalar_domain", "started", "trained_from",
           "with_rates", "x"]
