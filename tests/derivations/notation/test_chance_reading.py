"""Statements over draws are written in LaTeX and read back, kept as data, and have slips."""

import pytest

from helpers.chance_statements import OPEN, TRUE
from theoremtest.derivations.language.tree import from_tree, to_tree
from theoremtest.derivations.mutants import mutants
from theoremtest.derivations.notation import NotationError, read_statement


@pytest.mark.drawn(4)
@pytest.mark.parametrize("row", [*TRUE, *OPEN], ids=lambda row: row[0])
def test_it_is_read_back_and_kept_as_data(row):
    statement = row[1]()
    assert read_statement(statement.latex(), statement).latex() == statement.latex()
    assert from_tree(to_tree(statement)).key() == statement.key()
    assert len(mutants(statement, limit=4)) >= 2


BALANCE = dict(TRUE)["balance, entry by entry"]
MISTAKES = [
    (r"\mathbb{E}\left[\left[W_1\right]_{i}\right] = p", "row and a column"),
    (r"\mathbb{E}\left[\delta_{i}\right] = p", "two indices"),
    (r"\mathbb{E}\left[p, q\right] = p", "covariance is of two"),
    (r"\operatorname{Cov}\left[p\right] = p", "covariance is of two"),
    (r"\mathbb{E}\left[p\right] = p, W_1 \sim \mathcal{N}\left(1, p\right)", "mean 0"),
    (r"\mathbb{E}\left[p\right] = p, i \sim \operatorname{Bin}\left(1\right)", "parameters"),
]


@pytest.mark.parametrize("text, why", MISTAKES)
def test_a_mistake_is_named(text, why):
    with pytest.raises(NotationError, match=why):
        read_statement(text, BALANCE())
