"""The command `theoremtest recheck`: every witness through the kernel, without any search."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.markup import escape

from .shared import CORES, Ids, JobsOption, PaperOption, app, claims_asked, err, one_line_errors, out, workspace

FEW = 20


@app.command()
def recheck(context: typer.Context, ids: Ids = None, paper: PaperOption = None, jobs: JobsOption = CORES,
            every: Annotated[bool, typer.Option("--rules", help="List the rules that verdicts rest on without a witness.")] = False):
    """Take the witnesses beside the ledger through the kernel again: nothing is searched for, and nothing in the file is believed.

    Exit code 1 where a witness is missing or refused, or a record of the ledger was changed by hand.
    """
    from theoremtest.reports.verify import recheck as again
    from theoremtest.reports.verify.consistency import fault
    from theoremtest.reports.verify.progress import follow
    from theoremtest.reports.verify.witnesses import path_beside
    with one_line_errors():
        place = workspace(context)
        held = place.records if place.own else place.library_records
        spoilt = {record["id"]: why for record in held if (why := fault(record))}
        records = {record["id"]: record for record in held if record["id"] not in spoilt}
        _, claims = claims_asked(place, ids, paper)
        running = again.recheck_all(claims, records, path_beside(place.ledger), jobs, place.library)
        counts, assumes, faults = again.total(follow(running, len(claims), "rechecking claims", err))
        faults = [f"{claim.id}: of its record in the ledger, {spoilt[claim.id]}" for claim in claims if claim.id in spoilt] + faults
    for line in faults[:FEW]:
        err.print(f"[red]{escape(line)}[/red]", soft_wrap=True)
    if len(faults) > FEW:
        err.print(f"and {len(faults) - FEW} more", soft_wrap=True)
    out.print(f"{len(claims)} claims, {counts.total()} parts: the kernel took a proof of {counts[again.PROVED]} and a point of "
              f"{counts[again.REFUTED]}; {counts[again.ASSUMED]} rest on rules without a witness, {counts[again.OPEN]} are not decided "
              f"exactly, {counts[again.UNRECORDED]} are not in the ledger, {len(faults)} faults", soft_wrap=True)
    if every:
        for name, number in assumes.most_common():
            out.print(f"{number:5}  {escape(name)}", soft_wrap=True)
    if faults:
        raise typer.Exit(1)
