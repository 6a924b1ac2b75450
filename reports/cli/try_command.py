"""`theoremtest try`: a formula in place of a claim's statement, answered in words or as JSON, with the answer as the exit code."""

from __future__ import annotations

import json
import shlex
import traceback
from typing import Annotated

import typer
from rich.markup import escape
from typer.core import TyperCommand

from theoremtest.derivations.errors import TheoremtestError

from .shared import Id, app, err, full_id, out, workspace

EXIT = {"holds": 0, "fails": 1, "undecided": 2, "error": 3}
COLOURS = {"holds": "green", "fails": "red", "undecided": "magenta"}


class ErrorsAreThree(TyperCommand):
    """A wrong option is an error like any other: exit code 3, since 2 means undecided."""

    def parse_args(self, ctx, args):
        try:
            return super().parse_args(ctx, args)
        except Exception as error:
            if hasattr(error, "exit_code"):  # a usage error of whichever library stands under typer
                error.exit_code = EXIT["error"]
            raise


@app.command("try", cls=ErrorsAreThree)
def try_formula(
        context: typer.Context,
        claim_id: Id,
        formula: Annotated[str, typer.Option("--formula", help="The statement, or its right-hand side, as LaTeX.")],
        part: Annotated[str, typer.Option("--part", help="Which part of a conjunction the formula is.")] = "",
        where: Annotated[list[str] | None, typer.Option("--where", help="A name that the formula uses, as `name = formula` in LaTeX; or a "
                                                                        "macro, as \\newcommand.")] = None,
        json_out: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
        claims: Annotated[list[str] | None, typer.Option("--claims", help="Files of your own claims, claims_*.py.")] = None,
        seconds: Annotated[float, typer.Option("--seconds", min=0.1, help="Time limit of each check.")] = 10.0,
        fresh: Annotated[bool, typer.Option("--no-claim-cache", help="Decide everything anew.")] = False):
    """Would the claim hold if its statement read like this?

    Exit code: 0 it holds, 1 it fails, 2 undecided, 3 an error.
    """
    try:
        found = _attempted(workspace(context, fresh), claim_id, formula, part, claims or [], seconds, where or [])
    except TheoremtestError as error:
        _tell_error(error, claim_id, formula, json_out)
        raise typer.Exit(EXIT["error"]) from None
    except OSError as error:  # a cache that cannot be written, a file that cannot be read: no word on the formula
        _tell_error(TheoremtestError(f"{error.filename or 'a file'}: {error.strerror or error}"), claim_id, formula, json_out)
        raise typer.Exit(EXIT["error"]) from None
    except Exception as error:  # a crash is no answer, and 1 would say that the formula fails
        traceback.print_exc()
        _tell_error(TheoremtestError(f"a defect of this program, {type(error).__name__}: {error}"), claim_id, formula, json_out)
        raise typer.Exit(EXIT["error"]) from None
    if json_out:
        typer.echo(json.dumps(found.as_json(), indent=1, ensure_ascii=False))
    else:
        _tell(found, claims or [])
    raise typer.Exit(EXIT[found.verdict])


def _attempted(place, claim_id, formula, part, files, seconds, where):
    from theoremtest.derivations.notation import Setting, declaration, macros_of
    from theoremtest.reports.edits.attempt import attempt

    for file in files:
        place.library.add_file(file)
    claim, _ = place.find(full_id(place, claim_id))
    macros = macros_of("\n".join(where))
    names = [declaration(text) for text in where if not macros_of(text)]
    return attempt(claim, formula, part, place.cache, seconds, Setting(macros, tuple(names)))


def _tell_error(error: TheoremtestError, claim_id: str, formula: str, json_out: bool) -> None:
    if json_out:
        typer.echo(json.dumps({"id": claim_id, "formula": formula, "verdict": "error", "equivalent_to": None,
                               "counterexample": None, "error": str(error), "column": getattr(error, "column", 0) or None,
                               "nearest": list(getattr(error, "near", ())), "seconds": 0.0}, indent=1, ensure_ascii=False))
    err.print(f"[red]error:[/red] {escape(str(error))}", soft_wrap=True)


def _tell(found, files: list[str]) -> None:
    from theoremtest.reports.formulas import unicode_words
    from theoremtest.reports.verify.explain import counterexample_lines

    colour = COLOURS[found.verdict]
    out.print(f"[{colour}]{found.verdict}[/{colour}]  {escape(found.id)}" + (f" ({escape(found.part)})" if found.part else ""),
              soft_wrap=True)
    rows = [("read as", found.read_as), ("domain", found.domain), ("by", found.by), ("scope", unicode_words(found.scope))]
    for name, text in rows:
        if text:
            out.print(f"  {name:<15} {text}", markup=False, soft_wrap=True)
    for reason in found.tried:
        out.print(f"  {'tried':<15} {unicode_words(reason)}", markup=False, soft_wrap=True)
    if found.counterexample is not None:
        for line in counterexample_lines(found.counterexample):
            out.print(line[4:], markup=False, soft_wrap=True)
    shown = {"neither": "neither", "unknown": "unknown"}.get(found.equivalent_to, f"the {found.equivalent_to} statement")
    out.print(f"  {'equivalent to':<15} {shown}" + (f" ({found.how})" if found.how else ""), markup=False, soft_wrap=True)
    if found.differs is not None:
        out.print(f"  {'differs at':<15} {found.differs}", markup=False, soft_wrap=True)
    for note in found.notes:
        out.print(f"  {'note':<15} {note}", markup=False, soft_wrap=True)
    if found.verdict == "fails":
        named = "".join(f" --claims {shlex.quote(file)}" for file in files)
        out.print(f"  {'reproduce':<15} {found.reproduce}{named}", markup=False, soft_wrap=True)
    out.print(f"  {'seconds':<15} {found.seconds:.2f}", markup=False)
