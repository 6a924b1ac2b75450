"""Rates of limits: the rate that is there is proved; one that is too fast is refuted at a point, one that is slower holds as well."""

import pytest
from sympy import Identity, Ne, S, cosh, exp, log, oo, sqrt, tanh

from theoremtest.derivations.language import Domain, Dot, Limit, Outcome, dimension, matrix, real, vector
from theoremtest.derivations.proof.decide import decide

x, y, s, t = real("x"), real("y"), real("s"), real("t")
d, n = dimension("d"), dimension("n")
u = vector("u", d)
A, B = matrix("A", n, d), matrix("B", d, n)
late = Domain(t > 0)
plane = Domain(t > 0, over=[y])
scaled = Domain(t > 0, s > 0, over=[y])

TO_SCALE = {
    "a power": (Limit(t / (t + 1), t, oo, S.One, on=late), 1 / t, 1 / t**2),
    "an exponential": (Limit(tanh(t), t, oo, S.One, on=late), exp(-2 * t), exp(-3 * t)),
    "a rate that is faster where a letter is above 1": (Limit(tanh(s * t), t, oo, S.One, on=scaled), exp(-2 * s * t), exp(-2 * s**2 * t)),
    "one of a square": (Limit(1 + exp(-t), t, oo, S.One, on=late), exp(-t), exp(-t**2)),
    "a factor in front": (Limit(t * exp(-t), t, oo, S.Zero, on=late), t * exp(-t), exp(-t)),
    "a logarithm in front": (Limit(log(t) / t, t, oo, S.Zero, on=late), log(t) / t, 1 / t),
    "from above": (Limit(cosh(x), x, 0, S.One, on=Domain(x > 0)), x**2, x**3),
    "a letter that may be zero": (Limit(y * exp(-t), t, oo, S.Zero, on=plane), exp(-t), exp(-2 * t)),
    "a condition on the variable that depends on a letter": (Limit((s - x) ** 2, x, 0, s**2, on=Domain(x > 0, s > x)), x, x**2),
    "a vector": (Limit(u / (1 + t), t, oo, 0 * u, on=Domain(t > 0, over=[u])), 1 / t, 1 / t**2),
    "a matrix whose simplest points are zero": (Limit(A * B / t, t, oo, 0 * A * B, on=Domain(t > 0, over=[A, B])), 1 / t, 1 / t**2),
    "an inner product": (Limit(sqrt(t**2 + Dot(u, u)) - t, t, oo, S.Zero, on=Domain(t > 0, over=[u])), 1 / t, 1 / t**2),
}


def at(statement: Limit, rate) -> Limit:
    return Limit(statement.expression, statement.variable, statement.to, statement.value, rate=rate, on=statement.on)


@pytest.mark.drawn(4)
@pytest.mark.parametrize("statement, rate, faster", TO_SCALE.values(), ids=TO_SCALE)
def test_the_rate_that_is_there_is_proved_and_a_faster_one_refuted(statement, rate, faster):
    assert decide(at(statement, rate)).outcome is Outcome.PROVED
    found = decide(at(statement, faster))
    assert found.outcome is Outcome.REFUTED, found
    assert found.counterexample.right == "a finite value" and "rate" in found.counterexample.note


@pytest.mark.parametrize("statement, rate, faster", TO_SCALE.values(), ids=TO_SCALE)
def test_a_slower_rate_is_never_refuted(statement, rate, faster):
    assert decide(at(statement, sqrt(rate))).outcome is not Outcome.REFUTED


HOLD = {
    "nothing is left": Limit(S.One + 0 * t, t, oo, S.One, rate=exp(-t**2), on=late),
    "nothing is left where the letter is zero, and little elsewhere": Limit(y * exp(-t**2), t, oo, S.Zero, rate=exp(-t), on=plane),
    "close but slower to settle": Limit((1 + 1 / t) * exp(-t), t, oo, S.Zero, rate=exp(-t), on=late),
    "a rate that does not decay": Limit(1 + exp(-t), t, oo, S.One, rate=1 + 0 * t, on=late),
    "a domain that keeps the letter from where it fails": Limit(y * exp(-t) + exp(-2 * t), t, oo, S.Zero, rate=exp(-t), on=plane),
}


@pytest.mark.parametrize("statement", HOLD.values(), ids=HOLD)
def test_what_holds_is_not_refuted(statement):
    assert decide(statement).outcome is Outcome.PROVED


def test_a_rate_that_vanishes_at_a_letter_is_not_proved():
    """At y = 0 there is nothing to be bounded against, and the distance is not zero."""
    everywhere = Limit(1 + exp(-t), t, oo, S.One, rate=y * exp(-t), on=plane)
    assert decide(everywhere).outcome is not Outcome.PROVED
    assert decide(Limit(1 + exp(-t), t, oo, S.One, rate=y * exp(-t), on=Domain(t > 0, Ne(y, 0)))).outcome is Outcome.PROVED


def test_conditions_on_the_variable_decide_where_a_limit_may_be_refuted():
    """(s - x)^2 with x < s: only a positive s lets x come near 0, and only there the claim says something."""
    wrong = Limit((s - x) ** 2, x, 0, 1 + s**2, on=Domain(x > 0, s > x))
    found = decide(wrong)
    assert found.outcome is Outcome.REFUTED and dict(found.counterexample.point)["s"] == "1"
    kept_away = Limit((s - x) ** 2 * (1 + s), x, 0, S.Zero, on=Domain(x > 0, x < -s, s < 0))
    assert decide(kept_away).outcome is Outcome.REFUTED
    scale = Limit((s - x) ** 2, x, 0, 1 + s**2, on=Domain(x > 0, x < 1 / s, over=[s]))  # no condition at s = 0
    assert decide(scale).outcome is Outcome.REFUTED and dict(decide(scale).counterexample.point)["s"] == "1"
    nowhere = Limit(x + s, x, 0, s + 1, on=Domain(x > 0, s < -x, s > 0))
    assert decide(nowhere).outcome is Outcome.UNDECIDED


def test_a_wrong_limit_of_a_matrix_is_told_before_its_rate():
    twice = Limit((1 + 1 / t) * u * u.T, t, oo, 2 * u * u.T, rate=1 / t, on=Domain(t > 0, over=[u]))
    found = decide(twice)
    assert found.outcome is Outcome.REFUTED and "printed value" in found.counterexample.note
    shifted = Limit(Identity(d) + u * u.T / t, t, oo, Identity(d), rate=1 / t**2, on=Domain(t > 0, over=[u]))
    assert "rate" in decide(shifted).counterexample.note
