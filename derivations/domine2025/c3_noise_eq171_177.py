"""Appendix C.3: the expected loss under noise on inputs and on parameters, and the lambda that makes it smallest, Eqs. (171)-(177).

Whitened inputs. The loss is half the mean squared error, so c is half of the least error of a linear map; other conventions of the
mean squared error rescale everything alike. Sums over modes are told for one mode: they are sums of terms of one sign.
"""

from sympy import Derivative, Eq, Ge, Gt, Lt, S, Trace, diff, sqrt

from theoremtest.derivations.language import (
    Domain,
    Dot,
    Equal,
    Expectation,
    Holds,
    Iff,
    Meaning,
    claim,
    every,
    matrix,
    reals,
    vector,
)

from .c1_singular_values_eq16_17_and_115_117 import R, shapes, task
from .mode_notation import constants, s_task
from .notation import DOMINE, W1, W2, N_h, N_i, N_o, Sigma, lam, network
from .representations_notation import first_gram, frames, positive_entries, second_gram
from .task_notation import S_high, S_low, S_tilde

sigma_x, sigma_W = reals(r"\sigma_x^2", r"\sigma_W^2")
x, y, xi = vector("x", N_i), vector("y", N_o), vector(r"\xi", N_i)
E_1, E_2 = matrix(r"\Xi_1", N_h, N_i), matrix(r"\Xi_2", N_o, N_h)
SIZES = Meaning("sizes are positive", "Section 3")
VARIANCE = Meaning("variances are positive", "Section 5")


def half_square(M):
    """Half the squared Frobenius norm."""
    return Trace(M.T * M) / 2


@claim(DOMINE, "Eq. (171)", origin="reconstructed")
def loss_under_input_noise():
    """At each pair the expected half squared error grows by sigma_x^2/2 |W_2 W_1|^2, for independent normal noise on any network."""
    error, on = network * (x + xi) - y, Domain(sigma_x > 0, over=[W1, W2, x, y, xi], source=VARIANCE)
    clean = network * x - y
    return Expectation(Dot(error, error) / 2, {xi: sigma_x}, Dot(clean, clean) / 2 + sigma_x * half_square(network), on=on)


@claim(DOMINE, "Eq. (172)", uses=["domine2025/171", "domine2025/thm-C.3"], origin="reconstructed")
def norm_of_the_network_function():
    """At convergence |W_2 W_1|^2 = |U~ S~ V~^T|^2 = Tr S~^2, in which lambda does not stand."""
    parts = {}
    for name, (left, right) in shapes.items():
        function, on = left * task * right.T, frames(left, right, rotation=False) & Domain(over=[task])
        parts[name] = Equal(Trace(function.T * function), Trace(task.T * task), on=on)
    return every(**parts)


@claim(DOMINE, "Eq. (173)", origin="reconstructed")
def loss_under_parameter_noise():
    """The expected loss grows by sigma_W^2/2 (N_i |W_2|^2 + N_o |W_1|^2) + sigma_W^4/2 N_i N_h N_o, at any layers and sizes.

    Whitened inputs make the loss c + |W_2 W_1 - Sigma|^2/2.
    """
    error, on = (W2 + E_2) * (W1 + E_1) - Sigma, Domain(sigma_W > 0, over=[W1, W2, Sigma, E_1, E_2], source=VARIANCE)
    value = (half_square(network - Sigma) + sigma_W * (N_i * half_square(W2) + N_o * half_square(W1))
             + sigma_W**2 * N_i * N_h * N_o / 2)
    return Expectation(half_square(error), {E_1: sigma_W, E_2: sigma_W}, value, on=on)


@claim(DOMINE, "Eq. (174)", uses=["domine2025/thm-C.3"], origin="reconstructed")
def norm_of_the_first_layer():
    """|W_1|^2 = Tr S_1^2, the sum of the modes s~_lambda - lambda/2."""
    parts = {}
    for name, (left, right) in shapes.items():
        layer = R * S_low * right.T
        parts[name] = Equal(Trace(layer.T * layer), Trace(S_low * S_low), on=frames(left, right) & positive_entries)
    return every(**parts)


@claim(DOMINE, "Eq. (175)", uses=["domine2025/thm-C.3"], origin="reconstructed")
def norm_of_the_second_layer():
    """|W_2|^2 = Tr S_2^2, the sum of the modes s~_lambda + lambda/2."""
    parts = {}
    for name, (left, right) in shapes.items():
        layer = left * S_high * R.T
        parts[name] = Equal(Trace(layer.T * layer), Trace(S_high * S_high), on=frames(left, right) & positive_entries)
    return every(**parts)


inputs, outputs = reals("N_i", "N_o")
cost = inputs * second_gram + outputs * first_gram
"""What one mode adds to N_i |W_2|^2 + N_o |W_1|^2, the sizes taken for positive numbers."""
sizes = constants & Domain(inputs > 0, outputs > 0, source=SIZES)
share = lam / sqrt(4 * s_task**2 + lam**2)


@claim(DOMINE, "Eq. (176)", uses=["domine2025/173", "domine2025/174", "domine2025/175"], origin="reconstructed")
def slope_in_lambda():
    """The slope in lambda of N_i |W_2|^2 + N_o |W_1|^2, mode by mode: (N_i + N_o)/2 lambda/sqrt(4 s~^2 + lambda^2) + (N_i - N_o)/2."""
    return Equal(Derivative(cost, lam), (inputs + outputs) / 2 * share + (inputs - outputs) / 2, on=sizes)


@claim(DOMINE, "Eq. (177)", uses=["domine2025/176"], origin="reconstructed")
def slope_for_equal_sizes():
    """For N_i = N_o the slope is N_i lambda/sqrt(4 s~^2 + lambda^2) in each mode."""
    return Equal(Derivative(cost.subs(outputs, inputs), lam), inputs * share, on=constants & Domain(inputs > 0, source=SIZES))


@claim(DOMINE, "Appendix C.3", "only-zero", uses=["domine2025/177"], reading="every term of the sum in Eq. (177) by itself",
       leaves_out="the sum itself, whose terms have one sign")
def only_lambda_zero_is_stationary():
    """The denominator is positive; the left side is positive for lambda > 0, negative for lambda < 0; it vanishes only at lambda = 0."""
    return every(denominator=Holds(Gt(sqrt(4 * s_task**2 + lam**2), 0), on=constants),
                 positive=Iff(Gt(share, 0), Gt(lam, 0), on=constants), negative=Iff(Lt(share, 0), Lt(lam, 0), on=constants),
                 zero=Iff(Eq(share, 0), Eq(lam, 0), on=constants))


@claim(DOMINE, "Section 5", "robust-to-parameter-noise", uses=["domine2025/177"],
       reading="for N_i = N_o what the noise adds to the loss is least at lambda = 0, mode by mode")
def zero_balance_is_most_robust():
    """Of equal input and output sizes, lambda = 0 gives the solution that is most robust to parameter noise."""
    weights = first_gram + second_gram
    there = weights.subs(lam, 0)
    return every(least=Holds(Ge(weights, there), on=constants), only=Iff(Eq(weights, there), Eq(lam, 0), on=constants))


@claim(DOMINE, "Section 5", "robust-unequal-sizes", uses=["domine2025/176"], origin="derived")
def unequal_sizes_prefer_another_balance():
    """For N_i != N_o the least of one mode's cost is at lambda = s~ (N_o - N_i)/sqrt(N_i N_o): the wider side's layer is made smaller."""
    best = s_task * (outputs - inputs) / sqrt(inputs * outputs)
    slope = (inputs + outputs) / 2 * share + (inputs - outputs) / 2
    return every(stationary=Equal(slope.subs(lam, best), S.Zero, on=sizes),
                 convex=Holds(Gt(diff(cost, lam, 2), 0), on=sizes))


@claim(DOMINE, "Section 5", "robust-to-input-noise", uses=["domine2025/172"],
       reading="|W_2 W_1|^2 of the layers U S_2 R^T and R S_1 V^T at convergence, for every shape of network, is Tr S^2",
       leaves_out="that this norm is all of the layers that the expected loss depends on, which is `172`")
def input_noise_does_not_see_lambda():
    """The norm of the network function, by which input noise enters the expected loss, does not depend on lambda."""
    parts = {}
    for name, (left, right) in shapes.items():
        function = left * S_high * R.T * R * S_low * right.T
        parts[name] = Equal(Trace(function.T * function), Trace(S_tilde * S_tilde), on=frames(left, right) & positive_entries)
    return every(**parts)
