"""What values show in a notebook: formulas as MathML and as LaTeX, a verdict in words, a claim with what its ledger says."""

import re
import subprocess
import sys
from xml.etree import ElementTree

import numpy as np
import pytest

from theoremtest import Domain, Equal, Paper, Verdict, claim, every, reals
from theoremtest.derivations.proof.decide import decide_here
from theoremtest.models import diagonal_linear, multilinear
from theoremtest.reports.render.mathml import display
from theoremtest.reports.workspace import Workspace

s, r = reals("s", "r")
TRUE = Equal((s - r) ** 2, s**2 - 2 * r * s + r**2, on=Domain(r > 0, over=[s]))
FALSE = Equal(s**2, s, on=Domain(s > 0))


def shown(value):
    """The piece of a page, which must be well-formed."""
    text = value._repr_html_()
    assert type(text) is str
    ElementTree.fromstring(text.replace("&nbsp;", " "))
    return text


def test_a_statement_shows_its_formula_and_its_domain():
    text = shown(TRUE)
    assert display(TRUE.latex()).html in text and TRUE.label in text and "<mi>r</mi><mo>&gt;</mo><mn>0</mn>" in text
    assert TRUE._repr_latex_() == rf"$\displaystyle {TRUE.latex()}$"


def test_a_conjunction_shows_its_parts_by_name_and_lines_that_an_equation_may_hold():
    both = every(the_square=TRUE, a_slip=FALSE)
    text = shown(both)
    assert "the square" in text and "a slip" in text and "✓" not in text
    assert both._repr_latex_().count(r"\begin{aligned}") == 1


def test_evidence_shows_the_counterexample():
    found = decide_here(FALSE)
    text = shown(found)
    assert "✗</span> refuted" in text and "Smallest counterexample" in text
    assert found._repr_latex_() == r"$\displaystyle \text{refuted}\quad s = 2: 4 \text{ against } 2$"
    assert "At " in shown(found.counterexample)
    assert "✓</span> proved" in shown(decide_here(TRUE))
    assert "✓</span> proved" in shown(Verdict.PROVED) and Verdict.PROVED._repr_latex_() == r"$\displaystyle \text{proved}$"


def test_a_claim_shows_what_the_ledger_says_of_it():
    found, _ = Workspace.here().find("kunin2024/25")
    text = shown(found)
    assert "✗</span> refuted" in text and "<em>false in general</em>" in text and "corrected" in text and "✓</span> proved" in text
    assert found._repr_latex_() == rf"$\displaystyle {found.latex}$"


def test_a_claim_that_no_ledger_has_is_not_decided():
    @claim(Paper(key="mine2026", authors="A. Theorist", title="A note", year=2026), "Eq. (1)")
    def square():
        """The square of a difference, with $r$."""
        return TRUE

    assert "<em>not decided</em>" in shown(square) and "✓" not in shown(square)
    assert square.claim.id == "mine2026/1" and square._repr_html_() == square.claim._repr_html_()


def test_a_claim_edited_since_it_was_recorded_is_not_decided():
    from dataclasses import replace

    found, _ = Workspace.here().find("kunin2024/25")
    assert "<em>not decided</em>" in shown(replace(found, build=lambda: TRUE))


def test_trajectories_show_a_table_of_their_quantities():
    run = diagonal_linear.solve(np.array([0.0, 1.0]), np.full(3, 0.1), 0.2, 1.0, backend="numpy")
    text = shown(run)
    assert run._repr_latex_() is None
    assert set(re.findall(r"<th scope=\"row\"><code>(\w+)</code>", text)) == set(run.QUANTITIES) and "batch_0, time" in text
    curve = shown(multilinear.solve(np.array([1.0, 2.0]), 0.6))
    assert "[target]^2" in curve and "<td>time</td>" in curve


@pytest.mark.slow
@pytest.mark.parametrize("program", [
    "from theoremtest import Equal, Domain, real; s = real('s'); print(Equal(s, s + 0, on=Domain(s > 0))._repr_html_() is not None)",
    "from theoremtest.models.mirror import kappas; from theoremtest.derivations import display; print('html' in display._WRITERS)",
])
def test_whatever_is_taken_from_the_face_can_show_itself(program):
    done = subprocess.run([sys.executable, "-c", program], text=True, capture_output=True, timeout=600, check=True)
    assert done.stdout.strip() == "True"
