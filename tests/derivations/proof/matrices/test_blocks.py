"""Blocks, frames and diagonal matrices: the field's statements are proved in every dimension, their wrong twins refuted."""

import pytest
from statements_of_blocks import FALSE, NEVER, TRUE
from sympy import Identity, S, ZeroMatrix

from theoremtest.derivations.language import Blocks, Diagonal, Domain, EveryEntry, Outcome, StatementError, dimension, matrix, real, vector
from theoremtest.derivations.language.tree import from_tree, to_tree
from theoremtest.derivations.notation import read_statement
from theoremtest.derivations.proof.decide import decide_here
from theoremtest.derivations.proof.matrices.blocks import divided, paired
from theoremtest.derivations.proof.matrices.letters import NotWords
from theoremtest.derivations.proof.points.frames import frames_of
from theoremtest.derivations.proof.points.random_points import points
from theoremtest.derivations.proof.points.smallest import small_points

pytestmark = pytest.mark.drawn(6)

n, m = dimension("n"), dimension("m")
A, B, C, D = matrix("A", n, n), matrix("B", n, m), matrix("C", m, n), matrix("D", m, m)
s, sigma = real("s"), vector("sigma", n)
OPEN: dict = {}
"""True statements that are not proved and false ones that are not refuted, with the reason."""


@pytest.mark.drawn(9)
@pytest.mark.parametrize("name", TRUE)
def test_what_is_true_is_proved(name):
    found = decide_here(TRUE[name])
    assert found.outcome is (Outcome.UNDECIDED if name in OPEN else Outcome.PROVED), found


@pytest.mark.drawn(6)
@pytest.mark.parametrize("name", FALSE)
def test_what_is_false_is_refuted(name):
    found = decide_here(FALSE[name])
    assert found.outcome is (Outcome.UNDECIDED if name in OPEN else Outcome.REFUTED), found


@pytest.mark.parametrize("name", NEVER)
def test_what_is_false_or_says_nothing_is_never_proved(name):
    assert decide_here(NEVER[name]).outcome is not Outcome.PROVED


@pytest.mark.parametrize("name", [*TRUE, *FALSE])
def test_statements_are_read_back_and_kept_as_data(name):
    statement = {**TRUE, **FALSE}[name]
    assert from_tree(to_tree(statement)).key() == statement.key()
    assert read_statement(statement.latex(), statement).latex() == statement.latex()


@pytest.mark.parametrize("rows", [([A, B], [C]), ([A, C],), ([A], [B]), ([A, s],), ()])
def test_blocks_that_do_not_fit_are_refused(rows):
    with pytest.raises(StatementError):
        Blocks(*rows)


@pytest.mark.parametrize("made", [lambda: Diagonal(s), lambda: Diagonal(s, (s, A)), lambda: Diagonal(A, (s, sigma)),
                                  lambda: Diagonal(s, (s, sigma), (s, vector("rho", n))),
                                  lambda: Diagonal(s, (s, sigma), (real("r"), vector("rho", m))), lambda: EveryEntry(s, (s, sigma)),
                                  lambda: EveryEntry(s > 0)])
def test_diagonals_without_entries_are_refused(made):
    with pytest.raises(StatementError):
        made()


def test_what_stands_for_an_entry_is_bound():
    made = Diagonal(s * real("c"), (s, sigma))
    assert made.free_symbols == {real("c"), sigma} and made.subs(s, 3) == made
    assert set(Domain(EveryEntry(s > real("c"), (s, sigma))).symbols) == {real("c"), sigma}


def test_a_matrix_that_is_not_divided_alike_is_refused():
    with pytest.raises(NotWords):
        divided(Blocks([A, B]) * Blocks([B], [D]) * Blocks([A, B], [C, D]))
    with pytest.raises(NotWords):
        paired(Blocks([A, B], [C, D]), matrix("X", n + m, n + m))
    assert paired(Blocks([A, B], [C, D]), Identity(n + m))[1] == (B, ZeroMatrix(n, m))


def test_points_have_orthonormal_frames():
    domain = TRUE["orthonormal, widens"].on
    assert len(frames_of(domain).groups) == 2
    for point in (*points(domain, 3, "frames"), *small_points(domain, 3)):
        frame = next(value for symbol, value in point.items() if getattr(symbol, "name", "") == "U")
        assert frame.T * frame == S.One * Identity(frame.cols).as_explicit()
