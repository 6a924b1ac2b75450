"""A dictionary between papers holds nothing that no claim backs: each way of saying more is named as a fault."""

from dataclasses import replace

import pytest
from sympy import Integer, symbols

from theoremtest.derivations.language.dictionary import Clash, Dictionary, Entry, Row, Side, Table, faults, value
from theoremtest.derivations.one_theory.dictionary_notation import DICTIONARY
from theoremtest.derivations.papers import Library

CLAIMS = {claim.id: claim for claim in Library().registry()}
ENTRY = DICTIONARY.tables[0].rows[0].entries[0]
CLASH = DICTIONARY.clashes[0]


def page(*entries, clashes=()):
    return Dictionary("a page", (Table("letters", tuple("abcd"[:len(entries)]), (Row("one", tuple(entries)),)),), tuple(clashes))


@pytest.mark.slow
def test_the_page_of_the_one_theory_is_backed():
    assert faults(DICTIONARY, CLAIMS) == []
    assert sum(entry is not None for table in DICTIONARY.tables for row in table.rows for entry in row.entries) > 30
    assert [[value(side, clash, CLAIMS[clash.claim]) for side in clash.sides] for clash in DICTIONARY.clashes] == [
        [4, 2], [Integer(10) / 3, 6], [1, -1], [1, 2], [Integer(1) / 4, 1]]


def test_all_contradictions_are_on_it():
    assert {clash.claim for clash in DICTIONARY.clashes} == {name for name in CLAIMS if name.startswith("one_theory/sec-5")}


@pytest.mark.parametrize("entry, fault", [
    (replace(ENTRY, claims=()), "it names no claim"),
    (Entry(ENTRY.claims), "says nothing"),
    (replace(ENTRY, claims=("one_theory/sec-1:nowhere",)), "one_theory/sec-1:nowhere is no claim"),
    (replace(ENTRY, formula=2 * ENTRY.formula), "stands in no statement of one_theory/sec-1:single-neuron"),
    (replace(ENTRY, claims=("one_theory/sec-4:lazy",)), "stands in no statement of one_theory/sec-4:lazy"),
    (replace(ENTRY, formula=symbols("never")), "never stands in no statement"),
    (replace(ENTRY, words="the network is its own inverse"), "`the network is its own inverse` stands in no title or note"),
])
def test_an_entry_that_no_claim_backs_is_a_fault(entry, fault):
    assert any(fault in found for found in faults(page(entry), CLAIMS))


@pytest.mark.parametrize("clash, fault", [
    (replace(CLASH, claim="one_theory/sec-5:nowhere"), "is no claim"),
    (replace(CLASH, at=dict.fromkeys(CLASH.at, 1)), "its point is outside"),
    (replace(CLASH, at={}), "no two different numbers"),
    (replace(CLASH, sides=(CLASH.sides[0], CLASH.sides[0])), "no two different numbers"),
    (replace(CLASH, sides=(CLASH.sides[0], Side("what nobody wrote", "slope", 1))), "is not in its title or note"),
])
def test_so_is_a_contradiction_that_is_none(clash, fault):
    assert isinstance(clash, Clash) and any(fault in found for found in faults(page(ENTRY, clashes=(clash,)), CLAIMS))


def test_rows_and_columns_match():
    short = Dictionary("a page", (Table("letters", ("a", "b"), (Row("one", (ENTRY,)),)),))
    assert faults(short, CLAIMS) == ["one: 1 entries under 2 columns"]
