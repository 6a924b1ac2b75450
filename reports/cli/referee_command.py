"""`theoremtest referee` and `theoremtest draft`: an unmarked manuscript read, what a checked point refutes of it, and the comments that
it would need."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from theoremtest.reports.files import write

from .shared import app, err, one_line_errors, out


@app.command()
def referee(
        path: Annotated[Path, typer.Argument(help="A .tex file, a folder, or an archive .tar.gz of a paper's sources.")],
        json_out: Annotated[bool, typer.Option("--json", help="Print the findings as a list of JSON objects.")] = False,
        markdown: Annotated[Path | None, typer.Option("--markdown", help="Write a page of Markdown, with what was not read.")] = None,
        sarif: Annotated[Path | None, typer.Option("--sarif", help="Write the findings as SARIF.")] = None):
    """Read a manuscript without marks and report what a checked point refutes, each finding with its reading.

    No finding is no praise: the last line says how much was read. Exit code: 0 no finding, 1 findings, 2 an error.
    """
    with one_line_errors():
        from theoremtest.reports.referee.findings import as_json, lines
        from theoremtest.reports.referee.findings import markdown as page
        from theoremtest.reports.referee.findings import sarif as results
        from theoremtest.reports.referee.referee import refereed
        from theoremtest.reports.referee.sources import manuscripts

        with manuscripts(path) as (documents, folder):
            reports = [refereed(document, folder) for document in documents]
        for place, text in ((markdown, page(reports)), (sarif, results(reports))):
            if place is not None:
                write(place, text + "\n")
        if json_out:
            typer.echo(as_json(reports))
        for report in reports:
            for line in () if json_out else lines(report):
                out.print(line, markup=False, soft_wrap=True)
            (err if json_out else out).print(report.said(), markup=False, soft_wrap=True)
            for fault in report.faults:
                err.print(fault, markup=False, soft_wrap=True)
    raise typer.Exit(1 if any(report.findings for report in reports) else 0)


@app.command()
def draft(
        path: Annotated[Path, typer.Argument(help="A .tex file.")],
        write_to: Annotated[Path | None, typer.Option("--write", help="Write the manuscript with its comments there.")] = None):
    """Print a manuscript with the comments that would put it under test; what was not read stands as a question.

    Nothing is decided: letters, abbreviations and the flow are as the text has them, for its author to go through.
    """
    with one_line_errors():
        from theoremtest.reports.referee.draft import drafted
        from theoremtest.reports.referee.sources import manuscripts

        with manuscripts(path) as (documents, folder):
            found = drafted(documents[0], folder)
        if write_to is not None:
            write(write_to, found.text)
        else:
            typer.echo(found.text, nl=False)
    err.print(f"{found.claims} displays drafted as claims, {found.questions} questions", markup=False, soft_wrap=True)
