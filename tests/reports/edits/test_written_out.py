"""Two statements are one formula where they are once abbreviations and transposes of products are written out, and only then."""

from sympy import Transpose

from theoremtest.derivations.language import Domain, Equal
from theoremtest.derivations.language.symbols import dimension, matrix
from theoremtest.derivations.notation import same_formula
from theoremtest.reports.edits.likeness import _written_out

h, d, c = (dimension(name) for name in "hdc")
A, W, beta = matrix("A", h, c), matrix("W", h, d), matrix(r"\beta", d, c)
ON = Domain(over=[A, W], where={beta: W.T * A})


def same(one, other):
    return same_formula(_written_out(Equal(one, one + one, on=ON)), _written_out(Equal(other, other + other, on=ON)))


def test_an_abbreviation_and_what_it_stands_for_are_one_formula():
    assert same(Transpose(beta) * beta, A.T * W * W.T * A)
    assert not same_formula(Transpose(beta) * beta, A.T * W * W.T * A)


def test_the_product_the_other_way_round_is_another():
    assert not same(Transpose(beta) * beta, 2 * A.T * W * W.T * A)
    assert not same(Transpose(beta) * beta, A.T * W * W.T * A + A.T * A)
    assert not same(beta * Transpose(beta), W.T * A * A.T * W + W.T * W)
