"""Symbols, flows and domains of the latent variable model f(x) = gamma u^T W x, trained on one point (x, y) (Sections 3 and A).

`u` has one entry per hidden neuron, row i of `W` feeds neuron i, so that sum_j w_ij x_j is entry i of W x; a sum over i is an
inner product. An entry of a vector is its inner product with a fixed vector (`e`, `e_prime`): what is proved for every such
vector holds for the unit vectors, which pick the entries. `rho` is |x|; the mean of squares that the text prints in its place
is a claim of its own (`thm-1:rho`).
"""

from sympy import Eq, Ge, Gt, ImmutableMatrix, Le, Ne, Or, exp, sqrt

from theoremtest.derivations.language import TIME, Domain, Dot, EveryEntry, Flow, GradientFlow, Norm, dimension, matrix, real, vector

from .conventions_notation import (
    FINITE_TIME,
    INPUT,
    LARGER_ROOT,
    LEARNING_RATE,
    MEAN_OF_SQUARES,
    NORMALIZATION,
    ONE_NEURON,
    ONE_OF_MANY,
    P_NOT_ZERO,
    SMALLER_ROOT,
    TIME_FROM_ZERO,
    XU,
)

__all__ = ["XU"]

d, d0, N = dimension("d"), dimension("d_0"), dimension("N")
t = TIME
gamma, y = real(r"\gamma"), real("y")
eta_u, eta_w = real(r"\eta_u"), real(r"\eta_w")
u, W, x = vector("u", d), matrix("W", d, d0), vector("x", d0)
e, e_prime = vector("e_i", d), vector("e_{i'}", d)

_entry = real("s")
one_neuron = Domain(EveryEntry(Or(Eq(_entry, 0), Eq(_entry, 1)), (_entry, e)), Eq(Dot(e, e), 1), source=ONE_NEURON)
"""e_i as the unit vector that it is; what is proved holds for any vector in its place."""

rates_positive = Domain(eta_u > 0, eta_w > 0, source=LEARNING_RATE)
"""Learning rates of both layers, positive."""

parameters = Domain(over=[u, W, x, gamma, y]) & rates_positive
"""Any parameters, any target of either sign, any input."""

network = parameters & Domain(Dot(x, x) > 0, source=INPUT)
"""The same with an input that is not zero, by whose length the modes are divided."""

output = gamma * Dot(u, W * x)
"""f(x) = gamma sum_ij u_i w_ij x_j at the data point."""

loss = (output - y)**2
"""The simplified loss of Eq. (3)."""

training = GradientFlow(loss, {u: eta_u, W: eta_w}, name="gradient flow of Eq. (3)", network="latent-variable",
                        data=(gamma * x.T, ImmutableMatrix([[y]])))
"""The motion of both layers; a route that trains the network folds gamma into its one input."""

rho_of_x = Norm(x)


def modes(rho):
    """The vectors p and q of Eq. (4) for a choice of rho; shape (d, 1)."""
    forward = sqrt(eta_u) * W * x
    back = sqrt(eta_w) * rho * u
    return (forward + back) / (2 * rho), (forward - back) / (2 * rho)


p_vector, q_vector = modes(rho_of_x)

# The motion of the modes: one neuron's p and q, and the means P and Q of their squares.
rho, tau = real(r"\rho"), real(r"t_c")
p, q, p0, q0 = real("p_i"), real("q_i"), real("p_i(0)"), real("q_i(0)")
P, Q = real("P"), real("Q")
P_t, Q_t = real("P(t)"), real("Q(t)")
alpha, alpha_plus, alpha_minus, xi = real(r"\alpha"), real(r"\alpha_+"), real(r"\alpha_-"), real(r"\xi")

drive = sqrt(eta_u * eta_w) * gamma * rho * y
"""sqrt(eta_u eta_w) gamma rho y, the target's part in every rate."""

grip = gamma**2 * d * rho**2
"""gamma^2 d rho^2, the factor of P and Q in every rate."""

inverse_time = sqrt(eta_u * eta_w * gamma**2 * rho**2 * y**2 + 4 * rho**4 * (gamma**2 * d)**2 * P * Q)
"""1/t_c of Eq. (7)."""

plus_root = (drive + inverse_time) / (2 * grip * P)
minus_root = (drive - inverse_time) / (2 * grip * P)
"""alpha_+ and alpha_- of Eq. (8): the second is never positive."""

constants = rates_positive & Domain(rho > 0, over=[d], source=INPUT) & Domain(Ne(gamma, 0), source=NORMALIZATION)
"""What the modes' motion depends on beside P, Q and y."""

starts = constants & Domain(P > 0, over=[y], source=P_NOT_ZERO) & Domain(Ge(Q, 0), source=MEAN_OF_SQUARES)
"""Theorem 1's starts, P != 0."""

has_a_time = Ne(y**2 + Q, 0)
"""t_c is finite, as the claim 7 has it."""
timed = starts.but(has_a_time, source=FINITE_TIME)
"""Starts with a finite t_c."""

later = Domain(Ge(t, 0), source=TIME_FROM_ZERO)
"""From the initialization on."""

stays_off_zero = Or(Q > 0, gamma * y > 0)
"""alpha_+ > 0, as the claim `8:every-start` has it."""
moving = starts.but(stays_off_zero)
"""Starts with alpha_+ > 0."""

modes_rates = {
    p: -2 * p * (grip * (P_t - Q_t) - drive),
    q: 2 * q * (grip * (P_t - Q_t) - drive),
    P_t: -4 * P_t * (grip * (P_t - Q_t) - drive),
    Q_t: 4 * Q_t * (grip * (P_t - Q_t) - drive),
}
"""Eq. (24) for p_i, its mirror image for q_i, and what follows for the means of their squares."""

modes_initial = {p: p0, q: q0, P_t: P, Q_t: Q}
modes_flow = Flow(modes_rates, name="the motion of (p_i, q_i, mean p^2, mean q^2)")


def modes_solution(above, below):
    """p = p_0 sqrt(alpha), q = q_0/sqrt(alpha) and their means of squares for alpha = above/below, both positive."""
    return {p: p0 * sqrt(above) / sqrt(below), q: q0 * sqrt(below) / sqrt(above),
            P_t: P * above / below, Q_t: Q * below / above}


two_roots = (constants & Domain(P > 0, source=P_NOT_ZERO) & Domain(Ge(alpha_plus, 0), source=LARGER_ROOT)
             & Domain(Le(alpha_minus, 0), source=SMALLER_ROOT) & Domain(Gt(alpha_plus, alpha_minus), source=FINITE_TIME)).but(where={
                 Q: -P * alpha_plus * alpha_minus,
                 y: grip * P * (alpha_plus + alpha_minus) / (sqrt(eta_u * eta_w) * gamma * rho),
                 tau: 1 / (grip * P * (alpha_plus - alpha_minus))})
"""The same starts named by the two roots; that every one of them is of this form is the claim `8:every-start`."""
by_roots = two_roots.but(over=[p0, q0])
"""The same with one mode of each layer."""
one_of_many = Domain(d >= 2, Ge(d * P, p0**2), source=ONE_OF_MANY)
"""A mode p_i(0) among those whose mean square is P."""

decay = exp(-4 * t / tau)
