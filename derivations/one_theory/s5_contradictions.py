"""Section 5: statements of the papers, as printed, that contradict one another once translated, each with the point that shows it.

A claim gives both values at one point of the common domain, the one that a paper's printed words lead to and that of another paper; the
points lie inside all conditions that the papers ask for. A paper's own errata say what is wrong by itself; here another paper says so.
"""

from sympy import Eq, Gt, Rational, S, Trace, cosh, diff, oo, sinh

from theoremtest.derivations.domine2025.mode_notation import path, s_start, s_task
from theoremtest.derivations.domine2025.notation import balance, lam, tau, time_constant
from theoremtest.derivations.kunin2024 import notation as kunin
from theoremtest.derivations.kunin2024.a2_2_balanced_eq21_25 import angle
from theoremtest.derivations.language import Dot, Equal, Holds, Limit, claim, every
from theoremtest.derivations.nam2024 import layerwise_notation as diagonal
from theoremtest.derivations.nam2024 import toy_notation as toy
from theoremtest.derivations.xu2024 import notation as latent
from theoremtest.derivations.xu2024.s3_1_solution_eq4_9 import printed_start, start_term

from .notation import THEORY, of_latent, ours

t = diagonal.t
aligned = ours(toy.later, toy.S0 > 0, toy.S > toy.S0, toy.S > 0)
sigmoid = toy.S * diagonal.sigmoid(toy.S0, toy.S, S.One)


@claim(THEORY, "Section 5", "two-speeds", uses=["nam2024/6.12", "nam2024/3.9", "one_theory/sec-3:sigmoid"], origin="derived")
def printed_factor_against_the_sigmoid():
    """Nam's Theorem 1 as printed, with 4 in the exponent, contradicts Nam's Eq. (3.9), and so Saxe and Dominé: it is ahead at every t > 0.

    One network, a = b with Z = 1 and E[x^2] = 1. As printed theta is the sigmoid at twice the time. From S_0 = 1 towards S = 2 the output
    sets out at 4 by Theorem 1 and at 2 by Eq. (3.9).
    """
    printed = toy.moved(toy.gamma(4))[0].subs({toy.Z: 1, toy.Sigma: toy.S0})
    return every(twice=Equal(printed, sigmoid.subs(t, 2 * t), on=aligned),
                 ahead=Holds(Gt(printed, sigmoid), on=ours(aligned, t > 0)),
                 printed_slope=Equal(diff(printed, t).subs(t, 0), 4 * toy.S0 * (toy.S - toy.S0), on=aligned),
                 slope=Equal(diff(sigmoid, t).subs(t, 0), 2 * toy.S0 * (toy.S - toy.S0), on=aligned))


@claim(THEORY, "Section 5", "two-signs", uses=["xu2024/thm-1", "nam2024/6.12", "one_theory/sec-3:one-factor"], origin="derived")
def printed_alpha_against_the_factor():
    """Xu's alpha(t) as printed, with plus before alpha_- and Eq. (8), contradicts Nam's gamma(t), the same number translated.

    Both start at 1. With alpha_+ = 2, alpha_- = -1/2, gamma^2 d |x|^2 P = 1 the slope there is 10/3 as printed and 6 by Nam's Eq. (6.12).
    """
    grip, larger, smaller = latent.grip, latent.alpha_plus, latent.alpha_minus
    start = printed_start * latent.decay
    printed = (larger + start * smaller) / (1 - start)
    mine = toy.gamma(2).subs({toy.Sigma: 2 * grip * (latent.P + latent.Q), toy.S0: 2 * grip * (latent.P - latent.Q),
                              toy.S: 2 * latent.drive, toy.Z: 1}, simultaneous=True)
    on = ours(latent.by_roots, larger + smaller > 0, smaller > -1)
    timed, pace = ours(on & latent.later), 4 * grip * latent.P * (larger - 1)
    return every(printed_start=Limit(printed, t, 0, S.One, on=timed), start=Limit(mine, t, 0, S.One, on=timed),
                 printed=Equal(diff(printed, t).subs(t, 0), pace * (1 + smaller) * (larger - smaller) / (larger + smaller), on=on),
                 nam=Equal(diff(mine, t).subs(t, 0), pace * (1 - smaller), on=on))


@claim(THEORY, "Section 5", "two-balances", uses=["xu2024/sec-3.2:product", "one_theory/sec-2:latent-variable"], origin="derived",
       reading="`only where the balance vanishes`: the trace of Dominé's balance matrix is both a number times the printed right side "
               "and minus that number times its left side")
def printed_product_against_the_balance():
    """Xu's 4 p_i q_i = u_i^2 - w_i^2 makes lambda its own negative: summed over i it is true only where the balance vanishes.

    At unit learning rates Dominé's balance has the trace 2 tau gamma^2 |x|^2 times the printed right side, and times -4 p.q. From u = 1,
    w = 0 the printed sentence says 4 p q = 1, and it is -1.
    """
    unit = {latent.eta_u: S.One, latent.eta_w: S.One}
    on = ours(latent.network.at(unit) & time_constant)
    mine = Trace(of_latent.translate(balance, latent.d)).subs(unit)
    four = 4 * Dot(latent.p_vector, latent.q_vector).subs(unit)
    printed = Dot(latent.u, latent.u) - Dot(latent.W * latent.x, latent.W * latent.x) / latent.rho_of_x**2
    factor = 2 * tau * latent.gamma**2 * latent.rho_of_x**2
    return every(right=Equal(mine, factor * printed, on=on), left=Equal(mine, -factor * four, on=on),
                 printed=Equal(four, -printed, on=on))


@claim(THEORY, "Section 5", "two-ends", uses=["kunin2024/25", "domine2025/thm-C.1:monotonic"], origin="derived")
def printed_mu_against_the_task():
    """Kunin's Eq. (25) as printed ends at 1 whatever |beta_*| is; Dominé's zero-balanced mode ends at s~, that is mu at |beta_*|.

    At |beta_*| = 2 the network learns half of its target by one formula, and all of it by the other.
    """
    printed = 2 * cosh(angle)**2 / (2 * angle + sinh(2 * angle) + kunin.c_mu)
    on = ours(kunin.setting(kunin.s > 0) & diagonal.later, over=(kunin.c_phi, kunin.c_mu))
    return every(printed=Limit(printed, t, oo, S.One, on=on),
                 mode=Limit(path.subs({lam: 0, s_task: kunin.s, tau: 1}), t, oo, kunin.s, on=ours(on, s_start > 0)))


@claim(THEORY, "Section 5", "two-terms", uses=["xu2024/sec-3.1:kernel-term", "one_theory/sec-2:latent-variable-level"], origin="derived")
def printed_kernel_term_against_delta():
    """Xu's term of 1/t_c^2 that is said to know no learning rate is (gamma |x|)^4 delta^2/4 with Kunin's delta, for one neuron.

    delta = eta_w a^2 - eta_a |w|^2 is linear in the rates: with both doubled the term is four times as large.
    """
    a, w = kunin.a, kunin.omega
    rates = {kunin.eta_a: latent.eta_u, kunin.eta_w: latent.eta_w, kunin.W: w**2}

    def delta(factor):
        return kunin.conserved.subs({**rates, kunin.eta_a: factor * latent.eta_u, kunin.eta_w: factor * latent.eta_w}, simultaneous=True)
    mode = {sign: (((latent.eta_u)**S.Half * w + sign * latent.eta_w**S.Half * a) / 2)**2 for sign in (1, -1)}
    term = start_term.subs({latent.P: mode[1], latent.Q: mode[-1], latent.d: 1}, simultaneous=True)
    on = ours(latent.rates_positive, latent.rho > 0, over=(a, w, latent.gamma))
    doubled = term.subs({latent.eta_u: 2 * latent.eta_u, latent.eta_w: 2 * latent.eta_w}, simultaneous=True)
    return every(term=Equal(term, (latent.gamma * latent.rho)**4 * delta(1)**2 / 4, on=on),
                 doubled=Equal(doubled, (latent.gamma * latent.rho)**4 * delta(2)**2 / 4, on=on),
                 point=Equal(doubled - term, Rational(3, 4), on=ours(
                     on, Eq(latent.gamma, 1), Eq(latent.rho, 1), Eq(latent.eta_u, 1), Eq(latent.eta_w, 1), Eq(a, 1), Eq(w, 0))))
