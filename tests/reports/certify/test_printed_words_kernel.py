"""Coq takes proofs about matrices that are printed from kept witnesses, and refuses them for another side. Skipped without Coq."""

import json

import pytest

from helpers.coq import needs_coq
from theoremtest.derivations.certificates.matrices_part import matrix_part
from theoremtest.derivations.language import Equal
from theoremtest.derivations.language.tree import tree_of
from theoremtest.derivations.papers import Library
from theoremtest.reports.verify.runner import checks_of
from theoremtest.reports.verify.witnesses import kept

KEPT = ("kunin2024/116", "depth 1"), ("kunin2024/118", "depth 2"), ("kunin2024/105", "")
"""An equation that another was shown for first, several rules, and one of vectors."""


@pytest.mark.slow
@needs_coq
@pytest.mark.parametrize("name", KEPT)
def test_coq_takes_what_is_printed_and_not_for_twice_the_side(matrix_kernel, name):
    claim, _ = Library().find(name[0])
    check = next(check for check in checks_of(claim) if (check.role, check.part) == ("printed", name[1]))
    part = matrix_part(check.statement)
    part.witness = tree_of(check.statement), list(map(json.loads, kept(claim.id, check)))
    text, digest = part.from_witness(), part.digest[:8]
    assert matrix_kernel.check(f"words_{digest}", part.whole(f"words_{digest}", text)).taken
    other = matrix_part(Equal(check.statement.left, 2 * check.statement.right, on=check.statement.on))
    assert not matrix_kernel.check(f"other_{digest}", other.whole(f"other_{digest}", text)).taken
