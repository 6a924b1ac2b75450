"""Appendix B.1.4: gradient flow of the extended multilinear model stays in the features' column space, Lemma 2, Eqs. (B.16)-(B.21).

In the lines in indices e(l, j) is the value of basis function l of skill k at sample j, r = sqrt(D_c), and a derivative is read off what a
change s of one parameter adds.
"""

from sympy import Eq, Function, Identity, KroneckerDelta, Ne, Sum, Symbol, ZeroMatrix

from theoremtest.derivations.language import (
    Diagonal,
    Domain,
    Dot,
    Equal,
    Erratum,
    Evolves,
    Meaning,
    Printed,
    claim,
    dimension,
    every,
    matrix,
    real,
    reals,
    vector,
)

from .notation import NAM
from .skills_notation import COUNT, DISJOINT, ROOT, B, D_c, Phi, S, a, any_start, d_c, eta, extended, left, n, root, samples, targets

SVD = Meaning("U S V is the singular value decomposition of Phi", "Lemma 2")
IMAGE = Meaning("U is semi-orthogonal, and Phi = U (S V)", "Lemma 2")
U, V, inner = matrix("U", D_c, d_c), matrix("V", d_c, d_c), matrix("M", d_c, d_c)
s, singular = real("s"), vector("s_k", d_c)
semi = Domain(Eq(U.T * U, Identity(d_c)), source=SVD)
decomposed = (any_start & semi & Domain(Eq(V * V.T, Identity(d_c)), source=SVD) & Domain(over=[singular]))
decomposed = decomposed.but(where={Phi: U * Diagonal(s, (s, singular)) * V})
in_the_image = (any_start & semi & Domain(over=[inner])).but(where={Phi: U * inner})
rate = -eta * a / samples * Phi * Phi.T * left
"""The right side of Eq. (B.21)."""

j, l, i, last, basis, skills, k = (Symbol(name, integer=True) for name in ("j", "l", "i", "d_k", "D_c", "n_s", "k"))
e, weight, error = Function("e", real=True), Function("B", real=True), Function("r", real=True)
change, number = reals("s", "D")
sizes = Domain(basis >= 1, last >= 1, number > 0, over=[a, S], source=COUNT) & Domain(Ne(root, 0), source=ROOT)
rest, w, m = matrix(r"G_\mathrm{rest}", n, dimension("m")), vector("w", dimension("m")), dimension("m")
values, g = matrix("E", n, D_c), vector("g_k", n)
"""The basis functions of the skill at all D samples, zero at those of other skills; g_k likewise."""


def residual(changed=0):
    """What is left of the target at sample j, by Eq. (B.19), with a change of B_{k,i}."""
    moved = weight(l) + changed * KroneckerDelta(i, l)
    return Sum((S / root - a * moved) * e(l, j), (l, 1, basis))


@claim(NAM, "Lemma 2", uses=["nam2024/B.21"],
       reading="along gradient flow, what U U^T leaves of B_k does not move; d_k < D_c is printed, and what of it is used is that U can "
               "be semi-orthogonal; the targets may be any vector")
def gradient_stays_in_the_column_space():
    """The gradient on B_k is contained in the column space of U."""
    return every(projected=Evolves(U * U.T * B, rate, along=extended, on=decomposed),
                 outside=Evolves(B - U * U.T * B, ZeroMatrix(D_c, 1), along=extended, on=decomposed))


@claim(NAM, "Eq. (B.16)", uses=["nam2024/B.21"], reading="dB_k/dt is the right side of Eq. (B.21)")
def projector_leaves_the_motion():
    """U U^T dB_k/dt is dB_k/dt."""
    return Equal(U * U.T * rate, rate, on=decomposed)


@claim(NAM, "Appendix B.1.4", "image", uses=["nam2024/B.21"],
       reading="`U U^T acts as identity on the image of U`: on every vector U z, whatever S V is, with which Phi = U M lies in the image")
def projector_is_the_identity_on_the_image():
    """U U^T acts as the identity on the image of U, in which that of Phi is."""
    z = vector("z", d_c)
    return every(identity=Equal(U * U.T * (U * z), U * z, on=semi & Domain(over=[z])),
                 contained=Equal(U * U.T * Phi, Phi, on=in_the_image))


@claim(NAM, "Appendix B.1.4", "any-number", origin="derived", uses=["nam2024/B.21"],
       reading="for more samples than basis functions, too, where U is square or the projector is that of the image")
def overparametrization_is_not_needed():
    """With any projector P on a space that contains the features' columns, P^T = P and P Phi = Phi, P leaves the motion as it is."""
    P = matrix("P", D_c, D_c)
    on = any_start & Domain(Eq(P * Phi, Phi), over=[P])
    return Equal(P * rate, rate, on=on)


@claim(NAM, "Eq. (B.17)", reading="what one sample, of skill i and with the squared error s^2, gives to the sums: s^2 by Eq. (B.3), "
                                        "and n_s s^2 where the sum over skills adds it up once for each of them")
def empirical_loss():
    """The loss is the sum over skills and samples of the squared error, over 2 D."""
    on = Domain(skills >= 1, i >= 1, i <= skills, over=[change], source=COUNT)
    return Printed(
        Equal(skills * change**2, change**2, on=on),
        erratum=Erratum(
            "wrong", "The sum over skills is stray: nothing in it depends on k, and it multiplies the loss of Eq. (B.3) by n_s. A sample "
                     "belongs to one skill, as the next line has it.",
            Equal(Sum(change**2 * KroneckerDelta(k, i), (k, 1, skills)), change**2, on=on)))


@claim(NAM, "Eq. (B.18)", uses=["nam2024/B.4"],
       reading="skill k and the rest, of which the same can be said: the squared errors of all samples are those of the samples of skill "
               "k, at which alone g_k and its basis functions are not zero, and those of the others")
def loss_skill_by_skill():
    """The loss is the sum over skills of the squared errors on the skill's own samples."""
    of_skill, others = g * S - values * B * a, rest * w
    on = Domain(Eq(g.T * rest, ZeroMatrix(1, m)), Eq(values.T * rest, ZeroMatrix(D_c, m)), over=[B, a, S, w], source=DISJOINT)
    return Equal(Dot(of_skill + others, of_skill + others), Dot(of_skill, of_skill) + Dot(others, others), on=on)


@claim(NAM, "Eq. (B.19)", uses=["nam2024/B.18"],
       reading="one skill and its d_k samples, and the sum over skills, written with one d_k for all; g_k is the sum of its basis "
               "functions over r, by Eq. (5.4)")
def target_by_the_basis_functions():
    """With g_k written by its basis functions, the sum over l is of (S/sqrt(D_c) - a_k B_{k,l}) e_{k,l}."""
    target = Sum(e(l, j), (l, 1, basis)) / root
    model = Sum(a * weight(l) * e(l, j), (l, 1, basis))
    one = Equal(Sum((S * target - model)**2, (j, 1, last)), Sum(residual()**2, (j, 1, last)), on=sizes)
    strengths, weights, features = (Function(name, real=True) for name in ("a", "B", "e"))

    def summed(term):
        return Sum(Sum(term**2, (j, 1, last)), (k, 1, skills)) / (2 * number)
    written = S * Sum(features(k, l, j), (l, 1, basis)) / root - Sum(strengths(k) * weights(k, l) * features(k, l, j), (l, 1, basis))
    collected = Sum((S / root - strengths(k) * weights(k, l)) * features(k, l, j), (l, 1, basis))
    return every(one=one, all=Equal(summed(written), summed(collected), on=sizes & Domain(skills >= 1, source=COUNT)))


@claim(NAM, "Eq. (B.20)", uses=["nam2024/B.19"],
       reading="-eta times the term of first order in what a change s of B_{k,i} adds to the loss; i is the printed l, l the printed l'; "
               "and the rates of all entries at once, as in Eq. (B.21)")
def entry_moves():
    """B_{k,l} moves by minus eta times the derivative of the loss."""
    slope = Sum(a * e(i, j) * Sum((a * weight(l) - S / root) * e(l, j), (l, 1, basis)), (j, 1, last)) / number
    curve = Sum((a * e(i, j))**2, (j, 1, last)) / (2 * number)
    on = sizes & Domain(i >= 1, i <= basis, over=[change], source=COUNT)
    first_order = Equal(Sum(residual(change)**2, (j, 1, last)) / (2 * number),
                        Sum(residual()**2, (j, 1, last)) / (2 * number) + change * slope + change**2 * curve, on=on)
    rate = Evolves(B, -eta * (a * (Phi * (Phi.T * (B * a - targets / root)))) / samples, along=extended, on=any_start)
    return every(first_order=first_order, rate=rate)


@claim(NAM, "Eq. (B.21)", uses=["nam2024/B.19"], reading="from the loss of the skill's samples, for any vector of targets; kappa is the "
                                                         "root of D_c")
def vector_moves():
    """B_k moves by -eta a_k/D Phi Phi^T (B_k a_k - S/sqrt(D_c))."""
    return Evolves(B, -eta * a / samples * Phi * Phi.T * (B * a - targets / root), along=extended, on=any_start)
