r"""The command `theoremtest margin`: the verdicts of a manuscript's labels, for `\usepackage[status]{theoremtest}`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from .shared import AnewOption, app, one_line_errors, out, workspace


@app.command()
def margin(context: typer.Context, path: Annotated[Path, typer.Argument(help="The main .tex file of a manuscript.")],
           fresh: AnewOption = False):
    r"""Write the verdicts of a manuscript's labels beside it; \usepackage[status]{theoremtest} puts them in the margin.

    The ledger's verdicts are taken; displays that are held to claims are held to them. Run it again after an edit: until then the margin
    says `edited since`.
    """
    with one_line_errors():
        from theoremtest.reports.margin import margin as made
        from theoremtest.reports.margin import write_margin

        found = made(path, workspace(context, fresh))
        for one in found.verdicts:
            out.print(f"{one.label}  {one.word}  {one.claim_id}" + (f"  ({one.why})" if one.why else ""), markup=False, soft_wrap=True)
        for one in found.unlabelled:
            out.print(f"no \\label, so that nothing stands beside it: {one}", markup=False, soft_wrap=True)
        for written in write_margin(path, found):
            out.print(f"wrote {os.path.relpath(written)}", markup=False, soft_wrap=True)
