"""Monte Carlo beside the exact moments: true ones lie within their standard errors, the slips do not, the same on every run."""

from dataclasses import replace

import pytest
from sympy import Eq, Function, Identity, KroneckerDelta, MatrixSymbol, Rational, S, Symbol, Trace, exp

from helpers.chance_statements import FALSE, TRUE
from theoremtest.derivations.language import ConvergesInProbability, Domain, Expectation, FairBits, Mass, Outcome, Parity, real
from theoremtest.numerics.routes import dispatch as routes
from theoremtest.numerics.routes import monte_carlo

pytestmark = pytest.mark.drawn(6)

UNSEEN = {"a parity vanishes for the empty set too", "parities orthogonal for equal sets too",  # all draws give one number
          "a parity of the number after it, as if the same", "variance of a parity of no bits",
          "exponential of a square, other sign",  # without a value at the points
          "exponential of a trace without its half"}
"""Slips that the points of the route do not meet, or whose standard error is none to go by."""
HEAVY = {"log-normal variance", "exponential of a projection", "exponential of a trace"}
"""Whose points have variances too great for a standard error."""


@pytest.mark.drawn(12)
@pytest.mark.parametrize("row", TRUE, ids=lambda row: row[0])
def test_what_is_true_agrees(row):
    evidence = routes.run("points", row[1](), "chance/1")
    if row[0] in HEAVY and "no standard error" in str(evidence.tried):
        return
    assert evidence.outcome is Outcome.AGREES and evidence.figure, (row[0], evidence.tried, evidence.counterexample)


@pytest.mark.drawn(18)
@pytest.mark.parametrize("row", FALSE, ids=lambda row: row[0])
def test_what_is_false_is_seen(row):
    statement = row[1]()
    outcome = routes.run("points", statement, "chance/1").outcome
    if isinstance(statement, ConvergesInProbability):
        assert outcome is Outcome.UNDECIDED
    else:
        assert outcome is Outcome.REFUTED or row[0] in UNSEEN


def test_the_same_seed_gives_the_same_figures():
    statement = TRUE[0][1]()
    first, second = (routes.run("points", statement, "chance/2") for _ in range(2))
    assert first.figure == second.figure


def test_where_a_few_draws_make_up_the_spread_nothing_is_said():
    """The mean of exp(a) for a deviation of 6 is exp(18), which no sample of some ten thousand comes near."""
    a = real("a")
    statement = Expectation(exp(a), {a: S(36)}, exp(18), on=Domain(over=[a]))
    assert routes.run("points", statement, "chance/1").outcome is not Outcome.REFUTED


def test_a_number_without_spread_is_compared_as_it_is():
    a, n = real("a"), Symbol("n", integer=True)
    on = Domain(n >= 0, n <= 3, over=[a])
    assert routes.run("points", Expectation(n + 0 * a, {a: S.One}, n, on=on), "x").outcome is Outcome.AGREES
    assert routes.run("points", Expectation(n + 0 * a, {a: S.One}, n + 1, on=on), "x").outcome is Outcome.REFUTED


@pytest.mark.parametrize("seed", range(4))
def test_draws_that_cancel_are_judged_by_their_rounding(seed):
    """Y Y^T - Y X^T X Y^T / 2 is zero for X X^T = 2 I; in float64 its draws have a mean of some 1e-16 and a spread of less."""
    X, Y = MatrixSymbol("X", 2, 2), MatrixSymbol("Y", 1, 2)
    quantity = Trace(Y * Y.T) - Trace(Y * X.T * X * Y.T) / 2
    on = Domain(Eq(X * X.T, 2 * Identity(2)), over=[X, Y])
    for stated, outcome in {S.Zero: Outcome.AGREES, Rational(1, 10**11): Outcome.REFUTED}.items():
        assert routes.run("points", Expectation(quantity, {Y: S.One}, stated, on=on), f"cancel/{seed}").outcome is outcome


mass, other = Function("P"), Symbol("n", integer=True)
picked, asked, bits = Symbol("I", integer=True), Symbol("k", integer=True), Symbol("X", integer=True)
few = Domain(other >= 1, asked >= 1, asked <= other, over=[picked, bits])


def test_few_outcomes_are_all_worked_out():
    """One mass in place of another is told at the first point, however near the two are."""
    draws = {picked: Mass(mass(picked), 1, other), bits: FairBits(S(3))}
    true = Expectation(KroneckerDelta(picked, asked) * Parity(S(5), bits)**2, draws, mass(asked), on=few)
    evidence = routes.run("points", true, "few")
    assert evidence.outcome is Outcome.AGREES and evidence.engine == monte_carlo.ALL_OUTCOMES
    odd = replace(true, quantity=KroneckerDelta(picked, asked) * Parity(S(5), bits))
    assert routes.run("points", replace(odd, value=S.Zero), "few").outcome is Outcome.AGREES
    for wrong in (replace(true, value=mass(asked) * (1 + Rational(1, 10**6))), replace(odd, value=Rational(1, 10**6)),
                  replace(true, moment="variance"), replace(true, on=Domain(other >= 1, asked >= 1, over=[picked, bits]))):
        assert routes.run("points", wrong, "few").outcome is Outcome.REFUTED
    assert routes.run("points", replace(true, moment="variance", value=mass(asked) - mass(asked)**2), "few").outcome is Outcome.AGREES
    many = replace(true, draws={**draws, bits: FairBits(S(20))})
    assert routes.run("points", many, "few").engine == monte_carlo.ENGINE


@pytest.mark.slow
def test_two_deltas_of_one_draw_are_tried_where_both_are_one():
    """E[delta_{Ik} delta_{Il}] is not zero where k = l alone, which chance does not meet among four thousand numbers."""
    second = Symbol("l", integer=True)
    on = Domain(Eq(other, 4000), asked >= 1, asked <= other, second >= 1, second <= other, over=[picked])
    true = Expectation(KroneckerDelta(picked, asked) * KroneckerDelta(picked, second), {picked: Mass(mass(picked), 1, other)},
                       mass(asked) * KroneckerDelta(asked, second), on=on)
    assert routes.run("points", true, "two").outcome is Outcome.AGREES
    for wrong in (replace(true, value=S.Zero), replace(true, value=mass(asked) * KroneckerDelta(-asked, second))):
        assert routes.run("points", wrong, "two").outcome is Outcome.REFUTED


def test_masses_that_are_no_law_have_no_mean():
    draws = {picked: Mass(-S.One * asked, 1, other)}
    evidence = routes.run("points", Expectation(1 + 0 * picked, draws, S.One, on=few.but(over=[])), "no law")
    assert evidence.outcome is Outcome.UNDECIDED and "no probabilities" in str(evidence.tried)
