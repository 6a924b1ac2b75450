"""Every claim's own LaTeX is read back as that claim: printed and corrected statements, part by part."""

import pytest

from theoremtest.derivations.notation import READERS, read_statement, same_formula
from theoremtest.derivations.papers import Library
from theoremtest.reports.verify.ledger_file import LEDGER, read

CLAIMS = tuple(Library().registry())
SEVERAL = {record["id"] for record in read(LEDGER) if len(record["parts"]) > 1}
"""The claims of several parts, as the ledger knows them: asking the claims would build every formula whenever tests are collected."""


def _statements(claim):
    yield "printed", claim.statement
    if claim.erratum:
        yield "corrected", claim.erratum.corrected


PARTS, FAST = 32, 8
"""The claims are read in so many parts, of which the fast lane takes one in so many."""


@pytest.mark.drawn(18)
@pytest.mark.parametrize("part", [pytest.param(part, marks=() if part % FAST == 0 else pytest.mark.slow) for part in range(PARTS)])
def test_what_a_claim_prints_reads_back_as_the_claim(part):
    for claim in CLAIMS[part::PARTS]:
        for role, statement in _statements(claim):
            for name, one in statement.parts():
                assert type(one) in READERS, f"{claim.id}, {role} {name}: no reader for the kind {one.kind}"
                printed = one.latex()
                read = read_statement(printed, one)
                assert same_formula(one, read), f"{claim.id}, {role} {name}\n{printed}\nreads as\n{read.latex()}"


@pytest.mark.slow
def test_a_conjunction_reads_back_line_by_line():
    for claim in [claim for claim in CLAIMS if claim.id in SEVERAL][::12]:
        for _, statement in _statements(claim):
            assert same_formula(read_statement(statement.latex(), statement), statement), claim.id
