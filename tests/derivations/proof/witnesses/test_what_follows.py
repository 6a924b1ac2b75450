"""What conditions of a domain say of a sign, where cases, factors and powers stand between them; near misses have no proof."""

import pytest
from sympy import And, Eq, Identity, Ne, Or, Rational, exp, log, sqrt

from helpers.kernel_proofs import no_witness
from theoremtest.derivations.language import Domain, Equal, Holds, SquareRoot, dimension, matrix, reals
from theoremtest.derivations.proof.attest import witness

pytestmark = pytest.mark.drawn(6)

s, S, t, v, y, g, q, Q, A, w, b, a, e = reals("s", "S", "t", "v", "y", "g", "q", "Q", "A", "w", "b", "a", "e")
D = a**2 - w
ROOT = sqrt(D**2 + 4 * b**2)
PLANE = (b > 0, w >= 0, D > 0, w * b**2 >= q**2)

TRUE = {
    "both factors, from their product": (And(s > 0, s < S), (S > 0, s * (S - s) > 0)),
    "alternatives, from a product of three": (Or(s > S, And(s > 0, 2 * s < S)), (S > 0, s * (S - s) * (S - 2 * s) > 0)),
    "a quotient by what may have any sign": (y / (2 * q * g) >= s, (q > 0, Ne(g, 0), g * y >= 2 * s * q * g**2)),
    "a product, from such a quotient": (g * y >= 2 * s * q * g**2, (q > 0, Ne(g, 0), y / (2 * q * g) >= s)),
    "one of two that are not negative": (A * g**2 * y**2 + 4 * A * Q * g**4 > 0, (A > 0, Ne(g, 0), Q >= 0, Ne(Q + y**2, 0))),
    "their sum, from one of two": (Ne(Q + y**2, 0), (A > 0, Ne(g, 0), Q >= 0, A * g**2 * y**2 + 4 * A * Q * g**4 > 0)),
    "a root beyond a letter whose square is bounded": (q + a * (D + ROOT) / 2 > 0, (*PLANE, a > 0)),
    "and back": (a > 0, (*PLANE, q + a * (D + ROOT) / 2 > 0)),
    "half of the way": (1 - exp(-t * v) > Rational(1, 2), (v > 0, t > log(2) / v)),
    "any part of it": (exp(-t * v) < e, (v > 0, e > 0, e < 1, t > -log(e) / v)),
    "a convex function above its tangent": (exp(-2 * s * t / S) > 1 - 2 * s * t / S, (s > 0, t > 0, S > 0)),
    "a sigmoid's denominator, whatever the target's sign": (
        Ne(1 + (s / (a * b) - 1) * exp(-2 * s * t), 0), (a > 0, b > 0, Ne(s, 0), t >= 0)),
    "a letter, from what is less and a product of three": (S > 0, (b * a**2 < S, b > 0, a > 0)),
    "a factor of what is positive, neither negative nor 0": (w * A - q**2 > 0, ((w * A - q**2) * (A**2 + 1) > 0,)),
}
FALSE = {
    "a factor, from a product alone": (s > 0, (s * (S - s) > 0,)),
    "alternatives with a sign turned": (Or(s > S, And(s > 0, 2 * s > S)), (S > 0, s * (S - s) * (S - 2 * s) > 0)),
    "a quotient by what may be negative": (y / (2 * q * g) >= s, (q > 0, Ne(g, 0), y >= 2 * s * q * g)),
    "one of two that may be zero": (A * g**2 * y**2 + 4 * A * Q * g**4 > 0, (A > 0, Ne(g, 0), Q >= 0)),
    "a letter whose square is not bounded enough": (q + a * (D + ROOT) / 2 > 0, (b > 0, w >= 0, D > 0, 2 * w * b**2 >= q**2, a > 0)),
    "less than half of the way": (1 - exp(-t * v) > Rational(1, 2), (v > 0, t > log(2) / (2 * v))),
    "a sigmoid's denominator before the start": (Ne(1 + (s / (a * b) - 1) * exp(-2 * s * t), 0), (a > 0, b > 0, Ne(s, 0))),
    "a letter, from what is less and may be negative": (S > 0, (b * a**2 < S, a > 0)),
    "a tangent at its own point": (exp(-2 * s * t / S) > 1 - 2 * s * t / S, (s > 0, t >= 0, S > 0)),
}


def statement(relation, conditions):
    return Holds(relation, on=Domain(*conditions, over=sorted({*relation.free_symbols}, key=str)))


@pytest.mark.drawn(9)
@pytest.mark.parametrize("relation, conditions", TRUE.values(), ids=TRUE)
def test_a_sign_follows(relation, conditions):
    assert witness(statement(relation, conditions))


@pytest.mark.drawn(6)
@pytest.mark.slow
@pytest.mark.parametrize("relation, conditions", FALSE.values(), ids=FALSE)
def test_a_near_miss_does_not(relation, conditions):
    assert no_witness(statement(relation, conditions))


@pytest.mark.slow
@pytest.mark.parametrize("conditions, follows", [((Eq((S - a * b)**2 / 2, 0),), True), ((Eq((S - a * b) * y, 0),), False)])
def test_a_square_that_is_zero_is_that_of_zero(conditions, follows):
    assert bool(witness(Equal(a * b, S, on=Domain(*conditions, over=[a, b, S])))) is follows


@pytest.mark.parametrize("aligned, follows", [(True, True), (False, False)])
def test_a_square_matrix_and_its_transpose_have_one_least_singular_value(aligned, follows):
    d = dimension("d")
    W, V = matrix("W", d, d), matrix("V", d, d)
    said = Eq(W * W.T, V * V.T + g**2 * Identity(d)) if aligned else Eq(W * V.T, V * V.T + g**2 * Identity(d))
    inner = W.T * W - g**2 / 2 * Identity(d)
    statement = SquareRoot(inner, inner * inner, on=Domain(said, g > 0))
    assert bool(witness(statement)) is follows
