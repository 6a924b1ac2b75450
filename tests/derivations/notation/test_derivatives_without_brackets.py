r"""A power, a norm or a root behind d/dt is what is differentiated, as an exponent binds first; with a factor behind it, or a power behind
brackets, where the derivative ends is not said, and it is refused."""

import pytest

from tests.derivations.notation.test_open_functions_typed import read, refusal

FLOW = "let x, y, k\nlet v \\in \\mathbb{R}^{n}\nlet A \\in \\mathbb{R}^{n \\times n}\nalong \\dot x = -k x, \\dot v = -A v"


@pytest.mark.parametrize("operand", ["x^2", r"\|v\|^2", "|x|^2", r"\sqrt{x}^3", r"\|v\|", r"\langle v, v \rangle", r"v^\top"])
def test_a_power_is_differentiated_as_a_whole(operand):
    right = "A" if operand == r"v^\top" else "k"
    right = r"-v^\top A^\top" if right == "A" else "-2 k"
    assert read(FLOW, rf"\frac{{d}}{{dt}} {operand} = {right}").key() == read(
        FLOW, rf"\frac{{d}}{{dt}} \left({operand}\right) = {right}").key()


@pytest.mark.parametrize(("display", "says"), [
    (r"\frac{d}{dt} x^2 y = 1", "two ways"), (r"\frac{d}{dt} \sqrt{x} y = 1", "two ways"), (r"\frac{d}{dt} v^\top v = 1", "two ways"),
    (r"\frac{d}{dt} |x| y = 1", "two ways"), (r"\frac{d}{dt} (x)^2 = 1", "exponent"), (r"\frac{d}{dt} x^2 / y = 1", "two ways"),
])
def test_where_a_derivative_ends_is_said(display, says):
    assert says in refusal(FLOW, display)
