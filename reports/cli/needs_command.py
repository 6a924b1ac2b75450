"""The command `theoremtest needs`: which of its conditions a theorem needs, and the point at which it fails without each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated

import typer
from rich.markup import escape

from theoremtest.reports.formulas import unicode_formula, unicode_words
from theoremtest.reports.workspace import Workspace

from .printing import example_text
from .shared import Id, LatexOption, PaperOption, app, claims_asked, one_line_errors, out, workspace

NOT_KNOWN = "the ledger says nothing of what it needs; `--decide` works it out"


@app.command()
def needs(context: typer.Context, claim: Id, paper: PaperOption = None, latex: LatexOption = False,
          decide: Annotated[bool, typer.Option("--decide", help="Decide what the ledger does not know or left undecided.")] = False,
          seconds: Annotated[float, typer.Option("--seconds", min=0.2, help="Time limit of each condition, with --decide.")] = 20.0):
    """Show which conditions of a claim are needed: the point that fails without it, or that the statement holds more generally.

    The ledger answers for theorems, lemmas, propositions, corollaries and numbered solutions; --decide asks about any claim. Conditions
    are dropped one at a time, of the corrected statement where the printed one is refuted.
    """
    with one_line_errors():
        place = workspace(context)
        found = _from_ledger(place, claim, paper)
        identity, rows = (place.id_of(claim, paper), []) if found is None else (found["id"], found["needs"])
        if decide and (not rows or any(row["verdict"] == "undecided" for row in _all(rows))):
            identity, rows = _decided(place, claim, paper, seconds)
        elif not rows:
            about = "" if found is None else f": {escape(unicode_words(found['title']))}"
            out.print(f"[bold]{escape(identity)}[/bold]{about}\n  {NOT_KNOWN}", soft_wrap=True)
            return
    out.print(f"[bold]{escape(identity)}[/bold]" + ("" if found is None else f"  {escape(unicode_words(found['title']))}"), soft_wrap=True)
    print_needs(rows, latex)


def print_needs(rows: Iterable[Mapping], latex: bool = False) -> None:
    """A line for each condition and for each weaker one that was tried in its place."""
    rows = list(rows)
    if not rows:
        out.print("  it has no conditions")
    for row in rows:
        _print_row("  ", row, {"not needed": "not needed: holds more generally"}.get(row["verdict"], row["verdict"]), latex)
        for weaker in row["weaker"]:
            _print_row("      ", weaker, f"{weaker['verdict']} in its place", latex)


def _print_row(indent: str, row: Mapping, verdict: str, latex: bool) -> None:
    formula = row["latex"] if latex else unicode_formula(row["latex"])
    where = f"in {row['part']}: " if row.get("part") else ""
    at = example_text(row["counterexample"], latex) or row.get("reason", "")
    by = " [a random point]" if row.get("by") == "points" else ""
    out.print(f"{indent}{formula:<{32 - len(indent)}} {verdict}" + (f"; {where}{at}{by}" if at else ""), markup=False, soft_wrap=True)


def _all(rows: Iterable[Mapping]) -> Iterable[Mapping]:
    for row in rows:
        yield row
        yield from row["weaker"]


def _from_ledger(place: Workspace, wanted: str, paper: str | None) -> Mapping | None:
    """The claim's record; None where only the papers know the claim. Raises UnknownClaim where they do not either."""
    found = place.record(place.id_of(wanted, paper))
    if found is None:
        claims_asked(place, [wanted], paper)
    return found


def _decided(place: Workspace, wanted: str, paper: str | None, seconds: float) -> tuple[str, list[dict]]:
    """(id, rows) of a claim, worked out now; what the cache holds as settled is not asked again."""
    from theoremtest.reports.verify.ledger import needs_rows
    from theoremtest.reports.verify.runner import examine, examine_needs

    _, (claim,) = claims_asked(place, [wanted], paper)
    findings = examine(claim, ("exact",), place.cache)
    findings += examine_needs(claim, place.cache, seconds, again=True)
    return claim.id, needs_rows(claim, findings)
