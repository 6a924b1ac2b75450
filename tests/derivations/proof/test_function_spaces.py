"""Functions and operators over a space that is no number: what holds in every Hilbert space is proved, slips are refuted."""

import pytest

from helpers.space_statements import FALSE, OPEN, REFUSED, TRUE
from theoremtest.derivations.language import Outcome, TheoremtestError
from theoremtest.derivations.language.tree import from_tree, to_tree
from theoremtest.derivations.notation import read_statement, readable
from theoremtest.derivations.proof.decide import decide
from theoremtest.numerics.routes import dispatch as routes


@pytest.mark.parametrize("row", TRUE, ids=lambda row: row[0])
def test_what_holds_in_every_space_is_proved(row):
    evidence = decide(row[1]())
    assert evidence.outcome is Outcome.PROVED, evidence.counterexample or evidence.tried


@pytest.mark.drawn(8)
@pytest.mark.slow
@pytest.mark.parametrize("row", FALSE, ids=lambda row: row[0])
def test_a_slip_is_refuted(row):
    evidence = decide(row[1]())
    assert evidence.outcome is Outcome.REFUTED, evidence.tried


@pytest.mark.parametrize("row", OPEN, ids=lambda row: row[0])
def test_what_is_open_is_not_refuted(row):
    assert decide(row[1](), seconds=4).outcome is not Outcome.REFUTED


@pytest.mark.drawn(5)
@pytest.mark.parametrize("row", REFUSED, ids=lambda row: row[0])
def test_what_needs_finitely_many_dimensions_is_never_proved(row):
    try:
        statement = row[1]()
    except TheoremtestError:
        return
    assert decide(statement).outcome is Outcome.UNDECIDED


@pytest.mark.parametrize("row", [row for row in TRUE if readable(row[1]())], ids=lambda row: row[0])
def test_it_is_read_back_and_kept_as_data(row):
    statement = row[1]()
    assert from_tree(to_tree(statement)).key() == statement.key()
    assert read_statement(statement.latex(), statement).latex() == statement.latex()


@pytest.mark.parametrize("row", TRUE[:5], ids=lambda row: row[0])
def test_the_points_route_does_not_disagree(row):
    assert routes.run("points", row[1](), "space/1").outcome is not Outcome.REFUTED
