"""What Sections 3.2 and 3.4 say of the alignment and of the norms in the kernel phase, held against the exponents of Section 4."""

from sympy import And, Eq, Ge, Max, Not, S, sqrt

from derivations.language import Classifies, Domain, Dot, Equal, Erratum, Expectation, Printed, Scales, claim, every

from .notation import W, XU, d, gamma, network, output, rho, u, x, y
from .phases import c_d, c_eta_u, c_eta_w, c_gamma, c_u, c_w, exponents, meaning, stable
from .section4_limits import draws, gaussian, kappa, share_P, sigma_u, sigma_w

s_squared = kappa**(-2 * c_gamma) * y**2 / rho**2
area = kappa**(2 * c_d + c_u + c_w) * share_P
"""(u.w)^2 at the end, (y/(gamma rho))^2, and |u|^2 |w|^2 - (u.w)^2, which is conserved, for independent layers."""

power = -c_gamma - Max(c_d + (c_u + c_w) / 2, -c_gamma)
vanishes = 2 * c_d + c_u + c_w + 2 * c_gamma > 0
"""zeta(oo) = s/sqrt(G + s^2) is of the order kappa^power, which is negative where `vanishes` holds."""

on_line = exponents.but(stable)


@claim(XU, "Section 3.2", "final-order", uses=["xu2024/sec-3.2:alignment"], origin="derived")
def order_of_the_final_alignment():
    """zeta(oo) is of the order kappa^(-c_gamma - max{c_d + (c_u + c_w)/2, -c_gamma}) for layers drawn independently."""
    cosine = sqrt(s_squared) / sqrt(area + s_squared)
    on = exponents.but(kappa > 0, share_P > 0, rho > 0, y > 0)
    return every(
        order=Scales(cosine, kappa, power, on=on),
        vanishes=Classifies({"vanishes": vanishes, "stays": Not(vanishes)}, {"vanishes": power < 0, "stays": Ge(power, 0)}, on=exponents))


@claim(XU, "Section 3.2", "kernel-iff", uses=["xu2024/sec-3.2:final-order", "xu2024/16"])
def alignment_vanishes_in_the_kernel_phase():
    """The alignment vanishes as d goes to infinity if and only if the model is in the kernel phase (layers drawn independently)."""
    both = And(c_eta_u < c_d + c_u, c_eta_w < c_d + c_w)
    return Printed(
        Classifies({"vanishes": meaning["kernel"], "stays": meaning["learning"]}, {"vanishes": vanishes, "stays": Not(vanishes)},
                   on=on_line.but(Eq(c_d, 1))),
        erratum=Erratum(
            "wrong",
            "In the kernel phase the alignment may go to one: with c_d = 1, c_gamma = -1/2, c_u = 0, c_w = -2 and c_eta = 0 the kernel "
            "stays while w, which starts small, is rebuilt along u. zeta vanishes exactly where c_eta_u < c_d + c_u and "
            "c_eta_w < c_d + c_w, which implies the kernel phase and for c_u = c_w and equal rates is the same. The converse, that a "
            "vanishing alignment means the kernel phase, is true.",
            every(
                exact=Classifies({"vanishes": both, "stays": Not(both)}, {"vanishes": vanishes, "stays": Not(vanishes)}, on=on_line),
                implies=Classifies({"kernel": vanishes}, {"kernel": meaning["kernel"]}, complete=False, on=on_line),
                balanced=Classifies({"vanishes": meaning["kernel"], "stays": meaning["learning"]},
                                    {"vanishes": vanishes, "stays": Not(vanishes)},
                                    on=on_line.but(Eq(c_u, c_w), Eq(c_eta_u, c_eta_w))))))


@claim(XU, "Section 3.2", "kernel-norms", uses=["xu2024/sec-3.2:final-order"])
def norms_in_the_kernel_phase():
    """In the kernel phase |u| and |w| are of order sqrt(d), while u.w is of order 1/gamma: so zeta vanishes.

    For c_u = c_w = 0, as the sentence has it. |u|^2 and |w|^2 have mean d at the start.
    """
    unit = on_line.but(Eq(c_u, 0), Eq(c_w, 0), Eq(c_eta_u, c_eta_w))
    return every(
        norms=Expectation(Dot(u, u), draws, d * sigma_u, on=gaussian),
        forward=Expectation(Dot(W * x, W * x) / Dot(x, x), draws, d * sigma_w, on=gaussian),
        product=Equal(Dot(u, W * x), output / gamma, on=network),
        vanishes=Classifies({"vanishes": meaning["kernel"]}, {"vanishes": c_d > -c_gamma}, complete=False, on=unit))


@claim(XU, "Section 3.4", "kernel-norm", uses=["xu2024/16"])
def model_norm_in_the_kernel_phase():
    """In the kernel phase the model's norm diverges: c_d + max{c_u, c_w} > 0."""
    diverges = c_d + Max(c_u, c_w) > 0
    return Printed(
        Classifies({"diverges": meaning["kernel"]}, {"diverges": diverges}, complete=False, on=exponents),
        erratum=Erratum(
            "incomplete", "In lazy training, a column of Table 1, width and initialization are fixed and so is the norm. The kernel phase "
            "asks for c_d + max{c_u - c_eta_u, c_w - c_eta_w} > 0, so the norm diverges where no learning rate shrinks.",
            every(
                condition=Classifies({"kernel": meaning["kernel"]},
                                     {"kernel": c_d + Max(c_u - c_eta_u, c_w - c_eta_w) > 0}, complete=False, on=exponents),
                diverges=Classifies({"diverges": And(meaning["kernel"], Ge(c_eta_u, 0), Ge(c_eta_w, 0))}, {"diverges": diverges},
                                    complete=False, on=exponents))))


@claim(XU, "Fig. 1", "initial-output", uses=["xu2024/sec-4:moments"])
def output_at_the_start():
    """The initial output has mean 0 and variance gamma^2 d |x|^2 sigma_u^2 sigma_w^2: of order one at gamma = 1/sqrt(d).

    So in the kernel phase, and only there, a start may lie above its target y > 0, and then alignment falls (`13:output`).
    """
    return every(
        mean=Expectation(output, draws, S.Zero, on=gaussian),
        variance=Expectation(output, draws, gamma**2 * d * Dot(x, x) * sigma_u * sigma_w, "variance", on=gaussian),
        kernel=Equal((gamma**2 * d).subs(gamma, 1 / sqrt(d)), S.One, on=Domain(over=[d])),
        feature=Equal((gamma**2 * d).subs(gamma, 1 / d), 1 / d, on=Domain(over=[d])))
