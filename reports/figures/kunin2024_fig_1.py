"""Fig. 1 of Kunin et al. 2024: a ReLU student learns a ReLU teacher from different scales tau and conserved quantities delta."""

import numpy as np
from matplotlib.colors import LogNorm
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator

from theoremtest.numerics.experiments.kunin2024_teacher_student import paths, sweep

from . import Drawing
from ._kunin2024 import DOWN, UP, look, scientific

SMALL = {"taus": np.geomspace(0.1, 2, 7), "deltas": np.linspace(-1, 1, 7)}
FULL = {"taus": np.logspace(-1, np.log10(2), 17), "deltas": np.linspace(-1, 1, 17), "seeds": 16, "d": 100, "h": 50, "n": 1000,
        "updates": 100_000, "step": 5e-3, "tests": 10_000, "device": "auto"}
NAMES = ("small, balanced", "large, balanced", "small, upstream", "small, downstream")


def draw(full: bool = False) -> Drawing:
    """full: the sizes of Appendix D.1, which take many hours on a CPU and hours on a GPU."""
    found = paths(end=100.0, step=1e-4) if full else paths()
    grid = sweep(**(FULL if full else SMALL))
    with look():
        figure = Figure(figsize=(9.2, 5.3), layout="constrained")
        top, bottom = figure.subfigures(2, 1, height_ratios=(1, 1.05))
        for column, axes in enumerate(top.subplots(1, 4)):
            _paths(axes, found, column)
        left, right = bottom.subplots(1, 2)
        _map(bottom, left, grid, grid.test_loss, "test loss", "viridis", LogNorm())
        _map(bottom, right, grid, grid.kernel_distance, r"kernel distance $S(0, t)$", "cividis", None)
    size = "the sizes of Appendix D.1" if full else "a reduced size: d = 20, h = 20, n = 80, 4000 updates of length 0.01/tau^2, two seeds"
    return Drawing(figure, (
        "Kunin et al. 2024, Fig. 1, re-created. Top: |a_i| w_i of fifty neurons (orange a_i > 0, blue a_i < 0; dots mark the end) "
        "learning three teacher neurons (dotted, same colours) in the plane from one symmetrised start, scaled to four pairs of tau "
        f"and delta. Bottom: test loss and kernel distance after training over tau and delta, at {size}. Training is gradient descent "
        "on the mean squared error, by autograd. Theory over simulation: delta_i is conserved by gradient flow and strays by at most "
        f"{scientific(found.delta_drift)} (top) and {scientific(grid.delta_drift)} (bottom) under the finite steps; the symmetrised "
        f"student is zero at the start, to {scientific(grid.first_output)}."))


def _paths(axes, found, column):
    tau, delta = found.settings[column]
    along = np.abs(found.a[column])[..., None] * found.W[column]
    for neuron in range(along.shape[1]):
        colour = UP if found.a[column, -1, neuron] > 0 else DOWN
        axes.plot(*along[:, neuron].T, color=colour, linewidth=0.8, alpha=0.75)
        axes.scatter(*along[-1, neuron], s=9, color=colour, zorder=3)
    reach = 1.1 * np.abs(along).max()
    for direction, sign in zip(found.task.v, found.task.b, strict=True):
        axes.plot(*(np.outer((0, 2 * reach), direction).T), color=UP if sign > 0 else DOWN, linestyle=":", linewidth=1.6, zorder=0)
    axes.set_xlabel(r"$|a_i|\,w_{i,1}$")
    if column == 0:
        axes.set_ylabel(r"$|a_i|\,w_{i,2}$")
    axes.set(xlim=(-reach, reach), ylim=(-reach, reach), aspect="equal")
    axes.set_title(f"{NAMES[column]}\n" + rf"$\tau = {tau:g},\ \delta = {delta:g}$")
    axes.locator_params(nbins=3)


def _map(figure, axes, grid, values, title, colours, norm):
    mesh = axes.pcolormesh(grid.deltas, grid.taus, values, cmap=colours, norm=norm, shading="nearest")
    axes.set(yscale="log", xlabel=r"conserved quantity $\delta$", ylabel=r"scale $\tau$", title=title)
    axes.set_yticks([0.1, 0.3, 1, 2], ["0.1", "0.3", "1", "2"])
    axes.minorticks_off()
    bar = figure.colorbar(mesh, ax=axes, shrink=0.95)
    if norm is not None:
        bar.ax.yaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 3.0, 5.0)))
        bar.ax.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
        bar.ax.minorticks_off()
