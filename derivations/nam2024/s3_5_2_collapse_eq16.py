"""Section 3.5.2: neural collapse from balanced layers of a linear neural network, Eq. (3.16).

n points in the rows of X, n x d; labels in the rows of Y, n x c; features X W_1, n x p. Layers with W_1^T W_1 = W_2 W_2^T are balanced.
"""

from sympy import DiagMatrix, Eq, Identity, Inverse, S, ZeroMatrix, sqrt

from rederive.derivations.language import (
    Chart,
    Domain,
    Equal,
    Erratum,
    EveryEntry,
    Holds,
    Meaning,
    PositiveDefinite,
    Printed,
    PseudoInverse,
    Rank,
    RankBound,
    by,
    claim,
    dimension,
    every,
    ge,
    le,
    matrix,
    real,
    reals,
    vector,
)

from .layerwise_notation import W1, W2, c, d, p
from .notation import NAM

BALANCED = Meaning("the conserved difference of a sufficiently small start, W_1^T W_1 - W_2 W_2^T = 0", "Section 3.5.2")
FITTED = Meaning("the labels are fitted, X W_1 W_2 = Y", "Eq. (3.16)")
CLASSES = Meaning("every class has points", "Section 3.5.2")
n = dimension("n")
X, Y = matrix("X", n, d), matrix("Y", n, c)
gram = W2.T * W2
frame, whole, kappa = matrix("Q", d, c), matrix("F", n, d), real(r"\kappa")
turned = Domain(Eq(frame.T * frame, Identity(c)), over=[W2])
white = Domain(Eq(whole.T * whole, Identity(d)), kappa > 0)
balanced = Domain(Eq(W1.T * W1, W2 * W2.T), source=BALANCED, chart=Chart({W1: frame * W2.T}, of=turned))
whitened = Domain(Eq(W1.T * W1, W2 * W2.T), Eq(X.T * X, kappa * Identity(d)),
                  chart=Chart({W1: frame * W2.T, X: sqrt(kappa) * whole}, of=turned & white))
"""Balanced layers on inputs with X^T X a multiple of the identity."""
layers = Domain(over=[X, W1, W2])
fitted = Domain(where={Y: X * W1 * W2}, over=[X], source=FITTED)


@claim(NAM, "Eq. (3.16)",
       reading="`after training`: gradient flow of a linear neural network ends, at best, at the least squared error, where X W_1 W_2 is "
               "X X^+ Y")
def training_fits_the_labels():
    """After training X W_1 W_2 is Y."""
    spanning, right = matrix("B", d, c), matrix("K", d, n)
    return Printed(
        Equal(X * PseudoInverse(X) * Y, 1 * Y, on=Domain(over=[X, Y])),
        erratum=Erratum(
            "incomplete", "It needs labels that the inputs span, Y = X B, as any labels are if X has a right inverse K: at least as many "
            "features as points, in independent rows. With more points than features in general position, or with a point that has "
            "two labels, it fails.",
            every(spanned=Equal(X * PseudoInverse(X) * Y, 1 * Y, on=Domain(over=[X, spanning], where={Y: X * spanning})),
                  independent=Equal(X * PseudoInverse(X) * Y, 1 * Y, on=Domain(Eq(X * right, Identity(n)), over=[Y])))))


@claim(NAM, "Section 3.5.2", "ranks", uses=["nam2024/3.16"],
       reading="`Y is a rank c matrix`: the columns of one-hot labels are orthogonal, with the numbers of points per class as squared "
               "norms; "
               "`W_2 is also rank c`: its rank is at least that of X W_1 W_2, and at most c")
def ranks_of_the_labels_and_of_the_second_layer():
    """Y has rank c, and so has W_2."""
    count, points = real("x"), vector("N", c)
    labels = Domain(Eq(Y.T * Y, DiagMatrix(points)), EveryEntry(count > 0, (count, points)), source=CLASSES)
    return every(labels=Holds(PositiveDefinite(Y.T * Y), on=labels),
                 at_least=Holds(ge(Rank(W2), Rank(X * W1 * W2)), on=layers), at_most=Holds(le(Rank(W2), c), on=layers))


@claim(NAM, "Section 3.5.2", "same-rank", uses=["nam2024/sec-3.5.2:ranks"],
       reading="`ensures that W_1 and W_2 have the same rank`: each rank is that of the layer's Gram matrix, and both Gram matrices are "
               "one "
               "matrix; `X W_1 having rank c`: between the rank of X W_1 W_2 = Y and that of W_1")
def features_have_the_rank_of_the_labels():
    """Balanced layers have one rank, and the feature matrix has rank c instead of min(n, p)."""
    return every(first=Equal(Rank(W1), Rank(W1.T * W1), on=layers), second=Equal(Rank(W2), Rank(W2 * W2.T), on=layers),
                 at_least=Holds(ge(Rank(X * W1), Rank(X * W1 * W2)), on=layers), at_most=Holds(le(Rank(X * W1), Rank(W1)), on=layers))


@claim(NAM, "Section 3.5.2", "gradients", uses=["nam2024/A.26"],
       reading="`sends gradients toward only the relevant c directions`: the gradient in W_1 has a rank of at most c at every time",
       leaves_out="that these directions stay nearly the same during training, which keeps the rank of X W_1 at c (`sec-3.5.2:same-rank`)")
def gradients_have_low_rank():
    """The gradient in the first layer has a rank of at most the number of outputs."""
    return RankBound(X.T * (X * W1 * W2 - Y) * W2.T, c, on=layers & Domain(over=[Y]))


@claim(NAM, "Section 3.5.2", "collapse", uses=["nam2024/3.16"], origin="derived")
def features_collapse():
    """With W_2 of rank c and balanced layers the features are Y (W_2^T W_2)^{-1} W_2^T: all points of a class have one feature vector.

    W_1 has no part off the columns of W_2: the Gram matrix of that part is zero.
    """
    full = balanced & Domain(PositiveDefinite(gram))
    onto = W2 * Inverse(gram) * W2.T
    off = W1 - W1 * onto
    return every(rest=Equal(off.T * off, ZeroMatrix(p, p), on=full),
                 features=Equal(X * W1 * onto, Y * Inverse(gram) * W2.T, on=full & fitted))


t_1, t_2, t_3 = reals("t_1", "t_2", "t_3")


@claim(NAM, "Section 3.5.2", "orthogonal", uses=["nam2024/sec-3.5.2:collapse"],
       conditions=[by(Meaning("T is positive definite", "Section 3.5.2"), t_1 > 0, t_1 * t_3 > t_2**2)],
       reading="`the matrix X W_1 collapses into c orthogonal directions`: two points of two classes, with the symmetric X = T^2, T = "
               "[[t_1, t_2], "
               "[t_2, t_3]], and W_1 = W_2 = T^{-1}, balanced and fitted; the feature vectors X W_1 are the rows of T")
def classes_are_orthogonal():
    """The features of different classes are orthogonal."""
    return Printed(
        Equal(t_2 * (t_1 + t_3), S.Zero, on=Domain(t_1 > 0, t_1 * t_3 > t_2**2)),
        erratum=Erratum(
            "incomplete", "It needs whitened inputs, X^T X a multiple of the identity, as in Section 3.5.1, or free features, X = I. Then "
            "(W_2^T W_2)^2 is a multiple of Y^T Y, which is diagonal, and so is its positive root W_2^T W_2, whose inverse holds the inner "
            "products of the classes' features. Without it each class has one feature vector, and those of two classes are at an angle.",
            Equal(kappa * gram**2, Y.T * Y, on=whitened & fitted)))
