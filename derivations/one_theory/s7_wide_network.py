"""Section 7, wide networks: Kunin's two-layer linear network of Section 4 is the network of Dominé et al. of any sizes, as matrices.

W_1 = sqrt(tau eta_a) W, W_2 = sqrt(tau eta_w) A^T and the target tau sqrt(eta_a eta_w) Y^T X, on data with the covariance X^T X: Kunin sums
over samples, so that X^T X stands where the other paper has a mean. Kunin's Delta is the balance matrix of the hidden layer.
"""

from sympy import Eq, Identity, sqrt

from theoremtest.derivations.domine2025.notation import W1, W2, balance, network, tau, time_constant
from theoremtest.derivations.kunin2024 import wide_notation as wide
from theoremtest.derivations.kunin2024.b1_dynamics_eq73_80 import balance as unbalanced
from theoremtest.derivations.kunin2024.notation import delta, eta_a, eta_w
from theoremtest.derivations.language import Conserved, Equal, Evolves, Kron, claim, every

from .notation import THEORY, ours, translated

sizes = wide.d, wide.h, wide.c
layers = {W1: sqrt(tau * eta_a) * wide.W, W2: sqrt(tau * eta_w) * wide.A.T}
target = tau * sqrt(eta_a * eta_w) * wide.Y.T * wide.X
covariance = wide.X.T * wide.X
first, second = layers[W1], layers[W2]
product = translated(network, sizes, layers)
one_d, one_c, one_h = Identity(wide.d), Identity(wide.c), Identity(wide.h)
anywhere = ours(wide.wide & time_constant)
isotropic = ours(anywhere, Eq(wide.A * wide.A.T, (eta_a * wide.W * wide.W.T + delta * one_h) / eta_w), over=(delta,))


@claim(THEORY, "Section 7", "wide-network", uses=["kunin2024/74", "kunin2024/75", "domine2025/26:any-input"], origin="derived")
def wide_network_is_a_linear_network():
    """Kunin's wide network moves as Dominé's of any sizes: W_1 = sqrt(tau eta_a) W, W_2 = sqrt(tau eta_w) A^T, with X^T X as covariance."""
    pull = target - product * covariance
    return every(first=Evolves(first, second.T * pull / tau, along=wide.wide_training, on=anywhere),
                 second=Evolves(second, pull * first.T / tau, along=wide.wide_training, on=anywhere))


@claim(THEORY, "Section 7", "wide-balance", uses=["one_theory/sec-7:wide-network", "kunin2024/sec-4:conserved"], origin="derived")
def delta_is_the_balance_matrix():
    """Dominé's balance matrix is tau Delta, and stays: lambda-balanced is Kunin's isotropic Delta = delta I with lambda = tau delta."""
    return every(value=Equal(translated(balance, sizes, layers), tau * unbalanced, on=anywhere),
                 kept=Conserved(tau * unbalanced, along=wide.wide_training, on=anywhere))


@claim(THEORY, "Section 7", "wide-kernel", uses=["one_theory/sec-7:wide-network", "kunin2024/79", "domine2025/5"], origin="derived")
def preconditioner_is_the_kernel():
    """tau times Kunin's M is the sum of both representations, W_2 W_2^T and W_1^T W_1, of which Dominé's kernel consists."""
    return Equal(tau * wide.in_layers, Kron(second * second.T, one_d) + Kron(one_c, first.T * first), on=anywhere)


@claim(THEORY, "Section 7", "wide-representations",
       uses=["one_theory/sec-7:wide-balance", "domine2025/144", "kunin2024/98", "kunin2024/99"], origin="derived")
def roots_are_the_representations():
    """Kunin's roots of Eqs. (98) and (99), in square networks, are Dominé's W_1^T W_1 + lambda/2 and W_2 W_2^T - lambda/2, at every size.

    Their squares are M^T M + lambda^2/4 and M M^T + lambda^2/4 with M = W_2 W_1 = tau sqrt(eta_a eta_w) beta^T and lambda = tau delta.
    """
    lam = tau * delta
    one, other = first.T * first + lam / 2 * one_d, second * second.T - lam / 2 * one_c
    beta = wide.network
    rates = tau**2 * eta_a * eta_w
    return every(
        first=Equal(one * one, rates * beta * beta.T + lam**2 / 4 * one_d, on=isotropic),
        second=Equal(other * other, rates * beta.T * beta + lam**2 / 4 * one_c, on=isotropic),
        product=Equal(product, tau * sqrt(eta_a * eta_w) * beta.T, on=anywhere))
