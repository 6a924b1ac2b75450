"""True statements of the field are proved, false ones refuted with a point; what lies beyond is never proved."""

import pytest
from linear_networks import FALSE, NOT_PROVED, TRUE

from theoremtest.derivations.language import Outcome
from theoremtest.derivations.proof.decide import decide

pytestmark = pytest.mark.drawn(6)


@pytest.mark.drawn(6)
@pytest.mark.parametrize("name", TRUE)
def test_what_is_true_is_proved(name):
    evidence = decide(TRUE[name])
    assert evidence.outcome is Outcome.PROVED, evidence.tried


@pytest.mark.drawn(24)
@pytest.mark.parametrize("name", FALSE)
def test_what_is_false_is_refuted(name):
    evidence = decide(FALSE[name])
    assert evidence.outcome is Outcome.REFUTED, evidence.tried
    assert evidence.counterexample is not None


@pytest.mark.parametrize("name", NOT_PROVED)
def test_what_is_not_shown_is_not_proved(name):
    assert decide(NOT_PROVED[name]).outcome is not Outcome.PROVED
