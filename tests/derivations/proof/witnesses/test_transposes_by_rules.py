r"""A number and its transpose are one: the entry of x^T A y, or the trace of A B C, is that of the transposed word, which equations of the
domain (A^T = A, A^T = -A, A^T = c A) may write as a multiple of the same word or of another one."""

import pytest

from tests.derivations.notation.test_open_functions_typed import read
from theoremtest.derivations.language.verdict import Outcome
from theoremtest.derivations.proof.attest import offering, witness
from theoremtest.derivations.proof.decide import decide_here

LETTERS = "let A, B, C, M \\in \\mathbb{R}^{n \\times n}\nlet x, y \\in \\mathbb{R}^{n}\nlet c"
SYMMETRIC = LETTERS + "\nassume A^\\top = A\nassume B^\\top = B\nassume C^\\top = C"
SKEW = LETTERS + "\nassume A^\\top = -A"

TRUE = [
    (SYMMETRIC, r"x^\top A y = y^\top A x"),
    (SYMMETRIC, r"x^\top A B y = y^\top B A x"),
    (SYMMETRIC, r"x^\top A M y = y^\top M^\top A x"),
    (SYMMETRIC, r"\operatorname{tr}(A B C) = \operatorname{tr}(C B A)"),
    (SYMMETRIC, r"\operatorname{tr}(A M) = \operatorname{tr}(M^\top A)"),
    (SYMMETRIC, r"\operatorname{tr}(A (M - M^\top)) = 0"),
    (SKEW, r"x^\top A x = 0"),
    (SKEW, r"x^\top A y = -y^\top A x"),
    (SKEW, r"\operatorname{tr}(A) = 0"),
    (SKEW, r"x^\top (M + A) x = x^\top M x"),
    (SKEW, r"\operatorname{tr}(A M M^\top) = 0"),
    (SKEW + "\nassume B^\\top = B", r"\operatorname{tr}(A B) = 0"),
]
FALSE = [
    (LETTERS, r"x^\top A y = y^\top A x"),
    (SYMMETRIC, r"x^\top A M y = y^\top M A x"),
    (SYMMETRIC, r"\operatorname{tr}(A B C M) = \operatorname{tr}(M C B A)"),
    (SYMMETRIC, r"x^\top A x = 0"),
    (SKEW, r"x^\top A y = y^\top A x"),
    (SKEW, r"x^\top A A x = 0"),
    (SKEW, r"\operatorname{tr}(A M) = 0"),
]


@pytest.mark.parametrize(("comments", "display"), TRUE)
def test_what_a_transpose_says_is_proved_by_a_witness(comments, display):
    statement = read(comments, display)
    assert witness(statement) is not None
    with offering(()):
        assert decide_here(statement).outcome is Outcome.PROVED


@pytest.mark.parametrize(("comments", "display"), FALSE)
def test_a_word_that_is_no_multiple_of_its_transpose_is_another_number(comments, display):
    statement = read(comments, display)
    assert witness(statement) is None
    with offering(()):
        assert decide_here(statement).outcome is Outcome.REFUTED
