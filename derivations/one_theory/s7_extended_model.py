"""Section 7, the extended multilinear model: Nam's Chapter 5 is Kunin's single neuron, and Eq. (B.39) is |W_2|^2 of Dominé et al.

The features Phi of a skill's samples are the neuron's data, X = Phi^T, and its targets are those of S/kappa at the samples. P = U U^T
projects on the features; the part of B_k across their image stands still, so that P B_k is the neuron's w, beta_* is P S/kappa and
lambda = m is what the projected layers keep.
"""

from sympy import Eq, Ne, S, oo

from theoremtest.derivations.domine2025.mode_notation import s_task
from theoremtest.derivations.domine2025.notation import lam, t, time_constant
from theoremtest.derivations.domine2025.representations_notation import first_gram, second_gram
from theoremtest.derivations.kunin2024 import notation as kunin
from theoremtest.derivations.kunin2024.mirror_notation import kappa
from theoremtest.derivations.language import Conserved, Domain, Dot, Equal, Evolves, Limit, Meaning, claim, every, reals
from theoremtest.derivations.nam2024 import b1_6_limit_eq26_and_35_42 as ends
from theoremtest.derivations.nam2024 import layerwise_notation as diagonal
from theoremtest.derivations.nam2024.b1_4_extended_eq16_21 import U, in_the_image
from theoremtest.derivations.nam2024.skills_notation import B, D_c, Phi, a, any_start, d_c, eta, extended, root, samples, targets

from .notation import THEORY, ours
from .plane_notation import across, balanced_bracket, in_time, unbalanced_bracket, z1_start, z2, z2_start

WHITE = Meaning("features of one length across one another: Phi Phi^T/D is f times the projector on them", "Eq. (B.40)")
P = U * U.T
f, u, v = reals("f", "u", "v")
goal = P * targets / root
"""beta_*."""


def of_neuron(expression):
    """A matrix expression of Kunin's neuron on this data in the letters of the extended model."""
    fit = {kunin.n: d_c, kunin.d: D_c}
    letters = {kunin.X: Phi.T, kunin.w: B, kunin.y: Phi.T * targets / root}
    known = {old.xreplace(fit): new for old, new in letters.items()} | {kunin.a: a, kunin.eta_a: eta / samples, kunin.eta_w: eta / samples}
    return expression.xreplace(fit).xreplace(known).doit()


@claim(THEORY, "Section 7", "extended-model", uses=["nam2024/B.21", "nam2024/B.23", "kunin2024/11", "kunin2024/12"], origin="derived")
def extended_model_is_a_single_neuron():
    """Nam's extended model moves as Kunin's neuron on the data X = Phi^T, y = Phi^T S/kappa at both learning rates eta/D: w is B_k."""
    residual = kunin.X * (kunin.a * kunin.w) - kunin.y
    first, second = -kunin.eta_a * Dot(kunin.X * kunin.w, residual), -kunin.eta_w * kunin.a * (kunin.X.T * residual)
    return every(a=Evolves(a, of_neuron(first), along=extended, on=ours(any_start)),
                 w=Evolves(B, of_neuron(second), along=extended, on=ours(any_start)))


@claim(THEORY, "Section 7", "extended-balance", uses=["one_theory/sec-7:extended-model", "nam2024/lemma-2", "nam2024/lemma-3"],
       origin="derived")
def projected_layers_keep_their_balance():
    """a_k^2 - |P B_k|^2 = m stays and the part across the image stands still, for all features in the image of U."""
    return every(kept=Conserved(a**2 - Dot(P * B, P * B), along=extended, on=ours(in_the_image)),
                 across=Evolves(B - P * B, 0 * B, along=extended, on=ours(in_the_image)))


@claim(THEORY, "Section 7", "extended-whitened", uses=["one_theory/sec-7:extended-model", "kunin2024/14", "kunin2024/15"], origin="derived")
def white_features_make_the_whitened_neuron():
    """For features with Phi Phi^T = D f P the motion is Kunin's whitened one: w = P B_k, beta_* = P S/kappa, both rates eta f."""
    on = ours(in_the_image) & Domain(Eq(Phi * Phi.T, samples * f * P), over=[f], source=WHITE)
    here, rate = P * B, eta * f
    return every(a=Evolves(a, rate * (Dot(here, goal) - a * Dot(here, here)), along=extended, on=on),
                 w=Evolves(here, rate * (a * goal - a**2 * here), along=extended, on=on))


@claim(THEORY, "Section 7", "extended-end", uses=["nam2024/B.39", "kunin2024/37", "domine2025/175"], origin="derived")
def end_of_the_extended_model():
    """a_k^2 of Nam's Eq. (B.39) is Dominé's |W_2|^2 of the mode with s~^2 = |P S/kappa|^2 and lambda = m, and Kunin's Eq. (37) at beta_*.

    m = a_k(0)^2 - |P B_k(0)|^2; |P B_k|^2 is there |W_1|^2.
    """
    on = ours(ends.squares, Eq(s_task**2, ends.q), Eq(lam, ends.a0**2 - ends.x), s_task > 0, over=(lam,))
    return every(second=Equal(ends.square, second_gram, on=on), first=Equal(ends.square - (ends.a0**2 - ends.x), first_gram, on=on),
                 neuron=Equal(ends.square, (kappa(s_task**2, S.One).subs(kunin.delta, lam) + lam) / 2, on=on))


@claim(THEORY, "Section 7", "extended-limit", uses=["one_theory/sec-7:layers", "one_theory/sec-7:extended-end", "nam2024/B.40"],
       origin="derived")
def every_start_but_the_saddle_ends_there():
    """In the plane of the target W_2^2 = z_2^2/A tends to s~_lambda + lambda/2 from every start that has a growing part, at every lambda.

    The ends are named: W_1 tends to v and W_2 to u or to -v and -u, s~ = u v and lambda = u^2 - v^2, so that u^2 is s~_lambda + lambda/2.
    """
    start = ours(time_constant & diagonal.later, u > 0, v > 0, across >= 0, Ne(u * z2_start + v * z1_start, 0), over=(z1_start, z2_start))
    on = start.but(where={s_task: u * v, lam: u**2 - v**2})
    second = in_time[z2]**2
    return every(value=Equal(second_gram, u**2, on=on),
                 upstream=Limit(second / unbalanced_bracket, t, oo, u**2, on=on & Domain(u > v)),
                 downstream=Limit(second / unbalanced_bracket, t, oo, u**2, on=on & Domain(u < v)),
                 balanced=Limit(second.subs(lam, 0) / balanced_bracket, t, oo, s_task, on=ours(
                     time_constant & diagonal.later, s_task > 0, across >= 0, Ne(z2_start + z1_start, 0))))
