"""Appendix C.2: one neuron of a two-layer piecewise linear network, its activation, its motion and its share of the tangent
kernel, Eqs. (124)-(127)."""

from sympy import And, Eq, Ge, Gt, Identity, Le, Max, Ne, S, sign, sqrt

from theoremtest.derivations.language import (
    Conserved,
    Domain,
    Dot,
    Equal,
    Erratum,
    Evolves,
    Holds,
    Iff,
    Norm,
    Printed,
    Step,
    chain,
    claim,
    every,
    real,
    stated,
    vector,
)

from .conventions_notation import HOMOGENEOUS, INPUT, KINK, NONZERO_CONTRIBUTION, SIDES
from .mirror_notation import M as preconditioner
from .notation import KUNIN, X, a, d, delta, eta_a, eta_w, mu, rates_positive, w
from .piecewise_notation import (
    C,
    M,
    active_data,
    angular,
    beta_i,
    conserved,
    contribution,
    direction,
    gamma,
    kappa,
    moving,
    neuron,
    radial,
    rho,
    sigma,
    slope,
    square,
    training,
    xi,
    z,
)

product = eta_a * eta_w
signed = sign(a) * Norm(a * w)
"""mu_i as the text defines it: sgn(a_i) |beta_i|."""

signed_direction = sign(a) * (a * w) / Norm(a * w)


@claim(KUNIN, "Appendix C.2", "activation")
def slopes_of_the_activation():
    """max(z, gamma z) is z for z > 0 and gamma z for z < 0, and sigma(z) = sigma'(z) z.

    The last part is the form with |z| in which the other claims write it.
    """
    printed = Max(z, gamma * z)
    above, below = slope.but(z > 0, source=SIDES), slope.but(z < 0, source=SIDES)
    return every(
        active=Holds(And(Ge(printed, z), Le(printed, z)), on=above),
        inactive=Holds(And(Ge(printed, gamma * z), Le(printed, gamma * z)), on=below),
        active_form=Equal(sigma(z), z, on=above),
        inactive_form=Equal(sigma(z), gamma * z, on=below))


@claim(KUNIN, "Appendix C.2", "subgradient", uses=["kunin2024/app-C.2:activation"])
def subgradients_at_the_kink():
    """At z = 0 the subgradients are the interval [gamma, 1]: exactly these slopes keep a line through 0 below sigma.

    A line of slope b lies below sigma on both sides, at z = r and z = -r, exactly where gamma <= b <= 1.
    """
    b, r = real("b"), real("r")
    inside = slope.but(Ge(b, gamma), Le(b, 1), source=KINK).but(over=[z])
    return every(
        below=Holds(Ge(Max(z, gamma * z), b * z), on=inside),
        only_these=Iff(And(Ge(r, b * r), Ge(-gamma * r, -b * r)), And(Le(b, 1), Ge(b, gamma)),
                       on=slope.but(r > 0, source=KINK).but(over=[b])))


@claim(KUNIN, "Appendix C.2", "homogeneous", uses=["kunin2024/app-C.2:activation"])
def positive_homogeneity():
    """sigma(c z) = c sigma(z) for every c > 0."""
    c = real("c")
    return Equal(sigma(c * z), c * sigma(z), on=slope.but(c > 0, source=HOMOGENEOUS).but(over=[z]))


@claim(KUNIN, "Appendix C.2", "expressivity", uses=["kunin2024/app-C.2:homogeneous"])
def what_wide_networks_represent():
    """In the limit of many neurons the network is to represent every continuous f with f(0) = 0.

    The statement: |x|^2, one such function, has the second difference f(2x) - 2 f(x) that any such network must have. For a
    network that difference is a sum over neurons of a (sigma(2 w^T x) - 2 sigma(w^T x)); two of them are written out. The
    correction shows that no network meets it, the gap being the whole 2 |x|^2, so no limit of networks does.
    """
    x, other, one = real("w^\\top x"), real("u^\\top x"), real(r"\|x\|^2")
    second, read = real("b"), real("a")

    def network(scale):
        return read * sigma(scale * x) + second * sigma(scale * other)

    anywhere = slope.but(over=[x, other, read, second])
    return Printed(
        Equal(network(2) - 2 * network(1), 4 * one - 2 * one, on=anywhere.but(one > 0, source=INPUT)),
        latex=r"\forall f \in C(\mathbb{R}^d),\; f(0) = 0:\quad f = \lim_{h \to \infty} a^\top \sigma(W \cdot)",
        erratum=Erratum(
            "wrong",
            "Without biases f(c x) = c f(x) for every c > 0, at any width, and f(x) - f(-x) is linear in x. So neither |x|^2 nor, in "
            "the plane, |x| cos(3 theta) is a limit of such networks; only positively homogeneous functions whose odd part is "
            "linear can be.",
            every(homogeneous=Equal(network(real("c")), real("c") * network(1), on=anywhere.but(real("c") > 0)),
                  never=Holds(Ne(network(2) - 2 * network(1), 4 * one - 2 * one), on=anywhere.but(one > 0)),
                  odd_part=Equal(network(1) - network(-1), (1 + gamma) * (read * x + second * other), on=anywhere))))


@claim(KUNIN, "Appendix C.2", "conserved")
def each_neuron_conserves_its_delta():
    """delta_i = eta_w a_i^2 - eta_a |w_i|^2 does not change.

    It holds for whatever matrix C, so also at switching times, whichever subgradient the flow takes there.
    """
    return Conserved(conserved, along=training, on=neuron)


@claim(KUNIN, "Eq. (124)")
def motion_of_the_parameters():
    """Gradient flow of one neuron between switching times."""
    return every(a=Evolves(a, -eta_a * Dot(w, xi), along=training, on=neuron),
                 w=Evolves(w, -eta_w * a * xi, along=training, on=neuron))


@claim(KUNIN, "Eq. (125)", uses=["kunin2024/124"])
def motion_of_the_contribution():
    """beta_i = a_i w_i follows preconditioned gradient flow, driven by its own xi_i."""
    by_rule = -eta_a * Dot(w, xi) * w - eta_w * a**2 * xi
    return Printed(
        Evolves(a * w, -M * xi, along=training, symbol=beta_i, on=neuron),
        derivation=(Step(Evolves(a * w, by_rule, along=training, on=neuron), "product rule with the two rates of Eq. (124)"),
                    *chain(by_rule, (-M * xi, "collect the two terms"), on=neuron)))


@claim(KUNIN, "Eq. (126)", uses=["kunin2024/39", "kunin2024/app-C.2:conserved"])
def preconditioner_of_the_neuron():
    """M_i as a function of beta_i and delta_i."""
    some = rates_positive & Domain(a**2 > 0, over=[a, w]) & Domain(where={beta_i: a * w, delta: conserved})
    size = Dot(beta_i, beta_i)
    printed = Equal(M, preconditioner(product, size, beta_i * beta_i.T), on=some)
    return Printed(
        printed, conditions=[stated(a**2 > 0)],
        erratum=Erratum(
            "incomplete", "With a_i != 0 and w_i = 0 the last fraction is 0/0; its factor, eta_a |w_i|^2 in the parameters, vanishes "
                          "there. "
            "Section 5 asks for beta_i != 0.",
            every(preconditioner=Equal(M, preconditioner(product, size, beta_i * beta_i.T), on=some.but(square > 0)),
                  factor=Equal((sqrt(delta**2 + 4 * product * size) - delta) / 2, eta_a * square, on=some)), no_value=True))


@claim(KUNIN, "Appendix C.2", "kernel", uses=["kunin2024/124"])
def share_of_the_tangent_kernel():
    """K_jk = sum_i c_ij x_j^T M_i x_k c_ik: one neuron adds (C X) M (C X)^T.

    Its Jacobians are C X w for a and a C X for w; the kernel is the sum of such terms because the parameters of different
    neurons are different parameters. The second part is what the kernel is for.
    """
    share = active_data * M * active_data.T
    return every(
        kernel=Equal(eta_a * (C * (X * w)) * (C * (X * w)).T + eta_w * (a * active_data) * (a * active_data).T, share, on=neuron),
        outputs=Evolves(contribution, -share * rho, along=training, on=neuron))


@claim(KUNIN, "Appendix C.2", "coordinates")
def signed_spherical_coordinates():
    """hat beta_i = w_i/|w_i| and mu_i = a_i |w_i|, with beta_i = mu_i hat beta_i and |hat beta_i| = 1, for a_i and w_i not 0.

    In the product both coordinates are letters, which the text's definitions by beta_i fix.
    """
    pointing = vector(r"\hat\beta_i", d)
    defined = Domain(Ne(a, 0), square > 0, Eq(mu, signed), Eq(pointing, signed_direction), source=NONZERO_CONTRIBUTION)
    return every(
        radius=Equal(signed, a * sqrt(square), on=moving),
        direction=Equal(signed_direction, direction, on=moving),
        product=Equal(a * w, mu * pointing, on=defined),
        unit=Equal(Dot(direction, direction), S.One, on=moving))


@claim(KUNIN, "Appendix C.2", "halfspace", uses=["kunin2024/app-C.2:coordinates", "kunin2024/app-C.2:homogeneous"])
def what_the_coordinates_mean():
    """hat beta_i fixes the active halfspace, mu_i the slope in it: a_i sigma(w_i^T x) = mu_i sigma(hat beta_i^T x).

    Written with the length r of w_i and the number u = hat beta_i^T x.
    """
    r, u = real(r"\|w_i\|"), real(r"\hat\beta_i^\top x")
    on = slope.but(r > 0, source=NONZERO_CONTRIBUTION).but(over=[a, u])
    return every(contribution=Equal(a * sigma(r * u), (a * r) * sigma(u), on=on), halfspace=Iff(Gt(r * u, 0), Gt(u, 0), on=on))


@claim(KUNIN, "Eq. (127)", uses=["kunin2024/124", "kunin2024/app-C.2:coordinates"])
def motion_of_radius_and_direction():
    """mu_i and hat beta_i move by themselves once xi_i and delta_i are given.

    The derivation goes by the chain rule from Eq. (124), as the text says.
    """
    across = Identity(d) - direction * direction.T
    return Printed(
        every(mu=Evolves(a * sqrt(square), -radial * Dot(direction, xi), along=training, symbol=mu, on=moving),
              direction=Evolves(direction, -angular * across * xi, along=training, on=moving)),
        derivation=(
            Step(Evolves(square, -2 * eta_w * a * Dot(w, xi), along=training, on=moving), "Eq. (124) for w"),
            *chain(kappa, (eta_w * a**2 + eta_a * square, "complete the square, as for Eq. (18)"), on=moving),
            *chain(angular, (eta_w * a / sqrt(square), "kappa + delta = 2 eta_w a^2"), on=moving)))
