"""Section 8: the time scales of one mode, and what each paper calls them.

A mode nears its target at the rate 2q/tau, which is 2 s_lambda/tau at the start and 2 s~_lambda/tau at the end; from small equal layers it
first waits for the logarithm of s~/s(0).
"""

from sympy import Eq, Gt, Lt, Ne, Rational, S, diff, log, oo, sqrt

from theoremtest.derivations.domine2025.mode_notation import level_start, level_task, mean_square, modes, path, s_start, s_task
from theoremtest.derivations.domine2025.notation import lam, t, tau, time_constant
from theoremtest.derivations.kunin2024 import notation as kunin
from theoremtest.derivations.kunin2024.s3_regimes import kappa
from theoremtest.derivations.language import Domain, Equal, Holds, Limit, claim, every, real
from theoremtest.derivations.nam2024 import layerwise_notation as diagonal
from theoremtest.derivations.nam2024 import toy_notation as toy
from theoremtest.derivations.xu2024 import notation as latent

from .notation import THEORY, latent_scale, neuron_scale, ours, toy_scale
from .s2_conserved import C
from .s6_one_motion import H, L, curve, starts

neuron_half = log(kunin.s / kunin.mu0 - 1) / (2 * sqrt(kunin.eta_a * kunin.eta_w) * kunin.s)
"""Kunin's time to half."""
end_rates = {
    "single-neuron": kappa.subs(kunin.mu, kunin.s), "latent-variable": 4 * latent.inverse_time,
    "diagonal-network": diagonal.v * sqrt(C**2 + 4 * diagonal.S_i**2), "scalar-network": 2 * toy.root / toy.Z}
pace = 2 * level_task / tau
"""The rate at the end."""


def paced(target, balance):
    """The rate at the end, of this target and balance."""
    return pace.subs({s_task: target, lam: balance}, simultaneous=True)


@claim(THEORY, "Section 8", "rates", uses=["domine2025/115", "domine2025/116"], origin="derived")
def rates_of_a_mode():
    """s~ - s falls at the rate 2q/tau, 2 s_lambda/tau at t = 0 and in the end 2 s~_lambda/tau, for s(0) > 0 or lambda other than 0."""
    q, every_start = mean_square, ours(modes)
    return every(rate=Equal(diff(path, t), 2 * q / tau * (s_task - path), on=every_start),
                 start=Equal(q, level_start, on=ours(modes, Eq(t, 0))),
                 end=Limit(2 * q / tau, t, oo, pace, on=ours(modes, Ne(lam, 0))),
                 balanced=Limit(2 * q / tau, t, oo, pace, on=ours(modes, s_start > 0)))


@claim(THEORY, "Section 8", "single-neuron", uses=["one_theory/sec-8:rates", "kunin2024/2"], origin="derived")
def rate_of_the_single_neuron():
    """Kunin's neuron nears its target along beta_* at sqrt(delta^2 + 4 eta_a eta_w |beta_*|^2)."""
    return Equal(paced(neuron_scale * kunin.s, tau * kunin.delta), end_rates["single-neuron"],
                 on=ours(kunin.rates_positive & kunin.setting(kunin.s > 0) & time_constant, over=(kunin.delta,)))


@claim(THEORY, "Section 8", "latent-variable", uses=["one_theory/sec-8:rates", "xu2024/7"], origin="derived")
def rate_of_the_latent_variable():
    """Xu's output nears its target at the rate 4/t_c, with the t_c of Eq. (7)."""
    return Equal(paced(2 * tau * latent.drive, 4 * latent_scale * sqrt(latent.P * latent.Q)), end_rates["latent-variable"],
                 on=ours(latent.starts & time_constant))


@claim(THEORY, "Section 8", "diagonal-network", uses=["one_theory/sec-8:rates", "nam2024/3.9:unequal-layers"], origin="derived")
def rate_of_the_diagonal_network():
    """Nam's mode of Chapter 3 nears its target at the rate v_i sqrt(C_i^2 + 4 S_i^2)."""
    return Equal(paced(tau * diagonal.v * diagonal.S_i, -tau * diagonal.v * C), end_rates["diagonal-network"],
                 on=ours(diagonal.varied & time_constant, diagonal.S_i > 0, over=(C,)))


@claim(THEORY, "Section 8", "scalar-network", uses=["one_theory/sec-8:rates", "nam2024/6.12"], origin="derived")
def rate_of_the_scalar_network():
    """Nam's network of Chapter 6 nears its target at the rate (2/Z) sqrt(Sigma_0^2 - S_0^2 + S^2)."""
    return Equal(paced(toy_scale * toy.S, 2 * toy_scale * sqrt(toy.Sigma**2 - toy.S0**2)), end_rates["scalar-network"],
                 on=ours(toy.every_start & time_constant))


@claim(THEORY, "Section 8", "waiting-time", uses=["one_theory/sec-6:curve"], origin="derived")
def time_to_a_value():
    """The curve passes every value between its start and its end once, at (tau/2r) log of a cross-ratio of value, start and both ends."""
    value = real("g")
    high, low = (L + 2 * s_task) / H, -L / H
    when = tau / (2 * (L + s_task)) * log((value - low) * (high - 1) / ((high - value) * (1 - low)))
    rising = starts & Domain(Gt(high, 1))
    inside = rising & Domain(value > 1, Lt(value, high))
    return every(passed=Equal(curve.subs(t, when), value, on=inside), later=Holds(Gt(when, 0), on=inside),
                 once=Holds(Gt(diff(curve, t), 0), on=rising))


@claim(THEORY, "Section 8", "half", uses=["one_theory/sec-3:sigmoid", "nam2024/3.12"], origin="derived")
def time_to_half():
    """From equal layers a mode has half of its target at (tau/2s~) log(s~/s(0) - 1), Nam's emergent time of Eq. (3.12) at half.

    For Kunin's neuron along beta_* with delta = 0 it is log(|beta_*|/mu_0 - 1)/(2 sqrt(eta_a eta_w) |beta_*|).
    """
    on = ours(time_constant & diagonal.later, s_start > 0, s_task > 2 * s_start)
    when = tau / (2 * s_task) * log(s_task / s_start - 1)
    nam = ours(diagonal.started & diagonal.varied & time_constant, Eq(s_task, tau * diagonal.v * diagonal.S),
               Eq(diagonal.eps, Rational(1, 2)), Eq(s_start, tau * diagonal.v * diagonal.P0), diagonal.S > 2 * diagonal.P0)
    neuron = ours(kunin.rates_positive & kunin.setting(kunin.s > 0) & time_constant, kunin.mu0 > 0, kunin.s > 2 * kunin.mu0,
                  Eq(s_task, neuron_scale * kunin.s), Eq(s_start, neuron_scale * kunin.mu0))
    return every(half=Equal(path.subs(lam, 0).subs(t, when), s_task / 2, on=on),
                 nam=Equal(diagonal.emergent_time(diagonal.v), when, on=nam),
                 neuron=Equal(neuron_half, when, on=neuron))


@claim(THEORY, "Section 8", "delay", uses=["one_theory/sec-8:half"], origin="derived")
def small_starts_wait():
    """From equal layers the time to half, in units of tau/2s~, grows like log(1/s(0)) as s(0) tends to 0."""
    on = ours(time_constant, s_start > 0, s_task > 0)
    return Limit(log(s_task / s_start - 1) / log(1 / s_start), s_start, 0, S.One, on=on & Domain(s_start < 1, s_task > 2 * s_start))
