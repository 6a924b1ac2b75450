"""Fig. 5.1 of Nam's thesis: the multilinear model, calibrated on networks that learn one skill, predicts when others emerge."""

from __future__ import annotations

from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from theoremtest.numerics.experiments.nam2024_emergence import ALPHA

from . import Drawing
from ._nam2024 import MODES, look
from ._nam2024_emergence import Sizes, calibrated, draw_panel, predicted, trained


def draw(full: bool = False) -> Drawing:
    """full: the networks of Appendix C.3, weeks on a CPU, so that it is for a GPU."""
    sizes, one = Sizes.of(5 if full else 3, full), Sizes.of(1, full)
    constants = calibrated(trained(one), one.time.rate)
    panels = trained(sizes)
    models = predicted(panels, constants, sizes.time.rate)
    skills = sizes.time.skills
    with look():
        figure = Figure(figsize=(10.5, 3.9), layout="constrained")
        time, data, nodes = figure.subplots(1, 3, sharey=True)
        draw_panel(time, panels["time"], models["time"])
        draw_panel(data, panels["data"], models["data"])
        draw_panel(nodes, panels["parameters"], models["parameters"])
        time.set(xlabel="steps $T$", title="(a) time", ylabel=r"skill strength $\mathcal{R}_k/S$")
        data.set(xlabel="samples $D$", xscale="log", title="(b) data")
        nodes.set(xlabel="hidden nodes $N$", title="(c) parameters")
        handles = [Line2D([], [], color=shade, linewidth=3.2, alpha=0.45, label=f"skill {skill + 1}")
                   for skill, shade in zip(range(skills), MODES, strict=False)]
        handles += [Line2D([], [], color="0.4", linewidth=3.2, alpha=0.45, label=f"networks, mean of {sizes.time.runs} runs"),
                    Line2D([], [], color="0.4", linewidth=1.4, linestyle=(0, (3, 2)), label="extended multilinear model")]
        figure.legend(handles=handles, loc="outside lower center", ncols=len(handles), frameon=False)
    halfway = panels["time"].halfway
    late = ", ".join(f"{ratio:.2f}" for ratio in halfway(panels["time"].mean) / halfway(models["time"]))
    off = {name: ", ".join(f"{distance:.1e}" for distance in panels[name].apart(models[name])) for name in panels}
    return Drawing(figure, (
        f"Nam 2024, Fig. 5.1, re-created {'at the sizes of Appendix C.3' if full else 'with smaller networks and three skills for five'}: "
        f"two layers of ReLU nodes learn {skills} skills of {sizes.time.bits} bits at alpha = {ALPHA}, {sizes.time.runs} runs each, bands "
        f"of one deviation; width {sizes.time.width} in (a), {sizes.data.width} in (b); SGD, in (c) Adam. Dashed: the extended multilinear "
        f"model with the constants of networks that learn one skill, B = 1/{1 / constants.time:.0f}, D_c = {constants.data:.0f} and N_c = "
        f"{constants.nodes} as in Fig. 5.2, so that nothing is fitted here: Eq. (5.2) with B and not B^2 in its exponent, Eq. (5.5) "
        "corrected, d_k/D_c with d_k = P(k) D, and Eq. (5.9). Half of its strength a skill reaches at these multiples of the predicted "
        f"time: {late}. Greatest deviation of the model from the mean of the networks, over S, skill by skill: {off['time']} in time, "
        f"{off['data']} in data, {off['parameters']} in nodes. Networks saturate more slowly than the model in time, and emerge more "
        "abruptly in data."))
