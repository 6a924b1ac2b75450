"""Fig. 5.2 of Nam's thesis: the extended multilinear model is calibrated on networks that learn one skill."""

from __future__ import annotations

from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from . import Drawing
from ._nam2024 import look
from ._nam2024_emergence import Sizes, calibrated, draw_panel, predicted, trained


def draw(full: bool = False) -> Drawing:
    """full: the networks of Appendix C.3, weeks on a CPU, so that it is for a GPU."""
    sizes = Sizes.of(1, full)
    panels = trained(sizes)
    constants = calibrated(panels, sizes.time.rate)
    models = predicted(panels, constants, sizes.time.rate)
    with look():
        figure = Figure(figsize=(10.5, 3.7), layout="constrained")
        time, data, nodes = figure.subplots(1, 3, sharey=True)
        draw_panel(time, panels["time"], models["time"])
        draw_panel(data, panels["data"], models["data"], models["printed"])
        draw_panel(nodes, panels["parameters"], models["parameters"])
        time.set(xlabel="steps $T$", ylabel=r"skill strength $\mathcal{R}_1/S$",
                 title=f"(a) time, $\\mathcal{{B}}$ = 1/{1 / constants.time:.0f}")
        data.set(xlabel="samples $D$", xscale="log", title=f"(b) data, $D_c$ = {constants.data:.0f}")
        nodes.set(xlabel="hidden nodes $N$", title=f"(c) parameters, $N_c$ = {constants.nodes}")
        handles = [Line2D([], [], color="#0072B2", linewidth=3.2, alpha=0.45, label=f"networks, mean of {sizes.time.runs} runs"),
                   Line2D([], [], color="#0072B2", linewidth=1.4, linestyle=(0, (3, 2)), label="extended multilinear model"),
                   Line2D([], [], color="#0072B2", linewidth=1.2, linestyle=":", label="Eq. (5.5) as printed")]
        figure.legend(handles=handles, loc="outside lower center", ncols=len(handles), frameon=False)
    off = {name: float(panels["data" if name == "printed" else name].apart(model)[0]) for name, model in models.items()}
    return Drawing(figure, (
        f"Nam 2024, Fig. 5.2, re-created {'at the sizes of Appendix C.3' if full else 'with smaller networks'}: two layers of ReLU nodes "
        f"learn one skill, the parity of three of {sizes.time.bits} bits, {sizes.time.runs} runs each, bands of one deviation; width "
        f"{sizes.time.width} in (a), {sizes.data.width} in (b); SGD, in (c) Adam, {sizes.nodes.steps} steps. The model's constants are "
        f"fitted to the means by least squares: B = 1/{1 / constants.time:.0f} for time (the thesis, whose networks are larger, has 1/22), "
        f"D_c = {constants.data:.0f} for data (800), N_c = {constants.nodes} for nodes (4, after 500 000 steps). Dashed in (a): Eq. (5.2) "
        "with B in its exponent and not B^2, from R(0) = B times the square of the start; in (b): Eq. (5.5) corrected, d/D_c; dotted: as "
        f"printed, with a D_c of its own, {constants.printed:.0f}. Greatest deviation of the model from the mean of the networks, over S: "
        f"{off['time']:.1e} in time, {off['data']:.1e} in data ({off['printed']:.1e} as printed), {off['parameters']:.1e} in nodes. "
        "Networks emerge more abruptly than the straight line; three nodes can express the skill, which training seldom finds."))
