"""What Section 3 (first half) and Appendix A up to A.2 of the single-neuron paper must hold, told as a specification."""

import pytest

from theoremtest.derivations.language import Outcome
from theoremtest.derivations.papers import Library
from theoremtest.derivations.proof.decide import decide

REGISTRY = Library().registry()
MODULES = {f"{name}.py" for name in (
    "s3_single_neuron_eq1_2", "s3_regimes", "a1_model_eq10_13", "a2_1_coordinates_eq14_20", "a2_2_balanced_eq21_25",
    "a2_3_upstream_eq26_28", "a2_4_downstream_eq29_32", "a2_closed_form_eq28_and_32", "a2_5_basins_eq33", "a2_6_recovery_eq34_35")}
CLAIMS = [claim for claim in REGISTRY if claim.paper.key == "kunin2024" and claim.source.split(":")[0] in MODULES]

WRONG = {"kunin2024/25", "kunin2024/app-A.2.1:spherical", "kunin2024/sec-3:balanced-rank-one"}
INCOMPLETE = {"kunin2024/33", "kunin2024/fn-3", "kunin2024/fn-3:unit-rates", "kunin2024/sec-3:upstream-time-scales",
              "kunin2024/sec-3:determine",
              *(f"kunin2024/{place}" for place in (23, 34, 35, "app-A.1:sheets", "app-A.2.1:invariant", "app-A.2.4:single-sheet"))}
RATES_MISSING = {f"kunin2024/{number}:product-one" for number in (26, 27, 28, 29, 30, 31, 32, 33, 34)}


@pytest.mark.parametrize("place", [1, 2, *range(10, 36), "lemma-A.1", "fn-2", "fn-3", "fig-2", "fig-3", "fig-7", "fig-8"])
def test_every_numbered_place_has_its_claim(place):
    assert f"kunin2024/{place}" in REGISTRY


@pytest.mark.slow
def test_the_errata_are_exactly_these():
    kinds = {claim.id: claim.erratum.kind for claim in CLAIMS if claim.erratum is not None}
    assert kinds == {**dict.fromkeys(WRONG, "wrong"), **dict.fromkeys(INCOMPLETE | RATES_MISSING, "incomplete")}


def test_the_closed_forms_that_the_paper_omits_are_marked_as_derived():
    omitted = ("28:solution", "31:solution", "32:solution", "app-A.2:closed-form", "app-A.2:closed-form-weights")
    assert {REGISTRY[f"kunin2024/{part}"].origin for part in omitted} == {"derived"}


def test_everything_here_starts_from_the_loss():
    """Eqs. (11), (12), (14) and (15) are derivatives of a loss, and the exact solutions rest on them."""
    base = {"kunin2024/14", "kunin2024/15"}
    for solution in ("25", "27", "28:solution", "31:solution", "app-A.2:closed-form"):
        assert base & set(REGISTRY.rests_on(f"kunin2024/{solution}")), solution


@pytest.mark.parametrize("claim_id, point", [
    # |beta_*| = 1 hides the missing factor, so the smallest counterexample has |beta_*| = 2
    ("kunin2024/25", {r"c_\phi": "0", r"\|\beta_*\|": "2", r"\mu_0": "1", "t": "0"}),
    # w = 0, where mu says nothing of a
    ("kunin2024/34", {"a": "1", r"\|\beta_*\|": "1", r"\|w\|^2": "0", r"\omega": "0"}),
    # the balanced start opposite to beta_*, which ends at the saddle
    ("kunin2024/33", {r"\|\beta_*\|": "1", "a_0": "1", r"\omega_0": "-1"}),
    # eta_a = 2, eta_w = 1/2 satisfy eta_a eta_w = 1 and are not unit rates
    ("kunin2024/26:product-one",
     {"a": "1", r"\|\beta_*\|": "1", r"\|w\|^2": "0", r"\omega": "0", r"\eta_a": "2"}),
])
def test_the_smallest_counterexample_shows_the_fault(claim_id, point):
    evidence = decide(REGISTRY[claim_id].statement)
    assert evidence.outcome is Outcome.REFUTED
    assert dict(evidence.counterexample.point) == point
