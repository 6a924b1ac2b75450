"""The command `theoremtest init`: the files that put a paper under test, in one's own folder."""

from __future__ import annotations

import os
import shlex
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from .shared import app, one_line_errors, out


@app.command()
def init(folder: Annotated[Path, typer.Argument(help="Where; it is made where there is none.")] = Path("."),
         key: Annotated[str | None, typer.Option("--key", help="The paper's key, which opens its claims' ids: smith2026.")] = None,
         install: Annotated[str | None, typer.Option(
             "--install", metavar="REQUIREMENT", help="What the workflow and the hook install, as pip takes it: "
                                                      "'theoremtest @ git+https://...'; by default from the package index.")] = None):
    """Put your own paper under test: a first claim, a marked manuscript, continuous integration, a hook, a badge.

    Nothing is overwritten; what is there is named and left.
    """
    from theoremtest.reports.starter import start

    with one_line_errors():
        steps = start(folder, key, install)
    for step in steps:
        path = escape(os.path.relpath(step.file))
        out.print(f"{path} {escape(step.note)}" if step.note else f"wrote {path}", soft_wrap=True)
    there = "" if folder.resolve() == Path.cwd() else f"cd {shlex.quote(str(folder))} && "
    out.print(f"now: {escape(there)}pytest", soft_wrap=True)
