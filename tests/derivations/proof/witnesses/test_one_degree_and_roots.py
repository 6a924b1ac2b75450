"""Inequalities under an equation that makes all terms of one degree, sums of square roots, zeros of polynomials beside small ones; false
twins have no proof."""

import pytest
from sympy import Eq, Ne, Rational, sqrt

from helpers.kernel_proofs import no_witness
from theoremtest.derivations.language import Domain, Holds, reals
from theoremtest.derivations.proof.attest import witness

pytestmark = pytest.mark.drawn(6)

a, b, c = reals("a", "b", "c")
POSITIVE = a > 0, b > 0, c > 0
NOT_NEGATIVE = a >= 0, b >= 0, c >= 0
BOX = *NOT_NEGATIVE, a <= 1, b <= 1, c <= 1

in_box = a * (1 - b**2) + b * (1 - c**2) + c * (1 - a**2)
fractions = 1 / (4 * a**2 - b * c + 1) + 1 / (4 * b**2 - a * c + 1) + 1 / (4 * c**2 - a * b + 1)
products = a * b / (4 * a * b + 4 * a * c + b * c) + a * c / (a * b + 4 * a * c + 4 * b * c) + b * c / (4 * a * b + a * c + 4 * b * c)
under_roots = a / sqrt(a**2 + 8 * b * c) + b / sqrt(b**2 + 8 * a * c) + c / sqrt(c**2 + 8 * a * b)
of_roots = a * sqrt(a**2 + 3 * b * c) + b * sqrt(b**2 + 3 * a * c) + c * sqrt(c**2 + 3 * a * b)
of_letters = sqrt(a) + sqrt(b) + sqrt(c)
pairs = a * b + b * c + c * a

TRUE = {
    "fractions, where pairs add up to 1": (fractions >= 1, (*POSITIVE, Eq(pairs, 1))),
    "fractions of one degree already": (products <= Rational(1, 3), (*POSITIVE, Eq(pairs, 1))),
    "a product that is 1, as a difference": (pairs - Rational(37, 4) + 50 / (a + b + c + 5) >= 0,
                                             (*NOT_NEGATIVE, Eq(a * b * c - 1, 0), Ne(a + b + c + 5, 0))),
    "zeros at halves": (in_box <= Rational(5, 4), BOX),
    "roots below": (under_roots >= 1, POSITIVE),
    "roots above": (of_roots >= 2 * pairs, POSITIVE),
    "roots of what may be 0": (of_roots >= 2 * pairs, NOT_NEGATIVE),
    "roots of letters": (of_letters >= pairs, (*POSITIVE, Eq(a + b + c, 3))),
}
FALSE = {
    "fractions, where pairs add up to 1": (fractions >= Rational(8, 5), (*POSITIVE, Eq(pairs, 1))),
    "fractions of one degree already": (products <= Rational(33, 100), (*POSITIVE, Eq(pairs, 1))),
    "a product that is 1, as a difference": (pairs - Rational(38, 4) + 50 / (a + b + c + 5) >= 0,
                                             (*NOT_NEGATIVE, Eq(a * b * c - 1, 0), Ne(a + b + c + 5, 0))),
    "a box": (in_box <= Rational(6, 5), BOX),
    "roots below": (under_roots >= Rational(101, 100), POSITIVE),
    "roots above": (of_roots >= Rational(41, 20) * pairs, POSITIVE),
    "roots of what may be 0": (of_roots >= Rational(41, 20) * pairs, NOT_NEGATIVE),
    "roots of letters": (of_letters >= pairs, (*POSITIVE, Eq(a + b + c, 4))),
    "another sum": (of_letters >= pairs, POSITIVE),
}


@pytest.mark.parametrize("name", TRUE)
def test_true(name):
    relation, conditions = TRUE[name]
    assert witness(Holds(relation, on=Domain(*conditions, over=[a, b, c]))) is not None


@pytest.mark.parametrize("name", FALSE)
def test_false(name):
    relation, conditions = FALSE[name]
    assert no_witness(Holds(relation, on=Domain(*conditions, over=[a, b, c])))
