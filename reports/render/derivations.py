"""One derivation report for each paper, as an appendix to it would read: statement, what it rests on, derivation, verdict, erratum, in the
paper's own order; conditions, needs and evidence behind all, in HTML on a page of their own. In Markdown, LaTeX and HTML, with an index.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import groupby

from theoremtest.reports.formulas import unicode_formula, unicode_words
from theoremtest.reports.formulas.values import value_latex

from . import html, latex, markdown
from .model import ClaimView, Conditions, Formula, PaperView, Report, SectionView
from .prose import Run
from .words import CONDITIONS, ERRATUM_KINDS, GARBLED, GRADES, GROUNDS, ORIGINS, VERDICTS

FOLDER = "derivations"
_WORDS = {"verdicts": VERDICTS, "grounds": GROUNDS, "erratum_kinds": ERRATUM_KINDS, "grades": GRADES, "garbled": GARBLED,
          "origins": ORIGINS, "sources": CONDITIONS}
_SOURCE = re.compile(r'(?<=<math display="block") alttext="[^"]*"')
"""The LaTeX source of a formula, which stands in the other two forms."""


def files(report: Report) -> Iterator[tuple[str, str]]:
    """Name and text of every file."""
    for paper in map(_read_on, report.papers):
        yield f"{paper.key}.md", _markdown(report, paper)
        yield f"{paper.key}.tex", _latex(report, paper)
        yield f"{paper.key}.html", _html(report, paper)
        yield f"{paper.key}-evidence.html", _evidence(report, paper)
    lines = [f"- [{markdown.escape(paper.cited)}: {markdown.escape(paper.title)}]({paper.key}.md) ([LaTeX]({paper.key}.tex), "
             f"[HTML]({paper.key}.html), [evidence]({paper.key}-evidence.html)): {len(paper.claims)} statements, "
             f"{len(paper.errata)} errata" for paper in report.papers]
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
    made = html.environment({}, partial(_elsewhere, paper.key, "html"))
    return _SOURCE.sub("", made.get_template("derivations.html").render(report=report, paper=paper))


def _evidence(report: Report, paper: PaperView) -> str:
    """The appendix; its formulas stand in a line of Unicode, as MathML is thirty times as long."""
    made = html.environment({}, lambda identity: f"{paper.key}.html{_elsewhere(paper.key, 'html', identity)}"
                            if identity.startswith(f"{paper.key}/") else _elsewhere(paper.key, "html", identity))
    made.filters.update(display=unicode_formula, inline=unicode_formula, name=unicode_formula, prose=_in_a_line, value=_value,
                        conditions=lambda listed: ", ".join(map(unicode_formula, listed)), words=unicode_words)
    return made.get_template("derivations_appendix.html").render(report=report, paper=paper)


def _read_on(paper: PaperView) -> PaperView:
    """The paper as it is read from the front: what an abbreviation stands for is said once in a chapter, and is `as above` from then on."""
    chapters = groupby(paper.sections, lambda section: " ".join(section.title.split(".")[0].split()[:2]))
    return replace(paper, sections=tuple(section for _, chapter in chapters for section in _chapter_read_on(chapter)))


def _chapter_read_on(chapter: Iterable[SectionView]) -> list[SectionView]:
    said: dict[str, str] = {}

    def domain(stated: Conditions) -> Conditions:
        named = {item: item.partition(":=")[0].strip() for item in stated.where}
        if any(said.get(name, item) != item for item, name in named.items()):
            said.clear()  # what others stand for may speak of the one that changed
        known = [item for item in stated.where if said.get(named[item]) == item]
        said.update({name: item for item, name in named.items()})
        return replace(stated, where=tuple(item for item in stated.where if item not in known),
                       above=(*stated.above, *(named[item] for item in known)))

    def formula(shown: Formula) -> Formula:
        parts = tuple(replace(part, domain=domain(part.domain)) for part in shown.parts)
        return replace(shown, parts=parts, domain=domain(shown.domain))

    def claim(shown: ClaimView) -> ClaimView:
        printed = formula(shown.formula)
        erratum = shown.erratum and replace(shown.erratum, formula=formula(shown.erratum.formula))
        return replace(shown, formula=printed, erratum=erratum)

    return [replace(section, claims=tuple(map(claim, section.claims))) for section in chapter]


def _in_a_line(runs: Iterable[Run]) -> str:
    return "".join(unicode_formula(run.text) if run.kind == "math" else run.text for run in runs)


def _value(text: str, beside: str = "") -> str:
    return unicode_formula(value_latex(text) or text)


def _elsewhere(key: str, form: str, identity: str) -> str:
    """Where a claim stands, seen from a paper's own file."""
    other = identity.partition("/")[0]
    return f"#{identity}" if other == key else f"{other}.{form}#{identity}"
