"""A.2 up to A.2.1: the whitened motion and the change to (mu, phi), which the paper leaves to the reader, Eqs. (14)-(20)."""

from sympy import Gt, Ne, sign, sqrt

from theoremtest.derivations.language import Domain, Dot, Equal, Erratum, Evolves, Norm, Printed, Step, claim, every, real

from .conventions_notation import ANGLE, NONZERO_BETA, RESCALING
from .notation import (
    KUNIN,
    W,
    X,
    a,
    beta_star,
    cosine,
    delta,
    eta_a,
    eta_w,
    hyperbolic_state,
    mu,
    omega,
    parameters,
    phi,
    product_one_state,
    reduced_flow,
    s,
    setting,
    training,
    vector_flow,
    w,
    whitened,
    whitened_training,
    y,
)

kappa = sqrt(delta**2 + 4 * eta_a * eta_w * mu**2)
kappa_product_one = sqrt(delta**2 + 4 * mu**2)
target = X.T * y
excess = Dot(X * w, X * w) - Dot(w, w)
"""|Xw|^2 - |w|^2, which vanishes for every w exactly when X^T X = I."""


@claim(KUNIN, "Appendix A.2", "whitening")
def whitened_loss_in_function_space():
    """Whitened data enter the loss only through beta_* = X^T y.

    For any data the loss is half the squared distance of a w from X^T y, plus a constant, plus a term that vanishes when
    X^T X = I.
    """
    apart = Dot(a * w - target, a * w - target) / 2
    constant = (Dot(y, y) - Dot(target, target)) / 2
    return Equal(training.loss, apart + constant + a**2 * excess / 2, on=parameters)


@claim(KUNIN, "Eq. (14)", uses=["kunin2024/11", "kunin2024/app-A.2:whitening"])
def whitened_motion_of_a():
    """The second layer's motion under whitened inputs."""
    rate = eta_a * (Dot(w, beta_star) - a * Dot(w, w))
    return Printed(
        Evolves(a, rate, along=whitened_training, on=whitened),
        derivation=(
            Step(Evolves(a, eta_a * (Dot(w, target) - a * Dot(w, w)) - eta_a * a * excess, along=training, on=parameters),
                 "gradient flow of the loss for any data; the last term vanishes when X^T X = I"),
            Step(Evolves(a, rate, along=whitened_training, on=whitened), "so with beta_* = X^T y"),
        ))


@claim(KUNIN, "Eq. (15)", uses=["kunin2024/12", "kunin2024/app-A.2:whitening"])
def whitened_motion_of_w():
    """The first layer's motion under whitened inputs."""
    rate = eta_w * (a * beta_star - a**2 * w)
    return Printed(
        Evolves(w, rate, along=whitened_training, on=whitened),
        derivation=(
            Step(Evolves(w, eta_w * (a * target - a**2 * w) - eta_w * a**2 * (X.T * X * w - w), along=training, on=parameters),
                 "gradient flow of the loss for any data; the last term vanishes when X^T X = I"),
            Step(Evolves(w, rate, along=whitened_training, on=whitened), "so with beta_* = X^T y"),
        ))


@claim(KUNIN, "Appendix A.2.1", "spherical", uses=["kunin2024/14", "kunin2024/15"])
def signed_spherical_coordinates():
    """mu is the signed magnitude of beta, and phi is said to be the cosine of the angle between beta and beta_*."""
    on = (whitened.but(Gt(Dot(w, w), 0), source=ANGLE) & Domain(Ne(a, 0), source=NONZERO_BETA)
          & setting(Gt(Dot(beta_star, beta_star), 0)))
    angle = Dot(a * w, beta_star) / (Norm(a * w) * Norm(beta_star))
    magnitude = Equal(a * Norm(w), sign(a) * Norm(a * w), on=on)
    return Printed(
        every(magnitude=magnitude, cosine=Equal(cosine, angle, on=on)),
        erratum=Erratum(
            "wrong", "phi is the cosine of the angle between w and beta_*, as the section defines it; beta = a w points the other way "
            "where a < 0, so its cosine is sgn(a) phi.",
            every(magnitude=magnitude, cosine=Equal(sign(a) * cosine, angle, on=on))))


@claim(KUNIN, "Appendix A.2.1", "invariant", uses=["kunin2024/sec-3:rescaling"])
def mu_under_rescaling():
    """mu = a |w| is said to be invariant under the rescaling a -> a alpha, w -> w/alpha, which Appendix A allows for any alpha != 0."""
    alpha = real(r"\alpha")
    printed = Domain(Ne(alpha, 0), over=[a, w], source=RESCALING)
    return Printed(
        Equal((a * alpha) * Norm(w / alpha), a * Norm(w), on=printed),
        erratum=Erratum(
            "incomplete", "For alpha < 0 the rescaling turns w round and mu changes its sign with a; invariant for alpha > 0.",
            every(kept=Equal((a * alpha) * Norm(w / alpha), a * Norm(w), on=Domain(alpha > 0, over=[a, w])),
                  turned=Equal((a * alpha) * Norm(w / alpha), sign(alpha) * a * Norm(w), on=printed)), under=(alpha > 0,)))


@claim(KUNIN, "Eq. (18)", uses=["kunin2024/13"])
def sum_of_squares():
    """The weighted sum of squares in terms of their weighted difference delta and the product mu."""
    on = hyperbolic_state
    return Printed(
        Equal(eta_w * a**2 + eta_a * W, kappa, on=on),
        derivation=(
            Step(Equal((eta_w * a**2 + eta_a * W)**2, (eta_w * a**2 - eta_a * W)**2 + 4 * eta_a * eta_w * a**2 * W, on=on),
                 "square of a sum less square of a difference"),
            Step(Equal((eta_w * a**2 + eta_a * W)**2, delta**2 + 4 * eta_a * eta_w * mu**2, on=on),
                 "definitions of delta and mu; the sum is positive, so it is the positive root"),
        ))


@claim(KUNIN, "Eq. (16)", uses=["kunin2024/14", "kunin2024/15", "kunin2024/18", "kunin2024/sec-3:reduced-flow"])
def motion_of_mu():
    """The motion of mu = a |w|, with both learning rates."""
    on = hyperbolic_state
    return Printed(
        Evolves(mu, kappa * (phi * s - mu), along=reduced_flow, on=on),
        derivation=(
            Step(Evolves(mu, eta_a * (omega - a * W) * sqrt(W) + a * eta_w * (a * omega - a**2 * W) / sqrt(W),
                         along=reduced_flow, on=on), "product rule with |w|' = (|w|^2)'/(2|w|)"),
            Step(Evolves(mu, (eta_w * a**2 + eta_a * W) * (phi * s - mu), along=reduced_flow, on=on),
                 "take out omega/|w| - a|w| = phi |beta_*| - mu"),
            Step(Equal(eta_w * a**2 + eta_a * W, kappa, on=on), "Eq. (18)"),
        ))


@claim(KUNIN, "Eq. (17)", uses=["kunin2024/15", "kunin2024/18", "kunin2024/sec-3:reduced-flow"])
def motion_of_phi():
    """The motion of phi, the cosine between w and beta_*, with both learning rates."""
    on = hyperbolic_state
    rate = eta_a * eta_w * 2 * mu * s / (kappa - delta) * (1 - phi**2)
    return Printed(
        Evolves(phi, rate, along=reduced_flow, on=on),
        derivation=(
            Step(Evolves(phi, eta_w * a * s / sqrt(W) * (1 - phi**2), along=reduced_flow, on=on),
                 "quotient rule; the radial part of w' leaves the angle alone"),
            Step(Equal(kappa - delta, 2 * eta_a * W, on=on), "Eq. (18) less the definition of delta"),
            Step(Equal(eta_w * a * s / sqrt(W), eta_a * eta_w * 2 * mu * s / (kappa - delta), on=on),
                 "a/|w| = mu/|w|^2"),
        ))


@claim(KUNIN, "Appendix A.2.1", "rescaling", uses=["kunin2024/16", "kunin2024/17"])
def learning_rates_absorbed():
    """mu' = sqrt(eta_a eta_w) mu and beta_*' = sqrt(eta_a eta_w) beta_* absorb the product of the learning rates."""
    on, root = hyperbolic_state, sqrt(eta_a * eta_w)
    scaled, length = root * mu, root * s
    width = sqrt(delta**2 + 4 * scaled**2)
    return every(
        mu=Evolves(scaled, width * (phi * length - scaled), along=reduced_flow, on=on),
        phi=Evolves(phi, 2 * scaled * length / (width - delta) * (1 - phi**2), along=reduced_flow, on=on))


@claim(KUNIN, "Appendix A.2.1", "unit-rates", uses=["kunin2024/14", "kunin2024/15"], origin="derived")
def both_learning_rates_absorbed():
    """The variables sqrt(eta_w) a, sqrt(eta_a) w and sqrt(eta_a eta_w) beta_* move at unit learning rates, delta unchanged.

    This is stronger than eta_a eta_w = 1, and it is what Eqs. (26)-(35) need: they treat a and w one by one.
    """
    on = whitened
    big_a, big_w, big_target = sqrt(eta_w) * a, sqrt(eta_a) * w, sqrt(eta_a) * sqrt(eta_w) * beta_star
    return every(
        a=Evolves(big_a, Dot(big_w, big_target) - big_a * Dot(big_w, big_w), along=vector_flow, on=on),
        w=Evolves(big_w, big_a * big_target - big_a**2 * big_w, along=vector_flow, on=on),
        delta=Equal(big_a**2 - Dot(big_w, big_w), eta_w * a**2 - eta_a * Dot(w, w), on=on))


@claim(KUNIN, "Eq. (19)", uses=["kunin2024/16", "kunin2024/app-A.2.1:rescaling"])
def motion_of_mu_product_one():
    """The motion of mu where eta_a eta_w = 1."""
    return Evolves(mu, kappa_product_one * (phi * s - mu), along=reduced_flow, on=product_one_state)


@claim(KUNIN, "Eq. (20)", uses=["kunin2024/17", "kunin2024/app-A.2.1:rescaling"])
def motion_of_phi_product_one():
    """The motion of phi where eta_a eta_w = 1."""
    return Evolves(phi, 2 * mu * s / (kappa_product_one - delta) * (1 - phi**2), along=reduced_flow, on=product_one_state)
