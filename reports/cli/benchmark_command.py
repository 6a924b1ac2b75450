"""The commands `theoremtest benchmark ...`: export the benchmark, score answers to it, ask solvers and language models."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from theoremtest.derivations.errors import TheoremtestError

from .shared import CORES, JobsOption, PaperOption, app, one_line_errors, out, workspace

benchmark = typer.Typer(no_args_is_help=True, help="A benchmark of true and broken statements of theory.")
app.add_typer(benchmark, name="benchmark")
Items = Annotated[list[Path], typer.Argument(help="Files of items, .jsonl.")]
SAMPLE = Path(__file__).resolve().parents[1] / "benchmark" / "sample.jsonl"


@benchmark.command()
def export(context: typer.Context, folder: Annotated[Path, typer.Argument(help="Where the files go.")], paper: PaperOption = None,
           jobs: JobsOption = CORES):
    """Write the benchmark to a folder: items by split, a sample, a data card, a scorer. A run that was broken off is taken up again."""
    from theoremtest.reports.benchmark.export import export as made

    with one_line_errors():
        began = time.monotonic()
        for done, number in made(workspace(context), folder, jobs, paper):
            out.print(f"\r{done} of {number} parts", end="", markup=False) if out.is_terminal else None
        out.print(f"wrote {folder} in {time.monotonic() - began:.0f} s", markup=False, soft_wrap=True)


@benchmark.command()
def score(files: Annotated[list[Path], typer.Argument(help="Files of items, and last a file of answers; the sample where one file is "
                                                           "named.")],
          json_out: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False):
    """Score answers: accuracy, twins, calibration, by kind of slip."""
    from theoremtest.reports.benchmark.score import main

    names = [str(file) for file in (files if len(files) > 1 else [SAMPLE, *files])]
    raise typer.Exit(main([*names, *(["--json"] if json_out else [])]))
