"""Section 7: the closed forms of the papers that are left, each as a case of the one curve or of Eq. (48) of Dominé et al.

Where the layers are equal the curve is Saxe's sigmoid; from others, and for a neuron off its target, each side is a paper's own formula.
A printed formula that is refuted stands here as its correction.
"""

from sympy import Eq, Expr, Gt, Ne, S, atanh, cosh, sinh, sqrt, tanh

from theoremtest.derivations.domine2025.mode_notation import path, s_start, s_task
from theoremtest.derivations.domine2025.notation import lam, t, tau, time_constant
from theoremtest.derivations.kunin2024 import notation as kunin
from theoremtest.derivations.kunin2024.a2_2_balanced_eq21_25 import angle
from theoremtest.derivations.kunin2024.a2_3_upstream_eq26_28 import half_width_with_rates, moebius
from theoremtest.derivations.kunin2024.a2_4_downstream_eq29_32 import inverse_moebius
from theoremtest.derivations.language import Conserved, Domain, Dot, Equal, Evolves, Flow, Norm, Solves, System, claim, every, real
from theoremtest.derivations.nam2024 import a2_3_small_start_eq31_40 as aligned_layers
from theoremtest.derivations.nam2024 import layerwise_notation as diagonal
from theoremtest.derivations.nam2024 import s5_2_1_time_eq2 as calibrated
from theoremtest.derivations.nam2024 import skills_notation as skills
from theoremtest.derivations.nam2024 import toy_notation as toy

from .notation import THEORY, neuron_scale, ours
from .plane_notation import A, across, balanced_bracket, f, fading, in_time, rates, ratio, unbalanced_bracket, z1, z1_start, z2, z2_start
from .s6_one_motion import by_two, curve, q_start, starts

sigmoid = path.subs(lam, S.Zero)
"""s(t) from equal layers."""


def mode(start: Expr, target: Expr, constant: Expr) -> Expr:
    """s(t) from equal layers with this s(0), s~ and tau."""
    return sigmoid.subs({s_start: start, s_task: target, tau: constant}, simultaneous=True)


@claim(THEORY, "Section 7", "factor", uses=["one_theory/sec-6:curve", "nam2024/6.12", "one_theory/sec-3:one-factor"], origin="derived")
def the_curve_is_nams_factor():
    """The curve is Nam's gamma(t) with tau for Z, and so Xu's alpha(t): (q + s)/(q_0 + s_0) in both papers."""
    mine = toy.gamma(2).subs({toy.Sigma: by_two[q_start], toy.S0: by_two[s_start], toy.S: s_task, toy.Z: tau}, simultaneous=True)
    return Equal(curve, mine, on=starts)


@claim(THEORY, "Section 7", "skill", uses=["domine2025/115", "nam2024/4.11", "nam2024/5.2"], origin="derived")
def skill_strengths_are_modes():
    """R_k of Nam's Eq. (4.11) is Dominé's mode with lambda = 0, s~ = S and tau = D/(eta d_k); Eq. (5.2), corrected, has beta in tau."""
    later = skills.seen & Domain(skills.R0 > 0, skills.S > 0)
    return every(
        plain=Equal(skills.strength(skills.R0), mode(skills.R0, skills.S, skills.samples / (skills.eta * skills.count)), on=ours(later)),
        calibrated=Equal(calibrated.path(calibrated.beta),
                         mode(skills.R0, skills.S, 1 / (skills.eta * calibrated.often * calibrated.beta)), on=ours(calibrated.later)))


@claim(THEORY, "Section 7", "aligned-layers", uses=["domine2025/115", "nam2024/A.39"], origin="derived")
def entries_of_aligned_layers_are_modes():
    """alpha_i^2 of Nam's Eq. (A.39) is Dominé's mode with lambda = 0, s~ = rho_i and tau = 1."""
    on = ours(aligned_layers.later & Domain(aligned_layers.alpha_0 > 0, aligned_layers.rho_i > 0))
    return Equal(aligned_layers.path, mode(aligned_layers.alpha_0**2, aligned_layers.rho_i, S.One), on=on)


@claim(THEORY, "Section 7", "plane", uses=["domine2025/48", "one_theory/sec-3:linear-system"], origin="derived")
def the_plane_of_the_target():
    """Along the target e^{Ft/tau} Q(0) is z_1 and z_2 for every lambda, across it the start times e^{-lambda t/2 tau}.

    The bracket starts at 1 and moves by the sum of their squares over tau; lambda = 0 has an antiderivative of its own.
    """
    on = ours(time_constant & diagonal.later, s_task > 0, over=(lam, z1_start, z2_start))
    clock, wide, zero = Flow({t: S.One}, name="time"), ours(on, over=(across,)), {lam: S.Zero}
    square = in_time[z1]**2 + in_time[z2]**2 + across * fading**2
    return every(
        along=Solves(System(rates, {z1: z1_start, z2: z2_start}), in_time, on=on),
        across=Evolves(fading, -lam / 2 / tau * fading, along=clock, on=on),
        bracket=Evolves(unbalanced_bracket, square / tau, along=clock, on=ours(wide, Ne(lam, 0))),
        start=Equal(unbalanced_bracket, 1, on=ours(wide, Ne(lam, 0), Eq(t, 0))),
        balanced=Evolves(balanced_bracket, square.subs(zero) / tau, along=clock, on=wide),
        balanced_start=Equal(balanced_bracket, 1, on=ours(wide, Eq(t, 0))))


@claim(THEORY, "Section 7", "layers", uses=["one_theory/sec-7:plane"], origin="derived")
def layers_from_the_plane():
    """z_1, z_2 and what is across, over the root of the bracket, move as W_1 and W_2 do.

    Where z_2^2 - z_1^2 - x f^2 = lambda A, which stays; f is e^{-lambda t/2 tau} and x the square of the start across the target.
    """
    along = Flow({**rates, f: -lam / 2 * f / tau, A: (z1**2 + z2**2 + across * f**2) / tau}, name="the motion of e^{Ft/tau} Q(0)")
    kept = z2**2 - z1**2 - across * f**2 - lam * A
    on = ours(time_constant, A > 0, over=(z1, z2, f, across, lam, s_task))
    balanced = ours(on, Eq(kept, 0))
    first, second, off = z1 / sqrt(A), z2 / sqrt(A), f / sqrt(A)
    return every(
        kept=Conserved(kept, along=along, on=on),
        first=Evolves(first, second * (s_task - second * first) / tau, along=along, on=balanced),
        across=Evolves(off, -second**2 * off / tau, along=along, on=balanced),
        second=Evolves(second, (s_task * first - second * (first**2 + across * off**2)) / tau, along=along, on=balanced))


def neuron(first: Expr, along: Expr) -> Expr:
    """z_1/z_2 of Kunin's neuron with this a_0 and w_0.beta_*."""
    start = sqrt(tau * kunin.eta_a) * along / kunin.s, sqrt(tau * kunin.eta_w) * first
    return ratio(*start).subs({s_task: neuron_scale * kunin.s, lam: tau * kunin.delta}, simultaneous=True)


@claim(THEORY, "Section 7", "ratios", uses=["one_theory/sec-7:plane", "kunin2024/27:product-one", "kunin2024/31:solution-with-rates"],
       origin="derived")
def ratios_of_the_neuron():
    """Kunin's nu of Eq. (27) and v of Eq. (31), with both learning rates, are |beta_*| sqrt(eta_w/eta_a) z_1/z_2 and its inverse."""
    unit, scale = real("a_0"), kunin.s * sqrt(kunin.eta_w / kunin.eta_a)
    common = kunin.rates_positive & kunin.setting(kunin.s > 0, kunin.t >= 0) & time_constant
    known = {kunin.R: half_width_with_rates}
    up = ours(common, Gt(2 * kunin.eta_a * kunin.nu0 + kunin.delta + 2 * half_width_with_rates, 0), unit > 0, over=(kunin.nu0, kunin.delta))
    down = ours(common, Gt(2 * kunin.eta_w * kunin.s**2 * kunin.v0 - kunin.delta + 2 * half_width_with_rates, 0), unit > 0,
                over=(kunin.v0, kunin.delta))
    return every(nu=Equal(moebius(kunin.eta_a, kunin.eta_w).subs(known), scale * neuron(unit, unit * kunin.nu0), on=up),
                 v=Equal(inverse_moebius(kunin.eta_a, kunin.eta_w).subs(known), 1 / (scale * neuron(unit * kunin.v0, unit)), on=down))


@claim(THEORY, "Section 7", "balanced-neuron", uses=["one_theory/sec-7:plane", "kunin2024/23", "kunin2024/25"], origin="derived")
def balanced_neuron():
    """Kunin's phi and mu of Eqs. (23) and (25), the second corrected, are z_1/z_2 and z_2^2 over tau times the bracket, with lambda = 0.

    Unit learning rates, as there; mu_0 = a_0^2, and across the target the start has the square tau mu_0 (1 - phi_0^2). Eq. (24) is the
    motion of the second.
    """
    start = {z1_start: sqrt(tau * kunin.mu0) * kunin.phi0, z2_start: sqrt(tau * kunin.mu0), across: tau * kunin.mu0 * (1 - kunin.phi0**2),
             s_task: tau * kunin.s, lam: S.Zero}
    first, second, whole = (part.subs(start, simultaneous=True) for part in (in_time[z1], in_time[z2], balanced_bracket))
    on = ours(kunin.setting(kunin.s > 0, kunin.mu0 > 0, kunin.phi0 > -1, kunin.phi0 < 1, kunin.t >= 0) & time_constant)
    half = kunin.c_phi
    constant = 2 * kunin.s * cosh(half)**2 / kunin.mu0 - (2 * half + sinh(2 * half))
    formula = 2 * kunin.s * cosh(angle)**2 / (2 * angle + sinh(2 * angle) + constant)
    return every(phi=Equal(tanh(angle).subs(kunin.c_phi, atanh(kunin.phi0)), first / second, on=on),
                 mu=Equal(formula.subs(kunin.c_phi, atanh(kunin.phi0)), second**2 / (tau * whole), on=on))


@claim(THEORY, "Section 7", "weights", uses=["one_theory/sec-7:layers", "kunin2024/35"], origin="derived")
def weights_from_the_plane():
    """W_1 by Eq. (48), z_1 along the target and f > 0 times the start across it, is Kunin's Eq. (35) from its length and its cosine."""
    w0, target = kunin.w0, kunin.beta_star
    length = Norm(target)
    off = w0 - target * (Dot(w0, target) / length**2)
    here = z1 / length * target + f * off
    cosine = Dot(here, target) / (Norm(here) * length)
    beside = sqrt(Dot(here, here) - (Norm(here) * cosine)**2)
    part = sqrt(Dot(w0, w0) - (Dot(target, w0) / length)**2)
    on = ours(kunin.setting(Gt(Dot(target, target), 0)), f > 0, Gt(Dot(here, here), 0),
              Gt(Dot(w0, w0) * Dot(target, target), Dot(w0, target)**2), over=(z1, w0))
    return Equal(here, Norm(here) * cosine / length * target + beside / part * off, on=on)
