"""What a title promises is in the statement, or its reading or `leaves_out` says what became of it."""

import re

import pytest

from theoremtest.derivations.papers import Library

pytestmark = pytest.mark.slow  # all claims of all papers are built

MEASURED = {"Observed"}
PROMISES = {
    "a determinant": (r"\bdeterminants?\b", set(), r"\\det\b"),
    "a limit": (r"\btends? to\b|\bconverges? to\b|\bin the limit\b",
                {"Limit", "ConvergesInProbability", "Scales", "Minimises", "Classifies"}, r"\\to\b|\\lim"),
    "a rank": (r"\branks?\b", set(), r"rank"),
    "an equivalence": (r"\bif and only if\b|\bexactly where\b|\bonly where\b", {"Iff", "Classifies"}, r"\\iff"),
    "a conserved quantity": (r"\bconserve[sd]?\b", {"Conserved", "Evolves", "Expectation"}, r"= 0"),
    "a probability": (r"\bin probability\b|\balmost surely\b", {"ConvergesInProbability"}, r"plim"),
    "a Kronecker product": (r"\bkron\b|\bKronecker\b", set(), r"otimes|vec"),
}
"""What titles promise: (words of the title, kinds of statement that keep it, what of the printed formula does)."""


def kinds_and_formulas(claim) -> tuple[set[str], str]:
    """The kinds of a claim's parts and of its correction's, and their formulas with those of their conditions."""
    wholes = [claim.statement, *([claim.erratum.corrected] if claim.erratum else [])]
    parts = [part for whole in wholes for _, part in whole.parts()]
    formulas = [claim.latex, *(text for part in parts for text in (part.latex(), part.on.latex()))]
    return {type(part).__name__ for part in parts}, " ".join(formulas)


@pytest.fixture(scope="module")
def claims():
    return tuple(Library().registry())


@pytest.mark.parametrize("promise", PROMISES)
def test_what_a_title_names_is_in_the_statement_or_said_to_be_left_out(claims, promise):
    words, kinds, formula = PROMISES[promise]
    broken = []
    for claim in claims:
        if not re.search(words, claim.title):
            continue
        held, text = kinds_and_formulas(claim)
        among = f"{claim.reading} {claim.leaves_out}"
        said = re.search(f"{words.replace('if and only if', 'only if')}{'|limit' * (promise == 'a limit')}", among, re.IGNORECASE)
        if not (held & (kinds | MEASURED) or re.search(formula, text) or said):
            broken.append(claim.id)
    assert broken == []

