"""Section 3, the matrix equation: Kunin's neuron in every dimension, whose linear modes p, q and scale D are the parts of Eq. (48).

Dominé et al. solve QQ^T by e^{Ft/tau} Q(0) over a bracket. With one hidden neuron Q = [W_1^T; W_2] is a vector, and Kunin's p = aD,
q = w.beta_* D and D^2 are that vector and that bracket, each times a power of e^{delta t}: one linear system solves both.
"""

from sympy import exp, sqrt

from theoremtest.derivations.domine2025.b1_riccati_eq44_47 import F
from theoremtest.derivations.domine2025.b2_solution_eq48_52 import riccati
from theoremtest.derivations.domine2025.mode_notation import level_task, s_task
from theoremtest.derivations.domine2025.notation import lam, tau, time_constant
from theoremtest.derivations.domine2025.s3_setting_eq3_5 import Q
from theoremtest.derivations.kunin2024 import notation as kunin
from theoremtest.derivations.kunin2024.closed_form_notation import lifted, linear_motion
from theoremtest.derivations.language import Dot, Equal, Evolves, Flow, claim, every
from theoremtest.derivations.nam2024 import toy_notation as toy

from .notation import THEORY, neuron_scale, neuron_sizes, of_neuron, ours, translated

delta = kunin.conserved.subs(kunin.W, Dot(kunin.w, kunin.w))
any_neuron = ours(kunin.whitened & time_constant, kunin.D > 0)
clock = Flow({**lifted.rates, kunin.t: toy.one}, name="Kunin's flow with D, beside time")
first, second = sqrt(tau * kunin.eta_a) * kunin.w, sqrt(tau * kunin.eta_w) * kunin.a
task = tau * sqrt(kunin.eta_a * kunin.eta_w) * kunin.beta_star


@claim(THEORY, "Section 3", "riccati", uses=["domine2025/6", "one_theory/sec-1:single-neuron", "one_theory/sec-2:single-neuron"],
       origin="derived")
def neuron_obeys_the_riccati_equation():
    """In any dimension, from any start Kunin's neuron has tau d/dt QQ^T = F QQ^T + QQ^T F - (QQ^T)^2 with lambda = tau delta."""
    gram = translated(Q * Q.T, neuron_sizes, of_neuron)
    of = translated(F, neuron_sizes, of_neuron).xreplace({lam: tau * delta})
    return Evolves(gram, riccati(gram, of), along=kunin.vector_flow, on=ours(kunin.whitened & time_constant))


@claim(THEORY, "Section 3", "linear-system", uses=["domine2025/48", "kunin2024/14", "kunin2024/15", "one_theory/sec-3:riccati"],
       origin="derived")
def linear_system_of_both_solutions():
    """Kunin's weights times D e^{-delta t/2} move by F/tau, as e^{Ft/tau} Q(0) does; D^2 e^{-delta t} is the bracket.

    D' = eta_w a^2 D from D(0) = 1; the bracket 1 + Q(0)^T (e^{2Ft/tau} - 1)/(2F) Q(0) starts at 1 and moves by |e^{Ft/tau} Q(0)|^2/tau.
    """
    fading = kunin.D * exp(-delta * kunin.t / 2)
    one_first, one_second = fading * first, fading * second
    return every(
        first=Evolves(one_first, (-tau * delta / 2 * one_first + one_second * task) / tau, along=clock, on=any_neuron),
        second=Evolves(one_second, (Dot(task, one_first) + tau * delta / 2 * one_second) / tau, along=clock, on=any_neuron),
        bracket=Evolves(fading**2, (Dot(one_first, one_first) + one_second**2) / tau, along=clock, on=any_neuron))


@claim(THEORY, "Section 3", "linear-modes", uses=["one_theory/sec-3:linear-system"], origin="derived")
def rates_of_the_linear_modes():
    """Kunin's rates lambda_+ and lambda_-, of p' = delta p + eta_a q and q' = eta_w s^2 p, are delta/2 +- s~_lambda/tau."""
    on = ours(kunin.rates_positive & kunin.setting(kunin.s > 0) & time_constant, over=(kunin.delta,))
    rates = linear_motion[kunin.p], linear_motion[kunin.q]
    (trace, across), (back, _) = ((rate.diff(kunin.p), rate.diff(kunin.q)) for rate in rates)
    half = level_task.subs({s_task: neuron_scale * kunin.s, lam: tau * kunin.delta}, simultaneous=True) / tau
    return every(width=Equal(trace**2 / 4 + across * back, half**2, on=on),
                 product=Equal((half + kunin.delta / 2) * (half - kunin.delta / 2), across * back, on=on))
