"""The papers' own formulas: every one that the report will show converts, and every claim finds its section."""

import pytest

from theoremtest.derivations.papers import Library
from theoremtest.reports.formulas.formula import items
from theoremtest.reports.render import mathml
from theoremtest.reports.render.sections import outline

LIBRARY = Library()


def formulas(claim):
    """All LaTeX that the report shows for a claim."""
    yield claim.latex
    statements = [claim.statement, *(step.statement for step in claim.derivation)]
    if claim.erratum:
        statements.append(claim.erratum.corrected)
    for statement in statements:
        for _, part in statement.parts():
            yield part.latex()
            yield from items(part.on.latex())
            if hasattr(part, "problem_latex"):
                yield part.problem_latex()


@pytest.mark.drawn(6)
@pytest.mark.slow
def test_the_formulas_of_every_fourth_claim_convert():
    some = list(LIBRARY.registry())[::4]
    failed = {f"{claim.id}: {why}" for claim in some for latex in set(formulas(claim)) if (why := mathml.display(latex).why)}
    assert failed == set()


@pytest.mark.parametrize("paper", LIBRARY.papers)
def test_every_claim_finds_its_section(paper):
    found = outline(paper, LIBRARY)
    lost = [claim.id for claim in LIBRARY.registry() if claim.paper.key == paper and not found.section(claim.where)]
    assert lost == []
    assert found.authors and found.identifier


@pytest.mark.parametrize("paper", LIBRARY.papers)
def test_every_section_that_holds_claims_has_a_heading(paper):
    found = outline(paper, LIBRARY)
    used = {found.section(claim.where) for claim in LIBRARY.registry() if claim.paper.key == paper}
    assert used <= set(found.headings)
