"""Appendix E, the prose: the random regression task, the semantic hierarchy's one-hot items and equal singular values, the kernel distance.

Eq. (189) is lost, and no word that survives tells its form but that it adds a small perturbation to each column of the labels. Its claim
takes one such perturbation, column i times 1 + i epsilon, and says of it what the text says of its own.
"""

from sympy import Eq, Identity, ImmutableMatrix, Rational, Trace, ZeroMatrix, sqrt

from theoremtest.derivations.language import (
    Domain,
    Equal,
    Expectation,
    Holds,
    Iff,
    Kron,
    Limit,
    Meaning,
    claim,
    dimension,
    every,
    matrix,
    ne,
    real,
)

from .d_applications_eq186_188 import any_level, labels, level
from .notation import DOMINE, WHITENED, N_i, N_o, P, X, Y, one_i

variance = real(r"\sigma^2")
VARIANCE = Meaning("the variance of the targets", "Appendix E.2.1")
white = Domain(Eq(X * X.T, P * one_i), source=WHITENED)
drawn = white & Domain(variance > 0, over=[Y], source=VARIANCE)


def half_square(M):
    """Half the squared Frobenius norm."""
    return Trace(M.T * M) / 2


@claim(DOMINE, "Appendix E.2.1", "uncorrelated",
       reading="'the network inputs and target values are uncorrelated Gaussian noise': targets drawn independently of the inputs have "
               "the mean covariance zero with them; the covariance of one draw, Sigma, is not zero but of the mean square sigma^2 N_o "
               "N_i/P")
def targets_are_uncorrelated_with_the_inputs():
    """The mean of Sigma = Y X^T/P over the targets is zero, and the mean of its squared norm sigma^2 N_o N_i/P, which is the task."""
    sigma = Y * X.T / P
    return every(mean=Expectation(sigma, {Y: variance}, ZeroMatrix(N_o, N_i), on=drawn),
                 square=Expectation(Trace(sigma.T * sigma), {Y: variance}, variance * N_o * N_i / P, on=drawn))


@claim(DOMINE, "Appendix E.2.1", "no-linear-solution", uses=["domine2025/app-E.2.1:uncorrelated", "domine2025/app-C.3:constant"],
       reading="'implying that a linear solution may not always exist': the mean over the targets of the loss that no linear map goes "
               "below, sigma^2 N_o (P - N_i)/(2P), which is zero for as many samples as inputs alone")
def what_no_linear_map_reaches():
    """The least loss of a linear map has the mean sigma^2 N_o (P - N_i)/(2P): with more samples than inputs none fits."""
    left = half_square(Y) / P - half_square(Y * X.T / P)
    return Expectation(left, {Y: variance}, variance * N_o * (P - N_i) / (2 * P), on=drawn)


@claim(DOMINE, "Appendix E.2.2", "one-hot", uses=["domine2025/app-A.2:isotropic"], origin="derived",
       reading="'the modification ensures that the inputs are whitened', 'input items are represented as one-hot vectors': what the "
               "modification is, is lost; under the covariance X X^T/P it is the entry sqrt P in place of 1")
def one_hot_items_are_white_up_to_a_factor():
    """Eight items with one entry x > 0 each have the covariance x^2/8 I, which is I for x = sqrt 8 alone, and not for x = 1."""
    size = real("x")
    return Iff(Eq(size**2 / 8, 1), Eq(size, 2 * sqrt(2)), on=Domain(size > 0))


@claim(DOMINE, "Appendix E.2.2", "not-unique", uses=["domine2025/app-E.2.2:equal-singular-values"],
       reading="'the singular value decomposition is not unique due to identical singular values': both sides of a block of k equal "
               "values s turned alike, by any orthogonal matrix; a permutation, of which the text speaks, is one of these")
def equal_values_leave_a_rotation():
    """Turning both singular vectors of equal singular values by one orthogonal matrix gives another decomposition of the same matrix."""
    k = dimension("k")
    s, left, right, turn = real("s"), matrix("U", N_o, k), matrix("V", N_i, k), matrix("O", k, k)
    on = Domain(Eq(turn * turn.T, Identity(k)), Eq(left.T * left, Identity(k)), over=[right, s],
                source=Meaning("any orthogonal matrix, orthonormal singular vectors", "Appendix E.2.2"))
    frames = Domain(Eq(turn.T * turn, Identity(k)), Eq(left.T * left, Identity(k)), source=Meaning("the same", "Appendix E.2.2"))
    return every(product=Equal(s * (left * turn) * (right * turn).T, s * left * right.T, on=on),
                 orthonormal=Equal((left * turn).T * (left * turn), Identity(k), on=frames))


small = real(r"\epsilon")
ONE_SIZE = Meaning("one small perturbation", "Appendix E.2.2")
ITEMS = ImmutableMatrix(8, 8, lambda i, j: i + 1 if i == j else 0)
"""The number of each item on a diagonal."""
perturbed = labels * (ImmutableMatrix.eye(8) + small * ITEMS)


def first_order(rows):
    """The characteristic polynomial of the perturbation's first order on the items that these rows of the labels span."""
    unit = ImmutableMatrix([list(labels[row, :] / sqrt((labels[row, :] * labels[row, :].T)[0])) for row in rows])
    return (level * ImmutableMatrix.eye(len(rows)) - unit * ITEMS * unit.T).det()


@claim(DOMINE, "Eq. (189)", uses=["domine2025/188", "domine2025/app-E.2.2:equal-singular-values"], origin="reconstructed",
       reading="the form is lost: column i of the labels is taken times 1 + i epsilon; the first order in epsilon of an eigenvalue kappa "
               "of Y^T Y is 2 kappa times an eigenvalue of the numbers of the items on its eigenvectors",
       leaves_out="the paper's own perturbation; that eigenvalues of a symmetric matrix have these slopes")
def perturbation_parts_equal_singular_values():
    """The two values 8 part as 5/2 and 13/2, the two 4 as 5/2 and 13/2, the four 2 as 3/2, 7/2, 11/2 and 15/2: no two stay equal."""
    halves = (level - Rational(5, 2)) * (level - Rational(13, 2))
    pairs = (level - Rational(3, 2)) * (level - Rational(7, 2)) * (level - Rational(11, 2)) * (level - Rational(15, 2))
    return every(first=Equal(first_order([0, 1]), halves, on=any_level), second=Equal(first_order([2, 3]), halves, on=any_level),
                 last=Equal(first_order([4, 5, 6, 7]), pairs.expand(), on=any_level))


@claim(DOMINE, "Appendix E.2.2", "nearly-identical", uses=["domine2025/189"],
       reading="'resulting in singular values that are nearly, but not exactly, identical': of the perturbation of `189`, nearly as "
               "epsilon -> 0, and not exactly at epsilon = 1/100, where a quadruple zero is none any more",
       leaves_out="the paper's own perturbation; other sizes of it")
def perturbed_singular_values():
    """The characteristic polynomial of the perturbed labels tends to the one with equal zeros, and has no zero at 2 for epsilon = 1/100."""
    zeros = (perturbed.T * perturbed).charpoly()
    return every(nearly=Limit(zeros(level), small, 0, (level - 8)**2 * (level - 4)**2 * (level - 2)**4,
                              on=any_level & Domain(over=[small])),
                 exactly=Holds(ne(zeros(2), 0), on=Domain(Eq(small, Rational(1, 100)), source=ONE_SIZE)))


a, a_, b, b_ = matrix("a", N_i, N_i), matrix("a'", N_i, N_i), matrix("b", N_o, N_o), matrix("b'", N_o, N_o)


@claim(DOMINE, "Appendix E.7", "kernel-distance", uses=["domine2025/5"], origin="derived",
       reading="the formula is lost; after Fort et al. (2020) it is one less the cosine of both kernels, tr(K K')/(|K| |K'|)")
def inner_product_of_two_kernels():
    """Under whitened inputs tr(K K')/P^2 is N_o tr(a a') + tr a tr b' + tr b tr a' + N_i tr(b b'), for any representations a and b."""
    def of(first, second):
        return Kron(X.T * X, second) + Kron(X.T * first * X, Identity(N_o))
    value = N_o * Trace(a * a_) + Trace(a) * Trace(b_) + Trace(b) * Trace(a_) + N_i * Trace(b * b_)
    return Equal(Trace(of(a, b) * of(a_, b_)), P**2 * value, on=white & Domain(over=[a, a_, b, b_]))

