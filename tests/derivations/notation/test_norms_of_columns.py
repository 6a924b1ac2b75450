r"""\|x\|_1 and \|x\|_\infty of columns, beside lengths, inner products and one another; each bound beside one that is false."""

import pytest

from tests.derivations.notation.test_open_functions_typed import read
from theoremtest.derivations.language.verdict import Outcome
from theoremtest.derivations.notation import read_statement
from theoremtest.derivations.proof.attest import offering
from theoremtest.derivations.proof.decide import decide_here

COLUMNS = "let n \\in \\mathbb{N}\nlet c \\in \\mathbb{R}\nlet u, v, w \\in \\mathbb{R}^n"


@pytest.mark.drawn(6)
@pytest.mark.parametrize(("display", "holds"), [
    (r"\|u\|_1 \leq \sqrt{n} \|u\|_2", True), (r"\|u\|_1 \leq \|u\|_2", False), (r"\|u\|_2 \leq \|u\|_1 \leq \sqrt n \|u\|_2", True),
    (r"\|u\|_\infty \leq \|u\|_2", True), (r"\|u\|_2 \leq \|u\|_\infty", False), (r"\|u\|_2 \leq \sqrt{n} \|u\|_\infty", True),
    (r"\|u\|_\infty \leq \|u\|_1 \leq n \|u\|_\infty", True), (r"\|u\|_\infty \geq 0", True),
    (r"|u^\top v| \leq \|u\|_1 \|v\|_\infty", True), (r"|u^\top v| \leq \|u\|_\infty \|v\|_\infty", False),
    (r"|u^\top v| \leq \|u\|_1 \|v\|_1", True), (r"\|u - v\|_2^2 \leq \|u - v\|_1 \|u - v\|_\infty", True),
    (r"\|u + v\|_1 \leq \|u\|_1 + \|v\|_1", True), (r"\|u + v\|_1 \leq \|u\|_1 + \|v\|_\infty", False),
    (r"\|u - v\|_1 \leq \|u - w\|_1 + \|w - v\|_1", True), (r"\|2u - v\|_\infty \leq 2\|u\|_\infty + \|v\|_\infty", True),
    (r"\|2u - v\|_\infty \leq \|u\|_\infty + \|v\|_\infty", False), (r"\|c u + v\|_\infty \leq |c| \|u\|_\infty + \|v\|_\infty", True),
    (r"\|c u\|_1 = |c| \|u\|_1", True), (r"\|c u\|_1 = c \|u\|_1", False), (r"\|u\|_1^2 \leq n \|u\|_2^2", True),
    (r"\|u\|_1^2 \geq n \|u\|_2^2", False),
])
def test_norms_by_entries_are_decided(display, holds):
    with offering(()):
        found = decide_here(read(COLUMNS, display))
    assert (found.outcome, found.assumes) == (Outcome.PROVED if holds else Outcome.REFUTED, ())


@pytest.mark.parametrize("display", [r"\|u - 2v\|_\infty \leq \|u\|_1", r"\|u\|_\infty \geq 0"])
def test_they_read_back(display):
    found = read(COLUMNS, display)
    assert read_statement(found.latex(), found).latex() == found.latex()
