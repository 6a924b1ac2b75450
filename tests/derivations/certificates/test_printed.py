"""A proof is printed from the witness that the kernel took, line by line; from anything else none is printed. Needs no Coq."""

import json

import pytest

from theoremtest.derivations.certificates import NoScript, part_of
from theoremtest.derivations.certificates.printing.proofs import printed_proof
from theoremtest.derivations.certificates.sums import Sums
from theoremtest.derivations.certificates.terms import app
from theoremtest.derivations.language import Domain, Equal, reals
from theoremtest.derivations.language.tree import tree_of
from theoremtest.derivations.papers import Library
from theoremtest.reports.verify.runner import checks_of
from theoremtest.reports.verify.witnesses import kept

x, y = reals("x", "y")


@pytest.fixture(scope="module")
def proved():
    """A statement with a root of a sum with a root, and the proofs that are kept of it."""
    claim, _ = Library().find("kunin2024/34")
    check = next(check for check in checks_of(claim) if (check.role, check.part) == ("corrected", "w"))
    return check.statement, list(map(json.loads, kept(claim.id, check)))


def script(statement, proofs):
    return printed_proof(part_of(statement, "proved", ()).theorem, tree_of(statement), proofs)


def test_each_line_of_the_witness_is_one_assertion(proved):
    statement, proofs = proved
    assert script(statement, proofs).count("assert (L__") == sum(len(proof["lines"]) for proof in proofs if "lines" in proof)


def test_the_theorem_is_the_same_whatever_proves_it(proved):
    statement, proofs = proved
    part, other = part_of(statement, "proved", ()), part_of(statement, "proved", ())
    part.witness = tree_of(statement), proofs
    assert part.script() == script(statement, proofs)
    assert (part.stated, part.digest) == (other.stated, other.digest)


def test_from_a_damaged_witness_nothing_is_printed(proved):
    statement, proofs = proved
    line = next(place for place, proof in enumerate(proofs) if proof.get("lines"))
    whole = proofs[line]
    damaged = [{**whole, "lines": whole["lines"][1:]}, {**whole, "lines": [["guess", 0], *whole["lines"]]},
               {**whole, "lines": [["algebra"], *whole["lines"]]}, {**whole, "terms": whole["terms"][:3]}]
    for one in damaged:
        with pytest.raises(NoScript):
            script(statement, [*proofs[:line], one, *proofs[line + 1:]])
    with pytest.raises(NoScript):
        script(statement, [])


def test_the_witness_of_another_statement_prints_nothing(proved):
    statement, proofs = proved
    with pytest.raises(NoScript):
        script(Equal(statement.left + 1, statement.right, on=statement.on), proofs)


def test_without_a_witness_none_is_printed():
    with pytest.raises(NoScript, match="no-witness"):
        part_of(Equal(x + y, y + x, on=Domain(over=[x, y])), "proved", ()).script()


def test_a_point_that_leaves_a_letter_out_refutes_nothing():
    part = part_of(Equal(x + y, x, on=Domain(over=[x, y])), "refuted", ())
    letters = [["Symbol", "x", ["real"]], ["number", 1], ["Symbol", "y", ["real"]], ["number", 2]]
    part.witness = [], [{"fails": "fails", "point": [*letters, ["dict", [0, 1]]]}]
    with pytest.raises(NoScript, match="point"):
        part.script()
    part.witness = [], [{"fails": "fails", "point": [*letters, ["dict", [0, 1], [2, 3]]]}]
    assert "specialize (H (1) (2))" in part.script()


def test_squares_of_roots_below_the_root_that_a_function_means_are_multiplied_out():
    claim, _ = Library().find("kunin2024/sec-4:two-penalties")
    check = next(check for check in checks_of(claim) if check.part == "lazy")
    assert "ring [(sqrt_sqrt _ Z" in script(check.statement, list(map(json.loads, kept(claim.id, check))))


def test_a_kronecker_symbol_in_a_sum_is_the_same_with_its_arguments_turned_and_one_where_they_are_one():
    sums, i, j = Sums(), app("INR", "i"), app("INR", "j")
    assert sums.value(app("kronecker", i, j), ()) == sums.value(app("kronecker", j, i), ()) and sums.value(app("kronecker", i, i), ()) == 1
