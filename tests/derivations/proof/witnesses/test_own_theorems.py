"""What theorists write of their own, one of each kind that was once out of reach; a false twin of each has no proof."""

import pytest
from sympy import Determinant, Eq, Identity, Integral, Max, Rational, S, Sum, Symbol, Trace, atan, exp, log, oo, pi, symbols

from helpers.kernel_proofs import no_witness
from theoremtest.derivations.language import Domain, Equal, Holds, Limit, PositiveSemidefinite, dimension, ge, le, matrix, matrix_exp, reals
from theoremtest.derivations.proof.attest import witness

pytestmark = pytest.mark.drawn(6)

a, b, c, d, m, p, q, t, x, y, z = reals("a", "b", "c", "d", "m", "p", "q", "t", "x", "y", "z")
k, N = Symbol("k", integer=True), symbols("N", integer=True, positive=True)
THIRD = b ** Rational(4, 3)
SUM, TALL = log(exp(x) + exp(y) + exp(z)), (m >= x, m >= y, m >= z)
MIXED = log(t * x + (1 - t) * y), t * log(x) + (1 - t) * log(y)
SHARE = (x > 0, y > 0, t >= 0, t <= 1)
DUAL = (a > 0, b > 0, c > 0, d > 0, p > 1, q > 1, Eq(1 / p + 1 / q, 1))
n = dimension("n")
A, ONE = matrix("A", n, n), Identity(n)
STEPS, NORM = Sum(atan(1 / (k**2 + k + 1)), (k, 1, N)), (a**t + b**t) ** (1 / t)
BESIDE = Integral(x**a * log(x), (x, 0, 1))


def length(one, other, power):
    return (one**power + other**power) ** (1 / power)


def holds(relation, *conditions):
    return Holds(relation, on=Domain(*conditions, over=sorted(relation.free_symbols, key=str)))


def holds_of(relation):
    return Holds(relation, on=Domain(PositiveSemidefinite(A)))


def tends(value):
    return Limit(NORM, t, oo, value, on=Domain(a > 0, b > 0, over=[t]))


PAIRS = {
    "from where a slope is 0, a root": tuple(holds(ge(a**4 / 4 + times * THIRD / 4, a * b), b >= 0) for times in (3, 2)),
    "from where a slope is 0, a logarithm": tuple(holds(ge(x / (1 + exp(-x)), -part)) for part in (Rational(3, 10), Rational(1, 4))),
    "a logarithm of exponentials": (holds(le(SUM, m + log(3)), *TALL), holds(le(SUM, m + log(2)), *TALL)),
    "weights that may be 0": (holds(ge(*MIXED), *SHARE), holds(le(*MIXED), *SHARE)),
    "Hoelder's, of two": (holds(le(a * c + b * d, length(a, b, p) * length(c, d, q)), *DUAL),
                          holds(le(a * c + b * d, length(a, b, p) * length(c, d, p)), *DUAL[:5], p > 2)),
    "the larger base of two": (tends(Max(a, b)), tends(a + b)),
    "a power beside a logarithm": (Equal(BESIDE, -1 / (a + 1) ** 2, on=Domain(a > -1)), Equal(BESIDE, -1 / (a + 1), on=Domain(a > -1))),
    "a determinant above a trace": tuple(holds_of(ge(Determinant(ONE + A), 1 + times * Trace(A))) for times in (1, 2)),
    "a determinant below an exponential": tuple(holds_of(le(Determinant(ONE + A), exp(Trace(A) / part))) for part in (1, 2)),
    "the determinant of an exponential": tuple(
        Equal(Determinant(matrix_exp(A)), exp(times * Trace(A)), on=Domain(Eq(A.T, A))) for times in (1, 2)),
    "an arc of a number": tuple(Equal(atan(S(1), evaluate=False), pi / part, on=Domain(over=[x])) for part in (4, 3)),
}


@pytest.mark.slow
@pytest.mark.drawn(5)
@pytest.mark.parametrize("true, false", PAIRS.values(), ids=PAIRS)
def test_a_kind_has_a_proof_and_its_twin_none(true, false):
    assert witness(true)
    assert no_witness(false)


@pytest.mark.slow
def test_arcs_telescope():
    true, false = (Equal(STEPS, atan(end) - pi / 4, on=Domain(over=[N])) for end in (N + 1, N))
    assert witness(true)
    assert no_witness(false)
