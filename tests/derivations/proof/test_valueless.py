"""Points without a value among those that a dropped condition kept out: of sides, abbreviations, entries and limits."""

import pytest
from sympy import Ne, S, exp, oo, sqrt, symbols

from theoremtest.derivations.language import (
    TIME,
    Domain,
    Equal,
    Expectation,
    Holds,
    Limit,
    Outcome,
    Solves,
    System,
    dimension,
    matrix,
    real,
    reals,
)
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.valueless import without_value

x, y, c, r = reals("x", "y", "c", "r")
tau = real("tau")
n, m = dimension("n"), dimension("m")
i, j = symbols("i j", integer=True)
W = matrix("W", n, m)


def told(statement, condition):
    evidence = without_value(statement, (condition,), Deadline(5))
    if evidence is None:
        return None
    assert evidence.outcome is Outcome.REFUTED
    return dict(evidence.counterexample.point), evidence.counterexample.note


def test_a_side():
    assert told(Equal(1 / x, x / x**2, on=Domain(over=[x])), Ne(x, 0)) == ({"x": "0"}, "the left side has no value there")
    assert told(Equal(x + 1, 1 + x, on=Domain(over=[x])), Ne(x, 0)) is None


def test_an_abbreviation_that_cancels_where_it_is_written_out():
    """With tau := 1/(x c), the path e^(-t x c) has a value at x = 0, and the scale of time it is printed with has none."""
    path = y * exp(-TIME / tau)
    on = Domain(TIME >= 0, c > 0, over=[x, y], where={tau: 1 / (x * c)})
    point, note = told(Solves(System({r: -x * c * r}, {r: y}), {r: path}, on=on), Ne(x, 0))
    assert point["x"] == "0" and note == "tau has no value there"
    unspoken = Solves(System({r: -x * c * r}, {r: y}), {r: y * exp(-TIME * x * c)}, on=on)
    assert told(unspoken, Ne(x, 0)) is None


def test_an_abbreviation_within_another():
    inner = real("k")
    on = Domain(over=[x], where={inner: sqrt(x), tau: x * inner**2})
    assert told(Holds(tau >= 0, on=on), x >= 0) == ({"x": "-1"}, "k has no value there")


@pytest.mark.parametrize("dropped, values", [(i >= 0, {"i": "-1"}), (j < m, {"j": "1"})])
def test_an_entry_that_a_matrix_does_not_have(dropped, values):
    kept = [condition for condition in (i >= 0, i < n, j >= 0, j < m) if condition != dropped]
    drawn = Expectation(W[i, j]**2, {W: S.One}, S.One, on=Domain(*kept, over=[i, j, W]))
    point, note = told(drawn, dropped)
    assert values.items() <= point.items() and "W" in note and "no value" in note
    assert told(Expectation(W[0, 0]**2, {W: S.One}, S.One, on=Domain(*kept, over=[i, j, W])), dropped) is None


def test_a_limit_at_parameters_where_nothing_has_a_value():
    decays = Limit(exp(-y / c), y, oo, S.Zero, on=Domain(y > 0, c >= 0))
    assert told(decays, c > 0) == ({"c": "0"}, "the left side has no value there")
    assert told(decays, y > 0) is None, "of the limit's own variable no value is asked"
    assert told(Limit(exp(-y * c), y, oo, S.Zero, on=Domain(y > 0, c >= 0)), c > 0) is None
