"""A refutation at a witness's point whose numbers are the same by a proof that is looked for; Coq takes it, but not of what is true."""

import pytest
from sympy import Ge, Gt, Integer, Le, Lt, sqrt

from helpers.coq import needs_coq
from theoremtest.derivations.certificates import NoScript, part_of
from theoremtest.derivations.certificates.printing.numbers import proving
from theoremtest.derivations.language import Domain, Holds, reals
from theoremtest.derivations.language.tree import to_tree, tree_of
from theoremtest.derivations.proof.witnesses.proving import prove

(x,) = reals("x")
BELOW, ABOVE = Domain(x < 0), Domain(x > 0)
TWINS = {
    "modulus": (-3, *(Holds(made(abs(x) * sqrt(1 - x), sqrt(x**2 - x**3)), on=BELOW) for made in (Gt, Ge))),
    "roots": (3, *(Holds(made(sqrt(x) * sqrt(x + 1), sqrt(x**2 + x)), on=ABOVE) for made in (Lt, Le))),
}


def refutation(statement, value):
    part = part_of(statement, "refuted", ())
    part.witness = tree_of(statement), [{"fails": "fails", "point": to_tree({x: Integer(value)})}]
    return part


@pytest.mark.parametrize("name", TWINS)
def test_a_proof_that_is_looked_for_is_printed_and_without_one_there_is_no_script(name):
    value, wrong, _ = TWINS[name]
    with proving(prove):
        assert refutation(wrong, value).script().startswith("Proof.")
    part = refutation(wrong, value)
    with proving(lambda goal: None), pytest.raises(NoScript, match="no-witness"):
        part.from_witness()


@needs_coq
@pytest.mark.slow
@pytest.mark.parametrize("name", TWINS)
def test_coq_takes_the_refutation_and_not_that_of_what_is_true(kernel, name):
    value, wrong, true = TWINS[name]
    with proving(prove):
        part = refutation(wrong, value)
        script = part.from_witness()
    assert kernel.check(f"refuted_{name}", part.whole(f"refuted_{name}", script)).taken
    other = refutation(true, value)
    assert not kernel.check(f"true_{name}", other.whole(f"true_{name}", script)).taken
