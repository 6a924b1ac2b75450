r"""e^{-tA} of a matrix that is seen to be symmetric is a function of it, with its derivative by t and the linear flows that it solves; of
another matrix it is refused, with what to say."""

import pytest

from tests.derivations.notation.test_open_functions_typed import read, refusal
from theoremtest.derivations.language.verdict import Outcome
from theoremtest.derivations.notation import read_statement
from theoremtest.derivations.proof.attest import offering
from theoremtest.derivations.proof.decide import decide_here

LETTERS = "let A, B, C, N \\in \\mathbb{R}^{n \\times n}\nlet X \\in \\mathbb{R}^{m \\times n}\nlet x, y, x_0 \\in \\mathbb{R}^{n}\n" \
          "let s\nlet t \\geq 0\nassume A is symmetric, B is positive definite"
FLOW = LETTERS + "\nalong \\dot x = -A x\nstart x(0) = x_0"


@pytest.mark.parametrize(("comments", "display", "holds"), [
    (LETTERS, r"e^{A t} e^{A s} = e^{A (t + s)}", True), (LETTERS, r"e^{A t} e^{A s} = e^{A (t - s)}", False),
    (LETTERS, r"e^{A} e^{B} = e^{A + B}", False), (LETTERS, r"\exp(A) A = A \exp(A)", True), (LETTERS, r"(e^{B})^{-1} = e^{-B}", True),
    (LETTERS, r"\frac{d}{dt} e^{tA} = A e^{tA}", True), (LETTERS, r"\frac{d}{dt} e^{-tA} = A e^{-tA}", False),
    (LETTERS, r"\frac{d}{ds} \left(e^{sA} x\right) = A e^{sA} x", True),
    (FLOW, r"x(t) = e^{-At} x_0", True), (FLOW, r"x(t) = e^{At} x_0", False),
    (FLOW.replace("-A x", "-X^\\top X (x - y)"), r"x(t) = y + \exp(-t X^\top X) (x_0 - y)", True),
])
def test_exponentials_of_symmetric_matrices_are_decided(comments, display, holds):
    with offering(()):
        assert decide_here(read(comments, display)).outcome is (Outcome.PROVED if holds else Outcome.REFUTED)


@pytest.mark.parametrize(("comments", "matrix"), [
    (LETTERS, "A + B"), (LETTERS, "X^\\top X"), (LETTERS, "N + N^\\top"), (LETTERS, "A^{-1}"), (LETTERS, "N A N^\\top"),
    (LETTERS + "\nassume C \\succeq A", "C"), (LETTERS + "\nassume N = X^\\top X", "N"), (LETTERS + "\nassume N is diagonal", "N"),
    (LETTERS + "\nS = A B A", "-S"),
])
def test_what_is_seen_to_be_symmetric_has_an_exponential(comments, matrix):
    found = read(comments, rf"e^{{{matrix}}} x = y")
    assert read_statement(found.latex(), found).latex() == found.latex()


@pytest.mark.parametrize("matrix", ["N", "A B", "A + N", "X", "t N^\\top", "N + N", "X^\\top"])
def test_an_exponential_of_any_other_matrix_is_refused(matrix):
    assert "seen to be symmetric; say so" in refusal(LETTERS, rf"e^{{{matrix}}} = 0")


def test_a_power_of_the_word_is_refused():
    assert "put the factor into the exponent" in refusal(LETTERS, r"\exp^2(A) = I")
