"""What a solver's result says of its quantities: meaning, units, axes; and with these a dataset, a drawing, a table in a notebook."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, NamedTuple

from theoremtest.derivations.display import Shown
from theoremtest.numerics.extras import needed
from theoremtest.numerics.kernels.array_like import plain


class Quantity(NamedTuple):
    """What a dataset says of one of its variables: meaning, units, axes beyond batch and time, and whether it moves."""

    meaning: str
    units: str
    axes: tuple[str, ...] = ()
    moves: bool = True


class Described(Shown):
    """A result whose public quantities are described one by one.

    MODEL       what was solved
    QUANTITIES  the quantities by the names of the attributes
    DRAWN       those that ``plot`` draws unless it is told which
    LOGARITHMIC whether it draws them on logarithmic scales
    """

    MODEL: ClassVar[str]
    QUANTITIES: ClassVar[dict[str, Quantity]]
    DRAWN: ClassVar[tuple[str, ...]]
    LOGARITHMIC: ClassVar[bool] = False

    backend: str

    def described(self) -> Iterator[tuple[str, Quantity, tuple[str, ...]]]:
        """Each quantity's name, what it is, and its axes."""
        for name, quantity in self.QUANTITIES.items():
            yield name, quantity, self._axes(quantity)

    def to_xarray(self) -> Any:
        """An xarray Dataset of ``QUANTITIES`` over named axes; every variable says its units and meaning. Tensors come as NumPy arrays.

        Units are those of the arguments: [w0] is whatever w0 was given in. Raises MissingExtra without xarray.
        """
        xarray = needed("xarray", "to_xarray")
        run = self._plain()
        variables = {name: (axes, plain(getattr(run, name)), {"units": quantity.units, "long_name": quantity.meaning})
                     for name, quantity, axes in run.described()}
        return xarray.Dataset(variables, coords=run._coordinates(), attrs={"model": self.MODEL, "backend": self.backend})

    def plot(self, *names: str, ax: Any = None) -> Any:
        """Draw quantities along time, a panel for each and a line for each start and component; those of ``DRAWN`` if none is named.

        ax: matplotlib axes to draw a single quantity on; a new figure if None. Returns the axes, an array of them for several
        quantities. Of many lines evenly spaced ones are drawn, and the title says how many. Raises ValueError for a name that is no
        quantity or does not move, MissingExtra without matplotlib.
        """
        from theoremtest.numerics.models._plots import plotted
        return plotted(self._plain(), names or self.DRAWN, ax)

    def _axes(self, quantity: Quantity) -> tuple[str, ...]:
        """The names of a quantity's axes."""
        raise NotImplementedError

    def _coordinates(self) -> dict[str, tuple[tuple[str, ...], Any, dict[str, str]]]:
        """What the axes are measured by: axes, values and attributes by name; among them the one that ``plot`` draws along."""
        raise NotImplementedError

    def _plain(self) -> Any:
        """The same result in NumPy arrays, where its quantities are tensors."""
        return self
