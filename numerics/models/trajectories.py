"""What trajectories of all models have in common: times, batch, a short repr, and the axes of their quantities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from theoremtest.numerics.kernels.array_like import plain
from theoremtest.numerics.models.described import Described, Quantity

__all__ = ["Quantity", "Trajectories"]


@dataclass(eq=False, repr=False)
class Trajectories(Described):
    """Exact trajectories of a batch of starts at given times.

    times     (T,), or () where a number was given
    backend   the one that computed them
    batch     the leading shape of the starts
    inputs    the checked arguments, flat over the batch
    """

    TIME_UNITS: ClassVar[str]

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

    def _axes(self, quantity: Quantity) -> tuple[str, ...]:
        leading = tuple(f"batch_{axis}" for axis in range(len(self.batch)))
        return leading + (("time",) * self.times.ndim if quantity.moves else ()) + quantity.axes

    def _coordinates(self) -> dict[str, Any]:
        return {"time": (("time",) * self.times.ndim, plain(self.times), {"units": self.TIME_UNITS, "long_name": "time of gradient flow"})}

    def _flat(self, values: Any) -> Any:
        """Values over time, (n, T, ...), whatever the batch and with one time at least."""
        core = values.shape[len(self.batch) + self.times.ndim:]
        return values.reshape((int(np.prod(self.batch, dtype=np.int64)), self.times.size, *core))

    def _row(self, values: Any) -> Any:
        """A value per trajectory, shaped to broadcast with values over time."""
        return values.reshape(self.batch + (1,) * self.times.ndim)
