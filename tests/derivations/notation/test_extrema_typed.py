r"""Bounds by extreme values are read as bounds at every point, which is what they say; any other extreme value is a term, over letters of
its own and as far as they reach, of which nothing is decided."""

import pytest

from tests.derivations.notation.test_open_functions_typed import read, refusal
from theoremtest.derivations.language.bound_terms import BoundTerm
from theoremtest.derivations.proof.decide import proofs_of

GROUND = "let f : \\mathbb{R}^{d} \\to \\mathbb{R}\nlet g : \\mathbb{R} \\to \\mathbb{R}\nlet x, x^*, b \\in \\mathbb{R}^{d}\n" \
         "let A \\in \\mathbb{R}^{d \\times d}\nlet a, c, s, t, r\nassume r \\geq c\nm = t^2"


@pytest.mark.parametrize(("typed", "plain"), [
    (r"f(x^*) \leq \min_{x} f(x)", r"f(x^*) \leq f(x)"), (r"f(x^*) \leq \inf_{x \in \mathbb{R}^d} f(x)", r"f(x^*) \leq f(x)"),
    (r"\max_{s \in [0, 1]} s (1 - s) \leq \frac{1}{4}", r"s (1 - s) \leq \frac{1}{4}, \quad \text{for } s \in [0, 1]"),
    (r"\max_{s, t} s t \leq a \leq c", r"s t \leq a \leq c"), (r"a \geq \sup_s g(s) + c", r"a \geq g(s) + c"),
    (r"a < \min_s s^2", r"a < s^2"),
])
def test_a_bound_by_an_extreme_value_is_one_at_every_point(typed, plain):
    assert read(GROUND, typed).key() == read(GROUND, plain).key()


@pytest.mark.parametrize(("display", "says"), [
    (r"f(x) \leq \min_{A x = b} f(x)", "stands first the declared letter"),
    (r"a = \min_{A x = b, t > 0} f(x) + t", "stands first the declared letter"),
    (r"\min_{v} f(v) \geq a", "stands first the declared letter"), (r"\min_{x \in \mathcal{K}} f(x) \geq a", "lies in"),
    (r"a \leq \max_{c t \leq 1, t > 0} t", "over which letters this is reads two ways"),
    (r"a \leq \min_{c} c^2", "ties it to other letters"), (r"a = \min_{c} c^2", "ties it to other letters"),
    (r"a \leq \min_{s}", "does not speak of it"), (r"a = \min_t t + m", "and m for a formula of it"),
    (r"\min_s g(s) = g(s)", "reads two ways"),
])
def test_what_says_something_else_is_refused(display, says):
    assert says in refusal(GROUND, display)


@pytest.mark.parametrize(("display", "kind", "of"), [
    (r"\min_s s^2 \leq 1", "Minimum", "s^2"), (r"c = \max_{s \in [0, 1]} s + a", "Maximum", "s"), (r"a < \inf_s s^2", "Infimum", "s^2"),
    (r"a = \min_x \|A x - b\| + c", "Minimum", r"\|A x - b\|"),
    (r"\frac{1}{\sup_s g(s) - s} = c", "Supremum", "g(s) - s"), (r"f(x) \leq \min_{x} f(x)", "Minimum", "f(x)"),
    (r"c = \left( \min_s s + a \right)^2", "Minimum", "s"), (r"f(x) \leq \min_{A x = b, x \geq 0} f(x)", "Minimum", "f(x)"),
])
def test_any_other_extreme_value_is_a_term(display, kind, of):
    made, letters = read(GROUND, display), read(GROUND, f"{of} = a").left
    (term,) = set().union(*(side.atoms(BoundTerm) for side in made.expressions()))
    assert type(term).__name__ == kind
    (own,) = term.binds
    name = str(own).partition(r"^{\circ")[0]
    assert term.args[0] == letters.xreplace({letter: own for letter in letters.free_symbols if str(letter) == name})
    assert proofs_of(made, 1) is None


def test_two_that_may_have_no_value_do_not_cancel():
    assert proofs_of(read(GROUND, r"\min_s s + a - \min_s s = a"), 1) is None


def test_what_is_said_of_a_letter_above_holds_below_the_sign():
    (term,) = read("let t > 0\nlet c", r"c = \inf_t t").right.atoms(BoundTerm)
    assert len(term.args[1].free_symbols) == 1
