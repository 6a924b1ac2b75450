"""What Section 4 and Appendix B must hold, told as a specification: places, errata, what rests on what, and the pillars."""

import pytest

from theoremtest.derivations.language import Outcome
from theoremtest.derivations.papers import Library
from theoremtest.derivations.proof.decide import decide

REGISTRY = Library().registry()
CLAIMS = [claim for claim in REGISTRY if claim.paper.key == "kunin2024" and claim.source.startswith(("s4_", "b1_", "b2_"))]
WRONG = {"78", "83", "84", "85", "86", "90", "96", "101", "102", "103", "111", "114", "115", "116:proof", "122", "thm-B.6",
         "thm-B.6:potential", "sec-4:deep", "sec-4:all-rich", "app-B.1:conserved", "app-B.1.1:balanced", "app-B.1.1:independent-upstream",
         "app-B.1.1:independent-downstream", "app-B.1.2:lazy", "app-B.1.3:isotropic", "app-B.1.3:lazy", "app-B.1.3:rich",
         "app-B.1.1:norm-only", "app-B.1.1:null-space", "app-B.1.2:which-limit", "app-B.2:gaussian"}
INCOMPLETE = {"88", "106", "107", "108", "109", "110", "fn-8", "thm-B.6:positive", "sec-4:opposite-limits"}
GARBLED = {"77:underbraces", "80"}


@pytest.mark.parametrize("place", [6, 7, *range(73, 123), "thm-4.1", "fn-5", "fn-8", "lemma-B.1",
                                   "lemma-B.2", "lemma-B.3", "thm-B.6", "lemma-B.8", "thm-B.9"])
def test_every_numbered_place_has_its_claim(place):
    assert f"kunin2024/{place}" in REGISTRY


def test_the_errata_are_exactly_these():
    kinds = {claim.id.removeprefix("kunin2024/"): claim.erratum.kind for claim in CLAIMS if claim.erratum is not None}
    assert kinds == {**dict.fromkeys(WRONG, "wrong"), **dict.fromkeys(INCOMPLETE, "incomplete"), **dict.fromkeys(GARBLED, "garbled")}


def test_the_theorems_rest_on_the_dynamics():
    assert {"kunin2024/98", "kunin2024/99", "kunin2024/104"} <= set(REGISTRY.rests_on("kunin2024/thm-B.6"))
    assert {"kunin2024/116", "kunin2024/117", "kunin2024/118"} <= set(REGISTRY.rests_on("kunin2024/thm-B.9"))
    assert {"kunin2024/73", "kunin2024/74", "kunin2024/75"} <= set(REGISTRY.rests_on("kunin2024/6"))


@pytest.mark.parametrize("place, shown", [
    # three vectors of a plane with independent outer products
    ("app-B.1.1:independent-upstream", {"a_{3,3}": "0"}),
    # at finite delta two outputs and one neuron give M full rank
    ("88", {"h": "1", "c": "2"}),
    # one input and a negative delta: two sheets
    ("fn-8", {r"\delta": "-1"}),
])
def test_the_counterexample_shows_the_fault(place, shown):
    evidence = decide(REGISTRY[f"kunin2024/{place}"].statement)
    assert evidence.outcome is Outcome.REFUTED
    assert shown.items() <= dict(evidence.counterexample.point).items()


def test_ranks_of_one_add_up_beyond_the_outputs():
    point = dict(decide(REGISTRY["kunin2024/90"].statement).counterexample.point)
    assert int(point["h"]) > int(point["c"])


def test_neither_printing_of_the_entropy_is_right_at_other_rates_and_both_are_at_unit_rates():
    for place in ("114", "thm-B.6:potential"):
        assert decide(REGISTRY[f"kunin2024/{place}"].statement).outcome is Outcome.REFUTED
    assert decide(REGISTRY["kunin2024/114:unit-rates"].statement).outcome is Outcome.PROVED


def test_the_printed_entropy_is_concave_for_negative_delta_and_by_no_constant_factor():
    claim = REGISTRY["kunin2024/115:negative-delta"]
    assert decide(claim.statement).outcome is Outcome.PROVED
    assert "negative for delta" not in REGISTRY["kunin2024/115"].erratum.why
