"""Fig. 9 of Kunin et al. 2024: the surface of a random three-layer ReLU network with and without biases, over its partition."""

import numpy as np
from matplotlib.figure import Figure

from theoremtest.numerics.experiments.kunin2024_piecewise import deviation, forward, polygons, random_network

from . import Drawing
from ._kunin2024 import PARITY, look, scientific
from .kunin2024_fig_5 import faces, surface

SEED = 5


def draw(full: bool = False) -> Drawing:
    """There is one size: the whole takes seconds."""
    counted = {}
    with look():
        figure = Figure(figsize=(8.6, 4.6))
        for column, (name, biases) in enumerate((("with biases", True), ("without biases", False))):
            layers, readout, cells = random_network(biases=biases, seed=SEED)
            worst = deviation(cells, lambda x, layers=layers, readout=readout: forward(layers, readout, x))
            same = len(cells.same_parity)
            counted[name] = (len(cells.regions), len(cells.borders), same, worst)
            heights = np.concatenate([polygon[:, 2] for polygon in polygons(cells)])
            low, high = heights.min(), heights.max()
            floor = low - 0.9 * (high - low)
            axes = figure.add_axes([0.01 + 0.49 * column, 0.0, 0.48, 0.95], projection="3d", computed_zorder=False)
            shades = [PARITY[region.active % 2] for region in cells.regions]
            flat = [np.column_stack([polygon[:, :2], np.full(len(polygon), floor)]) for polygon in polygons(cells)]
            ground = faces(flat, facecolors=shades, edgecolors="black", linewidths=0.15, zorder=0)
            ground.set_rasterized(True)
            axes.add_collection3d(ground)
            surface(axes, cells, edge=0.2).set_rasterized(True)
            axes.set(xlim=(-1, 1), ylim=(-1, 1), zlim=(floor, high), xticks=(-1, 0, 1), yticks=(-1, 0, 1), xlabel="$x_1$", ylabel="$x_2$")
            axes.set_zticks(list(range(int(np.ceil(low)), int(np.floor(high)) + 1)))
            axes.set_title(f"{name}: {len(cells.regions)} regions", y=1.01)
            axes.view_init(elev=27, azim=-58)
            axes.set_box_aspect((1, 1, 0.95), zoom=0.98)
            for axis in (axes.xaxis, axes.yaxis, axes.zaxis):
                axis.labelpad = -5
                axis.set_tick_params(pad=-2)
                axis.pane.fill = False
    lines = "; ".join(f"{name} {regions} regions and {borders} borders, {same} of them between regions of one parity"
                      for name, (regions, borders, same, _) in counted.items())
    return Drawing(figure, (
        "Kunin et al. 2024, Fig. 9, re-created. The map of a random ReLU network with two hidden layers of twenty neurons on [-1, "
        "1]^2, and below it "
        "its exact activation regions, light for an even and dark for an odd number of active neurons. Counted exactly: " + lines
        + f". Greatest deviation of the exact map from the network's outputs {scientific(max(item[-1] for item in counted.values()))}."))
