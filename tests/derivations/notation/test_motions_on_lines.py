"""Several `along` lines are one motion where they move different letters; what would take the place of a motion in part is refused."""

import pytest

from tests.derivations.notation.test_open_functions_typed import ground, read, refusal
from theoremtest.derivations.language.flow import Flow
from theoremtest.derivations.language.verdict import Outcome
from theoremtest.derivations.proof.attest import offering
from theoremtest.derivations.proof.decide import decide_here

TWO = "let u, v, w\nalong \\dot u = -u\nalong \\dot v = v"
TIMES = "let x, y, a, b\nlet t \\geq 0\nalong \\dot x = -x\nstart x(0) = a\nalong \\dot y = -2 y"


@pytest.mark.parametrize(("comments", "display", "holds"), [
    (TWO, r"\frac{d}{dt}(u v) = 0", True),
    (TWO, r"\frac{d}{dt}(u v^2) = 0", False),
    (TWO + "\nalong \\dot w = u v w", r"\frac{d}{dt}(u^2 v w) = u v (u v - 1) u w", True),
    (TWO + "\nalong \\dot u = u, \\dot v = -v", r"\frac{d}{dt} u = u", True),
    (TIMES, "x(t) = a e^{-t}", True),
    (TIMES, "x(t) = a e^{-2 t}", False),
    (TIMES + "\nstart y(0) = b", r"x(t) = a e^{-t}, \quad y(t) = b e^{-2 t}", True),
])
def test_lines_that_move_different_letters_are_one_motion(comments, display, holds):
    with offering(()):
        assert decide_here(read(comments, display)).outcome is (Outcome.PROVED if holds else Outcome.REFUTED)


@pytest.mark.parametrize("line", [
    r"along \dot u = u", r"along \dot u = u, \dot w = w", "along gradient flow of w^2 in w",
])
def test_a_line_that_takes_a_part_of_a_motion_is_refused(line):
    assert "moves u, v already" in refusal(f"{TWO}\n{line}")


def test_what_moves_on_another_line_may_be_in_the_rate():
    found = ground("let a, x\nalong \\dot x = -a x\nalong \\dot a = x").along
    assert isinstance(found, Flow)
    assert [str(state) for state in found.rates] == ["x", "a"]


def test_a_solution_that_leaves_out_what_it_depends_on_is_refused():
    comments = "let x, y, a, b\nlet t \\geq 0\nalong \\dot x = -y\nstart x(0) = a\nalong \\dot y = -y\nstart y(0) = b"
    assert "the flow moves y, too" in refusal(comments, "x(t) = a e^{-t}")
