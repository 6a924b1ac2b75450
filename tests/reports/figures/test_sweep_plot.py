"""A sweep drawn from its store: a curve, a plane, panels; never more points than a page shows."""

import numpy as np
import pytest

from theoremtest.numerics.sweeps.grid import SweepError
from theoremtest.reports.figures._sweep_plot import ACROSS, plot

xarray = pytest.importorskip("xarray", reason="needs the extra `sweeps`")


def values(**axes):
    shape = tuple(len(axis) for axis in axes.values())
    return xarray.Dataset({"loss": (tuple(axes), np.geomspace(1e-6, 1, np.prod(shape)).reshape(shape), {"long_name": "the loss"})}, axes)


def test_one_axis_is_a_curve():
    panel, = plot(values(time=np.geomspace(1, 1e4, 30))).axes
    assert (panel.get_xscale(), panel.get_yscale(), panel.get_ylabel()) == ("log", "log", "the loss") and len(panel.lines) == 1


def test_a_large_plane_is_thinned_out_and_what_is_missing_left_blank():
    found = values(x=np.linspace(-1, 1, 3 * ACROSS), y=np.linspace(0, 1, 4))
    found["loss"][0, 0] = np.nan
    mesh = plot(found).axes[0].collections[0]
    assert mesh.get_array().shape == (ACROSS, 4) and mesh.get_array().mask.sum() == 1


def test_a_third_axis_makes_panels_and_a_fourth_is_held():
    figure = plot(values(a=np.arange(9.0), b=np.arange(8.0), c=np.arange(7.0), d=np.arange(2.0)), "loss")
    assert [panel.get_title() for panel in figure.axes[:4]] == ["c = 0", "c = 2", "c = 4", "c = 6"]


def test_an_unknown_name_is_one_line():
    with pytest.raises(SweepError, match="no values 'speed'; it has loss"):
        plot(values(x=np.arange(3.0)), "speed")
