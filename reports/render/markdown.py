"""The report as one Markdown file: the ledger to be read in a repository, formulas in `math` fences."""

from __future__ import annotations

import re

from rederive.reports.edits.text import plain
from rederive.reports.mutation import score as mutation

from .formula import fault, stacked
from .values import value_latex
from .view import GROUNDS, VERDICTS, Check, ClaimView, Conditions, Example, Formula, Link, Report

_SPECIAL = re.compile(r"([\\`*_\[\]<>|$#~])")


def render(report: Report) -> str:
    """The whole ledger as Markdown text."""
    lines = ["# What holds, as printed and as corrected", ""]
    for paper in report.papers:
        lines += [f"{escape(paper.authors)}, *{escape(paper.title)}* ({escape(paper.year)}), {escape(paper.identifier)}.", ""]
    lines += _counts(report) + _errata(report)
    for paper in report.papers:
        lines += [f"## Claims of {escape(paper.key)}", ""]
        for section in paper.sections:
            lines += [f"### {escape(section.title)}", ""]
            for claim in section.claims:
                lines += _claim(claim)
    lines += _edits(report) + _extras(report)
    return "\n".join(lines).rstrip() + "\n"


def escape(text: str) -> str:
    """Text that Markdown shows as it stands."""
    return _SPECIAL.sub(r"\\\1", str(text))


def code(text: str) -> str:
    """A code span, whatever backticks the text holds."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * (longest + 1)
    padding = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{padding}{text}{padding}{fence}"


def display(latex: str) -> list[str]:
    """A formula on lines of its own; one that cannot be typeset stays visible as source."""
    problem = fault(latex)
    if problem:
        return ["", f"{code(latex)} (LaTeX source: {escape(problem)})", ""]
    return ["", "```math", stacked(latex), "```", ""]


def inline(latex: str) -> str:
    return f"{code(latex)} (LaTeX source: {escape(fault(latex))})" if fault(latex) else f"$`{latex}`$"


def _prose(runs) -> str:
    shown = {"math": inline, "code": code, "ref": lambda text: f"[{escape(text)}](#{text})", "text": escape}
    return "".join(shown[run.kind](run.text) for run in runs)


def _table(heading, rows, align=()) -> list[str]:
    marks = [{"right": "--:"}.get(align[place] if place < len(align) else "", "---") for place in range(len(heading))]
    told = [heading, marks, *rows]
    return ["| " + " | ".join(cells) + " |" for cells in told] + [""]


def _counts(report: Report) -> list[str]:
    heading = ["paper", *VERDICTS, "statements", "errata"]
    rows = [[escape(paper.key), *(str(paper.counts[verdict]) for verdict in VERDICTS), str(len(paper.claims)), str(len(paper.errata))]
            for paper in report.papers]
    meanings = "; ".join(f"**{verdict}**: {meaning}" for verdict, meaning in VERDICTS.items())
    return ["## Verdicts", "", *_table(heading, rows, ["", *["right"] * (len(heading) - 1)]),
            f"The counts are of the statements as printed. {meanings}.", ""]


def _errata(report: Report) -> list[str]:
    lines = ["## Errata", ""]
    if not report.errata:
        return [*lines, "No printed statement has a correction.", ""]
    for claim in report.errata:
        erratum = claim.erratum
        lines += [f"### {_name(claim)} is {erratum.kind}", "", f"[{escape(claim.id)}](#{claim.id}) {_prose(claim.title)}", "",
                  f"As printed (**{claim.verdict}**):", *_formula(claim.formula), _prose(erratum.why), ""]
        if erratum.example:
            lines += _example(erratum.example)
        lines += [f"Corrected (**{erratum.verdict}**):", *_formula(erratum.formula)]
    return lines


def _name(claim: ClaimView) -> str:
    return escape(claim.where) + (f" ({escape(claim.part)})" if claim.part else "")


def _claim(claim: ClaimView) -> list[str]:
    tags = [f"**{claim.verdict}**", code(claim.id), escape(claim.kind)]
    if claim.origin == "derived":
        tags.append("derived here")
    if claim.verdict == "refuted" and not claim.certified:
        tags.append("by numbers only")
    lines = [f'<a id="{claim.id}"></a>', "", f"#### {_name(claim)} {_prose(claim.title)}", "", " · ".join(tag for tag in tags if tag), ""]
    if claim.erratum:
        lines += ["As printed:"]
    lines += _formula(claim.formula)
    if claim.erratum:
        lines += [_prose(claim.erratum.why), "", f"Corrected (**{claim.erratum.verdict}**):", *_formula(claim.erratum.formula)]
    for failure in claim.failures:
        lines += [f"> **Not as it should be:** {escape(failure)}", ""]
    if claim.note:
        lines += [_prose(claim.note), ""]
    if claim.derivation:
        lines += ["Derivation:", ""]
        for number, step in enumerate(claim.derivation, start=1):
            indent = " " * (len(str(number)) + 2)
            body = [f"{_prose(step.reason)} (**{step.verdict}**)", *display(step.latex)]
            inner = "\n".join(body).split("\n")
            lines += [f"{number}. {inner[0]}", *(indent + line if line else "" for line in inner[1:])]
    for example in claim.examples:
        lines += _example(example)
    lines += _checks(claim.evidence, "Evidence on the printed statement" if claim.erratum else "Evidence")
    if claim.erratum:
        lines += _checks(claim.erratum.evidence, "Evidence on the corrected form")
    for word, links in (("Rests on", claim.uses), ("Used by", claim.used_by)):
        if links:
            lines += [f"{word}: {', '.join(_link(link) for link in links)}.", ""]
    if claim.uses:
        lines += [f"{GROUNDS[claim.ground].capitalize()}.", ""]
    return lines


def _formula(formula: Formula) -> list[str]:
    lines = display(formula.latex) if formula.latex else [""]
    for part in formula.parts:
        lines += [f"{_prose(part.name)} (**{part.verdict}**):", *display(part.latex)] + _problem(part.problem) + _domain(part.domain)
    return lines + _problem(formula.problem) + _domain(formula.domain, "throughout, " if formula.parts else "")


def _problem(latex: str) -> list[str]:
    return ["solves", *display(latex)] if latex else []


def _domain(domain: Conditions, opening: str = "") -> list[str]:
    told = []
    for word, listed in (("for", domain.conditions), ("where", domain.where), ("as above:", domain.above)):
        if listed:
            told.append(f"{word} {', '.join(inline(item) for item in listed)}")
    return [opening + "; ".join(told), ""] if told else []


def _example(example: Example) -> list[str]:
    point = ", ".join(f"{inline(name)} = {_value(value)}" for name, value in example.point) or "everywhere"
    lines = [f"> {example.name.capitalize()}: {point}."]
    if example.left or example.right:
        lines += [">", f"> left side {_value(example.left)}, right side {_value(example.right)}."]
    if example.note:
        lines += [">", f"> {_prose(example.note)}"]
    return [*lines, ""]


def _value(text: str) -> str:
    latex = value_latex(text)
    return inline(latex) if latex else escape(text)


def _checks(checks: tuple[Check, ...], caption: str) -> list[str]:
    if not checks:
        return []
    parted = any(check.part for check in checks)
    heading = [*(["part"] if parted else []), "route", "outcome", "scope", "figure", "engine"]
    rows = []
    for check in checks:
        engine = check.engine + (f"; tried: {', '.join(check.tried)}" if check.tried else "")
        cells = [*([check.part] if parted else []), check.route, check.outcome, check.scope, check.figure, engine]
        rows.append([escape(cell).replace("\n", " ") for cell in cells])
    return [f"{caption}:", "", *_table(heading, rows)]


def _link(link: Link) -> str:
    return f"[{escape(link.label)}](#{link.id})" if link.known else escape(link.id)


def _edits(report: Report) -> list[str]:
    if not report.edits:
        return []
    lines = ["## Edits since the baseline", "", "```"]
    for edit in report.edits:
        lines += plain(edit).splitlines()
    return [*lines, "```", ""]


def _extras(report: Report) -> list[str]:
    extras, lines = report.extras, []
    if extras is None:
        return lines
    if extras.figures:
        lines += ["## Figures", ""]
        for figure in extras.figures:
            lines += [f"![{escape(figure.caption)}](../figures/{figure.name}.svg)", "", escape(figure.caption), ""]
    if extras.accuracy:
        lines += ["## Accuracy of the kernels", ""]
        for name, value in extras.accuracy_notes:
            lines += [f"{escape(name)}: {escape(value)}", ""]
        for table in extras.accuracy:
            rows = [[escape(cell) for cell in row] for row in table.rows]
            lines += [f"{escape(table.title)}:", "", *_table([escape(cell) for cell in table.heading], rows)]
    if extras.mutation:
        lines += ["#" + line if line.startswith("#") else line for line in mutation.markdown(extras.mutation).splitlines()] + [""]
    if extras.benchmarks:
        lines += ["## Benchmarks", "", extras.benchmarks, ""]
    return lines
