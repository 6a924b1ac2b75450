"""Section 2.3.1: the MP-operator, Definition 1 and Eq. (2.8), centered kernel alignment with it, Eq. (2.9) and Definition 2.

The learned functions have an orthonormal frame B of their span; where it holds the constant function, R is a frame of what is orthogonal to
it there. The constant function has norm 1, since q is a probability.
"""

from sympy import Eq, Gt, Identity, Lt, Ne, Rational, S, Sum, Trace, ZeroMatrix, exp, log, sqrt

from theoremtest.derivations.language import (
    Domain,
    Dot,
    Equal,
    Erratum,
    Holds,
    Meaning,
    Printed,
    claim,
    dimension,
    every,
    matrix,
    orthonormal,
    real,
    reals,
    vector,
)

from .collapse_notation import POSITIVE, C, H, Phi, a_1, a_2, i, j, one
from .notation import NAM

m = dimension("m")
B, R = matrix("B", H, C), matrix("R", H, m)
g = vector("g", H)
PROBABILITY = Meaning("q is a probability, so that the constant function has norm 1", "Section 1.2")
LEARNED = Meaning("the learned functions span a space with the orthonormal frame B", "Definition 1")
POSITIVE_NUMBERS = Meaning("positive eigenvalues", "Eq. (1.16)")
COMPLEMENT = Meaning("an orthonormal frame of the complement of the constant function", "Definition 1")
HELD = Meaning("the learned functions' span includes the constant function", "Section 2.5.1")
unit = Domain(Eq(Dot(one, one), 1), source=PROBABILITY)
scales = Domain(a_1 > 0, a_2 > 0, source=POSITIVE)
learned = unit & Domain(orthonormal(B), source=LEARNED)
with_constant = unit & Domain(orthonormal(R), Eq(R.T * one, ZeroMatrix(m, 1)), source=COMPLEMENT)
onto_one = one * one.T
onto_learned = onto_one + R * R.T
"""The projection onto the learned functions' span, the constant function being in it."""


def centred(operator):
    """c(A) of Eq. (2.9)."""
    rest = Identity(H) - onto_one
    return rest * operator * rest


def norm(operator):
    """The Frobenius norm of a symmetric operator."""
    return sqrt(Trace(operator * operator))


@claim(NAM, "Definition 1", uses=["nam2024/2.8"],
       reading="`this is equivalent to` from the words to the formula: an operator that has the eigenvalues s_1 > 0 on the constant "
               "function and s_2 > 0, another, on the complement is Eq. (2.8) with a_1 = s_1 - s_2 and a_2 = s_2, of which both are "
               "positive")
def two_eigenspaces_give_the_formula():
    """An operator with the two eigenspaces is a_1 <1, u> 1 + a_2 P(u), with positive a_1 and a_2."""
    s_1, s_2 = reals("s_1", "s_2")
    eigenvalues = Domain(s_1 > 0, s_2 > 0, Ne(s_1, s_2), source=Meaning("the eigenvalues of two nontrivial eigenspaces", "Definition 1"))
    form = Equal(s_1 * onto_one + s_2 * R * R.T, (s_1 - s_2) * onto_one + s_2 * onto_learned, on=with_constant & eigenvalues)
    return Printed(every(form=form, positive=Holds(Gt(s_1 - s_2, 0), on=eigenvalues)), erratum=Erratum(
        "incomplete", "The words do not say that the constant function has the larger eigenvalue, the formula with a_1 > 0 does: where it "
        "is the smaller one a_1 is negative.", every(form=form, positive=Holds(Gt(s_1 - s_2, 0), on=eigenvalues & Domain(s_1 > s_2)))))


@claim(NAM, "Eq. (2.8)",
       reading="`this is equivalent to` from the formula to the words: the constant function is an eigenfunction, the functions orthogonal "
               "to it in the learned functions' span are eigenfunctions of one eigenvalue, and what is orthogonal to both is mapped to "
               "zero")
def the_formula_has_two_eigenspaces():
    """a_1 <1, u> 1 + a_2 P(u) has the span of 1 and its complement in the learned functions' span as eigenspaces."""
    T_MP = a_1 * onto_one + a_2 * B * B.T
    inside = learned & scales & Domain(Eq(B * B.T * g, g), Eq(Dot(one, g), 0), source=LEARNED)
    outside = learned & scales & Domain(Eq(B.T * g, 0 * B.T * g), Eq(Dot(one, g), 0), source=LEARNED)
    others = {"complement": Equal(T_MP * g, a_2 * g, on=inside), "rest": Equal(T_MP * g, 0 * g, on=outside)}

    held = learned & scales & Domain(Eq(B * B.T * one, one), source=HELD)
    return every(constant=Equal(T_MP * one, (a_1 + a_2) * one, on=held), **others)


@claim(NAM, "Section 2.3.1", "projection", uses=["nam2024/2.8"],
       reading="for all u and every positive a_2; B has an orthonormal frame of the learned functions as its columns, $\\mathbf{1}$ is the "
               "constant function")
def without_the_constant_it_is_a_projection():
    """Setting a_1 = 0, the MP-operator is the projection operator onto the learned functions' span."""
    on = learned & Domain(a_2 > 0, source=POSITIVE) & Domain(Eq(a_1, 0), source=Meaning("ignoring the constant function", "Section 2.3.1"))
    T_MP, P = a_1 * onto_one + a_2 * B * B.T, B * B.T
    return Printed(Equal(T_MP, P, on=on), erratum=Erratum(
        "wrong", "It is a_2 times the projection; equal eigenvalues are enough for what is said of effective dimensions.",
        every(multiple=Equal(T_MP, a_2 * P, on=on), projection=Equal(P * P, P, on=learned)),
        convention="an operator is meant up to its scale"))


@claim(NAM, "Eq. (2.9)", uses=["nam2024/2.8"], origin="derived")
def alignment_of_two_mp_operators():
    """CKA of two MP-operators of one output function is 1 whatever their scalars, where C is at least 2.

    Centering takes the constant function away: c(T_MP) = a_2 R R^T, which is zero where there is no function beside the constant.
    """
    b_1, b_2 = reals("b_1", "b_2")
    first, second = (centred(x * onto_one + y * onto_learned) for x, y in ((a_1, a_2), (b_1, b_2)))
    on = with_constant & scales & Domain(b_2 > 0, over=[b_1])
    measure = real(r"CKA(\mathcal{T}, \mathcal{T}_{MP})")
    return Printed(
        every(centred=Equal(first, a_2 * R * R.T, on=with_constant & Domain(over=[a_1, a_2])),
              alignment=Equal(measure, S.One, on=on.but(where={measure: Trace(first * second) / (norm(first) * norm(second))}))),
        defines=(measure,))


@claim(NAM, "Definition 2", uses=["nam2024/2.9"], origin="derived")
def scale_and_constant_do_not_matter():
    r"""The measure of Definition 2 is the same for $T$, its positive multiples, and with a multiple of $| 1 \rangle \langle 1 |$ added."""
    k, s = reals("k", "s")
    kernel, ideal = centred(Phi * Phi.T), centred(a_1 * onto_one + a_2 * onto_learned)
    on = with_constant & scales & Domain(s > 0, over=[Phi, k])
    changed = centred(s * Phi * Phi.T + k * onto_one)
    return every(centred=Equal(changed, s * kernel, on=on), product=Equal(Trace(changed * ideal), s * Trace(kernel * ideal), on=on),
                 squares=Equal(Trace(changed * changed), s**2 * Trace(kernel * kernel), on=on))


@claim(NAM, "Section 2.3.1", "equal-eigenvalues", uses=["nam2024/1.16", "nam2024/2.6"],
       reading="10 is C for MNIST. D_eff of C equal numbers x, the eigenvalues of the projection operator, by Eq. (1.16) and by Eq. (2.6), "
               "which counts the first apart; and the shares <e|P[e]>/C of its eigenfunctions, which are 1/C")
def effective_dimension_of_a_projection():
    """A projection operator has C equal eigenvalues and C eigenfunctions, so that both effective dimensions are C."""
    x = real("x")
    after = x / Sum(x, (j, 1, m))
    positive = Domain(x > 0, source=POSITIVE_NUMBERS)
    share = x / Sum(x, (j, 1, C))
    return every(dimension=Equal(exp(-Sum(share * log(share), (i, 1, C))), C, on=positive & Domain(over=[C])),
                 apart=Equal(1 + exp(-Sum(after * log(after), (i, 1, m))), 1 + m, on=positive & Domain(over=[m])),
                 shares=Equal(B.T * (B * B.T) * B / C, Identity(C) / C, on=Domain(orthonormal(B), source=LEARNED)))


@claim(NAM, "Section 2.3.1", "used", uses=["nam2024/2.5", "nam2024/1.16"], origin="derived",
       reading="`only the first C features are used` as: the learned functions B = G U are combinations of the first C eigenfunctions, "
               "the columns of G, of which they have as many")
def used_features_are_used_alike():
    """If only the first C features are used, each has the utilization 1/C, and D_eff of utilization is C.

    Of intensities Eq. (2.7) says more than that only the first C are not zero, namely that those after the first are alike: for C = 3 and
    rho_2 = 9 rho_3 Eq. (2.6) gives less than 5/2.
    """
    G, U = matrix("G", H, C), matrix("U", C, C)
    x, y = reals(r"\rho_2", r"\rho_3")
    large, small = x / (x + y), y / (x + y)
    return every(
        utilization=Equal(G.T * (G * U) * (G * U).T * G / C, Identity(C) / C, on=Domain(orthonormal(G), orthonormal(U), source=LEARNED)),
        intensity=Holds(Lt(1 + exp(-large * log(large) - small * log(small)), Rational(5, 2)),
                        on=Domain(y > 0, Eq(x, 9 * y), source=POSITIVE_NUMBERS)))
