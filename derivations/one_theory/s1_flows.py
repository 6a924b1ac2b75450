"""Section 1: the gradient flow of each model, from its own loss, is the flow of the two-layer linear network of Dominé et al.

The left side is moved by the paper's own flow, the right side is the rate that Dominé et al. print, in the paper's letters.
"""

from sympy import Gt, diff, sqrt

from theoremtest.derivations.domine2025.mode_notation import a, b, layer_flow, s_task
from theoremtest.derivations.domine2025.notation import W1, W2, Sigma, network, tau, time_constant, whitened_flow
from theoremtest.derivations.kunin2024 import notation as kunin
from theoremtest.derivations.language import Dot, Evolves, claim, every
from theoremtest.derivations.nam2024 import layerwise_notation as diagonal
from theoremtest.derivations.nam2024 import toy_notation as toy
from theoremtest.derivations.xu2024 import notation as latent

from .notation import THEORY, neuron_sizes, of_diagonal, of_latent, of_neuron, of_toy, ours, translated


def same_motion(words, width, along, on):
    """Both layers of a network with one input and one output move as those of the two-layer network do."""
    first, second = (words.translate(whitened_flow.rates[layer], width) for layer in (W1, W2))
    return every(first=Evolves(words.first, first, along=along, on=on), second=Evolves(words.second, second.T.doit(), along=along, on=on))


@claim(THEORY, "Section 1", "single-neuron", uses=["kunin2024/sec-3:whitened", "domine2025/26"], origin="derived")
def neuron_is_a_balanced_network():
    """Kunin's neuron is the network with N_h = N_o = 1: W_1 = sqrt(tau eta_a) w^T, W_2 = sqrt(tau eta_w) a, in every dimension.

    The rate of W_2 is (Sigma - W_2 W_1) W_1^T, a row times a column, written as the inner product that it is.
    """
    on, (first, second) = ours(kunin.whitened & time_constant), (of_neuron[W1], sqrt(tau * kunin.eta_w) * kunin.a)
    off = translated(Sigma - network, neuron_sizes, of_neuron)
    return every(first=Evolves(first, translated(whitened_flow.rates[W1], neuron_sizes, of_neuron), along=kunin.vector_flow, on=on),
                 second=Evolves(second, Dot(off.T.doit(), first.T.doit()) / tau, along=kunin.vector_flow, on=on))


@claim(THEORY, "Section 1", "latent-variable", uses=["xu2024/18", "domine2025/26"], origin="derived")
def latent_variable_is_a_linear_network():
    """Xu's model is the network with N_i = N_o = 1, at any width: W_1 = sqrt(2 tau eta_u) gamma W x, W_2 = sqrt(2 tau eta_w) gamma |x| u^T.

    The 2 comes from a loss that is not halved, gamma and |x| from an output and an input that are not of unit size.
    """
    return same_motion(of_latent, latent.d, latent.training, ours(latent.network & time_constant))


@claim(THEORY, "Section 1", "scalar-network", uses=["nam2024/6.3:loss", "domine2025/26"], origin="derived")
def scalar_network_is_a_linear_network():
    """Nam's network of Chapter 6 is the one with N_i = N_o = 1: W_1 = c a, W_2 = c b^T and Sigma = Z c^2 S, c = sqrt(tau E[x^2])/Z."""
    on = ours(toy.any_modes & time_constant, Gt(Dot(toy.x, toy.x), 0))
    return same_motion(of_toy, toy.p, toy.training, on)


@claim(THEORY, "Section 1", "diagonal-network", uses=["nam2024/3.6", "domine2025/thm-C.1:loss"], origin="derived")
def diagonal_network_is_a_mode():
    """A mode of Nam's diagonal network is one mode of Dominé's, a = sqrt(tau v_i) a_i, b = sqrt(tau v_i) b_i, s~ = tau v_i S_i."""
    known = {a: of_diagonal["a"], b: of_diagonal["b"], s_task: of_diagonal["target"]}
    square = Dot(diagonal.feature, diagonal.feature)
    on = ours(diagonal.uncorrelated & time_constant, Gt(square, 0), over=(diagonal.a, diagonal.b, diagonal.S_i), where={diagonal.v: square})

    def moves(layer):
        return Evolves(known[layer], -diff(layer_flow.loss, layer).subs(known, simultaneous=True) / tau, along=diagonal.layerwise, on=on)
    return every(first=moves(a), second=moves(b))
