"""Means anywhere in an equation are one mean where each exists and is a term; events of draws are bounded. Anything else is refused."""

import pytest

from tests.derivations.notation.test_open_functions_typed import read
from theoremtest.derivations.language.expectation import Expectation
from theoremtest.derivations.language.tails import TailBound
from theoremtest.derivations.language.verdict import Outcome
from theoremtest.derivations.notation import NotationError
from theoremtest.derivations.notation.claimed import claimed
from theoremtest.derivations.notation.ground import Line, laid
from theoremtest.derivations.proof.attest import offering
from theoremtest.derivations.proof.decide import decide_here, proofs_of

DRAWS = laid([Line(*line.split(" ", 1)) for line in (
    "let s, a > 0", r"let x \sim \mathcal{N}(0, s)", r"let y \sim \mathcal{N}(0, 1)", "let b", r"let z \in \mathbb{R}^{d}",
    r"let z \sim \mathcal{N}(0, 1)")])


@pytest.mark.parametrize(("display", "outcome"), [
    (r"\mathbb{E}[(x - b)^2] = \mathbb{E}[x^2] - 2 b \mathbb{E}[x] + b^2", Outcome.PROVED),
    (r"\mathbb{E}[(x - b)^2] = \mathbb{E}[x^2] - 2 b \mathbb{E}[x^2] + b^2", Outcome.REFUTED),
    (r"a = \frac{a}{s} \mathbb{E} x^2", Outcome.PROVED),
    (r"a = a \cdot \mathbb{E}[y^2]", Outcome.PROVED),
    (r"a = \frac{a}{s} \mathbb{E}\left[ (x + b)^2 \right]", Outcome.REFUTED),
    (r"\mathbb{E}_x[x^2] = \mathbb{E}_x[x^2 + x]", Outcome.PROVED),
    (r"\mathbb{E}[z] + \mathbb{E}[z] = 0", Outcome.PROVED),
])
def test_means_are_terms_of_an_equation(display, outcome):
    found = claimed(display, DRAWS)
    assert isinstance(found, Expectation)
    with offering(()):
        assert decide_here(found).outcome is outcome


def test_terms_say_what_they_would_say_in_one_mean():
    assert claimed(r"2 b = \mathbb{E}[x] + 2 b \mathbb{E}[y^2]", DRAWS).key() == claimed(r"\mathbb{E}[-x - 2 b y^2] = -2 b", DRAWS).key()


@pytest.mark.parametrize(("display", "same"), [
    (r"\mathbb{E} x^2 + b \leq 1", r"\mathbb{E}[x^2] + b \leq 1"),
    (r"b \leq \mathbb{E}x^2 + \sqrt{a}", r"b \leq \mathbb{E}[x^2] + \sqrt{a}"),
    (r"a + s = b + \mathbb{E} x^2 + a", r"a + s = b + \mathbb{E}[x^2] + a"), (r"b - \mathbb{E} x^2 = a", r"b - \mathbb{E}[x^2] = a"),
])
def test_a_mean_ends_where_both_readings_say_the_same(display, same):
    assert claimed(display, DRAWS).key() == claimed(same, DRAWS).key()


@pytest.mark.parametrize(("display", "at_most"), [
    (r"\mathbb{P}(|x| \geq a) \leq \frac{s}{a^2}", "s/a**2"), (r"\Pr\left[ |x| \geq a \right] \le s / a^2", "s/a**2"),
    (r"\mathbb{P}_{y \sim \mathcal{N}(0, 1)}(|y| > 2) \leq \frac14", "1/4"), (r"\mathbb{P}\{ \|z\|^2 \geq a \} \leq \frac{d}{a}", "d/a"),
])
def test_events_are_bounded(display, at_most):
    found = claimed(display, DRAWS)
    assert isinstance(found, TailBound) and str(found.at_most) == at_most


@pytest.mark.parametrize(("display", "says"), [
    (r"\mathbb{E}[x] y = b", "behind a factor"), (r"\mathbb{E}[y^2] = x \mathbb{E}[y] + 1", "x is drawn"),
    (r"\mathbb{E}[y^2] + x = \mathbb{E}[y] + 1", "x is drawn"), (r"\mathbb{E}[y^2] + x \leq 1", "x is drawn"),
    (r"\mathbb{E}_x[x y] = \mathbb{E}_x[x] + b", "y is drawn, too"), (r"\mathbb{E}_x[x y] \leq b", "y is drawn"),
    (r"\mathbb{E}[z] + b = \mathbb{E}[x]", "different sizes"), (r"\mathbb{E}[z]^2 \leq b", "give that of a vector"),
    (r"2 \mathbb{E} x^2 + b \leq 1", "where this mean ends"), (r"a - \mathbb{E} x^2 + b \leq 1", "where this mean ends"),
    (r"2 b = 2 \mathbb{E} x^2 + b", "where this mean ends"), (r"a - \mathbb{E} x^2 + b = 1", "where this mean ends"),
    (r"\operatorname{Var} x + b \leq 1", "where this mean ends"), (r"\mathbb{E} x^2 + x \leq 1", "x is drawn"),
    (r"\mathbb{E}(x)(x) \leq 1", "where this mean ends"),
    (r"\mathbb{E}[b^2] \leq 1", "nothing in this mean is drawn"), (r"\operatorname{Cov}[x, y] \leq 1", "covariance"),
    (r"\mathbb{P}(|y| > a) \geq \frac14", "contrary event"), (r"\mathbb{P}(|y| > 2)^2 \leq \frac14", "contrary event"),
    (r"2 \mathbb{P}(|y| > 2) \leq 1", "cannot stand here"), (r"\mathbb{P}(|b| > 2) \leq a", "draw"),
])
def test_what_is_no_term_is_refused(display, says):
    with pytest.raises(NotationError) as error:
        claimed(display, DRAWS)
    assert says in str(error.value)


@pytest.mark.parametrize(("display", "shown"), [
    (r"\mathbb{E}[x]^2 \leq \mathbb{E}[x^2]", True), (r"\mathbb{E}[x^2] \mathbb{E}[y^2] = s", True),
    (r"\mathbb{E}[y^2] \leq \frac12", False),
    (r"\frac{1}{\mathbb{E}[y^2]} = 1", True), (r"b \leq \mathbb{E}[y^2] b^2 + 1", True), (r"\mathbb{E}_x[x^2] = \mathbb{E}_y[s y^2]", True),
    (r"\mathbb{E}[x]^2 = \mathbb{E}[x^2]", False), (r"\mathbb{E}[1/x] = \mathbb{E}[1/x] + 0", False), (r"\log \mathbb{E} y^2 = 0", True),
])
def test_means_stand_anywhere_as_terms(display, shown):
    assert (proofs_of(claimed(display, DRAWS), 5) is not None) == shown


def test_a_bold_e_is_a_mean_where_no_letter_bears_its_name():
    drawn = "let s > 0\nlet x \\sim \\mathcal{N}(0, s)\nlet a"
    assert read(drawn, r"\mathbf{E}[(x - a)^2] = s + a^2").key() == read(drawn, r"\mathbb{E}[(x - a)^2] = s + a^2").key()
    letter = read(drawn + "\nlet \\mathbf{E}", r"\mathbf{E} (x - a) = s")
    assert type(letter).__name__ == "Equal" and "E" in letter.latex()
