"""Section 5.2.2: data emergence, a model with D_c basis functions for each skill, Eq. (5.5).

The feature matrix of the skill's samples is Phi = U diag(s) V, and P = U U^T; E has the basis functions of Eq. (5.4) for columns.
"""

from sympy import And, Eq, Ge, Gt, Identity, Integer, Ne, Rational, Sum, Symbol, exp, oo, sqrt

from theoremtest.derivations.language import (
    Diagonal,
    Domain,
    Dot,
    Equal,
    Erratum,
    Holds,
    Limit,
    Meaning,
    Observed,
    Printed,
    Solves,
    Space,
    System,
    claim,
    every,
    matrix,
    real,
    reals,
    vector,
)

from .notation import NAM
from .shots_notation import P, U, decomposed, frames, independent, s, singular
from .skills_notation import LATER, RATE, ROOT, D_c, Phi, S, a, eta, root, t, targets

STARTED = Meaning("a small start, here of the one kind with a closed form: B_k(0) along the projected targets, a_k(0) its length",
                  "Section 5.2.2")
LENGTH = Meaning("q is the length of the projected targets", "Eq. (5.5)")
SHARE = Meaning("p is |U U^T 1|^2/D_c", "Section 5.2.2")
SEEN = Meaning("the sample's basis functions, g_k among what they add up to", "Eq. (5.4)")
SIZE = Meaning("D_c basis functions, and d_k samples of the skill", "Section 5.2.2")
H, ones, w = Space("L^2"), vector(r"\vec{1}", D_c), vector("w", D_c)
E = matrix("E", H, D_c)
orthonormal = Domain(Eq(E.T * E, Identity(D_c)), source=Meaning("orthonormal basis functions", "Eq. (5.4)"))
a0, speed, p = reals("a_k(0)", "f", "p")
d, basis, l, hit = (Symbol(name, integer=True) for name in ("d_k", "D_c", "l", "c"))
features = decomposed.where[Phi]
sampled = frames & Domain(Ne(root, 0), source=ROOT) & Domain(over=[targets])
scaled = Domain(S > 0, source=Meaning("the target scale", "Eq. (4.4)"))
moving = scaled & Domain(a0 > 0, source=STARTED) & Domain(eta > 0, speed > 0, source=RATE) & Domain(t >= 0, source=LATER)
from_small_start = moving & Domain(d >= 1, basis >= d, source=SIZE)


def path(end):
    """a_k^2 at time t where a_k moves by eta f a_k (end - a_k^2)."""
    return end / (1 + (end / a0**2 - 1) * exp(-2 * eta * speed * end * t))


@claim(NAM, "Section 5.2.2", "skill", uses=["nam2024/app-B.1.6:strength"],
       reading="`g_k can be expressed using e_{k,l}`: with g_k = sum of e_{k,l}/sqrt(D_c) as in Eq. (5.4) its mean square is D_c/D_c, "
               "and its "
               "correlation with each e_{k,l} is 1/sqrt(D_c); the root is kappa, and 1 the vector of ones")
def skill_by_its_basis_functions():
    """The three properties agree with one another: g_k has the norm one."""
    g = E * ones / root
    on = orthonormal & Domain(Ne(root, 0), source=ROOT) & Domain(over=[ones])
    return every(square=Equal(Dot(g, g), Dot(ones, ones) / root**2, on=on), correlation=Equal(E.T * g, ones / root, on=on),
                 one=Equal(Sum((1 / sqrt(basis))**2, (l, 1, basis)), Integer(1), on=Domain(basis >= 1, source=SIZE)))


@claim(NAM, "Eq. (5.5)", uses=["nam2024/B.40", "nam2024/app-B.1.6:strength"],
       reading="for features with Phi Phi^T/D = f U U^T of a share |U U^T 1|^2/D_c = p_k, d_k/D_c for d_k < D_c and one from D_c samples "
               "on, from a start of any size along the projected targets with |B_k(0)| = a_k(0): a_k^2 tends to the length q of those, S "
               "sqrt(p_k), and R_k is a_k^2 sqrt(p_k)",
       leaves_out="other features and starts")
def strength_after_few_samples():
    """R_k ends at S (1 - sqrt(1 - d_k/D_c))."""
    share, ratio = real("p_k"), d / basis
    length = S * sqrt(share)
    fewer = (from_small_start & Domain(basis > d, source=SIZE)).but(where={share: ratio})
    enough = moving & Domain(d >= basis, basis >= 1, source=SIZE) & Domain(Eq(share, 1), source=SHARE)
    any_length = real("q")
    moves = Solves(System({a: eta * speed * a * (any_length - a**2)}, {a: a0}), {a: sqrt(path(any_length))},
                   on=from_small_start & Domain(any_length > 0, source=LENGTH))

    def ends(value):
        strength = path(length) * sqrt(share)
        return every(path=moves, end=Limit(strength, t, oo, value, on=fewer), enough=Limit(strength, t, oo, S, on=enough))
    return Printed(ends(S * (1 - sqrt(1 - ratio))), erratum=Erratum(
        "wrong", "For features of the share d_k/D_c the model ends at S d_k/D_c, which is on a straight line and, by Eq. (B.42), what it "
                 "ends "
                 "at in the mean; not on the printed curve, which takes the loss for (S - R_k)^2/2. It "
                 "is S "
                 "(S - R_k)/2 here, and with it the loss S^2/2 (1 - d_k/D_c) of Eq. (B.42) gives S d_k/D_c. Half of the strength comes "
                 "with "
                 "half of the samples, not with three quarters.", ends(S * ratio)))


@claim(NAM, "Eq. (5.5)", "random", uses=["nam2024/5.5"],
       reading="the same with random samples, and random bases of the one kind of orthogonal turns of parities, so that the features of "
               "every sample have the squared length D_c: R_k/S after training from small starts on 4, 8 and 12 samples, D_c = 16, beside "
               "the right "
               "side of Eq. (5.5) within a tenth, in the mean over draws",
       leaves_out="other sizes, and bases that see some inputs better than others (`5.5:one`)")
def strength_after_training_on_random_samples():
    """R_k/S on random samples is 1 - sqrt(1 - d_k/D_c)."""
    measured = dict(zip((4, 8, 12), reals("r_{4}", "r_{8}", "r_{12}"), strict=True))

    def near(value):
        close = [(10 * r < 10 * value(Rational(number, 16)) + 1, 10 * r > 10 * value(Rational(number, 16)) - 1)
                 for number, r in measured.items()]
        both = And(*(relation for pair in close for relation in pair))
        return Observed(both, "theoremtest.numerics.experiments.nam2024_skills:extended_model", on=Domain(over=tuple(measured.values())))
    return Printed(near(lambda share: 1 - sqrt(1 - share)), erratum=Erratum(
        "wrong", "It is near d_k/D_c, as Eq. (B.42) has it, and well above the printed curve.", near(lambda share: share)))


@claim(NAM, "Eq. (5.5)", "one", origin="derived", uses=["nam2024/app-B.1.6:strength"],
       reading="d_k = 1: phi has the basis functions at the sample, so that phi.1 = sqrt(D_c) g with g = 1 or -1, and the share of the "
               "targets along phi, (phi.1)^2/(u D_c), is 1/u for the squared length u of phi. The mean of u is D_c, as the basis is "
               "orthonormal, and 1/u is "
               "above the tangent at D_c, whose mean is 1/D_c; that is more than Eq. (5.5) has. With u = D_c at every input it is 1/D_c")
def strength_after_one_sample():
    """For every basis with the properties of Eq. (5.4), the mean of R_k/S after one sample is 1/D_c or more, and above Eq. (5.5)."""
    u = real("u")
    on = Domain(basis >= 1, source=SIZE) & Domain(u > 0, source=SEEN)
    phi, ones = vector(r"\phi", D_c), vector(r"\vec{1}", D_c)
    at_a_sample = Meaning("phi.1 = sqrt(D_c) g_k at every input, where g_k is 1 or -1", "Eq. (5.4)")
    sampled_once = Domain(u > 0, source=SEEN) & Domain(Gt(Dot(ones, ones), 0), source=ROOT) & Domain(
        Eq(Dot(phi, ones)**2, Dot(ones, ones)), source=at_a_sample)
    return every(
        share=Equal(Dot(phi, ones)**2 / (u * Dot(ones, ones)), 1 / u, on=sampled_once),
        tangent=Holds(Ge(1 / u, (2 * basis - u) / basis**2), on=on),
        mean=Equal((2 * basis - u) / basis**2, 1 / basis, on=on & Domain(Eq(u, basis), source=Meaning("the mean of u", "Eq. (5.4)"))),
        above=Holds(Gt(1 / basis, 1 - sqrt(1 - 1 / basis)), on=Domain(basis >= 2, source=SIZE)))


@claim(NAM, "Eq. (5.5)", "enough", uses=["nam2024/prop-B.1.1"],
       reading="`S for d_k >= D_c`: at a basis of D_c equally likely sets of inputs, D_c a power of two, e_l = sqrt(D_c) g_k on one of "
               "them, and d_k samples in c of the sets, from which c of the D_c coefficients S/sqrt(D_c) are learned",
       leaves_out="other bases")
def strength_after_many_samples():
    """R_k ends at S from D_c samples on."""
    learned = Sum((S / sqrt(basis)) * (1 / sqrt(basis)), (l, 1, hit))
    on = Domain(basis >= 1, d >= basis, source=SIZE) & Domain(over=[S])
    some = on & Domain(hit >= 1, hit <= basis, source=Meaning("sets with a sample in them", "Section 5.2.2"))
    every_set = on & Domain(Eq(hit, basis), source=Meaning("a sample in each set", "Section 5.2.2"))
    return Printed(Equal(learned, S, on=some), erratum=Erratum(
        "incomplete", "Samples may repeat one another: it takes D_c of them with independent features, and drawing at random those that "
                      "are "
                      "still missing takes more and more. Only one basis function is learned from one sample, whatever their number.",
        Equal(learned, S, on=every_set)))


@claim(NAM, "Section 5.2.2", "overfits", uses=["nam2024/app-B.1.6:pseudo-inverse", "nam2024/app-B.1.6:strength"],
       reading="`overfits g_k when there are fewer observations`: B_k a_k = U U^T S/sqrt(D_c) is right at every sample, Phi^T times it is "
               "Phi^T S/sqrt(D_c), and its squared distance to the target is S^2 (1 - p) > 0 with the share p = |U U^T 1|^2/D_c; `fits g_k "
               "when d_k >= D_c`: the distance is zero")
def model_overfits_then_fits():
    """With fewer samples the model is right at the samples and wrong elsewhere."""
    end = P * targets / root
    off = targets / root - end
    all_ = sampled & Domain(Eq(P, Identity(D_c)), source=Meaning("independent features of D_c samples", "Section 5.2.2"))
    any_share = scaled & Domain(p > 0, p <= 1, source=SHARE)
    fewer, more = any_share & Domain(d >= 1, basis > d, source=SIZE), any_share & Domain(basis >= 2, d >= basis, source=SIZE)
    known = {"samples": Equal(features.T * end, features.T * targets / root, on=sampled),
             "distance": Equal(Dot(off, off), (Dot(targets, targets) - Dot(targets, P * targets)) / root**2, on=sampled)}
    return Printed(
        every(**known, elsewhere=Holds(Gt(S**2 * (1 - p), 0), on=fewer), fits=Equal(S**2 * (1 - p), Integer(0), on=more)),
        erratum=Erratum(
            "incomplete", "D_c samples fit the skill only where their features are independent: samples may repeat one another "
            "(`5.5:enough`), and at p = 1/2 the distance is S^2/2. And with fewer samples the model is wrong elsewhere in general, but not "
            "always: one sample at which all basis functions are equal has p = 1, and the model then fits everywhere.",
            every(**known, elsewhere=Holds(Gt(S**2 * (1 - p), 0), on=fewer & Domain(p < 1, source=SHARE)),
                  fits=Equal(S**2 * (1 - p), Integer(0), on=more & Domain(Eq(p, 1), source=SHARE)),
                  independent=Equal(Dot(off, off), Integer(0), on=all_))))


@claim(NAM, "Section 5.2.2", "minimum-norm", uses=["nam2024/app-B.1.6:pseudo-inverse"],
       reading="`the minimum norm solution as if we performed ridgeless regression`: for any w, U U^T (w - S/sqrt(D_c)) is a matrix times "
               "what w is off by at the samples, so that every w that is right there is S/sqrt(D_c) + (I - U U^T) z; the squared length of "
               "these is that of U U^T S/sqrt(D_c) and that of a part across",
       leaves_out="the part of the start across, which Proposition B.1.1 neglects")
def model_finds_the_minimum_norm_solution():
    """No coefficients that fit the samples are shorter than the model's."""
    z = vector("z", D_c)
    end, off = P * targets / root, w - targets / root
    fitting = targets / root + (Identity(D_c) - P) * z
    across = fitting - P * fitting
    on = sampled & Domain(over=[z])
    back = U * Diagonal(s**-2, (s, singular)) * U.T * Phi
    return every(all=Equal(P * off, back * (Phi.T * off), on=independent & Domain(over=[w])),
                 fits=Equal(features.T * fitting, features.T * targets / root, on=on),
                 split=Equal(Dot(fitting, fitting), Dot(end, end) + Dot(across, across), on=on))
