"""The command `theoremtest lsp`: a server for editors."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .shared import app, one_line_errors


@app.command()
def lsp(ledger_only: Annotated[bool, typer.Option("--ledger-only", help="Never run files of claims; what the ledger says of them is shown.")
                               ] = False):
    """Serve editors by the language server protocol: diagnostics, hovers, repairs in .tex files and files of claims. Ends with its input.

    Nothing of a manuscript is run. Files of claims, which are programs, run as under pytest, as they are saved, in a process of their own.
    """
    with one_line_errors():
        from theoremtest.reports.editor.server import run
    run(Path.cwd(), not ledger_only)
