"""Inequalities between means, between logarithms, between lengths, and Lipschitz constants; false twins have no proof."""

import pytest
from sympy import Abs, Eq, MatrixSymbol, Ne, Rational, exp, log, sqrt, symbols

from helpers.kernel_proofs import no_witness
from theoremtest.derivations.language import Domain, Dot, Holds, reals
from theoremtest.derivations.proof.attest import witness

pytestmark = pytest.mark.drawn(6)

a, b, c, d, p, q, s, t, x, y = reals("a", "b", "c", "d", "p", "q", "s", "t", "x", "y")
size = symbols("n", integer=True, positive=True)
u, v, w = (MatrixSymbol(name, size, 1) for name in "uvw")
SHARE = (a > 0, b > 0, p > 0, p < 1)
FOUR = (a > 0, b > 0, c > 0, d > 0)
BOTH = (p > 0, p < 1, q > 0, q < 1)


def divergence(one, other):
    return one * log(one / other) + (1 - one) * log((1 - one) / (1 - other))


def length(node):
    return sqrt(Dot(node, node))


PAIRS = {
    "a weighted mean": ((a**p * b ** (1 - p) <= p * a + (1 - p) * b, SHARE), (a**p * b ** (1 - p) <= p * b + (1 - p) * a, SHARE)),
    "weights with an equation": ((a**p * b**q <= p * a + q * b, (*FOUR[:2], p > 0, q > 0, Eq(p + q, 1))),
                                 (a**p * b**q <= q * a + p * b, (*FOUR[:2], p > 0, q > 0, Eq(p + q, 1)))),
    "a power of a mean": (((p * a + (1 - p) * b) ** s <= p * a**s + (1 - p) * b**s, (*SHARE, s >= 1)),
                          ((p * a + (1 - p) * b) ** s <= p * a**s + (1 - p) * b**s, (*SHARE, s > 0))),
    "powers of a sum": (((a + b) ** p <= a**p + b**p, SHARE), ((a + b) ** p <= a**p + b**p, (a > 0, b > 0, p > 0, p < 2))),
    "Young's, of an exponential": ((a * b <= exp(a - 1) + b * log(b), FOUR[:2]), (a * b <= exp(a - 2) + b * log(b), FOUR[:2])),
    "Jensen's, of a logarithm": ((p * log(a) + (1 - p) * log(b) <= log(p * a + (1 - p) * b), SHARE),
                                 (p * log(a) + (1 - p) * log(b) <= log(p * b + (1 - p) * a), SHARE)),
    "the log-sum inequality": ((a * log(a / c) + b * log(b / d) >= (a + b) * log((a + b) / (c + d)), FOUR),
                               (a * log(a / c) + b * log(b / d) >= (a + b) * log((a + b) / (c + d)) + (a - b) / 9, FOUR)),
    "other weights of two that are not both zero": (
        (sqrt(2 * a * x**2 + b * y**2) > 0, (*FOUR[:2], Ne(x**2 + y**2, 0))),
        (sqrt(2 * a * x**2 + b * y**2) > 0, (*FOUR[:2], Ne(x + y, 1)))),
    "Pinsker's inequality": ((divergence(p, q) >= 2 * (p - q) ** 2, BOTH), (divergence(p, q) >= 3 * (p - q) ** 2, BOTH)),
    "Hoeffding's lemma": ((p * exp(t * (1 - p)) + (1 - p) * exp(-t * p) <= exp(t**2 / 8), (p > 0, p < 1)),
                          (p * exp(t * (1 - p)) + (1 - p) * exp(-t * p) <= exp(t**2 / 9), (p > 0, p < 1))),
    "strictly, below e": (((1 + 1 / a) ** a < exp(1), (a > 0,)), ((1 + 1 / a) ** a < Rational(5, 2), (a > 0,))),
}
SLOW = {
    "a Lipschitz constant": ((Abs(1 / (1 + exp(-x)) - 1 / (1 + exp(-y))) <= Abs(x - y) / 4, ()),
                             (Abs(1 / (1 + exp(-x)) - 1 / (1 + exp(-y))) <= Abs(x - y) / 5, ())),
    "a sum of three": ((length(u + v + w) <= length(u) + length(v) + length(w), ()), (length(u + v + w) <= length(u) + length(v), ())),
}


def stated(pair):
    relation, conditions = pair
    letters = relation.free_symbols.union(*(condition.free_symbols for condition in conditions))
    return Holds(relation, on=Domain(*conditions, over=sorted(letters, key=str)))


@pytest.mark.parametrize("name", [*PAIRS, *(pytest.param(name, marks=pytest.mark.slow) for name in SLOW)])
def test_the_true_one_has_a_proof_and_its_twin_none(name):
    true, false = {**PAIRS, **SLOW}[name]
    assert witness(stated(true))
    assert no_witness(stated(false))
