r"""A strict bound whose sides meet without crossing is refuted where they meet: no ball tells the sides apart there, a proof does."""

import mpmath
import pytest
from sympy import E, Ne, Rational, Symbol, cos, cosh, exp, log, pi, sin, sqrt, tan, tanh

from theoremtest.derivations.language import Domain
from theoremtest.derivations.language.statement import Holds
from theoremtest.derivations.language.verdict import Outcome
from theoremtest.derivations.proof.attest import offering
from theoremtest.derivations.proof.decide import decide_here
from theoremtest.derivations.proof.points.touching import names

x, y = Symbol("x", real=True), Symbol("y", real=True)
BETWEEN = Domain(x > 0, x < 1)


@pytest.mark.parametrize(("relation", "domain", "point"), [
    (sin(x) < 1, Domain(over=[x]), "x = pi/2"),
    (sin(x) + cos(x) < sqrt(2), Domain(over=[x]), "x = pi/4"),
    (sin(x) * sin(y) < 1, Domain(over=[x, y]), "x = pi/2, y = pi/2"),
    (x * exp(-x) < exp(-1), Domain(over=[x]), "x = 1"),
    (exp(x) - 2 * x > 2 - 2 * log(2), Domain(over=[x]), "x = log(2)"),
    (-x * log(x) - (1 - x) * log(1 - x) < log(2), BETWEEN, "x = 1/2"),
    (x + 2 / x > 2 * sqrt(2), Domain(x > 0), "x = sqrt(2)"),
    (x * log(x) > -exp(-1), Domain(x > 0), "x = exp(-1)"),
    (tan(x) + 1 / tan(x) > 2, Domain(x > 0, x < pi / 2), "x = pi/4"),
    (Ne(tanh(x), Rational(1, 2)), Domain(over=[x]), "x = log(3)/2"),
])
def test_it_is_refuted_where_the_sides_meet(relation, domain, point):
    with offering(()):
        found = decide_here(Holds(on=domain, relation=relation))
    assert found.outcome is Outcome.REFUTED
    assert found.proofs and not found.assumes, "the kernel took a proof of the contrary there"
    assert str(found.counterexample) == point, "the simplest one"


@pytest.mark.parametrize(("relation", "domain"), [
    (-x * log(x) - (1 - x) * log(1 - x) <= log(2), BETWEEN),
    (sin(x) <= 1, Domain(over=[x])),
    (sin(x) < 1 + x**2 / 10**6, Domain(x > 0, x < 1)),
    (cosh(x) > 1, Domain(x > 0)),
])
def test_what_holds_is_not_refuted(relation, domain):
    with offering(()):
        assert decide_here(Holds(on=domain, relation=relation)).outcome is not Outcome.REFUTED


@pytest.mark.parametrize("number", [Rational(3, 7), Rational(-2), pi / 3, E, 3 / E, log(5), log(3) / 2, sqrt(7), -sqrt(2) / 3,
                                    exp(Rational(2, 3)), 2 ** Rational(1, 3)])
def test_a_number_that_people_write_is_named(number):
    with mpmath.workdps(30):
        found = list(names(mpmath.mpmathify(number.evalf(30))))
    assert any((name - number).equals(0) for name in found)
