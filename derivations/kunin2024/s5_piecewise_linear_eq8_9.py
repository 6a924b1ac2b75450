"""Section 5, two-layer networks: the conserved quantity, the motion of one neuron's contribution and of its radius and
direction, and the neuron's share of the tangent kernel, Eqs. (8)-(9)."""

from sympy import And, Ge, Gt, Identity, Le, Max, Ne, sign

from theoremtest.derivations.language import Conserved, Domain, Dot, Equal, Evolves, Holds, Iff, Norm, claim, every, real

from .conventions_notation import NONZERO_CONTRIBUTION, SIDES
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


@claim(KUNIN, "Section 5", "activation", uses=["kunin2024/app-C.2:activation"])
def the_activation():
    """sigma(z) = max{z, gamma z}; the elements c_ij of C are its slopes, 1 in the active halfspace and gamma outside."""
    printed = Max(z, gamma * z)
    return every(active=Holds(And(Ge(printed, z), Le(printed, z)), on=slope.but(z > 0, source=SIDES)),
                 inactive=Holds(And(Ge(printed, gamma * z), Le(printed, gamma * z)), on=slope.but(z < 0, source=SIDES)))


@claim(KUNIN, "Section 5", "conserved", uses=["kunin2024/app-C.2:conserved"])
def delta_of_a_neuron_is_conserved():
    """delta_i = eta_w a_i^2 - eta_a |w_i|^2 is conserved for every neuron, whatever its activation pattern."""
    return Conserved(eta_w * a**2 - eta_a * square, along=training, on=neuron)


@claim(KUNIN, "Eq. (8)", uses=["kunin2024/125"])
def contribution_of_a_neuron():
    """beta_i = a_i w_i moves by -M_i xi_i with xi_i = sum_j c_ij x_j rho_j."""
    return Evolves(a * w, -(eta_w * a**2 * Identity(d) + eta_a * w * w.T) * xi, along=training, symbol=beta_i, on=neuron)


@claim(KUNIN, "Section 5", "preconditioner", uses=["kunin2024/126"])
def preconditioner_by_beta_and_delta():
    """When beta_i != 0, M_i is a function of beta_i and delta_i, the one of Eq. (4)."""
    known = rates_positive & Domain(Ne(a, 0), square > 0, over=[a, w], source=NONZERO_CONTRIBUTION) & Domain(
        where={beta_i: a * w, delta: conserved})
    return Equal(M, preconditioner(eta_a * eta_w, Dot(beta_i, beta_i), beta_i * beta_i.T), on=known)


@claim(KUNIN, "Section 5", "kernel", uses=["kunin2024/app-C.2:kernel"])
def tangent_kernel_of_the_network():
    """K_jk = sum_i c_ij x_j^T M_i x_k c_ik; each neuron's term drives its own share of the outputs."""
    share = active_data * M * active_data.T
    return every(
        kernel=Equal(eta_a * (C * (X * w)) * (C * (X * w)).T + eta_w * (a * active_data) * (a * active_data).T, share, on=neuron),
        outputs=Evolves(contribution, -share * rho, along=training, on=neuron))


@claim(KUNIN, "Section 5", "coordinates", uses=["kunin2024/app-C.2:coordinates"])
def signed_coordinates():
    """hat beta_i = sgn(a_i) beta_i/|beta_i| and mu_i = sgn(a_i) |beta_i| give beta_i = mu_i hat beta_i."""
    radius, pointing = sign(a) * Norm(a * w), sign(a) * (a * w) / Norm(a * w)
    return every(beta=Equal(a * w, radius * pointing, on=moving), radius=Equal(radius, mu, on=moving),
                 direction=Equal(pointing, direction, on=moving))


@claim(KUNIN, "Section 5", "halfspace", uses=["kunin2024/app-C.2:halfspace"])
def halfspace_and_slope():
    """hat beta_i is the normal of the active halfspace, mu_i the slope of the contribution in it.

    Written with the length r of w_i and the number u = hat beta_i^T x.
    """
    r, u = real(r"\|w_i\|"), real(r"\hat\beta_i^\top x")
    on = slope.but(r > 0, source=NONZERO_CONTRIBUTION).but(over=[a, u])
    return every(contribution=Equal(a * sigma(r * u), (a * r) * sigma(u), on=on), halfspace=Iff(Gt(r * u, 0), Gt(u, 0), on=on))


@claim(KUNIN, "Eq. (9)", uses=["kunin2024/127", "kunin2024/8"])
def radius_and_direction():
    """The motion of mu_i and hat beta_i."""
    across = Identity(d) - direction * direction.T
    return every(mu=Evolves(a * Norm(w), -radial * Dot(direction, xi), along=training, symbol=mu, on=moving),
                 direction=Evolves(direction, -angular * across * xi, along=training, on=moving))
