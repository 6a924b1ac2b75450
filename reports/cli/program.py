"""The program `theoremtest`, put together from its commands."""

from __future__ import annotations

import os
import signal
import sys
from typing import Annotated

import typer
from rich.markup import escape

from theoremtest.derivations.garbage import collect_seldom, keep_results
from theoremtest.numerics.extras import MissingExtra
from theoremtest.reports.files import in_one_line

from . import (  # noqa: F401  each adds its commands
    benchmark_command,
    certify_command,
    claim_commands,
    cluster_command,
    edit_commands,
    init_command,
    lsp_command,
    margin_command,
    mcp_command,
    mutation_command,
    needs_command,
    reading,
    recheck_command,
    referee_command,
    site_command,
    sweep_command,
    try_command,
    watch_command,
)
from .shared import app, err, out


def _version(asked: bool) -> None:
    if asked:
        from importlib.metadata import PackageNotFoundError, version

        try:
            out.print(f"theoremtest {version('theoremtest')}")
        except PackageNotFoundError:
            out.print("theoremtest (not installed)")
        raise typer.Exit


@app.callback()
def options(context: typer.Context,
            show_version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")] = False):
    """The workspace is found by the command, which can tell what is wrong with it."""


def main() -> None:
    """Entry point of the `theoremtest` command. Who ends it from outside, as `timeout` does, interrupts it: it says how far it came."""
    signal.signal(signal.SIGTERM, _interrupted)
    keep_results()  # SymPy is imported by the first command
    collect_seldom()
    try:
        app()
        sys.stdout.flush()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    except MissingExtra as error:
        err.print(f"[red]error:[/red] {escape(str(error))}", soft_wrap=True)
        raise SystemExit(2) from None
    except OSError as error:  # what is printed goes to a full disk
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python complains once more when it ends
        err.print(f"[red]error:[/red] {escape(in_one_line(error))}", soft_wrap=True)
        raise SystemExit(2) from None


def _interrupted(number: int, frame: object) -> None:
    raise KeyboardInterrupt


if __name__ == "__main__":
    main()
