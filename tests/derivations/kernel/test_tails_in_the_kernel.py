"""Bounds of probabilities: Markov's inequality through a function, for laws that are given and for any law with two moments."""

import copy

import pytest
from sympy import And, Or, S, Symbol

from helpers.kernel_proofs import proofs_of, taken
from theoremtest.derivations.kernel.check import check
from theoremtest.derivations.kernel.goals import goals
from theoremtest.derivations.kernel.terms import Refused, read
from theoremtest.derivations.language import (
    Binomial,
    ConvergesInProbability,
    Domain,
    Dot,
    Expectation,
    Moments,
    Outcome,
    Poisson,
    StatementError,
    TailBound,
    dimension,
    reals,
    vector,
)
from theoremtest.derivations.language.tree import from_tree, to_tree
from theoremtest.derivations.notation import NotationError, read_statement
from theoremtest.derivations.proof.attest import offering
from theoremtest.derivations.proof.decide import decide_here
from theoremtest.derivations.proof.witnesses.proving import prove
from theoremtest.numerics.routes.dispatch import run

x, y, t, m, v, p = reals("x", "y", "t", "m", "v", "p")
X, k, n = Symbol("X", nonnegative=True), Symbol("k", integer=True), Symbol("n", integer=True, positive=True)
w, d = vector("w", dimension("d")), dimension("d")
ON = Domain(t > 0, over=[x, y, m, v])
SIZE = Domain(t > 0, v >= 0, over=[x, m])
ANY = {x: Moments(m, v)}

TRUE = {
    "Chebyshev": TailBound(abs(x - m) >= t, v / t**2, ANY, on=ON),
    "Chebyshev, strictly": TailBound(abs(x - m) > t, v / t**2, ANY, on=ON),
    "Markov": TailBound(t <= X, m / t, {X: Moments(m, v)}, on=Domain(t > 0, over=[X, m, v])),
    "Cantelli": TailBound(x - m >= t, v / (v + t**2), ANY, through=(x - m + v / t)**2 / (t + v / t)**2, on=SIZE),
    "a fourth moment": TailBound(abs(x) >= t, 3 * v**2 / t**4, {x: v}, through=x**4 / t**4, on=SIZE),
    "a sum": TailBound(abs(x + y) >= t, 2 * v / t**2, {x: Moments(0, v), y: Moments(0, v)}, on=ON),
    "a norm of any dimension": TailBound(Dot(w, w) >= t, d * v / t, {w: v}, on=Domain(t > 0, v >= 0, over=[w])),
    "a count": TailBound(abs(k - n * p) >= t, n * p * (1 - p) / t**2, {k: Binomial(n, p)}, on=Domain(t > 0, p >= 0, p <= 1, over=[k, n])),
    "both at once": TailBound(And(x >= t, y >= t), v / (2 * t**2), {x: Moments(0, v), y: Moments(0, v)},
                              through=(x + y)**2 / (4 * t**2), on=ON),
}
NOT_SHOWN = {
    "half of Chebyshev's": TailBound(abs(x - m) >= t, v / (2 * t**2), ANY, on=ON),
    "Markov of what may be negative": TailBound(x >= t, m / t, ANY, on=ON),
    "a function that is less than 1": TailBound(x >= t, v / (4 * t**2), {x: Moments(0, v)}, through=x**2 / (4 * t**2), on=ON),
    "without a sign of t": TailBound(abs(x - m) >= t, v / t**2, ANY, on=Domain(t < 1, over=[x, m, v])),
    "a moment that is not known": TailBound(abs(x) >= t, 3 * v**2 / t**4, {x: Moments(0, v)}, through=x**4 / t**4, on=ON),
    "draws that are one": TailBound(abs(x + y) >= t, v / t**2, {x: Moments(0, v), y: Moments(0, v)}, on=ON),
}


@pytest.mark.parametrize("name", TRUE)
def test_a_true_bound_is_taken_kept_and_read(name):
    statement = TRUE[name]
    assert taken(statement)
    assert from_tree(to_tree(statement)).key() == statement.key()
    assert read_statement(statement.latex(), statement).key() == statement.key()


@pytest.mark.parametrize("name", TRUE)
def test_draws_agree_with_it(name):
    assert run("points", TRUE[name], "seed").outcome is Outcome.AGREES


@pytest.mark.parametrize("name", NOT_SHOWN)
def test_what_the_function_does_not_give_is_not_taken(name):
    assert not taken(NOT_SHOWN[name])


def test_a_proof_is_of_its_own_bound():
    proofs = proofs_of(TRUE["Chebyshev"])
    with pytest.raises(Refused):
        check(to_tree(NOT_SHOWN["half of Chebyshev's"]), copy.deepcopy(proofs))


def test_what_is_negative_bounds_no_probability():
    with offering(()):
        found = decide_here(TailBound(abs(x - m) >= t, -v / t**2, ANY, on=ON))
    assert found.outcome is Outcome.REFUTED and not found.assumes


def test_a_draw_that_is_not_negative_has_no_negative_mean():
    """Where there is no such law nothing is said, so that no point there refutes; with a mean of 0 it does not vary."""
    (first, *_) = goals(read(to_tree(TRUE["Markov"])))
    assert prove(first) is not None
    still = TailBound(X > 0, S.Zero, {X: Moments(0, v)}, through=X**2 / v, on=Domain(v > 0, over=[X]))
    with offering(()):
        assert decide_here(still).outcome is not Outcome.REFUTED


def test_two_moments_are_all_that_is_known():
    with offering(()):
        assert decide_here(Expectation(x**2, ANY, m**2 + v, on=ON)).outcome is Outcome.PROVED
        assert decide_here(Expectation(x**3, ANY, m**3 + 3 * m * v, on=ON)).outcome is Outcome.UNDECIDED
        away = ConvergesInProbability(x + 1 / n, n, S.Zero, {x: Moments(0, v)}, on=Domain(v > 0, over=[x, n]))
        assert decide_here(away).outcome is not Outcome.PROVED


@pytest.mark.parametrize("make", [
    lambda: TailBound(Or(x > t, x < -t), v, ANY, on=ON), lambda: TailBound(And(x > t, y > t), v, {**ANY, y: v}, on=ON),
    lambda: TailBound(x + t, v, ANY, on=ON), lambda: TailBound(x > t, x, ANY, on=ON), lambda: TailBound(x > t, v, {}, on=ON),
    lambda: TailBound(Dot(w, w) > t, v, {w: Moments(0, v)}, on=Domain(t > 0, over=[w, v])),
    lambda: TailBound(x > t, v, {x: Poisson(v)}, on=ON), lambda: TailBound(x > t, v, {x: v}, through=w, on=Domain(over=[x, t, v, w]))])
def test_what_means_nothing_is_refused(make):
    with pytest.raises(StatementError):
        make()


def test_it_is_read_as_it_is_printed():
    claim = TRUE["Chebyshev"]
    assert read_statement(r"\Pr(|x - m| \geq t) \leq \frac{v}{t^2}", claim).key() == claim.key()
    assert read_statement(r"\mathbb{P}\left(|x - m| \geq 2t\right) \leq \frac{v}{4t^2}", claim).through == (m - x)**2 / (4 * t**2)
    with pytest.raises(NotationError):
        read_statement(r"\Pr(|x - m| \geq t) \geq \frac{v}{t^2}", claim)
