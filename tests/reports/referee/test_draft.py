"""A draft holds what the text says of its letters, and its claims are claims; what was not read is a question."""

from pathlib import Path

import pytest

from theoremtest.reports.referee.draft import drafted
from theoremtest.reports.tex.marked import marked

PAPERS = Path(__file__).parent / "papers"


@pytest.mark.drawn(4)
@pytest.mark.slow
@pytest.mark.parametrize("paper", sorted(PAPERS.glob("*.tex")), ids=lambda path: path.stem)
def test_the_claims_of_a_draft_are_read_as_they_stand(paper):
    found = drafted(paper, paper.parent)
    marks = marked(found.text)
    assert found.claims >= 3 and len(marks) == found.claims
    assert not any(mark.problem or mark.error for mark in marks)
    kept = [line for line in found.text.splitlines() if not line.startswith(("% theoremtest:", "% question:"))]
    assert kept == paper.read_text().splitlines()


def test_letters_are_as_the_text_has_them_and_the_unread_is_a_question(tmp_path):
    path = tmp_path / "paper.tex"
    path.write_text("\\documentclass{article}\n\\title{Sums}\n\\begin{document}\n\\section{One}\n"
                    "Let $a > 0$ be a rate and $u = a + b$. Then\n\\[ u^2 = a^2 + 2 a b + b^2. \\]\nMoreover\n\\[ c = \\sum_i d_i. \\]\n"
                    "\\end{document}\n")
    found = drafted(path, tmp_path)
    comments = [line for line in found.text.splitlines() if line.startswith("%")]
    assert comments == ['% theoremtest: paper draft2026 "Sums"', "% theoremtest: let a > 0", "% theoremtest: let b",
                        "% theoremtest: u = a + b", "% theoremtest: claim display-1",
                        "% question: what does this display say? it was not read: a sum, a product or an integral over something"]
    assert (found.claims, found.questions) == (1, 1)
