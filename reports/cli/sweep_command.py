"""The command `theoremtest sweep`: phase diagrams and scaling figures of the papers over grids of any size, kept on disk."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from theoremtest.numerics.parallel.workers import here_or_at
from theoremtest.reports.files import write_bytes

from .shared import CORES, JobsOption, SchedulerOption, app, err, one_line_errors, out

KINDS = (".png", ".svg", ".pdf")


@app.command()
def sweep(name: Annotated[str | None, typer.Argument(help="Which sweep; all are listed when none is given.")] = None,
          grid: Annotated[list[str] | None, typer.Option("--grid", metavar="AXIS", help="Another axis: delta=-2:2:1000, t=1:1e6:500:log, "
                                                         "or alpha=0.3,0.6; may be given again.")] = None,
          folder: Annotated[Path | None, typer.Option("--out", help="The store's folder; NAME.zarr here.")] = None,
          plot: Annotated[Path | None, typer.Option("--plot", help="Draw the store here, as PNG, SVG or PDF.")] = None,
          value: Annotated[str | None, typer.Option("--value", help="What --plot draws; the first unless it is named.")] = None,
          points: Annotated[int | None, typer.Option("--points", min=1, help="Points of a chunk.")] = None,
          jobs: JobsOption = CORES, scheduler: SchedulerOption = None):
    """Compute a sweep into a Zarr store that xarray opens; what is there already is not computed again.

    An interrupted run is taken up by the same command. With --scheduler the folder has to be one that all workers see.
    """
    from theoremtest.numerics.sweeps.grid import SweepError
    from theoremtest.numerics.sweeps.named import named, sweep_named

    if name is None:
        for one in named().values():
            size = " x ".join(f"{axis} {len(values)}" for axis, values in one.grid.items())
            out.print(f"[bold]{one.name}[/bold]  {escape(one.what)}\n    {size}", soft_wrap=True)
        return
    with one_line_errors():
        if plot is not None and plot.suffix.lower() not in KINDS:
            raise SweepError(f"{plot}: a plot ends in {', '.join(KINDS)}")
        chosen = sweep_named(name)
        try:
            found = _computed(chosen, chosen.grid_with(grid or ()), folder or Path(f"{name}.zarr"), points or chosen.points,
                              here_or_at(jobs, scheduler))
        except (TypeError, ValueError) as error:  # a solver's, whose messages are one line and name the argument
            raise SweepError(f"{name}: {error}") from None
        if plot is not None:
            from theoremtest.reports.figures._sweep_plot import plot as drawn

            image = io.BytesIO()
            drawn(found, value).savefig(image, format=plot.suffix[1:].lower(), dpi=150)
            write_bytes(plot, image.getvalue())
            out.print(f"wrote {escape(str(plot))}", soft_wrap=True)


def _computed(chosen, axes, folder: Path, points: int, workers):
    """The sweep's dataset, complete, with progress on the way."""
    from theoremtest.numerics.sweeps.sweep import sweep as compute
    from theoremtest.reports.verify.progress import follow

    left = done = 0

    def shown(running, total):
        nonlocal left, done
        left = total
        for item in follow(running, total, "computing chunks", err):
            yield item
            done += 1

    try:
        found = compute(chosen.function, axes, folder, fixed=chosen.fixed, about=chosen.about, points=points, workers=workers, follow=shown)
    except KeyboardInterrupt:
        err.print(f"interrupted after {done} of {left} chunks; what is whole is kept, run again to go on")
        raise typer.Exit(130) from None
    out.print(f"{escape(str(folder))}: {', '.join(f'{name} {size}' for name, size in found.sizes.items())}; "
              + (f"{left} chunks computed" if left else "all was there"), soft_wrap=True)
    return found
