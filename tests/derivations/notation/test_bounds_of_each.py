r"""What stands in a list before one bound is bounded by it, each alone; columns are compared entry by entry; identities have
declared sizes."""

import pytest

from tests.derivations.notation.test_open_functions_typed import read, refusal
from theoremtest.derivations.language import EveryEntry

GROUND = "let x, y \\in \\mathbb{R}^{d}\nlet A \\in \\mathbb{R}^{d \\times d}\nlet a, b, c\nlet K \\in \\mathbb{N}"


def test_each_of_a_list_is_bounded():
    made = read(GROUND, r"\|x\|, \|y\| \leq a")
    assert [part.key() for _, part in made.parts()] == [read(GROUND, bound).key() for bound in (r"\|x\| \leq a", r"\|y\| \leq a")]


@pytest.mark.parametrize("display", [r"a = b, c \leq 1", r"a, b = c", r"a, b \leq c \leq 1"])
def test_a_list_of_anything_else_is_not(display):
    assert refusal(GROUND, display)


@pytest.mark.parametrize(("display", "relation"), [
    (r"x \geq 0", "x_{0} >= 0"), (r"x \leq y", "x_{0} <= x_{1}"), ("y > x", "x_{0} > x_{1}"),
])
def test_columns_are_compared_entry_by_entry(display, relation):
    made = read(GROUND, display).relation
    assert isinstance(made, EveryEntry) and str(made.relation) == relation


@pytest.mark.parametrize("display", [r"A \geq 0", r"A x \geq 0", r"x \geq 1", r"x^\top \geq 0"])
def test_other_matrices_have_no_order(display):
    assert refusal(GROUND, display)


def test_an_identity_matrix_of_a_declared_size():
    assert read(GROUND, r"\operatorname{tr}(\mathbf{I}_K) = K").left.arg.shape[0].name == "K"


@pytest.mark.parametrize("joined", [r"\text{\quad and \quad}", r"\mbox{\ensuremath{\qquad} and \ensuremath{\qquad}}"])
def test_spaces_around_words_in_words(joined):
    assert [part.latex() for _, part in read(GROUND, rf"a = b {joined} b = c").parts()] == ["a = b", "b = c"]
