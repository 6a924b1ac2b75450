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


@pytest.mark.parametrize("claim", [pytest.param(claim, id=claim.id, marks=() if place % 8 == 0 else pytest.mark.slow)
                                   for place, claim in enumerate(CLAIMS)])
def test_what_a_claim_prints_reads_back_as_the_claim(claim):
    for role, statement in _statements(claim):
        for name, part in statement.parts():
            assert type(part) in READERS, f"{role} {name}: no reader for the kind {part.kind}"
            printed = part.latex()
            read = read_statement(printed, part)
            assert same_formula(part, read), f"{role} {name}\n{printed}\nreads as\n{read.latex()}"


@pytest.mark.parametrize("claim", [claim for claim in CLAIMS if claim.id in SEVERAL][::12], ids=lambda claim: claim.id)
def test_a_conjunction_reads_back_line_by_line(claim):
    for _, statement in _statements(claim):
        assert same_formula(read_statement(statement.latex(), statement), statement)
