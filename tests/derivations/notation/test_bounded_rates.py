r"""A bound of a rate along a flow says of every state what the chain rule makes of it: the rate that is put in is the one that the engine
proves, and each bound has a false twin."""

from dataclasses import replace

import pytest

from tests.derivations.notation.test_open_functions_typed import ground, read, refusal
from theoremtest.derivations.language.statement import Evolves
from theoremtest.derivations.language.verdict import Outcome
from theoremtest.derivations.notation.bounded_rates import rate_along
from theoremtest.derivations.proof.attest import offering
from theoremtest.derivations.proof.decide import decide_here

LETTERS = "let c > 0\nlet x, y\nlet n \\in \\mathbb{N}\nlet u, v \\in \\mathbb{R}^n\nlet A \\in \\mathbb{R}^{n \\times n}\n" \
    "let f : \\mathbb{R}^{n} \\to \\mathbb{R}\nlet \\mu > 0"
NUMBERS = LETTERS + "\nalong \\dot x = y, \\dot y = -x - c y"
COLUMNS = LETTERS + "\nalong \\dot u = -A u"
DESCENT = LETTERS + "\nassume f is \\mu-strongly convex, \\nabla f(v) = 0\nalong \\dot u = -\\nabla f(u)"


@pytest.mark.parametrize(("comments", "quantity"), [
    (NUMBERS, r"x^2 y + e^{x}"), (NUMBERS, r"\frac{x}{1 + y^2}"), (COLUMNS, r"u^\top A u"), (COLUMNS, r"\|u - v\|^2 (u^\top v)"),
    (COLUMNS, r"\exp(u^\top v)"), (COLUMNS, r"\operatorname{tr}(u u^\top A)"), (DESCENT, r"f(u)^2 + \|u\|^2"),
])
def test_the_rate_that_is_compared_is_the_rate(comments, quantity):
    like = read(comments, rf"\frac{{d}}{{dt}} \left({quantity}\right) = 1 + \|v\|^2 + f(v) + x^2")
    found = replace(like, rate=rate_along(like.quantity, like.along.rates))
    with offering(()):
        assert isinstance(like, Evolves) and decide_here(found).outcome is Outcome.PROVED
        assert decide_here(replace(found, rate=found.rate + 1)).outcome is Outcome.REFUTED


@pytest.mark.drawn(6)
@pytest.mark.parametrize(("comments", "display", "holds"), [
    (NUMBERS, r"\frac{d}{dt} \frac{x^2 + y^2}{2} \leq 0", True), (NUMBERS, r"\frac{d}{dt} \frac{x^2 + y^2}{2} \leq -c x^2", False),
    (NUMBERS + "\nV = \\frac12 x^2 + \\frac12 y^2", r"\dot V \leq 0", True), (NUMBERS, r"\frac{d}{dt} \left(x^2 + y^2\right) < 0", False),
    (COLUMNS + "\nassume A \\succeq c I", r"\frac{d}{dt} \frac12 \|u\|^2 \leq -c \|u\|^2", True),
    (COLUMNS + "\nassume A \\succeq c I", r"\frac{d}{dt} \frac12 \|u\|^2 \leq -2 c \|u\|^2", False),
    (DESCENT, r"\frac{d}{dt} (f(u) - f(v)) \leq -2 \mu (f(u) - f(v))", True),
    (DESCENT, r"\frac{d}{dt} (f(u) - f(v)) \leq -3 \mu (f(u) - f(v))", False),
])
def test_bounds_of_rates_are_decided(comments, display, holds):
    with offering(()):
        assert decide_here(read(comments, display)).outcome is (Outcome.PROVED if holds else Outcome.REFUTED)


@pytest.mark.parametrize(("display", "says"), [
    (r"\frac{d}{dt} c \leq 1", "a number that moves"), (r"\frac{d}{dt} (|x| + x) \leq y", "may have no rate"),
    (r"\frac{d}{dt} (x + \log x) \leq y", "may have no rate"), (r"\frac{d}{dt} (x^{3/2}) \leq y", "may have no rate"),
    (r"\frac{d}{dt} \|u\| \leq 0", "a number that moves"), (r"\frac{d}{dt} (x^2) \leq \frac{d}{dt} (y^2)", "one derivative"),
])
def test_what_is_no_such_bound_is_refused(display, says):
    assert ground(NUMBERS).along is not None and says in refusal(NUMBERS, display)
