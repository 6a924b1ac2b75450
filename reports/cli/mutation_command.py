"""The command `theoremtest mutate`: how sharp the checks are, and whether harmless rewritings pass."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from theoremtest.derivations.errors import TheoremtestError
from theoremtest.numerics.parallel.workers import Workers, here_or_at
from theoremtest.reports.workspace import Workspace

from .shared import (
    CORES,
    FreshOption,
    Ids,
    JobsOption,
    PaperOption,
    SchedulerOption,
    app,
    claims_asked,
    err,
    one_line_errors,
    out,
    workspace,
)


@app.command()
def mutate(context: typer.Context, ids: Ids = None, paper: PaperOption = None,
           seed: Annotated[int, typer.Option("--seed", help="Chooses which slips are tried.")] = 0,
           limit: Annotated[int, typer.Option("--limit", min=0, help="Slips tried in each claim or helper; 0 for all.")] = 20,
           slips: Annotated[bool, typer.Option("--slips/--no-slips", help="Try slips: a sign, a factor, a lost root and more.")] = True,
           rewritings: Annotated[bool, typer.Option("--rewritings/--no-rewritings", help="Try harmless rewritings.")] = True,
           jobs: JobsOption = CORES, scheduler: SchedulerOption = None, fresh: FreshOption = False,
           shared: Annotated[bool, typer.Option("--shared", help="Slips in shared helpers, constants and domains instead.")] = False,
           helpers: Annotated[list[str] | None, typer.Option("--helper", help="With --shared: only notation, or notation.drive.")] = None,
           retry: Annotated[bool, typer.Option("--retry", help="Try again, and longer, what survived or was undecided.")] = False,
           keep_settled: Annotated[bool, typer.Option("--keep-settled", help="What earlier code settled stays settled.")] = False,
           json_file: Annotated[Path | None, typer.Option("--json", help="Write the record here, not beside the ledger.")] = None):
    """Put slips of a tired author into every statement and decide each; exit code 0 when none survives and no rewriting is refused.

    A run over all claims writes mutation.json and mutation.md, in reports or beside your own report. It may be interrupted and goes on
    where it stopped. One over all slips (--limit 0) writes what it has done so far; with --keep-settled it goes on from there, and with
    --retry besides it asks again what is listed as open, and nothing else of those claims.
    With --shared, slips go into what claims share, all uses at once, at the source; those that no claim notices are listed as unpinned.
    """
    workers = here_or_at(jobs, scheduler)
    if shared:
        with one_line_errors():
            _refuse_claims(ids)
            _shared(workspace(context, fresh), paper, seed, limit or None, helpers or [], workers, retry, fresh, json_file)
        return
    from theoremtest.reports import mutation
    from theoremtest.reports.verify.progress import follow

    with one_line_errors():
        place = workspace(context, fresh)
        registry, claims = claims_asked(place, ids, paper)
        file = place.mutation if json_file is None else json_file
        tried = [name for name, wanted in {"slips": slips, "rewritings": rewritings}.items() if wanted]
        before, waiting, again = None, claims, {}
        if keep_settled and not limit:
            registry = place.registry  # what is known of other papers stays in the record
            before = mutation.done_before(mutation.saved(file), registry, seed=seed, tried=tried)
            again = mutation.left_open(before, claims) if retry else {}
            waiting = mutation.to_do(claims, before, again)
        kept = json_file is not None or place.own and (before is not None or not ids and paper is None and slips and rewritings)

        def found_so_far() -> dict:
            record = mutation.record(results, registry, seed=seed, limit=limit or None, tried=tried, before=before, again=again)
            if kept:
                _write(place, file, record, len(registry))
            return record

        results, done = [], 0
        try:
            running = mutation.run(waiting, seed=seed, limit=limit or None, slips=slips, rewritten=rewritings, cache=place.cache,
                                   jobs=workers, retry=retry, keep_settled=keep_settled, library=place.library, only=again)
            for _, found in follow(running, len(waiting), "trying slips", err):
                results += found
                done += 1
        except KeyboardInterrupt:
            if not limit:
                found_so_far()
            raise _interrupted(done, len(waiting), fresh) from None
        _print_record(record := found_so_far())
    if record["survived"] or any(row["outcome"] == "refused" for row in record["rewritings not accepted"]):
        raise typer.Exit(1)


def _refuse_claims(ids: list[str] | None) -> None:
    if ids:
        raise TheoremtestError(f"--shared takes no claims, not {', '.join(ids)}: slips in what claims share are chosen by --helper")


def _interrupted(done: int, claims: int, fresh: bool) -> typer.Exit:
    more = "" if fresh else "; what was decided is kept, run again to go on"
    err.print(f"interrupted after {done} of {claims} claims{more}")
    return typer.Exit(130)


def _print_record(record: dict) -> None:
    """Tables by paper, then what survived, was undecided or not accepted."""
    from theoremtest.reports import mutation
    from theoremtest.reports.formulas import unicode_formula, unicode_words

    for key, counts in record["papers"].items():
        for title, outcomes in (("slips", mutation.OUTCOMES), ("rewritings", mutation.ANSWERS)):
            if counts[title]:
                _print_table(f"{key}: {title}", counts[title], outcomes, mutation)
    for name in ("survived", "undecided", "rewritings not accepted"):
        for row in record[name]:
            out.print(f"{row.get('outcome', name)}  {escape(row['claim'])} {escape(row.get('part', ''))} {escape(row['place'])}: "
                      f"{row['kind']}, {escape(unicode_words(row['slip']))}\n    {escape(unicode_formula(row['latex']))}", soft_wrap=True)


def _write(place: Workspace, file: Path, record: dict, claims: int) -> None:
    """Write a record, with the number of claims that it lacks; beside the ledger, what is known of shared helpers stays."""
    from theoremtest.reports import mutation

    shared = {name: found for name, found in mutation.saved(file).items() if name == "shared"} if file == place.mutation else {}
    lacking = claims - len(record["claims"]) if record["limit"] is None else 0
    mutation.save({**record, "open_claims": lacking, **shared}, file)


def _shared(place: Workspace, paper: str | None, seed: int, limit: int | None, helpers: list[str], jobs: Workers, retry: bool, fresh: bool,
            json_file: Path | None) -> None:
    """Slips in what claims share; the record of a run over all papers goes beside the ledger."""
    from theoremtest.reports import mutation
    from theoremtest.reports.verify.progress import follow

    papers = place.packages if place.personal and paper is None else place.library.papers
    if paper is not None and paper not in papers:
        raise TheoremtestError(f"unknown paper {paper!r}; known: {', '.join(papers)}" if paper not in place.keys else
                               f"{paper} is no package; slips in shared helpers are put into papers that are: {', '.join(papers)}")
    if not papers:
        raise TheoremtestError("slips in shared helpers are put into papers that are packages; yours are files claims_*.py")
    wanted = [trial for key, package in papers.items() if paper in (None, key)
              for trial in mutation.shared_trials(key, package, seed, limit, helpers)]
    results: list = []
    try:
        running = mutation.run_shared(wanted, place.cache, jobs, retry)
        results.extend(follow(running, len(wanted), "trying slips in helpers", err))
    except KeyboardInterrupt:
        err.print("interrupted" + ("" if fresh else "; what was decided is kept, run again to go on"))
        raise typer.Exit(130) from None
    record = mutation.record_shared(results, seed, limit, helpers)
    file = json_file or (place.mutation if place.own and paper is None and not helpers else None)
    if file is not None:
        known = mutation.saved(file) or {"seed": seed, "limit": limit, "papers": {}, **{name: [] for _, name in mutation.LISTED}}
        mutation.save({**known, "shared": record}, file)
    for key, counts in record["papers"].items():
        _print_table(f"{key}: slips in shared helpers", counts, mutation.SHARED_ANSWERS, mutation)
    for name in ("undecided", "unpinned"):
        for row in record[name]:
            out.print(f"{name}  {row['paper']} {row['helper']}: {row['kind']}, {row['slip']}; {row['by']}", markup=False, soft_wrap=True)
    if record["unpinned"]:
        raise typer.Exit(1)


def _print_table(title: str, table: dict, outcomes, mutation) -> None:
    shown = Table("kind", *outcomes, "score" if outcomes is mutation.OUTCOMES else "", box=None, title=title, title_justify="left")
    for kind, row in [*table.items(), ("all", mutation.totals(table))]:
        rate = mutation.percent(mutation.score(row)) if outcomes is mutation.OUTCOMES else ""
        shown.add_row(kind, *(str(row.get(name, 0)) for name in outcomes), rate)
    out.print(shown)
