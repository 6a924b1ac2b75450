"""Fig. 5 of Kunin et al. 2024: the surface and the partition of a two-layer ReLU network as it learns a task akin to exclusive or."""

import numpy as np
from matplotlib.figure import Figure
from mpl_toolkits.mplot3d import Axes3D
from mpl_toolkits.mplot3d.art3d import Poly3DCollection

from theoremtest.numerics.experiments.arrangements import Partition
from theoremtest.numerics.experiments.kunin2024_piecewise import INPUTS, TARGETS, deviation, evolutions, forward, polygons

from . import Drawing
from ._kunin2024 import PARITY, look, scientific

ROWS = {"upstream": 1.0, "balanced": 0.0, "downstream": -1.0}
STAGES = ("start", "aligned", "fitting", "end")
HEIGHT = 1.9


def draw(full: bool = False) -> Drawing:
    """There is one size: the whole takes seconds."""
    runs = dict(zip(ROWS, evolutions(tuple(ROWS.values())), strict=True))
    worst, drift = 0.0, max(run.delta_drift for run in runs.values())
    with look():
        figure = Figure(figsize=(9.0, 6.6))
        for line, (name, run) in enumerate(runs.items()):
            for column, (stage, moment) in enumerate(zip(STAGES, run.moments, strict=True)):
                axes = figure.add_axes([0.045 + 0.239 * column, 0.645 - 0.318 * line, 0.235, 0.325], projection="3d", computed_zorder=False)
                surface(axes, moment.cells)
                worst = max(worst, deviation(moment.cells, lambda x, m=moment: forward([(m.W, 0.0)], m.a, x)))
                for point, target in zip(INPUTS, TARGETS, strict=True):
                    axes.plot(*np.repeat(point[:, None], 2, axis=1), (0, target), color="#D62728", linewidth=0.9, zorder=4)
                axes.scatter(*INPUTS.T, TARGETS, s=20, c="#D62728", edgecolor="black", linewidth=0.6, depthshade=False, zorder=5)
                axes.set(xlim=(-1.5, 1.5), ylim=(-1.5, 1.5), zlim=(-HEIGHT, HEIGHT))
                axes.set_axis_off()
                axes.view_init(elev=30, azim=-66)
                axes.set_box_aspect((1, 1, 0.72), zoom=1.13)
                loss = f"{moment.loss:.2f}" if moment.loss > 0.005 else scientific(moment.loss)
                axes.text2D(0.5, 0.03, f"t = {moment.time:.2g}, loss {loss}", transform=axes.transAxes, ha="center", fontsize=8)
                if line == 0:
                    axes.set_title(stage, y=1.0, pad=0)
            figure.text(0.022, 0.81 - 0.318 * line, rf"{name}, $\delta_i = {run.delta:g}$", rotation=90, ha="center", va="center",
                        fontsize=9.5)
    changed = ", ".join(f"{name} {run.switches}" for name, run in runs.items())
    return Drawing(figure, (
        "Kunin et al. 2024, Fig. 5, re-created. A two-layer ReLU network without biases, twenty hidden neurons, on four points (red) "
        "whose labels alternate, trained by gradient descent in small steps from scale tau = 0.1. Cones are exact activation regions, "
        "light for an even and dark for an odd number of active neurons. Columns: the start, a loss of 90% and of 40% of the first, "
        "and the end; where neurons have merged, the cones between them are too narrow to be seen. (Neuron, sample) pairs that "
        f"changed from start to end, of 80: {changed}. Greatest deviation of the exact surface from the network's outputs "
        f"{scientific(worst)}; delta_i, conserved in theory, drifts by at most {scientific(drift)}."))


def surface(axes: Axes3D, cells: Partition, edge: float = 0.35) -> Poly3DCollection:
    """The network's map over the exact regions, coloured by the parity of active neurons."""
    shades = [PARITY[region.active % 2] for region in cells.regions]
    sheet = faces(polygons(cells), facecolors=shades, edgecolors="black", linewidths=edge, zorder=1)
    axes.add_collection3d(sheet)
    return sheet


def faces(polygons: list[np.ndarray], **look) -> Poly3DCollection:
    """Polygons (corners, 3) of any numbers of corners, drawn as one.

    They are of one length here, the last corner repeated and masked: of a plain list Matplotlib 3.11 leaves the unused places as
    the memory was and takes the axes' limits from them too.
    """
    corners = np.array([len(polygon) for polygon in polygons])
    full = np.array([np.pad(polygon, ((0, corners.max() - len(polygon)), (0, 0)), mode="edge") for polygon in polygons])
    unused = np.arange(corners.max()) >= corners[:, None]
    return Poly3DCollection(np.ma.array(full, mask=np.repeat(unused[..., None], 3, axis=-1)), **look)
