"""A sweep on disk: a Zarr group that xarray reads, with a mark for every chunk that is whole, and what tells one sweep from another.

A chunk's values are written first and its mark last, each file in one step: what an interrupt leaves unfinished has no mark and is computed
again. A new store is made beside its place and moved there.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from theoremtest.numerics.extras import needed, needing

from .grid import Grid, SweepError

MARKS = "computed"
SAYS = "sweep"
"""The attribute that holds what the store is of."""


@dataclass(frozen=True)
class Identity:
    """What a store is of, beside its axes: the function and its text, fixed arguments, the variables, and the code below."""

    function: str
    text: str
    fixed: dict[str, str]
    variables: tuple[str, ...]
    code: str


def require_zarr() -> Any:
    """Import Zarr and what goes with it, or raise MissingExtra with the command that installs them."""
    with needing("a sweep"):
        import threadpoolctl  # noqa: F401
        import zarr
    needed("xarray", "a sweep", brought_by="zarr")  # it reads what Zarr writes
    return zarr


def made(out: Path, grid: Grid, identity: Identity, describe: Mapping[str, Mapping[str, str]]) -> None:
    """Make a store where there is none; check that one that is there is of this sweep. Raises SweepError, OSError."""
    if out.exists() and not (out.is_dir() and next(out.iterdir(), None) is None):
        _check(out, grid, identity)
        return
    out.parent.mkdir(parents=True, exist_ok=True)
    beside = Path(tempfile.mkdtemp(dir=out.parent, prefix=".making-"))
    try:
        _fill(beside, grid, identity, describe)
        os.chmod(beside, 0o755)
        with contextlib.suppress(OSError):  # another run was faster
            os.replace(beside, out)
        _check(out, grid, identity)
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def _fill(folder: Path, grid: Grid, identity: Identity, describe: Mapping[str, Mapping[str, str]]) -> None:
    zarr = require_zarr()
    said = {**vars(identity), "variables": list(identity.variables), "chunk": list(grid.chunk)}
    group = zarr.create_group(folder, overwrite=True, attributes={SAYS: json.dumps(said)})
    for name, values in grid.axes.items():
        axis = group.create_array(name, shape=values.shape, chunks=values.shape, dtype="float64", dimension_names=[name],
                                  attributes=dict(describe.get(name, {})))
        axis[...] = values
    for name in identity.variables:
        group.create_array(name, shape=grid.shape, chunks=grid.chunk, dtype="float64", fill_value=np.nan, dimension_names=list(grid.axes),
                           attributes=dict(describe.get(name, {})))
    group.create_array(MARKS, shape=(prod(grid.counts),), chunks=(1,), dtype="uint8", fill_value=0, dimension_names=["chunk"],
                       attributes={"long_name": "whether a chunk is whole"})


def _check(out: Path, grid: Grid, identity: Identity) -> None:
    found = Store(out)
    said, axes = found.said, found.grid.axes
    told = {"function": f"of {said['function']}", "text": f"of an earlier text of {identity.function}",
            "fixed": f"with fixed arguments {said['fixed']}", "variables": f"of {', '.join(said['variables'])}",
            "code": "computed by other code of theoremtest or other versions below it"}
    other = [name for name in (*grid.axes, *axes) if name not in axes or not np.array_equal(grid.axes.get(name), axes[name])]
    if other:
        raise SweepError(f"{out} holds another sweep: its axis {other[0]} is not the one asked for; name another folder")
    for name, words in told.items():
        if said[name] != (list(identity.variables) if name == "variables" else getattr(identity, name)):
            raise SweepError(f"{out} holds another sweep, {words}; name another folder")
    if found.grid.chunk != grid.chunk:
        raise SweepError(f"{out} has chunks of {' x '.join(map(str, found.grid.chunk))} points and not {' x '.join(map(str, grid.chunk))}; "
                         "ask for those, or name another folder")


class Store:
    """A store that is there. said: what it is of; grid: its axes and chunks. Raises SweepError where there is none."""

    def __init__(self, out: Path) -> None:
        zarr = require_zarr()
        self.out = out
        if not (out / "zarr.json").is_file():  # Zarr would make the folder
            raise SweepError(f"{out} holds no sweep; name another folder")
        try:
            group = zarr.open_group(out, mode="r+", use_consolidated=False)
            self.said = json.loads(group.attrs[SAYS])
            self.values = {name: group[name] for name in self.said["variables"]}
            self.marks = group[MARKS]
            names = next(iter(self.values.values())).metadata.dimension_names
            self.grid = Grid({name: np.asarray(group[name][...]) for name in names}, tuple(self.said["chunk"]))
        except (FileNotFoundError, KeyError, ValueError, TypeError):
            raise SweepError(f"{out} holds no sweep; name another folder") from None

    def put(self, number: int, values: Mapping[str, np.ndarray]) -> None:
        """Write a chunk and then its mark."""
        place = self.grid.place(number)
        for name, value in values.items():
            self.values[name][place] = value
        self.marks[number] = 1

    def waiting(self) -> list[int]:
        """Numbers of the chunks that are not whole. A mark is a file, and none is written for one that is not set."""
        folder = self.out / MARKS / "c"
        whole = {int(file.name) for file in os.scandir(folder) if file.name.isdecimal()} if folder.is_dir() else set()
        return [number for number in range(prod(self.grid.counts)) if number not in whole]

    def dataset(self) -> Any:
        """An xarray Dataset, read when its values are asked for; NaN where a chunk is not computed yet."""
        import xarray

        return xarray.open_dataset(self.out, engine="zarr", consolidated=False, chunks=None)[self.said["variables"]]


def text_digest(text: str) -> str:
    """A short digest of a text, for comparing."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]
