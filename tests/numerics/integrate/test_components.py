"""Flows written out in coordinates: products and derivatives by the house's own short rules are SymPy's."""

import pytest
import sympy
from sympy import ImmutableMatrix, Matrix, Rational, S, exp, sqrt, symbols, zoo

from theoremtest.numerics.integrate.components import _times, slope_of

a, b, c = symbols("a b c", real=True)


@pytest.mark.parametrize("formula", [
    (2 * a / 3 + b * c - 1) ** 2 / 2, a * b * c, (a**2 + 1) ** Rational(-3, 2) * b, exp(a * b) * (a - 7), sqrt(a**2 + b**2) + c, S(4), b**a,
])
def test_slopes_are_those_of_sympy(formula):
    for symbol in (a, b, c):
        assert sympy.simplify(slope_of(formula, symbol) - sympy.diff(formula, symbol)) == 0


def test_products_without_their_zeros_are_the_products():
    left, right = Matrix([[a, 0, 1], [0, 0, b]]), Matrix([[0, c], [a, 0], [exp(a), 2]])
    assert _times(ImmutableMatrix(left), ImmutableMatrix(right)) == left * right
    assert _times(a, ImmutableMatrix(left)) == a * left and _times(ImmutableMatrix(left), S(3)) == 3 * left
    assert _times(ImmutableMatrix([[0]]), ImmutableMatrix([[zoo]]))[0, 0] is S.NaN
