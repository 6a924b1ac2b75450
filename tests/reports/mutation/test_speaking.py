"""Without one of its conditions an identity is asked where both sides may have a value; where they have none it says nothing."""

from dataclasses import replace

from sympy import DiagMatrix, Eq, Identity, Rational, Symbol, ZeroMatrix, log, sign, sqrt
from test_mutation import outcome, t, x, y

from theoremtest.derivations.language import Binomial, Domain, Equal, Expectation, MatrixFunction, PositiveDefinite, dimension, matrix, real
from theoremtest.reports.mutation.speaking import where_it_speaks

n, k = Symbol("n", integer=True), Symbol("k", integer=True)
tossed = {k: Binomial(n, Rational(1, 2))}


def test_a_mean_over_no_trials_says_nothing():
    on, free = Domain(n >= 1, over=[k]), Domain(over=[n, k])
    share = Expectation(k / n, tossed, Rational(1, 2), on=on)
    assert outcome(share, replace(share, on=free), n >= 1) == "equivalent"
    more = Expectation(k / (n + 1), tossed, n / (2 * (n + 1)), on=on)
    assert outcome(more, replace(more, on=free), n >= 1) == "true"


def test_an_identity_of_logarithms_holds_where_they_are_there():
    product = Equal(log(x * y) + log(y), log(x) + 2 * log(y), on=Domain(x > 0, y > 0))
    assert outcome(product, replace(product, on=Domain(x > 0, over=[y])), y > 0) in ("equivalent", "true")
    square = Equal(log(x * y**2), log(x) + 2 * log(y), on=Domain(x > 0, y > 0))
    assert outcome(square, replace(square, on=Domain(x > 0, over=[y])), y > 0) in ("equivalent", "true")
    root = Equal(sqrt(t**2) * sqrt(x), t * sqrt(x), on=Domain(t > 0, x > 0))
    assert outcome(root, replace(root, on=Domain(x > 0, over=[t])), t > 0) == "refuted"
    assert outcome(root, replace(root, on=Domain(t > 0, over=[x])), x > 0) == "true"


def test_powers_of_what_may_be_negative_have_no_value_between_whole_exponents():
    root, without = (t + 1) ** (1 / t), Domain(over=[t])
    same = Equal(root * (t + 1), (t + 1) ** (1 / t + 1), on=Domain(t > 0))
    assert outcome(same, replace(same, on=without), t > 0) == "true"  # between -1 and 0; at -1 and below it there is no value
    turned = Equal(root * sqrt(t**2), t * root, on=Domain(t > 0))
    assert outcome(turned, replace(turned, on=without), t > 0) == "refuted"


def test_powers_of_what_may_be_negative_have_values_at_whole_exponents():
    same = Equal(sqrt(x ** (2 * t)), x**t, on=Domain(x > 0, over=[t]))  # at x = -1 and t = 1 it is false
    assert outcome(same, replace(same, on=Domain(over=[t, x])), x > 0) not in ("true", "equivalent")


def test_powers_of_what_is_not_negative_are_not_taken_to_have_no_value():
    assert where_it_speaks(Equal(x**t, x**t + 1, on=Domain(x >= 0, over=[t])), "powers", 5.0) is None


def test_functions_of_matrices_are_asked_where_a_letter_is_not_zero():
    size, lam, at = dimension("d"), real(r"\lambda"), Symbol(r"\ell", real=True)
    entries = matrix("s", size, 1)
    diagonal = DiagMatrix(entries)
    positive, free = Domain(PositiveDefinite(diagonal), over=[lam]), Domain(over=[lam, entries])
    length = at + sqrt(at**2 + lam**2)
    inverse = Equal(MatrixFunction(1 / length, at, diagonal) * MatrixFunction(length, at, diagonal), Identity(size), on=positive)
    assert outcome(inverse, replace(inverse, on=free), PositiveDefinite(diagonal)) == "true"  # no value at 0 and below where lambda = 0
    known = Domain(lam > 0, over=[entries])
    turned = Equal(MatrixFunction(sign(lam) ** 2 * at, at, diagonal), diagonal, on=known)
    assert outcome(turned, replace(turned, on=free), lam > 0) == "refuted"  # it has one at lambda = 0


def test_an_equation_that_the_others_imply_by_a_length_is_no_loss():
    rows, size = dimension("p"), dimension("d")
    N, M, e, v = matrix("N", rows, size), matrix("M", size, size), matrix("e", size, 1), matrix("v", rows, 1)
    gram, kernel, zero = Eq(N.T * N, M), Eq(M * e, ZeroMatrix(size, 1)), Eq(N * e, ZeroMatrix(rows, 1))
    moved = Equal(v + N * e, v, on=Domain(gram, kernel, zero, over=[v]))
    assert outcome(moved, replace(moved, on=Domain(gram, kernel, over=[v, e])), zero) == "equivalent"  # |N e|^2 = e^T M e
    loose = replace(moved, on=Domain(gram, zero, over=[v]))
    assert outcome(loose, replace(moved, on=Domain(gram, over=[v, e])), zero) == "refuted"
