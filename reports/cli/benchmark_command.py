"""The commands `theoremtest benchmark ...`: export the benchmark, score answers to it, ask solvers and language models."""

from __future__ import annotations

import time
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from theoremtest.derivations.errors import TheoremtestError

from .shared import CORES, JobsOption, PaperOption, app, one_line_errors, out, workspace

benchmark = typer.Typer(no_args_is_help=True, help="A benchmark of true and broken statements of theory.")
app.add_typer(benchmark, name="benchmark")
Items = Annotated[list[Path] | None, typer.Argument(help="Files of items, .jsonl; the sample that comes with the program where none is "
                                                         "named.")]
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


@benchmark.command()
def baselines(files: Items = None,
              folder: Annotated[Path, typer.Option("--out", help="Where answers and table go.")] = Path("benchmark-baselines"),
              number: Annotated[int, typer.Option("--sample", min=1, help="Items that are asked about, by --seed.")] = 300,
              seed: Annotated[int, typer.Option("--seed")] = 1,
              only: Annotated[list[str] | None, typer.Option("--only", help="This solver only; may be given again.")] = None,
              seconds: Annotated[float, typer.Option("--seconds", min=0.5, help="Processor time of each call.")] = 2.0):
    """Ask solvers about a sample of items, each call in a process with the same limit, and write one table. It goes on where it ended."""
    with one_line_errors():
        from theoremtest.reports.benchmark import baselines as solvers
        from theoremtest.reports.benchmark.export import sample

        chosen = list(only or solvers.SOLVERS)
        for name in chosen:
            if name not in solvers.SOLVERS:
                raise TheoremtestError(f"there is no solver {name!r}; there are {', '.join(solvers.SOLVERS)}")
            if name in solvers.NEEDED and find_spec(name) is None:
                raise TheoremtestError(f"{name} is not installed: pip install 'theoremtest[bench]', or {solvers.NEEDED[name]} alone")
        items = sample(_items(files), number, seed)
        solvers.prepared()
        for done, waiting in solvers.run(items, chosen, folder / "answers.jsonl", seconds):
            if out.is_terminal:
                out.print(f"\r{done} of {waiting}", end="", markup=False)
        text = solvers.page(items, solvers.answers(folder / "answers.jsonl"), chosen, seconds, seed)
        solvers.save(folder, text)
    out.print(text, markup=False, soft_wrap=True)


@benchmark.command()
def ask(files: Items = None,
        kept: Annotated[Path, typer.Option("--out", help="The file of answers.")] = Path("answers.jsonl"),
        command: Annotated[str, typer.Option("--command", help="A program that reads a question and writes an answer.")] = "",
        url: Annotated[str, typer.Option("--url", help="An HTTP endpoint of a model.")] = "",
        shape: Annotated[str, typer.Option("--shape", help="The endpoint's shape: openai or anthropic.")] = "openai",
        model: Annotated[str, typer.Option("--model", help="The model's name.")] = "",
        key: Annotated[str, typer.Option("--key", help="The variable of the environment that holds the key.")] = "",
        number: Annotated[int | None, typer.Option("--sample", min=1, help="Ask about this many, by --seed.")] = None,
        seed: Annotated[int, typer.Option("--seed")] = 1):
    """Ask a language model about items and keep its answers, for `score`. It goes on where it ended."""
    with one_line_errors():
        from theoremtest.reports.benchmark import model as models
        from theoremtest.reports.benchmark.export import sample

        if bool(command) is bool(url):
            raise TheoremtestError("name either --command or --url")
        if url and (shape not in models.SHAPES or not url.startswith(("http://", "https://"))):
            raise TheoremtestError(f"an endpoint has an http address and is of the shape {' or '.join(models.SHAPES)}")
        items = _items(files) if number is None else sample(_items(files), number, seed)
        asked = models.Command(command) if command else models.Endpoint(url, shape, model, key)
        done = sum(1 for _ in models.run(items, asked, kept))
        out.print(f"{done} answers; {kept} holds those of {len(items)} items", markup=False, soft_wrap=True)


def _items(files: list[Path] | None) -> list[dict]:
    """The items of files. Raises TheoremtestError for what holds none."""
    from theoremtest.reports.benchmark.score import Mistake, read

    try:
        return [item for file in files or [SAMPLE] for item in read(str(file))]
    except Mistake as mistake:
        raise TheoremtestError(str(mistake)) from None
