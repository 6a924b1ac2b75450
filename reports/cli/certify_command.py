"""The command `theoremtest certify`: every decided part of a claim given to the kernel of Coq."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from theoremtest.numerics.parallel.workers import here_or_at
from theoremtest.reports.files import write

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
def certify(context: typer.Context, ids: Ids = None, paper: PaperOption = None, jobs: JobsOption = CORES,
            scheduler: SchedulerOption = None,
            file: Annotated[Path | None, typer.Option("--file", help="Write the theorems that were taken as one Coq file.")] = None,
            bundle: Annotated[Path | None, typer.Option("--bundle", help="Write a folder that plain coqc and coqchk check.")] = None,
            json_file: Annotated[Path | None, typer.Option("--json", help="Write the certificates here.")] = None,
            changed: Annotated[bool, typer.Option("--changed", help="Only theorems of which the ledger says nothing.")] = False,
            again: Annotated[bool, typer.Option("--again", help="Only theorems that the ledger calls certified, each asked anew with the "
                                                "proof printed from its kept witness.")] = False,
            record: Annotated[bool, typer.Option("--record", help="Write what came of it to the ledger, as a run over all does.")] = False,
            fresh: FreshOption = False):
    """Have Coq's kernel check claims: a theorem for each part that is proved, its negation for each that is refuted.

    What was taken is kept and not asked again. Exit code 1 where Coq and the exact engine say opposite things; with --again also where Coq
    does not take a printed proof that the ledger says it took.
    """
    from theoremtest.reports.certify.certificate import whole_file
    from theoremtest.reports.certify.certify import certify_all
    from theoremtest.reports.certify.kernel import MISSING, NoCoq, available
    from theoremtest.reports.certify.session import AGAIN, ALL, CHANGED
    from theoremtest.reports.verify.consistency import fault
    from theoremtest.reports.verify.progress import follow
    with one_line_errors():
        place = workspace(context, fresh)
        records = {record["id"]: record for record in place.records if not fault(record)}
        _, claims = claims_asked(place, ids, paper)
        if not available():
            err.print(f"[yellow]{escape(MISSING)}; what was certified before stands as long as it says the same[/yellow]", soft_wrap=True)
        running = certify_all(claims, records, place.cache, place.folder, place.library, here_or_at(jobs, scheduler),
                              AGAIN if again else CHANGED if changed else ALL)
        try:
            found = list(follow(running, len(claims), "certifying claims", err))
        except NoCoq as error:
            err.print(f"[red]error:[/red] {escape(str(error))}", soft_wrap=True)
            raise typer.Exit(2) from None
        except KeyboardInterrupt:
            err.print("interrupted; what was taken is kept, run again to go on")
            raise typer.Exit(130) from None
        order = {claim.id: number for number, claim in enumerate(claims)}
        found.sort(key=lambda item: order[item.claim_id])
        if file is not None:
            write(file, whole_file(found))
        if bundle is not None:
            from theoremtest.reports.certify.bundle import write_bundle
            count = write_bundle(found, bundle)
            out.print(f"wrote {count} theorems to {escape(str(bundle))}; sh check.sh there has Coq check them" if count else
                      "no certificate has its proof at hand: nothing was written", soft_wrap=True)
        if json_file is not None:
            import json
            write(json_file, json.dumps({item.claim_id: item.as_json() for item in found}, indent=1) + "\n")
        if available() and place.own and not again and (record or (not ids and len(claims) == len(place.claims))):
            _record(place, found)
    _print(found, few=len(claims) <= 20)
    lost = [f"{item.claim_id} {part.part or part.kind}: {part.why}" for item in found for part in item.parts if part.lost]
    if lost:
        err.print("[red]no longer taken:[/red] " + escape("; ".join(lost)), soft_wrap=True)
    if lost or any(part.contradiction for item in found for part in item.parts):
        raise typer.Exit(1)


def _record(place, found) -> None:
    """Write certificates to the ledger, of claims that stand as it has them."""
    from theoremtest.reports.certify.certify import stands
    from theoremtest.reports.verify.consistency import fault, sealed
    certificates = {item.claim_id: item.as_json() for item in found}
    registry = place.registry
    records, others = [], 0
    for record in place.records:
        made = certificates.get(record["id"])
        if made is not None and record["id"] in registry and not fault(record) and stands(registry[record["id"]], record):
            record = sealed({**record, "certificate": made})
        else:
            others += made is not None
        records.append(record)
    if others:
        err.print(f"[yellow]{others} claims are not as the ledger has them: their certificates are not written to it[/yellow]")
    if place.save(records):
        err.print(f"wrote {escape(str(place.ledger))}", soft_wrap=True)


def _print(found, few: bool) -> None:
    """A line for each part of a few claims; a table of kinds; every contradiction."""
    if few:
        for item in found:
            out.print(f"[bold]{escape(item.claim_id)}[/bold]", soft_wrap=True)
            for part in item.parts:
                name = part.part or part.kind
                told = "certified" if part.certified else f"no certificate: {part.why}"
                told += ", as the ledger has it" if part.recorded else ""
                out.print(f"  {name}: {part.says}, {told}" + (f" ({part.seconds:.1f} s)" if part.seconds else "")
                          + (f"\n    {part.message}" if part.message and not part.certified else ""), markup=False, soft_wrap=True)
    totals, taken, seconds, why = Counter(), Counter(), Counter(), Counter()
    for part in (part for item in found for part in item.parts):
        totals[part.kind, part.says] += 1
        taken[part.kind, part.says] += part.certified
        seconds[part.kind, part.says] += part.seconds
        if not part.certified:
            why[part.why] += 1
        if part.contradiction:
            err.print(f"[red]contradiction:[/red] Coq proves a part that the exact engine refutes:\n{escape(part.text)}", soft_wrap=True)
    for key in sorted(totals):
        out.print(f"{key[0]:<24}{key[1]:<12}{taken[key]:>5} of {totals[key]:<5} {seconds[key]:8.1f} s")
    as_recorded = sum(part.certified and part.recorded for item in found for part in item.parts)
    out.print(f"certified {sum(taken.values())} of {sum(totals.values())} parts"
              + (f", {as_recorded} of them as the ledger has it: Coq was not asked" if as_recorded else ""))
    if why:
        out.print("without a certificate: " + ", ".join(f"{word} {count}" for word, count in why.most_common()), soft_wrap=True)
