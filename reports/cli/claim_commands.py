"""The commands that decide all claims: verify and report."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from theoremtest.derivations.errors import TheoremtestError
from theoremtest.numerics.parallel.workers import Workers, here_or_at
from theoremtest.reports.files import id_order, write
from theoremtest.reports.verify import ledger_file
from theoremtest.reports.verify.certificates import carried, contradictions
from theoremtest.reports.verify.consistency import fault, lacks_a_route, said_otherwise, sealed
from theoremtest.reports.verify.witnesses import kept_first
from theoremtest.reports.workspace import Workspace

from .printing import print_counts
from .shared import (
    CORES,
    ROUTES,
    FreshOption,
    Ids,
    JobsOption,
    PaperOption,
    RoutesOption,
    SchedulerOption,
    SecondsOption,
    app,
    begin_flow,
    claims_asked,
    err,
    examined,
    one_line_errors,
    out,
    routes_asked,
    workspace,
)
from .site_command import write_site


@app.command()
def verify(context: typer.Context, ids: Ids = None, paper: PaperOption = None, routes: RoutesOption = None, jobs: JobsOption = CORES,
           scheduler: SchedulerOption = None,
           json_file: Annotated[Path | None, typer.Option("--json", help="Write the records here.")] = None,
           fresh: FreshOption = False, seconds: SecondsOption = 20.0):
    """Decide claims by all routes. Exit code 0 only when every claim is as expected.

    A run over all claims by all routes also writes the ledger. It may be interrupted: what is settled is not decided again.
    """
    with one_line_errors():
        place = workspace(context, fresh)
        chosen = routes_asked(routes)
        alone = not (ids or paper or routes or json_file or place.fresh or place.personal) and place.own
        if alone:
            from theoremtest.reports.verify.unchanged import note, standing

            records = standing(place.ledger, place.library, chosen, place.cache)
            if records is not None:
                print_counts(records)
                return
        workers = here_or_at(jobs, scheduler)
        if alone:
            from .whole_run import examined_all

            place.records  # noqa: B018  a damaged ledger is told before anything is decided
            whole, results = True, examined_all(place, chosen, workers, seconds)
        else:
            if ids:
                begin_flow(chosen, workers)
            registry, claims = claims_asked(place, ids, paper)
            whole = routes is None and not ids and len(claims) == len(place.claims)
            if whole and place.personal:
                place.records  # noqa: B018  as above
            results = examined(place, registry, claims, chosen, workers, seconds, what_it_needs=whole)
        if json_file is not None:
            from theoremtest.reports.verify.ledger import used_by

            registry = registry if place.personal else place.library.registry()
            for claim, record, _ in results:
                record["used_by"] = used_by(claim, registry)
        records = _sorted(place, results, chosen == ROUTES)
        if json_file is not None:
            write(json_file, ledger_file.as_text(records))
        if whole and _save(place, records, results) and alone:
            note(place.ledger, place.library, chosen, place.cache, records, [findings for _, _, findings in results])
    _print_failures(results, chosen if routes else None)
    print_counts(records)
    if any(record["failures"] for record in records):
        raise typer.Exit(1)


@app.command()
def report(context: typer.Context,
           folder: Annotated[Path | None, typer.Option("--out", help="Where to write; theoremtest-report beside your claims, "
                                                                     "reports/build in a checkout.")] = None,
           site: Annotated[Path | None, typer.Option("--site", help="Where to write the site; the folder `site` beside the page.")] = None,
           paper: PaperOption = None, jobs: JobsOption = CORES, scheduler: SchedulerOption = None, fresh: FreshOption = False,
           seconds: SecondsOption = 20.0):
    """Verify all claims and write the ledger and the report: markdown, LaTeX, one HTML page, and a site with a page for each claim.

    Of the library's own claims kept proofs are given to the kernel before any is searched for, and its ledger stays as `verify` wrote it.
    A report of one paper leaves the ledger alone; beside claims of your own, a paper of the library is shown as its ledger has it.
    """
    with one_line_errors():
        place = workspace(context, fresh)
        with kept_first():
            results, records, edited = _reported(place, paper, here_or_at(jobs, scheduler), seconds)
        from theoremtest.reports.certify.folder import write_folder
        from theoremtest.reports.render import build
        from theoremtest.reports.render.kept import kept_formulas

        target = folder or (place.report if paper is None else place.report / paper)
        beside = place.report if place.personal and not place.is_of_library(f"{paper}/") else None
        made = build.report_of(records, edits=edited, library=place.library, beside=beside)
        certified = write_folder(records, place.cache, target / "coq")
        with kept_formulas(place.cache):
            written = build.written(made, target)
            pages = write_site(made, site or target / "site", target / "coq" if certified else None)
    print_counts(records)
    for path in written:
        out.print(f"wrote {escape(str(path))}", soft_wrap=True)
    if certified:
        out.print(f"wrote {escape(str(target / 'coq'))}: certificates of {certified} claims", soft_wrap=True)
    out.print(pages, markup=False, soft_wrap=True)
    if any(record["failures"] for record in records):
        _print_failures(results, None)
        raise typer.Exit(1)


def _reported(place: Workspace, paper: str | None, jobs: Workers, seconds: float) -> tuple[list, list[dict], list[dict]]:
    """(results, records, edits) of what a report is about; over all claims the ledger is written."""
    if paper is not None and place.personal and place.is_of_library(f"{paper}/"):
        return [], place.to_be_published(paper), []
    registry, claims = claims_asked(place, None, paper)
    if place.personal:
        place.records  # noqa: B018  as for `verify`
    results = examined(place, registry, claims, ROUTES, jobs, seconds, what_it_needs=True)
    records = _sorted(place, results)
    if paper is not None:
        return results, records, []
    edited = _edits(place, claims)
    _save(place, records, results)
    return results, records, edited


FEW = 10
"""As many lines at most say what the ledger has otherwise."""


def _sorted(place: Workspace, results, by_all_routes: bool = True) -> list[dict]:
    """The records in the ledger's order, with the certificates that it has of the same statements; what it has otherwise is said."""
    records = sorted((record for _, record, _ in results), key=lambda record: id_order(record["id"]))
    try:
        before = place.records
    except TheoremtestError as error:
        err.print(f"[yellow]{escape(str(error))}[/yellow]", soft_wrap=True)
        return [sealed(record) for record in records]
    sound = [record for record in before if not fault(record)]
    found = _as_it_was(place, carried(records, sound), {record["id"]: record for record in sound})
    for record in found:
        for text in contradictions(record, record["certificate"]) if "certificate" in record else ():
            err.print(f"[red]{escape(record['id'])}:[/red] {escape(text)}", soft_wrap=True)
    told = said_otherwise(before, found, by_all_routes)
    for text in told[:FEW]:
        err.print(f"[yellow]the ledger does not say what was found:[/yellow] {escape(text)}", soft_wrap=True)
    if len(told) > FEW:
        err.print(f"and so of {len(told) - FEW} more claims", soft_wrap=True)
    return [sealed(record) for record in found]


def _as_it_was(place: Workspace, records: list[dict], before: Mapping[str, dict]) -> list[dict]:
    """The records; of what a missing extra keeps from being looked at that of the ledger, where it is of the claim as it stands."""
    lacking = {record["id"] for record in records if lacks_a_route(record) and not record["failures"]}
    lacking = {name for name in lacking & set(before) if not lacks_a_route(before[name])}
    if not lacking:
        return records
    from theoremtest.reports.verify.ledger import follows

    registry, claims = claims_asked(place, None, None)
    kept = {claim.id for claim in claims if claim.id in lacking and follows(before[claim.id], claim, registry)}
    err.print(f"{len(kept)} claims are as the ledger has them: a route to them cannot run here", markup=False)
    return [before[record["id"]] if record["id"] in kept else record for record in records]


def _save(place: Workspace, records: list[dict], results) -> bool:
    """Write the ledger, unless statements were edited since: which is for `theoremtest accept` to take over. True if it holds them."""
    ledger_file.validate([record for _, record, findings in results if findings is not None])  # kept ones were, when they were made
    if not place.own:
        return False
    edited = _edited(place, records)
    if edited:
        err.print(f"[yellow]the ledger is left as it is:[/yellow] {len(edited)} statements are not as in the baseline "
                  f"({', '.join(edited[:3])}{', ...' if len(edited) > 3 else ''}); `theoremtest diff` shows them, `theoremtest accept` "
                  "takes them over", soft_wrap=True)
    elif place.save(records):
        err.print(f"wrote {escape(str(place.ledger))}", soft_wrap=True)
    timings = {claim.id: {f"{finding.check.name} {item.kind}": round(item.seconds, 3) for finding in findings for item in finding.evidence}
               for claim, _, findings in results if findings is not None}
    if timings and not place.fresh:
        with contextlib.suppress(OSError):  # that the cache cannot be written was told when an answer was to be kept
            write(place.folder / "timings.json", json.dumps(dict(sorted(timings.items())), indent=1) + "\n")
    return not edited


def _edited(place: Workspace, records: list[dict]) -> list[str]:
    """Ids that are new, removed or say something else than the baseline; none where there is no baseline yet."""
    known = {record["id"]: record for record in place.records}
    if not known:
        return []
    now = {record["id"]: record for record in records}
    return [identity for identity in now if _says(now[identity]) != _says(known.get(identity))] + sorted(set(known) - set(now))


def _says(record: dict | None):
    """What a record states, as data where it holds any, else as text; names and evidence are no part of it."""
    if record is None:
        return None
    erratum = record["erratum"]
    return (record.get("tree") or (record["latex"], record["domain"]),
            (erratum.get("corrected_tree") or (erratum.get("corrected_latex"), erratum.get("corrected_domain"))) if erratum else None)


def _edits(place: Workspace, claims) -> list[dict]:
    """What became of the statements since the baseline, for the report."""
    if not place.records:
        return []
    from theoremtest.reports.edits.edits import edits
    from theoremtest.reports.edits.text import as_json

    return [as_json(edit) for edit in edits(claims, place.records, cache=place.cache)]


def _print_failures(results, routes: tuple[str, ...] | None) -> None:
    """What is not as expected, claim by claim, before anything else."""
    from theoremtest.reports.verify.explain import explain

    for claim, record, findings in results:
        if record["failures"]:
            out.print(explain(claim, findings, record["failures"], routes), markup=False, soft_wrap=True)
            out.print()
