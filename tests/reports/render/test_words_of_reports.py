"""What a reader is told does not count formulas as the engine does."""

import pytest

from theoremtest.reports.render.prose import runs
from theoremtest.reports.render.words import plainly


@pytest.mark.parametrize("note, said", [
    ("formula 1 of 4 has no value there", "the first of the statement's 4 formulas has no value at this point"),
    ("formula 12 of 16 has no value there", "the 12th of the statement's 16 formulas has no value at this point"),
    ("formula 1 of 1 has no value there; n = 1", "the formula has no value at this point; n = 1"),
    ("the left side has no value there", "the left side has no value there"),
])
def test_a_formula_that_has_no_value_is_named_in_words(note, said):
    assert plainly(note) == said


@pytest.mark.parametrize("text, said", [("errors of 1.5e-12.", "errors of 1.5 × 10⁻¹²."), ("rtol 1e-6, then x", "rtol 10⁻⁶, then ")])
def test_a_number_with_its_power_of_ten_is_one_number_in_running_text(text, said):
    assert runs(text)[0].text == said and "e" not in [run.text for run in runs(text) if run.kind == "math"]
