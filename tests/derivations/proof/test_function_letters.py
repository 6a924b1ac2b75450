"""A statement in function letters is refuted where constant functions break it, and only where they may be those constants."""

import pytest
from sympy import Function, Integer, Sum, Symbol

from theoremtest.derivations.language import Domain, Equal, Holds, ge, real
from theoremtest.derivations.language.verdict import Outcome
from theoremtest.derivations.proof.decide import decide_here

x = real("x")
n = Symbol("n", integer=True, positive=True)
i = Symbol("i", integer=True)
f, g = Function("f", real=True), Function("g", real=True)
ANYWHERE = Domain(n >= 1, over=[x, n])


def test_functions_that_are_one_refute_and_are_named():
    found = decide_here(Equal(f(x) + g(n), 3 * f(x) * g(n), on=ANYWHERE))
    assert found.outcome is Outcome.REFUTED and "f, g one everywhere" in found.counterexample.note


@pytest.mark.parametrize("power", [1, 3])
def test_functions_that_are_minus_one_refute_a_relation(power):
    found = decide_here(Holds(ge(Sum(f(i)**power, (i, 1, n)), Integer(0)), on=ANYWHERE))
    assert found.outcome is Outcome.REFUTED and "f minus one everywhere" in found.counterexample.note


def test_what_is_true_of_all_functions_is_refuted_by_no_constant():
    assert decide_here(Holds(ge(Sum(f(i)**2, (i, 1, n)), Integer(0)), on=ANYWHERE)).outcome is Outcome.PROVED
    h = Function("h", nonnegative=True)
    assert decide_here(Holds(ge(Sum(h(i), (i, 1, n)), Integer(0)), on=ANYWHERE)).outcome is not Outcome.REFUTED


@pytest.mark.parametrize("statement", [
    Equal(f(x) * g(n), g(n) * f(x), on=ANYWHERE),
    Equal(f(x)**3, f(x), on=ANYWHERE),
    Equal(Function("h", prime=True)(x), 2 * Function("h", prime=True)(x), on=ANYWHERE),
    Equal(f(x), 2 * f(x), on=ANYWHERE & Domain(f(x) < x))], ids=["true", "true of ones and minus ones", "prime", "told more of"])
def test_constants_refute_nothing_else(statement):
    assert decide_here(statement).outcome is not Outcome.REFUTED
