"""Section 4: what each paper's regimes are called in the others.

| | lambda > 0 | lambda < 0 | |lambda| -> oo | lambda = 0, aligned | lambda = 0, reversed |
|---|---|---|---|---|---|
| Kunin | upstream, delta > 0 | downstream, delta < 0 | lazy along the target | balanced, phi = 1 | phi_0 = -1, a saddle |
| Xu | p_i q_i < 0 | p_i q_i > 0 | kernel, alpha_+ -> 1 | Q = 0 | P = 0 |
| Nam | C_i < 0 | C_i > 0 | lazy, gamma_+ -> 1; the linear model | aligned modes, the sigmoid | anti-aligned modes |

The two words `rich` are not one: Dominé's is lambda -> 0, Nam's is gamma_+ large, which at lambda = 0 is a small start.
"""

from sympy import Gt, Lt, Ne, S, oo

from theoremtest.derivations.domine2025.mode_notation import a, b, balanced_layers, constants, level_start, path, s_start, s_task
from theoremtest.derivations.domine2025.notation import balance, lam, later, tau, time_constant
from theoremtest.derivations.domine2025.s5_architecture import with_slow_funnel
from theoremtest.derivations.kunin2024 import notation as kunin
from theoremtest.derivations.kunin2024.s3_regimes import rate_phi
from theoremtest.derivations.language import Domain, Dot, Equal, Iff, Limit, claim, every, real
from theoremtest.derivations.nam2024 import layerwise_notation as diagonal
from theoremtest.derivations.nam2024 import toy_notation as toy
from theoremtest.derivations.xu2024 import notation as latent

from .notation import THEORY, latent_scale, neuron_scale, of_diagonal, of_latent, ours, toy_scale
from .s2_conserved import C

far = real(r"\epsilon")
positive_start = ours(constants & time_constant, toy.Z > 0, s_start > 0)
"""s(0), s~ and lambda of Dominé et al., with Nam's Z."""


def as_drawn(start, half_sum):
    """gamma_+ of Nam for the start that has these s and q."""
    return toy.gamma_end(half_sum / toy_scale, start / toy_scale, s_task / toy_scale)


@claim(THEORY, "Section 4", "sign", uses=["one_theory/sec-2:single-neuron", "one_theory/sec-2:latent-variable",
                                          "one_theory/sec-2:diagonal-network"], origin="derived")
def one_sign_in_four_papers():
    """lambda > 0, a larger second layer, is Kunin's upstream (delta > 0), Xu's p_i q_i < 0 and Nam's C_i < 0.

    Kunin's learning rates are inside delta: unequal rates make a network with |a| = |w| upstream or downstream.
    """
    of_mode = balanced_layers.where[lam]
    mine = of_mode.subs({b: of_diagonal["b"], a: of_diagonal["a"]}, simultaneous=True)
    neuron = tau * (kunin.eta_w * kunin.a**2 - kunin.eta_a * kunin.W)
    width = ours(latent.network & time_constant, Ne(latent.gamma, 0), over=(latent.e,))
    mode = Dot(latent.e, latent.p_vector) * Dot(latent.e, latent.q_vector)
    return every(
        neuron=Iff(Gt(neuron, 0), Gt(kunin.delta, 0), on=ours(kunin.any_state & time_constant)),
        latent=Iff(Gt(Dot(latent.e, of_latent.translate(balance, latent.d) * latent.e), 0), Lt(mode, 0), on=width),
        diagonal=Iff(Gt(mine, 0), Lt(C, 0), on=ours(diagonal.varied & time_constant, over=(diagonal.a, diagonal.b),
                                                    where={C: diagonal.a**2 - diagonal.b**2})))


@claim(THEORY, "Section 4", "lazy", uses=["one_theory/sec-3:scalar-network", "one_theory/sec-3:one-end"], origin="derived")
def large_balance_is_the_kernel_regime():
    """As |lambda| grows at a fixed output, Nam's gamma_+ and Xu's alpha_+ tend to 1, at the distance 2 (s~ - s(0))/|lambda|.

    So Dominé's lazy limit is Nam's lazy regime and Xu's kernel regime, for lambda of either sign.
    """
    on = ours(positive_start & latent.constants)
    P, Q = (level_start + s_start) / (2 * latent_scale), (level_start - s_start) / (2 * latent_scale)
    target = {latent.y: s_task / (2 * tau) * latent.y / latent.drive}
    mine = latent.plus_root.subs({latent.P: P, latent.Q: Q}, simultaneous=True).subs(target)
    nam = as_drawn(s_start, level_start)
    return every(nam=Limit(nam, lam, oo, S.One, on=on), nam_minus=Limit(nam, lam, -oo, S.One, on=on),
                 distance=Limit(lam * (nam - 1), lam, oo, 2 * (s_task - s_start), on=on),
                 xu=Limit(mine, lam, oo, S.One, on=on), xu_minus=Limit(mine, lam, -oo, S.One, on=on))


@claim(THEORY, "Section 4", "rich", uses=["one_theory/sec-3:scalar-network", "one_theory/sec-4:lazy"], origin="derived")
def two_papers_call_different_starts_rich():
    """At lambda = 0, Dominé's rich limit, gamma_+ is s~/s(0): rich for Nam from small starts alone, lazy from starts near s~.

    Nam's measure asks how far the weights have to go; lambda asks in which proportion the layers stand.
    """
    on, factor = positive_start, as_drawn(s_start, level_start).subs(lam, 0)
    return every(value=Equal(factor, s_task / s_start, on=on), small=Limit(factor, s_start, 0, oo, on=on),
                 near=Limit(factor.subs(s_start, s_task * (1 - far)), far, 0, S.One, on=ours(on, far > 0, far < 1)))


@claim(THEORY, "Section 4", "delayed", origin="derived",
       uses=["domine2025/sec-5:two-phases", "kunin2024/sec-3:downstream-phi", "one_theory/sec-3:linear-modes"])
def downstream_is_the_delayed_rich_regime():
    """The slow rate of Dominé's funnel for lambda -> -oo is that at which Kunin's phi turns downstream, eta_a eta_w |beta_*|^2/|delta|.

    Kunin's neuron, d inputs and one output, is a funnel: its downstream start is Dominé's lazy phase with a delayed rich one.
    """
    on = ours(kunin.rates_positive & kunin.setting(kunin.s > 0) & time_constant, kunin.phi > 0, kunin.phi < 1, over=(kunin.delta,))
    slow = with_slow_funnel.subs({s_task: neuron_scale * kunin.s, lam: tau * kunin.delta}, simultaneous=True) / tau
    turning = rate_phi.subs(kunin.mu, kunin.phi * kunin.s) / (kunin.phi * (1 - kunin.phi**2))
    return every(rates=Limit(slow / turning, kunin.delta, -oo, S.One, on=on),
                 slow=Limit(-kunin.delta * slow, kunin.delta, -oo, kunin.eta_a * kunin.eta_w * kunin.s**2, on=on))


@claim(THEORY, "Section 4", "reversed", uses=["domine2025/115", "nam2024/6.14:opposite-layers", "kunin2024/app-A.2.2:saddle"],
       origin="derived")
def reversed_start_ends_at_the_saddle():
    """Dominé's reversed mode with lambda = 0 tends to 0, not to s~: Nam's anti-aligned modes, Kunin's phi_0 = -1, Xu's P = 0.

    Any other lambda passes the saddle: the mode then tends to s~ from every start.
    """
    on = ours(later & Domain(s_task > 0), s_start < 0)
    nam = ours(toy.positive & toy.later & Domain(toy.Sigma > 0))
    return every(
        mode=Limit(path.subs(lam, 0), diagonal.t, oo, S.Zero, on=on),
        drawn=Limit(toy.moved(toy.gamma(2))[0].subs(toy.S0, -toy.Sigma), diagonal.t, oo, S.Zero, on=nam),
        neuron=Limit(-kunin.s * diagonal.sigmoid(kunin.mu0, -kunin.s, S.One), diagonal.t, oo, S.Zero,
                     on=ours(kunin.setting(kunin.s > 0) & diagonal.later, kunin.mu0 > 0)),
        passed=Limit(path, diagonal.t, oo, s_task, on=ours(later & Domain(s_task > 0), s_start < 0, Ne(lam, 0))))
