"""The command `rederive mutate`: how sharp the checks are, and whether harmless rewritings pass."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from .shared import CORES, FreshOption, JobsOption, PaperOption, app, claims_asked, err, one_line_errors, out, workspace


@app.command()
def mutate(context: typer.Context, paper: PaperOption = None,
           seed: Annotated[int, typer.Option("--seed", help="Chooses which slips are tried.")] = 0,
           limit: Annotated[int, typer.Option("--limit", min=0, help="Slips tried in each claim; 0 for all.")] = 20,
           slips: Annotated[bool, typer.Option("--slips/--no-slips", help="Try slips: a sign, a factor, a lost root and more.")] = True,
           rewritings: Annotated[bool, typer.Option("--rewritings/--no-rewritings", help="Try harmless rewritings.")] = True,
           jobs: JobsOption = CORES, fresh: FreshOption = False,
           retry: Annotated[bool, typer.Option("--retry", help="Try again what survived or was undecided.")] = False,
           json_file: Annotated[Path | None, typer.Option("--json", help="Write the record here, not beside the ledger.")] = None):
    """Put slips of a tired author into every statement and decide each; exit code 0 when none survives and no rewriting is refused.

    A run over all claims writes reports/mutation.json and reports/mutation.md. It may be interrupted and goes on where it stopped.
    """
    from rederive.reports.mutation import score as mutation
    from rederive.reports.verify.progress import follow

    with one_line_errors():
        place = workspace(context, fresh)
        registry, claims = claims_asked(place, None, paper)
        results, done = [], 0
        try:
            running = mutation.run(claims, seed=seed, limit=limit or None, slips=slips, rewritten=rewritings, cache=place.cache, jobs=jobs,
                                   retry=retry, library=place.library)
            for _, found in follow(running, len(claims), "trying slips", err):
                results += found
                done += 1
        except KeyboardInterrupt:
            err.print(f"interrupted after {done} of {len(claims)} claims"
                      + ("" if fresh else "; what was decided is kept, run again to go on"))
            raise typer.Exit(130) from None
        record = mutation.record(results, registry, seed=seed, limit=limit or None)
        if json_file is not None:
            mutation.save(record, json_file, json_file.with_suffix(".md"))
        elif place.own and paper is None and slips and rewritings:
            mutation.save(record)
    for key, counts in record["papers"].items():
        for title, outcomes in (("slips", mutation.OUTCOMES), ("rewritings", mutation.ANSWERS)):
            if counts[title]:
                _print_table(f"{key}: {title}", counts[title], outcomes, mutation)
    for name in ("survived", "undecided", "rewritings not accepted"):
        for row in record[name]:
            out.print(f"{row.get('outcome', name)}  {escape(row['claim'])} {escape(row.get('part', ''))} {escape(row['place'])}: "
                      f"{row['kind']}, {escape(row['slip'])}\n    {escape(row['latex'])}", soft_wrap=True)
    refused = [row for row in record["rewritings not accepted"] if row["outcome"] == "refused"]
    if record["survived"] or refused:
        raise typer.Exit(1)


def _print_table(title: str, table: dict, outcomes, mutation) -> None:
    shown = Table("kind", *outcomes, "score" if outcomes is mutation.OUTCOMES else "", box=None, title=title, title_justify="left")
    for kind, row in [*table.items(), ("all", mutation.totals(table))]:
        rate = mutation.percent(mutation.score(row)) if outcomes is mutation.OUTCOMES else ""
        shown.add_row(kind, *(str(row.get(name, 0)) for name in outcomes), rate)
    out.print(shown)
