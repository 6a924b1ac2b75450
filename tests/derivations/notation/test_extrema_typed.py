r"""Bounds by extreme values are read as bounds at every point, which is what they say; where an extreme value says that some point does
better, or where what it is over stands elsewhere, nothing is read."""

import pytest

from tests.derivations.notation.test_open_functions_typed import read, refusal

GROUND = "let f : \\mathbb{R}^{d} \\to \\mathbb{R}\nlet g : \\mathbb{R} \\to \\mathbb{R}\nlet x, x^*, b \\in \\mathbb{R}^{d}\n" \
         "let A \\in \\mathbb{R}^{d \\times d}\nlet a, c, s, t, r\nassume r \\geq c"


@pytest.mark.parametrize(("typed", "plain"), [
    (r"f(x^*) \leq \min_{x} f(x)", r"f(x^*) \leq f(x)"), (r"f(x^*) \leq \inf_{x \in \mathbb{R}^d} f(x)", r"f(x^*) \leq f(x)"),
    (r"\max_{s \in [0, 1]} s (1 - s) \leq \frac{1}{4}", r"s (1 - s) \leq \frac{1}{4}, \quad \text{for } s \in [0, 1]"),
    (r"\max_{s, t} s t \leq a \leq c", r"s t \leq a \leq c"), (r"a \geq \sup_s g(s) + c", r"a \geq g(s) + c"),
    (r"a < \min_s s^2", r"a < s^2"),
])
def test_a_bound_by_an_extreme_value_is_one_at_every_point(typed, plain):
    assert read(GROUND, typed).key() == read(GROUND, plain).key()


@pytest.mark.parametrize(("display", "says"), [
    (r"\min_s s \leq 1", "where some y does"), (r"\max_s s^2 \geq a", "where some y does"), (r"c = \min_s s", "the value itself"),
    (r"a < \inf_s s^2", "a bound by an extreme value reads"), (r"\sup_s g(s) < a", "a bound by an extreme value reads"),
    (r"a \leq \min_s s \leq c", "a bound by an extreme value reads"), (r"a \leq \max_s s", "where some y does"),
    (r"f(x) \leq \min_{x} f(x)", "outside of what the extreme value is of"),
    (r"f(x) \leq \min_{A x = b} f(x)", "stands first the declared letter"),
    (r"\min_{v} f(v) \geq a", "stands first the declared letter"), (r"\min_{x \in \mathcal{K}} f(x) \geq a", "lies in"),
    (r"2 \min_s s \geq a", "a bound by an extreme value reads"),
    (r"a \leq \min_{c} c^2", "ties it to other letters"), (r"a \leq \min_{s}", "reads a"),
])
def test_what_says_something_else_is_refused(display, says):
    assert says in refusal(GROUND, display)
