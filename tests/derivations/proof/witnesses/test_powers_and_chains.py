"""Powers with letters as exponents, squares that are completed, chains of facts, conjugates; false twins have no proof."""

import pytest
from sympy import And, Eq, Ne, Or, Rational, asinh, exp, sqrt

from helpers.kernel_proofs import no_witness
from theoremtest.derivations.language import Domain, Holds, Iff, reals
from theoremtest.derivations.proof.attest import witness

pytestmark = pytest.mark.drawn(6)

a, b, c, d, p, q, x, y, z = reals("a", "b", "c", "d", "p", "q", "x", "y", "z")

TRUE = {
    # powers, by logarithms
    "of a larger base": ((x + 1) ** a > x**a, (x > 0, a > 0)),
    "of a larger base, falling": ((x + 1) ** (-a - 1) < x ** (-a - 1), (x > 0, a > 0)),
    "of a larger exponent": (x ** (a + 1) > x**a, (x > 1,)),
    "of a base below 1": (x**a < 1, (x > 0, x < 1, a > 0)),
    "above its tangent": (x**a >= 1 + a * (1 - 1 / x), (x > 0, a >= 0)),
    "below an inverse": (p * (1 - p) ** a <= 1 / a, (p > 0, p < 1, a > 0)),
    "of one base": (x ** (-a - 1) * x**a <= 2 / x, (x > 0,)),
    # exponentials of many letters
    "of a smaller rate": (exp(-a * b * c * d) > exp(-b * c * d), (a > 0, a < 1, b > 0, c > 0, d > 0)),
    "beside a square": (z / (1 + exp(z) / c) ** 2 <= c / 4, (z > 0, c > 0)),
    # squares completed, squares of what is not zero, moduli
    "a discriminant": (p * x**2 - c * x + q > 0, (p > 0, 4 * p * q > c**2)),
    "a quotient of it": (1 / (p * x**2 + c * x + q) > 0, (p > 0, 4 * p * q > c**2)),
    "freed of a square": (a > 1, (Ne(x, 0), x**2 * (a - 1) * (1 + b) > 0, b > 0)),
    "over a modulus": (asinh(x / sqrt(y**2)) > 0, (x > 0, Ne(y, 0))),
    # chains of facts, conjugates
    "a chain": (a**2 * b > c**2, (a > 0, a * b > d, a * d >= c**2)),
    "a longer chain": (a**3 * b**2 * x > y**2, (a > 0, b > 0, x > 0, a * b > c, a * b * c > d, a * d * x >= y**2, c > 0)),
    "a root against a letter": (x + a * ((b**2 - c) + sqrt((b**2 - c) ** 2 + 4 * d**2)) / 2 > 0,
                                (a > 0, b**2 - c > 0, a**2 * d**2 > x**2)),
    "no zero": (Ne(x + a * sqrt(1 + b**2), 0), (a**2 > x**2,)),
}
FALSE = {
    "of a larger base, falling": ((x + 1) ** (a - 1) < x ** (a - 1), (x > 0, a > 0)),
    "of a larger exponent": (x ** (a + 1) > x**a, (x > 0,)),
    "of a base below 1": (x**a < Rational(9, 10), (x > 0, x < 1, a > 0)),
    "above a steeper line": (x**a >= 1 + a * (x - 1), (x > 0, a >= 0)),
    "below a smaller inverse": (p * (1 - p) ** a <= 1 / (4 * a), (p > 0, p < 1, a > 0)),
    "of a smaller rate": (exp(-a * b * c * d) > exp(-b * c * d), (a > 0, b > 0, c > 0, d > 0)),
    "beside a smaller square": (z / (1 + exp(z) / c) ** 2 <= c / 8, (z > 0, c > 0)),
    "a discriminant that may be 0": (p * x**2 - c * x + q > 0, (p > 0, 4 * p * q >= c**2)),
    "freed of what may be 0": (a > 1, (x**2 * (a - 1) * (1 + b) >= 0, b > 0)),
    "over a modulus": (asinh(y / sqrt(y**2)) > 0, (Ne(y, 0),)),
    "a chain that is broken": (a**2 * b > c**2, (a * b > d, a * d >= c**2)),
    "a root against a larger letter": (x + a * ((b**2 - c) + sqrt((b**2 - c) ** 2 + 4 * d**2)) / 2 > 0,
                                       (a > 0, b**2 - c > 0, 4 * a**2 * d**2 > x**2)),
    "a zero": (Ne(x + a * sqrt(1 + b**2), 0), (a**2 >= x**2,)),
}
BOTH_WAYS = {
    "one of two": (Eq(a + b, 0), Or(And(Eq(a, 0), Eq(b, 0)), And(a * b < 0, Eq(b**2 - a**2, 0))), (), True),
    "one of two, without a case": (Eq(a + b, 0), And(a * b < 0, Eq(b**2 - a**2, 0)), (), False),
    "written otherwise": ((a * y + sqrt(4 * p * a**4 + a**2 * y**2)) / (2 * a**2) > 1, sqrt(p + y**2 / (4 * a**2)) + y / (2 * a) > 1,
                          (Ne(a, 0), p > 0), True),
    "written wrongly": ((a * y + sqrt(4 * p * a**4 + a**2 * y**2)) / (2 * a**2) > 1, sqrt(p + y**2 / (4 * a**2)) - y / (2 * a) > 1,
                        (Ne(a, 0), p > 0), False),
    "a power and its base": (x**a - x ** (-a / (a + 1)) > 0, x > 1, (a > 0, x > 0), True),
    "a power and another base": (x**a - x ** (-a / (a + 1)) > 0, x > 2, (a > 0, x > 0), False),
}


def holds(relation, conditions):
    letters = {*relation.free_symbols, *(letter for condition in conditions for letter in condition.free_symbols)}
    return Holds(relation, on=Domain(*conditions, over=sorted(letters, key=str)))


@pytest.mark.drawn(6)
@pytest.mark.parametrize("name", TRUE)
def test_a_true_one_has_a_proof(name):
    assert witness(holds(*TRUE[name])) is not None


@pytest.mark.drawn(21)
@pytest.mark.parametrize("name", FALSE)
def test_a_false_one_has_none(name):
    assert no_witness(holds(*FALSE[name]))


@pytest.mark.slow
@pytest.mark.parametrize("name", BOTH_WAYS)
def test_an_equivalence_has_a_proof_where_it_is_true(name):
    left, right, conditions, true = BOTH_WAYS[name]
    letters = {*left.free_symbols, *right.free_symbols}
    statement = Iff(left, right, on=Domain(*conditions, over=sorted(letters, key=str)))
    assert witness(statement) is not None if true else no_witness(statement)
