r"""Gradients and Hessians of functions that a manuscript says to have them, derivatives by a prime, and sequences by their indices. What is
shown of them holds of every such function; a letter with an index that a sum runs over is no sequence."""

import pytest

from tests.derivations.notation.test_open_functions_typed import read, refusal
from theoremtest.derivations.language.verdict import Outcome
from theoremtest.derivations.proof.attest import offering, witness
from theoremtest.derivations.proof.decide import decide_here

SPACE = r"\mathbb{R}^{h \times d} \to "
F = "let f : \\mathbb{R}^{d} \\to \\mathbb{R}\nlet \\nabla^2 f : \\mathbb{R}^{d} \\to \\mathbb{R}^{d \\times d}\n" \
    "let x, y \\in \\mathbb{R}^d\nlet \\eta"
L = f"let L : {SPACE} \\mathbb{{R}}\nlet \\nabla L : {SPACE} \\mathbb{{R}}^{{h \\times d}}\n" \
    "let W \\in \\mathbb{R}^{h \\times d}\nlet \\eta"
G = "let x, y \\in \\mathbb{R}^d\nlet z \\in \\mathbb{R}^e\nlet g : \\mathbb{R}^{d} \\times \\mathbb{R}^{e} \\to \\mathbb{R}\n" \
    "let \\nabla_x g : \\mathbb{R}^{d} \\times \\mathbb{R}^{e} \\to \\mathbb{R}^d"
S = "let \\sigma : \\mathbb{R} \\to \\mathbb{R}\nlet a, b"
X = "let x : \\mathbb{N} \\to \\mathbb{R}^{d}\nlet a, c : \\mathbb{N} \\to \\mathbb{R}\n" \
    "let w : \\mathbb{N} \\times \\mathbb{N} \\to \\mathbb{R}\n" \
    "let f : \\mathbb{R}^{d} \\times \\mathbb{R}^d \\to \\mathbb{R}\nlet y \\in \\mathbb{R}^d\nlet b_i\nlet n, k, m \\in \\mathbb{N}"


@pytest.mark.slow
@pytest.mark.drawn(4)
@pytest.mark.parametrize(("comments", "display", "outcome"), [
    (F, r"\|\nabla^2 f(x) y\|^2 = y^\top \nabla^2 f(x)^\top \nabla^2 f(x) y", Outcome.PROVED),
    (F, r"\|\nabla^2 f(x) y\|^2 = y^\top \nabla^2 f(x) \nabla^2 f(y) y", Outcome.UNDECIDED),
    (L, r"W - \eta \nabla L(W) = W + \nabla L(W) - (1 + \eta) \nabla L(W)", Outcome.PROVED),
    (G, r"\nabla_x g(y, z) = \nabla_x g(x; z)", Outcome.UNDECIDED),
    (S, r"\sigma'(a) (a - b) = a \sigma'(a) - b \sigma^{\prime}(a)", Outcome.PROVED),
    (S, r"\sigma(a) - \sigma(b) = \int_b^a \sigma'(s) ds", Outcome.UNDECIDED),
    (X, r"x_{k+1} - y = x_k - y + (x_{k + 1} - x_k)", Outcome.PROVED),
    (X, r"\sum_{i=1}^n (a_i - c_i)^2 = \sum_{i=1}^n a_i^2 - 2 \sum_{i=1}^n a_i c_i + \sum_{i=1}^n c_i^2", Outcome.PROVED),
    (X, r"\sum_{i=1}^n (a_i - c_i)^2 = \sum_{i=1}^n a_i^2 - \sum_{i=1}^n a_i c_i + \sum_{i=1}^n c_i^2", Outcome.REFUTED),
    (X, r"x_k = x_{k+1}", Outcome.UNDECIDED), (X, r"w_{k,n} = w_{n k}", Outcome.UNDECIDED),
])
def test_what_is_decided_of_every_such_function(comments, display, outcome):
    with offering(()):
        assert decide_here(read(comments, display)).outcome is outcome
    assert outcome is not Outcome.PROVED or witness(read(comments, display)) is not None


@pytest.mark.parametrize(("comments", "display", "says"), [
    (F + "\nforget \\nabla^2 f", r"\nabla^2 f(x) y = y", "say that f has a Hessian"),
    (L + "\nforget \\nabla L", r"\nabla L(W) = W", "say that L has a gradient"), (G, r"\nabla g(x, z) = z", "say that g has a gradient"),
    (F + "\nlet \\nabla f : \\mathbb{R}^{d} \\to \\mathbb{R}^d", "1 = 1", "does not fit f"),
    (F + "\nlet \\nabla^2 h : \\mathbb{R}^{d} \\to \\mathbb{R}^d", "1 = 1", "h has a gradient where it is a function"),
    (L + "\nlet \\nabla_V L : \\mathbb{R}^{d} \\to \\mathbb{R}^d", "1 = 1", "does not fit L"),
    (G, r"\nabla_z g(x, z) = z", "cannot stand here"),
    (X, r"\sum_{i = 1}^n b_i = n b_i", "the same in every term"), (X, r"w_{k + 1 n} = 1", "2 indices"),
    (X, r"\sum_{i = 1}^n a_{i, k} = 1", "takes 1 argument"), ("let x : \\mathbb{N}^2 \\to \\mathbb{R}", "1 = 1", "a sequence reads"),
    ("let x : \\mathbb{N} \\times \\mathbb{R} \\to \\mathbb{R}", "1 = 1", "function without a formula"),
])
def test_what_is_not_declared_or_is_one_letter_is_refused(comments, display, says):
    assert says in refusal(comments, display)


def test_the_index_of_a_sequence_stands_before_what_is_above_it():
    declared = "let v, v^{+} : \\mathbb{N} \\to \\mathbb{R}\nlet x^{(h)} : \\mathbb{N} \\to \\mathbb{R}^d\nlet n, k \\in \\mathbb{N}"
    assert read(declared, r"\sum_{i=1}^n v^{+}_{i} = v_k").key() == read(declared, r"\sum_{i=1}^n v^{+}(i) = v(k)").key()
    assert read(declared, r"x_{k + 1}^{(h)} = x^{(h)}_k").key() == read(declared, r"x^{(h)}(k + 1) = x^{(h)}(k)").key()
    assert read(declared, r"v_k^2 = v^+_k").key() == read(declared, r"v(k)^2 = v^+(k)").key()
    assert "cannot stand here" in refusal(declared, r"v^{-}_k = 1") or "unknown" in refusal(declared, r"v^{-}_k = 1")
