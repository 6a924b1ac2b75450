"""The papers' own claims under `theoremtest try`: what is printed, what is corrected, and slips in either, are told apart."""

import pytest

from theoremtest.derivations.papers import Library
from theoremtest.reports.edits.attempt import attempt

REGISTRY = Library().registry()
WITH_ERRATUM = ("kunin2024/25", "kunin2024/26:product-one", "kunin2024/34:product-one")
RATE = r"\|\beta_*\|^2 - \delta \nu - \nu^2"
M = r"\frac{S + \delta}{2} I_d + \frac{S - \delta}{2} \frac{\beta \beta^\top}{\|\beta\|^2}".replace(
    "S", r"\sqrt{\delta^2 + 4 \eta_a \eta_w \|\beta\|^2}")


@pytest.mark.drawn(4)
@pytest.mark.slow
@pytest.mark.parametrize("claim_id", WITH_ERRATUM)
def test_the_printed_form_fails_and_the_corrected_one_holds(claim_id):
    claim = REGISTRY[claim_id]
    printed = attempt(claim, claim.statement.latex())
    assert (printed.verdict, printed.equivalent_to) == ("fails", "printed") and printed.counterexample is not None
    corrected = attempt(claim, claim.erratum.corrected.latex())
    assert (corrected.verdict, corrected.equivalent_to) == ("holds", "corrected")


@pytest.mark.drawn(7)
@pytest.mark.slow
@pytest.mark.parametrize("claim_id, formula, verdict, equivalent", [
    ("kunin2024/26", rf"\dot\nu = {RATE}", "holds", "printed"),
    ("kunin2024/26", r"\frac{d\nu}{dt} = (\|\beta_*\| - \nu)(\|\beta_*\| + \nu) - \delta \nu", "holds", "printed"),
    ("kunin2024/26", RATE.replace("-", "+", 1), "fails", "neither"),
    ("kunin2024/25", r"\frac{2 \cosh^2(\|\beta_*\| t + c_\phi)}{2 \|\beta_*\| t + 2 c_\phi + \sinh(2 \|\beta_*\| t + 2 c_\phi) + c_\mu}",
     "fails", "printed"),
    ("kunin2024/25", r"\frac{\cosh^2(\|\beta_*\| t + c_\phi)}{2 \|\beta_*\| t + 2 c_\phi + \sinh(2 \|\beta_*\| t + 2 c_\phi) + c_\mu}",
     "fails", "neither"),
    ("kunin2024/4", M, "holds", "printed"),
    ("kunin2024/4", M.replace(r"\eta_a", "", 1), "fails", "neither"),
    ("kunin2024/3", r"\dot\beta = -\left(\eta_w a^2 I_d + \eta_a w w^\top\right) X^\top (X \beta - y)", "holds", "printed"),
    ("kunin2024/65:convex", r"-1", "holds", "unknown"),  # a weaker bound holds everywhere too, and is another one
    ("kunin2024/65:convex", r"1", "fails", "neither"),
])
def test_formulas_as_a_reader_would_type_them(claim_id, formula, verdict, equivalent):
    found = attempt(REGISTRY[claim_id], formula)
    assert (found.verdict, found.equivalent_to) == (verdict, equivalent), found
    assert (found.counterexample is not None) == (verdict == "fails")
