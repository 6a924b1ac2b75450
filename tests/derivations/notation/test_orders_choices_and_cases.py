r"""Loewner's order, factorials and binomials, `or` and `and` beside an equivalence, sums of entries and columns of ones, gradients and
Hessians without brackets, and letters that a display binds although they are declared above. Each is decided, its false twin refuted."""

import pytest

from tests.derivations.notation.test_open_functions_typed import read, refusal
from theoremtest.derivations.language.verdict import Outcome
from theoremtest.derivations.proof.attest import offering
from theoremtest.derivations.proof.decide import decide_here

MATRICES = "let n, d \\in \\mathbb{N}\nlet u \\in \\mathbb{R}^n\nlet A, B, C \\in \\mathbb{R}^{n \\times n}\n" \
    "let X \\in \\mathbb{R}^{n \\times d}\nlet \\lambda > 0"
ORDERED = MATRICES + "\nassume A \\succeq B, B \\succ 0"
COLUMNS = "let n \\in \\mathbb{N}\nlet u, v \\in \\mathbb{R}^n\nlet A \\in \\mathbb{R}^{n \\times n}"
WEIGHTS = "let n, d \\in \\mathbb{N}\nlet w \\in \\mathbb{R}^d\nlet y \\in \\mathbb{R}^n\nlet X \\in \\mathbb{R}^{n \\times d}"
NUMBERS = "let a, b, x\nlet n, m, k \\in \\mathbb{N}"


@pytest.mark.drawn(4)
@pytest.mark.parametrize(("comments", "display", "outcome"), [
    (MATRICES, r"X^\top X \succeq 0", Outcome.PROVED), (MATRICES, r"0 \preceq X^\top X", Outcome.PROVED),
    (MATRICES, r"X^\top X \preceq \|X\|_F^2 I", Outcome.PROVED), (MATRICES, r"X^\top X + \lambda I \succ 0", Outcome.PROVED),
    (ORDERED, r"C^\top A C \succcurlyeq C^\top B C \succeq 0", Outcome.PROVED), (ORDERED, r"B^{-1} \succeq A^{-1}", Outcome.PROVED),
    (ORDERED, r"A^{-1} \succeq B^{-1}", Outcome.REFUTED), (ORDERED, r"A \preceq B", Outcome.REFUTED),
    (COLUMNS, r"\sum_{i=1}^n u_i = \mathbf{1}^\top u", Outcome.PROVED), (COLUMNS, r"\mathbf{1}_n^\top \mathbf{1}_n = n", Outcome.PROVED),
    (COLUMNS, r"\Bigl(\sum_{i=1}^n u_i\Bigr)^2 \leq n \sum_{i=1}^n u_i^2", Outcome.PROVED),
    (COLUMNS, r"\Bigl(\sum_{i=1}^n u_i\Bigr)^2 \leq \sum_{i=1}^n u_i^2", Outcome.REFUTED),
    (COLUMNS, r"\mathbf{1}^\top A \mathbf{1} = \operatorname{tr} A", Outcome.REFUTED),
    (WEIGHTS, r"\nabla_w \frac{1}{2n} \|X w - y\|^2 = \frac1n X^\top (X w - y)", Outcome.PROVED),
    (WEIGHTS, r"\nabla_w \|w\|^2 / 2 = w", Outcome.PROVED), (WEIGHTS, r"\nabla_w \|w\|^2 = w", Outcome.REFUTED),
    (WEIGHTS, r"\nabla_w^2 \tfrac12 \|X w\|^2 = X^\top X", Outcome.PROVED), (WEIGHTS, r"\nabla^2_{w} \|w\|^2 = 2 I", Outcome.PROVED),
    (WEIGHTS + "\nforget y", r"\nabla^2 \|w\|^2 = 2 I", Outcome.PROVED), (WEIGHTS, r"\nabla_w^2 \|w\|^2 = I", Outcome.REFUTED),
    (NUMBERS, r"a^2 = b^2 \iff a = b \text{ or } a = -b", Outcome.PROVED), (NUMBERS, r"a^2 = b^2 \iff a = b", Outcome.REFUTED),
    (NUMBERS, r"a^2 + b^2 = 0 \iff a = 0 \text{ and } b = 0", Outcome.PROVED),
    (NUMBERS, r"a b = 0 \iff a = 0 \text{ and } b = 0", Outcome.REFUTED),
    (NUMBERS, r"a b = 0 \iff a = 0 \lor b = 0", Outcome.PROVED), (NUMBERS, r"a < b \text{ or } b < a", Outcome.REFUTED),
    (NUMBERS, r"\sum_{k=0}^n {n \choose k} = 2^n", Outcome.PROVED), (NUMBERS, r"\sum_{k=0}^n k \binom{n}{k} = n 2^{n-1}", Outcome.PROVED),
    (NUMBERS, r"\binom{2n}{n} = \frac{(2n)!}{n!^2}", Outcome.PROVED), (NUMBERS, r"n! \geq 2^{n-1}", Outcome.PROVED),
    (NUMBERS, r"n! \geq 2^n", Outcome.REFUTED), (NUMBERS, r"3! = 6", Outcome.PROVED),
    (NUMBERS, r"\int_0^\infty x e^{-x^2/2} \, dx = 1", Outcome.PROVED), (NUMBERS, r"\int_0^\infty x e^{-x^2/2} \, dx = 2", Outcome.REFUTED),
    (NUMBERS, r"x + a \geq 2 \sqrt{x a} \quad \text{for } x \geq 0, a \geq 0", Outcome.PROVED),
    (NUMBERS, r"\sqrt{x a} = \sqrt x \sqrt a \text{ for } x > 0, a > 0", Outcome.PROVED),
    (NUMBERS, r"a \in [0, 1] \implies a^2 \leq a", Outcome.PROVED), (NUMBERS, r"a \in [0, 2] \implies a^2 \leq a", Outcome.REFUTED),
    (NUMBERS, r"\text{ReLU}(x) + \operatorname{ReLU}(-x) = |x|", Outcome.PROVED), (NUMBERS, r"\log_2 8 = 3", Outcome.PROVED),
    (NUMBERS, r"\log_{10} x = \frac{\ln x}{\ln 10} \text{ for } x > 0", Outcome.PROVED), (NUMBERS, r"\log_2 8 = 2", Outcome.REFUTED),
    (COLUMNS, r"\|A u\| \leq \sigma_{\max}(A) \|u\|", Outcome.PROVED),
    (NUMBERS, r"\sum_{k=1}^\infty 2^{-k} = 1", Outcome.PROVED), (NUMBERS, r"\sum_{k=1}^{n - 1} 2^{-k} = 1 - 2^{1 - n}", Outcome.PROVED),
    (NUMBERS, r"\binom{n}{k} 2^n = 2^n \binom{n}{k}", Outcome.PROVED), (NUMBERS, r"a^2 2^n = 2^n a^2", Outcome.PROVED),
])
def test_what_is_read_is_decided(comments, display, outcome):
    with offering(()):
        assert decide_here(read(comments, display)).outcome is outcome


@pytest.mark.parametrize(("comments", "display", "says"), [
    (MATRICES, r"u \succeq 0", "between square matrices"), (MATRICES, r"A \succeq B \preceq C", "runs in one direction"),
    (MATRICES, r"A \succeq \lambda", "the other a scalar"),
    (NUMBERS, r"a = 0, \quad\text{or}\quad b = 0", "'or' have no meaning"), (NUMBERS, r"a = 1 \text{ and } b = 2", "'and' have no meaning"),
    (NUMBERS, r"a b = 0 \iff a = 0 \text{ and } b = 0 \text{ or } a = b", "have no meaning"),
    (WEIGHTS, r"\nabla_w \|w\|^2 \|X w\|^2 = w", "reads two ways"), (WEIGHTS, r"\nabla^2 \|w\|^2 = 2 I", r"write \nabla_{w}^2"),
    (WEIGHTS, r"\mathbf{1}^\top w = 1", r"\mathbf{1}_{n}"),
    (NUMBERS, r"x^2 \geq 0 \text{ for } x > 0, \quad a > 0", "reads two ways"),
    (NUMBERS, r"x^2 \geq 0 \text{ for } x > 0, a^2 \geq 0 \text{ for } a > 0", "reads two ways"),
    (NUMBERS, r"\log_x 2 = 1", "to a whole number"), (COLUMNS, r"\|A u\| \leq \|A\| \|u\|", "for the spectral norm"),
    (NUMBERS, r"n!! = n", "cannot stand here"), (NUMBERS, r"x! = x", "is of whole numbers"), (NUMBERS, r"x^n! = x", "cannot stand here"),
    (NUMBERS, r"\log n! \leq n", "in brackets"), (NUMBERS, r"\binom{x}{n} = 1", "is of whole numbers"),
    (NUMBERS, r"n \choose k = 1", "how far"), (NUMBERS, r"a2^n = 2^n a", "follows a factor"), (NUMBERS, r"a 2 = 2a", "follows a factor"),
    (NUMBERS, r"\int_0^1 x \, dx = x", "also stands free"), (NUMBERS, r"\int_0^x a \, dx = a", "its own variable"),
    (NUMBERS + "\nassume x < a", r"\int_0^1 x \, dx = \frac12", "also stands free"),
    (NUMBERS, r"\sum_{k=1}^n a + k = 1", "also stands free"), (NUMBERS, r"\prod_{k=1}^n k = 1", "products over an index"),
])
def test_what_reads_two_ways_or_is_none_is_refused(comments, display, says):
    assert says in refusal(comments, display)
