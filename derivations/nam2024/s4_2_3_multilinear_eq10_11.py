"""Section 4.2.3: the multilinear model, its skill strengths and losses, and its decoupled dynamics, Eqs. (4.10) and (4.11), Fig. 4.1."""

from sympy import Eq, Function, Gt, KroneckerDelta, Rational, Sum, Symbol, diff, exp, log, sqrt

from theoremtest.derivations.language import (
    Domain,
    Equal,
    Evolves,
    Flow,
    GradientFlow,
    Holds,
    Iff,
    Meaning,
    Printed,
    Solves,
    System,
    by,
    claim,
    every,
    real,
    reals,
    stated,
)

from .notation import NAM
from .scaling_notation import INDEX, NUMBERS, N, T, c, eta, frequency, from_one, i, j, k, l, later, learning, n_s
from .skills_notation import COUNT, LATER, RATE, S, a, a0, b, b0, count, samples, t

LEMMA = Meaning("`analytically solvable under gradient flow (Appendix B.1.1)`, whose Lemma 1 starts from a_k(0) = b_k(0)", "Lemma 1")
product, seen = (Function(name, real=True) for name in ("R", "z"))
"""a_k b_k as a function of k; 1 at a sample of skill k, else 0."""
ones = Symbol("q", integer=True)
"""The number of ones among the relevant bits of a string."""
parity = (-1)**ones
model = Sum(product(j) * KroneckerDelta(j, k) * parity, (j, 1, N))
"""Eq. (4.9) at an input with skill k."""
has = Domain(N >= 1, source=NUMBERS) & Domain(k >= 1, k <= N, source=INDEX) & Domain(over=[ones])
rest = real("L_0")
empirical = count / (2 * samples) * (S - a * b)**2 + rest
"""Eq. (4.11), one skill and the others."""
rates = {a: -eta * diff(empirical, a), b: -eta * diff(empirical, b)}
moving = Domain(samples > 0, count >= 0, source=COUNT) & Domain(eta > 0, source=RATE) & Domain(over=[rest])


@claim(NAM, "Eq. (4.10)", uses=["nam2024/4.3", "nam2024/4.8"],
       reading="skill k <= N at any string of bits, q being the number of ones among the relevant ones: both means are of constants")
def strength_and_loss_of_the_model():
    """R_k is a_k b_k, and L_k is (S - R_k)^2/2."""
    both, of = Function("a", real=True), Function("b", real=True)
    strength = model.subs(product(j), both(j) * of(j))
    return every(strength=Equal(both(k) * of(k), parity * strength, on=has),
                 loss=Equal((S * parity - strength)**2 / 2, (S - both(k) * of(k))**2 / 2, on=has & Domain(over=[S])))


@claim(NAM, "Section 4.2.3", "learned", uses=["nam2024/4.10"], reading="`only needs to scale the parameters to a_k b_k = S`: that, and "
                                                                       "only that, makes the loss of the skill zero")
def scaling_is_enough():
    """The model has learned a skill where a_k b_k = S."""
    return Iff(Eq((S - a * b)**2 / 2, 0), Eq(a * b, S), on=Domain(over=[a, b, S]))


@claim(NAM, "Eq. (4.11)", "loss", uses=["nam2024/4.3", "nam2024/4.10"],
       reading="the error at a sample of skill i with q ones among the relevant bits is the sum over k of (S - R_k) g_k. z_k(l) is "
               "g_k^2 at sample l, and d_k the sum of z_k over samples, N of them here. R_k is zero for a skill that the model lacks")
def empirical_loss_decouples():
    """The empirical loss is the sum over skills of d_k (S - R_k)^2, over 2 D."""
    on = Domain(n_s >= 1, N >= 1, source=NUMBERS) & Domain(over=[S])
    over_samples = Sum(Sum(seen(k, l) * (S - product(k))**2, (k, 1, n_s)) / 2, (l, 1, N))
    over_skills = Sum(Sum(seen(k, l), (l, 1, N)) * (S - product(k))**2, (k, 1, n_s))
    at_one = Domain(i >= 1, i <= n_s, source=INDEX) & Domain(over=[ones])
    at_a_sample = Sum((S - product(k)) * KroneckerDelta(i, k) * parity, (k, 1, n_s))**2
    return every(square=Equal(at_a_sample, Sum(KroneckerDelta(i, k) * (S - product(k))**2, (k, 1, n_s)), on=on & at_one),
                 loss=Equal(over_samples / N, over_skills / (2 * N), on=on))


@claim(NAM, "Eq. (4.11)", uses=["nam2024/4.11:loss", "nam2024/lemma-1"], conditions=[by(LEMMA, Eq(b0, a0))],
       reading="gradient flow of the empirical loss in a_k and b_k from equal layers; R_k is a_k b_k, both are the root of S times the "
               "right side, with either sign; R_k(0) < S is not used. Without a sample neither moves, and the right side is R_k(0)/S")
def skill_strength_is_a_sigmoid():
    """R_k(T)/S is 1/(1 + (S/R_k(0) - 1) e^{-2 eta d_k/D S T})."""
    root = sqrt(S / (1 + (S / (a0 * b0) - 1) * exp(-2 * eta * (count / samples) * S * t)))

    def solved(sign, start):
        on = moving & Domain(t >= 0, source=LATER) & Domain(count > 0, source=COUNT) & Domain(Eq(b0, a0), start, S > 0)
        return Solves(System(rates, {a: a0, b: b0}), {a: sign * root, b: sign * root}, on=on)
    return Printed(every(positive=solved(1, a0 > 0), negative=solved(-1, a0 < 0)),
                   conditions=[stated(a0 > 0), stated(a0 < 0), stated(S > 0)])


@claim(NAM, "Eq. (4.11)", "unequal-layers", origin="derived", uses=["nam2024/4.11"])
def unequal_layers_are_faster():
    """R_k moves by eta d_k/D (a_k^2 + b_k^2) (S - R_k), which is the sigmoid's rate for equal layers only, and more for others."""
    on = moving & Domain(over=[a, b, S])
    return every(rate=Evolves(a * b, eta * count / samples * (a**2 + b**2) * (S - a * b), along=Flow(rates, name="gradient flow"), on=on),
                 equal=Iff(Eq(a**2 + b**2, 2 * a * b), Eq(a, b), on=Domain(over=[a, b])),
                 more=Holds(a**2 + b**2 >= 2 * a * b, on=Domain(over=[a, b])))


@claim(NAM, "Section 4.2.3", "decoupled", uses=["nam2024/4.11:loss"],
       reading="gradient flow of Eq. (4.11) for any two skills: the rate of each speaks of its own parameters alone, "
               "and the terms of all other skills of neither's")
def skills_do_not_see_each_other():
    """The dynamics of each skill are decoupled from all others."""
    others, theirs, number = reals("a_j", "b_j", "d_j")
    both = GradientFlow(empirical + number / (2 * samples) * (S - others * theirs)**2, {a: eta, b: eta, others: eta, theirs: eta},
                        name="gradient flow of Eq. (4.11)")
    on = moving & Domain(over=[a, b, others, theirs, number, S])

    def alone(p, q, weight):
        return Evolves(p * q, eta * weight / samples * (p**2 + q**2) * (S - p * q), along=both, on=on)
    return every(one=alone(a, b, count), other=alone(others, theirs, number))


@claim(NAM, "Fig. 4.1", uses=["nam2024/4.11"],
       reading="`sigmoidal`: a curve bends upwards until half of S and downwards after it; `less frequent skills have a more delayed "
               "growth`: from one start R_{k+1} is below R_k at every later time, as it grows with z = 2 eta P_s(k) S T, which falls in k; "
               "d_k/D is P_s(k)",
       leaves_out="the illustration (a), and the curves as drawn")
def growth_is_sigmoidal_and_delayed():
    """Each skill strength grows like a sigmoid, less frequent skills later."""
    z, reached = real("z"), 1 / (1 + c * exp(-2 * eta * frequency(k) * S * T))
    late = later & from_one
    at_half = (learning & from_one).but(where={T: log(c) / (2 * eta * frequency(k) * S)})
    return every(
        shape=Iff(Gt(diff(reached, T, 2), 0), Gt(Rational(1, 2), reached), on=late),
        half=Equal(reached, Rational(1, 2), on=at_half),
        grows=Holds(Gt(diff(1 / (1 + c * exp(-z)), z), 0), on=learning & Domain(over=[z])),
        order=Holds(Gt(2 * eta * frequency(k) * S * T, 2 * eta * frequency(k + 1) * S * T), on=late))
