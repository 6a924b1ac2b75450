"""High powers of sums and other short statements with long work in them: the decision ends, and nothing is claimed beyond its limit."""

import pytest
from sympy import Ge, Max, Rational, cosh, exp, log, sqrt, tanh

from theoremtest.derivations.language import Domain, Equal, Holds, Outcome, dimension, reals
from theoremtest.derivations.proof.decide import decide
from theoremtest.derivations.proof.reasons import CRASHED

pytestmark = pytest.mark.drawn(6)

x, y, z, a, b, c = reals("x", "y", "z", "a", "b", "c")
n = dimension("n")
ON = Domain(over=[x, y, z, a, b, c, n])
HIGH = Domain(x > 0, y > 0, z > 0, over=[a, b, c, n])
SUM = x + y + z + a
SECONDS = 3.0

STATEMENTS = {
    "a power of a sum against itself and one": Equal(SUM**200, SUM**200 + 1, on=ON),
    "a power of a sum against another": Equal(SUM**120 * (x - y), SUM**121, on=ON),
    "a power of a long sum": Equal((1 + x + y + z + a + b + c)**60, 1 + x, on=ON),
    "a power of a sum of powers": Equal((1 + (1 + x + y)**40 + z)**40, 1 + x, on=ON),
    "a binomial with a large exponent": Equal((1 + x)**3000, 1 + 3000 * x, on=ON),
    "a binomial with a huge exponent": Equal((1 + x)**(10**7), 1, on=ON),
    "a root of a power of a sum": Equal(sqrt(SUM**80 + 1)**41, x, on=ON),
    "a power of a sum of roots": Equal((sqrt(x) + sqrt(y) + sqrt(z) + sqrt(x + y) + sqrt(y + z))**31, a, on=HIGH),
    "a root of a sum of roots": Equal(sqrt((sqrt(x) + sqrt(y) + sqrt(z) + sqrt(1 + x))**20 + 1), a, on=HIGH),
    "a power of a sum of exponentials": Equal((exp(x) + exp(y) + exp(z) + exp(x * y))**50, cosh(x), on=ON),
    "a power in an exponent": Equal(x**((a + b + c + 1)**60), x, on=HIGH),
    "a logarithm of a power of a sum": Equal(log(SUM**90 + 1), x, on=ON),
    "a large root": Equal((x + 1)**Rational(1, 720720), x, on=HIGH),
    "a tower of exponentials": Equal(exp(exp(exp(x**2 + 10))), 1, on=ON),
    "a high power is not negative, one added": Holds(Ge(SUM**200 + (x - y)**200 + x, 0), on=ON),
    "products of high powers": Holds(Ge((1 + x + y + z)**50 - (1 + x)**50 - (1 + y + z)**49, 0), on=HIGH),
    "Bernoulli with a large exponent": Holds(Ge((1 + x)**500, 1 + 500 * x), on=HIGH),
    "a sum beside a tiny number in an exponential": Equal(
        exp(x * y) + tanh(exp(x * y)), exp(x * y) + tanh(exp(x * y) + Rational(1, 10**20)) + Rational(1, 10**20),
        on=Domain(x >= 1, y >= 1)),
    "a huge power beyond one": Holds(Ge(x**(10**20) - x * y, 0), on=Domain(x >= 1, y >= 1)),
    "maxima in a power": Equal(Max(x, y, z, a)**40 + Max(x, b)**30, Max(y, z)**20, on=ON),
}


@pytest.mark.drawn(9)
@pytest.mark.parametrize("name", STATEMENTS)
def test_a_decision_ends_and_claims_nothing_beyond_its_limit(name):
    evidence = decide(STATEMENTS[name], SECONDS)
    outcome = evidence.outcome
    assert not any(reason.startswith(CRASHED) for reason in evidence.tried)
    if name != "Bernoulli with a large exponent" and not name.startswith("products"):
        assert outcome is not Outcome.PROVED
