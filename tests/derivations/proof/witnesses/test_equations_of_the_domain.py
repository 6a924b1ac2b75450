"""Equations between numbers as hypotheses of identities and rates."""

import pytest
from sympy import Abs, Eq, exp, log, sqrt

from theoremtest.derivations.language import Domain, Equal, Evolves, Flow, Outcome, reals
from theoremtest.derivations.proof.attest import offering, witness
from theoremtest.derivations.proof.decide import decide_here

a, b, p, q, r, x, y, z = reals("a", "b", "p", "q", "r", "x", "y", "z")
TRUE = {
    "a sum": Equal(x**2 + 2 * x * y + y**2, 1, on=Domain(Eq(x + y, 1))),
    "a simplex": Equal(p**2 + q**2 + r**2, 1 - 2 * (p * q + q * r + r * p), on=Domain(Eq(p + q + r, 1))),
    "a product": Equal(x**2 * y + x * y**2, x + y, on=Domain(Eq(x * y, 1))),
    "an inverse": Equal(1 / x, y, on=Domain(Eq(x * y, 1))),
    "fractions": Equal(1 / x + 1 / y, 1 / (x * y), on=Domain(Eq(x + y, 1))),
    "squares": Equal(a**4, b**4, on=Domain(Eq(a**2, b**2))),
    "roots of squares": Equal(sqrt(a**2), Abs(b), on=Domain(Eq(a**2, b**2))),
    "a circle": Equal(x**4 + 2 * x**2 * y**2 + y**4, 1, on=Domain(Eq(x**2 + y**2, 1))),
    "power sums": Equal(x**3 + y**3, 9, on=Domain(Eq(x + y, 3), Eq(x * y, 2))),
    "solved by each other": Equal(x**2 * z, z, on=Domain(Eq(x * y, z), Eq(x * z, y))),
    "linear ones": Equal(x, 1, on=Domain(Eq(x + y, 3), Eq(x - y, -1))),
    "a square that is zero": Equal(x, y, on=Domain(Eq((x - y) ** 2, 0))),
    "a sum of squares that is zero": Equal(x + y, 0, on=Domain(Eq(x**2 + y**2, 0))),
    "exponents": Equal(exp(x) * exp(y), exp(1), on=Domain(Eq(x + y, 1))),
    "logarithms": Equal(log(x) + log(y), 0, on=Domain(Eq(x * y, 1), x > 0)),
    "a rate": Evolves(x**2 + y**2, 0, along=Flow({x: y * (x**2 + y**2), y: -x}), on=Domain(Eq(x**2 + y**2, 1))),
}
FALSE = {
    "a sum": Equal(x**2 + y**2, 1, on=Domain(Eq(x + y, 1))),
    "a product": Equal(x + y, 2, on=Domain(Eq(x * y, 1))),
    "squares": Equal(a, b, on=Domain(Eq(a**2, b**2))),
    "solved by each other": Equal(x**2, 1, on=Domain(Eq(x * y, z), Eq(x * z, y))),
    "power sums": Equal(x - y, 1, on=Domain(Eq(x + y, 3), Eq(x * y, 2))),
    "a rate": Evolves(x**2 + 2 * y**2, 0, along=Flow({x: y * (x**2 + y**2), y: -x}), on=Domain(Eq(x**2 + y**2, 1))),
}


@pytest.mark.drawn(6)
@pytest.mark.parametrize("name", TRUE)
def test_what_follows_from_the_equations_has_a_proof_that_the_kernel_takes(name):
    assert witness(TRUE[name]) is not None


@pytest.mark.drawn(4)
@pytest.mark.parametrize("name", FALSE)
def test_what_does_not_follow_has_none(name):
    assert witness(FALSE[name]) is None


@pytest.mark.parametrize("name", ["a product", "a simplex", "a rate"])
def test_the_verdict_rests_on_the_kernel_alone(name):
    with offering(()):
        found = decide_here(TRUE[name])
    assert found.outcome is Outcome.PROVED and found.proofs and not found.assumes
    if name in FALSE:
        assert decide_here(FALSE[name]).outcome is Outcome.REFUTED
