"""The displays of a manuscript that no mark holds to a claim are listed by file and line."""

import pytest

from theoremtest.derivations.errors import TheoremtestError
from theoremtest.reports.tex.coverage import equations

PAPER = r"""\input{proof}
% theoremtest: mine2026/1
\[ a = b \]
\begin{align}
  c &= d \\
    &= e \nonumber \\ % the chain goes on
  % theoremtest: mine2026/2 [first]
  f &= g \\
  h &= \begin{cases} 1 & x \\ 2 & y \end{cases}
\end{align}
\begin{verbatim}
\[ no = formula \]
\end{verbatim}
In a line of text, \(i = j\) and $k = l$; displayed, $$ m = n. $$
"""


def test_rows_are_apart_and_files_that_are_taken_in_count(tmp_path):
    (tmp_path / "paper.tex").write_text(PAPER)
    (tmp_path / "proof.tex").write_text("% theoremtest: wrongly 2\n\\begin{equation}\n  u = v\n\\end{equation}\n")
    found = [(one.path.name, one.line, one.claim_id) for one in equations(tmp_path / "paper.tex")]
    assert found == [("paper.tex", 3, "mine2026/1"), ("paper.tex", 5, ""), ("paper.tex", 8, "mine2026/2"), ("paper.tex", 9, ""),
                     ("paper.tex", 14, ""), ("proof.tex", 3, "")]


def test_what_is_no_manuscript_is_named(tmp_path):
    with pytest.raises(TheoremtestError, match=r"claims\.py: there is no such \.tex file"):
        equations(tmp_path / "claims.py")
