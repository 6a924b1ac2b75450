"""A question that numbers speak against is not asked; numbers never speak against what holds, nor where nothing is known to be supposed."""

import pytest
import sympy as sp

from theoremtest.derivations.kernel.facts import equal, nonneg, pos
from theoremtest.derivations.kernel.goals import Goal
from theoremtest.derivations.kernel.terms import ONE, add, call, mul, number, power, sub, term
from theoremtest.derivations.language import Domain, Holds, gt
from theoremtest.derivations.proof.decide import proofs_of
from theoremtest.derivations.proof.witnesses.draft import Draft
from theoremtest.derivations.proof.witnesses.floating import is_false

X, Y = (term("Symbol", (), (name, ("real",))) for name in "xy")
ABOVE = [pos(X), pos(sub(Y, X))]


def refuted(fact, *supposed):
    return is_false(Draft(Goal("", fact, list(supposed), [])), fact)


@pytest.mark.parametrize("fact", [
    pos(sub(X, Y)), pos(sub(ONE, Y)), nonneg(sub(call("log", X), X)), nonneg(sub(call("exp", X), call("exp", Y)))],
    ids=["an order turned", "a number", "a logarithm", "two exponentials"])
def test_numbers_speak_against_what_fails(fact):
    assert refuted(fact, *ABOVE)


@pytest.mark.parametrize("fact", [pos(Y), nonneg(sub(call("exp", X), add(ONE, X))), nonneg(sub(power(X, 2), mul(X, X)))],
                         ids=["a sign", "a tangent", "nothing but rounding"])
def test_numbers_do_not_speak_against_what_holds(fact):
    assert not refuted(fact, *ABOVE)


def test_nothing_is_said_where_no_point_is_found():
    assert not refuted(pos(sub(X, Y)), pos(X), pos(mul(number(-1), X)))
    assert not refuted(pos(X), equal(power(X, 2), number(-2)))


def test_points_are_taken_onto_equations():
    circle = equal(add(power(X, 2), power(Y, 2)), ONE)
    assert refuted(nonneg(sub(mul(X, Y), ONE)), circle) and not refuted(nonneg(sub(ONE, mul(number(2), X, Y))), circle)


@pytest.mark.slow
def test_what_is_positive_at_first_grows_with_hyperbolic_functions():
    """The denominator of a single neuron's closed form: by Cauchy and Schwarz, the slope is not negative."""
    d, m, t, b = sp.symbols("d m t b", real=True)
    root, start = sp.sqrt(d**2 + b**2), sp.sqrt(d**2 + m**2)
    below = b * (b - m) + start * root * sp.sinh(2 * t * root) + (d**2 + m * b) * sp.cosh(2 * t * root)
    on = Domain(b > 0, t >= 0, sp.Ne(d, 0), m < 7)
    assert proofs_of(Holds(gt(below, 0), on=on), 30)
    assert not proofs_of(Holds(gt(below - b**2 - d**2, 0), on=on), 30)
