"""The commands about claims: verify, list and show them, list the errata, account for a paper, write the report."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Column, Table

from .shared import (
    COLOURS,
    CORES,
    FreshOption,
    Ids,
    JobsOption,
    PaperOption,
    RoutesOption,
    SecondsOption,
    app,
    claims_asked,
    err,
    examined,
    out,
    told,
)


@app.command()
def verify(ids: Ids = None, paper: PaperOption = None, routes: RoutesOption = None, jobs: JobsOption = CORES,
           json_file: Annotated[Path | None, typer.Option("--json", help="Write the records here.")] = None,
           fresh: FreshOption = False, seconds: SecondsOption = 20.0):
    """Decide claims by all routes. Exit code 0 only when every claim is as expected.

    A run over all claims by all routes also writes the ledger. It may be interrupted: what is settled is not decided again.
    """
    with told():
        registry, claims = claims_asked(ids, paper, whole=json_file is not None)
        chosen = _routes(routes)
        results = examined(registry, claims, chosen, jobs, fresh, seconds)
        records = _records(registry, results)
        if json_file is not None:
            from rederive.reports.verify.cache import write
            from rederive.reports.verify.ledger import as_text
            write(json_file, as_text(records))
        if routes is None and not ids and len(claims) == len(registry):
            _save(records, results)
    _print_failures(results, registry, chosen if routes else None)
    _print_counts(records)
    if any(record["failures"] for record in records):
        raise typer.Exit(1)


@app.command("list")
def list_claims(paper: PaperOption = None):
    """List the claims: id, the committed ledger's verdict, kind and title."""
    with told():
        _, claims = claims_asked(None, paper)
        known = _ledger_verdicts()
    table = Table(Column("id", no_wrap=True), Column("verdict", no_wrap=True), Column("kind", no_wrap=True), "title", box=None)
    for claim in claims:
        table.add_row(escape(claim.id), _coloured(known.get(claim.id, "")), claim.statement.kind, escape(claim.title))
    out.print(table)


@app.command()
def show(claim_id: str, fresh: FreshOption = False, seconds: SecondsOption = 20.0):
    """Show one claim: statement, domain, correction, derivation and the evidence for each."""
    with told():
        registry, (claim,) = claims_asked([claim_id], None)
        from rederive.numerics.routes.dispatch import ROUTES
        results = examined(registry, [claim], ROUTES, 1, fresh, seconds)
        _print_record(_records(registry, results)[0])


@app.command()
def errata(paper: PaperOption = None, jobs: JobsOption = CORES, fresh: FreshOption = False):
    """List the printed statements that are refuted: why, the counterexample, and what holds instead."""
    with told():
        registry, claims = claims_asked(None, paper)
        from rederive.numerics.routes.dispatch import ROUTES
        results = examined(registry, [claim for claim in claims if claim.erratum], ROUTES, jobs, fresh, 20.0)
        records = _records(registry, results)
    for record in records:
        erratum = record["erratum"]
        out.print(f"[bold]{escape(record['id'])}[/bold]  {record['where']}: {escape(record['title'])}  ({erratum['kind']})")
        _fields(("printed", record["latex"]), ("verdict", record["verdict"]), ("why", erratum["why"]),
                ("counterexample", _example(erratum["counterexample"])),
                ("corrected", erratum["corrected_latex"]), ("verdict", erratum["corrected_verdict"]))
    kinds = Counter(record["erratum"]["kind"] for record in records)
    out.print(f"{len(records)} errata" + (": " + ", ".join(f"{n} {kind}" for kind, n in sorted(kinds.items())) if kinds else ""))


@app.command()
def coverage(paper: PaperOption = None, json_out: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False):
    """Account for every numbered place of a paper: claims, definition, not a claim, or not yet."""
    from rederive.reports.render.coverage import counts, papers_with_tables
    from rederive.reports.render.coverage import coverage as account

    with told():
        registry, _ = claims_asked(None, None)
        papers = (paper,) if paper else papers_with_tables()
        found = {key: account(key, registry) for key in papers}
    if json_out:
        typer.echo(json.dumps({key: {"counts": counts(places), "places": [place.as_json() for place in places]}
                               for key, places in found.items()}, indent=1, ensure_ascii=False))
        return
    for key, places in found.items():
        table = Table("place", "section", "state", "claims, or why none", box=None, title=key, title_justify="left")
        for place in places:
            detail = ", ".join(place.claims) or place.reason or place.about
            table.add_row(place.where, place.section, place.state, escape(detail))
        out.print(table)
        out.print(", ".join(f"{number} {state}" for state, number in counts(places).items()))


@app.command()
def report(folder: Annotated[Path | None, typer.Option("--out", help="Where to write; reports/build in a checkout.")] = None,
           jobs: JobsOption = CORES, fresh: FreshOption = False, seconds: SecondsOption = 20.0):
    """Verify all claims and write the ledger and the report: markdown, LaTeX and one HTML page."""
    from rederive.reports.verify.cache import checkout

    with told():
        registry, claims = claims_asked(None, None)
        from rederive.numerics.routes.dispatch import ROUTES
        results = examined(registry, claims, ROUTES, jobs, fresh, seconds)
        records = _records(registry, results)
        edited = _told_edits(registry, fresh)
        _save(records, results)
        from rederive.reports.render.build import build
        target = folder or (checkout() / "reports" / "build" if checkout() else Path("rederive-report"))
        written = build(records, target, **({"edits": edited} if edited else {}))
    _print_counts(records)
    for path in written:
        out.print(f"wrote {escape(str(path))}", soft_wrap=True)
    if any(record["failures"] for record in records):
        _print_failures(results, registry, None)
        raise typer.Exit(1)


# --- what these commands share --------------------------------------------------------------------------------------


def _routes(text: str | None) -> tuple[str, ...]:
    from rederive.numerics.routes.dispatch import ROUTES, chosen_routes

    return ROUTES if text is None else chosen_routes(text)


def _records(registry, results) -> list[dict]:
    from rederive.reports.verify.ledger import order, record_of

    return sorted((record_of(claim, findings, registry) for claim, findings in results), key=order)


def _save(records, results) -> None:
    from rederive.reports.verify import ledger
    from rederive.reports.verify.cache import checkout, write

    ledger.validate(records)
    if checkout() is None:
        return
    edited = _edited(results, ledger)
    if edited:
        err.print(f"[yellow]the ledger is left as it is:[/yellow] {len(edited)} statements are not as in the baseline "
                  f"({', '.join(edited[:3])}{', ...' if len(edited) > 3 else ''}); `rederive diff` shows them, `rederive accept` takes "
                  "them over", soft_wrap=True)
    elif ledger.save(records):
        err.print(f"wrote {escape(str(ledger.LEDGER))}", soft_wrap=True)
    write(ledger.TIMINGS, json.dumps(ledger.timings(results), indent=1) + "\n")


def _edited(results, ledger) -> list[str]:
    """Ids that are new, removed or say something else than the baseline; none where there is no baseline yet."""
    from rederive.reports.edits.edits import touched

    if not ledger.LEDGER.is_file():
        return []
    known = {record["id"]: record for record in ledger.read()}
    gone = sorted(set(known) - {claim.id for claim, _ in results})
    return [claim.id for claim, _ in results if touched(claim, known.get(claim.id))] + gone


def _told_edits(registry, fresh) -> list[dict]:
    """What became of the statements since the baseline, for the report."""
    from rederive.reports.edits.edits import edits
    from rederive.reports.edits.text import as_json
    from rederive.reports.verify import ledger
    from rederive.reports.verify.cache import Cache, NoCache, default_folder

    if not ledger.LEDGER.is_file():
        return []
    return [as_json(edit) for edit in edits(registry, ledger.read(), cache=NoCache() if fresh else Cache(default_folder()))]


def _ledger_verdicts() -> dict[str, str]:
    from rederive.reports.verify.ledger import LEDGER, read

    return {record["id"]: record["verdict"] for record in read()} if LEDGER.is_file() else {}


def _coloured(verdict: str) -> str:
    return f"[{COLOURS[verdict]}]{verdict}[/]" if verdict in COLOURS else verdict


def _print_failures(results, registry, routes) -> None:
    from rederive.reports.verify.explain import explain
    from rederive.reports.verify.ledger import failures

    for claim, findings in results:
        problems = failures(claim, findings)
        if problems:
            out.print(explain(claim, findings, problems, routes), markup=False, soft_wrap=True)
            out.print()


def _print_counts(records) -> None:
    verdicts = Counter(record["verdict"] for record in records)
    told_of = ", ".join(f"{verdicts[name]} {_coloured(name)}" for name in COLOURS)
    broken = sum(bool(record["failures"]) for record in records)
    out.print(f"{len(records)} claims: {told_of}; errata: {sum(record['erratum'] is not None for record in records)}; "
              f"not as expected: {broken}", soft_wrap=True)


def _print_record(record: dict) -> None:
    out.print(f"[bold]{escape(record['id'])}[/bold]  {record['where']}: {escape(record['title'])}", soft_wrap=True)
    _fields(("note", record["note"]), ("statement", record["latex"]), ("problem", record.get("problem")),
            ("domain", record["domain"]), ("uses", ", ".join(record["uses"])), ("used by", ", ".join(record["used_by"])),
            ("verdict", record["verdict"]), ("scope", record["scope"]))
    for part in record["parts"]:
        _fields((part["name"], f"{part['latex']}  [{part['verdict']}]"))
    _evidence(record["evidence"], "evidence")
    if record["erratum"]:
        erratum = record["erratum"]
        out.print(f"[bold]erratum[/bold] ({erratum['kind']})")
        _fields(("why", erratum["why"]), ("counterexample", _example(erratum["counterexample"])),
                ("corrected", erratum["corrected_latex"]), ("domain", erratum["corrected_domain"]),
                ("verdict", erratum["corrected_verdict"]), ("scope", erratum["corrected_scope"]))
        _evidence(erratum["corrected_evidence"], "evidence for the correction")
    for number, step in enumerate(record["derivation"], start=1):
        if number == 1:
            out.print("[bold]derivation[/bold]")
        out.print(f"  {number}. {escape(step['latex'])}  [{escape(step['verdict'])}]", markup=False, soft_wrap=True)
        out.print(f"     {step['reason']}", markup=False, soft_wrap=True)
    for failure in record["failures"]:
        out.print(f"[red]not as expected:[/red] {escape(failure)}", soft_wrap=True)


def _fields(*pairs) -> None:
    for name, text in pairs:
        if text:
            out.print(f"  {name:<15} {text}", markup=False, soft_wrap=True)


def _evidence(rows: list[dict], title: str) -> None:
    if not rows:
        return
    table = Table("route", "part", "outcome", "engine", "figure", "scope", box=None, title=title, title_justify="left")
    for row in rows:
        table.add_row(row["kind"], escape(row.get("part", "")), row["outcome"], escape(row["engine"]), escape(row["figure"]),
                      escape(row["scope"]))
    out.print(table)


def _example(example: dict | None) -> str:
    if example is None:
        return ""
    at = ", ".join(f"{name} = {value}" for name, value in example["point"].items())
    sides = f"; left {example['left']}, right {example['right']}" if example["left"] or example["right"] else ""
    return at + sides + (f" ({example['note']})" if example["note"] else "")
