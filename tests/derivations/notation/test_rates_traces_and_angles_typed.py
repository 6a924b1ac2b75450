r"""Powers whose base may be 0, traces and norms of semidefinite matrices, what is divided by lengths of columns that are not zero: each
beside one that is false. None rests on a rule of the engine."""

import pytest

from tests.derivations.notation.test_open_functions_typed import read
from theoremtest.derivations.language.verdict import Outcome
from theoremtest.derivations.proof.attest import offering
from theoremtest.derivations.proof.decide import decide_here

RATES = "let \\kappa \\geq 1\nlet \\eta \\in [0, 1]\nlet n, k \\in \\mathbb{N}"
MATRICES = "let n, d \\in \\mathbb{N}\nlet u, v \\in \\mathbb{R}^n\n" \
    "let S, A, B \\in \\mathbb{R}^{n \\times n}\nlet W \\in \\mathbb{R}^{n \\times d}"
SEMIDEFINITE = MATRICES + "\nassume S \\succeq 0"
DEFINITE = MATRICES + "\nassume A \\succ 0, B \\succ 0"
APART = MATRICES + "\nassume u \\neq 0, v \\neq 0"


@pytest.mark.drawn(6)
@pytest.mark.parametrize(("comments", "display", "holds"), [
    (RATES, r"\left(1 - \frac{1}{n}\right)^n \leq \frac{1}{e}", True), (RATES, r"\left(1 - \frac{1}{n}\right)^n \geq \frac{1}{e}", False),
    (RATES, r"(1 - 1/\kappa)^k \leq \exp(-k/\kappa)", True), (RATES, r"(1 - 1/\kappa)^k \leq \exp(-2k/\kappa)", False),
    (RATES, r"(1 - \eta)^{2k} \leq e^{-2 \eta k}", True), (RATES, r"(1 - \eta)^{2k} \leq e^{-4 \eta k}", False),
    (RATES, r"(1 - \eta)^k \leq \frac{1}{1 + k \eta}", True), (RATES, r"(1 - \eta)^k \leq \frac{1}{1 + 2 k \eta}", False),
    (RATES, r"\left(1 - \frac{1}{n}\right)^{n-1} \geq \frac{1}{e}", True),
    (SEMIDEFINITE, r"\operatorname{tr} S \geq \|S\|_2", True), (SEMIDEFINITE, r"\operatorname{tr} S \leq \|S\|_2", False),
    (SEMIDEFINITE, r"\|S\|_F \leq \operatorname{tr} S", True), (SEMIDEFINITE, r"2 \|S\|_F \leq \operatorname{tr} S", False),
    (SEMIDEFINITE, r"\|S\|_F^2 \leq \|S\|_2 \operatorname{tr} S", True), (MATRICES, r"\|A\|_F \leq \operatorname{tr} A", False),
    (SEMIDEFINITE, r"\operatorname{tr} S \leq \sqrt n \|S\|_F", True), (MATRICES, r"\|W\|_2 \leq \|W\|_F", True),
    (MATRICES, r"|\operatorname{tr}(A B)| \leq \|A\|_F \|B\|_F", True), (MATRICES, r"\|A u\| \leq \|A\|_F \|u\|", True),
    (MATRICES, r"|u^\top A v| \leq \|A\|_2 \|u\| \|v\|", True), (MATRICES, r"|u^\top A v| \leq \|A\|_2 \|u\|", False),
    (DEFINITE, r"\operatorname{tr}(A B) > 0", True), (DEFINITE, r"\operatorname{tr}(A B) > 1", False),
    (DEFINITE, r"\operatorname{tr}(A^{-1} B) > 0", True), (SEMIDEFINITE, r"\operatorname{tr}(S) > 0", False),
    (APART, r"-1 \leq \frac{\langle u, v\rangle}{\|u\| \|v\|} \leq 1", True),
    (APART, r"\frac{\langle u, v\rangle}{\|u\| \|v\|} \leq \frac12", False),
    (APART, r"\left\| \frac{u}{\|u\|} \right\| = 1", True), (MATRICES, r"\left\| \frac{u}{\|u\|} - v \right\| \leq 2", False),
    (APART, r"\left\| \frac{u}{\|u\|} - \frac{v}{\|v\|} \right\| \leq 2", True),
    (APART, r"u^\top u > 0", True), (MATRICES, r"u^\top u > 0", False),
    (APART, r"u^\top v \neq 0", False),
])
def test_these_are_decided_by_the_kernel(comments, display, holds):
    with offering(()):
        found = decide_here(read(comments, display))
    assert (found.outcome, found.assumes) == (Outcome.PROVED if holds else Outcome.REFUTED, ())


STEP = "let f : \\mathbb{R}^{d} \\to \\mathbb{R}\nlet x, y \\in \\mathbb{R}^{d}\nlet L, \\mu, \\eta > 0\n" \
    "assume f is \\mu-strongly convex, f is L-smooth, \\eta \\leq "


@pytest.mark.parametrize(("least", "factor", "holds"), [
    (r"\frac{1}{L}", r"(1 - \eta\mu)", True), (r"\frac{2}{\mu + L}", r"(1 - \eta\mu)^2", True),
    (r"\frac{1}{L}", r"(1 - 2\eta\mu)^2", False),
])
def test_a_step_of_gradient_descent_contracts(least, factor, holds):
    display = rf"\|x - \eta \nabla f(x) - y + \eta \nabla f(y)\|^2 \leq {factor} \|x - y\|^2"
    with offering(()):
        assert decide_here(read(STEP + least, display)).outcome is (Outcome.PROVED if holds else Outcome.REFUTED)
