r"""Spellings that papers print are read as what they say; what only looks like one of them is refused, or says something else."""

import pytest

from theoremtest.derivations.notation import NotationError
from theoremtest.derivations.notation.claimed import claimed
from theoremtest.derivations.notation.ground import Line, laid

GROUND = laid([Line("let", text) for text in (
    r"v, w \in \mathbb{R}^{d}", r"W \in \mathbb{R}^{h \times d}", r"W_2 \in \mathbb{R}^{c \times h}", "a, b, k, x, s", "u_0, u_f > 0")]
    + [Line("=", r"\mathcal{L} = \tfrac12 \operatorname{tr}(W^\top W)")])


def read(text):
    return claimed(text, GROUND)


@pytest.mark.parametrize(("typed", "plain"), [
    (r"\nabla_W \mathcal{L} = W", r"\nabla_{W} \left(\mathcal{L}\right) = W"),
    (r"\frac{\partial \mathcal{L}}{\partial W} = W", r"\nabla_{W} \left(\mathcal{L}\right) = W"),
    (r"(W^\top W)^{1/2} = W^\top W", r"\sqrt{W^\top W} = W^\top W"),
    (r"W^\top_2 W_2 = W_2^\top W_2", r"W_2^\top W_2 = W_2^\top W_2"),
    (r"W^{\top}_{2} W_2 = W_2^\top W_2", r"W_2^\top W_2 = W_2^\top W_2"),
    (r"x = {k e^{a b}}", r"x = k e^{a b}"),
    (r"x = {k + a}", r"x = k + a"),
    (r"v \cdot w = 0", r"v^\top w = 0"),
    (r"2 v \cdot W^\top W w = 0", r"2 v^\top W^\top W w = 0"),
    (r"\int_{u_0}^{u_f} \frac{du}{u + 1} = s", r"\int_{u_0}^{u_f} \frac{1}{u + 1} du = s"),
    (r"\int_{u_0}^{u_f} \frac{u\,du}{u + 1} = s", r"\int_{u_0}^{u_f} \frac{u}{u + 1} du = s"),
    (r"x^2 \geq 0 \quad \square", r"x^2 \geq 0"),
    (r"x^2 \geq 0. \qed", r"x^2 \geq 0"),
    (r"x^2 > 0 \text{ for } x > 0", r"x^2 > 0, \quad \text{for } x > 0"),
    (r"x^2 \geq 0 \forall x", r"x^2 \geq 0"),
    (r"q = a \text{ where } q = b + 1", r"q = a, \quad \text{where } q = b + 1"),
    (r"e^{-x} \to 0 \quad (x \to \infty)", r"\lim_{x \to \infty} e^{-x} = 0"),
    (r"e^{-x} \to 0 \text{ as } x \to \infty", r"\lim_{x \to \infty} e^{-x} = 0"),
])
def test_a_spelling_says_what_the_plain_one_says(typed, plain):
    assert read(typed).key() == read(plain).key()


@pytest.mark.parametrize("text", [
    r"\nabla_W \mathcal{L} + 1 = W",  # the gradient of a sum, or a sum
    r"W^2_2 = W_2",
    r"\frac{\partial \mathcal{L}}{\partial h} = W",
    r"(W^\top W + W^\top W)^{1/2} = W^\top W",
    r"(- W^\top W)^{1/2} = W^\top W",
    r"\sqrt[3]{W^\top W} = W^\top W",
    r"x = {k + a} b",  # a sum that is printed without its brackets
    r"x = {k a}^2",
    r"v \cdot W = 0",
    r"v \cdot w \cdot v = 0",
    r"\int_{u_0}^{u_f} \frac{du}{u + 1} u = s",
    r"\int_{u_0}^{u_f} \frac{u}{u + 1} = s",
    r"\square x^2 \geq 0",
    r"x^2 > 0 \text{ fore } x > 0",
    r"x = q \text{ where } q = b + ",
    r"e^{-x} \to 0",
    r"e^{-x} = 0 \quad (x \to \infty)",
    r"e^{-x} \to 0 \quad (x \to \infty), \quad (x \to 0)",
])
def test_what_only_looks_like_one_is_refused(text):
    with pytest.raises(NotationError):
        read(text)
