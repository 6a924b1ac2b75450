"""Appendix A.3: the dynamics of beta = a w and the preconditioner M as a function of beta and delta, Eqs. (36)-(39)."""

from sympy import Identity, sqrt

from theoremtest.derivations.language import (
    Domain,
    Dot,
    Equal,
    Erratum,
    Evolves,
    GradientFlow,
    Holds,
    Printed,
    Step,
    by,
    chain,
    claim,
    every,
    real,
    stated,
    vector,
)

from .conventions_notation import NONZERO_BETA, SQUARED_NORM
from .mirror_notation import M, kappa
from .notation import KUNIN, X, a, beta, d, delta, eta_a, eta_w, parameters, rates_positive, setting, training, w, y

product = eta_a * eta_w
norm_w = Dot(w, w)
B = Dot(beta, beta)
in_parameters = eta_w * a**2 * Identity(d) + eta_a * w * w.T
in_beta = setting(eta_a > 0, eta_w > 0, over=[a, w],
                  where={beta: a * w, delta: eta_w * a**2 - eta_a * norm_w})
reading = in_beta.but(a**2 > 0)
"""Where the text reads off w w^T: `when a^2 > 0`."""

FRACTION = ("Where w = 0, which a^2 > 0 allows for delta > 0, the fraction beta beta^T/|beta|^2 is 0/0. The condition is beta != 0, "
            "which the "
            "text asks for a little later; the factor of the fraction vanishes there.")
moving = in_beta.but(a**2 > 0, norm_w > 0, source=NONZERO_BETA)


@claim(KUNIN, "Eq. (36)", uses=["kunin2024/11", "kunin2024/12"])
def beta_dynamics():
    """The product rule turns the parameters' gradient flow into preconditioned gradient flow on beta."""
    rho = X.T * (X * (a * w) - y)
    return Evolves(a * w, -in_parameters * rho, along=training, symbol=beta, on=parameters)


@claim(KUNIN, "Eq. (36)", "gradient")
def driving_vector_is_the_gradient():
    """The vector that drives beta is the gradient of the loss by beta."""
    in_function_space = GradientFlow(Dot(X * beta - y, X * beta - y) / 2, {beta: 1}, name="gradient flow on beta")
    return Evolves(beta, -(X.T * (X * beta - y)), along=in_function_space, on=Domain(over=[beta, X, y]))


@claim(KUNIN, "Appendix A.3", "kernel", uses=["kunin2024/10", "kunin2024/36"])
def kernel_is_the_preconditioner_seen_by_the_data():
    """The tangent kernel is X M X^T."""
    jacobians = eta_a * (X * w) * (X * w).T + eta_w * (a * X) * (a * X).T
    return Equal(jacobians, X * in_parameters * X.T, on=parameters)


@claim(KUNIN, "Eq. (37)", uses=["kunin2024/13"])
def a_squared():
    """a^2 from |beta| and delta.

    The derivation solves eta_w a^4 - delta a^2 - eta_a |beta|^2 = 0, which is the conservation law times a^2.
    """
    value = (kappa(B, product) + delta) / (2 * eta_w)
    total = eta_w * a**2 + eta_a * norm_w
    return Printed(
        Equal(a**2, value, on=in_beta),
        derivation=(
            Step(Equal(eta_w * a**4 - delta * a**2 - eta_a * B, 0, on=in_beta), "multiply the conservation law by a^2"),
            *chain(delta**2 + 4 * product * B, (total**2, "complete the square in a^2 and |w|^2"), on=in_beta),
            *chain(kappa(B, product) + delta, (2 * eta_w * a**2, "take the root and add delta: the |w|^2 terms cancel"), on=in_beta)))


@claim(KUNIN, "Eq. (37)", "unique", uses=["kunin2024/37"])
def a_squared_is_the_only_positive_root():
    """The quadratic in a^2 has one positive root when beta != 0; the other is negative."""
    A, square = real("A"), real(r"\|\beta\|^2")
    root = kappa(square, product)
    plus, minus = (delta + root) / (2 * eta_w), (delta - root) / (2 * eta_w)
    on = rates_positive & Domain(square > 0, over=[delta], source=NONZERO_BETA)
    return every(
        factors=Equal(eta_w * A**2 - delta * A - eta_a * square, eta_w * (A - plus) * (A - minus), on=on.but(over=[A])),
        positive=Holds(plus > 0, on=on),
        negative=Holds(minus < 0, on=on))


@claim(KUNIN, "Eq. (38)", uses=["kunin2024/37"])
def outer_product_of_w():
    """w w^T from beta and delta, where a != 0."""
    value = (kappa(B, product) - delta) / (2 * eta_a) * (beta * beta.T) / B
    return Printed(
        Equal(w * w.T, value, on=reading), conditions=[stated(a**2 > 0)],
        erratum=Erratum("incomplete", FRACTION, Equal(w * w.T, value, on=moving), no_value=True),
        derivation=(
            *chain(beta * beta.T, (a**2 * (w * w.T), "beta = a w"), on=in_beta),
            *chain((kappa(B, product) - delta) / (2 * eta_a), (norm_w, "Eq. (18) less the conservation law"), on=moving),
            *chain(norm_w / B, (1 / a**2, "|beta|^2 = a^2 |w|^2"), on=moving)))


@claim(KUNIN, "Eq. (39)", uses=["kunin2024/37", "kunin2024/38"])
def preconditioner():
    """M as a function of beta and delta."""
    return Printed(
        Equal(in_parameters, M(product), on=reading), conditions=[stated(a**2 > 0)],
        erratum=Erratum("incomplete", FRACTION, Equal(in_parameters, M(product), on=moving), no_value=True),
        derivation=(
            *chain(eta_w * a**2, ((kappa(B, product) + delta) / 2, "Eq. (37)"), on=in_beta),
            *chain(eta_a * (w * w.T), ((kappa(B, product) - delta) / (2 * B) * (beta * beta.T), "Eq. (38)"), on=moving)))


@claim(KUNIN, "Appendix A.3", "never-zero", uses=["kunin2024/13"])
def a_stays_away_from_zero_when_delta_is_not_negative():
    """For delta >= 0 the square of a is positive everywhere except at the origin."""
    W = real(r"\|w\|^2")
    return Printed(Holds((delta + eta_a * W) / eta_w > 0, on=rates_positive & Domain(delta >= 0, W >= 0, delta + W > 0)),
                   conditions=[stated(delta >= 0, delta + W > 0), by(SQUARED_NORM, W >= 0)])


@claim(KUNIN, "Appendix A.3", "rescaled", uses=["kunin2024/39"])
def rates_are_absorbed():
    """beta' = sqrt(eta_a eta_w) beta and y' = sqrt(eta_a eta_w) y follow the flow with eta_a eta_w = 1."""
    c = sqrt(product)
    scaled = vector(r"\beta'", d)
    free = setting(eta_a > 0, eta_w > 0, B > 0, over=[beta, delta], where={scaled: c * beta})
    primed = M(1, Dot(scaled, scaled), scaled * scaled.T)
    rho = X.T * (X * beta - y)
    return every(
        preconditioner=Equal(M(product), primed, on=free),
        flow=Equal(-c * M(product) * rho, -primed * (X.T * (X * scaled - c * y)), on=free.but(over=[X, y])))
