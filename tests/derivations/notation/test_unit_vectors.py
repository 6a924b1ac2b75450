r"""With |x| = 1, or = c, what rests on <x, x> = 1 is shown by a witness, as it is where the condition is written without the root."""

import pytest

from tests.derivations.notation.test_open_functions_typed import read
from theoremtest.derivations.language.verdict import Outcome
from theoremtest.derivations.proof.attest import offering, witness
from theoremtest.derivations.proof.decide import decide_here

LETTERS = "let A \\in \\mathbb{R}^{n \\times n}\nlet x, y \\in \\mathbb{R}^{n}\nassume A is symmetric, "


@pytest.mark.parametrize(("condition", "display"), [
    (r"\|x\| = 1", r"|x^\top y| \leq \|y\|"), (r"\|x\| = 1", r"x^\top A x \leq \lambda_{\max}(A)"),
    (r"\|x\| = 1", r"x^\top A x \leq \|A\|_F"),
    (r"\|x\| = 2", r"|x^\top y| \leq 2 \|y\|"), (r"\|x\| = 1, \|y\| = 1", r"|x^\top y| \leq 1"),
    ("x is a unit vector", r"|x^\top y| \leq \|y\|"),
])
def test_bounds_of_unit_vectors_have_a_witness(condition, display):
    assert witness(read(LETTERS + condition, display)) is not None


@pytest.mark.parametrize(("condition", "display"), [
    (r"\|x\| = 2", r"|x^\top y| \leq \|y\|"), (r"\|x\| = 1", r"x^\top A x \leq \lambda_{\max}(A) - 1"),
    (r"\|x\| = \|y\|", r"\|x\| \leq x^\top y"),
])
def test_bounds_that_fail_are_refuted(condition, display):
    with offering(()):
        assert decide_here(read(LETTERS + condition, display)).outcome is Outcome.REFUTED
