"""Section 1: what the notation paragraph says of gradient flow, tangent kernel and kernel distance for any network, and the
conserved quantity of Fig. 1."""

from sympy import Abs, Eq, Ge, Gt, Le, Ne, S, Trace, oo, sign

from theoremtest.derivations.language import (
    Domain,
    Dot,
    Equal,
    Evolves,
    GradientFlow,
    Holds,
    Limit,
    Norm,
    Printed,
    Step,
    claim,
    dimension,
    every,
    matrix,
    real,
    reals,
    vector,
)

from .conventions_notation import HOMOGENEOUS, KERNEL, POSITIVE_RATES, SCALE, SPHERE, STANDARD
from .notation import KUNIN, a, n, w, y

p, q, m = dimension("p"), dimension("q"), dimension("m")
eta_1, eta_2, eta = reals(r"\eta_1", r"\eta_2", r"\eta")
theta_1, theta_2 = vector(r"\theta_1", p), vector(r"\theta_2", q)
J_1, J_2 = matrix("J_1", n, p), matrix("J_2", n, q)
start = vector("f_0", n)
outputs = start + J_1 * theta_1 + J_2 * theta_2
"""A network's outputs on the data near a moment, to first order in its parameters: two layers, each with its Jacobian."""

rates = Domain(eta_1 > 0, eta_2 > 0, source=POSITIVE_RATES)
any_network = rates & Domain(over=[theta_1, theta_2, J_1, J_2, start, y])
descent = GradientFlow(Dot(outputs - y, outputs - y) / 2, {theta_1: eta_1, theta_2: eta_2}, name="gradient flow of the loss")
kernel = eta_1 * J_1 * J_1.T + eta_2 * J_2 * J_2.T

k_0, k_t = vector("k_0", m), vector("k_t", m)
kernels = Domain(Dot(k_0, k_0) > 0, Dot(k_t, k_t) > 0, over=[k_0, k_t], source=KERNEL)
"""Two tangent kernels as vectors of their m = n^2 entries: Frobenius products are then inner products."""

tau, alpha = reals(r"\tau", r"\alpha")


def distance(first, second):
    """S of two kernels, given as vectors of entries."""
    return 1 - Dot(first, second) / (Norm(first) * Norm(second))


@claim(KUNIN, "Section 1", "gradient-flow")
def parameters_follow_the_gradient():
    """theta_i moves by -eta_i times its gradient, which is the Jacobian's transpose times the residual.

    A rate of change needs the outputs to first order only, so the linearised network stands for any network.
    """
    residual = outputs - y
    return every(first=Evolves(theta_1, -eta_1 * J_1.T * residual, along=descent, on=any_network),
                 second=Evolves(theta_2, -eta_2 * J_2.T * residual, along=descent, on=any_network))


@claim(KUNIN, "Section 1", "kernel", uses=["kunin2024/sec-1:gradient-flow"])
def outputs_follow_the_kernel():
    """The outputs move by minus the tangent kernel times the residual; the kernel sums over the layers with their rates."""
    return Evolves(outputs, -kernel * (outputs - y), along=descent, on=any_network)


@claim(KUNIN, "Section 1", "feature-map", uses=["kunin2024/sec-1:kernel"])
def kernel_of_the_feature_map():
    """With one rate for all parameters the kernel is that of the feature map grad f, times the rate."""
    on = Domain(eta > 0, over=[J_1, J_2], source=POSITIVE_RATES)
    return Equal(kernel.subs({eta_1: eta, eta_2: eta}), eta * (J_1 * J_1.T + J_2 * J_2.T), on=on)


@claim(KUNIN, "Section 1", "falling-loss", uses=["kunin2024/sec-1:gradient-flow"], origin="derived")
def the_loss_falls():
    """The loss falls at the rate of the squared gradients, each layer's share times its rate."""
    first, second = J_1.T * (outputs - y), J_2.T * (outputs - y)
    return Evolves(descent.loss, -eta_1 * Dot(first, first) - eta_2 * Dot(second, second), along=descent, on=any_network)


@claim(KUNIN, "Section 1", "kernel-distance")
def kernel_distance_is_scale_invariant():
    """S(t_1, t_2) does not change when either kernel is scaled, and is zero between a kernel and itself."""
    c, e = real("c"), real("e")
    return every(
        scaling=Equal(distance(c * k_0, e * k_t), distance(k_0, k_t), on=kernels.but(c > 0, e > 0, source=HOMOGENEOUS)),
        itself=Equal(distance(k_0, c * k_0), S.Zero, on=kernels.but(c > 0, source=HOMOGENEOUS)),
        symmetric=Equal(distance(k_0, k_t), distance(k_t, k_0), on=kernels))


@claim(KUNIN, "Section 1", "kernel-distance-range", uses=["kunin2024/sec-1:kernel-distance"])
def kernel_distance_lies_between_zero_and_one():
    """0 <= S <= 1: kernels are positive semidefinite, so their inner product is not negative.

    Kernels are G G^T and E E^T with any number of features; their inner product is the squared norm of G^T E. Below zero S cannot
    fall by the Cauchy-Schwarz inequality.
    """
    features, others = matrix("G", n, p), matrix("E", n, q)
    overlap = features.T * others
    on, apart = Domain(over=[features, others]), k_0 / Norm(k_0) - k_t / Norm(k_t)
    return Printed(
        every(inner_product=Equal(Trace(features * features.T * others * others.T), Trace(overlap.T * overlap), on=on),
              upper=Holds(Ge(Trace(overlap.T * overlap), 0), on=on),
              lower=Holds(Le(Dot(k_0, k_t), Norm(k_0) * Norm(k_t)), on=kernels)),
        derivation=(Step(Equal(2 * distance(k_0, k_t), Dot(apart, apart), on=kernels),
                         "S is half the squared distance of both kernels at norm 1"),))


@claim(KUNIN, "Fig. 1", uses=["kunin2024/app-C.2:conserved"])
def conserved_quantity_of_the_student():
    """With |w_i| = tau/alpha, a_i = +-alpha tau and unit learning rates, delta = tau^2 (alpha^2 - 1/alpha^2)."""
    on = Domain(tau > 0, alpha > 0, source=SCALE)
    return Equal((alpha * tau)**2 - (tau / alpha)**2, tau**2 * (alpha**2 - alpha**-2), on=on)


@claim(KUNIN, "Fig. 1", "scale-and-geometry", uses=["kunin2024/fig-1"])
def scale_and_geometry():
    """tau sets the scale of the function and alpha the geometry: |a_i| |w_i| = tau^2 for every alpha.

    The weights are on the sphere of radius tau/alpha, the read-out is alpha tau with the sign of any a != 0. For each tau, delta
    grows with alpha, from minus infinity through 0 at alpha = 1 to infinity.
    """
    on, delta = Domain(tau > 0, alpha > 0, source=SCALE), tau**2 * (alpha**2 - alpha**-2)
    drawn = on.but(Ne(a, 0), Eq(Dot(w, w), tau**2 / alpha**2), source=SPHERE)
    return every(scale=Equal(Abs(sign(a) * alpha * tau) * Norm(w), tau**2, on=drawn),
                 monotone=Holds(Gt(delta.diff(alpha), 0), on=on),
                 balanced=Equal(delta, S.Zero, on=Domain(tau > 0, source=SCALE) & Domain(Eq(alpha, 1), source=STANDARD)),
                 upstream=Limit(delta, alpha, oo, oo, on=on),
                 downstream=Limit(delta, alpha, 0, -oo, on=on))
