r"""Words that are known and not read are refused with what to write instead; a function may bear the name of an identity matrix."""

import pytest

from tests.derivations.notation.test_open_functions_typed import read, refusal

GROUND = "let a, b, n\nlet f : \\mathbb{R} \\to \\mathbb{R}"


@pytest.mark.parametrize(("display", "says"), [
    (r"a = \frac{a + ... + b}{n}", "dots leave terms out"), (r"a + \dots + b = n", "dots leave terms out"),
    (r"a \cap b = n", "sets are not read"),
    (r"f(a \in b) = 1", "sets are not read"),
    (r"a = \partial f(b)", r"\frac{\partial f}{\partial x}"), (r"f(a \mid b) = 1", "behind a bar"),
    (r"a = 1..2", "no number"),
])
def test_the_repair_is_named(display, says):
    assert says in refusal(GROUND, display)


def test_a_function_may_have_the_name_of_an_identity():
    declared = "let \\mathbf{I}_1 : \\mathbb{R} \\to \\mathbb{R}^{d}\nlet y \\in \\mathbb{R}^{d}\nlet k"
    assert "I" in read(declared, r"\mathbf{I}_1(k) = y").latex()
    assert read("let y \\in \\mathbb{R}^{1}", r"\mathbf{I}_1 y = y").latex() != read(declared, r"\mathbf{I}_1(k) = y").latex()
