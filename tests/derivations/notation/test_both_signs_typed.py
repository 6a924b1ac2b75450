r"""\pm stands for both signs, upper ones together and lower ones together; behind an arrow, for one or the other. What could be read in
more than one way is refused, and so is what would hold by a silence: a rate of what nothing moves, a bound that may be a condition."""

import pytest

from tests.derivations.notation.test_open_functions_typed import read, refusal
from theoremtest.derivations.language.verdict import Outcome
from theoremtest.derivations.proof.attest import offering
from theoremtest.derivations.proof.decide import decide_here

NUMBERS = "let a, b, x, y, t"
COLUMNS = "let u, v \\in \\mathbb{R}^{n}"
FUNCTIONS = "let x \\in \\mathbb{R}^{n}\nlet f, g : \\mathbb{R}^{n} \\to \\mathbb{R}\nassume f is differentiable"


@pytest.mark.parametrize(("comments", "display", "holds"), [
    (NUMBERS, r"x^2 = a^2 \implies x = \pm a", True),
    (NUMBERS, r"x^2 = a^2 \implies x = \pm 2a", False),
    (NUMBERS, r"x = \pm a \implies x^2 = a^2", True),
    (NUMBERS, r"(x \pm y)^2 = x^2 \pm 2xy + y^2", True),
    (NUMBERS, r"(x \pm y)^2 = x^2 \mp 2xy + y^2", False),
    (NUMBERS, r"(x \pm y)(x \mp y) = x^2 - y^2", True),
    (NUMBERS, r"|x \pm y| \leq |x| + |y|", True),
    (NUMBERS + "\nassume x \\in \\{\\pm 1\\}", r"x^2 = 1", True),
    (NUMBERS + "\nassume x \\in \\{0, \\pm 2\\}", r"x^3 = 4x", True),
    (NUMBERS + "\nassume x^2 = 4", r"x \in \{\pm 2\}", True),
    (NUMBERS + "\nassume x^2 = 4", r"x \in \{\pm 1\}", False),
    (NUMBERS, r"\log x \leq x - 1 \quad \text{for } x > 0", True),
    (NUMBERS + "\nalong \\dot{x} = -x, \\dot{y} = y", r"\frac{d}{dt}(x y) = 0", True),
    (NUMBERS + "\nalong \\dot{x} = -x, \\dot{y} = 2y", r"\frac{d}{dt}(x y) = 0", False),
    (FUNCTIONS, r"\nabla_x f(x)^\top x = x^\top \nabla f(x)", True),
])
def test_one_reading_is_decided(comments, display, holds):
    with offering(()):
        assert decide_here(read(comments, display)).outcome is (Outcome.PROVED if holds else Outcome.REFUTED)


@pytest.mark.parametrize(("comments", "display", "says"), [
    (NUMBERS, r"x = \pm a", "as one of the signs or as both"),
    (NUMBERS, r"(\pm x \pm y)^2 \leq 2x^2 + 2y^2", "with each sign by itself"),
    (NUMBERS, r"\log x \leq x - 1, \quad x > 0", "as a condition and as a further statement"),
    (NUMBERS, r"x^2 y^2 \leq 1, \quad 0 < x, y < 1", "as a condition and as a further statement"),
    (NUMBERS, r"\frac{dx}{dt} = 0", "nothing says how x depends on t"),
    (FUNCTIONS, r"\nabla_x f(x) g(x) = g(x) \nabla f(x)", "of f, or of the product"),
    (COLUMNS, r"u \times v = 0", "cross product"),
])
def test_what_has_two_readings_is_refused(comments, display, says):
    assert says in refusal(comments, display)
