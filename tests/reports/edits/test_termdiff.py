"""Differences of formulas: at the level of terms, and never at the cost of the formulas themselves."""

import pytest
from sympy import And, ImmutableMatrix, Or, S, cosh, exp, oo, sinh, sqrt

from theoremtest.derivations.language import Dot, dimension, matrix, reals, to_latex, vector
from theoremtest.derivations.papers import Library
from theoremtest.reports.edits.termdiff import CHANGED, coloured, latex, rows
from theoremtest.reports.render import mathml

x, y, z, R, nu, delta = reals("x", "y", "z", "R", r"\nu", r"\delta")
d = dimension("d")
u, v, A = vector("u", d), vector("v", d), matrix("A", d, d)


def marked(row):
    return [piece.latex for piece in row if piece.status == CHANGED]


@pytest.mark.parametrize("old, new, gone, come", [
    (x - y, x + y, ["-"], ["+"]),
    (x + y + z, x + z, ["+", "y"], []),
    (x + y**2, x + y**3, ["2"], ["3"]),
    (sqrt(x**2 + 4 * y), sqrt(x**2 - 4 * y), ["+"], ["-"]),
    (x * y * z, x * y, ["z"], []),
    (x > 0, x >= 0, [">"], [r"\geq"]),
    (And(x > 0, y > 0), S(x > 0), ["y > 0"], []),
    (A * u + v, A.T * u + v, ["A"], [r"A^{\top}"]),
    ((x + y) / (x - y), (x + z) / (x - y), ["+", "y"], ["+", "z"]),
    ((R * cosh(x) - delta * nu * sinh(x)) / (R + nu), (R * cosh(x) + delta * nu * sinh(x)) / (R + nu), ["-"], ["+"]),
    (cosh(2 * x), cosh(x), ["2"], []),
    (exp(-x * y), exp(-x * z), ["y"], ["z"]),
    (ImmutableMatrix([[x, y]]), ImmutableMatrix([[x, z]]), ["y"], ["z"]),
    (x, None, ["x"], []),
])
def test_only_the_changed_terms_are_marked(old, new, gone, come):
    before, after = rows(old, new)
    assert (marked(before), marked(after)) == (gone, come)


@pytest.mark.parametrize("old, new", [
    (x / 2, x), (x, y), (Dot(u, v) + x, Dot(u, v) ** 2 + x), (sqrt(Dot(u, u)), Dot(u, u)), (sqrt(x * y) + z, x * y + z), (-x * y, x * y),
    (1 / x, 1 / x**2), (oo, x), (Or(And(x > 0, y > 0), z > 0), And(x > 0, z > 0)), (x * (y + z) ** 2, x * (y - z) ** 3),
    (2 * x / (3 * y), 2 * x * y / 3), (A * u, v), (x + y, A), (-(x + y), x + y),
])
def test_each_row_still_reads_as_its_formula(old, new):
    def plain(text):
        return text.replace(" ", "")

    for value, row in zip((old, new), rows(old, new), strict=True):
        assert plain(latex(row)) == plain(to_latex(value))


def test_equal_formulas_have_nothing_marked():
    for row in rows(x + y, y + x):
        assert marked(row) == []


@pytest.mark.slow
def test_rows_of_claims_become_mathml_with_their_marks():
    """Each claim's sides against each other: awkward formulas, and none may get lost on the way to the page."""
    for claim in list(Library().registry())[::9]:
        for _, part in claim.statement.parts():
            if hasattr(part, "left") and hasattr(part, "right") and not getattr(part.left, "shape", None):
                for side, row in zip(("old", "new"), rows(part.left, part.right), strict=True):
                    text = latex(row, side)
                    assert mathml.display(text).why == mathml.display(latex(row)).why, text


def test_colours_for_a_terminal():
    before, after = rows(x - y, x + y)
    shown = coloured(before, "old")
    assert [(span.style, shown.plain[span.start:span.end]) for span in shown.spans] == [("bold red", "-")]
    assert coloured(after, "new").plain == "x + y"


def test_powers_with_exponents_below_zero_that_hold_letters_are_compared():
    before, after = rows(x ** (-z / (z + 1)), x ** (-z / (z + 2)))
    assert (latex(before), latex(after)) == (to_latex(x ** (-z / (z + 1))), to_latex(x ** (-z / (z + 2))))
    assert any(piece.status == CHANGED for piece in before)
