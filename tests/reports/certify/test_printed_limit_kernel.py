"""Coq takes proofs of limits that are printed from kept witnesses, and refuses them for another value. Skipped where there is no Coq."""

import json

import pytest

from helpers.coq import needs_coq
from theoremtest.derivations.certificates import part_of
from theoremtest.derivations.certificates.printing.proofs import printed_proof
from theoremtest.derivations.language import Limit
from theoremtest.derivations.language.tree import tree_of
from theoremtest.derivations.papers import Library
from theoremtest.reports.verify.runner import checks_of
from theoremtest.reports.verify.witnesses import kept

KEPT = ("domine2025/app-A.4:exponential", ""), ("domine2025/app-A.3:cases", "first over last"), ("domine2025/sec-5:which-layer", "large")
"""At a number, at infinity, and by Taylor's theorem."""


@pytest.mark.slow
@needs_coq
@pytest.mark.parametrize("name", KEPT)
def test_coq_takes_what_is_printed_and_not_for_another_value(kernel, name):
    claim, _ = Library().find(name[0])
    check = next(check for check in checks_of(claim) if (check.role, check.part) == ("printed", name[1]))
    statement, proofs = check.statement, list(map(json.loads, kept(claim.id, check)))
    part = part_of(statement, "proved", ())
    text = printed_proof(part.theorem, tree_of(statement), proofs)
    digest = part.digest[:8]
    assert kernel.check(f"limit_{digest}", part.whole(f"limit_{digest}", text)).taken
    other = part_of(Limit(statement.expression, statement.variable, statement.point, 7, on=statement.on), "proved", ())
    assert not kernel.check(f"other_{digest}", other.whole(f"other_{digest}", text)).taken
