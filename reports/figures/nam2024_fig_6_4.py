"""Fig. 6.4 of Nam's thesis: grokking on modular arithmetic, and the features before and after it."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from theoremtest.numerics.experiments.nam2024_grokking import Course, Scales, Seen, small, transformer
from theoremtest.numerics.experiments.nam2024_metrics import metrics

from . import Drawing
from ._nam2024 import BLUE, ORANGE, PURPLE, look
from ._nam2024_features import draw_metrics

BEFORE, AFTER, FULL_BEFORE, FULL_AFTER = 100, 1000, 200, 3000
"""Steps at which the features are looked at; the latter are the caption's."""
SIZE, DECAY = 1.3, 2.0
"""Of the start's weights, times the root of their number, and of the weight decay."""
MOST = 2500
"""Pairs over which features are looked at, as many as a kernel matrix is quickly diagonalised for."""
SHADES = (ORANGE, PURPLE)


def draw(full: bool = False) -> Drawing:
    """full: a transformer on modular division, half an hour on a CPU."""
    looked = (FULL_BEFORE, FULL_AFTER) if full else (BEFORE, AFTER)
    course = transformer(FULL_AFTER, looked) if full else small(Scales(weights=SIZE), AFTER, looked, decay=DECAY, relu=True)
    views = [thinned(course.seen[step]) for step in looked]
    classes = views[0].target.shape[1]
    with look():
        figure = Figure(figsize=(11.0, 3.4), layout="constrained")
        first, *others = figure.subplots(1, 4, width_ratios=(1.2, 1, 1, 1))
        _accuracy(first, course, looked)
        deviation = draw_metrics(others, views, SHADES, "bcd")
        _explain(figure, looked)
    found = [metrics(view) for view in views]
    gaps, dimensions = ", ".join(f"{one['k']:.2f}" for one in found), ", ".join(f"{one['u']:.0f}" for one in found)
    pairs = len(views[0].features)
    what = ("a transformer of two layers, of width 128, learns (a / b) mod 97 from half of the pairs" if full else
            f"a network with a layer of squares and one of ReLU nodes learns (a + b) mod {classes} from 60% of the pairs; the thesis has a "
            "transformer and division")
    return Drawing(figure, (
        f"Nam 2024, Fig. 6.4, re-created {'' if full else 'smaller '}on modular arithmetic: {what}. (a) Training pairs are classified "
        f"rightly, 95% of them, from step {course.learned(course.training):.0f} on, the others from step "
        f"{course.learned(course.others):.0f} on. (b-d) The features of the last hidden layer over {pairs} pairs, at the dotted steps "
        f"{looked[0]} and {looked[1]}; the grey line is at k = {classes}, the number of classes. Effective dimension of the "
        f"utilization: {dimensions}; gap of centred kernel alignment: {gaps}. Dashed: Algorithm 1 with its missing factors of n; solid: "
        "eigenvectors of the kernel matrix, and the part of the function's space in the span of the first k of them; greatest deviation "
        f"{deviation:.1e}."))


def thinned(view: Seen) -> Seen:
    """The view at MOST of its pairs, drawn from a fixed seed, where it has more."""
    if len(view.features) <= MOST:
        return view
    some = np.sort(np.random.default_rng(0).choice(len(view.features), MOST, replace=False))
    return Seen(view.features[some], view.target[some], view.output[some])


def _accuracy(panel: Axes, course: Course, looked: tuple[int, int]) -> None:
    shown = course.steps > 0
    panel.plot(course.steps[shown], course.training[shown], color=BLUE, linewidth=2.2)
    panel.plot(course.steps[shown], course.others[shown], color="#E69F00", linewidth=2.2)
    for step, shade in zip(looked, SHADES, strict=True):
        panel.axvline(step, color=shade, linestyle=":", linewidth=1.4)
    panel.set(xscale="log", xlabel="steps", ylabel="accuracy", title="(a) accuracy", ylim=(-0.03, 1.05))


def _explain(figure: Figure, looked: tuple[int, int]) -> None:
    handles = [Line2D([], [], color=shade, linewidth=2.2, label=label)
               for shade, label in ((BLUE, "training pairs"), ("#E69F00", "others"))]
    handles += [Line2D([], [], color=shade, linewidth=3.2, alpha=0.45, label=f"step {step}")
                for shade, step in zip(SHADES, looked, strict=True)]
    handles += [Line2D([], [], color="0.4", linewidth=3.2, alpha=0.45, label="kernel matrix"),
                Line2D([], [], color="0.1", linewidth=1.1, linestyle=(0, (3, 2)), label="Algorithm 1, corrected")]
    figure.legend(handles=handles, loc="outside lower center", ncols=len(handles), frameon=False)
