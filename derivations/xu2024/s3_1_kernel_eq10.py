"""Section 3.1, the tangent kernel: what enters the motion of the outputs, Eq. (10), and when it is the usual kernel."""

from sympy import Eq

from theoremtest.derivations.language import Dot, Equal, Erratum, Evolves, Printed, claim, every, real, vector

from .notation import XU, W, d0, eta_u, eta_w, gamma, network, output, p_vector, parameters, q_vector, rho_of_x, training, u, x, y

K = real("K(x, z)")
other, third = vector("z", d0), vector(r"\bar{z}", d0)
"""Two further inputs: the kernel is a function of any two, x itself being the one that is trained on."""


def kernel(left, right, rate_of_rows, rate_of_u):
    """gamma^2 left^T (rate_of_rows W^T W + rate_of_u |u|^2 I) right."""
    return gamma**2 * (rate_of_rows * Dot(W * left, W * right) + rate_of_u * Dot(u, u) * Dot(left, right))


@claim(XU, "Eq. (10)", uses=["xu2024/18"])
def tangent_kernel():
    """The kernel K(z, x) that moves the output at any input z by -2 K (f(x) - y).

    The sign of the motion is a claim of its own, `10:sign`.
    """
    def statement(rate_of_rows, rate_of_u):
        return Evolves(gamma * Dot(u, W * other), -2 * K * (output - y), along=training,
                       on=parameters.but(over=[other]).but(where={K: kernel(other, x, rate_of_rows, rate_of_u)}))

    return Printed(statement(eta_w, eta_u), defines=(K,), erratum=Erratum(
        "wrong", "The learning rates are exchanged: W^T W comes from training u, so it carries eta_u, and |u|^2 carries eta_w. Eqs. "
        "(37) and (38) have them right; the printed kernel agrees only at equal rates.", statement(eta_u, eta_w)))


@claim(XU, "Eq. (10)", "sign", uses=["xu2024/10"])
def outputs_fall_down_the_residual():
    """The outputs move by 2 K(z, x) (f(x) - y), as the definition of K has it before Eq. (10)."""
    def statement(sign):
        return Evolves(gamma * Dot(u, W * other), sign * 2 * kernel(other, x, eta_u, eta_w) * (output - y), along=training,
                       on=parameters.but(over=[other]))

    return Printed(statement(1), erratum=Erratum(
        "wrong", "With this sign the residual would grow: K(x, x) is never negative. The motion is -2 K (f - y).", statement(-1)))


@claim(XU, "Eq. (10)", "equal-rates", uses=["xu2024/10"])
def usual_kernel():
    """At equal learning rates K is the usual kernel, the sum of products of the output's derivatives.

    The output's gradient by u is gamma W x, that by W is gamma u x^T, so the usual kernel is
    gamma^2 ((W z).(W zbar) + |u|^2 z.zbar).
    """
    on = parameters.but(over=[other, third]).at({eta_w: eta_u})
    usual = Dot(gamma * W * other, gamma * W * third) + Dot(gamma * u, gamma * u) * Dot(other, third)
    return Printed(
        Equal(kernel(other, third, eta_u, eta_u), usual, on=on),
        erratum=Erratum(
            "incomplete", "Eq. (10) carries the learning rate, which the usual kernel does not: they agree at the rate 1, and at any "
            "other up to that factor.",
            every(factor=Equal(kernel(other, third, eta_u, eta_u), eta_u * usual, on=on),
                  unit=Equal(kernel(other, third, 1, 1), usual, on=on)), under=(Eq(eta_u, 1),),
            convention="the usual kernel is counted with the learning rate"))


@claim(XU, "Eq. (10)", "modes", uses=["xu2024/10", "xu2024/27"], origin="derived")
def kernel_in_modes():
    """On the data K(x, x) = 2 gamma^2 rho^2 (|p|^2 + |q|^2), which along the solution is 2 gamma^2 d rho^2 (alpha P + Q/alpha)."""
    return Equal(kernel(x, x, eta_u, eta_w),
                 2 * gamma**2 * rho_of_x**2 * (Dot(p_vector, p_vector) + Dot(q_vector, q_vector)), on=network)
