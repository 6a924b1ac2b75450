"""Coq takes proofs of limits that are printed from kept witnesses, and refuses them for another value. Skipped where there is no Coq."""

import json

import pytest

from helpers.coq import needs_coq
from theoremtest.derivations.certificates import part_of
from theoremtest.derivations.certificates.printing.proofs import printed_proof
from theoremtest.derivations.certificates.refuted_limits import printed_refutation
from theoremtest.derivations.language import Limit
from theoremtest.derivations.language.tree import tree_of
from theoremtest.derivations.papers import Library
from theoremtest.reports.verify.runner import checks_of
from theoremtest.reports.verify.witnesses import kept

KEPT = ("domine2025/app-A.4:exponential", ""), ("domine2025/app-A.3:cases", "first over last"), ("domine2025/sec-5:which-layer", "large"), (
    "nam2024/sec-4.2.4:power-law", "")
"""At a number, at infinity, by Taylor's theorem, and of a sum without an end."""


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


REFUTED = "domine2025/app-A.4:same-solution", "nam2024/1.36", "kunin2024/app-B.2:gaussian", "xu2024/sec-4:learning-time"
"""At infinity, at a number, for a whole number, and with numbers put in for letters."""


@pytest.mark.slow
@needs_coq
@pytest.mark.parametrize("name", REFUTED)
def test_coq_takes_another_limit_at_the_point_and_not_against_the_true_value(kernel, name):
    claim, _ = Library().find(name)
    check = next(check for check in checks_of(claim) if check.role == "printed")
    statement, witness = check.statement, json.loads(kept(claim.id, check)[0])
    part = part_of(statement, "refuted", ())
    text = printed_refutation(part.theorem, tree_of(statement), witness)
    digest = part.digest[:8]
    assert kernel.check(f"no_limit_{digest}", part.whole(f"no_limit_{digest}", text)).taken
    theorem = part.theorem
    true = text.partition("Rbar_locally (Finite ")[2]
    assert true and not kernel.check(f"limit_{digest}", f"Theorem limit_{digest} : {theorem.statement()}.\n{text}").taken
