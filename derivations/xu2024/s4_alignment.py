"""What Sections 3.2 and 3.4 say of the alignment and of the norms in the kernel phase, held against the exponents of Section 4."""

from sympy import Abs, And, Eq, Ge, Gt, Lt, Max, Ne, Not, S, sqrt

from theoremtest.derivations.language import (
    Classifies,
    Domain,
    Dot,
    Equal,
    Erratum,
    Expectation,
    Iff,
    Printed,
    Scales,
    Step,
    claim,
    every,
    real,
)

from .conventions_notation import INFINITE_WIDTH, LARGER, NORMALIZATION, PARALLEL_LEFT_OUT, VALID_LIMIT
from .notation import XU, W, d, gamma, network, output, rho, rho_of_x, u, x, y
from .phase_notation import c_d, c_eta_u, c_eta_w, c_gamma, c_u, c_w, exponents, first, meaning, second, stable
from .s4_limits_eq14_16 import draws, gaussian, kappa, mean_in_kappa, sampled, share_P, sigma_u, sigma_w

s_squared = kappa**(-2 * c_gamma) * y**2 / rho**2
area = kappa**(2 * c_d + c_u + c_w) * share_P
"""(u.w)^2 at the end, (y/(gamma rho))^2, and |u|^2 |w|^2 - (u.w)^2, which is conserved, for independent layers."""

power = -c_gamma - Max(c_d + (c_u + c_w) / 2, -c_gamma)
vanishes = 2 * c_d + c_u + c_w + 2 * c_gamma > 0
"""zeta(oo) = s/sqrt(G + s^2) is of the order kappa^power, which is negative where `vanishes` holds."""

on_line = exponents.but(stable, source=VALID_LIMIT)


@claim(XU, "Section 3.2", "final-order", uses=["xu2024/sec-3.2:alignment"], origin="derived")
def order_of_the_final_alignment():
    """zeta(oo) is of the order kappa^(-c_gamma - max{c_d + (c_u + c_w)/2, -c_gamma}) for layers drawn independently."""
    cosine = sqrt(s_squared) / sqrt(area + s_squared)
    on = exponents.but(kappa > 0, share_P > 0, rho > 0, y > 0)
    fitted = exponents & network.but(kappa > 0, share_P > 0, where={gamma: kappa**c_gamma, y: output})
    along = Dot(u, W * x)
    spanned = Dot(u, u) * Dot(W * x, W * x) - along**2
    leading = (d**2 * sigma_u * sigma_w).subs({d: kappa**c_d, sigma_u: kappa**c_u, sigma_w: kappa**c_w})
    return Printed(
        every(order=Scales(cosine, kappa, power, on=on),
              vanishes=Classifies({"vanishes": vanishes, "stays": Not(vanishes)}, {"vanishes": power < 0, "stays": Ge(power, 0)},
                                  on=exponents)),
        derivation=(Step(Expectation(spanned, draws, d * (d - 1) * sigma_u * sigma_w * Dot(x, x), on=gaussian),
                         "the mean of |u|^2 |w|^2 - (u.w)^2, for w = Wx, which is of the order d^2 sigma_u^2 sigma_w^2"),
                    Step(Equal(area, share_P * leading, on=on), "the area as a multiple of order one of that, in powers of kappa"),
                    Step(Equal(cosine.subs(rho, rho_of_x), Abs(along) / sqrt(area * Dot(x, x) + along**2), on=fitted),
                         "(u.w)^2 where the output is y"),))


@claim(XU, "Section 3.2", "kernel-iff", uses=["xu2024/sec-3.2:final-order", "xu2024/16"])
def alignment_vanishes_in_the_kernel_phase():
    """The alignment vanishes as d goes to infinity if and only if the model is in the kernel phase (layers drawn independently)."""
    both = And(c_eta_u < c_d + c_u, c_eta_w < c_d + c_w)
    return Printed(
        Classifies({"vanishes": meaning["kernel"], "stays": meaning["learning"]}, {"vanishes": vanishes, "stays": Not(vanishes)},
                   on=on_line.but(Eq(c_d, 1), source=INFINITE_WIDTH)),
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

    The squares of the norms have mean d sigma_u^2 and d sigma_w^2 at the start, so the order sqrt(d) is c_u = c_w = 0.
    """
    f, unit = real("f"), on_line.but(Eq(c_u, 0), Eq(c_w, 0), Eq(c_eta_u, c_eta_w))
    nonzero = network.but(Ne(gamma, 0), source=NORMALIZATION)
    product = Equal(Dot(u, W * x / rho_of_x), f / (gamma * rho_of_x), on=nonzero.but(where={f: output}))
    return Printed(
        every(product=product,
              norms=Classifies({"order sqrt(d)": meaning["kernel"]}, {"order sqrt(d)": And(Eq(c_u, 0), Eq(c_w, 0))}, complete=False,
                               on=on_line)),
        erratum=Erratum(
            "incomplete", "The norms are of the order sqrt(d) for weights of order one, c_u = c_w = 0, as in the standard kernel scaling. "
            "With these and equal rates, d gamma diverges in the kernel phase and zeta vanishes; without them it need not "
            "(`sec-3.2:kernel-iff`).",
            every(norms=Expectation(Dot(u, u), draws, d * sigma_u, on=gaussian),
                  forward=Expectation(Dot(W * x, W * x) / Dot(x, x), draws, d * sigma_w, on=gaussian),
                  product=product,
                  vanishes=Classifies({"vanishes": meaning["kernel"]}, {"vanishes": c_d > -c_gamma}, complete=False, on=unit))))


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
        kernel=Expectation(output, draws, Dot(x, x) * sigma_u * sigma_w, "variance", on=gaussian.but(where={gamma: 1 / sqrt(d)})),
        feature=Expectation(output, draws, Dot(x, x) * sigma_u * sigma_w / d, "variance", on=gaussian.but(where={gamma: 1 / d})))


@claim(XU, "Section 3.3", "kernel-phase", uses=["xu2024/sec-3.3:norms", "xu2024/sec-3.2:final-order", "xu2024/16"])
def norms_change_in_the_kernel_phase():
    """In the kernel phase the scale change of the model vanishes: |u| and |w| keep what they started with.

    With P = Q both eta_w |u|^2 and eta_u |w|^2 change by d P (alpha_+ + 1/alpha_+ - 2) = 2 d P beta^2/(sqrt(beta^2 + 1) + 1), beta being
    drive/(2 grip P). Relative to the start this is of the order kappa^(c_eta_w - c_d - c_w) for w in the kernel phase, and
    kappa^(c_eta_u - c_d - c_u) for u (`sec-3.3:kernel-order`).
    """
    change_of_w, change_of_u = c_eta_w - c_d - c_w, c_eta_u - c_d - c_u
    both = And(change_of_w < 0, change_of_u < 0)
    return Printed(
        Classifies({"kept": meaning["kernel"]}, {"kept": both}, complete=False, on=exponents),
        erratum=Erratum(
            "incomplete", "Only the sum eta_u |w|^2 + eta_w |u|^2, which is the kernel, keeps its size. A layer that starts smaller "
            "than the other may grow by a factor that does not tend to 1, and may diverge; this is so exactly where the alignment does "
            "not vanish. For c_u = c_w and equal rates both layers keep theirs.",
            every(
                balanced=Classifies({"kept": meaning["kernel"]}, {"kept": both}, complete=False,
                                    on=exponents.but(Eq(c_u, c_w), Eq(c_eta_u, c_eta_w))),
                alignment=Classifies({"kept": And(meaning["kernel"], both), "moved": And(meaning["kernel"], Not(both))},
                                     {"kept": vanishes, "moved": Not(vanishes)}, complete=False, on=exponents))))


@claim(XU, "Section 3.3", "kernel-order", uses=["xu2024/sec-3.3:norms", "xu2024/thm-2:sufficient"], origin="derived")
def order_of_the_norms_change():
    """The orders of both layers' relative changes, for layers drawn independently and P = Q."""
    beta = real(r"\beta")
    end = beta + sqrt(beta**2 + 1)
    beta_squared = kappa**(c_eta_u + c_eta_w - 2 * c_gamma - 2 * c_d) * y**2 / (4 * rho**2 * mean_in_kappa**2 * share_P**2)
    change = 2 * kappa**c_d * mean_in_kappa * share_P * beta_squared / (sqrt(beta_squared + 1) + 1)
    on = sampled.but(stable, first < second)
    return every(
        form=Equal(end + 1 / end - 2, 2 * beta**2 / (sqrt(beta**2 + 1) + 1), on=Domain(over=[beta])),
        w=Scales(change / kappa**(c_eta_u + c_d + c_w), kappa, c_eta_w - c_d - c_w, on=on),
        u=Scales(change / kappa**(c_eta_w + c_d + c_u), kappa, c_eta_u - c_d - c_u, on=on))


@claim(XU, "Section 3.4", "large-initialization", uses=["xu2024/sec-3.2:alignment"],
       reading="a start is large or small by a factor s of all weights",
       leaves_out="starts with f(0) = 0, which align at any size; that a smaller start performs better")
def large_starts_disalign():
    """A large initialization learns by disalignment, a small one by alignment: |zeta| falls exactly where |f(0)| > |y|.

    zeta^2 = f^2/(g + f^2) with the conserved g = gamma^2 rho^2 (|u|^2 |w|^2 - (u.w)^2) > 0, and f goes from f(0) to y. Weights s times as
    large have s^2 f(0) and s^4 g: |zeta| falls exactly where s^2 |f(0)| > |y|, that is from some scale on, unless f(0) = 0.
    """
    start, g, scale = real("f(0)"), real("g"), real("s")
    on = Domain(g > 0, over=[start, y], source=PARALLEL_LEFT_OUT) & Domain(scale > 0, source=LARGER)
    now, large = scale**4 * start**2, scale**4 * g
    return every(
        falls=Iff(Gt(now / (large + now), y**2 / (large + y**2)), Gt(now, y**2), on=on),
        rises=Iff(Lt(now / (large + now), y**2 / (large + y**2)), Lt(now, y**2), on=on))
