"""The commands of the edit loop: `theoremtest diff` and `theoremtest accept`."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.markup import escape

from theoremtest.numerics.parallel.workers import here_or_at

from .shared import (
    CORES,
    FreshOption,
    JobsOption,
    PaperOption,
    SchedulerOption,
    SecondsOption,
    app,
    claims_asked,
    err,
    one_line_errors,
    out,
    workspace,
)


@app.command()
def diff(context: typer.Context,
         revision: Annotated[str, typer.Argument(metavar="[REV]", help="A commit, tag or branch; its ledger is the baseline.")] = "HEAD",
         paper: PaperOption = None, fresh: FreshOption = False):
    """Compare the claims as they stand with the ledger of a git revision: equivalent, different, new, removed."""
    from theoremtest.reports.edits.edits import edits
    from theoremtest.reports.edits.text import as_json, lines, summary
    from theoremtest.reports.verify.consistency import fault
    from theoremtest.reports.verify.revisions import ledger_at

    with one_line_errors():
        place = workspace(context, fresh)
        place.must_be_own()
        _, claims = claims_asked(place, None, paper)
        baseline = ledger_at(revision, place.ledger)
        found = [as_json(edit) for edit in edits(claims, baseline, paper, place.cache)]
        now = place.records
    for edit in found:
        for line in lines(edit):
            out.print(line, soft_wrap=True)
    out.print(f"against {escape(revision)}: {summary(found)}", soft_wrap=True)
    before = {record["id"]: record["verdict"] for record in baseline if not fault(record)}
    for record in (record for record in now if not fault(record)):
        if before.get(record["id"], record["verdict"]) != record["verdict"] and paper in (None, record["paper"]):
            out.print(f"{escape(record['id'])}: the verdict was {before[record['id']]} and is {record['verdict']}", soft_wrap=True)


@app.command()
def accept(context: typer.Context, jobs: JobsOption = CORES, scheduler: SchedulerOption = None, fresh: FreshOption = False,
           seconds: SecondsOption = 20.0):
    """Take the claims as they stand over as the new baseline. Refused while a claim is not as expected or an edit undecided."""
    from theoremtest.reports.edits.accept import accept as take_over
    from theoremtest.reports.edits.text import as_json, lines, summary
    from theoremtest.reports.verify.progress import follow

    with one_line_errors():
        place = workspace(context, fresh)
        done = take_over(place, here_or_at(jobs, scheduler), seconds,
                         lambda running, total: follow(running, total, "verifying what the edits touch", err))
    found = [as_json(edit) for edit in done.edits]
    for edit in found:
        for line in lines(edit):
            out.print(line, soft_wrap=True)
    out.print(f"{summary(found)}; claims decided again: {len(done.examined)}", soft_wrap=True)
    for text in done.told:
        out.print(f"[yellow]its record is not carried over:[/yellow] {escape(text)}", soft_wrap=True)
    for reason in done.reasons:
        out.print(f"[red]refused:[/red] {escape(reason)}", soft_wrap=True)
    if done.reasons:
        raise typer.Exit(1)
    out.print("the baseline is written" if done.written else "the baseline is as it was")
