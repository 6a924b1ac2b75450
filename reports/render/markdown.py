"""The report as one Markdown file: the ledger to be read in a repository, formulas in `math` fences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import partial

from theoremtest.numerics.extras import needing
from theoremtest.reports import mutation
from theoremtest.reports.edits.text import plain
from theoremtest.reports.formulas.formula import fault, gathered, stacked
from theoremtest.reports.formulas.values import value_latex

from .latex import CONDITION_WIDTH
from .model import Report
from .prose import Run, runs, sentence
from .words import CONDITIONS, ERRATUM_KINDS, GARBLED, GRADES, GROUNDS, ORIGINS, VERDICTS

with needing("the report"):
    from jinja2 import Environment, PackageLoader, StrictUndefined

_SPECIAL = re.compile(r"([\\`*_\[\]<>|$#~])")


def environment() -> Environment:
    """What templates of Markdown files are rendered with."""
    made = Environment(loader=PackageLoader("theoremtest.reports.render"), undefined=StrictUndefined, autoescape=False,
                       trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True)
    made.filters.update(escaped=escape, gathered=partial(gathered, width=CONDITION_WIDTH), cell=_cell, barred=_barred, code=code,
                        display=display, inline=inline, prose=_prose, value=_value, words=lambda text: _prose(runs(text)),
                        sentence=sentence, indented=_indented, edit_lines=plain, mutation_page=_mutation_page)
    return made


def render(report: Report) -> str:
    """The whole ledger as Markdown text."""
    text = environment().get_template("report.md.j2").render(report=report, verdicts=VERDICTS, grounds=GROUNDS, erratum_kinds=ERRATUM_KINDS,
                                                             grades=GRADES, garbled=GARBLED, origins=ORIGINS, sources=CONDITIONS)
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


def escape(text: str) -> str:
    """Text that Markdown shows as it stands."""
    return _SPECIAL.sub(r"\\\1", str(text))


def code(text: str) -> str:
    """A code span, whatever backticks the text holds."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * (longest + 1)
    padding = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{padding}{text}{padding}{fence}"


def display(latex: str) -> str:
    """A formula on lines of its own; one that cannot be typeset stays visible as source."""
    problem = fault(latex)
    if problem:
        return f"\n{code(latex)} (LaTeX source: {escape(problem)})\n"
    return f"\n```math\n{stacked(latex)}\n```\n"


def inline(latex: str) -> str:
    """A formula in a line of text; one that cannot be typeset stays visible as source."""
    problem = fault(latex)
    return f"{code(latex)} (LaTeX source: {escape(problem)})" if problem else f"$`{latex}`$"


def _prose(runs: Iterable[Run]) -> str:
    shown = {"math": inline, "code": code, "ref": lambda text: f"[{escape(text)}](#{text})", "text": escape}
    return "".join(shown[run.kind](run.text) for run in runs)


def _cell(text: str) -> str:
    """Text for a table, in one line."""
    return escape(text).replace("\n", " ")


def _barred(latex: str) -> str:
    """A formula for a table, where a bar would end the cell."""
    return latex.replace(r"\|", r"\Vert ").replace("|", r"\vert ")


def _value(text: str) -> str:
    latex = value_latex(text)
    return inline(latex) if latex else escape(text)


def _indented(text: str, width: int) -> str:
    """Lines that belong to an item of a list."""
    return "\n".join(" " * width + line if line else "" for line in text.split("\n"))


def _mutation_page(record: Mapping) -> str:
    """The page of the mutation score, its headings one level down."""
    return "\n".join("#" + line if line.startswith("#") else line for line in mutation.markdown(record).splitlines()) + "\n"
