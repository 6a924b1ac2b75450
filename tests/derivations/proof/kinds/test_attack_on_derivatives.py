"""No false statement of the attack is proved, no true one refuted; each decision ends, and most are made."""

import pytest
from attack_on_derivatives import STATEMENTS

from helpers.attack import decided
from theoremtest.derivations.language import Outcome

SETTLED = (
    "gradient: linear and the norm",
    "gradient: linear left out",
    "gradient: quadratic form of any matrix",
    "gradient: trace of a product",
    "gradient: of one entry",
    "Hessian: cubic mixture",
    "Hessian: cubic mixture, radial part only",
    "Hessian: of two entries",
    "no potential: outer product",
    "no potential: identity",
    "mirror: quartic",
    "mirror: a factor of the start",
    "mirror: a factor of the start differentiated too",
    "motion: trace of an orthogonal matrix squared",
    "motion: balanced weights stand still",
    "motion: orthogonal matrix turns",
    "motion: squared length, turning",
    "motion: a constant tied to what is kept",
    "motion: bounds that leave room",
    "motion: a larger one, wrong",
    "motion: a larger one where it is larger",
    "motion: inverse as a letter that moves",
    "motion: derivative of an abbreviation",
    "motion: log of a coordinate, wrong",
)
"""Statements that are not left open either: to refuse everything would be no wrong answer."""


@pytest.mark.drawn(6)
@pytest.mark.parametrize("true, make", [pytest.param(true, make, id=name) for name, true, make in STATEMENTS])
def test_no_wrong_answer(true, make):
    assert decided(make) is not (Outcome.REFUTED if true else Outcome.PROVED)


def test_half_of_the_statements_are_false():
    assert 0.35 < sum(not true for _, true, _ in STATEMENTS) / len(STATEMENTS) < 0.65


@pytest.mark.parametrize("name", SETTLED)
def test_what_words_can_tell_is_told(name):
    true, make = next((true, make) for found, true, make in STATEMENTS if found == name)
    assert decided(make) is (Outcome.PROVED if true else Outcome.REFUTED)
