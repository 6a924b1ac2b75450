"""An equation in function letters is refuted where functions that are one everywhere break it, and only where they may be one."""

import pytest
from sympy import Function, Symbol

from rederive.derivations.language import Domain, Equal, real
from rederive.derivations.language.verdict import Outcome
from rederive.derivations.proof.decide import decide_here

x = real("x")
n = Symbol("n", integer=True, positive=True)
f, g = Function("f", real=True), Function("g", real=True)
ANYWHERE = Domain(n >= 1, over=[x, n])


def test_functions_that_are_one_refute_and_are_named():
    found = decide_here(Equal(f(x) + g(n), 3 * f(x) * g(n), on=ANYWHERE))
    assert found.outcome is Outcome.REFUTED and "f, g one everywhere" in found.counterexample.note


@pytest.mark.parametrize("statement", [
    Equal(f(x) * g(n), g(n) * f(x), on=ANYWHERE),
    Equal(f(x)**2, f(x), on=ANYWHERE),
    Equal(Function("h", negative=True)(x), 2 * Function("h", negative=True)(x), on=ANYWHERE),
    Equal(f(x), 2 * f(x), on=ANYWHERE & Domain(f(x) < x))], ids=["true", "true of ones", "negative", "told more of"])
def test_ones_refute_nothing_else(statement):
    assert decide_here(statement).outcome is not Outcome.REFUTED
