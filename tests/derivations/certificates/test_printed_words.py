"""Proofs about matrices are printed from the rules of the witness that the kernel took. Needs no Coq."""

import json
import re
from dataclasses import replace

import pytest

from theoremtest.derivations.certificates import NoScript
from theoremtest.derivations.certificates.matrices_lemmas import OPENING, PLACE
from theoremtest.derivations.certificates.matrices_part import matrix_part
from theoremtest.derivations.certificates.printing.numbers import proving
from theoremtest.derivations.language import Equal
from theoremtest.derivations.language.tree import tree_of
from theoremtest.derivations.papers import Library
from theoremtest.derivations.proof.witnesses.proving import prove
from theoremtest.reports.verify.runner import checks_of
from theoremtest.reports.verify.witnesses import kept

KEPT = ("kunin2024/116", "printed", "depth 1"), ("kunin2024/118", "printed", "depth 2"), ("nam2024/prop-2.5.1", "printed", "")
"""An equation that another was shown for first, several rules, and an operator of a function space."""


def witness(name, role="printed", part=""):
    """A statement of the library with the proofs that are kept of it."""
    claim, _ = Library().find(name)
    check = next(check for check in checks_of(claim) if (check.role, check.part) == (role, part))
    return check.statement, list(map(json.loads, kept(claim.id, check)))


def printed(statement, proofs):
    return replace(matrix_part(statement), witness=(tree_of(statement), proofs))


def taken_off(script):
    """The steps that a script has Coq take off."""
    return re.findall(r"\b(?:Around|Entry|Trace) ", script)


@pytest.mark.parametrize("name", KEPT)
def test_the_rules_of_the_witness_are_taken_off_and_the_theorem_is_the_same(name):
    statement, proofs = witness(*name)
    part = printed(statement, proofs)
    assert taken_off(part.from_witness())
    assert (part.stated, part.digest) == (matrix_part(statement).stated, matrix_part(statement).digest)


def test_without_its_rules_a_script_takes_nothing_off():
    statement, proofs = witness(*KEPT[0])
    bare = [proof if "point" in proof else {**proof, "lines": [["hyp", 0]]} for proof in proofs]
    assert not taken_off(printed(statement, bare).from_witness())


def test_products_of_diagonal_letters_are_taken_off_within_a_trace():
    script = printed(*witness("nam2024/sec-1.5.2:norm-of-the-features")).from_witness()
    assert "Trace " in script and "grown_entries" in script


def test_what_rewriting_leaves_is_nothing_by_a_lemma_about_numbers():
    part = printed(*witness("nam2024/1.32:learned"))
    with proving(prove):
        script = part.from_witness()
    assert "have W : " in script and script.startswith(OPENING[0])
    assert "have W : " not in part.from_witness()  # nobody looks for a proof: a fixed tactic ends it


def test_a_damaged_witness_or_that_of_another_statement_prints_nothing():
    statement, proofs = witness(*KEPT[0])
    whole = proofs[0]
    for one in ({**whole, "lines": whole["lines"][1:]}, {**whole, "lines": [["guess", 0], *whole["lines"]]}, {**whole, "terms": []}):
        with pytest.raises(NoScript):
            printed(statement, [one, *proofs[1:]]).from_witness()
    with pytest.raises(NoScript):
        printed(Equal(statement.left, statement.left, on=statement.on.but(over=[])), [*proofs, whole]).from_witness()


def test_without_a_witness_none_is_printed():
    statement, _ = witness(*KEPT[0])
    part = matrix_part(statement)
    with pytest.raises(NoScript, match="no-witness"):
        part.script()


def test_lemmas_of_equations_within_a_limit_stand_in_the_theorems_one_list():
    part = printed(*witness("domine2025/sec-5:identity-representations", part="output"))
    with proving(prove):
        script = part.from_witness()
    stated, named = (re.findall(rf"{begin}{PLACE}_(\d+)", script) for begin in ("Lemma ", "@"))
    assert len(set(stated)) == len(stated) > 1 and set(named) == set(stated)


def test_a_word_that_no_line_asks_for_goes_by_what_the_theorem_supposes():
    statement, proofs = witness("kunin2024/thm-B.6", "corrected", "predictor")
    assert proofs[0]["lines"] == [] and taken_off(printed(statement, proofs).from_witness())


def test_a_bound_of_one_gram_matrix_is_that_of_the_other():
    assert "(semi_turned L" in printed(*witness("kunin2024/98", part="negative")).from_witness()
