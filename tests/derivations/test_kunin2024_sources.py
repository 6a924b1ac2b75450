"""Where the conditions of the single-neuron paper stand, and what its readings leave out."""

from collections import Counter

import pytest

from theoremtest.derivations.kunin2024.conventions_notation import KUNIN
from theoremtest.derivations.kunin2024.notation import setting, t
from theoremtest.derivations.language import DomainError, Observed
from theoremtest.derivations.notation.printed_conditions import misprinted
from theoremtest.derivations.papers import Library

CLAIMS = [claim for claim in Library().registry() if claim.paper.key == "kunin2024"]


@pytest.mark.slow
def test_every_condition_has_a_source():
    assert [(claim.id, str(entry.condition)) for claim in CLAIMS for entry in claim.sources if entry.source == "unclassified"] == []


@pytest.mark.slow
def test_every_convention_is_used_and_names_a_place_of_the_paper():
    used = Counter(entry.name for claim in CLAIMS for entry in claim.sources if entry.source == "convention")
    assert sorted(convention.name for convention in KUNIN.conventions if convention.name not in used) == []
    assert all(convention.says for convention in KUNIN.conventions)


def stated(claim):
    return [claim.statement, *([claim.erratum.corrected] if claim.erratum else []), *(step.statement for step in claim.derivation)]


@pytest.mark.drawn(6)
@pytest.mark.slow
def test_every_condition_says_what_its_source_prints():
    assert [(claim.id, fault) for claim in CLAIMS for statement in stated(claim)
            for fault in misprinted(statement, (*claim.conditions, *claim.printed.conditions))] == []


@pytest.mark.parametrize("slip", [t >= 1, t <= 0, t > 0])
def test_a_letter_with_a_bound_of_its_own_takes_no_other(slip):
    with pytest.raises(DomainError, match="the paper lays down t >= 0"):
        setting(slip)


@pytest.mark.slow
def test_no_added_condition_is_hidden_in_a_printed_statement():
    """What the paper does not print is an erratum: the printed statement goes without it."""
    assert [claim.id for claim in CLAIMS for entry in claim.sources if entry.source == "added"] == []


def test_what_only_a_simulation_supports_is_no_proof():
    measured = {claim.id.split("/")[1] for claim in CLAIMS if isinstance(claim.statement, Observed)}
    assert measured == {"fig-1:regimes", "fig-1:rapid", "fig-1:farthest", "fig-1:test-loss", "fig-3:agreement", "fig-3:upstream",
                        "fig-3:balanced", "fig-3:downstream", "fig-4:whitened", "fig-4:low-rank", "fig-5:evolution",
                        "app-A.4.3:one-sign-change"}
