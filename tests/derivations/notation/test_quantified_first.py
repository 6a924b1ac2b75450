r"""What is said of letters first, `\forall x > 0: ...`, and of several at once, `for x, y > 0`, is the condition that stands there: each
letter has it. What may mean two things is refused."""

import pytest

from tests.derivations.notation.test_open_functions_typed import read, refusal
from theoremtest.derivations.language.verdict import Outcome
from theoremtest.derivations.proof.attest import offering
from theoremtest.derivations.proof.decide import decide_here

LETTERS = "let a, b, x, y, z\nlet n \\in \\mathbb{N}\nlet u, v \\in \\mathbb{R}^n"


@pytest.mark.parametrize(("display", "plain"), [
    (r"\forall x > 0 : \log x \leq x - 1", r"\log x \leq x - 1 \text{ for } x > 0"),
    (r"\forall x, y > 0 \colon x y > 0", r"x y > 0 \text{ for } x > 0, y > 0"),
    (r"\forall x, y \in [0, 1]: x y \leq 1", r"x y \leq 1 \text{ for } 0 \leq x \leq 1, 0 \leq y \leq 1"),
    (r"\text{for all } x > 0, y > a: x y > 0", r"x y > 0 \text{ for } x > 0, y > a"),
    (r"\forall x \geq 0 \; \forall y \geq 0 : x + y \geq 0", r"x + y \geq 0 \text{ for } x \geq 0, y \geq 0"),
    (r"x + y + z \geq x \text{ for } x, y, z > 0, a > b", r"x + y + z \geq x \text{ for } x > 0, y > 0, z > 0, a > b"),
    (r"x y > 0 \quad \forall x, y > z > 0", r"x y > 0 \text{ for } x > z > 0, y > z > 0"),
    (r"x + y = y + x \text{ for all } x, y", r"x + y = y + x"),
    (r"|x|, |y| \leq a \text{ for } a > b", r"|x| \leq a, |y| \leq a \text{ for } a > b"),
])
def test_one_statement(display, plain):
    one, other = read(LETTERS, display), read(LETTERS, plain)
    assert [part.key() for _, part in one.parts()] == [part.key() for _, part in other.parts()]
    assert set(one.on.conditions) == set(other.on.conditions)


@pytest.mark.parametrize(("display", "holds"), [
    (r"\forall x, y > 0: \sqrt{x y} \leq \frac{x + y}{2}", True), (r"\forall x, y > 0: \sqrt{x y} \leq \frac{x + y}{3}", False),
    (r"\forall u, v \in \mathbb{R}^n: |u^\top v| \leq \|u\| \|v\|", True), (r"\forall x \in [0, 2]: x^2 \leq x", False),
    (r"x y > 0 \text{ for } x, y > 0", True),
])
def test_it_is_decided(display, holds):
    with offering(()):
        assert decide_here(read(LETTERS, display)).outcome is (Outcome.PROVED if holds else Outcome.REFUTED)


@pytest.mark.parametrize(("display", "says"), [
    (r"x y < 1 \text{ for } 0 < x, y < 1", "as one bound of each letter or as both of both"),
    (r"\forall x, e^x \geq 1 + x", "says nothing that could hold"), (r"\forall x > 0, \quad x^2 > 0", "reads two ways"),
    (r"\forall x > 0 : x^2 > 0, \forall y > 0 : y > 0", "cannot stand here"),
])
def test_what_reads_two_ways_is_refused(display, says):
    assert says in refusal(LETTERS, display)
