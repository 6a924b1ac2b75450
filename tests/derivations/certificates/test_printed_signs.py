"""Signs of matrices are printed by the sums that the witness names, without the lines that nothing asks for. Needs no Coq."""

import json
from dataclasses import replace

import pytest

from theoremtest.derivations.certificates import NoScript
from theoremtest.derivations.certificates.matrices_part import matrix_part
from theoremtest.derivations.language.tree import tree_of
from theoremtest.derivations.papers import Library
from theoremtest.reports.verify.runner import checks_of
from theoremtest.reports.verify.witnesses import kept


@pytest.fixture(scope="module")
def positive():
    """A multiple of the identity and a Gram matrix are positive together; and the proof that is kept of it."""
    claim, _ = Library().find("domine2025/def-A.1:sizes")
    check = next(check for check in checks_of(claim) if check.part == "full")
    return check.statement, [proof for proof in map(json.loads, kept(claim.id, check)) if "lines" in proof]


def script(statement, proofs):
    return replace(matrix_part(statement), witness=(tree_of(statement), proofs)).script()


def test_a_sum_of_squares_is_an_equation_of_words_and_a_lemma_for_each_summand(positive):
    text = script(*positive)
    assert "definite_add" in text and "semi_gram" in text and text.count("have E") == text.count("apply: (same_emb") > 0


def test_what_nothing_asks_for_is_left_out(positive):
    _, (proof,) = positive
    assert 0 < script(*positive).count("have L") < len(proof["lines"])


def test_without_the_last_line_nothing_is_printed(positive):
    statement, (proof,) = positive
    for other in ([{**proof, "lines": proof["lines"][:-1]}], [], [{**proof, "lines": [["guess"], *proof["lines"]]}]):
        with pytest.raises(NoScript):
            script(statement, other)
