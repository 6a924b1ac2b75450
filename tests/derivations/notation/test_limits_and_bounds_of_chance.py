r"""Limits at a number are from both sides, or from above where the variable lies there; bounds of probabilities by exponentials are
Chernoff's; bars inside of bars that a fraction or other braces hold are a pair of their own."""

import pytest

from tests.derivations.notation.test_open_functions_typed import read, refusal
from theoremtest.derivations.language.statement import All, Limit
from theoremtest.derivations.language.verdict import Outcome
from theoremtest.derivations.proof.attest import offering
from theoremtest.derivations.proof.decide import decide_here

NUMBERS = "let x, a\nlet k > 0\nlet t \\geq 0\nlet b < 1"
COLUMNS = "let d \\in \\mathbb{N}\nlet x, y \\in \\mathbb{R}^d"
DRAWS = "let s, a > 0\nlet z, g \\sim \\mathcal{N}(0, 1)\nlet h \\sim \\mathcal{N}(0, s)"


@pytest.mark.drawn(4)
@pytest.mark.parametrize(("comments", "display", "outcome"), [
    (NUMBERS, r"\lim_{x \to 0} \frac{\sin x}{x} = 1", Outcome.PROVED), (NUMBERS, r"\lim_{x \to 0} \frac{|x|}{x} = 1", Outcome.REFUTED),
    (NUMBERS, r"\lim_{x \to a} \frac{x^2 - a^2}{x - a} = 2 a", Outcome.PROVED), (NUMBERS, r"\lim_{x \to 0} 1/x = \infty", Outcome.REFUTED),
    (NUMBERS, r"\lim_{x \to 0^{+}} \frac{|x|}{x} = 1", Outcome.PROVED),
    (NUMBERS, r"\lim_{t \to 0} \frac{1 - e^{-k t}}{t} = k", Outcome.PROVED), (NUMBERS, r"\lim_{t \to 0} 1/t = \infty", Outcome.PROVED),
    (COLUMNS, r"\left\| \frac{x}{\|x\|} \right\| = 1 \quad \text{for } x \neq 0", Outcome.PROVED),
    (COLUMNS, r"\left\| \frac{x}{\|x\|} - \frac{y}{\|y\|} \right\|^2 = 2 - 2 \frac{x^\top y}{\|x\| \|y\|}", Outcome.PROVED),
    (DRAWS, r"\mathbb{P}(z \geq a) \leq e^{-a^2/2}", Outcome.PROVED), (DRAWS, r"\mathbb{P}(z \geq a) \leq e^{-a^2}", Outcome.REFUTED),
    (DRAWS, r"\mathbb{P}(|h| \geq a) \leq 2 \exp\left(-\frac{a^2}{2 s}\right)", Outcome.PROVED),
    (DRAWS, r"\mathbb{P}(z + g \geq a) \leq e^{-a^2/4}", Outcome.PROVED), (DRAWS, r"\mathbb{P}(|h| \geq a) \leq s / a^2", Outcome.PROVED),
])
def test_what_is_read_is_decided(comments, display, outcome):
    with offering(()):
        assert decide_here(read(comments, display)).outcome is outcome


def test_a_limit_at_a_number_has_two_sides_unless_its_letter_has_one():
    assert isinstance(read(NUMBERS, r"\lim_{x \to 0} x^2 = 0"), All)
    assert isinstance(read(NUMBERS, r"\lim_{t \to 0} t = 0"), Limit)
    assert "from where" in refusal(NUMBERS, r"\lim_{t \to 1} t = 1")
    assert "from where" in refusal(NUMBERS, r"\lim_{b \to 1} b = 1")
