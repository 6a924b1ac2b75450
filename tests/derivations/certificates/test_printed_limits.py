"""A limit's proof is printed from the witness that the kernel took: what holds near the end holds by a filter. Needs no Coq."""

import json

import pytest

from theoremtest.derivations.certificates import NoScript, part_of
from theoremtest.derivations.certificates.printing.proofs import printed_proof
from theoremtest.derivations.language import Limit, reals
from theoremtest.derivations.language.tree import tree_of
from theoremtest.derivations.papers import Library
from theoremtest.reports.verify.runner import checks_of
from theoremtest.reports.verify.witnesses import kept

x, a = reals("x", "a")
KEPT = ("domine2025/app-A.4:exponential", ""), ("domine2025/app-A.3:cases", "first over last"), ("domine2025/sec-5:which-layer", "large")
"""At a number, at infinity, and by Taylor's theorem."""


def witness(name, part=""):
    """A statement of the library and the proofs that are kept of it."""
    claim, _ = Library().find(name)
    check = next(check for check in checks_of(claim) if (check.role, check.part) == ("printed", part))
    return check.statement, list(map(json.loads, kept(claim.id, check)))


def script(statement, proofs):
    return printed_proof(part_of(statement, "proved", ()).theorem, tree_of(statement), proofs)


@pytest.mark.parametrize("name", KEPT)
def test_each_line_is_one_assertion_and_the_limit_ends_it(name):
    statement, proofs = witness(*name)
    text = script(statement, proofs)
    lines = [line for proof in proofs for line in proof["lines"]]
    assert text.count("assert (L__") >= len(lines) // 2  # of another point of the domain nothing is said
    assert "filterlim" in text and "lim_as" in text


def test_taylor_s_theorem_is_a_lemma_with_the_order_of_the_witness():
    statement, proofs = witness(*KEPT[2])
    orders = [line[4] for proof in proofs for line in proof["lines"] if line[0] == "taylor"]
    text = script(statement, proofs)
    assert orders and all(f"small_power {order}" in text for order in orders)


def test_another_limit_or_a_damaged_witness_prints_nothing():
    statement, proofs = witness(*KEPT[1])
    with pytest.raises(NoScript):
        script(Limit(statement.expression + 1, statement.variable, statement.point, statement.value, on=statement.on), proofs)
    last = proofs[-1]
    for lines in (last["lines"][:len(last["lines"]) // 2], [["guess"], *last["lines"]], [*last["lines"], ["near"]]):
        with pytest.raises(NoScript):
            script(statement, [*proofs[:-1], {**last, "lines": lines}])
