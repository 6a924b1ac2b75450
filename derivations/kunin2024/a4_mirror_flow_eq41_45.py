"""Appendix A.4.1: the mirror-flow argument for a general potential, Eqs. (40)-(45).

The potential Phi is left general: its values, gradients and Hessian are symbols, related by what the text assumes.
"""

from sympy import Eq, Identity, ZeroMatrix

from theoremtest.derivations.language import (
    Domain,
    Dot,
    Equal,
    Erratum,
    Evolves,
    Flow,
    Gradient,
    Printed,
    Step,
    claim,
    matrix,
    real,
    vector,
)

from .conventions_notation import INTERPOLATORS, MIRROR
from .mirror_notation import g_value
from .notation import KUNIN, X, beta, beta0, d, n, y

slope, slope0, slope_end = vector(r"\nabla\Phi(\beta)", d), vector(r"\nabla\Phi(\beta_0)", d), vector(r"\nabla\Phi(\beta(\infty))", d)
value, value0, value_end = real(r"\Phi(\beta)"), real(r"\Phi(\beta_0)"), real(r"\Phi(\beta(\infty))")
hessian, metric = matrix(r"\nabla^2\Phi(\beta)", d, d), matrix("M", d, d)
inverse_metric = matrix("M^{-1}", d, d)
total = vector(r"\int\rho", n)
beta_end, beta_other = vector(r"\beta(\infty)", d), vector(r"\beta'", d)
kernel_part = vector("u", d)
rho = X * beta - y
mirror = Domain(Eq(hessian * metric, Identity(d)), over=[beta, X, y], source=MIRROR)
"""M is the inverse of the Hessian: Eq. (44)."""


def bregman(at_value, at, from_value, from_slope, origin):
    """The Bregman divergence of the text after Eq. (41)."""
    return at_value - from_value - Dot(from_slope, at - origin)


@claim(KUNIN, "Eq. (41)", uses=["kunin2024/43"])
def limit_minimises_the_bregman_divergence():
    """No interpolator is closer to beta(0) than the limit, in the potential's Bregman divergence.

    For a second interpolator beta(infinity) + u, X u = 0, the three-point identity and Eq. (43) give the excess exactly:
    it is the divergence between the two, which convexity keeps from being negative.
    """
    other = beta_end + kernel_part
    on = Domain(Eq(X * kernel_part, ZeroMatrix(n, 1)), over=[beta_end, beta0, slope0, total, value, value0, value_end],
                source=INTERPOLATORS).but(where={slope_end: slope0 - X.T * total})
    excess = bregman(value, other, value0, slope0, beta0) - bregman(value_end, beta_end, value0, slope0, beta0)
    return Equal(excess, bregman(value, other, value_end, slope_end, beta_end), on=on)


@claim(KUNIN, "Eq. (42)", uses=["kunin2024/41"])
def implicit_bias_is_the_divergence_up_to_a_constant():
    """D(beta, beta(0)) and Q(beta) differ by a constant, so they have the same minimisers."""
    bias = value - Dot(slope0, beta)
    constant = -value0 + Dot(slope0, beta0)
    return Equal(bregman(value, beta, value0, slope0, beta0) - bias, constant,
                 on=Domain(over=[beta, beta0, slope0, value, value0]))


@claim(KUNIN, "Eq. (43)", uses=["kunin2024/43:dual-flow"])
def integrated_dual_flow():
    """The gradient of the potential moves by -X^T times the integrated residual.

    The gradient moves by the Hessian times the velocity of Eq. (40), the Hessian being M's inverse as Eq. (44) asks.
    """
    velocity = -metric * X.T * rho
    flow = Flow({beta: velocity, slope: hessian * velocity, total: rho},
                name="the mirror flow (40), the gradient of its potential by the chain rule, and the integrated residual")
    loss = Dot(X * beta - y, X * beta - y) / 2
    return Printed(
        Evolves(slope + X.T * total, ZeroMatrix(d, 1), along=flow, on=mirror.but(over=[slope, total])),
        derivation=(Step(Gradient(loss, beta, X.T * rho, on=Domain(over=[beta, X, y])), "X^T rho is the loss's gradient"),))


@claim(KUNIN, "Eq. (43)", "dual-flow")
def dual_flow():
    """The mirror flow (40) rewritten for the gradient of the potential.

    The stored text reads `(grad Phi) = -X^T rho`: the dot over the left side is lost.
    """
    corrected = Equal(hessian * (-metric * X.T * rho), -X.T * rho, on=mirror)
    return Printed(
        Equal(slope, -X.T * rho, on=Domain(over=[beta, X, y, slope])),
        latex=r"(\nabla\Phi_\alpha(\beta)) = -X^\top\rho",
        erratum=Erratum("garbled", "The time derivative on the left is lost in the text; the gradient itself is not -X^T rho, "
                        "its rate of change Hessian times beta-dot is.", corrected))


def _multiplier(where_title, integral_latex):
    on = Domain(over=[X, slope0, total], where={slope_end: slope0 - X.T * total})
    of_the_bias = slope_end - slope0
    return Printed(
        Equal(of_the_bias, X.T * total, on=on),
        latex=rf"\nabla Q(\beta(\infty)) = X^\top \nu, \quad \nu = {integral_latex}",
        erratum=Erratum("wrong", f"The integrated flow {where_title} gives -X^T times the integral, so the multiplier is minus the "
                        "integral. The conclusion, that some multiplier exists, is not affected.",
                        Equal(of_the_bias, X.T * (-total), on=on)))


@claim(KUNIN, "Eq. (43)", "multiplier", uses=["kunin2024/43"])
def multiplier():
    """The multiplier of the KKT condition, as the text defines it after Eq. (43)."""
    return _multiplier("(43)", r"\int_0^\infty \rho(t)\, dt")


@claim(KUNIN, "Eq. (45)", uses=["kunin2024/43:dual-flow"])
def warped_dual_flow():
    """With a warp g the gradient of the potential moves by -g X^T rho: the same argument in warped time.

    The Hessian is g times an inverse, as printed: its product with the metric alone would leave both open where g = 0.
    """
    warped = Domain(Eq(inverse_metric * metric, Identity(d)), over=[beta, X, y, g_value], source=MIRROR).but(
        where={hessian: g_value * inverse_metric})
    return Printed(Equal(hessian * (-metric * X.T * rho), -g_value * (X.T * rho), on=warped), defines=(hessian,))


@claim(KUNIN, "Eq. (45)", "multiplier", uses=["kunin2024/45", "kunin2024/43:multiplier"])
def warped_multiplier():
    """The multiplier of the warped flow, as the text defines it after Eq. (45)."""
    return _multiplier("of (45)", r"\int_0^\infty g(\beta(t'))\rho(t')\, dt'")
