"""Bounds of probabilities: Markov's inequality through a function, for laws that are given and for any law with two moments."""

import copy

import numpy as np
import pytest
from sympy import And, Matrix, Or, Rational, S, Symbol, exp

from helpers.kernel_proofs import none_taken, proofs_of, short_search, taken
from theoremtest.derivations.kernel.check import check
from theoremtest.derivations.kernel.goals import goals
from theoremtest.derivations.kernel.lemmas import LEMMAS
from theoremtest.derivations.kernel.points import FAILS, fails
from theoremtest.derivations.kernel.terms import Refused, read
from theoremtest.derivations.language import (
    Binomial,
    Bounded,
    ConvergesInProbability,
    Domain,
    Dot,
    Expectation,
    Moments,
    Outcome,
    Poisson,
    StatementError,
    TailBound,
    chernoff,
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

pytestmark = pytest.mark.drawn(6)

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


@pytest.mark.slow
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
    assert none_taken(NOT_SHOWN[name])


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


# --- exponentials, bounds by Hoeffding ------------------------------------------------------------------------------------

a, b = reals("a", "b")
u = vector("u", dimension("d"))
ENDS, UNIT = Domain(t > 0, a < m, m < b, over=[x]), Bounded(0, -1, 1)
SPREAD = Domain(t > 0, v > 0, over=[x, y])
SIDES = {x: Bounded(m, a, b)}
EXPONENTIAL = {
    "a normal number": TailBound(x >= t, exp(-t**2 / (2 * v)), {x: v}, through=chernoff(x >= t, {x: v}, t / v), on=SPREAD),
    "either side": TailBound(abs(x) >= t, 2 * exp(-t**2 / (2 * v)), {x: v}, through=chernoff(abs(x) >= t, {x: v}, t / v), on=SPREAD),
    "a sum of two": TailBound(x + y >= t, exp(-t**2 / (4 * v)), {x: v, y: v}, on=SPREAD,
                              through=chernoff(x + y >= t, {x: v, y: v}, t / (2 * v))),
    "Hoeffding": TailBound(x - m >= t, exp(-2 * t**2 / (b - a)**2), SIDES, on=ENDS),
    "Hoeffding, two draws": TailBound(x + y >= t, exp(-t**2 / 4), {x: UNIT, y: UNIT}, on=Domain(t > 0, over=[x, y])),
}
TOO_SMALL = {
    "half the variance": TailBound(x >= t, exp(-t**2 / v), {x: v}, through=chernoff(x >= t, {x: v}, t / v), on=SPREAD),
    "one side of two": TailBound(abs(x) >= t, exp(-t**2 / (2 * v)) / 4, {x: v}, through=chernoff(abs(x) >= t, {x: v}, t / v), on=SPREAD),
    "a larger constant": TailBound(x - m >= t, exp(-3 * t**2 / (b - a)**2), SIDES, on=ENDS),
    "half of Chebyshev's": NOT_SHOWN["half of Chebyshev's"],
    "Markov's, halved": TailBound(t <= X, m / (2 * t), {X: Moments(m, v)}, on=Domain(t > 0, over=[X, m, v])),
    "Cantelli's": TailBound(x - m >= t, v / (v + 2 * t**2), ANY, through=(x - m + v / t)**2 / (t + v / t)**2, on=SIZE),
    "a fourth moment that is not the normal one": NOT_SHOWN["a moment that is not known"],
    "draws that are one": NOT_SHOWN["draws that are one"],
    "a count": TailBound(abs(k - n * p) >= t, n * p * (1 - p) / (2 * t**2), {k: Binomial(n, p)},
                         on=Domain(t > 0, p >= 0, p <= 1, over=[k, n])),
    "a Poisson number": TailBound(k >= t, v / (2 * t), {k: Poisson(v)}, on=Domain(t > 0, v >= 0, over=[k])),
}


@pytest.mark.parametrize("name", EXPONENTIAL)
def test_exponential_bounds_are_taken_and_read(name):
    statement = EXPONENTIAL[name]
    assert taken(statement)
    assert from_tree(to_tree(statement)).key() == statement.key()
    assert read_statement(statement.latex(), statement).key() == statement.key()


def test_draws_between_two_numbers_agree():
    assert run("points", EXPONENTIAL["Hoeffding"], "seed").outcome is Outcome.AGREES
    assert run("points", TOO_SMALL["a larger constant"], "seed").outcome is not Outcome.PROVED


@pytest.mark.slow
@pytest.mark.drawn(12)
@pytest.mark.parametrize("name", TOO_SMALL)
def test_a_bound_that_is_too_small_is_refuted_by_a_law(name):
    assert none_taken(TOO_SMALL[name])
    with offering(()), short_search():
        found = decide_here(TOO_SMALL[name])
    assert found.outcome is Outcome.REFUTED and not found.assumes
    with offering(found.proofs, search=False):
        again = decide_here(TOO_SMALL[name])
    assert again.outcome is Outcome.REFUTED and again.counterexample.note == found.counterexample.note


HALVED = TailBound(abs(x) >= t, v / (2 * t**2), {x: Moments(0, v)}, on=Domain(t > 0, over=[x, v]))
AT = {t: S.One, v: S.One}


def law(*rows):
    return Matrix([[low, high, mass] for low, high, mass in rows]).as_immutable()


def test_a_law_with_the_moments_refutes():
    even = law((-1, -1, Rational(1, 2)), (1, 1, Rational(1, 2)))
    assert fails(to_tree(HALVED), to_tree({**AT, x: even})) == FAILS


@pytest.mark.parametrize("rows", [
    [(-2, -2, Rational(1, 2)), (2, 2, Rational(1, 2))], [(-1, -1, Rational(1, 2)), (1, 1, Rational(1, 4))],
    [(-1, -1, Rational(1, 4)), (1, 1, Rational(3, 4))], [(-1, -1, S.One)], [(-1, 1, S.One)],
    [(-1, -1, Rational(3, 2)), (1, 1, Rational(1, 2)), (0, 0, -S.One)], [(0, 0, S.One)]])
def test_values_with_other_moments_are_no_law(rows):
    with pytest.raises(Refused):
        fails(to_tree(HALVED), to_tree({**AT, x: law(*rows)}))


def test_a_law_refutes_nothing_that_holds():
    even = law((-1, -1, Rational(1, 2)), (1, 1, Rational(1, 2)))
    for statement in (TRUE["Chebyshev"], TRUE["Chebyshev, strictly"]):
        with pytest.raises(Refused):
            fails(to_tree(statement), to_tree({**AT, m: S.Zero, y: S.Zero, x: even}))
    with pytest.raises(Refused):  # no point of the domain
        fails(to_tree(HALVED), to_tree({t: -S.One, v: S.One, x: even}))


@pytest.mark.parametrize(("of", "rows"), [
    ({x: v}, [(1, 3, 0), (2, 4, 0)]), ({x: v}, [(1, 3, 0), (1, 3, 0)]), ({x: v}, [(3, 1, 0)]), ({k: Poisson(v)}, [(1, 2, 0)]),
    ({k: Poisson(v)}, [(1, 1, 0), (1, 1, 0)]), ({k: Poisson(v)}, [(Rational(1, 2), Rational(1, 2), 0)]), ({k: Poisson(v)}, [(-1, -1, 0)])])
def test_cells_are_apart_and_of_the_law(of, rows):
    (draw,) = of
    small = TailBound(draw >= t, S.Zero, of, through=draw**2 / t**2, on=Domain(t > 0, v >= 0, over=[draw]))
    with pytest.raises(Refused):
        fails(to_tree(small), to_tree({**AT, draw: law(*rows)}))
    assert fails(to_tree(small), to_tree({**AT, draw: law((2, 3 if draw is x else 2, 0))})) == FAILS


def test_an_exponential_of_what_is_linear_in_normal_draws_has_a_mean():
    on = Domain(v >= 0, over=[x, y, m, w, u])
    assert taken(Expectation(exp(m * x + y), {x: v, y: 1}, exp((m**2 * v + 1) / 2), on=on))
    assert taken(Expectation(exp(Dot(u, w)), {w: v}, exp(v * Dot(u, u) / 2), on=on))
    assert not taken(Expectation(exp(m * x + y), {x: v, y: 1}, exp((m**2 * v + m) / 2), on=on))


@pytest.mark.parametrize("statement", [
    Expectation(exp(x**2), {x: v}, exp(v), on=Domain(v >= 0, over=[x])),
    Expectation(x * exp(x), {x: v}, v * exp(v / 2), on=Domain(v >= 0, over=[x])),
    Expectation(exp(x), {x: Moments(m, v)}, exp(m + v / 2), on=Domain(v >= 0, over=[x, m])),
    Expectation(exp(x), SIDES, exp(m), on=ENDS), Expectation(x**2, SIDES, m**2, on=ENDS)])
def test_a_mean_that_is_not_known_is_none(statement):
    assert not taken(statement)


def test_hoeffdings_lemma_is_for_shares():
    lemma = LEMMAS["hoeffding"]
    for share, step in ((0.0, 3.0), (0.3, -2.0), (1.0, 5.0), (0.5, 0.01)):
        gap = np.exp(step**2 / 8) - (1 - share) * np.exp(-share * step) - share * np.exp((1 - share) * step)
        assert gap >= -1e-12
    assert len(lemma.sides) == 2  # of a share beyond 1 it would be false
