"""Section 2: what the papers conserve is the balance of Dominé et al., up to a factor and a sign.

The dictionary: lambda = tau delta (Kunin), -8 tau gamma^2 |x|^2 p_i q_i for each neuron (Xu), -tau v_i C_i (Nam, Chapter 3). Where many
neurons share one input and one output, the balance matrix need not be a multiple of the identity; the number lambda^2/4 = q^2 - s^2 then
takes its place: 16 tau^2 gamma^4 |x|^4 d^2 PQ (Xu), tau^2 (Sigma_0^2 - S_0^2)/Z^2 (Nam, Chapter 6).
"""

from sympy import Gt, Trace, sqrt

from theoremtest.derivations.domine2025.mode_notation import a, b, balanced_layers
from theoremtest.derivations.domine2025.notation import W1, balance, lam, tau, time_constant
from theoremtest.derivations.kunin2024 import notation as kunin
from theoremtest.derivations.language import Conserved, Dot, Equal, claim, every, real, vector
from theoremtest.derivations.nam2024 import layerwise_notation as diagonal
from theoremtest.derivations.nam2024 import toy_notation as toy
from theoremtest.derivations.xu2024 import notation as latent

from .notation import THEORY, latent_scale, moment, of_diagonal, of_latent, of_neuron, of_toy, ours, toy_scale

C = real("C_i")
e = vector("e_i", toy.p)


@claim(THEORY, "Section 2", "single-neuron", uses=["one_theory/sec-1:single-neuron", "kunin2024/13"], origin="derived")
def delta_is_the_balance():
    """lambda = tau delta, so the neuron is lambda-balanced for every start: its balance matrix is one number."""
    delta = kunin.conserved.subs(kunin.W, Dot(kunin.w, kunin.w))
    on = ours(kunin.whitened & time_constant)
    first, second = of_neuron[W1].T.doit(), sqrt(tau * kunin.eta_w) * kunin.a
    return every(value=Equal(second**2 - Dot(first, first), tau * delta, on=on),
                 kept=Conserved(tau * delta, along=kunin.vector_flow, on=on))


@claim(THEORY, "Section 2", "latent-variable", uses=["one_theory/sec-1:latent-variable", "xu2024/23"], origin="derived")
def products_of_modes_are_the_balance():
    """lambda of neuron i is -8 tau gamma^2 |x|^2 p_i q_i: the sign is the other one, the learning rates are inside p_i and q_i."""
    on = ours(latent.network & time_constant)
    mine = of_latent.translate(balance, latent.d)
    factor = -8 * tau * latent.gamma**2 * latent.rho_of_x**2
    return every(
        neuron=Equal(Dot(latent.e, mine * latent.e), factor * Dot(latent.e, latent.p_vector) * Dot(latent.e, latent.q_vector),
                     on=ours(on, over=(latent.e,))),
        trace=Equal(Trace(mine), factor * Dot(latent.p_vector, latent.q_vector), on=on))


@claim(THEORY, "Section 2", "diagonal-network", uses=["one_theory/sec-1:diagonal-network", "nam2024/3.8"], origin="derived")
def difference_of_squares_is_the_balance():
    """lambda = -tau v_i C_i with C_i = a_i^2 - b_i^2: Nam takes the second layer from the first, Dominé the first from the second."""
    on = ours(diagonal.varied & time_constant, over=(diagonal.a, diagonal.b), where={C: diagonal.a**2 - diagonal.b**2})
    mine = balanced_layers.where[lam].subs({a: of_diagonal["a"], b: of_diagonal["b"]}, simultaneous=True)
    return Equal(mine, -tau * diagonal.v * C, on=on)


@claim(THEORY, "Section 2", "latent-variable-level", uses=["one_theory/sec-1:latent-variable", "xu2024/27"], origin="derived")
def level_of_the_latent_variable_model():
    """q^2 - s^2 = (4 tau gamma^2 d |x|^2)^2 PQ, so |lambda| = 8 tau gamma^2 d |x|^2 sqrt(PQ), and it stays, at any width."""
    on = ours(latent.network & time_constant)
    P, Q = (Dot(mode, mode) / latent.d for mode in (latent.p_vector, latent.q_vector))
    size = 2 * latent_scale.subs(latent.rho, latent.rho_of_x)
    return every(value=Equal(of_latent.level, size**2 * P * Q, on=on), kept=Conserved(P * Q, along=latent.training, on=on))


@claim(THEORY, "Section 2", "scalar-network-level", uses=["one_theory/sec-1:scalar-network", "nam2024/6.3:loss"], origin="derived")
def level_of_the_scalar_network():
    """q^2 - s^2 = (tau E[x^2]/Z)^2 (Delta theta^2 - theta^2), Delta theta being half the sum of all squares over Z; it stays."""
    on = ours(toy.any_modes & time_constant, Gt(moment, 0))
    gap = (Dot(toy.a, toy.a) + Dot(toy.b, toy.b)) / (2 * toy.Z)
    value = (toy_scale * moment)**2 * (gap**2 - toy.theta**2)
    return every(value=Equal(of_toy.level, value, on=on), kept=Conserved(of_toy.level, along=toy.training, on=on))


@claim(THEORY, "Section 2", "scalar-network-balance", uses=["one_theory/sec-1:scalar-network"], origin="derived")
def neurons_of_the_scalar_network():
    """lambda of neuron i is tau E[x^2] (b_i^2 - a_i^2)/Z^2: zero in the aligned and anti-aligned modes of Section 6.2."""
    on = ours(toy.any_modes & time_constant, Gt(moment, 0), over=(e,))
    return Equal(Dot(e, of_toy.translate(balance, toy.p) * e), tau * moment / toy.Z**2 * (Dot(e, toy.b)**2 - Dot(e, toy.a)**2), on=on)
