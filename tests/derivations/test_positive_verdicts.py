"""A printed sentence that is known to fail somewhere does not keep a positive verdict: what its claim's own words or a derived claim say
against it is an erratum, or it is written down here why it is none.

Words decide what is looked at, people what it means; a new claim whose words speak of exceptions has to be looked at.
"""

import re

import pytest

from theoremtest.derivations.papers import Library

AGAINST = re.compile(r"\b(except|exceptions?|unless|not when|fails?|wrong|false|contradicts?|does not hold|do not show|not true|not always|"
                     r"refutes|refuted|revers(?:es|ed)|misprint|should be|too few|never reaches)\b", re.IGNORECASE)
REVERSED = "a mode that is called `reversed` in the paper"
NO_CONTRADICTION = {
    "domine2025/fig-8:peak": "another sentence of the caption, whose erratum is `app-A.4:square-kernel`",
    **dict.fromkeys(("domine2025/app-D.2:separatrix", "domine2025/app-D.2:dynamics-vanish", "domine2025/sec-6:spectrum",
                     "domine2025/sec-6:reversal-succeeds", "domine2025/fig-12:slowed"), REVERSED),
    "domine2025/app-E.2.1:no-linear-solution": "the paper's own `not always`",
    "kunin2024/sec-4:funnel": "the null set that the text excepts",
    "kunin2024/sec-3:convergence": "the null set that the text excepts",
    **dict.fromkeys(("kunin2024/sec-5:downstream-delay", "kunin2024/sec-5:downstream-fixed"), "the text's own `too few`"),
    "kunin2024/app-A.4.3:measure-zero": "the null set that the text excepts",
    "nam2024/sec-4.4:constants": "constants of one law, not said to give another's",
    "nam2024/table-5.1:seventh-column": "a run that fails is what the text tells",
    "xu2024/sec-3.4:large-initialization": "a start with f(0) = 0 is none of a large output",
}
"""Claims whose words speak of exceptions, and why these contradict nothing that is printed."""
OF_OUR_OWN = {
    "domine2025/lemma-B.2:picard-lindeloef": "about the proof: what Lemma B.2 states holds of Q(0) Q(0)^T",
    "domine2025/lemma-B.2:exists": "more than the lemma says",
    "domine2025/app-E.2.2:one-hot": "what the text modifies to whiten the inputs is lost in it",
    "kunin2024/72:conserved": "more than Eq. (72) needs",
    "kunin2024/lemma-B.2:finite-delta": "the lemma is read in the limit of the line above it; Eq. (88) has the remark",
    "kunin2024/fig-7:balanced-ray": "the caption says that it is empty for delta > 0, of which delta = 0 is no case",
    **dict.fromkeys(("nam2024/A.20:any-start", "nam2024/B.10:any-start", "nam2024/prop-2.5.1:collapse", "nam2024/sec-4.3.1:any-starts"),
                    "more holds than is printed"),
    "nam2024/3.8:correlated": "printed of uncorrelated features; it holds of others too",
    "nam2024/3.14:unequal-starts": "Eq. (3.13), which it rests on, is of one start for both modes",
    "nam2024/sec-4.2.4:only-some-skills": "the text assumes stage-like training `for all k of interest`",
    "nam2024/4.11:unequal-layers": "Lemma 1, by which Eq. (4.11) is derived, has equal layers",
    "nam2024/6.9:no-aligned-mode": "a ratio of what is not there; Eq. (6.9) is of aligned modes",
    "nam2024/1.34:cumulative": "the text says itself that sums over a test set are approximate",
}
"""Derived claims that hold something against a place without an erratum, and why that is none."""


@pytest.fixture(scope="module")
def claims():
    return tuple(Library().registry())


@pytest.mark.slow
def test_words_of_exceptions_stand_beside_an_erratum_or_a_reason(claims):
    spoken = {claim.id for claim in claims if claim.origin == "printed" and claim.erratum is None
              and AGAINST.search(f"{claim.reading} {claim.leaves_out} {claim.note}")}
    assert sorted(spoken - set(NO_CONTRADICTION)) == [] and sorted(set(NO_CONTRADICTION) - spoken) == []


@pytest.mark.slow
def test_a_derived_claim_against_a_place_without_an_erratum_has_a_reason(claims):
    """One at the same place whose title says that something fails, is not, or never happens."""
    against = re.compile(r"\b(not|never|fails?|nowhere|cannot|0/0|otherwise|too early|ends in finite time|for others)\b")
    bare = {claim.id for claim in claims if claim.origin == "derived" and claim.paper.key != "one_theory" and against.search(claim.title)
            and any(other.where == claim.where and other.paper == claim.paper and other.origin == "printed" for other in claims)
            and not any(other.erratum for other in claims if other.where == claim.where and other.paper == claim.paper)}
    assert sorted(bare - set(OF_OUR_OWN)) == [] and sorted(set(OF_OUR_OWN) - bare) == []
