"""Section 3.3: gradient flow of the diagonal and of the linear model, and what it keeps, Eqs. (3.6)-(3.8).

Derived from the loss for any number of features, of which only that they are uncorrelated is used.
"""

from sympy import S, ZeroMatrix

from theoremtest.derivations.language import Conserved, Domain, Dot, Evolves, Flow, claim, every, real

from .layerwise_notation import (
    W1,
    W2,
    S_i,
    a,
    any_features,
    any_network,
    b,
    feature,
    layerwise,
    linear,
    p,
    theta,
    training,
    uncorrelated,
)
from .notation import NAM

moment = Dot(feature, feature)
"""E[x_i^2]."""
mode = uncorrelated & Domain(over=[a, b, S_i])
single = uncorrelated & Domain(over=[theta, S_i])


@claim(NAM, "Eq. (3.6)")
def gradient_flow_of_a_mode():
    """a_i and b_i move by the other one times E[x_i^2] times the distance of their product to its target scale."""
    return every(first=Evolves(a, -b * moment * (a * b - S_i), along=layerwise, on=mode),
                 second=Evolves(b, -a * moment * (a * b - S_i), along=layerwise, on=mode))


@claim(NAM, "Eq. (3.7)")
def gradient_flow_of_the_linear_model():
    """theta_i moves by E[x_i^2] times its distance to the target scale."""
    return Evolves(theta, -moment * (theta - S_i), along=linear, on=single)


@claim(NAM, "Section 3.3", "feedback", uses=["nam2024/3.6", "nam2024/3.7"],
       reading="`depending only on their distances to target scales`: the distance of a linear model's parameter moves by itself, that of "
               "a "
               "layerwise model's product at a rate with the factor a_i^2 + b_i^2")
def feedback_between_layers():
    """The layers' magnitudes govern the rate of the layerwise model's modes, and nothing but the distance that of the linear model's."""
    return every(
        linear=Evolves(theta - S_i, -moment * (theta - S_i), along=linear, on=single),
        layerwise=Evolves(a * b - S_i, -moment * (a**2 + b**2) * (a * b - S_i), along=layerwise, on=mode))


@claim(NAM, "Eq. (3.8)", uses=["nam2024/3.6"],
       reading="a_i a_i' is what a_i^2/2 moves by, b_i b_i' what b_i^2/2 does; both are the same")
def magnitude_difference():
    """a_i a_i' - b_i b_i' is zero, so that a_i^2 - b_i^2 stays."""
    amount = -a * b * moment * (a * b - S_i)
    return every(first=Evolves(a**2 / 2, amount, along=layerwise, on=mode), second=Evolves(b**2 / 2, amount, along=layerwise, on=mode),
                 rates=Evolves((a**2 - b**2) / 2, S.Zero, along=layerwise, on=mode),
                 kept=Conserved(a**2 - b**2, along=layerwise, on=mode))


@claim(NAM, "Eq. (3.8)", "correlated", origin="derived", uses=["nam2024/3.8"])
def magnitude_difference_of_correlated_features():
    """It stays for correlated features as well, where Eq. (3.6) does not hold."""
    return Conserved(a**2 - b**2, along=layerwise, on=any_features & Domain(over=[a, b, S_i]))


@claim(NAM, "Section 3.3", "linear-networks", uses=["nam2024/A.29"],
       reading="`conserved`: W_2 W_2^T - W_1^T W_1 has the derivative zero along gradient flow, whatever the distribution of the inputs "
               "and "
               "targets")
def magnitude_difference_of_linear_networks():
    """The argument extends to linear neural networks: W_2 W_2^T - W_1^T W_1 is conserved."""
    return Evolves(W2 * W2.T - W1.T * W1, ZeroMatrix(p, p), along=training, on=any_network)


@claim(NAM, "Section 3.3", "commutativity", uses=["nam2024/3.8"],
       reading="`because of the commutativity of products in Eq. (3.3), we identify a conserved quantity`: the output has the layers in "
               "their product a_i b_i = b_i a_i alone, so that any loss of it moves a_i by b_i r and b_i by a_i r with one r, which may "
               "change in time")
def products_conserve_the_difference():
    """Whatever the loss of the product, a_i^2 - b_i^2 stays; mean squares and features do not enter."""
    rate = real("r")
    product = Flow({a: b * rate, b: a * rate}, name="gradient flow of any loss of a_i b_i")
    on = Domain(over=[a, b, rate])
    return every(rates=Evolves(a**2 - b**2, S.Zero, along=product, on=on),
                 product=Evolves(a * b, (a**2 + b**2) * rate, along=product, on=on))
