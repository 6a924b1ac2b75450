"""The command `theoremtest cluster`: a Dask cluster on this machine, to try what `--scheduler` does."""

from __future__ import annotations

import threading
from typing import Annotated

import typer

from .shared import CORES, app, err, one_line_errors, out


@app.command()
def cluster(workers: Annotated[int, typer.Option("--workers", min=1, help="Worker processes, of one thread each.")] = CORES,
            port: Annotated[int, typer.Option("--port", min=0, max=65535, help="The scheduler's port; 0 for any that is free.")] = 8786):
    """Start a scheduler and workers on this machine, for `--scheduler`, until it is interrupted.

    On several machines Dask's own commands do the same: `dask scheduler`, and `dask worker ADDRESS --nthreads 1` where work is done. All
    of them need this version of theoremtest.
    """
    from theoremtest.numerics.parallel.cluster import local_cluster

    with one_line_errors(), local_cluster(workers, port) as address:
        out.print(f"{address}  {workers} workers; for example: theoremtest verify --scheduler {address}", soft_wrap=True)
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            err.print("ended")
