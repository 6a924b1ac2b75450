"""Appendix A.2.2: the gradients of a linear neural network index by index, and what the flow keeps, in every size, Eqs. (A.23)-(A.29).

The index computations are at one input x and label y, of which every line takes the mean: letters with indices are functions of whole
numbers, r and q stand for the printed i' and j', and a derivative is read off what a change s of one entry does. The matrix forms are
gradients of the mean over all inputs.
"""

from sympy import Function, KroneckerDelta, Sum, Trace, ZeroMatrix

from theoremtest.derivations.language import Domain, Equal, Erratum, Evolves, Flow, Gradient, Meaning, Printed, claim, every, matrix, real

from .layerwise_notation import W1, W2, X, Y, any_network, c, d, index, loss, p, training
from .notation import NAM

i, j, k, i_2, j_2, k_2 = (index(name) for name in "ijkrql")
rows, units, outputs = index("d"), index("p"), index("c")
x, y, first, second = (Function(name, real=True) for name in ("x", "y", "w^{(1)}", "w^{(2)}"))
s = real("s")
SIZES = Meaning("indices are within the sizes", "Eq. (A.21)")
sizes = Domain(rows >= 1, units >= 1, outputs >= 1, source=SIZES)
of_first = sizes & Domain(i >= 1, i <= rows, j >= 1, j <= units, over=[s], source=SIZES)
of_second = sizes & Domain(j >= 1, j <= units, k >= 1, k <= outputs, over=[s], source=SIZES)


def output(number, row=i_2, unit=j_2, first_change=0, second_change=0):
    """The output of this number, summed over the letters of two indices, with changes of both layers' entries."""
    units_ = (first(row, unit) + first_change) * (second(unit, number) + second_change)
    return Sum(x(row) * Sum(units_, (unit, 1, units)), (row, 1, rows))


def squares(outputs_, number=k):
    """Half the sum over the outputs of the squared error."""
    return Sum((outputs_ - y(number))**2, (number, 1, outputs)) / 2


slope_first = Sum(x(i) * second(j, k) * (output(k) - y(k)), (k, 1, outputs))
slope_second = Sum(x(i) * first(i, j), (i, 1, rows)) * (output(k) - y(k))


@claim(NAM, "Eq. (A.23)", reading="at one input: the product of both sums, over indices of their own, is the square")
def loss_in_indices():
    """The loss in indices is half the sum over the outputs of the squared error."""
    product = (output(k, i, j) - y(k)) * (output(k) - y(k))
    return Equal(Sum(product, (k, 1, outputs)) / 2, squares(output(k)), on=sizes)


@claim(NAM, "Eq. (A.24)", uses=["nam2024/A.23"],
       reading="at one input: the term of first order in what a change s of w_ij of the first layer adds to the loss")
def derivative_in_the_first_layer():
    """The derivative in an entry of the first layer is the sum over k of x_i w_jk times the error."""
    change = s * KroneckerDelta(i, i_2) * KroneckerDelta(j, j_2)
    return Equal(squares(output(k, first_change=change)),
                 squares(output(k)) + s * slope_first + s**2 / 2 * Sum((x(i) * second(j, k))**2, (k, 1, outputs)), on=of_first)


@claim(NAM, "Eq. (A.25)",
       reading="at one input; the sum over i', j' and k runs over both terms of the bracket, as k stands in both: the second, which has "
               "neither i' nor j', is counted d p times")
def derivative_multiplied_out():
    """The derivative in an entry of the first layer, with x_i before the sums and the second layer multiplied in."""
    inside = Sum(x(i_2) * Sum(first(i_2, j_2) * Sum(second(j_2, k) * second(j, k), (k, 1, outputs)), (j_2, 1, units)), (i_2, 1, rows))
    labels = Sum(y(k) * second(j, k), (k, 1, outputs))
    return Printed(
        Equal(slope_first, x(i) * (inside - rows * units * labels), on=of_first),
        erratum=Erratum(
            "wrong", "The second term stands once for every k, not once for every i' and j' as well: the sum over k alone runs over both.",
            Equal(slope_first, x(i) * (inside - labels), on=of_first)))


@claim(NAM, "Eq. (A.26)", uses=["nam2024/A.25"],
       reading="`in the matrix form`: the gradient of the mean over all inputs, found from the loss in matrices",
       leaves_out="that its entries are those of Eq. (A.25), which is found from the loss in indices")
def gradient_in_the_first_layer():
    """The gradient in W_1 is the mean of x (x^T W_1 W_2 - y^T) W_2^T."""
    return Gradient(loss, W1, X.T * (X * W1 * W2 - Y) * W2.T, on=any_network)


@claim(NAM, "Eq. (A.27)", uses=["nam2024/A.23"],
       reading="at one input: the term of first order in what a change s of w_jk of the second layer adds to the loss")
def derivative_in_the_second_layer():
    """The derivative in an entry of the second layer is the sum over i of x_i w_ij, times the error of output k."""
    change = s * KroneckerDelta(j, j_2) * KroneckerDelta(k, k_2)
    return Equal(squares(output(k_2, second_change=change), k_2),
                 squares(output(k_2), k_2) + s * slope_second + s**2 / 2 * Sum(x(i) * first(i, j), (i, 1, rows))**2, on=of_second)


@claim(NAM, "Eq. (A.28)", uses=["nam2024/A.27"],
       reading="`in the matrix form`: the gradient of the mean over all inputs, found from the loss in matrices",
       leaves_out="that its entries are those of Eq. (A.27), which is found from the loss in indices")
def gradient_in_the_second_layer():
    """The gradient in W_2 is the mean of W_1^T x (x^T W_1 W_2 - y^T)."""
    return Gradient(loss, W2, W1.T * X.T * (X * W1 * W2 - Y), on=any_network)


@claim(NAM, "Eq. (A.29)", uses=["nam2024/A.26", "nam2024/A.28"],
       reading="the flow is that of the two matrix forms, in which E[x x^T] and E[x y^T] are any matrices of their shapes; `=>` as: the "
               "derivative of W_1^T W_1 - W_2 W_2^T is what the equation and its transpose leave")
def balance_is_kept():
    """W_1^T W_1' = W_2' W_2^T, so that W_1^T W_1 - W_2 W_2^T has the derivative zero."""
    inputs, labels = matrix(r"\Sigma_{xx}", d, d), matrix(r"\Sigma_{xy}", d, c)
    rate_1, rate_2 = (labels - inputs * W1 * W2) * W2.T, W1.T * labels - W1.T * inputs * W1 * W2
    flow = Flow({W1: rate_1, W2: rate_2}, name="Eqs. (A.22), (A.26) and (A.28)")
    on = Domain(over=[W1, W2, inputs, labels])
    return every(printed=Equal(W1.T * rate_1, rate_2 * W2.T, on=on),
                 first=Evolves(W1.T * W1, rate_2 * W2.T + W2 * rate_2.T, along=flow, on=on),
                 second=Evolves(W2 * W2.T, W1.T * rate_1 + rate_1.T * W1, along=flow, on=on),
                 kept=Evolves(W1.T * W1 - W2 * W2.T, ZeroMatrix(p, p), along=flow, on=on))


@claim(NAM, "Eq. (A.29)", "trace", uses=["nam2024/A.29"], origin="derived")
def difference_of_norms_is_kept():
    """In particular the difference of the layers' squared norms stays, as a_i^2 - b_i^2 does in a mode."""
    return Evolves(Trace(W1.T * W1) - Trace(W2.T * W2), 0 * Trace(W1.T * W1), along=training, on=any_network)
