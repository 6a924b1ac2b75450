"""What the solvers' results have in common: their shapes, a short repr, and the dataset with its units."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np

from rederive.numerics.kernels.array_like import plain


class Quantity(NamedTuple):
    """What a dataset says of one of its variables: meaning, units, axes beyond batch and time, and whether it moves."""

    meaning: str
    units: str
    axes: tuple[str, ...] = ()
    moves: bool = True


@dataclass(eq=False, repr=False)
class Trajectories:
    """Exact trajectories of a batch of starts at given times.

    times     (T,), or () where a number was given
    backend   the one that computed them
    batch     the leading shape of the starts
    inputs    the checked arguments, flat over the batch
    """

    MODEL: ClassVar[str]
    TIME_UNITS: ClassVar[str]
    QUANTITIES: ClassVar[dict[str, Quantity]]

    times: np.ndarray
    backend: str
    batch: tuple[int, ...]
    inputs: dict[str, Any]

    def __repr__(self) -> str:
        count = int(np.prod(self.batch, dtype=np.int64))
        moments = plain(self.times)
        when = f"at {moments.size} times" if moments.size else "at no time"
        when += f", t = {moments.min():g} to {moments.max():g}" if moments.size else ""
        return f"<{self.MODEL}; batch {self.batch}, {count} in all, {when}; {self.backend}>"

    def to_xarray(self) -> Any:
        """An xarray Dataset of ``QUANTITIES``, over the axes batch_0, ..., time and their own; every variable says its units and meaning.

        Units are those of the arguments: [w0] is whatever w0 was given in.
        """
        import xarray

        leading = tuple(f"batch_{axis}" for axis in range(len(self.batch)))
        moving = leading + ("time",) * self.times.ndim
        variables = {
            name: ((moving if quantity.moves else leading) + quantity.axes, plain(getattr(self, name)),
                   {"units": quantity.units, "long_name": quantity.meaning})
            for name, quantity in self.QUANTITIES.items()
        }
        time = (("time",) * self.times.ndim, plain(self.times), {"units": self.TIME_UNITS, "long_name": "time of gradient flow"})
        return xarray.Dataset(variables, coords={"time": time}, attrs={"model": self.MODEL, "backend": self.backend})

    def _flat(self, values: Any) -> Any:
        """Values over time, (n, T, ...), whatever the batch and with one time at least."""
        core = values.shape[len(self.batch) + self.times.ndim:]
        return values.reshape((int(np.prod(self.batch, dtype=np.int64)), self.times.size, *core))

    def _row(self, values: Any) -> Any:
        """A value per trajectory, shaped to broadcast with values over time."""
        return values.reshape(self.batch + (1,) * self.times.ndim)
