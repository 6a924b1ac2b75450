"""Inequalities of exponentials, logarithms and circular functions, each with a proof that the kernel takes; their false twins have none."""

import pytest
from sympy import Abs, E, Rational, atan, atanh, cos, cosh, erfc, exp, log, pi, sin, sqrt, tan, tanh

from helpers.kernel_proofs import no_witness
from theoremtest.derivations.language import Domain, Holds, reals
from theoremtest.derivations.language.relations import ge, gt
from theoremtest.derivations.proof.attest import witness

a, p, q, x, y = reals("a", "p", "q", "x", "y")

TRUE = {
    # tangents
    "below 1/(1 - x)": (exp(x) <= 1 / (1 - x), (x < 1,)),
    "a tangent anywhere": (exp(x) - exp(y) >= exp(y) * (x - y), ()),
    "a logarithm from below": (log(x) >= 1 - 1 / x, (x > 0,)),
    "e times a logarithm": (E * log(x) <= x, (x > 0,)),
    "Gibbs": (p * log(p / q) >= p - q, (p > 0, q > 0)),
    "Fenchel and Young": (x * y <= exp(x) + y * log(y) - y, (y > 0,)),
    "a maximum": (x * exp(-x) <= 1 / E, (x > 0,)),
    # along a letter, up and down
    "Pade": (log(1 + x) >= 2 * x / (2 + x), (x >= 0,)),
    "a root": (log(x) <= 2 * (sqrt(x) - 1), (x > 0,)),
    "up to a bound": (tan(x) >= x, (x >= 0, x < pi / 2)),
    "an inverse up to a bound": (atanh(x) >= x, (x >= 0, x < 1)),
    "from a letter": (cos(y) - cos(x) <= x - y, (x >= y,)),
    "a cosh": (cosh(x) >= 1 + x**2 / 2, ()),
    # enclosures
    "numbers": (gt(pi**2, Rational(986, 100)), ()),
    "numbers and functions": (gt(exp(pi), pi**E), ()),
    "over a box": (exp(-x) + sin(3 * x) + x**2 > Rational(1, 2), (x >= 0, x <= 1)),
    "over a box of two": (cos(x * y) > Rational(1, 2), (x >= 0, x <= 1, y >= 0, y <= 1)),
    # logarithms against exponentials, moduli, circles
    "softplus": (log(1 + exp(x)) >= x, ()),
    "what stands beside": (cos(x) > 0, (Abs(x) < pi / 2,)),
    "a bound that is a modulus": (log(1 + x + a) <= x + a, (x > 0, Abs(a) <= x)),
    "a sum on the circle": (sin(x) + cos(x) <= sqrt(2), ()),
    "a complement": (erfc(x) > 0, ()),
    "an arctangent": (atan(x) < pi / 2, ()),
}
FALSE = {
    "below 1/(1 - x), beyond 1": (exp(x) <= 1 / (1 - x), (x > 1,)),
    "a tangent anywhere, turned": (exp(x) - exp(y) >= exp(x) * (x - y), ()),
    "e times a logarithm, strictly": (E * log(x) < x, (x > 0,)),
    "Gibbs, turned": (p * log(p / q) <= p - q, (p > 0, q > 0)),
    "Pade, from below": (log(1 + x) >= 2 * x / (2 + x), (x > -1,)),
    "from a letter, turned": (cos(y) - cos(x) <= x - y, (x <= y,)),
    "numbers": (gt(Rational(986, 100), pi**2), ()),
    "over a box, too high": (exp(-x) + sin(3 * x) + x**2 > Rational(11, 10), (x >= 0, x <= 1)),
    "over a box, zero at its edge": (x * (1 - x) > 0, (x >= 0, x <= 1)),
    "what stands beside, too wide": (cos(x) > 0, (Abs(x) < 2,)),
    "a sum on the circle, too tight": (sin(x) + cos(x) <= Rational(7, 5), ()),
    "a hyperbolic tangent": (tanh(x) >= x, ()),
}


def statement(relation, conditions):
    return Holds(relation, on=Domain(*conditions, over=sorted({*relation.free_symbols}, key=str)))


@pytest.mark.drawn(24)
@pytest.mark.slow
@pytest.mark.parametrize("name", TRUE)
def test_an_inequality_has_a_proof(name):
    assert witness(statement(*TRUE[name]))


@pytest.mark.drawn(12)
@pytest.mark.slow
@pytest.mark.parametrize("name", FALSE)
def test_a_false_twin_has_none(name):
    assert no_witness(statement(*FALSE[name]))


def test_a_sign_that_is_asked_of_a_constant_is_one_ball():
    (proof, *_) = witness(Holds(ge(exp(1), 2), on=Domain(over=[x])))
    assert '"box"' in proof
