"""Section 3: each paper's closed form is the one-mode solution of Dominé et al. (Theorem C.1) from the translated start.

s(t) of that theorem is the Riccati solution entry by entry, and depends on the balance through lambda^2 alone. So it covers every network
with one input and one output, at any width: lambda^2/4 is q(0)^2 - s(0)^2, whatever the balance matrix is.
"""

from sympy import Ge, S, diff, exp, oo, sqrt

from theoremtest.derivations.domine2025.mode_notation import logistic, mean_square, path, s_start, s_task
from theoremtest.derivations.domine2025.notation import lam, t, tau, time_constant
from theoremtest.derivations.kunin2024 import notation as kunin
from theoremtest.derivations.kunin2024.s3_regimes import kappa, rate_mu
from theoremtest.derivations.language import Equal, Evolves, Holds, Limit, Solves, System, claim, every, real, reals
from theoremtest.derivations.nam2024 import layerwise_notation as diagonal
from theoremtest.derivations.nam2024 import toy_notation as toy
from theoremtest.derivations.nam2024.a2_1_diagonal_eq14_20 import flow as eq_3_6
from theoremtest.derivations.xu2024 import notation as latent

from .notation import THEORY, latent_scale, neuron_scale, ours, toy_scale, words

drawn = words(toy_scale * toy.S0, toy_scale * toy.S, 2 * toy_scale * sqrt(toy.Sigma**2 - toy.S0**2))
"""Nam, Theorem 1: s(0), s~ and lambda."""
rooted = words(latent_scale * (latent.P - latent.Q), 2 * tau * latent.drive, 4 * latent_scale * sqrt(latent.P * latent.Q))
"""Xu, Theorem 1."""
kept = latent.by_roots & latent.later & time_constant
balance, product, squares = reals("C_i", "P", r"\Sigma")
size = real(r"\kappa")
"""Kunin's root sqrt(delta^2 + 4 eta_a eta_w mu^2), which moves by itself beside mu: two equations without a root."""
xi = (1 - latent.alpha_plus) / (1 - latent.alpha_minus) * latent.decay
alpha = (latent.alpha_plus - xi * latent.alpha_minus) / (1 - xi)
"""alpha(t) of Theorem 1 with the sign that solves its motion (xu2024/thm-1)."""


L, H = reals("L", "H")
by_three = toy.positive.but(L >= 0, H > 0, where={
    toy.Sigma: (H + L * (L + 2 * toy.S) / H) / 2, toy.S0: (H - L * (L + 2 * toy.S) / H) / 2})
"""Nam's starts by L, the root of Theorem 1 less S, and by H = Sigma_0 + S_0; every start is of this form."""


@claim(THEORY, "Section 3", "scalar-network", uses=["nam2024/thm-1", "domine2025/115", "one_theory/sec-2:scalar-network-level"],
       origin="derived")
def theorem_1_of_nam_is_a_mode():
    """Nam's theta and Delta theta are tau/Z times less than Dominé's s and q, from s(0) = tau S_0/Z, s~ = tau S/Z, lambda^2/4 = q^2 - s^2.

    Theorem 1 is taken with the exponent that solves the chapter's own equations, -(2/Z) sqrt(Sigma_0^2 - S_0^2 + S^2) t.
    """
    output, gap = toy.moved(toy.gamma(2))
    on, every_start = ours(by_three & toy.later & time_constant, where=drawn), ours(toy.started)
    larger, smaller, both = toy.root + toy.S, toy.root - toy.S, toy.Sigma + toy.S0
    return every(output=Equal(toy_scale * output, path, on=on), gap=Equal(toy_scale * gap, mean_square, on=on),
                 weights=Equal((both + larger * smaller / both) / 2, toy.Sigma, on=every_start),
                 start=Equal((both - larger * smaller / both) / 2, toy.S0, on=every_start),
                 smaller=Holds(Ge(smaller, 0), on=every_start))


@claim(THEORY, "Section 3", "latent-variable", uses=["xu2024/thm-1", "domine2025/115", "one_theory/sec-2:latent-variable-level"],
       origin="derived")
def theorem_1_of_xu_is_a_mode():
    """2 tau gamma^2 d |x|^2 (P alpha - Q/alpha), Xu's output in Dominé's units, is s(t); with plus in place of minus it is q(t)."""
    on = ours(kept, where=rooted)
    rising, falling = latent_scale * latent.P * alpha, latent_scale * latent.Q / alpha
    return every(output=Equal(rising - falling, path, on=on), squares=Equal(rising + falling, mean_square, on=on))


@claim(THEORY, "Section 3", "one-factor", uses=["nam2024/6.12", "xu2024/thm-1"], origin="derived")
def both_factors_are_one():
    """Nam's gamma(t) is Xu's alpha(t) where Z = 1, Sigma_0 +- S_0 = 4 gamma^2 d |x|^2 (P or Q), S = 2 sqrt(eta_u eta_w) gamma |x| y."""
    grip, on = latent.grip, ours(latent.by_roots & latent.later)
    mine = toy.gamma(2).subs({toy.Sigma: 2 * grip * (latent.P + latent.Q), toy.S0: 2 * grip * (latent.P - latent.Q),
                              toy.S: 2 * latent.drive, toy.Z: 1}, simultaneous=True)
    return Equal(mine, alpha, on=on)


@claim(THEORY, "Section 3", "one-end", uses=["nam2024/6.14", "xu2024/8"], origin="derived")
def both_factors_end_alike():
    """Nam's gamma_+ is Xu's alpha_+ under the same dictionary, for every start with P > 0."""
    grip = latent.grip
    mine = toy.gamma_end(2 * grip * (latent.P + latent.Q), 2 * grip * (latent.P - latent.Q), 2 * latent.drive)
    return Equal(mine, latent.plus_root, on=ours(latent.starts))


@claim(THEORY, "Section 3", "sigmoid", uses=["nam2024/3.9", "domine2025/17", "domine2025/115"], origin="derived")
def sigmoid_is_the_zero_balanced_mode():
    """Saxe's sigmoid in Nam's Eq. (3.9) is Dominé's mode with lambda = 0, and its share of the way that of Eq. (17)."""
    v, target, start = diagonal.v, diagonal.S_i, diagonal.P0
    known = words(tau * v * start, tau * v * target, S.Zero)
    on = ours(diagonal.varied & diagonal.later & time_constant, start > 0, target > 0)
    sigmoid = tau * v * target * diagonal.sigmoid(start)
    return every(mode=Equal(sigmoid, path.subs(known, simultaneous=True), on=on),
                 share=Equal(sigmoid, (s_start + logistic * (s_task - s_start)).subs(known, simultaneous=True), on=on))


@claim(THEORY, "Section 3", "sigmoid-latent-variable", uses=["nam2024/3.9", "xu2024/thm-1"], origin="derived")
def sigmoid_is_the_aligned_latent_variable_model():
    """At Q = 0 Xu's output 2 gamma^2 d |x|^2 P alpha(t) is Saxe's sigmoid towards 2 sqrt(eta_u eta_w) gamma |x| y > 0."""
    grip, inside = latent.grip, latent.by_roots.but(latent.alpha_plus > 0) & latent.later
    on = ours(inside.at({latent.alpha_minus: S.Zero}))
    target, start = 2 * grip * latent.P * latent.alpha_plus, 2 * grip * latent.P
    sigmoid = target * diagonal.sigmoid(start, target, S.One)
    return Equal(sigmoid, (start * alpha).subs(latent.alpha_minus, 0), on=on)


@claim(THEORY, "Section 3", "sigmoid-single-neuron", uses=["nam2024/3.9", "kunin2024/2"], origin="derived")
def sigmoid_solves_the_balanced_neuron():
    """Saxe's sigmoid solves Kunin's Eq. (2) with delta = 0 and w along beta_*; against beta_* (phi = -1) it is that of a negative target.

    The second is the saddle of Kunin's A.2.2 and the mode of negative scale that Nam's network does not learn.
    """
    mu, mu0, s = kunin.mu, kunin.mu0, kunin.s
    speed = sqrt(kunin.eta_a * kunin.eta_w)
    on = ours(kunin.rates_positive & diagonal.later, mu0 > 0, s > 0)

    def solved(side):
        rate = rate_mu.subs({kunin.delta: 0, kunin.phi: side})
        return Solves(System({mu: rate}, {mu: mu0}), {mu: side * s * diagonal.sigmoid(mu0, side * s, speed)}, on=on)
    return every(along=solved(1), against=solved(-1))


@claim(THEORY, "Section 3", "single-neuron", uses=["kunin2024/2", "domine2025/115", "one_theory/sec-2:single-neuron"], origin="derived")
def mode_solves_the_neuron_along_the_target():
    """Dominé's mode solves Kunin's Eq. (2) with w along beta_*: mu = s/(tau sqrt(eta_a eta_w)), lambda = tau delta of either sign."""
    known = words(neuron_scale * kunin.mu0, neuron_scale * kunin.s, tau * kunin.delta)
    on = ours(kunin.rates_positive & kunin.setting(kunin.s > 0) & diagonal.later & time_constant, over=(kunin.mu0, kunin.delta))
    along = {kunin.phi: S.One}
    speed = diff(kappa, kunin.mu) * rate_mu
    system = System({kunin.mu: rate_mu.subs(along).subs(kappa, size), size: speed.subs(along)},
                    {kunin.mu: kunin.mu0, size: kappa.subs(kunin.mu, kunin.mu0)})
    return Solves(system, {kunin.mu: path.subs(known, simultaneous=True) / neuron_scale,
                           size: 2 * mean_square.subs(known, simultaneous=True) / tau}, on=on)


@claim(THEORY, "Section 3", "diagonal-network", uses=["nam2024/3.9:unequal-layers", "domine2025/115", "one_theory/sec-2:diagonal-network"],
       origin="derived")
def mode_solves_the_diagonal_network():
    """Dominé's mode solves Nam's mode from unequal layers: a_i b_i = s/(tau v_i) with lambda = -tau v_i C_i; Eq. (3.9) is C_i = 0.

    From the rates of Eq. (3.6), for the product and the sum of squares; the sum starts at sqrt(C_i^2 + 4 (a_i(0) b_i(0))^2).
    """
    v, target, start = diagonal.v, diagonal.S_i, diagonal.P0
    known = words(tau * v * start, tau * v * target, -tau * v * balance)
    rates = {product: v * squares * (target - product), squares: 4 * v * product * (target - product)}
    layers = {product: diagonal.a * diagonal.b, squares: diagonal.a**2 + diagonal.b**2}
    here, on = ours(diagonal.varied, over=(diagonal.a, diagonal.b, target)), diagonal.varied & diagonal.later & time_constant
    return every(
        product=Evolves(layers[product], rates[product].subs(layers, simultaneous=True), along=eq_3_6, on=here),
        squares=Evolves(layers[squares], rates[squares].subs(layers, simultaneous=True), along=eq_3_6, on=here),
        solution=Solves(System(rates, {product: start, squares: sqrt(balance**2 + 4 * start**2)}),
                        {product: path.subs(known, simultaneous=True) / (tau * v),
                         squares: 2 * mean_square.subs(known, simultaneous=True) / (tau * v)},
                        on=ours(on, target > 0, over=(start, balance))))


@claim(THEORY, "Section 3", "linear-model", uses=["nam2024/3.10", "domine2025/17"], origin="derived")
def linear_model_is_the_unbalanced_limit():
    """Nam's linear model, S_i (1 - e^{-v_i t}), is Dominé's mode from zero as lambda -> oo at |lambda|/tau = v_i: the lazy limit."""
    v, target = diagonal.v, diagonal.S_i
    on = ours(diagonal.varied & diagonal.later, target > 0, over=(lam,))
    mine = path.subs({s_start: S.Zero, s_task: target, tau: lam / v}, simultaneous=True)
    return Limit(mine, lam, oo, target * (1 - exp(-v * t)), on=on)
