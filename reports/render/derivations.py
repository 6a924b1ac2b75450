"""One derivation report for each paper, as an appendix to it would read: statement, what it rests on, derivation, verdict, erratum, in the
paper's own order; conditions, needs and evidence behind all. In Markdown, LaTeX and HTML, with an index.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial

from theoremtest.numerics.extras import needing
from theoremtest.reports.formulas import unicode_formula, unicode_words
from theoremtest.reports.formulas.values import value_latex

from . import html, latex, markdown
from .model import PaperView, Report
from .prose import Run
from .words import CONDITIONS, ERRATUM_KINDS, GARBLED, GRADES, GROUNDS, ORIGINS, VERDICTS

with needing("the report"):
    from markupsafe import Markup

FOLDER = "derivations"
_WORDS = {"verdicts": VERDICTS, "grounds": GROUNDS, "erratum_kinds": ERRATUM_KINDS, "grades": GRADES, "garbled": GARBLED,
          "origins": ORIGINS, "sources": CONDITIONS}
_SOURCE = re.compile(r'(?<=<math display="block") alttext="[^"]*"')
"""The LaTeX source of a formula, which stands in the other two forms."""


def files(report: Report) -> Iterator[tuple[str, str]]:
    """Name and text of every file."""
    for paper in report.papers:
        yield f"{paper.key}.md", _markdown(report, paper)
        yield f"{paper.key}.tex", _latex(report, paper)
        yield f"{paper.key}.html", _html(report, paper)
    lines = [f"- [{markdown.escape(paper.cited)}: {markdown.escape(paper.title)}]({paper.key}.md) ([LaTeX]({paper.key}.tex), "
             f"[HTML]({paper.key}.html)): {len(paper.claims)} statements, {len(paper.errata)} errata" for paper in report.papers]
    yield "index.md", "\n".join(["# Derivations, paper by paper", "", *lines, ""])


def _markdown(report: Report, paper: PaperView) -> str:
    made = markdown.environment()
    made.filters["elsewhere"] = partial(_elsewhere, paper.key, "md")
    text = made.get_template("derivations.md.j2").render(report=report, paper=paper, **_WORDS)
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


def _latex(report: Report, paper: PaperView) -> str:
    made = latex.environment()
    made.filters["behind"] = partial(latex.behind, report)
    here = {claim.id for claim in paper.claims}
    return made.get_template("derivations.tex").render(report=report, paper=paper, here=here, **_WORDS)


def _html(report: Report, paper: PaperView) -> str:
    """The appendix has its formulas in a line of Unicode: MathML is thirty times as long."""
    address = partial(_elsewhere, paper.key, "html")
    made, plain = html.environment({}, address), html.environment({}, address)
    plain.filters.update(display=unicode_formula, inline=unicode_formula, name=unicode_formula, prose=_in_a_line, value=_value,
                         conditions=lambda listed: ", ".join(map(unicode_formula, listed)), words=unicode_words)
    appendix = Markup(plain.get_template("derivations_appendix.html").render(paper=paper))
    return _SOURCE.sub("", made.get_template("derivations.html").render(report=report, paper=paper, appendix=appendix))


def _in_a_line(runs: Iterable[Run]) -> str:
    return "".join(unicode_formula(run.text) if run.kind == "math" else run.text for run in runs)


def _value(text: str, beside: str = "") -> str:
    return unicode_formula(value_latex(text) or text)


def _elsewhere(key: str, form: str, identity: str) -> str:
    """Where a claim stands, seen from a paper's own file."""
    other = identity.partition("/")[0]
    return f"#{identity}" if other == key else f"{other}.{form}#{identity}"
