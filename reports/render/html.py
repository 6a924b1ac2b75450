"""The report as one self-contained HTML page: formulas as MathML, graph as SVG, style and script inside, no network."""

from __future__ import annotations

import base64
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from theoremtest.numerics.extras import needing
from theoremtest.reports import mutation
from theoremtest.reports.edits import termdiff
from theoremtest.reports.formulas.formula import gathered, width_of
from theoremtest.reports.formulas.values import rounded, tens, value_latex

from . import graph, mathml
from .measured import sections
from .model import Report
from .prose import runs
from .words import CONDITIONS, ERRATUM_KINDS, GARBLED, GRADES, GROUNDS, ORIGINS, VERDICTS, slug

with needing("the report"):
    from jinja2 import BaseLoader, Environment, PackageLoader, StrictUndefined
    from markdown_it import MarkdownIt
    from markupsafe import Markup, escape

MARKS = {"proved": "✓", "proved in part": "◐", "supported": "≈", "refuted": "✗", "undecided": "?"}
"""A sign beside each verdict's word, so that it does not rest on colour."""


CONDITION_WIDTH = 34.0
"""A condition wider than this, in italic letters, has a line of its own."""
INLINE_WIDTH = 24.0
"""A formula in a line of text that is wider than this may scroll by itself: so much fits into a heading on a phone."""


@dataclass(frozen=True)
class Page:
    text: str
    formulas: int
    unconverted: tuple[tuple[str, str], ...]
    """Formulas shown as LaTeX source, each with the reason."""


def render(report: Report) -> Page:
    """The page, with the list of formulas that had to stay LaTeX source."""
    shown: dict[str, str | None] = {}
    text = environment(shown).get_template("page.html").render(report=report, shown=shown)
    return Page(text, len(shown), unconverted(shown))


def environment(shown: dict[str, str | None], address: Callable[[str], str] = "#{}".format,
                loader: BaseLoader | None = None) -> Environment:
    """The templates with the filters and words that they use.

    shown: takes every formula that is shown, with the reason where it had to stay LaTeX source. address: where the claim of an id is
    found; on the same page where none is given. loader: of the templates, those of this room if None.
    """
    made = Environment(loader=loader or PackageLoader("theoremtest.reports.render"), autoescape=True, undefined=StrictUndefined,
                       trim_blocks=True, lstrip_blocks=True)
    made.filters.update(
        address=address, display=partial(_formula, mathml.display, shown), inline=partial(_inline, shown),
        conditions=partial(_conditions, shown), prose=partial(_prose, shown, address),
        words=lambda text: _prose(shown, address, runs(text)), value=partial(_value, shown),
        name=partial(_formula, mathml.inline, shown), mark=_mark, slug=slug, image=_image, markdown=_markdown, summary=_summary,
        graph=lambda paper: graph.svg(graph.layout(paper), paper.key, address), marked=partial(_marked, shown),
        totals=mutation.totals, measured=sections, score=lambda row: mutation.percent(mutation.score(row)))
    made.globals.update(verdicts=VERDICTS, grounds=GROUNDS, erratum_kinds=ERRATUM_KINDS, grades=GRADES, garbled=GARBLED, origins=ORIGINS,
                        sources=CONDITIONS, mutation_outcomes=mutation.OUTCOMES, mutation_answers=mutation.ANSWERS)
    return made


def unconverted(shown: dict) -> tuple[tuple[str, str], ...]:
    """The formulas that are shown as LaTeX source, each with the reason."""
    return tuple((latex, why) for latex, why in shown.items() if why)


def _summary(shown: dict) -> str:
    """One sentence on the formulas shown so far; the template asks for it last."""
    left = len(unconverted(shown))
    if not left:
        return f"All {len(shown)} formulas are MathML, each checked against its LaTeX source."
    return (f"{len(shown) - left} of {len(shown)} formulas are MathML, each checked against its LaTeX source; "
            f"{left} could not be converted and {'is' if left == 1 else 'are'} shown as source.")


def _formula(convert, shown: dict, latex: str) -> Markup:
    rendered = convert(latex)
    shown[latex] = rendered.why
    return rendered.html


def _inline(shown: dict, latex: str) -> Markup:
    """A formula in a line of text; a wide one scrolls by itself where the line is shorter."""
    made = _formula(mathml.inline, shown, latex)
    return Markup('<span class="side">{}</span>').format(made) if width_of(latex) > INLINE_WIDTH else made


def _marked(shown: dict, pieces, side: str) -> Markup:
    """A row of an edit, `[status, LaTeX]` pieces, with what changed set apart."""
    return _formula(mathml.display, shown, termdiff.latex(tuple(termdiff.Piece(*piece) for piece in pieces), side))


def _conditions(shown: dict, listed) -> Markup:
    """Conditions in a row that may wrap between them; a wide one has a line of its own."""
    text = Markup("")
    listed = gathered(listed, CONDITION_WIDTH)
    for place, item in enumerate(listed):
        if width_of(item) > CONDITION_WIDTH:
            text += Markup('<span class="condition long">{}</span>').format(_formula(mathml.display, shown, item))
        else:
            follows = place + 1 < len(listed) and width_of(listed[place + 1]) <= CONDITION_WIDTH
            text += Markup('<span class="condition">{}{}</span>{}').format(
                _formula(mathml.inline, shown, item), "," if follows else "", " " if follows else "")
    return text


def _prose(shown: dict, address: Callable[[str], str], runs) -> Markup:
    parts = []
    for run in runs:
        if run.kind == "math":
            parts.append(_inline(shown, run.text))
        elif run.kind == "code":
            parts.append(Markup("<code>{}</code>").format(run.text))
        elif run.kind == "ref":
            parts.append(Markup('<a href="{}">{}</a>').format(address(run.text), run.text))
        else:
            parts.append(escape(run.text))
    return Markup("").join(parts)


def _value(shown: dict, text: str, beside: str = "") -> Markup:
    """An exact value as a formula where it is a rational or a matrix of rationals of few digits, else rounded, with all digits on it.

    beside: a value that must still be told apart from it.
    """
    few = rounded(text, beside)
    if few != text:
        return Markup('<span class="number" title="{}">≈\u00a0{}</span>').format(text, tens(few))
    latex = value_latex(text)
    return _formula(mathml.inline, shown, latex) if latex else Markup('<span class="number">{}</span>').format(tens(text))


def _mark(verdict: str) -> Markup:
    return Markup('<span class="verdict v-{0}"><span aria-hidden="true">{1}</span> {2}</span>').format(
        slug(verdict), MARKS[verdict], verdict)


def _image(svg: bytes) -> Markup:
    return Markup("data:image/svg+xml;base64,") + Markup(base64.b64encode(svg).decode("ascii"))


def _markdown(text: str) -> Markup:
    made = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    return Markup(made.replace("<table>", '<div class="wide"><table>').replace("</table>", "</table></div>"))
