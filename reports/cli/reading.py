"""The commands that read: list, show, errata, coverage, graph. They answer from the ledger, so none waits for a formula."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from operator import itemgetter
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Column, Table

from theoremtest.derivations.errors import TheoremtestError
from theoremtest.reports.files import write
from theoremtest.reports.formulas import unicode_words
from theoremtest.reports.render.slips import grouped, slips_of
from theoremtest.reports.verify import lookup
from theoremtest.reports.verify.implied import DEGENERATE, GARBLED
from theoremtest.reports.verify.ledger_file import NOT_CHECKED, NOT_DECIDED
from theoremtest.reports.workspace import FLOORS, Workspace

from .printing import coloured, graded, print_erratum, print_record, tell_not_decided
from .shared import (
    CORES,
    ROUTES,
    AnewOption,
    Id,
    Ids,
    JobsOption,
    LatexOption,
    PaperOption,
    SecondsOption,
    app,
    claims_asked,
    examined,
    one_line_errors,
    out,
    workspace,
)


@app.command("list")
def list_claims(context: typer.Context, ids: Ids = None, paper: PaperOption = None):
    """List the claims: id, verdict, kind and title; tab-separated, one a line, where the output is no terminal."""
    with one_line_errors():
        records = workspace(context).listed(ids or (), paper)
    if not out.is_terminal:
        for record in records:
            typer.echo("\t".join((record["id"], record["verdict"] + graded(record), record["kind"], unicode_words(record["title"]))))
        tell_not_decided(records)
        return
    table = Table(Column("id", no_wrap=True), Column("verdict", no_wrap=True), Column("kind", no_wrap=True), "title", box=None)
    for record in records:
        verdict = coloured(record["verdict"]) + graded(record)
        table.add_row(escape(record["id"]), verdict, record["kind"], escape(unicode_words(record["title"])))
    out.print(table)
    tell_not_decided(records)


@app.command()
def show(context: typer.Context, claim: Id, paper: PaperOption = None, latex: LatexOption = False, fresh: AnewOption = False,
         seconds: SecondsOption = 20.0):
    """Show one claim: statement, domain, correction, derivation and the evidence for each."""
    with one_line_errors():
        place = workspace(context, fresh)
        record = _record(place, claim, paper, fresh, seconds)
        print_record(record, _source_of(place, record), latex)
        tell_not_decided([record])


@app.command()
def errata(context: typer.Context, ids: Ids = None, paper: PaperOption = None, latex: LatexOption = False, jobs: JobsOption = CORES,
           fresh: AnewOption = False, seconds: SecondsOption = 20.0,
           letter: Annotated[bool, typer.Option("--letter", help="Write a letter to the authors of --paper instead.")] = False,
           folder: Annotated[Path | None, typer.Option("--out", help="Where the letter goes; `letters` beside the report.")] = None):
    """List the printed statements that are refuted: why, the counterexample, and what holds instead; the gravest first, slip by slip."""
    if letter:
        with one_line_errors():
            if paper is None or ids or fresh:
                raise TheoremtestError("a letter is on all errata of one paper, as the ledger has them: errata --paper KEY --letter")
            _letter(workspace(context), paper, folder)
        return
    with one_line_errors():
        place = workspace(context, fresh)
        if fresh:
            registry, claims = claims_asked(place, ids, paper)
            with_one, without = [claim for claim in claims if claim.erratum], [claim.id for claim in claims if not claim.erratum]
            records = [record for _, record, _ in examined(place, registry, with_one, ROUTES, jobs, seconds)]
        else:
            records = place.standing(ids or (), paper)
            without = [record["id"] for record in records if not record["erratum"]]
        if ids and without:
            out.print(f"no erratum: {', '.join(without)}", soft_wrap=True)
        records = [record for record in records if record["erratum"]]
        keys = dict.fromkeys(record["paper"] for record in records)
        slips = [slip for key in keys for slip in slips_of(key, place.library.table_of(key))]
    tell_not_decided(records)
    garbled = [record for record in records if record["erratum"]["kind"] == GARBLED]
    found = grouped([record for record in records if record not in garbled], slips, itemgetter("id"),
                    lambda record: record["erratum"].get("grade", ""), itemgetter("title"))
    for group in found:
        if len(group.members) > 1:
            out.print(f"[bold]{len(group.members)} places of one slip:[/bold] {escape(unicode_words(group.title))}", soft_wrap=True)
        for record in group.members:
            print_erratum(record, latex)
    for record in garbled:
        print_erratum(record, latex)
    out.print(_counted([record["erratum"] for group in found for record in group.members], found, len(garbled)), soft_wrap=True)


def _letter(place: Workspace, paper: str, folder: Path | None) -> None:
    """Write the letter to a paper's authors as Markdown and LaTeX, and as PDF where pdflatex is."""
    from theoremtest.reports.render.build import report_of, typeset
    from theoremtest.reports.render.letter import as_latex, as_markdown

    made = report_of(place.to_be_published(paper), library=place.library, beside=place.report if place.personal else None)
    if not made.papers or not made.papers[0].slips:
        raise TheoremtestError(f"nothing of {paper} is refuted: there is no letter to write")
    target = folder or (place.report / "letters" if place.personal else FLOORS / "reports" / "letters")
    write(target / f"{paper}.md", as_markdown(made.papers[0]))
    for path in (target / f"{paper}.md", *typeset(as_latex(made.papers[0]), target, paper, lambda text: out.print(text, markup=False))):
        out.print(f"wrote {escape(str(path))}", soft_wrap=True)


def _counted(errata: list[Mapping], groups: list, garbled: int) -> str:
    """One line: errata by grade and the slips that they are instances of, what is only a remark, what the stored text garbled."""
    grades = Counter(one.get("grade", "") or one["kind"] for one in errata)
    remarks, slips = grades.pop(DEGENERATE, 0), sum(group.grade != DEGENERATE for group in groups)
    text = f"{sum(grades.values())} errata" + (": " + ", ".join(f"{n} {grade}" for grade, n in sorted(grades.items())) if grades else "")
    text += f"; {slips} slips" if slips not in (0, sum(grades.values())) else ""
    text += f"; besides {remarks} remarks, on what fails only in a corner of its setting" if remarks else ""
    return text + (f"; besides {garbled} garbled in the stored text, which is nobody's error" if garbled else "")


@app.command()
def coverage(context: typer.Context,
             manuscripts: Annotated[list[Path] | None, typer.Argument(help="Manuscripts, .tex files, of which to list the displays "
                                                                           "that are not under test.")] = None,
             paper: PaperOption = None, json_out: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False):
    """Account for every numbered place of a paper: claims, definition, not a claim, or not yet; or for the displays of a manuscript.

    A paper of your own has a table of its places in the file places.toml beside its claims; without one, places with claims are listed.
    """
    from theoremtest.reports.render.coverage import counts, covered

    with one_line_errors():
        if manuscripts:
            if paper is not None:
                raise TheoremtestError("manuscripts and --paper exclude one another")
            _displays(manuscripts, json_out)
            return
        found = covered(workspace(context), paper)
    if json_out:
        typer.echo(json.dumps({key: {"counts": counts(places), "places": [place.as_json() for place in places]}
                               for key, places in found.items()}, indent=1, ensure_ascii=False))
        return
    for key, places in found.items():
        rows = [(place.where, place.section, place.state, ", ".join(place.claims) or place.reason or place.about) for place in places]
        if out.is_terminal:
            table = Table("place", "section", "state", "claims, or why none", box=None, title=key, title_justify="left")
            for row in rows:
                table.add_row(*map(escape, row))
            out.print(table)
        else:
            for row in rows:
                typer.echo("\t".join((key, *row)))
        out.print(", ".join(f"{number} {state}" for state, number in counts(places).items()))


def _displays(manuscripts: list[Path], json_out: bool) -> None:
    """The displays of manuscripts that no mark holds to a claim, by file and line, and how many there are."""
    from theoremtest.reports.tex.coverage import equations

    found = [equation for path in manuscripts for equation in equations(path)]
    if json_out:
        typer.echo(json.dumps([{"file": str(one.path), "line": one.line, "formula": one.formula, "claim": one.claim_id or None}
                               for one in found], indent=1, ensure_ascii=False))
        return
    untested = [one for one in found if not one.claim_id]
    for one in untested:
        out.print(f"{one.path}:{one.line}  {one.formula}", markup=False, soft_wrap=True)
    out.print(f"{len(found)} displayed equations: {len(found) - len(untested)} under test, {len(untested)} not", soft_wrap=True)


@app.command()
def graph(context: typer.Context, claim: Id, paper: PaperOption = None):
    """Show what a claim rests on, as a tree, and which claims rest on it."""
    with one_line_errors():
        place = workspace(context)
        (asked,) = place.standing([claim], paper)
        by_id = place.beside([*(place.standing() if place.personal else place.records), asked])
        tree = _Tree(place, by_id)
    out.print(f"[bold]{escape(asked['id'])}[/bold] rests on" + ("" if asked["uses"] else " nothing but its own domain"))
    tree.below(asked, "  ", set())
    if asked["used_by"]:
        out.print("used by")
        for identity in asked["used_by"]:
            out.print(tree.line(identity, "  "), markup=True, soft_wrap=True)


class _Tree:
    """What claims rest on, as lines; of a record that is not to be repeated no more than the claim's id."""

    def __init__(self, place: Workspace, by_id: Mapping[str, Mapping]) -> None:
        self._place, self._by_id = place, by_id

    def below(self, record: Mapping, indent: str, seen: set[str]) -> None:
        """What a record rests on, deeper ones indented; what was shown before is named and not opened again."""
        for identity in record["uses"]:
            again = identity in seen
            out.print(self.line(identity, indent) + (" (above)" if again else ""), soft_wrap=True)
            seen.add(identity)
            if not again and self._stands(identity):
                self.below(self._by_id[identity], indent + "  ", seen)

    def line(self, identity: str, indent: str) -> str:
        """A claim with its verdict and title."""
        record = self._by_id.get(identity)
        if record is None:
            return indent + escape(identity)
        if not self._stands(identity):
            return f"{indent}{escape(identity)}  {NOT_CHECKED}"
        return f"{indent}{escape(identity)}  {coloured(record['verdict'])}  {escape(unicode_words(record['title']))}"

    def _stands(self, identity: str) -> bool:
        record = self._by_id.get(identity)
        return record is not None and (record["verdict"] == NOT_DECIDED or not self._place.fault(record))


def _source_of(place: Workspace, record: dict) -> str:
    """File and line of a claim function."""
    if place.is_of_library(record["id"]):
        return lookup.source_of(record, FLOORS)
    return place.find(record["id"])[0].source


def _record(place: Workspace, wanted: str, paper: str | None, fresh: bool, seconds: float) -> dict:
    """A claim's record from the ledger; decided now when asked for, or where the ledger does not know the claim as it stands."""
    if not fresh:
        (found,) = place.standing([wanted], paper)
        if found["verdict"] != NOT_DECIDED:
            return found
    registry, claims = claims_asked(place, [wanted], paper)
    return examined(place, registry, claims, ROUTES, 1, seconds)[0][1]
