"""Appendix B.1.6, second half: where training ends and what strength that is, Proposition B.1.1, Eqs. (B.26) and (B.35)-(B.42).

P is U U^T, the projection on the features of the skill's samples; the basis functions of the skill are the orthonormal columns of E.
"""

from sympy import Eq, Ge, Identity, Le, Ne, Sum, Symbol, Trace, ZeroMatrix, exp, oo, sqrt

from theoremtest.derivations.language import (
    Diagonal,
    Domain,
    Dot,
    Equal,
    Erratum,
    EveryEntry,
    Holds,
    Iff,
    Limit,
    Meaning,
    Printed,
    PseudoInverse,
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
from .shots_notation import INDEPENDENT, RANK, P, U, decomposed, end, frames, full_rank, not_zero, s, semi, singular, start, whole
from .skills_notation import COUNT, LATER, RATE, ROOT, B, D_c, Phi, a, any_start, d_c, eta, left, root, t, targets
from .skills_notation import S as scale

SQUARES = Meaning("q and x are squared lengths", "Eq. (B.39)")
SCALE = Meaning("the target scale", "Eq. (4.4)")
STAYS = Meaning("a_k, and a_k(0) with it, is not zero; here positive", "Proposition B.1.1")
LEARNED = Meaning("the learnability is one from D_c samples on", "Appendix B.1.6")
CONDITIONS = Meaning("U U^T (B a - S/sqrt(D_c)) is zero, and the part of B off the image is what it was", "Eq. (B.36)")
SHARE = Meaning("p is 1^T P 1/D_c, at most one", "Proposition B.1.1")
a0, q, x, y, c, r = reals("a_k(0)", "q", "x", "y", "c", "r")
d, basis, l, hit = (Symbol(name, integer=True) for name in ("d_k", "D_c", "l", "c"))
few = Domain(d >= 1, basis > d, source=COUNT) & Domain(over=[scale])
enough = Domain(d >= basis, basis >= 1, source=COUNT) & Domain(over=[scale])
started = semi & Domain(Ne(root, 0), source=ROOT) & Domain(over=[start, targets, a0])
H = Space("L^2")
E, w = matrix("E", H, D_c), P * targets / root
orthonormal_basis = Domain(Eq(E.T * E, Identity(D_c)), source=Meaning("orthonormal basis functions", "Eq. (5.4)")) & semi
function = orthonormal_basis & Domain(Ne(root, 0), source=ROOT) & Domain(over=[targets])
target = E * targets / root
"""S g_k, by Eq. (5.4)."""
WRONG = ("Eq. (4.10), by which the strength is read off the loss, is of models whose basis function is g_k itself. Here what is learned is "
         "no multiple of g_k, and half the squared distance is S (S - R_k)/2 in place of (S - R_k)^2/2 (`app-B.1.6:strength`). For "
         "given samples R_k is S |U^T 1|^2/D_c, and on the approximation of Eq. (B.42) S d_k/D_c, which is also what Eq. (5.9) has for r "
         "of N_c basis functions.")


def later_strength(number):
    """S (1 - sqrt(1 - d_k/D_c)) for a number d_k of samples."""
    return scale * (1 - sqrt(1 - number / basis))


@claim(NAM, "Eq. (B.35)", uses=["nam2024/B.21", "nam2024/B.29"],
       reading="`equivalent`: the gradient in B_k is U diag(s^2) times the column a U^T (B a - S/sqrt(D_c)), and a times the one in a_k is "
               "B^T times that; U times the column is the left side of (B.35). Entry by entry, y for one of U^T (B a - S/sqrt(D_c)), "
               "s^2 a y is zero where a y is, and the other way round; a is not zero, by the Proposition; the equation itself is met by "
               "the B of Eq. (B.37)")
def gradient_vanishes_at_the_end():
    """The gradient is zero where a U U^T (B a - S/sqrt(D_c)) is, and only there."""
    squares_of_s = U * Diagonal(s**2, (s, singular)) * (U.T * (a * left))
    both = {"vector": Equal(a * Phi * Phi.T * left, squares_of_s, on=decomposed),
            "first": Equal(a * Dot(B, Phi * Phi.T * left), Dot(B, squares_of_s), on=decomposed)}
    any_entry = not_zero & Domain(over=[y, s])

    def entries(on):
        return Iff(Eq(s**2 * a * y, 0), Eq(a * y, 0), on=on)
    met = Equal(a * (P * (end * a - targets / root)), ZeroMatrix(D_c, 1), on=started & not_zero)
    return Printed(every(**both, met=met, entries=entries(any_entry)), erratum=Erratum(
        "incomplete", "It needs independent features. With a sample that occurs twice, say, one of the singular values is zero, U has a "
                      "column that no feature has a part in, and along it the gradient says nothing of B.",
        every(**both, met=met, entries=entries(any_entry & Domain(Ne(s, 0), source=INDEPENDENT)))))


@claim(NAM, "Eq. (B.36)", uses=["nam2024/B.35"],
       reading="`since a is not zero`: entry by entry, each of which is a number r; the equation itself is met by the B of Eq. (B.37)")
def what_is_left_vanishes():
    """Since a is not zero, U U^T (B a - S/sqrt(D_c)) is."""
    return every(entries=Iff(Eq(a * r, 0), Eq(r, 0), on=not_zero & Domain(over=[r])),
                 met=Equal(P * (end * a - targets / root), ZeroMatrix(D_c, 1), on=started & not_zero))


@claim(NAM, "Eq. (B.37)", uses=["nam2024/B.36", "nam2024/lemma-2"],
       reading="B less the right side is 1/a times the left side of Eq. (B.36), and what the part of B off the image has changed by: both "
               "are zero; and the right side satisfies Eq. (B.36) and keeps that part. As printed: B in its part U u in the image, by "
               "Eq. (B.36), and its part v across, by Lemma 2")
def vector_at_the_end():
    """B is U U^T S/sqrt(D_c)/a and the part of B_k(0) off the image of U."""
    on = any_start & started & not_zero
    inside, across = vector("u", d_c), vector("v", D_c)
    both = started & not_zero & Domain(Eq(U * inside, P * targets / (root * a)), Eq(across, start - P * start), source=CONDITIONS)
    return every(split=Equal(B - end, P * left / a + (whole - P) * (B - start), on=on),
                 printed=Equal(U * inside + across, end, on=both),
                 left=Equal(P * (end * a - targets / root), ZeroMatrix(D_c, 1), on=started & not_zero),
                 kept=Equal((whole - P) * end, (whole - P) * start, on=started & not_zero))


@claim(NAM, "Eq. (B.38)", uses=["nam2024/B.37", "nam2024/lemma-3"], reading="the left side is a^2 - |B|^2 at the B of Eq. (B.37)")
def conserved_at_the_end():
    """The first condition, with that B."""
    image, off = P * targets / root, (whole - P) * start
    return Equal(a**2 - Dot(end, end), a**2 - Dot(image, image) / a**2 - Dot(off, off), on=started & not_zero)


half = (a0**2 - x) / 2
square = sqrt(q + half**2) + half
"""The right side of Eq. (B.39), q for |U U^T S/sqrt(D_c)|^2 and x for |U U^T B_k(0)|^2."""
squares = Domain(q >= 0, x >= 0, over=[a0], source=SQUARES)


@claim(NAM, "Eq. (B.39)", uses=["nam2024/B.38"],
       reading="`equivalent to a quadratic equation in a^2` with this solution: y is a^2, the quadratic y (y - 2 h) - q with 2 h = "
               "a_k(0)^2 - "
               "|U U^T B_k(0)|^2 has the printed root and one that is not positive")
def square_of_the_first_parameter_at_the_end():
    """a^2 is the root of the quadratic equation that is not negative."""
    off, other = (whole - P) * start, half - sqrt(q + half**2)
    return every(
        constant=Equal(a0**2 - Dot(start, start) + Dot(off, off), a0**2 - Dot(P * start, P * start), on=started),
        roots=Equal(y * (y - (a0**2 - x)) - q, (y - square) * (y - other), on=squares & Domain(over=[y])),
        solution=Equal(a**2, square, on=(Domain(Ne(a, 0), source=STAYS) & Domain(a**2 >= half, x >= 0, over=[a0], source=SQUARES)).but(
            where={q: a**2 * (a**2 - (a0**2 - x))})),
        printed=Holds(Ge(square, 0), on=squares), other=Holds(Le(other, 0), on=squares))


@claim(NAM, "Eq. (B.40)", uses=["nam2024/B.39"],
       reading="where Phi Phi^T/D is f U U^T and B_k starts along U U^T S, with the length a_k(0), which the text does not ask for: both "
               "then move by eta f a_k (q^{1/2} - a_k^2), and the path tends to the a of Eq. (B.39)",
       leaves_out="other features and starts, for which the text argues that there is only one point to accumulate at")
def path_converges():
    """The parameters tend to the solution of the three conditions."""
    length, f = reals("\\sqrt{q}", "f")
    on = (Domain(length > 0, source=SQUARES) & Domain(a0 > 0, eta > 0, f > 0, source=RATE) & Domain(t >= 0, source=LATER))
    path = length / (1 + (length / a0**2 - 1) * exp(-2 * eta * f * length * t))
    value = square.subs({q: length**2})
    same = Domain(Eq(x, a0**2), source=Meaning("of the starts the one kind with a closed form, |B_k(0)| = a_k(0)", "Eq. (B.40)"))
    return every(path=Solves(System({a: eta * f * a * (length - a**2)}, {a: a0}), {a: sqrt(path)}, on=on),
                 limit=Limit(path, t, oo, value, on=on & same))


@claim(NAM, "Eq. (B.41)", uses=["nam2024/B.37", "nam2024/B.39"],
       reading="`B_k(infinity)` is the right side of Eq. (B.37), and `a_k(infinity)` is a, so that the left side is a times the part of "
               "B_k(0) off the image; entry by entry, each a number r, with the a of Eq. (B.39) for a_k(0) > 0")
def part_off_the_image_at_the_end():
    """The part of B_k a_k off the image of U is what it was at the start."""
    kept = Equal((whole - P) * end * a, a * (whole - P) * start, on=started & not_zero)
    on = squares & Domain(a0 > 0, q > 0, source=STAYS) & Domain(over=[r])
    end_of_a = started & Domain(a0 > 0, q > 0, x >= 0, source=STAYS)
    printed = Equal((whole - P) * end * a, (whole - P) * start * a0, on=end_of_a.but(where={a: sqrt(square)}))
    return Printed(every(kept=kept, printed=printed, entry=Equal(r * sqrt(square), r * a0, on=on)), erratum=Erratum(
        "wrong", "B_k keeps its part off the image of U, but a_k changes: the right side has a_k(oo) in place of a_k(0).", kept))


@claim(NAM, "Appendix B.1.6", "bound", uses=["nam2024/B.39"],
       reading="`bounded by |(1 - U U^T) B_k(0)| (S + a_k(0))`: that a_k(infinity) is at most S + a_k(0), in squares; q is S^2 p, with "
               "the share "
               "p = |U U^T 1|^2/D_c")
def bound_of_the_part_off_the_image():
    """a_k at the end is at most S + a_k(0)."""
    p = real("p")
    on = Domain(scale > 0, source=SCALE) & Domain(x >= 0, source=SQUARES) & Domain(p > 0, p <= 1, source=SHARE)
    on = on & Domain(a0 > 0, source=STAYS)
    value = square.subs(q, scale**2 * p)
    return Printed(
        Holds(Le(value, (scale + a0)**2), on=on),
        erratum=Erratum("wrong", "From a small start a_k^2, not a_k, tends to S times a number up to one: for S < 1 and small a_k(0) the "
                                 "bound "
                                 "fails. a_k(oo)^2 is at most S + a_k(0)^2.", Holds(Le(value, scale + a0**2), on=on)))


@claim(NAM, "Appendix B.1.6", "pseudo-inverse", uses=["nam2024/B.36", "nam2024/B.41"],
       reading="`the pseudo-inverse solution`: (Phi^T)^+ times the targets at the samples, Phi^T S/sqrt(D_c), is U U^T S/sqrt(D_c), "
               "which is "
               "B_k a_k by Eq. (B.36) up to the part off the image")
def end_is_the_pseudo_inverse_solution():
    """B_k a_k at the end is the pseudo-inverse solution."""
    on = frames & Domain(full_rank, source=RANK) & Domain(Ne(root, 0), source=ROOT) & Domain(over=[targets])
    features = decomposed.where[Phi]
    return Equal(PseudoInverse(features.T) * (features.T * targets / root), P * targets / root, on=on)


@claim(NAM, "Appendix B.1.6", "terms",
       reading="`eigen coefficients E[e S g] = S/sqrt(D_c)`; `the learnability is d_k/D_c for all i`: equal numbers that add up to d_k; "
               "`the "
               "overfitting coefficient is (1 - d_k/D_c)^{-1}`: one over one less the sum of squared learnabilities over d_k",
       leaves_out="how [24] defines these terms")
def terms_of_ridgeless_regression():
    """Coefficients, learnability and overfitting coefficient of the regression."""
    return every(coefficients=Equal(E.T * target, targets / root, on=function),
                 learnability=Equal(Sum(d / basis, (l, 1, basis)), d, on=few),
                 overfitting=Equal(1 / (1 - Sum((d / basis)**2, (l, 1, basis)) / d), 1 / (1 - d / basis), on=few))


@claim(NAM, "Eq. (B.42)", uses=["nam2024/app-B.1.6:terms"],
       reading="half the squared distance of S g_k from what is learned of the samples that there are. Corrected, the test error of the "
               "cited theory, an approximation to the mean over samples: the overfitting coefficient one over one less the sum of "
               "squared learnabilities over d_k, times the sum of (1 - d_k/D_c)^2 S^2/D_c over the basis functions, halved")
def loss_at_the_end():
    """The test loss is S^2/2 (1 - d_k/D_c)."""
    coefficient = 1 / (1 - Sum((d / basis)**2, (l, 1, basis)) / d)
    error = Sum((1 - d / basis)**2 * (scale / sqrt(basis))**2, (l, 1, basis))
    ones, entry = vector("j", D_c), real("s")
    alike = Domain(EveryEntry(Eq(entry, 1), (entry, ones)), Eq(Dot(ones, ones), D_c), over=[scale],
                   source=Meaning("all D_c targets are S: j is the vector of ones", "Eq. (B.21)"))
    on = orthonormal_basis & alike
    off = scale / sqrt(D_c) * E * ones - scale / sqrt(D_c) * E * P * ones
    return Printed(
        Equal(Dot(off, off) / 2, scale**2 / 2 * (1 - d_c / D_c), on=on),
        latex=r"\mathcal{L} = \frac{S^2}{2} \left(1 - \frac{d_k}{D_c}\right)",
        erratum=Erratum(
            "incomplete", "The theory cited gives it as an approximation to the mean over samples. For given samples with independent "
            "features the loss is S^2/2 (1 - |U^T j|^2/D_c), j being the vector of ones. Its mean is S^2/2 (1 - d_k/D_c) only where the "
            "mean of |U^T j|^2 is d_k.",
            every(each=Equal(Dot(off, off) / 2, scale**2 / 2 * (1 - Dot(ones, P * ones) / D_c), on=on),
                  mean=Equal(coefficient * error / 2, scale**2 / 2 * (1 - d / basis), on=few)),
            under=(Eq(Dot(ones, P * ones), d_c),)))


@claim(NAM, "Appendix B.1.6", "strength", uses=["nam2024/app-B.1.6:pseudo-inverse"], origin="derived",
       reading="S g_k is E S/sqrt(D_c), the model E U U^T S/sqrt(D_c): products of S g_k with both, halved distances; S^2 is |S g_k|^2 "
               "and S "
               "R_k is <S g_k|f>")
def loss_of_a_projected_skill():
    """The loss of ridgeless regression is S (S - R_k)/2 for every set of samples, and that of any model (S - R_k)^2/2 and more."""
    learned = E * w
    reached = Dot(target, learned)
    f, g, strength = matrix("f", H, 1), matrix("g_k", H, 1), real(r"\mathcal{R}_k")
    any_model = Domain(Eq(g.T * g, Identity(1)), Eq(g.T * f, strength * Identity(1)), source=Meaning("g_k is 1 or -1", "Eq. (4.2)"))
    any_model = any_model & Domain(over=[scale])
    off, rest = scale * g - f, f - strength * g
    return every(
        share=Equal(reached, Dot(targets, P * targets) / root**2, on=function),
        loss=Equal(Dot(target - learned, target - learned) / 2, (Dot(target, target) - reached) / 2, on=function),
        any=Equal(Dot(off, off) / 2, (scale - strength)**2 / 2 + Dot(rest, rest) / 2, on=any_model))


@claim(NAM, "Appendix B.1.6", "trace", uses=["nam2024/app-B.1.6:strength"], origin="derived",
       reading="where the mean of U U^T over samples is a multiple p of the identity, as it is for features of one length that are turned "
               "at random; not for every basis with the properties of Eq. (5.4) (`5.5:one`)")
def mean_of_the_projection():
    """The trace of U U^T is d_k; where its mean is p times the identity, p is d_k/D_c, and so is the mean of R_k/S."""
    p = real("p")
    given = Domain(Eq(p * basis, d), basis >= 1, source=Meaning("the mean of U U^T is p times the identity", "Appendix B.1.6"))
    strength = Sum(scale / sqrt(basis) * p / sqrt(basis), (l, 1, basis))
    return every(trace=Equal(Trace(P), d_c, on=semi), share=Equal(p, d / basis, on=given),
                 strength=Equal(strength, scale * d / basis, on=given & Domain(over=[scale])))


@claim(NAM, "Eq. (B.26)", uses=["nam2024/B.42", "nam2024/app-B.1.6:terms"],
       reading="by the terms of the proof: each of the D_c coefficients of the learned function is the learnability times S/sqrt(D_c), "
               "and that of g_k is 1/sqrt(D_c); the learnability is d_k/D_c for d_k < D_c, and one from D_c samples on",
       leaves_out="that the learnability is that of the mean over samples, and approximate")
def strength_by_learnability():
    """R_k ends at S (1 - sqrt(1 - d_k/D_c)) for d_k < D_c."""
    learned = real("L")
    reached = Sum(learned * (scale / sqrt(basis)) / sqrt(basis), (l, 1, basis))

    def both(value):
        return every(fewer=Equal(reached, value, on=few.but(where={learned: d / basis})),
                     enough=Equal(reached, scale, on=enough & Domain(Eq(learned, 1), source=LEARNED)))
    return Printed(both(later_strength(d)), erratum=Erratum("wrong", WRONG, both(scale * d / basis)))


@claim(NAM, "Proposition B.1.1", uses=["nam2024/app-B.1.6:pseudo-inverse"],
       reading="at one basis that satisfies Eq. (5.4), for D_c a power of two: e_l is sqrt(D_c) g_k on one of D_c equally likely sets of "
               "inputs and zero on the others. The features of a sample are along one of the axes: U^T S has entries S and -S, and D_c/S "
               "times the strength, |U^T S|^2/S^2, is their number; samples in c different sets leave c of the D_c terms S/D_c of "
               "E[g_k f]. For d_k < D_c samples c is d_k at "
               "most, here all are different",
       leaves_out="the proposition for other bases, where it is refuted by Eq. (B.26)")
def strength_on_a_basis_of_cells():
    """The strength after training on fewer samples than basis functions, and on more."""
    reached = Sum(scale / basis, (l, 1, hit))
    signs = vector(r"\epsilon", d_c)
    of_axes = Domain(Eq(Dot(signs, signs), d_c), source=Meaning("entries 1 and -1", "Proposition B.1.1")) & Domain(over=[scale])
    cells = {"share": Equal(Dot(targets, P * targets), Dot(U.T * targets, U.T * targets), on=Domain(over=[U, targets])),
             "signs": Equal(Dot(scale * signs, scale * signs), scale**2 * d_c, on=of_axes)}
    sets = Domain(hit >= 1, hit <= basis, source=Meaning("the number of sets with a sample", "Proposition B.1.1"))
    different = few & Domain(Eq(hit, d), source=Meaning("samples in different sets", "Proposition B.1.1"))
    repeated = enough & sets
    filled = enough & Domain(Eq(hit, basis), source=Meaning("samples in all sets", "Proposition B.1.1"))
    return Printed(
        every(**cells, few=Equal(reached, later_strength(d), on=different), enough=Equal(reached, scale, on=repeated)),
        erratum=Erratum(
            "wrong", WRONG + " And D_c samples are enough only where their features are independent: a sample that occurs twice adds "
                             "nothing.",
            every(**cells, few=Equal(reached, scale * d / basis, on=different), enough=Equal(reached, scale, on=filled))))
