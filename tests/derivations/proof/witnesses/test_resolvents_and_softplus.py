"""Resolvents are functions of the matrix whose they are, so that Loewner's order between them is a sign at every eigenvalue; logarithms of
sums of exponentials are taken apart by the factors of these. False twins have no proof."""

import pytest
from sympy import Identity, MatrixSymbol, cosh, exp, log, sinh

from helpers.kernel_proofs import taken
from theoremtest.derivations.language import Domain, Equal, Holds, PositiveDefinite, PositiveSemidefinite, dimension, reals

n, m = dimension("n"), dimension("m")
A, X = MatrixSymbol("A", n, n), MatrixSymbol("X", m, n)
x, y, l, r = reals("x", "y", "l", "r")
one = Identity(n)
definite, semidefinite = Domain(PositiveDefinite(A), l > 0, r > l), Domain(PositiveSemidefinite(A), l > 0, r > l)
of_data = Domain(l > 0, r > l, over=[X])
R, S, G = (A + l * one).I, (A + r * one).I, (X.T * X + l * one).I


@pytest.mark.parametrize("larger, smaller, on, holds", [
    (one / l, R, definite, True), (one / (2 * l), R, definite, False), (one / l, R, semidefinite, True),
    (one, A * R, semidefinite, True), (one / 2, A * R, semidefinite, False), (R, S, semidefinite, True), (S, R, semidefinite, False),
    (one / l, G, of_data, True), (one / (2 * l), G, of_data, False), (one, X.T * X * G, of_data, True),
])
def test_resolvents_are_compared_at_every_eigenvalue(larger, smaller, on, holds):
    assert taken(Holds(PositiveSemidefinite(larger - smaller), on=on)) is holds


@pytest.mark.parametrize("left, right, on", [
    (log(1 + exp(x)) - log(1 + exp(-x)), x, Domain(over=[x])),
    (log(exp(x) + exp(y)), x + log(1 + exp(y - x)), Domain(over=[x, y])),
    (log(cosh(x)), x - log(2) + log(1 + exp(-2 * x)), Domain(over=[x])),
    (log(exp(x) / (exp(x) + exp(y))), -log(1 + exp(y - x)), Domain(over=[x, y])),
    (log(sinh(x) / x), log(exp(2 * x) - 1) - x - log(2 * x), Domain(x > 0)),
])
def test_logarithms_of_sums_of_exponentials(left, right, on):
    assert taken(Equal(left, right, on=on)) and not taken(Equal(left, 2 * right, on=on))
