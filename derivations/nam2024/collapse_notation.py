"""What Section 2.5 and Appendix D share: indicators of balanced classes, their means in feature space, the MP-operator.

Functions are columns over the space of the distribution, so that <f|g> is the integral of f g q, or of f g q' on a training set.
The C indicator functions are the columns of F, the vector of ones adds them up to the constant function; what is said of C columns at once
is said of all classes i and j. Of the ones only their number is used.
"""

from sympy import Eq, Identity, KroneckerDelta, MatrixExpr, Symbol, sqrt

from theoremtest.derivations.language import (
    Chart,
    Domain,
    Dot,
    Meaning,
    Space,
    dimension,
    kernel_operator,
    matrix,
    orthonormal,
    reals,
    vector,
)

H = Space(r"\mathcal{H}")
p, C = dimension("p"), dimension("C")
one_C = Identity(C)
Phi = matrix(r"\Phi", H, p)
"""The p features, one a column."""
E = matrix("E", H, C)
F = matrix(r"\hat{F}", H, C)
"""The C indicator functions of the classes."""
ones = vector(r"\mathbf{1}_C", C)
one = vector(r"\mathbf{1}", H)
"""The constant function 1."""
a_1, a_2 = reals("a_1", "a_2")

BALANCED = Meaning("the indicators of C classes of probability 1/C", "Eq. (2.2)")
CONSTANT = Meaning("the vector of C ones", "Eq. (D.10)")
POSITIVE = Meaning("a_1 and a_2 are positive scalars", "Definition 1")
MP_OPERATOR = Meaning("the integral operator of the features is an MP-operator", "Definition 1")

constant = Domain(Eq(Dot(ones, ones), C), source=CONSTANT) & Domain(where={one: F * ones})
balanced = Domain(Eq(F.T * F, one_C / C), source=BALANCED) & constant
"""Balanced classes: F^T F = I/C, and the indicators add up to the constant function."""
framed = Domain(orthonormal(E), source=BALANCED) & Domain(where={F: E / sqrt(C)}) & constant
"""The same with the orthonormal functions sqrt(C) f_i as letters."""
projection_on_classes = C * F * F.T
"""P of Eq. (2.3) on the span of the indicators, whose squared norms are 1/C."""
T_MP = a_1 * one * one.T + a_2 * projection_on_classes
"""Eq. (2.8) with the indicators as the learned function."""
centred = C * F - one * ones.T
"""The C functions C f_i - 1."""
positive = Domain(a_1 > 0, a_2 > 0, source=POSITIVE)
operator, framed_operator = balanced & positive, framed & positive

mu = matrix(r"\mu", p, C)
"""The C class means, one a column."""
mu_g = vector(r"\mu_g", p)
spread = mu - mu_g * ones.T
"""The C differences of a class mean and the global mean."""
kernel = kernel_operator(Phi)
means = Domain(over=[Phi], where={mu: C * Phi.T * F, mu_g: Phi.T * one})
with_means, framed_means = balanced & means, framed & means
"""Means by Eqs. (2.13) and (2.14) of any features."""
_r, _k = reals("r", "k")
_turned = matrix("R", p, C)
features_of_mp_operator = _r * (one_C + _k / C * ones * ones.T) * _turned.T
of_mp_operator = Chart({a_1: _r**2 * (_k**2 * Dot(ones, ones) / C + 2 * _k) / C, a_2: _r**2 / C, Phi: F * features_of_mp_operator},
                       Domain(_r > 0, _k > 0, orthonormal(_turned), over=[ones]))
"""Features whose operator is an MP-operator: a root of it by its two eigenvalues, r^2 (1 + k)^2/C and r^2/C. Nothing in it says that the
squared length of 1_C is C, so that it serves where that is dropped."""
collapsed = with_means & positive & Domain(Eq(kernel, T_MP), source=MP_OPERATOR, chart=of_mp_operator)
"""The same where the features' operator is an MP-operator."""
around_means = Phi - F * mu.T
"""Phi(x) less the mean of the class of x, as functions."""

f_i, f_j = vector(r"\hat{f}_i", H), vector(r"\hat{f}_j", H)
mu_i, mu_j = vector(r"\mu_i", p), vector(r"\mu_j", p)
T = matrix(r"\mathcal{T}", H, H)
INTEGRAL_OPERATOR = Meaning("the integral operator of the features", "Eq. (1.13)")
of_features = Domain(over=[Phi, C, f_i, f_j, one], where={mu_i: C * Phi.T * f_i, mu_j: C * Phi.T * f_j, mu_g: Phi.T * one})
of_two = of_features & Domain(Eq(T, kernel), source=INTEGRAL_OPERATOR)
"""Two classes by themselves; nothing is used of their functions."""

i, j, c = (Symbol(name, integer=True) for name in "ijc")
IN_RANGE = Meaning("i and j are two of the C classes", "Eq. (2.1)")
pair_of_classes = Domain(i >= 1, i <= C, j >= 1, j <= C, over=[C], source=IN_RANGE)


def indicator(of: Symbol, at: Symbol = c) -> KroneckerDelta:
    """f_of at an input of the class `at`."""
    return KroneckerDelta(of, at)


def outer(columns: MatrixExpr) -> MatrixExpr:
    """The sum of v v^T over the columns v."""
    return columns * columns.T
