"""A function over a grid of any size: each chunk is computed by a worker, which writes it to the store, so that nothing large travels."""

from __future__ import annotations

import inspect
import platform
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import numpy as np

from theoremtest.numerics.parallel.fingerprint import fingerprint
from theoremtest.numerics.parallel.workers import Workers, in_workers

from .grid import SweepError, grid_of
from .named import POINTS
from .store import Identity, Store, made, require_zarr, text_digest

CODE = ("numerics", "derivations/toolbox", "derivations/xu2024")
"""What the library's own solvers and sweeps are made of."""


def sweep(function: Callable[..., Any], grid: Mapping[str, Any], out: str | Path, *, keep: Iterable[str] = (),
          fixed: Mapping[str, Any] | None = None, about: Mapping[str, str] | None = None, points: int = POINTS, workers: Workers = 1,
          follow: Callable[[Iterable, int], Iterable] = lambda done, total: done) -> Any:
    """A function's values over a grid, kept in a folder in chunks; returns an xarray Dataset that reads them when they are asked for.

    function  called by keyword, with each axis in a dimension of its own, (n, 1) and (1, m), so that they broadcast, and with ``fixed``.
              It returns an array over all of them, a mapping of names to such arrays, or an object whose attributes ``keep`` names, as
              the solvers' results have them. Numbers are kept as float64. It is a module's function where workers are on other machines.
    grid      name to values (n,), finite and each once.
    out       the store's folder. Chunks that are whole in it are not computed again; a store of another sweep is an error.
    about     words for axes and values, kept as their ``long_name``.
    points    of a chunk, at most; memory is bounded by a chunk's for each worker.
    workers   a number of processes, or the address of a Dask scheduler, whose workers have to see the folder.
    follow    is given what runs and how many chunks there are, to show progress.

    Raises SweepError for a bad grid, a store of another sweep, values that do not fit the grid and a missing extra, all before anything is
    computed; the function's own errors pass through, and what was computed stays.
    """
    require_zarr()
    if "://" in str(out):
        raise SweepError(f"{out} is an address; expected a folder")
    out, keep, fixed = Path(out).absolute(), tuple(keep), dict(fixed or {})
    chunks = grid_of(grid, points)
    if both := sorted(set(chunks.axes) & set(fixed)):
        raise SweepError(f"{both[0]} is an axis and fixed as well; expected one of the two")
    describe: dict[str, dict[str, str]] = {name: {"long_name": words} for name, words in (about or {}).items()}
    corners = chunks.open([sorted({0, values.size - 1}) for values in chunks.axes.values()])
    variables = tuple(_values(function, corners, fixed, keep, describe))
    if taken := [name for name in variables if name in chunks.axes]:
        raise SweepError(f"{taken[0]} is an axis and one of the values as well; expected different names")
    made(out, chunks, _identity(function, fixed, variables), describe)
    store = Store(out)
    left = store.waiting()
    calls = {number: (function, str(out), number, keep, fixed) for number in left}
    for _ in follow(in_workers(compute, calls, workers), len(left)):
        pass
    return store.dataset()


def compute(function: Callable[..., Any], out: str, number: int, keep: tuple[str, ...], fixed: dict[str, Any]) -> None:
    """Compute a chunk and write it to the store that holds the grid."""
    place = Path(out)
    if not place.is_dir():
        raise SweepError(f"a worker on {platform.node()} does not see {out}; a sweep's folder has to be one that all workers see")
    store = _opened(place, (place / "zarr.json").stat().st_mtime_ns)
    with _one_thread():
        values = _values(function, store.grid.open(store.grid.place(number)), fixed, keep)
    store.put(number, values)


@lru_cache(maxsize=1)
def _opened(place: Path, made_at: int) -> Store:
    """A store, opened once in a process; the time tells it from an earlier one of the same name."""
    return Store(place)


def _one_thread() -> Any:
    """BLAS on one thread: with another number its last digits may be others."""
    from threadpoolctl import threadpool_limits

    return threadpool_limits(1)


def _values(function: Callable[..., Any], axes: Mapping[str, np.ndarray], fixed: Mapping[str, Any], keep: tuple[str, ...],
            describe: dict[str, dict[str, str]] | None = None) -> dict[str, np.ndarray]:
    """Name to float64 array over the axes. describe: takes what the solver's result says of its quantities."""
    found, name = function(**axes, **fixed), _name(function)
    if keep:
        if lacking := [key for key in keep if not hasattr(found, key)]:
            raise SweepError(f"{name} returns a {type(found).__name__}, which has no {lacking[0]!r} to keep")
        if describe is not None:
            known = getattr(found, "QUANTITIES", {})
            for key in (key for key in keep if key in known):
                describe[key] = {"units": known[key].units, "long_name": known[key].meaning, **describe.get(key, {})}
        found = {key: getattr(found, key) for key in keep}
    elif not isinstance(found, Mapping):
        found = {name.rpartition(".")[2]: found}
    if not found:
        raise SweepError(f"{name} returns no values")
    shape = np.broadcast_shapes(*(values.shape for values in axes.values()))
    return {str(key): _over(f"{name}: {key}", value, shape) for key, value in found.items()}


def _over(name: str, value: Any, shape: tuple[int, ...]) -> np.ndarray:
    found = np.asarray(value)
    if found.dtype.kind not in "fiub":
        raise SweepError(f"{name} is {type(value).__name__} of {found.dtype.name}, not real numbers; name what to keep of it with keep=")
    if found.ndim not in (0, len(shape)) or any(one not in (1, size) for one, size in zip(found.shape, shape)):
        raise SweepError(f"{name} has shape {found.shape} over axes that broadcast to {shape}; expected one number for each point")
    return np.broadcast_to(found.astype(np.float64), shape)


def _name(function: Callable[..., Any]) -> str:
    while isinstance(function, partial):
        function = function.func
    return getattr(function, "__qualname__", type(function).__name__).replace("<lambda>", "values").replace("<locals>.", "")


def _identity(function: Callable[..., Any], fixed: Mapping[str, Any], variables: tuple[str, ...]) -> Identity:
    said = {key: _told(value) for key, value in sorted(fixed.items())}
    while isinstance(function, partial):
        said |= {key: _told(value) for key, value in ({**dict(enumerate(function.args)), **function.keywords}).items()}
        function = function.func
    if not inspect.isroutine(function):
        raise SweepError(f"{function!r:.60} is no function, and its state could not be compared with a store's; wrap it in one")
    try:
        text = inspect.getsource(function)
    except (OSError, TypeError):  # typed at a prompt, or compiled
        text = ""
    held = [cell.cell_contents for cell in getattr(function, "__closure__", None) or ()]
    held += getattr(function, "__defaults__", None) or ()
    name = f"{getattr(function, '__module__', '')}.{getattr(function, '__qualname__', type(function).__name__)}"
    return Identity(name, text_digest(text + "".join(map(_told, held))), {str(key): value for key, value in said.items()}, variables,
                    text_digest(repr(fingerprint(CODE))))


def _told(value: Any) -> str:
    """A value as a short text that tells it from others; of what is neither text nor numbers only the type."""
    if isinstance(value, str | int | float | bool):
        return repr(value)
    array = np.asarray(value) if isinstance(value, np.ndarray | list | tuple) else None
    if array is None or array.dtype.kind not in "fiub":
        return type(value).__name__
    return f"{array.dtype.name} {array.shape} {text_digest(repr(array.tolist()))}"
