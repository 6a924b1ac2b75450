"""Section 3.5.2: neural collapse from balanced layers of a linear neural network, Eq. (3.16).

n points in the rows of X, n x d; labels in the rows of Y, n x c; features X W_1, n x p. Layers with W_1^T W_1 = W_2 W_2^T are balanced.
"""

from sympy import DiagMatrix, Eq, Identity, Inverse, S, Trace, ZeroMatrix, sqrt

from theoremtest.derivations.language import (
    Chart,
    Domain,
    Dot,
    Equal,
    Erratum,
    EveryEntry,
    Holds,
    Meaning,
    PositiveDefinite,
    Printed,
    Rank,
    RankBound,
    claim,
    dimension,
    every,
    ge,
    le,
    matrix,
    real,
    stated,
    vector,
)

from .layerwise_notation import W1, W2, c, d, p
from .notation import NAM

BALANCED = Meaning("the conserved difference of a sufficiently small start, W_1^T W_1 - W_2 W_2^T = 0", "Section 3.5.2")
FITTED = Meaning("the labels are fitted, X W_1 W_2 = Y", "Eq. (3.16)")
REALIZABLE = Meaning("a realizable target: the labels X B are spanned by the inputs", "Section 3.2")
WHITE = Meaning("whitened input, X^T X = kappa I", "Section 3.6")
CLASSES = Meaning("every class has points", "Section 3.5.2")
n = dimension("n")
X, Y = matrix("X", n, d), matrix("Y", n, c)
gram = W2.T * W2
spanning, left = matrix("B", d, c), matrix("K", c, p)
frame, whole, kappa = matrix("Q", d, c), matrix("F", n, d), real(r"\kappa")
turned = Domain(Eq(frame.T * frame, Identity(c)), over=[W2])
white = Domain(Eq(whole.T * whole, Identity(d)), kappa > 0)
balanced = Domain(Eq(W1.T * W1, W2 * W2.T), source=BALANCED, chart=Chart({W1: frame * W2.T}, of=turned))
whitened = Domain(Eq(W1.T * W1, W2 * W2.T), source=BALANCED) & Domain(
    Eq(X.T * X, kappa * Identity(d)), source=WHITE, chart=Chart({W1: frame * W2.T, X: sqrt(kappa) * whole}, of=turned & white))
"""Balanced layers on inputs with X^T X a multiple of the identity."""
layers = Domain(over=[X, W1, W2])
RANK_C, RANK_C_GRAM = stated(Eq(left * W2, Identity(c))), stated(PositiveDefinite(gram))
"""`W_2 is also rank c`: it has a left inverse K."""
fitted = Domain(where={Y: X * W1 * W2}, over=[X], source=FITTED)


@claim(NAM, "Eq. (3.16)",
       reading="with p units X W_1 W_2 has a rank of at most p, so that what is printed says this of Y; decided on one point for each of "
               "c classes, Y = I. Corrected, `after training` is "
               "gradient flow at rest with a W_2 of rank c: the squared error is the gradient in W_1, which is zero there, between two "
               "factors")
def training_fits_the_labels():
    """After training X W_1 W_2 is Y."""
    error = X * W1 * W2 - Y
    on = Domain(Eq(left * W2, Identity(c)), over=[X, W1, spanning], where={Y: X * spanning})
    gradient = X.T * error * W2.T
    return Printed(
        RankBound(Identity(c), p, on=Domain(over=[p, c])), latex=r"X W_1 W_2 = Y",
        erratum=Erratum(
            "incomplete", "X W_1 W_2 has a rank of at most p, the number of units: with fewer units than the rank of Y no weights fit the "
            "labels. It needs p >= rank(Y), Y in the column space of X, as it is where X has rank n, and a path that does not stay at a "
            "saddle. At Y = I with two classes and p = 1 the rank of Y is 2, that of X W_1 W_2 at most 1.",
            Equal(Trace(error.T * error), Trace((W1 * W2 - spanning).T * gradient * left.T), on=on),
            under=(p >= c,)))


@claim(NAM, "Eq. (3.16)", "some-layers", origin="derived",
       reading="p >= c units: some W_2 of rank c has the left inverse K; W_1 = B K")
def some_layers_fit_the_labels():
    """Labels X B are fitted by some layers with at least c units, whatever the number of points."""
    return Equal(X * (spanning * left) * W2, X * spanning, on=Domain(Eq(left * W2, Identity(c)), over=[X, spanning]))


@claim(NAM, "Eq. (3.16)", "too-few-units", origin="derived")
def too_few_units():
    """With p units the network's outputs have a rank of at most p, so that fewer than c units fit no labels of rank c."""
    return RankBound(X * W1 * W2, p, on=layers)


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
               "matrix; `X W_1 having rank c`: between the rank of X W_1 W_2 = Y and that of W_1",
       leaves_out="layers whose difference is only approximately zero: ranks are not continuous")
def features_have_the_rank_of_the_labels():
    """Balanced layers have one rank, and the feature matrix has rank c instead of min(n, p)."""
    return every(same=Equal(Rank(W1.T * W1), Rank(W2 * W2.T), on=balanced),
                 first=Equal(Rank(W1), Rank(W1.T * W1), on=layers), second=Equal(Rank(W2), Rank(W2 * W2.T), on=layers),
                 at_least=Holds(ge(Rank(X * W1), Rank(X * W1 * W2)), on=layers), at_most=Holds(le(Rank(X * W1), Rank(W1)), on=layers))


@claim(NAM, "Section 3.5.2", "gradients", uses=["nam2024/A.26"],
       reading="`sends gradients toward only the relevant c directions`: the gradient in W_1 has a rank of at most c at every time",
       leaves_out="that these directions stay nearly the same during training, which keeps the rank of X W_1 at c (`sec-3.5.2:same-rank`)")
def gradients_have_low_rank():
    """The gradient in the first layer has a rank of at most the number of outputs."""
    return RankBound(X.T * (X * W1 * W2 - Y) * W2.T, c, on=layers & Domain(over=[Y]))


@claim(NAM, "Section 3.5.2", "collapse", uses=["nam2024/3.16"], origin="derived",
       reading="`W_2 of rank c`: W_2^T W_2 is positive definite")
def features_collapse():
    """With W_2 of rank c and balanced layers the features are Y (W_2^T W_2)^{-1} W_2^T: all points of a class have one feature vector.

    W_1 has no part off the columns of W_2: the Gram matrix of that part is zero.
    """
    full = balanced & Domain(PositiveDefinite(gram))
    onto = W2 * Inverse(gram) * W2.T
    off = W1 - W1 * onto
    return every(rest=Equal(off.T * off, ZeroMatrix(p, p), on=full),
                 features=Equal(X * W1 * onto, Y * Inverse(gram) * W2.T, on=full & fitted))


@claim(NAM, "Section 3.5.2", "orthogonal", uses=["nam2024/sec-3.5.2:collapse"],
       reading="`the matrix X W_1 collapses into c orthogonal directions`, each for a class: of balanced layers that fit the labels, "
               "decided on one point for each class, Y = I, with as many inputs and units, and on the feature vectors of two classes",
       leaves_out="of the correction, that the positive root of a diagonal matrix is diagonal, by which the product is zero between "
                  "two classes")
def classes_are_orthogonal():
    """The features of different classes are orthogonal."""
    inputs, first, second = matrix("X", c, c), matrix("W_1", c, c), matrix("W_2", c, c)
    turn, inverse, unit = matrix("T", c, c), matrix("T'", c, c), Identity(c)
    chart = Chart({inputs: turn * turn, first: inverse, second: inverse}, of=Domain(
        Eq(turn.T, turn), Eq(inverse.T, inverse), Eq(turn * inverse, unit), Eq(inverse * turn, unit)))
    one, other = vector("e_1", c), vector("e_2", c)
    points = (Domain(Eq(first.T * first, second * second.T), source=BALANCED, chart=chart)
              & Domain(Eq(inputs * first * second, unit), source=FITTED))
    two = Domain(Eq(Dot(one, one), 1), Eq(Dot(other, other), 1), Eq(Dot(one, other), 0), source=Meaning("two classes", "Section 3.5.2"))
    full = whitened & Domain(PositiveDefinite(gram))
    onto = W2 * Inverse(gram) * W2.T
    features = X * W1 * onto
    return Printed(
        Equal(Dot((inputs * first).T * one, (inputs * first).T * other), S.Zero, on=points & two),
        erratum=Erratum(
            "incomplete", "Section 3.5.1 assumes E[x x^T] = I, and Section 3.6 names whitened input. For the n samples of this section "
            "X^T X must be a multiple of the identity: otherwise the classes may be at any angle (`sec-3.5.2:angles`). With X of the rows "
            "(1, 0) and (1, 1), and Y = I, balanced layers that fit have (X W_1)(X W_1)^T = (X X^T)^{1/2}, of the rows (2, 1)/sqrt(5) and "
            "(1, 3)/sqrt(5). With whitened inputs it is Y (W_2^T W_2)^{-1} Y^T, and (W_2^T W_2)^2 is a multiple of the diagonal Y^T Y.",
            every(square=Equal(kappa * gram**2, Y.T * Y, on=whitened & fitted),
                  products=Equal(features * features.T, Y * Inverse(gram) * Y.T, on=full & fitted)),
            convention="the n inputs are whitened, as Sections 3.5.1 and 3.6 have it"))


@claim(NAM, "Section 3.5.2", "angles", uses=["nam2024/sec-3.5.2:orthogonal"], origin="derived",
       reading="one point for each class, X = T^2 with a symmetric invertible T, W_1 = W_2 = T^{-1}, whose Gram matrices agree")
def classes_at_an_angle_without_whitening():
    """Inputs that are not whitened may leave the classes at an angle: fitted labels, balanced layers, features T, which T T^T tells."""
    turn, inverse, unit = matrix("T", c, c), matrix("T'", c, c), Identity(c)
    on = Domain(Eq(turn.T, turn), Eq(inverse.T, inverse), Eq(turn * inverse, unit), Eq(inverse * turn, unit))
    feature = turn * turn * inverse
    return every(fitted=Equal(turn * turn * inverse * inverse, unit, on=on),
                 products=Equal(feature * feature.T, turn * turn, on=on))


@claim(NAM, "Section 3.5.2", "size", uses=["nam2024/A.29"],
       reading="`W_1^T W_1 - W_2 W_2^T ~ 0 is analogous to the small initialization`: of layers s A and s B the difference is s^2 times "
               "that of A and B, and stays; the footnote, `large initialization can achieve` it: with W_1 = Q W_2^T, Q orthonormal, layers "
               "of every size s have the difference zero",
       leaves_out="`similar dynamics`, and what is made of a difference that is small but not zero")
def difference_of_small_and_of_large_layers():
    """The conserved difference falls with the square of a start's size, and is zero for some starts of any size."""
    s = real("s")
    small = Equal((s * W1).T * (s * W1) - (s * W2) * (s * W2).T, s**2 * (W1.T * W1 - W2 * W2.T), on=Domain(over=[W1, W2, s]))
    first = s * frame * W2.T
    some = Domain(Eq(frame.T * frame, Identity(c)), over=[W2, s], source=Meaning("an example of large layers", "Section 3.5.2"))
    large = Equal(first.T * first - (s * W2) * (s * W2).T, ZeroMatrix(p, p), on=some)
    return every(small=small, large=large)


@claim(NAM, "Section 3.5.3", "one", uses=["nam2024/sec-3.5.2:same-rank"],
       reading="`our theory predicts that the feature matrix rank is determined by the rank of the target function, here, one`: one "
               "output, W_2 a column w that is not zero, balanced layers, W_1^T W_1 = w w^T; the part of W_1 off the direction of w has "
               "the Gram matrix zero, and what is left gives features of rank one at most",
       leaves_out="features of a bias, layers that are balanced only approximately, `the effective rank would be 10`")
def one_output_has_one_feature():
    """With a scalar target balanced layers have a feature matrix of rank one at most, whatever the data."""
    w = vector("w", p)
    single = Domain(Eq(W1.T * W1, w * w.T), source=BALANCED) & Domain(
        Dot(w, w) > 0, source=Meaning("a target that is not zero", "Section 3.5.3"))
    onto = w * w.T / Dot(w, w)
    off = W1 - W1 * onto
    return every(rest=Equal(off.T * off, ZeroMatrix(p, p), on=single), one=RankBound(X * W1 * onto, 1, on=single & Domain(over=[X])))
