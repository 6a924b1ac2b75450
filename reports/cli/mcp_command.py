"""The command `theoremtest mcp`: a server for assistants, or one call of one of its tools."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from theoremtest.derivations.errors import TheoremtestError

from .shared import app, one_line_errors, out


@app.command()
def mcp(folder: Annotated[Path | None, typer.Option("--workspace", help="The folder that is read; this one where none is named.")] = None,
        call: Annotated[str, typer.Option("--call", help="Call this tool once instead, and print what it answers.")] = "",
        arguments: Annotated[str, typer.Argument(help="With --call: what the tool is asked, as a JSON object.")] = "{}",
        json_out: Annotated[bool, typer.Option("--json", help="With --call: print JSON.")] = False,
        schemas: Annotated[bool, typer.Option("--schemas", help="Print the tools and the schemas of what they take and answer.")] = False):
    """Serve assistants by the model context protocol: check, try, refute, needs, errata, referee, search. Ends with its input.

    In an editor's settings: {"command": "uvx", "args": ["theoremtest[mcp]", "mcp"]}.
    """
    with one_line_errors():
        root = Path.cwd() if folder is None else folder
        if not root.is_dir():
            raise TheoremtestError(f"there is no folder {root}")
        if schemas:
            from theoremtest.reports.assistant.schemas import ANSWER, TOOLS
            typer.echo(json.dumps({"tools": {name: {"description": words, "input": asked} for name, (words, asked) in TOOLS.items()},
                                   "answer": ANSWER}, indent=1))
            return
        if call:
            _call(root.resolve(), call, arguments, json_out)
            return
        from theoremtest.reports.assistant.server import run
    run(root.resolve())


def _call(root: Path, tool: str, text: str, json_out: bool) -> None:
    from theoremtest.reports.assistant.answers import answer
    from theoremtest.reports.assistant.text import lines

    try:
        arguments = json.loads(text)
    except ValueError as error:
        raise TheoremtestError(f"what a tool is asked is a JSON object: {error}") from None
    found = answer(tool, arguments, root)
    if json_out:
        typer.echo(json.dumps(found, indent=1, ensure_ascii=False))
    else:
        out.print(lines(found), markup=False, soft_wrap=True)
    if found["error"]:
        raise typer.Exit(3)
