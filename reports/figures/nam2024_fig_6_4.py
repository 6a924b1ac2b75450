"""Fig. 6.4 of Nam's thesis: grokking on modular arithmetic, and the features before and after it."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from rederive.numerics.experiments.nam2024_grokking import Course, Scales, Seen, small, transformer
from rederive.numerics.features import Moments, cka_gap, effective_dimension, operator, quality, utilisation

from . import Drawing
from ._nam2024 import BLUE, ORANGE, PURPLE, look, pair

BEFORE, AFTER, FULL_BEFORE, FULL_AFTER = 100, 1000, 200, 3000
"""Steps at which the features are looked at; the latter are the caption's."""
SIZE, DECAY = 1.3, 2.0
"""Of the start's weights, times the root of their number, and of the weight decay."""
SHADES = (ORANGE, PURPLE)
METRICS = {"quality": r"cumulative quality $\Pi^*_k$", "utilisation": r"cumulative utilization $\hat\Pi_k$",
           "intensity": r"intensity $\rho_k/\rho_1$"}


def draw(full: bool = False) -> Drawing:
    """full: a transformer on modular division, minutes on a CPU."""
    looked = (FULL_BEFORE, FULL_AFTER) if full else (BEFORE, AFTER)
    course = transformer(FULL_AFTER, looked) if full else small(Scales(weights=SIZE), AFTER, looked, decay=DECAY, relu=True)
    views = [course.seen[step] for step in looked]
    classes = views[0].target.shape[1]
    count, deviation = (3 * classes) // 2, 0.0
    with look():
        figure = Figure(figsize=(11.0, 3.4), layout="constrained")
        first, *others = figure.subplots(1, 4, width_ratios=(1.2, 1, 1, 1))
        _accuracy(first, course, looked)
        found, held = [by_library(view, count) for view in views], [by_kernel(view, count) for view in views]
        for letter, panel, (name, label) in zip("bcd", others, METRICS.items(), strict=True):
            for one, other, shade in zip(found, held, SHADES, strict=True):
                pair(panel, np.arange(1, count + 1), other[name], one[name], shade)
                deviation = max(deviation, np.abs(other[name] - one[name]).max())
            panel.axvline(classes, color="0.8", linewidth=0.8, zorder=0)
            panel.set(title=f"({letter}) {label}", xlabel="$k$")
        others[-1].set(yscale="log", ylim=(1e-4, 1.5))
        _explain(figure, looked)
    gaps = ", ".join(f"{float(cka_gap(moments(view))):.2f}" for view in views)
    used = ", ".join(f"{float(effective_dimension(utilisation(operator(moments(view)), moments(view)))):.0f}" for view in views)
    what = ("a transformer of two layers, of width 128, learns (a / b) mod 97 from half of the pairs" if full else
            f"a network with a layer of squares and one of ReLU nodes learns (a + b) mod {classes} from 60% of the pairs; the thesis has a "
            "transformer and division")
    return Drawing(figure, (
        f"Nam 2024, Fig. 6.4, re-created {'' if full else 'smaller '}on modular arithmetic: {what}. (a) Training pairs are classified "
        f"rightly, 95% of them, from step {course.learned(course.training):.0f} on, the others from step "
        f"{course.learned(course.others):.0f} on. (b-d) The features of the last hidden layer over all pairs, at the dotted steps "
        f"{looked[0]} and {looked[1]}; the grey line is at k = {classes}, the number of classes. Effective dimension of the "
        f"utilization: {used}; gap of centred kernel alignment: {gaps}. Dashed: Algorithm 1 with its missing factors of n; solid: "
        "eigenvectors of the kernel matrix, and the part of the function's space in the span of the first k of them; greatest deviation "
        f"{deviation:.1e}."))


def moments(view: Seen) -> Moments:
    """Of features, target and output."""
    return Moments.of(view.features, view.target, view.output)


def by_library(view: Seen, count: int) -> dict[str, np.ndarray]:
    """By Algorithm 1 as `rederive.features` has it."""
    found = operator(moments(view))
    return {"quality": np.cumsum(quality(found, moments(view)))[:count],
            "utilisation": np.cumsum(utilisation(found, moments(view)))[:count],
            "intensity": (found.intensities / found.intensities[0])[:count]}


def by_kernel(view: Seen, count: int) -> dict[str, np.ndarray]:
    """By the matrix of the kernel Phi(x).Phi(x') at all pairs."""
    values, vectors = np.linalg.eigh(view.features @ view.features.T / len(view.features))
    values, vectors = values[::-1][:count], vectors[:, ::-1][:, :count]
    return {"quality": _explained(vectors, view.target), "utilisation": _explained(vectors, view.output), "intensity": values / values[0]}


def _explained(functions: np.ndarray, values: np.ndarray) -> np.ndarray:
    """The part of the space of the columns of `values` that lies in the span of the first k functions, for k from 1."""
    frame, sizes, _ = np.linalg.svd(values, full_matrices=False)
    frame = frame[:, sizes > len(values) * np.finfo(float).eps * sizes[0]]
    return np.cumsum(np.sum((functions.T @ frame) ** 2, axis=1)) / frame.shape[1]


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
