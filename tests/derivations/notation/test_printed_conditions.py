"""Conditions held to the LaTeX of their sources: what reads as printed passes, what a slip made of it does not."""

import pytest
from sympy import Ge, Gt, Ne

from theoremtest.derivations.language import ClaimError, Convention, Domain, Dot, Equal, Meaning, by, dimension, every, real, vector
from theoremtest.derivations.notation.printed_conditions import misprinted

x, gamma = real("x"), real(r"\gamma")
w = vector("w", dimension("d"))
POSITIVE = Meaning("x is a length", "Section 1", formulas=("x > 0", r"w^\top w > 0"))
SLOPE = Convention("slope", "Section 2", "gamma in [0, 1)", formulas=(r"0 \leq \gamma < 1",))
SILENT = Meaning("x is a length", "Section 1")


def on(*conditions, source=POSITIVE):
    domain = Domain(*conditions, over=[x, gamma, w], source=source)
    return Equal(x + gamma, gamma + x + Dot(w, w) - Dot(w, w), on=domain)


@pytest.mark.parametrize("stated", [on(x > 0), on(Dot(w, w) > 0), on(x > 0, Gt(Dot(w, w), 0)),
                                    on(gamma >= 0, gamma < 1, source=SLOPE), on(Gt(1, gamma), gamma >= 0, source=SLOPE)])
def test_what_reads_as_printed_passes(stated):
    assert misprinted(stated) == []


@pytest.mark.parametrize("stated", [on(x > 1), on(x < 0), on(x >= 0), on(Ne(x, 0)), on(gamma > 0), on(x > 0, Dot(w, w) > 1)])
def test_another_condition_is_told_with_what_is_printed(stated):
    fault, = misprinted(stated)
    assert "Section 1" in fault and "x > 0" in fault


@pytest.mark.parametrize("stated", [on(gamma >= 0, source=SLOPE), on(gamma < 1, source=SLOPE)])
def test_a_chain_stands_there_whole(stated):
    fault, = misprinted(stated)
    assert r"0 \leq \gamma < 1, which is more" in fault


def test_letters_that_the_statement_lacks_match_nothing():
    y = real("y")
    assert misprinted(Equal(y, y + y - y, on=Domain(y > 0, source=POSITIVE)))


def test_a_source_without_a_formula_says_nothing():
    assert misprinted(on(x > 7, source=SILENT)) == []


def test_formulas_are_a_tuple():
    with pytest.raises(ClaimError, match="a tuple of LaTeX texts"):
        Meaning("x is a length", "Section 1", formulas="x > 0")


def test_a_mark_of_the_claim_goes_before_the_domain():
    assert misprinted(on(x > 7, source=SILENT), [by(POSITIVE, x > 7)])
    assert misprinted(on(Ge(x, 7)), [by(SILENT, Ge(x, 7))]) == []


def test_every_part_of_a_conjunction_is_read():
    assert len(misprinted(every(right=on(x > 0), wrong=on(x < 0), wrong_again=on(x > 2)))) == 2
