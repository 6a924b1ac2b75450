r"""Laws with an identity, `u \sim N(0, s I_n)`, draw columns of that length, and the rank of one letter needs no brackets."""

import pytest

from tests.derivations.notation.test_open_functions_typed import read, refusal
from theoremtest.derivations.language.verdict import Outcome
from theoremtest.derivations.proof.attest import offering
from theoremtest.derivations.proof.decide import decide_here

LETTERS = "let A, B \\in \\mathbb{R}^{n \\times n}\nlet w \\in \\mathbb{R}^m\nlet s > 0\nlet a"


@pytest.mark.parametrize(("law", "display", "holds"), [
    ("let u \\sim \\mathcal{N}(0, I_n)", r"\mathbb{E}[u^\top u] = n", True),
    ("let u \\sim N(0, I_n)", r"\mathbb{E}[u^\top u] = 2 n", False),
    ("let u \\sim N\\left(0, s \\mathbf{I}_{n}\\right)", r"\mathbb{E}[u^\top u] = s n", True),
    ("let u, v \\sim N(0, (1 + s) I_n)", r"\mathbb{E}[u^\top v] = 0", True), ("let u \\sim N(0, s)", r"\mathbb{E}[u^2] = s", True),
    ("let z \\sim N(0, I_m)", r"\mathbb{E}[z^\top z] = m", True),
    ("assume a > 0", r"\operatorname{rank}(A B) \leq \operatorname{rank} A", True),
    ("assume a > 0", r"\operatorname{rank} A \leq n - 1", False),
])
def test_laws_of_columns_and_ranks_are_decided(law, display, holds):
    with offering(()):
        assert decide_here(read(f"{LETTERS}\n{law}", display)).outcome is (Outcome.PROVED if holds else Outcome.REFUTED)


@pytest.mark.parametrize(("line", "display", "says"), [
    ("let w \\sim N(0, I_n)", "a = a", "do not fit together"),
    ("let u \\sim N(0, I_n - s)", "a = a", "is added to"), ("let u \\sim N(0, s + a I_n)", "a = a", "is added to"),
    ("assume a > 0", r"\operatorname{rank} A B \leq n", "in brackets"), ("assume a > 0", r"\operatorname{rank} a = 1", "takes a matrix"),
])
def test_what_draws_no_column_and_ranks_nothing_is_refused(line, display, says):
    assert says in refusal(f"{LETTERS}\n{line}", display)
