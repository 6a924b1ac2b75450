"""Inequalities of books and lectures, each with a proof that the kernel takes; their false twins have none."""

import pytest
from sympy import Abs, Eq, Max, Min, Ne, Rational, exp, log, sqrt

from helpers.kernel_proofs import no_witness
from theoremtest.derivations.language import Domain, Holds, Iff, Outcome, reals
from theoremtest.derivations.proof.attest import offering, witness
from theoremtest.derivations.proof.decide import decide_here

a, b, c, d, x, y, z = reals("a", "b", "c", "d", "x", "y", "z")
HALF = Rational(1, 2)
TWO, THREE, FOUR = (a > 0, b > 0), (a > 0, b > 0, c > 0), (a > 0, b > 0, c > 0, d > 0)
CLOSED = a >= 0, b >= 0, c >= 0
SUM_IS_THREE, PRODUCT_IS_ONE = (*THREE, Eq(a + b + c, 3)), (*THREE, Eq(a * b * c, 1))
ON_A_PLANE = *CLOSED, Eq(a + b + c, 3)
PAIRS_ARE_THREE = *THREE, Eq(a * b + b * c + c * a, 3)
TRIANGLE = *THREE, a + b > c, b + c > a, c + a > b
UNIT = a >= 0, a <= 1, b >= 0, b <= 1


def cyclic(formula):
    return formula(a, b, c) + formula(b, c, a) + formula(c, a, b)


TRUE = {
    "two squares": (a**2 + b**2 >= 2 * a * b, ()),
    "three squares": (a**2 + b**2 + c**2 >= a * b + b * c + c * a, ()),
    "means of two": ((a + b) / 2 >= sqrt(a * b), CLOSED[:2]),
    "means of three, cubed": (a**3 + b**3 + c**3 >= 3 * a * b * c, CLOSED),
    "means of four": (a**4 + b**4 + c**4 + d**4 >= 4 * a * b * c * d, ()),
    "harmonic and geometric": (2 * a * b / (a + b) <= sqrt(a * b), TWO),
    "quadratic mean": (sqrt((a**2 + b**2) / 2) >= (a + b) / 2, ()),
    "sums of pairs": ((a + b) * (b + c) * (c + a) >= 8 * a * b * c, CLOSED),
    "Schur": (cyclic(lambda u, v, w: u * (u - v) * (u - w)) >= 0, CLOSED),
    "Schur of degree four": (cyclic(lambda u, v, w: u**2 * (u - v) * (u - w)) >= 0, CLOSED),
    "Nesbitt": (cyclic(lambda u, v, w: u / (v + w)) >= 3 * HALF, THREE),
    "Motzkin": (x**4 * y**2 + x**2 * y**4 + z**6 >= 3 * x**2 * y**2 * z**2, ()),
    "Motzkin, one letter 1": (x**4 * y**2 + x**2 * y**4 + 1 >= 3 * x**2 * y**2, ()),
    "Choi and Lam": (x**2 * y**2 + y**2 * z**2 + z**2 * x**2 + d**4 >= 4 * x * y * z * d, ()),
    "fourth powers": (a**4 + b**4 >= a**3 * b + a * b**3, ()),
    "fifth powers": (a**5 + b**5 >= a**2 * b**2 * (a + b), TWO),
    "sixth powers": (a**6 + b**6 + c**6 >= a**5 * b + b**5 * c + c**5 * a, CLOSED),
    "four letters": (a / (b + c) + b / (c + d) + c / (d + a) + d / (a + b) >= 2, FOUR),
    "Minkowski": (sqrt((a + c) ** 2 + (b + d) ** 2) <= sqrt(a**2 + b**2) + sqrt(c**2 + d**2), ()),
    "fourth powers of three": (a**4 + b**4 + c**4 >= a * b * c * (a + b + c), ()),
    "Vasile Cirtoaje": ((a**2 + b**2 + c**2) ** 2 >= 3 * (a**3 * b + b**3 * c + c**3 * a), ()),
    "squares over the next": (cyclic(lambda u, v, w: u**2 / v) >= a + b + c, THREE),
    "cubes over the next": (cyclic(lambda u, v, w: u**3 / v) >= a * b + b * c + c * a, THREE),
    "ratios": (a / b + b / c + c / a >= 3, THREE),
    "ratios squared": (a**2 / b**2 + b**2 / c**2 + c**2 / a**2 >= a / b + b / c + c / a, THREE),
    "Iran 1996": ((a * b + b * c + c * a) * cyclic(lambda u, v, w: 1 / (u + v) ** 2) >= Rational(9, 4), THREE),
    "sums of pairs below": (cyclic(lambda u, v, w: u**2 / (v + w)) >= (a + b + c) / 2, THREE),
    "Titu": (x**2 / a + y**2 / b >= (x + y) ** 2 / (a + b), TWO),
    "sum of inverses": (1 / a + 1 / b + 1 / c >= 9 / (a + b + c), THREE),
    "two and their inverse": (a + 1 / a >= 2, (a > 0,)),
    "Cauchy": ((a * b + c * d) ** 2 <= (a**2 + c**2) * (b**2 + d**2), ()),
    "Lagrange": ((a * x + b * y + c * z) ** 2 <= (a**2 + b**2 + c**2) * (x**2 + y**2 + z**2), ()),
    "Chebyshev": (3 * (a**3 + b**3 + c**3) >= (a + b + c) * (a**2 + b**2 + c**2), THREE),
    "cubes of a sum": (4 * (a**3 + b**3) >= (a + b) ** 3, TWO),
    "cyclic cubic": (27 * (a**2 * b + b**2 * c + c**2 * a) <= 4 * (a + b + c) ** 3, CLOSED),
    "USAMO 1997": (cyclic(lambda u, v, w: 1 / (u**3 + v**3 + u * v * w)) <= 1 / (a * b * c), THREE),
    "squares on a plane": (a**2 + b**2 + c**2 >= 3, SUM_IS_THREE),
    "product on a plane": (a * b * c <= 1, SUM_IS_THREE),
    "pairs on a plane": (a * b + b * c + c * a <= 3, SUM_IS_THREE),
    "inverses of squares on a plane": (cyclic(lambda u, v, w: 1 / (4 * u**2 + v**2 + w**2)) <= HALF, ON_A_PLANE),
    "no zero, as the domain says": (b**2 + c > 0, (*ON_A_PLANE, Ne(b**2 + c, 0))),
    "measured from exponentials": (z**3 * d**2 > exp(3 * x + 2 * y), (z > exp(x), d > exp(y))),
    "inverses on a plane": (1 / a + 1 / b + 1 / c >= 3, SUM_IS_THREE),
    "sum where the product is one": (a + b + c >= 3, PRODUCT_IS_ONE),
    "squares where the product is one": (a**2 + b**2 + c**2 >= a + b + c, PRODUCT_IS_ONE),
    "IMO 2000": ((a - 1 + 1 / b) * (b - 1 + 1 / c) * (c - 1 + 1 / a) <= 1, PRODUCT_IS_ONE),
    "sum where the pairs are three": (a + b + c >= 3, PAIRS_ARE_THREE),
    "inverses where the pairs are three": (cyclic(lambda u, v, w: 1 / (u**2 + 2)) <= 1, PAIRS_ARE_THREE),
    "sums of two where the product is one": (cyclic(lambda u, v, w: 1 / (u + v + 1)) <= 1, PRODUCT_IS_ONE),
    "inverse squares on a plane": (cyclic(lambda u, v, w: 1 / u**2 - u**2) >= 0, SUM_IS_THREE),
    "cubes over sums": (cyclic(lambda u, v, w: (u**3 + 3 * u * v * w) / (v + w) - 2 * u * v) >= 0, THREE),
    "letters in pairs": (9 * z * (a * b + c * d)**4 >= 48 * (a * b * c * d)**2 * (z + 2), (*FOUR, z >= 1)),
    "product of two with a sum": (x * y <= Rational(1, 4), (Eq(x + y, 1),)),
    "sum on a circle": (x + y <= sqrt(2), (Eq(x**2 + y**2, 1),)),
    "product on a circle": (x * y <= HALF, (Eq(x**2 + y**2, 1),)),
    "IMO 1983": (cyclic(lambda u, v, w: u**2 * v * (u - v)) >= 0, TRIANGLE),
    "sides of a triangle": (a**2 + b**2 + c**2 < 2 * (a * b + b * c + c * a), TRIANGLE),
    "Padoa": ((a + b - c) * (b + c - a) * (c + a - b) <= a * b * c, TRIANGLE),
    "a square": (x**2 + x + 1 > 0, ()),
    "a quartic": (x**4 - x + 1 > 0, ()),
    "no zero inside": (a**2 + a * b + b**2 > 0, TWO),
    "Bernoulli": ((1 + x) ** 3 >= 1 + 3 * x, (x >= -1,)),
    "a parabola": (a * (1 - a) <= Rational(1, 4), ()),
    "or of chances": (a + b - a * b <= 1, UNIT),
    "products in the unit square": (a * b <= Min(a, b), UNIT),
    "triangle inequality": (Abs(x + y) <= Abs(x) + Abs(y), ()),
    "the larger of two": (Max(x, y) <= Abs(x) + Abs(y), ()),
    "the mean lies between": (Min(x, y) <= (x + y) / 2, ()),
    "modulus of a product": (2 * Abs(x * y) <= x**2 + y**2, ()),
    "tangent of an exponential": (exp(x) >= 1 + x, ()),
    "tangent of a logarithm": (log(x) <= x - 1, (x > 0,)),
}
FALSE = {
    "sums of pairs": ((a + b) * (b + c) * (c + a) >= Rational(801, 100) * a * b * c, CLOSED),
    "Schur": (cyclic(lambda u, v, w: u * (u - v) * (u - w)) > 0, CLOSED),
    "Nesbitt": (cyclic(lambda u, v, w: u / (v + w)) >= Rational(1501, 1000), THREE),
    "Motzkin": (x**4 * y**2 + x**2 * y**4 + z**6 >= Rational(301, 100) * x**2 * y**2 * z**2, ()),
    "Vasile Cirtoaje": ((a**2 + b**2 + c**2) ** 2 >= Rational(301, 100) * (a**3 * b + b**3 * c + c**3 * a), ()),
    "squares on a plane": (a**2 + b**2 + c**2 > 3, SUM_IS_THREE),
    "sum where the product is one": (a + b + c > 3, PRODUCT_IS_ONE),
    "inverses where the pairs are three": (cyclic(lambda u, v, w: 1 / (u**2 + 2)) <= Rational(99, 100), PAIRS_ARE_THREE),
    "cubes over sums": (cyclic(lambda u, v, w: (u**3 + 2 * u * v * w) / (v + w) - 2 * u * v) >= 0, THREE),
    "without the triangle": (cyclic(lambda u, v, w: u**2 * v * (u - v)) >= 0, THREE),
    "a value that is missing": (a**2 / b + b >= 2 * a, (a >= 0, b >= 0)),
    "inverses of squares on a plane": (cyclic(lambda u, v, w: 1 / (4 * u**2 + v**2 + w**2)) <= Rational(499, 1000), ON_A_PLANE),
    "a zero that the domain does not exclude": (b**2 + c > 0, ON_A_PLANE),
    "measured from too far below": (z**3 * d**2 > exp(3 * x + 2 * y), (z > exp(x), d > exp(y) - HALF)),
    "modulus": (Abs(x + y) < Abs(x) + Abs(y), ()),
    "the larger of two": (Max(x, y) < Abs(x) + Abs(y), ()),
    "Bernoulli": ((1 + x) ** 3 >= 1 + 3 * x, (x >= -4,)),
    "a quarter": (1 / (1 + a**2) <= 1 - a / 2, (a >= 0, a <= 1)),
    "one letter free": (x * y <= Rational(1, 4), (Eq(x + z, 1),)),
}


def holds(relation, domain):
    return Holds(relation, on=Domain(*domain, over=sorted(relation.free_symbols, key=str)))


@pytest.mark.drawn(12)
@pytest.mark.parametrize("name", TRUE)
def test_a_true_inequality_has_a_proof_that_the_kernel_takes(name):
    assert witness(holds(*TRUE[name])) is not None


@pytest.mark.slow
@pytest.mark.drawn(15)
@pytest.mark.parametrize("name", FALSE)
def test_a_false_twin_has_none(name):
    assert no_witness(holds(*FALSE[name]))


@pytest.mark.parametrize("name", ["Nesbitt", "Motzkin", "sum where the product is one"])
def test_it_decides_where_no_rule_does_and_its_twin_is_refuted(name):
    with offering(()):
        found = decide_here(holds(*TRUE[name]))
    assert found.outcome is Outcome.PROVED and found.proofs and not found.assumes
    assert decide_here(holds(*FALSE[name])).outcome is Outcome.REFUTED


@pytest.mark.slow
def test_a_number_that_is_not_zero_and_no_number_in_a_case_ends_no_search():
    on = Domain(Eq(a**2, b**2), Ne(a * b, 0))
    assert witness(Iff(Eq(a + b, 0), a * b < 0, on=on)) is not None
    assert witness(Iff(Eq(a + b, 0), a * b > 0, on=on)) is None
