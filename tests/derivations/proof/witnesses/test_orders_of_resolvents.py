r"""What Loewner's order says of inverses, traces, determinants, norms and extreme eigenvalues: A \succeq l 1 bounds them all. Of each true
statement a false neighbour stands beside it."""

import pytest

from tests.derivations.notation.test_open_functions_typed import read
from theoremtest.derivations.language.verdict import Outcome
from theoremtest.derivations.proof.attest import offering, witness
from theoremtest.derivations.proof.decide import decide_here

A = "let A, B \\in \\mathbb{R}^{n \\times n}\nlet x, y \\in \\mathbb{R}^{n}\nlet \\lambda > 0"
X = "let X \\in \\mathbb{R}^{n \\times d}\nlet \\lambda > 0"
ABOVE, WEAK, STRICT = A + "\nassume A \\succeq \\lambda I", A + "\nassume A \\succeq 0", A + "\nassume A \\succ 0"
ORDERED = A + "\nassume A \\succeq B\nassume B \\succ 0"

TRUE = [
    (ABOVE, r"A \succ 0"),
    (ABOVE, r"A^{-1} \preceq \frac{1}{\lambda} I"),
    (ABOVE, r"\lambda_{\min}(A) \geq \lambda"),
    (ABOVE, r"\lambda_{\max}(A^{-1}) \leq \frac{1}{\lambda}"),
    (ABOVE, r"\|A^{-1}\|_2 \leq \frac{1}{\lambda}"),
    (WEAK, r"\|(A + \lambda I)^{-1}\|_2 \leq \frac{1}{\lambda}"),
    (X, r"\lambda_{\max}((X^\top X + \lambda I)^{-1}) \leq \frac{1}{\lambda}"),
    (X, r"\lambda \operatorname{tr}((X^\top X + \lambda I)^{-1}) \leq d"),
    (X, r"\operatorname{tr}(X (X^\top X + \lambda I)^{-1} X^\top) \leq d"),
    (ORDERED, r"\det A \geq \det B"),
    (STRICT + "\nassume B \\succeq 0", r"\det(A + B) \geq \det A"),
    (STRICT, r"(x^\top y)^2 \leq x^\top A x \cdot y^\top A^{-1} y"),
    (STRICT, r"\operatorname{tr}(A) \operatorname{tr}(A^{-1}) \geq n^2"),
]
FALSE = [
    (ABOVE, r"A^{-1} \preceq \lambda I"),
    (ABOVE, r"\lambda_{\min}(A) > \lambda"),
    (WEAK, r"A \succ 0"),
    (A + "\nassume A \\succeq -\\lambda I", r"\lambda_{\min}(A) \geq \lambda"),
    (X, r"\lambda \operatorname{tr}((X^\top X + \lambda I)^{-1}) \leq d - 1"),
    (X, r"\operatorname{tr}(X (X^\top X + \lambda I)^{-1} X^\top) \geq d"),
    (A + "\nassume A \\succeq B", r"\det A \geq \det B"),
    (STRICT, r"(x^\top y)^2 \leq x^\top A x \cdot y^\top A y"),
    (STRICT, r"\operatorname{tr}(A) \operatorname{tr}(A^{-1}) > n^2"),
]


@pytest.mark.parametrize(("comments", "display"), TRUE)
def test_it_is_proved_by_a_witness(comments, display):
    assert witness(read(comments, display)) is not None


@pytest.mark.parametrize(("comments", "display"), FALSE)
def test_a_neighbour_that_is_false_is_refuted(comments, display):
    with offering(()):
        assert decide_here(read(comments, display)).outcome is Outcome.REFUTED
