"""Solutions that break off by a pole on the way, of the formula, of a rate or of an abbreviation in it; and some that do not."""

import pytest
from sympy import Abs, Piecewise, Rational, S, cos, exp, pi, sin, sqrt

from helpers.attack import decided
from theoremtest.derivations.language import Domain, Outcome, Solves, System, reals
from theoremtest.derivations.proof.broken_paths import loss_of_value, lost_by, passed_by
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.decide import decide
from theoremtest.derivations.proof.points.coordinates import contains

pytestmark = pytest.mark.drawn(6)

x, v, u, t, a, b, p, q = reals("x", "v", "u", "t", "a", "b", "p", "q")
LATER = Domain(t >= 0)


def solves(rate, start, solution, on):
    return Solves(System({x: rate}, {x: start}), {x: solution}, on=on)


modes = p * exp(t) + q * exp(-2 * t)
ratio = (p * exp(t) - 2 * q * exp(-2 * t)) / modes
"""Of the modes' slope and the modes."""
riccati = a * (b + a + (b - a) * exp(2 * a * t)) / (b + a - (b - a) * exp(2 * a * t))
"""From b, along x^2 - a^2."""
BROKEN = {
    "an abbreviation of the rate has a pole, and the rate's formula has none": solves(
        -x * v, S.One, 1 - t, LATER & Domain(where={v: 1 / (1 - t)})),
    "an abbreviation of an abbreviation": solves(-x * v, S.One, 1 - t, LATER & Domain(where={u: 1 - t, v: 1 / u})),
    "a pole before the start": solves(-x * v, S.One, 1 - t, Domain(over=[t], where={v: 1 / (1 - t)})),
    "modes of either sign": solves(x * v, p + q, modes, LATER & Domain(p > 0, over=[q], where={v: ratio})),
    "a Riccati equation of either sign": solves(x**2 - a**2, b, riccati, LATER & Domain(a > 0, b > 0)),
}
square = t**2 - 2 * t + 1
even = -pi * (sin(t)**2 + cos(t)**2 - 3)
"""2 pi, and so positive, though a minus sign stands before it."""
WHOLE = {
    "a zero that is no pole": solves(4 * pi * (t - 1) * square**(2 * pi - 1), S.One, square**even, LATER),
    "a piece that does without": solves(Piecewise((-x * v, t < S.Half), (-1, True)), S.One, 1 - t, LATER & Domain(where={v: 1 / (1 - t)})),
    "a product that has a limit": solves(-x / (1 - t), S.One, 1 - t, LATER),
    "the pole is not reached": solves(-x * v, S.One, 1 - t, Domain(t >= 0, t < 1, where={v: 1 / (1 - t)})),
    "the pole is behind": solves(x * v, S.One, 1 + t, LATER & Domain(where={v: 1 / (1 + t)})),
    "an abbreviation that the rate does not use": solves(-x, S.One, exp(-t), LATER & Domain(where={v: 1 / (1 - t)})),
    "modes of one sign": solves(x * v, p + q, modes, LATER & Domain(p > 0, q > 0, where={v: ratio})),
    "a Riccati equation from below": solves(x**2 - a**2, b, riccati, LATER & Domain(a > 0, b > 0, b < a)),
}


@pytest.mark.drawn(24)
@pytest.mark.parametrize("name", BROKEN)
def test_a_solution_that_breaks_off_is_refuted(name):
    assert decided(lambda: BROKEN[name]) is Outcome.REFUTED


@pytest.mark.parametrize("name", WHOLE)
def test_one_that_does_not_is_not(name):
    assert decided(lambda: WHOLE[name]) is not Outcome.REFUTED


@pytest.mark.parametrize("name", ("the pole is not reached", "the pole is behind", "modes of one sign"))
def test_and_some_are_proved(name):
    assert decided(lambda: WHOLE[name]) is Outcome.PROVED


@pytest.mark.parametrize("name", BROKEN)
def test_the_point_that_is_told_is_one_of_the_domain(name):
    statement = BROKEN[name]
    solution = {x: statement.on.expand(statement.solution[x])}
    found = loss_of_value(solution, passed_by(statement, solution), t, statement.on, Deadline(20))
    letters = {symbol.name: symbol for symbol in statement.on.symbols}
    point = {letters[name]: Rational(value) for name, value in found.point}
    assert contains(statement.on, point) is True
    assert lost_by(solution, passed_by(statement, solution), t, point, Deadline(20)) == found.left


@pytest.mark.parametrize("rate", (Piecewise((1 / (1 - t), t < S.Half), (1, True)), 1 / Abs(1 - t), sin(1 - t) / (1 - t),
                                  (1 - t) / sqrt(1 + t), exp(sin(1 - t) / (1 - t))), ids=str)
def test_what_may_have_a_value_all_along_says_nothing(rate):
    """A quotient that is not looked at, one that is no continuous function, and one whose numerator vanishes as well."""
    assert lost_by({x: t}, {"the rate of x": rate}, t, {t: S(2)}, Deadline(20)) is None


@pytest.mark.parametrize("solution, rate, on, whole", (
    (sqrt(a) * exp(-t), -x, LATER & Domain(a >= 0), True),
    (sqrt(a) * exp(-t), -x, LATER & Domain(over=[a]), False),
    (exp(-t / a), -x / a, LATER & Domain(a < 0), True),
    (exp(-t / a), -x / a, LATER & Domain(over=[a]), False),
    (sqrt(1 + a * t), a / (2 * x), LATER & Domain(a > 0), True),
    (sqrt(b) / (b + t), -x / (b + t), LATER & Domain(b > 0), True),
), ids=str)
def test_a_solution_holds_all_over_where_every_parameter_gives_it_a_value(solution, rate, on, whole):
    """What time stands in was shown to have a value; its constant parts are asked for."""
    found = decide(solves(rate, solution.subs(t, 0), solution, on))
    assert (found.outcome, found.scope) == (Outcome.PROVED, "whole domain") if whole else "no value where a =" in found.tried[0]
